// Our Python, compiled into the binary: the prelude and the Python part of the standard library. fermata-precompile (precompile.cpp) writes
// the table when Fermata is built; it is read-only memory. The image reads it when it is built and when a module is first imported.
#pragma once

#include "compiler/code_archive.h"

namespace fermata {

const CodeArchive& embedded_code();
// The texts of the licences of what is in it: ours, and that of CPython's library.
std::string_view embedded_licences();
// Whose library CPython's modules are from, a hash of their files, and which time zones: "CPython 3.11 (01234567), tzdata 2025b".
std::string_view embedded_library();

}  // namespace fermata
