// Marker: the visitor of the collector's mark phase, with its own stack so that long chains of objects
// never grow the C++ stack. Made by Heap::collect; roots are marked through it.
#pragma once

#include <type_traits>
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
    stack_.push_back(o);
  }
  void mark(Value v) { if (v.is_object()) mark(v.as_object()); }
  void mark_all(const Value* values, size_t n) { for (size_t i = 0; i < n; ++i) mark(values[i]); }
  void drain() {
    while (!stack_.empty()) {
      Object* o = stack_.back();
      stack_.pop_back();
      visit(o, *this);
    }
  }

  // --- visitor
  void operator()(const char*, Value& v) { mark(v); }
  template <class T> requires std::is_base_of_v<Object, T>
  void operator()(const char*, T*& o) { mark(o); }
  template <class T> requires std::is_arithmetic_v<T>
  void operator()(const char*, T&) {}
  void operator()(const char*, Array<Value>& a) { mark_all(a.data, a.size); }
  template <class T>
  void operator()(const char*, Array<T>& a) {
    if constexpr (!std::is_arithmetic_v<T>)
      for (T& item : a) item.fields(*this);
  }
  void items(const char*, Value* v, size_t n) { mark_all(v, n); }
  template <class T> void items(const char*, T*, size_t) {}
  template <class T> void derived(const char*, Array<T>&) {}
  template <class T> void derived_object(const char*, T*& o) { mark(o); }
  void caches(Array<SiteCache>& a) { for (SiteCache& c : a) mark(c.guard); }
  void instance(Instance& o) {
    mark(o.shape);
    mark(o.payload);
    mark_all(o.slots, o.aux);
    mark_all(o.overflow.data, o.overflow.size);
  }
  void frames(Task& task);

 private:
  std::vector<Object*> stack_;
};

}  // namespace fermata
