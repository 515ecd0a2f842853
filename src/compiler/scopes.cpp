// The first pass: walks the tree and fills symbol tables. Expressions and statements of one scope are walked with an explicit stack, so
// deep trees need no deep recursion; only scopes nest. What the names then mean is settled in scope_analysis.cpp.
#include "compiler/scopes.h"

#include <fmt/core.h>

#include "compiler/scope_analysis.h"
#include "compiler/syntax_warnings.h"

namespace fermata {

using namespace ast;

namespace {
constexpr int kMaxScopeDepth = 100;
}

class ScopeBuilder {
 public:
  ScopeBuilder(ScopeTable& table, bool future_annotations, std::vector<CompileError>& errors, bool top_level_await)
      : table_(table), errors_(errors), future_annotations_(future_annotations), top_level_await_(top_level_await) {}

  void build(const Node& root, bool in_namespace) {
    table_.root_ = enter(ScopeKind::Module, &root, "<module>");
    table_.root_->in_namespace = in_namespace;
    if (const auto* module = root.maybe<Module>()) {
      run_all(module->body);
    } else {
      run(root.as<Expression>()->body);
    }
    leave();
  }

 private:
  // ---- scopes

  Scope* enter(ScopeKind kind, const Node* node, std::string_view name, std::string_view what = {}) {
    Scope& scope = table_.scopes_.emplace_back();
    scope.kind = kind;
    scope.node = node;
    scope.parent = scope_;
    scope.name = name;
    if (scope_) {
      scope.private_class = scope_->private_class;
      scope_->children.push_back(&scope);
    }
    if (scope.is_annotation()) {
      scope.what = what;
      scope.sees_class = scope_->kind == ScopeKind::Class || scope_->sees_class;
    }
    auto& scopes = kind == ScopeKind::TypeParameters ? table_.of_parameters_
                   : kind == ScopeKind::Deferred     ? table_.of_deferred_
                                                     : table_.of_node_;
    scopes[node] = &scope;
    scope_ = &scope;
    depth_++;
    return scope_;
  }
  void leave() {
    scope_ = scope_->parent;
    depth_--;
  }
  bool too_deep(const Span& at) {
    if (depth_ < kMaxScopeDepth) return false;
    error("too deeply nested", at);
    return true;
  }

  void error(std::string message, const Span& at) { errors_.push_back({std::move(message), at}); }

  std::string_view mangled(std::string_view name) { return table_.mangle(scope_->private_class, name); }

  static Symbol& symbol_in(Scope* scope, std::string_view mangled_name) {
    auto [entry, is_new] = scope->index_of_name.try_emplace(mangled_name, static_cast<uint32_t>(scope->symbols.size()));
    if (is_new) scope->symbols.push_back({mangled_name, 0, {}});
    return scope->symbols[entry->second];
  }

  Symbol& note(std::string_view name, uint16_t flags) {
    Symbol& symbol = symbol_in(scope_, mangled(name));
    symbol.flags |= flags;
    return symbol;
  }

  void bind(std::string_view name, const Span& at, uint16_t more = 0) {
    if (name == "__debug__") error(more & kSymbolDeleted ? "cannot delete __debug__" : "cannot assign to __debug__", at);
    if (!(more & kSymbolImported)) more |= kSymbolAssigned;
    note(name, static_cast<uint16_t>(kSymbolBound | more | (in_target_ ? kSymbolIteration : 0)));
    if (in_target_ && scope_->is_comprehension()) check_iteration_target(name, at);
  }

  // `[x for … in … if (x := 1) for x in …]`
  void check_iteration_target(std::string_view name, const Span& at) {
    if (note(name, 0).flags & kSymbolWalrus) {
      error(fmt::format("comprehension inner loop cannot rebind assignment expression target '{}'", name), at);
    }
  }

  // ---- the walk

  void run(const Node* node) {
    if (!node) return;
    const size_t base = stack_.size();
    stack_.push_back(node);
    while (stack_.size() > base) {
      const Node* next = stack_.back();
      stack_.pop_back();
      visit(next);
    }
  }
  template <class Nodes>
  void run_all(const Nodes& nodes) {
    for (const auto* node : nodes) run(node);
  }
  void later(const Node* node) {
    if (node) stack_.push_back(node);
  }
  template <class Nodes>
  void later_all(const Nodes& nodes) {
    for (size_t i = nodes.size(); i-- > 0;) later(nodes[i]);
  }

  // Children are pushed last first.
  void visit(const Node* node) {
    switch (node->kind) {
      case NodeKind::FunctionDef: return visit_function(*node->as<FunctionDef>());
      case NodeKind::AsyncFunctionDef: return visit_function(*node->as<AsyncFunctionDef>());
      case NodeKind::ClassDef: return visit_class(*node->as<ClassDef>());
      case NodeKind::Return: return later(node->as<Return>()->value);
      case NodeKind::Delete: return later_all(node->as<Delete>()->targets);
      case NodeKind::Assign: later(node->as<Assign>()->value); return later_all(node->as<Assign>()->targets);
      case NodeKind::TypeAlias: return visit_type_alias(*node->as<TypeAlias>());
      case NodeKind::AugAssign: later(node->as<AugAssign>()->value); return later(node->as<AugAssign>()->target);
      case NodeKind::AnnAssign: return visit_annotated(*node->as<AnnAssign>());
      case NodeKind::For: return visit_for(*node->as<For>());
      case NodeKind::AsyncFor: note_await(); return visit_for(*node->as<AsyncFor>());
      case NodeKind::While: {
        const auto& loop = *node->as<While>();
        later_all(loop.orelse);
        later_all(loop.body);
        return later(loop.test);
      }
      case NodeKind::If: {
        const auto& branch = *node->as<If>();
        later_all(branch.orelse);
        later_all(branch.body);
        return later(branch.test);
      }
      case NodeKind::With: return visit_with(*node->as<With>());
      case NodeKind::AsyncWith: note_await(); return visit_with(*node->as<AsyncWith>());
      case NodeKind::Match: {
        const auto& match = *node->as<Match>();
        later_all(match.cases);
        return later(match.subject);
      }
      case NodeKind::MatchCase: {
        const auto& match_case = *node->as<MatchCase>();
        later_all(match_case.body);
        later(match_case.guard);
        return later(match_case.pattern);
      }
      case NodeKind::Raise: later(node->as<Raise>()->cause); return later(node->as<Raise>()->exc);
      case NodeKind::Try: return visit_try(*node->as<Try>());
      case NodeKind::TryStar: return visit_try(*node->as<TryStar>());
      case NodeKind::ExceptHandler: {
        const auto& handler = *node->as<ExceptHandler>();
        run(handler.type);
        if (handler.name.data()) bind(handler.name, handler.span, kSymbolDeleted);
        return later_all(handler.body);
      }
      case NodeKind::Assert: later(node->as<Assert>()->msg); return later(node->as<Assert>()->test);
      case NodeKind::Import:
        for (const Alias* alias : node->as<Import>()->names) visit_alias(*alias);
        return;
      case NodeKind::ImportFrom:
        for (const Alias* alias : node->as<ImportFrom>()->names) visit_alias(*alias);
        return;
      case NodeKind::Global: return visit_global(*node->as<Global>());
      case NodeKind::Nonlocal: return visit_nonlocal(*node->as<Nonlocal>());
      case NodeKind::ExprStmt: return later(node->as<ExprStmt>()->value);

      case NodeKind::BoolOp: return later_all(node->as<BoolOp>()->values);
      case NodeKind::NamedExpr: return visit_walrus(*node->as<NamedExpr>());
      case NodeKind::BinOp: later(node->as<BinOp>()->right); return later(node->as<BinOp>()->left);
      case NodeKind::UnaryOp: return later(node->as<UnaryOp>()->operand);
      case NodeKind::Lambda: return visit_lambda(*node->as<Lambda>());
      case NodeKind::IfExp:
        later(node->as<IfExp>()->orelse);
        later(node->as<IfExp>()->body);
        return later(node->as<IfExp>()->test);
      case NodeKind::Dict: {
        const auto& dict = *node->as<Dict>();
        later_all(dict.values);
        return later_all(dict.keys);
      }
      case NodeKind::Set: return later_all(node->as<Set>()->elts);
      case NodeKind::ListComp: {
        const auto& comp = *node->as<ListComp>();
        return visit_comprehension(ScopeKind::Comprehension, node, "list comprehension", comp.generators, comp.elt, nullptr);
      }
      case NodeKind::SetComp: {
        const auto& comp = *node->as<SetComp>();
        return visit_comprehension(ScopeKind::Comprehension, node, "set comprehension", comp.generators, comp.elt, nullptr);
      }
      case NodeKind::DictComp: {
        const auto& comp = *node->as<DictComp>();
        return visit_comprehension(ScopeKind::Comprehension, node, "dict comprehension", comp.generators, comp.key, comp.value);
      }
      case NodeKind::GeneratorExp: {
        const auto& comp = *node->as<GeneratorExp>();
        return visit_comprehension(ScopeKind::GeneratorExp, node, "generator expression", comp.generators, comp.elt, nullptr);
      }
      case NodeKind::Await:
        check_annotation("await expression", node->span);
        note_await();
        return later(node->as<Await>()->value);
      case NodeKind::Yield: note_yield(node->span); return later(node->as<Yield>()->value);
      case NodeKind::YieldFrom: note_yield(node->span); return later(node->as<YieldFrom>()->value);
      case NodeKind::Compare: later_all(node->as<Compare>()->comparators); return later(node->as<Compare>()->left);
      case NodeKind::Call: {
        const auto& call = *node->as<Call>();
        for (size_t i = call.keywords.size(); i-- > 0;) later(call.keywords[i]->value);
        later_all(call.args);
        return later(call.func);
      }
      case NodeKind::FormattedValue: later(node->as<FormattedValue>()->format_spec); return later(node->as<FormattedValue>()->value);
      case NodeKind::JoinedStr: return later_all(node->as<JoinedStr>()->values);
      case NodeKind::Attribute:
        if (node->as<Attribute>()->attr == "__debug__" && node->as<Attribute>()->ctx != ExprContext::Load) {
          error(node->as<Attribute>()->ctx == ExprContext::Del ? "cannot delete __debug__" : "cannot assign to __debug__", node->span);
        }
        return later(node->as<Attribute>()->value);
      case NodeKind::Subscript: later(node->as<Subscript>()->slice); return later(node->as<Subscript>()->value);
      case NodeKind::Starred: return later(node->as<Starred>()->value);
      case NodeKind::Name: return visit_name(*node->as<Name>());
      case NodeKind::List: return later_all(node->as<List>()->elts);
      case NodeKind::Tuple: return later_all(node->as<Tuple>()->elts);
      case NodeKind::Slice:
        later(node->as<Slice>()->step);
        later(node->as<Slice>()->upper);
        return later(node->as<Slice>()->lower);

      case NodeKind::MatchValue: return later(node->as<MatchValue>()->value);
      case NodeKind::MatchSequence: return later_all(node->as<MatchSequence>()->patterns);
      case NodeKind::MatchMapping: {
        const auto& mapping = *node->as<MatchMapping>();
        run_all(mapping.keys);
        run_all(mapping.patterns);
        if (mapping.rest.data()) bind(mapping.rest, node->span);
        return;
      }
      case NodeKind::MatchClass: {
        const auto& match = *node->as<MatchClass>();
        later_all(match.kwd_patterns);
        later_all(match.patterns);
        return later(match.cls);
      }
      case NodeKind::MatchStar:
        if (node->as<MatchStar>()->name.data()) bind(node->as<MatchStar>()->name, node->span);
        return;
      case NodeKind::MatchAs:
        run(node->as<MatchAs>()->pattern);
        if (node->as<MatchAs>()->name.data()) bind(node->as<MatchAs>()->name, node->span);
        return;
      case NodeKind::MatchOr: return later_all(node->as<MatchOr>()->patterns);
      default: return;
    }
  }

  void visit_name(const Name& name) {
    if (name.ctx == ExprContext::Load) {
      note(name.id, kSymbolUsed | (in_target_ ? kSymbolIteration : 0));
      // super() without arguments needs the class.
      if (name.id == "super" && scope_->frame()->is_function()) note("__class__", kSymbolUsed);
      return;
    }
    bind(name.id, name.span, name.ctx == ExprContext::Del ? kSymbolDeleted : 0);
  }

  [[gnu::noinline]] void visit_annotated(const AnnAssign& statement) {
    if (statement.target->is<Name>() && statement.simple) {
      const auto& target = *statement.target->as<Name>();
      const Symbol& symbol = note(target.id, 0);
      if ((symbol.flags & (kSymbolGlobal | kSymbolNonlocal)) && scope_->kind != ScopeKind::Module) {
        return error(fmt::format("annotated name '{}' can't be {}", target.id, symbol.flags & kSymbolGlobal ? "global" : "nonlocal"),
                     statement.span);
      }
      bind(target.id, target.span, kSymbolAnnotated);
      scope_->has_annotations = true;
    } else if (statement.value || !statement.target->is<Name>()) {
      run(statement.target);
    } else {
      // `(x): int` says nothing of x.
    }
    annotation(statement.annotation);  // a function's, too: never evaluated, but what it names is used
    later(statement.value);
  }

  template <class T>
  void visit_for(const T& loop) {
    later_all(loop.orelse);
    later_all(loop.body);
    later(loop.iter);
    later(loop.target);
  }

  template <class T>
  void visit_with(const T& with) {
    later_all(with.body);
    for (size_t i = with.items.size(); i-- > 0;) {
      later(with.items[i]->optional_vars);
      later(with.items[i]->context_expr);
    }
  }

  template <class T>
  void visit_try(const T& statement) {
    later_all(statement.finalbody);
    later_all(statement.handlers);
    later_all(statement.orelse);
    later_all(statement.body);
  }

  void visit_alias(const Alias& alias) {
    if (alias.name == "*") {
      if (scope_->kind != ScopeKind::Module) error("import * only allowed at module level", alias.span);
      return;
    }
    std::string_view name = alias.name;
    if (alias.asname.data()) {
      name = alias.asname;
    } else {
      name = name.substr(0, name.find('.'));
    }
    bind(name, alias.span, kSymbolImported);
  }

  void visit_global(const Global& statement) {
    for (const Identifier& name : statement.names) {
      Symbol& symbol = note(name, 0);
      if (symbol.flags & kSymbolParameter) {
        error(fmt::format("name '{}' is parameter and global", name), statement.span);
      } else if (symbol.flags & kSymbolUsed) {
        error(fmt::format("name '{}' is used prior to global declaration", name), statement.span);
      } else if (symbol.flags & kSymbolAnnotated) {
        error(fmt::format("annotated name '{}' can't be global", name), statement.span);
      } else if (symbol.flags & kSymbolAssigned) {
        error(fmt::format("name '{}' is assigned to before global declaration", name), statement.span);
      } else if (symbol.flags & kSymbolNonlocal) {
        error(fmt::format("name '{}' is nonlocal and global", name), statement.span);
      }
      symbol.flags |= kSymbolGlobal;
      // The module's own code keeps such a name among the globals too, when exec() gave it other locals.
      Scope* outermost = scope_;
      while (outermost->parent) outermost = outermost->parent;
      const std::string_view own_name = symbol.name;
      if (outermost != scope_) symbol_in(outermost, own_name).flags |= kSymbolGlobal;
    }
  }

  void visit_nonlocal(const Nonlocal& statement) {
    if (scope_->kind == ScopeKind::Module) return error("nonlocal declaration not allowed at module level", statement.span);
    for (const Identifier& name : statement.names) {
      Symbol& symbol = note(name, 0);
      if (symbol.flags & kSymbolParameter) {
        error(fmt::format("name '{}' is parameter and nonlocal", name), statement.span);
      } else if (symbol.flags & kSymbolUsed) {
        error(fmt::format("name '{}' is used prior to nonlocal declaration", name), statement.span);
      } else if (symbol.flags & kSymbolAnnotated) {
        error(fmt::format("annotated name '{}' can't be nonlocal", name), statement.span);
      } else if (symbol.flags & kSymbolAssigned) {
        error(fmt::format("name '{}' is assigned to before nonlocal declaration", name), statement.span);
      } else if (symbol.flags & kSymbolGlobal) {
        error(fmt::format("name '{}' is nonlocal and global", name), statement.span);
      } else {
        nonlocals_.push_back({scope_, symbol.name, name, statement.span});
      }
      symbol.flags |= kSymbolNonlocal;
    }
  }

 public:
  // Called at the end, because an enclosing function may bind the name further down.
  void check_nonlocals() {
    for (const auto& [scope, name, written, span] : nonlocals_) {
      bool found = false;
      for (Scope* outer = scope->parent; outer && !found; outer = outer->parent) {
        if (outer->kind == ScopeKind::Class && name == "__class__") found = true;
        if (!outer->is_function() && outer->kind != ScopeKind::Comprehension) continue;
        const Symbol* symbol = outer->find(name);
        if (!symbol) continue;
        if (symbol->flags & kSymbolTypeParameter) {
          error(fmt::format("nonlocal binding not allowed for type parameter '{}'", written), span);
        }
        if (symbol->flags & kSymbolGlobal) break;
        found = (symbol->flags & kSymbolBound) != 0 && (symbol->flags & kSymbolNonlocal) == 0;
      }
      if (!found) error(fmt::format("no binding for nonlocal '{}' found", written), span);
    }
  }

 private:
  [[gnu::noinline]] void visit_walrus(const NamedExpr& expr) {
    const auto& target = *expr.target->as<Name>();
    if (!check_annotation("named expression", expr.span)) return;
    if (in_iterable_ > 0) error("assignment expression cannot be used in a comprehension iterable expression", expr.span);
    if (!scope_->is_comprehension()) {
      run(expr.value);
      bind(target.id, target.span, kSymbolWalrus);
    } else {
      bind_outside_comprehension(target);
      run(expr.value);
    }
  }

  void bind_outside_comprehension(const Name& target) {
    const Span& at = target.span;
    Scope* scope = scope_;
    const std::string_view name = mangled(target.id);
    for (; scope->is_comprehension(); scope = scope->parent) {
      const Symbol* symbol = scope->find(name);
      if (symbol && (symbol->flags & kSymbolIteration) && (symbol->flags & kSymbolBound)) {
        return error(fmt::format("assignment expression cannot rebind comprehension iteration variable '{}'", target.id), at);
      }
    }
    symbol_in(scope_, name).flags |= kSymbolWalrus;
    if (scope->is_annotation()) {
      return error(fmt::format("assignment expression within a comprehension cannot be used in {}", scope->what), at);
    }
    if (scope->kind == ScopeKind::Class) {
      return error("assignment expression within a comprehension cannot be used in a class body", at);
    }
    Symbol& symbol = symbol_in(scope, name);
    symbol.flags |= kSymbolWalrus | (scope->kind == ScopeKind::Module ? kSymbolGlobal : kSymbolBound | kSymbolAssigned);
  }

  // What is forbidden in a bound, an alias or among the annotations of something generic.
  bool check_annotation(std::string_view expression, const Span& at) {
    if (!scope_->is_annotation()) return true;
    const std::string_view what = scope_->kind == ScopeKind::TypeParameters ? "the definition of a generic" : scope_->what;
    error(fmt::format("{} cannot be used within {}", expression, what), at);
    return false;
  }

  void note_yield(const Span& at) {
    if (!check_annotation("yield expression", at)) return;
    if (scope_->is_comprehension()) {
      error(fmt::format("'yield' inside {}", comprehension_name_), at);
      return;
    }
    scope_->generator = true;
  }

  // What makes a generator expression asynchronous, and a module that may be.
  void note_await() {
    Scope* frame = scope_->frame();
    if (frame->kind == ScopeKind::GeneratorExp || (frame->kind == ScopeKind::Module && top_level_await_)) frame->asynchronous = true;
  }

  // ---- inner scopes

  void visit_parameters(const Arguments& arguments) {
    const auto add = [this](const Arg* arg) {
      if (!arg) return;
      Symbol& symbol = note(arg->arg, 0);
      if (symbol.flags & kSymbolParameter) error(fmt::format("duplicate argument '{}' in function definition", arg->arg), arg->span);
      if (arg->arg == "__debug__") error("cannot assign to __debug__", arg->span);
      symbol.flags |= kSymbolParameter | kSymbolBound;
    };
    for (const Arg* arg : arguments.posonlyargs) add(arg);
    for (const Arg* arg : arguments.args) add(arg);
    for (const Arg* arg : arguments.kwonlyargs) add(arg);
    add(arguments.vararg);
    add(arguments.kwarg);
  }

  void visit_defaults(const Arguments& arguments) {
    run_all(arguments.defaults);
    run_all(arguments.kw_defaults);
  }

  void annotation(const Expr* expr) {
    if (!expr || !future_annotations_) return run(expr);
    if (const auto refused = refused_in_annotation(*expr)) error(refused->message, refused->span);
  }

  void visit_annotations(const Arguments& arguments, const Expr* returns) {
    const auto visit_arg = [this](const Arg* arg) {
      if (arg) annotation(arg->annotation);
    };
    for (const Arg* arg : arguments.posonlyargs) visit_arg(arg);
    for (const Arg* arg : arguments.args) visit_arg(arg);
    visit_arg(arguments.vararg);
    for (const Arg* arg : arguments.kwonlyargs) visit_arg(arg);
    visit_arg(arguments.kwarg);
    annotation(returns);
  }

  // What surrounds a comprehension has no say inside a function in it.
  struct Context {
    bool in_target;
    std::string_view comprehension_name;
  };
  Context plain_context() {
    const Context saved{in_target_, comprehension_name_};
    in_target_ = false;
    return saved;
  }
  void restore(const Context& saved) {
    in_target_ = saved.in_target;
    comprehension_name_ = saved.comprehension_name;
  }

  template <class T>
  [[gnu::noinline]] void visit_function(const T& function) {
    bind(function.name, function.span);
    visit_defaults(*function.args);
    // Names appear in CPython 3.11's order, which for what is generic can't be had.
    const bool generic = !function.type_params.empty();
    if (!generic) visit_annotations(*function.args, function.returns);
    run_all(function.decorator_list);
    if (too_deep(function.span)) return;
    const Context saved = plain_context();
    if (generic) {
      enter_type_parameters(function.type_params, function.name);
      visit_annotations(*function.args, function.returns);
    }
    enter(ScopeKind::Function, &function, function.name);
    scope_->asynchronous = std::is_same_v<T, AsyncFunctionDef>;
    visit_parameters(*function.args);
    run_all(function.body);
    leave();
    if (generic) leave();
    restore(saved);
  }

  [[gnu::noinline]] void visit_lambda(const Lambda& lambda) {
    visit_defaults(*lambda.args);
    if (too_deep(lambda.span)) return;
    const Context saved = plain_context();
    enter(ScopeKind::Lambda, &lambda, "<lambda>");
    visit_parameters(*lambda.args);
    run(lambda.body);
    leave();
    restore(saved);
  }

  void visit_bases(const ClassDef& statement) {
    run_all(statement.bases);
    for (const Keyword* keyword : statement.keywords) run(keyword->value);
  }

  [[gnu::noinline]] void visit_class(const ClassDef& statement) {
    bind(statement.name, statement.span);
    const bool generic = !statement.type_params.empty();
    if (!generic) visit_bases(statement);
    run_all(statement.decorator_list);
    if (too_deep(statement.span)) return;
    const Context saved = plain_context();
    if (generic) {
      enter_type_parameters(statement.type_params, statement.name, statement.name);
      note(kTypeParameters, kSymbolBound);
      visit_bases(statement);
    }
    enter(ScopeKind::Class, &statement, statement.name);
    scope_->in_namespace = true;
    scope_->private_class = statement.name;
    if (generic) note(kTypeParameters, kSymbolUsed);
    run_all(statement.body);
    leave();
    if (generic) leave();
    restore(saved);
  }

  // The caller leaves the scope.
  void enter_type_parameters(const Seq<TypeParam*>& parameters, std::string_view owner, std::string_view private_class = {}) {
    enter(ScopeKind::TypeParameters, parameters[0], table_.keep(fmt::format("<generic parameters of {}>", owner)), "a type parameter");
    if (!private_class.empty()) scope_->private_class = private_class;
    for (const TypeParam* parameter : parameters) {
      const auto* variable = parameter->maybe<TypeVar>();
      const std::string_view name = variable                     ? variable->name
                                    : parameter->is<ParamSpec>() ? parameter->as<ParamSpec>()->name
                                                                 : parameter->as<TypeVarTuple>()->name;
      if (note(name, 0).flags & kSymbolTypeParameter) error(fmt::format("duplicate type parameter '{}'", name), parameter->span);
      bind(name, parameter->span, kSymbolTypeParameter);
      if (!variable || !variable->bound) continue;
      enter(ScopeKind::Deferred, variable, name, "a TypeVar bound");
      run(variable->bound);
      leave();
    }
  }

  [[gnu::noinline]] void visit_type_alias(const TypeAlias& statement) {
    run(statement.name);
    if (too_deep(statement.span)) return;
    const std::string_view name = statement.name->as<Name>()->id;
    const Context saved = plain_context();
    if (!statement.type_params.empty()) enter_type_parameters(statement.type_params, name);
    enter(ScopeKind::Deferred, &statement, name, "a type alias");
    run(statement.value);
    leave();
    if (!statement.type_params.empty()) leave();
    restore(saved);
  }

  [[gnu::noinline]] void visit_comprehension(ScopeKind kind, const Node* node, std::string_view what, const Seq<Comprehension*>& generators,
                                             const Expr* element, const Expr* value) {
    in_iterable_++;
    run(generators[0]->iter);
    in_iterable_--;
    if (too_deep(node->span)) return;
    const Context saved = plain_context();
    enter(kind, node, kind == ScopeKind::GeneratorExp ? "<genexpr>" : "<comprehension>");
    comprehension_name_ = what;
    if (kind == ScopeKind::GeneratorExp) {
      symbol_in(scope_, ".0").flags |= kSymbolParameter | kSymbolBound;
      scope_->generator = true;
    }
    for (size_t i = 0; i < generators.size(); i++) {
      if (generators[i]->is_async) note_await();
      in_target_ = true;
      run(generators[i]->target);
      in_target_ = false;
      if (i > 0) {
        in_iterable_++;
        run(generators[i]->iter);
        in_iterable_--;
      }
      run_all(generators[i]->ifs);
    }
    if (value) run(value);
    run(element);
    leave();
    restore(saved);
  }

  struct NonlocalName {
    Scope* scope;
    std::string_view name, written;
    Span span;
  };

  ScopeTable& table_;
  std::vector<CompileError>& errors_;
  Scope* scope_ = nullptr;
  std::vector<const Node*> stack_;
  std::vector<NonlocalName> nonlocals_;
  std::string_view comprehension_name_;
  int depth_ = 0;
  int in_iterable_ = 0;
  bool in_target_ = false;
  bool future_annotations_, top_level_await_;
};

std::string_view ScopeTable::mangle(std::string_view private_class, std::string_view name) {
  if (private_class.empty() || !name.starts_with("__") || name.ends_with("__") || name.find('.') != name.npos) return name;
  const size_t start = private_class.find_first_not_of('_');
  if (start == private_class.npos) return name;
  return keep(fmt::format("_{}{}", private_class.substr(start), name));
}

ScopeTable::ScopeTable(const Node& root, bool future_annotations, std::vector<CompileError>& errors, bool in_namespace,
                       bool top_level_await) {
  ScopeBuilder builder(*this, future_annotations, errors, top_level_await);
  builder.build(root, in_namespace);
  builder.check_nonlocals();
  if (!errors.empty()) return;
  if (const Scope* scope = analyze_scopes(scopes_))
    errors.push_back({fmt::format("too many variables of outer functions in {}", scope->name), scope->node->span});
}

}  // namespace fermata
