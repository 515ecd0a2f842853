#include "serialization/code_words.h"

#include <charconv>
#include <unordered_map>

#include "compiler/opcodes.h"
#include "serialization/state_error.h"

namespace fermata {

namespace {

// One operand of a word as a format letter describes it: where it stands and how it is written.
struct Part {
  int index;       // 0 A, 1 B, 2 C
  bool wide;       // B and C together
  bool is_signed;  // a jump
};

// Calls f(Part) for each operand of the opcode that has a meaning.
template <class F>
void for_each_part(const OpInfo& info, F&& f) {
  for (int i = 0; i < 3; ++i) {
    switch (info.operands[i]) {
      case Operand::kNone: break;
      case Operand::kJump16: f(Part{i, false, true}); break;
      case Operand::kJump32: f(Part{i, true, true}); return;
      case Operand::kConstantWide:
      case Operand::kSiteWide: f(Part{i, true, false}); return;
      default: f(Part{i, false, false});
    }
  }
}

int64_t get_part(Word w, Part part) {
  if (part.wide) return part.is_signed ? int64_t(sbx_of(w)) : int64_t(bx_of(w));
  const uint32_t raw = operand_value(w, part.index);
  return part.is_signed ? int64_t(int16_t(raw)) : int64_t(raw);
}

// False when it doesn't fit.
bool set_part(Word& w, Part part, int64_t n) {
  if (part.wide) {
    if (part.is_signed ? n < INT32_MIN || n > INT32_MAX : n < 0 || n > UINT32_MAX) return false;
    w |= Word(uint32_t(n)) << 32;
    return true;
  }
  if (part.is_signed ? n < INT16_MIN || n > INT16_MAX : n < 0 || n > UINT16_MAX) return false;
  w |= Word(uint16_t(n)) << (16 + 16 * part.index);
  return true;
}

uint64_t zigzag(int64_t n) { return (uint64_t(n) << 1) ^ uint64_t(n >> 63); }
int64_t unzigzag(uint64_t n) { return int64_t(n >> 1) ^ -int64_t(n & 1); }

// A format compiled for packing: three operands of 16 bits without a sign are by far the most common.
struct Plan {
  bool known = false, has_d = false;
  uint8_t parts = 0;
  Part part[3] = {};
};

const std::array<Plan, 256>& plans() {
  static const std::array<Plan, 256> table = [] {
    std::array<Plan, 256> t{};
    for (int op = 0; op < 256; ++op) {
      if (!kOpInfo[op].name) continue;
      t[op].known = true;
      t[op].has_d = kOpInfo[op].d_bits != 0;
      for_each_part(kOpInfo[op], [&](Part p) { t[op].part[t[op].parts++] = p; });
    }
    return t;
  }();
  return table;
}

}  // namespace

void put_varint(std::string& out, uint64_t n) {
  for (; n >= 0x80; n >>= 7) out.push_back(char(n | 0x80));
  out.push_back(char(n));
}

bool get_varint(const char*& p, const char* end, uint64_t* out) {
  uint64_t n = 0;
  for (unsigned shift = 0; shift < 64 && p != end; shift += 7) {
    const uint64_t byte = static_cast<unsigned char>(*p++);
    if (shift == 63 && byte > 1) return false;
    n |= (byte & 0x7F) << shift;
    if (byte < 0x80) {
      *out = n;
      return true;
    }
  }
  return false;
}

void pack_words(std::span<const uint64_t> words, std::string& out) {
  const auto& table = plans();
  // Room for the longest form of each word, written through a pointer.
  const size_t start = out.size();
  out.resize(start + words.size() * 14);
  char* p = out.data() + start;
  for (Word w : words) {
    const Plan& plan = table[w & 0xFF];
    if (!plan.known) fail(StateErrorKind::kUnsavable, "an instruction with the unknown opcode {}", w & 0xFF);
    *p++ = char(w & 0xFF);
    if (plan.has_d) *p++ = char(d_of(w));
    for (int i = 0; i < plan.parts; ++i) {
      const int64_t value = get_part(w, plan.part[i]);
      uint64_t n = plan.part[i].is_signed ? zigzag(value) : uint64_t(value);
      for (; n >= 0x80; n >>= 7) *p++ = char(n | 0x80);
      *p++ = char(n);
    }
  }
  out.resize(size_t(p - out.data()));
}

void unpack_words(std::string_view packed, std::vector<uint64_t>& out) {
  const auto& table = plans();
  const char* p = packed.data();
  const char* const end = p + packed.size();
  out.reserve(packed.size() / 3);
  while (p != end) {
    const uint8_t op = uint8_t(*p++);
    const Plan& plan = table[op];
    if (!plan.known) fail(StateErrorKind::kBadCode, "instruction {}: unknown opcode {}", out.size(), op);
    Word w = op;
    if (plan.has_d) {
      if (p == end) fail(StateErrorKind::kBadCode, "instruction {}: cut off", out.size());
      w |= Word(uint8_t(*p++)) << 8;
    }
    for (int i = 0; i < plan.parts; ++i) {
      uint64_t n;
      if (!get_varint(p, end, &n)) fail(StateErrorKind::kBadCode, "instruction {}: cut off", out.size());
      const int64_t value = plan.part[i].is_signed ? unzigzag(n) : n > INT64_MAX ? -1 : int64_t(n);
      if (!set_part(w, plan.part[i], value)) fail(StateErrorKind::kBadCode, "instruction {}: operand {} out of range", out.size(), n);
    }
    out.push_back(w);
  }
}

void word_to_text(uint64_t w, std::string& out) {
  const Plan& plan = plans()[w & 0xFF];
  if (!plan.known) fail(StateErrorKind::kUnsavable, "an instruction with the unknown opcode {}", w & 0xFF);
  out = info_of(w).name;
  if (d_of(w)) out += fmt::format("/{}", d_of(w));
  for (int i = 0; i < plan.parts; ++i) out += fmt::format(" {}", get_part(w, plan.part[i]));
}

uint64_t word_from_text(std::string_view text) {
  static const std::unordered_map<std::string_view, uint8_t> numbers = [] {
    std::unordered_map<std::string_view, uint8_t> map;
    for (int op = 0; op < 256; ++op)
      if (kOpInfo[op].name) map.emplace(kOpInfo[op].name, uint8_t(op));
    return map;
  }();
  const auto refuse = [&] { fail(StateErrorKind::kBadCode, "not an instruction: {}", text.substr(0, 80)); };
  const char* p = text.data();
  const char* const end = p + text.size();
  const size_t name_end = std::min(text.find_first_of(" /"), text.size());
  const auto found = numbers.find(text.substr(0, name_end));
  if (found == numbers.end()) refuse();
  p += name_end;
  Word w = found->second;
  const Plan& plan = plans()[found->second];
  const auto number = [&](char before) {
    int64_t n = 0;
    if (p == end || *p != before) refuse();
    const auto [next, status] = std::from_chars(p + 1, end, n);
    if (status != std::errc()) refuse();
    p = next;
    return n;
  };
  if (p != end && *p == '/') {
    const int64_t d = number('/');
    if (d < 0 || d > 255) refuse();
    w |= Word(d) << 8;
  }
  for (int i = 0; i < plan.parts; ++i)
    if (!set_part(w, plan.part[i], number(' '))) refuse();
  if (p != end) refuse();
  return w;
}

}  // namespace fermata
