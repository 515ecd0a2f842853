// The session's own files (_files.py), for the C++ that writes to them as well.
#pragma once

#include <cstdint>

#include "runtime/context.h"

namespace fermata {

// Whether there is room for so many bytes more: the limit file_bytes. They count from then on.
bool files_have_room(Context& cx, uint64_t more);
// Of a session that was loaded: that counts for what is there, whatever the state says of it.
void count_loaded_files(Context& cx);

}  // namespace fermata
