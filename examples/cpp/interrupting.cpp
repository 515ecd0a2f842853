// Another thread stops a running program; it stops at its next safepoint and could go on later.
#include <chrono>
#include <cstdio>
#include <thread>

#include "fermata/session.h"

int main() {
  std::vector<fermata::Finding> findings;
  auto program = fermata::Program::compile("n = 0\nwhile True:\n    n += 1", "endless.py", &findings);
  if (!program) return 1;

  fermata::Session session(program);
  std::thread watchdog([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    session.interrupt();
  });
  const fermata::Outcome outcome = session.start();
  watchdog.join();
  std::printf("%s: %s\n", fermata::to_string(outcome.status), outcome.limit.c_str());
}
