// What a jail costs, beside what it is compared with: all in one run, the parts in turn, medians.
//
//   build/tests/jail/price [ROUNDS]       FERMATA_JAIL names the program; tests/jail/bench.py calls it
//
// Prints lines "name: N.N us".
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "fermata/jail.h"

using namespace fermata;

namespace {

using Clock = std::chrono::steady_clock;

class Figure {
 public:
  explicit Figure(const char* name) : name_(name) {}
  template <class Code>
  void time(int times, Code code) {
    const auto begin = Clock::now();
    code();
    values_.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count() / times);
  }
  void print() {
    std::sort(values_.begin(), values_.end());
    std::printf("%s: %.1f us\n", name_, values_[values_.size() / 2]);
  }

 private:
  const char* name_;
  std::vector<double> values_;
};

constexpr int kCalls = 200;
constexpr char kCalling[] = "for i in range(200): f(i)";

std::unique_ptr<Session> in_process(const char* text, SessionOptions options = {}) {
  std::vector<Finding> findings;
  return std::make_unique<Session>(Program::compile(text, "a.py", &findings), std::move(options));
}

void answer_calls(Session& session) {
  for (Outcome o = session.start(); o.status == Status::kPaused;) o = session.resume(session.pending()[0].id, Data(1));
  if (session.status() != Status::kDone) std::abort();
}

void ping(int socket, int times) {
  char bytes[64] = {};
  for (int i = 0; i < times; ++i)
    if (send(socket, bytes, sizeof bytes, 0) < 0 || recv(socket, bytes, sizeof bytes, 0) < 0) std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 200;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  const pid_t echo = fork();
  if (echo == 0) {
    char bytes[64];
    for (ssize_t n; (n = recv(ends[1], bytes, sizeof bytes, 0)) > 0;) send(ends[1], bytes, size_t(n), 0);
    _exit(0);
  }
  Jail jail(JailOptions{.spares = 20});
  // After a rest, caches hold what others did meanwhile, here as in a process that waits.
  Figure here("1 + 2 in process"), rested_here("1 + 2 in process, after a rest"), ready("1 + 2 in a waiting process"),
      rested("1 + 2 in a waiting process, after a rest"), steady("1 + 2, each in a new process"), tenants("1 + 2 in its tenant's process"),
      pong("a bare ping-pong"), call("a host call through the wall"), call_here("a host call in process");
  std::vector<Finding> findings;
  const auto one = [&](JailedOptions how = {}) -> std::unique_ptr<Session> {
    auto session = jail.session("1 + 2", "a.py", {}, &findings, std::move(how));
    if (session->start().status != Status::kDone) std::abort();
    return session;
  };
  constexpr auto kRest = std::chrono::milliseconds(20);  // in which new processes take the places of those that are used up
  constexpr int kReady = 6;                              // fewer than what lets the jail fork others
  for (int i = 0; i < rounds; ++i) {
    here.time(1, [] { in_process("1 + 2")->start(); });
    std::vector<std::unique_ptr<Session>> kept;  // their end isn't part of it
    std::this_thread::sleep_for(kRest);
    rested_here.time(1, [] { in_process("1 + 2")->start(); });
    std::this_thread::sleep_for(kRest);
    rested.time(1, [&] { kept.push_back(one()); });
    for (int j = 0; j < kReady; ++j) ready.time(1, [&] { kept.push_back(one()); });
    kept.clear();
    std::this_thread::sleep_for(kRest);
    pong.time(kCalls, [&] { ping(ends[0], kCalls); });
    const auto calling = jail.session(kCalling, "a.py", {.functions = {"f"}}, &findings);
    call.time(kCalls, [&] { answer_calls(*calling); });
    const auto calling_here = in_process(kCalling, {.functions = {"f"}});
    call_here.time(kCalls, [&] { answer_calls(*calling_here); });
  }
  for (int i = 0; i < rounds; ++i) steady.time(1, [&] { one(); });
  one({.tenant = "acme"});
  for (int i = 0; i < rounds; ++i)
    tenants.time(10, [&] {
      for (int j = 0; j < 10; ++j) one({.tenant = "acme"});
    });
  for (Figure* figure : {&here, &rested_here, &ready, &rested, &steady, &tenants, &pong, &call, &call_here}) figure->print();
  kill(echo, SIGKILL);
  waitpid(echo, nullptr, 0);
}
