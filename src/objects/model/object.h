// What every object has: an identity (id, the default hash, the address-like text in reprs), the default
// repr, and class `object` itself. operations.cpp falls back to these; all natives may use them.
#pragma once

#include <cstdint>

#include "runtime/context.h"

namespace fermata {

class TextBuilder;

// id(v): stable while v lives, the same before and after a save; never an address.
Value id_of(Context& cx, Value v);
// The number that reprs show as "at 0x7f…"; id(v) for objects of the heap.
// An instance of a class derived from a builtin one, with the builtin's value in it.
Value instance_around(Context& cx, Class* cls, Value payload);
// Whether one that holds such a value names its own class in the repr: S({1, 2}), not {1, 2}.
bool shows_its_class(Value payload);
uint64_t address_text_of(Context& cx, Value v);
int64_t identity_hash(Context& cx, Value v);
// "<__main__.A object at 0x7f…>"
Value default_repr_into(Context& cx, Value v, TextBuilder& out);
// For Operations of types whose objects hash by identity.
Value hash_by_identity(Context& cx, Value v, int64_t* out);

// object.__new__ without its checks of arguments: an empty instance of a class of the program. TypeError
// "Can't instantiate abstract class …" when methods are still abstract.
Value new_instance(Context& cx, Class* cls);
// None, or that TypeError.
Value check_abstract(Context& cx, Class* cls);

// What a program may know about a frame: its code and line. An instance of class frame.
// What a frame object of the program says: a picture of the moment, nothing changes it later. Without a function only the place is known.
Value make_frame_object(Context& cx, Code* code, uint32_t pc, const Function* function = nullptr, const Value* registers = nullptr,
                        Value back = Value::none());
// The local variables of a frame: a new dict, or the namespace that they live in.
// The globals of a frame whose function nobody knows any more, as those that a traceback keeps: the module's that has the code, or else the
// program's.
Value globals_of_code(Context& cx, const Code* code);
// A dict of its own; what exec() has put into the frame's (kept_locals) is in it, too.
Value locals_of(Context& cx, const Function* function, const Value* registers);
// Which register keeps the dict that locals() gives in a function whose code asks for it: those below are of the function's own variables,
// those behind it of its comprehensions'. The number of locals, if there is none.
uint32_t kept_locals(const Code* code);
// The value of its i-th local variable, unset when it has none. A variable that isn't captured may hold a cell as its value.
inline Value local_of(const Code* code, const Value* registers, uint32_t i) {
  return code->local_is_cell[i] && is<Cell>(registers[i]) ? as<Cell>(registers[i])->content : registers[i];
}

// A function of the prelude, to be tail-called.
Value prelude_function(Context& cx, std::string_view name);
// From the prelude's namespace: intrinsics, builtin classes by name. Unset when there is none.
Value intrinsic(Context& cx, std::string_view name);

}  // namespace fermata
