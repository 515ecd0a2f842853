#include "objects/model/class.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <iterator>

#include "base/utf8.h"
#include "compiler/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class_patches.h"
#include "objects/model/function_types.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/type_object.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// Natives of these classes don't mind a generator. (A forged one may say that it stands for anything.)
bool may_be_of_generators(const Image& image, Value v) {
  const Class* cls = try_as<Class>(v);
  if (!cls) return false;
  switch (Kind(cls->layout)) {
    case Kind::kGenerator:
    case Kind::kZip:
    case Kind::kEnumerate:
    case Kind::kMap:
    case Kind::kSequenceIterator: return true;
    case Kind::kInstance:
      return cls != image.union_type &&
             std::find(std::begin(image.special_classes), std::end(image.special_classes), cls) == std::end(image.special_classes);
    default: return false;
  }
}

}  // namespace

namespace {
// By the modules' id(); null when none has a class of its own.
Dict* classes_of_modules(Context& cx) {
  return is<Dict>(cx.library_state) ? try_as<Dict>(dict_get_str(as<Dict>(cx.library_state), cx.intern("module classes"))) : nullptr;
}
}  // namespace

Class* own_class_of_module(Context& cx, Value module) {
  Dict* classes = module.as_object()->immortal() ? nullptr : classes_of_modules(cx);
  const Value cls = classes ? dict_get(cx, classes, Value::small(identity_hash(cx, module))) : Value();
  return is<Class>(cls) && as<Class>(cls)->layout == uint32_t(Kind::kModule) ? as<Class>(cls) : nullptr;
}

bool set_class_of_module(Context& cx, Value module, Class* cls) {
  if (!is<Dict>(cx.library_state)) cx.library_state = Value::object(new_dict(cx));
  Dict* classes = classes_of_modules(cx);
  if (!classes &&
      !((classes = new_dict(cx)) && dict_set_str(cx, as<Dict>(cx.library_state), cx.intern("module classes"), Value::object(classes))))
    return false;
  ++as<Dict>(as<Module>(module)->dict)->version;  // places in the code have noted what is in it
  cx.methods_changed();
  return !dict_set(cx, classes, Value::small(identity_hash(cx, module)), Value::object(cls)).is_outcome();
}

Class* class_of(Context& cx, Value v) {
  const Image& image = *cx.image;
  if (v.is_small()) return image.classes[size_t(Kind::kInt)];
  if (v.is_inline_float()) return image.classes[size_t(Kind::kFloat)];
  if (v.is_special())
    return size_t(v.as_special()) < std::size(image.special_classes) ? image.special_classes[size_t(v.as_special())] : image.object;
  if (v.is_unset()) return image.object;
  switch (Object* o = v.as_object(); o->kind) {
    case Kind::kInstance: return static_cast<Instance*>(o)->shape->cls;
    case Kind::kException: return static_cast<Exception*>(o)->cls;
    case Kind::kClass: return static_cast<Class*>(o)->meta;
    case Kind::kModule: {
      Class* own = own_class_of_module(cx, v);
      return own ? own : image.classes[size_t(Kind::kModule)];
    }
    case Kind::kDictView: return image.dict_views[(o->aux & 8 ? 9 : 0) + (o->aux & 7) % 3];
    case Kind::kDictIterator: return image.dict_views[(o->aux & 8 ? 6 : 3) + (o->aux & 7) % 3];
    case Kind::kSequenceIterator: return image.sequence_iterators[o->aux & 15];
    case Kind::kGenerator: {
      // A generator of the prelude may stand for a builtin iterator.
      auto* g = static_cast<Generator*>(o);
      if (is<Str>(g->type_name))
        if (Value cls = dict_get_str(image.intrinsics, as<Str>(g->type_name)); may_be_of_generators(image, cls)) return as<Class>(cls);
      // Or for one of the library: its function says which class (@native_iterator).
      if (!g->type_name.is_unset() && g->function && is<Dict>(g->function->attributes))
        if (Value cls = dict_get_str(as<Dict>(g->function->attributes), cx.name(Name::k___class__)); may_be_of_generators(image, cls))
          return as<Class>(cls);
      if (g->code->has(kCodeCoroutine)) return image.coroutine;
      if (g->code->has(kCodeAsyncGenerator)) return image.async_generator;
      return image.classes[size_t(Kind::kGenerator)];
    }
    case Kind::kBoundMethod: {
      const Value f = static_cast<BoundMethod*>(o)->function;
      if (!is<Builtin>(f)) return image.classes[size_t(Kind::kBoundMethod)];
      return is_slot(as<Builtin>(f)) ? image.method_types[kMethodWrapper] : image.classes[size_t(Kind::kBuiltin)];
    }
    case Kind::kBuiltin: {
      auto* b = static_cast<Builtin*>(o);
      if (!is<Class>(b->owner) || b->row->flags & (NativeRow::kStatic | NativeRow::kConstructor))
        return image.classes[size_t(Kind::kBuiltin)];
      if (b->row->flags & NativeRow::kClassMethod) return image.method_types[kClassMethodDescriptor];
      return image.method_types[is_slot(b) ? kWrapperDescriptor : kMethodDescriptor];
    }
    case Kind::kGenericAlias:
      return static_cast<GenericAlias*>(o)->origin.is_none() ? image.union_type : image.classes[size_t(Kind::kGenericAlias)];
    case Kind::kFunction:
      // Functions of the image look like builtins; what they make at run time does not.
      if (o->immortal() && static_cast<Function*>(o)->code->has(kCodeHidden)) return image.classes[size_t(Kind::kBuiltin)];
      return image.classes[size_t(Kind::kFunction)];
    case Kind::kMember: return image.classes[size_t(is_part_descriptor(static_cast<Member*>(o)) ? Kind::kGetSet : Kind::kMember)];
    default: return image.classes[size_t(o->kind)];
  }
}

bool is_subclass(const Class* cls, const Class* base) {
  if (cls == base) return true;
  auto* mro = as<Tuple>(cls->mro);
  for (Value c : mro->span())
    if (c.as_object() == base) return true;
  return false;
}

bool is_instance_of(Context& cx, Value v, const Class* cls) { return is_subclass(class_of(cx, v), cls); }

namespace {

// What the class itself has of that name, in this session.
Value held_by(Context& cx, const Class* cls, const Str* name, bool patched) {
  if (patched && cls->immortal()) [[unlikely]]
    if (const Dict* own = class_patches(cx, cls))
      if (const Value v = dict_get_str(own, name); !v.is_unset()) return v.is_missing() ? Value() : v;
  return dict_get_str(as<Dict>(cls->dict), name);
}

bool is_shared_container(Value v) { return (is<List>(v) || is<Dict>(v) || is<Set>(v)) && v.as_object()->immortal(); }

// The same for the program: a list, dict or set that the library has in a class is the session's own from when it is first looked up.
Value taken_from(Context& cx, const Class* cls, Str* name, bool patched) {
  const Value held = held_by(cx, cls, name, patched);
  if (!is_shared_container(held) || !may_patch(cx, cls, name)) return held;
  const Value own = thaw(cx, held);
  return !own.is_outcome() && patch_class(cx, cls, name, own) ? own : held;
}

}  // namespace

Value class_lookup(Context& cx, Class* cls, Str* name, Class** owner) {
  // A small cache by class and name, good for one epoch.
  auto& slot =
      cx.method_cache[((reinterpret_cast<uintptr_t>(cls) >> 4) ^ (reinterpret_cast<uintptr_t>(name) >> 4)) % Context::kMethodCache];
  if (slot.cls == cls && slot.name == name && slot.epoch == cx.lookup_epoch) {
    if (owner) *owner = slot.owner;
    return slot.value;
  }
  Value found;
  Class* found_in = nullptr;
  const bool patched = has_class_patches(cx);
  for (Value c : as<Tuple>(cls->mro)->span()) {
    found = taken_from(cx, as<Class>(c), name, patched);
    if (!found.is_unset()) {
      found_in = as<Class>(c);
      break;
    }
  }
  slot = {cls, name, found_in, found, cx.lookup_epoch};
  if (owner) *owner = found_in;
  return found;
}

Value class_lookup_after(Context& cx, Class* cls, const Class* after, Str* name, Class** owner) {
  bool behind = false;
  const bool patched = has_class_patches(cx);
  for (Value c : as<Tuple>(cls->mro)->span()) {
    if (behind)
      if (Value found = taken_from(cx, as<Class>(c), name, patched); !found.is_unset()) {
        if (owner) *owner = as<Class>(c);
        return found;
      }
    if (c.as_object() == after) behind = true;
  }
  return Value();
}

std::string_view class_name(const Class* cls) { return as<Str>(cls->name)->view(); }

std::string class_text(Context& cx, const Class* cls) {
  constexpr size_t kLongest = 200;  // CPython's
  if (cls->class_flags & kClassQualified) return class_full_name(cx, cls);
  const std::string_view name = class_name(cls).substr(0, kLongest);
  return std::string(name.substr(0, utf8::valid_prefix(name, utf8::Surrogates::kAllow)));
}

void append_full_name(Context& cx, const Class* cls, TextBuilder& out) {
  const Value module = dict_get_str(as<Dict>(cls->dict), cx.name(Name::k___module__));
  if (is<Str>(module) && as<Str>(module)->view() != "builtins") {
    out.append(as<Str>(module)->view());
    out.append('.');
  }
  out.append(as<Str>(cls->qualname)->view());
}

std::string class_full_name(Context& cx, const Class* cls) {
  std::string qualname(as<Str>(cls->qualname)->view());
  Value module = dict_get_str(as<Dict>(cls->dict), cx.name(Name::k___module__));
  if (is<Str>(module) && as<Str>(module)->view() != "builtins") return std::string(as<Str>(module)->view()) + "." + qualname;
  return qualname;
}

namespace {

struct TraitName {
  Name name;
  uint32_t trait;
};
constexpr TraitName kTraitNames[] = {{Name::k___eq__, kTraitEq},
                                     {Name::k___ne__, kTraitEq},
                                     {Name::k___hash__, kTraitHash},
                                     {Name::k___repr__, kTraitRepr},
                                     {Name::k___str__, kTraitStr},
                                     {Name::k___bool__, kTraitBool},
                                     {Name::k___len__, kTraitLen},
                                     {Name::k___lt__, kTraitOrder},
                                     {Name::k___le__, kTraitOrder},
                                     {Name::k___gt__, kTraitOrder},
                                     {Name::k___ge__, kTraitOrder},
                                     {Name::k___iter__, kTraitIter},
                                     {Name::k___next__, kTraitNext},
                                     {Name::k___contains__, kTraitContains},
                                     {Name::k___getitem__, kTraitGetItem},
                                     {Name::k___setitem__, kTraitSetItem},
                                     {Name::k___delitem__, kTraitDelItem},
                                     {Name::k___format__, kTraitFormat},
                                     {Name::k___getattr__, kTraitGetAttr},
                                     {Name::k___getattribute__, kTraitGetAttribute},
                                     {Name::k___setattr__, kTraitSetAttr},
                                     {Name::k___delattr__, kTraitDelAttr},
                                     {Name::k___call__, kTraitCall},
                                     {Name::k___index__, kTraitIndex},
                                     {Name::k___int__, kTraitIndex},
                                     {Name::k___float__, kTraitIndex},
                                     {Name::k___complex__, kTraitIndex},
                                     {Name::k___init__, kTraitInit},
                                     {Name::k___new__, kTraitNew},
                                     {Name::k___get__, kTraitGet},
                                     {Name::k___set__, kTraitSet},
                                     {Name::k___delete__, kTraitSet},
                                     {Name::k___missing__, kTraitMissing},
#define NUMERIC(name) {Name::k___##name##__, kTraitNumeric},
#define BINARY(ast, op, name, ...) \
  NUMERIC(name)                    \
  NUMERIC(r##name)                 \
  NUMERIC(i##name)
#include "syntax/operators.def"
                                     NUMERIC(neg) NUMERIC(pos) NUMERIC(invert) NUMERIC(abs) NUMERIC(divmod) NUMERIC(rdivmod)
#undef NUMERIC
};

// The rows of kTraitNames by hash of their name, which is the same in all sessions: the walk over a class's dict in class_traits asks for
// each entry.
class TraitTable {
 public:
  explicit TraitTable(Context& cx) {
    for (size_t i = 0; i < std::size(kTraitNames); ++i) {
      const int64_t hash = str_hash(cx.name(kTraitNames[i].name));
      size_t slot = size_t(hash) % kSlots;
      while (rows_[slot].row >= 0) slot = (slot + 1) % kSlots;
      rows_[slot] = {hash, int(i)};
    }
  }
  // The row of a name, or -1.
  int find(Context& cx, const DictEntry& e) const {
    for (size_t slot = size_t(e.hash) % kSlots; rows_[slot].row >= 0; slot = (slot + 1) % kSlots)
      if (rows_[slot].hash == e.hash && is<Str>(e.key) && str_equal(as<Str>(e.key), cx.name(kTraitNames[rows_[slot].row].name)))
        return rows_[slot].row;
    return -1;
  }

 private:
  static constexpr size_t kSlots = 512;
  struct Slot {
    int64_t hash = 0;
    int row = -1;
  };
  std::array<Slot, kSlots> rows_;
};

// Is what a class of the MRO holds under a special name something a leaf knows how to do itself? Of a builtin method that the program put
// there (`__hash__ = object.__hash__`) only when the class would have had it anyway.
bool is_native(Context& cx, Class* cls, const Class* holder, Name name, Value v) {
  if (!is<Builtin>(v)) return false;
  return as<Builtin>(v)->owner.is_object() &&
         (as<Builtin>(v)->owner.as_object() == holder || class_lookup_after(cx, cls, holder, cx.name(name)) == v);
}

}  // namespace

uint32_t trait_of(Context& cx, const Str* name) {
  for (const auto& row : kTraitNames)
    if (str_equal(name, cx.name(row.name))) return row.trait;
  return 0;
}

uint32_t class_traits(Context& cx, Class* cls) {
  if (cls->immortal() || cls->traits_epoch == cx.class_epoch) return cls->traits;
  static const TraitTable table(cx);
  std::bitset<std::size(kTraitNames)> seen;  // the first class of the MRO that has a name counts
  uint32_t traits = 0;
  auto note = [&](size_t row, const Class* holder, Value v) {
    if (seen[row]) return;
    seen.set(row);
    if (!is_native(cx, cls, holder, kTraitNames[row].name, v)) traits |= kTraitNames[row].trait;
    if (kTraitNames[row].name == Name::k___hash__ && v.is_none()) traits |= kTraitNoHash;
  };
  for (Value c : as<Tuple>(cls->mro)->span()) {
    auto* holder = as<Class>(c);
    Dict* dict = as<Dict>(holder->dict);
    if (dict->entries.size > 2 * std::size(kTraitNames)) {  // looked up instead, so that a large class costs no more
      for (size_t row = 0; row < std::size(kTraitNames); ++row)
        if (Value v = dict_get_str(dict, cx.name(kTraitNames[row].name)); !v.is_unset()) note(row, holder, v);
    } else {
      dict_for_each(dict, [&](const DictEntry& e) {
        if (const int row = table.find(cx, e); row >= 0) note(size_t(row), holder, e.value);
      });
    }
  }
  const Value call = cls->meta ? class_lookup(cx, cls->meta, cx.name(Name::k___call__)) : Value();
  if (!call.is_unset() && !is<Builtin>(call)) traits |= kTraitMetaCall;
  cls->traits = traits;
  cls->traits_epoch = cx.class_epoch;
  return traits;
}

Value compute_mro(Context& cx, Class* cls, Tuple* bases) {
  // C3: merge the bases' MROs and the list of bases, always taking the first head that is in no tail.
  std::vector<std::vector<Class*>> lists;
  for (Value b : bases->span()) {
    std::vector<Class*> list;
    for (Value c : as<Tuple>(as<Class>(b)->mro)->span()) list.push_back(as<Class>(c));
    lists.push_back(std::move(list));
  }
  std::vector<Class*> own;
  for (Value b : bases->span()) own.push_back(as<Class>(b));
  lists.push_back(own);
  std::vector<Value> mro{Value::object(cls)};
  std::vector<size_t> at(lists.size(), 0);
  for (;;) {
    Class* next = nullptr;
    bool left = false;
    for (size_t i = 0; i < lists.size() && !next; ++i) {
      if (at[i] == lists[i].size()) continue;
      left = true;
      Class* candidate = lists[i][at[i]];
      bool in_tail = false;
      for (size_t j = 0; j < lists.size() && !in_tail; ++j)
        for (size_t k = at[j] + 1; k < lists[j].size(); ++k) in_tail |= lists[j][k] == candidate;
      if (!in_tail) next = candidate;
    }
    if (!left) break;
    if (!next) {
      std::string names;
      for (Class* b : own) names += (names.empty() ? "" : ", ") + std::string(class_name(b));
      return raise_type_error(cx, "Cannot create a consistent method resolution\norder (MRO) for bases {}", names);
    }
    mro.push_back(Value::object(next));
    for (size_t i = 0; i < lists.size(); ++i)
      if (at[i] < lists[i].size() && lists[i][at[i]] == next) ++at[i];
    if (!cx.tick(mro.size())) return Value::retry();
  }
  return tuple_of(cx, mro);
}

namespace {

// The layout that instances of a class with these bases have, or kFree when they conflict.
Kind common_layout(Tuple* bases) {
  Kind layout = Kind::kInstance;
  for (Value b : bases->span()) {
    Kind k = Kind(as<Class>(b)->layout);
    if (k == Kind::kInstance) continue;
    if (layout != Kind::kInstance && layout != k) return Kind::kFree;
    layout = k;
  }
  return layout;
}

}  // namespace

// What each class has besides the body of its statement, in CPython's order: the descriptors of __dict__ and __weakref__, a docstring, no
// __hash__ with an __eq__.
Value complete_class(Context& cx, Class* cls, bool has_dict, bool has_weakref) {
  Dict* own = as<Dict>(cls->dict);
  bool ok = true;
  auto add = [&](Name n, Value v) { ok = ok && dict_set_str(cx, own, cx.name(n), v); };
  auto missing = [&](Name n) { return dict_find_str(own, cx.name(n)) < 0; };
  auto add_descriptor = [&](Name n) {
    if (!missing(n)) return;
    auto* member = cx.heap.make<Member>();
    member->owner = Value::object(cls);
    member->name = Value::object(cx.name(n));
    add(n, Value::object(member));
  };
  if (has_dict) add_descriptor(Name::k___dict__);
  if (has_weakref) add_descriptor(Name::k___weakref__);
  if (missing(Name::k___doc__)) add(Name::k___doc__, Value::none());
  if (!missing(Name::k___eq__) && missing(Name::k___hash__)) add(Name::k___hash__, Value::none());
  return ok ? Value::none() : cx.out_of_memory();
}

bool brings_dict(Context& cx, Class* base) {
  switch (Kind(base->layout)) {
    case Kind::kException:
    case Kind::kClass:
    case Kind::kModule: return true;
    // In the image those that are written in Python and not marked as natives.
    default:
      return base->immortal() ? !class_lookup(cx, base, cx.name(Name::k___dict__)).is_unset() : (base->class_flags & kClassHasDict) != 0;
  }
}

bool brings_weakref(Context& cx, Class* base) {
  if (!base->immortal()) return !(base->class_flags & kClassNoWeakref);
  switch (Kind(base->layout)) {
    case Kind::kSet:
    case Kind::kFrozenSet:
    case Kind::kDeque:
    case Kind::kClass:
    case Kind::kModule: return true;
    default: return is<Member>(class_lookup(cx, base, cx.name(Name::k___weakref__)));
  }
}

Value make_class(Context& cx, Class* meta, Str* name, Tuple* bases, Dict* dict) {
  if (bases->count == 0) bases = as<Tuple>(tuple_of(cx, std::array<Value, 1>{Value::object(cx.image->object)}));
  for (uint32_t i = 0; i < bases->count; ++i) {
    Value b = bases->items[i];
    if (!is<Class>(b)) return raise_type_error(cx, "bases must be types");
    if (as<Class>(b)->class_flags & kClassFinal)
      return raise_type_error(cx, "type '{}' is not an acceptable base type", class_text(cx, as<Class>(b)));
    for (uint32_t j = 0; j < i; ++j)
      if (bases->items[j] == b) return raise_type_error(cx, "duplicate base class {}", class_name(as<Class>(b)));
  }
  Kind layout = common_layout(bases);
  if (layout == Kind::kFree || (bases->count > 1 && slots_conflict(bases)))
    return raise_type_error(cx, "multiple bases have instance lay-out conflict");

  Class* cls = cx.heap.make<Class>();
  cls->name = Value::object(name);
  cls->qualname = Value::object(name);
  cls->bases = Value::object(bases);
  cls->meta = meta;
  cls->layout = uint32_t(layout);
  cls->class_flags = kClassHasDict;
  Value mro = compute_mro(cx, cls, bases);
  if (mro.is_outcome()) return mro;
  cls->mro = mro;
  for (Value b : bases->span())
    if (Value c = as<Class>(b)->constructor; !c.is_unset() && cls->constructor.is_unset()) cls->constructor = c;

  Value copy = dict_copy(cx, dict);
  if (copy.is_outcome()) return copy;
  cls->dict = copy;
  Dict* own = as<Dict>(copy);
  if (Value q = dict_get_str(own, cx.name(Name::k___qualname__)); !q.is_unset()) {
    if (!is<Str>(q)) return raise_type_error(cx, "type __qualname__ must be a str, not {}", type_name(cx, q));
    cls->qualname = q;
    dict_delete_str(cx, own, cx.name(Name::k___qualname__));
  }
  // These are class or static methods without being marked so.
  for (Name n : {Name::k___init_subclass__, Name::k___class_getitem__})
    if (Value f = dict_get_str(own, cx.name(n)); is<Function>(f)) {
      auto* m = cx.heap.make<ClassMethod>();
      m->function = f;
      dict_set_str(cx, own, cx.name(n), Value::object(m));
    }
  if (Value f = dict_get_str(own, cx.name(Name::k___new__)); is<Function>(f)) {
    auto* m = cx.heap.make<StaticMethod>();
    m->function = f;
    dict_set_str(cx, own, cx.name(Name::k___new__), Value::object(m));
  }
  // With slots the rest is class_add_slots's.
  if (dict_find_str(own, cx.name(Name::k___slots__)) < 0) {
    bool has_dict = false, has_weakref = layout == Kind::kInt || layout == Kind::kTuple || layout == Kind::kBytes;
    for (Value b : bases->span()) {
      has_dict |= brings_dict(cx, as<Class>(b));
      has_weakref |= brings_weakref(cx, as<Class>(b));
    }
    if (Value r = complete_class(cx, cls, !has_dict, !has_weakref); r.is_outcome()) return r;
  }
  cls->root_shape = make_root_shape(cx, cls);
  for (Value b : bases->span())
    if (!as<Class>(b)->immortal()) cx.heap.push(as<Class>(b)->subclasses, Value::object(cls));
  if (!cx.heap.frozen()) cx.heap.serial_of(cls);  // their order, to __subclasses__() of the image's
  return Value::object(cls);
}

Class* make_builtin_class(Context& cx, std::string_view name, Class* base, Kind layout, uint32_t flags) {
  Class* cls = cx.heap.make<Class>();
  cls->name = cls->qualname = Value::object(cx.intern(name));
  cls->layout = uint32_t(layout);
  cls->class_flags = flags;
  cls->dict = Value::object(new_dict(cx));
  cls->meta = cx.image->type;
  std::vector<Value> mro{Value::object(cls)};
  if (base) {
    for (Value c : as<Tuple>(base->mro)->span()) mro.push_back(c);
    cls->bases = tuple_of(cx, std::array<Value, 1>{Value::object(base)});
    cx.heap.push(base->subclasses, Value::object(cls));
  } else {
    cls->bases = tuple_of(cx, {});
  }
  cls->mro = tuple_of(cx, mro);
  cls->root_shape = make_root_shape(cx, cls);
  return cls;
}

namespace {
// Plain data in a class can change without anybody having to look methods up again.
bool is_plain_data(Value v) {
  return v.is_small() || v.is_inline_float() || v.is_special() || is<Str>(v) || is<Int>(v) || is<Float>(v) || is<List>(v) || is<Dict>(v) ||
         is<Tuple>(v) || is<Set>(v);
}
}  // namespace

namespace {

// Inline caches hold methods and the place of instance attributes, never class data: only a change of what a lookup finds, or of what kind
// it is, makes them stale.
void note_change(Context& cx, Value before, Value now) {
  if (before.is_unset() || !is_plain_data(before) || !is_plain_data(now)) cx.methods_changed();
  else ++cx.lookup_epoch;
}

}  // namespace

Value class_set(Context& cx, Class* cls, Str* name, Value value) {
  if (cls->immortal() && !may_patch(cx, cls, name)) return raise_immutable(cx, cls, name->view());
  const Value before = held_by(cx, cls, name, true);
  if (!(cls->immortal() ? patch_class(cx, cls, name, value) : dict_set_str(cx, as<Dict>(cls->dict), name, value)))
    return cx.out_of_memory();
  note_change(cx, before, value);
  return Value::none();
}

Value class_delete(Context& cx, Class* cls, Str* name) {
  if (cls->immortal() && !may_patch(cx, cls, name)) return raise_immutable(cx, cls, name->view());
  if (held_by(cx, cls, name, true).is_unset())
    return raise_attribute_error(cx, "type object '{}' has no attribute '{}'", class_text(cx, cls), name->view());
  if (!cls->immortal()) dict_delete_str(cx, as<Dict>(cls->dict), name);
  else if (!patch_class(cx, cls, name, Value::missing())) return cx.out_of_memory();
  cx.methods_changed();
  return Value::none();
}

}  // namespace fermata
