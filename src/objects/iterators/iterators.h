// Iterators that natives can advance without running user code, and Items, by which leaves take in all
// that an iterable gives. The dispatch loop's `for` uses the inline steps; natives use Items. iterators.cpp
// has the types' tables, zip and enumerate included.
#pragma once

#include <span>
#include <vector>

#include "objects/natives/native.h"
#include "runtime/context.h"

namespace fermata {

struct Operations;
extern const Operations kSequenceIteratorOperations, kSetIteratorOperations, kZipOperations, kEnumerateOperations, kMapOperations;
extern const TypeRow kSequenceIteratorTypes[10], kSetIteratorType, kZipType, kEnumerateType;
// Classes whose objects are the prelude's generators in disguise, or other iterators.
extern const TypeRow kMapType, kFilterType, kReversedType;
// iter, next, len, sorted, all, any, …
extern const std::span<const NativeRow> kContainerBuiltins;
extern const std::span<const NativeRow> kIteratorIntrinsics;

Value map_take(Context& cx, Value* args);

// Rows' leaves for __reduce__ and __setstate__: iterator_states.cpp. They defer for generators of the prelude.
Value iterator_reduce(Context& cx, Value* args);
Value iterator_setstate(Context& cx, Value* args);
// How many characters of a str come before that byte: its iterators count bytes, what programs see characters.
uint64_t characters_before(const Str* s, uint64_t index);

SequenceIterator* new_sequence_iterator(Context& cx, Value sequence);
SequenceIterator* new_reverse_iterator(Context& cx, Value sequence, uint64_t end);

// `a, b = next(iterator)` without the tuple, for iterators whose items are tuples made for the purpose: the next `count` values go
// to `to`. None: done; unset: not such an iterator, nothing was changed; else exhausted or an outcome.
Value iter_next_into(Context& cx, Value iterator, Value* to, uint32_t count);

Value sequence_iterator_next_slow(Context& cx, SequenceIterator* it);
inline Value sequence_iterator_next(Context& cx, SequenceIterator* it) {
  if (!it->backwards()) {
    if (is<List>(it->sequence)) {
      const List* list = as<List>(it->sequence);
      if (it->index < list->items.size) return list->items.data[it->index++];
      it->sequence = Value::unset();
      return Value::exhausted();
    }
    if (is<Tuple>(it->sequence)) {
      const Tuple* tuple = as<Tuple>(it->sequence);
      if (it->index < tuple->count) return tuple->items[it->index++];
      it->sequence = Value::unset();
      return Value::exhausted();
    }
  }
  return sequence_iterator_next_slow(cx, it);
}

// What a leaf returns when it would iterate over something that is_leaf_iterable refuses: TypeError when it
// cannot be iterated over at all, else defer.
Value not_leaf_iterable(Context& cx, Value v);
// How many items a leaf iterable still has, at most (exactly, but for a str's iterator over text that is
// not ASCII). UINT64_MAX for a range longer than that.
uint64_t remaining_items(Value iterable);

// All items of an iterable, for leaves that need them at once. Lists and tuples are looked at in place.
class Items {
 public:
  explicit Items(Context& cx) : cx_(cx), room_(cx) {}
  // None, or an outcome: defer when iterating runs user code, TypeError "'int' object is not iterable",
  // retry when memory or steps run out.
  Value take(Value iterable);
  std::span<const Value> span() const { return span_; }
  size_t size() const { return span_.size(); }
  const Value* begin() const { return span_.data(); }
  const Value* end() const { return span_.data() + span_.size(); }
  // To be called with a defer or retry that comes after take(): iterators that take() advanced are set
  // back, since the twin, or the next try, will iterate again.
  Value give_back(Value outcome);

 private:
  struct Saved {
    Object* iterator;
    unsigned char state[48];
  };
  void save(Value iterator);

  Context& cx_;
  std::span<const Value> span_;
  std::vector<Value> storage_;
  Outside room_;  // storage_'s
  std::vector<Saved> saved_;
};

}  // namespace fermata
