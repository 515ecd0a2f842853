// Modules _weakref and gc, the natives: cells that refer weakly, and the collections that programs ask for. The rest is _weakref.py and
// gc.py.
#include <algorithm>
#include <vector>

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/natives/native.h"

namespace fermata {

namespace {

// May the value be referred to weakly, as in CPython?
bool may_be_target(Context& cx, Value v) {
  if (!v.is_object()) return false;
  switch (v.as_object()->kind) {
    case Kind::kInstance: {
      const auto* o = as<Instance>(v);
      if (is<Set>(o->payload) || is<FrozenSet>(o->payload) || is<Deque>(o->payload) || is<GenericAlias>(o->payload))
        return true;  // with __slots__, too
      if (o->shape->cls->class_flags & kClassNoWeakref || o->shape->cls == cx.image->object) return false;
      // For int, tuple and bytes not even instances of subclasses.
      return o->payload.is_unset() || !(is<Tuple>(o->payload) || is<Bytes>(o->payload) || is<Int>(o->payload) || o->payload.is_small());
    }
    case Kind::kException: return as<Exception>(v)->cls->class_flags & kClassHasDict && !as<Exception>(v)->cls->immortal();
    case Kind::kBuiltin: return true;
    case Kind::kBoundMethod:
    case Kind::kFunction:
    case Kind::kGenerator:
    case Kind::kClass:
    case Kind::kSet:
    case Kind::kFrozenSet:
    case Kind::kDeque:
    case Kind::kPattern:
    case Kind::kMemoryView:
    case Kind::kModule:
    case Kind::kHostFunction:
    case Kind::kCode:
    case Kind::kGenericAlias: return true;
    default: return false;
  }
}

// _new_cell(target, owner)
Value new_cell(Context& cx, Value* args) {
  if (!may_be_target(cx, args[0])) return raise_type_error(cx, "cannot create weak reference to '{}' object", type_name(cx, args[0]));
  auto* cell = cx.heap.make<WeakCell>();
  cell->target = args[0];
  cell->owner = args[1];
  cx.heap.serial_of(cell);  // its age, for the order of callbacks
  return Value::object(cell);
}

// _target_of(cell): None when it is gone.
Value target_of(Context& cx, Value* args) {
  if (!is<WeakCell>(args[0])) return raise_type_error(cx, "expected a weak cell, got '{}'", type_name(cx, args[0]));
  return as<WeakCell>(args[0])->target;
}

// _clear(cell)
Value clear(Context& cx, Value* args) {
  if (!is<WeakCell>(args[0])) return raise_type_error(cx, "expected a weak cell, got '{}'", type_name(cx, args[0]));
  as<WeakCell>(args[0])->target = Value::none();
  return Value::none();
}

// _owners(target): the reference objects that refer to it, oldest first.
Value owners(Context& cx, Value* args) {
  if (!args[0].is_object()) return list_of(cx, {});
  if (!cx.collect_first(Collection::kPrecise)) return Value::retry();
  std::vector<WeakCell*> cells;
  cx.heap.for_each([&](Object* o) {
    if (o->kind == Kind::kWeakCell && static_cast<WeakCell*>(o)->target == args[0]) cells.push_back(static_cast<WeakCell*>(o));
  });
  std::sort(cells.begin(), cells.end(), [&](WeakCell* a, WeakCell* b) { return cx.heap.serial_of(a) < cx.heap.serial_of(b); });
  std::vector<Value> found;
  for (WeakCell* cell : cells) found.push_back(cell->owner);
  return list_of(cx, found);
}

// _collect(): lets go of what is referred to only weakly. The reference objects that now refer to nothing.
Value collect(Context& cx, Value*) {
  if (!cx.collect_first(Collection::kWeak)) return Value::retry();
  const Value told = list_of(cx, cx.bereaved);
  if (!told.is_outcome()) cx.bereaved.clear();
  return told;
}

constexpr NativeRow kRows[] = {
    {"_new_cell", new_cell, "target, owner, /"},
    {"_target_of", target_of, "cell, /"},
    {"_clear", clear, "cell, /"},
    {"_owners", owners, "target, /"},
};
constexpr NativeRow kGcRows[] = {
    {"_collect", collect, ""},
};

}  // namespace

extern const ModuleRow kWeakrefModule = {.name = "_weakref", .functions = kRows};
extern const ModuleRow kGcModule = {.name = "gc", .functions = kGcRows};

}  // namespace fermata
