// Generators, coroutines and asynchronous generators are objects of one layout: the flags of their code tell them apart. Here is what the
// vm asks about them, and their natives that the prelude builds throw, close and the asynchronous methods from (src/prelude/generators.py
// and coroutines.py).
#pragma once

#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

extern const Operations kGeneratorOperations;
// The row of a builtin class that generators of the prelude stand for: they say themselves of which one.
constexpr TypeRow stand_in_type(const char* name, std::span<const NativeRow> methods) {
  return {.kind = Kind::kGenerator,
          .name = name,
          .base = "object",
          .methods = methods,
          .operations = &kGeneratorOperations,
          .flags = kClassNoNew | kClassFinal,
          .place = place_nowhere};
}

const char* generator_noun(const Generator* g);  // "generator", "coroutine" or "async generator"
// It waits in an `await` or `yield from`.
bool awaits(const Generator* g);
// What it is called in messages, when it is an awaitable that serves once (what a coroutine's or an asynchronous generator's methods give);
// else null.
const char* awaited_once(const Generator* g);

Value generator_state(Context& cx, Value* args);         // (generator): GeneratorState as a number
Value generator_finish(Context& cx, Value* args);        // (generator): it has ended; none of it runs any more
Value generator_mark_running(Context& cx, Value* args);  // (generator, bool): while its delegate works in its place
Value generator_throw(Context& cx, Value* args);         // (generator, exception): raises there, at its own yield
// (generator, value): its `yield from` or `await` gets `value`, and it goes on.
Value generator_end_delegate(Context& cx, Value* args);
Value generator_resume(Context& cx, Value* args);   // (generator, value): as send(), for every generator
Value generator_yielded(Context& cx, Value* args);  // (generator): it is suspended at a yield of its own, not in an await
Value generator_awaits(Context& cx, Value* args);   // (generator): it is suspended in an `await` or `yield from`
Value generator_kind(Context& cx, Value* args);  // (generator): 0 a generator, 1 one that may be awaited, 2 a coroutine, 3 an asynchronous
                                                 // generator

}  // namespace fermata
