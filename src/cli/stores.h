// Durable runs on the command line: the store that the options mean, names of runs and calls, and what is shown of them. Used by the
// commands over a store.
#pragma once

#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/sessions.h"
#include "durable/reports.h"
#include "fermata/durable/store.h"
#include "fermata/durable/travel.h"
#include "fermata/durable/workers.h"

namespace fermata::cli {

// Throws UsageProblem and StoreError. `makes`: it is made when it isn't there. `any_keys`: also when they aren't its own.
std::unique_ptr<durable::Store> open_store(const StoreOptions& options, bool makes = false, bool any_keys = false);

// The run whose id begins so. Throws UsageProblem.
std::string run_from(durable::Store& store, const std::string& text);
// A call's key, whose run may be cut short, "RUN:SEQ:ID" or "RUN:ID"; or a run alone, when one of its calls is in one of `states`.
durable::RunCall call_from(durable::Store& store, const std::string& text, const std::vector<durable::CallState>& states);

struct RunPlace {
  std::string run;
  uint64_t seq = 0;
};
// RUN, at its latest snapshot, or RUN@SEQ. Throws UsageProblem.
RunPlace place_from(durable::Store& store, const std::string& text);

// Throws UsageProblem.
durable::TimeTravel travel_in(durable::Store& store, bool jailed);

// On standard output.
void print_line(const std::string& text);
using durable::time_text;
std::string line_of(const durable::Schedule& schedule);
std::string line_of(const durable::Run& run);
// Of a list, below the titles of its columns.
inline constexpr const char* kRunColumns = "RUN               STATUS     CREATED               TENANT      BY          PROGRAM";
// Of that list, with why nobody answers what it waits for.
std::string line_of(durable::Store& store, const durable::Answering& answering, const durable::Run& run);
// The command that lets a dead run go on, after ": "; of others empty.
std::string advice_for(const durable::Run& run);
// "refund(17, amount=200)"
std::string text_of(const durable::RunCall& call);

// "ada approved refund(17, amount=200) as refund(17, amount=80): small enough": what was shown, and what became of it.
std::string line_of(const durable::Decided& decided, const durable::RunCall& call);

// What somebody has to decide on, how that stands, and the command that approves it.
// `summary`: what it is about, by its tool's template; empty: that has none.
void print_approval(const durable::Approval& approval, const std::string& summary);
std::string summary_of(durable::KnownParameters& known, const durable::Approval& approval);
// How the run stands; gives the exit code.
int tell_run(durable::Store& store, const std::string& run, bool json);

// Whoever is given, or the user.
std::string who_is(const std::string& given);
// "2026-12-01T10:00:00Z", "2026-12-01", or how long from now: "90s", "30m", "2h", "7d". Throws UsageProblem.
durable::Time time_from(const std::string& text, durable::Time now, const char* option);
// "NAME=…" in two. Throws UsageProblem.
std::pair<std::string, std::string> named(const std::string& option, const char* name);
durable::GrantTerms terms_from(const GrantFlags& flags, durable::Time now, const char* option);

// What a transition was refused for is the person's affair: UsageProblem.
template <class F>
auto told_if_refused(F transition) {
  try {
    return transition();
  } catch (const durable::Refused& refused) {
    throw UsageProblem(refused.what());
  }
}

}  // namespace fermata::cli
