// From objects to our tree. The objects are the program's own: anything may be missing, shared, of the wrong type, or inside itself.
#include <algorithm>
#include <cmath>
#include <utility>

#include "library/_ast/tree.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "syntax/parser.h"

namespace fermata {

using ast::Presence;

namespace {

// Makes each node before its children, which wait in a list: so depth costs no stack. The nodes are ours, in the arena, so the visitor may
// write to the fields that it is shown as const.
class Tree {
 public:
  Tree(Context& cx, const NodeClasses& classes, Arena& arena) : cx_(cx), classes_(classes), arena_(arena) {}

  Value build(Value root, const ast::Node** tree) {
    const int place = classes_.find(cx_, root);
    if (place == int(kInteractive)) {
      auto* module = arena_.make<ast::Module>();
      module->kind = ast::NodeKind::Module;
      made_.push_back({module, as<Instance>(root), 0, 1});
      waiting_.push_back(0);
    } else {
      node(root, static_cast<ast::NodeKind>(place));
    }
    // Filled from the last to the first: a cycle is found at its depth, not in its width.
    while (outcome_.is_unset() && !waiting_.empty()) {
      at_ = waiting_.back();
      waiting_.pop_back();
      fill();
    }
    if (!outcome_.is_unset()) return outcome_;
    return finish(tree);
  }

  void operator()(const char* name, const ast::Identifier& field, Presence presence = {}) {
    const Value v = read(name, presence);
    if (outcome_.is_unset() && !required(name, v, presence)) write(field) = identifier(v, "identifier");
  }
  void operator()(const char* name, const int& field, Presence presence = {}) { write(field) = integer(read(name, presence), presence); }
  void operator()(const char* name, const bool& field, Presence presence = {}) {
    write(field) = integer(read(name, presence), presence) != 0;
  }
  void operator()(const char* name, const ast::ConstantKind& field, Presence presence = {}) {
    const Value v = read(name, presence);
    if (!outcome_.is_unset()) return;
    if (!v.is_none() && !v.is_bool()) return fail(raise_value_error(cx_, "MatchSingleton can only contain True, False and None"));
    write(field) = v.is_none() ? ast::ConstantKind::None : v.is_true() ? ast::ConstantKind::True : ast::ConstantKind::False;
  }
  void operator()(const char*, const ast::Constant&, Presence = {}) {}  // constant() made it whole
  void operator()(const char*, ast::TypeComment, Presence) {}
  void operator()(const char*, ast::TypeIgnores) {}
  template <class E>
    requires std::is_enum_v<E>
  void operator()(const char* name, const E& field, Presence presence = {}) {
    write(field) = operation<E>(read(name, presence));
  }
  template <class T>
    requires std::is_base_of_v<ast::Node, T>
  void operator()(const char* name, T* const& field, Presence presence = {}) {
    const Value v = read(name, presence);
    if (outcome_.is_unset() && !required(name, v, presence)) write(field) = child<T>(v);
  }
  template <class T>
  void operator()(const char* name, const Seq<T>& field) {
    const Value v = payload_of(attribute(name));
    if (v.is_unset()) return;  // an empty list, since CPython 3.12
    const List* list = try_as<List>(v);
    if (!list) return fail(raise_type_error(cx_, "{} field \"{}\" must be a list, not a {}", kind_name(), name, type_name(cx_, v)));
    const size_t count = list->items.size;
    if (!charge(count)) return;
    T* items = static_cast<T*>(arena_.allocate(sizeof(T) * (count + 1), alignof(T)));
    for (size_t i = 0; i < count && outcome_.is_unset(); ++i) items[i] = item<T>(name, list->items.data[i]);
    if (outcome_.is_unset()) write(field) = {items, count};
  }

 private:
  struct Made {
    ast::Node* node;
    Instance* object;
    uint32_t parent;  // its place in made_
    uint32_t down;    // nodes on the way here
  };
  static constexpr uint32_t kMostNodes = 1 << 21;

  template <class T>
  static T& write(const T& field) {
    return const_cast<T&>(field);
  }
  void fail(Value outcome) {
    if (outcome_.is_unset()) outcome_ = outcome;
  }
  // "expected some sort of expr, but got " and the object: its repr may be the program's, so the module writes it.
  void fail_with(std::string_view text, Value object, bool value_error = false) {
    Value said = new_str(cx_, text);
    if (value_error) said = tuple_of(cx_, std::span(&said, 1));
    const Value pair[] = {said, object};
    fail(tuple_of(cx_, pair));
  }
  const char* kind_name() const {
    if (at_ == made_.size()) return "Constant";  // which isn't made yet
    return classes_.find(cx_, Value::object(filling_)) == int(kInteractive) ? "Interactive" : ast::row_of(made_[at_].node->kind).name;
  }
  bool charge(size_t nodes) {
    uncharged_ += nodes + 1;
    if (uncharged_ < 64) return true;
    if (Value full; !cx_.can_allocate(arena_.bytes_reserved() + made_.size() * sizeof(Made) + nodes * sizeof(void*), &full))
      return fail(full), false;
    if (!cx_.tick(uncharged_)) return fail(Value::retry()), false;
    uncharged_ = 0;
    return true;
  }

  // ---- attributes

  // The object's own attribute, or what its classes have; unset when there is none.
  Value attribute(const char* name) {
    Str* key = cx_.intern(name);
    const Value own = instance_get(cx_, filling_, key);
    return own.is_unset() ? class_lookup(cx_, class_of(cx_, Value::object(filling_)), key) : own;
  }
  Value read(const char* name, Presence presence, const char* owner = nullptr) {
    if (!outcome_.is_unset()) return Value::none();
    const Value v = attribute(name);
    if (!v.is_unset()) return v;
    if (presence == Presence::kRequired) missing(name, owner ? owner : kind_name());
    return Value::none();
  }
  void missing(const char* name, const char* owner) { fail(raise_type_error(cx_, "required field \"{}\" missing from {}", name, owner)); }
  // Is it None? An error where it must not be.
  bool required(const char* name, Value v, Presence presence) {
    if (!v.is_none() || !outcome_.is_unset()) return !outcome_.is_unset();
    if (presence == Presence::kRequired) fail(raise_value_error(cx_, "field '{}' is required for {}", name, kind_name()));
    return true;
  }

  // ---- plain fields

  std::string_view text(std::string_view s) { return s.empty() ? std::string_view("") : arena_.copy(s); }
  ast::Identifier identifier(Value v, const char* what) {
    if (is<Str>(v)) return text(as<Str>(v)->view());
    fail(raise_type_error(cx_, "AST {} must be of type str", what));
    return {};
  }
  int integer(Value v, Presence presence) {
    if (!outcome_.is_unset() || (v.is_none() && presence == ast::kOptional)) return 0;
    if (v.is_bool()) return v.is_true();
    if (!is_int(v)) return fail_with("invalid integer value: ", v, true), 0;
    if (!v.is_small() || v.as_small() != int(v.as_small()))
      return fail(raise_overflow_error(cx_, "Python int too large to convert to C int")), 0;
    return int(v.as_small());
  }
  template <class E>
  E operation(Value v) {
    if (!outcome_.is_unset()) return E{};
    const int place = classes_.find(cx_, v);
    const int first = int(kFirstOperator<E>), count = int(std::size(ast::OperatorNames<E>::kNames));
    if (place >= first && place < first + count) return static_cast<E>(place - first);
    fail_with(fmt::format("expected some sort of {}, but got ", ast::OperatorNames<E>::kFamily), v);
    return E{};
  }
  void places(ast::Node& node) {
    const auto number = [&](const char* name, int otherwise, Presence presence) {
      const Value v = read(name, presence, ast::row_of(node.kind).family);
      return v.is_none() && presence == ast::kOptional ? otherwise : integer(v, presence);
    };
    const int line = number("lineno", 0, {}), column = number("col_offset", 0, {});
    const int end_line = number("end_lineno", line, ast::kOptional), end_column = number("end_col_offset", column, ast::kOptional);
    if (!outcome_.is_unset()) return;
    if (line > end_line) return fail(raise_value_error(cx_, "AST node line range ({}, {}) is not valid", line, end_line));
    if ((line < 0 && end_line != line) || (column < 0 && column != end_column))
      return fail(raise_value_error(cx_, "AST node column range ({}, {}) for line range ({}, {}) is not valid", column, end_column, line,
                                    end_line));
    if (line == end_line && column > end_column)
      return fail(raise_value_error(cx_, "line {}, column {}-{} is not a valid range", line, column, end_column));
    // The offset tells the compiler which of two siblings comes first.
    const auto at = [&](int l, int c) { return Position{uint32_t(std::max(l, 0)), uint32_t(std::max(c, 0)), at_}; };
    node.span = {at(line, column), at(end_line, end_column)};
  }

  // ---- children

  template <class T>
  T* child(Value v) {
    const int place = classes_.find(cx_, v);
    constexpr const char* kWanted = [] {
      if constexpr (std::is_same_v<T, ast::Expr>) return "expr";
      else if constexpr (std::is_same_v<T, ast::Stmt>) return "stmt";
      else if constexpr (std::is_same_v<T, ast::Pattern>) return "pattern";
      else if constexpr (std::is_same_v<T, ast::TypeParam>) return "type_param";
      else return ast::row_of(T::kKind).family;
    }();
    if (place >= 0 && place < int(ast::kKindCount) && std::string_view(ast::kKindRows[place].family) == kWanted)
      return static_cast<T*>(node(v, static_cast<ast::NodeKind>(place)));
    // CPython looks for the place before it looks what it is.
    constexpr bool kLocated = std::is_same_v<T, ast::Expr> || std::is_same_v<T, ast::Stmt> || std::is_same_v<T, ast::Pattern>;
    if (kLocated && (!is<Instance>(v) || instance_get(cx_, as<Instance>(v), cx_.intern("lineno")).is_unset())) missing("lineno", kWanted);
    else fail_with(fmt::format("expected some sort of {}, but got ", kWanted), v);
    return nullptr;
  }
  template <class T>
  T item(const char* name, Value v) {
    if constexpr (std::is_pointer_v<T>) {
      using Child = std::remove_pointer_t<T>;
      if (!v.is_none()) return child<Child>(v);
      if (made_[at_].node->kind == ast::NodeKind::Dict && std::string_view(name) == "keys") return nullptr;
      if (std::string_view(name) == "kw_defaults") return nullptr;
      constexpr const char* kWhat = std::is_same_v<Child, ast::Stmt>      ? "statement"
                                    : std::is_same_v<Child, ast::Pattern> ? "pattern"
                                                                          : "expression";
      fail(raise_value_error(cx_, "None disallowed in {} list", kWhat));
      return nullptr;
    } else if constexpr (std::is_enum_v<T>) {
      return operation<T>(v);
    } else {
      return identifier(v, "identifier");
    }
  }

  template <class T>
  T* add(uint32_t parent, uint32_t down) {
    T* made = arena_.make<T>();
    made->kind = T::kKind;
    made_.push_back({made, nullptr, parent, down});
    return made;
  }

  ast::Node* node(Value v, ast::NodeKind kind) {
    const uint32_t parent = at_, down = made_.empty() ? 1 : made_[at_].down + 1;
    if (down >= kMaxTreeDepth)
      return fail(raise(cx_, ErrorType::kRecursionError, "maximum recursion depth exceeded during compilation")), nullptr;
    if (made_.size() >= kMostNodes) return fail(raise_plain(cx_, ErrorType::kMemoryError)), nullptr;
    if (!charge(1)) return nullptr;
    if (kind == ast::NodeKind::Constant) return constant(as<Instance>(v), parent, down);
    ast::Node* made = ast::with_kind(kind, [&]<class T>() -> ast::Node* { return add<T>(parent, down); });
    made_.back().object = as<Instance>(v);
    waiting_.push_back(uint32_t(made_.size() - 1));
    return made;
  }

  void fill() {
    filling_ = made_[at_].object;
    ast::Node& node = *made_[at_].node;
    if (ast::row_of(node.kind).located) places(node);
    if (outcome_.is_unset()) ast::visit_fields(node, *this);
  }

  // ---- constants

  // What they hold may need more than one node of ours: a tuple, a negative number, a complex one.
  ast::Expr* constant(Instance* object, uint32_t parent, uint32_t down) {
    Instance* const outer = filling_;
    const uint32_t outer_at = at_;
    filling_ = object;
    at_ = uint32_t(made_.size());
    ast::Constant where{};
    where.kind = ast::NodeKind::Constant;
    places(where);
    const Value v = outcome_.is_unset() ? read("value", {}) : Value::none();
    const Value kind = outcome_.is_unset() ? read("kind", ast::kOptional) : Value::none();
    if (outcome_.is_unset() && !kind.is_none() && !is<Str>(kind)) fail(raise_type_error(cx_, "AST string must be of type str"));
    ast::Expr* made = outcome_.is_unset() ? literal(v, where.span, parent, down) : nullptr;
    if (made && made->is<ast::Constant>() && is<Str>(kind) && as<Str>(kind)->view() == "u") made->as<ast::Constant>()->is_u_string = true;
    filling_ = outer;
    at_ = outer_at;
    return made;
  }

  template <class T>
  T* placed(const Span& span, uint32_t parent, uint32_t down) {
    T* made = add<T>(parent, down);
    made->span = span;
    return made;
  }
  ast::Constant* plain(ast::ConstantKind kind, const Span& span, uint32_t parent, uint32_t down) {
    auto* made = placed<ast::Constant>(span, parent, down);
    made->constant_kind = kind;
    return made;
  }
  ast::Constant* number(ast::ConstantKind kind, double value, const Span& span, uint32_t parent, uint32_t down) {
    auto* made = plain(kind, span, parent, down);
    made->number = value;
    return made;
  }

  ast::Expr* literal(Value v, const Span& span, uint32_t parent, uint32_t down) {
    using enum ast::ConstantKind;
    const DepthGuard guard(cx_);
    if (!guard.ok) return fail(raise(cx_, ErrorType::kRecursionError, "maximum recursion depth exceeded during compilation")), nullptr;
    if (!charge(1)) return nullptr;
    if (v.is_none() || v.is_bool() || v == Value::ellipsis())
      return plain(v.is_none() ? None : v.is_true() ? True : v.is_false() ? False : Ellipsis, span, parent, down);
    if (is<fermata::Str>(v) || is<fermata::Bytes>(v)) {
      const std::string_view data = is<fermata::Str>(v) ? as<fermata::Str>(v)->view() : as<fermata::Bytes>(v)->view();
      if (!charge(data.size() / 16)) return nullptr;
      auto* made = plain(is<fermata::Str>(v) ? Str : Bytes, span, parent, down);
      made->text = text(data);
      return made;
    }
    if (is_float(v)) return number(Float, float_of(v), span, parent, down);
    if (is_int(v)) return integer_literal(v, span, parent, down);
    const uint32_t here = uint32_t(made_.size());
    if (is<Complex>(v)) {
      const auto* c = as<Complex>(v);
      if (c->real == 0 && !std::signbit(c->real)) return number(Imaginary, c->imag, span, parent, down);
      auto* sum = placed<ast::BinOp>(span, parent, down);
      sum->op = ast::Operator::Add;
      sum->left = number(Float, c->real, span, here, down + 1);
      sum->right = number(Imaginary, c->imag, span, here, down + 1);
      return sum;
    }
    if (is<Tuple>(v)) {
      const auto* items = as<Tuple>(v);
      auto* made = placed<ast::Tuple>(span, parent, down);
      if (!charge(items->count)) return nullptr;
      auto** elements = static_cast<ast::Expr**>(arena_.allocate(sizeof(ast::Expr*) * (items->count + 1), alignof(ast::Expr*)));
      for (uint32_t i = 0; i < items->count; ++i) {
        elements[i] = literal(items->items[i], span, here, down + 1);
        if (!elements[i]) return nullptr;
      }
      made->elts = {elements, items->count};
      return made;
    }
    if (is<FrozenSet>(v)) {
      set_for_each(as<FrozenSet>(v), [&](SetEntry& e) {
        if (outcome_.is_unset()) literal(e.key, span, here, down + 1);
      });
      fail(raise_value_error(cx_, "a frozenset can't be a Constant here: make it by a Call of frozenset"));
      return nullptr;
    }
    fail(raise_type_error(cx_, "got an invalid type in Constant: {}", type_name(cx_, v)));
    return nullptr;
  }

  // Literals have no sign.
  ast::Expr* integer_literal(Value v, const Span& span, uint32_t parent, uint32_t down) {
    const IntOperand operand(v);
    const IntView view = operand.view();
    if (!charge(view.size)) return nullptr;
    std::string digits;
    for (size_t i = view.size; i-- > 0;) digits += fmt::format("{:016x}", uint64_t(view.limbs[i]));
    digits.erase(0, digits.find_first_not_of('0'));
    ast::UnaryOp* negated = nullptr;
    if (view.negative) {
      const uint32_t outer = std::exchange(parent, uint32_t(made_.size()));
      negated = placed<ast::UnaryOp>(span, outer, down++);
      negated->op = ast::UnaryOperator::USub;
    }
    auto* made = plain(ast::ConstantKind::Int, span, parent, down);
    made->base = 16;
    made->text = text(digits.empty() ? "0" : digits);
    if (!negated) return made;
    negated->operand = made;
    return negated;
  }

  // ---- the end

  Value finish(const ast::Node** tree) {
    for (size_t i = made_.size(); i-- > 0;) {
      ast::Node& node = *made_[i].node;
      ++node.depth;
      if (i > 0) {
        ast::Node& parent = *made_[made_[i].parent].node;
        parent.depth = std::max(parent.depth, node.depth);
      }
      if (Value wrong = check_node(cx_, node); wrong.is_outcome()) return wrong;
    }
    *tree = made_[0].node;
    return Value();
  }

  Context& cx_;
  const NodeClasses& classes_;
  Arena& arena_;
  std::vector<Made> made_;         // each after its parent
  std::vector<uint32_t> waiting_;  // places in made_ of those whose fields are to be read
  uint32_t at_ = 0;                // the place of the node whose fields are being read
  Instance* filling_ = nullptr;    // its object
  size_t uncharged_ = 0;
  Value outcome_;
};

}  // namespace

Value tree_of_objects(Context& cx, const NodeClasses& classes, Value root, Arena& arena, const ast::Node** tree) {
  return Tree(cx, classes, arena).build(root, tree);
}

}  // namespace fermata
