// The type memoryview: looking at, changing and reinterpreting the bytes of a bytes or bytearray in their place. Also what natives that
// take bytes-like objects ask of it (bytes_view in bytes.h does), and what a bytearray asks before it changes its size.
// memoryview_items.cpp knows the formats of items.
#pragma once

#include <string_view>

#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

extern const Operations kMemoryViewOperations;
extern const TypeRow kMemoryViewType;

// The bytes of a view whose items are contiguous; false when they don't, or when the view was released.
bool memory_bytes(const MemoryView* m, std::string_view* out);
// Items of the first dimension: what len() says, 0 when released.
uint64_t memory_length(const MemoryView* m);
// Item i < memory_length: an outcome for views of more dimensions or unreadable formats.
Value memory_item(Context& cx, const MemoryView* m, uint64_t i);
// The items as a list, of lists when there are several dimensions; or an outcome.
Value memory_list(Context& cx, const MemoryView* m);
// A copy of the items in order: bytes, or an outcome.
Value memory_copy(Context& cx, const MemoryView* m);
// A view of the bytes that `object` gives away, for what may be seen as bytes of a bytes or bytearray; unset for anything else.
Value new_memory_view(Context& cx, Value object);

// A view of an array's items: `data` is what `owner` keeps them in.
Value new_array_view(Context& cx, Value owner, ByteArray* data, Value format);

// May a bytearray change its size? None, or an outcome: BufferError while views of it are held. Views that nobody can use any more don't
// count, which takes a collection to find out.
Value may_resize(Context& cx, ByteArray* array);
// Counts a view that a state brought.
void memory_view_loaded(MemoryView* m);

// --- items (memoryview_items.cpp). `format` is a character of MemoryView::item_bytes.
Value unpack_item(Context& cx, char format, const char* at);
// None when `value` was written to `at`; TypeError and ValueError as memoryview words them, defer for objects that know their number
// themselves.
Value pack_item(Context& cx, char format, std::string_view shown, Value value, char* at);

}  // namespace fermata
