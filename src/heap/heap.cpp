#include "heap/heap.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "heap/marker.h"

namespace fermata {

namespace {

constexpr uint64_t kFirstTrigger = 8 * 1024 * 1024;

// Frees an object's buffers; the visitor of the sweep phase.
class Freer {
 public:
  explicit Freer(Heap& heap) : heap_(heap) {}
  template <class T> void operator()(const char*, T&) {}
  template <class T> void operator()(const char*, Array<T>& a) { heap_.release(a); }
  template <class T> void items(const char*, T*, size_t) {}
  template <class T> void derived(const char*, Array<T>& a) { heap_.release(a); }
  template <class T> void derived_object(const char*, T*&) {}
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
  template <class T> void operator()(const char*, T&) {}
  template <class T> void operator()(const char*, Array<T>&) { found = true; }
  template <class T> void items(const char*, T*, size_t) {}
  template <class T> void derived(const char*, Array<T>&) { found = true; }
  template <class T> void derived_object(const char*, T*&) {}
  void caches(Array<SiteCache>&) { found = true; }
  void instance(Instance&) { found = true; }
  void frames(Task&) { found = true; }
};

}  // namespace

const char* kind_name(Kind kind) {
  switch (kind) {
#define TYPE(number, Name, python) \
  case Kind::k##Name: return #Name;
#include "heap/types.def"
#undef TYPE
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

struct Heap::RawLarge {
  RawLarge* next;
  RawLarge** previous;
};

Heap::~Heap() {
  for (Block& b : blocks_) std::free(b.data);
  for (Large& l : large_) std::free(l.object);
  for (void* chunk : raw_chunks_) std::free(chunk);
  while (raw_large_) {
    RawLarge* next = raw_large_->next;
    std::free(raw_large_);
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
  trigger_ = std::max(kFirstTrigger, bytes_ * 2);
  // Small allocations may pass the limit by a bit until the next safepoint.
  hard_limit_ = limit ? limit + limit / 8 + (64 << 10) : UINT64_MAX;
  if (limit) trigger_ = std::min(trigger_, std::max(limit, bytes_));
}

void Heap::note_trigger() {
  trigger_ = bytes_ + (256 << 10);  // not again for every allocation until the safepoint
  request_collection();
}

void* Heap::refill(size_t c) {
  size_t cell_bytes = c * kGranule;
  const size_t block_bytes = std::max<size_t>(next_block_[c], kFirstBlockBytes);
  next_block_[c] = uint32_t(std::min(block_bytes * 2, kBlockBytes));
  uint32_t cells = uint32_t(block_bytes / cell_bytes);
  char* data = static_cast<char*>(std::malloc(cells * cell_bytes));
  if (!data) std::abort();
  blocks_.push_back({uint32_t(cell_bytes), cells, data});
  FreeCell* next = nullptr;
  for (uint32_t i = cells; i-- > 1;) {
    auto* cell = new (data + i * cell_bytes) FreeCell{{Kind::kFree}, next};
    next = cell;
  }
  free_[c] = next;
  return data;
}

void* Heap::allocate_large(size_t bytes) {
  if (bytes > 4096 && !fits(bytes)) return nullptr;
  void* data = std::malloc(bytes);
  if (!data) return nullptr;
  large_.push_back({static_cast<Object*>(data), bytes});
  ++objects_;
  if ((bytes_ += bytes) > trigger_) note_trigger();
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
      raw_next_ = static_cast<char*>(std::malloc(next_chunk_));
      if (!raw_next_) std::abort();
      raw_end_ = raw_next_ + next_chunk_;
      next_chunk_ = std::min(next_chunk_ * 2, kBlockBytes);
      raw_chunks_.push_back(raw_next_);
    }
    void* data = raw_next_;
    raw_next_ += n;
    return data;
  }
  if (bytes > 4096 && !fits(bytes)) return nullptr;
  auto* head = static_cast<RawLarge*>(std::malloc(bytes + sizeof(RawLarge)));
  if (!head) return nullptr;
  head->next = raw_large_;
  head->previous = &raw_large_;
  if (raw_large_) raw_large_->previous = &head->next;
  raw_large_ = head;
  if ((bytes_ += bytes) > trigger_) note_trigger();
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
  std::free(head);
}

void Heap::free_buffers(Object* o) {
  Freer freer(*this);
  visit(o, freer);
}

void Heap::collect(const std::function<void(Marker&)>& roots, const std::function<void()>& weak) {
  Marker marker;
  roots(marker);
  marker.drain();
  weak();
  sweep();
  collection_due_ = false;
  set_trigger();
}

void Heap::sweep() {
  static const auto owns_buffers = [] {
    std::array<bool, kKindLimit> table{};
#define TYPE(number, Name, python)                                        \
    {                                                                     \
      alignas(16) char memory[sizeof(Name) + 64] = {};                    \
      BufferFinder finder;                                                \
      (new (memory) Name())->fields(finder);                              \
      table[number] = finder.found;                                       \
    }
#include "heap/types.def"
#undef TYPE
    return table;
  }();

  std::fill(std::begin(free_), std::end(free_), nullptr);
  size_t kept = 0;
  for (Block& block : blocks_) {
    FreeCell* list = free_[block.cell_bytes / kGranule];
    FreeCell* const before = list;
    uint32_t used = 0;
    for (uint32_t i = block.cells; i-- > 0;) {
      auto* o = reinterpret_cast<Object*>(block.data + size_t(i) * block.cell_bytes);
      if (o->kind != Kind::kFree) {
        if (o->flags & (Object::kMarked | Object::kImmortal)) {
          o->flags &= uint8_t(~Object::kMarked);
          ++used;
          continue;
        }
        if (owns_buffers[size_t(o->kind)]) free_buffers(o);
        bytes_ -= block.cell_bytes;
        --objects_;
      }
      list = new (o) FreeCell{{Kind::kFree}, list};
    }
    if (used == 0) {
      std::free(block.data);
      list = before;
    } else {
      blocks_[kept++] = block;
    }
    free_[block.cell_bytes / kGranule] = list;
  }
  blocks_.resize(kept);

  size_t kept_large = 0;
  for (Large& l : large_) {
    if (l.object->flags & (Object::kMarked | Object::kImmortal)) {
      l.object->flags &= uint8_t(~Object::kMarked);
      large_[kept_large++] = l;
      continue;
    }
    free_buffers(l.object);
    bytes_ -= l.bytes;
    --objects_;
    std::free(l.object);
  }
  large_.resize(kept_large);
}

void Heap::for_each(const std::function<void(Object*)>& f) {
  for (Block& block : blocks_)
    for (uint32_t i = 0; i < block.cells; ++i) {
      auto* o = reinterpret_cast<Object*>(block.data + size_t(i) * block.cell_bytes);
      if (o->kind != Kind::kFree) f(o);
    }
  for (Large& l : large_) f(l.object);
}

void Heap::freeze() {
  for_each([](Object* o) { o->flags |= Object::kImmortal; });
  trigger_ = UINT64_MAX;  // the owner keeps all of it for good: no more collections
}

}  // namespace fermata
