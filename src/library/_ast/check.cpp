// What a program's tree must be like to be compiled: what the parser would never make is refused, in CPython's words.
#include "library/_ast/tree.h"
#include "objects/errors/errors.h"

namespace fermata {

namespace ast {

namespace {

class Check {
 public:
  Check(Context& cx, const Node& node) : cx_(cx), node_(node), kind_(node.kind) {}

  Value run() {
    comprehension_lists();
    visit_fields(node_, *this);
    if (good()) by_kind();
    return outcome_.is_unset() ? Value::none() : outcome_;
  }

  // Fields by type: in what context expressions stand, and which lists may not be empty.
  void operator()(const char* field, Expr* e, Presence = {}) {
    if (kind_ == NodeKind::NamedExpr && std::string_view(field) == "target") return;  // CPython doesn't look
    if (e) context(e, wanted(field));
  }
  void operator()(const char* field, const Seq<Expr*>& items) {
    if (items.empty() && std::string_view(field) == "targets") return empty(field);
    for (const Expr* e : items)
      if (e) context(e, wanted(field));
  }
  template <class T>
  void operator()(const char* field, const Seq<T>& items) {
    const std::string_view name = field;
    const bool block = name == "body" && kind_ != NodeKind::Module;
    const bool listed = name == "items" || name == "cases" || (name == "names" && kind_ != NodeKind::Module);
    if (items.empty() && (block || listed)) empty(field);
  }
  template <class T>
  void operator()(const char*, const T&, Presence = {}) {}

 private:
  bool good() const { return outcome_.is_unset(); }
  void fail(std::string_view text) {
    if (good()) outcome_ = raise(cx_, ErrorType::kValueError, text);
  }
  void type_error(std::string_view text) {
    if (good()) outcome_ = raise(cx_, ErrorType::kTypeError, text);
  }
  void expect(bool holds, std::string_view text) {
    if (!holds) fail(text);
  }
  void empty(const char* field) { fail(fmt::format("empty {} on {}", field, row_of(kind_).name)); }

  // ---- contexts

  ExprContext wanted(std::string_view field) const {
    switch (kind_) {
      case NodeKind::AugAssign:
      case NodeKind::AnnAssign:
      case NodeKind::For:
      case NodeKind::AsyncFor:
      case NodeKind::Comprehension: return field == "target" ? ExprContext::Store : ExprContext::Load;
      case NodeKind::Assign: return field == "targets" ? ExprContext::Store : ExprContext::Load;
      case NodeKind::WithItem: return field == "optional_vars" ? ExprContext::Store : ExprContext::Load;
      case NodeKind::TypeAlias: return field == "name" ? ExprContext::Store : ExprContext::Load;
      case NodeKind::Delete: return ExprContext::Del;
      case NodeKind::List: return static_cast<const List&>(node_).ctx;
      case NodeKind::Tuple: return static_cast<const Tuple&>(node_).ctx;
      case NodeKind::Starred: return static_cast<const Starred&>(node_).ctx;
      default: return ExprContext::Load;
    }
  }
  void context(const Expr* e, ExprContext wanted) {
    ExprContext own = ExprContext::Load;
    switch (e->kind) {
      case NodeKind::Attribute: own = e->as<Attribute>()->ctx; break;
      case NodeKind::Subscript: own = e->as<Subscript>()->ctx; break;
      case NodeKind::Starred: own = e->as<Starred>()->ctx; break;
      case NodeKind::Name: own = e->as<Name>()->ctx; break;
      case NodeKind::List: own = e->as<List>()->ctx; break;
      case NodeKind::Tuple: own = e->as<Tuple>()->ctx; break;
      default:
        if (wanted != ExprContext::Load) fail(fmt::format("expression which can't be assigned to in {} context", name_of(wanted)));
        return;
    }
    if (own != wanted) fail(fmt::format("expression must have {} context but has {} instead", name_of(wanted), name_of(own)));
  }

  // CPython looks at the generators first.
  void comprehension_lists() {
    switch (kind_) {
      case NodeKind::ListComp: return generators(static_cast<const ListComp&>(node_).generators);
      case NodeKind::SetComp: return generators(static_cast<const SetComp&>(node_).generators);
      case NodeKind::DictComp: return generators(static_cast<const DictComp&>(node_).generators);
      case NodeKind::GeneratorExp: return generators(static_cast<const GeneratorExp&>(node_).generators);
      default: return;
    }
  }
  void generators(const Seq<Comprehension*>& items) {
    expect(!items.empty(), "comprehension with no generators");
    for (const Comprehension* each : items) {
      context(each->target, ExprContext::Store);
      context(each->iter, ExprContext::Load);
    }
  }

  // ---- what else a kind asks for

  void by_kind() {
    switch (kind_) {
      case NodeKind::Name: return constant_name(static_cast<const Name&>(node_).id);
      case NodeKind::BoolOp: return expect(static_cast<const BoolOp&>(node_).values.size() >= 2, "BoolOp with less than 2 values");
      case NodeKind::Dict: {
        const auto& n = static_cast<const Dict&>(node_);
        return expect(n.keys.size() == n.values.size(), "Dict doesn't have the same number of keys as values");
      }
      case NodeKind::Compare: {
        const auto& n = static_cast<const Compare&>(node_);
        expect(!n.comparators.empty(), "Compare with no comparators");
        return expect(n.comparators.size() == n.ops.size(), "Compare has a different number of comparators and operands");
      }
      case NodeKind::NamedExpr:
        if (!static_cast<const NamedExpr&>(node_).target->is<Name>()) type_error("NamedExpr target must be a Name");
        return;
      case NodeKind::TypeAlias:
        if (!static_cast<const TypeAlias&>(node_).name->is<Name>()) type_error("TypeAlias with non-Name name");
        return;
      case NodeKind::AnnAssign: {
        const auto& n = static_cast<const AnnAssign&>(node_);
        if (n.simple && !n.target->is<Name>()) return type_error("AnnAssign with simple non-Name target");
        return single_target(n.target, "annotated");
      }
      case NodeKind::AugAssign: return single_target(static_cast<const AugAssign&>(node_).target, "augmented");
      case NodeKind::FormattedValue: {
        const int conversion = static_cast<const FormattedValue&>(node_).conversion;
        return expect(conversion == -1 || conversion == 's' || conversion == 'r' || conversion == 'a',
                      fmt::format("Unrecognized conversion character {}", conversion));
      }
      case NodeKind::Arguments: return arguments(static_cast<const Arguments&>(node_));
      case NodeKind::Raise: {
        const auto& n = static_cast<const Raise&>(node_);
        return expect(n.exc || !n.cause, "Raise with cause but no exception");
      }
      case NodeKind::Try: return handlers(static_cast<const Try&>(node_));
      case NodeKind::TryStar: return handlers(static_cast<const TryStar&>(node_));
      case NodeKind::ImportFrom: return expect(static_cast<const ImportFrom&>(node_).level >= 0, "Negative ImportFrom level");
      default: return pattern();
    }
  }

  void single_target(const Expr* target, const char* what) {
    if (!target->is<Name>() && !target->is<Attribute>() && !target->is<Subscript>())
      type_error(fmt::format("invalid node type ({}) for {} assignment", row_of(target->kind).name, what));
  }
  void constant_name(Identifier name) {
    for (const std::string_view constant : {"None", "True", "False"})
      if (name == constant) fail(fmt::format("identifier field can't represent '{}' constant", constant));
  }
  void arguments(const Arguments& n) {
    expect(n.defaults.size() <= n.posonlyargs.size() + n.args.size(), "more positional defaults than args on arguments");
    expect(n.kw_defaults.size() == n.kwonlyargs.size(), "length of kwonlyargs is not the same as kw_defaults on arguments");
  }
  template <class T>
  void handlers(const T& n) {
    const char* name = row_of(kind_).name;
    if (n.handlers.empty() && n.finalbody.empty()) return fail(fmt::format("{} has neither except handlers nor finalbody", name));
    if (n.handlers.empty() && !n.orelse.empty()) return fail(fmt::format("{} has orelse but no except handlers", name));
    for (const auto* handler : n.handlers)
      if (kind_ == NodeKind::TryStar && !handler->type) fail("TryStar has an except handler without a type");
  }

  // ---- patterns

  void pattern() {
    switch (kind_) {
      case NodeKind::MatchValue: return value(static_cast<const MatchValue&>(node_).value);
      case NodeKind::MatchSequence: return;
      case NodeKind::MatchMapping: {
        const auto& n = static_cast<const MatchMapping&>(node_);
        expect(n.keys.size() == n.patterns.size(), "MatchMapping doesn't have the same number of keys as patterns");
        capture(n.rest);
        for (const Expr* key : n.keys) {
          const auto* constant = key->maybe<Constant>();
          if (!constant || !is_singleton(*constant)) value(key);
        }
        return no_stars(n.patterns);
      }
      case NodeKind::MatchClass: {
        const auto& n = static_cast<const MatchClass&>(node_);
        expect(n.kwd_attrs.size() == n.kwd_patterns.size(), "MatchClass doesn't have the same number of keyword attributes as patterns");
        const Expr* cls = n.cls;
        while (const auto* attribute = cls->maybe<Attribute>()) cls = attribute->value;
        expect(cls->is<Name>(), "MatchClass cls field can only contain Name or Attribute nodes.");
        for (const Identifier name : n.kwd_attrs) constant_name(name);
        no_stars(n.patterns);
        return no_stars(n.kwd_patterns);
      }
      case NodeKind::MatchStar: return capture(static_cast<const MatchStar&>(node_).name);
      case NodeKind::MatchAs: {
        const auto& n = static_cast<const MatchAs&>(node_);
        capture(n.name);
        expect(n.name.data() || !n.pattern, "MatchAs must specify a target name if a pattern is given");
        if (n.pattern) no_star(n.pattern);
        return;
      }
      case NodeKind::MatchOr: {
        const auto& n = static_cast<const MatchOr&>(node_);
        expect(n.patterns.size() >= 2, "MatchOr requires at least 2 patterns");
        return no_stars(n.patterns);
      }
      case NodeKind::MatchCase: return no_star(static_cast<const MatchCase&>(node_).pattern);
      default: return;
    }
  }
  static bool is_singleton(const Constant& constant) {
    return constant.constant_kind == ConstantKind::None || constant.constant_kind == ConstantKind::True ||
           constant.constant_kind == ConstantKind::False;
  }
  void value(const Expr* e) {
    switch (e->kind) {
      case NodeKind::Constant: {
        const auto* constant = e->as<Constant>();
        return expect(!is_singleton(*constant) && constant->constant_kind != ConstantKind::Ellipsis,
                      "unexpected constant inside of a literal pattern");
      }
      case NodeKind::Attribute:
      case NodeKind::JoinedStr: return;
      case NodeKind::UnaryOp: return expect(number(e, true), "patterns may only match literals and attribute lookups");
      case NodeKind::BinOp: {
        const auto* sum = e->as<BinOp>();
        const bool fits = (sum->op == Operator::Add || sum->op == Operator::Sub) && number(sum->left, true) && number(sum->right, false);
        return expect(fits, "patterns may only match literals and attribute lookups");
      }
      case NodeKind::Tuple: return fail("unexpected constant inside of a literal pattern");
      default: return fail("patterns may only match literals and attribute lookups");
    }
  }
  static bool number(const Expr* e, bool may_be_negative) {
    if (const auto* sign = e->maybe<UnaryOp>(); sign && may_be_negative && sign->op == UnaryOperator::USub) e = sign->operand;
    const auto* constant = e->maybe<Constant>();
    if (!constant) return false;
    const ConstantKind kind = constant->constant_kind;
    return kind == ConstantKind::Int || kind == ConstantKind::Float || kind == ConstantKind::Imaginary;
  }
  void capture(Identifier name) {
    if (!name.data()) return;
    if (name == "_") return fail("can't capture name '_' in patterns");
    constant_name(name);
  }
  void no_star(const Pattern* pattern) { expect(!pattern->is<MatchStar>(), "can't use MatchStar here"); }
  void no_stars(const Seq<Pattern*>& patterns) {
    for (const Pattern* each : patterns) no_star(each);
  }

  Context& cx_;
  const Node& node_;
  const NodeKind kind_;
  Value outcome_;
};

}  // namespace

}  // namespace ast

Value check_node(Context& cx, const ast::Node& node) { return ast::Check(cx, node).run(); }

}  // namespace fermata
