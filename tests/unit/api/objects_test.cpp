// Objects across the border: out of the program, into it, and both with a state in between.
#include <gtest/gtest.h>

#include "again.h"
#include "fermata/session.h"
#include "serialization/data_json.h"

namespace fermata {
namespace {

constexpr const char* kImports =
    "import datetime, decimal, uuid, enum, collections, dataclasses, typing\n"
    "from datetime import date, time, timedelta, timezone\n"
    "from decimal import Decimal\n"
    "from dataclasses import dataclass, field\n";

std::unique_ptr<Session> session_of(const std::string& text, SessionOptions options = {}) {
  std::vector<Finding> findings;
  auto program = Program::compile(kImports + text, "agent.py", &findings);
  EXPECT_TRUE(program) << (findings.empty() ? "" : findings[0].text);
  options.functions.emplace_back("ask");
  return std::make_unique<Session>(program, options);
}

Data from(const std::string& json) {
  Data data;
  std::string error;
  EXPECT_TRUE(from_json(json, &data, &error)) << json << ": " << error;
  return data;
}

std::string outcome_text(const Outcome& o) {
  if (o.error) return o.error->type + ": " + o.error->message + "\n" + o.error->traceback;
  return std::string(to_string(o.status)) + " " + to_json(o.result);
}

// What the last expression of the program crosses as.
std::string leaves(const std::string& text) {
  auto s = session_of(text);
  const Outcome o = s->start();
  EXPECT_EQ(o.status, Status::kDone) << outcome_text(o);
  return (o.result_is_repr ? "repr: " : "") + to_json(o.result);
}

// What the program gives after ask() was answered with this, saved and loaded before and after.
std::string arrives(const std::string& json, const std::string& text, std::vector<TypeDeclaration> types = {}) {
  auto s = session_of("x = ask()\nask()\n" + text, {.types = types});
  Outcome o = s->start();
  EXPECT_EQ(o.status, Status::kPaused) << outcome_text(o);
  if (o.status != Status::kPaused) return outcome_text(o);
  s = again(*s);
  o = s->resume(s->pending()[0].id, from(json));
  if (o.status != Status::kPaused) return outcome_text(o);
  s = again(*s, StateEncoding::kJson);
  o = s->resume(s->pending()[0].id, Data());
  return outcome_text(o);
}

TEST(ObjectsLeave, DatesTimesAndTheirDifferences) {
  EXPECT_EQ(leaves("date(2026, 1, 2)"), R"({"$date": "2026-01-02"})");
  EXPECT_EQ(leaves("time(1, 2, 3)"), R"({"$time": "01:02:03"})");
  EXPECT_EQ(leaves("time(1, 2, 3, 4, tzinfo=timezone(timedelta(hours=-5, minutes=-30)), fold=1)"),
            R"({"$time": {"iso": "01:02:03.000004-05:30", "fold": 1}})");
  EXPECT_EQ(leaves("datetime.datetime(2026, 11, 21, 10, tzinfo=timezone.utc)"), R"({"$datetime": "2026-11-21T10:00:00+00:00"})");
  EXPECT_EQ(leaves("datetime.datetime(1, 1, 1, tzinfo=timezone(timedelta(seconds=3661, microseconds=5)))"),
            R"({"$datetime": "0001-01-01T00:00:00+01:01:01.000005"})");
  EXPECT_EQ(leaves("timedelta(hours=-1, microseconds=7)"), R"({"$timedelta": [-1, 82800, 7]})");
  EXPECT_EQ(leaves("class Day(date): pass\n[Day(2026, 1, 2)]"), R"([{"$date": "2026-01-02"}])");
}

TEST(ObjectsLeave, EveryDateAsItsOwnIsoformatWritesIt) {
  EXPECT_EQ(leaves("values = [datetime.datetime(2026, 3, 4, 5, 6, 7, us, timezone(timedelta(seconds=s))) for us in (0, 1, 999999) for s in "
                   "(0, 60, -60, 86399, -86399, 7)]\n"
                   "ok = [v.isoformat() for v in values]\n(values, ok)"),
            [] {
              auto s = session_of(
                  "values = [datetime.datetime(2026, 3, 4, 5, 6, 7, us, timezone(timedelta(seconds=s))) for us in (0, 1, 999999) for s in "
                  "(0, 60, -60, 86399, -86399, 7)]\n"
                  "[v.isoformat() for v in values]");
              const Data texts = s->start().result;
              Data::Items dates;
              for (const Data& t : texts.items()) dates.push_back(Data::object(ObjectKind::kDateTime, "", {{"iso", t}}));
              return to_json(Data::tuple({Data::list(dates), texts}));
            }());
}

TEST(ObjectsLeave, DecimalsAsStrWritesThem) {
  const std::string values =
      "values = [Decimal(t) for t in ('0', '-0', '1.50', '1E+3', '1E-7', '-12.345E-20', '0.000001', '0.0000001', '0E-10', "
      "'123456789012345678901234567890.5', 'Infinity', '-Infinity', 'NaN', "
      "'sNaN12', '1E+999999', '00012', '0E+5', '12E-2', '12E-8')]\n";
  auto s = session_of(values + "[str(v) for v in values]");
  const Data texts = s->start().result;
  Data::Items expected;
  for (const Data& t : texts.items()) expected.push_back(Data::object(ObjectKind::kDecimal, "", {{"text", t}}));
  EXPECT_EQ(leaves(values + "values"), to_json(Data::list(expected)));
}

TEST(ObjectsLeave, UuidsAndComplexNumbers) {
  EXPECT_EQ(leaves("uuid.UUID(int=255)"), R"({"$uuid": "00000000-0000-0000-0000-0000000000ff"})");
  EXPECT_EQ(leaves("uuid.UUID('ffffffff-1234-5678-9abc-def012345678')"), R"({"$uuid": "ffffffff-1234-5678-9abc-def012345678"})");
  EXPECT_EQ(leaves("1.5-2j"), R"({"$complex": [1.5, -2.0]})");
}

TEST(ObjectsLeave, MembersOfEnums) {
  EXPECT_EQ(
      leaves("class Color(enum.Enum):\n    RED = 1\n    BLUE = (1, 'x')\n[Color.RED, Color.BLUE]"),
      R"([{"$enum": {"type": "Color", "name": "RED", "value": 1}}, {"$enum": {"type": "Color", "name": "BLUE", "value": {"$tuple": [1, "x"]}}}])");
  EXPECT_EQ(
      leaves("class Size(enum.IntEnum):\n    S = 1\nclass Tone(enum.StrEnum):\n    LOW = 'low'\n(Size.S, Tone.LOW)"),
      R"({"$tuple": [{"$enum": {"type": "Size", "name": "S", "value": 1}}, {"$enum": {"type": "Tone", "name": "LOW", "value": "low"}}]})");
  EXPECT_EQ(leaves("class May(enum.Flag):\n    READ = 1\n    WRITE = 2\n[May.READ | May.WRITE, May(0)]"),
            R"([{"$enum": {"type": "May", "name": "READ|WRITE", "value": 3}}, {"$enum": {"type": "May", "name": null, "value": 0}}])");
}

TEST(ObjectsLeave, NamedTuplesAndDataclasses) {
  EXPECT_EQ(leaves("collections.namedtuple('Point', 'x y')(1, [2])"),
            R"({"$namedtuple": {"type": "Point", "fields": {"x": 1, "y": [2]}}})");
  EXPECT_EQ(leaves("class P(typing.NamedTuple):\n    x: int\n    y: int = 5\nP(1)"),
            R"({"$namedtuple": {"type": "P", "fields": {"x": 1, "y": 5}}})");
  EXPECT_EQ(
      leaves("@dataclass\nclass Line:\n    n: int\n    kind: typing.ClassVar[str] = 'k'\n    more: dataclasses.InitVar[int] = 3\n"
             "@dataclass(slots=True, frozen=True)\nclass Order:\n    id: int\n    lines: list\n    note: str = field(default='-', "
             "init=False)\nOrder(1, [Line(2)])"),
      R"({"$record": {"type": "Order", "fields": {"id": 1, "lines": [{"$record": {"type": "Line", "fields": {"n": 2}}}], "note": "-"}}})");
  EXPECT_EQ(leaves("@dataclass\nclass Empty: pass\nEmpty()"), R"({"$record": {"type": "Empty", "fields": {}}})");
  EXPECT_EQ(leaves("class L(list): pass\nclass I(int): pass\n[L([1]), I(5)]"), "[[1], 5]");
}

TEST(ObjectsLeave, WhatCannotIsRefusedOrShown) {
  EXPECT_EQ(leaves("class A: pass\nA.__repr__ = lambda s: 'an A'\nrepr(A())"), "\"an A\"");
  EXPECT_EQ(leaves("class A:\n    pass\n[A]"),
            R"(repr: [{"$instance": {"type": "type", "module": "builtins", "repr": "<class '__main__.A'>", "attributes": null}}])");
  const auto refusal = [](const std::string& text) { return leaves(text + "\ntry: ask(x)\nexcept TypeError as e: r = str(e)\nr"); };
  EXPECT_EQ(
      refusal("class A: pass\nx = A()"),
      "\"argument 1 of host function 'ask' holds a value of type 'A' (no dataclass, named tuple or enum), which can't leave the sandbox\"");
  EXPECT_EQ(refusal("class Z(datetime.tzinfo): pass\nx = time(tzinfo=Z())"),
            "\"argument 1 of host function 'ask' holds a time whose tzinfo is of type 'Z' (a datetime.timezone or a ZoneInfo could), which "
            "can't leave the sandbox\"");
  EXPECT_EQ(refusal("@dataclass\nclass A:\n    n: int\nx = A(1)\ndel x.n"),
            "\"argument 1 of host function 'ask' holds a value of type 'A' that has no 'n', which can't leave the sandbox\"");
  EXPECT_EQ(refusal("@dataclass\nclass A:\n    n: int\nx = A(1)\ndel x.n\nA.n = property(lambda s: 5)"),
            "\"argument 1 of host function 'ask' holds a value of type 'A' whose 'n' has to be computed, which can't leave the sandbox\"");
  EXPECT_EQ(refusal("@dataclass\nclass A:\n    n: object\nx = A(1)\nx.n = x"),
            "\"argument 1 of host function 'ask' holds a value that contains itself, which can't leave the sandbox\"");
}

TEST(ObjectsLeave, WhatCannotIsAnInstanceAmongTheRest) {
  EXPECT_EQ(leaves("class A:\n    def __init__(self): self.x, self.me = [1], self\n    def __repr__(self): return 'an A'\n{'a': (A(), 2)}"),
            R"(repr: {"a": {"$tuple": [{"$instance": {"type": "A", "module": "__main__", "repr": "an A", "attributes": {"x": [1], "me": )"
            R"({"$instance": {"type": "A", "module": "__main__", "repr": "an A", "attributes": null}}}}}, 2]}})");
  EXPECT_EQ(
      leaves("import fractions, ipaddress\n[fractions.Fraction(1, 3), ipaddress.ip_interface('10.1.2.3/8'), "
             "ipaddress.ip_address('fe80::1%e')]"),
      R"([{"$fraction": [1, 3]}, {"$ipaddress": {"type": "IPv4Interface", "text": "10.1.2.3/8"}}, {"$ipaddress": {"type": "IPv6Address", "text": "fe80::1%e"}}])");
  EXPECT_EQ(leaves("from pathlib import *\nwindows = PureWindowsPath('c:/a', 'b')\n[Path('/a//b/'), PurePosixPath(), windows]"),
            R"([{"$path": {"type": "PosixPath", "text": "/a/b"}}, {"$path": {"type": "PurePosixPath", "text": "."}}, )"
            R"({"$path": {"type": "PureWindowsPath", "text": "c:\\a\\b"}}])");
  EXPECT_EQ(leaves("from pathlib import Path\np = Path('a')\np._parts = [1]\np").substr(0, 23), "repr: {\"$instance\": {\"t");
  EXPECT_EQ(leaves("a = ValueError(1)\nclass L(list):\n    def __repr__(self): raise a\nL([1])"), "[1]");
  EXPECT_EQ(
      leaves("class B:\n    def __repr__(self): return 5\nB()"),
      R"(repr: {"$instance": {"type": "B", "module": "__main__", "repr": "<B object: its __repr__ raises TypeError>", "attributes": null}})");
}

TEST(ObjectsLeave, SharedPartsStayShared) {
  auto s = session_of("a = [1]\nfor _ in range(60): a = [a, a]\nx = ask(a, b=a)\n(x[0] is x[1], x == a, a)");
  Outcome o = s->start();
  ASSERT_EQ(o.status, Status::kPaused) << outcome_text(o);
  s = again(*s);
  const Call call = s->pending()[0];
  EXPECT_EQ(call.args[0].identity(), call.kwargs[0].second.identity());
  EXPECT_EQ(call.args[0].items()[0].identity(), call.args[0].items()[1].identity());
  s = again(*s, StateEncoding::kJson);
  o = s->resume(call.id, Data::list({call.args[0], call.args[0]}));
  ASSERT_EQ(o.status, Status::kDone) << outcome_text(o);
  EXPECT_EQ(o.result.items()[0], Data(true));
  EXPECT_EQ(o.result.items()[2], call.args[0]);
  EXPECT_FALSE(o.result.items()[2] == call.args[0].items()[0]);
}

TEST(ObjectsLeave, DeepDataEndsWithoutDepth) {
  Data deep = Data::list(), same = Data::list();
  for (int i = 0; i < 1'000'000; ++i) deep = i % 2 ? Data::tuple({deep, 1}) : Data::dict({{"k", deep}});
  for (int i = 0; i < 1'000'000; ++i) same = i % 2 ? Data::tuple({same, 1}) : Data::dict({{"k", same}});
  EXPECT_TRUE(deep == same);
  auto s = session_of("x");
  EXPECT_THROW(s->start({{"x", deep}}), UsageError);
}

TEST(ObjectsArrive, LibraryKindsAreTheLibrarysOwn) {
  EXPECT_EQ(arrives(R"({"$date": "2026-01-02"})", "(repr(x), type(x) is date)"),
            R"j(done {"$tuple": ["datetime.date(2026, 1, 2)", true]})j");
  EXPECT_EQ(
      arrives(R"({"$datetime": {"iso": "2026-01-02T03:04:05.000006+01:00", "fold": 1}})",
              "(repr(x), x.fold, isinstance(x, datetime.datetime))"),
      R"j(done {"$tuple": ["datetime.datetime(2026, 1, 2, 3, 4, 5, 6, fold=1, tzinfo=datetime.timezone(datetime.timedelta(seconds=3600)))", 1, true]})j");
  EXPECT_EQ(
      arrives(
          R"([{"$time": "01:02:03"}, {"$timedelta": [-1, 5, 6]}, {"$decimal": "1.50"}, {"$uuid": "00000000-0000-0000-0000-0000000000ff"}, {"$complex": [1, -2]}])",
          "repr(x)"),
      R"j(done "[datetime.time(1, 2, 3), datetime.timedelta(days=-1, seconds=5, microseconds=6), Decimal('1.50'), UUID('00000000-0000-0000-0000-0000000000ff'), (1-2j)]")j");
  EXPECT_EQ(
      arrives(
          R"({"$dict": [[{"$date": "2026-01-02"}, {"$set": [{"$decimal": "1"}, 2]}], [{"$frozenset": [{"$tuple": [{"$uuid": "00000000-0000-0000-0000-0000000000ff"}]}]}, null]]})",
          "(x[date(2026, 1, 2)] == {1, 2}, x[frozenset([(uuid.UUID(int=255),)])])"),
      R"j(done {"$tuple": [true, null]})j");
}

TEST(ObjectsArrive, BadContentIsAnExceptionAtTheCall) {
  for (const char* json : {R"({"$date": "2026-02-30"})", R"({"$decimal": "one"})", R"({"$uuid": "12"})", R"([{"$time": "25:00"}])"})
    EXPECT_EQ(arrives(json, "x").substr(0, 12), "ValueError: ") << json;
}

TEST(ObjectsArrive, RecordsAreDataclassesAlwaysOfOneClass) {
  const std::string order = R"({"$record": {"type": "Order", "fields": {"id": 1, "lines": [2]}}})";
  EXPECT_EQ(arrives(order,
                    "(repr(x), dataclasses.asdict(x), [f.name for f in dataclasses.fields(x)], dataclasses.replace(x, id=5).id, x == "
                    "type(x)(1, [2]))"),
            R"j(done {"$tuple": ["Order(id=1, lines=[2])", {"id": 1, "lines": [2]}, ["id", "lines"], 5, true]})j");
  auto s = session_of("a = ask()\nb = ask()\nc = ask()\n(a == b, type(a) is type(b), type(a) is type(c), str(type(a)))");
  s->start();
  s->resume(s->pending()[0].id, from(order));
  s = again(*s);
  s->resume(s->pending()[0].id, from(order));
  s = again(*s, StateEncoding::kJson);
  EXPECT_EQ(outcome_text(s->resume(s->pending()[0].id, from(R"({"$record": {"type": "Order", "fields": {"id": 1}}})"))),
            R"j(done {"$tuple": [true, true, false, "<class '__main__.Order'>"]})j");
}

TEST(ObjectsArrive, NamedTuplesAndEnums) {
  EXPECT_EQ(arrives(R"({"$namedtuple": {"type": "Point", "fields": {"x": 1, "y": 2}}})",
                    "(repr(x), x.y, x[0], x._asdict(), isinstance(x, tuple))"),
            R"j(done {"$tuple": ["Point(x=1, y=2)", 2, 1, {"x": 1, "y": 2}, true]})j");
  EXPECT_EQ(
      arrives(
          R"([{"$enum": {"type": "Color", "name": "RED", "value": 1}}, {"$enum": {"type": "Color", "name": "BLUE", "value": 2}}, {"$enum": {"type": "Color", "name": "RED", "value": 1}}])",
          "(repr(x), x[0] is x[2], isinstance(x[1], enum.Enum), type(x[0]) is type(x[1]), x[1].value, list(type(x[0])) == x[:2])"),
      R"j(done {"$tuple": ["[<Color.RED: 1>, <Color.BLUE: 2>, <Color.RED: 1>]", true, true, true, 2, true]})j");
  EXPECT_EQ(
      arrives(R"({"$dict": [[{"$enum": {"type": "Color", "name": "RED", "value": 1}}, "r"]]})", "[(k.name, v) for k, v in x.items()]"),
      R"j(done [{"$tuple": ["RED", "r"]}])j");
}

TEST(ObjectsArrive, AsInputsInFeedsAndAsArgumentsOfExceptions) {
  auto s = session_of("(str(day), type(order).__name__)");
  EXPECT_EQ(outcome_text(s->start(
                {{"day", from(R"({"$date": "2026-01-02"})")}, {"order", from(R"({"$record": {"type": "Order", "fields": {"id": 1}}})")}})),
            R"j(done {"$tuple": ["2026-01-02", "Order"]})j");
  EXPECT_EQ(outcome_text(s->feed("(type(order) is type(next), next.id)",
                                 {.inputs = {{"next", from(R"({"$record": {"type": "Order", "fields": {"id": 2}}})")}}})),
            R"j(done {"$tuple": [true, 2]})j");
  s->feed("try: ask()\nexcept ValueError as e: r = repr(e.args)\nr");
  EXPECT_EQ(outcome_text(s->resume(s->pending()[0].id, Error{.type = "ValueError", .args = {from(R"({"$date": "2026-01-02"})"), 5}})),
            R"j(done "(datetime.date(2026, 1, 2), 5)")j");
  auto bad = session_of("day");
  EXPECT_THROW(bad->start({{"day", from(R"({"$date": "tomorrow"})")}}), UsageError);
}

TEST(ObjectsArrive, AsAnswersOfAsynchronousCalls) {
  SessionOptions options;
  options.functions = {Grant::async("fetch")};
  auto s = session_of("import asyncio\nr = await asyncio.gather(fetch(1), fetch(2))\nrepr(r)", options);
  s->start();
  ASSERT_EQ(s->pending().size(), 2u);
  s = again(*s);
  EXPECT_EQ(outcome_text(
                s->resume({{s->pending()[1].id, from(R"({"$decimal": "2"})")}, {s->pending()[0].id, from(R"({"$date": "2026-01-02"})")}})),
            R"j(done "[datetime.date(2026, 1, 2), Decimal('2')]")j");
}

TEST(ObjectsArrive, TheStepsAreTheProgramsAndItsOtherLimitsHold) {
  auto s = session_of("x = ask()\nlen(x)", {.limits = {.steps = 300}});
  s->start();
  Data::Items many(500, from(R"({"$date": "2026-01-02"})"));
  const uint64_t before = s->spent().steps;
  const Outcome o = s->resume(s->pending()[0].id, Data::list(many));
  EXPECT_GT(s->spent().steps, before + 500);
  EXPECT_EQ(o.status, Status::kExhausted);
  EXPECT_EQ(o.limit, "steps");
}

TEST(ObjectsArrive, CodeOfTheProgramThatTakesPartCannotCallTheHostOrRunForEver) {
  const std::string key = R"({"$dict": [[{"$record": {"type": "Order", "fields": {"id": 1}}}, 1]]})";
  const std::vector<TypeDeclaration> types{{.name = "Order", .fields = {{"id"}}, .frozen = true}};
  for (const char* body : {"ask()", "[i for i in iter(int, 1)]", "print(5)"}) {
    auto s = session_of(
        std::string("def h(self): ") + body +
            "; return 1\nOrder.__hash__ = h\ntry: x = ask()\nexcept RuntimeError as e: x = str(e)\nx if type(x) is str else len(x)",
        {.types = types});
    s->start();
    const Outcome o = s->resume(s->pending()[0].id, from(key));
    EXPECT_EQ(
        outcome_text(o),
        body[0] == 'p'
            ? "done 1"
            : "done \"a value of the host's can't be made: the program's own code takes part in it, and takes too long or calls the host\"")
        << body;
    EXPECT_TRUE(s->pending().empty());
  }
}

std::string raises(const std::string& text, Error error) {
  auto s = session_of(text);
  s->start();
  s = again(*s);
  const Outcome o = s->resume(s->pending()[0].id, error);
  if (o.status == Status::kPaused) return outcome_text(again(*s)->resume(s->pending()[0].id, error));
  return outcome_text(o);
}

TEST(ErrorsArrive, UnknownNamesAreClassesBelowRuntimeError) {
  EXPECT_EQ(raises("ask()", {.type = "PaymentError", .message = "no funds"}),
            "PaymentError: no funds\nTraceback (most recent call last):\n  File \"agent.py\", line 5, in <module>\n    ask()\n  File "
            "\"<host>\", in ask\nPaymentError: no funds\n");
  EXPECT_EQ(raises("ask()", {.type = "shop.PaymentError"}),
            "PaymentError: \nTraceback (most recent call last):\n  File \"agent.py\", line 5, in <module>\n    ask()\n  File \"<host>\", "
            "in ask\nshop.PaymentError\n");
  EXPECT_EQ(raises("c = []\nfor i in range(2):\n    try: ask()\n    except RuntimeError as e: c.append(e)\n(repr(c), type(c[0]) is "
                   "type(c[1]), type(c[0]).__mro__[1].__name__)",
                   {.type = "PaymentError", .message = "no funds"}),
            R"j(done {"$tuple": ["[PaymentError('no funds'), PaymentError('no funds')]", true, "RuntimeError"]})j");
}

TEST(ErrorsArrive, OfTheLibraryAndOfTheProgram) {
  EXPECT_EQ(raises("import asyncio\ntry: ask()\nexcept asyncio.TimeoutError as e: r = 'late'\nr", {.type = "asyncio.TimeoutError"}),
            "done \"late\"");
  EXPECT_EQ(
      raises("try: ask()\nexcept decimal.InvalidOperation as e: r = repr(e)\nr", {.type = "decimal.InvalidOperation", .message = "x"}),
      "done \"InvalidOperation('x')\"");
  EXPECT_EQ(raises("import json\ntry: ask()\nexcept json.JSONDecodeError as e: r = str(e)\nr",
                   {.type = "json.JSONDecodeError", .message = "bad"}),
            "done \"bad\"");
  EXPECT_EQ(raises("class Denied(Exception): pass\ntry: ask()\nexcept Denied as e: r = e.args\nr", {.type = "Denied", .message = "no"}),
            R"(done {"$tuple": ["no"]})");
  EXPECT_EQ(raises("class Denied(Exception):\n    def __init__(self, who): self.who = who\ntry: ask()\nexcept RuntimeError as e: r = "
                   "type(e) is Denied\nr",
                   {.type = "Denied", .message = "no"}),
            "done false");
  EXPECT_EQ(
      raises("class Denied: pass\ntry: ask()\nexcept RuntimeError as e: r = type(e).__name__\nr", {.type = "Denied", .message = "no"}),
      "done \"Denied\"");
  EXPECT_EQ(raises("try: ask()\nexcept RuntimeError as e: r = type(e).__name__\nr", {.type = "os.path.Nothing"}), "done \"Nothing\"");
}

}  // namespace
}  // namespace fermata
