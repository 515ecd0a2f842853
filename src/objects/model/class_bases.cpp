// What changes about classes that exist already: their bases and MRO, and the class of an object. The prelude (src/prelude/classes.py)
// calls the metaclass's mro() in between.
#include <algorithm>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/class_patches.h"
#include "objects/model/instance.h"
#include "objects/model/type_object.h"

namespace fermata {

namespace {

// The names of the class's own __slots__, sorted.
std::vector<std::string_view> own_slots(const Class* cls) {
  std::vector<std::string_view> names;
  dict_for_each(as<Dict>(cls->dict), [&](const DictEntry& e) {
    if (is<Member>(e.value) && !is_part_descriptor(e.value) && as<Member>(e.value)->owner.as_object() == cls)
      names.push_back(as<Str>(as<Member>(e.value)->name)->view());
  });
  std::sort(names.begin(), names.end());
  return names;
}

constexpr uint32_t kAdded = kClassHasDict | kClassNoWeakref;

bool has_slots(const Class* cls) { return !own_slots(cls).empty(); }

// The first class of the MRO with slots, or the builtin one that its layout is of; null when there is neither.
const Class* layout_origin(const Class* cls) {
  const Class* origin = nullptr;
  for (Value v : as<Tuple>(cls->mro)->span()) {
    const auto* c = as<Class>(v);
    if (has_slots(c)) return c;
    if (c->layout != uint32_t(Kind::kInstance)) origin = c;
  }
  return origin;
}

// The class without those that add nothing to their base's instances. What C's classes add doesn't show.
const Class* without_additions(Context& cx, const Class* cls) {
  for (int i = 0; i < 10000 && !(cls->immortal() && !is_written_in_python(cx, cls)); ++i) {
    const Class* base = layout_base(cls);
    if (!base || !own_slots(cls).empty() || ((cls->class_flags ^ base->class_flags) & kAdded)) break;
    cls = base;
  }
  return cls;
}

// The first class of the MRO that brings a layout or slots of its own.
const Class* solid_base(const Class* cls, const Class* object) {
  for (Value v : as<Tuple>(cls->mro)->span())
    if (const auto* c = as<Class>(v); (c->immortal() && c->layout != uint32_t(Kind::kInstance)) || has_slots(c)) return c;
  return object;
}

}  // namespace

const Class* layout_base(const Class* cls) {
  const Class* best = nullptr;
  const Class* origin = nullptr;
  for (Value v : as<Tuple>(cls->bases)->span()) {
    if (!is<Class>(v)) continue;
    const Class* other = layout_origin(as<Class>(v));
    if (best && (!other || other == origin || (origin && !is_subclass(other, origin)))) continue;
    best = as<Class>(v);
    origin = other;
  }
  return best;
}

bool slots_conflict(const Tuple* bases) {
  const Class* best = nullptr;
  bool builtin = false;
  for (uint32_t i = 0; i < bases->count; ++i) {
    builtin |= as<Class>(bases->items[i])->layout != uint32_t(Kind::kInstance);
    const auto mro = as<Tuple>(as<Class>(bases->items[i])->mro)->span();
    const auto found = std::ranges::find_if(mro, [](Value v) { return has_slots(as<Class>(v)); });
    if (found == mro.end()) continue;
    const auto* solid = as<Class>(*found);
    if (!best || is_subclass(solid, best)) best = solid;
    else if (!is_subclass(best, solid)) return true;
  }
  return best && builtin && best->layout == uint32_t(Kind::kInstance);
}

bool same_instance_layout(Context& cx, const Class* a, const Class* b) {
  if (a->layout != b->layout) return false;
  a = without_additions(cx, a);
  b = without_additions(cx, b);
  if (a == b) return true;
  // Where objects end differs from one to the other, so CPython has their __dict__ in different places.
  constexpr Kind kOfManySizes[] = {Kind::kInt, Kind::kTuple, Kind::kBytes};
  if (a->class_flags & kClassHasDict && std::ranges::find(kOfManySizes, Kind(a->layout)) != std::end(kOfManySizes)) return false;
  return layout_base(a) == layout_base(b) && !((a->class_flags ^ b->class_flags) & kAdded) && own_slots(a) == own_slots(b);
}

Value set_class_bases(Context& cx, Value self, Value value) {
  auto* cls = as<Class>(self);
  if (cls->immortal()) return raise_immutable(cx, cls, "__bases__");
  if (value.is_unset()) return raise_type_error(cx, "cannot delete '__bases__' attribute of immutable type '{}'", class_name(cls));
  return cx.tail_call(dict_get_str(cx.image->prelude, cx.intern("type_set_bases")), {self, value});
}

// class_check_bases(cls, bases)
Value class_check_bases(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  const std::string_view name = class_name(cls);
  if (!is<Tuple>(a[1])) return raise_type_error(cx, "can only assign tuple to {}.__bases__, not {}", name, type_name(cx, a[1]));
  auto* bases = as<Tuple>(a[1]);
  if (bases->count == 0) return raise_type_error(cx, "can only assign non-empty tuple to {}.__bases__, not ()", name);
  Kind layout = Kind::kInstance;
  const Class* best = nullptr;
  for (Value v : bases->span()) {
    if (!is<Class>(v)) return raise_type_error(cx, "{}.__bases__ must be tuple of classes, not '{}'", name, type_name(cx, v));
    auto* base = as<Class>(v);
    if (is_subclass(base, cls)) return raise_type_error(cx, "a __bases__ item causes an inheritance cycle");
    if (std::count(bases->items, bases->items + bases->count, v) > 1)
      return raise_type_error(cx, "duplicate base class {}", class_name(base));
    if (base->class_flags & kClassFinal) return raise_type_error(cx, "type '{}' is not an acceptable base type", class_text(cx, base));
    if (Kind(base->layout) != Kind::kInstance) {
      if (layout != Kind::kInstance && layout != Kind(base->layout))
        return raise_type_error(cx, "multiple bases have instance lay-out conflict");
      layout = Kind(base->layout);
    }
    const Class* solid = solid_base(base, cx.image->object);
    if (!best || (is_subclass(solid, solid_base(best, cx.image->object)) && solid != solid_base(best, cx.image->object))) best = base;
    else if (!is_subclass(solid_base(best, cx.image->object), solid))
      return raise_type_error(cx, "multiple bases have instance lay-out conflict");
  }
  const Class* old = as<Class>(as<Tuple>(cls->bases)->items[0]);
  if (uint32_t(layout) != cls->layout || best->immortal() != old->immortal() ||
      solid_base(best, cx.image->object) != solid_base(old, cx.image->object) || ((best->class_flags ^ old->class_flags) & kClassHasDict))
    return raise_type_error(cx, "__bases__ assignment: '{}' object layout differs from '{}'", class_text(cx, best), class_text(cx, old));
  return Value::none();
}

// class_replace_bases(cls, bases): which were checked; the MROs are the caller's to renew.
Value class_replace_bases(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  auto* bases = as<Tuple>(a[1]);
  if (bases->count == 0) return raise_type_error(cx, "a class has at least one base");
  for (Value v : bases->span())
    if (!is<Class>(v) || (as<Class>(v)->layout != uint32_t(Kind::kInstance) && as<Class>(v)->layout != cls->layout))
      return raise_type_error(cx, "a base of another layout");
  for (Value v : bases->span())
    if (auto* base = as<Class>(v); !base->immortal() && !cx.heap.reserve(base->subclasses, uint64_t(base->subclasses.size) + 1))
      return cx.out_of_memory();
  for (Value v : as<Tuple>(cls->bases)->span()) {
    Array<Value>& known = as<Class>(v)->subclasses;
    if (as<Class>(v)->immortal()) continue;
    known.size = uint32_t(std::remove(known.begin(), known.end(), a[0]) - known.begin());
  }
  for (Value v : bases->span())
    if (auto* base = as<Class>(v); !base->immortal()) cx.heap.push(base->subclasses, a[0]);
  cls->bases = a[1];
  cls->constructor = Value::unset();
  for (Value v : bases->span())
    if (const Value c = as<Class>(v)->constructor; !c.is_unset() && cls->constructor.is_unset()) cls->constructor = c;
  return Value::none();
}

// class_default_mro(cls): C3 over its bases.
Value class_default_mro(Context& cx, Value* a) { return compute_mro(cx, as<Class>(a[0]), as<Tuple>(as<Class>(a[0])->bases)); }

// class_set_mro(cls, mro): what a metaclass's mro() gave may be in any order.
Value class_set_mro(Context& cx, Value* a) {
  auto* cls = as<Class>(a[0]);
  auto* mro = as<Tuple>(a[1]);
  for (Value v : mro->span()) {
    if (!is<Class>(v)) return raise_type_error(cx, "mro() returned a non-class ('{}')", type_name(cx, v));
    if (as<Class>(v)->layout != uint32_t(Kind::kInstance) && as<Class>(v)->layout != cls->layout)
      return raise_type_error(cx, "mro() returned base with unsuitable layout ('{}')", class_name(as<Class>(v)));
    if (v != a[0] && as<Class>(v)->class_flags & kClassFinal)
      return raise_type_error(cx, "mro() returned base with unsuitable layout ('{}')", class_name(as<Class>(v)));
  }
  if (mro->count == 0) return raise_type_error(cx, "type MRO must not be empty");
  cls->mro = a[1];
  cx.methods_changed();
  return Value::none();
}

// class_has_dict(cls): do its instances take any attribute?
Value class_has_dict(Context&, Value* a) { return Value::boolean(as<Class>(a[0])->class_flags & kClassHasDict); }

bool is_base(const Class* derived, const Class* base) {
  if (!is<Tuple>(derived->bases)) return false;
  return std::ranges::any_of(as<Tuple>(derived->bases)->span(), [&](Value v) { return v.is_object() && v.as_object() == base; });
}

std::vector<Value> direct_subclasses(Context& cx, const Class* cls) {
  std::vector<Value> all(cls->subclasses.span().begin(), cls->subclasses.span().end());
  if (!cls->immortal()) return all;
  const size_t shared = all.size();
  cx.budget.charge(cx.heap.bytes() / 256);
  cx.heap.for_each([&](Object* o) {
    if (o->kind == Kind::kClass && o->serial && is_base(static_cast<Class*>(o), cls)) all.push_back(Value::object(o));
  });
  std::ranges::sort(all.begin() + std::ptrdiff_t(shared), all.end(), {}, [](Value v) { return v.as_object()->serial; });
  return all;
}

}  // namespace fermata
