// Module decimal's native part: everyday arithmetic, which is that of finite numbers of up to 37 digits in a context that is far from its
// bounds. Each answers None to what it leaves, so above all to what is invalid: that is decimal.py's, which asks these first.
#include <algorithm>
#include <array>
#include <string>

#include "library/slotted.h"
#include "objects/containers/containers.h"
#include "objects/containers/dict.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/natives/native.h"
#include "objects/numbers/int.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kMostDigits = 37;
constexpr std::string_view kDecimal[] = {"_sign", "_int", "_exp", "_special"}, kLine[] = {"_values"};
constexpr std::string_view kContext[] = {"prec", "rounding", "Emin", "Emax", "capitals", "clamp", "traps", "flags"};
constexpr int64_t kFarExponent = 5000, kFarBound = 10000;

constexpr std::array<Wide, 39> kTens = [] {
  std::array<Wide, 39> tens{1};
  for (size_t i = 1; i < tens.size(); ++i) tens[i] = tens[i - 1] * 10;
  return tens;
}();

// How many decimal digits it has; 1 for 0.
int digits_of(Wide n) {
  int digits = 1;
  if (n >= kTens[19]) digits = 20;
  else if (n >= kTens[9]) digits = 10;
  while (digits < int(kTens.size()) && n >= kTens[size_t(digits)]) ++digits;
  return digits;
}

struct Number {
  Instance* object = nullptr;  // null: an int
  bool negative = false;
  Wide coefficient = 0;
  int64_t exponent = 0;
  int64_t adjusted() const { return exponent + digits_of(coefficient) - 1; }
};

bool read_coefficient(Value v, Wide* out) {
  if (v.is_small()) {
    *out = Wide(uint64_t(v.as_small()));
    return v.as_small() >= 0;
  }
  if (!is<Int>(v)) return false;
  const IntView view = as<Int>(v)->view();
  if (view.negative || view.size > 2) return false;
  *out = view.size ? Wide(view.limbs[0]) : 0;
  if (view.size == 2) *out |= Wide(view.limbs[1]) << 64;
  return *out < kTens[kMostDigits];
}

// A finite Decimal or a small int.
bool read(Context& cx, Value v, Number* n) {
  if (v.is_small()) {
    const int64_t i = v.as_small();
    n->negative = i < 0;
    n->coefficient = Wide(i < 0 ? -uint64_t(i) : uint64_t(i));
    return true;
  }
  auto* o = try_as<Instance>(v);
  if (!o || !has_slots(cx, o, kDecimal)) return false;
  const Value sign = o->slot(0), exponent = o->slot(2), special = o->slot(3);
  if (!sign.is_small() || !exponent.is_small() || !is<Str>(special) || as<Str>(special)->count) return false;
  if (!read_coefficient(o->slot(1), &n->coefficient)) return false;
  n->object = o;
  n->negative = sign.as_small() != 0;
  n->exponent = exponent.as_small();
  return n->exponent > -kFarExponent && n->exponent < kFarExponent;
}

// The current context, in which nothing is near its bounds.
struct Rules {
  int precision = 0;
  std::string_view rounding;
  Dict *flags = nullptr, *traps = nullptr;
};

Dict* signals_of(Value v) {
  Dict* d = try_as<Dict>(payload_of(v));
  return d && !d->immortal() ? d : nullptr;
}

// `variable` is the context variable that has it.
bool read_rules(Context& cx, Value variable, Rules* rules) {
  if (!cx.threads.is_unset() || !is<Dict>(cx.library_state)) return false;
  auto* line = try_as<Instance>(dict_get_str(as<Dict>(cx.library_state), cx.intern("contextvars.context")));
  if (!line || !has_slots(cx, line, kLine) || !is<Dict>(line->slot(0))) return false;
  auto* context = try_as<Instance>(dict_get(cx, as<Dict>(line->slot(0)), variable));
  if (!context || !has_slots(cx, context, kContext)) return false;
  const Value precision = context->slot(0), rounding = context->slot(1), least = context->slot(2), most = context->slot(3);
  if (!precision.is_small() || precision.as_small() < 1 || precision.as_small() > kMostDigits - 2 || !is<Str>(rounding)) return false;
  if (!least.is_small() || least.as_small() > -kFarBound || !most.is_small() || most.as_small() < kFarBound) return false;
  if (context->slot(5) != Value::small(0)) return false;
  *rules = {int(precision.as_small()), as<Str>(rounding)->view(), signals_of(context->slot(7)), signals_of(context->slot(6))};
  return rules->flags && rules->traps;
}

template <class F>
void for_signals(Dict* signals, bool inexact, F&& f) {
  for (DictEntry& e : signals->entries) {
    if (!is<Class>(e.key)) continue;
    const std::string_view name = class_name(as<Class>(e.key));
    if (name == "Rounded" || (inexact && name == "Inexact")) f(e.value);
  }
}

// Notes that a number was rounded. False: that is trapped.
bool note_rounded(const Rules& rules, bool inexact) {
  bool trapped = false;
  for_signals(rules.traps, inexact, [&](Value& v) { trapped = trapped || !v.is_false(); });
  if (trapped) return false;
  for_signals(rules.flags, inexact, [](Value& v) { v = Value::true_(); });
  return true;
}

// Is what was kept to be one more? `lost` of `power` was dropped, and something behind it if `more`.
bool rounds_up(std::string_view rounding, bool negative, Wide kept, Wide lost, Wide power, bool more) {
  if (!lost && !more) return false;
  const Wide twice = lost * 2;
  if (rounding == "ROUND_HALF_EVEN") return twice > power || (twice == power && (more || kept % 2));
  if (rounding == "ROUND_HALF_UP") return twice >= power;
  if (rounding == "ROUND_HALF_DOWN") return twice > power || (twice == power && more);
  if (rounding == "ROUND_UP") return true;
  if (rounding == "ROUND_CEILING") return !negative;
  if (rounding == "ROUND_FLOOR") return negative;
  if (rounding == "ROUND_05UP") return kept % 5 == 0;
  return false;  // ROUND_DOWN
}

bool is_rounding(std::string_view name) {
  constexpr std::string_view kRoundings[] = {"ROUND_UP",      "ROUND_DOWN",      "ROUND_CEILING",   "ROUND_FLOOR",
                                             "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN", "ROUND_05UP"};
  return std::ranges::find(kRoundings, name) != std::end(kRoundings);
}

// `like` is another one, or null.
Value make_decimal(Context& cx, Class* cls, const Instance* like, bool negative, Wide coefficient, int64_t exponent) {
  if (exponent <= -kFarExponent || exponent >= kFarExponent) return Value::none();
  const Value number = make_int128(cx, __int128(coefficient));
  if (number.is_outcome()) return number;
  const Value values[] = {Value::small(negative), number, Value::small(exponent), Value::object(cx.image->empty_str)};
  return make_slotted(cx, cls, like, kDecimal, values);
}

Value make_like(Context& cx, Instance* like, bool negative, Wide coefficient, int64_t exponent) {
  return make_decimal(cx, like->shape->cls, like, negative, coefficient, exponent);
}

// Rounds to the precision; something follows the last digit if `more`.
Value finish(Context& cx, Instance* like, const Rules& rules, bool negative, Wide coefficient, int64_t exponent, bool more = false) {
  const int drop = digits_of(coefficient) - rules.precision;
  if (drop <= 0) return more ? Value::none() : make_like(cx, like, negative, coefficient, exponent);
  const Wide power = kTens[size_t(drop)], lost = coefficient % power;
  Wide kept = coefficient / power;
  exponent += drop;
  if (rounds_up(rules.rounding, negative, kept, lost, power, more) && ++kept == kTens[size_t(rules.precision)]) {
    kept /= 10;
    ++exponent;
  }
  if (exponent >= kFarExponent || !note_rounded(rules, lost || more)) return Value::none();
  return make_like(cx, like, negative, kept, exponent);
}

struct Operands {
  Number a, b;
  Rules rules;
  Instance* like = nullptr;
  Operands(Context& cx, Value* args) {
    if (read(cx, args[0], &a) && read(cx, args[1], &b) && read_rules(cx, args[2], &rules)) like = a.object ? a.object : b.object;
  }
};

// n * 10**by. False: it would have too many digits.
bool scale(Wide* n, int64_t by) {
  if (*n == 0 || by == 0) return true;
  if (by > kMostDigits || digits_of(*n) + by > kMostDigits) return false;
  *n *= kTens[size_t(by)];
  return true;
}

Value add(Context& cx, const Operands& o, bool flip) {
  Number a = o.a, b = o.b;
  b.negative ^= flip;
  const int64_t exponent = std::min(a.exponent, b.exponent);
  if (!o.like || !scale(&a.coefficient, a.exponent - exponent) || !scale(&b.coefficient, b.exponent - exponent)) return Value::none();
  if (a.negative == b.negative) return finish(cx, o.like, o.rules, a.negative, a.coefficient + b.coefficient, exponent);
  if (a.coefficient == b.coefficient) {
    if (o.rules.rounding == "ROUND_FLOOR") return Value::none();
    return finish(cx, o.like, o.rules, false, 0, exponent);
  }
  const bool larger = a.coefficient > b.coefficient;
  return finish(cx, o.like, o.rules, larger ? a.negative : b.negative,
                larger ? a.coefficient - b.coefficient : b.coefficient - a.coefficient, exponent);
}

// _quick_add(a, b, variable)
Value quick_add(Context& cx, Value* args) { return add(cx, Operands(cx, args), false); }
Value quick_subtract(Context& cx, Value* args) { return add(cx, Operands(cx, args), true); }

Value quick_multiply(Context& cx, Value* args) {
  const Operands o(cx, args);
  if (!o.like || digits_of(o.a.coefficient) + digits_of(o.b.coefficient) > kMostDigits) return Value::none();
  return finish(cx, o.like, o.rules, o.a.negative != o.b.negative, o.a.coefficient * o.b.coefficient, o.a.exponent + o.b.exponent);
}

Value quick_divide(Context& cx, Value* args) {
  const Operands o(cx, args);
  const Wide divisor = o.b.coefficient;
  if (!o.like || divisor == 0) return Value::none();
  const bool negative = o.a.negative != o.b.negative;
  const int64_t ideal = o.a.exponent - o.b.exponent;
  if (o.a.coefficient == 0) return finish(cx, o.like, o.rules, negative, 0, ideal);
  // One digit more than the precision, or two.
  const int length = digits_of(divisor), shift = length - digits_of(o.a.coefficient) + o.rules.precision + 1;
  const int at_once = kMostDigits - length;
  if (shift < 0 || at_once < 1) return Value::none();
  Wide quotient = o.a.coefficient / divisor, rest = o.a.coefficient % divisor;
  int64_t exponent = ideal;
  for (int left = shift; left > 0 && rest;) {
    const int step = std::min(left, at_once);
    rest *= kTens[size_t(step)];
    quotient = quotient * kTens[size_t(step)] + rest / divisor;
    rest %= divisor;
    exponent -= step;
    left -= step;
  }
  // What is exact has the exponent that is nearest to the ideal one.
  if (!rest) {
    for (; exponent + 8 <= ideal && quotient % kTens[8] == 0; exponent += 8) quotient /= kTens[8];
    for (; exponent < ideal && quotient % 10 == 0; ++exponent) quotient /= 10;
  }
  return finish(cx, o.like, o.rules, negative, quotient, exponent, rest != 0);
}

// _quick_compare(a, b): -1, 0 or 1
Value quick_compare(Context& cx, Value* args) {
  Number a, b;
  if (!read(cx, args[0], &a) || !read(cx, args[1], &b)) return Value::none();
  const auto sign = [](const Number& n) { return n.coefficient == 0 ? 0 : n.negative ? -1 : 1; };
  const int x = sign(a), y = sign(b);
  if (x != y || x == 0) return Value::small((x > y) - (x < y));
  int order = 0;
  if (const int64_t p = a.adjusted(), q = b.adjusted(); p != q) {
    order = p > q ? 1 : -1;
  } else {
    const int64_t exponent = std::min(a.exponent, b.exponent);
    if (!scale(&a.coefficient, a.exponent - exponent) || !scale(&b.coefficient, b.exponent - exponent)) return Value::none();
    order = (a.coefficient > b.coefficient) - (a.coefficient < b.coefficient);
  }
  return Value::small(a.negative ? -order : order);
}

std::string text_of(Wide n) {
  std::string text;
  do text.insert(text.begin(), char('0' + int(n % 10)));
  while (n /= 10);
  return text;
}

// _quick_text(n): as str() gives it, where that has no exponent.
Value quick_text(Context& cx, Value* args) {
  Number n;
  if (!read(cx, args[0], &n) || !n.object) return Value::none();
  std::string digits = text_of(n.coefficient);
  const int64_t place = n.exponent + int64_t(digits.size());
  if (n.exponent > 0 || place <= -6) return Value::none();
  if (place <= 0) digits.insert(0, "0." + std::string(size_t(-place), '0'));
  else if (place < int64_t(digits.size())) digits.insert(size_t(place), 1, '.');
  return new_str(cx, n.negative ? "-" + digits : digits);
}

// _quick_hash(n): that of the same number as an int, a float or a fraction.
Value quick_hash(Context& cx, Value* args) {
  Number n;
  if (!read(cx, args[0], &n)) return Value::none();
  constexpr uint64_t kPrime = (uint64_t(1) << 61) - 1;
  const auto power = [](uint64_t base, uint64_t times) {
    uint64_t result = 1;
    for (; times; times /= 2, base = uint64_t(Wide(base) * base % kPrime))
      if (times % 2) result = uint64_t(Wide(result) * base % kPrime);
    return result;
  };
  const uint64_t ten = n.exponent >= 0 ? 10 : power(10, kPrime - 2);
  const uint64_t factor = power(ten, uint64_t(n.exponent >= 0 ? n.exponent : -n.exponent));
  const auto hash = int64_t(Wide(uint64_t(n.coefficient % kPrime)) * factor % kPrime);
  return make_int(cx, !n.negative ? hash : hash == 1 ? -2 : -hash);
}

// _quick_new(cls, value): a Decimal of a text of digits with a sign and a point, or of an int.
Value quick_new(Context& cx, Value* args) {
  Number n;
  if (const auto* text = try_as<Str>(args[1])) {
    const std::string_view s = text->view();
    size_t i = 0, digits = 0;
    if (i < s.size() && (s[i] == '+' || s[i] == '-')) n.negative = s[i++] == '-';
    bool point = false;
    for (; i < s.size(); ++i) {
      if (s[i] == '.' && !point) {
        point = true;
        continue;
      }
      if (s[i] < '0' || s[i] > '9' || ++digits > size_t(kMostDigits)) return Value::none();
      n.coefficient = n.coefficient * 10 + Wide(s[i] - '0');
      n.exponent -= point;
    }
    if (!digits) return Value::none();
  } else if (!args[1].is_small() || !read(cx, args[1], &n)) {
    return Value::none();
  }
  return make_decimal(cx, as<Class>(args[0]), nullptr, n.negative, n.coefficient, n.exponent);
}

// _quick_quantize(n, exp, rounding or None, variable)
Value quick_quantize(Context& cx, Value* args) {
  Number n, like;
  Rules rules;
  if (!read(cx, args[0], &n) || !read(cx, args[1], &like) || !read_rules(cx, args[3], &rules)) return Value::none();
  Instance* const pattern = n.object ? n.object : like.object;
  if (!pattern) return Value::none();
  if (!args[2].is_none()) {
    if (!is<Str>(args[2]) || !is_rounding(as<Str>(args[2])->view())) return Value::none();
    rules.rounding = as<Str>(args[2])->view();
  }
  const int64_t exponent = like.exponent;
  if (n.coefficient == 0) return make_like(cx, pattern, n.negative, 0, exponent);
  if (n.adjusted() - exponent + 1 > rules.precision) return Value::none();
  if (n.exponent >= exponent) {
    if (!scale(&n.coefficient, n.exponent - exponent)) return Value::none();
    return make_like(cx, pattern, n.negative, n.coefficient, exponent);
  }
  // Of what is far below only that it isn't zero matters.
  const int64_t drop = exponent - n.exponent;
  const bool far = drop > digits_of(n.coefficient) + 1;
  const Wide power = kTens[far ? 2 : size_t(drop)], coefficient = far ? 1 : n.coefficient, lost = coefficient % power;
  Wide kept = coefficient / power;
  kept += rounds_up(rules.rounding, n.negative, kept, lost, power, false);
  if (digits_of(kept) > rules.precision || !note_rounded(rules, lost != 0)) return Value::none();
  return make_like(cx, pattern, n.negative, kept, exponent);
}

constexpr NativeRow kRows[] = {
    {"_quick_add", quick_add, "a, b, variable, /"},
    {"_quick_compare", quick_compare, "a, b, /"},
    {"_quick_divide", quick_divide, "a, b, variable, /"},
    {"_quick_hash", quick_hash, "n, /"},
    {"_quick_multiply", quick_multiply, "a, b, variable, /"},
    {"_quick_new", quick_new, "cls: class, value, /"},
    {"_quick_quantize", quick_quantize, "n, exp, rounding, variable, /"},
    {"_quick_subtract", quick_subtract, "a, b, variable, /"},
    {"_quick_text", quick_text, "n, /"},
};

}  // namespace

extern const ModuleRow kDecimalModule = {.name = "decimal", .functions = kRows};

}  // namespace fermata
