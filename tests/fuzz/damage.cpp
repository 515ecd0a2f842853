// Damages states and loads and runs them, or sees them refused, in great numbers:
//
//   build/tests/fuzz/damage_states [--count 1000] [--seed 1] [--first 0] [--slow SECONDS] [--keep DIR] STATE…
//   build/tests/fuzz/damage_states --as-is STATE…      no damage and no child process, for a debugger
//
// The work is done in a child process. When it crashes or takes longer than --slow over one state, that state is kept as a file
// in DIR, and a new child goes on after it. Number N of a seed is always the same state. Ends with 1 when anything was found.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "edit_state.h"
#include "targets.h"

namespace {

using Clock = std::chrono::steady_clock;

struct Progress {
  volatile uint64_t number;
  volatile uint64_t refused, ran;
};

std::string state_number(const std::vector<std::string>& states, uint64_t seed, uint64_t number) {
  fermata::Random random(seed * 0x9E3779B97F4A7C15 + number);
  const std::string& state = states[number % states.size()];
  // One of the same encoding to take pieces from.
  const std::string* other = &states[random() % states.size()];
  if ((*other)[0] != state[0]) other = &state;
  return fermata::damaged_state(state, *other, random);
}

}  // namespace

int main(int count_arguments, char** arguments) {
  uint64_t count = 1000, seed = 1, first = 0;
  double slow = 2;
  std::string keep = "/tmp";
  bool as_is = false;
  std::vector<std::string> states;
  for (int i = 1; i < count_arguments; ++i) {
    const std::string name = arguments[i];
    const auto value = [&] { return std::string(i + 1 < count_arguments ? arguments[++i] : "0"); };
    if (name == "--count") count = std::stoull(value());
    else if (name == "--seed") seed = std::stoull(value());
    else if (name == "--first") first = std::stoull(value());
    else if (name == "--slow") slow = std::stod(value());
    else if (name == "--keep") keep = value();
    else if (name == "--as-is") as_is = true;
    else {
      std::ifstream file(name, std::ios::binary);
      states.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
      if (states.back().empty()) states.pop_back();
    }
  }
  if (states.empty()) return std::fputs("no states\n", stderr), 2;

  for (size_t i = 0; as_is && i < states.size(); ++i)
    std::printf("state %zu: %s\n", i, fermata::load_and_run(states[i]) == fermata::StateFate::kRan ? "ran" : "refused");
  if (as_is) return 0;

  auto* progress = static_cast<Progress*>(mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  progress->number = first;
  progress->refused = 0;
  progress->ran = 0;
  int found = 0;
  while (progress->number < first + count) {
    const pid_t child = fork();
    if (child == 0) {
      for (uint64_t n = progress->number; n < first + count;) {
        const bool ran = fermata::load_and_run(state_number(states, seed, n)) == fermata::StateFate::kRan;
        if (ran) progress->ran = progress->ran + 1;
        else progress->refused = progress->refused + 1;
        progress->number = ++n;
      }
      _exit(0);
    }
    uint64_t seen = progress->number;
    Clock::time_point since = Clock::now();
    int status = 0;
    bool hangs = false;
    while (waitpid(child, &status, WNOHANG) == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (progress->number != seen) seen = progress->number, since = Clock::now();
      else if (std::chrono::duration<double>(Clock::now() - since).count() > slow) {
        hangs = true;
        kill(child, SIGABRT);
        waitpid(child, &status, 0);
        break;
      }
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !hangs) break;
    const uint64_t n = progress->number;
    const std::string bad = state_number(states, seed, n);
    const std::string path =
        keep + "/damaged-" + std::to_string(seed) + "-" + std::to_string(n) + (bad.starts_with("{") ? ".json" : ".msgpack");
    std::ofstream(path, std::ios::binary) << bad;
    std::printf("%s: %s\n", hangs ? "slow" : "crash", path.c_str());
    std::fflush(stdout);
    ++found;
    progress->number = n + 1;
  }
  std::printf("%llu damaged states of %zu: %llu refused, %llu ran, %d found\n", (unsigned long long)count, states.size(),
              (unsigned long long)progress->refused, (unsigned long long)progress->ran, found);
  return found > 0;
}
