// CodeUnits in the form in which the build puts them into the binary: every string once, instructions as the words they are, the rest as
// variable-length numbers. Written by fermata-precompile (tools/precompile.cpp), read by objects/code/archived_code.h, which makes the
// heap's Code right from it. It is part of the program, so what is wrong with it is a bug: the reader stays within bounds and aborts.
//
// A code's record: name, qualname (string numbers); flags, positional_only, positional, keyword_only, registers, first_line; doc (string
// number plus 1, or 0); locals: count, names, a byte each (is it a cell?); free variables: count, names, captures (from_free, index);
// words: count, the first one's place in `words`; constants: count, each a byte of Constant::Type and what belongs to it; sites: count,
// each (constant, count); handlers: count, each (begin, end, target, reg); positions: count of bytes, the bytes (compiler/positions.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/code.h"

namespace fermata {

// Where CPython's files are, as tracebacks and code objects call them, wherever the build took them from.
inline constexpr std::string_view kPythonFolder = "/usr/lib/python3.11/";
// And the files of the modules that it has frozen: "<frozen os>".
inline constexpr std::string_view kFrozenName = "<frozen ";
// Whether a frame's file is of the library, and so of no interest to whoever looks at a program.
inline bool is_of_library(std::string_view file) { return file.starts_with(kPythonFolder) || file.starts_with(kFrozenName); }
// The module that is in such a file: "os" for both names of os.py. Empty for another file.
std::string module_of_library_file(std::string_view file);

struct CodeArchive {
  struct File {
    uint32_t name;    // string number: the path below src/ without its ending, "prelude/list"
    uint32_t shown;   // the same of what its code is said to be in: of ours in the place of a file of CPython's that file
    uint32_t record;  // where in `records` the module's code begins
  };

  std::string_view text;  // all strings, one after the other
  std::span<const uint32_t> string_ends;
  std::span<const uint64_t> words;
  std::span<const uint8_t> records;
  std::span<const File> files;  // sorted by name

  std::string_view string(uint32_t number) const {
    const uint32_t begin = number ? string_ends[number - 1] : 0;
    return text.substr(begin, string_ends[number] - begin);
  }
  const File* find(std::string_view name) const;
};

// Collects units. finish() gives an archive that points into the writer.
class CodeArchiveWriter {
 public:
  void add_name(std::string_view name) { string(name); }  // of a file: before all files, so that a search for one finds the names together
  // In any order: what is read together, one after the other.
  void add_file(std::string_view name, std::string_view shown, const CodeUnit& unit);
  CodeArchive finish();  // nothing is added after it

 private:
  uint32_t string(std::string_view text);
  void put(uint64_t n);
  void put_unit(const CodeUnit& unit);
  void put_constant(const Constant& constant);

  std::string text_;
  std::vector<uint32_t> string_ends_;
  std::vector<uint64_t> words_;
  std::vector<uint8_t> records_;
  std::vector<CodeArchive::File> files_;
  std::unordered_map<std::string, uint32_t> numbers_;
};

// A place in the records.
class CodeArchiveReader {
 public:
  CodeArchiveReader(const CodeArchive& archive, uint32_t at) : archive_(archive), at_(at) {}

  uint32_t number() {
    if (at_ < archive_.records.size() && archive_.records[at_] < 0x80) return archive_.records[at_++];
    return static_cast<uint32_t>(large_number());
  }
  int64_t signed_number();
  std::span<const uint8_t> bytes(size_t count);
  std::span<const uint64_t> words(size_t begin, size_t count);

 private:
  uint64_t large_number();

  const CodeArchive& archive_;
  size_t at_;
};

}  // namespace fermata
