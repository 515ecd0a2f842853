#include "syntax/parser.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "syntax/ast_dump.h"

namespace fermata {
namespace {

// The dump of the first statement, or the error's message.
std::string statement(std::string_view text, bool attributes = false) {
  Source source("test", text);
  ParseResult result = parse_module(source);
  if (!result.ok()) return result.error->message;
  AstDumpOptions dump;
  dump.indent = 0;
  dump.include_attributes = attributes;
  return dump_ast(*result.module->body[0], dump);
}

std::string expression(std::string_view text) {
  Source source("test", text);
  ParseResult result = parse_expression(source);
  if (!result.ok()) return result.error->message;
  AstDumpOptions dump;
  dump.indent = 0;
  return dump_ast(*result.expression->body, dump);
}

TEST(Parser, Precedence) {
  EXPECT_EQ(expression("1 + 2 * 3"),
            "BinOp(left=Constant(value=1), op=Add(), right=BinOp(left=Constant(value=2), op=Mult(), right=Constant(value=3)))");
  EXPECT_EQ(expression("-2 ** -1"),
            "UnaryOp(op=USub(), operand=BinOp(left=Constant(value=2), op=Pow(), right=UnaryOp(op=USub(), operand=Constant(value=1))))");
  EXPECT_EQ(expression("not a in b"),
            "UnaryOp(op=Not(), operand=Compare(left=Name(id='a', ctx=Load()), ops=[In()], "
            "comparators=[Name(id='b', ctx=Load())]))");
  EXPECT_EQ(
      expression("a or b or c and d"),
      "BoolOp(op=Or(), values=[Name(id='a', ctx=Load()), Name(id='b', ctx=Load()), BoolOp(op=And(), values=[Name(id='c', ctx=Load()), "
      "Name(id='d', ctx=Load())])])");
}

TEST(Parser, Constants) {
  EXPECT_EQ(expression("0xFF_ff"), "Constant(value=65535)");
  EXPECT_EQ(expression("123456789012345678901234567890"), "Constant(value=123456789012345678901234567890)");
  EXPECT_EQ(expression("1e400"), "Constant(value=inf)");
  EXPECT_EQ(expression("1e16"), "Constant(value=1e+16)");
  EXPECT_EQ(expression("1_0.5j"), "Constant(value=10.5j)");
  EXPECT_EQ(expression("u'a' 'b'"), "Constant(value='ab', kind='u')");
  EXPECT_EQ(expression("b'\\xff' rb'\\x'"), "Constant(value=b'\\xff\\\\x')");
  EXPECT_EQ(expression("'\\ud800\\u00e9\\U0001f600\\N{BULLET}\\101\\q'"), "Constant(value='\\ud800é😀•A\\\\q')");
  EXPECT_EQ(expression("'\\N{NO SUCH}'"),
            "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-10: unknown Unicode character name");
}

TEST(Parser, IdentifiersAreNormalised) {
  EXPECT_EQ(expression("\xE2\x84\xAF\xF0\x9D\x93\x8D\xE2\x84\xAF\xF0\x9D\x92\xB8"), "Name(id='exec', ctx=Load())");
}

TEST(Parser, SoftKeywords) {
  EXPECT_EQ(statement("match = case = type = _"),
            "Assign(targets=[Name(id='match', ctx=Store()), Name(id='case', ctx=Store()), "
            "Name(id='type', ctx=Store())], value=Name(id='_', ctx=Load()))");
  EXPECT_EQ(statement("match(x)"), "Expr(value=Call(func=Name(id='match', ctx=Load()), args=[Name(id='x', ctx=Load())], keywords=[]))");
  EXPECT_EQ(statement("match[x]: int"),
            "AnnAssign(target=Subscript(value=Name(id='match', ctx=Load()), slice=Name(id='x', ctx=Load()), "
            "ctx=Store()), annotation=Name(id='int', ctx=Load()), simple=0)");
  EXPECT_EQ(statement("match (x):\n case _: pass"),
            "Match(subject=Name(id='x', ctx=Load()), cases=[match_case(pattern=MatchAs(), body=[Pass()])])");
  EXPECT_EQ(statement("match -x:\n case 1: pass"),
            "Match(subject=UnaryOp(op=USub(), operand=Name(id='x', ctx=Load())), "
            "cases=[match_case(pattern=MatchValue(value=Constant(value=1)), body=[Pass()])])");
  EXPECT_EQ(statement("type X[T: int, *Ts, **P] = T"),
            "TypeAlias(name=Name(id='X', ctx=Store()), type_params=[TypeVar(name='T', bound=Name(id='int', ctx=Load())), "
            "TypeVarTuple(name='Ts'), ParamSpec(name='P')], value=Name(id='T', ctx=Load()))");
}

TEST(Parser, WithItems) {
  const std::string a = "withitem(context_expr=Name(id='a', ctx=Load()))";
  EXPECT_EQ(statement("with (a): pass"), "With(items=[" + a + "], body=[Pass()])");
  EXPECT_EQ(statement("with (a, a,): pass"), "With(items=[" + a + ", " + a + "], body=[Pass()])");
  EXPECT_EQ(statement("with (a, a) as b: pass"),
            "With(items=[withitem(context_expr=Tuple(elts=[Name(id='a', ctx=Load()), Name(id='a', ctx=Load())], ctx=Load()), "
            "optional_vars=Name(id='b', ctx=Store()))], body=[Pass()])");
  EXPECT_EQ(statement("with (a as b): pass"),
            "With(items=[withitem(context_expr=Name(id='a', ctx=Load()), optional_vars=Name(id='b', ctx=Store()))], body=[Pass()])");
  EXPECT_EQ(statement("with (a).b, (yield): pass").substr(0, 26), "With(items=[withitem(conte");
}

TEST(Parser, FStrings) {
  EXPECT_EQ(expression("f'a{{{x!r:>{w}}}}' 'z'"),
            "JoinedStr(values=[Constant(value='a{'), FormattedValue(value=Name(id='x', ctx=Load()), conversion=114, "
            "format_spec=JoinedStr(values=[Constant(value='>'), FormattedValue(value=Name(id='w', ctx=Load()), conversion=-1)])), "
            "Constant(value='}z')])");
  EXPECT_EQ(expression("f'{ x = }'"),
            "JoinedStr(values=[Constant(value=' x = '), FormattedValue(value=Name(id='x', ctx=Load()), conversion=114)])");
  EXPECT_EQ(expression("f'''{  # why\n'#' # c\n=}'''"),
            "JoinedStr(values=[Constant(value=\"  \\n'#' \\n=\"), FormattedValue(value=Constant(value='#'), conversion=114)])");
  EXPECT_EQ(expression("f\"{x[\"a\"]}\""),
            "JoinedStr(values=[FormattedValue(value=Subscript(value=Name(id='x', ctx=Load()), "
            "slice=Constant(value='a'), ctx=Load()), conversion=-1)])");
  EXPECT_EQ(expression("f'{a:=5}'"),
            "JoinedStr(values=[FormattedValue(value=Name(id='a', ctx=Load()), conversion=-1, "
            "format_spec=JoinedStr(values=[Constant(value='=5')]))])");
  EXPECT_EQ(expression("f''"), "JoinedStr(values=[])");
}

TEST(Parser, Positions) {
  EXPECT_EQ(statement("é = f(x for x in y)", true),
            "Assign(targets=[Name(id='é', ctx=Store(), lineno=1, col_offset=0, end_lineno=1, end_col_offset=2)], "
            "value=Call(func=Name(id='f', ctx=Load(), lineno=1, col_offset=5, end_lineno=1, end_col_offset=6), "
            "args=[GeneratorExp(elt=Name(id='x', ctx=Load(), lineno=1, col_offset=7, end_lineno=1, end_col_offset=8), "
            "generators=[comprehension(target=Name(id='x', ctx=Store(), lineno=1, col_offset=13, end_lineno=1, end_col_offset=14), "
            "iter=Name(id='y', ctx=Load(), lineno=1, col_offset=18, end_lineno=1, end_col_offset=19), ifs=[], is_async=0)], "
            "lineno=1, col_offset=6, end_lineno=1, end_col_offset=20)], keywords=[], "
            "lineno=1, col_offset=5, end_lineno=1, end_col_offset=20), lineno=1, col_offset=0, end_lineno=1, end_col_offset=20)");
}

TEST(Parser, DeleteTargets) {
  EXPECT_EQ(statement("del (a), (b)"), "Delete(targets=[Name(id='a', ctx=Del()), Name(id='b', ctx=Del())])");
  EXPECT_EQ(statement("del (a, b)"), "Delete(targets=[Tuple(elts=[Name(id='a', ctx=Del()), Name(id='b', ctx=Del())], ctx=Del())])");
  EXPECT_EQ(statement("del (a)"), "Delete(targets=[Name(id='a', ctx=Del())])");
}

TEST(Parser, ExpressionMode) {
  EXPECT_EQ(expression("\n1, \n\n"), "Tuple(elts=[Constant(value=1)], ctx=Load())");
  EXPECT_EQ(expression(" 1"), "unexpected indent");
  EXPECT_EQ(expression("x = 1"), "invalid syntax");
  EXPECT_EQ(expression(""), "invalid syntax");
  EXPECT_EQ(expression("a\nb"), "invalid syntax");
}

TEST(Parser, IsFast) {
  std::string text;
  while (text.size() < 1000 * 1000) {
    text += "def f(a, b=1, *args, **kwargs):\n    if a.b[0] + g(a, k=b) < 3:\n        return [x for x in a if x is not None]\n";
  }
  Source source("test", text);
  auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(parse_module(source).ok());
  auto took = std::chrono::steady_clock::now() - start;
  // A release build takes some 10 ms; the bound only catches what is quadratic.
  EXPECT_LT(took, std::chrono::seconds(2));
}

}  // namespace
}  // namespace fermata
