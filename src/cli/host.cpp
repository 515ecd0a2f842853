#include "cli/host.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "cli/interrupt_on_signal.h"
#include "fermata/jail.h"

namespace fermata::cli {

namespace {

bool is_timer(const Call& call) { return call.kind == Call::Kind::kTimer; }

}  // namespace

Host::Host(const HostOptions& options)
    : handlers_(options.handlers),
      pause_at_{.names = {options.approve.begin(), options.approve.end()}},
      free_(options.free.begin(), options.free.end()),
      async_(options.async),
      tools_file_(options.tools) {
  for (const std::string& name : async_) check_name(name, "--async");
  if (!options.tools.empty() || !options.packages.empty()) {
    tools_ = open_tools({options.tools, options.verbose, options.packages});
    for (const Grant& grant : tools_->functions()) tool_names_.insert(grant.name);
    for (const TypeDeclaration& type : tools_->types()) {
      for (const Grant& method : type.methods) tool_names_.insert(type.name + "." + method.name);
      for (const std::string& attribute : type.attributes) tool_names_.insert(type.name + "." + attribute);
    }
  }
  const auto check_known = [&](const std::string& name, const char* option) {
    if (!has(name)) throw UsageProblem(std::string(option) + ": neither --tools nor --handler has a function " + name + "()");
  };
  for (const std::string& name : pause_at_.names) check_known(name, "--approve");
  for (const std::string& name : free_) {
    if (name != "*") check_known(name, "--no-approve");
    if (pause_at_.names.contains(name)) throw UsageProblem("--approve and --no-approve both name " + name);
  }
  if (!tools_ || free_.contains("*")) return;
  for (const std::string& name : tools_->asks())
    if (!free_.contains(name) && !handlers_.has(name)) pause_at_.names.insert(name);
}

void Host::keep(Session& session) {
  PauseAt kept = session.pause_at();
  if (free_.contains("*")) kept = {};
  if (kept.every && !free_.empty()) {  // all but those
    kept.every = false;
    for (const std::string& name : handlers_.names()) kept.names.insert(name);
    kept.names.insert(tool_names_.begin(), tool_names_.end());
  }
  for (const std::string& name : free_) kept.names.erase(name);
  pause_at_.every |= kept.every;
  pause_at_.names.merge(kept.names);
  session.set_pause_at(pause_at_);
}

bool Host::has(const std::string& function) const { return handlers_.has(function) || tool_names_.contains(function); }

std::vector<Grant> Host::grants() const {
  std::vector<Grant> grants;
  for (const std::string& name : handlers_.names()) grants.emplace_back(name);
  const auto find = [&](const std::string& name) {
    return std::find_if(grants.begin(), grants.end(), [&](const Grant& g) { return g.name == name; });
  };
  if (tools_)
    for (const Grant& grant : tools_->functions())
      if (!handlers_.has(grant.name)) grants.push_back(grant);
  for (const std::string& name : async_) {
    const auto known = find(name);
    if (known == grants.end()) grants.push_back(Grant::async(name));
    else known->asynchronous = true;
  }
  return grants;
}

Data Host::input(const std::string& name) {
  if (tools_file_.empty())
    throw UsageProblem("--input takes NAME=JSON, not '" + name + "'; or, with --tools, NAME alone for what the file has under that name");
  Data value;
  std::string problem;
  if (!tools_->input(name, &value, &problem)) throw UsageProblem("--input " + name + ": " + problem);
  return value;
}

void Host::check_fits(Session& session, const std::vector<CallAnswer>& answers, const std::string& state) {
  if (tools_file_.empty()) return;
  std::string text;
  for (const Misfit& misfit : misfits(*tools_, session)) {
    if (misfit.call && std::ranges::any_of(answers, [&](const CallAnswer& a) { return a.call == misfit.call; })) continue;
    text += (text.empty() ? "" : "; ") + (misfit.call ? "call " + std::to_string(misfit.call) + ": " : "") + misfit.text;
  }
  if (!text.empty())
    throw BadState(state + " doesn't fit " + tools_file_ + ": " + text + " (fermata check " + state + " --tools " + tools_file_ +
                   " tells all)");
}

std::string Host::advice(const Session& session, const std::string& state) const {
  const auto& pending = session.pending();
  const auto waits = [&](const Call& call) { return has(call.function) && needs_approval(call); };
  const auto first = std::find_if(pending.begin(), pending.end(), waits);
  if (first == pending.end()) return "";
  if (state.empty()) return first->function + "() isn't called before somebody has approved: -o STATE keeps the program until then";
  const bool only = pending.size() == 1;
  std::string line = "approve " + (only ? "it" : "call " + std::to_string(first->id)) + " with: fermata resume " + state;
  if (is_jailed(session)) line += " --jail";
  if (!tools_file_.empty()) line += " --tools " + tools_file_;
  for (const std::string& name : handlers_.names()) line += " --handler " + name + "=…";
  return line + " --perform" + (only ? "" : " --call " + std::to_string(first->id)) + " -o " + state;
}

uint64_t Host::slice_steps() const {
  constexpr uint64_t kSteps = 500'000;  // some milliseconds
  const std::vector<Grant> all = grants();
  return std::any_of(all.begin(), all.end(), [&](const Grant& g) { return g.asynchronous && tool_names_.contains(g.name); }) ? kSteps : 0;
}

// Begins the calls that go on by themselves, and gives up those that the program has given up.
void Host::follow(const std::vector<Call>& pending) {
  std::set<uint64_t> there;
  for (const Call& call : pending) {
    there.insert(call.id);
    if (call.kind != Call::Kind::kAsync || !answers(call) || handlers_.has(call.function) || !begun_.insert(call.id).second) continue;
    tools_->begin(call);
  }
  std::erase_if(begun_, [&](uint64_t id) {
    if (there.contains(id)) return false;
    tools_->cancel(id);
    return true;
  });
  std::erase_if(ended_, [&](const CallAnswer& answer) { return !there.contains(answer.call); });
}

void Host::look(const Session& session) {
  if (!tools_) return;
  follow(session.pending());
  if (!begun_.empty()) tools_->wait(0, &ended_);
}

// Nothing: the time is up.
std::optional<Host::Event> Host::waited(double seconds) {
  if (!tools_->wait(seconds, &ended_)) return Event{Event::Kind::kInterrupted};
  if (ended_.empty()) return std::nullopt;
  for (const CallAnswer& answer : ended_) begun_.erase(answer.call);
  return Event{Event::Kind::kAnswers, std::exchange(ended_, {})};
}

Host::Event Host::next(const Session& session, bool sleeps) {
  for (;;) {
    if (InterruptOnSignal::came()) return {Event::Kind::kInterrupted};
    const std::vector<Call>& pending = session.pending();
    const std::optional<double> due = session.next_due();
    if (tools_) follow(pending);
    const double wait = due ? std::max(*due - session.now(), 0.0) : HUGE_VAL;
    const double left = session.wall_time_left().value_or(HUGE_VAL);
    if (wait <= 0) return {sleeps ? Event::Kind::kDue : Event::Kind::kNobody};
    if (!begun_.empty())
      if (auto event = waited(0)) return *event;
    // Nobody is asked for a call that its function doesn't take.
    for (const Call& call : pending) {
      if (!tools_ || !needs_approval(call) || !tool_names_.contains(call.function) || handlers_.has(call.function) ||
          !looked_at_.insert(call.id).second)
        continue;
      if (std::string text = tools_->misfit(call); !text.empty())
        return {Event::Kind::kAnswers, {{call.id, Error{.type = "TypeError", .message = std::move(text)}}}};
    }
    for (const Call& call : pending) {
      if (!answers(call) || begun_.contains(call.id)) continue;
      std::optional<Answer> answer = handlers_.has(call.function) ? handlers_.answer(call) : tools_->call(call);
      if (!answer) return {Event::Kind::kInterrupted};
      return {Event::Kind::kAnswers, {{call.id, std::move(*answer)}}};
    }
    if (begun_.empty()) {
      // Waits only for a timer; what nobody here answers is the end.
      if (!sleeps || !due || !std::all_of(pending.begin(), pending.end(), is_timer)) return {Event::Kind::kNobody};
      if (!tools_) {
        // When it has slept for as long as the clock said, the timer is due, whatever the clock says then: it may stand still.
        constexpr double kAtOnce = 3600;  // the system's may be set meanwhile
        if (!InterruptOnSignal::sleep_for(std::min({wait, left, kAtOnce}))) return {Event::Kind::kInterrupted};
        if (std::min(wait, left) > kAtOnce) continue;
        return {left < wait ? Event::Kind::kTimeOver : Event::Kind::kDue};
      }
    }
    if (auto event = waited(std::min(sleeps ? wait : HUGE_VAL, left))) return *event;
    if (left < (sleeps ? wait : HUGE_VAL)) return {Event::Kind::kTimeOver};
    if (sleeps && due) return {Event::Kind::kDue};
  }
}

}  // namespace fermata::cli
