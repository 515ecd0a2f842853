#include "session/code_cache.h"

#include <nettle/sha2.h>

#include <cstdlib>
#include <cstring>

#include "compiler/compiler.h"
#include "compiler/syntax_warnings.h"
#include "compiler/unit_bytes.h"
#include "syntax/parser.h"
#include "vm/source_text.h"

namespace fermata {

namespace {

constexpr uint64_t kEntry = 300;  // in memory, besides its bytes

std::string folder_of_user() {
  if (const char* named = std::getenv("FERMATA_CODE_CACHE")) return named;
  if (const char* caches = std::getenv("XDG_CACHE_HOME"); caches && *caches == '/') return std::string(caches) + "/fermata";
  if (const char* home = std::getenv("HOME"); home && *home == '/') return std::string(home) + "/.cache/fermata";
  return "";
}

}  // namespace

uint64_t room_of_code(uint64_t size) { return size * kTreeBytesPerByte + 4096; }

std::string compile_package_text(std::string_view path, std::string_view text) {
  if (text.size() > kLongestProgram) return "";
  const Source source(std::string(path), text);
  const ParseResult tree = parse_module(source);
  if (!tree.ok() || !syntax_warnings(*tree.module).empty()) return "";
  const CompileResult compiled = compile(source, *tree.module, {.in_namespace = true});
  return compiled.ok() ? pack_unit(*compiled.code) : "";
}

CodeCache& CodeCache::of_process() {
  static CodeCache cache(folder_of_user());
  return cache;
}

std::string CodeCache::key(std::string_view path, std::string_view text) {
  sha256_ctx hash;
  sha256_init(&hash);
  const auto add = [&](std::string_view part) {
    const uint64_t size = part.size();
    sha256_update(&hash, sizeof size, reinterpret_cast<const uint8_t*>(&size));
    sha256_update(&hash, part.size(), reinterpret_cast<const uint8_t*>(part.data()));
  };
  add(compiler_fingerprint());
  add(path);
  add(text);
  uint8_t digest[SHA256_DIGEST_SIZE];
  sha256_digest(&hash, sizeof digest, digest);
  constexpr char kDigits[] = "0123456789abcdef";
  std::string name;
  for (const uint8_t byte : digest) name += {kDigits[byte >> 4], kDigits[byte & 15]};
  return name;
}

std::shared_ptr<const CodeUnit> CodeCache::compiled(std::string_view path, std::string_view text) {
  const std::string name = key(path, text);
  const auto unpacked = [&](const std::string& bytes) {
    return bytes.empty() ? nullptr : unpack_unit(bytes, room_of_code(text.size()));
  };
  if (const Bytes known = find(name)) {
    std::shared_ptr<const CodeUnit> unit = unpacked(*known);
    if (unit || known->empty()) return unit;
  }
  std::string made = compile_package_text(path, text);
  std::shared_ptr<const CodeUnit> unit = unpacked(made);
  keep(name, unit ? std::move(made) : "");
  return unit;
}

CodeCache::Bytes CodeCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (const auto found = entries_.find(key); found != entries_.end()) {
    uses_.splice(uses_.begin(), uses_, found->second.use);
    return found->second.bytes;
  }
  if (!open_folder()) return nullptr;
  Bytes bytes = read(key);
  if (bytes) remember(key, bytes);
  return bytes;
}

void CodeCache::keep(const std::string& key, std::string bytes) {
  const std::lock_guard lock(mutex_);
  if (!bytes.empty() && open_folder()) write(key, bytes);
  forget(key);
  remember(key, std::make_shared<const std::string>(std::move(bytes)));
}

void CodeCache::remember(const std::string& key, Bytes bytes) {
  if (bytes->size() > kMostInMemory) return;
  in_memory_ += bytes->size() + kEntry;
  uses_.push_front(key);
  entries_.emplace(key, Entry{std::move(bytes), uses_.begin()});
  while (in_memory_ > kMostInMemory) forget(uses_.back());
}

void CodeCache::forget(const std::string& key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return;
  in_memory_ -= found->second.bytes->size() + kEntry;
  uses_.erase(found->second.use);
  entries_.erase(found);
}

}  // namespace fermata
