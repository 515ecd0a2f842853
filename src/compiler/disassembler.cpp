#include "compiler/disassembler.h"

#include <fmt/core.h>

#include <cmath>
#include <map>

namespace fermata {
namespace {

constexpr size_t kLongestText = 60;

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (char c : text.substr(0, kLongestText)) {
    switch (c) {
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      case '\\': out += "\\\\"; break;
      case '\'': out += "\\'"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
          out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
          out += c;
        }
    }
  }
  if (text.size() > kLongestText) out += "…";
  return out + "'";
}

std::string float_text(double value) {
  std::string text = fmt::format("{}", value);
  if (std::isfinite(value) && text.find_first_of(".e") == text.npos) text += ".0";
  return text;
}

std::string joined(const std::vector<Constant>& items, bool is_tuple) {
  std::string out;
  for (size_t i = 0; i < items.size() && out.size() < 4 * kLongestText; i++) {
    if (i > 0) out += ", ";
    out += constant_text(items[i]);
    if (out.size() >= 4 * kLongestText && i + 1 < items.size()) out += ", …";
  }
  if (is_tuple && items.size() == 1) out += ",";
  return out;
}

CodeTexts texts_of(const CodeUnit& unit) {
  CodeTexts texts{unit.words, unit.handlers, unit.locals, unit.free_names, {}, {}, {}};
  for (const Constant& constant : unit.constants) texts.constants.push_back(constant_text(constant));
  for (const SiteUnit& site : unit.sites) {
    const Constant* name = site.name < unit.constants.size() ? &unit.constants[site.name] : nullptr;
    texts.sites.push_back(!name                                ? "without name?"
                          : name->type == Constant::Type::kStr ? name->text
                                                               : fmt::format("{} of {}", constant_text(*name), site.count));
    texts.site_counts.push_back(site.count);
  }
  return texts;
}

// The text of one instruction after the other.
class Instructions {
 public:
  Instructions(const CodeTexts& code, const JumpText& jump_text) : code_(code), jump_text_(jump_text) {}

  InstructionText at(uint32_t pc) const {
    const Word word = code_.words[pc];
    const OpInfo& info = info_of(word);
    if (!info.name) return {fmt::format("unknown opcode {}", word & 0xFF), ""};
    InstructionText text{info.name, ""};
    if (d_of(word)) text.name += fmt::format(".{}", d_of(word));
    for (int i = 0; i < 3; i++) {
      const Operand operand = info.operands[static_cast<size_t>(i)];
      if (operand == Operand::kNone || !operand_used(word, i)) continue;
      if (i > 0 && !text.operands.empty()) text.operands += ", ";
      text.operands += operand_text(pc, operand, i);
    }
    return text;
  }

 private:
  static std::string named(const std::vector<std::string>& texts, uint32_t index, const char* what) {
    return index < texts.size() ? texts[index] : fmt::format("{} {}?", what, index);
  }
  std::string reg(uint32_t index) const {
    if (index < code_.locals.size()) return fmt::format("r{}:{}", index, code_.locals[index]);
    return fmt::format("r{}", index);
  }
  std::string run_text(uint32_t first, uint32_t count) const {
    if (count == 0) return "nothing";
    if (count == 1) return reg(first);
    return fmt::format("{}…{}", reg(first), reg(first + count - 1));
  }
  uint32_t site_count(Word word) const {
    const uint32_t index = c_of(word);
    return op_of(word) == Op::CALL_KEYWORDS && index < code_.site_counts.size() ? code_.site_counts[index] : 0;
  }

  std::string operand_text(uint32_t pc, Operand operand, int i) const {
    const Word word = code_.words[pc];
    const uint32_t value = operand_value(word, i);
    switch (operand) {
      case Operand::kNone: return "";
      case Operand::kWrite:
      case Operand::kRead:
      case Operand::kReadWrite: return reg(value);
      case Operand::kWriteRun: return run_text(value, run_length(word, 0));
      case Operand::kReadRun: return run_text(value, run_length(word, site_count(word)));
      case Operand::kConstant: return named(code_.constants, value, "constant");
      case Operand::kSite: return named(code_.sites, value, "site");
      case Operand::kNumber: return number(word, value);
      case Operand::kFree: return value < code_.free_names.size() ? "free " + code_.free_names[value] : fmt::format("free {}?", value);
      case Operand::kJump16:
      case Operand::kJump32: return jump_text_(pc + 1 + static_cast<uint32_t>(jump_of(word)));
      case Operand::kConstantWide: return named(code_.constants, bx_of(word), "constant");
      case Operand::kSiteWide: return named(code_.sites, bx_of(word), "site");
    }
    return "?";
  }

  static std::string number(Word word, uint32_t value) {
    if (op_of(word) == Op::GET_SPECIAL && value < kSpecialNames.size()) return kSpecialNames[value];
    if (op_of(word) == Op::UNPACK_STAR) return fmt::format("{} before, {} after", value & 0xFF, value >> 8);
    return std::to_string(value);
  }

  const CodeTexts& code_;
  const JumpText& jump_text_;
};

class Disassembler {
 public:
  explicit Disassembler(const CodeUnit& unit) : unit_(unit), texts_(texts_of(unit)) {
    int number = 0;
    for (const uint32_t pc : jump_targets(texts_)) labels_[pc] = ++number;
  }

  std::string run() {
    header();
    const std::vector<std::string> texts = instructions();
    size_t position = 0;
    uint32_t line = 0;
    for (uint32_t pc = 0; pc < unit_.words.size(); pc++) {
      while (position + 1 < unit_.positions.size() && unit_.positions[position + 1].pc <= pc) position++;
      uint32_t now = line;
      if (position < unit_.positions.size() && unit_.positions[position].pc <= pc) now = unit_.positions[position].span.begin.line;
      if (auto label = labels_.find(pc); label != labels_.end()) out_ += fmt::format("L{}:\n", label->second);
      out_ += now != line ? fmt::format("{:5} ", now) : std::string(6, ' ');
      line = now;
      out_ += texts[pc] + "\n";
    }
    for (const Handler& handler : unit_.handlers) {
      const std::string reg = handler.reg < unit_.locals.size() ? ":" + unit_.locals[handler.reg] : "";
      out_ += fmt::format("  handler [{}, {}) -> L{} in r{}{}\n", handler.begin, handler.end, labels_[handler.target], handler.reg, reg);
    }
    return std::move(out_);
  }

  std::vector<std::string> instructions() {
    std::vector<std::string> lines;
    uint32_t pc = 0;
    for (const InstructionText& text : instruction_texts(texts_, [&](uint32_t target) { return fmt::format("L{}", labels_[target]); })) {
      lines.push_back(fmt::format("{:4} {:<20} {}", pc++, text.name, text.operands));
    }
    return lines;
  }

 private:
  void header() {
    out_ += fmt::format("code {} (line {})\n", unit_.qualname, unit_.first_line);
    std::string flags;
    static constexpr const char* kFlagNames[] = {"*args",      "**kwargs",      "generator", "coroutine", "async generator", "module",
                                                 "class body", "comprehension", "hidden",    "optimized", "native iterator", "no result"};
    for (size_t i = 0; i < std::size(kFlagNames); i++) {
      if (unit_.flags & (1u << i)) flags += (flags.empty() ? "" : ", ") + std::string(kFlagNames[i]);
    }
    out_ += fmt::format("  flags: {}\n", flags);
    if (unit_.positional || unit_.keyword_only) {
      out_ += fmt::format("  parameters: {} positional ({} positional-only), {} keyword-only\n", unit_.positional, unit_.positional_only,
                          unit_.keyword_only);
    }
    out_ += fmt::format("  registers: {}", unit_.registers);
    for (size_t i = 0; i < unit_.locals.size(); i++) {
      out_ += fmt::format("{}{}{}", i == 0 ? " (" : ", ", unit_.locals[i], unit_.local_is_cell[i] ? " cell" : "");
    }
    out_ += unit_.locals.empty() ? "\n" : ")\n";
    if (!unit_.free_names.empty()) {
      out_ += "  free:";
      for (size_t i = 0; i < unit_.free_names.size(); i++) {
        const Capture& capture = unit_.captures[i];
        out_ += fmt::format(" {} (from {} {})", unit_.free_names[i], capture.from_free ? "free" : "register", capture.index);
      }
      out_ += "\n";
    }
  }

  const CodeUnit& unit_;
  const CodeTexts texts_;
  std::map<uint32_t, int> labels_;
  std::string out_;
};

}  // namespace

std::string constant_text(const Constant& c) {
  switch (c.type) {
    case Constant::Type::kNone: return "None";
    case Constant::Type::kTrue: return "True";
    case Constant::Type::kFalse: return "False";
    case Constant::Type::kEllipsis: return "...";
    case Constant::Type::kInt: return c.text.size() > kLongestText ? c.text.substr(0, kLongestText) + "…" : c.text;
    case Constant::Type::kFloat: return float_text(c.number);
    case Constant::Type::kImaginary: return float_text(c.number) + "j";
    case Constant::Type::kStr: return quoted(c.text);
    case Constant::Type::kBytes: return "b" + quoted(c.text);
    case Constant::Type::kTuple: return "(" + joined(c.items, true) + ")";
    case Constant::Type::kFrozenSet: return "frozenset({" + joined(c.items, false) + "})";
    case Constant::Type::kCode: return "<code " + c.code->qualname + ">";
    case Constant::Type::kPrelude: return "<prelude " + c.text + ">";
  }
  return "?";
}

std::set<uint32_t> jump_targets(const CodeTexts& code) {
  std::set<uint32_t> targets;
  for (uint32_t pc = 0; pc < code.words.size(); pc++) {
    if (has_jump(code.words[pc])) targets.insert(pc + 1 + static_cast<uint32_t>(jump_of(code.words[pc])));
  }
  for (const Handler& handler : code.handlers) targets.insert(handler.target);
  return targets;
}

std::vector<InstructionText> instruction_texts(const CodeTexts& code, const JumpText& jump_text) {
  const Instructions instructions(code, jump_text);
  std::vector<InstructionText> texts;
  for (uint32_t pc = 0; pc < code.words.size(); pc++) texts.push_back(instructions.at(pc));
  return texts;
}

std::vector<std::string> disassembled_instructions(const CodeUnit& unit) { return Disassembler(unit).instructions(); }

std::string disassemble(const CodeUnit& unit) {
  std::string out = Disassembler(unit).run();
  for (const Constant& constant : unit.constants) {
    if (constant.type == Constant::Type::kCode) out += "\n" + disassemble(*constant.code);
  }
  return out;
}

}  // namespace fermata
