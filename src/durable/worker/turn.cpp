#include "durable/worker/turn.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "durable/narrower.h"
#include "durable/rows/left_to_others.h"
#include "durable/rows/transaction.h"
#include "durable/schemas/parameters.h"
#include "durable/surroundings.h"
#include "durable/transitions/transitions.h"
#include "durable/worker/built_in.h"
#include "durable/worker/policies.h"
#include "fermata/durable/workers.h"
#include "serialization/data_text.h"
#include "serialization/state_error.h"

namespace fermata::durable {

namespace {

constexpr uint64_t kSliceMs = 200;               // so soon a program notices that its worker stops
constexpr std::chrono::milliseconds kLook(500);  // so soon a run hears of answers from outside while its tools are at work
constexpr std::chrono::milliseconds kSlot(20);   // and of a tool that has less to do

uint64_t limit_named(const Limits& limits, const std::string& limit) {
#define LIMIT(name, default_value, unit, since, doc) \
  if (limit == #name) return limits.name;
#include "base/limits.def"
#undef LIMIT
  return 0;
}

// What a run waits for, in words.
Turn::Note note_of(const std::vector<RunCall>& calls) {
  std::string text;
  bool needs_somebody = false;
  for (const RunCall& call : calls) {
    const std::string function = call.call.function + "()";
    std::string one;
    if (call.state == CallState::kAwaitingApproval)
      one = function + (is_question(call) ? " waits for a person's answer" : " needs an approval");
    else if (call.state == CallState::kDeferred) one = function + " is answered later";
    else if (call.state == CallState::kInDoubt) one = function + " is in doubt";
    else if (call.state == CallState::kHeld) one = function + " is held: " + call.reason;
    else if (call.state == CallState::kPending && !call.channel.empty()) one = function + " waits for a message on '" + call.channel + "'";
    else if (call.state == CallState::kPending && !call.child.empty()) one = "run " + call.child + ", its child, hasn't ended";
    else if (call.state == CallState::kPending && call.tool.empty()) one = "no tool here answers " + function;
    else if (is_postponed(call)) one = function + " waits for a policy that works: " + call.reason;
    else if (call.state == CallState::kPending && call.due) one = function + " is tried again later";
    needs_somebody |= call.state == CallState::kInDoubt || call.state == CallState::kHeld || is_postponed(call);
    if (!one.empty()) text += (text.empty() ? ": " : "; ") + one;
  }
  return {"waits" + text, needs_somebody};
}

Dispatch dispatch_of(uint64_t call, const Tool& tool) {
  return {.call = call, .tool = tool.kind, .idempotent = tool.idempotent, .retries = tool.retries, .may_defer = !is_built_in(tool)};
}

// Others may be able to load the state: their tools, release or CPython's library fit it.
bool is_of_the_worker(const StateProblem& problem) {
  using Kind = StateErrorKind;
  const Kind kinds[] = {Kind::kChangedType, Kind::kVersion, Kind::kMissingBuiltin, Kind::kNotGranted};
  return std::ranges::any_of(kinds, [&](Kind kind) { return problem.kind == state_error_name(kind); });
}

// Its tool is called, and nobody is asked first.
bool is_for_tool(const Waiting& call) { return !call.tool.empty() && !call.ask; }

}  // namespace

Turn::~Turn() {
  while (!at_work_.empty()) {
    std::unique_lock lock(results_->mutex);
    results_->something_ended.wait_for(lock, kLook, [&] { return !results_->ended.empty(); });
    for (const Ended& one : results_->ended)
      if (at_work_.erase(one.call)) tell_end(one);
    results_->ended.clear();
    std::erase_if(at_work_, [](const auto& one) { return one.second <= Clock::now(); });
  }
}

void Turn::tell(const std::string& what, bool needs_somebody) const {
  if (options_.told) options_.told({hold_.run(), what, needs_somebody});
}

Turn::Note Turn::go() {
  try {
    return go_on(hold_.write([](Store& store, Lease& lease) { return store.load(lease); }));
  } catch (const StoreError& error) {
    if (error.kind() == StoreError::Kind::kSealed) end_calls();
    throw;
  } catch (const Fenced&) {
    throw;
  } catch (const std::exception& error) {
    // No program can do this by itself: a jail that isn't to be had, a state that a taken-over process made up, a session used in a wrong
    // way.
    const std::string reason = error.what();
    write_answers();
    hold_.write([&](Store& store, Lease& lease) {
      store.fail(lease, reason);
      spans_.failed_step(lease.epoch);
    });
    return {"failed: " + reason, true};
  }
}

void Turn::make_session(const Work& work) {
  SessionOptions options;
  limits_ = work.run.limits;
  options.limits = narrower(work.left, options_.limits);
  root_ = work.run.root;
  asker_ = std::make_shared<const PolicyRun>(store_, work);
  options.types = options_.types;
  options.maps_old_values = options_.maps_old_values;
  options.seed = work.seed;
  options.arguments = work.arguments;
  options.slice_ms = kSliceMs;
  if (options_.mounts) options.mounts = options_.mounts();
  if (work.state.empty()) {
    set_surroundings(options, work.surroundings);
    std::vector<Grant> grants = options_.functions;
    for (const Tool& tool : options_.tools)
      if (!is_of_handle(tool)) grants.emplace_back(tool.function, tool.asynchronous);
    std::vector<Grant> missing = missing_.of(work, grants);
    if (!options_.unknown_waits && !missing.empty()) {
      const Answering others(store_);
      std::erase_if(missing, [&](const Grant& grant) { return !others.knows(grant.name, work.run.queue); });
    }
    std::ranges::move(missing, std::back_inserter(grants));
    options.functions = fermata::Grants(std::move(grants));
    std::vector<Finding> findings;
    if (jail_) {
      session_ = jail_->session(work.source, work.run.name, std::move(options), &findings);
    } else if (auto program = Program::compile(work.source, work.run.name, &findings)) {
      session_ = std::make_unique<Session>(std::move(program), std::move(options));
    }
    if (!session_) {
      const Finding& first = findings.at(0);
      refused_as_ = first.type;
      const Error error{.type = first.type, .message = first.message, .traceback = first.text};
      hold_.write([&](Store& store, Lease& lease) {
        store.advance(lease, {.then = Step::Then::kRaised, .error = error});
        spans_.step(lease.seq, to_string(Status::kRaised), &error);
      });
    }
    return;
  }
  // The functions that it knows are only names: a call of one that has no tool here waits for somebody who has it.
  StateProblem problem;
  const Limits limits = options.limits;
  session_ = jail_ ? jail_->load(work.state, std::move(options), &problem, &limits)
                   : Session::load(work.state, std::move(options), &problem, &limits);
  if (session_) return;
  const std::string why = "its state can't be loaded: " + problem.kind + ": " + problem.message;
  if (is_of_the_worker(problem)) throw LeftToOthers(why);
  throw std::runtime_error(why);
}

Turn::Note Turn::go_on(const Work& work) {
  spans_.begin(work);
  spans_.goes_on();
  make_session(work);
  if (!session_) return {"raised " + refused_as_};
  for (const RunCall& call : work.calls) seen_.insert(call.call.id);
  bool goes_on = true;
  if (work.state.empty()) session_->start(work.inputs);
  else if (session_->status() == Status::kPaused) goes_on = follow_calls();
  else if (!session_->used_up().empty()) return finish();  // this worker permits no more
  else session_->run();                                    // it was saved in the midst of its work, or at a limit that is higher now
  while (goes_on) {
    if (!run_to_stop()) return {"is handed back"};
    if (session_->status() != Status::kPaused) return finish();
    // Whoever has nothing to do for any of its calls doesn't keep it.
    std::vector<Waiting> calls = waiting();
    const bool keeps = (std::ranges::any_of(calls, is_for_tool) || !at_work_.empty()) && !stopping_;
    commit(keeps || !at_work_.empty() ? Step::Then::kKeep : Step::Then::kLetGo, std::move(calls));
    if (!keeps && at_work_.empty()) break;
    goes_on = follow_calls();
  }
  return note_of(store_.open_calls(hold_.run()));
}

bool Turn::run_to_stop() {
  while (session_->status() == Status::kYielded) {
    if (hold_.is_lost()) throw Fenced("the lease of run " + hold_.run() + " is over");
    write_answers();  // the next snapshot may be far away
    if (stopping_ && at_work_.empty()) {
      commit(Step::Then::kLetGo, waiting());
      return false;
    }
    if (std::chrono::steady_clock::now() - saved_ > std::chrono::milliseconds(options_.checkpoint_ms)) commit(Step::Then::kKeep, waiting());
    session_->run();
  }
  return true;
}

Turn::Note Turn::finish() {
  const Outcome& outcome = session_->outcome();
  switch (session_->status()) {
    case Status::kDone: commit(Step::Then::kDone, {}); return {"is done"};
    case Status::kRaised: {
      const Error error = outcome.error.value_or(Error());
      commit(Step::Then::kRaised, {}, error);
      return {"raised " + error.type};
    }
    case Status::kExhausted: {
      const uint64_t limit = limit_named(session_->limits(), outcome.limit);
      std::string reason = "the limit of " + outcome.limit + " is used up";
      if (limit == limit_named(limits_, outcome.limit)) {
        // Its own.
      } else if (limit == limit_named(options_.limits, outcome.limit)) {
        reason += ": this worker permits " + std::to_string(limit);
      } else {
        reason += ", which it shares with run " + root_ + " and all of that one's children";
      }
      end_calls();  // what they give is there when somebody retries the run
      commit(Step::Then::kDead, waiting(), std::nullopt, reason);
      return {"is dead: " + reason, true};
    }
    default:
      throw std::runtime_error(outcome.crash ? outcome.crash->reason : std::string("its session is ") + to_string(session_->status()));
  }
}

namespace {
// What a tool doesn't take it refuses by itself: nobody is asked about that, and no policy.
bool is_misfit(const Tool& tool, const fermata::Call& call) { return tool.misfit && !tool.misfit(call).empty(); }
}  // namespace

PolicyVerdict Turn::verdict(const Tool* tool, const PolicyCall& call) const {
  PolicyVerdict verdict;
  if (options_.policy && tool && !is_built_in(*tool)) verdict = options_.policy(call);
  if (verdict.ask) check(*verdict.ask);
  const bool is_asked = verdict.ask || !call.asked.empty();
  if (!is_asked && !verdict.denied && options_.approve.contains(call.call.function)) verdict.ask = Ask{.note = "approve"};
  return verdict;
}

// Each call is looked at once.
const Turn::Looked& Turn::policy_of(const fermata::Call& call) {
  const auto [known, is_new] = policies_.try_emplace(call.id);
  Looked& looked = known->second;
  if (!is_new) return looked;
  const Tool* tool = tools_.find(call.function);
  if (tool && is_misfit(*tool, call)) return looked;
  try {
    looked.ask = verdict(tool, {.call = call, .run = asker_}).ask;
  } catch (const std::exception& error) {
    looked.problem = error.what();
  }
  if (looked.ask) looked.ask->note = visible(looked.ask->note);  // (which may have what the program says)
  return looked;
}

std::optional<std::exception_ptr> Turn::looked_at(const Tool& tool, const fermata::Call& call, uint64_t attempt, const std::string& asked,
                                                  std::string* problem, std::optional<Ask>* asks) {
  try {
    if (is_misfit(tool, call)) return nullptr;
    const PolicyCall about{.call = call, .run = asker_, .attempt = attempt, .asked = asked, .is_due = true};
    PolicyVerdict said = verdict(&tool, about);
    std::exception_ptr refused = refusal(said, about);
    if (asks) *asks = std::move(said.ask);
    return refused;
  } catch (const std::exception& error) {
    if (problem) *problem = error.what();
    return std::nullopt;
  }
}

void Turn::postpone(uint64_t call, const Tool& tool, const std::string& problem) {
  hold_.write([&](Store& store, Lease& lease) { store.postpone(lease, call, tool.kind, problem); });
  tell(tool.function + "() isn't called: " + problem, true);
}

std::vector<Waiting> Turn::waiting() {
  std::vector<Waiting> calls;
  for (const fermata::Call& call : session_->pending()) {
    if (call.kind == fermata::Call::Kind::kTimer) continue;
    const Tool* tool = tools_.find(call.function);
    if (auto built_in = tool ? built_in_waiting(*tool, call, [&] { return store_.now(); }) : std::nullopt) {
      calls.push_back(std::move(*built_in));
      continue;
    }
    calls.push_back({.call = call, .ask = policy_of(call).ask, .tool = tool ? tool->kind : "", .idempotent = tool && tool->idempotent});
  }
  return calls;
}

void Turn::commit(Step::Then then, std::vector<Waiting> calls, std::optional<Error> error, std::string reason) {
  const Outcome& outcome = session_->outcome();
  // (Output that isn't taken before the state is saved comes again when that is loaded.)
  std::string stdout_text = session_->take_output(1), stderr_text = session_->take_output(2);
  Step step{.then = then,
            .state = session_->save(),
            .consumed = given_,
            .waiting = std::move(calls),
            .stdout_text = std::move(stdout_text),
            .stderr_text = std::move(stderr_text),
            .spent = session_->spent(),
            .error = std::move(error),
            .reason = std::move(reason)};
  if (then == Step::Then::kDone) {
    step.result = outcome.result;
    step.result_is_repr = outcome.result_is_repr;
  } else if (then != Step::Then::kRaised) {
    step.goes_on = session_->status() != Status::kPaused;
    if (const auto due = session_->next_due()) step.timer = Time(std::ceil(*due * 1000));
  }
  if (then == Step::Then::kDead) {
    step.limit = outcome.limit;
    step.limit_at = limit_named(session_->limits(), outcome.limit);
  }
  struct Begun {
    const Tool* tool;
    Toolbox::Slot slot;
    std::exception_ptr refused;
  };
  std::vector<Dispatch> dispatches;
  std::vector<Begun> begun;
  if (then == Step::Then::kKeep && !stopping_) {
    for (const Waiting& call : step.waiting) {
      if (!is_for_tool(call) || seen_.contains(call.call.id)) continue;
      const Tool* tool = tools_.find(call.call.function);
      if (is_spawn(*tool) || !policy_of(call.call).problem.empty()) continue;
      auto slot = tools_.take(*tool);
      if (!slot) continue;
      auto refused = looked_at(*tool, call.call, 1, "");
      if (!refused) continue;
      dispatches.push_back(dispatch_of(call.call.id, *tool));
      begun.push_back({tool, std::move(*slot), std::move(*refused)});
    }
  }
  const std::vector<RunCall> called = hold_.write([&](Store& store, Lease& lease) {
    std::vector<RunCall> calls = store.step(lease, unwritten_, step, dispatches);
    spans_.step(lease.seq, to_string(session_->status()), step.error ? &*step.error : nullptr);
    return calls;
  });
  given_.clear();
  unwritten_.clear();
  seen_.clear();
  for (const Waiting& call : step.waiting) seen_.insert(call.call.id);
  saved_ = std::chrono::steady_clock::now();
  if (then == Step::Then::kKeep && !root_.empty()) session_->set_limits(narrower(store_.left(hold_.run()), options_.limits));
  for (size_t i = 0; i < called.size(); ++i) start(called[i], *begun[i].tool, std::move(begun[i].slot), std::move(begun[i].refused));
}

bool Turn::follow_calls() {
  for (;;) {
    for (Ended& one : take_ended()) take(std::move(one));
    if (!unwritten_.empty() && !stopping_) {
      give(unwritten_);
      return true;
    }
    write_answers();
    // (What is with tools of its own nobody else answers.)
    const bool all_at_work = std::ranges::all_of(seen_, [&](uint64_t call) { return at_work_.contains(call); });
    const std::vector<RunCall> calls = all_at_work ? std::vector<RunCall>() : store_.open_calls(hold_.run());
    bool all = true;
    if (!stopping_) {
      if (give_answers(calls)) return true;
      all = dispatch_all(calls);
      if (spawned_) continue;
    }
    if (at_work_.empty() && all) break;
    wait(all ? kLook : kSlot);
  }
  std::vector<uint64_t> without_tool;
  for (const RunCall& call : store_.open_calls(hold_.run()))
    if (!tools_.find(call.call.function)) without_tool.push_back(call.call.id);
  hold_.write([&](Store& store, Lease& lease) { store.release(lease, without_tool); });
  return false;
}

// Answers that are there, or else timers that are due.
bool Turn::give_answers(const std::vector<RunCall>& calls) {
  std::vector<CallAnswer> answers;
  for (const RunCall& call : calls)
    if (call.answer && !at_work_.contains(call.call.id))
      answers.push_back({call.call.id, *call.answer});  // (its token's, before its tool has ended)
  if (!answers.empty()) {
    for (const RunCall& call : calls)
      if (call.answer && !call.attempts) tell_approval(call);
    give(answers);
    return true;
  }
  if (session_->next_due().value_or(HUGE_VAL) > session_->now()) return false;
  spans_.goes_on();
  session_->resume_due();
  return true;
}

// The worker that had it before may have asked nobody, by another policy. False: it may be called.
bool Turn::is_asked_first(RunCall& call) {
  if (!call.policy.empty() || call.attempts) return false;
  const auto& [ask, problem] = policy_of(call.call);
  if (!problem.empty()) {
    postpone(call.call.id, *tools_.find(call.call.function), problem);
    return true;
  }
  if (!ask) return false;
  call.policy = ask->note;
  return hold_.write([&](Store& store, Lease& lease) { return store.ask(lease, call.call.id, *ask); }) == CallState::kAwaitingApproval;
}

bool Turn::has_fitting_arguments(RunCall& call, const Tool& tool) {
  if (!call.asked.edited) return true;
  fermata::Call own{.function = call.call.function};
  for (const fermata::Call& pending : session_->pending())
    if (pending.id == call.call.id) own = pending;
  std::string why = arguments_misfit(tool.parameters, call.call, own);
  if (why.empty()) call.call = fitted_arguments(tool.parameters, call.call, own);
  if (why.empty() && tool.misfit) why = tool.misfit(call.call);
  if (!why.empty()) send_back(call, why);
  return why.empty();
}

bool Turn::takes_more_people(const RunCall& call, const std::optional<Ask>& asks) {
  if (!asks || !call.asked.edited) return false;
  std::vector<Decided> decisions = store_.decisions(hold_.run());
  std::erase_if(decisions, [&](const Decided& one) { return one.call != call.call.id; });
  if (decisions.empty() || is_enough(*asks, call, decisions)) return false;
  std::string who = asks->quorum == 1 ? "somebody" : std::to_string(asks->quorum) + " people";
  std::string of;
  for (const std::string& role : asks->roles) of += (of.empty() ? " of " : " or ") + role;
  send_back(call, "the policy asks " + who + of + " about " + repr(call.call, Hidden()) + ": " + asks->note, asks);
  return true;
}

void Turn::send_back(const RunCall& call, const std::string& why, const std::optional<Ask>& more) {
  hold_.write([&](Store& store, Lease& lease) { store.send_back(lease, call.call.id, why, more); });
  tell(call.call.function + "() isn't called with the arguments that it was given: " + why, true);
}

void Turn::give(const std::vector<CallAnswer>& answers) {
  for (const CallAnswer& answer : answers) given_.push_back(answer.call);
  spans_.goes_on();
  session_->resume(answers);
}

bool Turn::dispatch_all(const std::vector<RunCall>& calls) {
  bool all = true;
  spawned_ = false;
  for (const RunCall& call : calls) {
    const Tool* tool = tools_.find(call.call.function);
    if (call.state != CallState::kPending || !tool || !call.channel.empty() || !call.child.empty() || at_work_.contains(call.call.id))
      continue;
    if (is_ask(*tool) && waits_for_anybody(call)) continue;
    if (call.due && *call.due > store_.now()) continue;
    RunCall begun = call;
    if (is_asked_first(begun) || !has_fitting_arguments(begun, *tool)) continue;
    if (is_spawn(*tool) && spawn(begun)) continue;
    auto slot = tools_.take(*tool);
    if (!slot) {
      all = false;
      continue;
    }
    std::string problem;
    std::optional<Ask> asks;
    auto refused = looked_at(*tool, begun.call, begun.attempts + 1, begun.policy, &problem, &asks);
    if (!refused) {
      if (begun.asked.edited) send_back(begun, problem);
      else postpone(call.call.id, *tool, problem);
      continue;
    }
    if (!*refused && takes_more_people(begun, asks)) continue;
    fermata::Call fitted = std::move(begun.call);
    begun = hold_.write([&](Store& store, Lease& lease) { return store.dispatch(lease, dispatch_of(call.call.id, *tool)); });
    begun.call = std::move(fitted);
    tell_approval(begun);
    start(begun, *tool, std::move(*slot), std::move(*refused));
  }
  return all;
}

bool Turn::spawn(const RunCall& call) {
  const auto child = spawn_from(call.call, options_.programs);
  if (!child) return false;  // which its tool tells the program
  hold_.write([&](Store& store, Lease& lease) { store.spawn(lease, call.call.id, *child); });
  spawned_ = true;
  if (root_.empty()) root_ = hold_.run();
  return true;
}

}  // namespace fermata::durable
