// The type str: operations, constructor, and the table of methods.
#include "objects/text/str.h"

#include <cstring>

#include "base/utf8.h"
#include "numbers/format_spec.h"
#include "objects/containers/containers.h"
#include "objects/iterators/iterators.h"
#include "objects/text/bytes.h"
#include "objects/text/codecs.h"
#include "objects/text/str_methods.h"
#include "objects/text/text_args.h"
#include "objects/text/text_search.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

Str* self_of(Value v) { return as<Str>(v); }

Value str_length(Context&, Value self) { return Value::small(self_of(self)->length); }
Value str_truth(Context&, Value self) { return Value::boolean(self_of(self)->count != 0); }

Value str_hash_operation(Context& cx, Value self, int64_t* out) {
  Str* s = self_of(self);
  if (!s->hash && !tick_bytes(cx, s->count)) return Value::retry();
  *out = str_hash(s);
  return Value::none();
}

Value str_equal_operation(Context& cx, Value self, Value other) {
  const Str* a = self_of(self);
  const Str* b = as_str(other);
  if (!b) return Value::not_implemented();
  if (a->count != b->count) return Value::false_();
  if (a != b && (differ_soon(a->view(), b->view()))) return Value::false_();
  if (a != b && !tick_bytes(cx, a->count)) return Value::retry();
  return Value::boolean(str_equal(a, b));
}

// The order of UTF-8 bytes is that of code points, lone surrogates included.
Value str_order(Context& cx, CompareOp op, Value self, Value other) {
  const Str* a = self_of(self);
  const Str* b = as_str(other);
  if (!b) return Value::not_implemented();
  // Most texts differ soon: what comes after the first part is charged when it is reached.
  int order = a->view().substr(0, kLongText).compare(b->view().substr(0, kLongText));
  if (order == 0 && a != b) {
    if (!tick_bytes(cx, std::min(a->count, b->count))) return Value::retry();
    order = a->view().compare(b->view());
  }
  return ordered(op, order);
}

Value done(TextBuilder& out) { return out.status(); }

Value str_repr(Context& cx, Value self, TextBuilder& out) {
  Str* s = self_of(self);
  if (s->count > 256 && !cx.tick(s->count / 16)) return Value::retry();
  quote_text(s->view(), out);
  return done(out);
}

Value str_str(Context& cx, Value self, TextBuilder& out) {
  Str* s = self_of(self);
  if (!tick_bytes(cx, s->count)) return Value::retry();
  out.append(s->view());
  return done(out);
}

Value str_format_operation(Context& cx, Value self, Str* spec_text) {
  Str* s = self_of(self);
  if (spec_text->count == 0) return self;
  FormatSpec spec;
  std::string error = parse_format_spec(spec_text->view(), "str", '<', &spec);
  if (error.empty()) error = check_string_format(spec);
  if (!error.empty()) return raise(cx, ErrorType::kValueError, error);
  const size_t size = format_string_max_size(spec, s->view());
  Value result;
  if (size > 4096 && !cx.can_allocate(size, &result)) return result;
  if (!tick_bytes(cx, size)) return Value::retry();
  return new_str(cx, format_string(spec, s->view()));
}

Value str_iter(Context& cx, Value self) { return Value::object(new_sequence_iterator(cx, self)); }

Value str_contains(Context& cx, Value self, Value item) {
  const Str* needle = as_str(item);
  if (!needle) return raise_type_error(cx, "'in <string>' requires string as left operand, not {}", type_name(cx, item));
  const Str* s = self_of(self);
  if (needle->count == 0) return Value::true_();
  if (needle->count > s->count) return Value::false_();
  Search search(cx, needle->view());
  const size_t at = search.find(s->view());
  return search.stopped() ? Value::retry() : Value::boolean(at != std::string_view::npos);
}

// Code points start, start + step, …; none of them outside the text.
Value stepped_slice(Context& cx, Str* s, const SliceBounds& b) {
  if (b.count == 0) return Value::object(cx.image->empty_str);
  const uint64_t walked =
      s->ascii() ? uint64_t(b.count) : std::min(mul_sizes(uint64_t(b.count), uint64_t(std::abs(b.step))), uint64_t(s->length));
  if (!cx.tick(walked / 16)) return Value::retry();
  if (s->ascii()) {
    Str* out = allocate_str(cx, uint64_t(b.count));
    if (!out) return cx.out_of_memory();
    int64_t at = b.start;
    for (int64_t i = 0; i < b.count; ++i, at += b.step) out->fill()[i] = s->text()[at];
    finish_str(out);
    return Value::object(out);
  }
  TextBuilder out(cx);
  const char* p = s->text() + str_offset(cx, s, uint32_t(b.start));
  const char* const end = s->text() + s->count;
  for (int64_t i = 0; i < b.count; ++i) {
    const char* q = p;
    utf8::next_valid(q);
    if (!out.append({p, size_t(q - p)})) break;
    if (i + 1 == b.count) break;
    if (b.step > 0) p = utf8::advance(p, end, size_t(b.step));
    else
      for (int64_t k = b.step; k < 0; ++k) utf8::previous_valid(p);
  }
  return out.finish();
}

Value str_get_item(Context& cx, Value self, Value key) {
  Str* s = self_of(self);
  int64_t i = 0;
  if (key.is_small()) {
    i = key.as_small();
  } else if (Slice* slice = try_as<Slice>(key)) {
    SliceBounds b;
    const Value r = slice_bounds(cx, slice, s->length, &b);
    if (r.is_outcome()) return r;
    if (b.step != 1) return stepped_slice(cx, s, b);
    if (b.count <= 0) return Value::object(cx.image->empty_str);
    if (!tick_bytes(cx, uint64_t(b.count))) return Value::retry();
    return new_substr(cx, s, str_offset(cx, s, uint32_t(b.start)), str_offset(cx, s, uint32_t(b.start + b.count)));
  } else {
    if (!may_be_index(cx, key)) return raise_type_error(cx, "string indices must be integers, not '{}'", type_name(cx, key));
    const Value r = index_exact(cx, key, &i);
    if (r.is_outcome()) return r;
  }
  if (i < 0) i += s->length;
  if (i < 0 || i >= s->length) return raise_index_error(cx, "string index out of range");
  if (s->ascii()) return Value::object(cx.image->latin1[static_cast<unsigned char>(s->text()[i])]);
  const char* p = s->text() + str_offset(cx, s, uint32_t(i));
  return str_from_code_point(cx, utf8::next_valid(p));
}

// A str whose text is in a buffer with room after it, where more can be appended. Only a text that was
// appended to before gets one. Null when there is no room.
Str* with_room(Context& cx, const Str* a, uint64_t size) {
  constexpr uint32_t kMinBytes = 128;
  if (a->shared()) {
    Str* buffer = const_cast<Str*>(a->buffer());
    if (buffer->count == a->count && size <= buffer->length) return buffer;
  } else if (!(a->aux & Str::kAppended) || a->count < kMinBytes) {
    return nullptr;
  }
  const uint64_t room = std::min<uint64_t>(size < (1 << 20) ? 2 * size : size + size / 2, UINT32_MAX);
  if (size > room || !cx.heap.fits(room + (room >> 3)) || !tick_bytes(cx, a->count)) return nullptr;
  Str* buffer = allocate_str(cx, room);
  if (!buffer) return nullptr;
  buffer->aux = Str::kBuffer;
  buffer->length = uint32_t(room);
  buffer->count = a->count;
  std::memcpy(buffer->fill(), a->text(), a->count);
  return buffer;
}

Value concat(Context& cx, Str* a, Str* b) {
  if (a->count == 0) return Value::object(b);
  if (b->count == 0) return Value::object(a);
  const uint64_t size = uint64_t(a->count) + b->count;
  const bool appends = b->count <= a->count;
  Str* s;
  if (Str* buffer = appends && a->aux & (Str::kAppended | Str::kShared) ? with_room(cx, a, size) : nullptr) {
    if (!tick_bytes(cx, b->count)) return Value::retry();
    s = allocate_str(cx, sizeof(Str*) - 1);
    s->count = uint32_t(size);
    s->aux = Str::kShared;
    s->buffer() = buffer;
    std::memcpy(buffer->fill() + a->count, b->text(), b->count);
    buffer->count = s->count;
  } else {
    if (!tick_bytes(cx, size)) return Value::retry();
    s = allocate_str(cx, size);
    if (!s) return cx.out_of_memory();
    std::memcpy(s->fill(), a->text(), a->count);
    std::memcpy(s->fill() + a->count, b->text(), b->count);
    if (appends) s->aux = Str::kAppended;
  }
  s->length = a->length + b->length;
  s->aux |= a->aux & b->aux & Str::kAscii;
  return Value::object(s);
}

Value repeat(Context& cx, Str* s, Value count) {
  if (!may_be_index(cx, count)) return raise_type_error(cx, "can't multiply sequence by non-int of type '{}'", type_name(cx, count));
  int64_t n = 0;
  const Value r = index_exact(cx, count, &n, false);
  if (r.is_outcome()) return r;
  if (n <= 0 || s->count == 0) return Value::object(cx.image->empty_str);
  if (n == 1) return Value::object(s);
  const uint64_t size = mul_sizes(s->count, uint64_t(n));
  if (size > INT64_MAX) return raise_overflow_error(cx, "repeated string is too long");
  Value failed;
  if (size > 4096 && !cx.can_allocate(size, &failed)) return failed;
  if (!tick_bytes(cx, size)) return Value::retry();
  Str* out = allocate_str(cx, size);
  if (!out) return cx.out_of_memory();
  if (s->count == 1) {
    std::memset(out->fill(), s->text()[0], size);
  } else {
    // Doubling what is there.
    std::memcpy(out->fill(), s->text(), s->count);
    for (uint64_t have = s->count; have < size;) {
      const uint64_t more = std::min(have, size - have);
      std::memcpy(out->fill() + have, out->fill(), more);
      have += more;
    }
  }
  out->length = uint32_t(s->length * uint64_t(n));
  if (s->ascii()) out->aux |= Str::kAscii;
  return Value::object(out);
}

Value str_binary(Context& cx, BinaryOp op, Value a, Value b) {
  Str* s = try_as<Str>(a);
  if (op == BinaryOp::kAdd) {
    if (!s) return Value::not_implemented();
    Str* t = as_str(b);
    if (!t) return raise_type_error(cx, "can only concatenate str (not \"{}\") to str", type_name(cx, b));
    return concat(cx, s, t);
  }
  if (op == BinaryOp::kMul) return s ? repeat(cx, s, b) : repeat(cx, as<Str>(b), a);
  if (op == BinaryOp::kMod && s) return percent_format_str(cx, s, b);
  return Value::not_implemented();
}

// str(), str(x), str(data, encoding, errors)
Value str_construct(Context& cx, Value* args) {
  const Value object = args[1], encoding = args[2], errors = args[3];
  for (int i = 2; i <= 3; ++i)
    if (!args[i].is_missing() && !as_str(args[i]))
      return raise_type_error(cx, "str() argument '{}' must be str, not {}", i == 2 ? "encoding" : "errors", type_name(cx, args[i]));
  if (object.is_missing()) return Value::object(cx.image->empty_str);
  if (encoding.is_missing() && errors.is_missing()) return str_of(cx, object);
  const Value data = payload_of(object);
  if (is<Str>(data)) return raise_type_error(cx, "decoding str is not supported");
  std::string_view view;
  if (!bytes_view(data, &view)) return raise_type_error(cx, "decoding to str: need a bytes-like object, {} found", type_name(cx, object));
  return decode_bytes(cx, view, data, encoding.is_missing() ? nullptr : as_str(encoding), errors.is_missing() ? nullptr : as_str(errors));
}

Value str_getnewargs(Context& cx, Value* args) {
  const Value copy = new_str(cx, as_str(args[0])->view());
  return copy.is_outcome() ? copy : tuple_of(cx, {&copy, 1});
}

const NativeRow kStrMethods[] = {
    {"__getnewargs__", str_getnewargs, "self, /"},
    {"capitalize", str_capitalize, "self, /"},
    {"casefold", str_casefold, "self, /"},
    {"center", str_center, "self, width, fillchar=' ', /", "str_center"},
    {"count", str_count, "self, sub, start=None, end=None, /", "str_count", NativeRow::kOldParser},
    {"encode", str_encode, "self, /, encoding='utf-8', errors='strict'", "str_encode"},
    {"endswith", str_endswith, "self, suffix, start=None, end=None, /", "str_endswith", NativeRow::kOldParser},
    {"expandtabs", str_expandtabs, "self, /, tabsize=8", "str_expandtabs"},
    {"find", str_find, "self, sub, start=None, end=None, /", "str_find", NativeRow::kOldParser},
    {"format", str_format, "self, /, *args, **kwargs", "str_format"},
    {"format_map", str_format_map, "self, mapping, /", "str_format_map"},
    {"index", str_index, "self, sub, start=None, end=None, /", "str_index", NativeRow::kOldParser},
    {"isalnum", str_isalnum, "self, /"},
    {"isalpha", str_isalpha, "self, /"},
    {"isascii", str_isascii, "self, /"},
    {"isdecimal", str_isdecimal, "self, /"},
    {"isdigit", str_isdigit, "self, /"},
    {"isidentifier", str_isidentifier, "self, /"},
    {"islower", str_islower, "self, /"},
    {"isnumeric", str_isnumeric, "self, /"},
    {"isprintable", str_isprintable, "self, /"},
    {"isspace", str_isspace, "self, /"},
    {"istitle", str_istitle, "self, /"},
    {"isupper", str_isupper, "self, /"},
    {"join", str_join, "self, iterable, /", "str_join"},
    {"ljust", str_ljust, "self, width, fillchar=' ', /", "str_ljust"},
    {"lower", str_lower, "self, /"},
    {"lstrip", str_lstrip, "self, chars=None, /"},
    {"maketrans", str_maketrans, "x, y=?, z=?, /", nullptr, NativeRow::kStatic},
    {"partition", str_partition, "self, sep, /"},
    {"removeprefix", str_removeprefix, "self, prefix, /"},
    {"removesuffix", str_removesuffix, "self, suffix, /"},
    {"replace", str_replace, "self, old, new, count=-1, /", "str_replace"},
    {"rfind", str_rfind, "self, sub, start=None, end=None, /", "str_rfind", NativeRow::kOldParser},
    {"rindex", str_rindex, "self, sub, start=None, end=None, /", "str_rindex", NativeRow::kOldParser},
    {"rjust", str_rjust, "self, width, fillchar=' ', /", "str_rjust"},
    {"rpartition", str_rpartition, "self, sep, /"},
    {"rsplit", str_rsplit, "self, /, sep=None, maxsplit=-1", "str_rsplit"},
    {"rstrip", str_rstrip, "self, chars=None, /"},
    {"split", str_split, "self, /, sep=None, maxsplit=-1", "str_split"},
    {"splitlines", str_splitlines, "self, /, keepends=False", "str_splitlines"},
    {"startswith", str_startswith, "self, prefix, start=None, end=None, /", "str_startswith", NativeRow::kOldParser},
    {"strip", str_strip, "self, chars=None, /"},
    {"swapcase", str_swapcase, "self, /"},
    {"title", str_title, "self, /"},
    {"translate", str_translate, "self, table, /", "str_translate"},
    {"upper", str_upper, "self, /"},
    {"zfill", str_zfill, "self, width, /", "str_zfill"},
};

const NativeRow kStrConstructor = {"str", str_construct, "cls, object=?, encoding=?, errors=?", "str_new"};

const NativeRow kStrIntrinsicRows[] = {
    {"str_format_asks", str_format_asks, "text: str, args: tuple, kwargs, /"},
    {"str_format_parse", str_format_parse, "text, /"},
    {"str_format_with", str_format_with, "text: str, args: tuple, kwargs, texts: list, /"},
    {"str_format_field", str_format_field, "text, /"},
    {"percent_asks", percent_asks, "text, args, /"},
    {"percent_parse", percent_parse, "text, /"},
    {"percent_with", percent_with, "text, args, texts: list, /"},
};

}  // namespace

bool append_escape(char32_t c, TextBuilder& out) {
  static const char kHex[] = "0123456789abcdef";
  char text[10] = {'\\'};
  const int digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
  text[1] = digits == 2 ? 'x' : digits == 4 ? 'u' : 'U';
  for (int i = 0; i < digits; ++i) text[2 + i] = kHex[(c >> (4 * (digits - 1 - i))) & 15];
  return out.append(std::string_view(text, size_t(digits) + 2));
}

bool quote_text(std::string_view text, TextBuilder& out, bool ascii_only) {
  const bool single = text.find('\'') == std::string_view::npos || text.find('"') != std::string_view::npos;
  const char quote = single ? '\'' : '"';
  out.append(quote);
  const char* p = text.data();
  const char* const end = p + text.size();
  const char* plain = p;  // what is not written yet and needs no escape
  const auto flush = [&](const char* to) {
    if (to != plain) out.append({plain, size_t(to - plain)});
  };
  while (p != end) {
    const char* at = p;
    const char32_t c = utf8::next_valid(p);
    if (c >= 0x20 && c < 0x7F && c != U'\\' && c != char32_t(quote)) continue;
    if (c >= 0x80 && !ascii_only && unicode::is_printable(c)) continue;
    flush(at);
    plain = p;
    switch (c) {
      case U'\\': out.append("\\\\"); break;
      case U'\n': out.append("\\n"); break;
      case U'\r': out.append("\\r"); break;
      case U'\t': out.append("\\t"); break;
      default:
        if (c == char32_t(quote)) {
          out.append('\\');
          out.append(quote);
        } else {
          append_escape(c, out);
        }
    }
    if (out.failed()) return false;
  }
  flush(end);
  return out.append(quote);
}

bool escape_non_ascii(std::string_view text, TextBuilder& out) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    const size_t ascii = utf8::ascii_prefix({p, size_t(end - p)});
    if (ascii && !out.append({p, ascii})) return false;
    p += ascii;
    if (p == end) break;
    if (!append_escape(utf8::next_valid(p), out)) return false;
  }
  return !out.failed();
}

Value str_next(Context& cx, SequenceIterator* it) {
  const Str* s = try_as<Str>(it->sequence);
  if (!s) return Value::exhausted();
  const bool backwards = it->backwards();
  if (backwards ? it->index == 0 : it->index >= s->count) {
    it->sequence = Value::unset();
    return Value::exhausted();
  }
  const char* p = s->text() + std::min<uint64_t>(it->index, s->count);
  char32_t c;
  if (backwards) {
    c = utf8::previous_valid(p);
  } else {
    c = utf8::next_valid(p);
  }
  it->index = uint64_t(p - s->text());
  if (c < 256) return Value::object(cx.image->latin1[c]);
  return str_from_code_point(cx, c);
}

const Operations kStrOperations = {
    .truth = str_truth,
    .length = str_length,
    .hash = str_hash_operation,
    .equal = str_equal_operation,
    .order = str_order,
    .repr = str_repr,
    .str = str_str,
    .format = str_format_operation,
    .iter = str_iter,
    .contains = str_contains,
    .get_item = str_get_item,
    .binary = str_binary,
    .binary_ops = 1u << int(BinaryOp::kAdd) | 1u << int(BinaryOp::kMul) | 1u << int(BinaryOp::kMod),
};

const std::span<const NativeRow> kStrIntrinsics = kStrIntrinsicRows;

constexpr NativeRow kStrNew = new_row("str__new__");
const TypeRow kStrType = {
    .kind = Kind::kStr,
    .name = "str",
    .base = "object",
    .doc =
        "str(object='') -> str\nstr(bytes_or_buffer[, encoding[, errors]]) -> str\n\n"
        "Create a new string object from the given object. If encoding or\n"
        "errors is specified, then the object must expose a data buffer\n"
        "that will be decoded using the given encoding and error handler.\n"
        "Otherwise, returns the result of object.__str__() (if defined)\n"
        "or repr(object).\n"
        "encoding defaults to sys.getdefaultencoding().\n"
        "errors defaults to 'strict'.",
    .methods = kStrMethods,
    .constructor = &kStrConstructor,
    .operations = &kStrOperations,
    .named = true,
    .make_new = &kStrNew,
};

}  // namespace fermata
