#include "serialization/json_archive.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "base/float_text.h"
#include "base/utf8.h"

namespace fermata {

namespace {
constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint64_t kNan = 0x7FF8000000000000;  // what float("nan") is
}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t n = std::min<size_t>(3, bytes.size() - i);
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j) group = group << 8 | (j < n ? static_cast<unsigned char>(bytes[i + j]) : 0);
    for (size_t j = 0; j < 4; ++j) out.push_back(j <= n ? kAlphabet[group >> (18 - 6 * j) & 63] : '=');
  }
  return out;
}

bool from_base64(std::string_view text, std::string& out) {
  static const auto values = [] {
    std::array<int8_t, 256> table;
    table.fill(-1);
    for (int8_t i = 0; i < 64; ++i) table[size_t(static_cast<unsigned char>(kAlphabet[i]))] = i;
    return table;
  }();
  if (text.size() % 4) return false;
  out.clear();
  out.reserve(text.size() / 4 * 3);
  while (!text.empty()) {
    const bool last = text.size() == 4;
    const size_t n = last && text[3] == '=' ? (text[2] == '=' ? 2 : 3) : 4;
    uint32_t group = 0;
    for (size_t j = 0; j < 4; ++j) {
      const int8_t v = j < n ? values[static_cast<unsigned char>(text[j])] : 0;
      if (v < 0) return false;
      group = group << 6 | uint32_t(v);
    }
    for (size_t j = 0; j + 1 < n; ++j) out.push_back(char(group >> (16 - 8 * j)));
    text.remove_prefix(4);
  }
  return true;
}

void JsonOutputArchive::scalar(int64_t i) {
  if (i >= -kMaxJsonInteger && i <= kMaxJsonInteger) {
    writer_.Int64(i);
    return;
  }
  begin_map();
  name("$int");
  plain_text(std::to_string(i));
  end_map();
}

void JsonOutputArchive::scalar(uint64_t i) {
  if (i <= uint64_t(INT64_MAX)) {
    scalar(int64_t(i));
    return;
  }
  begin_map();
  name("$int");
  plain_text(std::to_string(i));
  end_map();
}

void JsonOutputArchive::scalar(double d) {
  if (std::isfinite(d)) {
    char text[kMaxFloatRepr];
    const size_t n = write_float_repr(text, d);
    writer_.RawValue(text, n, rapidjson::kNumberType);
    return;
  }
  begin_map();
  name("$float");
  const uint64_t bits = std::bit_cast<uint64_t>(d);
  if (std::isinf(d)) plain_text(d > 0 ? "inf" : "-inf");
  else if (bits == kNan) plain_text("nan");
  else if (bits == (kNan | uint64_t(1) << 63)) plain_text("-nan");
  else plain_text(fmt::format("0x{:016x}", bits));
  end_map();
}

void JsonOutputArchive::text(std::string_view s) {
  if (utf8::is_valid(s, utf8::Surrogates::kForbid)) {
    plain_text(s);
    return;
  }
  begin_map();
  name("$wtf8");
  binary(s);
  end_map();
}

// --- input

namespace {

// The only member of an object, when it has that name.
const JsonNode* only_member(const JsonNode& node, std::string_view name) {
  if (!node.IsObject() || node.MemberCount() != 1) return nullptr;
  const auto member = node.MemberBegin();
  return json_view(member->name) == name ? &member->value : nullptr;
}

template <class T>
bool whole_number(std::string_view text, T* out) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return status == std::errc() && end == text.data() + text.size();
}

}  // namespace

bool json_int64(const JsonNode& node, int64_t* out) {
  if (node.IsInt64()) {
    *out = node.GetInt64();
    return true;
  }
  const JsonNode* tagged = only_member(node, "$int");
  return tagged && tagged->IsString() && whole_number(json_view(*tagged), out);
}

bool json_double(const JsonNode& node, double* out) {
  if (node.IsDouble()) {
    *out = node.GetDouble();
    return true;
  }
  const JsonNode* tagged = only_member(node, "$float");
  if (!tagged || !tagged->IsString()) return false;
  const std::string_view text = json_view(*tagged);
  if (text == "inf") *out = HUGE_VAL;
  else if (text == "-inf") *out = -HUGE_VAL;
  else if (text == "nan") *out = std::bit_cast<double>(kNan);
  else if (text == "-nan") *out = std::bit_cast<double>(kNan | uint64_t(1) << 63);
  else {
    uint64_t bits = 0;
    if (text.size() != 18 || !text.starts_with("0x")) return false;
    const auto [end, status] = std::from_chars(text.data() + 2, text.data() + 18, bits, 16);
    if (status != std::errc() || end != text.data() + 18) return false;
    *out = std::bit_cast<double>(bits);
    return std::isnan(*out);
  }
  return true;
}

bool json_text(const JsonNode& node, std::string* out) {
  if (node.IsString()) {
    *out = json_view(node);
    return true;
  }
  const JsonNode* tagged = only_member(node, "$wtf8");
  return tagged && tagged->IsString() && from_base64(json_view(*tagged), *out);
}

void JsonInputArchive::name(const char* s) {
  Level& level = stack_.back();
  level.name = s;
}

bool JsonInputArchive::has(const char* s) const {
  const JsonNode& node = *stack_.back().node;
  return node.IsObject() && node.HasMember(s);
}

const JsonNode& JsonInputArchive::node() {
  Level& level = stack_.back();
  if (level.node->IsObject()) {
    const auto member = level.node->FindMember(level.name ? level.name : "");
    if (member == level.node->MemberEnd()) fail(StateErrorKind::kTruncated, "{} is missing", where());
    return member->value;
  }
  if (level.next >= level.node->Size()) fail(StateErrorKind::kTruncated, "{} has too few items", where());
  return (*level.node)[rapidjson::SizeType(level.next++)];
}

size_t JsonInputArchive::begin_list() {
  const JsonNode& n = node();
  if (!n.IsArray()) wrong("a list");
  enter(n);
  return n.Size();
}

void JsonInputArchive::begin_map() {
  const JsonNode& n = node();
  if (!n.IsObject()) wrong("an object");
  enter(n);
}

void JsonInputArchive::scalar(bool& b) {
  const JsonNode& n = node();
  if (!n.IsBool()) wrong("true or false");
  b = n.GetBool();
}
void JsonInputArchive::scalar(int64_t& i) {
  if (!json_int64(node(), &i)) wrong("an integer");
}
void JsonInputArchive::scalar(uint64_t& i) {
  const JsonNode& n = node();
  if (n.IsUint64()) {
    i = n.GetUint64();
    return;
  }
  const JsonNode* tagged = only_member(n, "$int");
  if (!tagged || !tagged->IsString() || !whole_number(json_view(*tagged), &i)) wrong("an integer that is not negative");
}
void JsonInputArchive::scalar(double& d) {
  if (!json_double(node(), &d)) wrong("a float");
}
std::string JsonInputArchive::text() {
  std::string s;
  if (!json_text(node(), &s)) wrong("a text");
  return s;
}
std::string JsonInputArchive::binary() {
  const JsonNode& n = node();
  std::string s;
  if (!n.IsString() || !from_base64(json_view(n), s)) wrong("base64 text");
  return s;
}

void JsonInputArchive::wrong(const char* wanted) const { fail(StateErrorKind::kWrongType, "{} expected at {}", wanted, where()); }

std::string JsonInputArchive::where() const {
  std::string path;
  for (const Level& level : stack_) {
    if (!path.empty()) path += '.';
    if (level.node->IsObject()) path += level.name ? level.name : "?";
    else path += std::to_string(level.next);
  }
  return path.empty() ? "the top" : path;
}

}  // namespace fermata
