#include "compiler/syntax_warnings.h"

#include <algorithm>
#include <string>
#include <type_traits>

#include "compiler/folding.h"
#include "syntax/ast_visit.h"

namespace fermata {

namespace {

using ast::NodeKind;

// Takes a node's children in order.
struct Children {
  std::vector<const ast::Node*> nodes;

  template <class T>
  void operator()(const char*, const T& field, ast::Presence = {}) {
    add(field);
  }

 private:
  template <class T>
    requires std::is_base_of_v<ast::Node, T>
  void add(T* node) {
    if (node) nodes.push_back(node);
  }
  template <class T>
  void add(const Seq<T>& all) {
    for (const T& one : all) add(one);
  }
  template <class T>
  void add(const T&) {}
};

// Calls `look` with each node; when that says false, not with what is below it. Chains are deep: no recursion.
template <class Look>
void walk(const ast::Node& tree, Look look) {
  std::vector<const ast::Node*> left{&tree};
  while (!left.empty()) {
    const ast::Node* node = left.back();
    left.pop_back();
    if (!look(*node) || node->kind == NodeKind::Constant) continue;
    Children children;
    visit_fields(*node, children);
    left.insert(left.end(), children.nodes.rbegin(), children.nodes.rend());
  }
}

class Warner {
 public:
  std::vector<CompileError> take(const ast::Node& tree) {
    walk(tree, [&](const ast::Node& node) {
      look(node);
      return true;
    });
    // The compiler comes by in the order of the source: defaults before annotations and bodies.
    std::stable_sort(warnings_.begin(), warnings_.end(),
                     [](const CompileError& a, const CompileError& b) { return a.span.begin.offset < b.span.begin.offset; });
    return std::move(warnings_);
  }

 private:
  void warn(const ast::Node& at, std::string message) { warnings_.push_back({std::move(message), at.span}); }

  void look(const ast::Node& node) {
    switch (node.kind) {
      case NodeKind::Compare: return look_at_compare(*node.as<ast::Compare>());
      case NodeKind::Assert: {
        const auto* test = node.as<ast::Assert>()->test->maybe<ast::Tuple>();
        if (test && test->elts.size()) warn(node, "assertion is always true, perhaps remove parentheses?");
        return;
      }
      case NodeKind::Call: {
        const ast::Expr* called = node.as<ast::Call>()->func;
        if (const char* type = type_of(called); type && called->kind != NodeKind::Lambda)
          warn(node, std::string("'") + type + "' object is not callable; perhaps you missed a comma?");
        return;
      }
      case NodeKind::Subscript: return look_at_subscript(*node.as<ast::Subscript>());
      default: return;
    }
  }

  // A literal other than None, True, False and ...
  bool is_literal(const ast::Expr* expr) {
    const Constant* c = folder_.fold(expr);
    return c && c->type != Constant::Type::kNone && c->type != Constant::Type::kTrue && c->type != Constant::Type::kFalse &&
           c->type != Constant::Type::kEllipsis;
  }

  void look_at_compare(const ast::Compare& compare) {
    bool literal = is_literal(compare.left);
    for (size_t i = 0; i < compare.ops.size(); ++i) {
      const bool right = is_literal(compare.comparators[i]), is = compare.ops[i] == ast::CompareOperator::Is;
      if ((is || compare.ops[i] == ast::CompareOperator::IsNot) && (literal || right)) {
        warn(compare, is ? "\"is\" with a literal. Did you mean \"==\"?" : "\"is not\" with a literal. Did you mean \"!=\"?");
        return;
      }
      literal = right;
    }
  }

  void look_at_subscript(const ast::Subscript& subscript) {
    const char* type = subscript.ctx == ast::ExprContext::Load ? type_of(subscript.value) : nullptr;
    if (!type) return;
    const std::string_view name(type);
    if (name == "str" || name == "bytes" || name == "tuple" || name == "list") {
      const char* index = type_of(subscript.slice);
      if (index && index != std::string_view("int") && index != std::string_view("bool"))
        warn(subscript, std::string(name) + " indices must be integers or slices, not " + index + "; perhaps you missed a comma?");
    } else if (name != "dict") {
      warn(subscript, "'" + std::string(name) + "' object is not subscriptable; perhaps you missed a comma?");
    }
  }

  // The type of a display or literal, else null.
  const char* type_of(const ast::Expr* expr) {
    switch (expr->kind) {
      case NodeKind::Tuple: return "tuple";
      case NodeKind::List:
      case NodeKind::ListComp: return "list";
      case NodeKind::Dict:
      case NodeKind::DictComp: return "dict";
      case NodeKind::Set:
      case NodeKind::SetComp: return "set";
      case NodeKind::GeneratorExp: return "generator";
      case NodeKind::Lambda: return "function";
      case NodeKind::JoinedStr:
      case NodeKind::FormattedValue: return "str";
      default: break;
    }
    const Constant* c = folder_.fold(expr);
    if (!c) return nullptr;
    switch (c->type) {
      case Constant::Type::kNone: return "NoneType";
      case Constant::Type::kTrue:
      case Constant::Type::kFalse: return "bool";
      case Constant::Type::kEllipsis: return "ellipsis";
      case Constant::Type::kInt: return "int";
      case Constant::Type::kFloat: return "float";
      case Constant::Type::kImaginary: return "complex";
      case Constant::Type::kStr: return "str";
      case Constant::Type::kBytes: return "bytes";
      case Constant::Type::kTuple: return "tuple";
      default: return nullptr;
    }
  }

  Folder folder_;
  std::vector<CompileError> warnings_;
};

}  // namespace

std::optional<CompileError> refused_in_annotation(const ast::Expr& annotation) {
  std::vector<const ast::Node*> left{&annotation};
  while (!left.empty()) {
    const ast::Node* node = left.back();
    left.pop_back();
    const char* name = node->kind == NodeKind::Await                                        ? "await"
                       : node->kind == NodeKind::NamedExpr                                  ? "named"
                       : node->kind == NodeKind::Yield || node->kind == NodeKind::YieldFrom ? "yield"
                                                                                            : nullptr;
    if (name) return CompileError{std::string("'") + name + " expression' can not be used within an annotation", node->span};
    if (node->kind == NodeKind::Lambda || node->kind == NodeKind::Constant) continue;
    Children children;
    visit_fields(*node, children);
    left.insert(left.end(), children.nodes.rbegin(), children.nodes.rend());
  }
  return std::nullopt;
}

std::vector<CompileError> syntax_warnings(const ast::Node& tree) { return Warner().take(tree); }

// --- coroutines that nobody awaits

namespace {

using Names = std::set<std::string, std::less<>>;

// Calls `take` with the expressions that the value of one, which nobody takes, is or is made of.
template <class Take>
void take_dropped(const ast::Expr& expr, Take take) {
  const auto each = [&](const auto& parts) {
    for (const ast::Expr* part : parts) take_dropped(*part, take);
  };
  const auto parts = [&]<class... T>(const T*... part) { (take_dropped(*part, take), ...); };
  switch (expr.kind) {
    case NodeKind::List: return each(expr.as<ast::List>()->elts);
    case NodeKind::Tuple: return each(expr.as<ast::Tuple>()->elts);
    case NodeKind::Set: return each(expr.as<ast::Set>()->elts);
    case NodeKind::ListComp: return parts(expr.as<ast::ListComp>()->elt);
    case NodeKind::SetComp: return parts(expr.as<ast::SetComp>()->elt);
    case NodeKind::DictComp: return parts(expr.as<ast::DictComp>()->key, expr.as<ast::DictComp>()->value);
    case NodeKind::IfExp: return parts(expr.as<ast::IfExp>()->body, expr.as<ast::IfExp>()->orelse);
    case NodeKind::BoolOp: return parts(expr.as<ast::BoolOp>()->values[expr.as<ast::BoolOp>()->values.size() - 1]);
    default: return take(expr);
  }
}

// Builtins that look at what they are given, and await nothing.
bool only_looks(ast::Identifier name) {
  static const Names kLooking{"abs",     "all", "any",        "ascii",     "bool",   "bytes",    "callable", "chr",
                              "complex", "dir", "divmod",     "enumerate", "filter", "float",    "format",   "frozenset",
                              "hash",    "int", "isinstance", "iter",      "len",    "list",     "max",      "min",
                              "next",    "ord", "print",      "range",     "repr",   "reversed", "round",    "set",
                              "sorted",  "str", "sum",        "tuple",     "type",   "zip"};
  return kLooking.contains(name);
}

// Calls `take` with the expressions whose coroutine nobody could await any more: statements, operands, conditions, what is shown in an
// f-string or iterated over, what builtins are given, and that of which something is taken. `bound`: the tree's names, which may be others.
template <class Take>
void take_consumed(const ast::Node& node, const Names& bound, Take take) {
  const auto parts = [&]<class... T>(const T*... part) { (take(*part), ...); };
  switch (node.kind) {
    case NodeKind::ExprStmt: return take_dropped(*node.as<ast::ExprStmt>()->value, take);
    case NodeKind::Call: {
      const auto* call = node.as<ast::Call>();
      if (const auto* name = call->func->maybe<ast::Name>(); name && only_looks(name->id) && !bound.contains(name->id))
        for (const ast::Expr* argument : call->args) take(*argument);
      return;
    }
    case NodeKind::FormattedValue: return parts(node.as<ast::FormattedValue>()->value);
    case NodeKind::UnaryOp: return parts(node.as<ast::UnaryOp>()->operand);
    case NodeKind::BinOp: return parts(node.as<ast::BinOp>()->left, node.as<ast::BinOp>()->right);
    case NodeKind::Subscript: return parts(node.as<ast::Subscript>()->value);
    case NodeKind::If: return parts(node.as<ast::If>()->test);
    case NodeKind::IfExp: return parts(node.as<ast::IfExp>()->test);
    case NodeKind::While: return parts(node.as<ast::While>()->test);
    case NodeKind::Assert: return parts(node.as<ast::Assert>()->test);
    case NodeKind::For: return parts(node.as<ast::For>()->iter);
    case NodeKind::Comprehension: return parts(node.as<ast::Comprehension>()->iter);
    case NodeKind::Attribute: {
      // A coroutine has methods of its own.
      const auto* attribute = node.as<ast::Attribute>();
      const std::string_view name = attribute->attr;
      if (name != "close" && name != "send" && name != "throw" && !name.starts_with("cr_") && !name.starts_with("__"))
        take(*attribute->value);
      return;
    }
    case NodeKind::Compare:
      take(*node.as<ast::Compare>()->left);
      for (const ast::Expr* part : node.as<ast::Compare>()->comparators) take(*part);
      return;
    case NodeKind::BoolOp: {
      const auto& values = node.as<ast::BoolOp>()->values;  // the last may be what is awaited
      for (size_t i = 0; i + 1 < values.size(); ++i) take(*values[i]);
      return;
    }
    default: return;
  }
}

bool is_scope(const ast::Node& node) {
  return node.kind == NodeKind::FunctionDef || node.kind == NodeKind::AsyncFunctionDef || node.kind == NodeKind::Lambda ||
         node.kind == NodeKind::ClassDef;
}

// An `async def` with a yield gives an asynchronous generator.
bool is_coroutine_function(const ast::AsyncFunctionDef& function) {
  bool yields = false;
  for (const ast::Stmt* statement : function.body)
    walk(*statement, [&](const ast::Node& node) {
      yields = yields || node.kind == NodeKind::Yield;
      return !is_scope(node);
    });
  return !yields && function.decorator_list.size() == 0;
}

// Names of the tree that stand for coroutine functions, and those that (also) stand for something else.
void collect_names(const ast::Node& tree, Names* coroutines, Names* others) {
  const auto add = [](Names* names, ast::Identifier name) {
    if (name.data()) names->emplace(name);
  };
  walk(tree, [&](const ast::Node& node) {
    if (const auto* function = node.maybe<ast::AsyncFunctionDef>())
      add(is_coroutine_function(*function) ? coroutines : others, function->name);
    else if (const auto* function = node.maybe<ast::FunctionDef>()) add(others, function->name);
    else if (const auto* cls = node.maybe<ast::ClassDef>()) add(others, cls->name);
    else if (const auto* name = node.maybe<ast::Name>(); name && name->ctx != ast::ExprContext::Load) add(others, name->id);
    else if (const auto* arg = node.maybe<ast::Arg>()) add(others, arg->arg);
    else if (const auto* handler = node.maybe<ast::ExceptHandler>()) add(others, handler->name);
    else if (const auto* alias = node.maybe<ast::Alias>()) add(others, alias->asname.data() ? alias->asname : alias->name);
    else if (const auto* capture = node.maybe<ast::MatchAs>()) add(others, capture->name);
    return true;
  });
}

// Names that something in the tree may read; or it reads them all.
struct NamesRead {
  explicit NamesRead(const ast::Node& tree) {
    static const Names kAll{"dir", "eval", "exec", "globals", "locals", "vars"};
    walk(tree, [&](const ast::Node& node) {
      const auto add = [&](ast::Identifier name) { names.emplace(name); };
      if (const auto* name = node.maybe<ast::Name>(); name && name->ctx != ast::ExprContext::Store) {
        add(name->id);
        all = all || kAll.contains(name->id);
      } else if (const auto* attribute = node.maybe<ast::Attribute>()) {
        add(attribute->attr);
      } else if (const auto* augmented = node.maybe<ast::AugAssign>()) {
        if (const auto* target = augmented->target->maybe<ast::Name>()) add(target->id);
      } else if (const auto* global = node.maybe<ast::Global>()) {
        for (const ast::Identifier name : global->names) add(name);
      } else if (const auto* nonlocal = node.maybe<ast::Nonlocal>()) {
        for (const ast::Identifier name : nonlocal->names) add(name);
      }
      return true;
    });
  }
  bool contains(ast::Identifier name) const { return all || names.contains(name); }

  Names names;
  bool all = false;
};

// Calls `take` with each call whose result is consumed so, or is in a function's variable that nothing reads (a global may be read by what
// comes after the text); the function's name, and for an attribute what it is one of.
template <class Take>
void each_dropped_call(const ast::Node& tree, Take take) {
  Names bound;
  collect_names(tree, &bound, &bound);
  const NamesRead read(tree);
  const auto drop = [&](const ast::Expr& expr) {
    const auto* call = expr.maybe<ast::Call>();
    if (!call) return;
    if (const auto* name = call->func->maybe<ast::Name>()) take(*call, name->id, nullptr);
    else if (const auto* attribute = call->func->maybe<ast::Attribute>()) take(*call, attribute->attr, attribute->value);
  };
  const auto is_unread = [&](const ast::Expr* target) {
    const auto* name = target->maybe<ast::Name>();
    return name && !read.contains(name->id);
  };
  const auto drop_unread = [&](const auto& body) {
    for (const ast::Stmt* statement : body)
      walk(*statement, [&](const ast::Node& node) {
        if (const auto* assign = node.maybe<ast::Assign>(); assign && std::ranges::all_of(assign->targets, is_unread))
          take_dropped(*assign->value, drop);
        return !is_scope(node);
      });
  };
  walk(tree, [&](const ast::Node& node) {
    take_consumed(node, bound, drop);
    if (const auto* function = node.maybe<ast::FunctionDef>()) drop_unread(function->body);
    if (const auto* function = node.maybe<ast::AsyncFunctionDef>()) drop_unread(function->body);
    return true;
  });
}

}  // namespace

std::vector<CompileError> dropped_calls(const ast::Node& tree, const Names& functions) {
  std::vector<CompileError> found;
  each_dropped_call(tree, [&](const ast::Call& call, ast::Identifier name, const ast::Expr*) {
    if (functions.contains(name)) found.push_back({std::string(name), call.span});
  });
  return found;
}

std::vector<CompileError> calls_without_await(const ast::Node& tree, const Names& functions) {
  std::vector<CompileError> found;
  std::set<const ast::Node*> awaited;
  walk(tree, [&](const ast::Node& node) {
    if (const auto* await = node.maybe<ast::Await>()) awaited.insert(await->value);
    const auto* call = node.maybe<ast::Call>();
    if (!call || awaited.contains(call)) return true;
    const auto* name = call->func->maybe<ast::Name>();
    const auto* attribute = call->func->maybe<ast::Attribute>();
    if (const ast::Identifier called = name        ? name->id
                                       : attribute ? attribute->attr
                                                   : ast::Identifier();
        called.data() && functions.contains(called))
      found.push_back({std::string(called), call->span});
    return true;
  });
  return found;
}

std::vector<CompileError> forgotten_awaits(const ast::Node& tree, Names functions) {
  static const Names kAsyncio{"sleep", "to_thread", "wait", "wait_for"};
  Names others;
  collect_names(tree, &functions, &others);
  std::vector<CompileError> found;
  each_dropped_call(tree, [&](const ast::Call& call, ast::Identifier name, const ast::Expr* of) {
    const auto* module = of ? of->maybe<ast::Name>() : nullptr;
    if (of ? module && module->id == "asyncio" && kAsyncio.contains(name) : functions.contains(name) && !others.contains(name))
      found.push_back({"coroutine '" + std::string(name) + "' was never awaited", call.span});
  });
  return found;
}

std::vector<CompileError> needless_awaits(const ast::Node& tree, const Names& functions) {
  Names own;
  collect_names(tree, &own, &own);
  std::vector<CompileError> found;
  walk(tree, [&](const ast::Node& node) {
    const auto* await = node.maybe<ast::Await>();
    const auto* call = await ? await->value->maybe<ast::Call>() : nullptr;
    const auto* name = call ? call->func->maybe<ast::Name>() : nullptr;
    if (name && functions.contains(name->id) && !own.contains(name->id))
      found.push_back({std::string(std::string_view(name->id)) + "() is not asynchronous: call it without 'await'", await->span});
    return true;
  });
  return found;
}

namespace {

// Whether a handler of this type takes one of these errors.
bool handles(const ast::Expr* type, const Names& errors) {
  if (!type) return true;
  if (const auto* name = type->maybe<ast::Name>()) return errors.contains(name->id);
  const auto* several = type->maybe<ast::Tuple>();
  return several &&
         std::ranges::any_of(several->elts, [&](const ast::Expr* one) { return one->maybe<ast::Name>() && handles(one, errors); });
}

bool has_handler(const ast::Try& guard, const Names& errors) {
  return std::ranges::any_of(guard.handlers, [&](const ast::ExceptHandler* handler) { return handles(handler->type, errors); });
}

bool is_type_checking(const ast::Expr& test) {
  if (const auto* name = test.maybe<ast::Name>()) return name->id == "TYPE_CHECKING";
  const auto* attribute = test.maybe<ast::Attribute>();
  return attribute && attribute->attr == "TYPE_CHECKING";
}

}  // namespace

std::vector<CompileError> unguarded_calls(const ast::Node& tree, const Names& builtins) {
  static const Names kErrors{"PermissionError", "OSError", "IOError", "EnvironmentError", "Exception", "BaseException"};
  Names own;
  collect_names(tree, &own, &own);
  std::set<const ast::Node*> guarded;
  std::vector<CompileError> found;
  walk(tree, [&](const ast::Node& node) {
    const auto guard_calls = [&](const ast::Node& part) {
      walk(part, [&](const ast::Node& inner) {
        if (inner.kind == NodeKind::Call) guarded.insert(&inner);
        return true;
      });
    };
    if (const auto* guard = node.maybe<ast::Try>(); guard && has_handler(*guard, kErrors))
      for (const ast::Stmt* statement : guard->body) guard_calls(*statement);
    const auto* call = node.maybe<ast::Call>();
    const auto* name = call ? call->func->maybe<ast::Name>() : nullptr;
    if (name && builtins.contains(name->id) && !own.contains(name->id) && !guarded.contains(call))
      found.push_back({std::string(std::string_view(name->id)), call->span});
    return true;
  });
  return found;
}

std::vector<Span> guarded_names(const ast::Node& tree) {
  std::vector<Span> found;
  walk(tree, [&](const ast::Node& node) {
    static const Names kErrors{"NameError"};
    if (const auto* guard = node.maybe<ast::Try>(); guard && has_handler(*guard, kErrors))
      for (const ast::Stmt* statement : guard->body) found.push_back(statement->span);
    return true;
  });
  return found;
}

std::vector<Span> guarded_imports(const ast::Node& tree) {
  std::vector<Span> found;
  const auto take = [&](const Seq<ast::Stmt*>& body) {
    for (const ast::Stmt* statement : body)
      walk(*statement, [&](const ast::Node& node) {
        if (node.kind == NodeKind::Import || node.kind == NodeKind::ImportFrom) found.push_back(node.span);
        return node.kind != NodeKind::FunctionDef && node.kind != NodeKind::AsyncFunctionDef && node.kind != NodeKind::Lambda;
      });
  };
  walk(tree, [&](const ast::Node& node) {
    static const Names kErrors{"ImportError", "ModuleNotFoundError", "Exception", "BaseException"};
    if (const auto* guard = node.maybe<ast::Try>(); guard && has_handler(*guard, kErrors)) take(guard->body);
    if (const auto* branch = node.maybe<ast::If>(); branch && is_type_checking(*branch->test)) take(branch->body);
    return true;
  });
  return found;
}

}  // namespace fermata
