// A jailed session's functions: what each asks of the process, and what is known here.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "jail/outside/jailed_session.h"

namespace fermata::jail {

Outcome JailedSession::start(const Inputs& inputs) { return go(request(Request::kStart, inputs)); }

Outcome JailedSession::resume(uint64_t call, const Answer& answer) { return resume(std::vector<CallAnswer>{{call, answer}}); }

Outcome JailedSession::resume(const std::vector<CallAnswer>& answers) {
  std::optional<Call> answered;
  for (const Call& call : pending_)
    if (!answers.empty() && call.id == answers.back().call) answered = call;
  const std::string asked = request(Request::kResume, answers);
  if (answered) last_call_ = std::move(answered);
  return go(asked);
}

Outcome JailedSession::resume_due() { return go(request(Request::kResumeDue)); }
Outcome JailedSession::resume_next() { return go(request(Request::kResumeNext)); }
Outcome JailedSession::end_waiting() { return go(request(Request::kEndWaiting)); }
Outcome JailedSession::run(uint64_t steps) { return go(request(Request::kRun, steps), /*recorded=*/false); }
Outcome JailedSession::raise(const Error& error) { return go(request(Request::kRaise, error)); }

Outcome JailedSession::abandon() {
  const Outcome outcome = go(request(Request::kAbandon));
  if (outcome.status != Status::kCrashed) interrupted_ = false;
  return outcome;
}

Outcome JailedSession::feed(std::string_view source, const FeedOptions& options, std::vector<Finding>* findings) {
  // (What it names is granted when the text is; a program that isn't fed it can't call it.)
  if (options.functions) allow(*options.functions, {});
  allow({}, options.types);
  const Outcome outcome = go(request(Request::kFeed, std::string(source), options));
  if (outcome.status == Status::kCrashed) return outcome;
  if (findings) findings->insert(findings->end(), findings_.begin(), findings_.end());
  return refused_ ? *refused_ : outcome;
}

void JailedSession::forget(const std::function<bool(std::string_view)>& keeps) {
  go(request(Request::kForget), /*recorded=*/false, {.keeps = &keeps});
}

double JailedSession::now() const {
  clock_ = std::max(clock_, options_.clock ? options_.clock() : system_clock()());
  return clock_;
}

std::optional<double> JailedSession::wall_time_left() const {
  if (!wall_left_) return std::nullopt;
  const double since = std::chrono::duration<double>(std::chrono::steady_clock::now() - stopped_at_).count();
  if (*wall_left_ <= 0) return 0.0;
  const double left = outcome_.status == Status::kReady ? *wall_left_ : *wall_left_ - since;
  return left <= 0 ? 0.0 : std::max(left, 1e-6);
}

bool JailedSession::sleep_for(double seconds) const {
  constexpr double kMost = 0.05;
  using Seconds = std::chrono::duration<double>;
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    if (interrupted_) return false;
    const double left = seconds - Seconds(std::chrono::steady_clock::now() - start).count();
    if (left <= 0) return true;
    std::this_thread::sleep_for(Seconds(std::min(left, kMost)));
  }
}

std::string JailedSession::used_up(const Limits* limits) const {
  std::string text;
  ask(request(Request::kUsedUp, limits ? std::optional(*limits) : std::nullopt), Reply::kBytes,
      [&](Reply, MessageReader& in) { text = in.bytes(); });
  return text;
}

std::string JailedSession::take_output(int stream) {
  std::string text;
  ask(
      request(Request::kTakeOutput, stream), Reply::kBytes, [&](Reply, MessageReader& in) { text = in.bytes(); }, /*recorded=*/true);
  return text;
}

void JailedSession::set_pause_at(PauseAt pause_at, const std::vector<std::string>& besides) {
  ask(
      request(Request::kSetPauseAt, pause_at, besides, false), Reply::kDone, [](Reply, MessageReader&) {}, /*recorded=*/true);
  pause_at_ = std::move(pause_at);
  has_pause_at_ = true;
}

void JailedSession::check_pause_at(const PauseAt& pause_at, const std::vector<std::string>& besides) const {
  ask(request(Request::kSetPauseAt, pause_at, besides, true), Reply::kDone, [](Reply, MessageReader&) {});
}

void JailedSession::set_limits(const Limits& limits) {
  check_heap(limits);
  ask(
      request(Request::kSetLimits, limits), Reply::kDone, [](Reply, MessageReader&) {}, /*recorded=*/true);
  limits_ = options_.limits = limits;
  if (limits.wall_ms == 0) wall_left_ = std::nullopt;
}

void JailedSession::interrupt() {
  interrupted_ = signalled_ = true;
  if (!link_ || link_->is_ours()) signal_process(process_, SIGUSR1);
}

void JailedSession::yield() { yields_ = true; }

std::string JailedSession::save(StateEncoding encoding) const {
  const bool crashed = outcome_.status == Status::kCrashed;
  if (!crashed || !has_checkpoint_ || checkpoint_.empty()) check_usable();
  // What is kept is what the process would give.
  if (encoding == StateEncoding::kMessagePack && !checkpoint_.empty() && (crashed || (has_checkpoint_ && since_.empty())))
    return checkpoint_;
  if (crashed) {
    JailedSession again(link_, link_->take(""), options_, {});
    StateProblem problem;
    if (!again.load(checkpoint_, &checkpoint_limits_, &problem)) throw JailError(problem.message);
    return again.save(encoding);
  }
  std::string state;
  ask(request(Request::kSave, encoding), Reply::kBytes, [&](Reply, MessageReader& in) { state = in.bytes(); });
  return state;
}

std::vector<Grant> JailedSession::functions() const {
  std::vector<Grant> grants;
  ask(request(Request::kFunctions), Reply::kFunctions, [&](Reply, MessageReader& in) { grants = get<std::vector<Grant>>(in); });
  return grants;
}

std::vector<TypeDeclaration> JailedSession::types() const {
  std::vector<TypeDeclaration> types;
  ask(request(Request::kTypes), Reply::kTypes, [&](Reply, MessageReader& in) { types = get<std::vector<TypeDeclaration>>(in); });
  return types;
}

std::vector<std::string> JailedSession::misfits(const std::vector<TypeDeclaration>& types) {
  std::vector<std::string> found;
  ask(request(Request::kMisfits, types), Reply::kTexts, [&](Reply, MessageReader& in) { found = get<std::vector<std::string>>(in); });
  return found;
}

void JailedSession::each_value(std::string_view type, const std::function<bool(const Data&)>& each) {
  ask(request(Request::kEachValue, std::string(type)), Reply::kDone, [](Reply, MessageReader&) {}, false, {.each = &each});
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

SessionView JailedSession::view(uint64_t call) const {
  SessionView view;
  ask(request(Request::kView, call), Reply::kView, [&](Reply, MessageReader& in) { view = get<SessionView>(in); });
  return view;
}

std::vector<File> JailedSession::files() const {
  std::vector<File> files;
  ask(request(Request::kFiles), Reply::kFiles, [&](Reply, MessageReader& in) { files = get<std::vector<File>>(in); });
  return files;
}

std::vector<Display> JailedSession::displayed() const {
  std::vector<Display> shown;
  ask(request(Request::kDisplayed), Reply::kDisplayed, [&](Reply, MessageReader& in) { shown = get<std::vector<Display>>(in); });
  return shown;
}

void JailedSession::set_gc_stress(bool on) {
  ask(
      request(Request::kStress, on), Reply::kDone, [](Reply, MessageReader&) {}, /*recorded=*/true);
}

}  // namespace fermata::jail
