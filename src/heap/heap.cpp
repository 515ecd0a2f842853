#include "heap/heap.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#ifdef __linux__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "heap/marker.h"

namespace fermata {

namespace {

// Memory that was never touched costs the system ten times what collecting it costs us, so the first collection comes early.
constexpr uint64_t kFirstTrigger = 2 * 1024 * 1024;

// Asks for large pages: memory is zeroed by the system when it is first touched, and that is several times cheaper in large pieces.
void advise_large_pages([[maybe_unused]] void* data, [[maybe_unused]] size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  const auto page = uintptr_t(sysconf(_SC_PAGESIZE));
  const uintptr_t begin = uintptr_t(data) & ~(page - 1);
  const uintptr_t end = (uintptr_t(data) + bytes + page - 1) & ~(page - 1);
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

// Large pieces come from the system and go back to it at once: malloc keeps what was freed, in pieces that fit nothing later, and a
// session would take twice the memory that its limit allows. (The address sanitizer wants to see them in malloc.)
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kMaps = false;
#elif defined(__has_feature)
constexpr bool kMaps = !__has_feature(address_sanitizer);
#else
constexpr bool kMaps = true;
#endif
constexpr size_t kMapped = 4 * 1024 * 1024;
constexpr size_t kAdvised = 2 * 1024 * 1024;
constexpr size_t kPageBytes = 4096;

bool is_mapped([[maybe_unused]] size_t bytes) {
#ifdef __linux__
  return kMaps && bytes >= kMapped;
#else
  return false;
#endif
}

// What this many bytes cost: malloc has headers of its own.
size_t held_for(size_t bytes) { return is_mapped(bytes) ? (bytes + kPageBytes - 1) & ~(kPageBytes - 1) : bytes + 16; }

void* take_memory(size_t bytes) {
  void* data;
#ifdef __linux__
  if (is_mapped(bytes)) {
    data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) return nullptr;
  } else
#endif
    data = std::malloc(bytes);
  if (data && bytes >= kAdvised) advise_large_pages(data, bytes);
  return data;
}

void give_memory_back(void* data, size_t bytes) {
#ifdef __linux__
  if (is_mapped(bytes)) {
    munmap(data, bytes);
    return;
  }
#endif
  std::free(data);
}

// In the place of `data`; null when there is no memory, and `data` is as it was.
void* resize_memory(void* data, size_t bytes, size_t new_bytes) {
  void* moved;
#ifdef __linux__
  if (is_mapped(bytes) && is_mapped(new_bytes)) {
    moved = mremap(data, bytes, new_bytes, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) return nullptr;
  } else if (is_mapped(bytes) || is_mapped(new_bytes)) {
    moved = take_memory(new_bytes);
    if (!moved) return nullptr;
    std::memcpy(moved, data, std::min(bytes, new_bytes));
    give_memory_back(data, bytes);
  } else
#endif
    moved = std::realloc(data, new_bytes);
  if (moved && new_bytes >= kAdvised) advise_large_pages(moved, new_bytes);
  return moved;
}

size_t page_bytes() {
#ifdef __linux__
  return size_t(sysconf(_SC_PAGESIZE));
#else
  return 4096;
#endif
}

void* take_pages(size_t bytes) {
#ifdef __linux__
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return data == MAP_FAILED ? nullptr : data;
#else
  return std::aligned_alloc(page_bytes(), bytes);
#endif
}

void protect_pages([[maybe_unused]] void* data, [[maybe_unused]] size_t bytes) {
#ifdef __linux__
  if (mprotect(data, bytes, PROT_READ) != 0) std::abort();
#endif
}

// Frees an object's buffers; the visitor of the sweep phase.
class Freer {
 public:
  explicit Freer(Heap& heap) : heap_(heap) {}
  template <class T>
  void operator()(const char*, T&) {}
  template <class T>
  void operator()(const char*, Array<T>& a) {
    heap_.release(a);
  }
  template <class T>
  void items(const char*, T*, size_t) {}
  template <class T>
  void derived(const char*, Array<T>& a) {
    heap_.release(a);
  }
  template <class T>
  void derived_object(const char*, T*&) {}
  void caches(Array<SiteCache>& a) { heap_.release(a); }
  void instance(Instance& o) { heap_.release(o.overflow); }
  void frames(Task& task) {
    for (Segment& s : task.segments) heap_.free_raw(s.data, s.capacity * sizeof(Value));
    heap_.release(task.segments);
    heap_.release(task.frames);
  }

 private:
  Heap& heap_;
};

// Does the type own buffers? Asked once per kind, by visiting with a visitor that only looks at types.
struct BufferFinder {
  bool found = false;
  template <class T>
  void operator()(const char*, T&) {}
  template <class T>
  void operator()(const char*, Array<T>&) {
    found = true;
  }
  template <class T>
  void items(const char*, T*, size_t) {}
  template <class T>
  void derived(const char*, Array<T>&) {
    found = true;
  }
  template <class T>
  void derived_object(const char*, T*&) {}
  void caches(Array<SiteCache>&) { found = true; }
  void instance(Instance&) { found = true; }
  void frames(Task&) { found = true; }
};

}  // namespace

const char* kind_name(Kind kind) {
  switch (kind) {
#define TYPE(number, Name, ...) \
  case Kind::k##Name: return #Name;
#include "heap/types.def"
    default: return "Free";
  }
}

void Marker::frames(Task& task) {
  for (Frame& f : task.frames) {
    mark(f.function);
    mark(f.code);
    mark(f.generator);
    mark(f.handled);
    mark(f.receiver);
    if (!f.generator) mark_all(f.registers, f.code->registers);
  }
}

struct alignas(16) Heap::RawLarge {
  RawLarge* next;
  RawLarge** previous;
  size_t bytes;  // this head's included
};

Heap::Heap(Budget& budget) : budget_(budget) {
  std::fill(std::begin(open_block_), std::end(open_block_), kNoBlock);
  set_trigger();
}

Heap::~Heap() {
  if (frozen_) return;  // never destroyed while threads may read it
  for (Block& b : blocks_)
    if (b.cell_bytes * b.room < kMaxPartialBlock) std::free(b.data);
  for (Arena& a : arenas_) std::free(a.data);
  for (Large& l : large_) give_memory_back(l.object, l.bytes);
  for (void* chunk : raw_chunks_) std::free(chunk);
  while (raw_large_) {
    RawLarge* next = raw_large_->next;
    give_memory_back(raw_large_, raw_large_->bytes);
    raw_large_ = next;
  }
}

uint64_t Heap::limit_left() const {
  uint64_t limit = budget_.limits.heap_bytes;
  if (!limit) return uint64_t(1) << 40;
  return limit > bytes_ ? limit - bytes_ : 0;
}

void Heap::set_trigger() {
  uint64_t limit = budget_.limits.heap_bytes;
  trigger_ = bytes_ + std::max(kFirstTrigger, bytes_);
  // Small allocations may pass the limit by a bit until the next safepoint.
  hard_limit_ = limit ? limit + std::min(limit / 8, kHardSlack) + (64 << 10) : UINT64_MAX;
  if (limit) trigger_ = std::min(trigger_, std::max(limit, bytes_));
  most_held_ = limit ? limit + kHeldMore : UINT64_MAX;
  hard_held_ = limit ? std::max(hard_limit_, most_held_ + kHardSlack) : UINT64_MAX;
}

void Heap::note_trigger() {
  trigger_ = bytes_ + (256 << 10);  // not again for every allocation until the safepoint
  request_collection();
}

char* Heap::take_block() {
  if (frozen_) return static_cast<char*>(take_frozen(kBlockBytes));
  if (!spare_blocks_.empty()) {
    char* block = spare_blocks_.back();
    spare_blocks_.pop_back();
    return block;
  }
  if (arena_next_ == arena_end_) {
    const size_t bytes = arenas_.empty() ? kFirstArenaBytes : std::min(arenas_.back().bytes * 2, kMaxArenaBytes);
    const bool huge = bytes >= kHugePage;
    auto* data = static_cast<char*>(huge ? std::aligned_alloc(kHugePage, bytes) : std::malloc(bytes));
    if (!data) std::abort();
    hold(bytes);
    if (huge) advise_large_pages(data, bytes);
    arenas_.push_back({data, bytes});
    arena_next_ = data;
    arena_end_ = data + bytes;
  }
  char* block = arena_next_;
  arena_next_ += kBlockBytes;
  return block;
}

void* Heap::take(size_t bytes) {
  if (frozen_) return take_frozen(bytes);
  void* data = take_memory(bytes);
  if (data) hold(held_for(bytes));
  return data;
}

void Heap::hold(uint64_t bytes) {
  held_ += bytes;
  if (held_ > most_held_) note_trigger();
}

void Heap::give_back(void* data, size_t bytes) {
  if (frozen_) return;
  // What malloc gets back stays the process's, mostly, until sweep() has it trimmed.
  if (is_mapped(bytes) || bytes < kPageBytes) held_ -= held_for(bytes);
  give_memory_back(data, bytes);
}

void* Heap::resize(void* data, size_t bytes, size_t new_bytes) {
  if (!frozen_) {
    void* moved = resize_memory(data, bytes, new_bytes);
    if (moved && is_mapped(bytes)) held_ -= held_for(bytes);
    if (moved) hold(held_for(new_bytes));
    return moved;
  }
  void* moved = take_frozen(new_bytes);
  std::memcpy(moved, data, std::min(bytes, new_bytes));
  return moved;
}

void* Heap::take_frozen(size_t bytes) {
  constexpr size_t kRegionBytes = 256 * 1024, kAlignment = 16;
  bytes = (bytes + kAlignment - 1) & ~(kAlignment - 1);
  if (unsealed_.empty() || size_t(unsealed_.back().second - region_next_) < bytes) {
    const size_t page = page_bytes();
    const size_t region = (std::max(bytes, kRegionBytes) + page - 1) & ~(page - 1);
    auto* data = static_cast<char*>(take_pages(region));
    if (!data) std::abort();
    unsealed_.emplace_back(data, data + region);
    region_next_ = data;
  }
  char* data = region_next_;
  region_next_ += bytes;
  return data;
}

void Heap::seal() {
  for (size_t b = sealed_blocks_; b < blocks_.size(); ++b)
    for (uint32_t i = 0; i < blocks_[b].cells; ++i)
      if (auto* o = reinterpret_cast<Object*>(blocks_[b].data + size_t(i) * blocks_[b].cell_bytes); o->kind != Kind::kFree)
        o->flags |= Object::kImmortal;
  for (size_t i = sealed_large_; i < large_.size(); ++i) large_[i].object->flags |= Object::kImmortal;
  sealed_blocks_ = blocks_.size();
  sealed_large_ = large_.size();
  // Nothing more is made in what is left of cells and buffers, and the next page is the first of what comes.
  std::fill(std::begin(free_), std::end(free_), nullptr);
  std::fill(std::begin(open_block_), std::end(open_block_), kNoBlock);
  std::fill(std::begin(next_block_), std::end(next_block_), 0);
  std::fill(std::begin(raw_free_), std::end(raw_free_), nullptr);
  raw_next_ = raw_end_ = nullptr;
  next_chunk_ = kFirstChunkBytes;
  raw_large_ = nullptr;
  if (unsealed_.empty()) return;
  std::pair<char*, char*> open = unsealed_.back();
  const size_t page = page_bytes();
  open.first = unsealed_.back().second = open.second - (size_t(open.second - region_next_) & ~(page - 1));
  for (auto [begin, end] : unsealed_) protect_pages(begin, size_t(end - begin));
  unsealed_.clear();
  region_next_ = open.first;
  if (open.first < open.second) unsealed_.push_back(open);
}

// Gives arenas that nothing lives in back to the system, once most of the memory is spare.
void Heap::release_arenas() {
  size_t total = 0;
  for (const Arena& a : arenas_) total += a.bytes;
  const size_t spare = spare_blocks_.size() * kBlockBytes;
  if (spare < total / 2 + 4 * kMaxArenaBytes && (spare < kMaxArenaBytes || held_ <= most_held_ - kHeldMore)) return;
  std::sort(spare_blocks_.begin(), spare_blocks_.end());
  size_t kept = 0;
  for (size_t i = 0; i < arenas_.size(); ++i) {
    const Arena arena = arenas_[i];
    const auto begin = std::lower_bound(spare_blocks_.begin(), spare_blocks_.end(), arena.data);
    const auto end = std::lower_bound(begin, spare_blocks_.end(), arena.data + arena.bytes);
    if (size_t(end - begin) * kBlockBytes != arena.bytes) {
      arenas_[kept++] = arena;
      continue;
    }
    spare_blocks_.erase(begin, end);
    held_ -= arena.bytes;
    std::free(arena.data);
  }
  arenas_.resize(kept);
}

// More free cells of a class: not a whole block at once, so that memory is touched just before it is used.
void* Heap::refill(size_t c) {
  const size_t cell_bytes = c * kGranule;
  if (open_block_[c] == kNoBlock) {
    const size_t block_bytes = std::max<size_t>(next_block_[c], kFirstBlockBytes);
    next_block_[c] = uint32_t(std::min(block_bytes * 2, kBlockBytes));
    char* data = block_bytes == kBlockBytes ? take_block() : static_cast<char*>(take(block_bytes));
    if (!data) std::abort();
    open_block_[c] = uint32_t(blocks_.size());
    blocks_.push_back({uint32_t(cell_bytes), 0, uint32_t(block_bytes / cell_bytes), uint32_t(block_bytes), data});
  }
  Block& block = blocks_[open_block_[c]];
  const uint32_t first = block.cells;
  const uint32_t more = std::min(block.room - first, uint32_t(kThreadedBytes / cell_bytes));
  block.cells += more;
  if (block.cells == block.room) open_block_[c] = kNoBlock;
  char* data = block.data + first * cell_bytes;
  FreeCell* next = nullptr;
  for (uint32_t i = more; i-- > 1;) next = new (data + i * cell_bytes) FreeCell{{Kind::kFree}, next};
  free_[c] = next;
  return data;
}

// What is large was also filled, or will be: whoever makes large things again and again must not escape the clock, however he is charged
// forgets to.
void Heap::count_large(size_t bytes) {
  constexpr size_t kCharged = 64 << 10, kBytesPerStep = 128;
  if (bytes >= kCharged) budget_.charge(bytes / kBytesPerStep);
  if ((bytes_ += bytes) > trigger_) note_trigger();
}

void* Heap::allocate_large(size_t bytes) {
  if (bytes > 4096 && !fits(bytes)) return nullptr;
  void* data = take(bytes);
  if (!data) return nullptr;
  hold(kLargeEntry);
  large_.push_back({static_cast<Object*>(data), bytes});
  count_large(bytes);
  return data;
}

void* Heap::allocate_raw(size_t bytes) {
  if (bytes <= kMaxRaw) {
    size_t c = (bytes + kGranule - 1) / kGranule;
    if ((bytes_ += c * kGranule) > trigger_) note_trigger();
    if (RawCell* cell = raw_free_[c]) {
      raw_free_[c] = cell->next;
      return cell;
    }
    size_t n = c * kGranule;
    if (size_t(raw_end_ - raw_next_) < n) {
      if (next_chunk_ == kBlockBytes) {
        raw_next_ = take_block();
      } else {
        raw_next_ = static_cast<char*>(take(next_chunk_));
        if (!raw_next_) std::abort();
        if (!frozen_) raw_chunks_.push_back(raw_next_);
      }
      raw_end_ = raw_next_ + next_chunk_;
      next_chunk_ = std::min(next_chunk_ * 2, kBlockBytes);
    }
    void* data = raw_next_;
    raw_next_ += n;
    return data;
  }
  if (bytes > 4096 && !fits(bytes)) return nullptr;
  auto* head = static_cast<RawLarge*>(take(bytes + sizeof(RawLarge)));
  if (!head) return nullptr;
  head->bytes = bytes + sizeof(RawLarge);
  head->next = raw_large_;
  head->previous = &raw_large_;
  if (raw_large_) raw_large_->previous = &head->next;
  raw_large_ = head;
  count_large(bytes);
  return head + 1;
}

void Heap::free_raw(void* data, size_t bytes) {
  if (bytes == 0) return;  // an array without a capacity of its own: its data is part of the binary
  if (bytes <= kMaxRaw) {
    size_t c = (bytes + kGranule - 1) / kGranule;
    bytes_ -= c * kGranule;
    auto* cell = static_cast<RawCell*>(data);
    cell->next = raw_free_[c];
    raw_free_[c] = cell;
    return;
  }
  bytes_ -= bytes;
  auto* head = static_cast<RawLarge*>(data) - 1;
  *head->previous = head->next;
  if (head->next) head->next->previous = head->previous;
  give_back(head, head->bytes);
}

void* Heap::grow_raw(void* data, size_t bytes, size_t used, size_t new_bytes) {
  if (bytes <= kMaxRaw) {
    void* grown = allocate_raw(new_bytes);
    if (!grown) return nullptr;
    if (used) std::memcpy(grown, data, used);
    if (data) free_raw(data, bytes);
    return grown;
  }
  // The system moves large buffers without copying them.
  if (new_bytes > 4096 && !fits(new_bytes)) return nullptr;
  auto* head = static_cast<RawLarge*>(data) - 1;
  head = static_cast<RawLarge*>(resize(head, head->bytes, new_bytes + sizeof(RawLarge)));
  if (!head) return nullptr;
  head->bytes = new_bytes + sizeof(RawLarge);
  *head->previous = head;
  if (head->next) head->next->previous = &head->next;
  bytes_ -= bytes;
  count_large(new_bytes);
  return head + 1;
}

void Heap::free_buffers(Object* o) {
  Freer freer(*this);
  visit(o, freer);
}

void Heap::collect(const std::function<void(Marker&)>& roots, const std::function<void()>& weak) {
  Marker marker;
  roots(marker);
  marker.drain();
  // Where the stack was full, marked objects were not visited: all are, from both ends in turn, since chains mostly go one way.
  for (bool forward = false; marker.take_overflow(); forward = !forward) {
    const auto visit_marked = [&](Object* o) {
      if (o->kind == Kind::kFree || !(o->flags & Object::kMarked)) return;
      visit(o, marker);
      marker.drain();
    };
    for (size_t n = blocks_.size(), i = 0; i < n; ++i) {
      const Block& block = blocks_[forward ? i : n - 1 - i];
      for (uint32_t j = 0; j < block.cells; ++j)
        visit_marked(reinterpret_cast<Object*>(block.data + size_t(forward ? j : block.cells - 1 - j) * block.cell_bytes));
    }
    for (size_t n = large_.size(), i = 0; i < n; ++i) visit_marked(large_[forward ? i : n - 1 - i].object);
  }
  const uint64_t most_held = held_;  // with what the weak tables are about to free
  weak();
  sweep(most_held);
  collection_due_ = false;
  set_trigger();
}

void Heap::sweep(uint64_t most_held) {
  static const auto owns_buffers = [] {
    std::array<bool, kKindLimit> table{};
#define TYPE(number, Name, ...)                      \
  {                                                  \
    alignas(16) char memory[sizeof(Name) + 64] = {}; \
    BufferFinder finder;                             \
    (new (memory) Name())->fields(finder);           \
    table[number] = finder.found;                    \
  }
#include "heap/types.def"
    return table;
  }();

  std::fill(std::begin(free_), std::end(free_), nullptr);
  std::fill(std::begin(open_block_), std::end(open_block_), kNoBlock);
  size_t kept = 0;
  uint64_t freed = 0;
  for (Block& block : blocks_) {
    const size_t c = block.cell_bytes / kGranule;
    FreeCell* list = free_[c];
    FreeCell* const before = list;
    uint32_t used = 0, dead = 0;
    for (uint32_t i = block.cells; i-- > 0;) {
      auto* o = reinterpret_cast<Object*>(block.data + size_t(i) * block.cell_bytes);
      if (o->kind != Kind::kFree) {
        if (o->flags & (Object::kMarked | Object::kImmortal)) {
          o->flags &= uint8_t(~Object::kMarked);
          ++used;
          continue;
        }
        if (owns_buffers[size_t(o->kind)]) free_buffers(o);
        ++dead;
      }
      list = new (o) FreeCell{{Kind::kFree}, list};
    }
    freed += uint64_t(dead) * block.cell_bytes;
    if (used == 0) {
      if (block.cell_bytes * block.room < kMaxPartialBlock) give_back(block.data, block.bytes);
      else spare_blocks_.push_back(block.data);
      list = before;
    } else {
      // Blocks that were never filled are rare: what is left of them but the last one is threaded now.
      if (block.cells < block.room && open_block_[c] != kNoBlock) {
        for (; block.cells < block.room; ++block.cells)
          list = new (block.data + size_t(block.cells) * block.cell_bytes) FreeCell{{Kind::kFree}, list};
      } else if (block.cells < block.room) {
        open_block_[c] = uint32_t(kept);
      }
      blocks_[kept++] = block;
    }
    free_[c] = list;
  }
  blocks_.resize(kept);
  bytes_ -= freed;
  release_arenas();

  size_t kept_large = 0;
  for (Large& l : large_) {
    if (l.object->flags & (Object::kMarked | Object::kImmortal)) {
      l.object->flags &= uint8_t(~Object::kMarked);
      large_[kept_large++] = l;
      continue;
    }
    free_buffers(l.object);
    bytes_ -= l.bytes;
    held_ -= kLargeEntry;
    give_back(l.object, l.bytes);
  }
  large_.resize(kept_large);
  if (frozen_ || most_held + std::exchange(wanted_, 0) <= most_held_ - kHeldMore) return;
    // What malloc has of freed memory goes back to the system, where whole pages are free.
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  held_ = outside_;
  for (const Arena& a : arenas_) held_ += a.bytes;
  for (const Block& b : blocks_) held_ += b.bytes < kBlockBytes ? held_for(b.bytes) : 0;
  for (const Large& l : large_) held_ += held_for(l.bytes) + kLargeEntry;
  for (const RawLarge* head = raw_large_; head; head = head->next) held_ += held_for(head->bytes);
}

void Heap::for_each(const std::function<void(Object*)>& f) {
  for (Block& block : blocks_)
    for (uint32_t i = 0; i < block.cells; ++i) {
      auto* o = reinterpret_cast<Object*>(block.data + size_t(i) * block.cell_bytes);
      if (o->kind != Kind::kFree) f(o);
    }
  for (Large& l : large_) f(l.object);
}

void Heap::for_each_unsealed(const std::function<void(Object*)>& f) {
  for (size_t b = sealed_blocks_; b < blocks_.size(); ++b)
    for (uint32_t i = 0; i < blocks_[b].cells; ++i) {
      auto* o = reinterpret_cast<Object*>(blocks_[b].data + size_t(i) * blocks_[b].cell_bytes);
      if (o->kind != Kind::kFree) f(o);
    }
  for (size_t i = sealed_large_; i < large_.size(); ++i) f(large_[i].object);
}

uint64_t Heap::objects() {
  uint64_t count = large_.size();
  for (const Block& block : blocks_)
    for (uint32_t i = 0; i < block.cells; ++i)
      count += reinterpret_cast<Object*>(block.data + size_t(i) * block.cell_bytes)->kind != Kind::kFree;
  return count;
}

void Heap::freeze() {
  frozen_ = true;
  trigger_ = UINT64_MAX;  // the owner keeps all of it for good: no collections
}

}  // namespace fermata
