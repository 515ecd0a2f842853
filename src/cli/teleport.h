// The test mode --teleport: a session is saved, destroyed, and loaded into a fresh one in the middle of its run, the two
// encodings in turn, and saved again: the bytes must be the same. Called by drive.h.
#pragma once

#include <memory>
#include <stdexcept>

#include "fermata/session.h"

namespace fermata::cli {

struct TeleportFailed : std::runtime_error {
  using runtime_error::runtime_error;
};

class Teleporter {
 public:
  explicit Teleporter(bool gc_stress) : gc_stress_(gc_stress) {}
  // Throws TeleportFailed.
  void teleport(std::unique_ptr<Session>& session, const SessionOptions& options);

 private:
  StateEncoding encoding_ = StateEncoding::kMessagePack;
  bool gc_stress_;
};

}  // namespace fermata::cli
