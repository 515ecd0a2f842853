#include "session/file_shown.h"

#include "compiler/code.h"
#include "compiler/code_archive.h"
#include "objects/code/code.h"
#include "objects/text/text.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

std::string_view file_of(const Code* code) { return as<Str>(code->filename)->view(); }

}  // namespace

bool is_library_code(const Code* code) { return !code->has(kCodeCompiled) && is_of_library(file_of(code)); }

std::string file_shown(Context& cx, const Code* code) {
  const std::string_view file = file_of(code);
  const bool feigned = code->has(kCodeCompiled) && (is_of_library(file) || find_source(cx, file));
  return (feigned ? "compiled as " : "") + std::string(file);
}

}  // namespace fermata
