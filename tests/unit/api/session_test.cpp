// Session's calls in the wrong moments, and what passes through it: exceptions of callbacks, results, output.
#include <gtest/gtest.h>

#include <fstream>

#include "fermata/session.h"

namespace fermata {
namespace {

std::shared_ptr<const Program> compiled(std::string_view text) {
  std::vector<Finding> findings;
  auto program = Program::compile(text, "test.py", &findings);
  EXPECT_TRUE(program) << findings[0].text;
  return program;
}

Data result_of(std::string_view text) { return Session(compiled(text)).start().result; }

TEST(Session, NoProgram) { EXPECT_THROW(Session(std::shared_ptr<const Program>()), UsageError); }

TEST(Session, ReturnEndsTheProgram) {
  EXPECT_EQ(result_of("return 5\n1 / 0"), Data(5));
  EXPECT_EQ(result_of("for i in range(9):\n    if i == 3:\n        return i\n"), Data(3));
  EXPECT_EQ(result_of("log = []\ntry:\n    return log\nfinally:\n    log.append('finally')"), Data::list({"finally"}));
  EXPECT_EQ(result_of("try:\n    return 1\nfinally:\n    return 2"), Data(2));
  EXPECT_EQ(result_of("class C:\n    def __enter__(self): log.append(1)\n    def __exit__(self, *a): log.append(2)\nlog = []\nwith C():\n  "
                      "  return log"),
            Data::list({1, 2}));
  EXPECT_EQ(result_of("result = 7\nif False:\n    return 1"), Data(7));
  EXPECT_EQ(result_of("result = 7\nif True:\n    return"), Data());
  EXPECT_EQ(result_of("if False:\n    return 1\n8"), Data(8));
  EXPECT_EQ(result_of("if False:\n    return 1"), Data());
}

TEST(Session, ReturnElsewhereIsASyntaxError) {
  EXPECT_EQ(result_of("try:\n    exec('return 1')\nexcept SyntaxError as e:\n    print(e)\n    return e.msg"),
            Data("'return' outside function"));
}

TEST(Session, ReturnAfterAPause) {
  Session s(compiled("try:\n    return ask(1)\nfinally:\n    print(ask(2))"), {.functions = {"ask"}});
  s.start();
  s.resume(s.pending()[0].id, Data("one"));
  auto t = Session::load(s.save(), {}, nullptr);
  EXPECT_EQ(t->resume(t->pending()[0].id, Data("two")).result, Data("one"));
  EXPECT_EQ(t->output(), "two\n");
}

TEST(Session, WrongMoments) {
  Session s(compiled("ask()"), {.functions = {"ask"}});
  EXPECT_THROW(s.run(), UsageError);
  EXPECT_THROW(s.resume(1, Data()), UsageError);
  EXPECT_THROW(s.save(), UsageError);
  EXPECT_THROW(s.raise({.type = "ValueError"}), UsageError);
  EXPECT_THROW(s.abandon(), UsageError);
  ASSERT_EQ(s.start().status, Status::kPaused);
  EXPECT_THROW(s.start(), UsageError);
  EXPECT_THROW(s.run(), UsageError);
  EXPECT_THROW(s.raise({.type = "ValueError"}), UsageError);
  EXPECT_THROW(s.resume(s.pending()[0].id + 1, Data()), UsageError);
  EXPECT_EQ(s.resume(s.pending()[0].id, Data(4)).result, Data(4));
  EXPECT_THROW(s.resume(1, Data()), UsageError);
  EXPECT_THROW(s.run(), UsageError);
}

TEST(Session, MovedFrom) {
  Session source(compiled("1"));
  Session& s = source;
  Session t(std::move(source));
  EXPECT_THROW(s.start(), UsageError);
  EXPECT_THROW(s.feed("1"), UsageError);
  EXPECT_THROW(s.status(), UsageError);
  EXPECT_THROW(s.outcome(), UsageError);
  EXPECT_THROW(s.pending(), UsageError);
  EXPECT_THROW(s.take_output(), UsageError);
  EXPECT_THROW(s.output(), UsageError);
  EXPECT_THROW(s.spent(), UsageError);
  EXPECT_THROW(s.set_limits({}), UsageError);
  EXPECT_THROW(s.save(), UsageError);
  EXPECT_THROW(s.view(), UsageError);
  s.interrupt();
  EXPECT_EQ(t.start().result, Data(1));
}

TEST(Session, IsNotUsedFromWithin) {
  Session* self = nullptr;
  int refused = 0;
  Session s(compiled("print(1)\nask()"), {.functions = {"ask"}, .on_output = [&](int, std::string_view) {
                                            try {
                                              self->save();
                                            } catch (const UsageError&) {
                                              ++refused;
                                            }
                                            try {
                                              self->feed("1");
                                            } catch (const UsageError&) {
                                              ++refused;
                                            }
                                          }});
  self = &s;
  EXPECT_EQ(s.start().status, Status::kPaused);
  EXPECT_EQ(refused, 2);
}

TEST(Session, ExceptionsOfTheHostsCallbackReachTheHost) {
  bool bad = true;
  Session s(compiled("print(1)\nfor i in range(10 ** 5): pass\n'end'"), {.on_output = [&](int, std::string_view) {
              if (std::exchange(bad, false)) throw std::runtime_error("disk full");
            }});
  EXPECT_THROW(s.start(), std::runtime_error);
  EXPECT_EQ(s.status(), Status::kExhausted);  // interrupted there
  EXPECT_EQ(s.run().result, Data("end"));
}

TEST(Session, StdoutAndStderrAreApart) {
  Session s(
      compiled("import sys, contextlib, io\n"
               "print('a'); print('b', file=sys.stderr); sys.stderr.write('c\\n')\n"
               "out = io.StringIO()\n"
               "with contextlib.redirect_stderr(out):\n    print('d', file=sys.stderr); print('e')\n"
               "sys.stdout.write('f'); out.getvalue()"));
  EXPECT_EQ(s.start().result, Data("d\n"));
  EXPECT_EQ(s.output(1), "a\ne\nf");
  EXPECT_EQ(s.output(2), "b\nc\n");
}

// --- looking at it

TEST(Session, ALookChangesNothing) {
  Session s(compiled("names = [str(i) * 50 for i in range(100)]\nbig = 3 ** 2000\nask()"), {.functions = {"ask"}});
  s.start();
  const std::string before = s.save();
  const Spent spent = s.spent();
  const SessionView view = s.view();
  EXPECT_EQ(view.spent.steps, spent.steps);
  EXPECT_EQ(s.spent().steps, spent.steps);
  EXPECT_EQ(s.save(), before);
}

TEST(Session, PlacesOfErrorsAndLimits) {
  Session s(compiled("def f(x):\n    return 'ä' + x.lowr()\nf('A')"));
  const Outcome raised = s.start();
  ASSERT_TRUE(raised.error);
  ASSERT_EQ(raised.error->frames.size(), 2);
  const Place& place = raised.error->frames[1];
  EXPECT_EQ(place.function + " " + place.file + " " + place.source_line, "f test.py     return 'ä' + x.lowr()");
  EXPECT_EQ(std::vector<uint32_t>({place.line, place.column, place.end_line, place.end_column}), std::vector<uint32_t>({2, 18, 2, 24}));
  EXPECT_EQ(raised.error->hint, "Did you mean: 'lower'?");

  Session limited(compiled("def f():\n    while True: pass\nf()"), {.limits = {.steps = 100}});
  const Outcome exhausted = limited.start();
  ASSERT_EQ(exhausted.frames.size(), 2);
  EXPECT_EQ(exhausted.frames[0].line, 3);
  EXPECT_EQ(exhausted.frames[1].line, 2);
}

// --- live output

TEST(Session, YieldsAfterOutput) {
  std::vector<std::string> shown;
  Session* running = nullptr;
  Session s(compiled("for c in 'abc': print(c)\n7"), {.on_output = [&](int, std::string_view text) {
              shown.emplace_back(text);
              running->yield();
            }});
  running = &s;
  Outcome o = s.start();
  for (size_t lines = 1; lines <= 3; ++lines) {
    EXPECT_EQ(o.status, Status::kYielded);
    EXPECT_EQ(shown.size(), lines);
    EXPECT_NE(s.save(), "");
    o = s.run();
  }
  EXPECT_EQ(o.result, Data(7));
  EXPECT_EQ(s.output(), "a\nb\nc\n");
}

TEST(Session, YieldsAfterATime) {
  Session s(compiled("while True: pass"), {.limits = {.steps = 0, .time_ms = 0}, .slice_ms = 1});
  EXPECT_EQ(s.start().status, Status::kYielded);
  EXPECT_EQ(s.run().status, Status::kYielded);
}

#ifdef __linux__
// A stack is a mapping of its own, and one more for its guard.
size_t mappings() {
  std::ifstream maps("/proc/self/maps");
  size_t count = 0;
  for (std::string line; std::getline(maps, line);) ++count;
  return count;
}

TEST(Session, WhoeverWaitsHasNoStack) {
  const auto program = compiled("def deep(n):\n    return deep(n - 1) if n else ask(n)\ndeep(3)");
  std::vector<std::unique_ptr<Session>> waiting;
  size_t before = 0;
  for (int i = 0; i < 10'000; ++i) {
    if (i == 100) before = mappings();
    waiting.push_back(std::make_unique<Session>(program, SessionOptions{.functions = {"ask"}}));
    ASSERT_EQ(waiting.back()->start().status, Status::kPaused);
  }
  EXPECT_LT(mappings(), before + 1000);
  for (const auto& s : waiting) EXPECT_EQ(s->resume(s->pending()[0].id, Data(4)).result, Data(4));
}

TEST(Session, WhoeverIsLoadedHasNoStack) {
  Session session(compiled("ask(1)"), SessionOptions{.functions = {"ask"}});
  ASSERT_EQ(session.start().status, Status::kPaused);
  for (const auto encoding : {StateEncoding::kMessagePack, StateEncoding::kJson}) {
    const std::string state = session.save(encoding);
    std::vector<std::unique_ptr<Session>> loaded;
    size_t before = 0;
    for (int i = 0; i < 1000; ++i) {
      if (i == 100) before = mappings();
      StateProblem problem;
      loaded.push_back(Session::load(state, {}, &problem));
      ASSERT_TRUE(loaded.back());
    }
    EXPECT_LT(mappings(), before + 500);
    for (const auto& s : loaded) EXPECT_EQ(s->resume(s->pending()[0].id, Data(4)).result, Data(4));
  }
}

// The text of its exception was made by the program's own code, after its end.
TEST(Session, WhoeverHasEndedHasNoStack) {
  const auto program = compiled("class E(Exception):\n    def __str__(self): return 'text'\nraise E");
  std::vector<std::unique_ptr<Session>> ended;
  size_t before = 0;
  for (int i = 0; i < 1000; ++i) {
    if (i == 100) before = mappings();
    ended.push_back(std::make_unique<Session>(program));
    ASSERT_EQ(ended.back()->start().error->message, "text");
  }
  EXPECT_LT(mappings(), before + 500);
}
#endif

}  // namespace
}  // namespace fermata
