// The descriptors: staticmethod, classmethod, property, super, and those of builtin classes and of slots.
// What an access through them does is bind_attribute's (attributes.cpp); here is how they are made and seen.
#include <array>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/model/read_only.h"
#include "objects/model/type_object.h"
#include "objects/model/type_tables.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

std::string_view text(Value v) { return is<Str>(v) ? as<Str>(v)->view() : std::string_view(); }

Value class_or_of(Context& cx, Value owner, Value instance) { return is<Class>(owner) ? owner : Value::object(class_of(cx, instance)); }

Value descriptor_get(Context& cx, Value* a) {
  if (a[1].is_none() && !is<Class>(a[2])) return raise_type_error(cx, "__get__(None, None) is invalid");
  return bind_attribute(cx, a[0], a[1], as<Class>(class_or_of(cx, a[2], a[1])));
}

// --- staticmethod and classmethod: both wrap a function and show its name and text.

Value wrapped(Value v) { return is<StaticMethod>(v) ? as<StaticMethod>(v)->function : as<ClassMethod>(v)->function; }
Value wrapper_func(Context&, Value self) { return wrapped(self); }
template <Name name>
Value wrapper_attribute(Context& cx, Value self) {
  DepthGuard guard(cx);  // staticmethod(staticmethod(…))
  return guard.ok ? pass_attribute(cx, wrapped(self), cx.name(name)) : raise_recursion_error(cx);
}

// True when the function says it is abstract; an attribute that is the program's to compute is not asked.
Value abstract_flag(Context& cx, Value function) {
  DepthGuard guard(cx);  // property(property(…)), which may be shared and parts of themselves
  if (!guard.ok) return raise_recursion_error(cx);
  if (!cx.tick(1)) return Value::retry();
  if (auto* f = try_as<Function>(function); f && is<Dict>(f->attributes)) {
    Value v = dict_get_str(as<Dict>(f->attributes), cx.intern("__isabstractmethod__"));
    if (!v.is_unset() && truth(cx, v).is_true()) return Value::true_();
  }
  if (auto* p = try_as<Property>(function))
    for (Value f : {p->get, p->set, p->del})
      if (const Value flag = abstract_flag(cx, f); !flag.is_false()) return flag;
  return Value::false_();
}
Value wrapper_abstract(Context& cx, Value self) { return abstract_flag(cx, wrapped(self)); }

// What it takes from the function, and the program's own, which are the function's too.
Value wrapper_dict(Context& cx, Value self) {
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx);
  Dict* d = new_dict(cx);
  if (!d) return cx.out_of_memory();
  for (Name name : {Name::k___module__, Name::k___name__, Name::k___qualname__, Name::k___doc__, Name::k___annotations__}) {
    const Value v = get_attribute(cx, wrapped(self), cx.name(name));
    if (v.is_error() && exception_matches(cx, cx.exception, ErrorType::kAttributeError)) cx.exception = Value();
    else if (v.is_call() || v.is_defer() || v.is_resume()) return cx.tail_call(prelude_function(cx, "wrapper_dict"), {self});
    else if (v.is_outcome()) return v;
    else if (!dict_set_str(cx, d, cx.name(name), v)) return cx.out_of_memory();
  }
  if (auto* f = try_as<Function>(wrapped(self)); f && is<Dict>(f->attributes))
    for (DictEntry& e : as<Dict>(f->attributes)->entries)
      if (is<Str>(e.key) && !dict_set_str(cx, d, as<Str>(e.key), e.value)) return cx.out_of_memory();
  return Value::object(d);
}

constexpr AttributeRow kWrapperAttributes[] = {
    {"__dict__", wrapper_dict},
    {"__func__", wrapper_func, read_only_member},
    {"__wrapped__", wrapper_func, read_only_member},
    {"__name__", wrapper_attribute<Name::k___name__>},
    {"__qualname__", wrapper_attribute<Name::k___qualname__>},
    {"__doc__", wrapper_attribute<Name::k___doc__>},
    {"__module__", wrapper_attribute<Name::k___module__>},
    {"__annotations__", wrapper_attribute<Name::k___annotations__>},
    {"__isabstractmethod__", wrapper_abstract},
};

Value staticmethod_new(Context& cx, Value* a) {
  auto* m = cx.heap.make<StaticMethod>();
  m->function = a[1];
  return Value::object(m);
}
Value classmethod_new(Context& cx, Value* a) {
  auto* m = cx.heap.make<ClassMethod>();
  m->function = a[1];
  return Value::object(m);
}

// __init__: what a subclass's constructor hands on.
Value wrapper_init(Context&, Value* a) {
  (is<StaticMethod>(a[0]) ? as<StaticMethod>(a[0])->function : as<ClassMethod>(a[0])->function) = a[1];
  return Value::none();
}

// __new__ leaves what it is given to __init__, which a subclass may define itself.
template <class Descriptor>
Value bare(Context& cx, Value*) {
  auto* d = cx.heap.make<Descriptor>();
  if constexpr (std::is_same_v<Descriptor, Property>) d->get = d->set = d->del = d->doc = Value::none();
  else d->function = Value::none();
  return Value::object(d);
}
template <class Descriptor>
constexpr NativeRow kBare = {"__new__", bare<Descriptor>, "cls, /, *args, **kwargs", nullptr, NativeRow::kConstructor | NativeRow::kNew};

constexpr NativeRow kStaticMethodMethods[] = {
    kBare<StaticMethod>,
    {"__init__", wrapper_init, "self, function, /", nullptr, NativeRow::kChanges},
    {"__get__", descriptor_get, "self, instance, owner=None, /", nullptr, NativeRow::kNameless},
    {"__call__", nullptr, "self, /, *args, **kwargs", "staticmethod__call__"},
};
constexpr NativeRow kClassMethodMethods[] = {kBare<ClassMethod>,
                                             {"__init__", wrapper_init, "self, function, /", nullptr, NativeRow::kChanges},
                                             {"__get__", descriptor_get, "self, instance, owner=None, /", nullptr, NativeRow::kNameless}};
constexpr NativeRow kStaticMethodConstructor = {"staticmethod", staticmethod_new, "cls, function, /"};
constexpr NativeRow kClassMethodConstructor = {"classmethod", classmethod_new, "cls, function, /"};

// --- property

Value given(Value v) { return v.is_missing() || v.is_unset() ? Value::none() : v; }

// A getter's text is the property's, when there is none of its own.
Value doc_of(Context& cx, Value getter) {
  if (!is<Function>(getter)) return Value::none();
  return get_attribute(cx, getter, cx.name(Name::k___doc__));
}

Value property_new(Context& cx, Value* a) {
  auto* p = cx.heap.make<Property>();
  p->get = given(a[1]);
  p->set = given(a[2]);
  p->del = given(a[3]);
  p->doc = given(a[4]);
  if (p->doc.is_none()) p->doc = doc_of(cx, p->get);
  return Value::object(p);
}
constexpr NativeRow kPropertyConstructor = {"property", property_new, "cls, fget=None, fset=None, fdel=None, doc=None"};

Value property_init(Context& cx, Value* a) {
  auto* p = as<Property>(a[0]);
  const Value made = property_new(cx, a);
  if (made.is_outcome()) return made;
  p->get = as<Property>(made)->get;
  p->set = as<Property>(made)->set;
  p->del = as<Property>(made)->del;
  p->doc = as<Property>(made)->doc;
  return Value::none();
}

Property* copy_of(Context& cx, Value self) {
  auto* from = as<Property>(self);
  auto* p = cx.heap.make<Property>();
  p->get = from->get;
  p->set = from->set;
  p->del = from->del;
  p->doc = from->doc;
  p->name = from->name;
  return p;
}
Value property_getter(Context& cx, Value* a) {
  Property* p = copy_of(cx, a[0]);
  if (a[1].is_none()) return Value::object(p);
  // The text follows the getter it came from.
  if (as<Property>(a[0])->doc == doc_of(cx, p->get)) p->doc = doc_of(cx, a[1]);
  p->get = a[1];
  return Value::object(p);
}
Value property_setter(Context& cx, Value* a) {
  Property* p = copy_of(cx, a[0]);
  if (!a[1].is_none()) p->set = a[1];
  return Value::object(p);
}
Value property_deleter(Context& cx, Value* a) {
  Property* p = copy_of(cx, a[0]);
  if (!a[1].is_none()) p->del = a[1];
  return Value::object(p);
}

Value property_set_name(Context&, Value* a) {
  as<Property>(a[0])->name = a[2];
  return Value::none();
}

std::string quoted_name(Value name) { return is<Str>(name) ? fmt::format(" '{}'", text(name)) : std::string(); }

Value property_set(Context& cx, Value* a) {
  auto* p = as<Property>(a[0]);
  if (given(p->set).is_none())
    return raise_attribute_error(cx, "property{} of '{}' object has no setter", quoted_name(p->name), type_name(cx, a[1]));
  return cx.tail_call(p->set, {a[1], a[2]});
}
Value property_delete(Context& cx, Value* a) {
  auto* p = as<Property>(a[0]);
  if (given(p->del).is_none())
    return raise_attribute_error(cx, "property{} of '{}' object has no deleter", quoted_name(p->name), type_name(cx, a[1]));
  return cx.tail_call(p->del, {a[1]});
}

constexpr NativeRow kPropertyMethods[] = {
    kBare<Property>,
    {"__init__", property_init, "self, fget=None, fset=None, fdel=None, doc=None", nullptr, NativeRow::kChanges | NativeRow::kDocuments},
    {"getter", property_getter, "self, fget, /", nullptr, NativeRow::kMakesAnother},
    {"setter", property_setter, "self, fset, /", nullptr, NativeRow::kMakesAnother},
    {"deleter", property_deleter, "self, fdel, /", nullptr, NativeRow::kMakesAnother},
    {"__get__", descriptor_get, "self, instance, owner=None, /", nullptr, NativeRow::kNameless},
    {"__set__", property_set, "self, instance, value, /", nullptr, NativeRow::kNameless},
    {"__delete__", property_delete, "self, instance, /"},
    {"__set_name__", property_set_name, "self, owner, name, /", nullptr, NativeRow::kChanges},
};

Value property_fget(Context&, Value self) { return given(as<Property>(self)->get); }
Value property_fset(Context&, Value self) { return given(as<Property>(self)->set); }
Value property_fdel(Context&, Value self) { return given(as<Property>(self)->del); }
Value property_doc(Context&, Value self) { return given(as<Property>(self)->doc); }
Value property_set_doc(Context&, Value self, Value value) {
  as<Property>(self)->doc = given(value);
  return Value::none();
}
Value property_abstract(Context& cx, Value self) { return abstract_flag(cx, self); }

constexpr AttributeRow kPropertyAttributes[] = {
    {"fget", property_fget, read_only_member},   {"fset", property_fset, read_only_member},   {"fdel", property_fdel, read_only_member},
    {"__doc__", property_doc, property_set_doc}, {"__isabstractmethod__", property_abstract},
};

// --- the descriptors of builtin classes and of __slots__

Value entry_name(Value v) { return is<GetSet>(v) ? as<GetSet>(v)->name : as<Member>(v)->name; }
Value entry_owner(Value v) { return is<GetSet>(v) ? as<GetSet>(v)->owner : as<Member>(v)->owner; }
Value entry_get_name(Context&, Value self) { return entry_name(self); }
Value entry_get_owner(Context&, Value self) { return entry_owner(self); }
Value entry_get_qualname(Context& cx, Value self) {
  return new_str(cx, fmt::format("{}.{}", text(as<Class>(entry_owner(self))->qualname), text(entry_name(self))));
}
Value entry_doc(Context& cx, Value self) {
  if (!is_part_descriptor(self)) return Value::none();
  return new_str(cx, text(entry_name(self)) == "__dict__" ? "dictionary for instance variables (if defined)"
                                                          : "list of weak references to the object (if defined)");
}

constexpr AttributeRow kEntryAttributes[] = {{"__name__", entry_get_name, read_only_member},
                                             {"__qualname__", entry_get_qualname},
                                             {"__objclass__", entry_get_owner, read_only_member},
                                             {"__doc__", entry_doc}};

Value entry_receiver(Context& cx, Value* a) {
  const auto* owner = as<Class>(entry_owner(a[0]));
  if (is_instance_of(cx, a[1], owner)) return Value::none();
  return raise_type_error(cx, "descriptor '{}' for '{}' objects doesn't apply to a '{}' object", text(entry_name(a[0])),
                          class_text(cx, owner), type_name(cx, a[1]));
}
Value entry_set(Context& cx, Value* a) {
  if (const Value r = entry_receiver(cx, a); r.is_outcome()) return r;
  return entry_store(cx, a[0], a[1], a[2]);
}
Value entry_delete(Context& cx, Value* a) {
  if (const Value r = entry_receiver(cx, a); r.is_outcome()) return r;
  return entry_store(cx, a[0], a[1], Value());
}

constexpr NativeRow kEntryMethods[] = {
    {"__get__", descriptor_get, "self, instance, owner=None, /", nullptr, NativeRow::kNameless},
    {"__set__", entry_set, "self, instance, value, /", nullptr, NativeRow::kNameless},
    {"__delete__", entry_delete, "self, instance, /"},
};

// --- the fields of named tuples

Value tuple_getter_new(Context& cx, Value* a) {
  const Value index = index_of(cx, a[1]);
  if (index.is_outcome()) return index;
  if (!index.is_small()) return raise_overflow_error(cx, "Python int too large to convert to C ssize_t");
  auto* g = cx.heap.make<TupleGetter>();
  g->index = index;
  g->doc = a[2];
  return Value::object(g);
}
constexpr NativeRow kTupleGetterConstructor = {"_tuplegetter", tuple_getter_new, "cls, index, doc, /"};

Value tuple_getter_set(Context& cx, Value*) { return raise_attribute_error(cx, "can't set attribute"); }
Value tuple_getter_delete(Context& cx, Value*) { return raise_attribute_error(cx, "can't delete attribute"); }
Value tuple_getter_reduce(Context& cx, Value* a) {
  const auto* g = as<TupleGetter>(a[0]);
  return tuple_of(cx, std::array{Value::object(class_of(cx, a[0])), tuple_of(cx, std::array{g->index, given(g->doc)})});
}
constexpr NativeRow kTupleGetterMethods[] = {
    {"__get__", descriptor_get, "self, instance, owner=None, /", nullptr, NativeRow::kNameless},
    {"__set__", tuple_getter_set, "self, instance, value, /", nullptr, NativeRow::kNameless},
    {"__delete__", tuple_getter_delete, "self, instance, /"},
    {"__reduce__", tuple_getter_reduce, "self, /"},
};

Value tuple_getter_doc(Context&, Value self) { return given(as<TupleGetter>(self)->doc); }
Value tuple_getter_set_doc(Context&, Value self, Value value) {
  as<TupleGetter>(self)->doc = given(value);
  return Value::none();
}
constexpr AttributeRow kTupleGetterAttributes[] = {{"__doc__", tuple_getter_doc, tuple_getter_set_doc}};

Value tuple_getter_repr(Context& cx, Value self, TextBuilder& out) {
  const auto* g = as<TupleGetter>(self);
  out.append(fmt::format("_tuplegetter({}, ", g->index.as_small()));
  if (const Value r = repr_into(cx, given(g->doc), out); r.is_outcome()) return r;
  out.append(")");
  return out.status();
}

Value descriptor_repr(Context& cx, Value self, TextBuilder& out) {
  if (is<Property>(self)) return default_repr_into(cx, self, out);
  if (is<StaticMethod>(self) || is<ClassMethod>(self)) {
    out.append(is<StaticMethod>(self) ? "<staticmethod(" : "<classmethod(");
    Value r = repr_into(cx, wrapped(self), out);
    if (r.is_outcome()) return r;
    out.append(")>");
    return out.status();
  }
  out.append(fmt::format("<{} '{}' of '{}' objects>", is<Member>(self) && !is_part_descriptor(self) ? "member" : "attribute",
                         text(entry_name(self)), class_name(as<Class>(entry_owner(self)))));
  return out.status();
}

// --- super

Value super_new(Context& cx, Value* a) {
  if (a[1].is_missing()) return raise_runtime_error(cx, "super(): no arguments");
  if (!is<Class>(a[1])) return raise_type_error(cx, "super() argument 1 must be a type, not {}", type_name(cx, a[1]));
  auto* s = cx.heap.make<Super>();
  s->cls = as<Class>(a[1]);
  s->self = given(a[2]);
  if (s->self.is_none()) return Value::object(s);
  // A class whose bases are looked behind, or an instance.
  if (is<Class>(s->self) && is_subclass(as<Class>(s->self), s->cls)) s->object_type = as<Class>(s->self);
  else if (is_instance_of(cx, s->self, s->cls)) s->object_type = class_of(cx, s->self);
  else if (is<Instance>(s->self)) return Value::defer();  // it may have an attribute __class__
  else return raise_type_error(cx, "super(type, obj): obj must be an instance or subtype of type");
  return Value::object(s);
}
constexpr NativeRow kSuperConstructor = {"super", super_new, "cls, type=?, object=?, /", "super_new"};
Value super_init(Context& cx, Value* a) {
  auto* s = as<Super>(a[0]);
  if (s->immortal() || a[1].is_missing()) return Value::none();
  const Value made = super_new(cx, a);
  if (made.is_defer()) return Value::none();  // the constructor has asked the object already
  if (made.is_outcome()) return made;
  s->cls = as<Super>(made)->cls;
  s->object_type = as<Super>(made)->object_type;
  s->self = as<Super>(made)->self;
  return Value::none();
}
constexpr NativeRow kSuperMethods[] = {{"__init__", super_init, "self, type=?, object=?, /", nullptr, NativeRow::kChanges},
                                       {"__get__", descriptor_get, "self, instance, owner=None, /", nullptr, NativeRow::kNameless}};

Value super_thisclass(Context&, Value self) { return Value::object(as<Super>(self)->cls); }
Value super_self(Context&, Value self) { return as<Super>(self)->self; }
Value super_self_class(Context&, Value self) {
  Class* c = as<Super>(self)->object_type;
  return c ? Value::object(c) : Value::none();
}
constexpr AttributeRow kSuperAttributes[] = {{"__thisclass__", super_thisclass, read_only_member},
                                             {"__self__", super_self, read_only_member},
                                             {"__self_class__", super_self_class, read_only_member}};

Value super_repr(Context& cx, Value self, TextBuilder& out) {
  auto* s = as<Super>(self);
  if (s->object_type) out.append(fmt::format("<super: <class '{}'>, <{} object>>", class_name(s->cls), class_name(s->object_type)));
  else out.append(fmt::format("<super: <class '{}'>, NULL>", class_name(s->cls)));
  (void)cx;
  return out.status();
}

}  // namespace

// make_super(type, obj, said): `said` is the class that the object says it is of.
Value make_super(Context& cx, Value* a) {
  auto* s = cx.heap.make<Super>();
  s->cls = as<Class>(a[0]);
  s->self = a[1];
  s->object_type = as<Class>(a[2]);
  return Value::object(s);
}

const Operations kPropertyOperations = {.hash = hash_by_identity, .repr = descriptor_repr};
const Operations kTupleGetterOperations = {.hash = hash_by_identity, .repr = tuple_getter_repr};
const Operations kSuperOperations = {.hash = hash_by_identity, .repr = super_repr};

const TypeRow kStaticMethodType = {
    .kind = Kind::kStaticMethod,
    .name = "staticmethod",
    .base = "object",
    .doc = "staticmethod(function) -> method\n\nConvert a function to be a static method.",
    .methods = kStaticMethodMethods,
    .attributes = kWrapperAttributes,
    .constructor = &kStaticMethodConstructor,
    .operations = &kPropertyOperations,
    .named = true,
};
const TypeRow kClassMethodType = {
    .kind = Kind::kClassMethod,
    .name = "classmethod",
    .base = "object",
    .doc = "classmethod(function) -> method\n\nConvert a function to be a class method.",
    .methods = kClassMethodMethods,
    .attributes = kWrapperAttributes,
    .constructor = &kClassMethodConstructor,
    .operations = &kPropertyOperations,
    .named = true,
};
const TypeRow kPropertyType = {
    .kind = Kind::kProperty,
    .name = "property",
    .base = "object",
    .doc = "Property attribute.",
    .methods = kPropertyMethods,
    .attributes = kPropertyAttributes,
    .constructor = &kPropertyConstructor,
    .operations = &kPropertyOperations,
    .named = true,
};
const TypeRow kSuperType = {
    .kind = Kind::kSuper,
    .name = "super",
    .base = "object",
    .doc = "super(type, obj) -> bound super object; requires isinstance(obj, type)",
    .methods = kSuperMethods,
    .attributes = kSuperAttributes,
    .constructor = &kSuperConstructor,
    .operations = &kSuperOperations,
    .named = true,
};
const TypeRow kGetSetType = {
    .kind = Kind::kGetSet,
    .name = "getset_descriptor",
    .base = "object",
    .methods = kEntryMethods,
    .attributes = kEntryAttributes,
    .operations = &kPropertyOperations,
    .flags = kClassFinal,
};
const TypeRow kMemberType = {
    .kind = Kind::kMember,
    .name = "member_descriptor",
    .base = "object",
    .methods = kEntryMethods,
    .attributes = kEntryAttributes,
    .operations = &kPropertyOperations,
    .flags = kClassFinal,
};
const TypeRow kTupleGetterType = {
    .kind = Kind::kTupleGetter,
    .name = "_collections._tuplegetter",
    .base = "object",
    .methods = kTupleGetterMethods,
    .attributes = kTupleGetterAttributes,
    .constructor = &kTupleGetterConstructor,
    .operations = &kTupleGetterOperations,
    .flags = kClassFinal,
};

}  // namespace fermata
