// Text to bytes and back: utf-8 (and -sig), ascii, latin-1, utf-16 and utf-32 (with -le and -be), with Python's error handlers. Called by
// str.encode, bytes.decode and the constructors of str, bytes and bytearray, which defer to module codecs for all other codecs and
// handlers; that calls the functions for parts, and the handlers itself.
#pragma once

#include <string_view>

#include "runtime/context.h"

namespace fermata {

// `encoding` and `errors` may be null: utf-8, strict. UnicodeEncodeError, UnicodeDecodeError; defer: a codec or handler that isn't known
// here.
Value encode_text(Context& cx, Str* text, const Str* encoding, const Str* errors);  // bytes
// `source` is the object that `data` is of: bytes or bytearray.
Value decode_bytes(Context& cx, std::string_view data, Value source, const Str* encoding, const Str* errors);  // str

// From `start` on as far as it goes: (what was made, where it stopped, the end of what is wrong there, the reason), reason None when
// nothing is. utf-8-sig, utf-16 and utf-32 are as those without a mark, the last two of this machine's byte order: little.
Value encode_part(Context& cx, Value text, Value encoding, Value start);
// Unless `final`, what is incomplete at the end is left.
Value decode_part(Context& cx, Value data, Value encoding, Value start, bool final);

}  // namespace fermata
