#include "server/pages/argument_fields.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "durable/schemas/parameters.h"
#include "durable/schemas/schema.h"
#include "serialization/data_json.h"
#include "serialization/data_text.h"

namespace fermata::server {

namespace {

using durable::text_in;

constexpr int kDeepest = 5;           // members within members
constexpr size_t kMostMembers = 150;  // of one

// Whether a browser shows the text as it is, and sends it back as it was.
bool is_plain(const std::string& text) { return visible(text) == text && text.find('\r') == text.npos; }

FieldKind kind_of(const Data& value) {
  switch (value.type()) {
    case Data::Type::kBool: return FieldKind::kBool;
    case Data::Type::kInt: return FieldKind::kInt;
    case Data::Type::kFloat: return std::isfinite(value.as_float()) ? FieldKind::kFloat : FieldKind::kJson;
    case Data::Type::kStr: return is_plain(value.as_str()) ? FieldKind::kText : FieldKind::kJson;
    case Data::Type::kObject:
      if (value.is_object(ObjectKind::kDate)) return FieldKind::kDate;
      if (value.is_object(ObjectKind::kDecimal)) return FieldKind::kDecimal;
      if (value.is_object(ObjectKind::kUuid)) return FieldKind::kUuid;
      // A fold or the name of a zone has no place in a text.
      if (value.as_object().fields.size() > 1) return FieldKind::kJson;
      if (value.is_object(ObjectKind::kTime)) return FieldKind::kTime;
      if (value.is_object(ObjectKind::kDateTime)) return FieldKind::kDateTime;
      return FieldKind::kJson;
    default: return FieldKind::kJson;
  }
}

// Of a value that isn't there, by what would be.
FieldKind kind_of_schema(const Data& schema) {
  const std::string typed = text_in(schema, "x-type"), type = text_in(schema, "type");
  if (typed == "date") return FieldKind::kDate;
  if (typed == "time") return FieldKind::kTime;
  if (typed == "datetime") return FieldKind::kDateTime;
  if (typed == "decimal") return FieldKind::kDecimal;
  if (typed == "uuid") return FieldKind::kUuid;
  if (!typed.empty()) return FieldKind::kJson;
  if (type == "string") return FieldKind::kText;
  if (type == "integer") return FieldKind::kInt;
  if (type == "number") return FieldKind::kFloat;
  if (type == "boolean") return FieldKind::kBool;
  return FieldKind::kJson;
}

std::string part_of(const Data& value, std::string_view name) {
  const Data* text = value.find(name);
  return text && text->is_str() ? text->as_str() : "";
}

std::string text_of(FieldKind kind, const Data& value) {
  switch (kind) {
    case FieldKind::kText: return value.is_str() ? value.as_str() : "";
    case FieldKind::kBool: return value.as_bool() ? "true" : "false";
    case FieldKind::kInt: return value.is_small_int() ? std::to_string(value.as_int()) : value.as_big_int();
    case FieldKind::kDate:
    case FieldKind::kTime:
    case FieldKind::kDateTime: return part_of(value, "iso");
    case FieldKind::kDecimal:
    case FieldKind::kUuid: return part_of(value, "text");
    case FieldKind::kFloat: return to_json(value);
    default: return visible(to_json(value));  // (its escapes are JSON's, too)
  }
}

// The text that a field of another kind would have for the value, when it takes that: "5" of 5 for a Decimal.
std::optional<std::string> text_as(FieldKind kind, const Data& value) {
  if (kind_of(value) == kind) return text_of(kind, value);
  const bool is_number = kind == FieldKind::kDecimal || kind == FieldKind::kFloat;
  const bool is_typed = kind == FieldKind::kDate || kind == FieldKind::kTime || kind == FieldKind::kDateTime || kind == FieldKind::kUuid;
  std::string text;
  if (is_number && kind_of(value) == FieldKind::kInt) text = text_of(FieldKind::kInt, value);
  else if (is_number && kind_of(value) == FieldKind::kFloat) text = text_of(FieldKind::kFloat, value);
  else if ((is_typed || kind == FieldKind::kDecimal) && value.is_str()) text = value.as_str();
  Data read;
  std::string problem;
  return !text.empty() && is_plain(text) && read_field(kind, text, &read, &problem) ? std::optional(text) : std::nullopt;
}

std::string ordinal(size_t number) {
  const size_t last = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10;
  return std::to_string(number) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

// The members of an enumeration, as they are sent to the tool.
std::vector<Choice> members_of_enum(const Data& schema) {
  std::vector<Choice> choices = choices_of(schema);
  const Data* names = schema.find("x-members");
  if (!names || !durable::is_list(*names) || names->items().size() != choices.size()) return {};
  for (size_t i = 0; i < choices.size(); ++i) {
    const Data& name = names->items()[i];
    if (!name.is_str()) return {};
    choices[i] = {name.as_str(), name.as_str(),
                  Data::object(ObjectKind::kEnum, text_in(schema, "x-name"), {{"name", name}, {"value", choices[i].value}})};
  }
  return choices;
}

class Fields {
 public:
  explicit Fields(const Data& parameters) : parameters_(parameters) {}

  // `schema`: what is known of it; null: nothing. Fields are numbered: a program may pass any text as a keyword.
  Field field(std::string name, std::string label, const Data& value, const Data* schema, int depth = 0) {
    Field made{.name = std::move(name), .label = std::move(label), .value = value};
    const Data of = something_of(parameters_, schema, &made.is_optional);
    const bool has_members = value.is_object(ObjectKind::kRecord) || value.is_object(ObjectKind::kNamedTuple);
    if (has_members && depth < kDeepest && !value.as_object().fields.empty() && value.as_object().fields.size() <= left_) {
      left_ -= value.as_object().fields.size();
      made.kind = FieldKind::kMembers;
      made.hint = value.as_object().type_name;
      const Data* properties = of.find("properties");
      for (const auto& [key, member] : value.as_object().fields) {
        const std::string part = made.name + "." + std::to_string(made.members.size());
        made.members.push_back(field(part, key.as_str(), member, properties ? properties->find(key.as_str()) : nullptr, depth + 1));
      }
      return made;
    }
    choose(made, of);
    if (made.kind != FieldKind::kChoice) {
      const FieldKind declared = kind_of_schema(of);
      const auto text = declared == FieldKind::kJson ? std::nullopt : text_as(declared, value);
      const bool is_there = !value.is_none();
      made.kind = text || !is_there ? declared : kind_of(value);
      if (text) made.text = *text;
      else made.text = is_there || made.kind == FieldKind::kJson ? text_of(made.kind, value) : "";
    }
    made.was = made.text;
    return made;
  }

  Field left_out(std::string name, std::string label, const Data& schema) const {
    Field made{.name = std::move(name), .label = std::move(label), .is_optional = true, .is_asked = true, .was = ""};
    const Data of = something_of(parameters_, &schema, &made.is_optional);
    made.choices = choices_in(of);
    made.kind = made.choices.empty() ? kind_of_schema(of) : FieldKind::kChoice;
    if (const Data* unless_passed = schema.find("default")) made.hint = "then it is " + repr(*unless_passed, Hidden());
    return made;
  }

 private:
  static std::vector<Choice> choices_in(const Data& schema) {
    return text_in(schema, "x-type") == "enum" ? members_of_enum(schema) : choices_of(schema);
  }

  // A choice, when the value is one of those that there are.
  static void choose(Field& made, const Data& schema) {
    std::vector<Choice> choices = choices_in(schema);
    const auto chosen = std::ranges::find(choices, made.value, &Choice::value);
    const bool is_nothing = made.value.is_none() && made.is_optional && !choices.empty();
    if (chosen == choices.end() && !is_nothing) return;
    made.kind = FieldKind::kChoice;
    made.text = chosen == choices.end() ? "" : chosen->sent;
    made.choices = std::move(choices);
  }

  const Data& parameters_;
  size_t left_ = kMostMembers;
};

// What the form makes of a field's value; whether it is another one.
bool read(Field& field, const Texts& form, Data* value, bool* has_problem) {
  if (field.kind == FieldKind::kMembers) {
    Data::Pairs members = field.value.as_object().fields;
    bool is_other = false;
    for (size_t i = 0; i < members.size(); ++i)
      if (read(field.members[i], form, &members[i].second, has_problem)) is_other = true;
    if (is_other) *value = Data::object(field.value.as_object().kind, field.value.as_object().type_name, std::move(members));
    return is_other;
  }
  const auto sent = form.find(field.name);
  if (sent == form.end()) return false;
  const std::string text = with_newlines(sent->second);
  if (text == field.text) return false;
  field.text = text;
  Data read;
  const bool is_nothing = text.empty() && field.is_optional && field.kind != FieldKind::kText;
  if (!is_nothing && !read_field(field, text, &read, &field.problem)) {
    *has_problem = true;
    return false;
  }
  if (read == field.value) return false;
  *value = std::move(read);
  return true;
}

}  // namespace

std::string argument_label(size_t place, const std::vector<std::string>& names) {
  return place < names.size() && !names[place].empty() ? names[place] : ordinal(place + 1);
}

std::vector<Field> fields_of(const Call& call, const KnownArguments& known) {
  Fields maker(known.parameters);
  const Data* properties = known.parameters.find("properties");
  const auto schema_of = [&](const std::string& name) { return properties ? properties->find(name) : nullptr; };
  std::vector<Field> fields;
  const auto add = [&](const std::string& label, const Data& value, const Data* schema) {
    fields.push_back(maker.field("arg." + std::to_string(fields.size()), label, value, schema));
  };
  for (size_t i = 0; i < call.args.size(); ++i)
    add(argument_label(i, known.names), call.args[i], i < known.names.size() ? schema_of(known.names[i]) : nullptr);
  for (const auto& [name, value] : call.kwargs) add(name, value, schema_of(name));
  return fields;
}

std::vector<Field> left_out_of(const Call& call, const KnownArguments& known) {
  const Fields maker(known.parameters);
  std::vector<Field> fields;
  for (const std::string& name : durable::left_out(known.parameters, call))
    fields.push_back(maker.left_out("more." + name, name, *known.parameters.find("properties")->find(name)));
  return fields;
}

Edited read_fields(const Call& call, const Texts& form, const KnownArguments& known) {
  Edited edited{.fields = fields_of(call, known), .left_out = left_out_of(call, known), .call = call};
  for (size_t i = 0; i < edited.fields.size(); ++i) {
    Data* value = i < call.args.size() ? &edited.call.args[i] : &edited.call.kwargs[i - call.args.size()].second;
    if (read(edited.fields[i], form, value, &edited.has_problem)) edited.is_other = true;
  }
  for (Field& field : edited.left_out) {
    field.text = with_newlines(sent(form, field.name));
    if (field.text.empty()) continue;
    Data value;
    if (read_field(field, field.text, &value, &field.problem)) edited.call.kwargs.emplace_back(field.label, std::move(value));
    else edited.has_problem = true;
    edited.is_other = true;
  }
  return edited;
}

}  // namespace fermata::server
