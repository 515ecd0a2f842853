// Calls: binding arguments to parameters, pushing frames, making instances. Natives: builtin_calls.cpp.
#include <algorithm>
#include <array>

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/function_types.h"
#include "objects/model/handle.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "objects/natives/signature.h"
#include "objects/text/text.h"
#include "vm/frames.h"
#include "vm/interpreter.h"

namespace fermata {

namespace {

std::string_view text(Value v) { return as<Str>(v)->view(); }

// "'a', 'b', and 'c'"
std::string join_names(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i) out += names.size() == 2 ? " and " : i + 1 == names.size() ? ", and " : ", ";
    out += "'" + names[i] + "'";
  }
  return out;
}

Value missing_arguments(Context& cx, Function* f, const std::vector<std::string>& names, const char* what) {
  return raise_type_error(cx, "{}() missing {} required {} argument{}: {}", text(f->qualname), names.size(), what,
                          names.size() == 1 ? "" : "s", join_names(names));
}

Value too_many_arguments(Context& cx, Function* f, uint32_t given, const Value* registers) {
  Code* code = f->code;
  uint32_t defaults = is<Tuple>(f->defaults) ? as<Tuple>(f->defaults)->count : 0;
  uint32_t keyword_given = 0;
  for (uint32_t i = 0; i < code->keyword_only; ++i) keyword_given += !registers[code->positional + i].is_unset();
  std::string takes = defaults ? fmt::format("from {} to {}", int64_t(code->positional) - int64_t(defaults), code->positional)
                               : fmt::format("{}", code->positional);
  bool plural = defaults ? true : code->positional != 1;
  std::string extra;
  if (keyword_given)
    extra = fmt::format(" positional argument{} (and {} keyword-only argument{})", given == 1 ? "" : "s", keyword_given,
                        keyword_given == 1 ? "" : "s");
  return raise_type_error(cx, "{}() takes {} positional argument{} but {}{} {} given", text(f->qualname), takes, plural ? "s" : "", given,
                          extra, given == 1 && !keyword_given ? "was" : "were");
}

}  // namespace

// Callables within callables, which may be nested without end (`A.__call__ = A()`).
Interpreter::Action Interpreter::call_inner(Value callee, const Arguments& a, Deliver deliver_as, Value receiver) {
  DepthGuard depth(cx);
  if (depth.ok) return call(callee, a, deliver_as, receiver);
  raise_recursion_error(cx);
  return Action::kUnwind;
}

Interpreter::Action Interpreter::call(Value callee, const Arguments& a, Deliver deliver_as, Value receiver) {
  if (callee.is_object()) switch (callee.as_object()->kind) {
      case Kind::kFunction: return call_function(as<Function>(callee), a, deliver_as, receiver);
      case Kind::kBuiltin: return call_builtin(as<Builtin>(callee), a);
      case Kind::kBoundMethod:
        return call_with_self(as<BoundMethod>(callee)->function, as<BoundMethod>(callee)->self, a, deliver_as, receiver);
      case Kind::kClass: return call_class(as<Class>(callee), a);
      case Kind::kHostFunction: return call_host(as<HostFunction>(callee), a);
      case Kind::kStaticMethod: return call_inner(as<StaticMethod>(callee)->function, a, deliver_as, receiver);
      case Kind::kGenericAlias: {
        const Value origin = as<GenericAlias>(callee)->origin;
        // An instance of a class of the program's remembers the alias.
        if (is<Class>(origin) && !as<Class>(origin)->immortal() && deliver_as == Deliver::kValue)
          return call_general(Prelude::k_GenericAlias__call__, callee, a);
        return call_inner(origin, a, deliver_as, receiver);
      }
      case Kind::kException:
      case Kind::kModule:
      case Kind::kInstance: {
        Class* cls = class_of(cx, callee);
        Value f = class_lookup(cx, cls, cx.name(Name::k___call__));
        if (f.is_unset()) break;
        if (takes_self(f)) return call_with_self(f, callee, a, deliver_as, receiver);
        const Value bound = bind_attribute(cx, f, callee, cls);
        if (bound.is_call()) return call_general(Prelude::k_special_call, callee, a);  // binding runs code of the program's
        return bound.is_outcome() ? settle(bound) : call_inner(bound, a, deliver_as, receiver);
      }
      default: break;
    }
  raise_type_error(cx, "'{}' object is not callable", type_name(cx, callee));
  return Action::kUnwind;
}

namespace {

// Only the room for a few thousand values is kept.
void let_go(std::vector<Value>& arguments) {
  if (arguments.capacity() > 16 * 1024) std::vector<Value>().swap(arguments);
}

}  // namespace

Interpreter::Action Interpreter::call_with_self(Value function, Value self, const Arguments& a, Deliver deliver_as, Value receiver) {
  // The callable's own register, just before the arguments, takes self.
  if (a.in_place && is<Function>(function)) {
    a.args[-1] = self;
    return call(function, {a.args - 1, a.n + 1, a.names, true}, deliver_as, receiver);
  }
  constexpr uint32_t kFew = 12;
  if (a.n < kFew) {
    Storage<kFew> args;
    args.values[0] = self;
    for (uint32_t i = 0; i < a.n; ++i) args.values[i + 1] = a.args[i];
    return call_inner(function, {args.values, a.n + 1, a.names, false}, deliver_as, receiver);
  }
  if (a.args == with_self_.data()) with_self_.resize(a.n);  // a method of a method
  else with_self_.assign(a.args, a.args + a.n);
  with_self_.insert(with_self_.begin(), self);
  const Action action = call_inner(function, {with_self_.data(), a.n + 1, a.names, false}, deliver_as, receiver);
  let_go(with_self_);
  return action;
}

Interpreter::Action Interpreter::call_function(Function* f, const Arguments& a, Deliver deliver_as, Value receiver) {
  Task* task = cx.task;
  Code* code = f->code;
  if (is_too_deep(task, cx.recursion_limit)) {
    raise_recursion_error(cx);
    return Action::kUnwind;
  }
  bool simple = a.n == code->positional && a.names.is_unset() && code->keyword_only == 0 && !code->has(kCodeVarArgs | kCodeVarKeywords);
  Value* registers = reserve_registers(cx, task, simple && a.in_place ? a.args : nullptr, code->registers);
  if (!registers) {
    raise_plain(cx, ErrorType::kMemoryError);
    return Action::kUnwind;
  }
  if (simple) {
    if (registers != a.args) std::copy_n(a.args, a.n, registers);
    std::fill(registers + a.n, registers + code->registers, Value());
  } else {
    std::fill(registers, registers + code->registers, Value());
    if (!bind_function(f, a, registers)) return Action::kUnwind;
  }
  if (code->has(kCodeGenerator | kCodeCoroutine | kCodeAsyncGenerator)) return make_generator(f, registers, deliver_as, receiver);
  if (!push_frame(cx, task, f, registers, deliver_as)) {
    raise_plain(cx, ErrorType::kMemoryError);
    return Action::kUnwind;
  }
  top().receiver = receiver;
  return Action::kRun;
}

// Binds by CPython's rules. `registers` are unset; false: an exception is pending.
bool Interpreter::bind_function(Function* f, const Arguments& a, Value* registers) {
  Code* code = f->code;
  uint32_t names = is<Tuple>(a.names) ? as<Tuple>(a.names)->count : 0;
  uint32_t given = a.n - names;
  uint32_t named = code->positional + code->keyword_only;
  Value* var_args = code->has(kCodeVarArgs) ? &registers[named] : nullptr;
  Value* var_keywords = code->has(kCodeVarKeywords) ? &registers[named + (var_args != nullptr)] : nullptr;

  uint32_t taken = std::min(given, code->positional);
  std::copy_n(a.args, taken, registers);
  if (var_args) {
    Tuple* rest = given > taken ? new_tuple(cx, given - taken) : cx.image->empty_tuple;
    if (!rest) return raise_plain(cx, ErrorType::kMemoryError), false;
    if (given > taken) std::copy_n(a.args + taken, given - taken, rest->items);
    *var_args = Value::object(rest);
  }
  Dict* keywords = nullptr;
  if (var_keywords) *var_keywords = Value::object(keywords = new_dict(cx));

  for (uint32_t i = 0; i < names; ++i) {
    auto* name = as<Str>(as<Tuple>(a.names)->items[i]);
    Value value = a.args[given + i];
    uint32_t at = named;
    for (uint32_t p = code->positional_only; p < named && at == named; ++p)
      if (code->locals[p].as_object() == name) at = p;
    for (uint32_t p = code->positional_only; p < named && at == named; ++p)
      if (str_equal(as<Str>(code->locals[p]), name)) at = p;
    if (at < named) {
      if (!registers[at].is_unset()) {
        raise_type_error(cx, "{}() got multiple values for argument '{}'", text(f->qualname), name->view());
        return false;
      }
      registers[at] = value;
      continue;
    }
    if (keywords) {
      if (!dict_get_str(keywords, name).is_unset()) {
        raise_type_error(cx, "{}() got multiple values for keyword argument '{}'", text(f->qualname), name->view());
        return false;
      }
      if (!dict_set_str(cx, keywords, name, value)) return raise_plain(cx, ErrorType::kMemoryError), false;
      continue;
    }
    std::vector<std::string> positional_only;
    for (uint32_t p = 0; p < code->positional_only; ++p)
      for (uint32_t j = 0; j < names; ++j)
        if (str_equal(as<Str>(code->locals[p]), as<Str>(as<Tuple>(a.names)->items[j]))) positional_only.emplace_back(text(code->locals[p]));
    if (!positional_only.empty()) {
      std::string list;
      for (auto& n : positional_only) list += (list.empty() ? "" : ", ") + n;
      raise_type_error(cx, "{}() got some positional-only arguments passed as keyword arguments: '{}'", text(f->qualname), list);
    } else {
      raise_type_error(cx, "{}() got an unexpected keyword argument '{}'", text(f->qualname), name->view());
    }
    return false;
  }

  if (given > code->positional && !var_args) return too_many_arguments(cx, f, given, registers), false;

  Tuple* defaults = try_as<Tuple>(f->defaults);
  uint32_t default_count = defaults ? defaults->count : 0;
  std::vector<std::string> missing;
  for (uint32_t p = 0; p < code->positional; ++p) {
    if (!registers[p].is_unset()) continue;
    if (p + default_count >= code->positional) registers[p] = defaults->items[p + default_count - code->positional];
    else missing.emplace_back(text(code->locals[p]));
  }
  if (!missing.empty()) return missing_arguments(cx, f, missing, "positional"), false;
  Dict* keyword_defaults = try_as<Dict>(f->keyword_defaults);
  for (uint32_t p = code->positional; p < named; ++p) {
    if (!registers[p].is_unset()) continue;
    if (keyword_defaults) registers[p] = dict_get_str(keyword_defaults, as<Str>(code->locals[p]));
    if (registers[p].is_unset()) missing.emplace_back(text(code->locals[p]));
  }
  if (!missing.empty()) return missing_arguments(cx, f, missing, "keyword-only"), false;
  return true;
}

Interpreter::Action Interpreter::make_generator(Function* f, Value* registers, Deliver how, Value receiver) {
  if (f->code->has(kCodeCoroutine)) cx.coroutines_made = true;
  auto* g = cx.heap.make<Generator>();
  if (!cx.heap.resize(g->registers, f->code->registers)) {
    raise_plain(cx, ErrorType::kMemoryError);
    return Action::kUnwind;
  }
  std::copy_n(registers, f->code->registers, g->registers.data);
  g->function = f;
  g->code = f->code;
  g->name = f->name;
  g->qualname = f->qualname;
  // A builtin iterator's generator says so in its attributes; see @native_iterator.
  if (f->code->has(kCodeNativeIterator) && is<Dict>(f->attributes))
    g->type_name = dict_get_str(as<Dict>(f->attributes), cx.name(Name::k___wrapped__));
  return deliver_as(how, Value::object(g), receiver);
}

// --- classes

namespace {

// The class's __new__, when that is a Python function. Null: type.__call__ finds out.
Function* plain_new(Context& cx, Class* cls, uint32_t traits) {
  if (!(traits & kTraitNew) || traits & kTraitMetaCall) return nullptr;
  const Value make = class_lookup(cx, cls, cx.name(Name::k___new__));
  return try_as<Function>(is<StaticMethod>(make) ? as<StaticMethod>(make)->function : make);
}

}  // namespace

Interpreter::Action Interpreter::call_class(Class* cls, const Arguments& a) {
  uint32_t traits = class_traits(cx, cls);
  bool plain = a.names.is_unset();
  if (cls == cx.image->type && a.n == 1 && plain) return deliver(Value::object(class_of(cx, a.args[0])));
  // A builtin class itself; classes of the library's Python code inherit constructors, too.
  if (is<Builtin>(cls->constructor) && as<Builtin>(cls->constructor)->owner.as_object() == cls && cls->meta == cx.image->type)
    return call_with_self(cls->constructor, Value::object(cls), {a.args, a.n, a.names, false}, Deliver::kValue, Value());
  bool direct = !(traits & (kTraitNew | kTraitMetaCall)) && !(cls->class_flags & kClassAbstract);
  if (direct && cls->layout == uint32_t(Kind::kInstance) && !(cls->class_flags & kClassNoNew))
    return construct(cls, Value::object(make_instance(cx, cls)), a);
  if (direct && cls->layout == uint32_t(Kind::kException) && !is_subclass(cls, error_class(cx, ErrorType::kBaseExceptionGroup))) {
    uint32_t names = plain ? 0 : as<Tuple>(a.names)->count;
    Value args = tuple_of(cx, {a.args, a.n - names});
    if (args.is_outcome()) return settle(args);
    return construct(cls, Value::object(make_exception(cx, cls, args)), a);
  }
  if (Function* make = plain ? plain_new(cx, cls, traits) : nullptr) {
    constexpr uint32_t kFew = 12;
    Storage<kFew> call;
    if (a.n < kFew) {
      call.values[0] = Value::object(cls);
      std::copy_n(a.args, a.n, call.values + 1);
      const Arguments all = {call.values, a.n + 1, Value(), false};
      // The library's make what they are asked for.
      if (cls->immortal() && !(traits & kTraitInit)) return call_function(make, all, Deliver::kValue, Value());
      const Value receiver = tuple_of(cx, {call.values, a.n + 1});
      if (receiver.is_outcome()) return settle(receiver);
      return call_function(make, all, Deliver::kNew, receiver);
    }
  }
  if (traits & kTraitMetaCall) {
    Value f = class_lookup(cx, cls->meta, cx.name(Name::k___call__));
    if (takes_self(f)) return call_with_self(f, Value::object(cls), {a.args, a.n, a.names, false}, Deliver::kValue, Value());
    const Value bound = bind_attribute(cx, f, Value::object(cls), cls->meta);
    if (bound.is_call()) return call_general(Prelude::k_special_call, Value::object(cls), a);
    if (bound.is_outcome()) return settle(bound);
    return call_inner(bound, {a.args, a.n, a.names, false}, Deliver::kValue, Value());
  }
  // The general way, in Python: type.__call__.
  return call_general(Prelude::k_type_call, Value::object(cls), a);
}

// Calls function(callee, args, keywords) of the prelude.
Interpreter::Action Interpreter::call_general(Prelude function, Value callee, const Arguments& a) {
  uint32_t names = a.names.is_unset() ? 0 : as<Tuple>(a.names)->count;
  Value args = tuple_of(cx, {a.args, a.n - names});
  if (args.is_outcome()) return settle(args);
  Dict* keywords = new_dict(cx);
  for (uint32_t i = 0; i < names; ++i) dict_set_str(cx, keywords, as<Str>(as<Tuple>(a.names)->items[i]), a.args[a.n - names + i]);
  return call_prelude(function, {callee, args, Value::object(keywords)});
}

// Calls __init__ on a new instance and delivers the instance.
Interpreter::Action Interpreter::construct(Class* cls, Value instance, const Arguments& a) {
  Value init = class_lookup(cx, cls, cx.name(Name::k___init__));
  if (plain_method(init)) return call_with_self(init, instance, a, Deliver::kInit, instance);
  if (is<Builtin>(init) && as<Builtin>(init)->owner == Value::object(cx.image->object)) {
    if (a.n) {
      raise_type_error(cx, "{}() takes no arguments", class_text(cx, cls));
      return Action::kUnwind;
    }
    return deliver(instance);
  }
  if (takes_self(init)) {
    // A builtin's __init__ is a leaf: run it, then deliver the instance in its result's place.
    auto* b = as<Builtin>(init);
    std::vector<Value> args{instance}, slots(b->signature->slots());
    args.insert(args.end(), a.args, a.args + a.n);
    if (!bind_builtin(b, {args.data(), a.n + 1, a.names, false}, slots.data())) return Action::kUnwind;
    Value r = call_leaf(cx, b, slots.data());
    if (!r.is_outcome()) return deliver(instance);
    if (!r.is_defer() || !is<Function>(b->twin)) return settle_leaf(r, b, slots.data(), uint32_t(slots.size()));
    return call_function(as<Function>(b->twin), {slots.data(), uint32_t(slots.size()), Value(), false}, Deliver::kInit, instance);
  }
  return call_general(Prelude::k_type_call, Value::object(cls), a);
}

// --- f(*args, **kwargs)

Interpreter::Action Interpreter::call_spread(Value function, Value args, Value kwargs) {
  std::span<const Value> positional;
  if (is<Tuple>(args)) positional = as<Tuple>(args)->span();
  else if (is<List>(args)) positional = as<List>(args)->items.span();
  uint32_t keywords = is<Dict>(kwargs) ? as<Dict>(kwargs)->live : 0;
  constexpr size_t kFew = 24;
  Storage<kFew> few;
  Value* all = few.values;
  if (positional.size() + keywords > kFew) {
    // Here, with a receiver before them, and where the function gets them.
    Value refused;
    if (!cx.can_allocate(3 * (positional.size() + keywords) * sizeof(Value), &refused)) return settle(refused);
    spread_.resize(positional.size() + keywords);
    all = spread_.data();
  }
  Value* end = std::copy(positional.begin(), positional.end(), all);
  Value names;
  if (keywords) {
    Tuple* keys = new_tuple(cx, keywords);
    if (!keys) return settle(cx.out_of_memory());
    uint32_t at = 0;
    for (DictEntry& e : as<Dict>(kwargs)->entries) {
      if (e.key.is_unset()) continue;
      if (!is<Str>(payload_of(e.key))) {
        raise_type_error(cx, "keywords must be strings");
        return Action::kUnwind;
      }
      keys->items[at++] = payload_of(e.key);
      *end++ = e.value;
    }
    names = Value::object(keys);
  }
  const Action action = call(function, {all, uint32_t(end - all), names, false});
  let_go(spread_);
  return action;
}

// --- the host

namespace {

// Whether what the frame's call gives is awaited next, there or where it is returned to.
bool is_awaited_next(const Task& task) {
  for (uint32_t at = task.frames.size; at-- > 0;) {
    const Frame& f = task.frames.data[at];
    if (f.pc + 1 >= f.code->words.size) return false;
    const Word call = f.code->words.data[f.pc], next = f.code->words.data[f.pc + 1];
    if (!is_call(op_of(call))) return false;
    if (op_of(next) == Op::GET_AWAITABLE) return c_of(next) == 0 && b_of(next) == a_of(call);
    if (op_of(next) != Op::RETURN || a_of(next) != a_of(call) || f.generator || f.deliver != Deliver::kValue) return false;
  }
  return false;
}

}  // namespace

Interpreter::Action Interpreter::call_host(HostFunction* f, const Arguments& a) {
  uint64_t limit = cx.budget.limits.host_calls;
  if (limit && cx.budget.host_calls >= limit) {
    exhausted = Limit::k_host_calls;
    return stop(Stop::kExhausted);
  }
  // The host's answer couldn't be awaited: it isn't asked.
  if (is_awaited_next(*cx.task) && !handles_are_awaitable(cx))
    return settle(raise_type_error(cx, "{}() is not asynchronous: call it without 'await'", as<Str>(f->name)->view()));
  uint32_t names = is<Tuple>(a.names) ? as<Tuple>(a.names)->count : 0;
  Value args = tuple_of(cx, {a.args, a.n - names});
  if (args.is_outcome()) return settle(args);
  Dict* kwargs = new_dict(cx);
  for (uint32_t i = 0; i < names; ++i)
    if (!dict_set_str(cx, kwargs, as<Str>(as<Tuple>(a.names)->items[i]), a.args[a.n - names + i])) return settle(cx.out_of_memory());
  ++cx.budget.host_calls;
  host_call = {as<Str>(f->name), args, Value::object(kwargs)};
  return stop(Stop::kHostCall);
}

}  // namespace fermata
