// What the two savers share, and their entry points; state.h is what others call.
#pragma once

#include <vector>

#include "serialization/machine.h"
#include "serialization/state.h"

namespace fermata {

inline constexpr std::string_view kStateMagic = "fermata";

// Throw StateFailure.
std::string save_msgpack(Context& cx, Machine& machine, SessionState& state);
std::string save_json(Context& cx, Machine& machine, SessionState& state);
void load_msgpack(Context& cx, Machine& machine, std::string_view bytes, SessionState& state);
void load_json(Context& cx, Machine& machine, std::string_view bytes, SessionState& state);

// Is it the one str of its text (interned, or of at most one Latin-1 character)? Such a str is found again
// by its text when it is loaded.
bool is_canonical(Context& cx, const Str* s);
// The canonical str of a text. Throws when memory is short.
Str* canonical_str(Context& cx, std::string_view text);

// There is only one empty tuple and one empty bytes.
Object* the_empty_one(Context& cx, Object* o);

// Fails for what only the image can have.
void check_savable(const Object* o);
// How many elements the shell of a variable-sized object needs; -1 for other kinds.
int64_t shell_count(const Object* o);
// Attribute names of a shape, in order.
void shape_names(const Shape* s, std::vector<Value>& names);
// How many of an instance's slots are saved.
uint32_t instance_values(const Instance* o);

}  // namespace fermata
