#include <cmath>
#include <set>

#include "fermata/value.h"

namespace fermata {

const char* to_string(ObjectKind kind) {
  static constexpr const char* kNames[] = {"date",       "time",   "datetime", "timedelta", "decimal",   "uuid", "complex",  "enum",
                                           "namedtuple", "record", "handle",   "fraction",  "ipaddress", "path", "instance", "exception"};
  return kNames[size_t(kind)];
}

Data Data::object(ObjectKind kind, std::string type_name, Pairs fields) {
  if (kind == ObjectKind::kDecimal) type_name = "Decimal";
  else if (kind == ObjectKind::kUuid) type_name = "UUID";
  else if (kind == ObjectKind::kFraction) type_name = "Fraction";
  else if (kind <= ObjectKind::kComplex) type_name = to_string(kind);
  return Data(Type::kObject, Object{kind, std::move(type_name), std::move(fields)});
}

bool Data::is_object(ObjectKind kind) const { return type_ == Type::kObject && as_object().kind == kind; }

const void* Data::identity() const {
  switch (type_) {
    case Type::kList:
    case Type::kTuple:
    case Type::kSet:
    case Type::kFrozenSet: return std::get<Shared<Items>>(value_).get();
    case Type::kDict: return std::get<Shared<Pairs>>(value_).get();
    case Type::kObject: return std::get<Shared<Object>>(value_).get();
    default: {
      const auto* text = std::get_if<Shared<std::string>>(&value_);
      return text ? text->get() : nullptr;
    }
  }
}

bool Data::may_be_shared() const {
  switch (type_) {
    case Type::kDict: return std::get<Shared<Pairs>>(value_).use_count() != 1;
    case Type::kObject: return std::get<Shared<Object>>(value_).use_count() != 1;
    case Type::kList:
    case Type::kTuple:
    case Type::kSet:
    case Type::kFrozenSet: return std::get<Shared<Items>>(value_).use_count() != 1;
    default: {
      const auto* text = std::get_if<Shared<std::string>>(&value_);
      return text && text->use_count() != 1;
    }
  }
}

void Data::dismantle() noexcept {
  std::vector<Data> rest;
  const auto take = [&](const Data& part) {
    if (part.is_last()) rest.push_back(std::move(const_cast<Data&>(part)));
  };
  const auto take_parts = [&](Data& whole) {
    if (whole.type_ == Type::kDict || whole.type_ == Type::kObject) {
      for (const auto& [key, value] : whole.type_ == Type::kDict ? whole.pairs() : whole.as_object().fields) take(key), take(value);
    } else {
      for (const Data& item : whole.items()) take(item);
    }
    whole.type_ = Type::kNone;
    whole.value_ = std::monostate();
  };
  take_parts(*this);
  while (!rest.empty()) {
    Data next = std::move(rest.back());
    rest.pop_back();
    take_parts(next);
  }
}

const Data* Data::find(std::string_view key) const {
  if (type_ != Type::kDict && type_ != Type::kObject) return nullptr;
  for (const auto& [k, v] : type_ == Type::kDict ? pairs() : as_object().fields)
    if (k.is_str() && k.as_str() == key) return &v;
  return nullptr;
}

// Of two values themselves; the parts that have to be the same, too, are added to `parts`.
bool Data::same(const Data& a, const Data& b, std::vector<std::pair<const Data*, const Data*>>& parts) {
  if (a.type_ != b.type_) return false;
  const auto add_pairs = [&](const Pairs& x, const Pairs& y) {
    if (x.size() != y.size()) return false;
    for (size_t i = 0; i < x.size(); ++i) parts.insert(parts.end(), {{&x[i].first, &y[i].first}, {&x[i].second, &y[i].second}});
    return true;
  };
  switch (a.type_) {
    case Type::kFloat: return a.as_float() == b.as_float() || (std::isnan(a.as_float()) && std::isnan(b.as_float()));
    case Type::kStr:
    case Type::kBytes: return a.as_str() == b.as_str();
    case Type::kInt:
      if (a.is_small_int() || b.is_small_int()) return a.value_ == b.value_;
      return a.as_big_int() == b.as_big_int();
    case Type::kDict: return add_pairs(a.pairs(), b.pairs());
    case Type::kList:
    case Type::kTuple:
    case Type::kSet:
    case Type::kFrozenSet:
      if (a.items().size() != b.items().size()) return false;
      for (size_t i = 0; i < a.items().size(); ++i) parts.emplace_back(&a.items()[i], &b.items()[i]);
      return true;
    case Type::kObject: {
      const Object &x = a.as_object(), &y = b.as_object();
      return x.kind == y.kind && x.type_name == y.type_name && add_pairs(x.fields, y.fields);
    }
    default: return a.value_ == b.value_;
  }
}

bool operator==(const Data& a, const Data& b) {
  std::vector<std::pair<const Data*, const Data*>> parts{{&a, &b}};
  std::set<std::pair<const void*, const void*>> seen;  // what is shared on both sides
  while (!parts.empty()) {
    const auto [x, y] = parts.back();
    parts.pop_back();
    if (const void* identity = x->identity()) {
      if (identity == y->identity()) continue;
      if (x->may_be_shared() && y->may_be_shared() && !seen.emplace(identity, y->identity()).second) continue;
    }
    if (!Data::same(*x, *y, parts)) return false;
  }
  return true;
}

}  // namespace fermata
