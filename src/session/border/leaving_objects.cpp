// The objects that cross to the host: read by the attributes that the library's Python gave them, so these
// names are those of src/library/{datetime,decimal,uuid,fractions,ipaddress,pathlib,enum,dataclasses}.py. A program (or a state) may have
// put anything there.
#include <arpa/inet.h>
#include <cstring>
#include <unordered_set>

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/containers/memoryview.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/handle.h"
#include "objects/model/instance.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "session/border/leaving.h"

namespace fermata {

namespace {

constexpr int64_t kNoLimit = int64_t(1) << 60;
constexpr uint32_t kMaxDecimalLimbs = 1000;  // 19,000 digits; more would take long to write

std::string_view module_of(Context& cx, const Class* cls) {
  const Value name = is<Dict>(cls->dict) ? dict_get_str(as<Dict>(cls->dict), cx.name(Name::k___module__)) : Value();
  return is<Str>(name) ? as<Str>(name)->view() : std::string_view();
}

// The first class in the MRO that is the library's own and of one of these names ("decimal.Decimal"); else null.
const Class* library_class(Context& cx, const Class* cls, std::initializer_list<std::string_view> names) {
  if (!is<Tuple>(cls->mro)) return nullptr;
  for (Value v : as<Tuple>(cls->mro)->span()) {
    if (!is<Class>(v) || !as<Class>(v)->immortal()) continue;
    const auto* c = as<Class>(v);
    for (std::string_view name : names) {
      const size_t dot = name.find('.');
      if (class_name(c) == name.substr(dot + 1) && module_of(cx, c) == name.substr(0, dot)) return c;
    }
  }
  return nullptr;
}

// What a class has in place of an instance's attribute: a default, not something that computes it.
bool is_plain(Value v) {
  return !(is<Property>(v) || is<Member>(v) || is<TupleGetter>(v) || is<GetSet>(v) || is<Function>(v) || is<Builtin>(v) ||
           is<ClassMethod>(v) || is<StaticMethod>(v));
}

}  // namespace

Value Leaving::own(Instance* o, std::string_view name) { return instance_get(cx_, o, cx_.intern(name)); }

bool Leaving::number(Instance* o, std::string_view name, int64_t low, int64_t high, int64_t* out) {
  const Value v = own(o, name);
  if (!v.is_small() || v.as_small() < low || v.as_small() > high) return false;
  *out = v.as_small();
  return true;
}

Leaving::Crossed Leaving::instance(Instance* o, Data* out, int depth) {
  Class* cls = o->shape->cls;
  if (cls->class_flags & kClassHandle) return handle(o, out);
  if (const Class* meta = cls->meta; meta && (!meta->immortal() || class_name(meta) != "type") && library_class(cx_, cls, {"enum.Enum"}))
    return enum_member(o, out, depth);
  if (is<Tuple>(o->payload)) {
    const Value names = class_lookup(cx_, cls, cx_.intern("_fields"));
    return is<Tuple>(names) ? named_tuple(o, as<Tuple>(names), out, depth) : Crossed::kOther;
  }
  if (is<ByteArray>(o->payload) && library_class(cx_, cls, {"array.array"})) return array(o, out);
  if (!o->payload.is_unset()) return Crossed::kOther;
  if (const Class* known = library_class(
          cx_, cls,
          {"datetime.datetime", "datetime.date", "datetime.time", "datetime.timedelta", "decimal.Decimal", "uuid.UUID",
           "fractions.Fraction", "ipaddress.IPv4Interface", "ipaddress.IPv6Interface", "ipaddress.IPv4Address", "ipaddress.IPv6Address",
           "ipaddress.IPv4Network", "ipaddress.IPv6Network", "pathlib.PosixPath", "pathlib.PurePosixPath", "pathlib.PureWindowsPath"})) {
    const Crossed crossed = library_object(o, known, out);
    return crossed == Crossed::kOther ? refuse("a broken value of type '{}'", class_name(cls)) : crossed;
  }
  const Value fields = class_lookup(cx_, cls, cx_.intern("__dataclass_fields__"));
  return is<Dict>(fields) ? record(o, as<Dict>(fields), out, depth) : Crossed::kOther;
}

// --- of the library

// As a list of its items.
Leaving::Crossed Leaving::array(Instance* o, Data* out) {
  const Value code = own(o, "typecode");
  const std::string_view format = is<Str>(code) ? as<Str>(code)->view() : std::string_view();
  const bool is_text = format == "u";
  if (!is_text && (format.size() != 1 || std::string_view("bBhHiIlLqQfd").find(format) == format.npos))
    return refuse("a broken value of type 'array'");
  const uint64_t width = is_text ? sizeof(char32_t) : MemoryView::item_bytes(format);
  const std::string_view bytes = as<ByteArray>(o->payload)->view();
  if (!take(bytes.size() / width * sizeof(Data))) return Crossed::kNo;
  Data::Items items(bytes.size() / width);
  for (size_t i = 0; i < items.size(); ++i) {
    char32_t point = 0;
    if (is_text) std::memcpy(&point, bytes.data() + i * width, width);
    if (point > utf8::kMaxCodePoint) return refuse("a broken value of type 'array'");
    const Value item = is_text ? str_from_code_point(cx_, point) : unpack_item(cx_, format[0], bytes.data() + i * width);
    if (item.is_outcome() || !leaf(item, &items[i])) return refuse("a broken value of type 'array'");
  }
  *out = Data::list(std::move(items));
  return Crossed::kYes;
}

bool Leaving::offset(Value tz, std::string* iso) {
  if (!is<Instance>(tz)) return false;
  auto* zone = as<Instance>(tz);
  const Class* cls = zone->shape->cls;
  const Value delta = own(zone, "_offset");
  int64_t days, seconds, microseconds;
  // A zone of the program's own computes its offset.
  if (!cls->immortal() || class_name(cls) != "timezone" || !is<Instance>(delta) || !number(as<Instance>(delta), "_days", -1, 0, &days) ||
      !number(as<Instance>(delta), "_seconds", 0, 86399, &seconds) ||
      !number(as<Instance>(delta), "_microseconds", 0, 999999, &microseconds))
    return false;
  int64_t total = (days * 86400 + seconds) * 1'000'000 + microseconds;
  const char sign = total < 0 ? '-' : '+';
  if (total < 0) total = -total;
  const int64_t whole = total / 1'000'000;
  *iso += fmt::format("{}{:02}:{:02}", sign, whole / 3600, whole / 60 % 60);
  if (total % 60'000'000) *iso += fmt::format(":{:02}", whole % 60);
  if (total % 1'000'000) *iso += fmt::format(".{:06}", total % 1'000'000);
  return true;
}

// The name of a zone of zoneinfo, whose rules the other side has as well: its offset at a time is left to that. Unset for other tzinfos.
Value Leaving::zone_key(Value tz) {
  if (!is<Instance>(tz) || class_name(as<Instance>(tz)->shape->cls) != "ZoneInfo") return Value();
  const Value key = own(as<Instance>(tz), "_key");
  return is<Str>(key) ? key : Value();
}

bool Leaving::clock_time(Instance* o, std::string* iso, bool* fold) {
  int64_t hour, minute, second, microsecond, second_time;
  if (!number(o, "_hour", 0, 23, &hour) || !number(o, "_minute", 0, 59, &minute) || !number(o, "_second", 0, 59, &second) ||
      !number(o, "_microsecond", 0, 999999, &microsecond) || !number(o, "_fold", 0, 1, &second_time))
    return false;
  *iso += fmt::format("{:02}:{:02}:{:02}", hour, minute, second);
  if (microsecond) *iso += fmt::format(".{:06}", microsecond);
  *fold = second_time != 0;
  return true;
}

// As Decimal.__str__ writes it.
bool Leaving::decimal(Instance* o, std::string* text) {
  const Value special = own(o, "_special"), coefficient = own(o, "_int");
  int64_t sign, exponent;
  if (!is<Str>(special) || !number(o, "_sign", 0, 1, &sign) || !number(o, "_exp", -kNoLimit, kNoLimit, &exponent)) return false;
  std::string digits;
  if (coefficient.is_small() && coefficient.as_small() >= 0) digits = std::to_string(coefficient.as_small());
  else if (is<Int>(coefficient) && !as<Int>(coefficient)->aux && as<Int>(coefficient)->count <= kMaxDecimalLimbs)
    digits = int_to_string(as<Int>(coefficient)->view());
  else return false;
  *text = sign ? "-" : "";
  const std::string_view kind = as<Str>(special)->view();
  if (kind == "inf") {
    *text += "Infinity";
  } else if (!kind.empty()) {
    *text += kind == "nan" ? "NaN" : "sNaN";
    if (digits != "0") *text += digits;
  } else {
    const int64_t count = int64_t(digits.size()), left = exponent + count;
    const int64_t place = exponent <= 0 && left > -6 ? left : 1;  // of the point
    if (place <= 0) *text += "0." + std::string(size_t(-place), '0') + digits;
    else if (place >= count) *text += digits;
    else *text += digits.substr(0, size_t(place)) + "." + digits.substr(size_t(place));
    if (left != place) *text += fmt::format("E{:+}", left - place);
  }
  return true;
}

Leaving::Crossed Leaving::library_object(Instance* o, const Class* cls, Data* out) {
  constexpr uint64_t kBytes = sizeof(Data::Object) + 3 * sizeof(Data::Pairs::value_type);
  if (!take(kBytes)) return Crossed::kNo;
  const std::string_view name = class_name(cls);
  std::string text;
  if (name == "date" || name == "datetime") {
    int64_t year, month, day;
    if (!number(o, "_year", 1, 9999, &year) || !number(o, "_month", 1, 12, &month) || !number(o, "_day", 1, 31, &day))
      return Crossed::kOther;
    text = fmt::format("{:04}-{:02}-{:02}", year, month, day);
    if (name == "date") {
      *out = Data::object(ObjectKind::kDate, "", {{"iso", text}});
      return Crossed::kYes;
    }
    text += "T";
  }
  if (name == "time" || name == "datetime") {
    bool fold;
    if (!clock_time(o, &text, &fold)) return Crossed::kOther;
    const Value tz = own(o, "_tzinfo");
    if (tz.is_unset()) return Crossed::kOther;
    const Value key = zone_key(tz);
    if (!tz.is_none() && key.is_unset() && !offset(tz, &text))
      return refuse("a {} whose tzinfo is of type '{}' (a datetime.timezone or a ZoneInfo could)", name, type_name(cx_, tz));
    Data::Pairs fields{{"iso", text}};
    if (fold) fields.emplace_back("fold", 1);
    if (!tz.is_none() && !field("zone", key.is_unset() ? own(as<Instance>(tz), "_name") : key, fields, kMaxDepth)) return Crossed::kNo;
    if (!tz.is_none() && !fields.back().second.is_str()) fields.pop_back();
    *out = Data::object(name == "time" ? ObjectKind::kTime : ObjectKind::kDateTime, "", std::move(fields));
  } else if (name == "timedelta") {
    int64_t days, seconds, microseconds;
    if (!number(o, "_days", -999'999'999, 999'999'999, &days) || !number(o, "_seconds", 0, 86399, &seconds) ||
        !number(o, "_microseconds", 0, 999999, &microseconds))
      return Crossed::kOther;
    *out = Data::object(ObjectKind::kTimeDelta, "", {{"days", days}, {"seconds", seconds}, {"microseconds", microseconds}});
  } else if (name == "Decimal") {
    if (const Value digits = own(o, "_int"); is<Int>(digits) && as<Int>(digits)->count > kMaxDecimalLimbs)
      return refuse("a Decimal of more than 19,000 digits");
    if (!decimal(o, &text)) return Crossed::kOther;
    if (!take(text.size())) return Crossed::kNo;
    *out = Data::object(ObjectKind::kDecimal, "", {{"text", text}});
  } else if (name == "Fraction") {
    return fraction(o, out);
  } else if (name.starts_with("IPv")) {
    return ip_address(o, name, out);
  } else if (name.ends_with("Path")) {
    return path(o, name, out);
  } else {
    const Value number = own(o, "int");
    if (number.is_small() && number.as_small() >= 0) text = fmt::format("{:032x}", number.as_small());
    else if (is<Int>(number) && !as<Int>(number)->aux && as<Int>(number)->count <= 2)
      text = fmt::format("{:0>32}", int_to_string(as<Int>(number)->view(), 16));
    else return Crossed::kOther;
    for (size_t at : {8, 13, 18, 23}) text.insert(at, "-");
    *out = Data::object(ObjectKind::kUuid, "", {{"text", text}});
  }
  return Crossed::kYes;
}

Leaving::Crossed Leaving::fraction(Instance* o, Data* out) {
  Data::Pairs fields;
  for (const char* part : {"numerator", "denominator"}) {
    const Value v = own(o, std::string("_") + part);
    if (!v.is_small() && !is<Int>(v)) return Crossed::kOther;
    if (!field(part, v, fields, kMaxDepth)) return Crossed::kNo;
  }
  const Data& denominator = fields[1].second;
  if (denominator.is_small_int() ? denominator.as_int() <= 0 : denominator.as_big_int()[0] == '-') return Crossed::kOther;
  *out = Data::object(ObjectKind::kFraction, "", std::move(fields));
  return Crossed::kYes;
}

// An address as text; a network's or an interface's followed by its prefix.
Leaving::Crossed Leaving::ip_address(Instance* o, std::string_view name, Data* out) {
  const bool v4 = name.starts_with("IPv4"), network = name.ends_with("Network");
  const Value at = network ? own(o, "network_address") : Value::object(o);
  const Value address = is<Instance>(at) ? own(as<Instance>(at), "_ip") : Value();
  std::string bytes;
  if (address.is_small() && address.as_small() >= 0) bytes = fmt::format("{:032x}", address.as_small());
  else if (is<Int>(address) && !as<Int>(address)->aux && as<Int>(address)->count <= 2)
    bytes = fmt::format("{:0>32}", int_to_string(as<Int>(address)->view(), 16));
  else return Crossed::kOther;
  if (v4 && bytes.find_first_not_of('0') < 24) return Crossed::kOther;  // more than 32 bits
  unsigned char parts[16];
  for (size_t i = 0; i < 16; ++i) parts[i] = static_cast<unsigned char>(std::stoi(bytes.substr(2 * i, 2), nullptr, 16));
  char buffer[INET6_ADDRSTRLEN];
  if (!inet_ntop(v4 ? AF_INET : AF_INET6, parts + (v4 ? 12 : 0), buffer, sizeof buffer)) return Crossed::kOther;
  std::string text = buffer;
  if (const Value scope = own(as<Instance>(at), "_scope_id"); is<Str>(scope) && !as<Str>(scope)->view().empty()) {
    if (!take(as<Str>(scope)->view().size())) return Crossed::kNo;
    text += "%" + std::string(as<Str>(scope)->view());
  }
  if (network || name.ends_with("Interface")) {
    int64_t prefix;
    if (!number(o, "_prefixlen", 0, v4 ? 32 : 128, &prefix)) return Crossed::kOther;
    text += "/" + std::to_string(prefix);
  }
  *out = Data::object(ObjectKind::kIpAddress, std::string(name), {{"text", text}});
  return Crossed::kYes;
}

// As PurePath.__str__ writes it.
Leaving::Crossed Leaving::path(Instance* o, std::string_view name, Data* out) {
  const Value drive = own(o, "_drv"), root = own(o, "_root"), parts = own(o, "_parts");
  if (!is<Str>(drive) || !is<Str>(root) || !is<List>(parts)) return Crossed::kOther;
  const char separator = name == "PureWindowsPath" ? '\\' : '/';
  std::string text(as<Str>(drive)->view());
  text += as<Str>(root)->view();
  bool first = true, anchored = !text.empty();
  for (const Value part : as<List>(parts)->items) {
    if (!is<Str>(part)) return Crossed::kOther;
    if (!take(as<Str>(part)->view().size() + 1)) return Crossed::kNo;
    if (std::exchange(anchored, false)) continue;  // the first is drive and root
    if (!std::exchange(first, false)) text += separator;
    text += as<Str>(part)->view();
  }
  *out = Data::object(ObjectKind::kPath, std::string(name), {{"text", text.empty() ? "." : text}});
  return Crossed::kYes;
}

// --- of the program's classes, and the host's

Leaving::Crossed Leaving::enum_member(Instance* o, Data* out, int depth) {
  const std::string name(class_name(o->shape->cls));
  Value member = own(o, "_name_"), value = own(o, "_value_");
  member_today(o->shape->cls, &member, &value);
  if (value.is_unset() || !(is<Str>(member) || member.is_none())) return refuse("a broken value of type '{}'", name);
  Data::Pairs fields{{"name", is<Str>(member) ? Data(as<Str>(member)->view()) : Data()}};
  if (!take(sizeof(Data::Object) + name.size()) || !field("value", value, fields, depth)) return Crossed::kNo;
  *out = Data::object(ObjectKind::kEnum, name, std::move(fields));
  return Crossed::kYes;
}

// The same of flags together, of whose members `changed` has all. False: one of them has no counterpart today.
bool flags_today(Context& cx, const Dict* changed, std::string_view names, Value* name, Value* value) {
  std::string now;
  int64_t bits = 0;
  for (size_t at = 0; at <= names.size();) {
    const size_t end = std::min(names.find('|', at), names.size());
    const Value one = dict_get_str(changed, cx.intern(names.substr(at, end - at)));
    if (!is<Tuple>(one) || as<Tuple>(one)->count != 2 || !is<Str>(as<Tuple>(one)->items[0]) || !as<Tuple>(one)->items[1].is_small())
      return false;
    now += (now.empty() ? "" : "|") + std::string(as<Str>(as<Tuple>(one)->items[0])->view());
    bits |= as<Tuple>(one)->items[1].as_small();
    at = end + 1;
  }
  *name = new_str(cx, now);
  *value = Value::small(bits);
  return true;
}

// A declared class's member as the host has it by now (library/_host_enums.py).
void Leaving::member_today(const Class* cls, Value* name, Value* value) {
  if (!is<Str>(*name) || !is<Dict>(cx_.host.types)) return;
  const std::string type(class_name(cls));
  const auto kept = [&](const std::string& key) { return dict_get_str(as<Dict>(cx_.host.types), cx_.intern(key)); };
  const Value changed = kept("members " + type), declared = kept(type);
  if (!is<Dict>(changed) || !is<Tuple>(declared) || as<Tuple>(declared)->count < 2 ||
      as<Tuple>(declared)->items[1] != Value::object(const_cast<Class*>(cls)))
    return;
  const Value today = dict_get_str(as<Dict>(changed), as<Str>(*name));
  if (is<Tuple>(today) && as<Tuple>(today)->count == 2) {
    *name = as<Tuple>(today)->items[0];
    *value = as<Tuple>(today)->items[1];
  } else if (as<Str>(*name)->view().find('|') != std::string_view::npos) {
    flags_today(cx_, as<Dict>(changed), as<Str>(*name)->view(), name, value);
  }
}

bool Leaving::field(std::string_view name, Value v, Data::Pairs& to, int depth) {
  if (!take(sizeof(Data::Pairs::value_type) + name.size())) return false;
  to.emplace_back(Data(name), Data());
  return value(v, &to.back().second, depth + 1);
}

Leaving::Crossed Leaving::named_tuple(Instance* o, Tuple* names, Data* out, int depth) {
  auto* values = as<Tuple>(o->payload);
  if (names->count != values->count) return Crossed::kOther;
  std::unordered_set<std::string_view> seen;
  for (Value name : names->span())
    if (!is<Str>(name) || !seen.insert(as<Str>(name)->view()).second) return Crossed::kOther;
  const std::string type(class_name(o->shape->cls));
  Data::Pairs fields;
  if (!take(sizeof(Data::Object) + type.size())) return Crossed::kNo;
  for (uint32_t i = 0; i < names->count; ++i)
    if (!field(as<Str>(names->items[i])->view(), values->items[i], fields, depth)) return Crossed::kNo;
  *out = Data::object(ObjectKind::kNamedTuple, type, std::move(fields));
  return Crossed::kYes;
}

Leaving::Crossed Leaving::record(Instance* o, Dict* declared, Data* out, int depth) {
  Class* cls = o->shape->cls;
  const std::string type(class_name(cls));
  Data::Pairs fields;
  if (!take(sizeof(Data::Object) + type.size())) return Crossed::kNo;
  for (const DictEntry& e : declared->entries) {
    if (!is<Str>(e.key)) continue;
    // Class variables and what only __init__ takes aren't fields.
    Value sort = is<Instance>(e.value) ? own(as<Instance>(e.value), "_field_type") : Value();
    if (is<Instance>(sort)) sort = own(as<Instance>(sort), "name");  // (in states of before it is the name)
    if (!is<Str>(sort) || as<Str>(sort)->view() != "_FIELD") continue;
    auto* name = as<Str>(e.key);
    Value v = instance_get(cx_, o, name);
    if (v.is_unset()) {
      v = class_lookup(cx_, cls, name);
      // The host's class computes it.
      if (v.is_unset() && own(as<Instance>(e.value), "init").is_false()) continue;
      if (v.is_unset() || is<Member>(v)) return refuse("a value of type '{}' that has no '{}'", type, name->view());
      if (!is_plain(v)) return refuse("a value of type '{}' whose '{}' has to be computed", type, name->view());
    }
    if (!field(name->view(), v, fields, depth)) return Crossed::kNo;
  }
  *out = Data::object(ObjectKind::kRecord, type, std::move(fields));
  return Crossed::kYes;
}

Leaving::Crossed Leaving::handle(Instance* o, Data* out) {
  const HandleParts parts = handle_parts(cx_, o);
  if (!parts.type) return refuse("a broken value of type '{}'", class_name(o->shape->cls));
  if (!take(sizeof(Data::Object) + parts.type->count + parts.name->count)) return Crossed::kNo;
  *out = Data::object(ObjectKind::kHandle, std::string(parts.type->view()), {{"name", parts.name->view()}});
  return Crossed::kYes;
}

// --- what can't cross

bool Leaving::as_instance(Value v, Data* out, int depth, bool with_attributes) {
  const Class* cls = class_of(cx_, v);
  const std::string type(class_name(cls));
  const Value module = is<Dict>(cls->dict) ? dict_get_str(as<Dict>(cls->dict), cx_.name(Name::k___module__)) : Value();
  std::string text = repr_of_(v);
  Data::Pairs fields;
  if (!take(sizeof(Data::Object) + type.size() + text.size()) ||
      !field("module", is<Str>(module) ? module : Value::object(cx_.intern("builtins")), fields, depth))
    return false;
  fields.emplace_back("repr", std::move(text));
  Data held;
  if (with_attributes && depth < kMaxDepth && !attributes(v, &held, depth)) return false;
  fields.emplace_back("attributes", std::move(held));
  *out = Data::object(ObjectKind::kInstance, type, std::move(fields));
  ++instances_;
  return true;
}

// A dict of what an instance or an exception holds, without what the library keeps for itself. None when that is nothing.
bool Leaving::attributes(Value v, Data* out, int depth) {
  std::vector<std::pair<Str*, Value>> found;
  const auto add = [&](Str* name, Value value) {
    if (!value.is_unset()) found.emplace_back(name, value);
  };
  Data::Pairs to;
  if (is<Instance>(v)) {
    const bool own_class = as<Instance>(v)->shape->cls->immortal();
    instance_for_each(cx_, as<Instance>(v), [&](Str* name, Value value) {
      if (!own_class || !name->view().starts_with("_")) add(name, value);
    });
  } else if (is<Exception>(v)) {
    if (!field("args", as<Exception>(v)->args, to, depth)) return false;
    for (const Value held : {as<Exception>(v)->details, as<Exception>(v)->attributes})
      if (is<Dict>(held))
        dict_for_each(as<Dict>(held), [&](DictEntry& e) {
          const auto same = [&](const auto& one) { return str_equal(one.first, as<Str>(e.key)); };
          if (is<Str>(e.key) && std::ranges::none_of(found, same)) add(as<Str>(e.key), e.value);
        });
  }
  for (const auto& [name, value] : found)
    if (!field(name->view(), value, to, depth)) return false;
  if (!to.empty()) *out = Data::dict(std::move(to));
  return true;
}

}  // namespace fermata
