// Value: one 64-bit word that holds any Python value. Small integers and most floats live in the word
// itself, everything else is a pointer to an Object in a heap. Everything above this layer uses it; it owns
// nothing.
//
//   low bits   meaning
//   .......1   integer, 63 bits, two's complement
//   ......10   float whose exponent is in the common range (about 1e-77 .. 1e77, and +0.0)
//   .....000   pointer to an Object (never null except for Value::unset())
//   .....100   a special: None, True, False, …
//
// The float encoding adds 1 to the exponent's top three bits, which turns the common range's 011 and 100 into
// 100 and 101, and rotates the sum left by three: the two bits 10 that all have in common become the tag. (The
// idea of rotating is Ruby's "flonum".)
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>

namespace fermata {

struct Object;

// Specials are numbered for the saved state too: never reuse a number.
enum class Special : uint8_t {
  kNone = 0,
  kFalse = 1,
  kTrue = 2,
  kNotImplemented = 3,
  kEllipsis = 4,
  kMissing = 5,    // an optional argument that was not given; seen by natives and the prelude only
  kExhausted = 6,  // "no more items", what an iterator's leaf returns at its end
  kError = 7,      // a native's result: an exception is pending in the Context
  kDefer = 8,      // a native's result: call the prelude twin with the same arguments
  kRetry = 9,      // a native's result: nothing was changed; settle Context::trap, then run it again
  kCall = 10,      // a native's result: call Context::call_* instead, its result is mine
  kResume = 11,    // a native's result: resume generator Context::resume_*, what it yields is mine
};

class Value {
 public:
  constexpr Value() : bits_(0) {}  // unset: an empty register, a deleted entry

  static constexpr Value from_bits(uint64_t bits) {
    Value v;
    v.bits_ = bits;
    return v;
  }
  constexpr uint64_t bits() const { return bits_; }

  // --- specials
  static constexpr Value special(Special s) { return from_bits((uint64_t(s) << 3) | 4); }
  static constexpr Value unset() { return Value(); }
  static constexpr Value none() { return special(Special::kNone); }
  static constexpr Value boolean(bool b) { return special(b ? Special::kTrue : Special::kFalse); }
  static constexpr Value true_() { return special(Special::kTrue); }
  static constexpr Value false_() { return special(Special::kFalse); }
  static constexpr Value not_implemented() { return special(Special::kNotImplemented); }
  static constexpr Value ellipsis() { return special(Special::kEllipsis); }
  static constexpr Value missing() { return special(Special::kMissing); }
  static constexpr Value exhausted() { return special(Special::kExhausted); }
  static constexpr Value error() { return special(Special::kError); }
  static constexpr Value defer() { return special(Special::kDefer); }
  static constexpr Value retry() { return special(Special::kRetry); }

  constexpr bool is_special() const { return (bits_ & 7) == 4; }
  constexpr Special as_special() const { return Special(bits_ >> 3); }
  constexpr bool is_unset() const { return bits_ == 0; }
  constexpr bool is_none() const { return *this == none(); }
  constexpr bool is_true() const { return *this == true_(); }
  constexpr bool is_false() const { return *this == false_(); }
  constexpr bool is_bool() const { return is_true() || is_false(); }
  constexpr bool is_missing() const { return *this == missing(); }
  constexpr bool is_exhausted() const { return *this == exhausted(); }
  constexpr bool is_error() const { return *this == error(); }
  constexpr bool is_defer() const { return *this == defer(); }
  constexpr bool is_retry() const { return *this == retry(); }
  static constexpr Value call() { return special(Special::kCall); }
  static constexpr Value resume() { return special(Special::kResume); }
  constexpr bool is_call() const { return *this == call(); }
  constexpr bool is_resume() const { return *this == resume(); }
  // kError and above: a native's way of saying "no value".
  constexpr bool is_outcome() const { return is_special() && as_special() >= Special::kError; }

  // --- small integers: -2^62 .. 2^62-1
  static constexpr int64_t kMaxSmall = (int64_t(1) << 62) - 1;
  static constexpr int64_t kMinSmall = -(int64_t(1) << 62);
  static constexpr bool fits_small(int64_t i) { return i >= kMinSmall && i <= kMaxSmall; }
  static constexpr Value small(int64_t i) { return from_bits((uint64_t(i) << 1) | 1); }
  constexpr bool is_small() const { return bits_ & 1; }
  constexpr int64_t as_small() const { return int64_t(bits_) >> 1; }

  // --- inline floats
  // Unset when it doesn't fit.
  static Value inline_float(double d) {
    const uint64_t bits = std::bit_cast<uint64_t>(d);
    const uint64_t turned = std::rotl(bits + kFloatBias, 3);
    if ((turned & 3) == 2 && turned != kZeroFloat) [[likely]]
      return from_bits(turned);
    return bits == 0 ? from_bits(kZeroFloat) : Value();
  }
  constexpr bool is_inline_float() const { return (bits_ & 3) == 2; }
  double as_inline_float() const {
    if (bits_ == kZeroFloat) [[unlikely]]
      return 0.0;
    return std::bit_cast<double>(std::rotr(bits_, 3) - kFloatBias);
  }

  // --- objects
  static Value object(const Object* o) { return from_bits(reinterpret_cast<uint64_t>(o)); }
  constexpr bool is_object() const { return (bits_ & 7) == 0 && bits_ != 0; }
  Object* as_object() const {
    assert(is_object());
    return reinterpret_cast<Object*>(bits_);
  }

  constexpr bool operator==(const Value& other) const = default;  // identity, Python's `is`

 private:
  static constexpr uint64_t kFloatBias = uint64_t(1) << 60;
  // The form of 0.0, taken from a double (about 1.7e-77) that lives on the heap instead.
  static constexpr uint64_t kZeroFloat = 2;

  uint64_t bits_;
};

static_assert(sizeof(Value) == 8);

}  // namespace fermata
