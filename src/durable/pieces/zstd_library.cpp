#include "durable/pieces/zstd_library.h"

#include <stdexcept>

#include "durable/database/shared_library.h"
#include "fermata/durable/store.h"

namespace fermata::durable {

namespace {

constexpr int kLevel = 1;  // the quickest

ZstdLibrary load() {
  const SharedLibrary library("libzstd.so.1", "keeping large states needs zstd", "libzstd1");
  ZstdLibrary found{};
#define FUNCTION(name) library.find("ZSTD_" #name, found.name);
#include "durable/pieces/zstd_functions.def"
#undef FUNCTION
  return found;
}

}  // namespace

const ZstdLibrary& libzstd() {
  static const ZstdLibrary library = load();
  return library;
}

std::string packed(std::string_view bytes) {
  const ZstdLibrary& zstd = libzstd();
  std::string result(zstd.compressBound(bytes.size()), '\0');
  const size_t size = zstd.compress(result.data(), result.size(), bytes.data(), bytes.size(), kLevel);
  if (zstd.isError(size)) throw std::runtime_error("zstd can't pack a piece of a state");
  result.resize(size);
  return result;
}

std::string unpacked(std::string_view bytes, size_t size) {
  const ZstdLibrary& zstd = libzstd();
  std::string result(size, '\0');
  if (zstd.decompress(result.data(), size, bytes.data(), bytes.size()) != size)
    throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: a piece of a state can't be unpacked");
  return result;
}

}  // namespace fermata::durable
