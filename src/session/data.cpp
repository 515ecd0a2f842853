#include <cmath>

#include "fermata/value.h"

namespace fermata {

const char* to_string(ObjectKind kind) {
  static constexpr const char* kNames[] = {"date", "time", "datetime", "timedelta", "decimal", "uuid", "complex", "enum", "namedtuple", "record", "handle"};
  return kNames[size_t(kind)];
}

Data Data::object(ObjectKind kind, std::string type_name, Pairs fields) {
  if (kind == ObjectKind::kDecimal) type_name = "Decimal";
  else if (kind == ObjectKind::kUuid) type_name = "UUID";
  else if (kind <= ObjectKind::kComplex) type_name = to_string(kind);
  return Data(Type::kObject, Object{kind, std::move(type_name), std::move(fields)});
}

bool Data::is_object(ObjectKind kind) const { return type_ == Type::kObject && as_object().kind == kind; }

const Data* Data::find(std::string_view key) const {
  if (type_ != Type::kDict && type_ != Type::kObject) return nullptr;
  for (const auto& [k, v] : type_ == Type::kDict ? pairs() : as_object().fields)
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
    case Data::Type::kObject: {
      const Data::Object &x = a.as_object(), &y = b.as_object();
      return x.kind == y.kind && x.type_name == y.type_name && x.fields == y.fields;
    }
    default: return a.value_ == b.value_;
  }
}

}  // namespace fermata
