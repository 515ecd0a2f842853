// What the six fuzzers do with an input. fuzzer.cpp makes a libFuzzer target of each; unit_fuzz replays what was once found
// (tests/fuzz/regressions) in ordinary builds; damage.cpp feeds the two of states.
#pragma once

#include <string_view>

namespace fermata {

void fuzz_lexer(std::string_view input);
void fuzz_parser(std::string_view input);
void fuzz_compile_run(std::string_view input);
void fuzz_load_msgpack(std::string_view input);
void fuzz_load_json(std::string_view input);
void fuzz_jail_replies(std::string_view input);  // jail_replies.cpp

// How loading and running a state ended, for statistics.
enum class StateFate { kRefused, kRan };
// Loads, answers up to three calls, saves, and loads what was saved: that must succeed, and give the same bytes again.
StateFate load_and_run(std::string_view bytes);

// The function of that name ("lexer"), or null.
using FuzzFunction = void (*)(std::string_view);
FuzzFunction fuzz_function(std::string_view target);

}  // namespace fermata
