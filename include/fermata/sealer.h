// Sealer: saved states encrypted and bound to what the host says about them. Whoever keeps them can neither read nor change them, nor put
// one in the place of another.
//
//   const fermata::Sealer sealer = fermata::Sealer::from_file("/etc/agent/seal-keys");
//   const fermata::Bound bound = {{"run", "r-17"}, {"seq", 3}};
//   std::string sealed = sealer.seal(session.save(), bound);
//   ...
//   fermata::StateProblem problem;
//   std::optional<std::string> state = sealer.open(sealed, bound, &problem);
//   auto again = state ? fermata::Session::load(*state, {}, &problem) : nullptr;
//
// The cipher is libsodium's XChaCha20-Poly1305; serialization/SEALED.md describes the bytes. A Sealer never changes: any number of threads
// may use one.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fermata/error.h"
#include "fermata/value.h"

namespace fermata {

// What a sealed state belongs to, such as its tenant, run and number there: whoever opens it must say the same. The values are texts, ints
// of 64 bits or bytes; 3 and "3" are different. They are not in the sealed state. All together may have 64 KiB.
using Bound = std::map<std::string, Data>;

// A key's id, which sealed states show, and what is made of its bytes. That is in memory which isn't swapped out or dumped, and is wiped
// when the last copy goes.
class SealKey {
 public:
  static constexpr size_t kBytes = 32;
  static constexpr size_t kMostIdBytes = 64;

  // `id` has 1 to 64 of A-Z a-z 0-9 . _ -, `bytes` 32 from a source of randomness. Throws UsageError. The caller's bytes are the caller's
  // to wipe.
  SealKey(std::string id, std::string_view bytes);
  const std::string& id() const { return id_; }

 private:
  friend class Sealer;
  struct Secret;
  std::string id_;
  std::shared_ptr<const Secret> secret_;
};

class Sealer {
 public:
  // The first key seals; all of them open. To change keys, put a new one in front; when nothing is sealed with an old one any more, or
  // nothing may be, leave it out. Throws UsageError when there is no key, or two have one id.
  explicit Sealer(std::vector<SealKey> keys);

  // A file of keys: a line `id base64` each, the first of them seals; empty lines and those that begin with # say nothing. Throws
  // UsageError for a file that can't be read, isn't like that, or that others than its owner and its group may read.
  static Sealer from_file(const std::string& path);

  // Any bytes, with a nonce of their own: sealed twice they look different. Throws UsageError for a bad `bound`.
  std::string seal(std::string_view state, const Bound& bound = {}) const;

  // What seal() was given. Nothing, and `problem` says why: its kind is "not sealed", "foreign key", "replayed" (sealed with other
  // `bound`), "tampered", "truncated" or "unsupported version".
  std::optional<std::string> open(std::string_view sealed, const Bound& bound = {}, StateProblem* problem = nullptr) const;

  // The same where the caller has the memory: seal_to() writes sealed_size() bytes, open_to() opened_size() of them, or none at all when it
  // gives false. `out` must not overlap with what is read.
  size_t sealed_size(size_t state_bytes) const;
  void seal_to(std::string_view state, const Bound& bound, char* out) const;
  static std::optional<size_t> opened_size(std::string_view sealed, StateProblem* problem = nullptr);
  bool open_to(std::string_view sealed, const Bound& bound, char* out, StateProblem* problem = nullptr) const;

  // In their order.
  std::vector<std::string> key_ids() const;
  // The same keys, of which the one of this id seals. Nothing: it isn't among them.
  std::optional<Sealer> sealing_with(std::string_view id) const;

  // Without any key: whether these bytes begin as sealed ones do, and the id of the key that they say they were sealed with (nothing for
  // bytes that aren't sealed, or not in a way that this release knows).
  static bool is_sealed(std::string_view bytes);
  static std::optional<std::string> key_id_of(std::string_view bytes);

 private:
  std::vector<SealKey> keys_;
};

// Makes a key and puts it in front of those of a file, which is made when it isn't there, readable by its owner alone. Gives the key's id:
// `id`, or when that is empty the day and a few random digits. Throws UsageError; the file then is as it was.
std::string new_seal_key(const std::string& path, std::string id = "");

}  // namespace fermata
