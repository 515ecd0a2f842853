#include "durable/worker/turn.h"

#include <algorithm>
#include <cmath>

namespace fermata::durable {

namespace {

constexpr uint64_t kSliceMs = 200;               // so soon a program notices that its worker stops
constexpr std::chrono::milliseconds kLook(500);  // so soon a run hears of answers from outside while its tools are at work

uint64_t narrower(uint64_t a, uint64_t b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }
Limits narrower(const Limits& a, const Limits& b) {
  Limits limits;
#define LIMIT(name, default_value, unit, since, doc) limits.name = narrower(a.name, b.name);
#include "base/limits.def"
#undef LIMIT
  return limits;
}

}  // namespace

Turn::~Turn() {
  for (auto& [call, thread] : at_work_) thread.join();
}

const Tool* Turn::tool_of(const std::string& function) const {
  const auto tool = std::ranges::find(options_.tools, function, &Tool::function);
  return tool == options_.tools.end() ? nullptr : &*tool;
}

std::string Turn::go() {
  try {
    return go_on(hold_.write([](Store& store, Lease& lease) { return store.load(lease); }));
  } catch (const StoreError&) {
    throw;
  } catch (const Fenced&) {
    throw;
  } catch (const std::exception& error) {
    // No program can do this by itself: a jail that isn't to be had, a state that a taken-over process made up, a session used in a wrong
    // way.
    const std::string reason = error.what();
    hold_.write([&](Store& store, Lease& lease) { store.fail(lease, reason); });
    return "failed: " + reason;
  }
}

void Turn::make_session(const Work& work) {
  SessionOptions options;
  options.limits = narrower(work.run.limits, options_.limits);
  std::vector<Grant> grants = options_.functions;
  for (const Tool& tool : options_.tools) grants.emplace_back(tool.function, tool.asynchronous);
  options.functions = Grants(std::move(grants));
  options.seed = work.seed;
  options.arguments = work.arguments;
  options.slice_ms = kSliceMs;
  if (work.state.empty()) {
    std::vector<Finding> findings;
    if (jail_) {
      session_ = jail_->session(work.source, work.run.name, std::move(options), &findings);
    } else if (auto program = Program::compile(work.source, work.run.name, &findings)) {
      session_ = std::make_unique<Session>(std::move(program), std::move(options));
    }
    if (!session_) {
      const Finding& first = findings.at(0);
      hold_.write([&](Store& store, Lease& lease) {
        store.advance(lease,
                      {.then = Step::Then::kRaised, .error = Error{.type = first.type, .message = first.message, .traceback = first.text}});
      });
    }
    return;
  }
  StateProblem problem;
  const Limits limits = options.limits;
  session_ = jail_ ? jail_->load(work.state, std::move(options), &problem, &limits)
                   : Session::load(work.state, std::move(options), &problem, &limits);
  if (!session_) throw std::runtime_error("its state can't be loaded: " + problem.kind + ": " + problem.message);
}

std::string Turn::go_on(const Work& work) {
  make_session(work);
  if (!session_) return "raised";
  bool goes_on = true;
  if (work.state.empty()) session_->start(work.inputs);
  else if (session_->status() == Status::kPaused) goes_on = follow_calls();
  else session_->run();  // it was saved in the midst of its work, or at a limit that is higher now
  while (goes_on) {
    if (!run_to_stop()) return "is handed back";
    if (session_->status() != Status::kPaused) return finish();
    // Whoever has nothing to do for any of its calls doesn't keep it.
    const std::vector<Waiting> calls = waiting();
    const bool has_tool = std::ranges::any_of(calls, [](const Waiting& call) { return !call.tool.empty() && call.policy.empty(); });
    const bool keeps = (has_tool || !at_work_.empty()) && !stopping_;
    commit(keeps || !at_work_.empty() ? Step::Then::kKeep : Step::Then::kLetGo);
    if (!keeps && at_work_.empty()) break;
    goes_on = follow_calls();
  }
  return "waits";
}

bool Turn::run_to_stop() {
  while (session_->status() == Status::kYielded) {
    if (hold_.is_lost()) throw Fenced("the lease of run " + hold_.run() + " is over");
    if (stopping_ && at_work_.empty()) {
      commit(Step::Then::kLetGo);
      return false;
    }
    if (std::chrono::steady_clock::now() - saved_ > std::chrono::milliseconds(options_.checkpoint_ms)) commit(Step::Then::kKeep);
    session_->run();
  }
  return true;
}

std::string Turn::finish() {
  const Outcome& outcome = session_->outcome();
  switch (session_->status()) {
    case Status::kDone: commit(Step::Then::kDone); return "is done";
    case Status::kRaised: {
      const Error error = outcome.error.value_or(Error());
      commit(Step::Then::kRaised, error);
      return "raised " + error.type;
    }
    case Status::kExhausted: {
      const std::string reason = "the limit of " + outcome.limit + " is used up";
      commit(Step::Then::kDead, std::nullopt, reason);
      return "is dead: " + reason;
    }
    default:
      throw std::runtime_error(outcome.crash ? outcome.crash->reason : std::string("its session is ") + to_string(session_->status()));
  }
}

std::vector<Waiting> Turn::waiting() const {
  std::vector<Waiting> calls;
  for (const fermata::Call& call : session_->pending()) {
    if (call.kind == fermata::Call::Kind::kTimer) continue;
    const Tool* tool = tool_of(call.function);
    calls.push_back({.call = call,
                     .policy = options_.approve.contains(call.function) ? "approve" : "",
                     .tool = tool ? tool->kind : "",
                     .idempotent = tool && tool->idempotent});
  }
  return calls;
}

void Turn::commit(Step::Then then, std::optional<Error> error, std::string reason) {
  const Outcome& outcome = session_->outcome();
  // (Output that isn't taken before the state is saved comes again when that is loaded.)
  std::string stdout_text = session_->take_output(1), stderr_text = session_->take_output(2);
  Step step{.then = then,
            .state = session_->save(),
            .consumed = given_,
            .stdout_text = std::move(stdout_text),
            .stderr_text = std::move(stderr_text),
            .spent = session_->spent(),
            .error = std::move(error),
            .reason = std::move(reason)};
  if (then == Step::Then::kDone) {
    step.result = outcome.result;
    step.result_is_repr = outcome.result_is_repr;
  } else if (then != Step::Then::kRaised) {
    step.waiting = waiting();
    step.goes_on = session_->status() != Status::kPaused;
    if (const auto due = session_->next_due()) step.timer = Time(std::ceil(*due * 1000));
  }
  hold_.write([&](Store& store, Lease& lease) { store.advance(lease, step); });
  given_.clear();
  saved_ = std::chrono::steady_clock::now();
}

bool Turn::follow_calls() {
  for (;;) {
    write_answers();
    const std::vector<RunCall> calls = store_.open_calls(hold_.run());
    if (!stopping_) {
      if (give_answers(calls)) return true;
      for (const RunCall& call : calls)
        if (call.state == CallState::kPending && tool_of(call.call.function) && !at_work_.contains(call.call.id)) dispatch(call);
    }
    if (at_work_.empty()) break;
    wait_for_tools();
  }
  std::vector<uint64_t> without_tool;
  for (const RunCall& call : store_.open_calls(hold_.run()))
    if (!tool_of(call.call.function)) without_tool.push_back(call.call.id);
  hold_.write([&](Store& store, Lease& lease) { store.release(lease, without_tool); });
  return false;
}

// Answers that are there, or else timers that are due.
bool Turn::give_answers(const std::vector<RunCall>& calls) {
  std::vector<CallAnswer> answers;
  for (const RunCall& call : calls)
    if (call.answer) answers.push_back({call.call.id, *call.answer});
  if (!answers.empty()) {
    for (const CallAnswer& answer : answers) given_.push_back(answer.call);
    session_->resume(answers);
    return true;
  }
  if (session_->next_due().value_or(HUGE_VAL) > session_->now()) return false;
  session_->resume_due();
  return true;
}

void Turn::dispatch(const RunCall& call) {
  const Tool& tool = *tool_of(call.call.function);
  const uint64_t attempt =
      hold_.write([&](Store& store, Lease& lease) { return store.dispatch(lease, call.call.id, tool.kind, tool.idempotent); });
  if (hold_.is_lost()) throw Fenced("the lease of run " + hold_.run() + " was over before its tool was called");
  at_work_.emplace(call.call.id, std::thread([this, &tool, call, attempt] {
                     Answer answer;
                     try {
                       answer = tool.answer(call, attempt);
                     } catch (const std::exception& error) {
                       answer = Error{.type = "RuntimeError", .message = error.what()};
                     }
                     std::lock_guard lock(mutex_);
                     ended_.push_back({call.call.id, std::move(answer)});
                     something_ended_.notify_one();
                   }));
}

void Turn::wait_for_tools() {
  std::unique_lock lock(mutex_);
  std::chrono::milliseconds wait = kLook;
  if (const auto due = session_->next_due())
    wait = std::clamp(std::chrono::milliseconds(int64_t(std::min((*due - session_->now()) * 1000 + 1, 1e9))), std::chrono::milliseconds(1),
                      kLook);
  something_ended_.wait_for(lock, wait, [&] { return !ended_.empty(); });
  lock.unlock();
  if (hold_.is_lost()) throw Fenced("the lease of run " + hold_.run() + " is over");
}

void Turn::write_answers() {
  std::vector<Ended> ended;
  {
    std::lock_guard lock(mutex_);
    ended.swap(ended_);
  }
  for (const Ended& one : ended) {
    at_work_.at(one.call).join();
    at_work_.erase(one.call);
    hold_.write([&](Store& store, Lease& lease) { store.answer(lease, one.call, one.answer); });
  }
}

}  // namespace fermata::durable
