#include "durable/schemas/fitted.h"

#include <set>

#include "base/base64.h"
#include "durable/schemas/schema.h"
#include "durable/schemas/typed_texts.h"
#include "fermata/error.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

using Type = Data::Type;

class Fitter {
 public:
  explicit Fitter(const Data& root) : checker_(root) {}

  Data fitted(const Data& given, const Data& value) {
    const Data* schema = checker_.resolved(given);
    if (!schema || schema->type() != Type::kDict) return value;
    for (const char* kind : {"anyOf", "oneOf"})
      if (const Data* any = schema->find(kind); any && is_list(*any))
        for (const Data& one : any->items())
          if (fits(one, value)) return fitted(one, value);
    const std::string type = text_in(*schema, "x-type");
    if (type == "enum") return member(*schema, value);
    if (const auto kind = typed_kind(*schema); kind && *kind < ObjectKind::kEnum) return object_of(*kind, value);
    if (type == "bytes") return bytes(value);
    if (is_list(value)) return list(*schema, type, value);
    return has_fields(value) ? with_fields(*schema, type, value) : value;
  }

 private:
  bool fits(const Data& schema, const Data& value) {
    const bool it_does = checker_.misfit(schema, value, "").empty();
    if (checker_.has_given_up()) throw UsageError("a value can't be checked: it is too large for its schema");
    return it_does;
  }

  static Data bytes(const Data& value) {
    std::string bytes;
    return value.is_str() && from_base64(value.as_str(), &bytes) ? Data::bytes(std::move(bytes)) : value;
  }

  static Data object_of(ObjectKind kind, const Data& value) {
    if (value.is_small_int()) return Data::object(kind, "", {{"text", std::to_string(value.as_int())}});  // (a decimal takes one)
    const auto made = value.is_str() ? typed_text(kind, value.as_str()) : std::nullopt;
    return made.value_or(value);
  }

  static Data member(const Data& schema, const Data& value) {
    if (value.is_object(ObjectKind::kEnum)) return value;
    const Data *choices = schema.find("enum"), *only = schema.find("const"), *names = schema.find("x-members");
    const Data::Items values = choices ? choices->items() : only ? Data::Items{*only} : Data::Items();
    for (size_t i = 0; i < values.size() && names && is_list(*names) && i < names->items().size(); ++i)
      if (is_same(values[i], value))
        return Data::object(ObjectKind::kEnum, text_in(schema, "x-name"), {{"name", names->items()[i]}, {"value", values[i]}});
    return value;
  }

  Data list(const Data& schema, const std::string& type, const Data& value) {
    Data::Items items;
    for (size_t i = 0; i < value.items().size(); ++i) {
      const Data* of = schema_of_item(schema, i);
      items.push_back(of ? fitted(*of, value.items()[i]) : value.items()[i]);
    }
    const Type made = value.type() != Type::kList ? value.type()
                      : type == "tuple"           ? Type::kTuple
                      : type == "set"             ? Type::kSet
                      : type == "frozenset"       ? Type::kFrozenSet
                                                  : Type::kList;
    if (made == Type::kList) return Data::list(std::move(items));
    if (made == Type::kTuple) return Data::tuple(std::move(items));
    std::set<std::string> known;
    std::erase_if(items, [&](const Data& item) { return !known.insert(to_json(item)).second; });
    return made == Type::kSet ? Data::set(std::move(items)) : Data::frozenset(std::move(items));
  }

  Data with_fields(const Data& schema, const std::string& type, const Data& value) {
    const Data *properties = schema.find("properties"), *others = schema.find("additionalProperties");
    Data::Pairs fields;
    for (const auto& [key, field] : fields_of(value)) {
      const Data* of = properties && key.is_str() ? properties->find(key.as_str()) : nullptr;
      if (!of) of = others;
      fields.emplace_back(key, of ? fitted(*of, field) : field);
    }
    if (value.type() != Type::kDict) return Data::object(value.as_object().kind, value.as_object().type_name, std::move(fields));
    if (type != "record" && type != "namedtuple") return Data::dict(std::move(fields));
    return Data::object(type == "record" ? ObjectKind::kRecord : ObjectKind::kNamedTuple, text_in(schema, "x-name"), std::move(fields));
  }

  SchemaChecker checker_;
};

}  // namespace

Data fitted(const Data& root, const Data& schema, const Data& value) { return Fitter(root).fitted(schema, value); }

}  // namespace fermata::durable
