#include "cli/stores.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include <unistd.h>

#include "base/text.h"
#include "cli/files.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "fermata/durable/audit.h"

namespace fermata::cli {

std::unique_ptr<durable::Store> open_store(const StoreOptions& options, bool makes, bool any_keys) {
  std::string where = options.where;
  const char* variable = std::getenv("FERMATA_STORE");
  if (where.empty()) where = variable && *variable ? variable : "fermata.db";
  const bool is_path = where.find("://") == where.npos;
  if (is_path && !makes && !std::filesystem::exists(where))
    throw UsageProblem("there is no store '" + where + "': fermata submit makes one; --store or $FERMATA_STORE say where it is");
  durable::StoreOptions store{.any_keys = any_keys || options.without_keys};
  if (!options.seal_keys.empty()) {
    store.sealer = Sealer::from_file(options.seal_keys);
    store.later_keys = [file = options.seal_keys] { return Sealer::from_file(file); };
  }
  return durable::Store::open(where, std::move(store))->acting(durable::local_actor("command"));
}

std::string run_from(durable::Store& store, const std::string& text) {
  return told_if_refused([&] { return store.run_named(text); });
}

durable::RunCall call_from(durable::Store& store, const std::string& text, const std::vector<durable::CallState>& states) {
  const size_t first = text.find(':'), last = text.rfind(':');
  const std::string run = run_from(store, text.substr(0, first));
  std::vector<durable::RunCall> calls = store.calls(run);
  if (first != text.npos) {
    const auto id = number_from(std::string_view(text).substr(last + 1));
    for (durable::RunCall& call : calls)
      if (id == call.call.id && (first == last || call.key.ends_with(text.substr(first)))) return std::move(call);
    throw UsageProblem("run " + run + " has no call " + text.substr(first + 1));
  }
  std::erase_if(calls,
                [&](const durable::RunCall& call) { return call.consumed_by || std::ranges::find(states, call.state) == states.end(); });
  if (calls.size() == 1) return std::move(calls[0]);
  std::string list;
  for (const durable::RunCall& call : calls) list += "\n  " + call.key + "  " + text_of(call);
  throw UsageProblem(calls.empty() ? "no call of run " + run + " waits for that" : "which of these calls?" + list);
}

RunPlace place_from(durable::Store& store, const std::string& text) {
  const size_t at = text.find('@');
  RunPlace place{run_from(store, text.substr(0, at)), 0};
  place.seq = store.run(place.run)->seq;
  if (at == text.npos) return place;
  const auto seq = number_from(std::string_view(text).substr(at + 1));
  if (!seq) throw UsageProblem("a snapshot is RUN@NUMBER, not '" + text + "'");
  place.seq = *seq;
  return place;
}

durable::TimeTravel travel_in(durable::Store& store, bool jailed) {
  return jail_needed([&] { return durable::TimeTravel(store, {.jailed = jailed}); });
}

void print_line(const std::string& text) { write_all(STDOUT_FILENO, text + "\n"); }

// All that people decide on.
std::string text_of(const durable::RunCall& call) { return repr(call.call, Hidden(), kLongestCall); }

namespace {

std::string beginning_of(const durable::Run& run) {
  std::string line = run.id + "  " + to_string(run.status);
  line.resize(std::max<size_t>(line.size(), 28), ' ');
  return line + " " + time_text(run.created).substr(0, 19) + "Z  ";
}

// What it is, and what became of it.
std::string end_of(const durable::Run& run) {
  std::string line = run.name;
  if (run.parent_call) {
    line += " (child of " + run.parent + ")";
  } else if (!run.parent.empty()) {
    std::string who;
    for (const std::string& name : run.forked_by) who += (who.empty() ? " by " : ", ") + name;
    line += " (fork of " + run.parent + who + ")";
  }
  if (run.status == durable::RunStatus::kDone) line += ": " + repr(run.result, Hidden(), 60);
  if (run.error) line += ": " + run.error->type + ": " + run.error->message.substr(0, 60);
  if (!run.reason.empty()) line += ": " + run.reason;
  if (run.status == durable::RunStatus::kSleeping && run.due) line += ": until " + time_text(*run.due).substr(0, 19) + "Z";
  return line + advice_for(run);
}

std::string column(std::string text) {
  constexpr size_t kWide = 10;
  if (text.empty()) text = "-";
  text.resize(std::max(text.size(), kWide), ' ');
  return text + "  ";
}

}  // namespace

std::string line_of(const durable::Run& run) { return visible_line(beginning_of(run) + end_of(run)); }

std::string line_of(durable::Store& store, const durable::Answering& answering, const durable::Run& run) {
  const std::string problem = durable::problem_of(store, answering, run);
  return visible_line(beginning_of(run) + column(run.tenant) + column(run.by) + end_of(run) + (problem.empty() ? "" : ": " + problem));
}

std::string line_of(const durable::Decided& decided, const durable::RunCall& call) {
  const auto text = [&](const std::string& arguments) {
    return repr(durable::with_arguments(call.call, arguments), Hidden(), kLongestCall);
  };
  const std::string who = decided.who.empty() ? "its deadline" : decided.grant.empty() ? decided.who : "a grant of " + decided.who;
  const char* did = decided.verdict == durable::Verdict::kApprove ? " approved "
                    : decided.verdict == durable::Verdict::kDeny  ? " denied "
                                                                  : " answered ";
  std::string with;
  if (decided.verdict == durable::Verdict::kAnswer && call.answer) {
    constexpr size_t kLongest = 500;
    const auto* error = std::get_if<Error>(&*call.answer);
    with = " with " +
           (error ? error->type + ": " + error->message.substr(0, kLongest) : repr(std::get<Data>(*call.answer), Hidden(), kLongest));
  }
  return who + did + text(decided.args) + with + (decided.edited.empty() ? "" : " as " + text(decided.edited)) +
         (decided.reason.empty() ? "" : ": " + decided.reason);
}

std::string advice_for(const durable::Run& run) {
  if (run.status != durable::RunStatus::kDead) return "";
  std::string limit = run.limit;
  std::ranges::replace(limit, '_', '-');
  return ": fermata retry " + run.id + (limit.empty() ? "" : " --limit-" + limit + " N");
}

std::string who_is(const std::string& given) {
  if (!given.empty()) return given;
  return durable::local_actor("command").who;
}

// What was done, and what the run is now.
int tell_run(durable::Store& store, const std::string& run, bool json) {
  const durable::Run now = *store.run(run);
  if (json) print_report(data_of(now).pairs());
  else print_line(line_of(now));
  return kExitDone;
}

}  // namespace fermata::cli
