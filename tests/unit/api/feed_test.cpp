// Session::feed: names kept between chunks, tracebacks of each, states, limits.
#include <gtest/gtest.h>

#include "again.h"
#include "fermata/session.h"

namespace fermata {
namespace {

std::string traceback(const Outcome& o) { return o.error ? o.error->traceback : "no error"; }

TEST(Feed, KeepsNames) {
  Session s{SessionOptions{}};
  EXPECT_EQ(s.feed("x = 20\ndef double(n): return n * 2\n").status, Status::kDone);
  Outcome o = s.feed("double(x) + 2");
  EXPECT_EQ(o.status, Status::kDone);
  EXPECT_EQ(o.result, Data(42));
  EXPECT_EQ(s.outcome().result, Data(42));
}

TEST(Feed, GoesOnAfterAProgram) {
  std::vector<Finding> findings;
  auto program = Program::compile("import math\nresult = 5\n", "agent.py", &findings);
  Session s(program);
  EXPECT_EQ(s.start().result, Data(5));
  EXPECT_EQ(s.feed("math.floor(2.5) + result").result, Data(7));
  EXPECT_EQ(s.feed("__name__, __file__").result, Data::tuple({"__main__", "agent.py"}));
  EXPECT_THROW(s.start(), UsageError);
}

TEST(Feed, ResultIsTheChunksOwn) {
  Session s{SessionOptions{}};
  EXPECT_EQ(s.feed("result = 1").result, Data(1));
  EXPECT_EQ(s.feed("y = 2").result, Data());
  EXPECT_EQ(s.feed("if y: return 'left'\ny = 3").result, Data("left"));
  EXPECT_EQ(s.feed("if not y: return 'left'\ny = 3").result, Data());
  EXPECT_EQ(s.feed("return None\nresult = 3").result, Data());
  EXPECT_EQ(s.feed("").result, Data());
}

TEST(Feed, AnExceptionEndsTheChunkOnly) {
  Session s{SessionOptions{}};
  Outcome o = s.feed("x = 1\nx / 0\nx = 2");
  ASSERT_EQ(o.status, Status::kRaised);
  EXPECT_EQ(o.error->type, "ZeroDivisionError");
  EXPECT_EQ(s.feed("x").result, Data(1));
}

TEST(Feed, TracebacksKnowEachChunk) {
  Session s{SessionOptions{}};
  s.feed("def outer(f):\n    return f()  # calls");
  s.feed("\ndef inner():\n    raise ValueError('here')\n", {.name = "cell.py"});
  const std::string expected =
      "Traceback (most recent call last):\n"
      "  File \"<input 3>\", line 1, in <module>\n    outer(inner)\n"
      "  File \"<input 1>\", line 2, in outer\n    return f()  # calls\n           ^^^\n"
      "  File \"cell.py\", line 3, in inner\n    raise ValueError('here')\n"
      "ValueError: here\n";
  EXPECT_EQ(traceback(s.feed("outer(inner)")), expected);
  for (auto encoding : {StateEncoding::kMessagePack, StateEncoding::kJson}) {
    auto t = again(s, encoding);
    EXPECT_EQ(traceback(t->outcome()), expected);
    EXPECT_NE(traceback(t->feed("outer(inner)")).find("<input 4>\", line 1, in <module>\n    outer(inner)\n  File \"<input 1>\""),
              std::string::npos);
  }
}

TEST(Feed, ANameThatIsTakenGetsANumber) {
  Session s{SessionOptions{}};
  s.feed("def f():\n    raise KeyError(1)", {.name = "cell"});
  Outcome o = s.feed("\n\nf()", {.name = "cell"});
  EXPECT_NE(traceback(o).find("File \"cell [2]\", line 3, in <module>\n    f()\n  File \"cell\", line 2, in f\n    raise KeyError(1)"),
            std::string::npos)
      << traceback(o);
}

TEST(Feed, TextThatIsNoProgramChangesNothing) {
  Session s{SessionOptions{}};
  s.feed("x = 5\nx");
  const std::string before = s.save();
  std::vector<Finding> findings;
  Outcome o = s.feed("x = = 6", {}, &findings);
  EXPECT_EQ(o.status, Status::kRaised);
  EXPECT_EQ(o.error->type, "SyntaxError");
  EXPECT_EQ(o.error->message, "invalid syntax");
  EXPECT_EQ(o.error->traceback, "  File \"<input 2>\", line 1\n    x = = 6\n        ^\nSyntaxError: invalid syntax\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].column, 5u);
  EXPECT_EQ(s.status(), Status::kDone);
  EXPECT_EQ(s.outcome().result, Data(5));
  EXPECT_EQ(s.save(), before);
  EXPECT_EQ(s.feed("yield 1").error->message, "'yield' outside function");
  EXPECT_EQ(s.feed("class A:\n  return 1").error->message, "'return' outside function");
}

TEST(Feed, PausesAndIsSaved) {
  Session s{SessionOptions{.functions = {"ask"}}};
  s.feed("def twice(q):\n    return ask(q) * 2\n");
  Outcome o = s.feed("try:\n    y = twice('n')\nfinally:\n    z = 1\nreturn y + z");
  ASSERT_EQ(o.status, Status::kPaused);
  EXPECT_EQ(s.pending()[0].file, "<input 1>");
  EXPECT_EQ(s.pending()[0].line, 2u);
  EXPECT_THROW(s.feed("1"), UsageError);
  for (auto encoding : {StateEncoding::kMessagePack, StateEncoding::kJson}) {
    auto t = again(s, encoding);
    o = t->resume(t->pending()[0].id, Data(20));
    EXPECT_EQ(o.result, Data(41)) << traceback(o);
    EXPECT_EQ(t->feed("y, z").result, Data::tuple({40, 1}));
    EXPECT_EQ(t->feed("raise ValueError").error->traceback.substr(0, 61),
              "Traceback (most recent call last):\n  File \"<input 4>\", line 1");
  }
}

TEST(Feed, FunctionsAreGrantedAnew) {
  Session s{SessionOptions{.functions = {"one"}}};
  s.feed("1");
  Outcome o = s.feed("two()", {.functions = {{"two"}}});
  ASSERT_EQ(o.status, Status::kPaused);
  s.resume(s.pending()[0].id, Data(2));
  EXPECT_EQ(s.feed("one()").error->type, "PermissionError");
  EXPECT_EQ(s.feed("two()", {.functions = std::vector<Grant>{}}).error->type, "PermissionError");
}

TEST(Feed, InputsAreGlobals) {
  Session s{SessionOptions{}};
  EXPECT_EQ(s.feed("a + b", {.inputs = {{"a", 1}, {"b", 2}}}).result, Data(3));
  EXPECT_EQ(s.feed("a + b", {.inputs = {{"a", 10}}}).result, Data(12));
}

TEST(Feed, LimitsBeginAnew) {
  Session s{SessionOptions{.limits = {.steps = 5000, .host_calls = 1}, .functions = {"ask"}}};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(s.feed("for i in range(2000): pass").status, Status::kDone);
  EXPECT_LT(s.spent().steps, 5000u);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(s.feed("ask()").status, Status::kPaused);
    EXPECT_EQ(s.resume(s.pending()[0].id, Data(i)).result, Data(i));
  }
  EXPECT_EQ(s.feed("x = 1\nwhile True: x += 1").status, Status::kExhausted);
  EXPECT_THROW(s.feed("1"), UsageError);
  Outcome o = s.abandon();
  EXPECT_EQ(o.status, Status::kRaised);
  EXPECT_EQ(o.error->type, "KeyboardInterrupt");
  EXPECT_NE(traceback(o).find("line 2, in <module>\n    while True: x += 1"), std::string::npos) << traceback(o);
  EXPECT_EQ(s.feed("x > 100").result, Data(true));
}

TEST(Feed, OutputBeginsAnew) {
  Session s{SessionOptions{}};
  s.feed("print('one')");
  s.feed("import sys\nprint('two')\nprint('bad', file=sys.stderr)");
  EXPECT_EQ(s.output(1), "two\n");
  EXPECT_EQ(s.output(2), "bad\n");
  EXPECT_EQ(s.take_output(1), "two\n");
  EXPECT_EQ(again(s)->output(2), "bad\n");
}

TEST(Feed, WhatIsAbandonedLeavesFiles) {
  Session s(SessionOptions{.limits = {.steps = 100'000}, .files = {{"given.txt", "1"}}});
  EXPECT_EQ(s.feed("while True: pass").status, Status::kExhausted);
  s.abandon();
  EXPECT_EQ(s.feed("open('made.txt', 'w').write('2')\nopen('given.txt').read()").result, Data("1"));
  EXPECT_EQ(s.feed("while True: pass").status, Status::kExhausted);
  s.abandon();
  const auto again = Session::load(s.save(), {}, nullptr);
  ASSERT_EQ(again->files().size(), 1u);
  EXPECT_EQ(again->feed("open('given.txt').read() + open('made.txt').read()").result, Data("12"));
}

TEST(Feed, AbandonRunsNothing) {
  Session s{SessionOptions{.functions = {"ask"}}};
  s.feed("log = []\ndef g():\n    try:\n        yield ask()\n    finally:\n        log.append('finally')\ngen = g()");
  ASSERT_EQ(s.feed("try:\n    next(gen)\nfinally:\n    log.append('outer')").status, Status::kPaused);
  EXPECT_EQ(s.abandon().error->type, "KeyboardInterrupt");
  EXPECT_TRUE(s.pending().empty());
  EXPECT_THROW(s.abandon(), UsageError);
  EXPECT_EQ(s.feed("log, list(gen)").result, Data::tuple({Data::list(), Data::list()}));
  EXPECT_TRUE(again(s));
}

TEST(Feed, RaiseRunsHandlers) {
  Session s{SessionOptions{.limits = {.steps = 3000}}};
  ASSERT_EQ(
      s.feed(
           "log = []\ntry:\n    while True: pass\nexcept KeyboardInterrupt as e:\n    log.append(str(e))\nelse:\n    log.append('no')\nlog")
          .status,
      Status::kExhausted);
  Limits limits = s.limits();
  limits.steps = 10000;
  s.set_limits(limits);
  EXPECT_EQ(s.raise({.type = "KeyboardInterrupt", .message = "stop"}).result, Data::list({"stop"}));
  EXPECT_THROW(s.raise({.type = "KeyboardInterrupt"}), UsageError);
}

TEST(Feed, AnInterruptedSessionGoesOn) {
  Session s{SessionOptions{}};
  s.interrupt();
  Outcome o = s.feed("for i in range(100000): pass\n'end'");
  ASSERT_EQ(o.status, Status::kExhausted);
  EXPECT_EQ(o.limit, "interrupt");
  auto t = again(s);
  EXPECT_EQ(t->raise({.type = "KeyboardInterrupt"}).error->type, "KeyboardInterrupt");
  EXPECT_EQ(s.run().result, Data("end"));
}

TEST(Feed, OldTextsAreForgotten) {
  Session s{SessionOptions{}};
  s.feed("def kept():\n    raise ValueError('kept')\n");
  const std::string text = "x = '" + std::string(2000, 'a') + "'\ndef f(): return x\n";
  size_t size = 0;
  for (int i = 0; i < 400; ++i) {
    ASSERT_EQ(s.feed(text).status, Status::kDone);
    size = std::max(size, s.save().size());
  }
  EXPECT_LT(size, 40u * 2200);
  EXPECT_NE(traceback(s.feed("kept()")).find("File \"<input 1>\", line 2, in kept\n    raise ValueError('kept')"), std::string::npos);
}

TEST(Feed, Interactive) {
  Session s{SessionOptions{}};
  const FeedOptions interactive{.interactive = true};
  auto shown = [&](std::string_view text) {
    Outcome o = s.feed(text, interactive);
    return s.take_output() + (o.error ? o.error->type : "");
  };
  EXPECT_EQ(shown("1 + 1\n'a'"), "2\n'a'\n");
  EXPECT_EQ(shown("_"), "'a'\n");
  EXPECT_EQ(shown("None"), "");
  EXPECT_EQ(shown("for i in range(2): i"), "0\n1\n");
  EXPECT_EQ(shown("def f():\n    5\nf()"), "");
  EXPECT_EQ(shown("class A:\n    def __repr__(self): return 'an A'\nA()"), "an A\n");
  EXPECT_EQ(shown("import sys\nsys.displayhook = lambda value: print('<', value, '>')\n7"), "< 7 >\n");
  EXPECT_EQ(shown("del sys.displayhook"), "");
  EXPECT_EQ(s.feed("'_' in globals()").result, Data(false));
}

TEST(Feed, InteractiveShowsThroughHostCalls) {
  Session s{SessionOptions{.functions = {"ask"}}};
  Outcome o = s.feed("class A:\n    def __repr__(self): return ask('name')\nA()", {.interactive = true});
  ASSERT_EQ(o.status, Status::kPaused);
  auto t = again(s);
  t->resume(t->pending()[0].id, Data("asked"));
  EXPECT_EQ(t->take_output(), "asked\n");
}

TEST(Feed, AFullHeapIsNoEnd) {
  Session s{SessionOptions{.limits = {.heap_bytes = 4 << 20}}};
  s.feed("x = []\nwhile True: x.append('a' * 1000)");
  while (s.status() == Status::kExhausted) s.abandon();
  Outcome o = s.feed("1", {.inputs = {{"huge", Data(std::string(8 << 20, 'x'))}}});
  EXPECT_EQ(o.status, Status::kRaised);
  EXPECT_EQ(o.error->type, "MemoryError");
  Limits more = s.limits();
  more.heap_bytes = 64 << 20;
  s.set_limits(more);
  EXPECT_EQ(s.feed("del x").status, Status::kDone);
  EXPECT_EQ(s.feed("2").result, Data(2));
}

TEST(Program, Extent) {
  using Extent = Program::Extent;
  for (const char* text : {"def f():\n", "(1,\n", "x = \'\'\'abc\n", "if x:\n    y\nelse:\n", "try:\n    x\n", "a = 1 + \\\n",
                           "class A:\n    def f(self):\n", "@dec\n", "f\'\'\'{x}\n"})
    EXPECT_EQ(Program::extent(text), Extent::kPart) << text;
  for (const char* text : {"x\n", "x = \n", "x = 'abc\n", "x)\n", "if x:\ny\n", "else:\n", "", "\n", "# a\n", "1 +\n", "for\n",
                           "x = (1,\n    2)\n", "if x:\n    y\nz\n"})
    EXPECT_EQ(Program::extent(text), Extent::kWhole) << text;
  for (const char* text : {"def f(): pass\n", "if x: y\n", "for i in x:\n    y\n", "try:\n    x\nfinally:\n    y\n",
                           "@dec\nclass A:\n    pass\n", "with x:\n    y\n"})
    EXPECT_EQ(Program::extent(text), Extent::kOpenBlock) << text;
}

TEST(Eval, CanBeSwitchedOff) {
  Session s{SessionOptions{.allow_eval = false}};
  for (const char* text : {"eval('1')", "exec('1')", "compile('1', 'a', 'eval')", "exec((lambda: 1).__code__)"}) {
    Outcome o = s.feed(text);
    ASSERT_EQ(o.status, Status::kRaised) << text;
    EXPECT_EQ(o.error->type, "PermissionError");
  }
  EXPECT_EQ(again(s)->feed("eval('1')").error->type, "PermissionError");
  // Library code may use them.
  EXPECT_EQ(s.feed("from collections import namedtuple\nP = namedtuple('P', 'x y')\nP(1, 2).y").result, Data(2));
}

}  // namespace
}  // namespace fermata
