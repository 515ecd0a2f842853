#include "compiler/code_archive.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "base/varint.h"
#include "compiler/constants.h"
#include "compiler/positions.h"

namespace fermata {

std::string module_of_library_file(std::string_view file) {
  constexpr std::string_view kEnding = ".py", kPackage = "/__init__";
  const bool frozen = file.starts_with(kFrozenName) && file.ends_with('>');
  if (!frozen && (!file.starts_with(kPythonFolder) || !file.ends_with(kEnding))) return {};
  file.remove_prefix(frozen ? kFrozenName.size() : kPythonFolder.size());
  file.remove_suffix(frozen ? 1 : kEnding.size());
  if (file.ends_with(kPackage)) file.remove_suffix(kPackage.size());
  std::string module(file);
  std::replace(module.begin(), module.end(), '/', '.');
  return module;
}

namespace {

[[noreturn]] void broken() {
  std::fputs("the code archive is broken\n", stderr);
  std::abort();
}

}  // namespace

const CodeArchive::File* CodeArchive::find(std::string_view name) const {
  auto at = std::lower_bound(files.begin(), files.end(), name, [&](const File& f, std::string_view n) { return string(f.name) < n; });
  return at != files.end() && string(at->name) == name ? &*at : nullptr;
}

// ---- writing

void CodeArchiveWriter::add_file(std::string_view name, std::string_view shown, const CodeUnit& unit) {
  files_.push_back({string(name), string(shown), static_cast<uint32_t>(records_.size())});
  put_unit(unit);
}

CodeArchive CodeArchiveWriter::finish() {
  const CodeArchive archive{text_, string_ends_, words_, records_, {}};
  std::sort(files_.begin(), files_.end(),
            [&](const CodeArchive::File& a, const CodeArchive::File& b) { return archive.string(a.name) < archive.string(b.name); });
  return {text_, string_ends_, words_, records_, files_};
}

uint32_t CodeArchiveWriter::string(std::string_view text) {
  auto [entry, is_new] = numbers_.try_emplace(std::string(text), static_cast<uint32_t>(string_ends_.size()));
  if (is_new) {
    text_ += text;
    string_ends_.push_back(static_cast<uint32_t>(text_.size()));
  }
  return entry->second;
}

void CodeArchiveWriter::put(uint64_t n) { put_varint(records_, n); }

void CodeArchiveWriter::put_unit(const CodeUnit& unit) {
  put(string(unit.name));
  put(string(unit.qualname));
  put(unit.flags);
  put(unit.positional_only);
  put(unit.positional);
  put(unit.keyword_only);
  put(unit.registers);
  put(unit.first_line);
  put(unit.has_doc ? string(unit.doc) + 1 : 0);

  put(unit.locals.size());
  for (const std::string& name : unit.locals) put(string(name));
  records_.insert(records_.end(), unit.local_is_cell.begin(), unit.local_is_cell.end());
  put(unit.free_names.size());
  for (const std::string& name : unit.free_names) put(string(name));
  for (const Capture& c : unit.captures) {
    put(c.from_free);
    put(c.index);
  }

  put(unit.words.size());
  put(words_.size());
  words_.insert(words_.end(), unit.words.begin(), unit.words.end());
  put(unit.constants.size());
  for (const Constant& c : unit.constants) put_constant(c);
  put(unit.sites.size());
  for (const SiteUnit& s : unit.sites) {
    put(s.name);
    put(s.count);
  }
  put(unit.handlers.size());
  for (const Handler& h : unit.handlers)
    for (uint32_t n : {h.begin, h.end, h.target, h.reg}) put(n);
  const std::vector<uint8_t> positions = pack_positions(unit.positions);
  put(positions.size());
  records_.insert(records_.end(), positions.begin(), positions.end());
}

void CodeArchiveWriter::put_constant(const Constant& c) {
  records_.push_back(static_cast<uint8_t>(c.type));
  switch (c.type) {
    case Constant::Type::kNone:
    case Constant::Type::kTrue:
    case Constant::Type::kFalse:
    case Constant::Type::kEllipsis: break;
    case Constant::Type::kInt:
      // A byte says which: 1 a number, 0 the digits of a large one.
      if (std::optional<int64_t> n = small_int(c); n && *n >= -(int64_t{1} << 61) && *n < int64_t{1} << 61) {
        put(1);
        put(fold_sign(*n));
      } else {
        put(0);
        put(string(c.text));
      }
      break;
    case Constant::Type::kFloat:
    case Constant::Type::kImaginary:
      put(words_.size());
      words_.push_back(std::bit_cast<uint64_t>(c.number));
      break;
    case Constant::Type::kStr:
    case Constant::Type::kBytes:
    case Constant::Type::kPrelude: put(string(c.text)); break;
    case Constant::Type::kTuple:
    case Constant::Type::kFrozenSet:
      put(c.items.size());
      for (const Constant& item : c.items) put_constant(item);
      break;
    case Constant::Type::kCode: put_unit(*c.code); break;
  }
}

// ---- reading

uint64_t CodeArchiveReader::large_number() {
  uint64_t n;
  if (!get_varint(archive_.records, at_, n)) broken();
  return n;
}

int64_t CodeArchiveReader::signed_number() { return unfold_sign(large_number()); }

std::span<const uint8_t> CodeArchiveReader::bytes(size_t count) {
  if (count > archive_.records.size() - at_) broken();
  at_ += count;
  return archive_.records.subspan(at_ - count, count);
}

std::span<const uint64_t> CodeArchiveReader::words(size_t begin, size_t count) {
  if (begin > archive_.words.size() || count > archive_.words.size() - begin) broken();
  return archive_.words.subspan(begin, count);
}

}  // namespace fermata
