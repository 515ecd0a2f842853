// The Python sources compiled into the binary: the prelude and the Python part of the standard library. The table is generated at build
// time by embed.py, lives in read-only memory, and is sorted by name. The VM's start-up and the importer read it.
#pragma once

#include <span>
#include <string_view>

namespace fermata {

struct EmbeddedSource {
  std::string_view name;  // the path below src/ without its ending: "prelude/list", "modules/collections"
  std::string_view text;  // UTF-8, exactly the file
};

std::span<const EmbeddedSource> embedded_sources();

}  // namespace fermata
