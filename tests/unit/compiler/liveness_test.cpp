#include "compiler/liveness.h"

#include "compile_text.h"

namespace fermata {
namespace {

struct Analysed {
  std::shared_ptr<CodeUnit> code;
  std::vector<ConstantShape> constants;
  CodeShape shape;
  std::unique_ptr<Liveness> liveness;

  explicit Analysed(const std::string& text) : code(first_function(compile_text(text))) {
    shape = shape_of(*code, constants);
    liveness = std::make_unique<Liveness>(shape);
  }
  uint32_t pc_of(Op op, int which = 0) const {
    for (uint32_t pc = 0; pc < code->words.size(); pc++) {
      if (op_of(code->words[pc]) == op && which-- == 0) return pc;
    }
    ADD_FAILURE() << "no such instruction";
    return 0;
  }
};

TEST(Liveness, ArgumentsAreTakenWhenACallHasBegun) {
  const Analysed a("def f(x):\n    return x + g(x, h(x))\n");
  // Inside h: g and its first argument wait. Inside g: nothing does, x being a local.
  EXPECT_EQ(a.liveness->live_inside(a.pc_of(Op::CALL, 0)).size(), 2u);
  EXPECT_TRUE(a.liveness->live_inside(a.pc_of(Op::CALL, 1)).empty());
}

TEST(Liveness, ALoopKeepsItsIterator) {
  const Analysed a("def f(x):\n    for i in x:\n        g(i)\n");
  const uint32_t iterator = a_of(a.code->words[a.pc_of(Op::GET_ITER)]);
  EXPECT_EQ(a.liveness->live_inside(a.pc_of(Op::CALL)), std::vector<uint32_t>{iterator});
  EXPECT_EQ(a.liveness->live_inside(a.pc_of(Op::FOR_ITER)), std::vector<uint32_t>{iterator});
  EXPECT_EQ(a.liveness->live_before(a.pc_of(Op::JUMP_BACK)), std::vector<uint32_t>{iterator});
  EXPECT_TRUE(a.liveness->live_before(0).empty());
}

TEST(Liveness, AComprehensionKeepsItsList) {
  const Analysed a("def f(x):\n    return [g(i) for i in x]\n");
  EXPECT_EQ(a.liveness->live_inside(a.pc_of(Op::CALL)).size(), 2u);
}

TEST(Liveness, AHandlersRegistersLiveInItsRange) {
  const Analysed a("def f(m):\n    with m:\n        g()\n");
  const uint32_t exit = a_of(a.code->words[a.pc_of(Op::GET_SPECIAL, 1)]);
  const auto live = a.liveness->live_inside(a.pc_of(Op::CALL, 0));
  EXPECT_EQ(live, (std::vector<uint32_t>{exit, exit + 1}));
}

TEST(Liveness, AGeneratorThatDelegatesKeepsTheInnerIterator) {
  const Analysed a("def f(x):\n    yield from x\n");
  const uint32_t pc = a.pc_of(Op::YIELD_FROM);
  EXPECT_EQ(a.liveness->live_inside(pc), (std::vector<uint32_t>{b_of(a.code->words[pc]), c_of(a.code->words[pc])}));
}

}  // namespace
}  // namespace fermata
