#include "server/pages/html.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "serialization/data_text.h"

namespace fermata::server {

namespace {

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      case '\0': out += "\xEF\xBF\xBD"; break;  // (browsers would, too)
      default: out.push_back(c);
    }
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  append_escaped(out, text);
  return out;
}

constexpr std::array<std::string_view, 5> kVoid = {"br", "hr", "input", "link", "meta"};
constexpr std::array<std::string_view, 4> kAddresses = {"action", "formaction", "href", "src"};

void check(std::string_view tag, const Attribute& attribute) {
  const auto is_in = [](const auto& list, std::string_view name) { return std::ranges::find(list, name) != list.end(); };
  if (attribute.name.starts_with("on") || attribute.name == "style" || attribute.name == "srcdoc")
    throw std::logic_error("pages have no attribute " + std::string(attribute.name));
  if (!is_in(kAddresses, attribute.name)) return;
  const std::string_view to = attribute.value ? std::string_view(*attribute.value) : std::string_view();
  const bool is_ours =
      to.starts_with('#') || to.starts_with('?') || (to.starts_with('/') && !to.starts_with("//") && !to.starts_with("/\\"));
  if (!is_ours) throw std::logic_error(std::string(tag) + " leads elsewhere: " + std::string(to));
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '~';
}

void append_encoded(std::string& out, std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (const char c : text) {
    if (is_plain(c)) {
      out.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.push_back('%');
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 15]);
  }
}

}  // namespace

Attribute::Attribute(Literal name, std::string_view value) : name(name.text()), value(escaped(visible(value))) {}
Attribute::Attribute(Literal name, const std::optional<std::string>& value) : name(name.text()), is_there(value.has_value()) {
  if (value) this->value = escaped(visible(*value));
}

Attribute Attribute::typed(Literal name, std::string_view value) {
  Attribute attribute(name, "");
  attribute.value = escaped(value);
  return attribute;
}

Html::Html(std::string_view text) : markup_(escaped(visible(text))) {}

Html typed(std::string_view text) {
  Html html;
  html.markup_ = escaped(text);
  return html;
}

Html element(std::string_view tag, const Attributes& attributes, std::initializer_list<const Html*> children) {
  Html html;
  std::string& out = html.markup_;
  (out += "<").append(tag);
  for (const Attribute& attribute : attributes) {
    if (!attribute.is_there) continue;
    check(tag, attribute);
    (out += " ").append(attribute.name);
    if (attribute.value) ((out += "=\"") += *attribute.value) += "\"";
  }
  out += ">";
  const bool is_void = std::ranges::find(kVoid, tag) != kVoid.end();
  if (tag == "textarea") out += "\n";  // (the first one doesn't count, so that a text may begin with one)
  for (const Html* child : children) {
    if (child->empty()) continue;
    if (is_void || tag == "script" || tag == "style") throw std::logic_error("nothing is in a " + std::string(tag));
    out += child->markup_;
  }
  if (!is_void) ((out += "</").append(tag)) += ">";
  return html;
}

std::string path(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) {
    out.push_back('/');
    if (part == "." || part == "..") throw std::logic_error("no part of a path: " + std::string(part));
    append_encoded(out, part);
  }
  return out.empty() ? "/" : out;
}

std::string query(const std::vector<std::pair<std::string, std::string>>& parameters) {
  std::string out;
  for (const auto& [name, value] : parameters) {
    if (value.empty()) continue;
    out.push_back(out.empty() ? '?' : '&');
    append_encoded(out, name);
    out.push_back('=');
    append_encoded(out, value);
  }
  return out;
}

std::string count_of(uint64_t number, std::string_view one, std::string_view many) {
  const std::string word = number == 1 ? std::string(one) : many.empty() ? std::string(one) + "s" : std::string(many);
  return std::to_string(number) + " " + word;
}

}  // namespace fermata::server
