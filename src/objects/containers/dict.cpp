// dict: its methods and operators. The table is in dict_table.cpp, views and iterators in dict_views.cpp.
#include "objects/containers/dict.h"

#include <algorithm>

#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

Dict* self_of(Value v) { return as<Dict>(v); }

// Does a subclass of OrderedDict, which in CPython has an __iter__ of its own, read its items in another way?
bool reads_otherwise(Context& cx, Class* cls) {
  if (cls->immortal() || (!has_trait(cx, cls, kTraitGetItem) && !is<Function>(class_lookup(cx, cls, cx.name(Name::k_keys))))) return false;
  return std::ranges::any_of(as<Tuple>(cls->mro)->span(), [&](Value base) {
    return is<Class>(base) && as<Class>(base)->immortal() && class_name(as<Class>(base)) == "OrderedDict";
  });
}

// The dict that `v` is, or holds as an instance of a subclass that iterates as dict does; null otherwise.
Dict* plain_dict(Context& cx, Value v) {
  while (is<MappingProxy>(v)) v = as<MappingProxy>(v)->mapping;
  if (is<Dict>(v)) return as<Dict>(v);
  const auto* o = try_as<Instance>(v);
  if (!o || !is<Dict>(o->payload) || has_trait(cx, o->shape->cls, kTraitIter) || reads_otherwise(cx, o->shape->cls)) return nullptr;
  return as<Dict>(o->payload);
}

// One element of dict(iterable): its two items, or an outcome.
Value split_pair(Context& cx, Value element, size_t number, Value* key, Value* value) {
  if (is<Tuple>(element) && as<Tuple>(element)->count == 2) {
    *key = as<Tuple>(element)->items[0];
    *value = as<Tuple>(element)->items[1];
    return Value::none();
  }
  Items items(cx);
  const Value done = items.take(element);
  if (done.is_error() && exception_matches(cx, cx.exception, ErrorType::kTypeError))
    return raise_type_error(cx, "cannot convert dictionary update sequence element #{} to a sequence", number);
  if (done.is_outcome()) return done;
  if (items.size() != 2)
    return raise_value_error(cx, "dictionary update sequence element #{} has length {}; 2 is required", number, items.size());
  *key = items.begin()[0];
  *value = items.begin()[1];
  return Value::none();
}

// d.update(iterable of pairs)
Value merge_pairs(Context& cx, Dict* d, Value iterable) {
  Items items(cx);
  Value done = items.take(iterable);
  if (done.is_outcome()) return done;
  size_t number = 0;
  for (Value element : items) {
    Value key, value;
    done = split_pair(cx, element, number++, &key, &value);
    if (!done.is_outcome()) done = dict_set_fast(cx, d, key, value);
    // Starting again (here or in the twin) gives the same dict: what was put in is put in again.
    if (done.is_outcome()) return items.give_back(done);
  }
  return Value::none();
}

bool has_keys_method(Context& cx, Value v) { return !special_method(cx, v, Name::k_keys).is_unset(); }

// What dict(), update() and |= accept.
Value merge_any(Context& cx, Dict* d, Value other) {
  if (Dict* source = plain_dict(cx, other)) return dict_merge_dict(cx, d, source);
  if (has_keys_method(cx, other)) return Value::defer();
  return merge_pairs(cx, d, other);
}

Value merge_both(Context& cx, Dict* d, Value other, Value keywords) {
  if (!other.is_missing()) {
    const Value done = merge_any(cx, d, other);
    if (done.is_outcome()) return done;
  }
  return is<Dict>(keywords) ? dict_merge_dict(cx, d, as<Dict>(keywords)) : Value::none();
}

// --- operations

Value dict_length(Context&, Value self) { return Value::small(self_of(self)->live); }

Value dict_repr(Context& cx, Value self, TextBuilder& out) {
  Dict* d = self_of(self);
  if (is_open(out, d)) {
    out.append("{...}");
    return out.status();
  }
  if (!cx.tick(d->live + 1)) return Value::retry();
  out.append('{');
  out.open.push_back(d);
  bool first = true;
  Value done = Value::none();
  for (const DictEntry& e : d->entries) {
    if (e.key.is_unset()) continue;
    if (!first) out.append(", ");
    first = false;
    done = repr_into(cx, e.key, out);
    if (done.is_outcome()) break;
    out.append(": ");
    done = repr_into(cx, e.value, out);
    if (done.is_outcome()) break;
  }
  out.open.pop_back();
  if (done.is_outcome()) return done;
  out.append('}');
  return out.status();
}

Value dict_iter(Context& cx, Value self) { return new_dict_iterator(cx, self_of(self), DictPart::kKeys, false); }

Value dict_contains(Context& cx, Value self, Value key) {
  const Value value = dict_get_fast(cx, self_of(self), key);
  return value.is_outcome() ? value : Value::boolean(!value.is_unset());
}

Value dict_get_item(Context& cx, Value self, Value key) {
  const Value value = dict_get_fast(cx, self_of(self), key);
  return value.is_unset() ? raise_key_error(cx, key) : value;
}

Value dict_set_item(Context& cx, Value self, Value key, Value value) { return dict_set_fast(cx, self_of(self), key, value); }

Value dict_delete_item(Context& cx, Value self, Value key) {
  const Value value = dict_delete(cx, self_of(self), key);
  if (value.is_unset()) return raise_key_error(cx, key);
  return value.is_outcome() ? value : Value::none();
}

Value dict_binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (op != BinaryOp::kOr || !is<Dict>(a) || !is<Dict>(b)) return Value::not_implemented();
  const Value result = dict_copy(cx, self_of(a));
  if (result.is_outcome()) return result;
  const Value done = dict_merge_dict(cx, as<Dict>(result), self_of(b));
  return done.is_outcome() ? done : result;
}

Value dict_in_place(Context& cx, BinaryOp op, Value a, Value b) {
  if (op != BinaryOp::kOr) return Value::not_implemented();
  const Value done = merge_any(cx, self_of(a), b);
  return done.is_outcome() ? done : a;
}

// --- methods

Value get(Context& cx, Value* args) {
  const Value value = dict_get_fast(cx, self_of(args[0]), args[1]);
  return value.is_unset() ? args[2] : value;
}

Value setdefault(Context& cx, Value* args) {
  Dict* d = self_of(args[0]);
  int64_t hash;
  const Value done = key_hash(cx, args[1], &hash);
  if (done.is_outcome()) return done;
  Value outcome;
  const int64_t i = dict_find(cx, d, args[1], hash, &outcome);
  if (i >= 0) return d->entries[size_t(i)].value;
  if (i == kAskTypes) return outcome;
  return dict_insert_new(cx, d, hash, args[1], args[2]) ? args[2] : cx.out_of_memory();
}

Value pop(Context& cx, Value* args) {
  Dict* d = self_of(args[0]);
  // An empty dict does not even ask for the key's hash.
  const Value value = d->live ? dict_delete(cx, d, args[1]) : Value::unset();
  if (!value.is_unset()) return value;
  return args[2].is_missing() ? raise_key_error(cx, args[1]) : args[2];
}

Value popitem(Context& cx, Value* args) {
  Dict* d = self_of(args[0]);
  const int64_t last = dict_last_entry(d);
  if (last < 0) return raise(cx, ErrorType::kKeyError, "popitem(): dictionary is empty");
  const DictEntry e = d->entries[size_t(last)];
  dict_delete_entry(cx, d, uint32_t(last));
  return make_pair_tuple(cx, e.key, e.value);
}

Value clear(Context& cx, Value* args) {
  dict_clear(cx, self_of(args[0]));
  return Value::none();
}

Value copy(Context& cx, Value* args) {
  Dict* plain = plain_dict(cx, args[0]);
  return plain ? dict_copy(cx, plain) : Value::defer();
}
Value keys(Context& cx, Value* args) { return new_dict_view(cx, self_of(args[0]), DictPart::kKeys); }
Value values(Context& cx, Value* args) { return new_dict_view(cx, self_of(args[0]), DictPart::kValues); }
Value items(Context& cx, Value* args) { return new_dict_view(cx, self_of(args[0]), DictPart::kItems); }
Value reversed(Context& cx, Value* args) { return new_dict_iterator(cx, self_of(args[0]), DictPart::kKeys, true); }
Value update(Context& cx, Value* args) { return merge_both(cx, self_of(args[0]), args[1], args[2]); }

Value fromkeys(Context& cx, Value* args) {
  if (args[0] != Value::object(cx.image->classes[int(Kind::kDict)])) return Value::defer();
  Items items(cx);
  Value done = items.take(args[1]);
  if (done.is_outcome()) return done;
  Dict* d = new_dict(cx);
  for (Value key : items) {
    done = dict_set_fast(cx, d, key, args[2]);
    if (done.is_outcome()) return items.give_back(done);
  }
  return Value::object(d);
}

constexpr NativeRow kMethods[] = {
    kClassGetItem,
    {"__init__", update, "self, iterable=?, /, **kwargs", "dict_update", NativeRow::kChanges},
    {"__reversed__", reversed, "self, /"},
    {"clear", clear, "self, /", nullptr, NativeRow::kChanges},
    {"copy", copy, "self, /", "dict_copy", NativeRow::kWhole},
    {"fromkeys", fromkeys, "type, iterable, value=None, /", "dict_fromkeys", NativeRow::kClassMethod},
    {"get", get, "self, key, default=None, /", "dict_get"},
    {"items", items, "self, /"},
    {"keys", keys, "self, /"},
    {"pop", pop, "self, key, default=?, /", "dict_pop", NativeRow::kChanges},
    {"popitem", popitem, "self, /", nullptr, NativeRow::kChanges},
    {"setdefault", setdefault, "self, key, default=None, /", "dict_setdefault", NativeRow::kChanges},
    {"update", update, "self, other=?, /, **kwargs", "dict_update", NativeRow::kChanges},
    {"values", values, "self, /"},
};

Value dict_new(Context& cx, Value* args) {
  Dict* d = new_dict(cx);
  const Value done = merge_both(cx, d, args[1], args[2]);
  return done.is_outcome() ? done : Value::object(d);
}
constexpr NativeRow kConstructor = {"dict", dict_new, "cls, iterable=?, /, **kwargs", "dict_new"};

// --- what the twins are made of: entries by number

// The entry at args[i], null when there is none.
DictEntry* entry_at(Value dict, Value number) {
  Dict* d = as<Dict>(dict);
  if (!number.is_small() || number.as_small() < 0 || number.as_small() >= d->entries.size) return nullptr;
  DictEntry* e = &d->entries[size_t(number.as_small())];
  return e->key.is_unset() ? nullptr : e;
}

// dict_candidates(d, hash): the numbers of the entries whose keys have this hash, in probing order.
Value candidates(Context& cx, Value* args) {
  const auto hash = int64_of(args[1]);
  std::vector<Value> found;
  int64_t probe = 0;
  for (;;) {
    const int64_t entry = dict_next_candidate(as<Dict>(args[0]), *hash, &probe);
    if (entry < 0) break;
    found.push_back(Value::small(entry));
    if (!cx.tick(uint64_t(probe) / 4 + 1)) return Value::retry();
  }
  return tuple_of(cx, found);
}

// dict_find(d, key, hash): the number of the key's entry, or -1.
Value find(Context& cx, Value* args) {
  Value outcome;
  const int64_t i = dict_find(cx, as<Dict>(args[0]), args[1], *int64_of(args[2]), &outcome);
  return i == kAskTypes ? outcome : Value::small(i);
}
// dict_first_unsure(d, key, hash): where the search gets to without asking: (entry, its key) of the first one to be asked, or
// (what dict_find gives, __missing__).
Value first_unsure(Context& cx, Value* args) {
  Dict* d = as<Dict>(args[0]);
  const int64_t hash = *int64_of(args[2]);
  int64_t probe = 0, entry;
  for (;;) {
    entry = dict_next_candidate(d, hash, &probe);
    if (entry < 0 || d->entries[size_t(entry)].key == args[1]) return make_pair_tuple(cx, Value::small(entry), Value::missing());
    const Value same = equal(cx, d->entries[size_t(entry)].key, args[1]);
    if (same.is_retry() || same.is_error()) return same;
    if (same.is_outcome()) return make_pair_tuple(cx, Value::small(entry), d->entries[size_t(entry)].key);
    if (same.is_true()) return make_pair_tuple(cx, Value::small(entry), Value::missing());
    if (!cx.tick(uint64_t(probe) / 4 + 1)) return Value::retry();
  }
}
// dict_put(d, key, hash, value): d[key] = value
Value put(Context& cx, Value* args) { return dict_set_hashed(cx, as<Dict>(args[0]), *int64_of(args[2]), args[1], args[3]); }

// dict_entry_key(d, entry, hash): __missing__ when the entry is gone or its key has another hash by now.
Value entry_key(Context&, Value* args) {
  DictEntry* e = entry_at(args[0], args[1]);
  return e && e->hash == *int64_of(args[2]) ? e->key : Value::missing();
}
Value entry_value(Context&, Value* args) {
  DictEntry* e = entry_at(args[0], args[1]);
  return e ? e->value : Value::missing();
}
Value entry_hash(Context& cx, Value* args) {
  DictEntry* e = entry_at(args[0], args[1]);
  return e ? make_int(cx, e->hash) : Value::missing();
}
// dict_entry_item(d, entry): (hash, key, value)
Value entry_item(Context& cx, Value* args) {
  DictEntry* e = entry_at(args[0], args[1]);
  if (!e) return Value::missing();
  const Value parts[] = {make_int(cx, e->hash), e->key, e->value};
  return tuple_of(cx, parts);
}
// dict_next_entry(d, from): the first entry at or after number `from`, or -1.
Value next_entry(Context&, Value* args) {
  Dict* d = as<Dict>(args[0]);
  for (int64_t i = std::max<int64_t>(args[1].as_small(), d->first); i < d->entries.size; ++i)
    if (!d->entries[size_t(i)].key.is_unset()) return Value::small(i);
  return Value::small(-1);
}
Value entry_store(Context&, Value* args) {
  if (DictEntry* e = entry_at(args[0], args[1])) e->value = args[2];
  return Value::none();
}
Value entry_append(Context& cx, Value* args) {
  return dict_insert_new(cx, as<Dict>(args[0]), *int64_of(args[1]), args[2], args[3]) ? Value::none() : cx.out_of_memory();
}
// dict_entry_delete(d, entry): the value it had
Value entry_delete(Context& cx, Value* args) {
  DictEntry* e = entry_at(args[0], args[1]);
  if (!e) return Value::missing();
  const Value value = e->value;
  dict_delete_entry(cx, as<Dict>(args[0]), uint32_t(args[1].as_small()));
  return value;
}
// dict_entry_move(d, entry, last): to the end or, if not `last`, the front
Value entry_move(Context& cx, Value* args) {
  Dict* d = as<Dict>(args[0]);
  if (!entry_at(args[0], args[1])) return Value::none();
  const bool last = args[2].is_true();
  if (!last && d->first == 0 && !cx.tick(d->live / 8 + 1)) return Value::retry();
  return dict_move_entry(cx, d, uint32_t(args[1].as_small()), last) ? Value::none() : cx.out_of_memory();
}
// dict_move(d, key, last): whether the key is there
Value move(Context& cx, Value* args) {
  Dict* d = as<Dict>(args[0]);
  int64_t hash;
  const Value hashed = key_hash(cx, args[1], &hash);
  if (!hashed.is_none()) return hashed;
  Value outcome;
  const int64_t i = dict_find(cx, d, args[1], hash, &outcome);
  if (i == kNoEntry) return Value::boolean(false);
  if (i < 0) return outcome;
  Value moved[] = {args[0], Value::small(i), args[2]};
  const Value done = entry_move(cx, moved);
  return done.is_outcome() ? done : Value::boolean(true);
}
// ordered_view(d, part): what the methods keys (0), values (1) and items (2) of an OrderedDict give.
Value ordered_view(Context& cx, Value* args) {
  const Value view = new_dict_view(cx, self_of(args[0]), DictPart(args[1].as_small() % 3));
  view.as_object()->aux |= 8;
  return view;
}

// dict_pop_first(d): (key, value), or __missing__
Value pop_first(Context& cx, Value* args) {
  Dict* d = as<Dict>(args[0]);
  if (!d->live) return Value::missing();
  uint32_t at = d->first;
  while (d->entries[at].key.is_unset()) ++at;
  const DictEntry e = d->entries[at];
  d->first = at;
  dict_delete_entry(cx, d, at);
  return make_pair_tuple(cx, e.key, e.value);
}
Value version(Context&, Value* args) { return Value::small(as<Dict>(args[0])->version); }
// dict_plain(v): the dict inside `v` that may be read without asking its class, or __missing__
Value plain(Context& cx, Value* args) {
  Dict* d = plain_dict(cx, args[0]);
  return d ? Value::object(d) : Value::missing();
}

constexpr NativeRow kIntrinsicRows[] = {
    {"dict_candidates", candidates, "d: dict, hash: int64, /"},
    {"dict_entry_append", entry_append, "d: own_dict, hash: int64, key, value, /"},
    {"dict_entry_delete", entry_delete, "d: own_dict, entry, /"},
    {"dict_entry_hash", entry_hash, "d: dict, entry, /"},
    {"dict_entry_item", entry_item, "d: dict, entry, /"},
    {"dict_entry_key", entry_key, "d: dict, entry, hash: int64, /"},
    {"dict_entry_move", entry_move, "d: own_dict, entry, last, /"},
    {"dict_entry_store", entry_store, "d: own_dict, entry, value, /"},
    {"dict_entry_value", entry_value, "d: dict, entry, /"},
    {"dict_find", find, "d: dict, key, hash: int64, /", "dict_find_asking"},
    {"dict_first_unsure", first_unsure, "d: dict, key, hash: int64, /"},
    {"dict_put", put, "d: own_dict, key, hash: int64, value, /", "dict_put_asking"},
    {"dict_next_entry", next_entry, "d: dict, start: small, /"},
    {"dict_move", move, "d: own_dict, key, last, /", "dict_move_asking"},
    {"dict_plain", plain, "d, /"},
    {"dict_pop_first", pop_first, "d: own_dict, /"},
    {"ordered_view", ordered_view, "d: dict, part: small, /"},
    {"dict_version", version, "d: dict, /"},
};

}  // namespace

Value dict_equal(Context& cx, Value self, Value other) {
  if (!is<Dict>(other)) return Value::not_implemented();
  Dict *a = self_of(self), *b = self_of(other);
  if (a->live != b->live) return Value::false_();
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx, " in comparison");
  if (!cx.tick(a->live / 2 + 1)) return Value::retry();
  for (const DictEntry& e : a->entries) {
    if (e.key.is_unset()) continue;
    Value outcome;
    const int64_t i = dict_find(cx, b, e.key, e.hash, &outcome);
    if (i == kAskTypes) return outcome;
    if (i == kNoEntry) return Value::false_();
    const Value same = quick_equal_value(cx, e.value, b->entries[size_t(i)].value);
    if (!same.is_true()) return same;
  }
  return Value::true_();
}

Value dict_merge_dict(Context& cx, Dict* d, Dict* source) {
  if (d == source || source->live == 0) return Value::none();
  if (!cx.tick(source->live / 2 + 1)) return Value::retry();
  const bool empty = d->live == 0;
  if (empty && !dict_reserve(cx, d, source->live)) return cx.out_of_memory();
  for (const DictEntry& e : source->entries) {
    if (e.key.is_unset()) continue;
    if (empty) {  // the keys are different ones
      if (!dict_insert_new(cx, d, e.hash, e.key, e.value)) return cx.out_of_memory();
      continue;
    }
    const Value done = dict_set_hashed(cx, d, e.hash, e.key, e.value);
    if (done.is_outcome()) return done;
  }
  return Value::none();
}

extern const std::span<const NativeRow> kDictIntrinsics = kIntrinsicRows;

extern const Operations kDictOperations = {
    .length = dict_length,
    .equal = dict_equal,
    .repr = dict_repr,
    .iter = dict_iter,
    .contains = dict_contains,
    .get_item = dict_get_item,
    .set_item = dict_set_item,
    .delete_item = dict_delete_item,
    .binary = dict_binary,
    .in_place = dict_in_place,
    .binary_ops = 1u << int(BinaryOp::kOr),
    .in_place_ops = 1u << int(BinaryOp::kOr),
    .shown = Operations::kPlainGetItem | Operations::kPlainContains,
};

constexpr NativeRow kDictNew = new_row("dict__new__");
extern const TypeRow kDictType = {
    .kind = Kind::kDict,
    .name = "dict",
    .base = "object",
    .doc = "Built-in mapping that keeps insertion order.",
    .methods = kMethods,
    .constructor = &kConstructor,
    .operations = &kDictOperations,
    .flags = kClassMapping,
    .named = true,
    .make_new = &kDictNew,
};

}  // namespace fermata
