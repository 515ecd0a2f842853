#include "durable/schemas/schema.h"

#include <algorithm>
#include <cstdlib>

#include "base/base64.h"
#include "base/utf8.h"
#include "durable/schemas/typed_texts.h"
#include "serialization/data_text.h"

namespace fermata::durable {

using Type = Data::Type;

namespace {

bool is_record(const Data& value) { return value.is_object(ObjectKind::kRecord) || value.is_object(ObjectKind::kNamedTuple); }

}  // namespace

bool is_list(const Data& value) {
  return value.type() == Type::kList || value.type() == Type::kTuple || value.type() == Type::kSet || value.type() == Type::kFrozenSet;
}

bool has_fields(const Data& value) { return value.type() == Type::kDict || is_record(value); }

const Data::Pairs& fields_of(const Data& value) { return value.type() == Type::kDict ? value.pairs() : value.as_object().fields; }

std::string text_in(const Data& schema, const char* name) {
  const Data* text = schema.find(name);
  return text && text->is_str() ? text->as_str() : "";
}

const Data* schema_of_item(const Data& schema, size_t place) {
  const Data* first = schema.find("prefixItems");
  return first && is_list(*first) && place < first->items().size() ? &first->items()[place] : schema.find("items");
}

std::optional<ObjectKind> typed_kind(const Data& schema) {
  const std::string type = text_in(schema, "x-type");
  for (ObjectKind kind : {ObjectKind::kDate, ObjectKind::kTime, ObjectKind::kDateTime, ObjectKind::kTimeDelta, ObjectKind::kDecimal,
                          ObjectKind::kUuid, ObjectKind::kEnum, ObjectKind::kNamedTuple, ObjectKind::kRecord})
    if (type == to_string(kind)) return kind;
  return std::nullopt;
}

std::optional<double> number_of(const Data* value) {
  if (!value) return std::nullopt;
  if (value->is_small_int()) return double(value->as_int());
  if (value->type() == Type::kInt) return std::strtod(value->as_big_int().c_str(), nullptr);  // decimal or "0x…"; infinity for huge ones
  return value->type() == Type::kFloat ? std::optional(value->as_float()) : std::nullopt;
}

bool is_same(const Data& a, const Data& b) {
  if (a.type() == Type::kInt && b.type() == Type::kInt) return a == b;
  const auto x = number_of(&a), y = number_of(&b);
  return x && y ? *x == *y : a == b;
}

namespace {

constexpr int kDeepest = 250;           // values nest 200 deep
constexpr size_t kMostSteps = 500'000;  // parts of the schema that are looked at, each for a part of the value
constexpr size_t kShown = 60;           // characters of a value in a message
constexpr size_t kMostChoices = 20;     // that are told

std::string shown(const Data& value) { return repr(value, Hidden(), kShown); }
bool is_text(const Data* data, std::string_view text) { return data && data->is_str() && data->as_str() == text; }
std::optional<size_t> count_of(const Data* value) {
  return value && value->is_small_int() && value->as_int() >= 0 ? std::optional(size_t(value->as_int())) : std::nullopt;
}
size_t size_of(const Data* value) {
  if (!value) return 0;
  return is_list(*value) ? value->items().size() : value->type() == Type::kDict ? value->pairs().size() : 0;
}

std::string named(const std::string& type) {
  if (type == "string") return "a text";
  if (type == "integer") return "a whole number";
  if (type == "number") return "a number";
  if (type == "boolean") return "True or False";
  if (type == "null") return "None";
  if (type == "array") return "a list";
  return "an object";
}

bool is_of(const std::string& type, const Data& schema, const Data& value) {
  const bool has_format = schema.find("format") || schema.find("pattern");
  if (type == "string")
    return value.is_str() || value.type() == Type::kBytes || (value.type() == Type::kObject && !has_fields(value) && has_format);
  if (type == "integer") return value.type() == Type::kInt;
  if (type == "number") return value.type() == Type::kInt || value.type() == Type::kFloat;
  if (type == "boolean") return value.type() == Type::kBool;
  if (type == "null") return value.is_none();
  if (type == "array") return is_list(value);
  return type != "object" || has_fields(value) || value.is_object(ObjectKind::kHandle) || value.is_object(ObjectKind::kInstance);
}

std::string wrong(const std::string& where, const std::string& what, const Data& value) {
  return where + " has to be " + what + ", not " + shown(value);
}

std::string wrong_type(const Data& schema, const Data& value, const std::string& where) {
  const Data* type = schema.find("type");
  if (!type) return "";
  const Data::Items types = is_list(*type) ? type->items() : Data::Items{*type};
  std::string words;
  for (const Data& one : types) {
    if (!one.is_str() || is_of(one.as_str(), schema, value)) return "";
    words += (words.empty() ? "" : " or ") + named(one.as_str());
  }
  return words.empty() ? "" : wrong(where, words, value);
}

std::string wrong_number(const Data& schema, double number, const Data& value, const std::string& where) {
  const auto bound = [&](const char* name) { return number_of(schema.find(name)); };
  const auto said = [&](const char* name) { return shown(*schema.find(name)); };
  if (const auto least = bound("minimum"); least && !(number >= *least)) return wrong(where, said("minimum") + " or more", value);
  if (const auto most = bound("maximum"); most && !(number <= *most)) return wrong(where, said("maximum") + " or less", value);
  if (const auto above = bound("exclusiveMinimum"); above && !(number > *above))
    return wrong(where, "more than " + said("exclusiveMinimum"), value);
  if (const auto below = bound("exclusiveMaximum"); below && !(number < *below))
    return wrong(where, "less than " + said("exclusiveMaximum"), value);
  return "";
}

bool is_date(const std::string& text) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  const auto fits = [](char c, char form) { return form == 'd' ? c >= '0' && c <= '9' : c == form; };
  return std::ranges::equal(text, kForm, fits) && text.substr(5, 2) >= "01" && text.substr(5, 2) <= "12" && text.substr(8) >= "01" &&
         text.substr(8) <= "31";
}

std::string wrong_text(const Data& schema, const Data& value, const std::string& where) {
  const size_t length = utf8::count(value.as_str());
  if (const auto least = count_of(schema.find("minLength")); least && length < *least)
    return wrong(where, *least == 1 ? "a text that isn't empty" : "a text of at least " + std::to_string(*least) + " characters", value);
  if (const auto most = count_of(schema.find("maxLength")); most && length > *most)
    return wrong(where, "a text of at most " + std::to_string(*most) + " characters", value);
  if (is_text(schema.find("format"), "date") && !is_date(value.as_str())) return wrong(where, "a date such as 2026-11-30", value);
  return "";
}

std::string told(const Data::Items& choices) {
  std::string all;
  for (size_t i = 0; i < std::min(choices.size(), kMostChoices); ++i) all += (i ? ", " : "") + shown(choices[i]);
  return all + (choices.size() > kMostChoices ? ", …" : "");
}

}  // namespace

std::string SchemaChecker::check(const Data& given, const Data& value, const std::string& where, int depth) {
  if (++steps_ > kMostSteps || depth > kDeepest) return where + " can't be checked: its schema is too complicated";
  const Data* found = resolved(given);
  if (!found) return "";
  const Data& schema = *found;
  if (schema == Data(false)) return where + " may not be there";
  if (schema.type() != Type::kDict) return "";
  if (value.is_object(ObjectKind::kEnum)) {
    const Data* member = value.find("value");
    return member ? check(schema, *member, where, depth + 1) : "";
  }
  if (std::string why = wrong_choice(schema, value, where, depth); !why.empty()) return why;
  if (schema.find("x-type")) {
    if (std::string why = wrong_typed(schema, value, where); !why.empty()) return why;
  } else if (std::string why = wrong_type(schema, value, where); !why.empty()) {
    return why;
  }
  if (const auto number = number_of(&value)) return wrong_number(schema, *number, value, where);
  if (value.is_str()) return typed_kind(schema) ? "" : wrong_text(schema, value, where);
  if (is_list(value)) return wrong_list(schema, value, where, depth);
  return has_fields(value) ? wrong_fields(schema, value, where, depth) : "";
}

bool SchemaChecker::has_given_up() const { return steps_ > kMostSteps; }

const Data* SchemaChecker::resolved(const Data& schema) const {
  const Data* found = &schema;
  for (int hops = 0; found && found->type() == Type::kDict && found->find("$ref"); ++hops)
    found = hops < kDeepest ? referred(*found) : nullptr;
  return found;
}

// Null: the schema has no such definition.
const Data* SchemaChecker::referred(const Data& schema) const {
  constexpr std::string_view kDefinitions = "#/$defs/";
  const Data *reference = schema.find("$ref"), *definitions = root_.find("$defs");
  if (is_text(reference, "#")) return &root_;
  if (!reference->is_str() || !reference->as_str().starts_with(kDefinitions)) return nullptr;
  return definitions ? definitions->find(reference->as_str().substr(kDefinitions.size())) : nullptr;
}

// Where a host's type is meant.
std::string SchemaChecker::wrong_typed(const Data& schema, const Data& value, const std::string& where) const {
  const auto kind = typed_kind(schema);
  if (kind && *kind < ObjectKind::kEnum) {
    const bool is_decimal = *kind == ObjectKind::kDecimal;
    const bool is_one = value.is_object(*kind) || (value.is_str() && typed_text(*kind, value.as_str())) ||
                        (is_decimal && value.is_small_int()) || (*kind == ObjectKind::kDate && value.is_object(ObjectKind::kDateTime));
    if (!is_one) return wrong(where, example_of(*kind), value);
    const std::string* text = value.is_str() ? &value.as_str() : nullptr;
    if (const Data* own = value.is_object(ObjectKind::kDecimal) ? value.find("text") : nullptr; own && own->is_str()) text = &own->as_str();
    return is_decimal && text ? wrong_number(schema, std::strtod(text->c_str(), nullptr), value, where) : "";
  }
  const std::string type = text_in(schema, "x-type");
  if (type == "bytes" && value.is_str()) {
    std::string bytes;
    return from_base64(value.as_str(), &bytes) ? "" : wrong(where, "bytes, as base64", value);
  }
  if ((type == "set" || type == "frozenset") && value.type() == Type::kList)
    for (const Data& item : value.items())
      if (item.type() == Type::kList || item.type() == Type::kDict || item.type() == Type::kSet)
        return where + " is a set, and can't have " + shown(item) + " in it";
  return wrong_type(schema, value, where);
}

std::string SchemaChecker::wrong_choice(const Data& schema, const Data& value, const std::string& where, int depth) {
  if (const Data* constant = schema.find("const"); constant && !is_same(*constant, value)) return wrong(where, shown(*constant), value);
  if (const Data* choice = schema.find("enum"); choice && is_list(*choice)) {
    steps_ += size_of(choice);
    if (std::ranges::none_of(choice->items(), [&](const Data& one) { return is_same(one, value); }))
      return wrong(where, "one of " + told(choice->items()), value);
  }
  if (const Data* all = schema.find("allOf"); all && is_list(*all))
    for (const Data& one : all->items())
      if (std::string why = check(one, value, where, depth + 1); !why.empty()) return why;
  for (const char* kind : {"anyOf", "oneOf"}) {
    const Data* any = schema.find(kind);
    if (!any || !is_list(*any) || any->items().empty()) continue;
    std::string first;
    const bool fits = std::ranges::any_of(any->items(), [&](const Data& one) {
      const std::string why = check(one, value, where, depth + 1);
      if (first.empty()) first = why;
      return why.empty();
    });
    if (!fits) return first;
  }
  return "";
}

std::string SchemaChecker::wrong_list(const Data& schema, const Data& value, const std::string& where, int depth) {
  const Data::Items& items = value.items();
  if (const auto least = count_of(schema.find("minItems")); least && items.size() < *least)
    return where + " needs at least " + std::to_string(*least) + " items, and has " + std::to_string(items.size());
  if (const auto most = count_of(schema.find("maxItems")); most && items.size() > *most)
    return where + " has at most " + std::to_string(*most) + " items, not " + std::to_string(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    const Data* of = schema_of_item(schema, i);
    if (!of) continue;
    if (std::string why = check(*of, items[i], where + "[" + std::to_string(i) + "]", depth + 1); !why.empty()) return why;
  }
  return "";
}

std::string SchemaChecker::wrong_fields(const Data& schema, const Data& value, const std::string& where, int depth) {
  const Data *properties = schema.find("properties"), *required = schema.find("required"), *others = schema.find("additionalProperties");
  const Data::Pairs& fields = fields_of(value);
  // What a class has made has the fields that it is to have, which a schema may know by other names.
  const bool is_made = is_record(value);
  if (required && is_list(*required) && !is_made) {
    for (const Data& name : required->items()) {
      if ((steps_ += fields.size()) > kMostSteps) break;
      if (name.is_str() && !value.find(name.as_str())) return where + "." + name.as_str() + " is missing";
    }
  }
  for (const auto& [key, field] : fields) {
    if ((steps_ += size_of(properties)) > kMostSteps) break;
    const std::string name = key.is_str() ? key.as_str() : shown(key);
    const Data* of = properties && key.is_str() ? properties->find(name) : nullptr;
    if (!of && others && *others == Data(false) && !is_made) return where + " has no field " + name;
    if (!of && !is_made) of = others;
    if (!of) continue;
    if (std::string why = check(*of, field, where + "." + name, depth + 1); !why.empty()) return why;
  }
  return steps_ > kMostSteps ? where + " can't be checked: its schema is too complicated" : "";
}

}  // namespace fermata::durable
