// Signatures of natives: parsed once, when the image is built, from the text in their rows.
#pragma once

#include <memory>
#include <string_view>

#include "objects/native.h"

namespace fermata {

// Aborts on text that isn't a signature: rows are part of the program.
std::unique_ptr<Signature> parse_signature(Context& cx, std::string_view text);

}  // namespace fermata
