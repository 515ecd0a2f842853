// Policies: what a worker's policy is told about a call of a tool and about the run that makes it, and what it says. docs/approvals.md has
// the same for those who write policies in Python; what their `call.run` has is facts_of().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fermata/durable/store.h"

namespace fermata::durable {

// What somebody, or a deadline, said about an earlier call of the run.
struct PolicyDecision {
  std::string function{};
  // Of the call as it was decided: edited ones, where they were.
  std::vector<Data> args{};
  std::vector<std::pair<std::string, Data>> kwargs{};
  Decided decided{};
};

// A run whose call is looked at, as it was when its worker took it. From any thread; the store outlives it.
class PolicyRun {
 public:
  static constexpr size_t kMostDecisions = 100;

  PolicyRun(Store& store, const Work& work) : store_(store), run_(work.run), roles_(work.roles), inputs_(work.inputs) {}

  const Run& run() const { return run_; }
  // Those that whoever submitted it had then (Submission::roles); none, when somebody else has forked it since: what it asks for is theirs,
  // too.
  std::set<std::string> roles() const;
  const Inputs& inputs() const { return inputs_; }
  // What was decided about its calls so far, the latest kMostDecisions, the oldest first. It is read each time; throws StoreError.
  std::vector<PolicyDecision> decisions() const;

 private:
  Store& store_;
  const Run run_;
  const std::set<std::string> roles_;
  const Inputs inputs_;
};

struct PolicyCall {
  const fermata::Call& call;
  std::shared_ptr<const PolicyRun> run{};
  uint64_t attempt = 1;  // at the call, from 1: the one that comes next
  std::string asked{};   // why a person was asked; empty: nobody was
  bool is_due = false;   // its tool is called now, if the policy lets it; if not, the program has just made it
};

// What a policy says: nothing is against it, unless one of these is there.
struct PolicyVerdict {
  std::optional<Ask> ask{};             // a person is asked first
  std::optional<std::string> denied{};  // why PermissionError is raised at the call; it may be empty

  PolicyVerdict() = default;
  PolicyVerdict(Ask given) : ask(std::move(given)) {}
  static PolicyVerdict deny(std::string reason) {
    PolicyVerdict verdict;
    verdict.denied = std::move(reason);
    return verdict;
  }
};

// From several threads.
using Policy = std::function<PolicyVerdict(const PolicyCall& call)>;

// For policies in Python, as plain values. Of a run, a dict: id, tenant, queue, name and program (the program's name and its text's hash),
// submitted_by, roles, forked_by, parent, root, priority, tags. Of a decision: function, args, kwargs, who, roles, verdict, channel,
// reason, edited, at. None stands for what is empty.
Data facts_of(const PolicyRun& run);
Data facts_of(const PolicyDecision& decision);

}  // namespace fermata::durable
