// Values of classes that come from the host. What they become has to be made by Python (classes of their own, keys that have to be
// hashed), so it is described to the library's module _border, which runs apart from the program's frames, to its end, before the
// program goes on. That is the library's work on what the host gave, in proportion to its size.
#include <algorithm>

#include "base/object_table.h"
#include "library/module_tables.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/exception_types.h"
#include "objects/model/handle.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "session/image/image.h"
#include "session/session_impl.h"
#include "vm/frames.h"

namespace fermata {

namespace {

// What a host's value becomes. What appears in several places in it does so in the program, too. No more of it than the program gets
// is made: from one safepoint to the next.
class Arriving {
 public:
  explicit Arriving(Context& cx) : cx_(cx), seen_(16), plain_(16), described_(16) {}

  // How many different values there are, and whether objects that have to be described are among them.
  uint64_t values() const { return values_; }
  bool has_objects(const Data& data);

  // The value itself, which has no objects in it but complex numbers; or an outcome.
  Value plain(const Data& data);

  // A list for arrive() of library/_border.py: of all containers with objects in them, the inner ones first.
  Value description(const Data& data);

 private:
  bool count(const Data& data);
  Value made(const Data& data);
  Value part(const Data& data);
  Value describe(const Data& data);
  template <class F>
  static void each_part(const Data& data, F f);

  Context& cx_;
  ObjectTable seen_;               // 1 when objects are in it
  ObjectTable plain_, described_;  // places in these:
  std::vector<Value> values_of_plain_, descriptions_;
  uint64_t values_ = 0;
};

template <class F>
void Arriving::each_part(const Data& data, F f) {
  switch (data.type()) {
    case Data::Type::kList:
    case Data::Type::kTuple:
    case Data::Type::kSet:
    case Data::Type::kFrozenSet:
      for (const Data& item : data.items()) f(item);
      break;
    case Data::Type::kDict:
      for (const auto& [key, value] : data.pairs()) f(key), f(value);
      break;
    case Data::Type::kObject:
      for (const auto& [name, value] : data.as_object().fields) f(name), f(value);
      break;
    default: break;
  }
}

bool Arriving::has_objects(const Data& data) {
  if (!data.identity()) return false;
  if (!data.may_be_shared()) return count(data);
  if (const uint32_t* known = seen_.find(data.identity())) return *known;
  const bool objects = count(data);
  bool is_new;
  seen_.find_or_add(data.identity(), objects, &is_new);
  return objects;
}

bool Arriving::count(const Data& data) {
  bool objects = data.type() == Data::Type::kObject && !data.is_object(ObjectKind::kComplex);
  DepthGuard guard(cx_);
  if (!guard.ok) return objects;  // made() and describe() refuse it
  each_part(data, [&](const Data& part) {
    ++values_;
    if (has_objects(part)) objects = true;
  });
  return objects;
}

Value Arriving::plain(const Data& data) {
  if (!data.identity() || !data.may_be_shared()) return made(data);
  bool is_new;
  const uint32_t place = plain_.find_or_add(data.identity(), uint32_t(values_of_plain_.size()), &is_new);
  if (is_new) {
    values_of_plain_.emplace_back();
    const Value v = made(data);
    values_of_plain_[place] = v;
  }
  return values_of_plain_[place];
}

Value Arriving::made(const Data& data) {
  DepthGuard guard(cx_);
  if (!guard.ok) return raise_recursion_error(cx_);
  switch (data.type()) {
    case Data::Type::kNone: return Value::none();
    case Data::Type::kBool: return Value::boolean(data.as_bool());
    case Data::Type::kInt: {
      if (data.is_small_int()) return make_int(cx_, data.as_int());
      const bool hex = data.as_big_int().find('x') != std::string::npos;
      ScannedInt scanned = scan_int(data.as_big_int(), hex ? 16 : 10);
      if (!scanned.ok) return raise_value_error(cx_, "the host gave an int that isn't a number");
      LimbScratch limbs(scanned_int_size(scanned));
      return make_int(cx_, view_of(limbs, int_from_scanned(limbs, scanned)));
    }
    case Data::Type::kFloat: return make_float(cx_, data.as_float());
    case Data::Type::kStr: return new_str(cx_, data.as_str());
    case Data::Type::kBytes: return new_bytes(cx_, data.as_str());
    case Data::Type::kDict: {
      Dict* d = new_dict(cx_);
      for (const auto& [key, value] : data.pairs()) {
        const Value k = plain(key);
        if (k.is_outcome()) return k;
        const Value v = plain(value);
        if (v.is_outcome()) return v;
        if (Value r = dict_set(cx_, d, k, v); r.is_outcome()) return r;
      }
      return Value::object(d);
    }
    case Data::Type::kObject: {
      const Data *real = data.find("real"), *imag = data.find("imag");
      if (!data.is_object(ObjectKind::kComplex) || !real || !imag || real->type() != Data::Type::kFloat ||
          imag->type() != Data::Type::kFloat)
        return raise_type_error(cx_, "the host gave an object that is broken");
      auto* c = cx_.heap.make<Complex>();
      c->real = real->as_float();
      c->imag = imag->as_float();
      return Value::object(c);
    }
    default: break;
  }
  std::vector<Value> items;
  items.reserve(data.items().size());
  for (const Data& item : data.items()) {
    items.push_back(plain(item));
    if (items.back().is_outcome()) return items.back();
  }
  if (data.type() == Data::Type::kList) return list_of(cx_, items);
  if (data.type() == Data::Type::kTuple) return tuple_of(cx_, items);
  Set* s = data.type() == Data::Type::kSet ? new_set(cx_) : new_frozenset(cx_);
  for (Value item : items)
    if (Value r = set_add(cx_, s, item); r.is_outcome()) return r;
  return Value::object(s);
}

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

// The value itself when no object is in it, else a slice, which no host's value is, with its place in the list.
Value Arriving::part(const Data& data) {
  if (!has_objects(data)) return plain(data);
  bool is_new = true;
  uint32_t place = 0;
  if (data.may_be_shared()) {
    if (const uint32_t* known = described_.find(data.identity())) place = *known, is_new = false;
  }
  if (is_new) {
    const Value description = describe(data);
    if (description.is_outcome()) return description;
    place = uint32_t(descriptions_.size());
    descriptions_.push_back(description);
    if (data.may_be_shared()) described_.find_or_add(data.identity(), place, &is_new);
  }
  return Value::object(new_slice(cx_, Value::small(place), Value::none(), Value::none()));
}

// A slice: kind, class's name, list of parts.
Value Arriving::describe(const Data& data) {
  DepthGuard guard(cx_);
  if (!guard.ok) return raise_recursion_error(cx_);
  std::vector<Value> parts;
  Value bad;
  each_part(data, [&](const Data& inner) {
    if (!bad.is_unset()) return;
    parts.push_back(part(inner));
    if (parts.back().is_outcome()) bad = parts.back();
  });
  if (data.is_object(ObjectKind::kHandle)) {
    const std::string name = name_of_handle(data.as_object());
    Str* identity = handle_identity(cx_, data.as_object().type_name, name);
    if (!identity) return cx_.out_of_memory();
    parts = {Value::object(cx_.intern("name")), new_str(cx_, name), Value::object(cx_.intern("identity")), Value::object(identity)};
    if (parts[1].is_outcome()) return parts[1];
  }
  if (!bad.is_unset()) return bad;
  const bool object = data.type() == Data::Type::kObject;
  const Value list = list_of(cx_, parts);
  if (list.is_outcome()) return list;
  const Value kind = new_str(cx_, object ? to_string(data.as_object().kind) : container_name(data.type()));
  return Value::object(new_slice(cx_, kind, object ? new_str(cx_, data.as_object().type_name) : Value::none(), list));
}

Value Arriving::description(const Data& data) {
  const Value last = part(data);
  return last.is_outcome() ? last : list_of(cx_, descriptions_);
}

std::string text_of_exception(Context& cx, Value exception) {
  const Value text = str_of(cx, exception);
  return is<Str>(text) ? std::string(as<Str>(text)->view()) : std::string(class_name(as<Exception>(exception)->cls));
}

// What a field says beyond its name. Without values it says only whether it has a default.
Data description_of(const TypeDeclaration::Field& field, bool with_values) {
  Data::Pairs options;
  const auto flag = [&](const char* name, bool value, bool usual) {
    if (value != usual) options.emplace_back(name, value);
  };
  if (field.value) options.emplace_back("default", with_values ? *field.value : Data());
  flag("init", field.init, true);
  flag("repr", field.repr, true);
  flag("compare", field.compare, true);
  flag("kw_only", field.kw_only, false);
  if (field.hash) options.emplace_back("hash", *field.hash);
  if (!field.type.is_none()) options.emplace_back("type", field.type);
  return Data::tuple({field.name, Data::dict(std::move(options))});
}

Data description_of(const TypeDeclaration& type, bool with_values) {
  Data::Items fields, methods, attributes;
  for (const auto& field : type.fields) fields.push_back(description_of(field, with_values));
  for (const Grant& method : type.methods) methods.push_back(Data::tuple({method.name, method.asynchronous}));
  for (const std::string& name : type.attributes) attributes.emplace_back(name);
  Data options;
  switch (type.kind) {
    case ObjectKind::kRecord:
      options = Data::dict({{"frozen", type.frozen},
                            {"repr", type.repr},
                            {"eq", type.eq},
                            {"order", type.order},
                            {"unsafe_hash", type.unsafe_hash},
                            {"asks_for", type.asks_for},
                            {"base", type.base}});
      break;
    case ObjectKind::kHandle:
      options = Data::dict({{"methods", Data::list(methods)}, {"attributes", Data::list(attributes)}, {"base", type.base}});
      break;
    default: options = Data::dict({{"base", type.base}});
  }
  return Data::tuple({to_string(type.kind), type.name, Data::list(std::move(fields)), options});
}

}  // namespace

Value Session::Impl::run_aside(Value function, std::span<const Value> arguments, uint64_t most_steps) {
  cx.exception = Value();
  if (!is<Function>(function)) return fermata::raise(cx, ErrorType::kRuntimeError, "the library can't be loaded");
  Task* const task = cx.task;
  HostSide* const host = std::exchange(cx.host.side, nullptr);  // nothing may begin to wait
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
    const bool running_already = fiber.has_value();
    make_fiber();
    for (;;) {
      fiber->resume();
      if (stop != Stop::kExhausted || interpreter->exhausted != Limit::kInterrupt) break;
      cx.budget.clear_interrupt();  // it is meant for the program
      interrupted = true;
    }
    if (!running_already) fiber.reset();
    if (stop == Stop::kDone) made = interpreter->result;
    else if (stop == Stop::kExhausted) made = raise_plain(cx, ErrorType::kMemoryError);
    else if (stop != Stop::kRaised)
      made = fermata::raise(
          cx, ErrorType::kRuntimeError,
          "a value of the host's can't be made: the program's own code takes part in it, and takes too long or calls the host");
    else made = Value::error();
  } else {
    made = raise_plain(cx, ErrorType::kMemoryError);
  }
  cx.trap.kind = Trap::kNone;
  cx.budget.slice_end = 0;
  cx.budget.force_safepoint();
  if (interrupted) cx.budget.interrupt();
  cx.temporary_roots.resize(roots);
  cx.task = task;
  cx.host.side = host;
  interpreter->host_call = host_call;
  interpreter->result = result;
  stop = kept;
  running = was_running;
  return made;
}

Value Session::Impl::run_border(std::string_view function, Value argument, uint64_t values) {
  constexpr uint64_t kSteps = 1'000'000, kStepsOfValue = 1000;
  if (argument.is_outcome()) return argument;
  if (!is<Dict>(cx.host.types)) cx.host.types = Value::object(new_dict(cx));
  std::string error;
  Module* border = image_module("_border", &error);
  const Value arguments[] = {cx.host.types, argument};
  // The steps count as the program's, but the limit can't stop it here.
  const LimitValues limits = cx.budget.limits;
  cx.budget.limits.steps = cx.budget.limits.time_ms = 0;
  const Value made =
      run_aside(border ? dict_get_str(as<Dict>(border->dict), cx.intern(function)) : Value(), arguments, kSteps + values * kStepsOfValue);
  cx.budget.limits = limits;
  cx.budget.force_safepoint();
  return made;
}

Value Session::Impl::arrive(const Data& data) {
  Arriving arriving(cx);
  if (!arriving.has_objects(data)) return arriving.plain(data);
  const Value description = arriving.description(data);
  return run_border("arrive", description, arriving.values());
}

// All at once: what they share stays shared.
Value Session::Impl::arrive(const Inputs& inputs, std::string* problem) {
  Data::Pairs pairs;
  for (const auto& [name, data] : inputs) pairs.emplace_back(name, data);
  const Value all = arrive(Data::dict(std::move(pairs)));
  if (is<Dict>(all)) return all;
  *problem = problem_with(all);
  for (const auto& [name, data] : inputs) {
    const Value one = arrive(data);
    if (!one.is_outcome()) continue;
    *problem = problem_with(one);
    if (!problem->empty()) *problem = "input '" + name + "': " + *problem;
    break;
  }
  return Value();
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

Value Session::Impl::describe(const std::vector<TypeDeclaration>& types, bool with_values, uint64_t* values) {
  Data::Items described;
  for (const TypeDeclaration& type : types) described.push_back(description_of(type, with_values || type.kind == ObjectKind::kEnum));
  const Data all = Data::list(std::move(described));
  Arriving arriving(cx);
  arriving.has_objects(all);
  *values = arriving.values();
  return arrive(all);
}

// The library's modules stay what they are: its own code imports them, too.
void check_module_name(const std::string& name) {
  const std::string first = name.substr(0, name.find('.'));
  if (first == "__main__" || find_module_name(first))
    throw UsageError("the host's module '" + name + "': programs have the standard library's '" + first + "'");
}

// What the program itself has imported under that name stays.
void Session::Impl::put_module(const std::string& name, Value module) {
  auto* modules = as<Dict>(cx.imports.modules);
  if (dict_get_str(modules, cx.intern(name)).is_unset() && !dict_set_str(cx, modules, cx.intern(name), module))
    throw UsageError("the host's module '" + name + "' does not fit into the session");
}

void Session::Impl::declare(const std::vector<TypeDeclaration>& types, bool as_globals) {
  for (const TypeDeclaration& type : types) {
    if ((type.kind < ObjectKind::kEnum || type.kind > ObjectKind::kHandle) && type.kind != ObjectKind::kException)
      throw UsageError("type '" + type.name + "': a " + to_string(type.kind) + " can't be declared");
    if (is_host_module(type)) check_module_name(type.name);
    uint64_t values;
    const Value described = describe({type}, true, &values);
    const Value made = run_border("declare", described, values);
    if (!is<List>(made) || as<List>(made)->items.size != 1 || !keep_shape(type.name, type.shape)) {
      const Value exception = std::exchange(cx.exception, Value());
      throw UsageError("type '" + type.name +
                       "': " + (is<Exception>(exception) ? text_of_exception(cx, exception) : "it does not fit into the session"));
    }
    const Value value = as<List>(made)->items[0];
    if (is<Module>(value)) put_module(type.name, value);
    if (as_globals && (!is<Module>(value) || (type.base == "namespace" && type.name.find('.') == std::string::npos)))
      set_global(type.name, value);
  }
}

std::string Session::Impl::problem_with(Value outcome) {
  const Value exception = std::exchange(cx.exception, Value());
  cx.trap.kind = Trap::kNone;
  if (!outcome.is_error() || !is<Exception>(exception) ||
      is_subclass(as<Exception>(exception)->cls, error_class(cx, ErrorType::kMemoryError)))
    return "";
  return text_of_exception(cx, exception);
}

}  // namespace fermata
