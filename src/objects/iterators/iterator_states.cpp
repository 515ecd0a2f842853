// __reduce__ and __setstate__ of the natives' iterators: what copies them. Those that are generators of the prelude are its own matter
// (iterators_reduce in prelude/iterators.py).
#include <algorithm>

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/containers/deque.h"
#include "objects/containers/dict.h"
#include "objects/containers/memoryview.h"
#include "objects/containers/range.h"
#include "objects/containers/set.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// (function, arguments[, state])
Value reduced(Context& cx, const char* name, std::span<const Value> arguments, Value state = Value()) {
  const Value packed = tuple_of(cx, arguments);
  if (packed.is_outcome()) return packed;
  const Value parts[] = {dict_get_str(cx.image->builtins, cx.intern(name)), packed, state};
  return tuple_of(cx, std::span(parts, state.is_unset() ? 2 : 3));
}

Value reduced(Context& cx, const char* name, Value argument, Value state = Value()) {
  return reduced(cx, name, std::span(&argument, 1), state);
}

Value ended(Context& cx, Value empty) { return empty.is_outcome() ? empty : reduced(cx, "iter", empty); }

Value reduce_sequence(Context& cx, SequenceIterator* it) {
  if (it->sequence.is_unset()) {
    switch (Iterated(it->aux >> 1)) {
      case Iterated::kList: return ended(cx, Value::object(new_list(cx)));
      case Iterated::kStr:
      case Iterated::kAsciiStr:
        return ended(cx, it->backwards() ? Value::object(cx.image->empty_tuple) : Value::object(cx.image->empty_str));
      default: return ended(cx, Value::object(cx.image->empty_tuple));
    }
  }
  const auto* s = try_as<Str>(it->sequence);
  if (s && !s->ascii() && !cx.tick(s->count / 16 + 1)) return Value::retry();
  const uint64_t index = s ? characters_before(s, it->index) : it->index;
  return reduced(cx, it->backwards() ? "reversed" : "iter", it->sequence, Value::small(int64_t(index) - it->backwards()));
}

Value reduce_range(Context& cx, const RangeIterator* it) {
  const Value next = make_int(cx, it->next), step = make_int(cx, it->step), remaining = make_uint(cx, it->remaining);
  const Value length = binary(cx, BinaryOp::kMul, remaining, step);
  if (length.is_outcome()) return length;
  const Value stop = binary(cx, BinaryOp::kAdd, next, length);
  if (stop.is_outcome()) return stop;
  const Value range = make_range(cx, next, stop, step);
  return range.is_outcome() ? range : reduced(cx, "iter", range, Value::small(0));
}

// For a dict's or set's iterator: a list of the items that are left.
template <class Iterator>
Value reduce_by_items(Context& cx, Iterator* it) {
  const uint64_t left = remaining_items(Value::object(it));
  Value refused;
  if (!cx.can_allocate(left * 2 * sizeof(Value), &refused)) return refused;
  if (!cx.tick(left + 1)) return Value::retry();
  auto* copy = cx.heap.make<Iterator>();
  std::copy_n(reinterpret_cast<unsigned char*>(it) + sizeof(Object), sizeof(Iterator) - sizeof(Object),
              reinterpret_cast<unsigned char*>(copy) + sizeof(Object));
  copy->aux = it->aux;
  List* items = new_list(cx);
  if (!items) return cx.out_of_memory();
  for (;;) {
    const Value item = iter_next(cx, Value::object(copy));
    if (item.is_exhausted()) return reduced(cx, "iter", Value::object(items));
    if (item.is_outcome()) return item;
    if (!cx.heap.push(items->items, item)) return cx.out_of_memory();
  }
}

}  // namespace

uint64_t characters_before(const Str* s, uint64_t index) {
  return s->ascii() ? index : utf8::count(s->view().substr(0, size_t(std::min<uint64_t>(index, s->count))));
}

Value iterator_reduce(Context& cx, Value* args) {
  const Value self = args[0];
  switch (self.as_object()->kind) {
    case Kind::kSequenceIterator: return reduce_sequence(cx, as<SequenceIterator>(self));
    case Kind::kRangeIterator: return reduce_range(cx, as<RangeIterator>(self));
    case Kind::kDictIterator: return reduce_by_items(cx, as<DictIterator>(self));
    case Kind::kSetIterator: return reduce_by_items(cx, as<SetIterator>(self));
    case Kind::kEnumerate: {
      const Value arguments[] = {as<Enumerate>(self)->iterator, as<Enumerate>(self)->count};
      return reduced(cx, "enumerate", arguments);
    }
    case Kind::kMap: {
      const Value arguments[] = {as<Map>(self)->function, as<Map>(self)->iterator};
      return reduced(cx, "map", arguments);
    }
    case Kind::kZip: {
      const auto* zip = as<Zip>(self);
      if (!cx.tick(zip->iterators.size + 1)) return Value::retry();
      return reduced(cx, "zip", std::span(zip->iterators.data, zip->iterators.size), zip->aux & 1 ? Value::true_() : Value());
    }
    default: return Value::defer();
  }
}

// Where it goes on: the index of the next item, brought into what there is. A zip is told whether it's strict.
Value iterator_setstate(Context& cx, Value* args) {
  const Value self = args[0];
  if (is<Generator>(self)) return Value::defer();
  if (is<Zip>(self)) {
    const Value strict = truth(cx, args[1]);
    if (strict.is_outcome()) return strict;
    as<Zip>(self)->aux = uint16_t((as<Zip>(self)->aux & ~1) | strict.is_true());
    return Value::none();
  }
  int64_t index = 0;
  if (const Value r = index_clamped(cx, args[1], &index); r.is_outcome()) return r;
  if (is<RangeIterator>(self)) {
    auto* it = as<RangeIterator>(self);
    const uint64_t passed = std::min(uint64_t(std::max<int64_t>(index, 0)), it->remaining);
    it->next = int64_t(uint64_t(it->next) + passed * uint64_t(it->step));
    it->remaining -= passed;
    return Value::none();
  }
  auto* it = try_as<SequenceIterator>(self);
  if (!it || it->sequence.is_unset()) return Value::none();
  const auto* s = try_as<Str>(it->sequence);
  const int64_t length = s ? int64_t(s->length) : int64_t(remaining_items(it->sequence));
  index = it->backwards() ? std::clamp<int64_t>(index, -1, length - 1) + 1 : std::clamp<int64_t>(index, 0, length);
  if (s && !s->ascii()) {
    if (!cx.tick(s->count / 16 + 1)) return Value::retry();
    const char* p = s->text();
    for (; index > 0; --index) utf8::next_valid(p);
    index = p - s->text();
  }
  it->index = uint64_t(index);
  return Value::none();
}

}  // namespace fermata
