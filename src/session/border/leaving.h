// Leaving: values of the program become Data for the host, without running any Python. Parts that they share stay shared, so one Leaving
// serves all arguments of a call. leaving_objects.cpp knows the instances of classes, leaving.cpp the rest.
#pragma once

#include <fmt/core.h>

#include <functional>
#include <optional>
#include <string>

#include "base/object_table.h"
#include "session/session_impl.h"

namespace fermata {

// How much may cross to the host at once: Data is outside the heap.
struct DataRoom {
  explicit DataRoom(Context& cx);
  uint64_t bytes = UINT64_MAX;
};

class Leaving {
 public:
  // With `repr_of` what can't cross becomes an object of kind kInstance, with that text; without, it is refused.
  using ReprOf = std::function<std::string(Value)>;
  Leaving(Context& cx, std::string* why, DataRoom& room, ReprOf repr_of = nullptr)
      : cx_(cx), why_(why), room_(room), repr_of_(std::move(repr_of)), places_(16) {}

  // False: it, or part of it, can't cross; `why` says which.
  bool value(Value v, Data* out) { return value(v, out, 0); }

  // What refused may cross as a list once Python has taken its items: it met an iterator.
  bool met_iterator() const { return met_iterator_; }
  uint64_t instances() const { return instances_; }  // how many kInstance there are

 private:
  static constexpr int kMaxDepth = 200;

  bool value(Value v, Data* out, int depth);
  bool leaf(Value v, Data* out);
  bool parts(Value v, Data* out, int depth);
  bool as_instance(Value v, Data* out, int depth, bool with_attributes);
  bool attributes(Value v, Data* out, int depth);
  bool items(std::span<const Value> values, Data::Items& to, int depth);
  bool pairs(Dict* dict, Data::Pairs& to, int depth);
  bool range(const Range* range, Data* out);
  bool made(Value v, Data* out, int depth);  // a value that was made to leave, or an outcome
  bool view(const DictView* view, Data* out, int depth);

  // Instances that cross as objects. kOther: none of them.
  enum class Crossed : uint8_t { kYes, kNo, kOther };
  Crossed instance(Instance* o, Data* out, int depth);
  Crossed library_object(Instance* o, const Class* cls, Data* out);
  Crossed fraction(Instance* o, Data* out);
  Crossed ip_address(Instance* o, std::string_view name, Data* out);
  Crossed path(Instance* o, std::string_view name, Data* out);
  Crossed enum_member(Instance* o, Data* out, int depth);
  void member_today(const Class* cls, Value* name, Value* value);
  Crossed named_tuple(Instance* o, Tuple* names, Data* out, int depth);
  Crossed record(Instance* o, Dict* fields, Data* out, int depth);
  Crossed handle(Instance* o, Data* out);
  Crossed array(Instance* o, Data* out);
  bool field(std::string_view name, Value v, Data::Pairs& to, int depth);

  // An attribute of the instance itself, unset when it has none.
  Value own(Instance* o, std::string_view name);
  // An int attribute in [low, high]; else false.
  bool number(Instance* o, std::string_view name, int64_t low, int64_t high, int64_t* out);
  bool clock_time(Instance* o, std::string* iso, bool* fold);
  bool offset(Value tz, std::string* iso);
  Value zone_key(Value tz);
  bool decimal(Instance* o, std::string* text);

  bool take(uint64_t bytes);
  template <class... T>
  Crossed refuse(fmt::format_string<T...> text, T&&... args) {
    *why_ = fmt::format(text, std::forward<T>(args)...);
    return Crossed::kNo;
  }

  Context& cx_;
  std::string* why_;
  DataRoom& room_;
  const ReprOf repr_of_;
  ObjectTable places_;                     // in `made_`, of what may appear in several places,
  std::vector<std::optional<Data>> made_;  // which isn't there as long as its parts are being read
  uint64_t instances_ = 0;
  bool full_ = false, met_iterator_ = false;
};

}  // namespace fermata
