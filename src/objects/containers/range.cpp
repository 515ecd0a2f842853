// range and its iterator. start, stop and step are ints of any size, so everything here counts in Python's
// integers; questions about a range are answered in closed form, never by walking it.
#include "objects/containers/range.h"

#include "base/hash.h"
#include "numbers/float_text.h"
#include "objects/containers/containers.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/read_only.h"
#include "objects/model/type_tables.h"
#include "objects/numbers/int.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// The number of items of start, stop, step (step not zero).
Value range_length(Context& cx, Value start, Value stop, Value step) {
  const bool up = int_sign(step) > 0;
  const Value low = up ? start : stop, high = up ? stop : start;
  if (int_order(low, high) >= 0) return Value::small(0);
  Value n = int_sub(cx, high, low);
  if (n.is_outcome()) return n;
  if (step == Value::small(1) || step == Value::small(-1)) return n;
  n = int_sub(cx, n, Value::small(1));
  if (n.is_outcome()) return n;
  const Value stride = int_absolute(cx, step);
  if (stride.is_outcome()) return stride;
  n = int_floor_div(cx, n, stride);
  return n.is_outcome() ? n : int_add(cx, n, Value::small(1));
}

// start + index * step
Value item_at(Context& cx, const Range* r, Value index) {
  const Value offset = int_mul(cx, index, r->step);
  return offset.is_outcome() ? offset : int_add(cx, r->start, offset);
}

Value range_truth(Context&, Value self) { return Value::boolean(as<Range>(self)->length != Value::small(0)); }

Value range_length_operation(Context& cx, Value self) {
  const Value length = as<Range>(self)->length;
  if (!int64_of(length)) return raise_overflow_error(cx, "Python int too large to convert to C ssize_t");
  return length;
}

Value range_hash(Context& cx, Value self, int64_t* out) {
  // As the tuple (length, start, step), with None for what doesn't matter.
  const Range* r = as<Range>(self);
  const bool empty = r->length == Value::small(0), single = r->length == Value::small(1);
  TupleHasher hasher;
  for (Value part : {r->length, empty ? Value::none() : r->start, empty || single ? Value::none() : r->step}) {
    int64_t hash;
    if (Value h = hash_of(cx, part, &hash); h.is_outcome()) return h;
    hasher.add(hash);
  }
  *out = hasher.result();
  return Value::none();
}

Value range_equal(Context&, Value self, Value other) {
  other = payload_of(other);
  if (!is<Range>(other)) return Value::not_implemented();
  const Range *a = as<Range>(self), *b = as<Range>(other);
  if (int_order(a->length, b->length) != 0) return Value::false_();
  if (a->length == Value::small(0)) return Value::true_();
  if (int_order(a->start, b->start) != 0) return Value::false_();
  return Value::boolean(a->length == Value::small(1) || int_order(a->step, b->step) == 0);
}

Value range_repr(Context& cx, Value self, TextBuilder& out) {
  const Range* r = as<Range>(self);
  out.append("range(");
  if (Value done = int_text_into(cx, r->start, out); done.is_outcome()) return done;
  out.append(", ");
  if (Value done = int_text_into(cx, r->stop, out); done.is_outcome()) return done;
  if (r->step != Value::small(1)) {
    out.append(", ");
    if (Value done = int_text_into(cx, r->step, out); done.is_outcome()) return done;
  }
  out.append(')');
  return out.status();
}

// An iterator over `length` items from `first`, by `step`: defer when they are not all of 64 bits.
Value make_iterator(Context& cx, Value first, Value step, Value length) {
  const auto start = int64_of(first), stride = int64_of(step), count = int64_of(length);
  if (!start || !stride || !count) return Value::defer();
  const __int128 last = *start + __int128(*count ? *count - 1 : 0) * *stride;
  if (last > INT64_MAX || last < INT64_MIN) return Value::defer();
  return Value::object(new_range_iterator(cx, *start, *stride, uint64_t(*count)));
}

Value range_iter(Context& cx, Value self) {
  const Range* r = as<Range>(self);
  return make_iterator(cx, r->start, r->step, r->length);
}

Value range_reversed(Context& cx, Value* args) {
  const Range* r = as<Range>(args[0]);
  const Value back = int_sub(cx, r->length, Value::small(1));
  if (back.is_outcome()) return back;
  const Value last = item_at(cx, r, back);
  if (last.is_outcome()) return last;
  const Value step = int_negate(cx, r->step);
  return step.is_outcome() ? step : make_iterator(cx, last, step, r->length);
}

// The index of an int in the range; missing when it is not there.
Value position_of(Context& cx, const Range* r, Value item) {
  const bool up = int_sign(r->step) > 0;
  if (up ? int_order(item, r->start) < 0 || int_order(item, r->stop) >= 0 : int_order(item, r->start) > 0 || int_order(item, r->stop) <= 0)
    return Value::missing();
  const Value distance = int_sub(cx, item, r->start);
  if (distance.is_outcome()) return distance;
  Value rest;
  const Value index = int_divmod(cx, distance, r->step, &rest);
  if (index.is_outcome()) return index;
  return rest == Value::small(0) ? index : Value::missing();
}

// The same for any value: numbers by their value; defer for instances, which are compared one by one.
Value position_of_any(Context& cx, const Range* r, Value item) {
  if (is_int_or_bool(item)) return position_of(cx, r, plain_int(item));
  double value;
  if (is_float(item)) value = float_of(item);
  else if (is<Complex>(item) && as<Complex>(item)->imag == 0) value = as<Complex>(item)->real;
  else if (may_define(item)) return Value::defer();
  else return Value::missing();
  if (!float_is_integer(value)) return Value::missing();
  const Value whole = int_from_double(cx, value);
  return whole.is_outcome() ? whole : position_of(cx, r, whole);
}

Value range_contains(Context& cx, Value self, Value item) {
  const Value index = position_of_any(cx, as<Range>(self), item);
  return index.is_outcome() ? index : Value::boolean(!index.is_missing());
}

Value range_count(Context& cx, Value* args) {
  const Value index = position_of_any(cx, as<Range>(args[0]), args[1]);
  return index.is_outcome() ? index : Value::small(!index.is_missing());
}

Value range_index(Context& cx, Value* args) {
  const Value index = position_of_any(cx, as<Range>(args[0]), args[1]);
  if (!index.is_missing()) return index;
  if (!is_int_or_bool(args[1])) return raise_value_error(cx, "sequence.index(x): x not in sequence");
  const Value shown = repr_of(cx, args[1]);
  return shown.is_outcome() ? shown : raise_value_error(cx, "{} is not in range", as<Str>(shown)->view());
}

// start or stop of a slice of a range of `length` items: from the end when negative, within low..high.
Value slice_end(Context& cx, Value v, Value length, Value low, Value high) {
  v = index_of(cx, v);
  if (v.is_outcome()) return v;
  if (int_sign(v) < 0) {
    v = int_add(cx, v, length);
    if (v.is_outcome()) return v;
    return int_order(v, low) < 0 ? low : v;
  }
  return int_order(v, high) > 0 ? high : v;
}

Value range_slice(Context& cx, const Range* r, const Slice* slice) {
  for (Value v : {slice->step, slice->start, slice->stop}) {
    if (!v.is_none() && !is_int_or_bool(v) && !may_define(v))
      return raise_type_error(cx, "slice indices must be integers or None or have an __index__ method");
  }
  Value step = Value::small(1);
  if (!slice->step.is_none()) {
    step = index_of(cx, slice->step);
    if (step.is_outcome()) return step;
    if (int_sign(step) == 0) return raise_value_error(cx, "slice step cannot be zero");
  }
  const bool up = int_sign(step) > 0;
  const Value length = r->length;
  const Value last = int_sub(cx, length, Value::small(1));
  if (last.is_outcome()) return last;
  const Value low = Value::small(up ? 0 : -1), high = up ? length : last;
  const Value start = slice->start.is_none() ? (up ? low : high) : slice_end(cx, slice->start, length, low, high);
  if (start.is_outcome()) return start;
  const Value stop = slice->stop.is_none() ? (up ? high : low) : slice_end(cx, slice->stop, length, low, high);
  if (stop.is_outcome()) return stop;
  const Value new_step = int_mul(cx, r->step, step);
  if (new_step.is_outcome()) return new_step;
  const Value new_start = item_at(cx, r, start);
  if (new_start.is_outcome()) return new_start;
  const Value new_stop = item_at(cx, r, stop);
  return new_stop.is_outcome() ? new_stop : make_range(cx, new_start, new_stop, new_step);
}

Value range_get_item(Context& cx, Value self, Value key) {
  const Range* r = as<Range>(self);
  if (is<Slice>(key)) return range_slice(cx, r, as<Slice>(key));
  if (!is_int_or_bool(payload_of(key)) && special_method(cx, key, Name::k___index__).is_unset())
    return raise_type_error(cx, "range indices must be integers or slices, not {}", type_name(cx, key));
  Value index = index_of(cx, key);
  if (index.is_outcome()) return index;
  if (int_sign(index) < 0) {
    index = int_add(cx, index, r->length);
    if (index.is_outcome()) return index;
  }
  if (int_sign(index) < 0 || int_order(index, r->length) >= 0) return raise_index_error(cx, "range object index out of range");
  return item_at(cx, r, index);
}

Value range_new(Context& cx, Value* args) {
  const Tuple* given = as<Tuple>(args[1]);
  if (given->count == 0) return raise_type_error(cx, "range expected at least 1 argument, got 0");
  if (given->count > 3) return raise_type_error(cx, "range expected at most 3 arguments, got {}", given->count);
  Value start = Value::small(0), step = Value::small(1);
  const Value stop = index_of(cx, given->items[given->count == 1 ? 0 : 1]);
  if (given->count > 1) start = index_of(cx, given->items[0]);
  if (start.is_outcome()) return start;
  if (stop.is_outcome()) return stop;
  if (given->count > 2) {
    step = index_of(cx, given->items[2]);
    if (step.is_outcome()) return step;
    if (int_sign(step) == 0) return raise_value_error(cx, "range() arg 3 must not be zero");
  }
  return make_range(cx, start, stop, step);
}

constexpr NativeRow kConstructor = {"range", range_new, "cls, /, *args", "range_new"};

constexpr NativeRow kMethods[] = {
    {"__reduce__", nullptr, "self, /", "range__reduce__"},
    {"__reversed__", range_reversed, "self, /", "range__reversed__"},
    {"count", range_count, "self, value, /", "range_count"},
    {"index", range_index, "self, value, /", "range_index"},
};

constexpr AttributeRow kAttributes[] = {
    {"start", [](Context&, Value self) { return as<Range>(self)->start; }, read_only_member},
    {"stop", [](Context&, Value self) { return as<Range>(self)->stop; }, read_only_member},
    {"step", [](Context&, Value self) { return as<Range>(self)->step; }, read_only_member},
};

// --- the iterator

Value range_iterator_next(Context& cx, Value self) {
  RangeIterator* it = as<RangeIterator>(self);
  if (it->remaining == 0) return Value::exhausted();
  --it->remaining;
  const int64_t value = it->next;
  it->next = int64_t(uint64_t(value) + uint64_t(it->step));  // past the last item this may wrap around, unseen
  return make_int(cx, value);
}

Value range_iterator_self(Context&, Value self) { return self; }

Value range_iterator_length_hint(Context& cx, Value* args) { return make_uint(cx, as<RangeIterator>(args[0])->remaining); }

constexpr NativeRow kIteratorMethods[] = {
    {"__length_hint__", range_iterator_length_hint, "self, /"},
    {"__reduce__", iterator_reduce, "self, /"},
    {"__setstate__", iterator_setstate, "self, state, /", nullptr, NativeRow::kChanges},
};

}  // namespace

Value make_range(Context& cx, Value start, Value stop, Value step) {
  const Value length = range_length(cx, start, stop, step);
  if (length.is_outcome()) return length;
  Range* r = cx.heap.make<Range>();
  r->start = start;
  r->stop = stop;
  r->step = step;
  r->length = length;
  return Value::object(r);
}

Value range_item(Context& cx, const Range* range, Value index) { return item_at(cx, range, index); }

RangeIterator* new_range_iterator(Context& cx, int64_t first, int64_t step, uint64_t count) {
  RangeIterator* it = cx.heap.make<RangeIterator>();
  it->next = first;
  it->step = step;
  it->remaining = count;
  return it;
}

const Operations kRangeOperations = {
    .truth = range_truth,
    .length = range_length_operation,
    .hash = range_hash,
    .equal = range_equal,
    .repr = range_repr,
    .iter = range_iter,
    .contains = range_contains,
    .get_item = range_get_item,
    .shown = Operations::kTruth,
};

const Operations kRangeIteratorOperations = {
    .iter = range_iterator_self,
    .next = range_iterator_next,
};

const TypeRow kRangeType = {
    .kind = Kind::kRange,
    .name = "range",
    .base = "object",
    .doc =
        "range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\nReturn an object that produces a sequence of integers "
        "from start (inclusive)\n"
        "to stop (exclusive) by step.",
    .methods = kMethods,
    .attributes = kAttributes,
    .constructor = &kConstructor,
    .operations = &kRangeOperations,
    .flags = kClassFinal | kClassSequence,
    .named = true,
};

const TypeRow kRangeIteratorType = {
    .kind = Kind::kRangeIterator,
    .name = "range_iterator",
    .base = "object",
    .methods = kIteratorMethods,
    .operations = &kRangeIteratorOperations,
    .flags = kClassFinal | kClassNoNew,
};

}  // namespace fermata
