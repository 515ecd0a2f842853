// Views of dicts (keys(), values(), items()) with their set operations, and the iterators over dicts.
#include "objects/containers/containers.h"
#include "objects/containers/dict.h"
#include "objects/containers/set.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "objects/text/text.h"

namespace fermata {

Value new_dict_view(Context& cx, Dict* d, DictPart part) {
  auto* view = cx.heap.make<DictView>();
  view->dict = Value::object(d);
  view->aux = uint16_t(part);
  return Value::object(view);
}

Value new_dict_iterator(Context& cx, Dict* d, DictPart part, bool backwards) {
  auto* it = cx.heap.make<DictIterator>();
  it->dict = Value::object(d);
  it->aux = uint16_t(uint16_t(part) | (backwards ? 8 : 0));
  it->index = backwards ? d->entries.size : d->first;
  it->expected = it->remaining = d->live;
  return Value::object(it);
}

Value dict_iterator_changed(Context& cx, DictIterator* it, const char* message) {
  it->expected = UINT32_MAX;  // and so at every further call
  return raise(cx, ErrorType::kRuntimeError, message);
}

namespace {

DictView* self_of(Value v) { return as<DictView>(v); }
Dict* dict_of(Value view) { return as<Dict>(as<DictView>(view)->dict); }
bool is_set_view(Value v) { return is<DictView>(v) && as<DictView>(v)->part() != DictPart::kValues; }

// --- iterators

Value iterator_self(Context&, Value self) { return self; }

Value iterator_next(Context& cx, Value self) {
  auto* it = as<DictIterator>(self);
  Value outcome;
  const DictEntry* e = dict_iterator_step(cx, it, &outcome);
  if (!e) return outcome;
  switch (it->part()) {
    case DictPart::kKeys: return e->key;
    case DictPart::kValues: return e->value;
    default: return make_pair_tuple(cx, e->key, e->value);
  }
}

Value iterator_hint(Context&, Value* args) { return Value::small(int64_t(remaining_items(args[0]))); }

constexpr NativeRow kIteratorMethods[] = {
    {"__length_hint__", iterator_hint, "self, /"},
    {"__reduce__", iterator_reduce, "self, /"},
};

// --- views

Value view_length(Context&, Value self) { return Value::small(dict_of(self)->live); }

Value view_iter(Context& cx, Value self) { return new_dict_iterator(cx, dict_of(self), self_of(self)->part(), false); }

Value view_contains(Context& cx, Value self, Value item) {
  Dict* d = dict_of(self);
  switch (self_of(self)->part()) {
    case DictPart::kKeys: return contains(cx, Value::object(d), item);
    case DictPart::kValues:
      if (!cx.tick(d->live / 8 + 1)) return Value::retry();
      for (const DictEntry& e : d->entries) {
        if (e.key.is_unset()) continue;
        const Value same = quick_equal_value(cx, e.value, item);
        if (!same.is_false()) return same;
      }
      return Value::false_();
    default: {
      const Value pair = payload_of(item);
      if (!is<Tuple>(pair) || as<Tuple>(pair)->count != 2) return Value::false_();
      const Value value = dict_get_fast(cx, d, as<Tuple>(pair)->items[0]);
      if (value.is_unset()) return Value::false_();
      return value.is_outcome() ? value : quick_equal_value(cx, value, as<Tuple>(pair)->items[1]);
    }
  }
}

Value view_repr(Context& cx, Value self, TextBuilder& out) {
  Dict* d = dict_of(self);
  const DictPart part = self_of(self)->part();
  if (is_open(out, self.as_object())) {
    out.append("...");
    return out.status();
  }
  if (!cx.tick(d->live + 1)) return Value::retry();
  out.append(class_name(class_of(cx, self)));
  out.append("([");
  out.open.push_back(self.as_object());
  bool first = true;
  Value done = Value::none();
  for (const DictEntry& e : d->entries) {
    if (e.key.is_unset()) continue;
    if (!first) out.append(", ");
    first = false;
    if (part == DictPart::kItems) out.append('(');
    if (part != DictPart::kValues) done = repr_into(cx, e.key, out);
    if (done.is_outcome()) break;
    if (part == DictPart::kItems) out.append(", ");
    if (part != DictPart::kKeys) done = repr_into(cx, e.value, out);
    if (done.is_outcome()) break;
    if (part == DictPart::kItems) out.append(')');
  }
  out.open.pop_back();
  if (done.is_outcome()) return done;
  out.append("])");
  return out.status();
}

// Is every item of `a` in `b`?
Value all_in(Context& cx, Value a, Value b) {
  Items items(cx);
  Value done = items.take(a);
  if (done.is_outcome()) return done;
  for (Value item : items) {
    done = contains(cx, b, item);
    if (!done.is_true()) return done;
  }
  return Value::true_();
}

Value view_equal(Context& cx, Value self, Value other) {
  DepthGuard guard(cx);  // a view of a dict with a view of a dict …
  if (!guard.ok) return raise_recursion_error(cx, " in comparison");
  if (!is_set_view(self) || !(is_set_view(other) || is_any_set(other))) return Value::not_implemented();
  const Value n = length_of(cx, other);
  if (n.is_outcome()) return n;
  if (n.as_small() != dict_of(self)->live) return Value::false_();
  return all_in(cx, self, other);
}

Value view_order(Context& cx, CompareOp op, Value self, Value other) {
  if (!is_set_view(self) || !(is_set_view(other) || is_any_set(other))) return Value::not_implemented();
  const Value length = length_of(cx, other);
  if (length.is_outcome()) return length;
  const int64_t mine = dict_of(self)->live, others = length.as_small();
  switch (op) {
    case CompareOp::kLt: return mine < others ? all_in(cx, self, other) : Value::false_();
    case CompareOp::kLe: return mine <= others ? all_in(cx, self, other) : Value::false_();
    case CompareOp::kGt: return mine > others ? all_in(cx, other, self) : Value::false_();
    default: return mine >= others ? all_in(cx, other, self) : Value::false_();
  }
}

// The set of a view's items, or of any iterable's.
Value to_set(Context& cx, Value v) {
  const bool keys = is<DictView>(v) && self_of(v)->part() == DictPart::kKeys;
  return set_from(cx, keys ? self_of(v)->dict : v);
}

Value intersection(Context& cx, Value a, Value b) {
  if (!is_set_view(a)) std::swap(a, b);
  const int64_t mine = dict_of(a)->live;
  if (is<Set>(b) && as<Set>(b)->live <= mine) return set_intersect(cx, as<Set>(b), a);
  if (is_set_view(b) && dict_of(b)->live > mine) std::swap(a, b);
  Items items(cx);
  Value done = items.take(b);
  if (done.is_outcome()) return done;
  Set* result = new_set(cx);
  for (Value item : items) {
    done = view_contains(cx, a, item);
    if (done.is_true()) done = set_add(cx, result, item);
    if (done.is_outcome()) return items.give_back(done);
  }
  return Value::object(result);
}

Value view_binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (!is_set_view(a) && !is_set_view(b)) return Value::not_implemented();
  if (op == BinaryOp::kAnd) return intersection(cx, a, b);
  if (op != BinaryOp::kOr && op != BinaryOp::kSub && op != BinaryOp::kXor) return Value::not_implemented();
  const Value result = to_set(cx, a);
  if (result.is_outcome()) return result;
  Set* s = as<Set>(result);
  const Value done = op == BinaryOp::kOr ? set_update(cx, s, b) : op == BinaryOp::kSub ? set_subtract(cx, s, b) : set_toggle(cx, s, b);
  return done.is_outcome() ? done : result;
}

Value isdisjoint(Context& cx, Value* args) {
  const Value self = args[0];
  Value other = args[1];
  if (self == other) return Value::boolean(dict_of(self)->live == 0);
  Value looked_in = self;
  // Goes through the smaller one of two sets.
  if ((is_any_set(other) && as<Set>(other)->live > dict_of(self)->live) ||
      (is_set_view(other) && dict_of(other)->live > dict_of(self)->live)) {
    looked_in = other;
    other = self;
  }
  Items items(cx);
  Value done = items.take(other);
  if (done.is_outcome()) return done;
  for (Value item : items) {
    done = contains(cx, looked_in, item);
    if (done.is_outcome()) return items.give_back(done);
    if (done.is_true()) return Value::false_();
  }
  return Value::true_();
}

Value reversed(Context& cx, Value* args) { return new_dict_iterator(cx, dict_of(args[0]), self_of(args[0])->part(), true); }

Value get_mapping(Context& cx, Value self) {
  auto* proxy = cx.heap.make<MappingProxy>();
  proxy->mapping = self_of(self)->dict;
  return Value::object(proxy);
}

constexpr NativeRow kKeysMethods[] = {
    {"__reversed__", reversed, "self, /"},
    {"isdisjoint", isdisjoint, "self, other, /", "dict_keys_isdisjoint"},
};
constexpr NativeRow kItemsMethods[] = {
    {"__reversed__", reversed, "self, /"},
    {"isdisjoint", isdisjoint, "self, other, /", "dict_items_isdisjoint"},
};
constexpr NativeRow kReversedMethods[] = {
    {"__reversed__", reversed, "self, /"},
};
constexpr auto& kValuesMethods = kReversedMethods;
constexpr AttributeRow kAttributes[] = {
    {"mapping", get_mapping},
};

constexpr uint32_t kViewOps = 1u << int(BinaryOp::kAnd) | 1u << int(BinaryOp::kOr) | 1u << int(BinaryOp::kSub) | 1u << int(BinaryOp::kXor);

constexpr TypeRow view_type(const char* name, const char* base, std::span<const NativeRow> methods, const Operations* operations) {
  return {.kind = Kind::kDictView,
          .name = name,
          .base = base,
          .methods = methods,
          .attributes = kAttributes,
          .operations = operations,
          .flags = kClassNoNew | kClassFinal,
          .place = [](Image& image, const TypeRow& row, Class* cls) {
            const auto at = &row - kDictViewTypes;
            image.dict_views[at < 3 ? at : at + 6] = cls;
          }};
}
constexpr TypeRow iterator_type(const char* name) {
  return {.kind = Kind::kDictIterator,
          .name = name,
          .base = "object",
          .methods = kIteratorMethods,
          .operations = &kDictIteratorOperations,
          .flags = kClassNoNew | kClassFinal,
          .place = [](Image& image, const TypeRow& row, Class* cls) { image.dict_views[3 + (&row - kDictIteratorTypes)] = cls; }};
}

// What the class dict_values shows: no comparison, no set operations.
const Operations kDictValuesOperations = {.length = view_length, .repr = view_repr, .iter = view_iter, .contains = view_contains};

}  // namespace

extern const Operations kDictViewOperations = {
    .length = view_length,
    .equal = view_equal,
    .order = view_order,
    .repr = view_repr,
    .iter = view_iter,
    .contains = view_contains,
    .binary = view_binary,
    .binary_ops = kViewOps,
};
extern const Operations kDictIteratorOperations = {.hash = hash_by_identity, .iter = iterator_self, .next = iterator_next};

extern const TypeRow kDictViewTypes[6] = {
    view_type("dict_keys", "object", kKeysMethods, &kDictViewOperations),
    view_type("dict_values", "object", kValuesMethods, &kDictValuesOperations),
    view_type("dict_items", "object", kItemsMethods, &kDictViewOperations),
    view_type("odict_keys", "dict_keys", kReversedMethods, &kDictViewOperations),
    view_type("odict_values", "dict_values", kReversedMethods, &kDictValuesOperations),
    view_type("odict_items", "dict_items", kReversedMethods, &kDictViewOperations),
};
extern const TypeRow kDictIteratorTypes[6] = {
    iterator_type("dict_keyiterator"),        iterator_type("dict_valueiterator"),        iterator_type("dict_itemiterator"),
    iterator_type("dict_reversekeyiterator"), iterator_type("dict_reversevalueiterator"), iterator_type("dict_reverseitemiterator"),
};

}  // namespace fermata
