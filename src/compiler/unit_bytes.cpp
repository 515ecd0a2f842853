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

// How many of each there are; then the words, the strings' ends, the records, the text.
struct Head {
  uint64_t words = 0, strings = 0, records = 0, text = 0;
};

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// Reads what CodeArchiveWriter writes, and believes none of it. After something wrong it gives nothing but zeros.
class Reader {
 public:
  Reader(const CodeArchive& archive, uint64_t room) : archive_(archive), room_(room) {
    check_strings();
    constexpr uint64_t kString = 64;
    take(archive.text.size() + archive.string_ends.size() * kString);
  }

  bool is_whole() const { return good_ && at_ == archive_.records.size(); }

  void unit(CodeUnit& u, int level) {
    take(sizeof(CodeUnit));
    constexpr uint32_t kOfLibrary = kCodeHidden | kCodeNativeIterator | kCodeStartsAgain;
    text(u.name), text(u.qualname);
    for (uint32_t* n : {&u.flags, &u.positional_only, &u.positional, &u.keyword_only, &u.registers, &u.first_line}) *n = number();
    if (u.flags & kOfLibrary) fail();
    const uint32_t doc = number();
    u.has_doc = doc != 0;
    if (u.has_doc) u.doc = string(doc - 1);
    list(u.locals, [&](std::string& name) { text(name); });
    bytes(u.local_is_cell, u.locals.size());
    list(u.free_names, [&](std::string& name) { text(name); });
    take(u.free_names.size() * sizeof(Capture));
    if (good_) u.captures.resize(u.free_names.size());
    for (Capture& c : u.captures) c.from_free = number(), c.index = number();
    const uint32_t count = number(), first = number();
    const std::span<const uint64_t> all = words(first, count);
    take(2 * all.size_bytes());
    if (good_) u.words.assign(all.begin(), all.end());
    list(u.constants, [&](Constant& c) { constant(c, level + 1, Constant::Type::kNone); });
    list(u.sites, [&](SiteUnit& s) {
      take(sizeof s);
      s.name = number(), s.count = number();
    });
    list(u.handlers, [&](Handler& h) {
      for (uint32_t* n : {&h.begin, &h.end, &h.target, &h.reg}) *n = number();
    });
    std::vector<uint8_t> positions;
    bytes(positions, number());
    take(positions.size() / 3 * sizeof(PositionUnit));  // (an entry has three bytes or more)
    if (good_ && !unpack_positions(positions, u.positions)) fail();
  }

 private:
  void fail() { good_ = false; }
  // For the unit, and at least what ArchivedCode will take.
  void take(uint64_t bytes) {
    if (bytes > room_) return fail();
    room_ -= bytes;
  }

  void check_strings() {
    uint32_t end = 0;
    for (const uint32_t next : archive_.string_ends) {
      if (next < end || next > archive_.text.size()) return fail();
      end = next;
    }
    if (end != archive_.text.size()) fail();
  }

  uint64_t large_number() {
    uint64_t n = 0;
    if (good_ && !get_varint(archive_.records, at_, n)) fail();
    return good_ ? n : 0;
  }
  uint32_t number() {
    const uint64_t n = large_number();
    if (n > UINT32_MAX) fail();
    return good_ ? uint32_t(n) : 0;
  }
  std::string_view string(uint32_t number) {
    if (number >= archive_.string_ends.size()) fail();
    if (!good_) return {};
    const std::string_view found = archive_.string(number);
    take(found.size());
    return good_ ? found : std::string_view();
  }
  void text(std::string& s) {
    s = string(number());
    if (!utf8::is_valid(s, utf8::Surrogates::kAllow)) fail();
  }
  void bytes(std::vector<uint8_t>& out, size_t count) {
    if (!good_ || count > archive_.records.size() - at_) return fail();
    take(count);
    const auto from = archive_.records.subspan(at_, count);
    out.assign(from.begin(), from.end());
    at_ += count;
  }
  std::span<const uint64_t> words(size_t first, size_t count) {
    if (first > archive_.words.size() || count > archive_.words.size() - first) fail();
    return good_ ? archive_.words.subspan(first, count) : std::span<const uint64_t>();
  }
  template <class T, class F>
  void list(std::vector<T>& items, F&& each) {
    const uint32_t n = number();
    take(uint64_t{n} * sizeof(T));
    if (!good_) return;
    items.resize(n);
    for (size_t i = 0; i < n && good_; ++i) each(items[i]);
  }

  // `within`: what has it, if that is a tuple or a frozenset.
  void constant(Constant& c, int level, Constant::Type within) {
    using Type = Constant::Type;
    if (level > kMostLevels) return fail();
    const uint32_t type = number();
    if (type > uint32_t(Type::kPrelude)) return fail();
    c.type = Type(type);
    if (within != Type::kNone && (c.type == Type::kCode || c.type == Type::kPrelude)) return fail();
    switch (c.type) {
      case Type::kNone:
      case Type::kTrue:
      case Type::kFalse:
      case Type::kEllipsis: break;
      case Type::kInt:
        if (number() == 0) {
          c.text = string(number());
          if (!is_decimal(c.text)) fail();
        } else {
          const int64_t n = unfold_sign(large_number());
          if (n < -(int64_t{1} << 61) || n >= int64_t{1} << 61) fail();
          c.text = std::to_string(n);
        }
        break;
      case Type::kFloat:
      case Type::kImaginary: {
        const std::span<const uint64_t> bits = words(number(), 1);
        if (!bits.empty()) c.number = std::bit_cast<double>(bits[0]);
        break;
      }
      case Type::kStr:
      case Type::kPrelude: text(c.text); break;
      case Type::kBytes: c.text = string(number()); break;
      case Type::kTuple:
      case Type::kFrozenSet: list(c.items, [&](Constant& item) { constant(item, level + 1, c.type); }); break;
      case Type::kCode:
        c.code = std::make_shared<CodeUnit>();
        unit(*c.code, level);
        break;
    }
  }

  const CodeArchive& archive_;
  size_t at_ = 0;
  uint64_t room_;
  bool good_ = true;
};

}  // namespace

std::string pack_unit(const CodeUnit& unit) {
  CodeArchiveWriter writer;
  writer.add_file("", "", unit);
  const CodeArchive archive = writer.finish();
  const Head head{archive.words.size(), archive.string_ends.size(), archive.records.size(), archive.text.size()};
  std::string bytes;
  const auto add = [&](const void* data, size_t size) { bytes.append(static_cast<const char*>(data), size); };
  bytes.reserve(sizeof head + archive.words.size_bytes() + archive.string_ends.size_bytes() + head.records + head.text);
  add(&head, sizeof head);
  add(archive.words.data(), archive.words.size_bytes());
  add(archive.string_ends.data(), archive.string_ends.size_bytes());
  add(archive.records.data(), head.records);
  add(archive.text.data(), head.text);
  return bytes;
}

CodeArchive archive_in(std::string_view bytes) {
  Head head;
  if (bytes.size() < sizeof head || reinterpret_cast<uintptr_t>(bytes.data()) % alignof(uint64_t) != 0) return {};
  std::memcpy(&head, bytes.data(), sizeof head);
  size_t at = sizeof head;
  const auto part = [&]<class T>(uint64_t count, const T*) {
    if (count > (bytes.size() - at) / sizeof(T)) count = 0;
    const std::span<const T> found(reinterpret_cast<const T*>(bytes.data() + at), size_t(count));
    at += found.size_bytes();
    return found;
  };
  CodeArchive archive;
  archive.words = part(head.words, static_cast<const uint64_t*>(nullptr));
  archive.string_ends = part(head.strings, static_cast<const uint32_t*>(nullptr));
  archive.records = part(head.records, static_cast<const uint8_t*>(nullptr));
  const std::span<const char> text = part(head.text, static_cast<const char*>(nullptr));
  archive.text = {text.data(), text.size()};
  if (at != bytes.size()) return {};
  return archive;
}

std::shared_ptr<const CodeUnit> unpack_unit(std::string_view bytes, uint64_t room) {
  const CodeArchive archive = archive_in(bytes);
  Reader reader(archive, room);
  auto unit = std::make_shared<CodeUnit>();
  reader.unit(*unit, 0);
  if (!reader.is_whole() || verify(*unit)) return nullptr;
  return unit;
}

}  // namespace fermata
