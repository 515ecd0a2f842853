#include "compiler/unit_bytes.h"

#include <bit>
#include <cstring>

#include "base/utf8.h"
#include "base/varint.h"
#include "compiler/positions.h"
#include "compiler/verifier.h"

namespace fermata {

namespace {

constexpr int kMostLevels = 100;  // of constants within constants, code among them

class Writer {
 public:
  static constexpr bool kSaving = true;
  void number(uint32_t& n) { put_varint(out_, n); }
  void text(std::string& s) {
    put_varint(out_, s.size());
    raw(s.data(), s.size());
  }
  template <class T>
  void raw(const T* data, size_t count) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(data);
    out_.insert(out_.end(), bytes, bytes + count * sizeof(T));
  }
  template <class T>
  void array(std::vector<T>& a) {
    put_varint(out_, a.size());
    raw(a.data(), a.size());
  }
  template <class T, class F>
  void list(std::vector<T>& items, F&& each) {
    put_varint(out_, items.size());
    for (T& item : items) each(item);
  }
  void fail() { good_ = false; }
  bool good() const { return good_; }
  std::string take() { return good_ ? std::string(out_.begin(), out_.end()) : std::string(); }

 private:
  std::vector<uint8_t> out_;
  bool good_ = true;
};

// After something wrong it gives nothing but zeros.
class Reader {
 public:
  static constexpr bool kSaving = false;
  Reader(std::string_view bytes, uint64_t room) : in_(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()), room_(room) {}

  void number(uint32_t& n) {
    const uint64_t read = count();
    if (read > UINT32_MAX) fail();
    n = good_ ? uint32_t(read) : 0;
  }
  void text(std::string& s) {
    const size_t n = size(1);
    if (n > sizeof(std::string)) take(n);
    if (good_) s.assign(reinterpret_cast<const char*>(in_.data()) + at_, n);
    at_ += good_ ? n : 0;
  }
  template <class T>
  void array(std::vector<T>& a) {
    const size_t n = size(sizeof(T));
    take(n * sizeof(T));
    if (!good_) return;
    a.resize(n);
    if (n > 0) std::memcpy(a.data(), in_.data() + at_, n * sizeof(T));
    at_ += n * sizeof(T);
  }
  template <class T, class F>
  void list(std::vector<T>& items, F&& each) {
    const size_t n = size(1);
    take(n * sizeof(T));
    if (!good_) return;
    items.resize(n);
    for (size_t i = 0; i < n && good_; ++i) each(items[i]);
  }
  void take(uint64_t bytes) {
    if (bytes > room_) return fail();
    room_ -= bytes;
  }
  void fail() { good_ = false; }
  bool good() const { return good_; }
  bool at_end() const { return at_ == in_.size(); }

 private:
  uint64_t count() {
    uint64_t n = 0;
    if (good_ && !get_varint(in_, at_, n)) fail();
    return good_ ? n : 0;
  }
  // A number of items, each of so many bytes or more.
  size_t size(size_t bytes_each) {
    const uint64_t n = count();
    if (n > (in_.size() - at_) / bytes_each) fail();
    return good_ ? size_t(n) : 0;
  }

  std::span<const uint8_t> in_;
  size_t at_ = 0;
  uint64_t room_;
  bool good_ = true;
};

// --- one description for both directions

template <class A>
void unit_fields(A& a, CodeUnit& unit, int level);

bool is_text(Constant::Type type) { return type == Constant::Type::kStr || type == Constant::Type::kPrelude; }
bool is_valid(const std::string& text) { return utf8::is_valid(text, utf8::Surrogates::kAllow); }
bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

template <class A>
void name(A& a, std::string& text) {
  a.text(text);
  if (!A::kSaving && !is_valid(text)) a.fail();
}

// `within`: what has it, if that is a tuple or a frozenset.
template <class A>
void constant_fields(A& a, Constant& c, int level, Constant::Type within = Constant::Type::kNone) {
  using Type = Constant::Type;
  if (level > kMostLevels) return a.fail();
  uint32_t type = uint32_t(c.type);
  a.number(type);
  if (type > uint32_t(Type::kPrelude)) return a.fail();
  c.type = Type(type);
  switch (c.type) {
    case Type::kNone:
    case Type::kTrue:
    case Type::kFalse:
    case Type::kEllipsis: break;
    case Type::kFloat:
    case Type::kImaginary: {
      const auto bits = std::bit_cast<uint64_t>(c.number);
      uint32_t low = uint32_t(bits), high = uint32_t(bits >> 32);
      a.number(low), a.number(high);
      c.number = std::bit_cast<double>(uint64_t(high) << 32 | low);
      break;
    }
    case Type::kInt:
    case Type::kStr:
    case Type::kBytes:
    case Type::kPrelude:
      a.text(c.text);
      if (!A::kSaving && (is_text(c.type) ? !is_valid(c.text) : c.type == Type::kInt && !is_decimal(c.text))) a.fail();
      if (c.type == Type::kPrelude && within != Type::kNone) a.fail();
      break;
    case Type::kTuple:
    case Type::kFrozenSet:
      a.list(c.items, [&](Constant& item) { constant_fields(a, item, level + 1, c.type); });
      break;
    case Type::kCode:
      if (within != Type::kNone) return a.fail();
      if constexpr (!A::kSaving) {
        a.take(sizeof(CodeUnit));
        c.code = std::make_shared<CodeUnit>();
      }
      unit_fields(a, *c.code, level + 1);
      break;
  }
}

template <class A>
void positions_field(A& a, std::vector<PositionUnit>& positions) {
  if constexpr (A::kSaving) {
    std::vector<uint8_t> packed = pack_positions(positions);
    a.array(packed);
  } else {
    std::vector<uint8_t> packed;
    a.array(packed);
    a.take(packed.size() * sizeof(PositionUnit) / 3);  // an entry has three bytes or more
    if (a.good() && !unpack_positions(packed, positions)) a.fail();
  }
}

template <class A>
void unit_fields(A& a, CodeUnit& u, int level) {
  constexpr uint32_t kNotCompiled = kCodeHidden | kCodeNativeIterator | kCodeStartsAgain;  // those of the library alone
  const auto named = [&](std::string& text) { name(a, text); };
  const auto two = [&](uint32_t& first, uint32_t& second) { a.number(first), a.number(second); };
  named(u.name), named(u.qualname);
  two(u.flags, u.positional_only), two(u.positional, u.keyword_only), two(u.registers, u.first_line);
  if (u.flags & kNotCompiled) a.fail();
  a.list(u.locals, named);
  a.array(u.local_is_cell);
  a.list(u.free_names, named);
  a.list(u.captures, [&](Capture& c) { two(c.from_free, c.index); });
  a.array(u.words);
  a.list(u.constants, [&](Constant& c) { constant_fields(a, c, level); });
  a.list(u.sites, [&](SiteUnit& s) { two(s.name, s.count); });
  a.list(u.handlers, [&](Handler& h) { two(h.begin, h.end), two(h.target, h.reg); });
  positions_field(a, u.positions);
  uint32_t has_doc = u.has_doc;
  a.number(has_doc);
  u.has_doc = has_doc != 0;
  if (u.has_doc) named(u.doc);
}

}  // namespace

std::string pack_unit(const CodeUnit& unit) {
  Writer writer;
  unit_fields(writer, const_cast<CodeUnit&>(unit), 0);  // (writing changes nothing)
  return writer.take();
}

std::shared_ptr<const CodeUnit> unpack_unit(std::string_view bytes, uint64_t room) {
  Reader reader(bytes, room);
  auto unit = std::make_shared<CodeUnit>();
  unit_fields(reader, *unit, 0);
  if (!reader.good() || !reader.at_end() || verify(*unit)) return nullptr;
  return unit;
}

}  // namespace fermata
