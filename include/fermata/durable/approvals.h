// What people say about calls that they are asked about, as it is given to a Store and as a Store shows it. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fermata/durable/run.h"

namespace fermata::durable {

enum class Verdict : uint8_t {
  kApprove,  // perhaps with other arguments
  kDeny,     // PermissionError is raised at the call
  kAnswer,   // the tool isn't called: this is the answer
};
const char* to_string(Verdict verdict);  // "approve"
std::optional<Verdict> verdict_from(std::string_view name);

// --- Standing grants: "this function, arguments like these, until then, so many times" is approved, by whom.

// What a grant says of one argument.
struct ArgumentRule {
  enum class Kind : uint8_t {
    kIs,       // `value`, and nothing else
    kBetween,  // a number from `value` to `high`, both included: an int of 64 bits, a float or a Decimal; no bool
    kAny,
  };
  std::string name{};  // the keyword that it is passed by, or its place among the others: "0", "1", …
  Kind kind = Kind::kIs;
  Data value{}, high{};
};

struct GrantTerms {
  // A call is meant when each rule's argument is there and fits, and each argument has a rule.
  std::vector<ArgumentRule> arguments{};
  bool others = false;  // arguments without a rule may be there, and anything
  Time until = 0;
  uint64_t most = 1;  // calls
  std::string reason{};
};

std::string program_hash(std::string_view text);  // Run::program

// One that is made by itself.
struct NewGrant {
  std::string tenant = "default";
  std::string queue{};  // only runs of this one; empty: of any
  std::string function{};
  // Only runs of the program whose text has this hash (Run::program), which aren't forks, nor were submitted with modules; empty: of any.
  std::string program{};
  std::string who{};
  // Those of whoever makes it. Where a policy asks people of some roles, or several people, each grant is the approval of its maker.
  std::set<std::string> roles{};
  GrantTerms terms{};
  // Under the same key the same person makes one grant, however often they ask: that which is there. Empty: each time another one. (It
  // isn't known of grants that were made.)
  std::string key{};
};

struct StandingGrant : NewGrant {
  std::string id{};
  uint64_t used = 0;
  Time at = 0;
  std::string run{};  // it was made at a decision on `call` of this run; empty: by itself
  uint64_t call = 0;
  std::string revoked_by{};  // empty: nobody did
  std::optional<Time> revoked_at{};
};

struct GrantQuery {
  std::string tenant{};    // empty: all
  std::string function{};  // empty: all
  bool over = false;       // those that can't be used any more, too
};

// --- Decisions

struct Decision {
  std::string run{};
  uint64_t call = 0;
  std::string shown{};  // Approval::shown: when anything of it has changed, the decision doesn't count
  std::string who{};
  std::set<std::string> roles{};  // that they have: whoever calls this knows
  std::string channel{};          // how they were asked: "command"
  Verdict verdict = Verdict::kDeny;
  std::string reason{};
  // kApprove: what the tool gets instead of the call's own arguments.
  std::optional<std::vector<Data>> args{};
  std::optional<std::vector<std::pair<std::string, Data>>> kwargs{};
  // Or only what differs, by the names of the function's parameters, as far as workers have told them; of an argument that was passed
  // without a name its place, "0", does, too.
  std::vector<std::pair<std::string, Data>> changes{};
  Data parameters{};               // what who decides knows of the function, as Tool::parameters: it counts where no worker has told
  std::optional<Answer> answer{};  // kAnswer
  // kApprove: later calls of the function, in this tenant and queue, are approved, too. The call's arguments that have no rule here have to
  // be the same. Its reason is `reason` when it has none.
  std::optional<GrantTerms> grant{};
  bool same_program = false;  // and only of this program
};

// Somebody's part in a decision, as it was written down.
struct Decided {
  uint64_t call = 0;    // its id
  uint64_t number = 0;  // from 1, for each call
  uint64_t seq = 0;     // the snapshot that was shown
  std::string shown{};
  std::string who{};  // empty: its deadline
  std::set<std::string> roles{};
  std::string channel{};  // "command"; "deadline"; "grant"
  Verdict verdict = Verdict::kApprove;
  std::string reason{};
  std::string args{};    // JSON, {"args": […], "kwargs": {…}}: what was shown
  std::string edited{};  // the same: what the tool gets instead; empty: no other
  std::string grant{};   // the id of the one that was used; empty: none
  Time at = 0;
};

// What is asked and said about a call before anybody decides.
struct Remark {
  uint64_t number = 0;  // from 1, for each call
  std::string who{};
  bool is_question = false;
  std::string text{};
  Time at = 0;
};

// What a person has to decide on, and what their decision is bound to.
struct Approval {
  RunCall call{};
  std::string tenant{}, queue{};
  std::string name{};                 // the program's
  std::string by{};                   // who submitted the run; empty: nobody knows
  std::set<std::string> forked_by{};  // as in Run
  std::string snapshot{};             // the hash of the latest one
  // Over the snapshot, the call's key, function, arguments and policy: Decision::shown. Empty: not all of these are here.
  std::string shown{};
  std::vector<Decided> approved{};  // by whom so far: those that count
  std::vector<Remark> thread{};
};

// Calls that wait for people, the most urgent first: approvals whose deadlines are over, then those that have one, then those that have
// none; then what waits for no approval. Of the same urgency the oldest runs come first.
struct WaitingQuery {
  std::string tenant{}, queue{};  // empty: all
  std::string role{};             // only the approvals on which people of this role may decide; empty: all
  std::string after{};            // only what stands behind this place, which place_of() gave; empty: from the first
  uint64_t most = INT64_MAX;
  // Of a call's arguments, as JSON: larger ones are left out (RunCall::is_cut), and with a limit those of decisions, too.
  uint64_t most_bytes = INT64_MAX;
};
// Where it stands among those: for the next page, whatever has become of the call meanwhile.
std::string place_of(const RunCall& call);

// Whether `who` had a run ask for what it asks: they submitted it, or forked it or what it came from. Only Ask::self_approval lets them
// decide on its calls.
template <typename RunOrApproval>
bool is_by(const RunOrApproval& it, const std::string& who) {
  return who == it.by || it.forked_by.contains(who);
}

// Who does something about an approval, besides deciding.
struct Handling {
  std::string run{};
  uint64_t call = 0;
  std::string who{};
  std::set<std::string> roles{};
};

}  // namespace fermata::durable
