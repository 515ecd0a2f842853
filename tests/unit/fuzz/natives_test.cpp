// Every native, the prelude's own and the library's, and every function of the prelude take any arguments: a forged state may call them by
// name with whatever it holds. FERMATA_SEED and FERMATA_ROUNDS say which calls, and how many; FERMATA_LAST=1 prints each native before its
// call.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "../serialization/programs.h"
#include "objects/containers/containers.h"
#include "objects/containers/dict.h"
#include "runtime/heap_check.h"
#include "session/image/image.h"
#include "session/session_impl.h"

namespace fermata {
namespace {

// Everything callable that states may name.
class Callables {
 public:
  Callables() {
    const Image& image = shared_image();
    for (const Dict* d : {image.builtins, image.intrinsics, image.prelude}) add_dict(const_cast<Dict*>(d));
    for (const std::string& name : image_module_names()) {
      std::string error;
      if (Module* m = image_module(name, &error)) add_dict(as<Dict>(m->dict));
    }
  }
  std::vector<Value> found;
  std::vector<Value> containers;  // the image's, which nothing may change

 private:
  void add_dict(Dict* d) {
    containers.push_back(Value::object(d));
    dict_for_each(d, [&](DictEntry& e) { add(e.value); });
  }
  void add(Value v) {
    if (!v.is_object() || !seen_.insert(v.as_object()).second) return;
    if (is<Builtin>(v) || is<Function>(v)) found.push_back(v);
    if (is<List>(v) || is<Set>(v)) containers.push_back(v);
    if (is<Dict>(v)) add_dict(as<Dict>(v));
    if (!is<Class>(v)) return;
    found.push_back(v);
    add_dict(as<Dict>(as<Class>(v)->dict));
  }
  std::set<const Object*> seen_;
};

// What a container holds, as a number.
uint64_t sum_of(Value v) {
  uint64_t sum = 0;
  const auto add = [&sum](Value item) { sum = sum * 1'000'003 + item.bits(); };
  if (is<List>(v))
    for (Value item : as<List>(v)->items) add(item);
  if (is<Dict>(v))
    for (const DictEntry& e : as<Dict>(v)->entries) add(e.key), add(e.value);
  if (is<Set>(v))
    for (const SetEntry& e : as<Set>(v)->table) add(e.key);
  return sum;
}

constexpr const char* kProgram = R"py(
import re, collections, itertools, functools, datetime, decimal, random
def make_values():
    class Plain:
        def __init__(self): self.x = [1]
        def method(self, *a, **k): return a
    class Slots: __slots__ = ("a",)
    class Ints(int): pass
    class Texts(str): pass
    class Lists(list): pass
    class Dicts(dict):
        def __missing__(self, key): return key
    class Loud:
        def __eq__(self, other): return True
        def __hash__(self): return 1
        def __lt__(self, other): return False
        def __iter__(self): return iter([1, 2])
        def __index__(self): return 2
        def __len__(self): return 3
        def __getitem__(self, i): return [5, 6, 7][i]
        def __call__(self, *a): return 1
    def gen():
        try: yield 1
        finally: yield 2
    def outer(): yield from gen()
    begun, over, inside = gen(), gen(), outer()
    next(begun); list(over); next(inside)
    free = 1
    def closure(a, *b, c=2, **d): return free
    try: raise ValueError("v") from KeyError("k")
    except ValueError as e: error = e
    s, d, l = {1, "two", 3.0}, {1: "one", "two": 2, None: []}, [3, 1, 2]
    frozen = frozenset([1, (2, 3)])
    return [
        None, True, False, 0, 1, -1, 2, 7, 63, 64, 255, 256, 2**31, 2**40, 2**61, 2**62 - 1, 2**62, -2**62 - 1, 2**64, -2**100, 0.0, -0.0, 1.5, 1e300, float("nan"), float("inf"), 2j,
        "", "a", "text", "\u00e9\U0001F600x", "\ud800", "{0.a!r:>{1}}", "%s %(a)d %%", "x" * 300, "__class__", "name", "dict", "append", "utf-8", b"", b"by\xfftes", bytearray(b"array"),
        (), (1,), (1, "b"), ("a", "b"), ((1, 2), (3, 4)), [], l, [[1, 2], [3]], ["x", "y"], {}, d, {"a": 1, "b": 2}, set(), s, frozen, range(3), range(0), range(2**70), slice(1, None, 2),
        Plain(), Plain, Slots(), Ints(5), Texts("sub"), Lists([1]), Dicts(a=1), Loud(), Loud, Plain().method, closure, gen, lambda *a, **k: a, len, str.join, [].append, "".join, int, str, list, dict, type, object, Exception, ValueError, BaseException,
        error, KeyError("x"), StopIteration(3), error.__traceback__, gen(), begun, over, inside, iter(l), iter([]), iter(d), iter(d.items()), iter(s), iter("text"), iter(range(5)), reversed(l), reversed(d), zip([1, 2], "ab"), zip(Loud(), Loud()), enumerate("ab"), map(abs, [1, -2]), map(closure, [1]),
        filter(None, [0, 1]), d.keys(), d.values(), d.items(), collections.deque([1, 2, 3], maxlen=4), collections.deque(), collections.OrderedDict(a=1), collections.Counter("aab"), collections.namedtuple("P", "x y")(1, 2), re.compile(r"(a)|(?P<n>b+)"), re.match("(t)e", "text"), re, itertools, itertools.count(), functools.partial(len, "x"),
        property(len), staticmethod(len), classmethod(len), super(Plain, Plain()), type(d)(d), Plain.__dict__, list[int], int | str, closure.__code__, closure.__closure__[0], Ellipsis, NotImplemented, function_type.__dict__["__code__"], Slots.__dict__["a"], datetime.date(2020, 1, 2), decimal.Decimal("1.5"), random.Random(3), random,
    ]
function_type = type(lambda: 0)
values = make_values()
ask()
seed = given_seed
def below(n):
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) & (2**61 - 1)
    return (seed >> 20) % n
def once():
    f = natives[below(len(natives))]
    args = [values[below(len(values))] for _ in range(below(5))]
    if loud: print(f, len(args))
    r = f(*args)
    if below(4) == 0:
        if type(r) is not list or len(r) < 1000: values[below(len(values))] = r
for _ in range(rounds):
    try: once()
    except BaseException: pass
)py";

TEST(Natives, TakeAnyArguments) {
  const auto number = [](const char* name, int64_t otherwise) {
    const char* text = std::getenv(name);
    return text ? std::atoll(text) : otherwise;
  };
  const int64_t seed = number("FERMATA_SEED", 1), rounds = number("FERMATA_ROUNDS", 40);
  const Callables callables;
  EXPECT_GT(callables.found.size(), 1500u);
  std::vector<uint64_t> sums;
  for (Value v : callables.containers) sums.push_back(sum_of(v));
  for (int64_t round = 0; round < rounds; ++round) {
    SessionOptions options;
    options.functions = {"ask"};
    options.limits.steps = 20'000'000;
    options.limits.time_ms = 0;
    options.limits.heap_bytes = 64 << 20;
    if (std::getenv("FERMATA_LAST")) options.on_output = [](int, std::string_view text) { std::fputs(std::string(text).c_str(), stderr); };
    std::vector<Finding> findings;
    Session session(Program::compile(kProgram, "natives.py", &findings), options);
    const Outcome outcome = session.start();
    ASSERT_EQ(outcome.status, Status::kPaused) << (outcome.error ? outcome.error->traceback : "");
    Context& cx = session.impl().cx;
    auto* globals = as<Dict>(cx.main_globals);
    const auto set = [&](const char* name, Value v) { dict_set_str(cx, globals, cx.intern(name), v); };
    set("natives", list_of(cx, callables.found));
    set("given_seed", Value::small(seed * 1'000'003 + round));
    set("rounds", Value::small(500));
    set("loud", Value::boolean(std::getenv("FERMATA_LAST")));
    auto* values = as<List>(dict_get_str(globals, cx.intern("values")));
    for (Value v : {Value::missing(), Value::exhausted(), Value::object(cx.task)}) cx.heap.push(values->items, v);
    for (size_t i = 0; i < 30; ++i)
      cx.heap.push(values->items, callables.containers[size_t(round * 30 + int64_t(i)) % callables.containers.size()]);
    if (std::getenv("FERMATA_LAST")) std::fprintf(stderr, "--- round %lld\n", (long long)round);
    session.resume(session.pending()[0].id, Data());
    for (int stops = 0; session.status() == Status::kPaused && stops < 50; ++stops) session.resume(session.pending()[0].id, Data());
    session.impl().interpreter->collect();
    Kind kind;
    const char* problem = check_heap(cx, &kind);
    EXPECT_EQ(problem, nullptr) << kind_name(kind) << ": " << problem << " in round " << round;
    for (size_t i = 0; i < sums.size(); ++i)
      ASSERT_EQ(sum_of(callables.containers[i]), sums[i]) << "container " << i << " of the image was changed in round " << round;
  }
}

}  // namespace
}  // namespace fermata
