// What becomes of a jailed session whose process has died: another one goes on from the last checkpoint, or it is an outcome.
#include <stdexcept>
#include <utility>

#include "jail/outside/jailed_session.h"

namespace fermata::jail {

void JailedSession::become_crashed(Crash crash) {
  outcome_ = Outcome{.status = Status::kCrashed};
  outcome_.crash = std::move(crash);
  pending_.clear();
  for (int i = 0; i < 2; ++i) output_[i] += std::exchange(arriving_[i], {});
}

bool JailedSession::recover(Crash& crash) {
  if (!has_checkpoint_ || !link_) return false;
  while (restarts_ < jailed_.restarts) {
    ++restarts_;
    try {
      replay();
      return true;
    } catch (Dead& dead) {
      crash = std::move(dead.crash);
    } catch (const std::exception& error) {
      crash.reason += "; it can't go on from its last call: ";
      crash.reason += error.what();
      return false;
    }
  }
  return false;
}

void JailedSession::replay() {
  use(link_->take(""));  // (a fresh one)
  for (int i = 0; i < 2; ++i) {
    again_[i] = std::exchange(handed_on_[i], 0);
    arriving_[i].clear();
  }
  // What the host has said since then is said again, and stays so here.
  struct Said {
    explicit Said(JailedSession& session)
        : session(session), limits(session.limits_), pause_at(session.pause_at_), has_pause_at(session.has_pause_at_) {
      session.limits_ = session.checkpoint_limits_;
    }
    ~Said() {
      session.limits_ = limits;
      session.pause_at_ = std::move(pause_at);
      session.has_pause_at_ = has_pause_at;
    }
    JailedSession& session;
    Limits limits;
    PauseAt pause_at;
    bool has_pause_at;
  } said(*this);
  const auto opened = [&](Reply kind, MessageReader& in) {
    if (kind != Reply::kOpened) fail(StateErrorKind::kBadObject, "a state that can't be loaded again");
    Opened what = get<Opened>(in);
    what.standing.state = {};  // it is the checkpoint
    const bool kept = std::exchange(has_checkpoint_, true);
    take(std::move(what));
    has_checkpoint_ = kept;
  };
  if (checkpoint_.empty()) {
    transact(opening_, opened);
  } else {
    MessageWriter out(Request::kLoad);
    put(out, bool(options_.on_output), false);
    bytes(out, checkpoint_);
    transact(put(out, granted(), std::optional(checkpoint_limits_)).take(), opened);
  }
  // Each but the last one has had its answer, which nobody wants again.
  const std::vector<std::string> requests = since_;
  for (size_t i = 0; i < requests.size(); ++i) {
    count_anew_if_fed(requests[i]);
    transact(requests[i], [&](Reply kind, MessageReader& in) {
      if (kind == Reply::kStopped) return take_stopped(kind, in);
      if (kind == Reply::kBytes) in.bytes();
      else if (kind != Reply::kDone) fail(StateErrorKind::kBadObject, "another answer than was asked for");
    });
    if (since_.empty()) since_.assign(requests.begin() + ptrdiff_t(i) + 1, requests.end());  // that was a place for a checkpoint
  }
}

}  // namespace fermata::jail
