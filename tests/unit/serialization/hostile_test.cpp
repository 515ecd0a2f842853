// States made by hand to hurt: each is refused with the error that says why.
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>

#include "programs.h"
#include "session/session_impl.h"

namespace fermata {
namespace {

std::string kind_of(const std::string& bytes) {
  StateProblem problem;
  return Session::load(bytes, test_options(), &problem) ? "loaded" : problem.kind;
}

std::string state_of(const char* text, StateEncoding encoding) { return start_program(text)->save(encoding); }

// The JSON state of a small program with the last such piece replaced.
std::string replaced(const std::string& from, const std::string& to) {
  std::string state = state_of("xs = [111, 222]\nask(xs)\n", StateEncoding::kJson);
  const size_t at = state.rfind(from);
  EXPECT_NE(at, state.npos) << from << "\n" << state;
  return at == state.npos ? state : state.replace(at, from.size(), to);
}

TEST(Hostile, NotStates) {
  EXPECT_EQ(kind_of(""), "not a state");
  EXPECT_EQ(kind_of("hello"), "not a state");
  EXPECT_EQ(kind_of("{}"), "not a state");
  EXPECT_EQ(kind_of("{"), "bad syntax");
  EXPECT_EQ(kind_of("[1]"), "not a state");
  EXPECT_EQ(kind_of("\xA7"
                    "fermata"),
            "truncated");
  EXPECT_EQ(kind_of("\xA7"
                    "fermata\x63"),
            "unsupported version");
  EXPECT_EQ(kind_of("{\"fermata\": 99}"), "unsupported version");
}

TEST(Hostile, MessagePack) {
  const std::string state = state_of("ask(1)", StateEncoding::kMessagePack);
  EXPECT_EQ(kind_of(state), "loaded");
  EXPECT_EQ(kind_of(state + "\xC0"), "trailing bytes");
  EXPECT_EQ(kind_of(state.substr(0, state.size() - 1)), "truncated");
  // A list, a text and bytes of 4 GiB in place of `pending`'s list and of the first text.
  for (const char* head : {"\xDD\xFF\xFF\xFF\xFF", "\xDB\xFF\xFF\xFF\xFF", "\xC6\xFF\xFF\xFF\xFF", "\xC9\xFF\xFF\xFF\xFF\x01"})
    for (size_t at : {size_t(9), size_t(40), state.size() / 2}) {
      const std::string kind = kind_of(state.substr(0, at) + head + state.substr(at));
      EXPECT_NE(kind, "loaded");
    }
}

TEST(Hostile, DeepJson) {
  const std::string deep(2'000'000, '[');
  EXPECT_EQ(kind_of("{\"fermata\": 1, \"x\": " + deep), "bad syntax");
  EXPECT_EQ(kind_of("{\"fermata\": 1, \"heap\": {}, \"status\": " + deep + std::string(deep.size(), ']') + "}"), "wrong type");
  EXPECT_EQ(kind_of(replaced("111", deep + std::string(deep.size(), ']'))), "too large");
}

TEST(Hostile, Json) {
  EXPECT_EQ(kind_of(replaced("111", "112")), "loaded");
  EXPECT_EQ(kind_of(replaced("111", "{\"$ref\": 99999}")), "bad reference");
  EXPECT_EQ(kind_of(replaced("111", "{\"$image\": \"builtins.no_such\"}")), "missing builtin");
  EXPECT_EQ(kind_of(replaced("111", "{\"$special\": \"unset\"}")), "bad code");
  EXPECT_EQ(kind_of(replaced("111", "{\"$frozenset\": [], \"size\": 1073741824, \"finger\": 0, \"slots\": []}")), "too large");
  EXPECT_EQ(kind_of(replaced("111", "{\"$dict\": [[[1], 2]]}")), "bad object");
  EXPECT_EQ(kind_of(replaced("\"paused\"", "\"done\"")), "bad frame");
  EXPECT_EQ(kind_of(replaced("\"paused\"", "\"asleep\"")), "out of range");
  EXPECT_EQ(kind_of(replaced("\"registers\": ", "\"registers\": 90000")), "bad code");
  EXPECT_EQ(kind_of(replaced("ask(xs)", "ask(sx)")), "bad object");  // the text's hash
}

// What was spent is added to, and compared with limits.
TEST(Hostile, CountsThatWouldWrap) {
  const std::string state = replaced("111", "112");
  for (const char* name : {"\"steps\": ", "\"time_ns\": ", "\"output_bytes\": ", "\"host_calls\": ", "\"wall_ns\": "}) {
    const size_t at = state.find(name, state.find("\"spent\"")) + std::strlen(name), end = state.find_first_of(",}", at);
    const auto with = [&](uint64_t count) { return kind_of(state.substr(0, at) + std::to_string(count) + state.substr(end)); };
    EXPECT_EQ(with((uint64_t(1) << 62) - 1), "loaded") << name;
    for (const uint64_t count : {uint64_t(1) << 62, UINT64_MAX - 10'000, UINT64_MAX}) EXPECT_EQ(with(count), "out of range") << name;
  }
}

// What stands at its bound is counted no further, or is an error: the state is one still.
TEST(Hostile, CountsAtTheirBounds) {
  const std::string state = state_of("try:\n    ask(ask(1))\nexcept RuntimeError:\n    pass\nask(3)", StateEncoding::kJson);
  for (const char* name :
       {"\"steps\": ", "\"time_ns\": ", "\"output_bytes\": ", "\"host_calls\": ", "\"wall_ns\": ", "\"next_call_id\": "}) {
    const size_t at = state.rfind(name) + std::strlen(name), end = state.find_first_of(",}", at);
    StateProblem problem;
    const auto session =
        Session::load(state.substr(0, at) + std::to_string((uint64_t(1) << 62) - 1) + state.substr(end), test_options(), &problem);
    ASSERT_TRUE(session) << name << problem.message;
    answer(*session);
    EXPECT_EQ(kind_of(session->save()), "loaded") << name;
  }
}

// A state that no call waits in, too: its first one will have a number that a state may have.
TEST(Hostile, CallsAreNumberedFromOne) {
  SessionOptions options = test_options();
  options.limits.steps = 3;
  std::vector<Finding> findings;
  Session session(Program::compile("for i in range(9): pass\nask(1)", "test.py", &findings), options);
  session.start();
  std::string state = session.save(StateEncoding::kJson);
  const std::string name = "\"next_call_id\": 1";
  const size_t at = state.rfind(name);
  ASSERT_NE(at, state.npos);
  EXPECT_EQ(kind_of(state), "loaded");
  EXPECT_EQ(kind_of(state.replace(at, name.size(), "\"next_call_id\": 0")), "out of range");
}

// The verifier gives sites constants of their own, after the existing ones.
TEST(Hostile, ConstantsThatAreNotThere) {
  for (int i = 0; i < 4; ++i) EXPECT_EQ(kind_of(replaced("LOAD_CONST 2 1\"", "LOAD_CONST 2 " + std::to_string(i) + "\"")), "loaded") << i;
  for (int i = 4; i < 8; ++i) EXPECT_EQ(kind_of(replaced("LOAD_CONST 2 1\"", "LOAD_CONST 2 " + std::to_string(i) + "\"")), "bad code") << i;
}

// Natives take items from what is in a zip or an enumerate without looking at it again.
TEST(Hostile, IteratorsThatAreNone) {
  for (const char* text : {"it = zip('ab', [1])\nask(1)\n", "it = enumerate([1])\nask(1)\n"}) {
    const std::string state = state_of(text, StateEncoding::kJson);
    EXPECT_EQ(kind_of(state), "loaded");
    const size_t begin = state.rfind('{', state.rfind("\"SequenceIterator\"")), end = state.find('}', begin) + 1;
    for (const char* other : {"null", "[1]", "7"})
      EXPECT_EQ(kind_of(state.substr(0, begin) + other + state.substr(end)), "bad object") << text << other;
  }
}

// What can't hold itself doesn't: natives follow such links.

// What natives of the library read without asking, in states that give it other attributes, of other types, more, fewer, in another order.
TEST(Hostile, AttributesOfTheLibrary) {
  constexpr const char* kText = R"py(
from decimal import Decimal
from datetime import datetime, date, time, timedelta, timezone
a, b = Decimal("1.5"), Decimal("-2")
some = [datetime(2026, 1, 2, 3, 4, tzinfo=timezone(timedelta(hours=1))), date(2026, 1, 2), time(1, 2), timedelta(1, 2, 3)]
ask(1)
done = []
def attempt(f):
    try: done.append(repr(f()))
    except Exception as e: done.append(type(e).__name__)
for f in [lambda: a + b, lambda: b * a, lambda: a / b, lambda: a == b, lambda: a < 1, lambda: hash(a), lambda: str(a), lambda: -a, lambda: a.quantize(b),
          lambda: round(a, 1), lambda: int(a), lambda: f"{a:.2f}", lambda: sum([a, b])]: attempt(f)
for one in some:
    for f in [lambda: str(one), lambda: hash(one), lambda: one == one, lambda: one < one, lambda: one - one, lambda: one + timedelta(1),
              lambda: one.isoformat(), lambda: one.replace(hour=3), lambda: one.weekday(), lambda: one.total_seconds(), lambda: one * 3,
              lambda: one.strftime("%Y %H"), lambda: one.utcoffset()]: attempt(f)
len(done)
)py";
  const std::string state = start_program(kText)->save(StateEncoding::kJson);
  size_t loaded = 0, instances = 0;
  for (size_t at = state.find("\"attributes\": {"); at != state.npos; at = state.find("\"attributes\": {", at + 1)) {
    const size_t begin = at + std::strlen("\"attributes\": {"), end = state.find('}', begin);
    const std::string attributes = state.substr(begin, end - begin);
    if (attributes.find("\"_") == attributes.npos) continue;  // of a function
    ++instances;
    std::vector<std::string> made = {"", attributes + ", \"more\": 1", "\"more\": 1, " + attributes, attributes + ", " + attributes};
    for (size_t colon = attributes.find(": "); colon != attributes.npos; colon = attributes.find(": ", colon + 1)) {
      const size_t comma = std::min(attributes.find(",\n", colon), attributes.find_last_not_of(" \n") + 1);
      for (const char* value : {"null", "\"x\"", "-1", "99999999999999", "1.5", "{\"$int\": \"99999999999999999999999999\"}",
                                "{\"$tuple\": []}", "true", "{\"$special\": \"unset\"}"})
        made.push_back(attributes.substr(0, colon + 2) + value + attributes.substr(comma));
    }
    for (const std::string& other : made) {
      const std::string hostile = state.substr(0, begin) + other + state.substr(end);
      StateProblem problem;
      const auto session = Session::load(hostile, test_options(), &problem);
      if (!session) continue;
      ++loaded;
      answer(*session);
      EXPECT_TRUE(session->outcome().status == Status::kDone) << other << "\n" << session->outcome().error->traceback;
    }
  }
  EXPECT_GT(instances, 4u);
  EXPECT_GT(loaded, 100u);
}

TEST(Hostile, Circles) {
  std::string state = state_of("e = f = enumerate([1])\nask(1)\n", StateEncoding::kJson);
  EXPECT_EQ(kind_of(state), "loaded");
  const size_t name = state.find("\"e\": {"), ref = state.find("\"$ref\": ", name), end = state.find('}', ref);
  const std::string reference = "{" + state.substr(ref, end - ref) + "}";
  const size_t iterator = state.find("\"iterator\": ") + 12;
  state.replace(iterator, state.find('}', iterator) + 1 - iterator, reference);
  EXPECT_EQ(kind_of(state), "bad object") << state;
}

// A state's limits are the host's at the most, unless the host says more.
TEST(Hostile, Limits) {
  const std::string off = replaced("\"steps\": 3000000", "\"steps\": 0");
  StateProblem problem;
  EXPECT_EQ(Session::load(off, SessionOptions(), &problem)->limits().steps, Limits().steps);
  SessionOptions strict = SessionOptions();
  strict.limits.steps = 1000;
  EXPECT_EQ(Session::load(off, strict, &problem)->limits().steps, 1000u);
  EXPECT_EQ(Session::load(replaced("\"steps\": 3000000", "\"steps\": 10"), SessionOptions(), &problem)->limits().steps, 10u);
  strict.limits.steps = 0;
  EXPECT_EQ(Session::load(off, strict, &problem)->limits().steps, 0u);
  Limits more;
  more.steps = 5'000'000'000;
  EXPECT_EQ(Session::load(off, SessionOptions(), &problem, &more)->limits().steps, 5'000'000'000u);
  const auto deep = Session::load(replaced("\"recursion_limit\": 1000", "\"recursion_limit\": 4000000000"), SessionOptions(), &problem);
  EXPECT_EQ(deep->impl().cx.recursion_limit, Limits().depth);
}

// Time and memory stay in proportion.
TEST(Hostile, Large) {
  const auto begin = std::chrono::steady_clock::now();
  std::string list = "{\"$set\": [";
  for (int i = 0; i < 100'000; ++i)
    list += "{\"$new\": \"Property\", \"get\": null, \"set\": null, \"del\": null, \"doc\": null, \"name\": null},";
  list.back() = ']';
  list += ", \"size\": 524288, \"finger\": 0, \"slots\": [";
  for (int i = 0; i < 100'000; ++i) list += std::to_string(i) + ",";
  list.back() = ']';
  list += ", \"hashes\": [";
  for (int i = 0; i < 100'000; ++i) list += std::to_string(i) + ",0,";
  list.back() = ']';
  EXPECT_EQ(kind_of(replaced("111", list + "}")), "loaded");  // all of one hash: a program may have made it, in its time
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 20);
}

}  // namespace
}  // namespace fermata
