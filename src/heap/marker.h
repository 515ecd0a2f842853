// Marker: the visitor of the collector's mark phase, with its own stack so that long chains of objects
// never grow the C++ stack. Made by Heap::collect; roots are marked through it.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "heap/visit.h"

namespace fermata {

class Marker {
 public:
  void mark(Object* o) {
    if (!o || (o->flags & (Object::kMarked | Object::kImmortal))) return;
    o->flags |= Object::kMarked;
    // Most objects are strings: nothing to visit there.
    if (o->kind == Kind::kStr && !static_cast<Str*>(o)->shared()) return;
    if (stack_.size() < kMostWaiting) stack_.push_back(o);
    else overflowed_ = true;
  }
  void mark(Value v) {
    if (v.is_object()) mark(v.as_object());
  }
  // Many values wait as a range, and a few of them are marked at a time: the stack stays small compared with what is marked.
  void mark_all(const Value* values, size_t n) {
    if (n > kFew) return later(values, n);
    for (size_t i = 0; i < n; ++i) mark(values[i]);
  }
  void drain() {
    for (;;) {
      while (!stack_.empty()) {
        Object* o = stack_.back();
        stack_.pop_back();
        visit(o, *this);
      }
      if (ranges_.empty()) return;
      const Range range = ranges_.back();
      const uint32_t portion = std::min(range.count, kPortion);
      if (portion == range.count) ranges_.pop_back();
      else
        ranges_.back() = {static_cast<const char*>(range.begin) + portion * range.item_bytes, range.count - portion, range.item_bytes,
                          range.mark};
      range.mark(*this, range.begin, portion);
    }
  }

  // Did more wait than the stack holds? Then marked objects are left that were not visited. Asking takes it back.
  bool take_overflow() { return std::exchange(overflowed_, false); }

  // --- visitor
  void operator()(const char*, Value& v) { mark(v); }
  template <class T>
    requires std::is_base_of_v<Object, T>
  void operator()(const char*, T*& o) {
    mark(o);
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void operator()(const char*, T&) {}
  void operator()(const char*, Array<Value>& a) { mark_all(a.data, a.size); }
  template <class T>
  void operator()(const char*, Array<T>& a) {
    if constexpr (!std::is_arithmetic_v<T>) {
      if (a.size > kFew) return later(a.data, a.size);
      for (T& item : a) item.fields(*this);
    }
  }
  void items(const char*, Value* v, size_t n) { mark_all(v, n); }
  template <class T>
  void items(const char*, T*, size_t) {}
  template <class T>
  void derived(const char*, Array<T>&) {}
  template <class T>
  void derived_object(const char*, T*& o) {
    mark(o);
  }
  // What was found is kept with its guard: a shape that came from another may be known only here.
  void caches(Array<SiteCache>& a) {
    for (SiteCache& c : a) {
      mark(c.guard);
      mark(c.value);
    }
  }
  void instance(Instance& o) {
    mark(o.shape);
    mark(o.payload);
    mark_all(o.slots, o.aux);
    mark_all(o.overflow.data, o.overflow.size);
  }
  void weak(Value& v) {
    if (!weakly_) mark(v);
  }
  void weak(Array<Value>& a) {
    if (!weakly_) mark_all(a.data, a.size);
  }
  void frames(Task& task);
  // What is reached only by WeakCells is not marked.
  void be_weak() { weakly_ = true; }

 private:
  static constexpr size_t kFew = 8;
  static constexpr uint32_t kPortion = 64;
  // A few megabytes: programs make graphs in which a fifth of the heap would wait.
  static constexpr size_t kMostWaiting = 256 * 1024, kMostRanges = 64 * 1024;
  struct Range {
    const void* begin;
    uint32_t count, item_bytes;
    void (*mark)(Marker&, const void*, uint32_t);
  };
  template <class T>
  void later(const T* items, size_t count) {
    // (A range that is left out would be left out each time that its object is visited: a task of many frames has too many by itself.)
    if (ranges_.size() == kMostRanges) mark_range<T>(*this, items, uint32_t(count));
    else ranges_.push_back({items, uint32_t(count), sizeof(T), mark_range<T>});
  }
  template <class T>
  static void mark_range(Marker& m, const void* begin, uint32_t n) {
    auto* item = const_cast<T*>(static_cast<const T*>(begin));
    for (uint32_t i = 0; i < n; ++i) {
      if constexpr (std::is_same_v<T, Value>) m.mark(item[i]);
      else item[i].fields(m);
    }
  }

  bool weakly_ = false;
  bool overflowed_ = false;
  std::vector<Object*> stack_;
  std::vector<Range> ranges_;
};

}  // namespace fermata
