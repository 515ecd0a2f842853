#include "serialization/json_archive.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "base/utf8.h"
#include "numbers/float_text.h"

namespace fermata {

namespace {
constexpr uint64_t kNan = 0x7FF8000000000000;  // what float("nan") is
}  // namespace

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
  return tagged && tagged->IsString() && from_base64(json_view(*tagged), out);
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
  if (!n.IsString() || !from_base64(json_view(n), &s)) wrong("base64 text");
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
