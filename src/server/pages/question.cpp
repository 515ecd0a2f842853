#include "server/pages/question.h"

#include <algorithm>
#include <vector>

#include "serialization/data_json.h"
#include "server/pages/fields.h"

namespace fermata::server {

namespace {

constexpr size_t kMostFields = 100, kMostChoices = 100;

struct AnswerField {
  std::string name;   // in the form
  std::string label;  // the member's name; of an answer that isn't an object "Answer"
  FieldKind kind = FieldKind::kJson;
  std::string hint{};
  std::vector<Data> choices{};  // if there are any, it is one of them
  std::string initial{};        // what is there before somebody changes it
  bool is_needed = true;
  bool may_be_empty = false;  // a text that is needed: the schema says so
};

std::string text_in(const Data& schema, const char* name) {
  const Data* text = schema.find(name);
  return text && text->is_str() ? text->as_str() : "";
}

AnswerField field_of(size_t number, std::string label, const Data& schema) {
  AnswerField field{.name = "answer." + std::to_string(number), .label = std::move(label), .hint = text_in(schema, "description")};
  const std::string type = text_in(schema, "type");
  if (type == "string") field.kind = FieldKind::kText;
  if (type == "integer") field.kind = FieldKind::kInt;
  if (type == "number") field.kind = FieldKind::kFloat;
  if (type == "boolean") field.kind = FieldKind::kBool;
  const Data* choices = schema.find("enum");
  if (choices && choices->type() == Data::Type::kList && choices->items().size() <= kMostChoices) field.choices = choices->items();
  if (const std::string title = text_in(schema, "title"); !title.empty())
    field.hint = title + (field.hint.empty() ? "" : ": ") + field.hint;
  if (const Data* value = schema.find("default"))
    field.initial = value->is_str() && field.kind == FieldKind::kText && field.choices.empty() ? value->as_str() : to_json(*value);
  const Data* least = schema.find("minLength");
  field.may_be_empty = field.kind == FieldKind::kText && least && *least == Data(0);
  return field;
}

const Data* members_of(const Data& schema) {
  const Data* members = schema.find("properties");
  const bool is_object = text_in(schema, "type") == "object" && members && members->type() == Data::Type::kDict;
  return is_object && !members->pairs().empty() && members->pairs().size() <= kMostFields ? members : nullptr;
}

std::vector<AnswerField> fields_of(const Data& schema) {
  const Data* members = members_of(schema);
  if (!members) return {field_of(0, "Answer", schema)};
  const Data* required = schema.find("required");
  std::vector<AnswerField> fields;
  for (const auto& [name, member] : members->pairs()) {
    if (!name.is_str()) continue;
    AnswerField field = field_of(fields.size(), name.as_str(), member);
    field.is_needed = required && required->type() == Data::Type::kList && std::ranges::count(required->items(), name);
    fields.push_back(std::move(field));
  }
  return fields;
}

Html select_of(const AnswerField& field, const std::string& was, const std::vector<std::pair<std::string, std::string>>& options) {
  Html html = el("option", {{"value", ""}}, "–");
  for (const auto& [value, word] : options) html += el("option", {{"value", value}, {"selected", value == was}}, word);
  return el("select", {{"id", "field-" + field.name}, {"name", field.name}}, html);
}

Html control_of(const AnswerField& field, const std::string& was) {
  std::vector<std::pair<std::string, std::string>> options;
  for (const Data& choice : field.choices) options.emplace_back(to_json(choice), choice.is_str() ? choice.as_str() : to_json(choice));
  if (field.choices.empty() && field.kind == FieldKind::kBool) options = {{"true", "Yes"}, {"false", "No"}};
  if (!options.empty()) return select_of(field, was, options);
  const bool is_json = field.kind == FieldKind::kJson;
  if (is_json || field.kind == FieldKind::kText)
    return el("textarea", {{"id", "field-" + field.name}, {"name", field.name}, {"rows", "2"}, {"class", is_json ? "code" : "text"}},
              typed(was));
  return el("input", {{"id", "field-" + field.name},
                      {"name", field.name},
                      {"inputmode", field.kind == FieldKind::kInt ? "numeric" : "decimal"},
                      {"autocomplete", "off"},
                      Attribute::typed("value", was)});
}

}  // namespace

Html answer_fields(const Data& schema, const Texts& form) {
  Html html;
  for (const AnswerField& field : fields_of(schema)) {
    const std::string about =
        (field.choices.empty() ? name_of(field.kind) : std::string("one of these")) + (field.is_needed ? "" : ", may be left out");
    html += el("div", {{"class", "field"}}, el("label", {{"for", "field-" + field.name}}, field.label),
               el("span", {{"class", "type"}}, field.hint.empty() ? about : about + ": " + field.hint),
               control_of(field, form.contains(field.name) ? sent(form, field.name) : field.initial));
  }
  return html;
}

bool read_answer(const Data& schema, const Texts& form, Data* answer, std::string* problem) {
  const bool is_object = members_of(schema) != nullptr;
  Data::Pairs members;
  for (const AnswerField& field : fields_of(schema)) {
    const std::string text = with_newlines(sent(form, field.name));
    if (text.empty() && !field.is_needed) continue;
    if (text.empty() && !field.may_be_empty) {
      *problem = field.label + ": there is no answer";
      return false;
    }
    Data value;
    if (!read_field(field.choices.empty() ? field.kind : FieldKind::kJson, text, &value, problem)) {
      *problem = field.label + ": " + *problem;
      return false;
    }
    if (!is_object) {
      *answer = std::move(value);
      return true;
    }
    members.emplace_back(field.label, std::move(value));
  }
  *answer = Data::dict(std::move(members));
  return true;
}

}  // namespace fermata::server
