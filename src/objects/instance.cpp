#include "objects/instance.h"

#include "objects/class.h"
#include "objects/containers.h"
#include "objects/text.h"

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

// The shape of instances whose attributes are in a Dict hangs at the root under the key None.
Shape* dictionary_shape(Context& cx, Class* cls) {
  Shape* root = root_shape_of(cx, cls);
  for (ShapeTransition& t : root->transitions)
    if (t.key.is_none()) return t.next;
  Shape* s = cx.heap.make<Shape>();
  s->cls = cls;
  s->aux = Shape::kDictionary;
  cx.heap.push(root->transitions, ShapeTransition{Value::none(), s});
  return s;
}

}  // namespace

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

Value instance_get(Context& cx, Instance* o, const Str* name) {
  if (Dict* d = instance_dictionary(o)) return dict_get_str(d, name);
  int32_t i = shape_find(cx, o->shape, name);
  return i < 0 ? Value() : o->slot(uint32_t(i));
}

bool instance_set(Context& cx, Instance* o, Str* name, Value value) {
  if (Dict* d = instance_dictionary(o)) return dict_set_str(cx, d, name, value);
  int32_t i = shape_find(cx, o->shape, name);
  if (i >= 0) {
    o->slot(uint32_t(i)) = value;
    return true;
  }
  uint32_t n = o->shape->count;
  if (n >= kMaxShapeAttributes) {
    Dict* d = instance_dict(cx, o);
    return d && dict_set_str(cx, d, name, value);
  }
  if (n >= o->aux && !cx.heap.push(o->overflow, value)) return false;
  if (n < o->aux) o->slots[n] = value;
  o->shape = shape_with(cx, o->shape, name);
  Class* cls = o->shape->cls;
  if (!cls->immortal() && cls->slots_hint < n + 1 && n < 32) cls->slots_hint = n + 1;
  return true;
}

bool instance_delete(Context& cx, Instance* o, Str* name) {
  if (Dict* d = instance_dictionary(o)) return dict_delete_str(cx, d, name);
  int32_t at = shape_find(cx, o->shape, name);
  if (at < 0) return false;
  // Rebuild the shape without the name; later attributes move down.
  std::vector<Value> keys(shape_keys(cx, o->shape).begin(), shape_keys(cx, o->shape).end());
  Shape* shape = root_shape_of(cx, o->shape->cls);
  for (uint32_t i = 0; i < keys.size(); ++i)
    if (int32_t(i) != at) shape = shape_with(cx, shape, as<Str>(keys[i]));
  for (uint32_t i = uint32_t(at); i + 1 < keys.size(); ++i) o->slot(i) = o->slot(i + 1);
  o->slot(uint32_t(keys.size() - 1)) = Value();
  if (keys.size() > o->aux) --o->overflow.size;
  o->shape = shape;
  return true;
}

Dict* instance_dict(Context& cx, Instance* o) {
  if (Dict* d = instance_dictionary(o)) return d;
  Dict* d = new_dict(cx);
  bool ok = true;
  instance_for_each(cx, o, [&](Str* name, Value v) { ok = ok && dict_set_str(cx, d, name, v); });
  if (!ok) return nullptr;
  // An object of the shared image stays as it is: what is given is a copy.
  if (o->immortal()) return d;
  return instance_set_dict(cx, o, d) ? d : nullptr;
}

bool instance_set_dict(Context& cx, Instance* o, Dict* dict) {
  for (uint32_t i = 0; i < o->aux; ++i) o->slots[i] = Value();
  cx.heap.release(o->overflow);
  o->slots[0] = Value::object(dict);
  o->shape = dictionary_shape(cx, o->shape->cls);
  return true;
}

bool instance_set_class(Context& cx, Instance* o, Class* cls) {
  if (o->shape->dictionary()) {
    o->shape = dictionary_shape(cx, cls);
    return true;
  }
  std::vector<Value> keys(shape_keys(cx, o->shape).begin(), shape_keys(cx, o->shape).end());
  Shape* shape = root_shape_of(cx, cls);
  for (Value k : keys) shape = shape_with(cx, shape, as<Str>(k));
  o->shape = shape;
  return true;
}

}  // namespace fermata
