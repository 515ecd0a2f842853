// Classes that the host declares, and handles: objects of the host of which the program has no more than type and name.
#include <gtest/gtest.h>

#include "again.h"
#include "fermata/session.h"
#include "serialization/data_json.h"

namespace fermata {
namespace {

TypeDeclaration database() {
  return {.kind = ObjectKind::kHandle,
          .name = "Database",
          .methods = {"query", "__len__", "__getitem__", "__enter__", "__exit__", Grant::async("fetch")},
          .attributes = {"version"}};
}
std::vector<TypeDeclaration> all_types() {
  return {
      {.name = "Order", .fields = {{"id"}, {"lines", Data::list({1})}}},
      {.name = "Point", .fields = {{"x"}, {"y", 0}}, .frozen = true},
      {.kind = ObjectKind::kNamedTuple, .name = "Pair", .fields = {{"a"}, {"b", Data::object(ObjectKind::kDecimal, "", {{"text", "2"}})}}},
      {.kind = ObjectKind::kEnum, .name = "Color", .fields = {{"RED", 1}, {"BLUE", 2}}},
      {.kind = ObjectKind::kEnum, .name = "May", .fields = {{"READ", 1}, {"WRITE", 2}}, .base = "Flag"},
      database()};
}
SessionOptions options() { return {.functions = {"ask"}, .types = all_types()}; }

std::unique_ptr<Session> session_of(const std::string& text, SessionOptions o = options()) {
  std::vector<Finding> findings;
  auto program = Program::compile(text, "agent.py", &findings);
  EXPECT_TRUE(program) << (findings.empty() ? "" : findings[0].text);
  return std::make_unique<Session>(program, o);
}

Data from(const std::string& json) {
  Data data;
  std::string error;
  EXPECT_TRUE(from_json(json, &data, &error)) << json << ": " << error;
  return data;
}

std::string text_of(const Outcome& o) {
  if (o.error) return o.error->type + ": " + o.error->message;
  return std::string(to_string(o.status)) + " " + to_json(o.result);
}

const Data kDb = Data::object(ObjectKind::kHandle, "Database", {{"name", "db"}});

// What a program gives that has the handle `db`; answers of its calls are their functions' names.
std::string with_db(const std::string& text) {
  auto s = session_of(text);
  Outcome o = s->start({{"db", kDb}});
  for (int i = 0; i < 20 && o.status == Status::kPaused; ++i) {
    s = again(*s);
    const Call call = s->pending()[0];
    EXPECT_TRUE(call.function == "ask" || call.args.at(0) == kDb) << call.function;
    o = s->resume(call.id, call.function == "Database.__len__" ? Data(3) : Data(call.function));
  }
  return text_of(o);
}

TEST(Types, AreGlobalsOfTheProgram) {
  const auto runs = [](const std::string& text) { return text_of(session_of(text)->start()); };
  EXPECT_EQ(runs("import dataclasses\n(repr(Order(id=1)), Order(1) == Order(1, [1]), dataclasses.is_dataclass(Order), Order.__module__, "
                 "repr(Order))"),
            R"j(done {"$tuple": ["Order(id=1, lines=[1])", true, true, "__main__", "<class '__main__.Order'>"]})j");
  EXPECT_EQ(runs("a = Order(1)\na.lines.append(2)\nOrder(1).lines"), "done [1]");
  EXPECT_EQ(runs("p = Point(1)\n{p: 2}[Point(1, 0)]"), "done 2");
  EXPECT_EQ(runs("Point(1).x = 5"), "FrozenInstanceError: cannot assign to field 'x'");
  EXPECT_EQ(runs("Pair(1)"), R"(done {"$namedtuple": {"type": "Pair", "fields": {"a": 1, "b": {"$decimal": "2"}}}})");
  EXPECT_EQ(runs("match Order(7):\n    case Order(id): r = id\nr"), "done 7");
  EXPECT_EQ(
      runs("[Color.RED, May.READ | May.WRITE, isinstance(Color.BLUE, Color)]"),
      R"(done [{"$enum": {"type": "Color", "name": "RED", "value": 1}}, {"$enum": {"type": "May", "name": "READ|WRITE", "value": 3}}, true])");
  EXPECT_EQ(runs("Order()"), "TypeError: Order.__init__() missing 1 required positional argument: 'id'");
}

TEST(Types, AreWhatValuesOfTheirNamesBecome) {
  const Data value = from(
      R"([{"$record": {"type": "Order", "fields": {"lines": [5], "id": 1}}}, {"$record": {"type": "Point", "fields": {"x": 1, "y": 2}}},
                              {"$namedtuple": {"type": "Pair", "fields": {"a": 1, "b": 2}}}, {"$enum": {"type": "Color", "name": "BLUE", "value": 2}},
                              {"$enum": {"type": "May", "name": "READ|WRITE", "value": 3}}])");
  auto s = session_of(
      "v = ask()\n(type(v[0]) is Order, type(v[1]) is Point, hash(v[1]) == hash(Point(1, 2)), type(v[2]) is Pair, v[3] is Color.BLUE, v[4] "
      "is May.READ | May.WRITE, repr(v[0]))");
  s->start();
  s = again(*s, StateEncoding::kMessagePack, options());
  EXPECT_EQ(text_of(s->resume(s->pending()[0].id, value)),
            R"j(done {"$tuple": [true, true, true, true, true, true, "Order(id=1, lines=[5])"]})j");
  s = session_of("try: ask()\nexcept ValueError as e: r = str(e)\nr");
  s->start();
  EXPECT_EQ(text_of(s->resume(s->pending()[0].id, from(R"({"$enum": {"type": "Color", "name": "PINK", "value": 9}})"))),
            "done \"the host gave Color.PINK, which the Color that it declared does not have\"");
}

TEST(Types, OfOtherFieldsBecomeAnotherClass) {
  auto s = session_of("v = ask()\n(type(v) is Order, repr(v))");
  s->start();
  EXPECT_EQ(text_of(s->resume(s->pending()[0].id, from(R"({"$record": {"type": "Order", "fields": {"id": 1}}})"))),
            R"j(done {"$tuple": [false, "Order(id=1)"]})j");
}

TEST(Types, MayComeWithAFeedOrALoad) {
  Session s(SessionOptions{});
  EXPECT_EQ(text_of(s.feed("repr(Item(2))", {.types = {{.name = "Item", .fields = {{"n"}}}}})), "done \"Item(n=2)\"");
  EXPECT_EQ(text_of(s.feed("type(v) is Item", {.inputs = {{"v", from(R"({"$record": {"type": "Item", "fields": {"n": 1}}})")}}})),
            "done true");
  auto paused = session_of("a = ask()\nb = ask()\ntype(a) is type(b)", {.functions = {"ask"}});
  paused->start();
  StateProblem problem;
  auto loaded = Session::load(paused->save(), options(), &problem);
  ASSERT_TRUE(loaded);
  const Data order = from(R"({"$record": {"type": "Order", "fields": {"id": 1, "lines": []}}})");
  loaded->resume(loaded->pending()[0].id, order);
  loaded = again(*loaded);
  EXPECT_EQ(text_of(loaded->resume(loaded->pending()[0].id, order)), "done true");
}

TEST(Types, ThatCannotBeAreUsageErrors) {
  const auto problem = [](TypeDeclaration type) -> std::string {
    try {
      session_of("1", {.types = {type}})->start();
    } catch (const UsageError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(problem({.name = "an order"}), "type 'an order': the name of a type must be an identifier, not 'an order'");
  EXPECT_EQ(problem({.name = "A", .fields = {{"class"}}}), "type 'A': the name of a field must be an identifier, not 'class'");
  EXPECT_EQ(problem({.name = "A", .fields = {{"x"}, {"x"}}}), "type 'A': two fields of type 'A' have the name 'x'");
  EXPECT_EQ(problem({.name = "A", .fields = {{"x", 1}, {"y"}}}), "type 'A': non-default argument 'y' follows default argument");
  EXPECT_EQ(problem({.kind = ObjectKind::kNamedTuple, .name = "A", .fields = {{"x", 1}, {"y"}}}),
            "type 'A': a field of A without a default follows one that has one");
  EXPECT_EQ(problem({.kind = ObjectKind::kEnum, .name = "A", .fields = {{"x", 1}}, .base = "Ring"}),
            "type 'A': the base of an enum is one of Enum, IntEnum, StrEnum, Flag, IntFlag, str, int, float, bytes, not 'Ring'");
  EXPECT_EQ(problem({.kind = ObjectKind::kHandle, .name = "A", .methods = {"__setattr__"}}),
            "type 'A': a handle can't have the host's __setattr__");
  EXPECT_EQ(problem({.kind = ObjectKind::kHandle, .name = "A", .methods = {"x"}, .attributes = {"x"}}),
            "type 'A': 'x' of handle A is declared twice");
  EXPECT_EQ(problem({.kind = ObjectKind::kDate, .name = "A"}), "type 'A': a date can't be declared");
}

TEST(Handles, MethodsAndAttributesAreCallsOfTheHost) {
  EXPECT_EQ(
      with_db("(db.query('x'), db.version, len(db), db[5], repr(db), str(db), type(db) is Database, isinstance(db, Database))"),
      R"j(done {"$tuple": ["Database.query", "Database.version", 3, "Database.__getitem__", "<Database 'db'>", "<Database 'db'>", true, true]})j");
  EXPECT_EQ(with_db("with db as c: r = c\nr"), R"(done "Database.__enter__")");
  EXPECT_EQ(with_db("async def f(): return await db.fetch(1)\nawait f()"), R"(done "Database.fetch")");
  EXPECT_EQ(with_db("f = db.query\nf()"), R"(done "Database.query")");
  EXPECT_EQ(with_db("[db, {'d': db}]"),
            R"(done [{"$handle": {"type": "Database", "name": "db"}}, {"d": {"$handle": {"type": "Database", "name": "db"}}}])");
  auto s = session_of("db.query('select', limit=5)");
  s->start({{"db", kDb}});
  s = again(*s);
  const Call& call = s->pending()[0];
  EXPECT_EQ(call.function, "Database.query");
  EXPECT_EQ(to_json(Data::list(call.args)), R"([{"$handle": {"type": "Database", "name": "db"}}, "select"])");
  ASSERT_EQ(call.kwargs.size(), 1u);
  EXPECT_EQ(call.kwargs[0].first, "limit");
  EXPECT_EQ(call.line, 1u);
}

TEST(Handles, NothingElseCanBeReadOrSet) {
  EXPECT_EQ(with_db("db.drop()"), "AttributeError: 'Database' object has no attribute 'drop': the host allows query(), fetch(), version");
  EXPECT_EQ(with_db("db.name = 5"), "AttributeError: 'Database' object is the host's: its attribute 'name' can't be changed");
  EXPECT_EQ(with_db("del db.query"), "AttributeError: 'Database' object is the host's: its attribute 'query' can't be changed");
  EXPECT_EQ(with_db("object.__setattr__(db, 'x', 5)"), "AttributeError: 'Database' object has no attribute 'x'");
  EXPECT_EQ(with_db("db.__dict__"),
            "AttributeError: 'Database' object has no attribute '__dict__': the host allows query(), fetch(), version");
  EXPECT_EQ(with_db("hasattr(db, 'drop')"), "done false");
}

TEST(Handles, AreEqualByTypeAndName) {
  auto s = session_of("(a == b, a == c, a != b, {a: 1}[b], hash(a) == hash(b), a == 5)");
  const Data other = Data::object(ObjectKind::kHandle, "Database", {{"name", "other"}});
  EXPECT_EQ(text_of(s->start({{"a", kDb}, {"b", kDb}, {"c", other}})), R"(done {"$tuple": [true, false, false, 1, true, false]})");
  s = session_of("x = ask()\n[v for v in x.values()]");
  s->start();
  EXPECT_EQ(text_of(s->resume(s->pending()[0].id, Data::dict({{kDb, 1}, {other, 2}}))), "done [1, 2]");
}

// Each tries to have a handle that the host didn't give, or one under another name. What leaves must be nothing but `db`.
TEST(Handles, CannotBeForged) {
  const char* const kAttempts[] = {
      "h = Database()",
      "h = Database('root')",
      "h = object.__new__(Database)",
      "h = type(db).__new__(type(db))",
      "import copy\nh = copy.copy(db)",
      "import copy\nh = copy.deepcopy([db])",
      "import copyreg\nh = copyreg._reconstructor(Database, object, None)",
      "class H(Database): pass\nh = H()",
      "h = type('H', (Database,), {})()",
      "class A: __slots__ = ()\nh = A()\nh.__class__ = Database",
      "class A: pass\nh = A()\nh.__class__ = Database",
      "class A: pass\nA.__bases__ = (Database,)\nh = A()",
      "class A: __slots__ = ()\ndb.__class__ = A\nh = db",
      "class A: __slots__ = ()\nobject.__setattr__(db, '__class__', A)\nh = db",
      "object.__setattr__(db, 'type and name of the handle', ('Database', 'root'))\nh = db",
      "object.__delattr__(db, 'type and name of the handle')\nh = db",
      "class A: pass\nh = A()\nsetattr(h, 'type and name of the handle', ('Database', 'root'))\nh.__class__ = Database",
      "import dataclasses\nh = dataclasses.replace(db, name='root')",
      "Database.__getattribute__ = lambda s, n: 'root'\nDatabase.__name__ = 'Root'\nh = db",
      "Database.__eq__ = lambda a, b: True\nDatabase.__reduce_ex__ = lambda s, p: (str, ('root',))\nimport copy\nh = copy.copy(db)\nh = "
      "[db] if h == 'root' else h",
      "import weakref\nh = weakref.proxy(db)",
      "h = super(Database, db).__reduce_ex__(2)",
      "Database.__slots__ = ('name',)\nh = object.__new__(Database)",
      "h = object.__reduce_ex__(db, 2)[0](Database)",
      "import _border\nh = _border.arrive({}, slice('handle', 'Database', ['name', 'root']))",
      "import weakref\nh = weakref.finalize(db, __import__, '_border')().arrive({}, slice('handle', 'Database', ['name', 'root']))",
      "import sys\nh = sys.modules['_border'].make_handle(Database, 'Database', 'root')",
      "h = Database.query.__globals__['make_handle'](Database, 'Database', 'root', '')",
  };
  for (const char* attempt : kAttempts) {
    auto s = session_of(std::string(attempt) + "\nask(h)");
    const Outcome o = s->start({{"db", kDb}});
    if (o.status == Status::kPaused) {
      const std::string left = to_json(s->pending()[0].args[0]);
      EXPECT_TRUE(left == to_json(kDb) || left == to_json(Data::list({kDb}))) << attempt << ": " << left;
      again(*s);
    } else {
      EXPECT_EQ(o.status, Status::kRaised) << attempt;
    }
  }
}

// Whatever way to make the engine's own instance of a handle a program finds: it doesn't know the identity.
TEST(Handles, AreThoseTheHostGave) {
  auto s = session_of("ask()\nask(db)");
  s->start({{"db", kDb}});
  std::string state = s->save(StateEncoding::kJson);
  const size_t identity = state.find("\"Database db\"");
  ASSERT_NE(identity, std::string::npos) << state;
  const auto load = [](const std::string& text) {
    StateProblem problem;
    auto loaded = Session::load(text, options(), &problem);
    EXPECT_TRUE(loaded) << problem.message;
    return loaded;
  };
  auto same = load(state);
  EXPECT_EQ(same->resume(same->pending()[0].id, Data()).status, Status::kPaused);
  EXPECT_EQ(to_json(same->pending()[0].args[0]), to_json(kDb));
  // Another name for the same object.
  const size_t name = state.find("\"db\"", state.find("type and name of the handle"));
  ASSERT_NE(name, std::string::npos) << state;
  auto forged = load(std::string(state).replace(name, 4, "\"root\""));
  EXPECT_EQ(forged->resume(forged->pending()[0].id, Data()).status, Status::kRaised);
  // The identity of another session.
  state.replace(state.find('"', state.find(':', identity)) + 1, 4, "xxxx");
  auto other = load(state);
  EXPECT_EQ(other->resume(other->pending()[0].id, Data()).status, Status::kRaised);
}

TEST(Handles, OfAnUndeclaredTypeHaveNothingButTheirName) {
  const Data root = Data::object(ObjectKind::kHandle, "Thing", {{"name", "t"}});
  auto s = session_of("x = ask()\n(repr(x), type(x).__name__, hasattr(x, 'query'), x)", {.functions = {"ask"}});
  s->start();
  s = again(*s);
  EXPECT_EQ(text_of(s->resume(s->pending()[0].id, root)),
            R"j(done {"$tuple": ["<Thing 't'>", "Thing", false, {"$handle": {"type": "Thing", "name": "t"}}]})j");
}

TEST(Handles, MethodsAreGrantedByTheDeclarationOrByName) {
  const auto load = [](SessionOptions o) {
    auto s = session_of("ask()\ndb.query()");
    s->start({{"db", kDb}});
    s = Session::load(s->save(), o, nullptr);
    return text_of(s->resume(s->pending()[0].id, Data()));
  };
  EXPECT_EQ(load({}), "paused null");  // all that the state names
  EXPECT_EQ(load({.functions = {"ask"}}), "PermissionError: the host does not grant the function 'Database.query' here");
  EXPECT_EQ(load({.functions = {"ask", "Database.query"}}), "paused null");
  EXPECT_EQ(load({.functions = {"ask"}, .types = {database()}}), "paused null");
  EXPECT_EQ(load({.functions = {"ask"}, .types = {{.kind = ObjectKind::kHandle, .name = "Database", .attributes = {"version"}}}}),
            "PermissionError: the host does not grant the function 'Database.query' here");
}

}  // namespace
}  // namespace fermata
