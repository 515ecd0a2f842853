// Module _json's native part: reading and writing JSON text of builtin values, without recursion in C++ and
// without user code. Where a hook, `default` or a subclass comes in, _json goes on in Python: the reader
// then gives a tree with the numbers' text, and the writer says NotImplemented.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

// What _loads and _scan_once are to leave to Python.
enum JsonReadMode : uint32_t {
  kJsonPairs = 1,      // objects as a tuple (key, value, key, value, …)
  kJsonRawFloats = 2,  // number texts as bytes
  kJsonRawInts = 4,
  kJsonRawConstants = 8,
  kJsonLenient = 16,  // strict=False: control characters in strings
};
Value json_read(Context& cx, Str* text, size_t begin, uint32_t mode, bool whole);

// The string whose opening quote is before `begin`, a byte of the text, and the index after its closing quote, as a tuple.
Value json_read_string(Context& cx, Str* text, size_t begin, uint32_t mode);

}  // namespace fermata
