// slice: three values, and indices(). Taking slices is each sequence's own, by slice_bounds.
#include "objects/containers/slice.h"

#include "objects/containers/containers.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/model/read_only.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

Slice* new_slice(Context& cx, Value start, Value stop, Value step) {
  Slice* s = cx.heap.make<Slice>();
  s->start = start;
  s->stop = stop;
  s->step = step;
  return s;
}

namespace {

Value slice_repr(Context& cx, Value self, TextBuilder& out) {
  const Value parts[] = {as<Slice>(self)->start, as<Slice>(self)->stop, as<Slice>(self)->step};
  out.append("slice(");
  const Value done = items_repr(cx, parts, out);
  if (done.is_outcome()) return done;
  out.append(')');
  return out.status();
}

Value slice_equal(Context& cx, Value self, Value other) {
  if (!is<Slice>(other)) return Value::not_implemented();
  const Value a[] = {as<Slice>(self)->start, as<Slice>(self)->stop, as<Slice>(self)->step};
  const Value b[] = {as<Slice>(other)->start, as<Slice>(other)->stop, as<Slice>(other)->step};
  return items_equal(cx, a, b);
}

Value slice_order(Context& cx, CompareOp op, Value self, Value other) {
  if (!is<Slice>(other)) return Value::not_implemented();
  const Value a[] = {as<Slice>(self)->start, as<Slice>(self)->stop, as<Slice>(self)->step};
  const Value b[] = {as<Slice>(other)->start, as<Slice>(other)->stop, as<Slice>(other)->step};
  return items_order(cx, op, a, b);
}

// indices(length) -> (start, stop, step). Ints beyond 64 bits are the twin's.
Value indices(Context& cx, Value* args) {
  Slice* s = as<Slice>(args[0]);
  const Value length = index_of(cx, args[1]);
  if (length.is_outcome()) return length;
  const auto n = int64_of(length);
  if (!n || *n > Value::kMaxSmall) return Value::defer();
  if (*n < 0) return raise_value_error(cx, "length should not be negative");
  SliceBounds b;
  const Value done = slice_bounds(cx, s, *n, &b);
  if (done.is_outcome()) return done;
  for (Value v : {s->start, s->stop, s->step})
    if (is<Int>(v)) return Value::defer();
  const Value parts[] = {make_int(cx, b.start), make_int(cx, b.stop), make_int(cx, b.whole_step)};
  return tuple_of(cx, parts);
}

Value get_start(Context&, Value self) { return as<Slice>(self)->start; }
Value get_stop(Context&, Value self) { return as<Slice>(self)->stop; }
Value get_step(Context&, Value self) { return as<Slice>(self)->step; }

constexpr NativeRow kMethods[] = {
    {"__reduce__", nullptr, "self, /", "slice__reduce__"},
    {"indices", indices, "self, length, /", "slice_indices"},
};
constexpr AttributeRow kAttributes[] = {
    {"start", get_start, read_only_member},
    {"stop", get_stop, read_only_member},
    {"step", get_step, read_only_member},
};

// slice(stop) or slice(start, stop[, step])
Value slice_new(Context& cx, Value* args) {
  Tuple* given = as<Tuple>(args[1]);
  switch (given->count) {
    case 0: return raise_type_error(cx, "slice expected at least 1 argument, got 0");
    case 1: return Value::object(new_slice(cx, Value::none(), given->items[0], Value::none()));
    case 2: return Value::object(new_slice(cx, given->items[0], given->items[1], Value::none()));
    case 3: return Value::object(new_slice(cx, given->items[0], given->items[1], given->items[2]));
    default: return raise_type_error(cx, "slice expected at most 3 arguments, got {}", given->count);
  }
}
constexpr NativeRow kConstructor = {"slice", slice_new, "cls, /, *args"};

}  // namespace

extern const Operations kSliceOperations = {.equal = slice_equal, .order = slice_order, .repr = slice_repr};

extern const TypeRow kSliceType = {
    .kind = Kind::kSlice,
    .name = "slice",
    .base = "object",
    .doc = "A slice object, as used in a[start:stop:step].",
    .methods = kMethods,
    .attributes = kAttributes,
    .constructor = &kConstructor,
    .operations = &kSliceOperations,
    .flags = kClassFinal,
    .named = true,
};

}  // namespace fermata
