#include "compiler/verifier.h"

#include <fmt/core.h>

#include <vector>

#include "compiler/assignment.h"

namespace fermata {
namespace {

constexpr uint32_t kMaxRegisters = 65'535;

class Verifier {
 public:
  explicit Verifier(const CodeShape& shape) : shape_(shape) {}

  std::optional<std::string> run(std::optional<Assignment>* out) {
    if (header()) return error_;
    for (pc_ = 0; pc_ < shape_.words.size(); pc_++) {
      if (instruction(shape_.words[pc_])) return error_;
    }
    if (handlers() || positions()) return error_;
    Assignment assignment(shape_);
    error_ = assignment.problem();
    if (out && !error_) out->emplace(std::move(assignment));
    return error_;
  }

 private:
  // All checks give true when they found something wrong.
  bool fail(std::string message) {
    if (!error_) error_ = std::move(message);
    return true;
  }
  bool fail_here(std::string_view what) {
    const char* name = info_of(shape_.words[pc_]).name;
    return fail(fmt::format("instruction {} ({}): {}", pc_, name ? name : "unknown", what));
  }

  bool header() {
    if (shape_.words.empty()) return fail("no instructions");
    if (shape_.words.size() > UINT32_MAX / 4) return fail("too many instructions");
    if (shape_.registers > kMaxRegisters) return fail("too many registers");
    if (shape_.locals > shape_.registers) return fail("more locals than registers");
    if (shape_.local_is_cell.size() != shape_.locals) return fail("cells and locals differ in number");
    if (shape_.captures.size() != shape_.free_count) return fail("captures and free variables differ in number");
    const uint64_t parameters = uint64_t{shape_.positional} + shape_.keyword_only + ((shape_.flags & kCodeVarArgs) ? 1 : 0) +
                                ((shape_.flags & kCodeVarKeywords) ? 1 : 0);
    if (parameters > shape_.locals) return fail("more parameters than locals");
    if (shape_.positional_only > shape_.positional) return fail("more positional-only than positional parameters");
    if ((shape_.flags & (kCodeClassBody | kCodeComprehension)) && (parameters != 1 || shape_.positional != 1))
      return fail("a class body or comprehension has one parameter");
    if ((shape_.flags & kCodeModule) && parameters != 0) return fail("a module has no parameters");
    for (const SiteUnit& site : shape_.sites) {
      if (site.name >= shape_.constants.size()) return fail("a site without name");
      const ConstantShape& name = shape_.constants[site.name];
      if (name.tag == ConstantTag::kStrTuple ? name.size > site.count || site.count > kMaxRegisters : name.tag != ConstantTag::kStr) {
        return fail("a site's name is neither a str nor a tuple of fitting length");
      }
    }
    if (!ends_flow(op_of(shape_.words.back()))) return fail("the code runs off its end");
    return false;
  }

  bool registers(uint32_t first, uint32_t count) {
    if (uint64_t{first} + count > shape_.registers) return fail_here("register out of range");
    return false;
  }

  bool constant(uint32_t index) {
    if (index >= shape_.constants.size() - shape_.site_names) return fail_here("constant out of range");
    if (op_of(shape_.words[pc_]) == Op::MAKE_FUNCTION) return captures(index);
    if (shape_.constants[index].tag == ConstantTag::kCode) return fail_here("code used as a value");
    return false;
  }

  // A function takes its cells from registers that hold cells, or from free variables.
  bool captures(uint32_t index) {
    const ConstantShape& code = shape_.constants[index];
    if (code.tag != ConstantTag::kCode) return fail_here("a function without code");
    if (checked_.empty()) checked_.resize(shape_.constants.size());
    if (checked_[index]) return false;  // many instructions may make functions of the same code
    checked_[index] = true;
    for (const Capture& capture : code.captures) {
      if (capture.from_free > 1) return fail_here("bad capture");
      if (capture.from_free ? capture.index >= shape_.free_count : capture.index >= shape_.locals || !shape_.local_is_cell[capture.index]) {
        return fail_here("capture out of range");
      }
    }
    return false;
  }

  bool site(uint32_t index) {
    if (index >= shape_.sites.size()) return fail_here("site out of range");
    const bool wants_tuple = op_of(shape_.words[pc_]) == Op::CALL_KEYWORDS;
    const ConstantTag tag = shape_.constants[shape_.sites[index].name].tag;
    if (tag != (wants_tuple ? ConstantTag::kStrTuple : ConstantTag::kStr)) return fail_here("site of the wrong type");
    return false;
  }

  bool jump(Word word) {
    const int64_t target = int64_t{pc_} + 1 + jump_of(word);
    if (target < 0 || target >= static_cast<int64_t>(shape_.words.size())) return fail_here("jump out of range");
    if ((op_of(word) == Op::JUMP_BACK) != (target <= int64_t{pc_})) return fail_here("jump in the wrong direction");
    return false;
  }

  bool instruction(Word word) {
    const OpInfo& info = info_of(word);
    if (!info.name) return fail_here("unknown opcode");
    const Op op = op_of(word);
    if (d_of(word) & ~uint32_t{info.d_bits}) return fail_here("unknown bits in D");
    if (op == Op::RAISE && d_of(word) > 2) return fail_here("unknown bits in D");
    uint32_t site_count = 0;
    for (int i = 0; i < 3; i++) {
      const uint32_t value = operand_value(word, i);
      bool bad = false;
      switch (info.operands[static_cast<size_t>(i)]) {
        case Operand::kConstant: bad = constant(value); break;
        case Operand::kConstantWide: bad = constant(bx_of(word)); break;
        case Operand::kSite: bad = site(value); break;
        case Operand::kSiteWide: bad = site(bx_of(word)); break;
        case Operand::kFree: bad = value >= shape_.free_count && fail_here("free variable out of range"); break;
        case Operand::kJump16:
        case Operand::kJump32: bad = jump(word); break;
        default: break;
      }
      if (bad) return true;
    }
    if (op == Op::CALL_KEYWORDS) site_count = shape_.sites[c_of(word)].count;
    if (op == Op::GET_SPECIAL && c_of(word) >= kSpecialNames.size()) return fail_here("unknown special name");
    bool bad = false;
    for_each_read(word, site_count, [&](uint32_t first, uint32_t count) { bad = bad || (count && registers(first, count)); });
    for_each_write(word, [&](uint32_t first, uint32_t count) { bad = bad || (count && registers(first, count)); });
    if (bad) return true;
    if ((info.traits & kClassBody) && !(shape_.flags & kCodeClassBody)) {
      return fail_here("names of a namespace outside a class body");
    }
    if (op == Op::IMPORT_STAR && d_of(word) != 0 && !(shape_.flags & kCodeClassBody))
      return fail_here("a namespace's import outside a class body");
    if (op == Op::SETUP_ANNOTATIONS && d_of(word) == 0 && !(shape_.flags & kCodeClassBody))
      return fail_here("annotations of a namespace outside a class body");
    if ((op == Op::YIELD || op == Op::YIELD_FROM) && !(shape_.flags & (kCodeGenerator | kCodeAsyncGenerator | kCodeCoroutine))) {
      return fail_here("yield outside a generator");
    }
    if (op == Op::AWAIT && !(shape_.flags & (kCodeAsyncGenerator | kCodeCoroutine))) return fail_here("await outside a coroutine");
    return false;
  }

  bool handlers() {
    for (const Handler& handler : shape_.handlers) {
      if (handler.begin >= handler.end || handler.end > shape_.words.size()) return fail("a handler's range is empty or out of range");
      if (handler.target >= shape_.words.size()) return fail("a handler's target is out of range");
      // Going backward without a safepoint, an exception could loop forever.
      if (handler.target < handler.end) return fail("a handler stands before or in its own range");
      if (handler.reg >= shape_.registers) return fail("a handler's register is out of range");
    }
    return false;
  }

  bool positions() {
    for (size_t i = 0; i < shape_.positions.size(); i++) {
      if (shape_.positions[i].pc >= shape_.words.size()) return fail("a position is out of range");
      if (i > 0 && shape_.positions[i].pc <= shape_.positions[i - 1].pc) return fail("positions are out of order");
    }
    return false;
  }

  const CodeShape& shape_;
  uint32_t pc_ = 0;
  std::vector<bool> checked_;
  std::optional<std::string> error_;
};

}  // namespace

std::optional<std::string> verify(const CodeShape& shape, std::optional<Assignment>* assignment) { return Verifier(shape).run(assignment); }

CodeShape shape_of(const CodeUnit& unit, std::vector<ConstantShape>& constants) {
  constants.clear();
  for (const Constant& constant : unit.constants) {
    ConstantShape shape;
    if (constant.type == Constant::Type::kStr) shape.tag = ConstantTag::kStr;
    if (constant.type == Constant::Type::kTuple) {
      shape.tag = ConstantTag::kStrTuple;
      shape.size = static_cast<uint32_t>(constant.items.size());
      for (const Constant& item : constant.items) {
        if (item.type != Constant::Type::kStr) shape.tag = ConstantTag::kOther;
      }
    }
    if (constant.type == Constant::Type::kCode) {
      shape.tag = ConstantTag::kCode;
      shape.captures = constant.code->captures;
    }
    constants.push_back(shape);
  }
  CodeShape shape;
  shape.words = unit.words;
  shape.registers = unit.registers;
  shape.locals = static_cast<uint32_t>(unit.locals.size());
  shape.local_is_cell = unit.local_is_cell;
  shape.flags = unit.flags;
  shape.positional_only = unit.positional_only;
  shape.positional = unit.positional;
  shape.keyword_only = unit.keyword_only;
  shape.constants = constants;
  shape.sites = unit.sites;
  shape.free_count = static_cast<uint32_t>(unit.free_names.size());
  shape.captures = unit.captures;
  shape.handlers = unit.handlers;
  shape.positions = unit.positions;
  return shape;
}

std::optional<std::string> verify(const CodeUnit& unit) {
  std::vector<ConstantShape> constants;
  if (auto error = verify(shape_of(unit, constants))) return fmt::format("{}: {}", unit.qualname, *error);
  for (const Constant& constant : unit.constants) {
    if (constant.type != Constant::Type::kCode) continue;
    if (auto error = verify(*constant.code)) return error;
  }
  return std::nullopt;
}

}  // namespace fermata
