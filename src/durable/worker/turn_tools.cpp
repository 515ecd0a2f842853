// Turn: the threads of its tools, and what has come of them.
#include <algorithm>
#include <thread>

#include "durable/worker/turn.h"
#include "fermata/error.h"

namespace fermata::durable {

namespace {

constexpr std::chrono::milliseconds kLook(500);

}  // namespace

// It was written down that the tool is called.
void Turn::start(const RunCall& call, const Tool& tool, Toolbox::Slot slot, std::exception_ptr refused) {
  if (hold_.is_lost()) throw Fenced("the lease of run " + hold_.run() + " was over before its tool was called");
  at_work_[call.call.id] = tool.timeout_ms ? Clock::now() + std::chrono::milliseconds(tool.timeout_ms) : Clock::time_point::max();
  RunCall traced = call;
  traced.traceparent = spans_.call_begins(call, tool.kind == "http");
  std::thread([results = results_, &tool, call = std::move(traced), refused = std::move(refused),
               held = std::optional(std::move(slot))]() mutable {
    Ended ended{call.call.id, Data()};
    try {
      if (refused) std::rethrow_exception(refused);
      Answer answer = tool.answer(call, call.attempts);
      if (auto* error = std::get_if<Error>(&answer)) ended.end = Failure{.error = std::move(*error)};
      else ended.end = std::get<Data>(std::move(answer));
    } catch (const HoldCall& error) {
      ended.end = Failure{Failure::Kind::kHold, {.type = "RuntimeError", .message = error.message, .traceback = error.traceback}};
    } catch (const ToolTimeout& error) {
      ended.end = Failure{Failure::Kind::kTimeout, {.type = "TimeoutError", .message = error.message, .traceback = error.traceback}};
    } catch (const TryLater& error) {
      ended.end = Failure{.error = error.error, .after_ms = error.after_ms};
    } catch (const AnswersLater& later) {
      ended.end = later;
    } catch (const FinalError& error) {
      ended.end = Failure{Failure::Kind::kFinal, error.error};
    } catch (const std::exception& error) {
      ended.end = Failure{.error = {.type = "RuntimeError", .message = error.what()}};
    }
    ended.at_ns = now_ns();
    held.reset();
    std::lock_guard lock(results->mutex);
    results->ended.push_back(std::move(ended));
    results->something_ended.notify_one();
  }).detach();  // (the toolbox waits until the tool has ended)
}

// Until a tool has ended, one of them takes too long, or a timer is due.
void Turn::wait(std::chrono::milliseconds most) {
  Clock::time_point until = Clock::now() + most;
  for (const auto& [call, end] : at_work_) until = std::min(until, end);
  if (const auto due = session_->next_due()) {
    const auto ms = int64_t(std::clamp((*due - session_->now()) * 1000 + 1, 1.0, 1e9));
    until = std::min(until, Clock::now() + std::chrono::milliseconds(ms));
  }
  std::unique_lock lock(results_->mutex);
  results_->something_ended.wait_until(lock, until, [&] { return !results_->ended.empty(); });
  lock.unlock();
  if (hold_.is_lost()) throw Fenced("the lease of run " + hold_.run() + " is over");
}

std::vector<Turn::Ended> Turn::take_ended() {
  std::vector<Ended> ended;
  {
    std::lock_guard lock(results_->mutex);
    ended.swap(results_->ended);
  }
  std::erase_if(ended, [&](const Ended& one) { return at_work_.erase(one.call) == 0; });  // it had taken too long
  for (auto at = at_work_.begin(); at != at_work_.end();) {
    const auto [call, until] = *at;
    if (until > Clock::now()) {
      ++at;
      continue;
    }
    ended.push_back({call, Failure{Failure::Kind::kTimeout, {.type = "TimeoutError", .message = "its tool took too long"}}});
    at = at_work_.erase(at);
  }
  for (const Ended& one : ended) tell_end(one);
  return ended;
}

void Turn::tell_end(const Ended& ended) {
  const char* outcome = "answered";
  std::string error;
  if (std::holds_alternative<AnswersLater>(ended.end)) outcome = "deferred";
  if (const auto* failure = std::get_if<Failure>(&ended.end)) {
    outcome = failure->kind == Failure::Kind::kTimeout ? "timeout" : failure->kind == Failure::Kind::kHold ? "held" : "raised";
    error = failure->error.type;
  }
  spans_.call_ends(ended.call, ended.at_ns, outcome, error);
}

void Turn::tell_approval(const RunCall& call) {
  if (spans_.is_about(call)) spans_.approval(call, store_.decisions(hold_.run()));
}

void Turn::take(Ended ended) {
  if (auto* answer = std::get_if<Data>(&ended.end)) {
    unwritten_.push_back({ended.call, std::move(*answer)});
    return;
  }
  if (const auto* later = std::get_if<AnswersLater>(&ended.end)) {
    hold_.write([&](Store& store, Lease& lease) { store.defer(lease, ended.call, later->within_ms); });
    return;
  }
  const auto& failure = std::get<Failure>(ended.end);
  const CallState state = hold_.write([&](Store& store, Lease& lease) { return store.fail_call(lease, ended.call, failure); });
  if (state == CallState::kPending)
    tell("call " + std::to_string(ended.call) + " is tried again: " + failure.error.type + ": " + failure.error.message);
}

void Turn::write_answers() {
  while (!unwritten_.empty()) {
    const CallAnswer answer = unwritten_.back();
    hold_.write([&](Store& store, Lease& lease) { store.answer(lease, answer.call, answer.answer); });
    unwritten_.pop_back();
  }
}

void Turn::end_calls() {
  for (;;) {
    for (Ended& one : take_ended()) take(std::move(one));
    write_answers();
    if (at_work_.empty()) return;
    wait(kLook);
  }
}

}  // namespace fermata::durable
