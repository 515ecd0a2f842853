#include <algorithm>

#include "compile_text.h"

namespace fermata {
namespace {

std::string function_text(const std::string& body) {
  const auto module = compile_text("def f(a, b, c):\n" + body);
  return module ? disassemble(*first_function(module)) : "";
}

TEST(Emitter, LocalsAreOperandsWithoutMoves) {
  const auto function = first_function(compile_text("def f(a, b):\n    a = a + b\n    return a\n"));
  EXPECT_EQ(function->words.size(), 2u);
}

TEST(Emitter, AWalrusForcesACopyOfWhatIsReadBefore) {
  const auto function = first_function(compile_text("def f(x):\n    return x + (x := 5)\n"));
  EXPECT_EQ(op_of(function->words[0]), Op::MOVE);
  const auto plain = first_function(compile_text("def f(x):\n    (y := 5)\n    return x + y\n"));
  EXPECT_EQ(count_op(*plain, Op::MOVE), 0u);
}

TEST(Emitter, ALocalIsWrittenLast) {
  // Until the new value is there, the old one is needed.
  const auto function = first_function(compile_text("def f(x, y):\n    x = y and [x for _ in y] or x\n    return x\n"));
  ASSERT_TRUE(function);
  size_t writes = 0;
  for (const Word word : function->words) {
    for_each_write(word, [&](uint32_t first, uint32_t) { writes += first == 0; });
  }
  EXPECT_EQ(writes, 1u);
}

TEST(Emitter, ChecksOnlyLocalsThatMayBeUnset) {
  EXPECT_EQ(count_op(*first_function(compile_text("def f(a):\n    b = a\n    return b\n")), Op::CHECK_LOCAL), 0u);
  EXPECT_EQ(count_op(*first_function(compile_text("def f(a):\n    if a: b = 1\n    else: b = 2\n    return b\n")), Op::CHECK_LOCAL), 0u);
  EXPECT_EQ(count_op(*first_function(compile_text("def f(a):\n    if a: b = 1\n    return b\n")), Op::CHECK_LOCAL), 1u);
  EXPECT_EQ(count_op(*first_function(compile_text("def f(a):\n    for b in a: b\n    return b\n")), Op::CHECK_LOCAL), 1u);
  EXPECT_EQ(count_op(*first_function(compile_text("def f(a):\n    del a\n    return a\n")), Op::CHECK_LOCAL), 1u);
  EXPECT_EQ(count_op(*first_function(compile_text("def f(a):\n    try:\n        b = a()\n    except E:\n        return b\n    return b\n")),
                     Op::CHECK_LOCAL),
            1u);
  EXPECT_EQ(count_op(*first_function(compile_text("def f(a):\n    while True:\n        b = 1\n        if a: break\n    return b\n")),
                     Op::CHECK_LOCAL),
            0u);
}

TEST(Emitter, DeadCodeVanishes) {
  const auto function = first_function(compile_text("def f():\n    return 1\n    print('never')\n    x.y.z\n"));
  EXPECT_EQ(function->words.size(), 1u);
  EXPECT_TRUE(function->sites.empty());
  EXPECT_EQ(function_text("    if __debug__: return a\n    return b\n").find("r1:b"), std::string::npos);
}

TEST(Emitter, LoopsJumpBackOnceATurn) {
  const auto function =
      first_function(compile_text("def f(n):\n    while True:\n        for i in n:\n            if i: n(i)\n            else: i()\n"));
  // The then-branch goes back by itself.
  EXPECT_EQ(count_op(*function, Op::JUMP), 0u);
  EXPECT_EQ(count_op(*function, Op::JUMP_BACK), 3u);
}

TEST(Emitter, ConstantsAreKeptOnceForEachTypeAndSign) {
  const auto module = compile_text("f(1, 1.0, True, 0.0, -0.0, 1, 1.0, (1,), (1.0,), (True,), (1,), 'a', b'a')\n");
  // 1 1.0 True 0.0 -0.0 (1,) (1.0,) (True,) 'a' b'a', and the name f
  EXPECT_EQ(module->constants.size(), 11u);
}

TEST(Emitter, NumbersInAnyBaseBecomeDecimal) {
  const auto module = compile_text("f(0xff, 0b101, 0o17, 0xffffffffffffffffffffffff)\n");
  std::vector<std::string> numbers;
  for (const Constant& constant : module->constants) {
    if (constant.type == Constant::Type::kInt) numbers.push_back(constant.text);
  }
  EXPECT_EQ(numbers, (std::vector<std::string>{"255", "5", "15", "79228162514264337593543950335"}));
}

TEST(Emitter, FoldsWhatIsSmallAndLeavesTheRest) {
  const auto folded =
      first_function(compile_text("def f():\n    return -(2 + 3) * 4 // 3, 'a' * 3, 2**10, 7 % -3, not 0, ~5, 1 / 4, 1.5 + 2\n"));
  EXPECT_EQ(folded->words.size(), 1u);
  EXPECT_EQ(constant_text(folded->constants[0]), "(-7, 'aaa', 1024, -2, True, -6, 0.25, 3.5)");
  for (const char* text :
       {"'a' * 1000000", "2 ** 1000000", "1 // 0", "1 % 0", "1 / 0", "1 << 1000000", "1 << -1", "(1,) * 100000", "2 ** -1", "-1j"}) {
    const auto kept = first_function(compile_text(std::string("def f():\n    return ") + text + "\n"));
    EXPECT_GE(kept->words.size(), 2u) << text;
  }
}

TEST(Emitter, SearchesInConstantContainers) {
  EXPECT_NE(function_text("    return a in {1, 2}\n").find("frozenset({1, 2})"), std::string::npos);
  EXPECT_NE(function_text("    return a in [1, 2]\n").find("(1, 2)"), std::string::npos);
  EXPECT_NE(function_text("    return a in [1, b]\n").find("BUILD_LIST"), std::string::npos);
}

TEST(Emitter, JumpsThatDoNotFit16BitsTakeTheLongForm) {
  std::string body = "def f(n):\n    for i in n:\n        if i < 3:\n";
  for (int i = 0; i < 20'000; i++) body += "            n.a.b\n";
  body += "        else:\n            n = 1\n        if not i: break\n";
  EXPECT_GT(first_function(compile_text(body))->words.size(), 40'000u);
}

TEST(Emitter, CodeTooLargeIsAnErrorNotWrongCode) {
  std::string text = "def f():\n";
  for (int i = 0; i < 70'000; i++) text += "    x" + std::to_string(i) + " = 1\n";
  const auto errors = errors_of(text);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0], "1 the code of f is too large");
}

TEST(Emitter, ManyConstantsAndNames) {
  std::string text = "def f(a):\n    x = 0\n";
  for (int i = 0; i < 70'000; i++) text += "    x += " + std::to_string(i) + "\n";
  compile_text(text);
  text = "def f(a):\n";
  for (int i = 0; i < 70'000; i++) text += "    a.b\n";
  compile_text(text);
}

TEST(Emitter, LongDisplaysAndCallsNeedFewRegisters) {
  std::string items, pairs, parts;
  for (int i = 0; i < 5000; i++) {
    items += "a, ";
    pairs += std::to_string(i) + ": a, ";
    parts += "{a}";
  }
  for (const std::string& text :
       {"[" + items + "]", "(" + items + ")", "{" + items + "}", "{" + pairs + "}", "a(" + items + ")", "f'" + parts + "'"}) {
    EXPECT_LT(first_function(compile_text("def f(a):\n    return " + text + "\n"))->registers, 100u);
  }
}

TEST(Emitter, NestedFinallyBodiesStayBounded) {
  std::string text = "def f():\n";
  for (int i = 0; i < 19; i++) {
    text += std::string(static_cast<size_t>(i) + 1, ' ') + "try: g()\n" + std::string(static_cast<size_t>(i) + 1, ' ') + "finally:\n";
  }
  text += std::string(20, ' ') + "h()\n";
  const auto errors = errors_of(text);
  if (!errors.empty()) {
    EXPECT_EQ(errors[0], "1 the code of f is too large");
  }
}

TEST(Emitter, ClassesGiveTheirCellToMethods) {
  const auto module =
      compile_text("class A:\n    def m(self): return super().m()\n    def n(self): return __class__\n    def o(self): return 1\n");
  const auto body = first_function(module);
  EXPECT_EQ(body->flags & kCodeClassBody, kCodeClassBody);
  EXPECT_EQ(body->locals, (std::vector<std::string>{".namespace", "__class__"}));
  EXPECT_EQ(op_of(body->words.back()), Op::RETURN);
  const auto plain = first_function(compile_text("class A:\n    def o(self): return 1\n"));
  EXPECT_EQ(op_of(plain->words.back()), Op::RETURN_CONST);
}

TEST(Emitter, ClosuresCaptureThroughEveryLevel) {
  const auto outer = first_function(compile_text("def f():\n    x = 1\n    def g():\n        def h():\n            return x\n"));
  EXPECT_EQ(outer->local_is_cell[0], 1);
  std::shared_ptr<CodeUnit> g, h;
  for (const auto& c : outer->constants)
    if (c.code) g = c.code;
  for (const auto& c : g->constants)
    if (c.code) h = c.code;
  EXPECT_EQ(g->free_names, std::vector<std::string>{"x"});
  EXPECT_EQ(g->captures[0].from_free, 0u);
  EXPECT_EQ(h->captures[0].from_free, 1u);
}

TEST(Emitter, ComprehensionVariablesShadow) {
  const std::string text = function_text("    a = [a for a in a]\n    return a\n");
  EXPECT_NE(text.find("(a, b, c, a)"), std::string::npos) << text;
}

TEST(Emitter, TheModulesLastExpressionIsItsResult) {
  const auto module = compile_text("x = 1\nx + 1\n");
  EXPECT_EQ(module->flags & kCodeNoResult, 0u);
  EXPECT_EQ(op_of(module->words.back()), Op::RETURN);
  EXPECT_NE(compile_text("x = 1\n")->flags & kCodeNoResult, 0u);
  EXPECT_NE(compile_text("")->flags & kCodeNoResult, 0u);
}

TEST(Emitter, FutureAnnotationsAreText) {
  const auto module = compile_text("from __future__ import annotations\ndef f(a: undefined[1]): pass\n");
  bool found = false;
  for (const Constant& constant : module->constants) found |= constant.text == "undefined[1]";
  EXPECT_TRUE(found);
}

TEST(Emitter, ExpressionsForEval) {
  const Source source("test", "1 + x");
  const ParseResult tree = parse_expression(source);
  ASSERT_TRUE(tree.ok());
  const CompileResult result = compile(source, *tree.expression);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(verify(*result.code));
}

}  // namespace
}  // namespace fermata
