#include "cli/interrupt_on_signal.h"

#include <atomic>
#include <cmath>
#include <poll.h>

namespace fermata::cli {

namespace {

// What a signal handler can reach has to be global.
std::atomic<Session*> watched{nullptr};
std::atomic<bool> interrupted{false};

void on_interrupt(int) {
  interrupted = true;
  if (Session* session = watched) session->interrupt();
}

}  // namespace

InterruptOnSignal::InterruptOnSignal(Session& session) {
  watched = &session;
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &action, &before_);
}

InterruptOnSignal::~InterruptOnSignal() {
  sigaction(SIGINT, &before_, nullptr);
  watched = nullptr;
  interrupted = false;
}

void InterruptOnSignal::watch(Session* session) {
  watched = session;
  if (session && interrupted) session->interrupt();
}

bool InterruptOnSignal::came() { return interrupted; }

bool InterruptOnSignal::sleep_for(double seconds) {
  // The signal is let in only while it sleeps, so that none comes just before.
  sigset_t block, open;
  sigemptyset(&block);
  sigaddset(&block, SIGINT);
  pthread_sigmask(SIG_BLOCK, &block, &open);
  const timespec time{time_t(seconds), long((seconds - std::floor(seconds)) * 1e9)};
  const bool slept = !interrupted && ppoll(nullptr, 0, &time, &open) == 0;
  pthread_sigmask(SIG_SETMASK, &open, nullptr);
  return slept;
}

}  // namespace fermata::cli
