// What special methods give, looked at as CPython does: natives that a method's result goes through (Deliver::kThrough), and that the
// prelude's functions use.
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/model/type_tables.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"

namespace fermata {

namespace {

// A value's hash is a word: what __hash__ returned, folded as CPython folds it.
Value hash_result(Context& cx, Value* a) {
  Value v = payload_of(a[0]);
  if (v.is_bool()) return Value::small(v.is_true());
  if (v.is_small()) return v == Value::small(-1) ? Value::small(-2) : v;
  if (!is<Int>(v)) return raise_type_error(cx, "__hash__ method should return an integer");
  if (int64_of(v)) return v;
  int64_t h;
  const Value done = hash_of(cx, v, &h);
  return done.is_outcome() ? done : make_int(cx, h);
}

// What __len__ gave; defers for what isn't an int yet.
Value length_result(Context& cx, Value* a) {
  const Value v = payload_of(a[0]);
  if (v.is_small()) return v.as_small() < 0 ? raise_value_error(cx, "__len__() should return >= 0") : v;
  return Value::defer();
}
Value nonzero_length_result(Context& cx, Value* a) {
  const Value n = length_result(cx, a);
  return n.is_outcome() ? n : Value::boolean(n != Value::small(0));
}
Value not_length_result(Context& cx, Value* a) {
  const Value n = length_result(cx, a);
  return n.is_outcome() ? n : Value::boolean(n == Value::small(0));
}

Value truth_result(Context& cx, Value* a) {
  return a[0].is_bool() ? a[0] : raise_type_error(cx, "__bool__ should return bool, returned {}", type_name(cx, a[0]));
}
Value not_truth_result(Context& cx, Value* a) {
  const Value truth = truth_result(cx, a);
  return truth.is_outcome() ? truth : Value::boolean(truth.is_false());
}

Value text_result(Context& cx, Value v, const char* method) {
  return is<Str>(payload_of(v)) ? v : raise_type_error(cx, "{} returned non-string (type {})", method, type_name(cx, v));
}
Value str_result(Context& cx, Value* a) { return text_result(cx, a[0], "__str__"); }
Value repr_result(Context& cx, Value* a) { return text_result(cx, a[0], "__repr__"); }

Value iter_result(Context& cx, Value* a) {
  if (!class_lookup(cx, class_of(cx, a[0]), cx.name(Name::k___next__)).is_unset()) return a[0];
  return raise_type_error(cx, "iter() returned non-iterator of type '{}'", type_name(cx, a[0]));
}

// What __index__ gave; defers for an instance of a subclass of int, of which a warning says so.
Value index_result(Context&, Value* a) { return a[0].is_small() || is<Int>(a[0]) ? a[0] : Value::defer(); }
// container_index(value): operator.index
Value index(Context& cx, Value* a) { return index_of(cx, a[0]); }

constexpr NativeRow kRows[] = {
    {"hash_result", hash_result, "value, /"},
    {"fold_hash", hash_result, "value, /"},  // states of earlier releases
    {"index_result", index_result, "value, /", "container_index_result"},
    {"container_index", index, "value, /", "container_index_asking"},
    {"iter_result", iter_result, "value, /"},
    {"length_result", length_result, "value, /", "operator_length"},
    {"nonzero_length_result", nonzero_length_result, "value, /", "operator_nonzero_length"},
    {"not_length_result", not_length_result, "value, /", "operator_not_length"},
    {"truth_result", truth_result, "value, /"},
    {"not_truth_result", not_truth_result, "value, /"},
    {"str_result", str_result, "value, /"},
    {"repr_result", repr_result, "value, /"},
};

}  // namespace

const std::span<const NativeRow> kResultIntrinsics = kRows;

}  // namespace fermata
