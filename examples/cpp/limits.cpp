// A program that uses up what it was given stops, whole. It can't catch that; the host may give more, and then it goes on where
// it stopped.
#include <cstdio>

#include "fermata/session.h"

int main() {
  std::vector<fermata::Finding> findings;
  auto program = fermata::Program::compile(R"(
try:
    text = 'x' * 10**12                  # more than the limit leaves: refused before it is made
except MemoryError:
    print('too large')
n = 0
while n < 10000:
    n += 1
n
)",
                                           "hungry.py", &findings);
  if (!program) return 1;

  fermata::SessionOptions options;
  options.limits.steps = 1000;
  options.limits.heap_bytes = 16 << 20;
  fermata::Session session(program, options);
  fermata::Outcome outcome = session.start();
  std::printf("%s", session.take_output().c_str());

  while (outcome.status == fermata::Status::kExhausted) {
    std::printf("%s: %s\n", fermata::to_string(outcome.status), outcome.limit.c_str());
    fermata::Limits limits = session.limits();
    limits.steps *= 4;
    session.set_limits(limits);
    outcome = session.run();
  }
  std::printf("%s: %lld\n", fermata::to_string(outcome.status), static_cast<long long>(outcome.result.as_int()));
}
