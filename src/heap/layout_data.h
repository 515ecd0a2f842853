// The layouts of Python's data types: numbers, text, containers. Each struct lists its fields once, in
// `fields`; the marker, the sizer, the saver, the loader, the heap check and the dump are visitors over
// that. Methods live in src/objects/.
//
// A visitor is called as
//   v("name", value)                  Value, T*, Array<T>, an integer, a bool, a double
//   v.items("name", pointer, count)   what a variable-sized object holds inline
// kVariable marks types whose size is fixed at birth by a count; see Heap::make_sized.
#pragma once

#include <gmp.h>

#include <string_view>

#include "heap/array.h"
#include "heap/object.h"
#include "numbers/bigint.h"

namespace fermata {

// Text in UTF-8, where lone surrogates take three bytes. It follows the header, with a NUL after it; or,
// in a string made by appending (kShared), it is the beginning of another Str's, its buffer. Programs never
// see a buffer: `count` says how much of its `length` bytes are in use, and the string that ends there may be
// appended to without copying it. So loops that build a text piece by piece take linear time. States know
// nothing of this: a string is its text.
struct Str : Object {
  static constexpr Kind kKind = Kind::kStr;
  static constexpr bool kVariable = true;
  static constexpr uint16_t kAscii = 1;     // in aux
  static constexpr uint16_t kInterned = 2;  // in the Context's table of names
  static constexpr uint16_t kShared = 4;    // `inlined` holds a Str*, the buffer
  static constexpr uint16_t kBuffer = 8;
  static constexpr uint16_t kAppended = 16;  // made by appending a shorter text to a longer one
  uint32_t count;   // bytes
  uint32_t length;  // code points
  int64_t hash;     // 0: not computed yet
  alignas(8) char inlined[];

  const char* text() const { return aux & kShared ? buffer()->inlined : inlined; }
  char* fill() { return inlined; }  // where the text of a string that is being made goes
  std::string_view view() const { return {text(), count}; }
  bool ascii() const { return aux & kAscii; }
  bool shared() const { return aux & kShared; }
  Str*& buffer() { return *reinterpret_cast<Str**>(inlined); }
  const Str* buffer() const { return *reinterpret_cast<const Str* const*>(inlined); }
  static size_t extra_bytes(uint64_t n) { return n + 1; }
  template <class V> void fields(V& v) {
    if (shared()) v.derived_object("buffer", buffer());
    v.items("data", text(), count);
  }
};

struct Bytes : Object {
  static constexpr Kind kKind = Kind::kBytes;
  static constexpr bool kVariable = true;
  uint32_t count;
  uint32_t unused;
  int64_t hash;  // 0: not computed yet
  char data[];

  std::string_view view() const { return {data, count}; }
  static size_t extra_bytes(uint64_t n) { return n + 1; }
  template <class V> void fields(V& v) { v.items("data", data, count); }
};

// An integer outside the 63-bit range of Value (and only such: equal integers have one form).
// The sign is in aux: 1 for negative.
struct Int : Object {
  static constexpr Kind kKind = Kind::kInt;
  static constexpr bool kVariable = true;
  uint32_t count;  // limbs, the top one not zero
  uint32_t unused;
  mp_limb_t limbs[];

  IntView view() const { return {limbs, count, aux != 0}; }
  static size_t extra_bytes(uint64_t n) { return n * sizeof(mp_limb_t); }
  template <class V> void fields(V& v) { v("negative", aux); v.items("limbs", limbs, count); }
};

// A float that has no inline form (and only such).
struct Float : Object {
  static constexpr Kind kKind = Kind::kFloat;
  double value;
  template <class V> void fields(V& v) { v("value", value); }
};

struct Complex : Object {
  static constexpr Kind kKind = Kind::kComplex;
  double real, imag;
  template <class V> void fields(V& v) { v("real", real); v("imag", imag); }
};

struct Tuple : Object {
  static constexpr Kind kKind = Kind::kTuple;
  static constexpr bool kVariable = true;
  uint32_t count;
  uint32_t unused;
  Value items[];

  std::span<Value> span() { return {items, count}; }
  static size_t extra_bytes(uint64_t n) { return n * sizeof(Value); }
  template <class V> void fields(V& v) { v.items("items", items, count); }
};

struct List : Object {
  static constexpr Kind kKind = Kind::kList;
  static constexpr uint16_t kSorting = 1;  // in aux: its items are elsewhere while it is sorted; once it gets storage it was touched
  Array<Value> items;
  bool sorting() const { return aux & kSorting && !items.data; }  // and untouched: in states a list of one unset item
  template <class V> void fields(V& v) { v("items", items); }
};

// Insertion order lives in `entries`; a deleted entry has an unset key. `index` is an open-addressing table
// of entry numbers (-1 empty, -2 deleted), made only for more than eight entries; it is derived, not saved.
// After its last slot, at index.data[index.size], is the number of slots that are not empty.
struct DictEntry {
  int64_t hash;
  Value key, value;
  template <class V> void fields(V& v) { v("hash", hash); v("key", key); v("value", value); }
};
struct Dict : Object {
  static constexpr Kind kKind = Kind::kDict;
  // In aux, of globals of a module of the image's: its code sees what sessions set in it; sessions have variables of their own in it
  // (SessionPart).
  static constexpr uint16_t kPatchable = 1;
  static constexpr uint16_t kHasSessionPart = 2;
  Array<DictEntry> entries;
  Array<int32_t> index;
  uint32_t live = 0;     // entries that are not deleted
  uint32_t version = 0;  // changes with every key that comes or goes; what inline caches check
  uint32_t first = 0;    // all entries before it are holes
  template <class V> void fields(V& v) { v("entries", entries); v.derived("index", index); }
};

// CPython's set table, so that sets of integers iterate in CPython's order: `table` has a power of two of
// slots, a slot's key is unset when free; a free slot with hash -1 was used once (a dummy).
struct SetEntry {
  int64_t hash;
  Value key;
  template <class V> void fields(V& v) { v("hash", hash); v("key", key); }
};
struct Set : Object {
  static constexpr Kind kKind = Kind::kSet;
  Array<SetEntry> table;
  uint32_t live = 0;
  uint32_t fill = 0;  // live slots and dummies
  int64_t hash = -1;  // frozenset's cached hash, -1: not computed
  uint32_t finger = 0;  // where pop() looks next
  template <class V> void fields(V& v) { v("table", table); v("finger", finger); }
};
struct FrozenSet : Set {
  static constexpr Kind kKind = Kind::kFrozenSet;
};

struct Range : Object {
  static constexpr Kind kKind = Kind::kRange;
  Value start, stop, step, length;  // ints of any size
  template <class V> void fields(V& v) { v("start", start); v("stop", stop); v("step", step); v("length", length); }
};

struct Slice : Object {
  static constexpr Kind kKind = Kind::kSlice;
  Value start, stop, step;
  template <class V> void fields(V& v) { v("start", start); v("stop", stop); v("step", step); }
};

struct ByteArray : Object {
  static constexpr Kind kKind = Kind::kByteArray;
  Array<char> data;
  std::string_view view() const { return {data.data, data.size}; }
  template <class V> void fields(V& v) { v("data", data); }
};

// Items in the bytes of another object, one `format` wide, along each dimension `strides` bytes apart. The base
// may be shorter than it was in states that lie: readers check the bounds again (objects/containers/memoryview.h).
// A ByteArray counts the views of it that were not released in its aux (objects/containers/memoryview.h: may_resize).
struct MemoryView : Object {
  static constexpr Kind kKind = Kind::kMemoryView;
  static constexpr uint16_t kReadOnly = 1;  // in aux
  static constexpr uint32_t kMaxDimensions = 64;
  Value object;        // what the program made it of
  Value base;          // the Bytes or ByteArray with the bytes; unset once it is released
  Value format;        // str: as module struct has it, one character of native size with perhaps an '@' before it
  int64_t offset = 0;  // of item 0 …
  Array<int64_t> shape, strides;
  int64_t hash = -1;   // once it was asked for: it stays after a release
  bool readonly() const { return aux & kReadOnly; }
  // Bytes of an item, 0 for an unknown format.
  static uint32_t item_bytes(std::string_view format) {
    if (format.size() == 2 && format[0] == '@') format.remove_prefix(1);
    if (format.size() != 1) return 0;
    switch (format[0]) {
      case 'c': case 'b': case 'B': case '?': return 1;
      case 'h': case 'H': return 2;
      case 'i': case 'I': case 'f': case 'w': return 4;  // 'w': array's characters, which views can't read
      case 'l': case 'L': case 'q': case 'Q': case 'n': case 'N': case 'd': case 'P': return 8;
      default: return 0;
    }
  }
  // Do all items lie in the first `size` bytes?
  bool within(uint64_t size, uint32_t width) const {
    __int128 low = offset, high = offset;
    for (uint32_t i = 0; i < shape.size; ++i) {
      if (shape.data[i] <= 0) return shape.data[i] == 0 && offset >= 0 && uint64_t(offset) <= size;
      const __int128 reach = __int128(shape.data[i] - 1) * strides.data[i];
      (reach < 0 ? low : high) += reach;
    }
    return low >= 0 && high + width <= size;
  }
  template <class V> void fields(V& v) {
    v("readonly", aux); v("object", object); v("base", base); v("format", format); v("offset", offset);
    v("shape", shape); v("strides", strides); v("hash", hash);
  }
};

// What a weak reference refers by. Ordinary collections keep the target; only gc.collect() lets go of what is
// reached only by such cells (then None), so that what a program sees never depends on when the heap is swept.
struct WeakCell : Object {
  static constexpr Kind kKind = Kind::kWeakCell;
  Value target;  // None: it is gone
  Value owner;   // the reference object, notified when the target goes; it holds this cell
  template <class V> void fields(V& v) {
    if constexpr (requires { v.weak(target); }) v.weak(target);
    else v("target", target);
    v("owner", owner);
  }
};

// --- iterators that natives can advance without running user code

// What a SequenceIterator goes over: it says so even when it is at its end.
enum class Iterated : uint16_t { kList, kTuple, kAsciiStr, kStr, kBytes, kByteArray, kDeque, kMemoryView };

// Over a list, tuple, str, bytes, bytearray, deque or memoryview. aux: bit 0 backwards, then what it goes over
// (Iterated). Its end unsets `sequence`.
struct SequenceIterator : Object {
  static constexpr Kind kKind = Kind::kSequenceIterator;
  Value sequence;
  uint64_t index = 0;     // items; bytes into a str. Backwards: just after the next item
  uint32_t expected = 0;  // a deque's version when it was made: "deque mutated during iteration"
  bool backwards() const { return aux & 1; }
  template <class V> void fields(V& v) { v("over", aux); v("sequence", sequence); v("index", index); v("expected", expected); }
};

struct RangeIterator : Object {
  static constexpr Kind kKind = Kind::kRangeIterator;
  int64_t next, step;
  uint64_t remaining;
  template <class V> void fields(V& v) { v("next", next); v("step", step); v("remaining", remaining); }
};

enum class DictPart : uint16_t { kKeys, kValues, kItems };

// aux: DictPart, +8 for backwards. Its end unsets `dict`.
struct DictIterator : Object {
  static constexpr Kind kKind = Kind::kDictIterator;
  Value dict;
  uint32_t index;      // next entry to look at; backwards: just after it
  uint32_t expected;   // live entries when it was made: "dictionary changed size during iteration"
  uint32_t remaining;  // items it still has to give: "dictionary keys changed during iteration"
  DictPart part() const { return DictPart(aux & 7); }
  bool backwards() const { return aux & 8; }
  template <class V> void fields(V& v) {
    v("part", aux); v("dict", dict); v("index", index); v("expected", expected); v("remaining", remaining);
  }
};

struct SetIterator : Object {
  static constexpr Kind kKind = Kind::kSetIterator;
  Value set;
  uint32_t index;
  uint32_t expected;
  template <class V> void fields(V& v) { v("set", set); v("index", index); v("expected", expected); }
};

struct DictView : Object {  // aux: DictPart, +8 of an OrderedDict
  static constexpr Kind kKind = Kind::kDictView;
  Value dict;
  DictPart part() const { return DictPart(aux & 7); }
  bool ordered() const { return aux & 8; }
  template <class V> void fields(V& v) { v("part", aux); v("dict", dict); }
};

// zip over iterators that are all natives' own; others are generators of the prelude. aux: bit 0 strict,
// then how deep zips and enumerates are nested below it, itself included; likewise Enumerate's aux.
struct Zip : Object {
  static constexpr Kind kKind = Kind::kZip;
  Array<Value> iterators;
  template <class V> void fields(V& v) { v("strict_depth", aux); v("iterators", iterators); }
};

struct Enumerate : Object {
  static constexpr Kind kKind = Kind::kEnumerate;
  Value iterator, count;
  template <class V> void fields(V& v) { v("depth", aux); v("iterator", iterator); v("count", count); }
};

// map of a native that calls nothing, over one of the simple iterators above; other maps are generators of the prelude. `held` is an
// item that was taken and turned out to need user code; unset for none.
struct Map : Object {
  static constexpr Kind kKind = Kind::kMap;
  Value function, iterator, held;
  template <class V> void fields(V& v) { v("function", function); v("iterator", iterator); v("held", held); }
};

// --- types of the standard library with a native part

// Item i is items[head + i]; what comes before `head` is unset room for appendleft.
struct Deque : Object {
  static constexpr Kind kKind = Kind::kDeque;
  Array<Value> items;
  Value maxlen = Value::none();  // a small int, or None
  uint32_t head = 0;
  uint32_t version = 0;          // changes with every item that comes or goes
  uint32_t count() const { return items.size - head; }
  template <class V> void fields(V& v) { v("items", items); v("maxlen", maxlen); v("head", head); v("version", version); }
};

// A compiled regular expression; PCRE2's code is made on first use and kept by the Context, not here.
struct Pattern : Object {
  static constexpr Kind kKind = Kind::kPattern;
  Value source;       // str or bytes
  Value group_names;  // dict: name → number
  uint32_t re_flags = 0, groups = 0;
  template <class V> void fields(V& v) { v("source", source); v("group_names", group_names); v("flags", re_flags); v("groups", groups); }
};

struct Match : Object {
  static constexpr Kind kKind = Kind::kMatch;
  Value pattern, string;
  Array<int64_t> spans;  // two per group, in bytes (pos and endpos: code points); -1 for a group that took no part
  int64_t pos = 0, endpos = 0, last_group = -1;
  template <class V> void fields(V& v) {
    v("pattern", pattern); v("string", string); v("spans", spans); v("pos", pos); v("endpos", endpos); v("last_group", last_group);
  }
};

// The Mersenne Twister of module random.
struct RandomState : Object {
  static constexpr Kind kKind = Kind::kRandomState;
  Array<uint32_t> state;  // 624 words
  uint32_t position = 624;
  double next_gauss = 0;
  bool has_gauss = false;
  template <class V> void fields(V& v) {
    v("state", state); v("position", position); v("next_gauss", next_gauss); v("has_gauss", has_gauss);
  }
};

}  // namespace fermata
