#include "objects/model/type_object.h"

#include <algorithm>
#include <array>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/class_patches.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/read_only.h"
#include "objects/model/type_tables.h"
#include "objects/numbers/numbers.h"
#include "objects/text/codecs.h"
#include "objects/text/text.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

Class* self_of(Value v) { return as<Class>(v); }
Value own(Context& cx, Class* cls, std::string_view name) { return dict_get_str(as<Dict>(cls->dict), cx.intern(name)); }

Value no_attribute(Context& cx, Class* cls, std::string_view name) {
  return raise_attribute_error(cx, "type object '{}' has no attribute '{}'", class_text(cx, cls), name);
}

// --- attributes

Value get_name(Context&, Value self) { return self_of(self)->name; }
Value get_qualname(Context&, Value self) { return self_of(self)->qualname; }

// What CPython keeps as UTF-8 besides: a name, a docstring.
Value check_utf8(Context& cx, Value text) {
  if (!is<Str>(text) || as<Str>(text)->ascii()) return Value::none();
  return encode_text(cx, as<Str>(text), nullptr, nullptr);
}

Value check_type_name(Context& cx, Str* name) {
  if (name->view().find('\0') != std::string_view::npos) return raise_value_error(cx, "type name must not contain null characters");
  return check_utf8(cx, Value::object(name));
}

Value set_text(Context& cx, Value self, Value value, const char* name, Value Class::*member) {
  Class* cls = self_of(self);
  if (cls->immortal()) return raise_immutable(cx, cls, name);
  if (value.is_unset()) return raise_type_error(cx, "cannot delete '{}' attribute of immutable type '{}'", name, class_text(cx, cls));
  Str* text = as_str(value);
  if (!text) return raise_type_error(cx, "can only assign string to {}.{}, not '{}'", class_text(cx, cls), name, type_name(cx, value));
  if (member == &Class::name)
    if (const Value r = check_type_name(cx, text); r.is_outcome()) return r;
  cls->*member = Value::object(text);
  return Value::none();
}
Value set_name(Context& cx, Value self, Value value) { return set_text(cx, self, value, "__name__", &Class::name); }
Value set_qualname(Context& cx, Value self, Value value) { return set_text(cx, self, value, "__qualname__", &Class::qualname); }

Value get_module(Context& cx, Value self) {
  Value v = own(cx, self_of(self), "__module__");
  // Where instances have a module of their own (functions), the class holds what says so.
  if (is<GetSet>(v)) return Value::object(cx.name(Name::k_builtins));
  if (!v.is_unset()) return v;
  return Value::object(self_of(self)->immortal() ? cx.name(Name::k_builtins) : cx.name(Name::k___main__));
}
Value set_own(Context& cx, Value self, Value value, const char* name) {
  if (value.is_unset()) return class_delete(cx, self_of(self), cx.intern(name));
  return class_set(cx, self_of(self), cx.intern(name), value);
}
Value set_module(Context& cx, Value self, Value value) {
  if (value.is_unset())
    return raise_type_error(cx, "cannot delete '__module__' attribute of immutable type '{}'", class_text(cx, self_of(self)));
  return set_own(cx, self, value, "__module__");
}

Value get_bases(Context&, Value self) { return self_of(self)->bases; }
Value get_base(Context&, Value self) {
  const Class* base = layout_base(self_of(self));
  return base ? Value::object(const_cast<Class*>(base)) : Value::none();
}

Value get_mro(Context&, Value self) { return self_of(self)->mro; }

Value get_dict(Context& cx, Value self) {
  const Value names = namespace_of(cx, self_of(self));
  if (names.is_outcome()) return names;
  auto* proxy = cx.heap.make<MappingProxy>();
  proxy->mapping = names;
  return Value::object(proxy);
}

Value get_doc(Context& cx, Value self) {
  Value v = own(cx, self_of(self), "__doc__");
  if (v.is_unset()) return Value::none();
  // Where instances have texts of their own (functions, properties), the class holds what says so; its own is in its row.
  if (is<GetSet>(v)) {
    for (const TypeRow* row : builtin_types())
      if (row->name == class_full_name(cx, self_of(self))) return row->doc ? new_str(cx, row->doc) : Value::none();
  }
  return bind_attribute(cx, v, Value::none(), self_of(self));
}
Value set_doc(Context& cx, Value self, Value value) {
  if (value.is_unset())
    return raise_type_error(cx, "cannot delete '__doc__' attribute of immutable type '{}'", class_text(cx, self_of(self)));
  return set_own(cx, self, value, "__doc__");
}

Value get_annotations(Context& cx, Value self) {
  Class* cls = self_of(self);
  Value v = own(cx, cls, "__annotations__");
  if (!v.is_unset()) return v;
  if (cls->immortal()) return no_attribute(cx, cls, "__annotations__");
  v = Value::object(new_dict(cx));
  Value done = class_set(cx, cls, cx.name(Name::k___annotations__), v);
  return done.is_outcome() ? done : v;
}
Value set_annotations(Context& cx, Value self, Value value) {
  if (self_of(self)->immortal()) return raise_immutable(cx, self_of(self), "__annotations__");
  if (value.is_unset() && own(cx, self_of(self), "__annotations__").is_unset()) return raise_attribute_error(cx, "__annotations__");
  return set_own(cx, self, value, "__annotations__");
}

// The class's own, never a base's.
Value get_type_params(Context& cx, Value self) {
  Value v = own(cx, self_of(self), "__type_params__");
  return v.is_unset() ? tuple_of(cx, {}) : v;
}
Value set_type_params(Context& cx, Value self, Value value) {
  if (value.is_unset()) return raise_type_error(cx, "cannot delete '__type_params__' attribute of type '{}'", class_name(self_of(self)));
  return set_own(cx, self, value, "__type_params__");
}

Value get_abstract(Context& cx, Value self) {
  Value v = own(cx, self_of(self), "__abstractmethods__");
  return v.is_unset() || is<GetSet>(v) ? raise_attribute_error(cx, "__abstractmethods__") : v;
}
Value set_abstract(Context& cx, Value self, Value value) {
  Class* cls = self_of(self);
  if (value.is_unset() && own(cx, cls, "__abstractmethods__").is_unset()) return raise_attribute_error(cx, "__abstractmethods__");
  if (Value done = set_own(cx, self, value, "__abstractmethods__"); done.is_outcome()) return done;
  bool any = is<FrozenSet>(value) ? as<FrozenSet>(value)->live != 0 : is<Set>(value) && as<Set>(value)->live != 0;
  cls->class_flags = any ? cls->class_flags | kClassAbstract : cls->class_flags & ~uint32_t(kClassAbstract);
  return Value::none();
}

// Of CPython's Py_TPFLAGS_… those that say something here, by their bits: inspect.isabstract() and the like ask for them.
Value get_flags(Context& cx, Value self) {
  const Class* cls = self_of(self);
  constexpr int64_t kImmutable = 1 << 8, kHeapType = 1 << 9, kBaseType = 1 << 10, kReady = 1 << 12, kIsAbstract = 1 << 20;
  int64_t flags = kReady | (cls->immortal() ? kImmutable : kHeapType);
  if (!(cls->class_flags & kClassFinal)) flags |= kBaseType;
  if (cls->class_flags & kClassAbstract) flags |= kIsAbstract;
  const auto of = [&](Kind kind) -> const Class* { return cx.image->classes[size_t(kind)]; };
  const std::pair<const Class*, int> builtin[] = {{class_of(cx, Value::small(0)), 24},
                                                  {of(Kind::kList), 25},
                                                  {of(Kind::kTuple), 26},
                                                  {of(Kind::kBytes), 27},
                                                  {of(Kind::kStr), 28},
                                                  {of(Kind::kDict), 29},
                                                  {error_class(cx, ErrorType::kBaseException), 30},
                                                  {of(Kind::kClass), 31}};
  for (const auto& [base, bit] : builtin)
    if (is_subclass(cls, base)) flags |= int64_t(1) << bit;
  return Value::small(flags);
}

// Those that CPython's have, as `inspect.signature` reads them.
constexpr std::pair<std::string_view, const char*> kTextSignatures[] = {
    {"complex", "(real=0, imag=0)"},
    {"enumerate", "(iterable, start=0)"},
    {"float", "(x=0, /)"},
    {"function", "(code, globals, name=None, argdefs=None, closure=None)"},
    {"list", "(iterable=(), /)"},
    {"memoryview", "(object)"},
    {"method", "(function, instance, /)"},
    {"module", "(name, doc=None)"},
    {"object", "()"},
    {"property", "(fget=None, fset=None, fdel=None, doc=None)"},
    {"reversed", "(sequence, /)"},
    {"tuple", "(iterable=(), /)"}};
Value get_text_signature(Context& cx, Value self) {
  const Class* cls = self_of(self);
  if (!cls->immortal()) return Value::none();
  for (const auto& [name, text] : kTextSignatures)
    if (is<Str>(cls->name) && as<Str>(cls->name)->view() == name) return new_str(cx, text);
  return Value::none();
}

// --- methods

Value type_mro(Context& cx, Value* a) {
  const Value mro = compute_mro(cx, self_of(a[0]), as<Tuple>(self_of(a[0])->bases));
  return mro.is_outcome() ? mro : list_of(cx, as<Tuple>(mro)->span());
}

// What programs ask of exceptions and of object is what CPython would say of the modules that they have imported.
Value type_subclasses(Context& cx, Value* a) {
  const Class* cls = self_of(a[0]);
  const bool asked = cls->immortal() && (cls == cx.image->object || is_subclass(cls, error_class(cx, ErrorType::kBaseException)));
  return asked && !cx.heap.frozen() ? Value::defer() : list_of(cx, direct_subclasses(cx, cls));
}

Value type_instancecheck(Context& cx, Value* a) { return Value::boolean(is_instance_of(cx, a[1], self_of(a[0]))); }

Value type_subclasscheck(Context& cx, Value* a) {
  if (!is<Class>(a[1])) return raise_type_error(cx, "issubclass() arg 1 must be a class");
  return Value::boolean(is_subclass(self_of(a[1]), self_of(a[0])));
}

Value type_prepare(Context& cx, Value*) { return Value::object(new_dict(cx)); }

Value type_attribute_name(Context& cx, Value name) {
  if (Str* s = as_str(name)) return Value::object(s);
  return raise_type_error(cx, "attribute name must be string, not '{}'", type_name(cx, name));
}
Value type_getattribute(Context& cx, Value* a) {
  const Value name = type_attribute_name(cx, a[1]);
  return name.is_outcome() ? name : generic_get(cx, a[0], as<Str>(name));
}
Value type_setattr(Context& cx, Value* a) {
  const Value name = type_attribute_name(cx, a[1]);
  return name.is_outcome() ? name : generic_set(cx, a[0], as<Str>(name), a[2]);
}
Value type_delattr(Context& cx, Value* a) {
  const Value name = type_attribute_name(cx, a[1]);
  return name.is_outcome() ? name : generic_delete(cx, a[0], as<Str>(name));
}

Value type_dir(Context& cx, Value* a) { return list_attributes(cx, a[0]); }

Value type_init(Context& cx, Value* a) {
  uint32_t n = as<Tuple>(a[1])->count;
  if (n == 1 && as<Dict>(a[2])->live) return raise_type_error(cx, "type.__init__() takes no keyword arguments");
  if (n != 1 && n != 3) return raise_type_error(cx, "type.__init__() takes 1 or 3 arguments");
  return Value::none();
}

// type(x), and type(name, bases, dict) as the prelude has it.
Value type_construct(Context& cx, Value* a) {
  if (!a[1].is_missing() && a[2].is_missing() && a[3].is_missing() && as<Class>(a[0]) == cx.image->type && as<Dict>(a[4])->live == 0)
    return Value::object(class_of(cx, a[1]));
  if (a[2].is_missing() || a[3].is_missing()) return raise_type_error(cx, "type() takes 1 or 3 arguments");
  return Value::defer();
}
// Here one argument alone is not enough.
Value type_new(Context& cx, Value* a) {
  if (!is<Class>(a[0])) return raise_type_error(cx, "type.__new__(X): X is not a type object ({})", type_name(cx, a[0]));
  if (!is_subclass(as<Class>(a[0]), cx.image->type))
    return raise_type_error(cx, "type.__new__({0}): {0} is not a subtype of type", class_text(cx, as<Class>(a[0])));
  if (a[3].is_missing())
    return raise_type_error(cx, "type.__new__() takes exactly 3 arguments ({} given)", 2 - a[1].is_missing() - a[2].is_missing());
  return Value::defer();
}

constexpr const char* kTypeParameters = "cls, object_or_name=?, bases=?, dict=?, /, **kwargs";

constexpr NativeRow kTypeMethods[] = {
    {"__new__", type_new, "cls, name=?, bases=?, dict=?, /, **kwargs", "type__new__", NativeRow::kStatic | NativeRow::kNew},
    {"__init__", type_init, "self, /, *args, **kwargs"},
    {"__call__", nullptr, "self, /, *args, **kwargs", "type_call"},
    {"__prepare__", type_prepare, "cls, /, *args, **kwargs", nullptr, NativeRow::kClassMethod},
    {"__instancecheck__", type_instancecheck, "self, instance, /"},
    {"__subclasscheck__", type_subclasscheck, "self, subclass, /"},
    {"__subclasses__", type_subclasses, "self, /", "type__subclasses__"},
    {"__getattribute__", type_getattribute, "self, name, /"},
    {"__setattr__", type_setattr, "self, name, value, /", nullptr, NativeRow::kNameless},
    {"__delattr__", type_delattr, "self, name, /"},
    {"__dir__", type_dir, "self, /"},
    {"mro", type_mro, "self, /"},
};

constexpr AttributeRow kTypeAttributes[] = {
    {"__name__", get_name, set_name},
    {"__qualname__", get_qualname, set_qualname},
    {"__module__", get_module, set_module},
    {"__bases__", get_bases, set_class_bases},
    {"__base__", get_base},
    {"__mro__", get_mro},
    {"__dict__", get_dict},
    {"__doc__", get_doc, set_doc},
    {"__annotations__", get_annotations, set_annotations},
    {"__type_params__", get_type_params, set_type_params},
    {"__abstractmethods__", get_abstract, set_abstract},
    {"__text_signature__", get_text_signature},
    {"__flags__", get_flags, read_only_member},
};

constexpr NativeRow kTypeConstructor = {"type", type_construct, kTypeParameters, "type_construct"};

Value class_repr(Context& cx, Value self, TextBuilder& out) {
  out.append("<class '");
  append_full_name(cx, self_of(self), out);
  out.append("'>");
  return out.status();
}

Value class_binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (op != BinaryOp::kOr || !is_union_part(a) || !is_union_part(b)) return Value::not_implemented();
  return make_union(cx, a, b);
}

}  // namespace

const Operations kClassOperations = {
    .hash = hash_by_identity,
    .repr = class_repr,
    .binary = class_binary,
    .binary_ops = 1u << unsigned(BinaryOp::kOr),
};

const TypeRow kTypeType = {
    .kind = Kind::kClass,
    .name = "type",
    .base = "object",
    .doc = "type(object) -> the object's type\ntype(name, bases, dict, **kwds) -> a new type",
    .methods = kTypeMethods,
    .attributes = kTypeAttributes,
    .constructor = &kTypeConstructor,
    .operations = &kClassOperations,
    .named = true,
};

// --- unions

bool is_union_part(Value v) { return is<Class>(v) || v.is_none() || is<GenericAlias>(payload_of(v)); }

namespace {

// The same type, without asking anybody's __eq__.
bool same_part(Context& cx, Value a, Value b) {
  if (a == b) return true;
  DepthGuard guard(cx);
  if (!guard.ok) return false;
  auto* x = try_as<GenericAlias>(a);
  auto* y = try_as<GenericAlias>(b);
  if (!x || !y || !same_part(cx, x->origin, y->origin)) return false;
  auto* p = try_as<Tuple>(x->args);
  auto* q = try_as<Tuple>(y->args);
  if (!p || !q || p->count != q->count) return false;
  for (uint32_t i = 0; i < p->count; ++i)
    if (!same_part(cx, p->items[i], q->items[i])) return false;
  return true;
}

}  // namespace

Value make_union(Context& cx, Value a, Value b) {
  std::vector<Value> parts;
  auto add = [&](Value v) {
    if (v.is_none()) v = Value::object(class_of(cx, v));
    for (Value p : parts)
      if (same_part(cx, p, v)) return;
    parts.push_back(v);
  };
  for (Value v : {a, b}) {
    if (!is_union(v)) add(v);
    else
      for (Value part : as<Tuple>(as<GenericAlias>(v)->args)->span()) add(part);
  }
  if (!cx.tick(parts.size())) return Value::retry();
  if (parts.size() == 1) return parts[0];
  Value args = tuple_of(cx, parts);
  if (args.is_outcome()) return args;
  auto* u = cx.heap.make<GenericAlias>();
  u->origin = Value::none();
  u->args = args;
  return Value::object(u);
}

// --- the class statement

Value class_make(Context& cx, Value* a) {
  Value name = payload_of(a[1]), bases = payload_of(a[2]), names = payload_of(a[3]);
  if (!is<Str>(name)) return raise_type_error(cx, "type.__new__() argument 1 must be str, not {}", type_name(cx, a[1]));
  if (!is<Tuple>(bases)) return raise_type_error(cx, "type.__new__() argument 2 must be tuple, not {}", type_name(cx, a[2]));
  if (!is<Dict>(names)) return raise_type_error(cx, "type.__new__() argument 3 must be dict, not {}", type_name(cx, a[3]));
  if (const Value r = check_type_name(cx, as<Str>(name)); r.is_outcome()) return r;
  if (const Value r = check_utf8(cx, dict_get_str(as<Dict>(names), cx.name(Name::k___doc__))); r.is_outcome()) return r;
  return make_class(cx, as<Class>(a[0]), as<Str>(name), as<Tuple>(bases), as<Dict>(names));
}

namespace {

// What looking names up takes where many have one hash.
uint64_t work_of_collisions(std::span<const Value> names) {
  std::vector<int64_t> hashes;
  for (Value n : names)
    if (is<Str>(n)) hashes.push_back(str_hash(as<Str>(n)));
  std::ranges::sort(hashes);
  uint64_t work = hashes.size();
  for (size_t i = 0, j = 0; i < hashes.size(); i = j) {
    while (j < hashes.size() && hashes[j] == hashes[i]) ++j;
    work += uint64_t(j - i) * (j - i);
  }
  return work;
}

}  // namespace

Value class_add_slots(Context& cx, Value* a) {
  if (!cx.tick(2 * work_of_collisions(as<Tuple>(a[1])->span()))) return Value::retry();
  Class* cls = self_of(a[0]);
  Dict* dict = as<Dict>(cls->dict);
  bool has_dict = false, has_weakref = false;
  for (Value b : as<Tuple>(cls->bases)->span()) {
    auto* base = as<Class>(b);
    has_weakref |= brings_weakref(cx, base);
    has_dict |= brings_dict(cx, base);
  }
  const bool had_dict = has_dict, had_weakref = has_weakref;
  for (Value n : as<Tuple>(a[1])->span()) {
    if (!is<Str>(n)) return raise_type_error(cx, "__slots__ items must be strings, not '{}'", type_name(cx, n));
    if (Value full; !cx.can_allocate(2 * (uint64_t(as<Str>(n)->count) + class_name(cls).size()), &full)) return full;
    std::string name(as<Str>(n)->view());
    if (!unicode::is_identifier(name)) return raise_type_error(cx, "__slots__ must be identifiers");
    if (name == "__dict__") {
      if (has_dict) return raise_type_error(cx, "__dict__ slot disallowed: we already got one");
      has_dict = true;
      continue;
    }
    if (name == "__weakref__") {
      if (has_weakref) return raise_type_error(cx, "__weakref__ slot disallowed: either we already got one, or __itemsize__ != 0");
      has_weakref = true;
      continue;
    }
    Kind layout = Kind(cls->layout);
    if (layout == Kind::kInt || layout == Kind::kTuple || layout == Kind::kBytes)
      return raise_type_error(cx, "nonempty __slots__ not supported for subtype of '{}'", class_name(as<Class>(get_base(cx, a[0]))));
    if (name.starts_with("__") && !name.ends_with("__")) {
      // A private name, as the compiler writes it.
      std::string_view owner = class_name(cls);
      while (owner.starts_with("_")) owner.remove_prefix(1);
      if (!owner.empty()) name = "_" + std::string(owner) + name;
    }
    Str* key = cx.intern(name);
    if (!key) return cx.out_of_memory();
    // A class without a docstring has __doc__ = None by now.
    const Value there = dict_get_str(dict, key);
    if (!there.is_unset() && !(name == "__doc__" && there.is_none()))
      return raise_value_error(cx, "'{}' in __slots__ conflicts with class variable", name);
    auto* member = cx.heap.make<Member>();
    member->owner = a[0];
    member->name = Value::object(key);
    if (!dict_set_str(cx, dict, key, Value::object(member))) return cx.out_of_memory();
  }
  if (Value r = complete_class(cx, cls, has_dict && !had_dict, has_weakref && !had_weakref); r.is_outcome()) return r;
  cls->class_flags = has_dict ? cls->class_flags | kClassHasDict : cls->class_flags & ~uint32_t(kClassHasDict);
  cls->class_flags = has_weakref ? cls->class_flags & ~uint32_t(kClassNoWeakref) : cls->class_flags | kClassNoWeakref;
  cx.methods_changed();
  return Value::none();
}

Value class_set_names(Context& cx, Value* a) {
  Class* cls = self_of(a[0]);
  Str* set_name = cx.name(Name::k___set_name__);
  List* found = new_list(cx);
  Value failed = Value::none();
  dict_for_each(as<Dict>(cls->dict), [&](DictEntry& e) {
    // Properties only note the name; nobody else needs to know.
    if (auto* p = try_as<Property>(e.value)) {
      if (p->name.is_unset() && !p->immortal()) p->name = e.key;
      return;
    }
    if (!e.value.is_object() || is<Function>(e.value) || is<Str>(e.value)) return;
    if (class_lookup(cx, class_of(cx, e.value), set_name).is_unset()) return;
    Value pair = tuple_of(cx, std::array<Value, 2>{e.key, e.value});
    if (pair.is_outcome()) failed = pair;
    else if (!cx.heap.push(found->items, pair)) failed = cx.out_of_memory();
  });
  return failed.is_outcome() ? failed : Value::object(found);
}

}  // namespace fermata
