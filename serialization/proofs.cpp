#include "serialization/proofs.h"

#include <utility>

namespace fermata {

std::optional<Proofs::Sets> Proofs::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto at = proved_.find(key);
  return at == proved_.end() ? std::nullopt : std::optional(at->second);
}

void Proofs::keep(std::string key, Sets sets) {
  size_t size = key.size();
  for (const auto& set : sets) size += set.size() * sizeof(uint64_t);
  if (size > kMostOfOne) return;
  const std::lock_guard lock(mutex_);
  if (bytes_ + size > kMostBytes) {
    proved_.clear();
    bytes_ = 0;
  }
  if (proved_.emplace(std::move(key), std::move(sets)).second) bytes_ += size;
}

}  // namespace fermata
