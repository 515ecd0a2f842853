#include "server/pages/fields.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "durable/schemas/schema.h"
#include "durable/schemas/typed_texts.h"
#include "serialization/data_json.h"
#include "serialization/data_text.h"

namespace fermata::server {

namespace {

using durable::kMostDigits;

std::string trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\n");
  return begin == text.npos ? "" : std::string(text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin));
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool read_int(const std::string& text, Data* value) {
  const bool negative = text.starts_with('-');
  std::string_view digits = std::string_view(text).substr(negative || text.starts_with('+') ? 1 : 0);
  if (!is_digits(digits) || digits.size() > kMostDigits) return false;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  const std::string number = (negative && digits != "0" ? "-" : "") + std::string(digits);
  const auto small = number_from<int64_t>(number);
  *value = small ? Data(*small) : Data::big_int(number);
  return true;
}

bool read_float(const std::string& text, Data* value) {
  const auto number = number_from<double>(std::string_view(text).substr(text.starts_with('+') ? 1 : 0));
  if (!number || !std::isfinite(*number)) return false;
  *value = Data(*number);
  return true;
}

bool read_typed(ObjectKind kind, const std::string& text, Data* value) {
  auto made = durable::typed_text(kind, text);
  if (made) *value = std::move(*made);
  return made.has_value();
}

// A text that is one of that kind is an answer as it is.
bool read_form(ObjectKind kind, const std::string& text, Data* value) {
  if (!durable::typed_text(kind, text)) return false;
  *value = Data(text);
  return true;
}

bool read_lines(const std::string& text, Data* value) {
  Data::Items lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (const std::string line = trimmed(text.substr(at, end - at)); !line.empty()) lines.emplace_back(line);
    at = end + 1;
  }
  *value = Data::list(std::move(lines));
  return true;
}

struct About {
  const char *takes, *example;  // what the field takes, in short; what is said when it isn't that
  const char *type, *mode;      // of its input: the browser's
};

About about(FieldKind kind) {
  switch (kind) {
    case FieldKind::kText: return {"text", "", "text", "text"};
    case FieldKind::kInt: return {"whole number", "This takes a whole number, such as 17.", "text", "numeric"};
    case FieldKind::kFloat: return {"number", "This takes a number, such as 84.50.", "text", "decimal"};
    case FieldKind::kBool: return {"yes or no", "Yes or no?", "text", "text"};
    case FieldKind::kDate:
    case FieldKind::kDateText: return {"date", "This takes a day that there is, such as 2026-12-01.", "date", "none"};
    case FieldKind::kTime:
    case FieldKind::kTimeText: return {"time, such as 09:30", "This takes a time, such as 09:30.", "text", "text"};
    case FieldKind::kDateTime:
    case FieldKind::kDateTimeText:
      return {"date and time, such as 2026-12-01T09:30:00+01:00", "This takes a date and a time, such as 2026-12-01T09:30:00+01:00.",
              "text", "text"};
    case FieldKind::kDecimal: return {"decimal", "This takes a decimal number, such as 84.50.", "text", "decimal"};
    case FieldKind::kUuid: return {"UUID", "This takes a UUID, such as 12345678-1234-5678-1234-567812345678.", "text", "text"};
    case FieldKind::kEmail: return {"email address", "This takes an email address, such as ada@example.org.", "email", "email"};
    case FieldKind::kUri: return {"address", "This takes an address, such as https://example.org/.", "url", "url"};
    case FieldKind::kLines: return {"texts, one a line", "", "text", "text"};
    case FieldKind::kChoice: return {"one of these", "This takes one of what there is to choose from.", "text", "text"};
    case FieldKind::kMembers: return {"", "", "text", "text"};
    case FieldKind::kJson: return {"JSON", "", "text", "text"};
  }
  return {};
}

bool is_email(const std::string& text) {
  const size_t at = text.find('@');
  return at != text.npos && at > 0 && at + 1 < text.size() && text.find_first_of(" \t\n@", at + 1) == text.npos;
}

bool is_uri(const std::string& text) {
  const size_t colon = text.find(':');
  return colon != text.npos && colon > 0 && colon + 1 < text.size() && text.find_first_of(" \t\n") == text.npos;
}

Html area_of(const Field& field, Attributes attributes) {
  const auto lines = size_t(std::ranges::count(field.text, '\n')) + field.text.size() / 80 + 1;
  const size_t least = field.is_asked || field.kind == FieldKind::kLines ? 2 : 1;
  attributes.push_back({"rows", std::to_string(std::clamp<size_t>(lines, least, 12))});
  if (field.kind == FieldKind::kJson) attributes.push_back({"class", "code"});
  return el("textarea", attributes, typed(field.text));
}

Html select_of(const Field& field, const Attributes& attributes) {
  std::vector<Choice> choices = field.choices;
  if (field.kind == FieldKind::kBool) choices = {{"true", "Yes", true}, {"false", "No", false}};
  Html options;
  if (field.is_asked || field.is_optional) options += el("option", {{"value", ""}}, "–");
  for (const Choice& one : choices)
    options += el("option", {Attribute::typed("value", one.sent), {"selected", field.text == one.sent}}, one.shown);
  return el("select", attributes, options);
}

Html control_of(const Field& field, bool editable) {
  const std::string id = "field-" + field.name;
  Attributes attributes = {{"id", id}, {"name", field.name}, {"autocomplete", "off"}, {"spellcheck", "false"}, {"disabled", !editable}};
  if (field.was) attributes.push_back(Attribute::typed("data-was", *field.was));
  attributes.push_back({"aria-describedby", id + "-type"});
  if (!field.problem.empty()) attributes.push_back({"aria-invalid", "true"});
  if (field.kind == FieldKind::kBool || field.kind == FieldKind::kChoice) return select_of(field, attributes);
  const bool is_long = field.text.size() > 60 || field.text.find('\n') != field.text.npos;
  if (field.kind == FieldKind::kJson || field.kind == FieldKind::kLines || (field.kind == FieldKind::kText && (field.is_asked || is_long)))
    return area_of(field, std::move(attributes));
  const About known = about(field.kind);
  attributes.push_back({"type", known.type});
  attributes.push_back({"inputmode", known.mode});
  attributes.push_back(Attribute::typed("value", field.text));
  return el("input", attributes);
}

}  // namespace

size_t count_of(const std::vector<Field>& fields) {
  size_t count = fields.size();
  for (const Field& field : fields) count += count_of(field.members);
  return count;
}

size_t size_of(const std::vector<Field>& fields) {
  size_t size = 0;
  for (const Field& field : fields) size += field.text.size() + size_of(field.members);
  return size;
}

std::string sent(const Texts& form, std::string_view name) {
  const auto found = form.find(name);
  return found == form.end() ? "" : found->second;
}

std::string with_newlines(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out.push_back(text[i]);
  }
  return out;
}

bool read_field(FieldKind kind, const std::string& text, Data* value, std::string* problem) {
  const std::string word = trimmed(text);
  const auto told = [&](bool is_read) {
    if (!is_read) *problem = about(kind).example;
    return is_read;
  };
  switch (kind) {
    case FieldKind::kText: *value = Data(text); return true;
    case FieldKind::kBool: *value = Data(word == "true"); return told(word == "true" || word == "false");
    case FieldKind::kInt: return told(read_int(word, value));
    case FieldKind::kFloat: return told(read_float(word, value));
    case FieldKind::kDate: return told(read_typed(ObjectKind::kDate, word, value));
    case FieldKind::kTime: return told(read_typed(ObjectKind::kTime, word, value));
    case FieldKind::kDateTime: return told(read_typed(ObjectKind::kDateTime, word, value));
    case FieldKind::kDecimal: return told(read_typed(ObjectKind::kDecimal, word, value));
    case FieldKind::kUuid: return told(read_typed(ObjectKind::kUuid, word, value));
    case FieldKind::kDateText: return told(read_form(ObjectKind::kDate, word, value));
    case FieldKind::kTimeText: return told(read_form(ObjectKind::kTime, word, value));
    case FieldKind::kDateTimeText: return told(read_form(ObjectKind::kDateTime, word, value));
    case FieldKind::kEmail: *value = Data(word); return told(is_email(word));
    case FieldKind::kUri: *value = Data(word); return told(is_uri(word));
    case FieldKind::kLines: return read_lines(text, value);
    case FieldKind::kChoice:
    case FieldKind::kMembers: return told(false);
    case FieldKind::kJson: {
      std::string why;
      if (from_json(word, value, &why)) return true;
      *problem = "This isn't JSON: " + why;
      return false;
    }
  }
  return false;
}

bool read_field(const Field& field, const std::string& text, Data* value, std::string* problem) {
  if (field.kind != FieldKind::kChoice) return read_field(field.kind, text, value, problem);
  const auto chosen = std::ranges::find(field.choices, text, &Choice::sent);
  if (chosen == field.choices.end()) {
    *problem = about(field.kind).example;
    return false;
  }
  *value = chosen->value;
  return true;
}

Html field_html(const Field& field, bool editable) {
  const Html hint = field.hint.empty() ? Html() : el("span", {{"class", "type"}}, field.hint);
  if (field.kind == FieldKind::kMembers) {
    Html members;
    for (const Field& one : field.members) members += field_html(one, editable);
    return el("fieldset", {{"class", "members"}}, el("legend", {}, field.label, " ", hint), members);
  }
  const std::string id = "field-" + field.name;
  std::string takes = about(field.kind).takes;
  if (field.is_optional) takes += field.is_asked ? ", may be left out" : ", or nothing";
  Html html = el("label", {{"for", id}}, field.label);
  html += el("span", {{"class", "type"}, {"id", id + "-type"}}, field.hint.empty() ? takes : takes + ": " + field.hint,
             field.problem.empty() ? Html() : el("strong", {{"class", "wrong"}}, " " + field.problem));
  html += control_of(field, editable);
  return el("div", {{"class", field.problem.empty() ? "field" : "field invalid"}}, html);
}

Data something_of(const Data& root, const Data* schema, bool* or_nothing) {
  const durable::SchemaChecker checker(root);
  const Data* found = schema ? checker.resolved(*schema) : nullptr;
  if (!found || found->type() != Data::Type::kDict) return {};
  const auto is_nothing = [&](const Data& one) {
    const Data* none = checker.resolved(one);
    return one == Data("null") || (none && durable::text_in(*none, "type") == "null");
  };
  for (const char* either : {"type", "anyOf"}) {
    const Data* options = found->find(either);
    if (!options || options->type() != Data::Type::kList || options->items().size() != 2) continue;
    const auto nothing = std::ranges::find_if(options->items(), is_nothing);
    if (nothing == options->items().end()) continue;
    *or_nothing = true;
    const Data& other = options->items()[nothing == options->items().begin() ? 1 : 0];
    if (other.is_str()) return Data::dict({{"type", other}});
    const Data* something = checker.resolved(other);
    return something && something->type() == Data::Type::kDict ? *something : Data();
  }
  return *found;
}

std::vector<Choice> choices_of(const Data& schema) {
  constexpr size_t kMost = 100;
  const Data *any = schema.find("enum"), *only = schema.find("const");
  Data::Items values;
  if (any && durable::is_list(*any)) values = any->items();
  else if (only) values = {*only};
  std::vector<Choice> choices;
  if (values.size() > kMost) return choices;
  for (const Data& value : values) choices.push_back({to_json(value), value.is_str() ? value.as_str() : to_json(value), value});
  return choices;
}

}  // namespace fermata::server
