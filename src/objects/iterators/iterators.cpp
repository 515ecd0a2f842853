// The natives' iterators: over sequences and sets, zip, enumerate. See iterators.h.
#include "objects/iterators/iterators.h"

#include <algorithm>
#include <cstring>

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/containers/deque.h"
#include "objects/containers/dict.h"
#include "objects/containers/memoryview.h"
#include "objects/containers/set.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/iterators/generator.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "objects/model/type_tables.h"
#include "objects/natives/leaf_callable.h"
#include "objects/numbers/numbers.h"
#include "objects/text/str.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// --- sequences

uint64_t sequence_length(Value v) {
  switch (v.as_object()->kind) {
    case Kind::kList: return as<List>(v)->items.size;
    case Kind::kTuple: return as<Tuple>(v)->count;
    case Kind::kStr: return as<Str>(v)->count;
    case Kind::kBytes: return as<Bytes>(v)->count;
    case Kind::kByteArray: return as<ByteArray>(v)->data.size;
    case Kind::kDeque: return as<Deque>(v)->count();
    case Kind::kMemoryView: return memory_length(as<MemoryView>(v));
    default: return 0;
  }
}

Value sequence_item(Context& cx, SequenceIterator* it, uint64_t i) {
  const Value v = it->sequence;
  switch (v.as_object()->kind) {
    case Kind::kList: return as<List>(v)->items[i];
    case Kind::kTuple: return as<Tuple>(v)->items[i];
    case Kind::kBytes: return Value::small(static_cast<unsigned char>(as<Bytes>(v)->data[i]));
    case Kind::kByteArray: return Value::small(static_cast<unsigned char>(as<ByteArray>(v)->data[i]));
    case Kind::kMemoryView: return memory_item(cx, as<MemoryView>(v), i);
    default: return deque_item(as<Deque>(v), uint32_t(i));
  }
}

Value exhaust(SequenceIterator* it) {
  it->sequence = Value::unset();
  return Value::exhausted();
}

Value sequence_next(Context& cx, Value self) { return sequence_iterator_next(cx, as<SequenceIterator>(self)); }
Value iterator_self(Context&, Value self) { return self; }

Value length_hint(Context& cx, Value* args) {
  if (auto* it = try_as<SequenceIterator>(args[0]); it && is<Str>(it->sequence) && !as<Str>(it->sequence)->ascii()) {
    const auto* s = as<Str>(it->sequence);
    if (!cx.tick(s->count / 16 + 1)) return Value::retry();
    const uint64_t before = characters_before(s, it->index);
    return Value::small(int64_t(it->backwards() ? before : s->length - before));
  }
  return is<SequenceIterator>(args[0]) || is<SetIterator>(args[0]) ? Value::small(int64_t(remaining_items(args[0]))) : Value::defer();
}

// What copies an iterator. A class' iterators may be natives or generators of the prelude.
#define REDUCE \
  { "__reduce__", iterator_reduce, "self, /", "iterators_reduce" }
#define SETSTATE \
  { "__setstate__", iterator_setstate, "self, state, /", "iterators_setstate", NativeRow::kChanges }
#define HINT \
  { "__length_hint__", length_hint, "self, /", "iterators_own_hint" }
constexpr NativeRow kSequenceMethods[] = {HINT, REDUCE, SETSTATE};
constexpr NativeRow kSetMethods[] = {HINT, REDUCE};
constexpr NativeRow kReduceMethods[] = {REDUCE};
constexpr NativeRow kEnumerateMethods[] = {kClassGetItem, REDUCE};
constexpr NativeRow kZipMethods[] = {REDUCE, SETSTATE};
#undef REDUCE
#undef SETSTATE
#undef HINT

void place_sequence_iterator(Image& image, const TypeRow& row, Class* cls) {
  for (int i = 0; i < 16; ++i)
    if (sequence_iterator_type(i) == &row) image.sequence_iterators[i] = cls;
}

constexpr TypeRow sequence_type(const char* name) {
  return {.kind = Kind::kSequenceIterator,
          .name = name,
          .base = "object",
          .methods = kSequenceMethods,
          .operations = &kSequenceIteratorOperations,
          .flags = kClassNoNew | kClassFinal,
          .place = place_sequence_iterator};
}

Iterated iterated(Value sequence) {
  switch (sequence.as_object()->kind) {
    case Kind::kTuple: return Iterated::kTuple;
    case Kind::kStr: return as<Str>(sequence)->ascii() ? Iterated::kAsciiStr : Iterated::kStr;
    case Kind::kBytes: return Iterated::kBytes;
    case Kind::kByteArray: return Iterated::kByteArray;
    case Kind::kDeque: return Iterated::kDeque;
    case Kind::kMemoryView: return Iterated::kMemoryView;
    default: return Iterated::kList;
  }
}

// --- sets

Value set_iterator_next(Context& cx, Value self) {
  auto* it = as<SetIterator>(self);
  if (it->set.is_unset()) return Value::exhausted();
  Set* s = as<Set>(it->set);
  if (s->live != it->expected) {
    it->expected = UINT32_MAX;  // and so at every further call
    return raise(cx, ErrorType::kRuntimeError, "Set changed size during iteration");
  }
  uint32_t i = it->index;
  while (i < s->table.size && s->table[i].key.is_unset()) ++i;
  if (i >= s->table.size) {
    it->set = Value::unset();
    return Value::exhausted();
  }
  it->index = i + 1;
  return s->table[i].key;
}

// --- zip

// Iterators over iterators over iterators …: beyond this many, counting each in every place where it appears, the prelude's generators take
// over, so that natives may recurse.
constexpr uint16_t kMaxNesting = 60;

uint16_t nesting(Value iterator) {
  if (is<Zip>(iterator)) return as<Zip>(iterator)->aux >> 1;
  return is<Enumerate>(iterator) ? as<Enumerate>(iterator)->aux : 0;
}

Value item_of(Context& cx, Value iterator) {
  return is<SequenceIterator>(iterator) ? sequence_iterator_next(cx, as<SequenceIterator>(iterator)) : iter_next(cx, iterator);
}

Value zip_ended(Context& cx, Zip* zip, uint32_t i) {
  if (!(zip->aux & 1)) return Value::exhausted();
  const auto shorter = [&](const char* word) {
    const std::string behind = i == 1 ? " 1" : fmt::format("s 1-{}", i);
    return raise_value_error(cx, "zip() argument {} is {} than argument{}", i + 1, word, behind);
  };
  if (i > 0) return shorter("shorter");
  for (i = 1; i < zip->iterators.size; ++i) {
    const Value item = iter_next(cx, zip->iterators[i]);
    if (item.is_exhausted()) continue;
    return item.is_outcome() ? item : shorter("longer");
  }
  return Value::exhausted();
}

// The next items of a zip, not made into a tuple.
Value zip_next_into(Context& cx, Zip* zip, Value* to) {
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx);
  const uint32_t n = zip->iterators.size;
  for (uint32_t i = 0; i < n; ++i) {
    const Value item = item_of(cx, zip->iterators[i]);
    if (item.is_special()) [[unlikely]] {
      if (item.is_exhausted()) return zip_ended(cx, zip, i);
      if (item.is_outcome()) return item;
    }
    to[i] = item;
  }
  return Value::none();
}

Value zip_next(Context& cx, Value self) {
  auto* zip = as<Zip>(self);
  if (zip->iterators.empty()) return Value::exhausted();
  Tuple* result = new_tuple(cx, zip->iterators.size);
  if (!result) return cx.out_of_memory();
  const Value r = zip_next_into(cx, zip, result->items);
  return r.is_none() ? Value::object(result) : r;
}

// zip(*iterables, strict=False)
Value zip_new(Context& cx, Value* args) {
  const Value strict = truth(cx, args[1]);
  if (strict.is_outcome()) return strict;
  Tuple* iterables = as<Tuple>(args[2]);
  uint16_t depth = 0;
  for (Value v : iterables->span()) {
    if (!is_leaf_iterable(cx, v)) return not_leaf_iterable(cx, v);
    if (is<Map>(payload_of(v))) return Value::defer();  // its items may need user code when others are taken already
    depth += nesting(payload_of(v));
    if (depth >= kMaxNesting) return Value::defer();
  }
  if (!cx.tick(iterables->count)) return Value::retry();
  Array<Value> iterators;
  if (!cx.heap.reserve(iterators, iterables->count)) return cx.out_of_memory();
  for (Value v : iterables->span()) {
    const Value iterator = get_iter(cx, v);
    if (iterator.is_outcome()) {
      cx.heap.release(iterators);
      return iterator;
    }
    iterators.data[iterators.size++] = iterator;
  }
  Zip* zip = cx.heap.make<Zip>();
  zip->iterators = iterators;
  zip->aux = uint16_t((depth + 1) << 1 | strict.is_true());
  return Value::object(zip);
}
constexpr NativeRow kZipConstructor = {"zip", zip_new, "cls, /, *iterables, strict=False", "zip_new"};

// --- enumerate

// The next count and item, not made into a tuple.
Value enumerate_next_into(Context& cx, Enumerate* e, Value* to) {
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx);
  const Value next_count = e->count.is_small() && e->count.as_small() < Value::kMaxSmall
                               ? Value::small(e->count.as_small() + 1)
                               : binary(cx, BinaryOp::kAdd, e->count, Value::small(1));
  if (next_count.is_outcome()) return next_count;
  const Value item = item_of(cx, e->iterator);
  if (item.is_exhausted() || item.is_outcome()) return item;
  to[0] = e->count;
  to[1] = item;
  e->count = next_count;
  return Value::none();
}

Value enumerate_next(Context& cx, Value self) {
  Tuple* pair = new_tuple(cx, 2);
  if (!pair) return cx.out_of_memory();
  const Value r = enumerate_next_into(cx, as<Enumerate>(self), pair->items);
  return r.is_none() ? Value::object(pair) : r;
}

Value enumerate_new(Context& cx, Value* args) {
  if (args[1].is_missing())
    return args[2].is_missing() ? raise_type_error(cx, "enumerate() missing required argument 'iterable'")
                                : raise_type_error(cx, "'start' is an invalid keyword argument for enumerate()");
  if (args[2].is_missing()) args[2] = Value::small(0);
  const Value count = index_of(cx, args[2]);
  if (count.is_outcome()) return count;
  if (!is_leaf_iterable(cx, args[1])) return not_leaf_iterable(cx, args[1]);
  if (is<Map>(payload_of(args[1]))) return Value::defer();
  if (nesting(payload_of(args[1])) >= kMaxNesting) return Value::defer();
  const Value iterator = get_iter(cx, args[1]);
  if (iterator.is_outcome()) return iterator;
  Enumerate* e = cx.heap.make<Enumerate>();
  e->iterator = iterator;
  e->aux = uint16_t(nesting(iterator) + 1);
  e->count = count;
  return Value::object(e);
}
constexpr NativeRow kEnumerateConstructor = {"enumerate", enumerate_new, "cls, /, iterable=?, start=?", "enumerate_new"};

// What map, filter and reversed show: their objects are of other kinds, which the dunders look at.
const Operations kDisguisedOperations = {.iter = iterator_self, .next = iter_next};

// --- map

Value map_new(Context& cx, Value* args) {
  const Tuple* given = as<Tuple>(args[1]);
  if (given->count != 2 || args[0].as_object() != cx.image->classes[size_t(Kind::kMap)]) return Value::defer();
  const LeafCallable function = LeafCallable::of(cx, given->items[0]);
  if (!function || !function.pure(cx) || !is_leaf_iterable(cx, given->items[1])) return Value::defer();
  const Value iterator = get_iter(cx, given->items[1]);
  if (iterator.is_outcome()) return iterator;
  if (!is<SequenceIterator>(iterator) && !is<RangeIterator>(iterator) && !is<DictIterator>(iterator) && !is<SetIterator>(iterator))
    return Value::defer();
  auto* map = cx.heap.make<Map>();
  map->function = given->items[0];
  map->iterator = iterator;
  return Value::object(map);
}

Value map_next(Context& cx, Value self) {
  auto* map = as<Map>(self);
  const LeafCallable function = LeafCallable::of(cx, map->function);
  const bool held = !map->held.is_unset();
  const Value item = held ? map->held : iter_next(cx, map->iterator);
  if (item.is_exhausted() || item.is_outcome()) return item;
  const Value result = function ? function(cx, item) : Value::defer();
  const bool again = result.is_outcome() && !result.is_error();
  map->held = again ? item : Value::unset();
  return again && !result.is_retry() ? Value::defer() : result;
}

constexpr NativeRow kMapConstructor = {"map", map_new, "cls, /, *iterables", "map_new"};
constexpr NativeRow kFilterConstructor = {"filter", nullptr, "cls, function, iterable, /", "filter_new"};

// reversed(sequence)
Value reversed_new(Context& cx, Value* args) {
  const Value v = args[1];
  if (v.is_object()) {
    switch (v.as_object()->kind) {
      case Kind::kList:
      case Kind::kTuple:
      case Kind::kStr:
      case Kind::kBytes:
      case Kind::kByteArray:
      case Kind::kMemoryView:
      case Kind::kDeque: return Value::object(new_reverse_iterator(cx, v, sequence_length(v)));
      case Kind::kDict: return new_dict_iterator(cx, as<Dict>(v), DictPart::kKeys, true);
      case Kind::kDictView: return new_dict_iterator(cx, as<Dict>(as<DictView>(v)->dict), as<DictView>(v)->part(), true);
      default: break;
    }
  }
  return Value::defer();
}
constexpr NativeRow kReversedConstructor = {"reversed", reversed_new, "cls, sequence, /", "reversed_new"};

}  // namespace

// map_take(map): the function, and the item that it could not be called with natively.
Value map_take(Context& cx, Value* args) {
  Map* map = try_as<Map>(args[0]);
  if (!map || map->held.is_unset()) return raise(cx, ErrorType::kSystemError, "map: nothing is held");
  const Value parts[] = {map->function, map->held};
  const Value taken = tuple_of(cx, parts);
  if (!taken.is_outcome()) map->held = Value::unset();
  return taken;
}

SequenceIterator* new_sequence_iterator(Context& cx, Value sequence) {
  auto* it = cx.heap.make<SequenceIterator>();
  it->sequence = sequence;
  it->aux = uint16_t(uint16_t(iterated(sequence)) << 1);
  if (is<Deque>(sequence)) it->expected = as<Deque>(sequence)->version;
  return it;
}

SequenceIterator* new_reverse_iterator(Context& cx, Value sequence, uint64_t end) {
  auto* it = new_sequence_iterator(cx, sequence);
  it->aux |= 1;
  it->index = end;
  return it;
}

Value sequence_iterator_next_slow(Context& cx, SequenceIterator* it) {
  if (it->sequence.is_unset()) return Value::exhausted();
  if (is<Str>(it->sequence)) return str_next(cx, it);
  if (is<Deque>(it->sequence) && as<Deque>(it->sequence)->version != it->expected) {
    it->sequence = Value::unset();
    return raise(cx, ErrorType::kRuntimeError, "deque mutated during iteration");
  }
  if (is<MemoryView>(it->sequence) && as<MemoryView>(it->sequence)->base.is_unset()) {  // released
    const auto& shape = as<MemoryView>(it->sequence)->shape;
    const bool ended = it->backwards() ? it->index == 0 : shape.size == 0 || it->index >= uint64_t(shape.data[0]);
    return ended ? exhaust(it) : memory_item(cx, as<MemoryView>(it->sequence), it->index);
  }
  const uint64_t length = sequence_length(it->sequence);
  if (!it->backwards()) return it->index < length ? sequence_item(cx, it, it->index++) : exhaust(it);
  // A list that shrank below the next item ends the iteration, as in CPython.
  return it->index > 0 && it->index <= length ? sequence_item(cx, it, --it->index) : exhaust(it);
}

namespace {

// `visits`: how many iterators over iterators may still be asked. (Only damaged states, and those of earlier releases, have more.)
uint64_t remaining_items(Value v, int& visits) {
  if ((is<Zip>(v) || is<Enumerate>(v) || is<Map>(v)) && --visits < 0) return UINT64_MAX;
  switch (v.as_object()->kind) {
    case Kind::kStr: return as<Str>(v)->length;
    case Kind::kDict: return as<Dict>(v)->live;
    case Kind::kDictView: return as<Dict>(as<DictView>(v)->dict)->live;
    case Kind::kSet:
    case Kind::kFrozenSet: return as<Set>(v)->live;
    case Kind::kRange: {
      const auto n = int64_of(as<Range>(v)->length);
      return n ? uint64_t(*n) : UINT64_MAX;
    }
    case Kind::kRangeIterator: return as<RangeIterator>(v)->remaining;
    case Kind::kSequenceIterator: {
      auto* it = as<SequenceIterator>(v);
      if (it->sequence.is_unset()) return 0;
      const uint64_t length = sequence_length(it->sequence);
      if (it->backwards()) return it->index <= length ? it->index : 0;
      if (is<Str>(it->sequence) && it->index == 0) return as<Str>(it->sequence)->length;
      return it->index < length ? length - it->index : 0;
    }
    case Kind::kDictIterator: return as<DictIterator>(v)->dict.is_unset() ? 0 : as<DictIterator>(v)->remaining;
    case Kind::kSetIterator: {
      auto* it = as<SetIterator>(v);
      if (it->set.is_unset()) return 0;
      Set* s = as<Set>(it->set);
      uint64_t n = 0;
      for (uint32_t i = it->index; i < s->table.size; ++i) n += !s->table[i].key.is_unset();
      return n;
    }
    case Kind::kZip: {
      auto* zip = as<Zip>(v);
      uint64_t least = zip->iterators.size ? UINT64_MAX : 0;
      for (Value it : zip->iterators)
        if (visits >= 0) least = std::min(least, remaining_items(it, visits));
      return least;
    }
    case Kind::kEnumerate: return remaining_items(as<Enumerate>(v)->iterator, visits);
    case Kind::kMap: {
      const uint64_t n = remaining_items(as<Map>(v)->iterator, visits);
      return n + (n != UINT64_MAX && !as<Map>(v)->held.is_unset());
    }
    default: return sequence_length(v);
  }
}

}  // namespace

uint64_t remaining_items(Value v) {
  int visits = 2 * kMaxNesting;
  const uint64_t n = remaining_items(v, visits);
  return visits < 0 ? UINT64_MAX : n;
}

void Items::save(Value v) {
  size_t bytes;
  switch (v.as_object()->kind) {
    case Kind::kSequenceIterator: bytes = sizeof(SequenceIterator); break;
    case Kind::kRangeIterator: bytes = sizeof(RangeIterator); break;
    case Kind::kDictIterator: bytes = sizeof(DictIterator); break;
    case Kind::kSetIterator: bytes = sizeof(SetIterator); break;
    case Kind::kEnumerate:
      bytes = sizeof(Enumerate);
      save(as<Enumerate>(v)->iterator);
      break;
    case Kind::kZip:
      for (Value it : as<Zip>(v)->iterators) save(it);
      return;
    case Kind::kMap:
      bytes = sizeof(Map);
      save(as<Map>(v)->iterator);
      break;
    default: return;
  }
  static_assert(std::max({sizeof(SequenceIterator), sizeof(RangeIterator), sizeof(DictIterator), sizeof(SetIterator), sizeof(Enumerate),
                          sizeof(Map)}) <= sizeof(Object) + sizeof(Saved::state));
  Saved saved{v.as_object(), {}};
  std::memcpy(saved.state, reinterpret_cast<unsigned char*>(v.as_object()) + sizeof(Object), bytes - sizeof(Object));
  saved_.push_back(saved);
}

Value Items::give_back(Value outcome) {
  if (!outcome.is_defer() && !outcome.is_retry()) return outcome;
  // In reverse, so that an iterator that is in a zip twice gets its first state.
  for (size_t i = saved_.size(); i-- > 0;) {
    size_t bytes = 0;
    Object* o = saved_[i].iterator;
    switch (o->kind) {
      case Kind::kSequenceIterator: bytes = sizeof(SequenceIterator); break;
      case Kind::kRangeIterator: bytes = sizeof(RangeIterator); break;
      case Kind::kDictIterator: bytes = sizeof(DictIterator); break;
      case Kind::kSetIterator: bytes = sizeof(SetIterator); break;
      case Kind::kMap: bytes = sizeof(Map); break;
      default: bytes = sizeof(Enumerate); break;
    }
    std::memcpy(reinterpret_cast<unsigned char*>(o) + sizeof(Object), saved_[i].state, bytes - sizeof(Object));
  }
  return outcome;
}

Value not_leaf_iterable(Context& cx, Value v) {
  if (!is<Instance>(v) && !is<Exception>(v) && !is<Class>(v) && !is<Generator>(v) && !operations_of(v).iter && !operations_of(v).next)
    return raise_type_error(cx, "'{}' object is not iterable", type_name(cx, v));
  return Value::defer();
}

Value Items::take(Value v) {
  if (!is<List>(v) && !is<Tuple>(v) && is_leaf_iterable(cx_, v)) {
    v = payload_of(v);
    if (is<MappingProxy>(v)) v = as<MappingProxy>(v)->mapping;
  }
  if (is<List>(v) || is<Tuple>(v)) {
    span_ = is<List>(v) ? as<List>(v)->items.span() : as<Tuple>(v)->span();
    return cx_.tick(span_.size() / 4 + 1) ? Value::none() : Value::retry();
  }
  if (!is_leaf_iterable(cx_, v)) return not_leaf_iterable(cx_, v);
  const uint64_t n = remaining_items(v);
  Value result;
  // Once here, once in what is made of them.
  if (!cx_.can_allocate(n > (uint64_t(1) << 48) ? UINT64_MAX : 2 * n * sizeof(Value), &result)) return result;
  if (!room_.take(n * sizeof(Value), &result)) return result;
  if (!cx_.tick(n + 1)) return Value::retry();
  storage_.clear();
  storage_.reserve(n);
  switch (v.as_object()->kind) {
    case Kind::kDict: dict_for_each(as<Dict>(v), [&](const DictEntry& e) { storage_.push_back(e.key); }); break;
    case Kind::kSet:
    case Kind::kFrozenSet: set_for_each(as<Set>(v), [&](const SetEntry& e) { storage_.push_back(e.key); }); break;
    case Kind::kDeque:
      for (uint32_t i = 0; i < as<Deque>(v)->count(); ++i) storage_.push_back(deque_item(as<Deque>(v), i));
      break;
    default: {
      if (is<Str>(v) && as<Str>(v)->ascii()) {
        for (const char c : as<Str>(v)->view()) storage_.push_back(Value::object(cx_.image->latin1[static_cast<unsigned char>(c)]));
        break;
      }
      const bool is_range = is<Range>(v);
      if (is_range && as<Range>(v)->start.is_small() && as<Range>(v)->step.is_small() && as<Range>(v)->stop.is_small()) {
        int64_t i = as<Range>(v)->start.as_small();
        const int64_t step = as<Range>(v)->step.as_small();
        for (uint64_t k = 0; k < n; ++k, i = int64_t(uint64_t(i) + uint64_t(step))) storage_.push_back(Value::small(i));
        break;
      }
      save(v);
      const Value iterator = get_iter(cx_, v);
      if (iterator.is_outcome()) return iterator;
      for (;;) {
        const Value item = iter_next(cx_, iterator);
        if (item.is_exhausted()) break;
        if (item.is_error()) {
          // What comes before it may matter first (any() may be done, a sum be wrong): the twin takes one after the other.
          cx_.exception = Value();
          return give_back(Value::defer());
        }
        if (item.is_outcome()) return give_back(item);
        storage_.push_back(item);
        if (storage_.size() % 4096 == 0 && cx_.heap.far_over()) return give_back(cx_.out_of_memory());
      }
    }
  }
  span_ = storage_;
  return Value::none();
}

extern const Operations kSequenceIteratorOperations = {.hash = hash_by_identity, .iter = iterator_self, .next = sequence_next};
extern const Operations kSetIteratorOperations = {.hash = hash_by_identity, .iter = iterator_self, .next = set_iterator_next};
extern const Operations kMapOperations = {.hash = hash_by_identity, .iter = iterator_self, .next = map_next};
Value iter_next_into(Context& cx, Value iterator, Value* to, uint32_t count) {
  switch (iterator.as_object()->kind) {
    case Kind::kZip: {
      auto* zip = as<Zip>(iterator);
      constexpr uint32_t kFew = 4;
      if (zip->iterators.size != count || count > kFew || count == 0) return Value::unset();
      Value items[kFew];
      const Value r = zip_next_into(cx, zip, items);
      if (r.is_none()) std::copy_n(items, count, to);
      return r;
    }
    case Kind::kEnumerate: return count == 2 ? enumerate_next_into(cx, as<Enumerate>(iterator), to) : Value::unset();
    case Kind::kDictIterator: {
      auto* it = as<DictIterator>(iterator);
      if (count != 2 || it->part() != DictPart::kItems) return Value::unset();
      Value outcome;
      const DictEntry* entry = dict_iterator_step(cx, it, &outcome);
      if (!entry) return outcome;
      to[0] = entry->key;
      to[1] = entry->value;
      return Value::none();
    }
    default: return Value::unset();
  }
}

extern const Operations kZipOperations = {.hash = hash_by_identity, .iter = iterator_self, .next = zip_next};
extern const Operations kEnumerateOperations = {.hash = hash_by_identity, .iter = iterator_self, .next = enumerate_next};

// The first eight by Iterated; then the two that have names of their own backwards. The others are
// class reversed's then.
extern const TypeRow kSequenceIteratorTypes[10] = {
    sequence_type("list_iterator"),
    sequence_type("tuple_iterator"),
    sequence_type("str_ascii_iterator"),
    sequence_type("str_iterator"),
    sequence_type("bytes_iterator"),
    sequence_type("bytearray_iterator"),
    sequence_type("_collections._deque_iterator"),
    sequence_type("memory_iterator"),
    sequence_type("list_reverseiterator"),
    sequence_type("_collections._deque_reverse_iterator"),
};
const TypeRow* sequence_iterator_type(int aux) {
  const auto over = Iterated(aux >> 1);
  if (over > Iterated::kMemoryView) return &kSequenceIteratorTypes[0];
  if (!(aux & 1)) return &kSequenceIteratorTypes[aux >> 1];
  if (over == Iterated::kList) return &kSequenceIteratorTypes[8];
  return over == Iterated::kDeque ? &kSequenceIteratorTypes[9] : &kReversedType;
}
extern const TypeRow kSetIteratorType = {
    .kind = Kind::kSetIterator,
    .name = "set_iterator",
    .base = "object",
    .doc = "",
    .methods = kSetMethods,
    .operations = &kSetIteratorOperations,
    .flags = kClassNoNew | kClassFinal,
};
extern const TypeRow kZipType = {
    .kind = Kind::kZip,
    .name = "zip",
    .base = "object",
    .doc = "The zip object yields n-length tuples, where n is the number of iterables passed as positional arguments.",
    .methods = kZipMethods,
    .constructor = &kZipConstructor,
    .operations = &kZipOperations,
    .named = true,
};
extern const TypeRow kEnumerateType = {
    .kind = Kind::kEnumerate,
    .name = "enumerate",
    .base = "object",
    .doc = "Pairs of a count and the items of an iterable.",
    .methods = kEnumerateMethods,
    .constructor = &kEnumerateConstructor,
    .operations = &kEnumerateOperations,
    .named = true,
};
extern const TypeRow kMapType = {
    .kind = Kind::kInstance,
    .name = "map",
    .base = "object",
    .doc = "Computes the function using arguments from each of the iterables.",
    .methods = kReduceMethods,
    .constructor = &kMapConstructor,
    .operations = &kGeneratorOperations,
    .named = true,
    .place = [](Image& image, const TypeRow&, Class* cls) { image.classes[size_t(Kind::kMap)] = cls; },
};
extern const TypeRow kFilterType = {
    .kind = Kind::kInstance,
    .name = "filter",
    .base = "object",
    .doc = "An iterator over those items of an iterable for which the function is true.",
    .methods = kReduceMethods,
    .constructor = &kFilterConstructor,
    .operations = &kGeneratorOperations,
    .named = true,
    .place = place_nowhere,
};
extern const TypeRow kReversedType = {
    .kind = Kind::kInstance,
    .name = "reversed",
    .base = "object",
    .doc = "A reverse iterator over the items of a sequence.",
    .methods = kSequenceMethods,
    .constructor = &kReversedConstructor,
    .operations = &kGeneratorOperations,
    .named = true,
    .place = place_sequence_iterator,
};

// iter(callable, sentinel), iteration by __getitem__, ranges of big numbers, and what the natives' iterators accept as one of the
// program's: generators of the prelude.
extern const TypeRow kCallableIteratorType = stand_in_type("callable_iterator", kReduceMethods);
extern const TypeRow kIteratorByNextType = stand_in_type("iterator_by_next", kReduceMethods);
extern const TypeRow kItemsIteratorType = stand_in_type("iterator", kSequenceMethods);
extern const TypeRow kLongRangeIteratorType = stand_in_type("longrange_iterator", kSequenceMethods);

}  // namespace fermata
