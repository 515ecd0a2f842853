// The MessagePack archives, in cereal's sense: what `serialize` functions (schema.h) and the object graph
// are written to and read from. A MessagePack state is a sequence of MessagePack objects; the schema says
// which, names are not written. Writing goes through msgpack-c's packer. Reading is a cursor of our own
// over the bytes: msgpack-c's parser pushes whole trees and allocates what an array's header claims, while
// this one hands out one token at a time, copies nothing, and checks each count against the bytes left.
#pragma once

#include <cereal/cereal.hpp>
#include <msgpack.hpp>

#include <bit>
#include <cfloat>
#include <cmath>
#include <string>
#include <string_view>

#include "heap/value.h"
#include "serialization/state_error.h"

namespace fermata {

// MessagePack's application types in our states.
enum class ExtType : int8_t {
  kBytes = 1,    // bytes (MessagePack's own are strs that are not interned names: there are many more of those)
  kInt = 2,      // a big int: sign byte, then the magnitude, little end first
  kSpecial = 3,  // one byte: Special's number
};

// A growing buffer for the packer.
class ByteSink {
 public:
  ByteSink() { bytes_.resize(4096); }
  void write(const char* data, size_t size) {
    if (size == 0) return;
    if (bytes_.size() - size_ < size) bytes_.resize(std::max(bytes_.size() * 2, size_ + size));
    if (size > 0) std::memcpy(bytes_.data() + size_, data, size);
    size_ += size;
  }
  std::string take() {
    bytes_.resize(size_);
    return std::move(bytes_);
  }
  size_t size() const { return size_; }

 private:
  std::string bytes_;
  size_t size_ = 0;
};

class MsgpackSaver;
class MsgpackLoader;
void save_value(MsgpackSaver& saver, Value v);
Value load_value(MsgpackLoader& loader);

class MsgpackOutputArchive : public cereal::OutputArchive<MsgpackOutputArchive, cereal::AllowEmptyClassElision> {
 public:
  static constexpr bool kSaving = true;
  // Without a saver it takes no values of a heap: for what isn't a state (src/jail/wire).
  explicit MsgpackOutputArchive(MsgpackSaver* saver = nullptr) : OutputArchive(this), saver_(saver) {}

  void name(const char*) {}
  void begin_list(size_t n) { packer_.pack_array(checked(n)); }
  void end_list() {}
  void begin_map() {}
  void end_map() {}
  void nil() { packer_.pack_nil(); }
  void scalar(bool b) { b ? packer_.pack_true() : packer_.pack_false(); }
  void scalar(int64_t i) { packer_.pack_int64(i); }
  void scalar(uint64_t i) { packer_.pack_uint64(i); }
  void scalar(double d) {
    // As a float where nothing is lost; the bits of a NaN might be. Not through the packer, which makes integers
    // of whole numbers.
    if (std::fabs(d) <= FLT_MAX && double(float(d)) == d) big_endian(0xCA, std::bit_cast<uint32_t>(float(d)));
    else big_endian(0xCB, std::bit_cast<uint64_t>(d));
  }
  void text(std::string_view s) {
    packer_.pack_str(checked(s.size()));
    packer_.pack_str_body(s.data(), uint32_t(s.size()));
  }
  void binary(std::string_view s) {
    packer_.pack_bin(checked(s.size()));
    packer_.pack_bin_body(s.data(), uint32_t(s.size()));
  }
  void ext(ExtType type, std::string_view s) {
    packer_.pack_ext(checked(s.size()), int8_t(type));
    packer_.pack_ext_body(s.data(), uint32_t(s.size()));
  }
  void value(Value v) { save_value(*saver_, v); }

  ByteSink& sink() { return sink_; }

 private:
  static uint32_t checked(size_t n) {
    if (n > UINT32_MAX) fail(StateErrorKind::kUnsavable, "more than 4 GiB in one piece");
    return uint32_t(n);
  }
  template <class T>
  void big_endian(uint8_t head, T bits) {
    char bytes[1 + sizeof(T)] = {char(head)};
    for (size_t i = sizeof(T); i > 0; --i, bits >>= 8) bytes[i] = char(bits);
    sink_.write(bytes, sizeof bytes);
  }

  ByteSink sink_;
  msgpack::packer<ByteSink> packer_{sink_};
  MsgpackSaver* saver_;
};

// One MessagePack object's head; what a str, bin or ext holds is a view into the input.
struct MsgpackToken {
  enum Type : uint8_t { kNil, kBool, kInt, kUint, kFloat, kStr, kBin, kArray, kMap, kExt };
  Type type = kNil;
  int8_t ext_type = 0;
  uint64_t number = 0;  // kBool, kInt (two's complement), kUint (beyond int64), kArray and kMap: the count
  double real = 0;
  std::string_view data;
};

class MsgpackInputArchive : public cereal::InputArchive<MsgpackInputArchive, cereal::AllowEmptyClassElision> {
 public:
  static constexpr bool kSaving = false;
  MsgpackInputArchive(MsgpackLoader* loader, std::string_view bytes)  // (null: as above)
      : InputArchive(this), begin_(bytes.data()), p_(bytes.data()), end_(bytes.data() + bytes.size()), loader_(loader) {}

  size_t left() const { return size_t(end_ - p_); }
  size_t offset() const { return size_t(p_ - begin_); }

  // The next token. Counts of arrays and maps are at most the bytes left.
  MsgpackToken next();

  void name(const char*) {}
  size_t begin_list() {
    if (p_ != end_ && (uint8_t(*p_) & 0xF0) == 0x90 && (uint8_t(*p_) & 0x0F) < left()) return uint8_t(*p_++) & 0x0F;
    const MsgpackToken t = next();
    if (t.type != MsgpackToken::kArray) wrong("a list");
    return size_t(t.number);
  }
  void end_list() {}
  void begin_map() {}
  void end_map() {}
  void scalar(bool& b) {
    const MsgpackToken t = next();
    if (t.type != MsgpackToken::kBool) wrong("true or false");
    b = t.number != 0;
  }
  // Most numbers are small: one byte says all of it.
  bool small_number(uint8_t* out) {
    if (p_ == end_ || uint8_t(*p_) >= 0x80) return false;
    *out = uint8_t(*p_++);
    return true;
  }
  void scalar(int64_t& i) {
    if (uint8_t n; small_number(&n)) {
      i = n;
      return;
    }
    const MsgpackToken t = next();
    if (t.type != MsgpackToken::kInt) wrong("an integer");
    i = int64_t(t.number);
  }
  void scalar(uint64_t& i) {
    if (uint8_t n; small_number(&n)) {
      i = n;
      return;
    }
    const MsgpackToken t = next();
    if (t.type == MsgpackToken::kInt ? int64_t(t.number) < 0 : t.type != MsgpackToken::kUint) wrong("an integer that is not negative");
    i = t.number;
  }
  void scalar(double& d) {
    const MsgpackToken t = next();
    if (t.type != MsgpackToken::kFloat) wrong("a float");
    d = t.real;
  }
  std::string_view text() {
    const MsgpackToken t = next();
    if (t.type != MsgpackToken::kStr) wrong("a text");
    return t.data;
  }
  std::string_view binary() {
    const MsgpackToken t = next();
    if (t.type != MsgpackToken::kBin) wrong("bytes");
    return t.data;
  }
  Value value() { return load_value(*loader_); }

  [[noreturn]] void wrong(const char* wanted) const { fail(StateErrorKind::kWrongType, "{} expected before byte {}", wanted, offset()); }

 private:
  template <class T>
  T load() {
    if (left() < sizeof(T)) truncated();
    T n = 0;
    for (size_t i = 0; i < sizeof(T); ++i) n = T(uint64_t(n) << 8 | static_cast<unsigned char>(p_[i]));
    p_ += sizeof(T);
    return n;
  }
  [[noreturn]] void truncated() const { fail(StateErrorKind::kTruncated, "the state ends at byte {}, within an object", offset()); }
  void take(MsgpackToken& t, MsgpackToken::Type type, uint64_t size) {
    if (left() < size) truncated();
    t.type = type;
    t.data = {p_, size_t(size)};
    p_ += size;
  }
  void take_ext(MsgpackToken& t, uint64_t size) {
    t.ext_type = int8_t(load<uint8_t>());
    take(t, MsgpackToken::kExt, size);
  }
  void count(MsgpackToken& t, MsgpackToken::Type type, uint64_t n) {
    // Every item takes a byte at least.
    if (n > left()) fail(StateErrorKind::kTruncated, "a list of {} items at byte {}, where {} bytes are left", n, offset(), left());
    t.type = type;
    t.number = n;
  }

  const char* begin_;
  const char* p_;
  const char* end_;
  MsgpackLoader* loader_;
};

inline MsgpackToken MsgpackInputArchive::next() {
  MsgpackToken t;
  const auto integer = [&](int64_t i) {
    t.type = MsgpackToken::kInt;
    t.number = uint64_t(i);
  };
  const uint8_t b = load<uint8_t>();
  if (b < 0x80) return integer(b), t;
  if (b < 0x90) return count(t, MsgpackToken::kMap, b & 0x0F), t;
  if (b < 0xA0) return count(t, MsgpackToken::kArray, b & 0x0F), t;
  if (b < 0xC0) return take(t, MsgpackToken::kStr, b & 0x1F), t;
  if (b >= 0xE0) return integer(int8_t(b)), t;
  switch (b) {
    case 0xC0: break;
    case 0xC2: t.type = MsgpackToken::kBool; break;
    case 0xC3:
      t.type = MsgpackToken::kBool;
      t.number = 1;
      break;
    case 0xC4: take(t, MsgpackToken::kBin, load<uint8_t>()); break;
    case 0xC5: take(t, MsgpackToken::kBin, load<uint16_t>()); break;
    case 0xC6: take(t, MsgpackToken::kBin, load<uint32_t>()); break;
    case 0xC7: take_ext(t, load<uint8_t>()); break;
    case 0xC8: take_ext(t, load<uint16_t>()); break;
    case 0xC9: take_ext(t, load<uint32_t>()); break;
    case 0xCA:
      t.type = MsgpackToken::kFloat;
      t.real = double(std::bit_cast<float>(load<uint32_t>()));
      break;
    case 0xCB:
      t.type = MsgpackToken::kFloat;
      t.real = std::bit_cast<double>(load<uint64_t>());
      break;
    case 0xCC: integer(load<uint8_t>()); break;
    case 0xCD: integer(load<uint16_t>()); break;
    case 0xCE: integer(load<uint32_t>()); break;
    case 0xCF: {
      const uint64_t n = load<uint64_t>();
      integer(int64_t(n));
      if (n > uint64_t(INT64_MAX)) t.type = MsgpackToken::kUint;
      break;
    }
    case 0xD0: integer(int8_t(load<uint8_t>())); break;
    case 0xD1: integer(int16_t(load<uint16_t>())); break;
    case 0xD2: integer(int32_t(load<uint32_t>())); break;
    case 0xD3: integer(int64_t(load<uint64_t>())); break;
    case 0xD4: take_ext(t, 1); break;
    case 0xD5: take_ext(t, 2); break;
    case 0xD6: take_ext(t, 4); break;
    case 0xD7: take_ext(t, 8); break;
    case 0xD8: take_ext(t, 16); break;
    case 0xD9: take(t, MsgpackToken::kStr, load<uint8_t>()); break;
    case 0xDA: take(t, MsgpackToken::kStr, load<uint16_t>()); break;
    case 0xDB: take(t, MsgpackToken::kStr, load<uint32_t>()); break;
    case 0xDC: count(t, MsgpackToken::kArray, load<uint16_t>()); break;
    case 0xDD: count(t, MsgpackToken::kArray, load<uint32_t>()); break;
    case 0xDE: count(t, MsgpackToken::kMap, load<uint16_t>()); break;
    case 0xDF: count(t, MsgpackToken::kMap, load<uint32_t>()); break;
    default: fail(StateErrorKind::kSyntax, "byte {}: 0x{:02x} begins no MessagePack object", offset() - 1, b);
  }
  return t;
}

}  // namespace fermata
