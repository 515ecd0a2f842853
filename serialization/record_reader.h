// RecordReader: the visitor that fills an object's fields from a Source, the counterpart of RecordWriter. A
// pointer field of type T gets a T or nothing; what a Value field may hold is checked at the end (runtime/heap_check.h).
#pragma once

#include "heap/visit.h"
#include "serialization/load_graph.h"
#include "serialization/record_writer.h"
#include "serialization/schema.h"

namespace fermata {

// A Source offers: name(text), value(), object() (null for nil), scalar(&), begin_list() → count, end_list(),
// binary(), words(vector&), sites(Code*), begin_structs(fields) → count, begin_struct(), end_struct(), end_structs(),
// values(name, pointer, count), dict(Dict*), set(Set*), instance(Instance*), shape(Shape*), frames(Task*),
// generator_registers(Generator*), and graph().
template <class Source>
class RecordReader {
 public:
  explicit RecordReader(Source& source) : source_(source) {}

  void read(Object* o) {
    current_ = o;
    switch (o->kind) {
      case Kind::kDict: source_.dict(static_cast<Dict*>(o)); break;
      case Kind::kSet:
      case Kind::kFrozenSet: source_.set(static_cast<Set*>(o)); break;
      case Kind::kShape: source_.shape(static_cast<Shape*>(o)); break;
      default: visit(o, *this);
    }
  }

  // --- visitor
  void operator()(const char* name, Value& v) {
    if (source_.graph().lacks(current_->kind, name)) return;
    source_.name(name);
    v = source_.value();
  }
  template <class T>
    requires std::is_base_of_v<Object, T>
  void operator()(const char* name, T*& out) {
    source_.name(name);
    Object* o = source_.object();
    if (o && o->kind != T::kKind)
      fail(StateErrorKind::kWrongType, "its {} is a {} instead of a {}", name, kind_name(o->kind), kind_name(T::kKind));
    out = static_cast<T*>(o);
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void operator()(const char* name, T& n) {
    source_.name(name);
    load_number(source_, n);
  }
  void operator()(const char* name, Array<Value>& a) {
    if (current_->kind == Kind::kGenerator) {
      source_.generator_registers(static_cast<Generator*>(current_));
      return;
    }
    source_.name(name);
    const size_t n = source_.begin_list();
    source_.graph().resize(a, n);
    for (size_t i = 0; i < n; ++i) a[i] = source_.value();
    source_.end_list();
  }
  template <class T>
  void operator()(const char* name, Array<T>& a) {
    source_.name(name);
    if constexpr (sizeof(T) == 1 && std::is_integral_v<T>) {
      const auto bytes = source_.binary();
      source_.graph().resize(a, bytes.size());
      if (!bytes.empty()) std::memcpy(a.data, bytes.data(), bytes.size());
    } else if constexpr (std::is_same_v<T, Site>) {
      source_.sites(static_cast<Code*>(current_));
    } else if constexpr (std::is_same_v<T, uint64_t>) {
      std::vector<uint64_t> words;
      source_.words(words);
      source_.graph().resize(a, words.size());
      std::copy(words.begin(), words.end(), a.begin());
    } else if constexpr (std::is_arithmetic_v<T>) {
      const size_t n = source_.begin_list();
      source_.graph().resize(a, n);
      for (size_t i = 0; i < n; ++i) load_number(source_, a[i]);
      source_.end_list();
    } else {
      const size_t n = source_.begin_structs(field_count<T>());
      source_.graph().resize(a, n);
      for (size_t i = 0; i < n; ++i) {
        source_.begin_struct();
        a[i].fields(*this);
        source_.end_struct();
      }
      source_.end_structs();
    }
  }
  void items(const char* name, Value* v, size_t n) { source_.values(name, v, n); }
  template <class T>
  void items(const char*, T*, size_t) {}
  template <class T>
  void derived(const char*, Array<T>&) {}
  template <class T>
  void derived_object(const char*, T*&) {}
  void caches(Array<SiteCache>&) {}
  void instance(Instance& o) { source_.instance(&o); }
  void frames(Task& task) { source_.frames(&task); }

 private:
  Source& source_;
  Object* current_ = nullptr;
};

}  // namespace fermata
