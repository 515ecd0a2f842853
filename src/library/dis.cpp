// Modules dis and opcode: the engine's own instructions shown to programs; the rest of the modules is dis.py and opcode.py.
#include <array>
#include <cstring>

#include "base/utf8.h"
#include "compiler/disassembler.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/function_types.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// Where an instruction is, as co_lines() and tb_lasti count.
int64_t offset_of(uint32_t pc) { return 2 * int64_t(pc); }

// What is looked at: a code object, or the bytes of one's co_code.
struct Looked {
  explicit Looked(Context& cx) : room(cx) {}

  Outside room;
  const Code* code = nullptr;
  std::vector<Word> words;
  std::vector<Handler> handlers;

  // An error when it is neither.
  Value read(Context& cx, Value v) {
    if (is<Code>(v)) {
      code = as<Code>(v);
      if (Value full; !room.take(uint64_t(code->words.size) * kBytesPerWord, &full)) return full;
      words.assign(code->words.begin(), code->words.end());
      for (const CodeHandler& h : code->handlers.span()) handlers.push_back({h.begin, h.end, h.target, h.reg});
    } else if (is<Bytes>(v)) {
      const std::string_view bytes = as<Bytes>(v)->view();
      if (Value full; !room.take(bytes.size() / sizeof(Word) * kBytesPerWord, &full)) return full;
      words.resize(bytes.size() / sizeof(Word));
      if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(Word));
    } else {
      return raise_type_error(cx, "don't know how to disassemble {} objects", type_name(cx, v));
    }
    return cx.tick(words.size() + 1) ? Value::none() : Value::retry();
  }

 private:
  // What the texts of an instruction take, and those of a constant of middling length.
  static constexpr uint64_t kBytesPerWord = 512;
};

std::string text_of(Value name) { return is<Str>(name) ? std::string(as<Str>(name)->view()) : "?"; }

// Literals as repr() shows them; of what isn't the source's, the name alone.
Value constant_text(Context& cx, Value constant, std::string& out) {
  constexpr size_t kLongest = 240;
  if (is<Code>(constant)) {
    out = "<code " + text_of(as<Code>(constant)->qualname) + ">";
    return Value::none();
  }
  if (!is_source_constant(constant)) {
    out = is<Function>(constant)  ? text_of(as<Function>(constant)->name)
          : is<Builtin>(constant) ? as<Builtin>(constant)->row->name
          : is<Class>(constant)   ? text_of(as<Class>(constant)->name)
                                  : "?";
    out = "<prelude " + out + ">";
    return Value::none();
  }
  TextBuilder text(cx);
  const Value shown = repr_into(cx, constant, text);
  if (shown.is_outcome() && !shown.is_defer()) return shown;
  // A frozen set that replace() put there may hold what shows itself.
  out = shown.is_defer() ? "<" + std::string(type_name(cx, constant)) + ">" : std::string(text.text());
  if (out.size() > kLongest) out = out.substr(0, utf8::valid_prefix(out.substr(0, kLongest), utf8::Surrogates::kAllow)) + "…";
  return Value::none();
}

Value texts_of(Context& cx, const Looked& looked, CodeTexts& texts) {
  texts.words = looked.words;
  texts.handlers = looked.handlers;
  if (!looked.code) return Value::none();
  const Code& code = *looked.code;
  for (const Value name : code.locals.span()) texts.locals.push_back(text_of(name));
  for (const Value name : code.free_names.span()) texts.free_names.push_back(text_of(name));
  for (const Value constant : code.constants.span())
    if (const Value v = constant_text(cx, constant, texts.constants.emplace_back()); v.is_outcome()) return v;
  for (const Site& site : code.sites.span()) {
    std::string& text = texts.sites.emplace_back(text_of(site.name));
    texts.site_counts.push_back(site.count);
    if (is<Str>(site.name)) continue;
    if (const Value v = constant_text(cx, site.name, text); v.is_outcome()) return v;
    text += " of " + std::to_string(site.count);
  }
  return Value::none();
}

bool is_wide(Operand kind) { return kind == Operand::kConstantWide || kind == Operand::kSiteWide; }

// The D bits and each operand's number.
Value numbers_of(Context& cx, Word word) {
  std::vector<Value> numbers{Value::small(d_of(word))};
  for (int i = 0; i < 3; ++i) {
    const Operand kind = info_of(word).operands[size_t(i)];
    if (kind == Operand::kNone) continue;
    const bool jumps = kind == Operand::kJump16 || kind == Operand::kJump32;
    numbers.push_back(Value::small(jumps           ? int64_t(jump_of(word))
                                   : is_wide(kind) ? int64_t(bx_of(word))
                                                   : int64_t(operand_value(word, i))));
  }
  return tuple_of(cx, numbers);
}

// What the instruction is about: where it jumps, the name it has, its constant; unset when it has only registers and numbers.
Value value_of(const Code* code, Word word, uint32_t pc) {
  if (has_jump(word)) return Value::small(offset_of(pc + 1 + uint32_t(jump_of(word))));
  Value found;
  for (int i = 0; code && i < 3; ++i) {
    const Operand kind = info_of(word).operands[size_t(i)];
    const uint32_t index = is_wide(kind) ? bx_of(word) : operand_value(word, i);
    if ((kind == Operand::kSite || kind == Operand::kSiteWide) && index < code->sites.size) return code->sites[index].name;
    if (kind == Operand::kFree && index < code->free_names.size) found = code->free_names[index];
    if ((kind == Operand::kConstant || kind == Operand::kConstantWide) && index < code->constants.size &&
        is_source_constant(code->constants[index]))
      found = code->constants[index];
  }
  return found;
}

// _instructions(code): (opcode, numbers, what it is about, operands as text, does a jump or a handler lead here?) of each.
Value instructions(Context& cx, Value* args) {
  Looked looked(cx);
  CodeTexts texts;
  if (const Value v = looked.read(cx, args[0]); v.is_outcome()) return v;
  if (const Value v = texts_of(cx, looked, texts); v.is_outcome()) return v;
  const std::set<uint32_t> targets = jump_targets(texts);
  const std::vector<InstructionText> all = instruction_texts(texts, [](uint32_t pc) { return "to " + std::to_string(offset_of(pc)); });
  std::vector<Value> rows;
  for (uint32_t pc = 0; pc < all.size(); ++pc) {
    const Word word = looked.words[pc];
    const Value operands = new_str(cx, all[pc].operands);
    const Value about = value_of(looked.code, word, pc);
    rows.push_back(tuple_of(cx, std::array<Value, 5>{Value::small(int64_t(op_of(word))), numbers_of(cx, word),
                                                     about.is_unset() ? operands : about, operands, Value::boolean(targets.contains(pc))}));
    if (rows.back().is_outcome()) return rows.back();
  }
  return list_of(cx, rows);
}

// _handlers(code): (begin, end, target, register) of each range whose exceptions go to a handler.
Value handlers(Context& cx, Value* args) {
  Looked looked(cx);
  if (const Value v = looked.read(cx, args[0]); v.is_outcome()) return v;
  std::vector<Value> rows;
  for (const Handler& h : looked.handlers)
    rows.push_back(tuple_of(cx, std::array<Value, 4>{Value::small(offset_of(h.begin)), Value::small(offset_of(h.end)),
                                                     Value::small(offset_of(h.target)), Value::small(h.reg)}));
  return list_of(cx, rows);
}

// _table(): (number, name, what its operands are, what it does) of each opcode.
Value opcode_table(Context& cx, Value*) {
  std::vector<Value> rows;
  for (size_t number = 0; number < kOpInfo.size(); ++number) {
    const OpInfo& info = kOpInfo[number];
    if (!info.name) continue;
    rows.push_back(tuple_of(
        cx, std::array<Value, 4>{Value::small(int64_t(number)), new_str(cx, info.name), new_str(cx, info.format), new_str(cx, info.doc)}));
  }
  return list_of(cx, rows);
}

constexpr NativeRow kDisFunctions[] = {
    {"_instructions", instructions, "code, /"},
    {"_handlers", handlers, "code, /"},
};
constexpr NativeRow kOpcodeFunctions[] = {{"_table", opcode_table, ""}};

}  // namespace

extern const ModuleRow kDisModule = {"dis", kDisFunctions};
extern const ModuleRow kOpcodeModule = {"opcode", kOpcodeFunctions};

}  // namespace fermata
