// Module _ast: the classes of nodes, a parsed tree as objects of them, trees of such objects compiled, literals read; the rest of the
// module is __init__.py, and CPython's ast.py.
#include "compiler/code.h"
#include "library/_ast/tree.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "vm/source_text.h"

namespace fermata {

namespace {

Value table(Context& cx, Value*) { return node_table(cx); }

// _parse(text, filename, mode, classes): the tree, or a SyntaxError's parts.
Value parse(Context& cx, Value* args) {
  NodeClasses classes;
  if (Value wrong = classes.read(cx, args[3]); wrong.is_outcome()) return wrong;
  const SourceMode mode = source_mode(as<Str>(args[2])->view());
  std::unique_ptr<ParsedText> parsed;
  if (Value failed = parse_text(cx, as<Str>(args[0]), as<Str>(args[1]), mode, &parsed); !failed.is_unset()) return failed;
  const ParseResult& tree = parsed->tree;
  const ast::Node& root = tree.expression ? static_cast<const ast::Node&>(*tree.expression) : *tree.module;
  return objects_of_tree(cx, classes, root, tree.arena.bytes_reserved(), mode == SourceMode::kSingle);
}

// _compile(tree, filename, mode, top_level_await, classes): code, a SyntaxError's parts, or what tree_of_objects says.
Value compile_objects(Context& cx, Value* args) {
  if (Value refused = check_eval(cx, "compile"); refused.is_outcome()) return refused;
  NodeClasses classes;
  if (Value wrong = classes.read(cx, args[4]); wrong.is_outcome()) return wrong;
  const SourceMode mode = source_mode(as<Str>(args[2])->view());
  const size_t wanted = mode == SourceMode::kEval     ? size_t(ast::NodeKind::Expression)
                        : mode == SourceMode::kSingle ? kInteractive
                                                      : size_t(ast::NodeKind::Module);
  if (classes.find(cx, args[0]) != int(wanted))
    return raise_type_error(cx, "expected {} node, got {}", wanted == kInteractive ? "Interactive" : ast::kKindRows[wanted].name,
                            type_name(cx, args[0]));
  Arena arena;
  const ast::Node* tree = nullptr;
  if (Value failed = tree_of_objects(cx, classes, args[0], arena, &tree); !failed.is_unset()) return failed;
  const Source no_text(std::string(as<Str>(args[1])->view()), "");
  const Value result = compile_tree(cx, no_text, *tree, as<Str>(args[1]), mode, args[3].is_true(), kCodeCompiled);
  // There is no line to show.
  if (Tuple* parts = try_as<Tuple>(result)) as<Tuple>(parts->items[2])->items[3] = Value::none();
  return result;
}

// ---- literals

// The value of a tree of literals; defer for anything else, which the module then describes.
class Literals {
 public:
  explicit Literals(Context& cx) : cx_(cx) {}

  Value value(const ast::Expr* e) {
    const DepthGuard guard(cx_);
    if (!guard.ok) return Value::defer();
    switch (e->kind) {
      case ast::NodeKind::Constant: return literal_value(cx_, *e->as<ast::Constant>());
      case ast::NodeKind::UnaryOp: return signed_number(e);
      case ast::NodeKind::BinOp: return complex_number(*e->as<ast::BinOp>());
      case ast::NodeKind::List: return list(e->as<ast::List>()->elts);
      case ast::NodeKind::Tuple: return tuple(e->as<ast::Tuple>()->elts);
      case ast::NodeKind::Set: return set(e->as<ast::Set>()->elts);
      case ast::NodeKind::Dict: return dict(*e->as<ast::Dict>());
      case ast::NodeKind::Call: return empty_set(*e->as<ast::Call>());
      default: return Value::defer();
    }
  }

 private:
  Value number(const ast::Expr* e) {
    const auto* constant = e->maybe<ast::Constant>();
    if (!constant) return Value::defer();
    switch (constant->constant_kind) {
      case ast::ConstantKind::Int:
      case ast::ConstantKind::Float:
      case ast::ConstantKind::Imaginary: return literal_value(cx_, *constant);
      default: return Value::defer();
    }
  }
  Value signed_number(const ast::Expr* e) {
    const auto* sign = e->maybe<ast::UnaryOp>();
    if (!sign) return number(e);
    if (sign->op != ast::UnaryOperator::UAdd && sign->op != ast::UnaryOperator::USub) return Value::defer();
    const Value v = number(sign->operand);
    if (v.is_outcome() || sign->op == ast::UnaryOperator::UAdd) return v;
    return unary(cx_, UnaryOp::kNegate, v);
  }
  Value complex_number(const ast::BinOp& sum) {
    if (sum.op != ast::Operator::Add && sum.op != ast::Operator::Sub) return Value::defer();
    const Value real = signed_number(sum.left);
    if (real.is_outcome() || is<Complex>(real)) return real.is_outcome() ? real : Value::defer();
    const Value imaginary = number(sum.right);
    if (imaginary.is_outcome() || !is<Complex>(imaginary)) return imaginary.is_outcome() ? imaginary : Value::defer();
    return binary(cx_, sum.op == ast::Operator::Add ? BinaryOp::kAdd : BinaryOp::kSub, real, imaginary);
  }
  Value list(const Seq<ast::Expr*>& items) {
    List* result = new_list(cx_, items.size());
    if (!result) return cx_.out_of_memory();
    for (size_t i = 0; i < items.size(); ++i) {
      const Value v = value(items[i]);
      if (v.is_outcome()) return v;
      result->items.data[i] = v;
      result->items.size = uint32_t(i + 1);
    }
    return Value::object(result);
  }
  Value tuple(const Seq<ast::Expr*>& items) {
    Tuple* result = new_tuple(cx_, items.size());
    if (!result) return cx_.out_of_memory();
    for (size_t i = 0; i < items.size(); ++i) {
      const Value v = value(items[i]);
      if (v.is_outcome()) return v;
      result->items[i] = v;
    }
    return Value::object(result);
  }
  Value set(const Seq<ast::Expr*>& items) {
    Set* result = new_set(cx_);
    for (const ast::Expr* item : items) {
      const Value v = value(item);
      if (v.is_outcome()) return v;
      if (Value added = set_add(cx_, result, v); added.is_outcome()) return added;
    }
    return Value::object(result);
  }
  Value dict(const ast::Dict& e) {
    Dict* result = new_dict(cx_);
    for (size_t i = 0; i < e.keys.size(); ++i) {
      if (!e.keys[i]) return Value::defer();
      const Value key = value(e.keys[i]);
      if (key.is_outcome()) return key;
      const Value item = value(e.values[i]);
      if (item.is_outcome()) return item;
      if (Value done = dict_set(cx_, result, key, item); done.is_outcome()) return done;
    }
    return Value::object(result);
  }
  Value empty_set(const ast::Call& e) {
    const auto* name = e.func->maybe<ast::Name>();
    if (!name || name->id != "set" || !e.args.empty() || !e.keywords.empty()) return Value::defer();
    return Value::object(new_set(cx_));
  }

  Context& cx_;
};

// _literal(text): what the text of literals stands for. The twin finds the words for what isn't one.
Value literal(Context& cx, Value* args) {
  constexpr uint64_t kLongestLiteral = 64 << 20;
  std::unique_ptr<ParsedText> parsed;
  const Value failed = parse_text(cx, as<Str>(args[0]), cx.intern("<unknown>"), SourceMode::kEval, &parsed, kLongestLiteral);
  if (!failed.is_unset()) return is<Tuple>(failed) ? Value::defer() : failed;
  return Literals(cx).value(parsed->tree.expression->body);
}

constexpr NativeRow kFunctions[] = {
    {"_compile", compile_objects, "tree, filename: str, mode: str, top_level_await, classes, /"},
    {"_literal", literal, "text: str, /", "_literal_of"},
    {"_parse", parse, "text: str, filename: str, mode: str, classes, /"},
    {"_table", table, ""},
};

}  // namespace

extern const ModuleRow kAstModule = {"_ast", kFunctions};

}  // namespace fermata
