// Frames and their register segments, which registers matter, and the fiber.
#include "vm/frames.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "../compiler/compile_text.h"
#include "objects/code/code.h"
#include "session/image/image.h"
#include "vm/fiber.h"
#include "vm/live_registers.h"

namespace fermata {
namespace {

class FramesTest : public testing::Test {
 protected:
  FramesTest() { cx.image = &shared_image(); }

  Function* function_with(uint32_t registers) {
    auto* code = cx.heap.make<Code>();
    code->registers = registers;
    auto* function = cx.heap.make_sized<Function>(0);
    function->code = code;
    return function;
  }

  Context cx;
};

// Calls and returns at random: each frame's registers are its own, and popping gives back what pushing took.
TEST_F(FramesTest, RegistersAreAFramesOwn) {
  std::mt19937 random(5);
  Function* sizes[] = {function_with(1),   function_with(7),    function_with(100),
                       function_with(900), function_with(5000), function_with(300'000)};
  Task* task = make_task(cx);
  struct Pushed {
    Value* registers;
    uint32_t count;
    int64_t mark;
    Value* top_before;
    uint32_t segment_before;
  };
  std::vector<Pushed> pushed;
  for (int step = 0; step < 20'000; ++step) {
    const bool grows = pushed.size() < 4 || (pushed.size() < 400 && random() % 100 < 52);
    if (grows) {
      Function* function = sizes[random() % 64 ? random() % 4 : random() % 6];
      const uint32_t count = function->code->registers;
      // A callee's registers may begin within its caller's, where the arguments lie.
      Value* at = nullptr;
      if (!pushed.empty() && random() % 2) at = pushed.back().registers + random() % (pushed.back().count + 1);
      Value* const top = task->top;
      const uint32_t segment = task->segment;
      Value* registers = reserve_registers(cx, task, at, count);
      ASSERT_NE(registers, nullptr);
      if (at && registers == at) pushed.back().count = uint32_t(at - pushed.back().registers);  // what lies behind is the callee's now
      ASSERT_TRUE(push_frame(cx, task, function, registers, Deliver::kValue));
      ASSERT_GE(registers, task->segment_begin);
      ASSERT_LE(registers + count, task->segment_end);
      pushed.push_back({registers, count, step, top, segment});
      for (uint32_t i = 0; i < count; ++i) registers[i] = Value::small(step);
    } else {
      const Pushed last = pushed.back();
      pushed.pop_back();
      for (uint32_t i = 0; i < last.count; ++i) ASSERT_EQ(last.registers[i], Value::small(last.mark));
      pop_frame(task);
      if (!pushed.empty()) {
        ASSERT_EQ(task->top, last.top_before);
        ASSERT_EQ(task->segment, last.segment_before);
      }
    }
    ASSERT_EQ(task->frames.size, pushed.size());
  }
  for (const Pushed& p : pushed)
    for (uint32_t i = 0; i < p.count; ++i) ASSERT_EQ(p.registers[i], Value::small(p.mark));
}

TEST_F(FramesTest, AFullHeapRefusesAFrame) {
  cx.budget.limits.heap_bytes = 1 << 20;
  cx.heap.limits_changed();
  Task* task = make_task(cx);
  EXPECT_EQ(reserve_registers(cx, task, nullptr, 1 << 20), nullptr);
  EXPECT_NE(reserve_registers(cx, task, nullptr, 100), nullptr);
}

TEST_F(FramesTest, HiddenFramesAreNoDepth) {
  Task* task = make_task(cx);
  Function* seen = function_with(1);
  Function* hidden = function_with(1);
  hidden->code->code_flags = kCodeHidden;
  for (Function* f : {seen, hidden, seen, hidden, hidden})
    ASSERT_TRUE(push_frame(cx, task, f, reserve_registers(cx, task, nullptr, 1), Deliver::kValue));
  EXPECT_EQ(depth_of(task), 2u);
  EXPECT_TRUE(is_too_deep(task, 2));
  EXPECT_FALSE(is_too_deep(task, 3));
  while (task->frames.size) pop_frame(task);
  EXPECT_EQ(depth_of(task), 0u);
}

// Of a function that waits in a call: named locals matter, and what the code behind it reads; the call's own arguments don't.
TEST_F(FramesTest, WhatIsReadAgainMatters) {
  const auto module = compile_text("def f(a, b, g):\n    return [a, b, g(a, b, 1, 2)]\n");
  ASSERT_TRUE(module);
  Code* code = make_code(cx, *first_function(module), cx.intern("test"));
  uint32_t call = 0;
  while (op_of(code->words[call]) != Op::CALL) ++call;
  std::vector<Value> values(code->registers, Value::small(1));
  std::vector<uint8_t> waiting, before, done;
  live_registers(code, stop_at(code, call), values.data(), uint32_t(values.size()), waiting);
  live_registers(code, {FrameStop::kAnywhere, call}, values.data(), uint32_t(values.size()), before);
  live_registers(code, {FrameStop::kDone, 0}, values.data(), uint32_t(values.size()), done);
  for (uint32_t local = 0; local < 3; ++local) EXPECT_TRUE(waiting[local]);
  size_t kept_waiting = 0, kept_before = 0, kept_done = 0;
  for (uint32_t i = 0; i < code->registers; ++i) {
    EXPECT_LE(waiting[i], before[i]) << "register " << i;
    kept_waiting += waiting[i];
    kept_before += before[i];
    kept_done += done[i];
  }
  EXPECT_EQ(kept_waiting, 5u);               // the locals, and the list's first two items
  EXPECT_EQ(kept_before, kept_waiting + 5);  // the callee and its arguments
  EXPECT_EQ(kept_done, 0u);
}

TEST(Fiber, GoesOnWhereItLeft) {
  std::vector<int> steps;
  Fiber* inner = nullptr;
  Fiber fiber([&] {
    EXPECT_TRUE(inner->inside());
    steps.push_back(1);
    inner->leave();
    steps.push_back(3);
  });
  inner = &fiber;
  EXPECT_FALSE(fiber.inside());
  fiber.resume();
  steps.push_back(2);
  EXPECT_FALSE(fiber.inside());
  fiber.resume();
  fiber.resume();  // the body begins again
  EXPECT_EQ(steps, (std::vector<int>{1, 2, 3, 1}));
}

TEST(Fiber, ManyThatWaitAndGoAway) {
  std::vector<std::unique_ptr<Fiber>> fibers;
  int begun = 0;
  for (int i = 0; i < 200; ++i) {
    fibers.push_back(std::make_unique<Fiber>([&, i] {
      ++begun;
      fibers[size_t(i)]->leave();
    }));
    fibers.back()->resume();
  }
  EXPECT_EQ(begun, 200);
  fibers.clear();
}

}  // namespace
}  // namespace fermata
