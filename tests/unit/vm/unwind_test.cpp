// Unwinding: what an exception leaves of the frames, generators and exceptions that it passes. The interpreter runs here without a session.
#include <gtest/gtest.h>

#include <set>

#include "../compiler/compile_text.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/containers/dict.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/text/text.h"
#include "session/image/image.h"
#include "vm/frames.h"
#include "vm/interpreter.h"

namespace fermata {
namespace {

class UnwindTest : public testing::Test {
 protected:
  UnwindTest() {
    cx.image = &shared_image();
    cx.main_globals = Value::object(new_dict(cx));
    cx.imports.modules = Value::object(new_dict(cx));
    cx.task = make_task(cx);
    set_global("__name__", Value::object(cx.intern("__main__")));
  }

  Stop run(const std::string& text) {
    const auto unit = compile_text(text);
    if (!unit) return Stop::kDone;
    Function* main = new_function(cx, make_code(cx, *unit, cx.intern("test.py")), cx.main_globals);
    EXPECT_TRUE(interpreter.enter(main));
    return interpreter.run();
  }
  void set_global(std::string_view name, Value v) { dict_set_str(cx, as<Dict>(cx.main_globals), cx.intern(name), v); }
  Value global(std::string_view name) {
    const Value v = dict_get_str(as<Dict>(cx.main_globals), cx.intern(name));
    EXPECT_FALSE(v.is_unset()) << name;
    return v;
  }
  Exception* exception(std::string_view name) { return as<Exception>(global(name)); }

  // "f:2 g:5", outermost first.
  static std::string places(const Exception* e) {
    std::string out;
    for (Value v = e->traceback; is<Traceback>(v); v = as<Traceback>(v)->next) {
      const auto* t = as<Traceback>(v);
      if (!out.empty()) out += ' ';
      out += std::string(as<Str>(t->code->name)->view()) + ":" + std::to_string(position_at(t->code, t->pc).line);
    }
    return out;
  }
  static std::string name_of(const Exception* e) { return std::string(class_name(e->cls)); }

  // What a task keeps beside its frames follows from them.
  void check_task(const Frame& running) {
    const Task* task = cx.task;
    ASSERT_EQ(&running, &task->frames[task->frames.size - 1]);
    uint32_t hidden = 0;
    const Value* top = nullptr;
    for (const Frame& f : task->frames) {
      hidden += f.code->has(kCodeHidden);
      if (f.generator) {
        ASSERT_EQ(f.generator->state, uint32_t(GeneratorState::kRunning));
        ASSERT_EQ(f.registers, f.generator->registers.data);
        continue;
      }
      top = f.registers + f.code->registers;
    }
    ASSERT_EQ(task->hidden, hidden);
    if (top) {
      ASSERT_EQ(task->top, top);
      ASSERT_GT(task->top, task->segment_begin);
      ASSERT_LE(task->top, task->segment_end);
    }
    ++checked;
  }
  void check_each_instruction() {
    interpreter.on_instruction = [this](const Frame& f, uint32_t) {
      if (!HasFatalFailure()) check_task(f);
    };
  }

  Context cx;
  Interpreter interpreter{cx};
  uint64_t checked = 0;
};

// Exceptions that cross functions, generators and the prelude's own code, to handlers at any depth; some functions need so many registers
// that a call begins a new segment.
TEST_F(UnwindTest, TheTaskIsWhatItsFramesSay) {
  std::string wide = "def wide(n):\n";
  for (int i = 0; i < 300; ++i) wide += "    v" + std::to_string(i) + " = n\n";
  wide += "    return deep(n - 1) + v299\n";
  check_each_instruction();
  EXPECT_EQ(run(wide + R"(
def deep(n):
    if n == 0:
        raise ValueError(n)
    if n % 7 == 3:
        return sum(deep(n - 1) for i in range(2))
    if n % 5 == 2:
        return sorted([1, 2], key=lambda k: deep(n - 1))[0]
    if n % 3 == 1:
        return wide(n)
    try:
        return deep(n - 1)
    except KeyError:
        return -1
    finally:
        done.append(n)

done = []
for depth in (1, 2, 30, 60):
    for catch in (0, 1):
        try:
            if catch:
                next(deep(depth) for i in range(3))
            else:
                deep(depth)
        except ValueError as e:
            done.append(-depth)
)"),
            Stop::kDone);
  EXPECT_GT(checked, 1000u);
  EXPECT_GT(cx.task->segments.size, 1u);
  EXPECT_EQ(cx.task->frames.size, 0u);
  EXPECT_EQ(cx.task->hidden, 0u);
  const auto* done = as<List>(global("done"));
  EXPECT_EQ(done->items[done->items.size - 1], Value::small(-60));
}

TEST_F(UnwindTest, TracebacksNameEachFrameOnce) {
  EXPECT_EQ(run(R"(
def f():
    g()

def g():
    try:
        h()
    except ValueError:
        raise

def h():
    raise ValueError

try:
    f()
except ValueError as e:
    first = e
try:
    raise first
except ValueError as e:
    second = e
try:
    sorted([1, 2], key=lambda x: h())
except ValueError as e:
    third = e
)"),
            Stop::kDone);
  // The bare raise adds nothing; raised once more, it gets another line before those that it had.
  EXPECT_EQ(exception("first"), exception("second"));
  EXPECT_EQ(places(exception("second")), "<module>:19 <module>:15 f:3 g:7 h:12");
  EXPECT_EQ(places(exception("third")), "<module>:23 <lambda>:23 h:12");  // the prelude's frames are hidden
}

TEST_F(UnwindTest, NobodyHandlesIt) {
  EXPECT_EQ(run("def f():\n    1 / 0\nf()\n"), Stop::kRaised);
  EXPECT_EQ(cx.task->frames.size, 0u);
  ASSERT_TRUE(exception_matches(cx, cx.exception, ErrorType::kZeroDivisionError));
  EXPECT_EQ(places(as<Exception>(cx.exception)), "<module>:3 f:2");
  cx.exception = Value();
  EXPECT_EQ(run("after = 1\n"), Stop::kDone);
}

TEST_F(UnwindTest, GeneratorsThatItPassesAreFinished) {
  EXPECT_EQ(run(R"(
def inner():
    kept = [1]
    yield 1
    raise KeyError

def outer(it):
    yield from it

i = inner()
o = outer(i)
next(o)
try:
    next(o)
except KeyError as e:
    raised = e
again = [next(o, None), next(i, None)]
)"),
            Stop::kDone);
  for (const char* name : {"i", "o"}) {
    const auto* g = as<Generator>(global(name));
    EXPECT_EQ(g->state, uint32_t(GeneratorState::kFinished));
    EXPECT_EQ(g->registers.data, nullptr);
  }
  EXPECT_EQ(places(exception("raised")), "<module>:14 outer:8 inner:5");
}

// PEP 479, and what isn't one of the program's generators: there StopIteration is the end.
TEST_F(UnwindTest, StopIterationThatLeavesAGenerator) {
  EXPECT_EQ(run(R"(
def stop(*x):
    raise StopIteration(7)

def g():
    yield stop()

try:
    next(g())
except RuntimeError as e:
    error = e
ended = list(map(stop, [1, 2]))
for x in map(stop, [1]):
    ended.append(x)
def delegates():
    return (yield from map(stop, [1]))
try:
    next(delegates())
except StopIteration as e:
    value = e.value
)"),
            Stop::kDone);
  const Exception* e = exception("error");
  ASSERT_TRUE(is<Exception>(e->cause));
  EXPECT_EQ(name_of(as<Exception>(e->cause)), "StopIteration");
  EXPECT_EQ(e->context, e->cause);
  EXPECT_TRUE(e->suppress_context);
  EXPECT_EQ(as<List>(global("ended"))->items.size, 0u);
  EXPECT_EQ(global("value"), Value::small(7));
}

TEST_F(UnwindTest, ContextsMakeNoCircle) {
  EXPECT_EQ(run(R"(
a, b, c = ValueError('a'), ValueError('b'), ValueError('c')
try:
    try:
        try:
            try:
                raise a
            except ValueError:
                raise b
        except ValueError:
            raise c
    except ValueError:
        raise a
except ValueError:
    pass
# A circle of the program's own, with a new one raised beside it.
x, y, z = KeyError('x'), KeyError('y'), KeyError('z')
x.__context__, y.__context__ = y, x
try:
    try:
        raise x
    except KeyError:
        raise z
except KeyError:
    pass
)"),
            Stop::kDone);
  EXPECT_EQ(exception("a")->context, global("c"));
  EXPECT_EQ(exception("c")->context, global("b"));
  EXPECT_TRUE(exception("b")->context.is_none());
  EXPECT_EQ(exception("z")->context, global("x"));
}

// What a generator handles while it is suspended isn't handled by whoever goes on meanwhile, and is again when it goes on.
TEST_F(UnwindTest, WhatIsHandledBelongsToItsFrame) {
  EXPECT_EQ(run(R"(
def g():
    try:
        raise KeyError
    except KeyError as e:
        yield e
        try:
            raise IndexError
        except IndexError as e:
            yield e

it = g()
key = next(it)
try:
    raise ValueError
except ValueError as e:
    outside = e
try:
    raise TypeError
except TypeError as e:
    both = e
    index = next(it)
)"),
            Stop::kDone);
  EXPECT_TRUE(exception("outside")->context.is_none());
  EXPECT_EQ(exception("index")->context, global("key"));
  EXPECT_TRUE(exception("both")->context.is_none());
}

// A call of the host's that fails raises where it was called.
TEST_F(UnwindTest, TheHostsException) {
  auto* ask = cx.heap.make<HostFunction>();
  ask->name = Value::object(cx.intern("ask"));
  set_global("ask", Value::object(ask));
  ASSERT_EQ(run(R"(
def f():
    try:
        return ask(1)
    finally:
        done.append('f')

done = []
try:
    f()
except OSError as e:
    error = e
)"),
            Stop::kHostCall);
  EXPECT_EQ(cx.task->frames.size, 2u);
  EXPECT_FALSE(interpreter.unwinds());
  auto* e = make_exception(cx, error_class(cx, ErrorType::kOSError), Value::object(cx.image->empty_tuple));
  interpreter.answer_with_exception(Value::object(e));
  EXPECT_TRUE(interpreter.unwinds());
  EXPECT_EQ(interpreter.run(), Stop::kDone);
  EXPECT_EQ(exception("error"), e);
  EXPECT_EQ(places(e), "<module>:10 f:4");
  EXPECT_EQ(as<List>(global("done"))->items.size, 1u);
}

TEST_F(UnwindTest, WhatIsAbandonedRunsNothingMore) {
  cx.budget.limits.steps = 20'000;
  ASSERT_EQ(run(R"(
done = []
def g():
    try:
        while True:
            pass
    finally:
        done.append(1)
    yield

it = g()
def f():
    with_it = list(it)
f()
)"),
            Stop::kExhausted);
  EXPECT_EQ(interpreter.exhausted, Limit::k_steps);
  interpreter.abandon();
  EXPECT_EQ(cx.task->frames.size, 0u);
  EXPECT_EQ(cx.task->hidden, 0u);
  EXPECT_EQ(as<List>(global("done"))->items.size, 0u);
  EXPECT_EQ(as<Generator>(global("it"))->state, uint32_t(GeneratorState::kFinished));
  const auto* e = as<Exception>(interpreter.result);
  EXPECT_EQ(name_of(e), "KeyboardInterrupt");
  EXPECT_EQ(places(e).substr(0, 19), "<module>:14 f:13 g:");
  cx.budget.limits.steps = 0;
  EXPECT_EQ(run("after = done\n"), Stop::kDone);
}

}  // namespace
}  // namespace fermata
