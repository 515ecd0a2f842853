#include "serialization/data_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "base/text.h"
#include "base/utf8.h"
#include "numbers/float_text.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

using Type = Data::Type;

// Letters and symbols that look like a blank, or like nothing; the rest isn't printable for Python either.
bool is_blank_letter(char32_t c) {
  return c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 || c == 0x2800 || c == 0x3164 || c == 0xFFA0 ||
         (c >= 0x180B && c <= 0x180F);
}
bool is_joiner(char32_t c) { return c == 0x200C || c == 0x200D; }
bool is_unseen(char32_t c) { return c >= 0x80 && (!unicode::is_printable(c) || is_blank_letter(c)); }
bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029; }

void append_escape(std::string& out, char32_t c) {
  char buffer[12];
  std::snprintf(buffer, sizeof buffer, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", unsigned(c));
  out += buffer;
}

template <class Escaped>
std::string escape_where(std::string_view text, Escaped escaped) {
  std::string out;
  out.reserve(text.size());
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    const utf8::Decoded d = utf8::decode(p, end);
    if (d.length == 0) {
      append_escape(out, static_cast<unsigned char>(*p++));
      continue;
    }
    if (escaped(d.code_point)) {
      append_escape(out, d.code_point);
    } else {
      out.append(p, d.length);
    }
    p += d.length;
  }
  return out;
}

void append_quoted(std::string& out, std::string_view text, bool bytes) {
  const bool doubled = text.find('\'') != text.npos && text.find('"') == text.npos;
  const char quote = doubled ? '"' : '\'';
  out.push_back(quote);
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    const auto byte = static_cast<unsigned char>(*p);
    utf8::Decoded d = utf8::decode(p, end);
    if (bytes || d.length == 0) d = {byte, 1};
    switch (d.code_point) {
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      case '\\': out += "\\\\"; break;
      default:
        if (d.code_point == char32_t(quote)) {
          out.push_back('\\');
          out.push_back(quote);
        } else if (is_control(d.code_point) || is_unseen(d.code_point) || utf8::is_surrogate(d.code_point) ||
                   (d.length == 1 && byte >= 0x7F)) {
          append_escape(out, d.code_point);
        } else {
          out.append(p, d.length);
        }
    }
    p += d.length;
  }
  out.push_back(quote);
}

// Appends until `limit`, then "…" once.
class Repr {
 public:
  Repr(const Hidden& hidden, size_t limit, bool names_hidden = false) : hidden_(hidden), limit_(limit), names_hidden_(names_hidden) {}
  std::string take() { return std::move(out_); }

  void text(std::string_view s) {
    if (!full()) out_ += s;
  }
  void value(const Data& data) {
    if (full()) return;
    switch (data.type()) {
      case Type::kNone: out_ += "None"; break;
      case Type::kBool: out_ += data.as_bool() ? "True" : "False"; break;
      case Type::kInt: cut(data.is_small_int() ? std::to_string(data.as_int()) : data.as_big_int()); break;
      case Type::kFloat: out_ += float_repr(data.as_float()); break;
      case Type::kStr: quoted(data.as_str(), false); break;
      case Type::kBytes:
        out_.push_back('b');
        quoted(data.as_str(), true);
        break;
      case Type::kList: items("[", data.items(), "]"); break;
      case Type::kTuple: items("(", data.items(), data.items().size() == 1 ? ",)" : ")"); break;
      case Type::kSet: data.items().empty() ? text("set()") : items("{", data.items(), "}"); break;
      case Type::kFrozenSet: data.items().empty() ? text("frozenset()") : items("frozenset({", data.items(), "})"); break;
      case Type::kDict: {
        text("{");
        bool first = true;
        for (const auto& [key, item] : data.pairs()) {
          if (full()) return;
          if (!first) text(", ");
          first = false;
          value(key);
          text(": ");
          value(item);
        }
        text("}");
        break;
      }
      case Type::kObject: object(data.as_object()); break;
    }
  }

 private:
  // Not always as Python writes it: short, and plain about what it is.
  void object(const Data::Object& object) {
    const auto only = [&] { object.fields.empty() ? text("?") : value(object.fields[0].second); };
    switch (object.kind) {
      case ObjectKind::kEnum:
        text("<" + name_text(object.type_name));
        if (!object.fields.empty() && object.fields[0].second.is_str()) text("." + member_text(object.fields[0].second.as_str()));
        if (object.fields.size() > 1) {
          text(": ");
          value(object.fields[1].second);
        }
        text(">");
        break;
      case ObjectKind::kHandle:
        text("<" + name_text(object.type_name) + " ");
        only();
        text(">");
        break;
      case ObjectKind::kInstance: {
        const auto is_repr = [](const auto& field) { return field.first == Data("repr") && field.second.is_str(); };
        const auto found = std::find_if(object.fields.begin(), object.fields.end(), is_repr);
        text(found == object.fields.end() ? "?" : visible_line(found->second.as_str()));
        break;
      }
      case ObjectKind::kNamedTuple:
      case ObjectKind::kRecord:
      case ObjectKind::kTimeDelta:
      case ObjectKind::kComplex: {
        text(name_text(object.type_name) + "(");
        bool first = true;
        for (const auto& [name, item] : object.fields) {
          if (full()) return;
          const bool is_hidden = name.is_str() && hidden_.contains({object.type_name, std::string(name.as_str())});
          if (is_hidden && !names_hidden_) continue;
          if (!first) text(", ");
          first = false;
          text(name_text(name.is_str() ? name.as_str() : "?") + "=");
          if (is_hidden) text("…");
          else value(item);
        }
        text(")");
        break;
      }
      default:
        text(name_text(object.type_name) + "(");
        only();
        for (size_t i = 1; i < object.fields.size(); ++i) {
          const auto& [name, item] = object.fields[i];
          text(object.kind == ObjectKind::kFraction ? ", " : ", " + name_text(name.is_str() ? name.as_str() : "?") + "=");
          value(item);
        }
        text(")");
    }
  }

  // "READ|WRITE", of a combination of flags
  static std::string member_text(std::string_view name) {
    std::string text;
    for (size_t at = 0; at <= name.size();) {
      const size_t end = std::min(name.find('|', at), name.size());
      text += (at ? "|" : "") + name_text(name.substr(at, end - at));
      at = end + 1;
    }
    return text;
  }

  bool full() {
    if (out_.size() < limit_) return false;
    if (!cut_) out_ += "…";
    return cut_ = true;
  }
  void cut(std::string_view s) {
    if (out_.size() + s.size() <= limit_) {
      out_ += s;
    } else {
      out_ += s.substr(0, limit_ - out_.size());
      full();
    }
  }
  void quoted(std::string_view s, bool bytes) {
    const bool whole = s.size() <= limit_;
    s = bytes ? s.substr(0, limit_) : beginning_of(s, limit_);
    append_quoted(out_, s, bytes);
    if (!whole) text("…");
  }
  void items(std::string_view open, const Data::Items& list, std::string_view close) {
    text(open);
    for (size_t i = 0; i < list.size() && !full(); ++i) {
      if (i) text(", ");
      value(list[i]);
    }
    text(close);
  }

  std::string out_;
  const Hidden& hidden_;
  const size_t limit_;
  const bool names_hidden_;
  bool cut_ = false;
};

}  // namespace

std::string visible(std::string_view text) {
  return escape_where(text, [](char32_t c) { return (is_control(c) && c != '\n' && c != '\t') || (is_unseen(c) && !is_joiner(c)); });
}

std::string visible_line(std::string_view text) {
  return escape_where(text, [](char32_t c) { return is_control(c) || (is_unseen(c) && !is_joiner(c)); });
}

std::string name_text(std::string_view name) {
  bool is_plain = true;
  for (size_t at = 0; is_plain && at <= name.size();) {
    const size_t end = std::min(name.find('.', at), name.size());
    is_plain = unicode::is_identifier(name.substr(at, end - at));
    at = end + 1;
  }
  std::string quoted;
  append_quoted(quoted, name, false);
  return is_plain ? std::string(name) : quoted;
}

std::string without_surrogates(std::string_view text) {
  return escape_where(text, [](char32_t c) { return utf8::is_surrogate(c); });
}

std::string repr(const Data& data, const Hidden& hidden, size_t limit) {
  Repr r(hidden, limit);
  r.value(data);
  return r.take();
}

namespace {

// "2026-11-21 10:05:00 UTC", and the fraction of a second when there is one.
std::string utc_time(double seconds) {
  const double whole = std::floor(seconds);
  const auto time = time_t(std::clamp(whole, -6e10, 2.5e11));
  tm parts{};
  gmtime_r(&time, &parts);
  char text[64];
  const int ms = std::min(999, int((seconds - whole) * 1000));
  std::snprintf(text, sizeof text, ms ? "%04d-%02d-%02d %02d:%02d:%02d.%03d UTC" : "%04d-%02d-%02d %02d:%02d:%02d UTC",
                parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, ms);
  return text;
}

}  // namespace

std::string repr(const Call& call, const Hidden& hidden, size_t limit) {
  if (call.kind == Call::Kind::kTimer) return "due " + utc_time(call.due);
  Repr r(hidden, limit, true);
  r.text(visible_line(call.function));
  r.text("(");
  bool first = true;
  for (const Data& argument : call.args) {
    if (!first) r.text(", ");
    first = false;
    r.value(argument);
  }
  for (const auto& [name, argument] : call.kwargs) {
    if (!first) r.text(", ");
    first = false;
    // (A program may pass any text as a name, also one that reads as other arguments.)
    const bool is_plain = unicode::is_identifier(name);
    r.text(is_plain ? name + "=" : "**{" + repr(Data(name), Hidden()) + ": ");
    r.value(argument);
    if (!is_plain) r.text("}");
  }
  return r.take() + ")";
}

bool are_among(const NamedTexts& locals, const NamedTexts& globals) {
  return std::ranges::all_of(locals, [&](const auto& variable) { return std::ranges::find(globals, variable) != globals.end(); });
}

}  // namespace fermata
