#include "cli/drive.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <ctime>
#include <unistd.h>

#include "cli/files.h"
#include "cli/terminal.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

std::atomic<Session*> interruptible{nullptr};  // what a signal handler can reach has to be global

void on_interrupt(int) {
  if (Session* session = interruptible.load()) session->interrupt();
}

}  // namespace

SessionOptions session_options(const RunOptions& options, const Handlers& handlers) {
  SessionOptions result;
  result.limits = options.limits.over(Limits());
  result.random_seed = options.seed;
  result.allow_eval = !options.no_eval;
  for (const std::string& name : handlers.names()) result.functions.emplace_back(name);
  for (const std::string& name : options.functions) {
    check_name(name, "--function");
    result.functions.emplace_back(name);
  }
  for (const std::string& name : options.async) {
    check_name(name, "--async");
    const auto named = [&](const Grant& grant) { return grant.name == name; };
    const auto known = std::find_if(result.functions.begin(), result.functions.end(), named);
    if (known == result.functions.end()) result.functions.push_back(Grant::async(name));
    else known->asynchronous = true;
  }
  if (!options.json) result.on_output = print_output;
  return result;
}

Inputs inputs_from(const std::vector<std::string>& options) {
  Inputs inputs;
  for (const std::string& option : options) {
    const size_t equals = option.find('=');
    if (equals == option.npos) throw UsageProblem("--input takes NAME=JSON, not '" + option + "'");
    const std::string name = option.substr(0, equals);
    check_name(name, "--input");
    Data value;
    std::string problem;
    if (!from_json(std::string_view(option).substr(equals + 1), &value, &problem)) {
      throw UsageProblem("--input " + name + ": no JSON: " + problem);
    }
    inputs.emplace_back(name, std::move(value));
  }
  return inputs;
}

void print_output(int stream, std::string_view text) {
  if (stream == 2) {
    write_error(text);
  } else {
    write_all(STDOUT_FILENO, text);
  }
}

InterruptOnSignal::InterruptOnSignal(Session& session) {
  interruptible.store(&session);
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &action, &before_);
}

InterruptOnSignal::~InterruptOnSignal() {
  sigaction(SIGINT, &before_, nullptr);
  interruptible.store(nullptr);
}

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

bool sleep_until(double due) {
  while (now() < due) {
    const double left = std::min(due - now(), 3600.0);  // the system's clock may be set meanwhile
    if (left <= 0) break;
    timespec time{time_t(left), long((left - std::floor(left)) * 1e9)};
    if (nanosleep(&time, nullptr) != 0) return false;
  }
  return true;
}

Drive::Drive(std::shared_ptr<const Program> program, const RunOptions& options, bool sleeps)
    : inputs_(inputs_from(options.inputs)), handlers_(options.handlers), every_(options.teleport), sleeps_(sleeps), teleporter_(options.gc_stress) {
  session_options_ = session_options(options, handlers_);
  SessionOptions first = session_options_;
  if (every_) first.limits.steps = every_;  // the start has no time slice: a limit makes one
  session_ = std::make_unique<Session>(std::move(program), std::move(first));
  session_->set_gc_stress(options.gc_stress);
}

void Drive::teleport() { teleporter_.teleport(session_, session_options_); }

Outcome Drive::slice() {
  session_->set_limits(session_options_.limits);
  if (!every_) return session_->run();
  if (++slices_ % kAtOnePace == 0) every_ *= 2;
  return session_->run(every_);
}

void Drive::start() {
  Outcome outcome;
  {
    InterruptOnSignal interrupt(*session_);
    outcome = session_->start(inputs_);
  }
  for (;;) {
    const uint64_t limit = session_options_.limits.steps;
    const bool is_slice = every_ && (outcome.status == Status::kYielded ||
                                     (outcome.status == Status::kExhausted && outcome.limit == "steps" &&
                                      (limit == 0 || session_->spent().steps < limit)));
    if (is_slice) {
      teleport();
      InterruptOnSignal interrupt(*session_);
      outcome = slice();
      continue;
    }
    if (outcome.status != Status::kPaused) return;
    if (every_) {
      session_->set_limits(session_options_.limits);
      teleport();
    }
    const auto& pending = session_->pending();
    const auto known = std::find_if(pending.begin(), pending.end(), [&](const Call& c) { return handlers_.has(c.function); });
    const std::optional<double> due = session_->next_due();
    const bool is_due = due && *due <= now();
    std::optional<CallAnswer> answer;
    if (!is_due && known != pending.end()) {
      const Call call = *known;
      answer = CallAnswer{call.id, handlers_.answer(call)};
    } else if (!is_due) {
      // A timer alone is waited for; what nobody here answers is the end.
      const bool only_timers = std::all_of(pending.begin(), pending.end(), [](const Call& c) { return c.kind == Call::Kind::kTimer; });
      if (!sleeps_ || !due || !only_timers || !sleep_until(*due)) return;
      continue;
    } else if (!sleeps_) {
      return;
    }
    if (every_) {
      Limits limits = session_options_.limits;
      const uint64_t end = session_->spent().steps + every_;
      if (limits.steps == 0 || end < limits.steps) limits.steps = end;
      session_->set_limits(limits);
    }
    InterruptOnSignal interrupt(*session_);
    outcome = answer ? session_->resume(answer->call, answer->answer) : session_->resume_due();
  }
}

}  // namespace fermata::cli
