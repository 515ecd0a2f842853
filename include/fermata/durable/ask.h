// That a person is asked before a call is made: what a policy says about it, and how it stands. Plain values.
//
// Times are milliseconds since 1970.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace fermata::durable {

using Time = int64_t;
std::string time_text(Time time);  // "2026-11-22T10:00:00.000Z"

enum class OnDeadline : uint8_t {
  kDeny,      // PermissionError is raised at the call
  kApprove,   // it is made
  kEscalate,  // people of the roles `escalate` decide from then on
  kHold,      // it goes on waiting, and is shown as overdue
};
const char* to_string(OnDeadline on_deadline);  // "deny"
std::optional<OnDeadline> on_deadline_from(std::string_view name);

// What a policy says about a call.
struct Ask {
  std::string note{};                     // why, for those who decide: part of what a decision is bound to; not empty
  std::set<std::string> roles{};          // who has one of these may decide; empty: anybody
  uint64_t quorum = 1;                    // so many different people have to approve; one of them is enough to deny
  std::optional<uint64_t> deadline_ms{};  // from when they are asked. Nobody decides after it, but with kHold and kEscalate
  OnDeadline on_deadline = OnDeadline::kDeny;
  std::set<std::string> escalate{};  // who decides when it was escalated
  bool self_approval = false;        // who submitted the run may decide, too
  bool operator==(const Ask&) const = default;
};

// How it stands.
struct Asked {
  Ask ask{};
  std::set<std::string> roles{};   // who may decide now
  Time since = 0;                  // when people were first asked; 0: an earlier release didn't say
  std::optional<Time> deadline{};  // nothing: it has none, or it is over
  std::optional<Time> was_due{};   // the one that is over
  bool escalated = false;
  bool edited = false;       // its arguments are somebody's, not the program's
  bool overdue = false;      // its deadline is over, and it goes on waiting
  std::string claimed_by{};  // nobody else decides before `claimed_until`; empty: nobody
  Time claimed_until = 0;
  // Who has handed it over, and to whom: they decide in the others' place, whatever their roles.
  std::map<std::string, std::string> delegated{};
  uint64_t counts_from = 1;  // Decided::number of the first that counts: those before were about other arguments, or of other roles
  // What became of it, as who may decide says by reconcile() or answer(): JSON of the answer; empty: its tool is to be called again. It
  // counts when as many say the same as `ask.quorum` wants.
  std::map<std::string, std::string> said{};
  bool operator==(const Asked&) const = default;
};

}  // namespace fermata::durable
