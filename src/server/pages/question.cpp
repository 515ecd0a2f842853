#include "server/pages/question.h"

#include <algorithm>
#include <vector>

#include "durable/schemas/schema.h"
#include "serialization/data_json.h"
#include "server/pages/fields.h"

namespace fermata::server {

namespace {

using durable::text_in;

constexpr size_t kMostFields = 150;  // of all objects: a schema may be small and mean very many
constexpr int kDeepest = 3;          // objects in objects

struct Schema {
  const Data& root;
  size_t left = kMostFields;
};

FieldKind kind_of(const Data& root, const Data& schema) {
  const std::string type = text_in(schema, "type"), format = text_in(schema, "format");
  if (type == "integer") return FieldKind::kInt;
  if (type == "number") return FieldKind::kFloat;
  if (type == "boolean") return FieldKind::kBool;
  if (type == "array") {
    bool or_nothing = false;
    const Data item = something_of(root, schema.find("items"), &or_nothing);
    const bool is_text = !or_nothing && text_in(item, "type") == "string" && choices_of(item).empty();
    return is_text && !schema.find("prefixItems") ? FieldKind::kLines : FieldKind::kJson;
  }
  if (type != "string") return FieldKind::kJson;
  if (format == "date") return FieldKind::kDateText;
  if (format == "time") return FieldKind::kTimeText;
  if (format == "date-time") return FieldKind::kDateTimeText;
  if (format == "email") return FieldKind::kEmail;
  if (format == "uri") return FieldKind::kUri;
  return FieldKind::kText;
}

// What is there before somebody changes it.
std::string initial_of(const Field& field, const Data& value) {
  if (field.kind == FieldKind::kChoice || !value.is_str()) {
    const bool are_texts = field.kind == FieldKind::kLines && value.type() == Data::Type::kList &&
                           std::ranges::all_of(value.items(), [](const Data& one) { return one.is_str(); });
    std::string lines;
    if (!are_texts) return to_json(value);
    for (const Data& one : value.items()) lines += one.as_str() + "\n";
    return lines;
  }
  return field.kind == FieldKind::kJson ? to_json(value) : value.as_str();
}

Field field_of(Schema& whole, std::string name, const std::string& key, const Data& given, int depth);

// The members of an object as fields; none: it has none that are known, or too many.
std::vector<Field> members_of(Schema& whole, const std::string& name, const Data& schema, int depth) {
  std::vector<Field> fields;
  const Data *members = schema.find("properties"), *required = schema.find("required");
  if (text_in(schema, "type") != "object" || depth > kDeepest || !members || members->type() != Data::Type::kDict) return fields;
  if (members->pairs().size() > whole.left) return fields;
  whole.left -= members->pairs().size();
  for (const auto& [key, member] : members->pairs()) {
    if (!key.is_str()) continue;
    Field field = field_of(whole, name + std::to_string(fields.size()), key.as_str(), member, depth);
    field.is_optional = !(required && durable::is_list(*required) && std::ranges::count(required->items(), key));
    fields.push_back(std::move(field));
  }
  return fields;
}

Field field_of(Schema& whole, std::string name, const std::string& key, const Data& given, int depth) {
  bool or_nothing = false;
  const Data schema = something_of(whole.root, &given, &or_nothing);
  Field field{.name = std::move(name), .key = key, .hint = text_in(schema, "description"), .is_asked = true};
  const std::string title = text_in(schema, "title");
  field.label = title.empty() ? key : title;
  if (or_nothing) return field;  // JSON: null is an answer, too
  field.members = members_of(whole, field.name + ".", schema, depth + 1);
  field.choices = choices_of(schema);
  field.kind = !field.members.empty() ? FieldKind::kMembers : !field.choices.empty() ? FieldKind::kChoice : kind_of(whole.root, schema);
  if (const Data* value = schema.find("default"); value && field.kind != FieldKind::kMembers) field.text = initial_of(field, *value);
  const Data* least = schema.find("minLength");
  field.takes_empty = field.kind == FieldKind::kLines || (field.kind == FieldKind::kText && least && *least == Data(0));
  return field;
}

// The answer: an object of fields, or one field.
Field whole_of(const Data& schema) {
  Schema whole{schema};
  Field field = field_of(whole, "answer", "", schema, 0);
  if (field.kind != FieldKind::kMembers) field.name += ".0";
  if (field.label.empty()) field.label = "Answer";
  return field;
}

void fill(Field& field, const Texts& form) {
  if (form.contains(field.name)) field.text = sent(form, field.name);
  for (Field& member : field.members) fill(member, form);
}

bool is_left_out(const Field& field, const Texts& form) {
  if (field.kind == FieldKind::kMembers)
    return std::ranges::all_of(field.members, [&](const Field& member) { return is_left_out(member, form); });
  return sent(form, field.name).empty();
}

bool read_members(const std::vector<Field>& fields, const Texts& form, Data* answer, std::string* problem);

bool read(const Field& field, const Texts& form, Data* value, std::string* problem) {
  if (field.kind == FieldKind::kMembers) return read_members(field.members, form, value, problem);
  const std::string text = with_newlines(sent(form, field.name));
  if (text.empty() && !field.takes_empty) *problem = "there is no answer";
  else if (read_field(field, text, value, problem)) return true;
  *problem = field.label + ": " + *problem;
  return false;
}

bool read_members(const std::vector<Field>& fields, const Texts& form, Data* answer, std::string* problem) {
  Data::Pairs members;
  for (const Field& field : fields) {
    if (field.is_optional && is_left_out(field, form)) continue;
    Data value;
    if (!read(field, form, &value, problem)) return false;
    members.emplace_back(field.key, std::move(value));
  }
  *answer = Data::dict(std::move(members));
  return true;
}

}  // namespace

Html answer_fields(const Data& schema, const Texts& form) {
  Field whole = whole_of(schema);
  fill(whole, form);
  if (whole.kind != FieldKind::kMembers) return field_html(whole);
  Html html;
  for (const Field& field : whole.members) html += field_html(field);
  return html;
}

bool read_answer(const Data& schema, const Texts& form, Data* answer, std::string* problem) {
  return read(whole_of(schema), form, answer, problem);
}

}  // namespace fermata::server
