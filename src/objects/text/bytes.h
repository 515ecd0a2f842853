// The types bytes and bytearray: their tables for the image, and what other files need of them. Operations and constructors are in
// bytes.cpp and bytearray.cpp; the methods that both have are in bytes_search.cpp, bytes_split.cpp and bytes_text.cpp, written over
// std::string_view.
#pragma once

#include <string_view>

#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

extern const Operations kBytesOperations;
extern const Operations kByteArrayOperations;
extern const TypeRow kBytesType;
extern const TypeRow kByteArrayType;

// The next item, a small int, of an iterator over bytes or a bytearray; or exhausted.
Value bytes_next(Context& cx, SequenceIterator* iterator);

// The bytes of a bytes-like object: bytes, bytearray, or an instance of a subclass. False for anything else. Good until it changes.
bool bytes_view(Value v, std::string_view* out);
// The same for an argument: TypeError "a bytes-like object is required, not 'str'", BufferError for a view whose bytes aren't in a row.
Value buffer_argument(Context& cx, Value v, std::string_view* out);

}  // namespace fermata
