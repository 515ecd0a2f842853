// `fermata audit`: who did what to a store, as lines for people or of JSON; and what is done with the audit itself.
#include <algorithm>
#include <chrono>
#include <thread>

#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "durable/times.h"
#include "fermata/durable/audit.h"
#include "serialization/data_json.h"

namespace fermata::cli {

namespace {

constexpr std::chrono::milliseconds kPause(500);  // between two looks

std::optional<durable::Time> time_of(const std::string& text, const char* option) {
  if (text.empty()) return std::nullopt;
  const auto time = durable::time_from(text);
  if (!time) throw UsageProblem(std::string(option) + " takes 2026-12-01T10:00:00Z or 2026-12-01, not '" + text + "'");
  return time;
}

void tell(const durable::AuditRecord& record, bool json) {
  if (json) return print_line(to_json(data_of(record)));
  std::string line = std::to_string(record.number) + "  " + time_text(record.at) + "  " + record.action;
  if (!record.who.empty()) line += "  by " + record.who;
  if (!record.how.empty()) line += " (" + record.how + ")";
  if (!record.from.empty()) line += " from " + record.from;
  if (!record.tenant.empty()) line += "  tenant " + record.tenant;
  if (!record.run.empty()) line += "  run " + record.run;
  print_line(visible_line(line + "  " + record.data));
}

int verify(durable::Audit& audit, bool json) {
  const durable::AuditState state = audit.verify();
  if (json)
    print_report({{"number", int64_t(state.number)},
                  {"hash", state.hash},
                  {"pruned", int64_t(state.pruned)},
                  {"problem", state.problem.empty() ? Data() : Data(state.problem)}});
  else if (state.problem.empty())
    print_line("verified: " + std::to_string(state.number - state.pruned) + " records, the last is " + std::to_string(state.number) + ", " +
               (state.hash.empty() ? "of which there is none yet" : state.hash));
  else complain("audit: " + state.problem);
  return state.problem.empty() ? kExitDone : kExitRaised;
}

int prune(durable::Store& store, durable::Audit& audit, const AuditOptions& options) {
  constexpr double kDayMs = 86'400'000;
  const durable::Time before = store.now() - durable::Time(options.older_than_days * kDayMs);
  uint64_t count = 0;
  if (options.yes) {
    count = audit.prune(before);
  } else {
    durable::AuditQuery query{.until = before, .after = 0, .most = 1'000};
    for (bool more = true; more;) {
      const auto records = audit.records(query);
      count += records.size();
      more = records.size() == query.most;
      if (more) query.after = records.back().number;
    }
  }
  if (options.store.json) print_report({{"pruned", options.yes}, {"records", int64_t(count)}});
  else if (options.yes) print_line("deleted " + std::to_string(count) + " records");
  else say(std::to_string(count) + " records would be deleted: --yes does that");
  return kExitDone;
}

}  // namespace

int audit_command(const AuditOptions& options) {
  const auto store = open_store(options.store);
  durable::Audit audit(*store);
  if (options.verify) return verify(audit, options.store.json);
  if (options.prunes) return prune(*store, audit, options);
  durable::AuditQuery query{.tenant = options.tenant,
                            .who = options.who,
                            .action = options.action,
                            .since = time_of(options.since, "--since"),
                            .until = time_of(options.until, "--until"),
                            .after = options.after,
                            .most = 1'000};
  if (options.most) {
    query.after.reset();
    query.most = options.most;
    auto records = audit.records(query);
    std::ranges::reverse(records);
    for (const durable::AuditRecord& record : records) tell(record, options.store.json);
    query.after = records.empty() ? 0 : records.back().number;
    query.most = 1'000;
    if (!options.follow) return kExitDone;
  }
  for (;;) {
    const auto records = audit.records(query);
    for (const durable::AuditRecord& record : records) tell(record, options.store.json);
    if (!records.empty()) query.after = records.back().number;
    if (records.size() == query.most) continue;
    if (!options.follow) return kExitDone;
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace fermata::cli
