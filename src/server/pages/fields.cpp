#include "server/pages/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "durable/schemas/typed_texts.h"
#include "serialization/data_json.h"
#include "serialization/data_text.h"

namespace fermata::server {

namespace {

using durable::kMostDigits;

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
      return FieldKind::kJson;
    default: return FieldKind::kJson;
  }
}

std::string text_field_of(const Data& value, std::string_view name) {
  const Data* text = value.find(name);
  return text && text->is_str() ? text->as_str() : "";
}

std::string text_of(FieldKind kind, const Data& value) {
  switch (kind) {
    case FieldKind::kText: return value.as_str();
    case FieldKind::kBool: return value.as_bool() ? "true" : "false";
    case FieldKind::kInt: return value.is_small_int() ? std::to_string(value.as_int()) : value.as_big_int();
    case FieldKind::kFloat: return to_json(value);
    case FieldKind::kDate: return text_field_of(value, "iso");
    case FieldKind::kDecimal: return text_field_of(value, "text");
    case FieldKind::kJson: return visible(to_json(value));  // (its escapes are JSON's, too)
  }
  return "";
}

std::string ordinal(size_t number) {
  const size_t last = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10;
  return std::to_string(number) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

// Fields are numbered: a program may pass any text as a keyword.
Field field_of(size_t number, std::string label, const Data& value) {
  const FieldKind kind = kind_of(value);
  return {.name = "arg." + std::to_string(number), .label = std::move(label), .kind = kind, .value = value, .text = text_of(kind, value)};
}

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
  int64_t small = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), small);
  *value = error == std::errc() ? Data(small) : Data::big_int(number);
  return true;
}

bool read_float(const std::string& text, Data* value) {
  double number = 0;
  const std::string_view digits = std::string_view(text).substr(text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(number)) return false;
  *value = Data(number);
  return true;
}

bool read_typed(ObjectKind kind, const std::string& text, Data* value) {
  auto made = durable::typed_text(kind, text);
  if (made) *value = std::move(*made);
  return made.has_value();
}

Html input_of(const Field& field, const Attributes& common, const char* mode) {
  Attributes attributes = common;
  attributes.push_back({"type", field.kind == FieldKind::kDate ? "date" : "text"});
  attributes.push_back({"inputmode", mode});
  attributes.push_back(Attribute::typed("value", field.text));
  return el("input", attributes);
}

Html control_of(const Field& field, bool editable) {
  const std::string id = "field-" + field.name;
  Attributes common = {{"id", id},
                       {"name", field.name},
                       {"autocomplete", "off"},
                       {"spellcheck", "false"},
                       {"disabled", !editable},
                       Attribute::typed("data-was", text_of(field.kind, field.value))};
  common.push_back({"aria-describedby", id + "-type"});
  if (!field.problem.empty()) common.push_back({"aria-invalid", "true"});
  const auto area = [&] {
    const auto lines = size_t(std::ranges::count(field.text, '\n')) + field.text.size() / 80 + 1;
    Attributes attributes = common;
    attributes.push_back({"rows", std::to_string(std::min<size_t>(lines, 12))});
    if (field.kind == FieldKind::kJson) attributes.push_back({"class", "code"});
    return el("textarea", attributes, typed(field.text));
  };
  switch (field.kind) {
    case FieldKind::kBool: {
      const auto option = [&](const char* value, const char* word) {
        return el("option", {{"value", value}, {"selected", field.text == value}}, word);
      };
      return el("select", common, option("true", "Yes"), option("false", "No"));
    }
    case FieldKind::kText:
      return field.text.size() > 60 || field.text.find('\n') != field.text.npos ? area() : input_of(field, common, "text");
    case FieldKind::kInt: return input_of(field, common, "numeric");
    case FieldKind::kFloat:
    case FieldKind::kDecimal: return input_of(field, common, "decimal");
    case FieldKind::kDate: return input_of(field, common, "none");
    case FieldKind::kJson: return area();
  }
  return {};
}

}  // namespace

const char* name_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::kText: return "text";
    case FieldKind::kInt: return "whole number";
    case FieldKind::kFloat: return "number";
    case FieldKind::kBool: return "yes or no";
    case FieldKind::kDate: return "date";
    case FieldKind::kDecimal: return "decimal";
    case FieldKind::kJson: return "JSON";
  }
  return "";
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

std::vector<Field> fields_of(const Call& call, const std::vector<std::string>& names) {
  std::vector<Field> fields;
  for (size_t i = 0; i < call.args.size(); ++i)
    fields.push_back(field_of(i, i < names.size() && !names[i].empty() ? names[i] : ordinal(i + 1), call.args[i]));
  for (const auto& [name, value] : call.kwargs) fields.push_back(field_of(fields.size(), name, value));
  return fields;
}

bool read_field(FieldKind kind, const std::string& text, Data* value, std::string* problem) {
  const std::string word = trimmed(text);
  const auto told = [&](bool is_read, const char* what) {
    if (!is_read) *problem = what;
    return is_read;
  };
  switch (kind) {
    case FieldKind::kText: *value = Data(text); return true;
    case FieldKind::kBool:
      if (word != "true" && word != "false") return told(false, "Yes or no?");
      *value = Data(word == "true");
      return true;
    case FieldKind::kInt: return told(read_int(word, value), "This takes a whole number, such as 17.");
    case FieldKind::kFloat: return told(read_float(word, value), "This takes a number, such as 84.50.");
    case FieldKind::kDate: return told(read_typed(ObjectKind::kDate, word, value), "This takes a day that there is, such as 2026-12-01.");
    case FieldKind::kDecimal: return told(read_typed(ObjectKind::kDecimal, word, value), "This takes a decimal number, such as 84.50.");
    case FieldKind::kJson: {
      std::string why;
      if (from_json(word, value, &why)) return true;
      *problem = "This isn't JSON: " + why;
      return false;
    }
  }
  return false;
}

Edited read_fields(const Call& call, const Texts& form, const std::vector<std::string>& names) {
  Edited edited{.fields = fields_of(call, names), .call = call};
  for (size_t i = 0; i < edited.fields.size(); ++i) {
    Field& field = edited.fields[i];
    const auto sent = form.find(field.name);
    if (sent == form.end()) continue;
    const std::string text = with_newlines(sent->second);
    if (text == field.text) continue;
    field.text = text;
    Data value;
    if (!read_field(field.kind, text, &value, &field.problem)) {
      edited.has_problem = true;
      continue;
    }
    if (value == field.value) continue;
    edited.is_other = true;
    if (i < call.args.size()) edited.call.args[i] = std::move(value);
    else edited.call.kwargs[i - call.args.size()].second = std::move(value);
  }
  return edited;
}

Html field_html(const Field& field, bool editable) {
  const std::string id = "field-" + field.name;
  Html html = el("label", {{"for", id}}, field.label);
  html += el("span", {{"class", "type"}, {"id", id + "-type"}}, name_of(field.kind),
             field.problem.empty() ? Html() : el("strong", {{"class", "wrong"}}, " " + field.problem));
  html += control_of(field, editable);
  return el("div", {{"class", field.problem.empty() ? "field" : "field invalid"}}, html);
}

}  // namespace fermata::server
