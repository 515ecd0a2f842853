// Running: the session that runs somewhere, for whoever ends it from another thread.
#pragma once

#include <mutex>

#include "fermata/session.h"

namespace fermata::server {

class Running {
 public:
  class Entry {
   public:
    Entry(Running& running, fermata::Session& session) : running_(running) { running_.set(&session); }
    ~Entry() { running_.set(nullptr); }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    Running& running_;
  };

  // What runs is interrupted, and so is what is entered later.
  void end() {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    if (session_) session_->interrupt();
  }

 private:
  void set(fermata::Session* session) {
    const std::lock_guard lock(mutex_);
    session_ = session;
    if (session_ && is_over_) session_->interrupt();
  }

  std::mutex mutex_;
  fermata::Session* session_ = nullptr;
  bool is_over_ = false;
};

}  // namespace fermata::server
