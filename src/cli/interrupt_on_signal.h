// Ctrl-C while a program runs, waits or is answered.
#pragma once

#include <csignal>

#include "fermata/session.h"

namespace fermata::cli {

// While it lives, Ctrl-C interrupts the session: it stops as exhausted and can still be saved. A second one ends the process. One at a
// time.
class InterruptOnSignal {
 public:
  explicit InterruptOnSignal(Session& session);
  ~InterruptOnSignal();
  InterruptOnSignal(const InterruptOnSignal&) = delete;
  InterruptOnSignal& operator=(const InterruptOnSignal&) = delete;

  // The session from now on, in place of the one before; a Ctrl-C that came before is for it too. nullptr: there is none for a while.
  void watch(Session* session);
  // Whether one came, by now.
  static bool came();
  // False: one came, or had come before.
  static bool sleep_for(double seconds);

 private:
  struct sigaction before_ = {};
};

}  // namespace fermata::cli
