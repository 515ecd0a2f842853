#include "objects/model/instance.h"

#include <charconv>
#include <string>

#include "objects/containers/containers.h"
#include "objects/model/class.h"
#include "objects/text/text.h"

namespace fermata {

Shape* make_root_shape(Context& cx, Class* cls) {
  Shape* s = cx.heap.make<Shape>();
  s->cls = cls;
  return s;
}

Shape* root_shape_of(Context& cx, Class* cls) {
  if (!cls->immortal()) return cls->root_shape;
  Shape*& shape = cx.image_shapes[cls];
  if (!shape) shape = make_root_shape(cx, cls);
  return shape;
}

namespace {

bool same_name(Value a, const Str* b) { return a.as_object() == b || str_equal(as<Str>(a), b); }

// With more names of __slots__ than a shape takes, a Dict holds them with the rest.
bool keeps_slots(const Class* cls) {
  uint32_t count = 0;
  for (const Value c : as<Tuple>(cls->mro)->span())
    dict_for_each(as<Dict>(as<Class>(c)->dict), [&](const DictEntry& e) { count += is<Member>(e.value) && !is_part_descriptor(e.value); });
  return count <= kMaxShapeAttributes;
}

// The shape with these names, in slots; with a Dict after them when `like` has one.
Shape* shape_of_names(Context& cx, Class* cls, std::span<const Value> names, const Shape* like) {
  Shape* shape = root_shape_of(cx, cls);
  for (const Value name : names) shape = shape_with(cx, shape, as<Str>(name));
  return like->dictionary() ? dictionary_shape(cx, shape) : shape;
}

std::vector<Value> names_of(Context& cx, Shape* shape) {
  const Array<Value>& keys = shape_keys(cx, shape);
  return {keys.begin(), keys.end()};
}

}  // namespace

namespace {

constexpr char kHiddenSlot = '@';  // "name@1": of the class that is that many from the end of the MRO; no name in a program looks like that

bool is_own_slot(Value found, const Str* name) {
  return is<Member>(found) && !is_part_descriptor(found) && same_name(as<Member>(found)->name, name);
}

}  // namespace

Str* slot_key(Context& cx, Class* cls, const Member* member) {
  Str* name = as<Str>(member->name);
  if (class_lookup(cx, cls, name) == Value::object(const_cast<Member*>(member))) [[likely]]
    return name;
  const auto mro = as<Tuple>(cls->mro)->span();
  for (size_t i = 0; i < mro.size(); ++i)
    if (mro[i] == member->owner) return cx.intern(std::string(name->view()) + kHiddenSlot + std::to_string(mro.size() - i));
  return name;
}

bool declares_slot(Context& cx, Class* cls, Str* name) {
  if (is_own_slot(class_lookup(cx, cls, name), name)) return true;
  const std::string_view view = name->view();
  const size_t at = view.rfind(kHiddenSlot);
  if (at == view.npos) return false;
  size_t from_end = 0;
  const auto [end, error] = std::from_chars(view.data() + at + 1, view.data() + view.size(), from_end);
  const auto mro = as<Tuple>(cls->mro)->span();
  if (error != std::errc() || end != view.data() + view.size() || from_end == 0 || from_end > mro.size()) return false;
  Str* slot = cx.intern(std::string(view.substr(0, at)));
  return slot && is_own_slot(dict_get_str(as<Dict>(as<Class>(mro[mro.size() - from_end])->dict), slot), slot);
}

// It is like `shape`, and hangs there under the key None.
Shape* dictionary_shape(Context& cx, Shape* shape) {
  for (ShapeTransition& t : shape->transitions)
    if (t.key.is_none()) return t.next;
  Shape* s = cx.heap.make<Shape>();
  s->cls = shape->cls;
  s->parent = shape->parent;
  s->key = shape->key;
  s->count = shape->count;
  s->aux = Shape::kDictionary;
  cx.heap.push(shape->transitions, ShapeTransition{Value::none(), s});
  return s;
}

const Array<Value>& shape_keys(Context& cx, Shape* shape) {
  if (shape->keys.size != shape->count) {
    cx.heap.resize(shape->keys, shape->count);
    for (Shape* s = shape; s->parent; s = s->parent) shape->keys[s->count - 1] = s->key;
  }
  return shape->keys;
}

int32_t shape_find(Context& cx, Shape* shape, const Str* name) {
  const Array<Value>& keys = shape_keys(cx, shape);
  for (uint32_t i = 0; i < keys.size; ++i)
    if (keys[i].as_object() == name) return int32_t(i);
  for (uint32_t i = 0; i < keys.size; ++i)
    if (str_equal(as<Str>(keys[i]), name)) return int32_t(i);
  return -1;
}

Shape* shape_with(Context& cx, Shape* shape, Str* name) {
  for (ShapeTransition& t : shape->transitions)
    if (!t.key.is_none() && same_name(t.key, name)) return t.next;
  return add_shape(cx, shape, name);
}

Shape* add_shape(Context& cx, Shape* shape, Str* name) {
  Shape* s = cx.heap.make<Shape>();
  s->cls = shape->cls;
  s->parent = shape;
  s->key = Value::object(name);
  s->count = shape->count + 1;
  cx.heap.push(shape->transitions, ShapeTransition{s->key, s});
  return s;
}

Instance* make_instance(Context& cx, Class* cls) {
  // At least one slot, so that there is room for a Dict when attributes move there.
  uint32_t slots = cls->slots_hint ? cls->slots_hint : 1;
  Instance* o = cx.heap.make_sized<Instance>(slots);
  o->shape = root_shape_of(cx, cls);
  return o;
}

namespace {

// In the slot after the last one.
bool at_end(Context& cx, Instance* o, uint32_t at, Value value) {
  if (at >= o->aux) return cx.heap.push(o->overflow, value);
  o->slots[at] = value;
  return true;
}

bool delete_at(Context& cx, Instance* o, uint32_t at) {
  std::vector<Value> names = names_of(cx, o->shape);
  names.erase(names.begin() + at);
  const auto last = uint32_t(names.size()) + o->shape->dictionary();  // what comes after moves down, a Dict too
  Shape* shape = shape_of_names(cx, o->shape->cls, names, o->shape);
  for (uint32_t i = at; i < last; ++i) o->slot(i) = o->slot(i + 1);
  o->slot(last) = Value();
  if (last >= o->aux) --o->overflow.size;
  o->shape = shape;
  return true;
}

}  // namespace

Value instance_get(Context& cx, Instance* o, const Str* name) {
  if (Dict* d = instance_dictionary(o))
    if (const Value v = dict_get_str(d, name); !v.is_unset() || !o->shape->count) return v;
  return instance_get_slot(cx, o, name);
}

bool instance_set(Context& cx, Instance* o, Str* name, Value value) {
  const int32_t i = shape_find(cx, o->shape, name);
  if (i >= 0) {
    o->slot(uint32_t(i)) = value;
    return true;
  }
  if (Dict* d = instance_dictionary(o)) return dict_set_str(cx, d, name, value);
  uint32_t n = o->shape->count;
  if (n >= kMaxShapeAttributes) {
    Dict* d = instance_dict(cx, o);
    return d && dict_set_str(cx, d, name, value);
  }
  if (!at_end(cx, o, n, value)) return false;
  o->shape = shape_with(cx, o->shape, name);
  Class* cls = o->shape->cls;
  if (!cls->immortal() && cls->slots_hint < n + 1 && n < 32) cls->slots_hint = n + 1;
  return true;
}

bool instance_delete(Context& cx, Instance* o, Str* name) {
  if (Dict* d = instance_dictionary(o)) return dict_delete_str(cx, d, name);
  const int32_t at = shape_find(cx, o->shape, name);
  return at >= 0 && delete_at(cx, o, uint32_t(at));
}

Value instance_get_slot(Context& cx, Instance* o, const Str* name) {
  const int32_t i = shape_find(cx, o->shape, name);
  if (i >= 0) return o->slot(uint32_t(i));
  return o->shape->dictionary() && !keeps_slots(o->shape->cls) ? dict_get_str(instance_dictionary(o), name) : Value();
}

bool instance_set_slot(Context& cx, Instance* o, Str* name, Value value) {
  if (!o->shape->dictionary() && o->shape->count >= kMaxShapeAttributes && shape_find(cx, o->shape, name) < 0 && !instance_dict(cx, o))
    return false;
  if (!o->shape->dictionary() || shape_find(cx, o->shape, name) >= 0 || !keeps_slots(o->shape->cls))
    return instance_set(cx, o, name, value);
  const uint32_t n = o->shape->count;
  std::vector<Value> names = names_of(cx, o->shape);
  names.push_back(Value::object(name));
  Shape* shape = shape_of_names(cx, o->shape->cls, names, o->shape);
  if (!at_end(cx, o, n + 1, o->slot(n))) return false;
  o->slot(n) = value;
  o->shape = shape;
  return true;
}

bool instance_delete_slot(Context& cx, Instance* o, Str* name) {
  const int32_t at = shape_find(cx, o->shape, name);
  if (at >= 0) return delete_at(cx, o, uint32_t(at));
  return o->shape->dictionary() && !keeps_slots(o->shape->cls) && dict_delete_str(cx, instance_dictionary(o), name);
}

Dict* instance_dict(Context& cx, Instance* o) {
  if (Dict* d = instance_dictionary(o)) return d;
  Dict* d = new_dict(cx);
  bool ok = true;
  const bool kept = keeps_slots(o->shape->cls);
  instance_for_each(
      cx, o, [&](Str* name, Value v) { ok = ok && ((kept && declares_slot(cx, o->shape->cls, name)) || dict_set_str(cx, d, name, v)); });
  if (!ok) return nullptr;
  // An object of the shared image stays as it is: what is given is a copy.
  if (o->immortal()) return d;
  return instance_set_dict(cx, o, Value::object(d)) ? d : nullptr;
}

bool instance_set_dict(Context& cx, Instance* o, Value dict) {
  std::vector<Value> names, values;
  const Array<Value>& keys = shape_keys(cx, o->shape);
  const bool kept = keeps_slots(o->shape->cls);
  for (uint32_t i = 0; i < keys.size; ++i)
    if (kept && declares_slot(cx, o->shape->cls, as<Str>(keys[i]))) names.push_back(keys[i]), values.push_back(o->slot(i));
  values.push_back(dict);
  Shape* shape = dictionary_shape(cx, shape_of_names(cx, o->shape->cls, names, root_shape_of(cx, o->shape->cls)));
  while (o->aux + o->overflow.size < values.size())
    if (!cx.heap.push(o->overflow, Value())) return false;
  for (uint32_t i = 0; i < o->aux + o->overflow.size; ++i) o->slot(i) = i < values.size() ? values[i] : Value();
  o->overflow.size = uint32_t(values.size()) > o->aux ? uint32_t(values.size()) - o->aux : 0;
  if (!o->overflow.size) cx.heap.release(o->overflow);
  o->shape = shape;
  return true;
}

bool instance_set_class(Context& cx, Instance* o, Class* cls) {
  o->shape = shape_of_names(cx, cls, names_of(cx, o->shape), o->shape);
  return true;
}

}  // namespace fermata
