// Type parameters and `type` statements (PEP 695). The parameters of something generic are locals of a scope of their own, a function that
// is called at once: it makes them and the function, class or alias, and returns that. Bounds and the values of aliases are functions
// without parameters, called when somebody asks. Directly in a class both kinds of functions get its namespace as a parameter (in a
// deferred one it has a default), so that they see the class's names.
#include "compiler/emitter.h"

namespace fermata {

using namespace ast;

// The code of a TypeParameters scope is called right here.
void Emitter::call_type_scope(const Span& at, std::shared_ptr<CodeUnit> code, Reg dst) {
  const Mark mark(*this);
  const bool takes_namespace = code->positional == 1;
  const Reg call = alloc(2);
  code_.emit(at, Op::MAKE_FUNCTION, call, code_.code_constant(std::move(code)), 0, kNoExtras);
  if (takes_namespace) move(at, call + 1, 0);
  code_.emit(at, Op::CALL, dst, call, takes_namespace);
}

std::shared_ptr<CodeUnit> Emitter::emit_deferred_body(const Expr* value) {
  begin_unit();
  const Reg result = any(value);
  code_.emit(value->span, Op::RETURN, result);
  return finish_unit(value->span);
}

void Emitter::make_deferred(const Node* node, const Expr* value, Reg dst) {
  const Mark mark(*this);
  Scope* const scope = c_.scopes.of_deferred(node);
  Emitter inner(c_, scope, this);
  std::shared_ptr<CodeUnit> code = inner.emit_deferred_body(value);
  if (!scope->sees_class) return code_.emit(value->span, Op::MAKE_FUNCTION, dst, code_.code_constant(std::move(code)), 0, kNoExtras);
  const Reg extras = alloc(3);
  code_.emit(value->span, Op::BUILD_TUPLE, extras, 0, 1);
  load_none(value->span, extras + 1);
  load_none(value->span, extras + 2);
  code_.emit(value->span, Op::MAKE_FUNCTION, dst, code_.code_constant(std::move(code)), extras);
}

// Makes the parameters one by one, so that a bound may name those before it, and a tuple of them all.
void Emitter::emit_type_parameters(const Seq<TypeParam*>& parameters, Reg dst, const Span& at) {
  code_.emit(at, Op::BUILD_LIST, dst, 0, 0);
  for (const TypeParam* parameter : parameters) {
    const Mark mark(*this);
    const Span& span = parameter->span;
    const Reg call = alloc(5);
    std::string_view kind, name;
    if (const auto* variable = parameter->maybe<TypeVar>()) {
      name = variable->name;
      kind = !variable->bound ? "TypeVar" : variable->bound->is<Tuple>() ? "constraints" : "bound";
    } else if (const auto* specification = parameter->maybe<ParamSpec>()) {
      name = specification->name;
      kind = "ParamSpec";
    } else {
      name = parameter->as<TypeVarTuple>()->name;
      kind = "TypeVarTuple";
    }
    load_constant(span, call + 1, str_constant(kind));
    load_constant(span, call + 2, str_constant(name));
    if (kind == "bound" || kind == "constraints") {
      make_deferred(parameter, parameter->as<TypeVar>()->bound, call + 3);
    } else {
      load_none(span, call + 3);
    }
    call_prelude(span, "make_type_parameter", call, 3);
    store_name(name, span, call);
    code_.emit(span, Op::LIST_APPEND, dst, call);
  }
  code_.emit(at, Op::LIST_TO_TUPLE, dst, dst);
}

// ---- functions

template <class T>
std::shared_ptr<CodeUnit> Emitter::emit_generic_function_body(const T& statement) {
  const Span& at = statement.span;
  begin_unit();
  const Reg parameters = alloc(), function = alloc(), extras = alloc(3);
  emit_type_parameters(statement.type_params, parameters, at);
  load_none(at, extras);
  load_none(at, extras + 1);
  emit_annotations(*statement.args, statement.returns, extras + 2, at);
  code_.emit(at, Op::MAKE_FUNCTION, function, code_.code_constant(function_code(statement)), extras);
  code_.emit(at, Op::SET_ATTR, function, parameters, code_.attribute_site("__type_params__"));
  code_.emit(at, Op::RETURN, function);
  return finish_unit(at);
}

// Defaults are evaluated outside, before the parameters are made, and added to the finished function.
template <class T>
void Emitter::make_generic_function(const T& statement, Reg dst) {
  const Mark mark(*this);
  const Span& at = statement.span;
  const Reg function = alloc(), defaults = alloc(), keyword_defaults = alloc();
  bool has_keyword_defaults = false;
  for (const Expr* value : statement.args->kw_defaults) has_keyword_defaults |= value != nullptr;
  if (!statement.args->defaults.empty()) emit_defaults(*statement.args, defaults, at);
  if (has_keyword_defaults) emit_keyword_defaults(*statement.args, keyword_defaults, at);
  Emitter scope(c_, c_.scopes.of_parameters(statement.type_params[0]), this);
  call_type_scope(at, scope.emit_generic_function_body(statement), function);
  if (!statement.args->defaults.empty()) code_.emit(at, Op::SET_ATTR, function, defaults, code_.attribute_site("__defaults__"));
  if (has_keyword_defaults) code_.emit(at, Op::SET_ATTR, function, keyword_defaults, code_.attribute_site("__kwdefaults__"));
  move(at, dst, function);
}

template void Emitter::make_generic_function(const FunctionDef& statement, Reg dst);
template void Emitter::make_generic_function(const AsyncFunctionDef& statement, Reg dst);

// ---- classes

void Emitter::make_generic_class(const ClassDef& statement, Reg dst) {
  Emitter scope(c_, c_.scopes.of_parameters(statement.type_params[0]), this);
  call_type_scope(statement.span, scope.emit_generic_class_body(statement), dst);
}

std::shared_ptr<CodeUnit> Emitter::emit_generic_class_body(const ClassDef& statement) {
  const Span& at = statement.span;
  begin_unit();
  const Reg made = alloc();
  emit_type_parameters(statement.type_params, made, at);
  store_name(kTypeParameters, at, made);
  make_class(statement, made);
  code_.emit(at, Op::RETURN, made);
  return finish_unit(at);
}

// Generic[…] comes after the bases that were written.
void Emitter::add_generic_base(const Span& at, Reg bases) {
  const Mark mark(*this);
  const Reg call = alloc(3);
  move(at, call + 1, bases);
  load_name(kTypeParameters, at, call + 2);
  call_prelude(at, "add_generic_base", call, 2);
  move(at, bases, call);
}

// ---- aliases

void Emitter::emit_type_alias(const TypeAlias* statement) {
  const Mark mark(*this);
  const Span& at = statement->span;
  const Reg made = alloc();
  if (statement->type_params.empty()) {
    make_type_alias(*statement, kNoReg, made);
  } else {
    Emitter scope(c_, c_.scopes.of_parameters(statement->type_params[0]), this);
    call_type_scope(at, scope.emit_generic_alias_body(*statement), made);
  }
  store_name(statement->name->as<Name>()->id, at, made);
}

std::shared_ptr<CodeUnit> Emitter::emit_generic_alias_body(const TypeAlias& statement) {
  begin_unit();
  const Reg parameters = alloc(), made = alloc();
  emit_type_parameters(statement.type_params, parameters, statement.span);
  make_type_alias(statement, parameters, made);
  code_.emit(statement.span, Op::RETURN, made);
  return finish_unit(statement.span);
}

void Emitter::make_type_alias(const TypeAlias& statement, Reg parameters, Reg dst) {
  const Mark mark(*this);
  const Span& at = statement.span;
  const Reg call = alloc(4);
  load_constant(at, call + 1, str_constant(statement.name->as<Name>()->id));
  make_deferred(&statement, statement.value, call + 2);
  if (parameters == kNoReg) {
    load_constant(at, call + 3, tuple_constant({}));
  } else {
    move(at, call + 3, parameters);
  }
  call_prelude(at, "make_type_alias", call, 3);
  move(at, dst, call);
}

}  // namespace fermata
