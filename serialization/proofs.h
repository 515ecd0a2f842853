// Proofs: what the verifier has found sound before. A worker loads the same program again and again, and proving its code took a fourth of
// that. The key is all that the verifier looks at, byte for byte, so that nothing is believed that was not proved. Shared by all
// sessions of the process, on any threads; a pure memo, and bounded. Used by verify_code.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fermata {

class Proofs {
 public:
  using Sets = std::vector<std::vector<uint64_t>>;  // of registers, one for each stop that the key holds

  // What was kept for that key.
  std::optional<Sets> find(const std::string& key);
  void keep(std::string key, Sets sets);

 private:
  static constexpr size_t kMostBytes = 4 << 20, kMostOfOne = 64 << 10;

  std::mutex mutex_;
  std::unordered_map<std::string, Sets> proved_;
  size_t bytes_ = 0;
};

// The bytes of plain values, each list with its length before it.
class ProofKey {
 public:
  template <class T>
  void add(T value) {
    append(&value, sizeof value);
  }
  template <class T>
  void add(std::span<const T> items) {
    static_assert(std::has_unique_object_representations_v<T>);
    add(items.size());
    append(items.data(), items.size_bytes());
  }
  std::string bytes;

 private:
  void append(const void* data, size_t size) {
    if (size) bytes.append(static_cast<const char*>(data), size);
  }
};

}  // namespace fermata
