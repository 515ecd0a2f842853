#include "serialization/data_json.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_map>

#include "base/base64.h"
#include "base/utf8.h"
#include "numbers/float_text.h"
#include "serialization/error_json.h"
#include "serialization/object_json.h"

namespace fermata {

namespace {

using Type = Data::Type;

constexpr int64_t kMaxExactInt = int64_t(1) << 53;

// ---- writing

void append_escape(std::string& out, char32_t c) {
  constexpr char kHex[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out.push_back(kHex[c >> shift & 15]);
}

void append_text(std::string& out, std::string_view text) {
  out.push_back('"');
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    const auto byte = static_cast<unsigned char>(*p);
    if (byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\') {
      out.push_back(*p++);
      continue;
    }
    const utf8::Decoded d = utf8::decode(p, end);
    if (d.length == 0) {  // not UTF-8
      append_escape(out, 0xDC00 + byte);
      ++p;
      continue;
    }
    switch (d.code_point) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (d.code_point < 0x20 || (d.code_point >= 0x7F && d.code_point < 0xA0) || utf8::is_surrogate(d.code_point)) {
          append_escape(out, d.code_point);
        } else {
          out.append(p, d.length);
        }
    }
    p += d.length;
  }
  out.push_back('"');
}

// The end of the longest prefix whose escapes read back as what they were.
size_t unambiguous_prefix(std::string_view text) {
  // High surrogates are ED A0..AF xx, low ones ED B0..BF xx.
  for (size_t i = 0; i + 5 < text.size(); ++i) {
    if (text[i] != '\xED' || text[i + 3] != '\xED') continue;
    const auto first = static_cast<unsigned char>(text[i + 1]), second = static_cast<unsigned char>(text[i + 4]);
    if (first >= 0xA0 && first < 0xB0 && second >= 0xB0) return i + 3;
  }
  return text.size();
}

bool is_plain_key(const Data& key) { return key.is_str() && unambiguous_prefix(key.as_str()) == key.as_str().size(); }

void append_float(std::string& out, double value) {
  if (std::isfinite(value)) {
    out += float_repr(value);
  } else {
    out += std::isnan(value) ? R"({"$float": "nan"})" : value > 0 ? R"({"$float": "inf"})" : R"({"$float": "-inf"})";
  }
}

void append_str(std::string& out, std::string_view text) {
  size_t whole = unambiguous_prefix(text);
  if (whole == text.size()) return append_text(out, text);
  out += "{\"$str\": [";
  append_text(out, text.substr(0, whole));
  while (whole < text.size()) {
    text.remove_prefix(whole);
    whole = unambiguous_prefix(text);
    out += ", ";
    append_text(out, text.substr(0, whole));
  }
  out += "]}";
}

// ---- reading

// Not RapidJSON, by which states are read: it refuses an escape of a lone high surrogate ("\ud800"), which a text of Python's may hold and
// json.dumps() writes.
class Reader {
 public:
  Reader(std::string_view text, std::string* error, int max_depth)
      : begin_(text.data()), p_(begin_), end_(begin_ + text.size()), error_(error), max_depth_(max_depth) {}

  bool read(Data* out) {
    if (!value(out, 0)) return false;
    blanks();
    return p_ == end_ || fail("more text after the value");
  }

  bool read(Answer* out) {
    may_raise_ = true;
    Data data;
    if (!read(&data)) return false;
    if (!raises_) {
      *out = std::move(data);
      return true;
    }
    Error error;
    if (!error_from(data, &error)) return fail_at(begin_, "$raise takes {\"type\": \"…\", \"message\": \"…\"}");
    *out = std::move(error);
    return true;
  }

 private:
  bool fail(const std::string& message) { return fail_at(p_, message); }
  bool fail_at(const char* at, const std::string& message) {
    size_t line = 1;
    const char* line_start = begin_;
    for (const char* q = begin_; q < at; ++q) {
      if (*q == '\n') ++line, line_start = q + 1;
    }
    size_t column = 1;
    for (const char* q = line_start; q < at; ++q) column += !utf8::is_continuation(*q);
    *error_ = "line " + std::to_string(line) + " column " + std::to_string(column) + ": " + message;
    return false;
  }

  void blanks() {
    while (p_ < end_ && (*p_ == ' ' || *p_ == '\n' || *p_ == '\r' || *p_ == '\t')) ++p_;
  }
  bool take(char c) {
    blanks();
    if (p_ == end_ || *p_ != c) return false;
    ++p_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (!std::string_view(p_, size_t(end_ - p_)).starts_with(word)) return false;
    p_ += word.size();
    return true;
  }

  bool value(Data* out, int depth) {
    deepest_ = std::max(deepest_, depth);
    blanks();
    if (p_ == end_) return fail("expected a value, but the text ends");
    if (depth > max_depth_) return fail("nested too deeply");
    switch (*p_) {
      case '{': return object(out, depth);
      case '[': {
        Data::Items items;
        if (!list(&items, depth)) return false;
        *out = Data::list(std::move(items));
        return true;
      }
      case '"': {
        std::string text;
        if (!string(&text)) return false;
        *out = Data(std::move(text));
        return true;
      }
      default: break;
    }
    if (*p_ == '-' || (*p_ >= '0' && *p_ <= '9')) {
      if (!take_word("-Infinity")) return number(out);
      *out = Data(-std::numeric_limits<double>::infinity());
    } else if (take_word("null")) {
      *out = Data();
    } else if (take_word("true")) {
      *out = Data(true);
    } else if (take_word("false")) {
      *out = Data(false);
    } else if (take_word("NaN")) {
      *out = Data(std::numeric_limits<double>::quiet_NaN());
    } else if (take_word("Infinity")) {
      *out = Data(std::numeric_limits<double>::infinity());
    } else {
      return fail("expected a value");
    }
    return true;
  }

  bool list(Data::Items* items, int depth) {
    if (!take('[')) return fail("expected a list");
    if (take(']')) return true;
    do {
      if (!value(&items->emplace_back(), depth + 1)) return false;
    } while (take(','));
    return take(']') || fail("expected ',' or ']'");
  }

  size_t digits() {
    const char* start = p_;
    while (p_ < end_ && *p_ >= '0' && *p_ <= '9') ++p_;
    return size_t(p_ - start);
  }

  bool number(Data* out) {
    const char* const start = p_;
    const bool negative = *p_ == '-';
    p_ += negative;
    const char* const first = p_;
    const size_t whole = digits();
    if (whole == 0) return fail("expected digits");
    if (whole > 1 && *first == '0') return fail_at(first, "a number does not begin with 0");
    bool is_float = false;
    if (p_ < end_ && *p_ == '.') {
      ++p_, is_float = true;
      if (digits() == 0) return fail("expected digits");
    }
    if (p_ < end_ && (*p_ == 'e' || *p_ == 'E')) {
      ++p_, is_float = true;
      if (p_ < end_ && (*p_ == '+' || *p_ == '-')) ++p_;
      if (digits() == 0) return fail("expected digits");
    }
    if (!is_float) return integer({start, size_t(p_ - start)}, out);
    double value = 0;
    if (!parse_float_literal({first, size_t(p_ - first)}, &value)) return fail_at(start, "expected a number");
    *out = Data(negative ? -value : value);
    return true;
  }

  // `text` is digits, with '-' or without.
  static bool integer(std::string_view text, Data* out) {
    const bool negative = text.starts_with('-');
    std::string_view digits = text.substr(negative);
    while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
    const std::string normal = (negative && digits != "0" ? "-" : "") + std::string(digits);
    int64_t small = 0;
    const auto [end, status] = std::from_chars(normal.data(), normal.data() + normal.size(), small);
    *out = status == std::errc() ? Data(small) : Data::big_int(normal);
    return true;
  }

  bool hex4(char32_t* out) {
    *out = 0;
    for (int i = 0; i < 4; ++i, ++p_) {
      const char c = p_ < end_ ? *p_ : '\0';
      const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
      if (digit < 0) return fail("expected four hexadecimal digits after \\u");
      *out = *out << 4 | char32_t(digit);
    }
    return true;
  }

  bool escape(std::string* out) {
    const char* const start = p_ - 1;  // at the backslash
    const char c = p_ < end_ ? *p_++ : '\0';
    switch (c) {
      case '"':
      case '\\':
      case '/': out->push_back(c); return true;
      case 'b': out->push_back('\b'); return true;
      case 'f': out->push_back('\f'); return true;
      case 'n': out->push_back('\n'); return true;
      case 'r': out->push_back('\r'); return true;
      case 't': out->push_back('\t'); return true;
      case 'u': break;
      default: return fail_at(start, "unknown escape in a string");
    }
    char32_t unit;
    if (!hex4(&unit)) return false;
    if (unit >= 0xD800 && unit < 0xDC00 && take_word("\\u")) {
      const char* const second = p_ - 2;
      char32_t low;
      if (!hex4(&low)) return false;
      if (low >= 0xDC00 && low < 0xE000) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
      } else {
        p_ = second;  // two of their own
      }
    }
    utf8::append(*out, unit);
    return true;
  }

  bool string(std::string* out) {
    const char* const start = p_++;
    for (;;) {
      const char* const run = p_;
      while (p_ < end_ && *p_ != '"' && *p_ != '\\' && static_cast<unsigned char>(*p_) >= 0x20) ++p_;
      const std::string_view text(run, size_t(p_ - run));
      const size_t valid = utf8::valid_prefix(text, utf8::Surrogates::kForbid);
      if (valid != text.size()) return fail_at(run + valid, "not valid UTF-8");
      out->append(text);
      if (p_ == end_) return fail_at(start, "the string is not closed");
      if (*p_ == '"') return ++p_, true;
      if (*p_ != '\\') return fail("control character in a string");
      ++p_;
      if (!escape(out)) return false;
    }
  }

  bool object(Data* out, int depth) {
    const int outside = std::exchange(deepest_, depth);
    const bool good = object_inside(out, depth);
    deepest_ = std::max(outside, deepest_);
    return good;
  }

  bool object_inside(Data* out, int depth) {
    const char* const start = p_++;
    Data::Pairs pairs;
    std::unordered_map<std::string, size_t> places;  // kept for larger dicts only
    if (!take('}')) {
      do {
        blanks();
        if (p_ == end_ || *p_ != '"') return fail("expected a string as key");
        std::string key;
        if (!string(&key)) return false;
        if (!take(':')) return fail("expected ':'");
        Data item;
        if (!value(&item, depth + 1)) return false;
        if (Data* old = find(pairs, places, key)) {
          *old = std::move(item);
        } else {
          pairs.emplace_back(Data(std::move(key)), std::move(item));
        }
      } while (take(','));
      if (!take('}')) return fail("expected ',' or '}'");
    }
    if (pairs.size() == 1 && pairs[0].first.as_str().starts_with('$')) {
      if (may_raise_ && depth == 0 && pairs[0].first.as_str() == "$raise") {
        raises_ = true;
        *out = std::move(pairs[0].second);
        return true;
      }
      if (pairs[0].first.as_str() == "$share") return share(start, pairs[0].second, out, deepest_ - depth);
      if (pairs[0].first.as_str() == "$ref") return refer(start, pairs[0].second, out, depth);
      return tagged(start, pairs[0], out);
    }
    *out = Data::dict(std::move(pairs));
    return true;
  }

  // The value under `key`; when there is none, `key` is noted as the next one's.
  static Data* find(Data::Pairs& pairs, std::unordered_map<std::string, size_t>& places, const std::string& key) {
    if (pairs.size() < 16) {
      for (auto& [old, value] : pairs) {
        if (old.as_str() == key) return &value;
      }
      return nullptr;
    }
    if (places.empty()) {
      for (size_t i = 0; i < pairs.size(); ++i) places.emplace(pairs[i].first.as_str(), i);
    }
    const auto [place, added] = places.emplace(key, pairs.size());
    return added ? nullptr : &pairs[place->second].second;
  }

  bool tagged(const char* start, std::pair<Data, Data>& member, Data* out) {
    const std::string& tag = member.first.as_str();
    Data& content = member.second;
    const Type type = content.type();
    if (tag == "$tuple" && type == Type::kList) {
      *out = Data::tuple(taken(content));
    } else if ((tag == "$set" || tag == "$frozenset") && type == Type::kList) {
      for (const Data& item : content.items()) {
        if (!hashable(item)) return fail_at(start, "a list, dict or set cannot be in a set");
      }
      *out = tag == "$set" ? Data::set(taken(content)) : Data::frozenset(taken(content));
    } else if (tag == "$bytes" && type == Type::kStr) {
      std::string bytes;
      if (!from_base64(content.as_str(), &bytes)) return fail_at(start, "$bytes takes base64");
      *out = Data::bytes(std::move(bytes));
    } else if (tag == "$int" && type == Type::kStr) {
      std::string_view digits = content.as_str();
      if (digits.starts_with('-')) digits.remove_prefix(1);
      // (One that fits in 64 bits has decimal digits.)
      const bool is_beyond =
          digits.size() > 18 ||
          (digits.size() == 18 && digits.substr(2) > (content.as_str()[0] == '-' ? "8000000000000000" : "7fffffffffffffff"));
      if (digits.starts_with("0x") && is_beyond && digits[2] != '0' && digits.find_first_not_of("0123456789abcdef", 2) == digits.npos) {
        *out = Data::big_int(content.as_str());
        return true;
      }
      if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos) return fail_at(start, "$int takes decimal digits");
      return integer(content.as_str(), out);
    } else if (tag == "$float" && type == Type::kStr && content.as_str() == "nan") {
      *out = Data(std::numeric_limits<double>::quiet_NaN());
    } else if (tag == "$float" && type == Type::kStr && content.as_str() == "inf") {
      *out = Data(std::numeric_limits<double>::infinity());
    } else if (tag == "$float" && type == Type::kStr && content.as_str() == "-inf") {
      *out = Data(-std::numeric_limits<double>::infinity());
    } else if (tag == "$str" && type == Type::kList) {
      std::string text;
      for (const Data& piece : content.items()) {
        if (!piece.is_str()) return fail_at(start, "$str takes a list of strings");
        text += piece.as_str();
      }
      *out = Data(std::move(text));
    } else if (tag == "$dict" && type == Type::kList) {
      Data::Pairs pairs;
      for (Data& pair : taken(content)) {
        if (pair.type() != Type::kList || pair.items().size() != 2) return fail_at(start, "$dict takes a list of [key, value]");
        if (!hashable(pair.items()[0])) return fail_at(start, "a list, dict or set cannot be a key");
        Data::Items both = taken(pair);
        pairs.emplace_back(std::move(both[0]), std::move(both[1]));
      }
      *out = Data::dict(std::move(pairs));
    } else {
      std::string problem;
      if (is_object_tag(tag)) return object_of_tag(tag, content, out, &problem) || fail_at(start, problem);
      static constexpr std::string_view kTags[] = {"$tuple", "$set", "$frozenset", "$bytes", "$int", "$float", "$str", "$dict"};
      for (std::string_view known : kTags) {
        if (tag == known) return fail_at(start, tag + " takes " + (type == Type::kStr ? "text in another form" : "another type of value"));
      }
      return fail_at(start, "unknown tag; a dict with this one key is written {\"$dict\": [[key, value]]}");
    }
    return true;
  }

  static Data::Items taken(Data& list) {
    if (list.may_be_shared()) return list.items();
    return std::move(const_cast<Data::Items&>(list.items()));
  }

  static bool hashable(const Data& data) {
    std::vector<const Data*> rest{&data};
    std::set<const void*> seen;
    while (!rest.empty()) {
      const Data& next = *rest.back();
      rest.pop_back();
      if (next.type() == Type::kList || next.type() == Type::kDict || next.type() == Type::kSet) return false;
      if (next.type() != Type::kTuple || (next.may_be_shared() && !seen.insert(next.identity()).second)) continue;
      for (const Data& item : next.items()) rest.push_back(&item);
    }
    return true;
  }

  // {"$share": [number, value]}
  bool share(const char* start, Data& content, Data* out, int height) {
    if (content.type() != Type::kList || content.items().size() != 2 || !content.items()[0].is_small_int())
      return fail_at(start, "$share takes [number, value]");
    *out = content.items()[1];
    return shared_.try_emplace(content.items()[0].as_int(), *out, height).second ||
           fail_at(start, "two values are shared under the same number");
  }

  bool refer(const char* start, const Data& content, Data* out, int depth) {
    const auto found = content.is_small_int() ? shared_.find(content.as_int()) : shared_.end();
    if (found == shared_.end()) return fail_at(start, "$ref takes the number of a value that was shared before");
    deepest_ = std::max(deepest_, depth + found->second.second);
    if (deepest_ > max_depth_) return fail_at(start, "nested too deeply");
    *out = found->second.first;
    return true;
  }

  const char* const begin_;
  const char* p_;
  const char* const end_;
  std::string* const error_;
  const int max_depth_;
  bool may_raise_ = false, raises_ = false;
  int deepest_ = 0;                                           // of what was read since the innermost object began
  std::unordered_map<int64_t, std::pair<Data, int>> shared_;  // by their numbers, with how deep they are
};

}  // namespace

// ---- the writer

// What is short when written out stays plain JSON, however it is shared.
constexpr uint64_t kPlainBytes = 256 << 10;

DataWriter::DataWriter(std::string& out, const Data& whole) : out(out) {
  const uint64_t written_out = count(whole);
  numbered_ = written_out > kPlainBytes && written_out / 4 > bytes_;
}

// How long it is about, written out; `bytes_` gets that of all that is different.
uint64_t DataWriter::count(const Data& data) {
  Shared* shared = nullptr;
  if (data.may_be_shared()) {
    shared = &shared_[data.identity()];
    if (++shared->mentions > 1) return shared->bytes;
  }
  constexpr uint64_t kValue = 8;
  uint64_t sum = kValue;
  if (data.is_str() || data.type() == Type::kBytes) sum += data.as_str().size();
  bytes_ += sum;
  const auto add = [&](const Data& part) { sum = std::min(sum + count(part), uint64_t(1) << 60); };
  switch (data.type()) {
    case Type::kList:
    case Type::kTuple:
    case Type::kSet:
    case Type::kFrozenSet:
      for (const Data& item : data.items()) add(item);
      break;
    case Type::kDict:
      for (const auto& [key, value] : data.pairs()) add(key), add(value);
      break;
    case Type::kObject:
      for (const auto& [name, value] : data.as_object().fields) add(value);
      break;
    default: break;
  }
  if (shared) shared->bytes = sum;  // (references into the map stay good)
  return sum;
}

void DataWriter::value(const Data& data) {
  if (!numbered_ || !data.identity()) return content(data);
  const auto found = shared_.find(data.identity());
  if (found == shared_.end() || found->second.mentions < 2) return content(data);
  uint64_t& number = found->second.number;
  if (number) {
    out += "{\"$ref\": " + std::to_string(number) + "}";
    return;
  }
  number = next_number_++;
  out += "{\"$share\": [" + std::to_string(number) + ", ";
  content(data);
  out += "]}";
}

void DataWriter::items(const Data::Items& items) {
  out.push_back('[');
  for (size_t i = 0; i < items.size(); ++i) {
    if (i) out += ", ";
    value(items[i]);
  }
  out.push_back(']');
}

void DataWriter::tagged_items(const char* tag, const Data::Items& list) {
  out += tag;
  items(list);
  out.push_back('}');
}

void DataWriter::dict(const Data::Pairs& pairs) {
  bool plain = pairs.size() != 1 || !pairs[0].first.is_str() || !pairs[0].first.as_str().starts_with('$');
  for (size_t i = 0; plain && i < pairs.size(); ++i) plain = is_plain_key(pairs[i].first) && !(numbered_ && pairs[i].first.identity());
  out += plain ? "{" : "{\"$dict\": [";
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (i) out += ", ";
    if (!plain) out.push_back('[');
    value(pairs[i].first);
    out += plain ? ": " : ", ";
    value(pairs[i].second);
    if (!plain) out.push_back(']');
  }
  out += plain ? "}" : "]}";
}

void DataWriter::content(const Data& data) {
  switch (data.type()) {
    case Type::kNone: out += "null"; break;
    case Type::kBool: out += data.as_bool() ? "true" : "false"; break;
    case Type::kInt:
      if (data.is_small_int() && data.as_int() <= kMaxExactInt && data.as_int() >= -kMaxExactInt) {
        out += std::to_string(data.as_int());
      } else {
        out += "{\"$int\": \"" + (data.is_small_int() ? std::to_string(data.as_int()) : data.as_big_int()) + "\"}";
      }
      break;
    case Type::kFloat: append_float(out, data.as_float()); break;
    case Type::kStr: append_str(out, data.as_str()); break;
    case Type::kBytes:
      out += "{\"$bytes\": \"";
      out += to_base64(data.as_str());
      out += "\"}";
      break;
    case Type::kList: items(data.items()); break;
    case Type::kTuple: tagged_items("{\"$tuple\": ", data.items()); break;
    case Type::kSet: tagged_items("{\"$set\": ", data.items()); break;
    case Type::kFrozenSet: tagged_items("{\"$frozenset\": ", data.items()); break;
    case Type::kDict: dict(data.pairs()); break;
    case Type::kObject: write_object_json(*this, data.as_object()); break;
  }
}

std::string to_json(const Data& data) {
  std::string out;
  DataWriter(out, data).value(data);
  return out;
}

bool from_json(std::string_view text, Data* out, std::string* error, int max_depth) { return Reader(text, error, max_depth).read(out); }

bool answer_from_json(std::string_view text, Answer* out, std::string* error, int max_depth) {
  return Reader(text, error, max_depth).read(out);
}

std::string answer_to_json(const Answer& answer) {
  if (const auto* value = std::get_if<Data>(&answer)) return to_json(*value);
  return "{\"$raise\": " + to_json(data_of(std::get<Error>(answer))) + "}";
}

}  // namespace fermata
