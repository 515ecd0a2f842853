#include "session/shown.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "objects/containers/containers.h"
#include "objects/containers/deque.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/operations.h"
#include "objects/model/own.h"
#include "objects/text/text.h"
#include "session/border/leaving.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

constexpr std::string_view kCut = "…";

// At most this many bytes, and whole characters.
void cut(std::string& text, size_t most) {
  if (text.size() <= most) return;
  text.resize(beginning_of(text, most).size());
  text += kCut;
}

// The numbers of an ISO text.
std::vector<int64_t> numbers_in(std::string_view text) {
  std::vector<int64_t> numbers;
  bool within = false;
  for (char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !within) numbers.push_back(0);
    if (digit) numbers.back() = numbers.back() * 10 + (c - '0');
    within = digit;
  }
  return numbers;
}

int64_t int_field(const Data& data, std::string_view name) {
  const Data* field = data.find(name);
  return field && field->is_small_int() ? field->as_int() : 0;
}

}  // namespace

std::string Shown::text(Value v) {
  out_.clear();
  within_.clear();
  value(v);
  cut(out_, kMaxText);
  return std::move(out_);
}

Value Shown::own(Instance* o, std::string_view name) { return instance_get(cx_, o, cx_.intern(name)); }

void Shown::value(Value v) {
  if (full()) return;
  if (v.is_unset()) {
    out_ += "<unset>";
    return;
  }
  if (!v.is_object() || is<Str>(v)) return simple(v);
  if (is<Class>(v)) {
    const auto* cls = as<Class>(v);
    const bool is_enum = cls->meta && std::string_view(class_name(cls->meta)).starts_with("Enum");
    out_ += is_enum ? fmt::format("<enum '{}'>", class_name(cls)) : fmt::format("<class '{}'>", class_full_name(cx_, cls));
    return;
  }
  const Object* const o = v.as_object();
  const bool open = std::find(within_.begin(), within_.end(), o) != within_.end();
  if (open || within_.size() >= kMaxDepth) {
    out_ += is<List>(v) ? "[...]" : is<Dict>(v) ? "{...}" : is<Tuple>(v) ? "(...)" : "...";
    return;
  }
  within_.push_back(o);
  if (is<Instance>(v)) instance(as<Instance>(v));
  else if (is<Exception>(v)) exception(as<Exception>(v));
  else if (!container(v)) simple(v);
  within_.pop_back();
}

void Shown::simple(Value v) {
  if (is<Str>(v) && as<Str>(v)->view().size() > 4 * kMaxText) {
    std::string part(as<Str>(v)->view().substr(0, 2 * kMaxText));
    cut(part, kMaxText);
    part.resize(part.size() - kCut.size());
    if (const Value shorter = new_str(cx_, part); !shorter.is_outcome()) v = shorter;
  }
  TextBuilder text(cx_);
  const Value done = repr_into(cx_, v, text);
  if (done.is_none()) {
    out_ += text.text();
    return;
  }
  cx_.exception = Value();
  cx_.trap.kind = Trap::kNone;
  TextBuilder plain(cx_);
  default_repr_into(cx_, v, plain);
  out_ += plain.text();
}

template <class Each>
void Shown::listed(std::string_view open, std::string_view close, Each each) {
  out_ += open;
  bool first = true;
  each([&](auto show) {
    if (full()) return false;
    if (!std::exchange(first, false)) out_ += ", ";
    show();
    return true;
  });
  out_ += close;
}

void Shown::pairs(Dict* dict) {
  listed("{", "}", [&](auto next) {
    for (DictEntry& e : dict->entries) {
      if (e.key.is_unset()) continue;
      const auto pair = [&] { value(e.key), out_ += ": ", value(e.value); };
      if (!next(pair)) break;
    }
  });
}

bool Shown::container(Value v) {
  const auto items = [&](std::string_view open, std::span<const Value> values, std::string_view close) {
    listed(open, close, [&](auto next) {
      for (const Value& item : values) {
        const auto show = [&] { value(item); };
        if (!next(show)) break;
      }
    });
  };
  if (is<List>(v)) {
    items("[", as<List>(v)->items.span(), "]");
  } else if (is<Tuple>(v)) {
    items("(", as<Tuple>(v)->span(), as<Tuple>(v)->count == 1 ? ",)" : ")");
  } else if (is<Dict>(v)) {
    pairs(as<Dict>(v));
  } else if (is<Set>(v) || is<FrozenSet>(v)) {
    const bool frozen = is<FrozenSet>(v);
    if (as<Set>(v)->live == 0) return out_ += frozen ? "frozenset()" : "set()", true;
    std::vector<Value> keys;
    set_for_each(as<Set>(v), [&](SetEntry& e) {
      if (keys.size() <= kMaxText) keys.push_back(e.key);
    });
    items(frozen ? "frozenset({" : "{", keys, frozen ? "})" : "}");
  } else if (is<Deque>(v)) {
    const Value most = as<Deque>(v)->maxlen;
    items("deque([", deque_span(as<Deque>(v)), most.is_small() ? fmt::format("], maxlen={})", most.as_small()) : "])");
  } else if (is<MappingProxy>(v) && is<Dict>(as<MappingProxy>(v)->mapping)) {
    out_ += "mappingproxy(";
    pairs(as<Dict>(as<MappingProxy>(v)->mapping));
    out_ += ")";
  } else if (is<DictView>(v) && is<Dict>(as<DictView>(v)->dict)) {
    const DictPart part = as<DictView>(v)->part();
    const char* ordered = as<DictView>(v)->ordered() ? "o" : "";
    const char* name = part == DictPart::kKeys ? "keys" : part == DictPart::kValues ? "values" : "items";
    listed(fmt::format("{}dict_{}([", ordered, name), "])", [&](auto next) {
      for (DictEntry& e : as<Dict>(as<DictView>(v)->dict)->entries) {
        if (e.key.is_unset()) continue;
        const auto show = [&] {
          if (part != DictPart::kItems) return value(part == DictPart::kKeys ? e.key : e.value);
          out_ += "(", value(e.key), out_ += ", ", value(e.value), out_ += ")";
        };
        if (!next(show)) break;
      }
    });
  } else {
    return false;
  }
  return true;
}

// --- instances

// Does code of the program's make its repr()? What the library has made for a class, as for a dataclass, isn't.
bool Shown::has_own_repr(Class* cls) {
  const Value repr = class_lookup(cx_, cls, cx_.intern("__repr__"));
  if (!is<Function>(repr)) return !is<Builtin>(repr) && !repr.is_unset() && !is_shared(repr);
  const std::string_view file = as<Str>(as<Function>(repr)->code->filename)->view();
  return std::ranges::any_of(cx_.sources, [&](const auto& source) { return source->name() == file; });
}

void Shown::instance(Instance* o) {
  Class* cls = o->shape->cls;
  if (has_own_repr(cls)) return attributes(o, cls);
  if (enum_member(o, cls) || named_tuple(o, cls) || record(o, cls) || collection(o, cls) || of_library(o, cls)) return;
  if (const Value payload = o->payload; !payload.is_unset() && payload.is_object() && !is<Instance>(payload)) return value(payload);
  if (!o->payload.is_unset() && !o->payload.is_object()) return simple(o->payload);
  attributes(o, cls);
}

bool Shown::enum_member(Instance* o, const Class* cls) {
  if (!cls->meta || !std::string_view(class_name(cls->meta)).starts_with("Enum")) return false;
  const Value name = own(o, "_name_"), held = own(o, "_value_");
  if (held.is_unset()) return false;
  out_ += fmt::format("<{}", class_name(cls));
  if (is<Str>(name)) out_ += fmt::format(".{}", as<Str>(name)->view());
  out_ += ": ";
  value(held);
  out_ += ">";
  return true;
}

bool Shown::named_tuple(Instance* o, Class* cls) {
  const Value names = is<Tuple>(o->payload) ? class_lookup(cx_, cls, cx_.intern("_fields")) : Value();
  if (!is<Tuple>(names) || as<Tuple>(names)->count != as<Tuple>(o->payload)->count) return false;
  listed(fmt::format("{}(", class_name(cls)), ")", [&](auto next) {
    for (uint32_t i = 0; i < as<Tuple>(names)->count; ++i) {
      const Value name = as<Tuple>(names)->items[i];
      const auto show = [&] {
        if (is<Str>(name)) out_ += fmt::format("{}=", as<Str>(name)->view());
        value(as<Tuple>(o->payload)->items[i]);
      };
      if (!next(show)) break;
    }
  });
  return true;
}

bool Shown::record(Instance* o, Class* cls) {
  const Value fields = class_lookup(cx_, cls, cx_.intern("__dataclass_fields__"));
  if (!is<Dict>(fields)) return false;
  const Value repr = class_lookup(cx_, cls, cx_.intern("__repr__"));
  if (!is<Function>(repr)) return false;               // object's: with repr=False
  const std::string name = class_full_name(cx_, cls);  // as _make_repr has it, but for its module
  listed(name.substr(name.find('.') + 1) + "(", ")", [&](auto next) {
    for (const DictEntry& e : as<Dict>(fields)->entries) {
      if (!is<Str>(e.key) || !is<Instance>(e.value)) continue;
      Value sort = own(as<Instance>(e.value), "_field_type");
      const Value shows = own(as<Instance>(e.value), "repr");
      if (is<Instance>(sort)) sort = own(as<Instance>(sort), "name");  // (in states of before it is the name)
      if (is<Str>(sort) && as<Str>(sort)->view() != "_FIELD") continue;
      if (shows.is_false()) continue;
      Value held = instance_get(cx_, o, as<Str>(e.key));
      if (held.is_unset()) held = class_lookup(cx_, cls, as<Str>(e.key));
      const auto show = [&] { out_ += fmt::format("{}=", as<Str>(e.key)->view()), value(held); };
      if (!next(show)) break;
    }
  });
  return true;
}

bool Shown::collection(Instance* o, const Class* cls) {
  if (!is<Dict>(o->payload) || !is<Tuple>(cls->mro)) return false;
  auto* dict = as<Dict>(o->payload);
  for (Value v : as<Tuple>(cls->mro)->span()) {
    if (!is<Class>(v) || !as<Class>(v)->immortal()) continue;
    const std::string_view name = class_name(as<Class>(v));
    if (name == "defaultdict") {
      out_ += fmt::format("{}(", class_name(cls));
      const Value factory = own(o, "default_factory");
      value(factory.is_unset() ? Value::none() : factory);
      out_ += ", ";
      pairs(dict);
      out_ += ")";
      return true;
    }
    if (name != "OrderedDict" && name != "Counter") continue;
    out_ += fmt::format("{}(", class_name(cls));
    if (name == "Counter" && dict->live) pairs(dict);
    if (name == "OrderedDict" && dict->live)
      listed("[", "]", [&](auto next) {
        for (DictEntry& e : dict->entries) {
          if (e.key.is_unset()) continue;
          const auto show = [&] { out_ += "(", value(e.key), out_ += ", ", value(e.value), out_ += ")"; };
          if (!next(show)) break;
        }
      });
    out_ += ")";
    return true;
  }
  return false;
}

// Values of the library that cross to the host are shown from what crosses.
bool Shown::of_library(Instance* o, const Class* cls) {
  if (zone(o)) return true;
  if (!o->payload.is_unset()) return false;
  std::string why;
  DataRoom room(cx_);
  Data data;
  if (!Leaving(cx_, &why, room).value(Value::object(o), &data) || data.type() != Data::Type::kObject) return false;
  const Data::Object& object = data.as_object();
  const auto quoted = [&] {
    const Data* text = data.find("text");
    out_ += fmt::format("{}('{}')", object.kind == ObjectKind::kDecimal ? std::string_view("Decimal") : class_name(cls),
                        text ? text->as_str() : "");
  };
  switch (object.kind) {
    case ObjectKind::kDecimal:
    case ObjectKind::kUuid:
    case ObjectKind::kIpAddress: quoted(); return true;
    case ObjectKind::kPath: {
      const Data* text = data.find("text");
      out_ += fmt::format("{}(", class_name(cls));
      if (const Value shown = new_str(cx_, text ? text->as_str() : ""); !shown.is_outcome()) simple(shown);
      out_ += ")";
      return true;
    }
    case ObjectKind::kFraction: {
      out_ += fmt::format("{}(", class_name(cls));
      value(own(o, "_numerator"));
      out_ += ", ";
      value(own(o, "_denominator"));
      out_ += ")";
      return true;
    }
    case ObjectKind::kDate:
    case ObjectKind::kTime:
    case ObjectKind::kDateTime: moment(data, o); return true;
    case ObjectKind::kTimeDelta: duration(data); return true;
    case ObjectKind::kHandle: {
      const Data* name = data.find("name");
      out_ += fmt::format("<{} '{}'>", object.type_name, name ? name->as_str() : "");
      return true;
    }
    default: return false;
  }
}

void Shown::moment(const Data& data, Instance* o) {
  const ObjectKind kind = data.as_object().kind;
  const std::string& iso = data.find("iso")->as_str();
  std::vector<int64_t> parts = numbers_in(std::string_view(iso).substr(0, kind == ObjectKind::kTime ? 15 : 26));
  const size_t date = kind == ObjectKind::kTime ? 0 : 3, all = date + (kind == ObjectKind::kDate ? 0 : 4);
  // (After the time comes the offset; microseconds are there or not.)
  if (const bool fraction = iso.find('.') != iso.npos; kind != ObjectKind::kDate) {
    parts.resize(date + 3);
    parts.push_back(fraction ? numbers_in(std::string_view(iso).substr(iso.find('.') + 1, 6))[0] : 0);
    while (parts.size() > date + 2 && parts.back() == 0) parts.pop_back();
  }
  parts.resize(std::min(parts.size(), all ? all : parts.size()));
  static constexpr const char* kNames[] = {"date", "time", "datetime"};
  out_ += fmt::format("datetime.{}({}", kNames[size_t(kind) - size_t(ObjectKind::kDate)], fmt::join(parts, ", "));
  if (kind != ObjectKind::kDate) {
    if (int_field(data, "fold")) out_ += ", fold=1";
    if (const Value tz = own(o, "_tzinfo"); is<Instance>(tz)) out_ += ", tzinfo=", value(tz);
  }
  out_ += ")";
}

void Shown::duration(const Data& data) {
  std::vector<std::string> parts;
  for (const char* unit : {"days", "seconds", "microseconds"})
    if (const int64_t count = int_field(data, unit)) parts.push_back(fmt::format("{}={}", unit, count));
  out_ += fmt::format("datetime.timedelta({})", parts.empty() ? "0" : fmt::format("{}", fmt::join(parts, ", ")));
}

bool Shown::zone(Instance* o) {
  const Class* cls = o->shape->cls;
  const Value offset = own(o, "_offset"), name = own(o, "_name");
  if (!cls->immortal() || class_name(cls) != "timezone" || !is<Instance>(offset)) return false;
  const size_t before = out_.size();
  out_ += "datetime.timezone(";
  value(offset);
  if (is<Str>(name)) out_ += ", ", value(name);
  out_ += ")";
  if (std::string_view(out_).substr(before) == "datetime.timezone(datetime.timedelta(0))")
    out_.resize(before), out_ += "datetime.timezone.utc";
  return true;
}

// What has no repr() that can be shown. The library's own attributes are its own affair.
void Shown::attributes(Instance* o, Class* cls) {
  out_ += fmt::format("<{} object", class_name(cls));
  const Value fields = class_lookup(cx_, cls, cx_.intern("__dataclass_fields__"));
  const auto hidden = [&](std::string_view name) {
    const Value field = is<Dict>(fields) ? dict_get_str(as<Dict>(fields), cx_.intern(name)) : Value();
    return is<Instance>(field) && own(as<Instance>(field), "repr").is_false();
  };
  bool first = true;
  const auto add = [&](std::string_view name, Value held) {
    if (full() || held.is_unset() || (cls->immortal() && name.starts_with("_")) || hidden(name)) return;
    out_ += fmt::format("{}{}=", std::exchange(first, false) ? ": " : ", ", name);
    value(held);
  };
  if (is<List>(o->payload) || is<Dict>(o->payload) || is<Tuple>(o->payload) || is<Str>(o->payload) || o->payload.is_small()) {
    out_ += " ";
    value(o->payload);
  }
  instance_for_each(cx_, o, [&](Str* name, Value held) { add(name->view(), held); });
  out_ += ">";
}

void Shown::exception(Exception* e) {
  out_ += class_name(e->cls);
  const bool one = is<Tuple>(e->args) && as<Tuple>(e->args)->count == 1;
  if (one) out_ += "(", value(as<Tuple>(e->args)->items[0]), out_ += ")";
  else value(e->args);
}

}  // namespace fermata
