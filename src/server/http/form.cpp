#include "server/http/form.h"

#include "base/utf8.h"
#include "server/http/message.h"

namespace fermata::server {

namespace {

constexpr size_t kMostFields = 10'000;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

bool is_text(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    const utf8::Decoded d = utf8::decode(p, end);
    if (d.length == 0 || d.code_point == 0 || utf8::is_surrogate(d.code_point)) return false;
    p += d.length;
  }
  return true;
}

std::string decode_percent(std::string_view text, bool plus) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(plus && text[i] == '+' ? ' ' : text[i]);
      continue;
    }
    const int high = i + 2 < text.size() ? digit_of(text[i + 1]) : -1, low = i + 2 < text.size() ? digit_of(text[i + 2]) : -1;
    if (high < 0 || low < 0) throw BadRequest("a % takes two hexadecimal digits");
    out.push_back(char(high * 16 + low));
    i += 2;
  }
  if (!is_text(out)) throw BadRequest("a text isn't UTF-8, or has the character 0");
  return out;
}

std::vector<std::pair<std::string, std::string>> decode_form(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> fields;
  while (!text.empty()) {
    const std::string_view field = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(field.size() + 1, text.size()));
    if (field.empty()) continue;
    if (fields.size() == kMostFields) throw BadRequest("a form has at most 10000 fields");
    const size_t equals = std::min(field.find('='), field.size());
    fields.emplace_back(decode_percent(field.substr(0, equals), true),
                        decode_percent(field.substr(std::min(equals + 1, field.size())), true));
  }
  return fields;
}

}  // namespace fermata::server
