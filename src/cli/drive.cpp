#include "cli/drive.h"

#include <algorithm>
#include <filesystem>
#include <unistd.h>

#include "cli/files.h"
#include "cli/json_values.h"
#include "cli/program_files.h"
#include "cli/terminal.h"
#include "durable/surroundings.h"

namespace fermata::cli {

void set_time(SessionOptions& options, const std::string& clock, const std::string& zone) {
  if (!zone.empty()) options.zone = zone;
  if (clock.empty()) return;
  const std::optional<Clock> found = clock_from_text(clock);
  if (!found)
    throw UsageProblem("--clock takes system, or a time such as 2026-11-22T10:00:00Z, followed by ,0.5 for a step; not '" + clock + "'");
  options.clock = *found;
}

ProgramText program_of(const RunOptions& options, bool absolute) {
  if (options.code) return {"<string>", *options.code};
  check_is_given(options.file);
  return read_program(options.file, absolute);
}

SessionOptions session_options(const RunOptions& options, const Host& host) {
  SessionOptions result;
  result.limits = options.limits.over(Limits());
  result.seed = options.seed;
  result.argv0 = options.code ? "-c" : options.file;
  if (options.code && !options.file.empty()) result.arguments.push_back(options.file);
  result.arguments.insert(result.arguments.end(), options.arguments.begin(), options.arguments.end());
  durable::set_surroundings(result, surroundings_of(options.files, options.code ? "" : options.file));
  result.mounts = mounts_of(options.mounts, host.packages());
  set_time(result, options.clock, options.zone);
  result.allow_eval = !options.no_eval;
  result.functions = host.grants();
  result.types = host.types();
  result.pause_at = host.pause_at();
  result.slice_steps = host.slice_steps();
  for (const std::string& name : options.functions) {
    check_name(name, "--function");
    const bool known =
        std::any_of(result.functions.begin(), result.functions.end(), [&](const Grant& grant) { return grant.name == name; });
    if (!known) result.functions.emplace_back(name);
  }
  if (!options.json) result.on_output = print_output;
  return result;
}

Inputs inputs_from(const std::vector<std::string>& options, Host& host) {
  Inputs inputs;
  for (const std::string& option : options) {
    const size_t equals = option.find('=');
    const std::string name = option.substr(0, equals);
    check_name(name, "--input");
    if (equals == option.npos) {
      inputs.emplace_back(name, host.input(name));
      continue;
    }
    inputs.emplace_back(name, json_from(std::string_view(option).substr(equals + 1), "--input " + name));
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

Drive::Drive(const ProgramText& text, const RunOptions& options, Host& host, Sessions& sessions, bool sleeps)
    : progress_(options.progress),
      session_options_(session_options(options, host)),
      inputs_(inputs_from(options.inputs, host)),
      host_(host),
      teleports_(options.teleport != 0),
      sleeps_(sleeps),
      teleporter_(options.gc_stress, [&sessions](std::string_view state, SessionOptions o, StateProblem* problem, const Limits* limits) {
        return sessions.load(state, std::move(o), problem, limits);
      }) {
  if (teleports_) session_options_.slice_steps = options.teleport;
  if (progress_.shows()) {
    session_options_.slice_ms = Progress::kEveryMs;
    if (session_options_.on_output)
      session_options_.on_output = [this](int stream, std::string_view text) {
        progress_.clear();
        print_output(stream, text);
      };
  }
  session_ = sessions.make(text, session_options_, &findings_);
  if (!session_) return;
  if (options.gc_stress) session_->set_gc_stress(true);
  interrupt_.emplace(*session_);
}

Drive::Drive(std::unique_ptr<Session> session, Host& host, bool sleeps)
    : progress_(false),
      host_(host),
      teleports_(false),
      sleeps_(sleeps),
      teleporter_(false),
      session_(std::move(session)),
      interrupt_(*session_) {}

void Drive::teleport() {
  interrupt_->watch(nullptr);
  teleporter_.teleport(session_, session_options_);
  interrupt_->watch(session_.get());
}

void Drive::next_slice() {
  if (teleports_) {
    if (++slices_ % kAtOnePace == 0) session_options_.slice_steps *= 2;
    teleport();
  }
  progress_.show(*session_);
  host_.look(*session_);
  session_->run();
}

void Drive::keep_in(const std::string& path, const Seal& seal) {
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) kept_in_ = path;
  seal_ = seal;
}

void Drive::start() {
  session_->start(inputs_);
  go_on();
}

void Drive::go_on() {
  for (;;) {
    if (session_->status() == Status::kYielded) {
      next_slice();
      continue;
    }
    progress_.clear();
    if (session_->status() != Status::kPaused) return;
    if (teleports_) teleport();
    if (!kept_in_.empty() && sleeps_ && session_->next_due().value_or(0) - session_->now() > kLongSleep)
      write_state(kept_in_, *session_, seal_);
    const Host::Event event = host_.next(*session_, sleeps_);
    interrupted_ = event.kind == Host::Event::Kind::kInterrupted;
    if (interrupted_ || event.kind == Host::Event::Kind::kNobody) return;
    if (event.kind == Host::Event::Kind::kDue) session_->resume_next();
    else if (event.kind == Host::Event::Kind::kTimeOver) session_->end_waiting();
    else session_->resume(event.answers);
  }
}

}  // namespace fermata::cli
