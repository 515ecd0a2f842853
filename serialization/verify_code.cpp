#include "serialization/verify_code.h"

#include <algorithm>
#include <vector>

#include "compiler/assignment.h"
#include "compiler/opcodes.h"
#include "compiler/verifier.h"
#include "serialization/proofs.h"

namespace fermata {

namespace {

// Reads one number of the table of positions; false at its end or when it is too long.
bool get_number(const Array<uint8_t>& in, size_t& at, uint32_t* n) {
  *n = 0;
  for (unsigned shift = 0; at < in.size && shift < 35; shift += 7) {
    const uint8_t b = in[at++];
    *n |= uint32_t(b & 0x7F) << shift;
    if (!(b & 0x80)) return true;
  }
  return false;
}

// The verifier looks at the pcs of the table of positions (compiler/positions.h has its packing).
bool read_positions(const Code& code, std::vector<PositionUnit>& out) {
  uint64_t pc = 0;
  for (size_t at = 0; at < code.positions.size;) {
    uint32_t head, ignored;
    if (!get_number(code.positions, at, &head)) return false;
    for (int more = head & 1 ? 4 : 2; more > 0; --more)
      if (!get_number(code.positions, at, &ignored)) return false;
    pc += head >> 1;
    if (pc > UINT32_MAX) return false;
    out.push_back({uint32_t(pc), {}});
  }
  return true;
}

std::string key_of(const Code& code, const CodeShape& shape, std::span<const CodeStop> stops) {
  ProofKey key;
  key.bytes.reserve(shape.words.size_bytes() + 1024);
  key.add(shape.words);
  key.add(shape.local_is_cell);
  for (uint32_t n :
       {shape.registers, shape.locals, shape.flags, shape.positional_only, shape.positional, shape.keyword_only, shape.free_count})
    key.add(n);
  key.add(shape.constants.size());
  for (const ConstantShape& c : shape.constants) {
    key.add(uint32_t(c.tag));
    key.add(c.size);
    key.add(c.captures);
  }
  key.add(shape.sites);
  key.add(shape.captures);
  key.add(shape.handlers);
  key.add(code.positions.span());
  for (const CodeStop& stop : stops) key.add(stop.pc);
  return std::move(key.bytes);
}

// The one thing of this library that is kept from one session to another; its answer depends only on the question.
Proofs& proofs() {
  static Proofs all;
  return all;
}

}  // namespace

std::optional<std::string> verify_code(const Code& code, std::span<const CodeStop> stops) {
  // Sites refer to constants by number there: each gets one of its own after the others.
  std::vector<ConstantShape> constants;
  std::vector<std::vector<Capture>> captures;
  constants.reserve(code.constants.size + code.sites.size);
  captures.reserve(code.constants.size);
  const auto add = [&](Value v) {
    ConstantShape shape;
    if (is<Str>(v)) {
      shape.tag = ConstantTag::kStr;
    } else if (is<Tuple>(v)) {
      const auto items = as<Tuple>(v)->span();
      if (std::all_of(items.begin(), items.end(), [](Value item) { return is<Str>(item); })) shape.tag = ConstantTag::kStrTuple;
      shape.size = uint32_t(items.size());
    } else if (is<Code>(v)) {
      shape.tag = ConstantTag::kCode;
      auto& list = captures.emplace_back();
      for (const CodeCapture& c : as<Code>(v)->captures) list.push_back({c.from_free, c.index});
      shape.captures = list;
    }
    constants.push_back(shape);
  };
  for (Value v : code.constants) add(v);
  std::vector<SiteUnit> sites;
  for (const Site& s : code.sites) {
    sites.push_back({uint32_t(constants.size()), s.count});
    add(s.name);
  }
  std::vector<Capture> own;
  for (const CodeCapture& c : code.captures) own.push_back({c.from_free, c.index});
  std::vector<Handler> handlers;
  for (const CodeHandler& h : code.handlers) handlers.push_back({h.begin, h.end, h.target, h.reg});
  CodeShape shape;
  shape.words = code.words.span();
  shape.registers = code.registers;
  shape.locals = code.locals.size;
  shape.local_is_cell = code.local_is_cell.span();
  shape.flags = code.code_flags;
  shape.positional_only = code.positional_only;
  shape.positional = code.positional;
  shape.keyword_only = code.keyword_only;
  shape.constants = constants;
  shape.site_names = code.sites.size;
  shape.sites = sites;
  shape.free_count = code.free_names.size;
  shape.captures = own;
  shape.handlers = handlers;
  std::string key = key_of(code, shape, stops);
  if (auto sets = proofs().find(key)) {
    for (size_t i = 0; i < stops.size(); ++i) *stops[i].set = std::move((*sets)[i]);
    return std::nullopt;
  }

  std::vector<PositionUnit> positions;
  if (!read_positions(code, positions)) return "its table of positions is cut off";
  shape.positions = positions;
  std::optional<Assignment> assignment;
  if (auto problem = verify(shape, stops.empty() ? nullptr : &assignment)) return problem;
  Proofs::Sets sets;
  for (const CodeStop& stop : stops) {
    if (stop.pc < code.words.size) *stop.set = assignment->before(stop.pc);
    sets.push_back(*stop.set);
  }
  proofs().keep(std::move(key), std::move(sets));
  return std::nullopt;
}

bool can_wait(uint64_t word) {
  const OpInfo& info = info_of(word);
  if (info.traits & (kQuiet | kNeverWaits)) return false;
  const Operand a = info.operands[0];
  return info.traits & (kNoResult | kDecides) || op_of(word) == Op::RAISE || a == Operand::kWrite || a == Operand::kReadWrite ||
         a == Operand::kWriteRun;
}

bool can_yield(uint64_t word) { return has_trait(op_of(word), kYields); }

const char* op_name(uint64_t word) { return info_of(word).name; }

}  // namespace fermata
