// What the match statement asks of classes and mappings, besides the comparisons the compiler writes itself (compiler/emit_match.cpp).
// Where user code may have to run, the twins in src/prelude/patterns.py do the same.
#include <algorithm>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/model/type_object.h"
#include "objects/model/type_tables.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// Sequence or mapping: the first class of the MRO that says which.
uint32_t pattern_flags(const Class* cls) {
  for (Value c : as<Tuple>(cls->mro)->span())
    if (const uint32_t flags = as<Class>(c)->class_flags & (kClassSequence | kClassMapping)) return flags;
  return 0;
}

// match_sequence(subject, length, more): is it a sequence of that length, or of at least that? None: of any.
Value match_sequence(Context& cx, Value* a) {
  if (!(pattern_flags(class_of(cx, a[0])) & kClassSequence)) return Value::false_();
  if (a[1].is_none()) return Value::true_();
  if (!a[1].is_small()) return Value::false_();
  const Value length = length_of(cx, a[0]);
  if (length.is_outcome()) return length;
  return Value::boolean(a[2].is_true() ? length.as_small() >= a[1].as_small() : length == a[1]);
}

// match_mapping(subject, least)
Value match_mapping(Context& cx, Value* a) {
  if (!(pattern_flags(class_of(cx, a[0])) & kClassMapping)) return Value::false_();
  if (a[1] == Value::small(0)) return Value::true_();
  if (!a[1].is_small()) return Value::false_();
  const Value length = length_of(cx, a[0]);
  if (length.is_outcome()) return length;
  return Value::boolean(length.as_small() >= a[1].as_small());
}

// match_keys(subject, keys): the values of all keys, or None.
Value match_keys(Context& cx, Value* a) {
  constexpr uint32_t kMost = 16;
  const auto keys = as<Tuple>(a[1])->span();
  if (!is<Dict>(a[0]) || keys.size() > kMost) return Value::defer();
  Value found[kMost];
  for (size_t i = 0; i < keys.size(); ++i) {
    for (size_t j = 0; j < i; ++j)
      if (const Value same = equal(cx, keys[j], keys[i]); !same.is_false()) return same.is_error() ? same : Value::defer();
    found[i] = dict_get(cx, as<Dict>(a[0]), keys[i]);
    if (found[i].is_unset()) return Value::none();
    if (found[i].is_outcome()) return found[i];
  }
  return tuple_of(cx, {found, keys.size()});
}

// Classes of which C(x) matches the value itself.
bool matches_itself(Context& cx, const Class* cls) {
  constexpr Kind kKinds[] = {Kind::kInt,   Kind::kFloat, Kind::kStr,  Kind::kBytes, Kind::kByteArray,
                             Kind::kTuple, Kind::kList,  Kind::kDict, Kind::kSet,   Kind::kFrozenSet};
  for (Kind k : kKinds)
    if (is_subclass(cls, cx.image->classes[size_t(k)])) return true;
  return false;
}
Value class_matches_itself(Context& cx, Value* a) { return Value::boolean(matches_itself(cx, as<Class>(a[0]))); }

// match_class(subject, cls, count, names): the attributes that `count` positional sub-patterns and those of these names look at, or None.
// Defers for all that is not a plain class and plain attributes; errors too are the twin's.
Value match_class(Context& cx, Value* a) {
  constexpr size_t kMost = 16;
  if (!is<Class>(a[1])) return Value::defer();
  const Value fits = check_class(cx, class_of(cx, a[0]), a[1], true);
  if (fits.is_outcome()) return fits;
  if (fits.is_false()) return Value::none();
  auto* cls = as<Class>(a[1]);
  const auto positional = size_t(a[2].as_small());
  const auto names = as<Tuple>(a[3])->span();
  const size_t count = positional + names.size();
  if (count == 0) return Value::object(cx.image->empty_tuple);
  if (positional > kMost || count > kMost || !std::all_of(names.begin(), names.end(), [](Value v) { return is<Str>(v); }))
    return Value::defer();
  Value wanted[kMost], found[kMost];
  size_t n = 0;
  if (positional > 0) {
    if (cls->meta != cx.image->type) return Value::defer();
    const Value own = class_lookup(cx, cls, cx.name(Name::k___match_args__));
    if (own.is_unset()) {
      if (positional > 1 || !matches_itself(cx, cls)) return Value::defer();
      found[n++] = a[0];
    } else {
      if (!is<Tuple>(own) || as<Tuple>(own)->count < positional) return Value::defer();
      for (; n < positional; ++n) {
        wanted[n] = as<Tuple>(own)->items[n];
        if (!is<Str>(wanted[n])) return Value::defer();
        found[n] = Value();
      }
    }
  }
  for (Value name : names) {
    if (!is<Str>(name)) return Value::defer();
    wanted[n] = name;
    found[n++] = Value();
  }
  for (size_t i = 0; i < count; ++i) {
    if (!found[i].is_unset()) continue;
    for (size_t j = 0; j < i; ++j)
      if (is<Str>(wanted[j]) && str_equal(as<Str>(wanted[j]), as<Str>(wanted[i]))) return Value::defer();
    if (surely_missing(cx, a[0], as<Str>(wanted[i]))) return Value::none();
    const Value v = get_attribute(cx, a[0], as<Str>(wanted[i]));
    if (v.is_error()) {
      if (!exception_matches(cx, cx.exception, ErrorType::kAttributeError)) return v;
      cx.exception = Value();
      return Value::none();
    }
    if (v.is_outcome()) return v.is_retry() ? v : Value::defer();  // a property's getter, __getattr__: nothing has happened yet
    found[i] = v;
  }
  return tuple_of(cx, {found, count});
}

// class_match_as(cls, "sequence" or "mapping"): patterns of that kind match its instances.
Value class_match_as(Context&, Value* a) {
  auto* cls = as<Class>(a[0]);
  if (cls->immortal()) return a[0];
  cls->class_flags &= ~uint32_t(kClassSequence | kClassMapping);
  cls->class_flags |= as<Str>(a[1])->view() == "sequence" ? kClassSequence : kClassMapping;
  return a[0];
}

// "sequence", "mapping" or None.
Value class_matches_as(Context& cx, Value* a) {
  const uint32_t flags = pattern_flags(as<Class>(a[0]));
  if (flags & kClassSequence) return Value::object(cx.intern("sequence"));
  return flags & kClassMapping ? Value::object(cx.intern("mapping")) : Value::none();
}

constexpr NativeRow kRows[] = {
    {"match_sequence", match_sequence, "subject, length, more, /", "op_match_sequence"},
    {"match_mapping", match_mapping, "subject, least: small, /", "op_match_mapping"},
    {"match_keys", match_keys, "subject, keys: tuple, /", "op_match_keys"},
    {"match_class", match_class, "subject, cls, count: small, names: tuple, /", "op_match_class"},
    {"class_matches_itself", class_matches_itself, "cls: class, /"},
    {"class_match_as", class_match_as, "cls: class, kind: str, /"},
    {"class_matches_as", class_matches_as, "cls: class, /"},
};

}  // namespace

const std::span<const NativeRow> kPatternIntrinsics = kRows;

}  // namespace fermata
