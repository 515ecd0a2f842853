#include "compiler/disassembler.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "compiler/opcodes.h"

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

class Disassembler {
 public:
  explicit Disassembler(const CodeUnit& unit) : unit_(unit) {}

  std::string run() {
    header();
    find_labels();
    size_t position = 0;
    uint32_t line = 0;
    for (uint32_t pc = 0; pc < unit_.words.size(); pc++) {
      while (position + 1 < unit_.positions.size() && unit_.positions[position + 1].pc <= pc) position++;
      uint32_t now = line;
      if (position < unit_.positions.size() && unit_.positions[position].pc <= pc) now = unit_.positions[position].span.begin.line;
      if (auto label = labels_.find(pc); label != labels_.end()) out_ += fmt::format("L{}:\n", label->second);
      out_ += now != line ? fmt::format("{:5} ", now) : std::string(6, ' ');
      line = now;
      instruction(pc);
    }
    for (const Handler& handler : unit_.handlers) {
      out_ += fmt::format("  handler [{}, {}) -> L{} in {}\n", handler.begin, handler.end, labels_[handler.target], reg(handler.reg));
    }
    return std::move(out_);
  }

  std::vector<std::string> instructions() {
    find_labels();
    std::vector<std::string> texts;
    for (uint32_t pc = 0; pc < unit_.words.size(); pc++) {
      out_.clear();
      instruction(pc);
      out_.pop_back();
      texts.push_back(out_);
    }
    return texts;
  }

 private:
  void header() {
    out_ += fmt::format("code {} (line {})\n", unit_.qualname, unit_.first_line);
    std::string flags;
    static constexpr const char* kFlagNames[] = {"*args", "**kwargs", "generator", "coroutine", "async generator", "module",
                                                 "class body", "comprehension", "hidden", "optimized", "native iterator", "no result"};
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

  void find_labels() {
    for (uint32_t pc = 0; pc < unit_.words.size(); pc++) {
      if (has_jump(unit_.words[pc])) labels_[pc + 1 + static_cast<uint32_t>(jump_of(unit_.words[pc]))] = 0;
    }
    for (const Handler& handler : unit_.handlers) labels_[handler.target] = 0;
    int number = 0;
    for (auto& [pc, label] : labels_) label = ++number;
  }

  std::string reg(uint32_t index) const {
    if (index < unit_.locals.size()) return fmt::format("r{}:{}", index, unit_.locals[index]);
    return fmt::format("r{}", index);
  }
  std::string constant(uint32_t index) const {
    return index < unit_.constants.size() ? constant_text(unit_.constants[index]) : fmt::format("constant {}?", index);
  }
  std::string site(uint32_t index) const {
    if (index >= unit_.sites.size()) return fmt::format("site {}?", index);
    const SiteUnit& site = unit_.sites[index];
    if (site.name >= unit_.constants.size()) return fmt::format("site {} without name?", index);
    const Constant& name = unit_.constants[site.name];
    if (name.type == Constant::Type::kStr) return name.text;
    return fmt::format("{} of {}", constant_text(name), site.count);
  }
  std::string run_text(uint32_t first, uint32_t count) const {
    if (count == 0) return "nothing";
    if (count == 1) return reg(first);
    return fmt::format("{}…{}", reg(first), reg(first + count - 1));
  }
  uint32_t site_count(Word word) const {
    const uint32_t index = c_of(word);
    return op_of(word) == Op::CALL_KEYWORDS && index < unit_.sites.size() ? unit_.sites[index].count : 0;
  }

  void instruction(uint32_t pc) {
    const Word word = unit_.words[pc];
    const OpInfo& info = info_of(word);
    if (!info.name) {
      out_ += fmt::format("{:4} unknown opcode {}\n", pc, word & 0xFF);
      return;
    }
    std::string operands;
    const auto add = [&operands](const std::string& text) { operands += (operands.empty() ? "" : ", ") + text; };
    for (int i = 0; i < 3; i++) {
      const uint32_t value = operand_value(word, i);
      switch (info.operands[static_cast<size_t>(i)]) {
        case Operand::kNone: break;
        case Operand::kWrite:
        case Operand::kRead:
        case Operand::kReadWrite:
          if (operand_used(word, i)) add(reg(value));
          break;
        case Operand::kWriteRun: add(run_text(value, written_run(word))); break;
        case Operand::kReadRun: add(run_text(value, read_run(word, site_count(word)))); break;
        case Operand::kConstant: add(constant(value)); break;
        case Operand::kSite: add(site(value)); break;
        case Operand::kNumber: add(number(word, value)); break;
        case Operand::kFree: add(value < unit_.free_names.size() ? "free " + unit_.free_names[value] : fmt::format("free {}?", value)); break;
        case Operand::kJump16:
        case Operand::kJump32: add(fmt::format("L{}", labels_[pc + 1 + static_cast<uint32_t>(jump_of(word))])); break;
        case Operand::kConstantWide: add(constant(bx_of(word))); break;
        case Operand::kSiteWide: add(site(bx_of(word))); break;
      }
    }
    std::string name = info.name;
    if (d_of(word)) name += fmt::format(".{}", d_of(word));
    out_ += fmt::format("{:4} {:<20} {}\n", pc, name, operands);
  }

  static std::string number(Word word, uint32_t value) {
    if (op_of(word) == Op::GET_SPECIAL && value < kSpecialNames.size()) return kSpecialNames[value];
    if (op_of(word) == Op::UNPACK_STAR) return fmt::format("{} before, {} after", value & 0xFF, value >> 8);
    return std::to_string(value);
  }

  const CodeUnit& unit_;
  std::string out_;
  std::map<uint32_t, int> labels_;
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

std::vector<std::string> disassembled_instructions(const CodeUnit& unit) { return Disassembler(unit).instructions(); }

std::string disassemble(const CodeUnit& unit) {
  std::string out = Disassembler(unit).run();
  for (const Constant& constant : unit.constants) {
    if (constant.type == Constant::Type::kCode) out += "\n" + disassemble(*constant.code);
  }
  return out;
}

}  // namespace fermata
