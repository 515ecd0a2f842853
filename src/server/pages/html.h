// Html: a piece of a page that can't be anything but what was meant. Names of elements and attributes are literals of ours, checked when
// we are compiled; all else, whoever made it up, is text, and is escaped where it is put in. There is no way to put markup in.
//
//   Html row = el("li", {{"class", "call"}}, el("a", {{"href", path({"calls", run, "7"})}}, function), " asks");
//
// Texts are shown as serialization/data_text.h has it: marks that reorder text, and control characters, are written out, so that what
// somebody decides on looks like what it is. (What is in a form's fields isn't: Attribute::typed, typed().)
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fermata::server {

// A text that is written in our source.
class Literal {
 public:
  consteval Literal(const char* text) : text_(text) {}
  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

struct Attribute {
  Attribute(Literal name, std::string_view value);                   // escaped
  Attribute(Literal name, const std::optional<std::string>& value);  // nothing: it isn't there
  Attribute(Literal name, const std::string& value) : Attribute(name, std::string_view(value)) {}
  Attribute(Literal name, const char* value) : Attribute(name, std::string_view(value)) {}
  template <std::same_as<bool> Bool>
  Attribute(Literal name, Bool on) : name(name.text()), is_there(on) {}  // "checked"
  // What a field of a form holds: as it is, so that it comes back as it was.
  static Attribute typed(Literal name, std::string_view value);

  std::string_view name;
  std::optional<std::string> value{};
  bool is_there = true;
};

struct Attributes : std::vector<Attribute> {
  using std::vector<Attribute>::vector;
};

class Html {
 public:
  Html() = default;
  Html(std::string_view text);  // escaped
  Html(const std::string& text) : Html(std::string_view(text)) {}
  Html(const char* text) : Html(std::string_view(text)) {}

  Html& operator+=(const Html& more) {
    markup_ += more.markup_;
    return *this;
  }
  bool empty() const { return markup_.empty(); }
  const std::string& markup() const { return markup_; }

 private:
  friend Html typed(std::string_view text);
  friend Html element(std::string_view tag, const Attributes& attributes, std::initializer_list<const Html*> children);
  std::string markup_;
};

// What a field of a form holds: as it is, so that it comes back as it was.
Html typed(std::string_view text);

// Throws std::logic_error for what would be a hole: text in a script or style, an event's handler, an address that isn't one of ours.
Html element(std::string_view tag, const Attributes& attributes, std::initializer_list<const Html*> children);

template <class... Children>
Html el(Literal tag, const Attributes& attributes, const Children&... children) {
  return [&](const auto&... pieces) { return element(tag.text(), attributes, {&pieces...}); }(Html(children)...);
}
// Several in a row.
template <class... Children>
Html all(const Children&... children) {
  Html html;
  ((html += Html(children)), ...);
  return html;
}
template <std::convertible_to<Html> Child>
Html el(Literal tag, const Child& child) {
  const Html html(child);
  return element(tag.text(), {}, {&html});
}

// "/calls/r1/7": each part is escaped, so that it is one.
std::string path(std::initializer_list<std::string_view> parts);
// "?status=done&queue=a%20b", without those that are empty; "" when all are.
std::string query(const std::vector<std::pair<std::string, std::string>>& parameters);

// "1 call", "2 calls"
std::string count_of(uint64_t number, std::string_view one, std::string_view many = {});

}  // namespace fermata::server
