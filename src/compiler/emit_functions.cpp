// Code units and what makes them: modules, functions, lambdas, classes; defaults, annotations, decorators.
#include <fmt/core.h>

#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

// ---- the unit

Emitter::Emitter(Compilation& compilation, Scope* scope, const Emitter* parent)
    : c_(compilation),
      scope_(scope),
      frame_(scope),
      parent_(parent),
      code_(static_cast<uint32_t>(scope->locals.size())),
      unit_(std::make_shared<CodeUnit>()),
      top_(static_cast<Reg>(scope->locals.size())),
      max_top_(top_) {
  unit_->name = scope->name;
  unit_->qualname = qualified_name();
  unit_->first_line = scope->node->span.begin.line;
  unit_->flags |= compilation.flags;
  if (scope->is_function()) unit_->flags |= kCodeOptimized;
  if (scope->asynchronous) unit_->flags |= scope->generator ? kCodeAsyncGenerator : kCodeCoroutine;
  else if (scope->generator && scope->is_function()) unit_->flags |= kCodeGenerator;
  switch (scope->kind) {
    case ScopeKind::Module:
      if (!scope->in_namespace) unit_->flags |= kCodeModule;
      break;
    case ScopeKind::GeneratorExp:
      unit_->flags |= kCodeComprehension;
      unit_->positional = unit_->positional_only = 1;
      break;
    default: break;
  }
  if (scope->in_namespace || scope->sees_class) {
    unit_->flags |= kCodeClassBody;
    unit_->positional = unit_->positional_only = 1;
  }
  if (top_ > 0xFFF0) code_.set_overflowed();
  for (std::string_view local : scope->locals) unit_->locals.emplace_back(local);
  unit_->local_is_cell = scope->local_is_cell;
  for (std::string_view name : scope->free_names) unit_->free_names.emplace_back(name);
  unit_->captures = scope->captures;
  for (uint32_t i = 0; i < scope->parameters; i++) mark_assigned(i);
}

std::string Emitter::qualified_name() const {
  const std::string name(frame_->name);
  const Emitter* around = parent_;
  while (around && around->frame_->kind == ScopeKind::TypeParameters) around = around->parent_;
  if (!around || around->frame_->kind == ScopeKind::Module) return name;
  if (frame_->kind == ScopeKind::Function || frame_->kind == ScopeKind::Class) {
    const Symbol* symbol = around->scope_->find(c_.scopes.mangle(around->scope_->private_class, frame_->name));
    if (symbol && (symbol->flags & kSymbolGlobal)) return name;
  }
  return around->unit_->qualname + (around->frame_->kind == ScopeKind::Class ? "." : ".<locals>.") + name;
}

void Emitter::report_depth(const Span& at) {
  static constexpr const char* kMessage = "too deeply nested";
  if (c_.errors.empty() || c_.errors.back().message != kMessage) c_.error(kMessage, at);
}

void Emitter::begin_unit() {
  for (uint32_t i = 0; i < frame_->own_locals; i++) {
    if (frame_->local_is_cell[i]) code_.emit(frame_->node->span, Op::MAKE_CELL, i);
  }
}

std::shared_ptr<CodeUnit> Emitter::finish_unit(const Span& at) {
  if (code_.reachable()) code_.emit_wide(at, Op::RETURN_CONST, 0, code_.constant(none_constant()));
  unit_->registers = max_top_;
  if (!c_.errors.empty()) return unit_;
  if (!code_.finish(*unit_)) c_.error(fmt::format("the code of {} is too large", unit_->name), frame_->node->span);
  c_.words += unit_->words.size();
  return unit_;
}

namespace {
const ast::Constant* docstring_of(const Seq<Stmt*>& body) {
  if (body.empty()) return nullptr;
  const auto* first = body[0]->maybe<ExprStmt>();
  const auto* text = first ? first->value->maybe<ast::Constant>() : nullptr;
  return text && text->constant_kind == ConstantKind::Str ? text : nullptr;
}
}  // namespace

void Emitter::set_docstring(const Seq<Stmt*>& body) {
  if (const auto* text = docstring_of(body)) {
    unit_->has_doc = true;
    unit_->doc = text->text;
  }
}

// ---- modules and expressions

std::shared_ptr<CodeUnit> Emitter::emit_module(const Module& module) {
  unit_->first_line = 1;
  begin_unit();
  if (!c_.chunk) set_docstring(module.body);
  if (unit_->has_doc) {
    const Mark mark(*this);
    const Span& at = module.body[0]->span;
    const Reg text = alloc();
    load_constant(at, text, str_constant(unit_->doc));
    if (frame_->in_namespace) code_.emit(at, Op::STORE_NAME, text, 0, code_.shared_site("__doc__"));
    else code_.emit_wide(at, Op::STORE_GLOBAL, text, code_.shared_site("__doc__"));
  }
  if (frame_->has_annotations) code_.emit(module.body[0]->span, Op::SETUP_ANNOTATIONS, alloc(), 0, 0, !frame_->in_namespace);
  const bool has_result = !frame_->in_namespace && !module.body.empty() && module.body.back()->is<ExprStmt>();
  for (size_t i = 0; i + (has_result ? 1 : 0) < module.body.size(); i++) statement(module.body[i]);
  if (has_result) {
    const Expr* value = module.body.back()->as<ExprStmt>()->value;
    const Reg result = any(value);
    if (c_.interactive) show(result, value->span);
    code_.emit(value->span, Op::RETURN, result);
  } else if (!c_.returns) {
    unit_->flags |= kCodeNoResult;
  } else if (code_.reachable()) {
    // `return` gives a result, the end of the text gives none: what is returned tells them apart.
    const Reg result = alloc();
    const Span& at = module.body.back()->span;
    load_constant(at, result, prelude_constant("program_without_result"));
    code_.emit(at, Op::RETURN, result);
  }
  return finish_unit(module.body.empty() ? module.span : module.body.back()->span);
}

// What the interactive interpreter does with the value of an expression statement: sys.displayhook(value).
void Emitter::show(Reg value, const Span& at) {
  const Mark mark(*this);
  const Reg window = alloc(2);
  code_.emit(at, Op::MOVE, window + 1, value);
  call_prelude(at, "op_show", window, 1);
}

std::shared_ptr<CodeUnit> Emitter::emit_expression(const Expression& expression) {
  begin_unit();
  const Reg result = any(expression.body);
  code_.emit(expression.body->span, Op::RETURN, result);
  return finish_unit(expression.body->span);
}

// ---- functions

void Emitter::set_parameters(const Arguments& arguments) {
  unit_->positional_only = static_cast<uint32_t>(arguments.posonlyargs.size());
  unit_->positional = static_cast<uint32_t>(arguments.posonlyargs.size() + arguments.args.size());
  unit_->keyword_only = static_cast<uint32_t>(arguments.kwonlyargs.size());
  if (arguments.vararg) unit_->flags |= kCodeVarArgs;
  if (arguments.kwarg) unit_->flags |= kCodeVarKeywords;
}

std::shared_ptr<CodeUnit> Emitter::emit_function_body(const Node& node, const Arguments& arguments, const Seq<Stmt*>& statements) {
  set_parameters(arguments);
  begin_unit();
  set_docstring(statements);
  for (size_t i = unit_->has_doc ? 1 : 0; i < statements.size(); i++) statement(statements[i]);
  return finish_unit(statements.empty() ? node.span : statements.back()->span);
}

std::shared_ptr<CodeUnit> Emitter::emit_lambda_body(const Lambda& lambda) {
  set_parameters(*lambda.args);
  begin_unit();
  const Reg value = any(lambda.body);
  code_.emit(lambda.body->span, Op::RETURN, value);
  return finish_unit(lambda.body->span);
}

void Emitter::emit_defaults(const Arguments& arguments, Reg dst, const Span& at) {
  if (arguments.defaults.empty()) return load_none(at, dst);
  Constant constants;
  if (all_constants(arguments.defaults, constants)) return load_constant(at, dst, std::move(constants));
  emit_tuple(arguments.defaults, dst, at);
}

void Emitter::emit_keyword_defaults(const Arguments& arguments, Reg dst, const Span& at) {
  bool made = false;
  for (size_t i = 0; i < arguments.kwonlyargs.size(); i++) {
    if (!arguments.kw_defaults[i]) continue;
    const Mark mark(*this);
    if (!made) code_.emit(at, Op::BUILD_DICT, dst, 0, 0);
    made = true;
    const Reg key = alloc(), value = alloc();
    load_constant(at, key, str_constant(mangled(arguments.kwonlyargs[i]->arg)));
    to(arguments.kw_defaults[i], value);
    code_.emit(at, Op::SET_ITEM, dst, key, value);
  }
  if (!made) load_none(at, dst);
}

// In CPython's order: the plain parameters come before the positional-only ones.
void Emitter::emit_annotations(const Arguments& arguments, const Expr* returns, Reg dst, const Span& at) {
  bool made = false;
  const auto add = [&](std::string_view name, const Expr* annotation) {
    if (!annotation) return;
    const Mark mark(*this);
    if (!made) code_.emit(at, Op::BUILD_DICT, dst, 0, 0);
    made = true;
    const Reg key = alloc(), value = alloc();
    load_constant(at, key, str_constant(mangled(name)));
    if (const auto* starred = annotation->maybe<Starred>(); starred && !c_.future_annotations) {  // *args: *Ts
      to(starred->value, value);
      code_.emit(annotation->span, Op::UNPACK, value, value, 1);
    } else {
      emit_annotation(annotation, value);
    }
    code_.emit(at, Op::SET_ITEM, dst, key, value);
  };
  for (const Arg* arg : arguments.args) add(arg->arg, arg->annotation);
  for (const Arg* arg : arguments.posonlyargs) add(arg->arg, arg->annotation);
  if (arguments.vararg) add(arguments.vararg->arg, arguments.vararg->annotation);
  for (const Arg* arg : arguments.kwonlyargs) add(arg->arg, arg->annotation);
  if (arguments.kwarg) add(arguments.kwarg->arg, arguments.kwarg->annotation);
  add("return", returns);
  if (!made) load_none(at, dst);
}

namespace {
bool has_extras(const Arguments& arguments, const Expr* returns) {
  if (!arguments.defaults.empty() || returns) return true;
  for (const Expr* value : arguments.kw_defaults) {
    if (value) return true;
  }
  const auto annotated = [](const Arg* arg) { return arg && arg->annotation; };
  for (const Arg* arg : arguments.posonlyargs) {
    if (annotated(arg)) return true;
  }
  for (const Arg* arg : arguments.args) {
    if (annotated(arg)) return true;
  }
  for (const Arg* arg : arguments.kwonlyargs) {
    if (annotated(arg)) return true;
  }
  return annotated(arguments.vararg) || annotated(arguments.kwarg);
}
}  // namespace

// The code comes last: defaults and annotations are evaluated first. It is compiled first, which nobody can see.
void Emitter::make_function(const Span& at, Reg dst, std::shared_ptr<CodeUnit> code, const Arguments& arguments, const Expr* returns) {
  const Mark mark(*this);
  if (!has_extras(arguments, returns)) {
    return code_.emit(at, Op::MAKE_FUNCTION, dst, code_.code_constant(std::move(code)), 0, kNoExtras);
  }
  const Reg extras = alloc(3);
  emit_defaults(arguments, extras, at);
  emit_keyword_defaults(arguments, extras + 1, at);
  emit_annotations(arguments, returns, extras + 2, at);
  code_.emit(at, Op::MAKE_FUNCTION, dst, code_.code_constant(std::move(code)), extras);
}

void Emitter::apply_decorators(const Seq<Expr*>& decorators, Reg first) {
  for (size_t i = decorators.size(); i-- > 0;) {
    const Reg callable = first + static_cast<Reg>(i);
    code_.emit(decorators[i]->span, Op::CALL, callable, callable, 1);
  }
}

template <class T>
std::shared_ptr<CodeUnit> Emitter::function_code(const T& statement) {
  Emitter inner(c_, c_.scopes.of(&statement), this);
  if (!statement.decorator_list.empty()) inner.unit_->first_line = statement.decorator_list[0]->span.begin.line;
  return inner.emit_function_body(statement, *statement.args, statement.body);
}
template std::shared_ptr<CodeUnit> Emitter::function_code(const FunctionDef& statement);
template std::shared_ptr<CodeUnit> Emitter::function_code(const AsyncFunctionDef& statement);

template <class T>
void Emitter::emit_function(const T* statement) {
  const Span& at = statement->span;
  const Mark mark(*this);
  const Reg first = top_;
  for (const Expr* decorator : statement->decorator_list) {
    const Reg reg = alloc();
    to(decorator, reg);
  }
  const Binding binding = binding_of(statement->name);
  const bool direct = statement->decorator_list.empty() && binding.storage == Storage::kRegister;
  const Reg function = direct ? binding.index : alloc();
  if (!statement->type_params.empty()) {
    make_generic_function(*statement, function);
  } else {
    make_function(at, function, function_code(*statement), *statement->args, statement->returns);
  }
  if (direct) return mark_assigned(function);
  apply_decorators(statement->decorator_list, first);
  store_name(statement->name, at, first);
}

template void Emitter::emit_function(const FunctionDef*);
template void Emitter::emit_function(const AsyncFunctionDef*);

void Emitter::emit_lambda(const Lambda* expr, Reg dst) {
  Emitter inner(c_, c_.scopes.of(expr), this);
  make_function(expr->span, dst, inner.emit_lambda_body(*expr), *expr->args, nullptr);
}

// ---- classes

std::shared_ptr<CodeUnit> Emitter::emit_class_body(const ClassDef& statement) {
  const Span& at = statement.span;
  begin_unit();
  set_docstring(statement.body);
  {
    const Mark mark(*this);
    const Reg value = alloc();
    const auto set = [&](std::string_view name) { code_.emit(at, Op::STORE_NAME, value, 0, code_.shared_site(name)); };
    code_.emit_wide(at, Op::LOAD_GLOBAL, value, code_.shared_site("__name__"));
    set("__module__");
    load_constant(at, value, str_constant(unit_->qualname));
    set("__qualname__");
    if (!statement.type_params.empty()) {
      load_name(kTypeParameters, at, value);
      set("__type_params__");
    }
    if (frame_->has_annotations) code_.emit(at, Op::SETUP_ANNOTATIONS, value);
    if (unit_->has_doc) {
      load_constant(statement.body[0]->span, value, str_constant(unit_->doc));
      set("__doc__");
    }
  }
  for (size_t i = unit_->has_doc ? 1 : 0; i < statement.body.size(); i++) this->statement(statement.body[i]);
  if (frame_->needs_class_cell) code_.emit(at, Op::RETURN, frame_->class_cell);
  return finish_unit(at);
}

void Emitter::make_class(const ClassDef& statement, Reg dst) {
  const Mark mark(*this);
  const Span& at = statement.span;
  Emitter inner(c_, c_.scopes.of(&statement), this);
  if (!statement.decorator_list.empty()) inner.unit_->first_line = statement.decorator_list[0]->span.begin.line;
  const Reg call = is_top(dst) ? dst : alloc();
  alloc(4);
  load_constant(at, call, prelude_constant("build_class"));
  code_.emit(at, Op::MAKE_FUNCTION, call + 1, code_.code_constant(inner.emit_class_body(statement)), 0, kNoExtras);
  load_constant(at, call + 2, str_constant(statement.name));
  emit_tuple(statement.bases, call + 3, at);
  if (!statement.type_params.empty()) add_generic_base(at, call + 3);
  if (statement.keywords.empty()) {
    load_none(at, call + 4);
  } else {
    Reg who = call;
    bool unpacks = false;
    for (const Keyword* keyword : statement.keywords) unpacks |= !keyword->arg.data();
    if (unpacks) load_constant(at, who = alloc(), prelude_constant("__build_class__"));  // what errors of **keywords name
    emit_keyword_dict(statement.keywords, call + 4, who, at);
  }
  code_.emit(at, Op::CALL, dst, call, 4);
}

void Emitter::emit_class(const ClassDef* statement) {
  const Span& at = statement->span;
  check_keywords(statement->keywords);
  const Mark mark(*this);
  const Reg first = top_;
  for (const Expr* decorator : statement->decorator_list) {
    const Reg reg = alloc();
    to(decorator, reg);
  }
  const Reg made = alloc();
  if (!statement->type_params.empty()) {
    make_generic_class(*statement, made);
  } else {
    make_class(*statement, made);
  }
  apply_decorators(statement->decorator_list, first);
  store_name(statement->name, at, first);
}

}  // namespace fermata
