// The writer of module _json, and the module's table. An explicit stack of open containers takes the place
// of recursion, so depth is bounded only by the recursion limit, as in CPython.
#include "library/_json/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "base/utf8.h"
#include "numbers/float_text.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

enum WriteFlag : uint32_t { kEnsureAscii = 1, kAllowNan = 2, kSortKeys = 4, kSkipKeys = 8, kCheckCircular = 16 };

class Writer {
 public:
  Writer(Context& cx, Value indent, std::string_view item_separator, std::string_view key_separator, uint32_t flags)
      : cx_(cx), out_(cx), flags_(flags), item_separator_(item_separator), key_separator_(key_separator) {
    if (Str* s = as_str(indent)) {
      pretty_ = true;
      indent_ = s->view();
    }
  }
  ~Writer() {
    for (Open& o : open_) cx_.heap.release(o.order);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  Value write(Value v);

 private:
  struct Open {
    Object* container;  // what circular references are told by
    Value payload;      // its list, tuple or dict
    uint32_t next = 0;  // item, entry, or place in `order`
    bool first = true;
    Array<uint32_t> order;  // entries sorted by key
  };

  void put(std::string_view text) { out_.append(text); }
  void line(size_t depth) {
    put("\n");
    for (size_t i = 0; i < depth && !indent_.empty(); ++i) put(indent_);
  }
  void string(std::string_view text);
  Value number(Value v);
  Value key_text(Value key, bool* skip);
  Value one(Value v);  // a scalar is written, a container opened
  // Has a list, tuple or dict of the program's a method of its own for what is in it? Then that says it.
  bool gives_other_items(Value v, Value payload);
  Value open(Object* container, Value payload);
  bool sort_entries(Dict* d, Array<uint32_t>& order);

  Context& cx_;
  TextBuilder out_;
  uint32_t flags_;
  std::string_view item_separator_, key_separator_, indent_;
  bool pretty_ = false;
  std::vector<Open> open_;
};

void Writer::string(std::string_view text) {
  out_.append('"');
  const char* p = text.data();
  const char* const end = p + text.size();
  const bool ascii = flags_ & kEnsureAscii;
  while (p < end) {
    const char* run = p;
    while (p < end) {
      const auto c = static_cast<unsigned char>(*p);
      if (c < 0x20 || c == '"' || c == '\\' || (ascii && c >= 0x7F)) break;
      ++p;
    }
    if (p > run) out_.append({run, size_t(p - run)});
    if (p == end) break;
    const char32_t c = utf8::next_valid(p);
    switch (c) {
      case '"': put("\\\""); break;
      case '\\': put("\\\\"); break;
      case '\n': put("\\n"); break;
      case '\r': put("\\r"); break;
      case '\t': put("\\t"); break;
      case '\f': put("\\f"); break;
      case '\b': put("\\b"); break;
      default: {
        static constexpr char kHex[] = "0123456789abcdef";
        const auto unit = [this](uint32_t u) {
          const char text[] = {'\\', 'u', kHex[u >> 12 & 15], kHex[u >> 8 & 15], kHex[u >> 4 & 15], kHex[u & 15]};
          put({text, sizeof text});
        };
        if (c < 0x10000) {
          unit(c);
        } else {
          unit(0xD800 + ((c - 0x10000) >> 10));
          unit(0xDC00 + ((c - 0x10000) & 0x3FF));
        }
      }
    }
  }
  out_.append('"');
}

Value Writer::number(Value v) {
  if (v.is_small()) {
    char text[24];
    put({text, std::to_chars(text, std::end(text), v.as_small()).ptr});
    return Value::none();
  }
  if (is<Int>(v)) return int_text_into(cx_, v, out_);
  const double d = float_of(v);
  if (!std::isfinite(d)) {
    if (!(flags_ & kAllowNan)) return raise_value_error(cx_, "Out of range float values are not JSON compliant");
    put(std::isnan(d) ? "NaN" : d > 0 ? "Infinity" : "-Infinity");
    return Value::none();
  }
  char text[kMaxFloatRepr];
  put({text, write_float_repr(text, d)});
  return Value::none();
}

Value Writer::key_text(Value key, bool* skip) {
  const Value v = payload_of(key);
  if (Str* s = try_as<Str>(v)) {
    string(s->view());
    return Value::none();
  }
  if (v.is_bool() || v.is_none()) {
    put(v.is_none() ? "\"null\"" : v.is_true() ? "\"true\"" : "\"false\"");
    return Value::none();
  }
  if (is_int(v) || is_float(v)) {
    out_.append('"');
    const Value written = number(v);
    if (written.is_outcome()) return written;
    out_.append('"');
    return Value::none();
  }
  if (!(flags_ & kSkipKeys))
    return raise_type_error(cx_, "keys must be str, int, float, bool or None, not {}", class_name(class_of(cx_, key)));
  *skip = true;
  return Value::none();
}

// Only keys that are all str, or all small ints, are ordered here; others are left to Python.
bool Writer::sort_entries(Dict* d, Array<uint32_t>& order) {
  bool texts = true, ints = true;
  for (uint32_t i = 0; i < d->entries.size; ++i) {
    const Value key = d->entries[i].key;
    if (key.is_unset()) continue;
    texts = texts && is<Str>(key);
    ints = ints && key.is_small();
    order[order.size++] = i;
  }
  if (!texts && !ints) return false;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const Value x = d->entries[a].key, y = d->entries[b].key;
    return texts ? as<Str>(x)->view() < as<Str>(y)->view() : x.as_small() < y.as_small();
  });
  return true;
}

bool Writer::gives_other_items(Value v, Value payload) {
  if (!is<List>(payload) && !is<Tuple>(payload) && !is<Dict>(payload)) return false;
  Class* const cls = class_of(cx_, v);
  const auto is_own = [&](Name name) {
    Class* owner = nullptr;
    class_lookup(cx_, cls, cx_.name(name), &owner);
    // (Of the library's classes those that are lists or dicts themselves say what these hold; a mixin of collections.abc doesn't.)
    return owner && (!owner->immortal() || owner->layout == uint32_t(Kind::kInstance));
  };
  // (CPython's writer of indented texts asks whether it is true.)
  return is_own(is<Dict>(payload) ? Name::k_items : Name::k___iter__) || (pretty_ && (is_own(Name::k___bool__) || is_own(Name::k___len__)));
}

Value Writer::open(Object* container, Value payload) {
  cx_.budget.charge(open_.size() / 64);
  if (flags_ & kCheckCircular)
    for (const Open& o : open_)
      if (o.container == container) return raise_value_error(cx_, "Circular reference detected");
  if (open_.size() >= cx_.recursion_limit) return raise_recursion_error(cx_, " while encoding a JSON object");
  Open& o = open_.emplace_back();
  o.container = container;
  o.payload = payload;
  if (is<Dict>(payload)) {
    Dict* d = as<Dict>(payload);
    if (!cx_.tick(d->live)) return Value::retry();
    if ((flags_ & kSortKeys) && d->live > 1) {
      if (!cx_.heap.reserve(o.order, d->live)) return cx_.out_of_memory();
      if (!sort_entries(d, o.order)) return Value::defer();
    }
    put("{");
  } else {
    if (!cx_.tick(is<List>(payload) ? as<List>(payload)->items.size : as<Tuple>(payload)->count)) return Value::retry();
    put("[");
  }
  return Value::none();
}

Value Writer::one(Value v) {
  if (v.is_small() || v.is_inline_float()) return number(v);
  if (Str* s = try_as<Str>(v)) {
    string(s->view());
    return Value::none();
  }
  if (v.is_none() || v.is_bool()) {
    put(v.is_none() ? "null" : v.is_true() ? "true" : "false");
    return Value::none();
  }
  const Value payload = payload_of(v);
  if (is<Instance>(v) && gives_other_items(v, payload)) return Value::defer();
  if (!payload.is_object()) return payload == v ? Value::defer() : one(payload);  // to JSONEncoder.default()
  switch (payload.as_object()->kind) {
    case Kind::kStr: return one(payload);
    case Kind::kInt:
    case Kind::kFloat: return number(payload);
    case Kind::kList: {
      if (as<List>(payload)->items.empty()) {
        put("[]");
        return Value::none();
      }
      return open(v.as_object(), payload);
    }
    case Kind::kTuple: {
      if (as<Tuple>(payload)->count == 0) {
        put("[]");
        return Value::none();
      }
      return open(v.as_object(), payload);
    }
    case Kind::kDict: {
      if (as<Dict>(payload)->live == 0) {
        put("{}");
        return Value::none();
      }
      return open(v.as_object(), payload);
    }
    default: return Value::defer();
  }
}

Value Writer::write(Value v) {
  Value outcome = one(v);
  while (!outcome.is_outcome() && !open_.empty()) {
    if (out_.failed()) return out_.status();
    const size_t depth = open_.size();
    Open& o = open_.back();
    Value item;
    bool found = false, skipped = false;
    const auto separate = [&] {
      if (!o.first) put(item_separator_);
      o.first = false;
      if (pretty_) line(depth);
    };
    if (is<Dict>(o.payload)) {
      Dict* d = as<Dict>(o.payload);
      const DictEntry* entry = nullptr;
      const uint32_t end = o.order.empty() ? d->entries.size : o.order.size;
      while (!entry && o.next < end) {
        const uint32_t at = o.next++;
        entry = &d->entries[o.order.empty() ? at : o.order[at]];
        if (entry->key.is_unset()) entry = nullptr;
      }
      if (entry) {
        found = true;
        const Value key = payload_of(entry->key);
        if ((flags_ & kSkipKeys) && !is<Str>(key) && !key.is_bool() && !key.is_none() && !is_int(key) && !is_float(key)) {
          skipped = true;
        } else {
          separate();
          bool skip = false;
          outcome = key_text(entry->key, &skip);
          if (outcome.is_outcome()) break;
          put(key_separator_);
          item = entry->value;
        }
      }
    } else {
      const std::span<Value> items = is<List>(o.payload) ? as<List>(o.payload)->items.span() : as<Tuple>(o.payload)->span();
      if (o.next < items.size()) {
        found = true;
        separate();
        item = items[o.next++];
      }
    }
    if (skipped) continue;
    if (found) {
      outcome = one(item);
      continue;
    }
    const bool object = is<Dict>(o.payload);
    if (pretty_ && !(object && o.first)) line(depth - 1);
    put(object ? "}" : "]");
    cx_.heap.release(open_.back().order);
    open_.pop_back();
  }
  if (outcome.is_defer()) return Value::not_implemented();
  if (outcome.is_outcome()) return outcome;
  if (!cx_.tick(out_.text().size() / 32)) return Value::retry();
  return out_.finish();
}

Value encode(Context& cx, Value* args) {
  Str* item_separator = as_str(args[2]);
  Str* key_separator = as_str(args[3]);
  if (!item_separator || !key_separator || !args[4].is_small()) return Value::not_implemented();
  return Writer(cx, args[1], item_separator->view(), key_separator->view(), uint32_t(args[4].as_small())).write(args[0]);
}

Value loads_text(Context& cx, Value* args) {
  Str* text = as_str(args[0]);
  if (!text || !args[1].is_small())
    return raise_type_error(cx, "the JSON object must be str, bytes or bytearray, not {}", type_name(cx, args[0]));
  return json_read(cx, text, 0, uint32_t(args[1].as_small()), true);
}

Value scan_once(Context& cx, Value* args) {
  Str* text = as_str(args[0]);
  int64_t index = 0;
  if (!text || !args[2].is_small()) return raise_type_error(cx, "first argument must be a string, not {}", type_name(cx, args[0]));
  const Value status = index_clamped(cx, args[1], &index);
  if (status.is_outcome()) return status;
  if (index < 0) return raise_value_error(cx, "idx cannot be negative");
  const auto begin = uint32_t(std::min<int64_t>(index, text->length));
  return json_read(cx, text, str_offset(cx, text, begin), uint32_t(args[2].as_small()), false);
}

Value scan_string(Context& cx, Value* args) {
  Str* text = as_str(args[0]);
  int64_t index = 0;
  if (!text || !args[2].is_small()) return raise_type_error(cx, "first argument must be a string, not {}", type_name(cx, args[0]));
  const Value status = index_clamped(cx, args[1], &index);
  if (status.is_outcome()) return status;
  if (index < 0 || index > text->length) return raise_value_error(cx, "end is out of bounds");
  return json_read_string(cx, text, str_offset(cx, text, uint32_t(index)), uint32_t(args[2].as_small()));
}

constexpr NativeRow kFunctions[] = {
    {"_encode", encode, "obj, indent, item_separator, key_separator, flags, /"},
    {"_loads", loads_text, "text, mode, /"},
    {"_scan_once", scan_once, "text, index, mode, /"},
    {"_scan_string", scan_string, "text, index, mode, /"},
};

void fill(Context& cx, Dict* dict) {
  const Value cls = dict_get_str(cx.image->prelude, cx.intern("json_JSONDecodeError"));
  if (!cls.is_unset()) dict_set_str(cx, dict, cx.intern("JSONDecodeError"), cls);
}

}  // namespace

extern const ModuleRow kJsonModule = {"_json", kFunctions, fill};

}  // namespace fermata
