// zstd, loaded when the first large state is stored or read (shared_library.h). It is here, and not zlib, which is linked anyway, because
// it packs four times as fast at the same size, and because it unpacks at a gigabyte a second.
#pragma once

#include <zstd.h>

#include <string>
#include <string_view>

namespace fermata::durable {

// Its functions, by their names without "ZSTD_".
struct ZstdLibrary {
#define FUNCTION(name) decltype(&ZSTD_##name) name;
#include "durable/pieces/zstd_functions.def"
#undef FUNCTION
};

// Throws StoreError of kind kOpen when it can't be loaded.
const ZstdLibrary& libzstd();

std::string packed(std::string_view bytes);
// Throws StoreError (kDamaged): they aren't what packed() gave of so many bytes.
std::string unpacked(std::string_view bytes, size_t size);

}  // namespace fermata::durable
