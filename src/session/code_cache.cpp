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

std::string compile_package_text(std::string_view path, std::string_view text) {
  if (text.size() > kLongestProgram) return "";
  const Source source(std::string(path), text);
  const ParseResult tree = parse_module(source);
  if (!tree.ok() || !syntax_warnings(*tree.module).empty()) return "";
  const CompileResult compiled = compile(source, *tree.module, {.in_namespace = true});
  if (!compiled.ok()) return "";
  std::string code = pack_unit(*compiled.code);
  return unpack_unit(code, room_of_code(text.size())) ? code : "";
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

CodeCache::Bytes CodeCache::compiled(std::string_view path, std::string_view text) {
  const std::string name = key(path, text);
  const auto is_good = [&](const std::string& code) { return unpack_unit(code, room_of_code(text.size())) != nullptr; };
  if (const Found known = found(name); known.code) {
    if (known.code->empty()) return nullptr;
    if (known.verified) return known.code;
    if (is_good(*known.code)) {
      const std::lock_guard lock(mutex_);
      if (const auto entry = entries_.find(name); entry != entries_.end() && entry->second.code == known.code)
        entry->second.verified = true;
      return known.code;
    }
  }
  const Bytes made = keep(name, compile_package_text(path, text), true);
  return made->empty() ? nullptr : made;
}

CodeCache::Found CodeCache::found(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (const auto known = entries_.find(key); known != entries_.end()) {
    uses_.splice(uses_.begin(), uses_, known->second.use);
    return known->second;
  }
  if (!open_folder()) return {};
  const Found read{this->read(key)};
  if (read.code) remember(key, read);
  return read;
}

CodeCache::Bytes CodeCache::keep(const std::string& key, std::string code, bool verified) {
  const std::lock_guard lock(mutex_);
  if (!code.empty() && open_folder()) write(key, code);
  forget(key);
  const auto kept = std::make_shared<const std::string>(std::move(code));
  remember(key, {kept, verified});
  return kept;
}

void CodeCache::remember(const std::string& key, Found code) {
  in_memory_ += code.code->size() + kEntry;
  uses_.push_front(key);
  entries_.emplace(key, Entry{std::move(code), uses_.begin()});
  while (in_memory_ > kMostInMemory && uses_.size() > 1) forget(uses_.back());
}

void CodeCache::forget(const std::string& key) {
  const auto known = entries_.find(key);
  if (known == entries_.end()) return;
  in_memory_ -= known->second.code->size() + kEntry;
  uses_.erase(known->second.use);
  entries_.erase(known);
}

}  // namespace fermata
