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
  return a.value_ == b.value_;
}

}  // namespace fermata
