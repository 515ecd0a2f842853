// Makes Code from what the build compiled (prelude/embedded.h), without reading a source. The image owns the one loader and uses it under
// its lock. The heap must be one whose Code is never freed: instructions and positions stay where the archive has them.
#pragma once

#include <vector>

#include "compiler/code_archive.h"
#include "runtime/context.h"

namespace fermata {

class ArchivedCode {
 public:
  ArchivedCode(Context& cx, const CodeArchive& archive) : cx_(cx), archive_(archive) {}

  // A file's module code, nested ones included. Null when it names a prelude function that is not there.
  Code* load(const CodeArchive::File& file);

 private:
  Str* string(uint32_t number) {
    if (number < strings_.size())
      if (Str* s = strings_[number]) return s;
    return make_string(number);
  }
  Str* make_string(uint32_t number);
  Code* code(CodeArchiveReader& in, Str* filename);
  Value constant(CodeArchiveReader& in, Str* filename);

  Context& cx_;
  const CodeArchive& archive_;
  std::vector<Str*> strings_;  // by number, made when first needed; those of the files that every process loads come first
};

}  // namespace fermata
