// Kills jailed processes at random moments of runs with host calls, and looks at what comes of it: every run ends with the right result, no
// host function is called twice for one call, and nothing is left behind in this process.
//
//   build/tests/jail/kill_children [--moments N] [--seed N]      (40, 1)
//
// FERMATA_JAIL names the program, as for any Jail. Prints "N moments, N kills, N went on, N wrong".
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <thread>

#include "fermata/jail.h"

using namespace fermata;

namespace {

constexpr int kCalls = 30;
constexpr char kProgram[] = R"(
seen = []
for i in range(30):
    total = 0
    for j in range(3000):
        total += j * i % 7
    seen.append(work(i, total))
    print(i)
len(seen), sum(seen), seen[:3]
)";

int64_t answer_of(int64_t i, int64_t total) { return i * 1000 + total % 1000; }

Data expected_result() {
  int64_t sum = 0;
  Data::Items first;
  for (int64_t i = 0; i < kCalls; ++i) {
    int64_t total = 0;
    for (int64_t j = 0; j < 3000; ++j) total += j * i % 7;
    const int64_t answer = answer_of(i, total);
    sum += answer;
    if (i < 3) first.emplace_back(answer);
  }
  return Data::tuple({Data(int64_t(kCalls)), Data(sum), Data::list(std::move(first))});
}

std::string expected_output() {
  std::string text;
  for (int i = 0; i < kCalls; ++i) text += std::to_string(i) + "\n";
  return text;
}

size_t open_descriptors() {
  size_t count = 0;
  DIR* folder = opendir("/proc/self/fd");
  while (readdir(folder)) ++count;
  closedir(folder);
  return count;
}

int64_t resident_kb() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("VmRSS:")) return std::stoll(line.substr(6));
  return 0;
}

// Processes that run fermata-jail for this one: its children, and theirs.
int jailed_processes() {
  std::map<int, int> parents;
  std::map<int, std::string> names;
  DIR* folder = opendir("/proc");
  while (const dirent* entry = readdir(folder)) {
    const int pid = std::atoi(entry->d_name);
    std::ifstream file("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; pid && std::getline(file, line);) {
      if (line.starts_with("Name:")) names[pid] = line.substr(6);
      if (line.starts_with("PPid:")) parents[pid] = std::stoi(line.substr(5));
    }
  }
  closedir(folder);
  int count = 0;
  for (const auto& [pid, name] : names) {
    if (name != "fermata-jail") continue;
    int up = pid;
    for (int steps = 0; steps < 8 && up > 1 && up != getpid(); ++steps) up = parents[up];
    count += up == getpid();
  }
  return count;
}

struct Tally {
  int kills = 0, went_on = 0, wrong = 0;
};

void complain(Tally& tally, int moment, const std::string& what) {
  ++tally.wrong;
  std::printf("moment %d: %s\n", moment, what.c_str());
}

void run_one(Jail& jail, std::mt19937_64& chance, int moment, Tally& tally) {
  std::map<int64_t, int> calls;
  std::string printed;
  std::vector<Finding> findings;
  SessionOptions options{.functions = {"work"}};
  // So that one that was stopped is missed soon; a busy machine mustn't end good ones.
  options.limits.time_ms = 1'500;
  options.on_output = [&](int, std::string_view text) { printed += text; };
  const auto session =
      jail.session(kProgram, "kill.py", std::move(options), &findings, {.checkpoint = JailedOptions::Checkpoint::kCalls, .restarts = 10});
  const int pid = jailed_process(*session);
  const int signal = std::array{SIGKILL, SIGSEGV, SIGSTOP}[moment % 3];
  // Of the run, which takes some milliseconds, a moment; or a call.
  std::atomic<bool> over{false};
  const auto delay = std::chrono::microseconds(std::uniform_int_distribution<int>(0, 12'000)(chance));
  const int at_call = std::uniform_int_distribution<int>(0, 2 * kCalls)(chance);
  std::thread killer([&] {
    std::this_thread::sleep_for(delay);
    if (!over && at_call >= kCalls) kill(pid, signal);
  });
  const Functions functions{{"work", [&](const Call& call) -> Answer {
                               const int64_t i = call.args[0].as_int();
                               ++calls[i];
                               if (i == at_call) kill(pid, signal);
                               return Data(answer_of(i, call.args[1].as_int()));
                             }}};
  const Outcome outcome = session->run_with(functions);
  over = true;
  killer.join();
  ++tally.kills;
  tally.went_on += jailed_process(*session) != pid;
  if (outcome.status != Status::kDone)
    return complain(tally, moment,
                    std::string(to_string(outcome.status)) + (outcome.crash ? ": " + outcome.crash->reason : "") +
                        (outcome.error ? ": " + outcome.error->message : "") + " " + outcome.limit);
  if (outcome.result != expected_result()) complain(tally, moment, "another result");
  if (printed != expected_output()) complain(tally, moment, "other output: " + printed);
  if (session->output() != expected_output()) complain(tally, moment, "other output in the session: " + session->output());
  for (int64_t i = 0; i < kCalls; ++i)
    if (calls[i] != 1) complain(tally, moment, "call " + std::to_string(i) + " was made " + std::to_string(calls[i]) + " times");
}

// Without a checkpoint it is an outcome, and nothing else notices.
void crash_one(Jail& jail, int moment, Tally& tally) {
  std::vector<Finding> findings;
  const auto session = jail.session(kProgram, "kill.py", {.functions = {"work"}}, &findings);
  session->start();
  const std::string state = session->save();
  kill(jailed_process(*session), SIGSEGV);
  const Outcome outcome = session->resume(session->pending()[0].id, Data(1));
  if (outcome.status != Status::kCrashed || outcome.crash->signal != SIGSEGV || !outcome.crash->last_call ||
      outcome.crash->last_call->function != "work")
    complain(tally, moment, "a crash that isn't described");
  StateProblem problem;
  const auto again = jail.load(state, {}, &problem);
  if (!again || again->pending().size() != 1) complain(tally, moment, "the saved state doesn't load");
}

}  // namespace

int main(int argc, char** argv) {
  int moments = 40;
  uint64_t seed = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--moments") == 0) moments = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--seed") == 0) seed = std::strtoull(argv[i + 1], nullptr, 10);
  }
  setvbuf(stdout, nullptr, _IOLBF, 0);
  std::mt19937_64 chance(seed);
  Tally tally;
  const size_t descriptors = open_descriptors();
  int64_t resident = 0;
  {
    Jail jail(JailOptions{.grace_ms = 300});
    const size_t with_jail = open_descriptors();
    for (int moment = 0; moment < moments; ++moment) {
      run_one(jail, chance, moment, tally);
      if (moment % 20 == 0) crash_one(jail, moment, tally);
      if (moment == moments / 4) resident = resident_kb();
    }
    // Two for each spare process.
    if (open_descriptors() > with_jail + 4)
      complain(tally, moments, std::to_string(open_descriptors() - with_jail) + " descriptors are left");
    if (const int64_t more = resident_kb() - resident; more > 8'000)
      complain(tally, moments, std::to_string(more) + " KB of memory are left");
    if (const JailStats stats = jail.stats(); stats.sessions != 0) complain(tally, moments, "sessions are left");
    for (int waited = 0; jailed_processes() > 4 && waited < 100; ++waited) usleep(20'000);
    if (const int left = jailed_processes(); left > 4) complain(tally, moments, std::to_string(left) + " processes are left");
  }
  if (open_descriptors() != descriptors) complain(tally, moments, "descriptors are left after the jail");
  for (int waited = 0; jailed_processes() > 0 && waited < 100; ++waited) usleep(20'000);
  if (jailed_processes() != 0) complain(tally, moments, "processes are left after the jail");
  std::printf("%d moments, %d kills, %d went on, %d wrong\n", moments, tally.kills, tally.went_on, tally.wrong);
  return tally.wrong != 0;
}
