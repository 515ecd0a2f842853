// Text to bytes and back: utf-8 (and -sig), ascii, latin-1, utf-16 and utf-32 (with -le and -be), with Python's error handlers. Called by
// str.encode, bytes.decode and the constructors of str, bytes and bytearray.
#pragma once

#include <string_view>

#include "heap/context.h"

namespace fermata {

// `encoding` and `errors` may be null: utf-8, strict. LookupError "unknown encoding: x", UnicodeEncodeError, UnicodeDecodeError.
Value encode_text(Context& cx, Str* text, const Str* encoding, const Str* errors);  // bytes
// `source` is the object that `data` is of: bytes or bytearray.
Value decode_bytes(Context& cx, std::string_view data, Value source, const Str* encoding, const Str* errors);  // str

}  // namespace fermata
