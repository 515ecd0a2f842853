// The test mode --teleport: a session is saved, destroyed, and loaded into a fresh one in the middle of its run, the two
// encodings in turn, and saved again: the bytes must be the same. Called by drive.h.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>

#include "fermata/session.h"

namespace fermata::cli {

struct TeleportFailed : std::runtime_error {
  using runtime_error::runtime_error;
};

class Teleporter {
 public:
  using Load = std::function<std::unique_ptr<Session>(std::string_view, SessionOptions, StateProblem*, const Limits*)>;
  explicit Teleporter(bool gc_stress, Load load = Session::load) : gc_stress_(gc_stress), load_(std::move(load)) {}
  // Throws TeleportFailed.
  void teleport(std::unique_ptr<Session>& session, const SessionOptions& options);

 private:
  StateEncoding encoding_ = StateEncoding::kMessagePack;
  bool gc_stress_;
  Load load_;
};

}  // namespace fermata::cli
