#include <algorithm>
#include <random>

#include "compile_text.h"
#include "compiler/assignment.h"

namespace fermata {
namespace {

constexpr const char* kProgram = R"(
def f(a, b, *args, k=1, **kw):
    x = 1
    def inner():
        return x + b
    try:
        for i, (j, *rest) in a.items():
            a[i] = f(j, *rest, k=2, **kw) if i < 3 else a.m(1, k=j)
            if i in (1, 2) and not j: continue
            with a as c, b: yield f"{a!r:>{b}}{c}"
    except (ValueError, KeyError) as e:
        raise RuntimeError from e
    finally:
        del a[0]
    return [p for p in a if p] + [lambda: p for p in (yield from b)]
class C(f, k=1):
    y: int = 0
    def m(self): return super().m(__class__)
import os.path
)";

TEST(Verifier, AcceptsWhatTheCompilerMakes) { compile_text(kProgram); }

// Changes one thing in the first function's code and says what the verifier says.
template <class Change>
std::string after(Change&& change) {
  const auto module = compile_text("def f(a, b):\n    while a: a = b.c(a, k=1)\n    return g(a)\n");
  CodeUnit unit = *first_function(module);
  change(unit);
  const auto problem = verify(unit);
  return problem ? *problem : "";
}

size_t find(const CodeUnit& unit, Op op) {
  for (size_t i = 0; i < unit.words.size(); i++) {
    if (op_of(unit.words[i]) == op) return i;
  }
  return 0;
}

TEST(Verifier, NamesWhatIsWrong) {
  using Unit = CodeUnit;
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  EXPECT_EQ(after([](Unit&) {}), "");
  EXPECT_TRUE(has(after([](Unit& u) { u.words.clear(); }), "no instructions"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = 255; }), "unknown opcode"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = 0; }), "unknown opcode"));
  EXPECT_TRUE(has(after([](Unit& u) { u.registers = 3; }), "register out of range"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words.pop_back(); }), "runs off its end"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_wide(Op::LOAD_CONST, 0, 99); }), "constant out of range"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_wide(Op::LOAD_GLOBAL, 0, 99); }), "site out of range"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_word(Op::LOAD_FREE, 0, 0, 0); }), "free variable out of range"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_word(Op::MOVE, 0, 0, 0, 1); }), "unknown bits"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_word(Op::UNSET, 0, 0, 0); }), "may be unset"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_word(Op::DELETE_LOCAL, 0, 0, 0); }), "may be unset"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_word(Op::BUILD_TUPLE, 0, 1, 2); }), "may be unset"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_word(Op::CALL, 1, 0, 0); }), "may be unset"));  // the callee takes its registers
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_wide(Op::JUMP, 0, 1000); }), "jump out of range"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[1] = make_wide(Op::JUMP, 0, static_cast<uint32_t>(-2)); }), "wrong direction"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[find(u, Op::JUMP_BACK)] = make_wide(Op::JUMP_BACK, 0, 0); }), "wrong direction"));
  EXPECT_TRUE(has(after([](Unit& u) { u.sites[0].name = 99; }), "site without name"));
  EXPECT_TRUE(has(after([](Unit& u) {
                    for (auto& s : u.sites) s.count = 60000;
                  }),
                  "register out of range"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_word(Op::YIELD, 0, 0, 0); }), "yield outside"));
  EXPECT_TRUE(has(after([](Unit& u) { u.words[0] = make_word(Op::STORE_NAME, 0, 0, 0); }), "outside a class body"));
  EXPECT_TRUE(has(after([](Unit& u) { u.positional = 99; }), "more parameters"));
  EXPECT_TRUE(has(after([](Unit& u) { u.positional_only = 99; }), "positional-only"));
  EXPECT_TRUE(has(after([](Unit& u) { u.handlers.push_back({0, 1, 0, 0}); }), "handler"));
  EXPECT_TRUE(has(after([](Unit& u) { u.handlers.push_back({0, 1, 2, 9999}); }), "handler"));
  EXPECT_TRUE(has(after([](Unit& u) { u.handlers.push_back({5, 4, 6, 0}); }), "handler"));
  EXPECT_TRUE(has(after([](Unit& u) { u.captures.push_back({}); }), "captures"));
  EXPECT_TRUE(has(after([](Unit& u) { u.positions.push_back({0, {}}); }), "positions"));
}

// Whatever is done to the code, the verifier and (when it says yes) its analysis of what is set end well.
// The registers that LEAVE_HANDLER takes are those that ENTER_HANDLER filled, wherever the code came from.
TEST(Verifier, LeavesOnlyWhatItEntered) {
  const auto module = compile_text(
      "def f(a):\n    for x in a:\n        try: a(x)\n        except (KeyError, a) as e:\n            try: e()\n            finally: "
      "continue\n        finally: a.b()\n");
  const CodeUnit& unit = *first_function(module);
  ASSERT_EQ(verify(unit), std::nullopt);
  size_t found = 0;
  for (size_t i = 0; i < unit.words.size(); i++) {
    if (op_of(unit.words[i]) != Op::LEAVE_HANDLER) continue;
    ++found;
    for (uint32_t reg = 0; reg < unit.registers; reg++) {
      CodeUnit changed = unit;
      changed.words[i] = make_word(Op::LEAVE_HANDLER, static_cast<uint16_t>(reg), 0, 0);
      const auto enters = [reg](Word w) { return op_of(w) == Op::ENTER_HANDLER && a_of(w) == reg; };
      const bool entered = std::any_of(unit.words.begin(), unit.words.end(), enters);
      const auto problem = verify(changed);
      if (!entered) {
        EXPECT_TRUE(problem && problem->find("may not hold what the frame was handling") != std::string::npos) << i << " " << reg;
      }
      if (reg == a_of(unit.words[i])) {
        EXPECT_EQ(problem, std::nullopt);
      }
    }
  }
  EXPECT_GT(found, 2u);
}

// A forged state may have a frame at an instruction that nothing leads to: what must be set there is still about registers.
TEST(Assignment, SaysNothingBeyondTheRegisters) {
  for (const char* text : {"def f():\n    while True:\n        ask()\n    x = 1\n    return x\n",
                           "def f(a):\n    while True:\n        try:\n            ask(a)\n        except ValueError as e:\n            "
                           "raise e\n    return a\n"}) {
    const auto unit = first_function(compile_text(text));
    ASSERT_TRUE(unit);
    std::vector<ConstantShape> constants;
    const CodeShape shape = shape_of(*unit, constants);
    Assignment assignment(shape);
    ASSERT_FALSE(assignment.problem());
    const uint64_t most = (count_op(*unit, Op::ENTER_HANDLER) ? 2 : 1) * uint64_t{shape.registers};
    for (uint32_t pc = 0; pc < shape.words.size(); ++pc) {
      const auto& set = assignment.before(pc);
      for (uint64_t bit = most; bit < set.size() * 64; ++bit)
        EXPECT_FALSE(set[bit / 64] >> (bit % 64) & 1) << text << " at " << pc << ": " << bit;
    }
  }
}

TEST(Verifier, SurvivesRandomDamage) {
  const auto module = compile_text(kProgram);
  const CodeUnit original = *first_function(module);
  std::mt19937_64 random(1);
  std::vector<ConstantShape> constants;
  int accepted = 0;
  for (int round = 0; round < 8'000; round++) {
    CodeUnit unit = original;
    for (uint64_t changes = random() % 3 + 1; changes > 0; changes--) {
      Word& word = unit.words[random() % unit.words.size()];
      switch (random() % 8) {
        case 0: word = random(); break;
        case 1: word ^= Word{1} << (random() % 64); break;
        case 2: word = unit.words[random() % unit.words.size()]; break;
        case 3: unit.registers = static_cast<uint32_t>(random() % 70'000); break;
        case 4:
          if (!unit.handlers.empty()) {
            auto& h = unit.handlers[random() % unit.handlers.size()];
            (random() % 2 ? h.begin : h.end) = static_cast<uint32_t>(random() % (unit.words.size() + 2));
          }
          break;
        case 5: unit.sites[random() % unit.sites.size()].count = static_cast<uint32_t>(random()); break;
        case 6: unit.sites[random() % unit.sites.size()].name = static_cast<uint32_t>(random() % (unit.constants.size() + 1)); break;
        case 7: unit.positions[random() % unit.positions.size()].pc = static_cast<uint32_t>(random() % unit.words.size()); break;
      }
    }
    const CodeShape shape = shape_of(unit, constants);
    std::optional<Assignment> assignment;
    if (verify(shape, &assignment)) continue;
    accepted++;
    const uint32_t plain = (unit.registers + 63) / 64, with_handled = (2 * unit.registers + 63) / 64;
    for (uint32_t pc = 0; pc < unit.words.size(); pc += 7) {
      const size_t size = assignment->before(pc).size();
      ASSERT_TRUE(size == plain || size == with_handled);
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace fermata
