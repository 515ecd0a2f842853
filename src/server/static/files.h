// The files that browsers get as they are, at /static/NAME: those of this folder, which src/tools/embed_static.py puts into the binary.
#pragma once

#include <span>
#include <string_view>

namespace fermata::server {

struct StaticFile {
  std::string_view name, type, etag, data;
};
std::span<const StaticFile> static_files();

}  // namespace fermata::server
