#include "compiler/constants.h"

#include <bit>
#include <charconv>

#include "numbers/bigint.h"

namespace fermata {

Constant none_constant() { return {}; }

Constant bool_constant(bool value) {
  Constant c;
  c.type = value ? Constant::Type::kTrue : Constant::Type::kFalse;
  return c;
}

Constant int_constant(int64_t value) {
  Constant c;
  c.type = Constant::Type::kInt;
  c.text = std::to_string(value);
  return c;
}

Constant float_constant(double value) {
  Constant c;
  c.type = Constant::Type::kFloat;
  c.number = value;
  return c;
}

Constant str_constant(std::string_view text) {
  Constant c;
  c.type = Constant::Type::kStr;
  c.text = text;
  return c;
}

Constant tuple_constant(std::vector<Constant> items) {
  Constant c;
  c.type = Constant::Type::kTuple;
  c.items = std::move(items);
  return c;
}

Constant prelude_constant(std::string_view name) {
  Constant c;
  c.type = Constant::Type::kPrelude;
  c.text = name;
  return c;
}

namespace {

std::string decimal_text(std::string_view digits, int base) {
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  if (base == 10) return std::string(digits);
  uint64_t small = 0;
  const char* end = digits.data() + digits.size();
  if (auto [stop, error] = std::from_chars(digits.data(), end, small, base); error == std::errc() && stop == end) {
    return std::to_string(small);
  }
  const ScannedInt scanned = scan_int(digits, base);
  std::vector<mp_limb_t> limbs(scanned_int_size(scanned));
  const IntResult result = int_from_scanned(limbs.data(), scanned);
  return int_to_string(view_of(limbs.data(), result));
}

void append_key(std::string& key, const Constant& c) {
  key += static_cast<char>('a' + static_cast<int>(c.type));
  switch (c.type) {
    case Constant::Type::kInt:
    case Constant::Type::kStr:
    case Constant::Type::kBytes:
    case Constant::Type::kPrelude:
      key += std::to_string(c.text.size());
      key += ':';
      key += c.text;
      break;
    case Constant::Type::kFloat:
    case Constant::Type::kImaginary:
      key += std::to_string(std::bit_cast<uint64_t>(c.number));
      key += ';';
      break;
    case Constant::Type::kTuple:
    case Constant::Type::kFrozenSet:
      key += std::to_string(c.items.size());
      key += '(';
      for (const Constant& item : c.items) append_key(key, item);
      break;
    default: break;
  }
}

}  // namespace

Constant literal_constant(const ast::Constant& node) {
  Constant c;
  switch (node.constant_kind) {
    case ast::ConstantKind::None: break;
    case ast::ConstantKind::True: c.type = Constant::Type::kTrue; break;
    case ast::ConstantKind::False: c.type = Constant::Type::kFalse; break;
    case ast::ConstantKind::Ellipsis: c.type = Constant::Type::kEllipsis; break;
    case ast::ConstantKind::Int:
      c.type = Constant::Type::kInt;
      c.text = decimal_text(node.text, node.base);
      break;
    case ast::ConstantKind::Float:
      c.type = Constant::Type::kFloat;
      c.number = node.number;
      break;
    case ast::ConstantKind::Imaginary:
      c.type = Constant::Type::kImaginary;
      c.number = node.number;
      break;
    case ast::ConstantKind::Str:
      c.type = Constant::Type::kStr;
      c.text = node.text;
      break;
    case ast::ConstantKind::Bytes:
      c.type = Constant::Type::kBytes;
      c.text = node.text;
      break;
  }
  return c;
}

std::optional<int64_t> small_int(const Constant& c) {
  if (c.type != Constant::Type::kInt) return std::nullopt;
  int64_t value = 0;
  const char* end = c.text.data() + c.text.size();
  auto [stop, error] = std::from_chars(c.text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

bool is_true(const Constant& c) {
  switch (c.type) {
    case Constant::Type::kNone:
    case Constant::Type::kFalse: return false;
    case Constant::Type::kInt: return c.text != "0";
    case Constant::Type::kFloat:
    case Constant::Type::kImaginary: return c.number != 0;
    case Constant::Type::kStr:
    case Constant::Type::kBytes: return !c.text.empty();
    case Constant::Type::kTuple:
    case Constant::Type::kFrozenSet: return !c.items.empty();
    default: return true;
  }
}

std::string constant_key(const Constant& constant) {
  std::string key;
  append_key(key, constant);
  return key;
}

uint32_t ConstantPool::add(Constant constant) {
  auto [entry, is_new] = index_of_key_.try_emplace(constant_key(constant), static_cast<uint32_t>(constants_.size()));
  if (is_new) constants_.push_back(std::move(constant));
  return entry->second;
}

uint32_t ConstantPool::add_code(std::shared_ptr<CodeUnit> code) {
  Constant c;
  c.type = Constant::Type::kCode;
  c.code = std::move(code);
  constants_.push_back(std::move(c));
  return static_cast<uint32_t>(constants_.size() - 1);
}

}  // namespace fermata
