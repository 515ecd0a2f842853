#include "objects/text/codecs.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/text/bytes.h"
#include "objects/text/str.h"
#include "objects/text/text_args.h"
#include "unicode/character_names.h"

namespace fermata {

namespace {

enum class Codec : uint8_t {
  kUtf8,
  kUtf8Sig,
  kAscii,
  kLatin1,
  kUnicodeEscape,
  kRawUnicodeEscape,
  kUtf16,
  kUtf16Le,
  kUtf16Be,
  kUtf32,
  kUtf32Le,
  kUtf32Be
};

struct Alias {
  std::string_view name;
  Codec codec;
};
// By the normalised name: lower-case, everything but letters, digits and points as one underscore.
constexpr Alias kAliases[] = {
    {"utf_8", Codec::kUtf8},
    {"utf8", Codec::kUtf8},
    {"u8", Codec::kUtf8},
    {"utf", Codec::kUtf8},
    {"cp65001", Codec::kUtf8},
    {"utf8_ucs2", Codec::kUtf8},
    {"utf8_ucs4", Codec::kUtf8},
    {"utf_8_sig", Codec::kUtf8Sig},
    {"ascii", Codec::kAscii},
    {"us_ascii", Codec::kAscii},
    {"646", Codec::kAscii},
    {"us", Codec::kAscii},
    {"iso646_us", Codec::kAscii},
    {"ansi_x3.4_1968", Codec::kAscii},
    {"ansi_x3_4_1968", Codec::kAscii},
    {"ansi_x3.4_1986", Codec::kAscii},
    {"cp367", Codec::kAscii},
    {"csascii", Codec::kAscii},
    {"ibm367", Codec::kAscii},
    {"iso_646.irv_1991", Codec::kAscii},
    {"iso_ir_6", Codec::kAscii},
    {"latin_1", Codec::kLatin1},
    {"latin1", Codec::kLatin1},
    {"latin", Codec::kLatin1},
    {"l1", Codec::kLatin1},
    {"iso8859_1", Codec::kLatin1},
    {"iso_8859_1", Codec::kLatin1},
    {"iso8859", Codec::kLatin1},
    {"8859", Codec::kLatin1},
    {"iso_8859_1_1987", Codec::kLatin1},
    {"cp819", Codec::kLatin1},
    {"ibm819", Codec::kLatin1},
    {"csisolatin1", Codec::kLatin1},
    {"iso_ir_100", Codec::kLatin1},
    {"unicode_escape", Codec::kUnicodeEscape},
    {"unicodeescape", Codec::kUnicodeEscape},
    {"raw_unicode_escape", Codec::kRawUnicodeEscape},
    {"rawunicodeescape", Codec::kRawUnicodeEscape},
    {"utf_16", Codec::kUtf16},
    {"utf16", Codec::kUtf16},
    {"u16", Codec::kUtf16},
    {"utf_16_le", Codec::kUtf16Le},
    {"utf_16le", Codec::kUtf16Le},
    {"unicodelittleunmarked", Codec::kUtf16Le},
    {"utf_16_be", Codec::kUtf16Be},
    {"utf_16be", Codec::kUtf16Be},
    {"unicodebigunmarked", Codec::kUtf16Be},
    {"utf_32", Codec::kUtf32},
    {"utf32", Codec::kUtf32},
    {"u32", Codec::kUtf32},
    {"utf_32_le", Codec::kUtf32Le},
    {"utf_32le", Codec::kUtf32Le},
    {"utf_32_be", Codec::kUtf32Be},
    {"utf_32be", Codec::kUtf32Be},
};

std::string normalized(std::string_view name) {
  std::string out;
  bool gap = false;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !(c >= '0' && c <= '9') && c != '.') {
      gap = true;
      continue;
    }
    if (gap && !out.empty()) out.push_back('_');
    gap = false;
    out.push_back(letter ? char(c | 0x20) : c);
  }
  return out;
}

// None, or defer: module codecs may know it.
Value find_codec(Context& cx, const Str* encoding, Codec* out) {
  *out = Codec::kUtf8;
  if (!encoding || encoding->view() == "utf-8") return Value::none();
  if (encoding->view().find('\0') != std::string_view::npos) return raise_value_error(cx, "embedded null character");
  if (encoding->count <= 40) {
    const std::string name = normalized(encoding->view());
    for (const Alias& alias : kAliases) {
      if (alias.name != name) continue;
      *out = alias.codec;
      return Value::none();
    }
  }
  return Value::defer();
}

const char* codec_name(Codec codec) {
  switch (codec) {
    case Codec::kUtf8:
    case Codec::kUtf8Sig: return "utf-8";
    case Codec::kAscii: return "ascii";
    case Codec::kLatin1: return "latin-1";
    case Codec::kUnicodeEscape: return "unicodeescape";
    case Codec::kRawUnicodeEscape: return "rawunicodeescape";
    case Codec::kUtf16: return "utf-16";
    case Codec::kUtf16Le: return "utf-16-le";
    case Codec::kUtf16Be: return "utf-16-be";
    case Codec::kUtf32: return "utf-32";
    case Codec::kUtf32Le: return "utf-32-le";
    case Codec::kUtf32Be: return "utf-32-be";
  }
  return "";
}

enum class Handler : uint8_t { kStrict, kIgnore, kReplace, kBackslash, kSurrogateEscape, kSurrogatePass, kXmlCharRef, kNameReplace };

// Looked up at the first error only, as in CPython. None, or defer: a program may have registered it.
Value find_handler(const Str* errors, Handler* out) {
  static constexpr std::pair<std::string_view, Handler> kHandlers[] = {
      {"strict", Handler::kStrict},
      {"ignore", Handler::kIgnore},
      {"replace", Handler::kReplace},
      {"backslashreplace", Handler::kBackslash},
      {"surrogateescape", Handler::kSurrogateEscape},
      {"surrogatepass", Handler::kSurrogatePass},
      {"xmlcharrefreplace", Handler::kXmlCharRef},
      {"namereplace", Handler::kNameReplace},
  };
  *out = Handler::kStrict;
  if (!errors) return Value::none();
  for (const auto& [name, handler] : kHandlers) {
    if (name != errors->view()) continue;
    *out = handler;
    return Value::none();
  }
  return Value::defer();
}

Value raise_unicode_error(Context& cx, ErrorType type, Codec codec, Value object, uint64_t start, uint64_t end, const char* reason) {
  const Value name = new_str(cx, codec_name(codec));
  const Value why = new_str(cx, reason);
  const Value args[] = {name, object, Value::small(int64_t(start)), Value::small(int64_t(end)), why};
  cx.exception = Value::object(make_exception(cx, error_class(cx, type), tuple_of(cx, args)));
  return Value::error();
}

// Where encode_part and decode_part came to: at what can't be done, or (reason null) at the end of what can be.
struct Stop {
  uint64_t start = 0, end = 0;
  const char* reason = nullptr;
};

// (What was made was charged as it grew; this is for what was read.)
Value part_result(Context& cx, Value done, uint64_t start, const Stop& stop) {
  if (done.is_outcome()) return done;
  if (!cx.tick((stop.end - start) / 16 + 1)) return Value::retry();
  const Value reason = stop.reason ? new_str(cx, stop.reason) : Value::none();
  const Value items[] = {done, Value::small(int64_t(stop.start)), Value::small(int64_t(stop.end)), reason};
  return tuple_of(cx, items);
}

bool is_wide(Codec c) { return c >= Codec::kUtf16; }
bool is_escaping(Codec c) { return c == Codec::kUnicodeEscape || c == Codec::kRawUnicodeEscape; }
bool is_utf32(Codec c) { return c >= Codec::kUtf32; }
bool is_big_endian(Codec c) { return c == Codec::kUtf16Be || c == Codec::kUtf32Be; }

// The work of a codec that goes from character to character, in quarters of a step. It is charged on the way, since bad input costs many
// times what good input of its size does.
class Work {
 public:
  static constexpr uint64_t kCharacter = 1, kMalformed = 4, kReplacement = 12;
  explicit Work(Context& cx) : cx_(cx) {}
  // False: a limit is reached, the native's result is Value::retry().
  bool add(uint64_t quarters) { return (done_ += quarters) < kAtOnce || cx_.tick(std::exchange(done_, 0) / 4); }

 private:
  static constexpr uint64_t kAtOnce = 1 << 14;
  Context& cx_;
  uint64_t done_ = 0;
};

// --- encoding

class Encoder {
 public:
  Encoder(Context& cx, Codec codec, Str* text, const Str* errors)
      : cx_(cx), codec_(codec), text_(text), errors_(errors), out_(cx), work_(cx) {}

  Value run() {
    if (codec_ == Codec::kUtf8Sig) out_.append("\xEF\xBB\xBF");
    if (codec_ == Codec::kUtf16 || codec_ == Codec::kUtf32) put(0xFEFF);
    const char* p = text_->text();
    const char* const end = p + text_->count;
    for (uint64_t index = 0; p != end; ++index) {
      const char* q = p;
      const char32_t c = utf8::next_valid(q);
      if (!work_.add(Work::kCharacter)) return Value::retry();
      if (encodable(c)) {
        if (!put(c)) break;
        p = q;
        continue;
      }
      const Value r = handle_error(&p, end, &index);
      if (r.is_outcome()) return r;
      --index;
    }
    if (out_.failed()) return out_.status();
    return new_bytes(cx_, out_.text());
  }

  // From the code point `start` on up to what can't be encoded, without a mark.
  Value run_part(uint64_t start, Stop* stop) {
    const char* const end = text_->text() + text_->count;
    const char* p = text_->text() + str_offset(cx_, text_, uint32_t(start));
    uint64_t index = start;
    for (; p != end; ++index) {
      const char* q = p;
      const char32_t c = utf8::next_valid(q);
      if (!encodable(c)) {
        *stop = {index, run_behind(p, end, index).second, reason()};
        break;
      }
      if (!put(c)) break;
      p = q;
    }
    if (p == end) *stop = {index, index, nullptr};
    if (out_.failed()) return out_.status();
    return new_bytes(cx_, out_.text());
  }

 private:
  bool encodable(char32_t c) const {
    if (codec_ == Codec::kAscii) return c < 0x80;
    if (codec_ == Codec::kLatin1) return c < 0x100;
    if (is_escaping(codec_)) return true;
    return !utf8::is_surrogate(c);
  }

  // Surrogates are written as they are.
  bool put(char32_t c) {
    if (is_utf32(codec_)) return put_unit(c, 4);
    if (is_wide(codec_)) {
      if (c < 0x10000) return put_unit(c, 2);
      return put_unit(0xD800 + ((c - 0x10000) >> 10), 2) && put_unit(0xDC00 + (c & 0x3FF), 2);
    }
    if (codec_ == Codec::kAscii || codec_ == Codec::kLatin1) return out_.append(char(c));
    if (is_escaping(codec_)) return put_escaped(c);
    char buffer[utf8::kMaxLength];
    return out_.append({buffer, utf8::encode(c, buffer)});
  }
  bool put_unit(uint32_t unit, int size) {
    char bytes[4];
    for (int i = 0; i < size; ++i) bytes[i] = char(unit >> (8 * (is_big_endian(codec_) ? size - 1 - i : i)));
    return out_.append({bytes, size_t(size)});
  }
  bool put_escaped(char32_t c) {
    const bool raw = codec_ == Codec::kRawUnicodeEscape;
    if (c < (raw ? 0x100u : 0x7Fu) && (raw || (c >= 0x20 && c != '\\'))) return out_.append(char(c));
    if (c == '\\') return out_.append("\\\\");
    if (c == '\t') return out_.append("\\t");
    if (c == '\n') return out_.append("\\n");
    if (c == '\r') return out_.append("\\r");
    return append_escape(c, out_);
  }
  void put_ascii(std::string_view text) {
    for (const char c : text) put(static_cast<unsigned char>(c));
  }

  const char* reason() const {
    return codec_ == Codec::kAscii    ? "ordinal not in range(128)"
           : codec_ == Codec::kLatin1 ? "ordinal not in range(256)"
                                      : "surrogates not allowed";
  }
  Value fail(uint64_t start, uint64_t end) {
    return raise_unicode_error(cx_, ErrorType::kUnicodeEncodeError, codec_, Value::object(text_), start, end, reason());
  }

  // Behind what can't be encoded from p on: one code point for the wide codecs, the whole run for the others.
  std::pair<const char*, uint64_t> run_behind(const char* p, const char* end, uint64_t index) const {
    while (p != end) {
      const char* q = p;
      if (encodable(utf8::next_valid(q))) break;
      p = q;
      ++index;
      if (is_wide(codec_)) break;
    }
    return {p, index};
  }

  // *p is at what can't be encoded. Moves *p and *index past it.
  Value handle_error(const char** p, const char* end, uint64_t* index) {
    if (!handler_known_) {
      const Value r = find_handler(errors_, &handler_);
      if (r.is_outcome()) return r;
      handler_known_ = true;
    }
    const auto [run_end, end_index] = run_behind(*p, end, *index);
    while (*p != run_end) {
      const char* q = *p;
      const char32_t c = utf8::next_valid(q);
      if (!work_.add(handler_ == Handler::kIgnore ? Work::kMalformed : Work::kReplacement)) return Value::retry();
      if (!put_replacement(c)) return fail(*index, end_index);
      *p = q;
      ++*index;
    }
    return Value::none();
  }

  // False: not by this handler.
  bool put_replacement(char32_t c) {
    switch (handler_) {
      case Handler::kStrict: return false;
      case Handler::kIgnore: return true;
      case Handler::kReplace: put('?'); return true;
      case Handler::kNameReplace:
        if (const std::string name = unicode::character_name(c); !name.empty()) {
          put_ascii("\\N{" + name + "}");
          return true;
        }
        [[fallthrough]];
      case Handler::kBackslash: {
        TextBuilder escape(cx_);
        append_escape(c, escape);
        put_ascii(escape.text());
        return true;
      }
      case Handler::kXmlCharRef: put_ascii(fmt::format("&#{};", uint32_t(c))); return true;
      case Handler::kSurrogateEscape:
        if (is_wide(codec_) || c < 0xDC80 || c > 0xDCFF) return false;
        out_.append(char(c - 0xDC00));
        return true;
      case Handler::kSurrogatePass:
        if (!utf8::is_surrogate(c) || codec_ == Codec::kAscii || codec_ == Codec::kLatin1) return false;
        put(c);
        return true;
    }
    return false;
  }

  Context& cx_;
  const Codec codec_;
  Str* const text_;
  const Str* const errors_;
  TextBuilder out_;
  Work work_;
  Handler handler_ = Handler::kStrict;
  bool handler_known_ = false;
};

// --- decoding

class Decoder {
 public:
  Decoder(Context& cx, Codec codec, std::string_view data, Value source, const Str* errors)
      : cx_(cx), codec_(codec), data_(data), source_(source), errors_(errors), out_(cx), work_(cx) {}

  Value run() {
    size_t at = 0;
    if (codec_ == Codec::kUtf8Sig && data_.starts_with("\xEF\xBB\xBF")) {
      // CPython counts positions from after the mark.
      data_.remove_prefix(3);
      source_ = Value::unset();
    }
    if (codec_ == Codec::kUtf16 || codec_ == Codec::kUtf32) at = read_mark();
    while (at < data_.size() && !out_.failed()) {
      if (!work_.add(Work::kCharacter)) return Value::retry();
      const Value r = step(&at);
      if (r.is_outcome()) return r;
    }
    return out_.finish();
  }

  // From the byte `start` on up to what is malformed, or, unless `final`, incomplete. No mark is looked for.
  Value run_part(uint64_t start, bool final, Stop* stop) {
    stop_ = stop;
    final_ = final;
    size_t at = start;
    while (at < data_.size() && !out_.failed() && stop_) step(&at);
    if (stop_) *stop = {at, at, nullptr};
    return out_.finish();
  }

 private:
  Value step(size_t* at) {
    return is_utf32(codec_)          ? step_utf32(at)
           : is_wide(codec_)         ? step_utf16(at)
           : is_escaping(codec_)     ? step_escape(at)
           : codec_ == Codec::kAscii ? step_ascii(at)
                                     : step_utf8(at);
  }
  uint32_t unit(size_t at, int size) const {
    uint32_t u = 0;
    for (int i = 0; i < size; ++i)
      u |= uint32_t(static_cast<unsigned char>(data_[at + size_t(i)])) << (8 * (is_big_endian(codec_) ? size - 1 - i : i));
    return u;
  }
  void put(char32_t c) {
    char buffer[utf8::kMaxLength];
    out_.append({buffer, utf8::encode(c, buffer)});
  }

  // The byte order of utf-16 and utf-32: little unless a mark says otherwise.
  size_t read_mark() {
    const bool wide = codec_ == Codec::kUtf32;
    const size_t size = wide ? 4 : 2;
    codec_ = wide ? Codec::kUtf32Le : Codec::kUtf16Le;
    if (data_.size() < size) return 0;
    if (unit(0, int(size)) == 0xFEFF) return size;
    const Codec big = wide ? Codec::kUtf32Be : Codec::kUtf16Be;
    const Codec little = codec_;
    codec_ = big;
    if (unit(0, int(size)) == 0xFEFF) return size;
    codec_ = little;
    return 0;
  }

  Value step_ascii(size_t* at) {
    const size_t good = utf8::ascii_prefix(data_.substr(*at));
    out_.append(data_.substr(*at, good));
    *at += good;
    return *at == data_.size() ? Value::none() : handle_error(at, *at + 1, "ordinal not in range(128)");
  }

  // At data_[from]: `count` hexadecimal digits of an escape that begins at *at. The value, or the error's outcome in *status.
  uint32_t hex_digits(size_t* at, size_t from, size_t count, const char* reason, Value* status) {
    uint32_t c = 0;
    size_t i = from;
    for (; i < from + count && i < data_.size() && std::isxdigit(static_cast<unsigned char>(data_[i])); ++i)
      c = c << 4 | uint32_t(data_[i] <= '9' ? data_[i] - '0' : (data_[i] | 0x20) - 'a' + 10);
    if (i < from + count) *status = handle_error(at, i, reason);
    return c;
  }

  // Up to and with the next escape, as literals have them; the raw form knows only \u and \U. Other bytes are latin-1.
  Value step_escape(size_t* at) {
    const bool raw = codec_ == Codec::kRawUnicodeEscape;
    const size_t begin = std::min(data_.find('\\', *at), data_.size());
    for (; *at < begin; ++*at) put(static_cast<unsigned char>(data_[*at]));
    if (begin == data_.size()) return Value::none();
    if (begin + 1 == data_.size()) {
      if (!raw || !final_) return handle_error(at, begin + 1, "\\ at end of string");
      put('\\');
      ++*at;
      return Value::none();
    }
    const char kind = data_[begin + 1];
    if (kind == 'u' || kind == 'U' || (kind == 'x' && !raw)) {
      const size_t count = kind == 'x' ? 2 : kind == 'u' ? 4 : 8;
      Value status = Value::unset();
      const uint32_t c = hex_digits(at, begin + 2, count,
                                    kind == 'x'   ? "truncated \\xXX escape"
                                    : kind == 'u' ? "truncated \\uXXXX escape"
                                                  : "truncated \\UXXXXXXXX escape",
                                    &status);
      if (!status.is_unset()) return status;
      if (c > utf8::kMaxCodePoint)
        return handle_error(at, begin + 2 + count, raw ? "\\Uxxxxxxxx out of range" : "illegal Unicode character");
      put(c);
      *at = begin + 2 + count;
      return Value::none();
    }
    *at = begin + 2;
    if (raw) {
      put('\\');
      put(static_cast<unsigned char>(kind));
      return Value::none();
    }
    constexpr std::string_view kKinds = "\\'\"bftnrva", kMeant = "\\'\"\b\f\t\n\r\v\a";
    if (kind == '\n') return Value::none();
    if (const size_t i = kKinds.find(kind); i != kKinds.npos) {
      put(static_cast<unsigned char>(kMeant[i]));
    } else if (kind >= '0' && kind <= '7') {
      uint32_t c = uint32_t(kind - '0');
      for (int i = 0; i < 2 && *at < data_.size() && data_[*at] >= '0' && data_[*at] <= '7'; ++i)
        c = c * 8 + uint32_t(data_[(*at)++] - '0');
      put(c);
      if (c > 0xFF) tell_of(begin, *at, "invalid octal escape sequence");
    } else if (kind == 'N') {
      *at = begin;
      if (data_.size() <= begin + 2 || data_[begin + 2] != '{') return handle_error(at, begin + 2, "malformed \\N character escape");
      const size_t close = data_.find('}', begin);
      if (close == data_.npos || close == begin + 3)
        return handle_error(at, std::min(close, data_.size()), "malformed \\N character escape");
      char32_t c = 0;
      if (!unicode::find_character(data_.substr(begin + 3, close - begin - 3), c))
        return handle_error(at, close + 1, "unknown Unicode character name");
      put(c);
      *at = close + 1;
    } else {
      put('\\');
      put(static_cast<unsigned char>(kind));
      tell_of(begin, *at, "invalid escape sequence");
    }
    return Value::none();
  }

  // For what was decoded, but deserves a warning: the caller of the part can give one.
  void tell_of(size_t start, size_t end, const char* what) {
    if (stop_) *std::exchange(stop_, nullptr) = {start, end, what};
  }

  Value step_utf8(size_t* at) {
    const size_t good = utf8::valid_prefix(data_.substr(*at), utf8::Surrogates::kForbid);
    out_.append(data_.substr(*at, good));
    *at += good;
    if (*at == data_.size()) return Value::none();
    const utf8::Malformed bad = utf8::describe_malformed(data_.data() + *at, data_.data() + data_.size());
    return handle_error(at, *at + bad.length, bad.reason);
  }

  Value step_utf16(size_t* at) {
    if (data_.size() - *at < 2) return handle_error(at, data_.size(), "truncated data");
    const uint32_t u = unit(*at, 2);
    if (!utf8::is_surrogate(u)) {
      put(u);
      *at += 2;
      return Value::none();
    }
    if (u >= 0xDC00) return handle_error(at, *at + 2, "illegal encoding");
    if (data_.size() - *at < 4) return handle_error(at, data_.size(), "unexpected end of data");
    const uint32_t low = unit(*at + 2, 2);
    if (low < 0xDC00 || low > 0xDFFF) return handle_error(at, *at + 2, "illegal UTF-16 surrogate");
    put(0x10000 + ((u - 0xD800) << 10) + (low - 0xDC00));
    *at += 4;
    return Value::none();
  }

  Value step_utf32(size_t* at) {
    if (data_.size() - *at < 4) return handle_error(at, data_.size(), "truncated data");
    const uint32_t c = unit(*at, 4);
    if (c > utf8::kMaxCodePoint) return handle_error(at, *at + 4, "code point not in range(0x110000)");
    if (utf8::is_surrogate(c)) return handle_error(at, *at + 4, "code point in surrogate code point range(0xd800, 0xe000)");
    put(c);
    *at += 4;
    return Value::none();
  }

  Value fail(size_t start, size_t end, const char* reason) {
    Value object = source_;
    if (!is<Bytes>(object)) {
      object = new_bytes(cx_, data_);
      if (object.is_outcome()) return object;
    }
    return raise_unicode_error(cx_, ErrorType::kUnicodeDecodeError, codec_, object, start, end, reason);
  }

  // *at … end is malformed. Writes what the handler makes of it and moves *at to where decoding goes on.
  Value handle_error(size_t* at, size_t end, const char* reason) {
    if (stop_) {
      const std::string_view why = reason;
      // Half a surrogate in utf-8 is malformed, but a handler may want it when it is whole.
      const bool half = codec_ == Codec::kUtf8 && data_.size() - *at == 2 && data_[*at] == char(0xED) && (data_[*at + 1] & 0xE0) == 0xA0;
      const bool may_go_on =
          why == "unexpected end of data" || why.starts_with("truncated ") || why.starts_with("malformed ") || why == "\\ at end of string";
      const bool incomplete = !final_ && (half || (end == data_.size() && may_go_on));
      tell_of(*at, incomplete ? *at : end, incomplete ? nullptr : reason);
      return Value::none();
    }
    if (!handler_known_) {
      const Value r = find_handler(errors_, &handler_);
      if (r.is_outcome()) return r;
      handler_known_ = true;
    }
    const size_t start = *at;
    if (!work_.add((end - start) * Work::kMalformed)) return Value::retry();
    *at = end;
    switch (handler_) {
      case Handler::kStrict: return fail(start, end, reason);
      case Handler::kIgnore: return Value::none();
      case Handler::kReplace: put(0xFFFD); return Value::none();
      case Handler::kBackslash:
        for (size_t i = start; i < end; ++i) append_escape(static_cast<unsigned char>(data_[i]), out_);
        return Value::none();
      case Handler::kXmlCharRef:
      case Handler::kNameReplace: return raise_type_error(cx_, "don't know how to handle UnicodeDecodeError in error callback");
      case Handler::kSurrogateEscape: {
        size_t i = start;
        for (; i < end && static_cast<unsigned char>(data_[i]) >= 0x80; ++i) put(0xDC00 + static_cast<unsigned char>(data_[i]));
        if (i == start) return fail(start, end, reason);
        *at = i;
        return Value::none();
      }
      case Handler::kSurrogatePass: {
        char32_t c = 0;
        const size_t size = is_utf32(codec_) ? 4 : is_wide(codec_) ? 2 : 3;
        if (codec_ == Codec::kAscii || data_.size() - start < size) return fail(start, end, reason);
        if (is_wide(codec_)) c = unit(start, int(size));
        else c = utf8::decode(data_.data() + start, data_.data() + data_.size()).code_point;
        if (!utf8::is_surrogate(c)) return fail(start, end, reason);
        put(c);
        *at = start + size;
        return Value::none();
      }
    }
    return Value::none();
  }

  Context& cx_;
  Codec codec_;
  std::string_view data_;
  Value source_;
  const Str* const errors_;
  TextBuilder out_;
  Work work_;
  Handler handler_ = Handler::kStrict;
  bool handler_known_ = false;
  Stop* stop_ = nullptr;  // set: errors are not handled but reported there
  bool final_ = true;
};

Value decode_latin1(Context& cx, std::string_view data) {
  size_t high = 0;
  for (const char c : data) high += static_cast<unsigned char>(c) >> 7;
  if (data.size() + high <= 2) {
    std::string text;
    for (const char c : data) utf8::append(text, static_cast<unsigned char>(c));
    return new_str(cx, text);
  }
  Str* s = allocate_str(cx, data.size() + high);
  if (!s) return cx.out_of_memory();
  char* out = s->fill();
  for (const char c : data) out += utf8::encode(static_cast<unsigned char>(c), out);
  finish_str(s);
  return Value::object(s);
}

// The part functions' codec and start.
Value part_arguments(Context& cx, Value encoding, Value start, uint64_t size, Codec* codec, uint64_t* at) {
  const Str* name = as_str(encoding);
  if (!name || !start.is_small() || start.as_small() < 0) return raise_type_error(cx, "a codec's name and a position");
  const Value r = find_codec(cx, name, codec);
  if (r.is_defer()) return raise(cx, ErrorType::kLookupError, "unknown encoding: " + std::string(name->view().substr(0, 500)));
  *at = std::min<uint64_t>(uint64_t(start.as_small()), size);
  return r;
}

}  // namespace

Value encode_part(Context& cx, Value text, Value encoding, Value start) {
  Str* s = as_str(text);
  if (!s) return raise_type_error(cx, "str required");
  Codec codec;
  uint64_t at = 0;
  const Value r = part_arguments(cx, encoding, start, s->length, &codec, &at);
  if (r.is_outcome()) return r;
  Stop stop;
  const Value done = Encoder(cx, codec, s, nullptr).run_part(at, &stop);
  return part_result(cx, done, at, stop);
}

Value decode_part(Context& cx, Value data, Value encoding, Value start, bool final) {
  std::string_view view;
  if (const Value r = buffer_argument(cx, data, &view); r.is_outcome()) return r;
  Codec codec;
  uint64_t at = 0;
  const Value r = part_arguments(cx, encoding, start, view.size(), &codec, &at);
  if (r.is_outcome()) return r;
  if (codec == Codec::kLatin1) return part_result(cx, decode_latin1(cx, view.substr(at)), at, {view.size(), view.size(), nullptr});
  Stop stop;
  const Value done = Decoder(cx, codec, view, data, nullptr).run_part(at, final, &stop);
  return part_result(cx, done, at, stop);
}

Value encode_text(Context& cx, Str* text, const Str* encoding, const Str* errors) {
  Codec codec;
  const Value r = find_codec(cx, encoding, &codec);
  if (r.is_outcome()) return r;
  if (text->count > 256 && !cx.tick(text->count / 16)) return Value::retry();
  const bool plain = codec == Codec::kUtf8 ? text->ascii() || !utf8::has_surrogates(text->view())
                                           : (codec == Codec::kAscii || codec == Codec::kLatin1) && text->ascii();
  if (plain) return new_bytes(cx, text->view());
  // Each code point may have to be replaced, by its name even: that has to be looked up.
  if (errors && text->count > 256 && !cx.tick(errors->view() == "namereplace" ? uint64_t(text->count) * 4 : text->count / 4))
    return Value::retry();
  return Encoder(cx, codec, text, errors).run();
}

Value decode_bytes(Context& cx, std::string_view data, Value source, const Str* encoding, const Str* errors) {
  if (data.empty()) return Value::object(cx.image->empty_str);
  Codec codec;
  const Value r = find_codec(cx, encoding, &codec);
  if (r.is_outcome()) return r;
  if (data.size() > 256 && !cx.tick(data.size() / 16)) return Value::retry();
  if (codec == Codec::kLatin1) return decode_latin1(cx, data);
  const bool plain =
      (codec == Codec::kUtf8 && utf8::is_valid(data, utf8::Surrogates::kForbid)) || (codec == Codec::kAscii && utf8::is_ascii(data));
  if (plain) return new_str(cx, data);
  return Decoder(cx, codec, data, source, errors).run();
}

}  // namespace fermata
