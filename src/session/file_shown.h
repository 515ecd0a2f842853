// What people are told of the file that code stands in. A program says itself what the code that it compiles is called.
#pragma once

#include <string>

#include "runtime/context.h"

namespace fermata {

struct Code;

// Of the library, not of a program that only says so.
bool is_library_code(const Code* code);

// The code's file; of code that a program has given the name of a file of the library's or the session's: "compiled as FILE".
std::string file_shown(Context& cx, const Code* code);

}  // namespace fermata
