// Makes Code from what was compiled before, without reading a source: by the build (prelude/embedded.h; the image owns the one loader and
// uses it under its lock), or of a package (compiler/unit_bytes.h). Instructions and positions stay where the archive has them if Code in
// the heap is never freed, else they are copied.
#pragma once

#include <vector>

#include "compiler/code_archive.h"
#include "runtime/context.h"

namespace fermata {

class ArchivedCode {
 public:
  ArchivedCode(Context& cx, const CodeArchive& archive, bool copies = false) : cx_(cx), archive_(archive), copies_(copies) {}

  // A file's module code, nested ones included. Null when it names a prelude function that is not there. Its caller has seen that it fits.
  Code* load(const CodeArchive::File& file);
  Code* load(uint32_t record, Str* filename);

 private:
  template <class T>
  void take(Array<T>& to, std::span<const T> from);
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
  const bool copies_;
  std::vector<Str*> strings_;  // by number, made when first needed; those of the files that every process loads come first
};

}  // namespace fermata
