// The type str: its tables for the image, and what other types' files need of it. The operations and the table of methods are in str.cpp,
// the methods in str_search.cpp, str_split.cpp, str_case.cpp, str_layout.cpp, str_format.cpp and percent_format.cpp.
#pragma once

#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

extern const Operations kStrOperations;
extern const TypeRow kStrType;
extern const std::span<const NativeRow> kStrIntrinsics;  // for src/prelude/str.py

// The next item of an iterator over a str (its index is a byte offset, the end of the text at first when it goes backwards), or exhausted.
Value str_next(Context& cx, SequenceIterator* iterator);

// Python's repr of a text: in quotes, escaped. False when it doesn't fit (see TextBuilder::status).
bool quote_text(std::string_view text, TextBuilder& out, bool ascii_only = false);
// What ascii() makes of a repr: everything outside ASCII as \x, \u or \U.
bool escape_non_ascii(std::string_view text, TextBuilder& out);
// \xhh, \uhhhh or \Uhhhhhhhh for any code point.
bool append_escape(char32_t c, TextBuilder& out);

// `format % arguments` for str and for bytes or bytearray.
Value percent_format_str(Context& cx, Str* format, Value arguments);
Value percent_format_bytes(Context& cx, Value format, Value arguments);

}  // namespace fermata
