// While it lives, Ctrl-C and SIGTERM stop what goes on; a second one ends the process. One at a time.
#pragma once

#include <functional>

#include <csignal>

namespace fermata::cli {

class StopOnSignal {
 public:
  // `stop` is called within a signal handler.
  explicit StopOnSignal(std::function<void()> stop);
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

 private:
  const std::function<void()> stop_;
  struct sigaction interrupt_ = {}, terminate_ = {};
};

// While it lives, SIGHUP calls `reload`, within a signal handler. One at a time.
class ReloadOnSignal {
 public:
  explicit ReloadOnSignal(std::function<void()> reload);
  ~ReloadOnSignal();
  ReloadOnSignal(const ReloadOnSignal&) = delete;
  ReloadOnSignal& operator=(const ReloadOnSignal&) = delete;

 private:
  const std::function<void()> reload_;
  struct sigaction before_ = {};
};

}  // namespace fermata::cli
