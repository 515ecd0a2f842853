// Heap: where a session's objects live. Small objects come from blocks of equal cells, large ones from
// malloc; nothing moves. Collection is mark and sweep with an explicit mark stack, and happens only when
// the dispatch loop calls collect() at a safepoint, so natives hold raw pointers freely between safepoints.
// Every byte is charged to the Budget's heap limit before memory exists. The Context owns the heap.
//
// What may fail: make<T>() never does. make_sized() and reserve() give null/false when the request does
// not fit in what the limit leaves; a native then returns Context::out_of_memory() having changed nothing.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <new>
#include <vector>

#include "base/budget.h"
#include "heap/layout_data.h"
#include "heap/layout_program.h"

namespace fermata {

class Marker;

class Heap {
 public:
  explicit Heap(Budget& budget);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  template <class T>
  T* make() {
    T* object = new (allocate_small(sizeof(T))) T();
    object->kind = T::kKind;
    return object;
  }

  // A variable-sized object of `count` elements, its elements zero. Null when it doesn't fit.
  template <class T>
  T* make_sized(uint64_t count) {
    if (count > UINT32_MAX) return nullptr;
    const size_t bytes = sizeof(T) + T::extra_bytes(count);
    if (bytes <= kMaxSmall) {
      void* cell = allocate_small(bytes);
      zero_cell(cell, bytes);
      return start<T>(cell, count, 0);
    }
    void* cell = allocate_large(bytes);
    if (!cell) return nullptr;
    std::memset(cell, 0, bytes);
    return start<T>(cell, count, Object::kLarge);
  }
  // The same for text and bytes whose caller fills them at once: only the header and what comes after the elements are zero.
  template <class T>
  T* make_unfilled(uint64_t count) {
    if (count > UINT32_MAX) return nullptr;
    const size_t bytes = sizeof(T) + T::extra_bytes(count);
    void* cell = bytes <= kMaxSmall ? allocate_small(bytes) : allocate_large(bytes);
    if (!cell) return nullptr;
    T* object = start<T>(cell, count, bytes <= kMaxSmall ? 0 : Object::kLarge);
    static_cast<char*>(cell)[bytes - 1] = 0;
    return object;
  }
  // A Str, Bytes or Int may be made larger than it turns out: a smaller count is enough.

  template <class T>
  bool reserve(Array<T>& array, uint64_t capacity) {
    return capacity <= array.capacity || grow(array, capacity, capacity);
  }
  template <class T>
  bool push(Array<T>& array, T item) {
    if (array.size == array.capacity && !grow(array, uint64_t(array.size) + 1, array.size < 4 ? 4 : uint64_t(array.size) + array.size / 2))
      return false;
    array.data[array.size++] = item;
    return true;
  }
  template <class T>
  bool resize(Array<T>& array, uint64_t size) {  // new elements are zero
    if (!reserve(array, size)) return false;
    if (size > array.size) std::memset(static_cast<void*>(array.data + array.size), 0, (size - array.size) * sizeof(T));
    array.size = uint32_t(size);
    return true;
  }
  template <class T>
  void release(Array<T>& array) {
    if (array.data) free_raw(array.data, array.capacity * sizeof(T));
    array = {};
  }

  // Buffers that belong to an object (register segments, tables). Null when it doesn't fit.
  void* allocate_raw(size_t bytes);
  void free_raw(void* data, size_t bytes);
  // A larger buffer in the place of `data` (may be null), with its first `used` bytes. Null when it doesn't fit: `data` is as it was.
  void* grow_raw(void* data, size_t bytes, size_t used, size_t new_bytes);

  // Memory of the session's that is elsewhere: what outlives an instruction (pending calls, output, indexes, patterns) and what a native
  // needs for long (Outside). It counts as the heap's. A table that grows counts the new one before it gives the old one back.
  void count_outside(int64_t bytes) {
    bytes_ += uint64_t(bytes);
    outside_ += uint64_t(bytes);
    if (bytes > 0 && bytes_ > trigger_) note_trigger();
    if (bytes > -kLingering) hold(uint64_t(bytes));  // what malloc gets back of much more stays the process's, as in give_back()
  }
  // May this many bytes be taken? (Without a collection.)
  bool fits(uint64_t bytes) {
    const bool fits_limit = bytes <= limit_left();
    if (fits_limit && (bytes <= kAlwaysHeld || held_ + bytes <= most_held_)) return true;
    wanted_ = std::max(wanted_, std::min(bytes, most_held_));
    return false;
  }
  uint64_t bytes() const { return bytes_; }
  uint64_t objects();  // counts them
  // Small allocations were let through above the limit; natives in a loop stop when this is true.
  bool far_over() const { return bytes_ > hard_limit_ || held_ > hard_held_; }
  bool over_limit() const { return (budget_.limits.heap_bytes && bytes_ > budget_.limits.heap_bytes) || held_ > most_held_; }
  bool collection_due() const { return collection_due_; }
  void request_collection() {
    collection_due_ = true;
    budget_.force_safepoint();
  }
  void limits_changed() { set_trigger(); }

  // Collects: `roots` marks what is reachable from outside; `weak` is called after marking to drop entries
  // of weak tables (is_marked tells).
  void collect(const std::function<void(Marker&)>& roots, const std::function<void()>& weak);
  static bool is_marked(const Object* o) { return o->flags & (Object::kMarked | Object::kImmortal); }

  // Calls `f(Object*)` for every live object (between collections garbage is included).
  void for_each(const std::function<void(Object*)>& f);

  // Serial number of an object for id() and default hashes; given at the first question.
  uint32_t serial_of(Object* o) {
    if (!o->serial)
      o->serial = next_serial_ < kLastSerial ? next_serial_++ : kLastSerial;  // for the rest: no program gets there in its lifetime
    return o->serial;
  }
  static constexpr uint32_t kLastSerial = UINT32_MAX - 1;
  uint32_t next_serial() const { return next_serial_; }
  void set_next_serial(uint32_t n) { next_serial_ = n; }

  // This is the image's heap: what is made in it stays for good. Before anything is made.
  void freeze();
  bool frozen() const { return frozen_; }
  // What a frozen heap holds becomes immortal, and its pages read-only for good: whatever writes into the image faults there and then.
  // What is made later comes from pages of its own, so that no other thread ever finds a published page writable.
  void seal();
  // Calls `f(Object*)` for what a frozen heap holds that is not sealed.
  void for_each_unsealed(const std::function<void(Object*)>& f);

 private:
  static constexpr size_t kGranule = 8;
  static constexpr size_t kMaxSmall = 512;
  static constexpr size_t kClasses = kMaxSmall / kGranule + 1;
  static constexpr size_t kBlockBytes = 32 * 1024;
  static constexpr size_t kFirstBlockBytes = 1024;  // small sessions are made and loaded in microseconds: blocks start small and double
  static constexpr size_t kFirstArenaBytes = 256 * 1024;
  static constexpr size_t kMaxArenaBytes = 4 * 1024 * 1024;
  static constexpr size_t kHugePage = 2 * 1024 * 1024;
  static constexpr size_t kLargeEntry = 48;                        // in large_, once more while that grows
  static constexpr size_t kMaxPartialBlock = kBlockBytes / 2 + 1;  // the room of smaller blocks, which malloc gave, is at most this
  static constexpr size_t kThreadedBytes = 2048;                   // how much of a block becomes free cells at a time
  static constexpr size_t kMaxRaw = 1024;
  static constexpr size_t kFirstChunkBytes = 2 * kMaxRaw;
  static constexpr uint32_t kNoBlock = UINT32_MAX;

  struct FreeCell {
    Object header;
    FreeCell* next;
  };
  // `cells` of a block's `room` are in use or in the free list; the rest was never touched.
  struct Block {
    uint32_t cell_bytes;
    uint32_t cells;
    uint32_t room;
    uint32_t bytes;
    char* data;
  };
  // Full-sized blocks and chunks come from arenas: fewer, larger pieces of the system's memory.
  struct Arena {
    char* data;
    size_t bytes;
  };
  struct Large {
    Object* object;
    size_t bytes;
  };
  struct RawCell {
    RawCell* next;
  };
  struct RawLarge;

  // Where memory comes from: the system, or, when frozen, pages that seal() will protect and that are never given back.
  void* take(size_t bytes);
  void hold(uint64_t bytes);
  void* take_frozen(size_t bytes);
  void give_back(void* data, size_t bytes);
  void* resize(void* data, size_t bytes, size_t new_bytes);
  void* allocate_small(size_t bytes) {
    static_assert(sizeof(FreeCell) == 2 * kGranule);  // as small as an object gets
    size_t c = (bytes + kGranule - 1) / kGranule;
    if ((bytes_ += c * kGranule) > trigger_) [[unlikely]]
      note_trigger();
    FreeCell* cell = free_[c];
    if (!cell) [[unlikely]]
      return refill(c);
    free_[c] = cell->next;
    return cell;
  }
  // A cell's first `bytes`, rounded up to granules; at least two. Most are a few: a call of memset costs more than they do.
  static void zero_cell(void* cell, size_t bytes) {
    auto* g = static_cast<uint64_t*>(cell);
    g[0] = g[1] = 0;
    if (bytes <= 16) return;
    g[2] = 0;
    if (bytes <= 24) return;
    g[3] = 0;
    if (bytes <= 32) return;
    g[4] = 0;
    if (bytes <= 40) return;
    g[5] = 0;
    if (bytes <= 48) return;
    std::memset(g + 6, 0, bytes - 48);
  }
  template <class T>
  static T* start(void* cell, uint64_t count, uint8_t flags) {
    T* object = new (cell) T();
    object->kind = T::kKind;
    object->flags = flags;
    if constexpr (requires { object->count; }) object->count = uint32_t(count);
    else object->aux = uint16_t(count);
    return object;
  }
  void* refill(size_t c);
  void* allocate_large(size_t bytes);
  void count_large(size_t bytes);
  char* take_block();  // kBlockBytes, not initialised
  void release_arenas();
  void note_trigger();
  void set_trigger();
  uint64_t limit_left() const;
  void sweep(uint64_t most_held);
  void free_buffers(Object* o);

  template <class T>
  bool grow(Array<T>& array, uint64_t least, uint64_t wanted) {
    if (least > UINT32_MAX) return false;
    if (wanted > UINT32_MAX) wanted = least;
    const size_t before = array.capacity * sizeof(T), used = array.size * sizeof(T);
    void* data = grow_raw(array.data, before, used, wanted * sizeof(T));
    // Near the limit by less, but never by one each time: that would copy everything again for each element.
    if (!data && wanted > least) data = grow_raw(array.data, before, used, (wanted = least + array.size / 16) * sizeof(T));
    if (!data) return false;
    array.data = static_cast<T*>(data);
    array.capacity = uint32_t(wanted);
    return true;
  }

  Budget& budget_;
  uint64_t bytes_ = 0;
  uint64_t trigger_ = 0, hard_limit_ = 0;
  // What was taken from the system: more than the living, for of a block one cell may live, and freed buffers wait for others of their
  // size. It may be a little over the limit, and then the session ends as one whose living need too much. The process itself takes up to 19
  // MB, and what is promised is the limit and 40 MB.
  static constexpr int64_t kLingering = 256 * 1024;
  static constexpr uint64_t kHeldMore = 6 * 1024 * 1024, kHardSlack = 4 * 1024 * 1024;
  static constexpr uint64_t kAlwaysHeld = 256 * 1024;  // smaller pieces often come from what was freed
  uint64_t outside_ = 0;
  uint64_t wanted_ = 0;  // the most that was refused since the last collection
  uint64_t held_ = 0, most_held_ = UINT64_MAX, hard_held_ = UINT64_MAX;
  bool frozen_ = false;
  size_t sealed_blocks_ = 0, sealed_large_ = 0;  // the first of blocks_ and large_
  bool collection_due_ = false;
  uint32_t next_serial_ = 1;
  FreeCell* free_[kClasses] = {};
  uint32_t next_block_[kClasses] = {};  // bytes of the next block of that class, 0: the first
  uint32_t open_block_[kClasses];       // the block of that class that has untouched cells, or kNoBlock
  std::vector<Block> blocks_;
  std::vector<Arena> arenas_;
  std::vector<char*> spare_blocks_;  // of arenas, in no use
  char* arena_next_ = nullptr;       // what is left of the last arena
  char* arena_end_ = nullptr;
  std::vector<Large> large_;
  std::vector<std::pair<char*, char*>> unsealed_;  // of a frozen heap: the regions that are still written to; the last is being filled,
  char* region_next_ = nullptr;                    // from here
  RawCell* raw_free_[kMaxRaw / kGranule + 1] = {};
  char* raw_next_ = nullptr;
  char* raw_end_ = nullptr;
  std::vector<void*> raw_chunks_;  // smaller than a block, not of an arena
  size_t next_chunk_ = kFirstChunkBytes;
  RawLarge* raw_large_ = nullptr;  // buffers over kMaxRaw, in a list, so that the end of the session frees them
};

}  // namespace fermata
