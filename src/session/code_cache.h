// What the files of packages are compiled to, by the hash of their text: in memory for all sessions of a process, and in a folder for all
// processes of a user (SECURITY.md, "Compiled packages"). Whoever fills it has compiled the text in a process in which memory is whole: the
// host's own, or a jailed one that ran no program. What comes out of the folder is believed as little as a state is. Asked by sessions
// (files.cpp) and by the parents of jailed ones; from any thread.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "session/fd.h"

namespace fermata {

// As a jailed session's parent says it of a file.
struct CompiledPackage {
  uint64_t size = 0;   // of its text
  std::string code{};  // as pack_unit() gives it; empty: none, the session compiles the text
};

// As pack_unit() gives it. Empty: it has errors, or something to warn of, which whoever runs it has to be told.
std::string compile_package_text(std::string_view path, std::string_view text);
// Of what compiles here: another one may give other code for the same text.
std::string_view compiler_fingerprint();

class CodeCache {
 public:
  // Its folder is $FERMATA_CODE_CACHE, or else fermata in the user's folder of caches.
  static CodeCache& of_process();

  // Empty: in memory alone. So is it with a folder that others may write to.
  explicit CodeCache(std::string folder) : folder_(std::move(folder)) {}
  CodeCache(const CodeCache&) = delete;
  CodeCache& operator=(const CodeCache&) = delete;

  // Code to run in this process, verified; compiles the text if need be. Null when compile_package_text() has none.
  std::shared_ptr<const std::string> compiled(std::string_view path, std::string_view text);

  static std::string key(std::string_view path, std::string_view text);
  // Code for a process that verifies it itself, empty when it is known that there is none; null: nobody has compiled it.
  std::shared_ptr<const std::string> find(const std::string& key) { return found(key).code; }
  void keep(const std::string& key, std::string code) { keep(key, std::move(code), false); }

  static constexpr uint64_t kMostInMemory = 64 << 20, kMostInFolder = 256 << 20;

 private:
  using Bytes = std::shared_ptr<const std::string>;
  struct Found {
    Bytes code{};
    bool verified = false;
  };
  struct Entry : Found {
    std::list<std::string>::iterator use{};
  };
  Found found(const std::string& key);
  Bytes keep(const std::string& key, std::string code, bool verified);
  void remember(const std::string& key, Found code);
  void forget(const std::string& key);
  bool open_folder();
  Bytes read(const std::string& key) const;
  void write(const std::string& key, std::string_view bytes);
  void make_room(uint64_t bytes);

  std::mutex mutex_;
  const std::string folder_;
  Fd folder_fd_;
  bool looked_ = false;     // for the folder
  uint64_t in_folder_ = 0;  // about so many bytes are in it, once `counted_`
  bool counted_ = false;
  uint64_t in_memory_ = 0;
  std::list<std::string> uses_;  // keys, the last used one first
  std::unordered_map<std::string, Entry> entries_;
};

}  // namespace fermata
