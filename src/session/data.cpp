#include <cmath>

#include "fermata/value.h"

namespace fermata {

const Data* Data::find(std::string_view key) const {
  if (type_ != Type::kDict) return nullptr;
  for (const auto& [k, v] : pairs())
    if (k.is_str() && k.as_str() == key) return &v;
  return nullptr;
}

bool operator==(const Data& a, const Data& b) {
  if (a.type_ != b.type_) return false;
  if (a.type_ == Data::Type::kFloat && std::isnan(a.as_float())) return std::isnan(b.as_float());
  switch (a.type_) {
    case Data::Type::kStr:
    case Data::Type::kBytes: return a.as_str() == b.as_str();
    case Data::Type::kInt:
      if (a.is_small_int() || b.is_small_int()) return a.value_ == b.value_;
      return a.as_big_int() == b.as_big_int();
    case Data::Type::kDict: return a.pairs() == b.pairs();
    case Data::Type::kList:
    case Data::Type::kTuple:
    case Data::Type::kSet:
    case Data::Type::kFrozenSet: return a.items() == b.items();
    default: return a.value_ == b.value_;
  }
}

}  // namespace fermata
