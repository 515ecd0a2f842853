// Calls of natives: their arguments are bound to the signature's parameters, then the leaf runs, or the twin in the prelude.
#include <algorithm>
#include <array>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/function_types.h"
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
}  // namespace

// What is wrong with the arguments, as CPython's argument parsers put it: one for functions without keyword arguments, one
// for those with, and slots. `given` counts positional arguments, `names` the keyword ones; both without the receiver.
// None when the counts are fine.
Value Interpreter::check_counts(Builtin* b, uint32_t given, uint32_t names) {
  const Signature& s = *b->signature;
  const bool method = is<Class>(b->owner);
  const std::string_view who = text(b->name);
  const uint32_t self = method && !(b->row->flags & NativeRow::kStatic) ? 1 : 0;
  const uint32_t count = uint32_t(s.parameters.size()) - self, most = s.positional - self,
                 least = s.required >= self ? s.required - self : 0;
  // With its class or module, where CPython says those too.
  auto full_name = [&]() -> std::string {
    if (b->row->flags & NativeRow::kConstructor) return std::string(who);
    if (method) return fmt::format("{}.{}", text(as<Class>(b->owner)->name), who);
    return is<Str>(b->owner) && text(b->owner) != "builtins" ? fmt::format("{}.{}", text(b->owner), who) : std::string(who);
  };
  auto plural = [](uint32_t n) { return n == 1 ? "" : "s"; };
  const bool no_keywords = s.positional_only == s.parameters.size();
  if (is_slot(b)) {
    if (names && no_keywords && !s.var_keywords) return raise_type_error(cx, "wrapper {}() takes no keyword arguments", who);
    if (!s.var_args && (given > most || given < least))
      return raise_type_error(cx, "{}expected {}{} argument{}, got {}", b->row->flags & NativeRow::kNameless ? " " : "",
                              most == least  ? ""
                              : given > most ? "at most "
                                             : "at least ",
                              given > most ? most : least, plural(given > most ? most : least), given);
    return Value::none();
  }
  if (no_keywords) {
    if (names && !s.var_keywords) return raise_type_error(cx, "{}() takes no keyword arguments", full_name());
    if (given >= least && (given <= most || s.var_args)) return Value::none();
    if (most == 0) return raise_type_error(cx, "{}() takes no arguments ({} given)", full_name(), given);
    if (most == 1 && least == 1 && !s.var_args && !(b->row->flags & NativeRow::kConstructor))
      return raise_type_error(cx, "{}() takes exactly one argument ({} given)", full_name(), given);
    const uint32_t bound = given > most ? most : least;
    if (b->row->flags & NativeRow::kOldParser)
      return raise_type_error(cx, "{}() takes at {} {} argument{} ({} given)", who, given > most ? "most" : "least", bound, plural(bound),
                              given);
    return raise_type_error(cx, "{} expected {}{} argument{}, got {}", who,
                            most == least && !s.var_args ? ""
                            : given > most               ? "at most "
                                                         : "at least ",
                            bound, plural(bound), given);
  }
  if (s.var_args) return Value::none();
  if (given + names > count && !s.var_keywords)
    return raise_type_error(cx, "{}() takes at most {} {}argument{} ({} given)", who, count, given == 0 ? "keyword " : "", plural(count),
                            given + names);
  if (given > most)
    return most == 0 ? raise_type_error(cx, "{}() takes no positional arguments", who)
                     : raise_type_error(cx, "{}() takes {} {} positional argument{} ({} given)", who, least < most ? "at most" : "exactly",
                                        most, plural(most), given);
  const uint32_t only = std::min(s.positional_only >= self ? s.positional_only - self : 0, least);
  if (given < only)
    return raise_type_error(cx, "{}() takes {} {} positional argument{} ({} given)", who, only < most ? "at least" : "exactly", only,
                            plural(only), given);
  return Value::none();
}

bool Interpreter::bind_builtin(Builtin* b, const Arguments& a, Value* slots) {
  const Signature& s = *b->signature;
  uint32_t names = is<Tuple>(a.names) ? as<Tuple>(a.names)->count : 0;
  uint32_t given = a.n - names;
  uint32_t count = uint32_t(s.parameters.size());
  // Without keywords, and with what must be there: nothing to search for, nothing to say.
  if (names == 0 && given >= s.required && (s.var_args || given <= s.positional)) {
    uint32_t i = 0;
    for (; i < given && i < s.positional; ++i) slots[i] = a.args[i];
    const uint32_t taken = i;
    for (; i < count && !s.parameters[i].default_value.is_unset(); ++i) slots[i] = s.parameters[i].default_value;
    if (i == count) {
      if (s.var_args) {
        slots[count] = given > taken ? tuple_of(cx, {a.args + taken, given - taken}) : Value::object(cx.image->empty_tuple);
        if (slots[count].is_outcome()) return raise_plain(cx, ErrorType::kMemoryError), false;
      }
      if (s.var_keywords) slots[count + s.var_args] = Value::object(new_dict(cx));
      return true;
    }
  }
  const std::string_view who = text(b->name);
  const uint32_t self = is<Class>(b->owner) && !(b->row->flags & NativeRow::kStatic) ? 1 : 0;
  if (self && given == 0) {
    if (is_slot(b)) raise_type_error(cx, "descriptor '{}' of '{}' object needs an argument", who, text(as<Class>(b->owner)->name));
    else raise_type_error(cx, "unbound method {}.{}() needs an argument", text(as<Class>(b->owner)->name), who);
    return false;
  }
  if (given == 0 && b->row->flags & NativeRow::kNew && is<Class>(b->owner)) {
    raise_type_error(cx, "{}.__new__(): not enough arguments", class_text(cx, as<Class>(b->owner)));
    return false;
  }
  if (check_counts(b, given - self, names).is_outcome()) return false;
  uint32_t taken = std::min(given, s.positional);
  std::copy_n(a.args, taken, slots);
  std::fill(slots + taken, slots + s.slots(), Value());
  if (s.var_args) {
    Value rest = tuple_of(cx, {a.args + taken, given - taken});
    if (rest.is_outcome()) return raise_plain(cx, ErrorType::kMemoryError), false;
    slots[count] = rest;
  }
  Dict* keywords = nullptr;
  if (s.var_keywords) slots[count + s.var_args] = Value::object(keywords = new_dict(cx));
  const Str* unknown = nullptr;  // reported when nothing is missing
  for (uint32_t i = 0; i < names; ++i) {
    auto* name = as<Str>(as<Tuple>(a.names)->items[i]);
    uint32_t at = s.positional_only;
    while (at < count && !str_equal(s.parameters[at].name, name)) ++at;
    if (at < count) {
      if (!slots[at].is_unset()) {
        raise_type_error(cx, "argument for {}() given by name ('{}') and position ({})", who, name->view(), at + 1 - self);
        return false;
      }
      slots[at] = a.args[given + i];
    } else if (keywords) {
      if (!dict_set_str(cx, keywords, name, a.args[given + i])) return raise_plain(cx, ErrorType::kMemoryError), false;
    } else if (!unknown) {
      unknown = name;
    }
  }
  for (uint32_t p = 0; p < count; ++p) {
    if (!slots[p].is_unset()) continue;
    slots[p] = s.parameters[p].default_value;
    if (!slots[p].is_unset()) continue;
    raise_type_error(cx, "{}() missing required argument '{}' (pos {})", who, s.parameters[p].name->view(), p + 1 - self);
    return false;
  }
  // Mostly too many keywords are counted first.
  if (const uint32_t known = count - s.positional_only;
      unknown && names > known && s.var_args && !(b->row->flags & NativeRow::kOwnKeywords))
    raise_type_error(cx, "{}() takes at most {} keyword argument{} ({} given)", who, known, known == 1 ? "" : "s", names);
  else if (unknown) raise_type_error(cx, "'{}' is an invalid keyword argument for {}()", unknown->view(), who);
  return !unknown;
}

Interpreter::Action Interpreter::call_builtin(Builtin* b, const Arguments& a) {
  const Signature& s = *b->signature;
  constexpr uint32_t kFew = 16;
  Storage<kFew> few;  // not initialised: that would cost more than most natives do
  std::vector<Value> many;
  Value* slots = few.values;
  const bool receives = is<Class>(b->owner) && !(b->row->flags & NativeRow::kUnbound) && s.positional;
  if (receives && a.n > (is<Tuple>(a.names) ? as<Tuple>(a.names)->count : 0)) {
    auto* owner = as<Class>(b->owner);
    if (owner != cx.image->object && !is_subclass(class_of(cx, a.args[0]), owner)) {
      raise_type_error(cx,
                       fmt::runtime(is_slot(b) ? "descriptor '{}' requires a '{}' object but received a '{}'"
                                               : "descriptor '{}' for '{}' objects doesn't apply to a '{}' object"),
                       text(b->name), class_name(owner), type_name(cx, a.args[0]));
      return Action::kUnwind;
    }
  }
  if (s.slots() > kFew) {
    many.resize(s.slots());
    slots = many.data();
  }
  if (s.simple && a.names.is_unset() && a.n <= s.positional && a.n >= s.required) {
    std::copy_n(a.args, a.n, slots);
    for (uint32_t i = a.n; i < s.positional; ++i) slots[i] = s.parameters[i].default_value;
  } else if (!bind_builtin(b, a, slots)) {
    return Action::kUnwind;
  }
  // A class's own method, taken out of its dict and called without binding.
  if (b->row->flags & (NativeRow::kClassMethod | NativeRow::kConstructor) && is<Class>(b->owner) && s.positional && !is<Class>(slots[0])) {
    raise_type_error(cx, "descriptor '{}' for type '{}' needs a type, not a '{}' as arg 2", text(b->name),
                     class_text(cx, as<Class>(b->owner)), type_name(cx, slots[0]));
    return Action::kUnwind;
  }
  if (receives) {
    // The receiver may be an instance of a subclass that holds one of the type, or a bool.
    auto* owner = as<Class>(b->owner);
    Value self = slots[0];
    if (self.is_bool() && owner == cx.image->classes[size_t(Kind::kInt)]) slots[0] = Value::small(self.is_true());
    if (owner->layout != uint32_t(Kind::kInstance) && !(b->row->flags & NativeRow::kWhole))
      if (is<Instance>(self) && !as<Instance>(self)->payload.is_unset()) slots[0] = as<Instance>(self)->payload;
    if (b->row->flags & (NativeRow::kFormats | NativeRow::kFinds | NativeRow::kShows) && is<Instance>(self)) {
      const uint32_t traits = class_traits(cx, as<Instance>(self)->shape->cls);
      if (b->row->flags & NativeRow::kFormats && as_str(slots[1]) && !as_str(slots[1])->count && traits & (kTraitStr | kTraitRepr))
        return call_prelude(Prelude::k_op_str, {self});
      if (b->row->flags & NativeRow::kFinds && is<Dict>(slots[0]) && traits & kTraitMissing)
        return call_prelude(Prelude::k_dict_getitem_or_missing, {self, slots[0], slots[1]});
      if (b->row->flags & NativeRow::kShows && slots[0] != self && shows_its_class(slots[0]))
        return call_prelude(Prelude::k_op_repr_of_subclass, {self, slots[0]});
    }
  }
  Value r = call_leaf(cx, b, slots);
  if (r.is_outcome()) return settle_leaf(r, b, slots, s.slots());
  // property.__new__(a subclass, …): the subclass's instance holds it.
  if (b->row->flags & NativeRow::kConstructor && is<Class>(slots[0]) && slots[0] != b->owner && !is<Class>(r)) [[unlikely]]
    if (auto* cls = as<Class>(slots[0]); cls->layout != uint32_t(Kind::kInstance) && has_layout(r, cls)) {
      r = instance_around(cx, cls, r);
      if (r.is_outcome()) return settle(r);
    }
  // The rest is about instances of subclasses.
  if (!receives || !is<Instance>(a.args[0])) return deliver(r);
  // A subclass of property may have a text of its own, which hides the property's: its instances get the getter's as an attribute.
  if (b->row->flags & NativeRow::kDocuments && is<Property>(slots[0]))
    if (auto* p = as<Property>(slots[0]); !p->doc.is_none() && (slots[4].is_none() || slots[4].is_missing())) {
      const Value done = set_attribute(cx, a.args[0], cx.name(Name::k___doc__), p->doc);
      if (done.is_error()) return settle(done);
    }
  // A property of a subclass makes others like itself.
  const bool another = b->row->flags & NativeRow::kMakesAnother;
  if (another && is<Property>(r)) {
    auto* p = as<Property>(r);
    // A text that is the getter's is taken from the getter again.
    const Value text = is<Function>(p->get) ? get_attribute(cx, p->get, cx.name(Name::k___doc__)) : Value::none();
    Value parts[] = {p->get, p->set, p->del, p->doc == text ? Value::none() : p->doc};
    return call_inner(Value::object(class_of(cx, a.args[0])), {parts, 4, Value(), false});
  }
  // A deque that a method of a subclass's instance made is of that class.
  if (another && is<Deque>(r)) {
    Value parts[] = {r, as<Deque>(r)->maxlen};
    return call_inner(Value::object(class_of(cx, a.args[0])), {parts, parts[1].is_none() ? 1u : 2u, Value(), false});
  }
  // What returns itself (x.__iadd__, an iterator's __iter__) returns the object, not what is inside it.
  if (r == slots[0] &&
      (is<List>(r) || is<Dict>(r) || is<Set>(r) || is<ByteArray>(r) || is<Deque>(r) || is<Property>(r) || is_leaf_iterator(cx, r)))
    r = a.args[0];
  return deliver(r);
}

// What a leaf returned that gave no value. One without a twin defers for nothing but an argument's __index__: it's called again with ints.
Interpreter::Action Interpreter::settle_leaf(Value outcome, Builtin* b, Value* slots, uint32_t n) {
  if (outcome.is_defer() && !b->twin.is_unset())
    if (SpecialCall s = special_call(b, slots); s.method) return call_special(s);
  if (!outcome.is_defer() || !b->twin.is_unset()) return settle(outcome, slots, n, b->twin);
  const Signature& s = *b->signature;
  std::vector<Value> positional(slots, slots + s.positional);
  if (s.var_args) {
    const auto rest = as<Tuple>(slots[s.parameters.size()])->span();
    positional.insert(positional.end(), rest.begin(), rest.end());
  }
  const Value args = tuple_of(cx, positional);
  if (args.is_outcome()) return settle(args);
  Dict* keywords = new_dict(cx);
  bool stored = true;
  for (size_t i = s.positional; i < s.parameters.size(); ++i)
    if (!slots[i].is_missing()) stored &= dict_set_str(cx, keywords, s.parameters[i].name, slots[i]);
  if (s.var_keywords)
    dict_for_each(as<Dict>(slots[s.parameters.size() + s.var_args]),
                  [&](DictEntry& e) { stored &= dict_set_str(cx, keywords, as<Str>(e.key), e.value); });
  if (!stored) return settle(cx.out_of_memory());
  return call_prelude(Prelude::k_call_with_indexes, {Value::object(b), args, Value::object(keywords)});
}

Interpreter::Action Interpreter::call_twin(Value twin, const Value* slots, uint32_t n) {
  if (!is<Function>(twin)) {
    raise(cx, ErrorType::kSystemError, "a builtin met a value that it has no prelude function for");
    return Action::kUnwind;
  }
  return call_function(as<Function>(twin), {const_cast<Value*>(slots), n, Value(), false}, Deliver::kValue, Value());
}

Interpreter::Action Interpreter::call_prelude(Prelude f, std::initializer_list<Value> args) {
  return call_twin(prelude(f), args.begin(), uint32_t(args.size()));
}

}  // namespace fermata
