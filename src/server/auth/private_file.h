// A file with secrets: one that others must not be able to read or change.
#pragma once

#include <string>

namespace fermata::server {

// All of it. Throws ServerError: others may, or it can't be read, or has more than 1 MB.
std::string private_text(const std::string& file);

}  // namespace fermata::server
