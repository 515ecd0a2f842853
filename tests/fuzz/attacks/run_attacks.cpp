// Runs hostile programs for `run`, each in a process forked from this one, which has the image already: with the sanitizers a start takes
// longer than most programs.
//
//   build/tests/fuzz/run_attacks TIME_MS HEAP_BYTES STEPS CPU_SECONDS ADDRESS_BYTES     the program's limits, the process's (0: none)
//
// Standard input: for each program a line with the length of its text, then the text. Standard output: for each a line "ENDED SECONDS
// KILOBYTES ERRORS" with tabs between, then what it left on standard error, ERRORS bytes long. ENDED: done, raised, paused, exhausted,
// refused, or "signal" or "code" and its number; SECONDS of the processor; KILOBYTES resident at most.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "fermata/session.h"

namespace {

using namespace fermata;

struct Limited {
  Limits limits;
  rlim_t cpu_seconds = 0, address_bytes = 0;
};

bool is_timer(const Call& call) { return call.kind == Call::Kind::kTimer; }

// What `fermata run --function ask --async send` does without anybody to answer.
Status run(const std::string& text, const Limits& limits) {
  std::vector<Finding> findings;
  const auto program = Program::compile(text, "program.py", &findings);
  if (!program) return Status::kReady;
  SessionOptions options;
  options.limits = limits;
  options.functions = {"ask", Grant::async("send")};
  options.on_output = [](int, std::string_view) {};
  Session session(program, options);
  Outcome outcome = session.start();
  while (outcome.status == Status::kPaused && std::ranges::all_of(session.pending(), is_timer)) outcome = session.resume_next();
  if (outcome.error) std::fputs(outcome.error->traceback.c_str(), stderr);
  return outcome.status;
}

[[noreturn]] void be_attacked(const std::string& text, const Limited& limited, int errors) {
  dup2(errors, STDERR_FILENO);
  if (limited.cpu_seconds) {
    const rlimit cpu{limited.cpu_seconds, limited.cpu_seconds};
    setrlimit(RLIMIT_CPU, &cpu);
  }
  if (limited.address_bytes) {
    const rlimit address{limited.address_bytes, limited.address_bytes};
    setrlimit(RLIMIT_AS, &address);
  }
  const Status status = run(text, limited.limits);
  std::fflush(stderr);
  _exit(int(status));
}

std::string contents(int file) {
  std::string text(size_t(std::max<off_t>(0, lseek(file, 0, SEEK_END))), 0);
  const ssize_t got = pread(file, text.data(), text.size(), 0);
  text.resize(size_t(std::max<ssize_t>(0, got)));
  return text;
}

void attack(const std::string& text, const Limited& limited) {
  const int errors = memfd_create("errors", MFD_CLOEXEC);
  const pid_t child = fork();
  if (child == 0) be_attacked(text, limited, errors);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  std::string ended = "signal " + std::to_string(WTERMSIG(status));
  if (WIFEXITED(status)) {
    const int code = WEXITSTATUS(status);  // a sanitizer ends with one of its own
    ended = code == int(Status::kReady)     ? "refused"
            : code <= int(Status::kYielded) ? to_string(Status(code))
                                            : "code " + std::to_string(code);
  }
  const auto seconds = [](const timeval& t) { return double(t.tv_sec) + double(t.tv_usec) / 1e6; };
  const std::string said = contents(errors);
  close(errors);
  std::cout << ended << '\t' << seconds(usage.ru_utime) + seconds(usage.ru_stime) << '\t' << usage.ru_maxrss << '\t' << said.size() << '\n'
            << said << std::flush;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 6) return std::fputs("run_attacks TIME_MS HEAP_BYTES STEPS CPU_SECONDS ADDRESS_BYTES\n", stderr), 2;
  const auto number = [&](int i) { return uint64_t(std::strtoull(arguments[i], nullptr, 10)); };
  Limited limited;
  limited.limits.time_ms = number(1);
  limited.limits.heap_bytes = number(2);
  limited.limits.steps = number(3);
  limited.cpu_seconds = number(4);
  limited.address_bytes = number(5);
  run("", limited.limits);  // makes the image
  for (size_t length; std::cin >> length;) {
    std::cin.get();
    std::string text(length, 0);
    std::cin.read(text.data(), std::streamsize(length));
    attack(text, limited);
  }
}
