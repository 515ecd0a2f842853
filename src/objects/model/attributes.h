// Attribute access: Python's rules for descriptors, instances, classes, modules and functions, with what
// an inline cache may remember. Results may be Value::call(): a property's getter, a `__getattr__`. Called
// by the dispatch loop and by getattr and its kin.
#pragma once

#include "runtime/context.h"

namespace fermata {

// What SiteCache::kind says was found.
enum class CacheKind : uint32_t {
  kNone = 0,
  kSlot,        // guard: shape. index: the instance's slot
  kMethod,      // guard: shape (or class of a builtin value). value: the function to call with self
  kClassValue,  // guard: shape. value: what the class has, taken as it is
  kGlobal,      // guard: the globals dict, version. index: its entry
  kBuiltin,     // guard: the globals dict, version. value
  kSetSlot,     // guard: shape. index: slot to write
  kAddSlot,     // guard: shape before. value: shape after; index: inline slot
  kModule,      // guard: the module's dict, version. index: its entry
  kProperty,    // guard: shape. value: the getter function
  kConstruct,   // guard: class. value: its __init__ function, or unset
  kTupleItem,   // guard: shape. index: the field's of a named tuple
};

// object.name. With `cache`, notes there what may be reused.
Value get_attribute(Context& cx, Value object, Str* name, SiteCache* cache = nullptr);
// The same for what shows an attribute of another object's as its own: where that object's class has a say, the prelude asks it instead.
Value pass_attribute(Context& cx, Value object, Str* name);
// For a method call: the function in the result and `*self` set, or the attribute itself and *self unset.
Value get_method(Context& cx, Value object, Str* name, Value* self, SiteCache* cache = nullptr);
Value set_attribute(Context& cx, Value object, Str* name, Value value, SiteCache* cache = nullptr);  // None when done
Value delete_attribute(Context& cx, Value object, Str* name);

// The default behaviours, object.__getattribute__ and so on, without the class's own hooks.
Value generic_get(Context& cx, Value object, Str* name);
Value generic_set(Context& cx, Value object, Str* name, Value value);
// What a GetSet or Member itself does, whatever its name leads to in the object's class; an unset value deletes.
Value entry_store(Context& cx, Value entry, Value object, Value value);
Value generic_delete(Context& cx, Value object, Str* name);

// The attribute as seen by an access through `self` (None: through the class): functions become bound
// methods, properties ask for their getter, and so on.
Value bind_attribute(Context& cx, Value attribute, Value self, Class* cls);

// The Python function that a lookup on a class found, when binding it does no more than put the object before the arguments: what calls a
// special method itself may do so with it. Null for all else (static methods, properties, builtins, instances of descriptors …), whose way
// is bind_attribute or the prelude's bind_special.
inline Function* plain_method(Value found) {
  return is<Function>(found) && !(found.as_object()->aux & Function::kUnbound) ? as<Function>(found) : nullptr;
}
// The same for builtin methods, too.
bool takes_self(Value found);

// What the program set in a module of the image; unset when it is as it was.
// Missing: the program deleted what the module itself has.
Value patched_attribute(Context& cx, Module* m, const Str* name);
// Is importlib running its code?
bool is_initializing(Context& cx, const Module* module);
// The same for code that runs in a module of CPython's, which sees what was set there (Dict::kPatchable); unset for all other globals.
Value patched_global(Context& cx, const Dict* globals, const Str* name);
// What a module of the image has of that name, where it has `v`. A list, dict or set is the session's own from when it is first asked for.
Value own_value(Context& cx, const Dict* globals, const Str* name, Value v);
// A module's __dict__; of a module of the image's that the session has changed a copy of its own.
Value namespace_of(Context& cx, Module* m);
// What the session has of its own in a shared module is made when the program, or the module's code, first asks for it: then the call that
// makes it and gives what `name` is; unset when that is nothing of it, or made.
Value session_part(Context& cx, const Dict* globals, const Str* name);
Value begin_session_part(Context& cx, Value module);              // the function that yields names and values
Value set_session_part(Context& cx, Value module, Dict* values);  // but for those that the program set before
Value end_session_part(Context& cx, Value module);                // it is to be made again
// Sets and deletes what is in a module of the image, for this session. False: there is no memory for it, or nothing of that name.
bool patch_global(Context& cx, const Dict* globals, Str* name, Value value);
bool unpatch_global(Context& cx, const Dict* globals, Str* name);
// What the program (or the library for it) set in module sys; unset when that has none of its own.
Value patched_sys_attribute(Context& cx, std::string_view name);
// What the program put into sys.stdout; unset when that is the one it had.
Value stdout_of_program(Context& cx);

// Containers that belong to the image must not be changed: what a program gets from a module or class of
// the image is a copy of its own. Other values come back as they are.
Value thaw(Context& cx, Value v);

// An instance without hooks, whose class has no such attribute either: known without the exception that says so.
bool surely_missing(Context& cx, Value object, Str* name);

// AttributeError "'int' object has no attribute 'x'".
Value raise_no_attribute(Context& cx, Value object, Str* name, bool reads = true);

// The __dict__ of an instance or exception (object.cpp).
Value get_dict_of(Context& cx, Value self);
Value set_dict_of(Context& cx, Value self, Value value);

// dir(object), without asking __dir__: a list of names, sorted.
Value list_attributes(Context& cx, Value object);

}  // namespace fermata
