// What many warm sessions cost in memory: jailed ones, each in a process of its own, beside as many in this process.
//
//   build/tests/jail/many_sessions [SESSIONS]      (1000)      FERMATA_JAIL names the program
//
// Each session has run a program and waits for a call. Prints, for one session on average: what its process doesn't share, the kernel's
// page tables for it, and its part of what is shared; what a session in this process takes; and what a process has in all, which is what
// each would cost without sharing.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "fermata/jail.h"

using namespace fermata;

namespace {

constexpr char kProgram[] = "seen = {}\nfor i in range(100): seen[i] = str(i)\nask()";

// The figure behind "Name:", in KB.
int64_t figure(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name + ":")) return std::stoll(line.substr(name.size() + 1));
  std::fprintf(stderr, "%s: no %s\n", path.c_str(), name.c_str());
  std::exit(1);
}

struct Cost {
  int64_t own = 0, tables = 0, part = 0, all = 0;
};

Cost cost_of(int process) {
  const std::string folder = "/proc/" + std::to_string(process) + "/", rollup = folder + "smaps_rollup";
  const int64_t own = figure(rollup, "Private_Dirty");
  return {own, figure(folder + "status", "VmPTE"), figure(rollup, "Pss") - own, figure(rollup, "Rss")};
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1'000;
  std::vector<Finding> findings;
  const auto started = [&](std::unique_ptr<Session> session) {
    if (session->start().status != Status::kPaused) std::abort();
    return session;
  };
  std::vector<std::unique_ptr<Session>> here;
  const auto program = Program::compile(kProgram, "memory.py", &findings);
  here.push_back(started(std::make_unique<Session>(program, SessionOptions{.functions = {"ask"}})));
  const int64_t before = cost_of(getpid()).own;
  for (int i = 0; i < count; ++i) here.push_back(started(std::make_unique<Session>(program, SessionOptions{.functions = {"ask"}})));
  const int64_t heaps = cost_of(getpid()).own - before;
  here.clear();

  Jail jail;
  std::vector<std::unique_ptr<Session>> jailed;
  for (int i = 0; i < count; ++i) jailed.push_back(started(jail.session(kProgram, "memory.py", {.functions = {"ask"}}, &findings)));
  Cost sum;
  for (const auto& session : jailed) {
    const Cost cost = cost_of(jailed_process(*session));
    sum.own += cost.own;
    sum.tables += cost.tables;
    sum.part += cost.part;
    sum.all += cost.all;
  }
  const auto each = [&](int64_t total) { return double(total) / count; };
  std::printf("%d sessions, KB for each: %.0f its process's own, %.0f page tables, %.0f its part of what is shared\n", count, each(sum.own),
              each(sum.tables), each(sum.part));
  std::printf("in one process: %.0f; if nothing was shared: %.0f\n", each(heaps), each(sum.all));
}
