// RecordWriter: the visitor that takes an object apart into calls of a Sink, one record per object. The two
// savers and the scan before the JSON saver are sinks; all see the same fields in the same order, because
// this is the one place that says which. A heap type needs nothing here unless its saved form differs from
// its fields: dict, set, instance, shape, code's instructions and sites, and what has registers.
#pragma once

#include <type_traits>

#include "heap/visit.h"

namespace fermata {

// How many fields a struct within an array has.
struct FieldCounter {
  uint32_t count = 0;
  template <class T>
  void operator()(const char*, T&) {
    ++count;
  }
};
template <class T>
uint32_t field_count() {
  static const uint32_t count = [] {
    T item{};
    FieldCounter counter;
    item.fields(counter);
    return counter.count;
  }();
  return count;
}

// A Sink offers: name(text), value(Value), object(Object* or null), scalar(bool/int64_t/uint64_t/double),
// binary(bytes), begin_list(n), end_list(), begin_structs(count, fields), begin_struct(), end_struct(),
// end_structs(), values(name, pointer, count), words(words), sites(Code*), dict(Dict*), set(Set*), instance(Instance*),
// shape(Shape*), frames(Task*), generator_registers(Generator*).
template <class Sink>
class RecordWriter {
 public:
  explicit RecordWriter(Sink& sink) : sink_(sink) {}

  void write(Object* o) {
    current_ = o;
    switch (o->kind) {
      case Kind::kDict: sink_.dict(static_cast<Dict*>(o)); break;
      case Kind::kSet:
      case Kind::kFrozenSet: sink_.set(static_cast<Set*>(o)); break;
      case Kind::kShape: sink_.shape(static_cast<Shape*>(o)); break;
      default: visit(o, *this);
    }
  }

  // --- visitor
  void operator()(const char* name, Value& v) {
    sink_.name(name);
    sink_.value(v);
  }
  template <class T>
    requires std::is_base_of_v<Object, T>
  void operator()(const char* name, T*& o) {
    sink_.name(name);
    sink_.object(o);
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void operator()(const char* name, T& n) {
    sink_.name(name);
    scalar(n);
  }
  void operator()(const char* name, Array<Value>& a) {
    if (current_->kind == Kind::kGenerator) {
      sink_.generator_registers(static_cast<Generator*>(current_));
      return;
    }
    sink_.name(name);
    const bool sorting = current_->kind == Kind::kList && static_cast<const List*>(current_)->sorting();
    sink_.begin_list(sorting ? 1 : a.size);
    if (sorting) sink_.value(Value());
    for (Value v : a) sink_.value(v);
    sink_.end_list();
  }
  template <class T>
  void operator()(const char* name, Array<T>& a) {
    sink_.name(name);
    if constexpr (sizeof(T) == 1 && std::is_integral_v<T>) {
      sink_.binary({reinterpret_cast<const char*>(a.data), a.size});
    } else if constexpr (std::is_same_v<T, Site>) {
      sink_.sites(static_cast<Code*>(current_));
    } else if constexpr (std::is_same_v<T, uint64_t>) {
      sink_.words(a.span());  // instructions; no other array holds this type
    } else if constexpr (std::is_arithmetic_v<T>) {
      sink_.begin_list(a.size);
      for (T n : a) scalar(n);
      sink_.end_list();
    } else {
      sink_.begin_structs(a.size, field_count<T>());
      for (T& item : a) {
        sink_.begin_struct();
        item.fields(*this);
        sink_.end_struct();
      }
      sink_.end_structs();
    }
  }
  void items(const char* name, Value* v, size_t n) { sink_.values(name, v, n); }
  template <class T>
  void items(const char*, T*, size_t) {}  // of a leaf, which is written where it is mentioned
  template <class T>
  void derived(const char*, Array<T>&) {}
  template <class T>
  void derived_object(const char*, T*&) {}
  void caches(Array<SiteCache>&) {}
  void instance(Instance& o) { sink_.instance(&o); }
  void frames(Task& task) { sink_.frames(&task); }

 private:
  template <class T>
  void scalar(T n) {
    if constexpr (std::is_same_v<T, bool>) sink_.scalar(n);
    else if constexpr (std::is_floating_point_v<T>) sink_.scalar(double(n));
    else if constexpr (std::is_signed_v<T>) sink_.scalar(int64_t(n));
    else sink_.scalar(uint64_t(n));
  }

  Sink& sink_;
  Object* current_ = nullptr;
};

}  // namespace fermata
