// The reader of module json: one pass over the text with an explicit stack. Messages and positions are
// those of CPython 3.11's C scanner.
#include <charconv>
#include <cstring>

#include "base/utf8.h"
#include "library/_json/json.h"
#include "numbers/float_text.h"
#include "objects/containers/containers.h"
#include "objects/containers/dict.h"
#include "objects/errors/errors.h"
#include "objects/iterators/walk.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Bytes that end the plain run of a string: quote, backslash, control characters.
struct StringStops {
  bool stop[256] = {};
  constexpr StringStops() {
    for (int i = 0; i < 32; ++i) stop[i] = true;
    stop[int('"')] = stop[int('\\')] = true;
  }
};
constexpr StringStops kStops;

class Reader {
 public:
  // Up to `paid` the text is charged already.
  Reader(Context& cx, Str* source, uint32_t mode, size_t paid)
      : cx_(cx), source_(source), text_(source->view()), mode_(mode), paid_(paid) {}

  // The value at `at`, which is moved past it. An outcome when there is none.
  Value read(size_t* at);
  Value fail(const char* message, size_t byte);
  Value string(size_t* at, bool key);  // *at is past the opening quote
  // Charges for the text before `at`, which is its end at most. False: return Value::retry().
  bool pay(size_t at) {
    while (paid_ < at) {
      const size_t more = walk_.next(text_.size() - paid_);
      if (more == 0) return false;
      paid_ += more;
    }
    return true;
  }
  size_t skip_space(size_t at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\n' || text_[at] == '\t' || text_[at] == '\r')) ++at;
    return at;
  }

 private:
  struct Open {
    size_t first;  // of its values on the stack
    bool object;
  };

  Value scalar(size_t* at);
  Value number(size_t* at);
  Value close(const Open& open);
  Value make_key(std::string_view text);
  // Puts it on the stack, whose growth is charged. False: the outcome is in *refused.
  bool keep(Value v, Value* refused) {
    if (values_.size() == values_.capacity()) {
      const size_t more = std::max<size_t>(64, 2 * values_.size());
      if (!room_.take(more * sizeof(Value), refused)) return false;
      values_.reserve(more);
    }
    values_.push_back(v);
    return true;
  }
  Value constant(size_t* at, std::string_view word, double value);
  bool word_at(size_t at, std::string_view word) const { return text_.compare(at, word.size(), word) == 0; }
  bool hex4(size_t at, uint32_t* out) const {
    *out = 0;
    for (size_t i = at; i < at + 4; ++i) {
      const int digit = hex_value(text_[i]);
      if (digit < 0) return false;
      *out = *out << 4 | uint32_t(digit);
    }
    return true;
  }

  Context& cx_;
  Str* source_;
  std::string_view text_;
  uint32_t mode_;
  size_t paid_;
  ByteWalk<16> walk_{cx_};
  Outside room_{cx_};
  std::vector<Value> values_;
  std::vector<Open> open_;
  std::string buffer_;
  static constexpr size_t kKeys = 64;
  Str* keys_[kKeys] = {};  // keys seen lately: records repeat them
};

Value Reader::fail(const char* message, size_t byte) {
  const bool before_all = byte == size_t(-1);  // the quote of a string that begins with the text
  if (!before_all && byte > 256 && !cx_.tick(byte / 16)) return Value::retry();
  const int64_t position = before_all ? -1 : int64_t(str_index_of_offset(cx_, source_, uint32_t(byte)));
  const std::string_view before = text_.substr(0, before_all ? 0 : byte);
  uint32_t line = 1;
  for (char c : before) line += c == '\n';
  const size_t newline = before.rfind('\n');
  const size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
  const uint32_t column = before_all ? 0 : uint32_t(utf8::count(before.substr(line_start))) + 1;
  const std::string full = fmt::format("{}: line {} column {} (char {})", message, line, column, position);

  const Value cls = dict_get_str(cx_.image->prelude, cx_.intern("json_JSONDecodeError"));
  if (!is_exception_class(cls)) return raise(cx_, ErrorType::kValueError, full);
  const Value args[] = {new_str(cx_, full)};
  Exception* e = make_exception(cx_, as<Class>(cls), tuple_of(cx_, args));
  Dict* attributes = new_dict(cx_);
  dict_set_str(cx_, attributes, cx_.intern("msg"), new_str(cx_, message));
  dict_set_str(cx_, attributes, cx_.intern("doc"), Value::object(source_));
  dict_set_str(cx_, attributes, cx_.intern("pos"), Value::small(position));
  dict_set_str(cx_, attributes, cx_.intern("lineno"), Value::small(line));
  dict_set_str(cx_, attributes, cx_.intern("colno"), Value::small(column));
  e->attributes = Value::object(attributes);
  cx_.exception = Value::object(e);
  return Value::error();
}

Value Reader::make_key(std::string_view text) {
  if (text.size() > 32 || text.empty()) return new_str(cx_, text);
  const size_t slot = (text.size() * 7 + uint8_t(text[0]) * 31 + uint8_t(text.back()) * 13 + uint8_t(text[text.size() / 2])) % kKeys;
  Str*& known = keys_[slot];
  if (known && known->view() == text) return Value::object(known);
  const Value made = new_str(cx_, text);
  if (is<Str>(made)) known = as<Str>(made);
  return made;
}

Value Reader::string(size_t* at, bool key) {
  const size_t begin = *at;
  const char* const data = text_.data();
  const size_t size = text_.size();
  size_t i = begin;
  for (;;) {
    const size_t stop = std::max(begin, std::min(paid_, size));
    while (i < stop && !kStops.stop[uint8_t(data[i])]) ++i;
    if (i < stop || i == size) break;
    if (!pay(i + 1)) return Value::retry();
  }
  if (i < size && data[i] == '"') {  // the usual: no escapes
    *at = i + 1;
    const std::string_view plain = text_.substr(begin, i - begin);
    return key ? make_key(plain) : new_str(cx_, plain);
  }
  size_t end = i;
  while (end < size && data[end] != '"') {
    end += data[end] == '\\' ? 2 : 1;
    if (end > paid_ && !pay(std::min(end, size))) return Value::retry();
  }
  if (end = std::min(end, size); end - begin > 4096) {
    if (Value refused; !cx_.can_allocate(2 * (end - begin), &refused)) return refused;  // in the buffer, and as a str
    buffer_.reserve(end - begin);
  }
  buffer_.assign(text_.substr(begin, i - begin));
  for (;;) {
    if (i >= size) return fail("Unterminated string starting at", begin - 1);
    const char c = data[i];
    if (c == '"') break;
    if (c != '\\') {  // a control character
      if (!(mode_ & kJsonLenient)) return fail("Invalid control character at", i);
      buffer_.push_back(c);
      ++i;
    } else {
      if (i + 1 >= size) return fail("Unterminated string starting at", begin - 1);
      const char escape = data[i + 1];
      char plain = 0;
      switch (escape) {
        case '"':
        case '\\':
        case '/': plain = escape; break;
        case 'b': plain = '\b'; break;
        case 'f': plain = '\f'; break;
        case 'n': plain = '\n'; break;
        case 'r': plain = '\r'; break;
        case 't': plain = '\t'; break;
        case 'u': break;
        default: return fail("Invalid \\escape", i);
      }
      if (escape != 'u') {
        buffer_.push_back(plain);
        i += 2;
      } else {
        uint32_t unit = 0, low = 0;
        if (i + 6 >= size || !hex4(i + 2, &unit)) return fail("Invalid \\uXXXX escape", i + 1);
        i += 6;
        if ((unit & 0xFC00) == 0xD800 && i + 6 < size && data[i] == '\\' && data[i + 1] == 'u') {
          if (!hex4(i + 2, &low)) return fail("Invalid \\uXXXX escape", i + 1);
          if ((low & 0xFC00) == 0xDC00) {
            unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            i += 6;
          }
        }
        utf8::append(buffer_, char32_t(unit));
      }
    }
    const size_t run = i;
    while (i < size && !kStops.stop[uint8_t(data[i])]) ++i;
    buffer_.append(data + run, i - run);
  }
  *at = i + 1;
  return key ? make_key(buffer_) : new_str(cx_, buffer_);
}

Value Reader::number(size_t* at) {
  const size_t begin = *at, size = text_.size();
  size_t i = begin;
  if (text_[i] == '-') ++i;
  if (i >= size || !is_digit(text_[i])) return fail("Expecting value", begin);
  if (text_[i] == '0') ++i;
  else
    while (i < size && is_digit(text_[i])) ++i;
  bool is_float = false;
  if (i + 1 < size && text_[i] == '.' && is_digit(text_[i + 1])) {
    is_float = true;
    i += 2;
    while (i < size && is_digit(text_[i])) ++i;
  }
  if (i + 1 < size && (text_[i] == 'e' || text_[i] == 'E')) {
    size_t e = i + 1;
    if (e + 1 < size && (text_[e] == '+' || text_[e] == '-')) ++e;
    if (e < size && is_digit(text_[e])) {
      is_float = true;
      i = e;
      while (i < size && is_digit(text_[i])) ++i;
    }
  }
  if (i > paid_ && !pay(i)) return Value::retry();
  *at = i;
  const std::string_view literal = text_.substr(begin, i - begin);
  if (mode_ & (is_float ? kJsonRawFloats : kJsonRawInts)) return new_bytes(cx_, literal);
  if (is_float) {
    const bool negative = literal[0] == '-';
    double d = 0;
    parse_float_literal(literal.substr(negative), &d);
    return make_float(cx_, negative ? -d : d);
  }
  if (literal.size() <= 18) {
    int64_t small = 0;
    std::from_chars(literal.data(), literal.data() + literal.size(), small);
    return make_int(cx_, small);
  }
  const Value original = new_str(cx_, literal);
  return original.is_outcome() ? original : int_from_text(cx_, literal, 10, original);
}

Value Reader::constant(size_t* at, std::string_view word, double value) {
  *at += word.size();
  if (mode_ & kJsonRawConstants) return new_bytes(cx_, word);
  return make_float(cx_, value);
}

Value Reader::scalar(size_t* at) {
  const size_t i = *at;
  if (i >= text_.size()) return fail("Expecting value", i);
  switch (text_[i]) {
    case '"': ++*at; return string(at, false);
    case 'n':
      if (!word_at(i, "null")) break;
      *at += 4;
      return Value::none();
    case 't':
      if (!word_at(i, "true")) break;
      *at += 4;
      return Value::true_();
    case 'f':
      if (!word_at(i, "false")) break;
      *at += 5;
      return Value::false_();
    case 'N':
      if (!word_at(i, "NaN")) break;
      return constant(at, "NaN", std::numeric_limits<double>::quiet_NaN());
    case 'I':
      if (!word_at(i, "Infinity")) break;
      return constant(at, "Infinity", std::numeric_limits<double>::infinity());
    case '-':
      if (word_at(i, "-Infinity")) return constant(at, "-Infinity", -std::numeric_limits<double>::infinity());
      return number(at);
    default:
      if (is_digit(text_[i])) return number(at);
  }
  return fail("Expecting value", i);
}

// Makes the container of what stands on the stack since it was opened, and takes that off.
Value Reader::close(const Open& open) {
  const std::span<const Value> items(values_.data() + open.first, values_.size() - open.first);
  Value made;
  if (!open.object) {
    made = list_of(cx_, items);
  } else if (mode_ & kJsonPairs) {
    made = tuple_of(cx_, items);
  } else {
    Dict* d = new_dict(cx_);
    made = Value::object(d);
    if (items.size() > 16 && !dict_reserve(cx_, d, items.size() / 2)) return cx_.out_of_memory();
    for (size_t i = 0; i < items.size(); i += 2) {
      const Value set = dict_set_fast(cx_, d, items[i], items[i + 1]);
      if (set.is_outcome()) return set;
    }
  }
  values_.resize(open.first);
  return made;
}

Value Reader::read(size_t* at) {
  const size_t size = text_.size();
  size_t i = *at;
  uint32_t count = 0;
  // Reads an object's key and colon; the next thing is its value.
  const auto read_key = [&]() -> Value {
    if (i >= size || text_[i] != '"') return fail("Expecting property name enclosed in double quotes", i);
    ++i;
    const Value key = string(&i, true);
    if (key.is_outcome()) return key;
    i = skip_space(i);
    if (i >= size || text_[i] != ':') return fail("Expecting ':' delimiter", i);
    i = skip_space(i + 1);
    Value refused;
    return keep(key, &refused) ? Value::none() : refused;
  };
  for (;;) {
    Value value;
    const char c = i < size ? text_[i] : 0;
    if (c == '{' || c == '[') {
      const bool object = c == '{';
      if (open_.size() >= cx_.recursion_limit)
        return raise_recursion_error(
            cx_, object ? " while decoding a JSON object from a unicode string" : " while decoding a JSON array from a unicode string");
      open_.push_back({values_.size(), object});
      i = skip_space(i + 1);
      if (i < size && text_[i] == (object ? '}' : ']')) {
        ++i;
        value = close(open_.back());
        open_.pop_back();
      } else {
        if (object) {
          const Value key = read_key();
          if (key.is_outcome()) return key;
        }
        continue;
      }
    } else {
      value = scalar(&i);
    }
    if (value.is_outcome()) return value;
    // Values allocate a little each without asking: look at the limit now and then.
    if ((++count & 1023) == 0 && !cx_.tick(1)) return Value::retry();
    if (i > paid_ && !pay(std::min(i, size))) return Value::retry();
    // `value` is whole: it is the result, or the next item of what is open.
    for (;;) {
      if (open_.empty()) {
        *at = i;
        return value;
      }
      if (Value refused; !keep(value, &refused)) return refused;
      const Open open = open_.back();
      i = skip_space(i);
      const char next = i < size ? text_[i] : 0;
      if (next == (open.object ? '}' : ']')) {
        ++i;
        value = close(open);
        if (value.is_outcome()) return value;
        open_.pop_back();
        continue;
      }
      if (next != ',') return fail("Expecting ',' delimiter", i);
      i = skip_space(i + 1);
      if (open.object) {
        const Value key = read_key();
        if (key.is_outcome()) return key;
      }
      break;
    }
  }
}

}  // namespace

Value json_read(Context& cx, Str* text, size_t begin, uint32_t mode, bool whole) {
  if (!cx.tick((whole ? text->count / 16 : 0) + 1)) return Value::retry();
  Reader reader(cx, text, mode, whole ? text->count : begin);
  size_t at = whole ? reader.skip_space(begin) : begin;
  const Value value = reader.read(&at);
  if (value.is_outcome()) return value;
  if (whole) {
    at = reader.skip_space(at);
    if (at != text->count) return reader.fail("Extra data", at);
    return value;
  }
  const Value pair[] = {value, Value::small(str_index_of_offset(cx, text, uint32_t(at)))};
  return tuple_of(cx, pair);
}

Value json_read_string(Context& cx, Str* text, size_t begin, uint32_t mode) {
  if (!cx.tick(1)) return Value::retry();
  size_t at = begin;
  const Value value = Reader(cx, text, mode, begin).string(&at, false);
  if (value.is_outcome()) return value;
  const Value pair[] = {value, Value::small(str_index_of_offset(cx, text, uint32_t(at)))};
  return tuple_of(cx, pair);
}

}  // namespace fermata
