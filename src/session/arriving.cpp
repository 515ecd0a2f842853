// Values of classes that come from the host. What they become has to be made by Python (classes of their own, keys that have to be
// hashed), so it is described to the library's module _border, which runs beside the program's frames, to its end, before the
// program goes on. That is the library's work on what the host gave, and no more than in proportion to it.
#include "objects/class.h"
#include "objects/containers.h"
#include "objects/errors.h"
#include "objects/exception_types.h"
#include "objects/handle.h"
#include "objects/operations.h"
#include "objects/text.h"
#include "session/image.h"
#include "session/session_impl.h"
#include "vm/frames.h"

namespace fermata {

namespace {

constexpr int kMaxDepth = Context::kMaxNativeDepth;

// How many values there are, and whether objects that have to be described are among them.
struct Census {
  uint64_t values = 0;
  bool objects = false;
  void count(const Data& data, int depth = 0) {
    ++values;
    if (depth > kMaxDepth) return;  // from_data refuses it
    const auto pairs = [&](const Data::Pairs& items) {
      for (const auto& [key, value] : items) count(key, depth + 1), count(value, depth + 1);
    };
    switch (data.type()) {
      case Data::Type::kList:
      case Data::Type::kTuple:
      case Data::Type::kSet:
      case Data::Type::kFrozenSet:
        for (const Data& item : data.items()) count(item, depth + 1);
        break;
      case Data::Type::kDict: pairs(data.pairs()); break;
      case Data::Type::kObject:
        objects |= !data.is_object(ObjectKind::kComplex);
        pairs(data.as_object().fields);
        break;
      default: break;
    }
  }
};

const char* container_name(Data::Type type) {
  switch (type) {
    case Data::Type::kList: return "list";
    case Data::Type::kTuple: return "tuple";
    case Data::Type::kSet: return "set";
    case Data::Type::kFrozenSet: return "frozenset";
    default: return "dict";
  }
}

// The one field that a handle has; others say nothing.
std::string name_of_handle(const Data::Object& handle) {
  for (const auto& [key, value] : handle.fields)
    if (key.type() == Data::Type::kStr && key.as_str() == "name" && value.type() == Data::Type::kStr) return std::string(value.as_str());
  return {};
}

// The value itself when no object is in it, else a slice, which no host's value is: kind, class's name, list of parts.
Value description(Context& cx, const Data& data) {
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx);
  Census census;
  census.count(data);
  if (!census.objects) return from_data(cx, data);
  std::vector<Value> parts;
  Value bad;
  const auto add = [&](const Data& part) {
    if (bad.is_unset()) parts.push_back(description(cx, part));
    if (parts.back().is_outcome()) bad = parts.back();
  };
  const bool object = data.type() == Data::Type::kObject;
  if (data.is_object(ObjectKind::kHandle)) {
    const std::string name = name_of_handle(data.as_object());
    Str* identity = handle_identity(cx, data.as_object().type_name, name);
    if (!identity) return cx.out_of_memory();
    parts = {Value::object(cx.intern("name")), new_str(cx, name), Value::object(cx.intern("identity")), Value::object(identity)};
    if (parts[1].is_outcome()) return parts[1];
  } else if (object || data.type() == Data::Type::kDict) {
    for (const auto& [key, value] : object ? data.as_object().fields : data.pairs()) add(key), add(value);
  } else {
    for (const Data& item : data.items()) add(item);
  }
  if (!bad.is_unset()) return bad;
  auto* slice = cx.heap.make<Slice>();
  slice->start = new_str(cx, object ? to_string(data.as_object().kind) : container_name(data.type()));
  slice->stop = object ? new_str(cx, data.as_object().type_name) : Value::none();
  slice->step = list_of(cx, parts);
  return slice->step.is_outcome() ? slice->step : Value::object(slice);
}

std::string text_of_exception(Context& cx, Value exception) {
  const Value text = str_of(cx, exception);
  return is<Str>(text) ? std::string(as<Str>(text)->view()) : std::string(class_name(as<Exception>(exception)->cls));
}

Data description_of(const TypeDeclaration& type) {
  Data::Items fields, methods, attributes;
  for (const auto& field : type.fields) fields.push_back(field.value ? Data::tuple({field.name, *field.value}) : Data::tuple({field.name}));
  for (const Grant& method : type.methods) methods.push_back(Data::tuple({method.name, method.asynchronous}));
  for (const std::string& name : type.attributes) attributes.emplace_back(name);
  const Data options = Data::dict({{"frozen", type.frozen}, {"base", type.base}, {"methods", Data::list(methods)}, {"attributes", Data::list(attributes)}});
  return Data::tuple({to_string(type.kind), type.name, Data::list(std::move(fields)), options});
}

}  // namespace

Value Session::Impl::run_aside(Value function, std::span<const Value> arguments, uint64_t most_steps) {
  cx.exception = Value();
  if (!is<Function>(function)) return fermata::raise(cx, ErrorType::kRuntimeError, "the library can't be loaded");
  Task* const task = cx.task;
  HostSide* const host = std::exchange(cx.host, nullptr);  // nothing may begin to wait
  const HostCall host_call = interpreter->host_call;
  const Value result = interpreter->result;
  const Stop kept = stop;
  const bool was_running = running.exchange(true);
  const size_t roots = cx.temporary_roots.size();
  cx.temporary_roots.insert(cx.temporary_roots.end(), {Value::object(task), result});
  cx.temporary_roots.insert(cx.temporary_roots.end(), arguments.begin(), arguments.end());
  cx.task = make_task(cx);
  Value made;
  bool interrupted = false;
  if (interpreter->enter(as<Function>(function))) {
    std::copy(arguments.begin(), arguments.end(), cx.task->frames.back().registers);
    cx.budget.slice_end = cx.budget.steps() + most_steps;
    cx.budget.force_safepoint();
    make_fiber();
    for (;;) {
      fiber->resume();
      if (stop != Stop::kExhausted || interpreter->exhausted != Limit::kInterrupt) break;
      cx.budget.clear_interrupt();  // it is meant for the program
      interrupted = true;
    }
    if (stop == Stop::kDone) made = interpreter->result;
    else if (stop == Stop::kExhausted) made = raise_plain(cx, ErrorType::kMemoryError);
    else if (stop != Stop::kRaised) made = fermata::raise(cx, ErrorType::kRuntimeError, "a value of the host can't be made: the program's own code takes part in it, and too long, or calls the host");
    else made = Value::error();
  } else {
    made = raise_plain(cx, ErrorType::kMemoryError);
  }
  cx.trap = Trap::kNone;
  cx.budget.slice_end = 0;
  cx.budget.force_safepoint();
  if (interrupted) cx.budget.interrupt();
  cx.temporary_roots.resize(roots);
  cx.task = task;
  cx.host = host;
  interpreter->host_call = host_call;
  interpreter->result = result;
  stop = kept;
  running = was_running;
  return made;
}

Value Session::Impl::run_border(std::string_view function, Value argument, uint64_t values) {
  constexpr uint64_t kSteps = 1'000'000, kStepsOfValue = 1000;
  if (argument.is_outcome()) return argument;
  if (!is<Dict>(cx.host_types)) cx.host_types = Value::object(new_dict(cx));
  std::string error;
  Module* border = image_module("_border", &error);
  const Value arguments[] = {cx.host_types, argument};
  // The steps count as the program's, but the limit can't stop it here.
  const LimitValues limits = cx.budget.limits;
  cx.budget.limits.steps = cx.budget.limits.time_ms = 0;
  const Value made = run_aside(border ? dict_get_str(as<Dict>(border->dict), cx.intern(function)) : Value(), arguments, kSteps + values * kStepsOfValue);
  cx.budget.limits = limits;
  cx.budget.force_safepoint();
  return made;
}

Value Session::Impl::arrive(const Data& data) {
  Census census;
  if (data.type() > Data::Type::kBytes) census.count(data);
  return census.objects ? run_border("arrive", description(cx, data), census.values) : from_data(cx, data);
}

std::vector<Grant> Session::Impl::methods_of_handles() const {
  std::vector<Grant> methods;
  const auto add = [&](std::string name, bool asynchronous) {
    const auto same = [&](const Grant& g) { return g.name == name; };
    if (std::none_of(options.functions.begin(), options.functions.end(), same) && std::none_of(methods.begin(), methods.end(), same))
      methods.emplace_back(std::move(name), asynchronous);
  };
  for (const TypeDeclaration& type : options.types) {
    if (type.kind != ObjectKind::kHandle) continue;
    for (const Grant& method : type.methods) add(type.name + "." + method.name, method.asynchronous);
    for (const std::string& name : type.attributes) add(type.name + "." + name, false);
  }
  return methods;
}

void Session::Impl::declare(const std::vector<TypeDeclaration>& types, bool as_globals) {
  for (const TypeDeclaration& type : types) {
    if (type.kind < ObjectKind::kEnum) throw UsageError("type '" + type.name + "': a " + to_string(type.kind) + " can't be declared");
    const Data described = Data::list({description_of(type)});
    Census census;
    census.count(described);
    const Value argument = arrive(described);
    const Value made = run_border("declare", argument, census.values);
    if (!is<List>(made) || as<List>(made)->items.size != 1) {
      const Value exception = std::exchange(cx.exception, Value());
      throw UsageError("type '" + type.name + "': " + (is<Exception>(exception) ? text_of_exception(cx, exception) : "it does not fit into the session"));
    }
    if (as_globals) set_global(type.name, as<List>(made)->items[0]);
  }
}

std::string Session::Impl::problem_with(Value outcome) {
  const Value exception = std::exchange(cx.exception, Value());
  cx.trap = Trap::kNone;
  if (!outcome.is_error() || !is<Exception>(exception) || is_subclass(as<Exception>(exception)->cls, error_class(cx, ErrorType::kMemoryError))) return "";
  return text_of_exception(cx, exception);
}

}  // namespace fermata
