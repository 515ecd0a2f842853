#include "session/border/leaving.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/containers/deque.h"
#include "objects/containers/memoryview.h"
#include "objects/containers/range.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/exception_types.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "vm/host_calls.h"

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

bool Leaving::take(uint64_t bytes) {
  if (bytes > room_.bytes) {
    *why_ = fmt::format("more than {} bytes, a quarter of the heap limit, or what is left of it", DataRoom(cx_).bytes);
    full_ = true;
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

bool Leaving::pairs(Dict* dict, Data::Pairs& to, int depth) {
  if (!take(dict->live * sizeof(Data::Pairs::value_type))) return false;
  to.reserve(dict->live);
  for (DictEntry& e : dict->entries) {
    if (e.key.is_unset()) continue;
    Data key, item;
    if (!value(e.key, &key, depth + 1) || !value(e.value, &item, depth + 1)) return false;
    to.emplace_back(std::move(key), std::move(item));
  }
  return true;
}

namespace {

bool is_leaf(Value v) {
  if (is<Str>(v)) return as<Str>(v)->view().size() < Data::kSharedText;
  return v.is_none() || v.is_bool() || v.is_small() || is_float(v) || is<Int>(v) || is<Complex>(v) || is<Bytes>(v) || is<ByteArray>(v);
}

// Of one dimension, as of a bytes object.
bool shows_bytes(const MemoryView* m) {
  return m->shape.size == 1 && is<Str>(m->format) && (as<Str>(m->format)->view() == "B" || as<Str>(m->format)->view() == "c");
}

}  // namespace

bool Leaving::value(Value v, Data* out, int depth) {
  if (is_leaf(v)) return leaf(v, out);
  if (!v.is_object()) {  // Ellipsis and its like
    *why_ = fmt::format("a value of type '{}'", type_name(cx_, v));
    return repr_of_ && as_instance(v, out, depth, false);
  }
  bool is_new;
  const uint32_t place = places_.find_or_add(v.as_object(), uint32_t(made_.size()), &is_new);
  if (!is_new && made_[place]) {
    *out = *made_[place];
    return true;
  }
  bool good = false;
  if (is_new) {
    made_.emplace_back();
    good = is<Str>(v) ? leaf(v, out) : parts(v, out, depth);
    if (!good && repr_of_ && !full_) good = as_instance(v, out, depth, true);
    if (good) made_[place] = *out;
  } else {
    *why_ = "a value that contains itself";
    if (repr_of_) good = as_instance(v, out, depth, false);
  }
  return good;
}

bool Leaving::leaf(Value v, Data* out) {
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
  } else {
    const std::string_view bytes = is<Bytes>(v) ? as<Bytes>(v)->view() : as<ByteArray>(v)->view();
    if (!take(bytes.size())) return false;
    *out = Data::bytes(std::string(bytes));
  }
  return true;
}

bool Leaving::parts(Value v, Data* out, int depth) {
  if (depth > kMaxDepth) {
    *why_ = "a value nested too deeply";
    return false;
  }
  if (is<Instance>(v)) {
    const Crossed crossed = instance(as<Instance>(v), out, depth);
    if (crossed != Crossed::kOther) return crossed == Crossed::kYes;
    met_iterator_ |= is_library_iterator(cx_, v);
    if (const Value payload = payload_of(v); !is<Instance>(payload) && is_leaf(payload)) return leaf(payload, out);
    v = payload_of(v);
  }
  Data::Items to;
  if (is<Str>(v)) {
    return leaf(v, out);
  } else if (is<List>(v)) {
    if (!items(as<List>(v)->items.span(), to, depth)) return false;
    *out = Data::list(std::move(to));
  } else if (is<Tuple>(v)) {
    if (!items(as<Tuple>(v)->span(), to, depth)) return false;
    *out = Data::tuple(std::move(to));
  } else if (is<Set>(v) || is<FrozenSet>(v)) {
    std::vector<Value> values;
    values.reserve(as<Set>(v)->live);
    set_for_each(as<Set>(v), [&](SetEntry& e) { values.push_back(e.key); });
    if (!items(values, to, depth)) return false;
    *out = is<Set>(v) ? Data::set(std::move(to)) : Data::frozenset(std::move(to));
  } else if (is<Dict>(v)) {
    Data::Pairs to_pairs;
    if (!pairs(as<Dict>(v), to_pairs, depth)) return false;
    *out = Data::dict(std::move(to_pairs));
  } else if (is<MappingProxy>(v) && is<Dict>(as<MappingProxy>(v)->mapping)) {
    return value(as<MappingProxy>(v)->mapping, out, depth + 1);
  } else if (is<Deque>(v)) {
    if (!items(deque_span(as<Deque>(v)), to, depth)) return false;
    *out = Data::list(std::move(to));
  } else if (is<Range>(v)) {
    return range(as<Range>(v), out);
  } else if (std::string_view bytes; is<MemoryView>(v) && memory_bytes(as<MemoryView>(v), &bytes) && shows_bytes(as<MemoryView>(v))) {
    if (!take(bytes.size())) return false;
    *out = Data::bytes(std::string(bytes));
  } else if (is<MemoryView>(v) && as<MemoryView>(v)->shape.size == 1) {
    if (!take(memory_length(as<MemoryView>(v)) * sizeof(Value))) return false;
    return made(shows_bytes(as<MemoryView>(v)) ? memory_copy(cx_, as<MemoryView>(v)) : memory_list(cx_, as<MemoryView>(v)), out, depth);
  } else if (is<DictView>(v) && is<Dict>(as<DictView>(v)->dict)) {
    return view(as<DictView>(v), out, depth);
  } else {
    met_iterator_ |= is_library_iterator(cx_, v);
    *why_ = fmt::format("a value of type '{}'", type_name(cx_, v));
    if (is<Instance>(v) && !as<Instance>(v)->shape->cls->immortal()) *why_ += " (no dataclass, named tuple or enum)";
    return false;
  }
  return true;
}

bool Leaving::made(Value v, Data* out, int depth) {
  if (!v.is_outcome()) return value(v, out, depth + 1);
  *why_ = "items that can't be read";
  return false;
}

bool Leaving::range(const Range* range, Data* out) {
  if (!range->length.is_small() || !take(uint64_t(range->length.as_small()) * sizeof(Data))) return take(UINT64_MAX);
  Data::Items to(size_t(range->length.as_small()));
  for (size_t i = 0; i < to.size(); ++i) {
    const Value item = range_item(cx_, range, Value::small(int64_t(i)));
    if (item.is_outcome() || !leaf(item, &to[i])) return false;
  }
  *out = Data::list(std::move(to));
  return true;
}

bool Leaving::view(const DictView* view, Data* out, int depth) {
  auto* dict = as<Dict>(view->dict);
  Data::Items to;
  if (view->part() == DictPart::kItems) {
    Data::Pairs both;
    if (!take(dict->live * sizeof(Data)) || !pairs(dict, both, depth + 1)) return false;
    for (auto& [key, item] : both) to.push_back(Data::tuple({std::move(key), std::move(item)}));
  } else {
    std::vector<Value> values;
    values.reserve(dict->live);
    dict_for_each(dict, [&](DictEntry& e) { values.push_back(view->part() == DictPart::kKeys ? e.key : e.value); });
    if (!items(values, to, depth)) return false;
  }
  *out = Data::list(std::move(to));
  return true;
}

DataRoom::DataRoom(Context& cx) {
  constexpr uint64_t kLeast = 1 << 20;
  constexpr uint64_t kAlways = 4 << 20;  // though the heap be full: it is garbage perhaps
  if (const uint64_t limit = cx.budget.limits.heap_bytes) bytes = std::max(limit / 4, kLeast);
  while (bytes > kAlways && !cx.heap.fits(bytes)) bytes /= 2;
}

}  // namespace fermata
