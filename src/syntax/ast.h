// The syntax tree: plain structs that mirror CPython 3.12's `ast` module, names and field order included. The parser makes them in an arena
// owned by the ParseResult; identifiers and texts point into that arena or into the Source, so both must outlive the tree. The compiler
// and the AST dump read them: switch on `kind`, then `node->as<ast::Call>()`. Each struct's `fields` is the only list of its fields.
//
// Left-associative chains (`a + b + c`, `a.b.c`, `f()()`, `x[0][1]`) are parsed by loops, but their trees are as deep on the left as the
// chain is long; so are `elif` chains (an `elif` is an If alone in `orelse`, as in CPython). Each node knows its `depth`, the number of
// nodes on its longest path down, and the parser refuses any tree deeper than kMaxTreeDepth (parser.h). Brackets, blocks and operators
// that nest are few hundred levels at most: visitors may recurse through them. Over long chains (BinOp::left, Attribute::value, Call::func,
// Subscript::value, If::orelse) they must iterate, or look at `depth` first.
#pragma once

#include <cassert>
#include <cstdint>
#include <string_view>

#include "base/source.h"
#include "syntax/arena.h"

namespace fermata::ast {

enum class NodeKind : uint8_t {
#define NODE(name, python, family, located) name,
#include "syntax/ast_kinds.def"
#undef NODE
};

#define FERMATA_LISTED(name) name,
#define FERMATA_EXPR_CONTEXTS(X) X(Load) X(Store) X(Del)
#define FERMATA_BOOL_OPERATORS(X) X(And) X(Or)
#define FERMATA_OPERATOR_NODES(X) \
  X(Add) X(Sub) X(Mult) X(MatMult) X(Div) X(Mod) X(Pow) X(LShift) X(RShift) X(BitOr) X(BitXor) X(BitAnd) X(FloorDiv)
#define FERMATA_UNARY_OPERATORS(X) X(Invert) X(Not) X(UAdd) X(USub)
#define FERMATA_COMPARE_OPERATORS(X) X(Eq) X(NotEq) X(Lt) X(LtE) X(Gt) X(GtE) X(Is) X(IsNot) X(In) X(NotIn)
enum class ExprContext : uint8_t { FERMATA_EXPR_CONTEXTS(FERMATA_LISTED) };
enum class BoolOperator : uint8_t { FERMATA_BOOL_OPERATORS(FERMATA_LISTED) };
enum class Operator : uint8_t { FERMATA_OPERATOR_NODES(FERMATA_LISTED) };
enum class UnaryOperator : uint8_t { FERMATA_UNARY_OPERATORS(FERMATA_LISTED) };
enum class CompareOperator : uint8_t { FERMATA_COMPARE_OPERATORS(FERMATA_LISTED) };
#undef FERMATA_LISTED

// How a visitor learns that a field may be null or absent, in CPython's tree at least.
enum class Presence : uint8_t { kRequired, kOptional };
inline constexpr Presence kOptional = Presence::kOptional;

// Fields that CPython's nodes have and ours don't keep: type comments (None there) and what `# type: ignore` leaves (an empty list).
struct TypeComment {};
struct TypeIgnores {};

struct Node {
  NodeKind kind;
  uint16_t depth;
  Span span;

  template <class T>
  T* as() {
    assert(kind == T::kKind);
    return static_cast<T*>(this);
  }
  template <class T>
  const T* as() const {
    assert(kind == T::kKind);
    return static_cast<const T*>(this);
  }
  template <class T>
  bool is() const { return kind == T::kKind; }
  // Null when the node is of another kind.
  template <class T>
  const T* maybe() const { return kind == T::kKind ? static_cast<const T*>(this) : nullptr; }
};

// Families, to tell apart what a field may hold.
struct Expr : Node {};
struct Stmt : Node {};
struct Pattern : Node {};
struct TypeParam : Node {};

using Identifier = std::string_view;  // NFKC-normalised UTF-8. Absent optional identifiers have data() == nullptr.

// A node struct starts with FERMATA_NODE(kind): its kind, for as<T>() and for Arena::make.
#define FERMATA_NODE(name) static constexpr NodeKind kKind = NodeKind::name

// ---- Parts that expressions and statements share ----

struct Arg : Node {
  FERMATA_NODE(Arg);
  Identifier arg;
  Expr* annotation;  // or null
  template <class V> void fields(V& v) const {
    v("arg", arg); v("annotation", annotation, kOptional); v("type_comment", TypeComment{}, kOptional);
  }
};

struct Arguments : Node {  // its span is empty: CPython's has no location
  FERMATA_NODE(Arguments);
  Seq<Arg*> posonlyargs;
  Seq<Arg*> args;
  Arg* vararg;  // or null
  Seq<Arg*> kwonlyargs;
  Seq<Expr*> kw_defaults;  // one per kwonlyargs, null where there is none
  Arg* kwarg;              // or null
  Seq<Expr*> defaults;     // of the last parameters of posonlyargs + args
  template <class V> void fields(V& v) const {
    v("posonlyargs", posonlyargs); v("args", args); v("vararg", vararg, kOptional); v("kwonlyargs", kwonlyargs);
    v("kw_defaults", kw_defaults); v("kwarg", kwarg, kOptional); v("defaults", defaults);
  }
};

struct Keyword : Node {
  FERMATA_NODE(Keyword);
  Identifier arg;  // absent for **value
  Expr* value;
  template <class V> void fields(V& v) const { v("arg", arg, kOptional); v("value", value); }
};

struct Comprehension : Node {  // its span is empty: CPython's has no location
  FERMATA_NODE(Comprehension);
  Expr* target;
  Expr* iter;
  Seq<Expr*> ifs;
  bool is_async;
  template <class V> void fields(V& v) const { v("target", target); v("iter", iter); v("ifs", ifs); v("is_async", is_async); }
};

struct Alias : Node {
  FERMATA_NODE(Alias);
  Identifier name;  // dotted in `import a.b`; "*" in `from a import *`
  Identifier asname;  // or absent
  template <class V> void fields(V& v) const { v("name", name); v("asname", asname, kOptional); }
};

struct WithItem : Node {  // its span is empty: CPython's has no location
  FERMATA_NODE(WithItem);
  Expr* context_expr;
  Expr* optional_vars;  // or null
  template <class V> void fields(V& v) const { v("context_expr", context_expr); v("optional_vars", optional_vars, kOptional); }
};

struct ExceptHandler : Node {
  FERMATA_NODE(ExceptHandler);
  Expr* type;       // or null
  Identifier name;  // or absent
  Seq<Stmt*> body;
  template <class V> void fields(V& v) const { v("type", type, kOptional); v("name", name, kOptional); v("body", body); }
};

struct MatchCase : Node {  // its span is empty: CPython's has no location
  FERMATA_NODE(MatchCase);
  Pattern* pattern;
  Expr* guard;  // or null
  Seq<Stmt*> body;
  template <class V> void fields(V& v) const { v("pattern", pattern); v("guard", guard, kOptional); v("body", body); }
};

struct TypeVar : TypeParam {
  FERMATA_NODE(TypeVar);
  Identifier name;
  Expr* bound;  // or null
  template <class V> void fields(V& v) const { v("name", name); v("bound", bound, kOptional); }
};

struct ParamSpec : TypeParam {
  FERMATA_NODE(ParamSpec);
  Identifier name;
  template <class V> void fields(V& v) const { v("name", name); }
};

struct TypeVarTuple : TypeParam {
  FERMATA_NODE(TypeVarTuple);
  Identifier name;
  template <class V> void fields(V& v) const { v("name", name); }
};

// ---- Expressions ----

enum class ConstantKind : uint8_t { None, True, False, Ellipsis, Int, Float, Imaginary, Str, Bytes };

struct Constant : Expr {
  FERMATA_NODE(Constant);
  ConstantKind constant_kind;
  // Int: digits only, no prefix and no underscores, lower case, in `base`. Str: decoded text in UTF-8, lone surrogates as three bytes.
  // Bytes: the raw bytes.
  std::string_view text;
  double number;     // Float; Imaginary: the imaginary part
  uint8_t base;      // Int: 2, 8, 10 or 16
  bool is_u_string;  // u"…", CPython's kind='u'
  template <class V> void fields(V& v) const { v("value", *this); }  // the dump prints the value, and kind if 'u'
};

struct BoolOp : Expr {
  FERMATA_NODE(BoolOp);
  BoolOperator op;
  Seq<Expr*> values;  // two or more
  template <class V> void fields(V& v) const { v("op", op); v("values", values); }
};

struct NamedExpr : Expr {
  FERMATA_NODE(NamedExpr);
  Expr* target;  // a Name
  Expr* value;
  template <class V> void fields(V& v) const { v("target", target); v("value", value); }
};

struct BinOp : Expr {
  FERMATA_NODE(BinOp);
  Expr* left;
  Operator op;
  Expr* right;
  template <class V> void fields(V& v) const { v("left", left); v("op", op); v("right", right); }
};

struct UnaryOp : Expr {
  FERMATA_NODE(UnaryOp);
  UnaryOperator op;
  Expr* operand;
  template <class V> void fields(V& v) const { v("op", op); v("operand", operand); }
};

struct Lambda : Expr {
  FERMATA_NODE(Lambda);
  Arguments* args;
  Expr* body;
  template <class V> void fields(V& v) const { v("args", args); v("body", body); }
};

struct IfExp : Expr {
  FERMATA_NODE(IfExp);
  Expr* test;
  Expr* body;
  Expr* orelse;
  template <class V> void fields(V& v) const { v("test", test); v("body", body); v("orelse", orelse); }
};

struct Dict : Expr {
  FERMATA_NODE(Dict);
  Seq<Expr*> keys;  // null where values[i] is unpacked: {**value}
  Seq<Expr*> values;
  template <class V> void fields(V& v) const { v("keys", keys); v("values", values); }
};

struct Set : Expr {
  FERMATA_NODE(Set);
  Seq<Expr*> elts;
  template <class V> void fields(V& v) const { v("elts", elts); }
};

struct ListComp : Expr {
  FERMATA_NODE(ListComp);
  Expr* elt;
  Seq<Comprehension*> generators;
  template <class V> void fields(V& v) const { v("elt", elt); v("generators", generators); }
};

struct SetComp : Expr {
  FERMATA_NODE(SetComp);
  Expr* elt;
  Seq<Comprehension*> generators;
  template <class V> void fields(V& v) const { v("elt", elt); v("generators", generators); }
};

struct DictComp : Expr {
  FERMATA_NODE(DictComp);
  Expr* key;
  Expr* value;
  Seq<Comprehension*> generators;
  template <class V> void fields(V& v) const { v("key", key); v("value", value); v("generators", generators); }
};

struct GeneratorExp : Expr {
  FERMATA_NODE(GeneratorExp);
  Expr* elt;
  Seq<Comprehension*> generators;
  template <class V> void fields(V& v) const { v("elt", elt); v("generators", generators); }
};

struct Await : Expr {
  FERMATA_NODE(Await);
  Expr* value;
  template <class V> void fields(V& v) const { v("value", value); }
};

struct Yield : Expr {
  FERMATA_NODE(Yield);
  Expr* value;  // or null
  template <class V> void fields(V& v) const { v("value", value, kOptional); }
};

struct YieldFrom : Expr {
  FERMATA_NODE(YieldFrom);
  Expr* value;
  template <class V> void fields(V& v) const { v("value", value); }
};

struct Compare : Expr {
  FERMATA_NODE(Compare);
  Expr* left;
  Seq<CompareOperator> ops;
  Seq<Expr*> comparators;
  template <class V> void fields(V& v) const { v("left", left); v("ops", ops); v("comparators", comparators); }
};

struct Call : Expr {
  FERMATA_NODE(Call);
  Expr* func;
  Seq<Expr*> args;  // Starred for *args
  Seq<Keyword*> keywords;
  template <class V> void fields(V& v) const { v("func", func); v("args", args); v("keywords", keywords); }
};

struct FormattedValue : Expr {
  FERMATA_NODE(FormattedValue);
  Expr* value;
  int conversion;     // -1, or 's', 'r', 'a'
  Expr* format_spec;  // a JoinedStr, or null
  template <class V> void fields(V& v) const { v("value", value); v("conversion", conversion); v("format_spec", format_spec, kOptional); }
};

struct JoinedStr : Expr {
  FERMATA_NODE(JoinedStr);
  Seq<Expr*> values;  // Constant (Str) and FormattedValue
  template <class V> void fields(V& v) const { v("values", values); }
};

struct Attribute : Expr {
  FERMATA_NODE(Attribute);
  Expr* value;
  Identifier attr;
  ExprContext ctx;
  template <class V> void fields(V& v) const { v("value", value); v("attr", attr); v("ctx", ctx); }
};

struct Subscript : Expr {
  FERMATA_NODE(Subscript);
  Expr* value;
  Expr* slice;
  ExprContext ctx;
  template <class V> void fields(V& v) const { v("value", value); v("slice", slice); v("ctx", ctx); }
};

struct Starred : Expr {
  FERMATA_NODE(Starred);
  Expr* value;
  ExprContext ctx;
  template <class V> void fields(V& v) const { v("value", value); v("ctx", ctx); }
};

struct Name : Expr {
  FERMATA_NODE(Name);
  Identifier id;
  ExprContext ctx;
  template <class V> void fields(V& v) const { v("id", id); v("ctx", ctx); }
};

struct List : Expr {
  FERMATA_NODE(List);
  Seq<Expr*> elts;
  ExprContext ctx;
  template <class V> void fields(V& v) const { v("elts", elts); v("ctx", ctx); }
};

struct Tuple : Expr {
  FERMATA_NODE(Tuple);
  Seq<Expr*> elts;
  ExprContext ctx;
  template <class V> void fields(V& v) const { v("elts", elts); v("ctx", ctx); }
};

struct Slice : Expr {
  FERMATA_NODE(Slice);
  Expr* lower;  // each may be null
  Expr* upper;
  Expr* step;
  template <class V> void fields(V& v) const { v("lower", lower, kOptional); v("upper", upper, kOptional); v("step", step, kOptional); }
};

// ---- Statements ----

struct FunctionDef : Stmt {
  FERMATA_NODE(FunctionDef);
  Identifier name;
  Arguments* args;
  Seq<Stmt*> body;
  Seq<Expr*> decorator_list;
  Expr* returns;  // or null
  Seq<TypeParam*> type_params;
  template <class V> void fields(V& v) const {
    v("name", name); v("args", args); v("body", body); v("decorator_list", decorator_list); v("returns", returns, kOptional);
    v("type_comment", TypeComment{}, kOptional); v("type_params", type_params);
  }
};

struct AsyncFunctionDef : FunctionDef {
  FERMATA_NODE(AsyncFunctionDef);
};

struct ClassDef : Stmt {
  FERMATA_NODE(ClassDef);
  Identifier name;
  Seq<Expr*> bases;
  Seq<Keyword*> keywords;
  Seq<Stmt*> body;
  Seq<Expr*> decorator_list;
  Seq<TypeParam*> type_params;
  template <class V> void fields(V& v) const {
    v("name", name); v("bases", bases); v("keywords", keywords); v("body", body); v("decorator_list", decorator_list);
    v("type_params", type_params);
  }
};

struct Return : Stmt {
  FERMATA_NODE(Return);
  Expr* value;  // or null
  template <class V> void fields(V& v) const { v("value", value, kOptional); }
};

struct Delete : Stmt {
  FERMATA_NODE(Delete);
  Seq<Expr*> targets;
  template <class V> void fields(V& v) const { v("targets", targets); }
};

struct Assign : Stmt {
  FERMATA_NODE(Assign);
  Seq<Expr*> targets;  // one for each `=`
  Expr* value;
  template <class V> void fields(V& v) const { v("targets", targets); v("value", value); v("type_comment", TypeComment{}, kOptional); }
};

struct TypeAlias : Stmt {
  FERMATA_NODE(TypeAlias);
  Expr* name;  // a Name
  Seq<TypeParam*> type_params;
  Expr* value;
  template <class V> void fields(V& v) const { v("name", name); v("type_params", type_params); v("value", value); }
};

struct AugAssign : Stmt {
  FERMATA_NODE(AugAssign);
  Expr* target;
  Operator op;
  Expr* value;
  template <class V> void fields(V& v) const { v("target", target); v("op", op); v("value", value); }
};

struct AnnAssign : Stmt {
  FERMATA_NODE(AnnAssign);
  Expr* target;
  Expr* annotation;
  Expr* value;  // or null
  bool simple;  // the target is a Name without parentheses
  template <class V> void fields(V& v) const {
    v("target", target); v("annotation", annotation); v("value", value, kOptional); v("simple", simple);
  }
};

struct For : Stmt {
  FERMATA_NODE(For);
  Expr* target;
  Expr* iter;
  Seq<Stmt*> body;
  Seq<Stmt*> orelse;
  template <class V> void fields(V& v) const {
    v("target", target); v("iter", iter); v("body", body); v("orelse", orelse); v("type_comment", TypeComment{}, kOptional);
  }
};

struct AsyncFor : For {
  FERMATA_NODE(AsyncFor);
};

struct While : Stmt {
  FERMATA_NODE(While);
  Expr* test;
  Seq<Stmt*> body;
  Seq<Stmt*> orelse;
  template <class V> void fields(V& v) const { v("test", test); v("body", body); v("orelse", orelse); }
};

struct If : Stmt {
  FERMATA_NODE(If);
  Expr* test;
  Seq<Stmt*> body;
  Seq<Stmt*> orelse;  // for `elif`: a single If
  template <class V> void fields(V& v) const { v("test", test); v("body", body); v("orelse", orelse); }
};

struct With : Stmt {
  FERMATA_NODE(With);
  Seq<WithItem*> items;
  Seq<Stmt*> body;
  template <class V> void fields(V& v) const { v("items", items); v("body", body); v("type_comment", TypeComment{}, kOptional); }
};

struct AsyncWith : With {
  FERMATA_NODE(AsyncWith);
};

struct Match : Stmt {
  FERMATA_NODE(Match);
  Expr* subject;
  Seq<MatchCase*> cases;
  template <class V> void fields(V& v) const { v("subject", subject); v("cases", cases); }
};

struct Raise : Stmt {
  FERMATA_NODE(Raise);
  Expr* exc;    // or null
  Expr* cause;  // or null
  template <class V> void fields(V& v) const { v("exc", exc, kOptional); v("cause", cause, kOptional); }
};

struct Try : Stmt {
  FERMATA_NODE(Try);
  Seq<Stmt*> body;
  Seq<ExceptHandler*> handlers;
  Seq<Stmt*> orelse;
  Seq<Stmt*> finalbody;
  template <class V> void fields(V& v) const { v("body", body); v("handlers", handlers); v("orelse", orelse); v("finalbody", finalbody); }
};

struct TryStar : Try {
  FERMATA_NODE(TryStar);
};

struct Assert : Stmt {
  FERMATA_NODE(Assert);
  Expr* test;
  Expr* msg;  // or null
  template <class V> void fields(V& v) const { v("test", test); v("msg", msg, kOptional); }
};

struct Import : Stmt {
  FERMATA_NODE(Import);
  Seq<Alias*> names;
  template <class V> void fields(V& v) const { v("names", names); }
};

struct ImportFrom : Stmt {
  FERMATA_NODE(ImportFrom);
  Identifier module;  // absent in `from . import a`
  Seq<Alias*> names;
  int level;  // leading dots
  template <class V> void fields(V& v) const { v("module", module, kOptional); v("names", names); v("level", level, kOptional); }
};

struct Global : Stmt {
  FERMATA_NODE(Global);
  Seq<Identifier> names;
  template <class V> void fields(V& v) const { v("names", names); }
};

struct Nonlocal : Stmt {
  FERMATA_NODE(Nonlocal);
  Seq<Identifier> names;
  template <class V> void fields(V& v) const { v("names", names); }
};

struct ExprStmt : Stmt {  // CPython's Expr
  FERMATA_NODE(ExprStmt);
  Expr* value;
  template <class V> void fields(V& v) const { v("value", value); }
};

struct Pass : Stmt {
  FERMATA_NODE(Pass);
  template <class V> void fields(V&) const {}
};

struct Break : Stmt {
  FERMATA_NODE(Break);
  template <class V> void fields(V&) const {}
};

struct Continue : Stmt {
  FERMATA_NODE(Continue);
  template <class V> void fields(V&) const {}
};

// ---- Patterns ----

struct MatchValue : Pattern {
  FERMATA_NODE(MatchValue);
  Expr* value;
  template <class V> void fields(V& v) const { v("value", value); }
};

struct MatchSingleton : Pattern {
  FERMATA_NODE(MatchSingleton);
  ConstantKind value;  // None, True or False
  template <class V> void fields(V& v) const { v("value", value); }
};

struct MatchSequence : Pattern {
  FERMATA_NODE(MatchSequence);
  Seq<Pattern*> patterns;  // at most one MatchStar is checked by the compiler, as in CPython
  template <class V> void fields(V& v) const { v("patterns", patterns); }
};

struct MatchMapping : Pattern {
  FERMATA_NODE(MatchMapping);
  Seq<Expr*> keys;
  Seq<Pattern*> patterns;
  Identifier rest;  // or absent
  template <class V> void fields(V& v) const { v("keys", keys); v("patterns", patterns); v("rest", rest, kOptional); }
};

struct MatchClass : Pattern {
  FERMATA_NODE(MatchClass);
  Expr* cls;
  Seq<Pattern*> patterns;
  Seq<Identifier> kwd_attrs;
  Seq<Pattern*> kwd_patterns;
  template <class V> void fields(V& v) const {
    v("cls", cls); v("patterns", patterns); v("kwd_attrs", kwd_attrs); v("kwd_patterns", kwd_patterns);
  }
};

struct MatchStar : Pattern {
  FERMATA_NODE(MatchStar);
  Identifier name;  // absent for `*_`
  template <class V> void fields(V& v) const { v("name", name, kOptional); }
};

struct MatchAs : Pattern {
  FERMATA_NODE(MatchAs);
  Pattern* pattern;  // or null: a capture
  Identifier name;   // or absent: the wildcard `_`
  template <class V> void fields(V& v) const { v("pattern", pattern, kOptional); v("name", name, kOptional); }
};

struct MatchOr : Pattern {
  FERMATA_NODE(MatchOr);
  Seq<Pattern*> patterns;
  template <class V> void fields(V& v) const { v("patterns", patterns); }
};

// ---- Modules ----

struct Module : Node {
  FERMATA_NODE(Module);
  Seq<Stmt*> body;
  template <class V> void fields(V& v) const { v("body", body); v("type_ignores", TypeIgnores{}); }
};

struct Expression : Node {  // what eval() compiles
  FERMATA_NODE(Expression);
  Expr* body;
  template <class V> void fields(V& v) const { v("body", body); }
};

#undef FERMATA_NODE

}  // namespace fermata::ast
