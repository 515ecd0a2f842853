// The constants of one CodeUnit, each kept once, and the making of constants out of literals. A pool belongs to the emitter of its unit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/code.h"
#include "syntax/ast.h"

namespace fermata {

Constant none_constant();
Constant bool_constant(bool value);
Constant int_constant(int64_t value);
Constant float_constant(double value);
Constant str_constant(std::string_view text);
Constant tuple_constant(std::vector<Constant> items);
Constant prelude_constant(std::string_view name);
Constant literal_constant(const ast::Constant& node);

// The value of a kInt when it fits.
std::optional<int64_t> small_int(const Constant& constant);
bool is_true(const Constant& constant);

// Different for constants that differ in type, sign (0.0, -0.0) or value. Not for code.
std::string constant_key(const Constant& constant);

class ConstantPool {
 public:
  // The index of a constant equal to this one in type and value.
  uint32_t add(Constant constant);
  uint32_t add_code(std::shared_ptr<CodeUnit> code);
  const Constant& operator[](uint32_t index) const { return constants_[index]; }
  std::vector<Constant> take() { return std::move(constants_); }

 private:
  std::vector<Constant> constants_;
  std::unordered_map<std::string, uint32_t> index_of_key_;
};

}  // namespace fermata
