// Generators' natives that the prelude builds throw and close from (src/prelude/generators.py).
#pragma once

#include "heap/context.h"

namespace fermata {

Value generator_state(Context& cx, Value* args);         // (generator): GeneratorState as a number
Value generator_finish(Context& cx, Value* args);        // (generator): it is over; nothing of it runs any more
Value generator_mark_running(Context& cx, Value* args);  // (generator, bool): while its delegate works in its place
Value generator_throw(Context& cx, Value* args);         // (generator, exception): raises there, at its own yield
// (generator, value): its `yield from` gets `value`, and it goes on.
Value generator_end_delegate(Context& cx, Value* args);

}  // namespace fermata
