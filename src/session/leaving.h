// Leaving: a value of the program becomes Data for the host, without running any Python. Made by to_data() for one value;
// leaving_objects.cpp knows the instances of classes, convert.cpp the rest.
#pragma once

#include <fmt/format.h>

#include <string>

#include "session/session_impl.h"

namespace fermata {

class Leaving {
 public:
  Leaving(Context& cx, std::string* why, DataRoom& room) : cx_(cx), why_(why), room_(room) {}

  // False: it, or part of it, can't cross; `why` says which.
  bool value(Value v, Data* out, int depth);

 private:
  static constexpr int kMaxDepth = 200;

  bool items(std::span<const Value> values, Data::Items& to, int depth);

  // Instances that cross as objects. kOther: this is none of them.
  enum class Crossed : uint8_t { kYes, kNo, kOther };
  Crossed instance(Instance* o, Data* out, int depth);
  Crossed library_object(Instance* o, const Class* cls, Data* out);
  Crossed enum_member(Instance* o, Data* out, int depth);
  Crossed named_tuple(Instance* o, Tuple* names, Data* out, int depth);
  Crossed record(Instance* o, Dict* fields, Data* out, int depth);
  Crossed handle(Instance* o, Data* out);
  bool field(const Str* name, Value v, Data::Pairs& to, int depth);

  // An attribute of the instance itself, unset when it has none.
  Value own(Instance* o, std::string_view name);
  // An int attribute in [low, high]; else false.
  bool number(Instance* o, std::string_view name, int64_t low, int64_t high, int64_t* out);
  bool clock_time(Instance* o, std::string* iso, bool* fold);
  bool offset(Value tz, std::string* iso);
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
};

}  // namespace fermata
