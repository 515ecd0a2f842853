#include "cli/source_encoding.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iconv.h>
#include <optional>
#include <regex>
#include <string_view>

#include "base/utf8.h"

namespace fermata::cli {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

[[noreturn]] void refuse(const std::string& encoding) { throw EncodingProblem("encoding problem: " + encoding); }

std::string_view line_at(std::string_view text, size_t at) {
  return text.substr(at, std::min(text.find_first_of("\r\n", at), text.size()) - at);
}

// What a comment of the first two lines says. The second counts when there is nothing but a comment in the first.
std::optional<std::string> declared(std::string_view text) {
  // Nearly every program has none, and making the patterns takes longer than a small program.
  if (text.find("coding") == text.npos) return std::nullopt;
  static const std::regex kDeclaration("^[ \\t\\f]*#.*?coding[:=][ \\t]*([-_.a-zA-Z0-9]+)"), kNothing("^[ \\t\\f]*(#.*)?$");
  for (int line = 0; line < 2; ++line) {
    const std::string_view whole = line_at(text, 0);
    const std::string shown(whole.substr(0, 4096));
    std::smatch match;
    if (std::regex_search(shown, match, kDeclaration)) return match[1];
    if (!std::regex_match(shown, kNothing) || whole.size() == text.size()) return std::nullopt;
    text.remove_prefix(whole.size() + (text.substr(whole.size()).starts_with("\r\n") ? 2 : 1));
  }
  return std::nullopt;
}

// As CPython's tokenizer names the two that it knows itself.
std::string normal_name(const std::string& given) {
  std::string name = given.substr(0, 12);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return c == '_' ? '-' : char(std::tolower(c)); });
  const auto is = [&](std::string_view known) { return name == known || name.starts_with(std::string(known) + "-"); };
  if (is("utf-8")) return "utf-8";
  if (is("latin-1") || is("iso-8859-1") || is("iso-latin-1")) return "iso-8859-1";
  return given;
}

// Python's name of an encoding as iconv has it; empty for one that isn't taken: only extensions of ASCII are.
std::string iconv_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return c == '_' ? '-' : char(std::tolower(c)); });
  static const std::regex kIso("iso-?8859-?(\\d+)"), kPage("(?:cp|windows-?|ibm)(\\d+)");
  std::smatch match;
  if (std::regex_match(name, match, kIso)) return "ISO-8859-" + match[1].str();
  if (std::regex_match(name, match, kPage)) return "CP" + match[1].str();
  if (name == "ascii" || name == "us-ascii") return "ASCII";
  if (name == "latin1" || name == "l1") return "ISO-8859-1";
  if (name == "latin9" || name == "l9" || name == "latin-9") return "ISO-8859-15";
  if (name == "mac-roman" || name == "macroman") return "MACINTOSH";
  for (const char* known : {"koi8-r", "koi8-u", "shift-jis", "euc-jp", "euc-kr", "gbk", "gb2312", "gb18030", "big5", "tis-620"})
    if (name == known) return known == std::string_view("shift-jis") ? "SHIFT_JIS" : known;
  return {};
}

std::optional<std::string> converted(const std::string& from, std::string_view bytes) {
  const iconv_t made = iconv_open("UTF-8", from.c_str());
  if (made == iconv_t(-1)) return std::nullopt;
  std::string text(bytes.size() * 4 + 16, '\0');
  char* in = const_cast<char*>(bytes.data());
  char* out = text.data();
  size_t in_left = bytes.size(), out_left = text.size();
  const bool good = iconv(made, &in, &in_left, &out, &out_left) != size_t(-1) && in_left == 0;
  iconv_close(made);
  if (!good) return std::nullopt;
  text.resize(text.size() - out_left);
  return text;
}

// Where the text stops being UTF-8, or npos.
size_t first_wrong_byte(std::string_view text) {
  const size_t good = utf8::valid_prefix(text, utf8::Surrogates::kForbid);
  return good == text.size() ? std::string_view::npos : good;
}

}  // namespace

std::string decode_program(std::string bytes, const std::string& name) {
  const bool marked = bytes.starts_with(kByteOrderMark);
  const std::string_view text = std::string_view(bytes).substr(marked ? kByteOrderMark.size() : 0);
  const std::optional<std::string> said = declared(text);
  const std::string encoding = said ? normal_name(*said) : "utf-8";
  if (encoding == "utf-8") {
    const size_t wrong = said || marked ? std::string_view::npos : first_wrong_byte(text);
    if (wrong == std::string_view::npos) return bytes;
    char message[64];
    std::snprintf(message, sizeof message, "Non-UTF-8 code starting with '\\x%02x' in file ", static_cast<unsigned char>(text[wrong]));
    throw EncodingProblem(message + name + " on line " + std::to_string(std::count(text.begin(), text.begin() + long(wrong), '\n') + 1) +
                          ", but no encoding declared; see https://peps.python.org/pep-0263/ for details");
  }
  if (marked) refuse(encoding + " with BOM");
  if (const std::string known = encoding == "utf8" ? "UTF-8" : iconv_name(encoding); !known.empty())
    if (std::optional<std::string> decoded = converted(known, text)) return *decoded;
  refuse(encoding);
}

}  // namespace fermata::cli
