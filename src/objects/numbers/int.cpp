// The types int and bool: their operations and constructors. Methods are in int_methods.cpp, arithmetic in
// int_arithmetic.cpp.
#include "objects/numbers/int.h"

#include "base/utf8.h"
#include "numbers/float_text.h"
#include "numbers/format_spec.h"
#include "objects/model/class.h"
#include "objects/model/type_tables.h"
#include "objects/numbers/float.h"
#include "objects/numbers/int_methods.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

Value int_truth(Context&, Value self) { return Value::boolean(int_sign(self) != 0); }

// Long ints: limbs to be looked at are charged. False: return Value::retry().
bool tick_limbs(Context& cx, Value v) { return !is<Int>(v) || as<Int>(v)->count < 512 || cx.tick(linear_cost(as<Int>(v)->count)); }

Value int_hash_operation(Context& cx, Value self, int64_t* out) {
  if (!tick_limbs(cx, self)) return Value::retry();
  *out = self.is_small() ? int64_hash(self.as_small()) : int_hash(IntOperand(self).view());
  return Value::none();
}

Value int_equal_operation(Context& cx, Value self, Value other) {
  other = payload_of(other);
  if (!is_int_or_bool(other)) return Value::not_implemented();
  if (!tick_limbs(cx, self)) return Value::retry();
  return Value::boolean(int_order(self, other) == 0);
}

Value int_order_operation(Context& cx, CompareOp op, Value self, Value other) {
  other = payload_of(other);
  if (!is_int_or_bool(other)) return Value::not_implemented();
  if (!tick_limbs(cx, self)) return Value::retry();
  return ordered(op, int_order(self, other));
}

Value int_repr(Context& cx, Value self, TextBuilder& out) { return int_text_into(cx, self, out); }

Value bool_repr(Context&, Value self, TextBuilder& out) {
  out.append(self.is_true() ? "True" : "False");
  return out.status();
}

Value int_unary(Context& cx, UnaryOp op, Value self) {
  self = plain_int(self);
  switch (op) {
    case UnaryOp::kNegate: return int_negate(cx, self);
    case UnaryOp::kPositive: return self;
    case UnaryOp::kAbs: return int_absolute(cx, self);
    case UnaryOp::kInvert: {
      if (self.is_small()) return Value::small(~self.as_small());
      const IntOperand x(self);
      IntResultBuffer buffer;
      Value outcome;
      if (!buffer.open(cx, invert_size(x), linear_cost(invert_size(x)), &outcome)) return outcome;
      return buffer.finish(cx, int_invert(buffer.limbs(), x));
    }
  }
  return Value::not_implemented();
}

Value bool_binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (a.is_bool() && b.is_bool()) {
    const bool x = a.is_true(), y = b.is_true();
    if (op == BinaryOp::kAnd) return Value::boolean(x && y);
    if (op == BinaryOp::kOr) return Value::boolean(x || y);
    if (op == BinaryOp::kXor) return Value::boolean(x != y);
  }
  return int_binary(cx, op, a, b);
}

Value int_format(Context& cx, Value self, Str* spec) {
  if (spec->count == 0) return repr_of(cx, plain_int(self));
  return format_int_value(cx, self, spec, "int");
}

Value bool_format(Context& cx, Value self, Str* spec) {
  if (spec->count == 0) return new_str(cx, self.is_true() ? "True" : "False");
  return format_int_value(cx, self, spec, "bool");
}

constexpr uint32_t bit(BinaryOp op) { return 1u << unsigned(op); }
constexpr uint32_t kArithmetic = bit(BinaryOp::kAdd) | bit(BinaryOp::kSub) | bit(BinaryOp::kMul) | bit(BinaryOp::kTrueDiv) |
                                 bit(BinaryOp::kFloorDiv) | bit(BinaryOp::kMod) | bit(BinaryOp::kPow) | bit(BinaryOp::kDivMod);
constexpr uint32_t kLogic = bit(BinaryOp::kAnd) | bit(BinaryOp::kOr) | bit(BinaryOp::kXor);
constexpr uint32_t kShifts = bit(BinaryOp::kLShift) | bit(BinaryOp::kRShift);

// --- constructors

Value int_new(Context& cx, Value* args) {
  Value x = args[1], base = args[2];
  if (!base.is_missing()) {
    if (x.is_missing()) return raise_type_error(cx, "int() missing string argument");
    int64_t b;
    if (Value r = index_clamped(cx, base, &b); r.is_outcome()) return r;
    if ((b != 0 && b < 2) || b > 36) return raise_value_error(cx, "int() base must be >= 2 and <= 36, or 0");
    const Value p = payload_of(x);
    std::string_view text;
    if (is<Str>(p)) text = as<Str>(p)->view();
    else if (is<Bytes>(p)) text = as<Bytes>(p)->view();
    else if (is<ByteArray>(p) && is_subclass(class_of(cx, x), cx.image->classes[size_t(Kind::kByteArray)]))
      text = as<ByteArray>(p)->view();  // no array
    else return raise_type_error(cx, "int() can't convert non-string with explicit base");
    return int_from_text(cx, text, int(b), x);
  }
  if (x.is_missing()) return Value::small(0);
  if (is_int_or_bool(x)) return plain_int(x);
  if (is_float(x)) return int_of_double(cx, float_of(x));
  if (is<Str>(x)) return int_from_text(cx, as<Str>(x)->view(), 10, x);
  for (Name name : {Name::k___int__, Name::k___index__, Name::k___trunc__})
    if (has_user_method(cx, x, name)) return Value::defer();
  if (is<Instance>(x)) {
    const Value p = payload_of(x);
    if (p != x) {
      Value again[3] = {args[0], p, base};
      if (is<Str>(p) || is_int_or_bool(p) || is_float(p) || is<Bytes>(p) || is<ByteArray>(p)) return int_new(cx, again);
    }
  }
  if (is<Bytes>(x)) return int_from_text(cx, as<Bytes>(x)->view(), 10, x);
  if (std::string_view view; is<MemoryView>(x) && bytes_view(x, &view)) {
    const Value bytes = new_bytes(cx, view);
    return bytes.is_outcome() ? bytes : int_from_text(cx, view, 10, bytes);
  }
  if (is<ByteArray>(x)) return int_from_text(cx, as<ByteArray>(x)->view(), 10, x);
  return raise_type_error(cx, "int() argument must be a string, a bytes-like object or a real number, not '{}'", type_name(cx, x));
}

Value bool_new(Context& cx, Value* args) { return args[1].is_missing() ? Value::false_() : truth(cx, args[1]); }

constexpr NativeRow kIntConstructor = {"int", int_new, "cls, x=?, /, base=?", "int_new"};
constexpr NativeRow kBoolConstructor = {"bool", bool_new, "cls, x=?, /", "bool_new"};

}  // namespace

Value format_int_value(Context& cx, Value self, Str* spec_text, const char* type_name) {
  FormatSpec spec;
  if (auto error = parse_format_spec(spec_text->view(), type_name, '>', &spec); !error.empty())
    return raise(cx, ErrorType::kValueError, error);
  if (is_float_format(spec)) {
    double value;
    if (Value r = to_double(cx, self, &value); r.is_outcome()) return r;
    return format_float_value(cx, value, spec, type_name);
  }
  if (auto error = check_int_format(spec, type_name); !error.empty()) return raise(cx, ErrorType::kValueError, error);
  Value refused;
  if (spec.type == 'c') {
    const auto c = int64_of(self);
    if (!c) return raise_overflow_error(cx, "Python int too large to convert to C long");
    if (*c < 0 || *c > int64_t(utf8::kMaxCodePoint)) return raise_overflow_error(cx, "%c arg not in range(0x110000)");
    const size_t size = format_int_max_size(spec, 4);
    if (!cx.can_allocate(size, &refused)) return refused;
    if (!cx.tick(size / 64)) return Value::retry();
    return new_str(cx, format_int_as_char(spec, char32_t(*c)));
  }
  const int base = int_format_base(spec);
  const IntOperand operand(self);
  std::string digits;
  if (operand.view().size <= 1) {
    char text[72];
    const std::string_view magnitude(text, int_to_text(text, int_absolute(operand.view()), base));
    const size_t size = format_int_max_size(spec, magnitude.size());
    if (size <= ShortText::kRoom) {
      ShortText out;
      format_int(spec, operand.view().negative, magnitude, out);
      return spec.fill < 0x80 ? new_ascii_str(cx, out.view()) : new_str(cx, out.view());
    }
    digits = magnitude;
  } else if (base == 10) {
    TextBuilder text(cx);
    if (Value r = int_text_into(cx, self, text); r.is_outcome()) return r;
    digits = text.text().substr(operand.view().negative);
  } else {
    if (!cx.can_allocate(int_text_size(operand, base), &refused)) return refused;
    if (!cx.tick(to_text_cost(operand.view().size, base))) return Value::retry();
    digits = int_to_string(int_absolute(operand.view()), base);
  }
  const size_t size = format_int_max_size(spec, digits.size());
  if (!cx.can_allocate(size, &refused)) return refused;
  if (!cx.tick(size / 64)) return Value::retry();
  return new_str(cx, format_int(spec, operand.view().negative, digits));
}

const Operations kIntOperations = {
    .truth = int_truth,
    .hash = int_hash_operation,
    .equal = int_equal_operation,
    .order = int_order_operation,
    .repr = int_repr,
    .format = int_format,
    .binary = int_binary,
    .unary = int_unary,
    .binary_ops = kArithmetic | kLogic | kShifts,
};

const Operations kBoolOperations = {
    .truth = int_truth,
    .hash = int_hash_operation,
    .equal = int_equal_operation,
    .order = int_order_operation,
    .repr = bool_repr,
    .format = bool_format,
    .binary = bool_binary,
    .unary = int_unary,
    .binary_ops = kLogic,
};

constexpr NativeRow kIntNew = new_row("int__new__");
const TypeRow kIntType = {
    .kind = Kind::kInt,
    .name = "int",
    .base = "object",
    .doc =
        "int([x]) -> integer\nint(x, base=10) -> integer\n\nConvert a number or string to an integer, or return 0 if no arguments\nare "
        "given.",
    .methods = kIntMethods,
    .attributes = kIntAttributes,
    .constructor = &kIntConstructor,
    .operations = &kIntOperations,
    .named = true,
    .make_new = &kIntNew,
};

const TypeRow kBoolType = {
    .kind = Kind::kInstance,
    .name = "bool",
    .base = "int",
    .doc = "bool(x) -> bool\n\nReturns True when the argument x is true, False otherwise.",
    .constructor = &kBoolConstructor,
    .operations = &kBoolOperations,
    .flags = kClassFinal,
    .named = true,
    .place = [](Image& image, const TypeRow&,
                Class* cls) { image.special_classes[size_t(Special::kFalse)] = image.special_classes[size_t(Special::kTrue)] = cls; },
};

}  // namespace fermata
