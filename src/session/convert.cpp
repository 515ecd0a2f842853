#include "objects/class.h"
#include "objects/containers.h"
#include "objects/errors.h"
#include "objects/exception_types.h"
#include "objects/numbers.h"
#include "objects/operations.h"
#include "objects/text.h"
#include "session/leaving.h"

namespace fermata {

namespace {

// Above this many limbs (19,000 digits) ints cross in hexadecimal: decimal digits would take minutes to make.
constexpr uint32_t kMaxDecimalLimbs = 1000;

std::string digits_of(IntView view) {
  if (view.size <= kMaxDecimalLimbs) return int_to_string(view);
  std::string digits = int_to_string(view, 16);
  digits.insert(view.negative ? 1 : 0, "0x");
  return digits;
}

}  // namespace

// Sharing is lost: a tree of shared parts may be exponentially larger than what it is made of.
bool Leaving::take(uint64_t bytes) {
  if (bytes > room_.bytes) {
    *why_ = fmt::format("more than {} bytes, a quarter of the heap limit", DataRoom(cx_).bytes);
    return false;
  }
  room_.bytes -= bytes;
  return true;
}

bool Leaving::items(std::span<const Value> values, Data::Items& to, int depth) {
  if (!take(values.size() * sizeof(Data))) return false;
  to.reserve(values.size());
  for (Value item : values)
    if (!value(item, &to.emplace_back(), depth + 1)) return false;
  return true;
}

bool Leaving::value(Value v, Data* out, int depth) {
  if (depth > kMaxDepth) {
    *why_ = "a value nested too deeply, or inside itself";
    return false;
  }
  if (is<Instance>(v)) {
    const Crossed crossed = instance(as<Instance>(v), out, depth);
    if (crossed != Crossed::kOther) return crossed == Crossed::kYes;
    v = payload_of(v);
  }
  if (v.is_none()) {
    *out = Data();
  } else if (v.is_bool()) {
    *out = Data(v.is_true());
  } else if (v.is_small()) {
    *out = Data(v.as_small());
  } else if (is<Int>(v)) {
    int64_t small;
    if (int_to_int64(as<Int>(v)->view(), &small)) *out = Data(small);
    else if (!take(as<Int>(v)->view().size * 20)) return false;
    else *out = Data::big_int(digits_of(as<Int>(v)->view()));
  } else if (is_float(v)) {
    *out = Data(float_of(v));
  } else if (is<Complex>(v)) {
    *out = Data::object(ObjectKind::kComplex, "", {{"real", as<Complex>(v)->real}, {"imag", as<Complex>(v)->imag}});
    return take(sizeof(Data::Object) + 2 * sizeof(Data::Pairs::value_type));
  } else if (is<Str>(v)) {
    if (!take(as<Str>(v)->view().size())) return false;
    *out = Data(as<Str>(v)->view());
  } else if (is<Bytes>(v)) {
    if (!take(as<Bytes>(v)->view().size())) return false;
    *out = Data::bytes(std::string(as<Bytes>(v)->view()));
  } else if (is<ByteArray>(v)) {
    if (!take(as<ByteArray>(v)->view().size())) return false;
    *out = Data::bytes(std::string(as<ByteArray>(v)->view()));
  } else if (is<List>(v)) {
    Data::Items to;
    if (!items(as<List>(v)->items.span(), to, depth)) return false;
    *out = Data::list(std::move(to));
  } else if (is<Tuple>(v)) {
    Data::Items to;
    if (!items(as<Tuple>(v)->span(), to, depth)) return false;
    *out = Data::tuple(std::move(to));
  } else if (is<Set>(v) || is<FrozenSet>(v)) {
    Data::Items to;
    std::vector<Value> values;
    values.reserve(as<Set>(v)->live);
    set_for_each(as<Set>(v), [&](SetEntry& e) { values.push_back(e.key); });
    if (!items(values, to, depth)) return false;
    *out = is<Set>(v) ? Data::set(std::move(to)) : Data::frozenset(std::move(to));
  } else if (is<Dict>(v)) {
    Data::Pairs to;
    const uint64_t used = as<Dict>(v)->live;
    if (!take(used * sizeof(Data::Pairs::value_type))) return false;
    to.reserve(used);
    for (DictEntry& e : as<Dict>(v)->entries) {
      if (e.key.is_unset()) continue;
      Data key, item;
      if (!value(e.key, &key, depth + 1) || !value(e.value, &item, depth + 1)) return false;
      to.emplace_back(std::move(key), std::move(item));
    }
    *out = Data::dict(std::move(to));
  } else {
    *why_ = fmt::format("a value of type '{}'", type_name(cx_, v));
    if (is<Instance>(v) && !as<Instance>(v)->shape->cls->immortal()) *why_ += " (no dataclass, named tuple or enum)";
    return false;
  }
  return true;
}

namespace {

Value items_from(Context& cx, const Data::Items& items, std::vector<Value>& out) {
  for (const Data& item : items) {
    Value v = from_data(cx, item);
    if (v.is_outcome()) return v;
    out.push_back(v);
  }
  return Value::none();
}

}  // namespace

DataRoom::DataRoom(const Context& cx) {
  constexpr uint64_t kLeast = 1 << 20;
  if (const uint64_t limit = cx.budget.limits.heap_bytes) bytes = std::max(limit / 4, kLeast);
}

bool to_data(Context& cx, Value v, Data* out, std::string* why, DataRoom& room) { return Leaving(cx, why, room).value(v, out, 0); }

Value from_data(Context& cx, const Data& data) {
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx);
  switch (data.type()) {
    case Data::Type::kNone: return Value::none();
    case Data::Type::kBool: return Value::boolean(data.as_bool());
    case Data::Type::kInt: {
      if (data.is_small_int()) return make_int(cx, data.as_int());
      const bool hex = data.as_big_int().find('x') != std::string::npos;
      ScannedInt scanned = scan_int(data.as_big_int(), hex ? 16 : 10);
      if (!scanned.ok) return raise_value_error(cx, "the host gave an int that is no number");
      LimbScratch limbs(scanned_int_size(scanned));
      return make_int(cx, view_of(limbs, int_from_scanned(limbs, scanned)));
    }
    case Data::Type::kFloat: return make_float(cx, data.as_float());
    case Data::Type::kStr: return new_str(cx, data.as_str());
    case Data::Type::kBytes: return new_bytes(cx, data.as_str());
    case Data::Type::kDict: {
      Dict* d = new_dict(cx);
      for (const auto& [key, value] : data.pairs()) {
        Value k = from_data(cx, key);
        if (k.is_outcome()) return k;
        Value v = from_data(cx, value);
        if (v.is_outcome()) return v;
        if (Value r = dict_set(cx, d, k, v); r.is_outcome()) return r;
      }
      return Value::object(d);
    }
    case Data::Type::kObject: {
      const Data *real = data.find("real"), *imag = data.find("imag");
      if (!data.is_object(ObjectKind::kComplex) || !real || !imag || real->type() != Data::Type::kFloat || imag->type() != Data::Type::kFloat)
        return raise_type_error(cx, "the host gave an object that is broken");
      auto* c = cx.heap.make<Complex>();
      c->real = real->as_float();
      c->imag = imag->as_float();
      return Value::object(c);
    }
    default: break;
  }
  std::vector<Value> items;
  if (Value r = items_from(cx, data.items(), items); r.is_outcome()) return r;
  if (data.type() == Data::Type::kList) return list_of(cx, items);
  if (data.type() == Data::Type::kTuple) return tuple_of(cx, items);
  Set* s = data.type() == Data::Type::kSet ? new_set(cx) : new_frozenset(cx);
  for (Value item : items)
    if (Value r = set_add(cx, s, item); r.is_outcome()) return r;
  return Value::object(s);
}

}  // namespace fermata
