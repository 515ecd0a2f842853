#include "probe.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/utf8.h"
#include "numbers/bigint.h"
#include "numbers/float_text.h"
#include "numbers/format_spec.h"
#include "unicode/unicode.h"

using namespace fermata;

namespace {

// Exactly as many limbs as the size function said, so that a sanitizer sees any write beyond.
struct Limbs {
  explicit Limbs(uint64_t size) : data(std::make_unique<mp_limb_t[]>(size)) {}
  operator mp_limb_t*() { return data.get(); }
  std::unique_ptr<mp_limb_t[]> data;
};

struct Int {
  Limbs limbs{0};
  IntResult result;
  operator IntView() const { return view_of(limbs.data.get(), result); }
};

Int read_int(const std::string& text) {
  const ScannedInt scanned = scan_int(text, 16);
  if (!scanned.ok) std::abort();
  Int value{Limbs(scanned_int_size(scanned)), {}};
  value.result = int_from_scanned(value.limbs, scanned);
  return value;
}

std::string hex(IntView a) { return int_to_string(a, 16); }

std::string from_hex(const std::string& text) {
  std::string out;
  for (size_t i = 0; i + 1 < text.size(); i += 2) out.push_back(static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return out;
}

std::string to_hex(std::string_view text) {
  std::string out;
  char buffer[4];
  for (const unsigned char c : text) {
    std::snprintf(buffer, sizeof buffer, "%02x", c);
    out += buffer;
  }
  return out;
}

double read_double(const std::string& text) { return std::bit_cast<double>(static_cast<uint64_t>(std::stoull(text, nullptr, 16))); }

std::string bits(double value) {
  char buffer[24];
  if (value != value) return "nan";
  std::snprintf(buffer, sizeof buffer, "%llx", static_cast<unsigned long long>(std::bit_cast<uint64_t>(value)));
  return buffer;
}

std::string bits(DoubleResult r) { return r.overflow ? "overflow" : bits(r.value); }

template <class F>
std::string compute(uint64_t size, F f) {
  Limbs out(size);
  const IntResult result = f(static_cast<mp_limb_t*>(out));
  if (result.size > size) std::abort();
  return hex(view_of(out, result));
}

std::string checked(std::string text, size_t max_size) {
  if (text.size() > max_size) std::abort();
  return "=" + to_hex(text);
}

std::string answer_int(const std::string& op, const std::vector<std::string>& f) {
  const Int a = read_int(f[1]);
  const auto number = [&](size_t i) { return static_cast<uint64_t>(std::stoull(f[i])); };
  if (op == "neg") return hex(int_negated(a));
  if (op == "lsh") return compute(shift_left_size(a, number(2)), [&](mp_limb_t* o) { return int_shift_left(o, a, number(2)); });
  if (op == "rsh") return compute(shift_right_size(a, number(2)), [&](mp_limb_t* o) { return int_shift_right(o, a, number(2)); });
  if (op == "inv") return compute(invert_size(a), [&](mp_limb_t* o) { return int_invert(o, a); });
  if (op == "isqrt") return compute(isqrt_size(a), [&](mp_limb_t* o) { return int_isqrt(o, a); });
  if (op == "pow") return compute(pow_size(a, number(2)), [&](mp_limb_t* o) { return int_pow(o, a, number(2)); });
  if (op == "bits") return std::to_string(int_bit_length(a)) + " " + std::to_string(int_bit_count(a));
  if (op == "hash") return std::to_string(int_hash(a));
  if (op == "text") {
    const int base = std::stoi(f[2]);
    const std::string text = int_to_string(a, base);
    if (text.size() > int_text_size(a, base)) std::abort();
    return text;
  }
  if (op == "double") return bits(int_to_double(a));
  if (op == "cmpd") {
    const auto order = int_compare_double(a, read_double(f[2]));
    return order < 0 ? "<" : order > 0 ? ">" : order == 0 ? "=" : "?";
  }
  if (op == "bytes") {
    const size_t length = number(2);
    const auto byte_order = f[3] == "big" ? ByteOrder::kBig : ByteOrder::kLittle;
    std::vector<uint8_t> out(length);
    const ToBytesStatus status = int_to_bytes(out.data(), length, a, byte_order, f[4] == "1");
    if (status != ToBytesStatus::kOk) return status == ToBytesStatus::kTooBig ? "big" : "negative";
    const std::string back =
        compute(from_bytes_size(length), [&](mp_limb_t* o) { return int_from_bytes(o, out.data(), length, byte_order, f[4] == "1"); });
    if (back != f[1] && length != 0) return "does not come back: " + back;
    return "=" + to_hex({reinterpret_cast<const char*>(out.data()), length});
  }
  const Int b = read_int(f[2]);
  if (op == "cmp") return std::to_string(int_compare(a, b) < 0 ? -1 : int_compare(a, b) > 0 ? 1 : 0) + (int_equal(a, b) ? "e" : "");
  if (op == "add") return compute(add_size(a, b), [&](mp_limb_t* o) { return int_add(o, a, b); });
  if (op == "sub") return compute(add_size(a, b), [&](mp_limb_t* o) { return int_sub(o, a, b); });
  if (op == "mul") return compute(mul_size(a, b), [&](mp_limb_t* o) { return int_mul(o, a, b); });
  if (op == "divmod") {
    Limbs q(quotient_size(a, b)), r(remainder_size(a, b));
    const DivmodResult d = int_divmod(q, r, a, b);
    const std::string both = hex(view_of(q, d.quotient)) + " " + hex(view_of(r, d.remainder));
    const std::string apart = compute(quotient_size(a, b), [&](mp_limb_t* o) { return int_floor_div(o, a, b); }) + " " +
                              compute(remainder_size(a, b), [&](mp_limb_t* o) { return int_mod(o, a, b); });
    return both == apart ? both : "floor_div and mod differ from divmod";
  }
  if (op == "gcd") return compute(gcd_size(a, b), [&](mp_limb_t* o) { return int_gcd(o, a, b); });
  if (op == "and") return compute(bitwise_size(a, b), [&](mp_limb_t* o) { return int_and(o, a, b); });
  if (op == "or") return compute(bitwise_size(a, b), [&](mp_limb_t* o) { return int_or(o, a, b); });
  if (op == "xor") return compute(bitwise_size(a, b), [&](mp_limb_t* o) { return int_xor(o, a, b); });
  if (op == "truediv") return bits(int_true_divide(a, b));
  if (op == "powmod") {
    const Int m = read_int(f[3]);
    Limbs out(powmod_size(m));
    IntResult result;
    const PowmodStatus status = int_powmod(out, &result, a, b, m);
    return status == PowmodStatus::kOk ? hex(view_of(out, result)) : status == PowmodStatus::kZeroModulus ? "zero" : "none";
  }
  return "unknown operation";
}

std::string answer_float(const std::string& op, const std::vector<std::string>& f) {
  const double a = read_double(f[1]);
  if (op == "f.repr") return float_repr(a);
  if (op == "f.hex") return float_hex(a);
  if (op == "f.hash") return std::to_string(float_hash(a));
  if (op == "f.int") return compute(from_double_size(a), [&](mp_limb_t* o) { return int_from_double(o, a); });
  if (op == "f.parts") {
    const FloatParts p = float_parts(a);
    return std::to_string(p.mantissa) + " " + std::to_string(p.exponent);
  }
  if (op == "f.round") {
    const RoundResult r = float_round(a, std::stoll(f[2]));
    return r.overflow ? "overflow" : bits(r.value);
  }
  if (op == "f.round0") return bits(float_round_half_even(a));
  const double b = read_double(f[2]);
  if (op == "f.divmod") {
    const FloatDivmod d = float_divmod(a, b);
    return bits(d.quotient) + " " + bits(d.remainder);
  }
  if (op == "f.pow") {
    double out = 0;
    const PowStatus status = float_pow(a, b, &out);
    return status == PowStatus::kOk             ? bits(out)
           : status == PowStatus::kZeroDivision ? "zero"
           : status == PowStatus::kOverflow     ? "overflow"
                                                : "complex";
  }
  return "unknown operation";
}

std::string answer_format(const std::string& op, const std::vector<std::string>& f) {
  const std::string text = from_hex(f[1]);
  const std::string type_name = op.substr(4);
  FormatSpec spec;
  const FormatError error = parse_format_spec(text, type_name, type_name == "str" ? '<' : '>', &spec);
  if (!error.empty()) return "!" + error;
  if (type_name == "str") {
    const std::string value = from_hex(f[2]);
    const FormatError bad = check_string_format(spec);
    return bad.empty() ? checked(format_string(spec, value), format_string_max_size(spec, value)) : "!" + bad;
  }
  if (type_name == "int" && !is_float_format(spec)) {
    const FormatError bad = check_int_format(spec);
    if (!bad.empty()) return "!" + bad;
    const Int a = read_int(f[2]);
    if (spec.type == U'c') {
      int64_t c = 0;
      if (!int_to_int64(a, &c)) return "!Python int too large to convert to C long";
      if (c < 0 || c > static_cast<int64_t>(utf8::kMaxCodePoint)) return "!%c arg not in range(0x110000)";
      return checked(format_int_as_char(spec, static_cast<char32_t>(c)), format_int_max_size(spec, 1));
    }
    const std::string digits = int_to_string(int_absolute(a), int_format_base(spec));
    return checked(format_int(spec, IntView(a).negative, digits), format_int_max_size(spec, digits.size()));
  }
  if (type_name == "complex") {
    const FormatError bad = check_complex_format(spec);
    const double re = read_double(f[2]), im = read_double(f[3]);
    return bad.empty() ? checked(format_complex(spec, re, im), format_complex_max_size(spec, re, im)) : "!" + bad;
  }
  const FormatError bad = check_float_format(spec);
  const double value = type_name == "int" ? int_to_double(read_int(f[2])).value : read_double(f[2]);
  return bad.empty() ? checked(format_float_spec(spec, value), format_float_spec_max_size(spec, value)) : "!" + bad;
}

std::string mapped(const unicode::CaseMapping& m) {
  std::string out;
  for (uint32_t i = 0; i < m.size; ++i) utf8::append(out, m.code_points[i]);
  return to_hex(out);
}

// Everything about one code point; flags in the order of tools/unicode.py.
std::string describe(char32_t c) {
  using namespace unicode;
  std::string flags;
  for (const bool flag : {is_alpha(c), is_decimal(c), is_digit(c), is_numeric(c), is_alnum(c), is_space(c), is_linebreak(c),
                          is_printable(c), is_upper(c), is_lower(c), is_title(c), is_xid_start(c), is_xid_continue(c)}) {
    flags.push_back(flag ? '1' : '0');
  }
  return flags + " " + category(c) + " " + std::to_string(decimal_value(c)) + " " + std::to_string(digit_value(c)) + " " +
         mapped(to_lower(c)) + " " + mapped(to_upper(c)) + " " + mapped(to_title(c)) + " " + mapped(casefold(c));
}

std::string answer_text(const std::string& op, const std::vector<std::string>& f) {
  const std::string text = from_hex(f[1]);
  const auto bounded = [&](std::string out, size_t growth) { return checked(std::move(out), text.size() * growth); };
  using unicode::Form;
  if (op == "t.lower") return bounded(unicode::lower(text), unicode::kMaxCaseGrowth);
  if (op == "t.upper") return bounded(unicode::upper(text), unicode::kMaxCaseGrowth);
  if (op == "t.title") return bounded(unicode::title(text), unicode::kMaxCaseGrowth);
  if (op == "t.capitalize") return bounded(unicode::capitalize(text), unicode::kMaxCaseGrowth);
  if (op == "t.swapcase") return bounded(unicode::swapcase(text), unicode::kMaxCaseGrowth);
  if (op == "t.casefold") return bounded(unicode::casefold(text), unicode::kMaxCaseGrowth);
  if (op == "t.NFC") return bounded(unicode::normalize(text, Form::kNfc), unicode::kMaxNormalGrowth);
  if (op == "t.NFD") return bounded(unicode::normalize(text, Form::kNfd), unicode::kMaxNormalGrowth);
  if (op == "t.NFKC") return bounded(unicode::normalize(text, Form::kNfkc), unicode::kMaxNormalGrowth);
  if (op == "t.NFKD") return bounded(unicode::normalize(text, Form::kNfkd), unicode::kMaxNormalGrowth);
  if (op == "t.identifier") return unicode::is_identifier(text) ? "1" : "0";
  if (op == "t.count") {
    std::string offsets;
    const size_t n = utf8::count(text);
    for (size_t i = 0; i <= n; i += 3) {
      const size_t offset = utf8::offset_of_index(text, i);
      if (utf8::index_of_offset(text, offset) != i) return "index and offset disagree";
      offsets += " " + std::to_string(offset);
    }
    return std::to_string(n) + (utf8::is_ascii(text) ? "a" : "") + (utf8::has_surrogates(text) ? "s" : "") + offsets;
  }
  if (op == "t.valid") {
    const size_t strict = utf8::valid_prefix(text, utf8::Surrogates::kForbid);
    const size_t wide = utf8::valid_prefix(text, utf8::Surrogates::kAllow);
    std::string answer = std::to_string(strict) + " " + std::to_string(wide);
    if (strict != text.size()) {
      const utf8::Malformed m = utf8::describe_malformed(text.data() + strict, text.data() + text.size());
      answer += " " + std::to_string(m.length) + " " + m.reason;
    }
    return answer;
  }
  if (op == "t.float") {
    double value;
    return parse_float(text, &value) ? bits(value) : "bad";
  }
  if (op == "t.fromhex") {
    double value = 0;
    const HexStatus status = float_from_hex(text, &value);
    return status == HexStatus::kOk ? bits(value) : status == HexStatus::kInvalid ? "bad" : "large";
  }
  if (op == "t.int") {
    const std::string ascii = unicode::decimals_and_spaces_to_ascii(text);
    const ScannedInt scanned = scan_int(ascii, std::stoi(f[2]));
    if (!scanned.ok) return "bad";
    return compute(scanned_int_size(scanned), [&](mp_limb_t* o) { return int_from_scanned(o, scanned); });
  }
  return "unknown operation";
}

}  // namespace

std::string probe(const std::string& question) {
  std::vector<std::string> f(1);
  for (const char c : question) {
    if (c == '\t') {
      f.emplace_back();
    } else {
      f.back().push_back(c);
    }
  }
  const std::string& op = f[0];
  if (op == "cp") return describe(static_cast<char32_t>(std::stoul(f[1])));
  if (op == "tuple" || op == "frozenset") {
    TupleHasher tuple;
    FrozensetHasher set;
    for (size_t i = 1; i < f.size(); ++i) {
      tuple.add(std::stoll(f[i]));
      set.add(std::stoll(f[i]));
    }
    return std::to_string(op == "tuple" ? tuple.result() : set.result());
  }
  if (op.starts_with("f.")) return answer_float(op, f);
  if (op.starts_with("t.")) return answer_text(op, f);
  if (op.starts_with("fmt.")) return answer_format(op, f);
  return answer_int(op, f);
}
