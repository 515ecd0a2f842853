#include "cli/stop_on_signal.h"

#include <atomic>

namespace fermata::cli {

namespace {

std::atomic<const std::function<void()>*> stoppable{nullptr}, reloadable{nullptr};  // what a signal handler can reach has to be global

void on_signal(int) {
  if (const auto* stop = stoppable.load()) (*stop)();
}

void on_hangup(int) {
  if (const auto* reload = reloadable.load()) (*reload)();
}

}  // namespace

StopOnSignal::StopOnSignal(std::function<void()> stop) : stop_(std::move(stop)) {
  stoppable.store(&stop_);
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &action, &interrupt_);
  sigaction(SIGTERM, &action, &terminate_);
}

StopOnSignal::~StopOnSignal() {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
  stoppable.store(nullptr);
}

ReloadOnSignal::ReloadOnSignal(std::function<void()> reload) : reload_(std::move(reload)) {
  reloadable.store(&reload_);
  struct sigaction action = {};
  action.sa_handler = on_hangup;
  action.sa_flags = SA_RESTART;
  sigaction(SIGHUP, &action, &before_);
}

ReloadOnSignal::~ReloadOnSignal() {
  sigaction(SIGHUP, &before_, nullptr);
  reloadable.store(nullptr);
}

}  // namespace fermata::cli
