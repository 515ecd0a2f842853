// What a Store shows. Nothing here writes.
#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "durable/rows/left_to_others.h"
#include "durable/rows/text.h"
#include "durable/store_impl.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

// Empty texts and numbers below 0 stand for all.
constexpr Statement kRuns{
    "SELECT id FROM run WHERE (tenant = $1 OR $2 = '') AND (queue = $3 OR $4 = '') AND (status = $5 OR $6 = '') AND (id < $7 OR $8 = '') "
    "ORDER BY id DESC LIMIT $9"};
constexpr Statement kNamed{"SELECT id FROM run WHERE id >= $1 AND id < $2 ORDER BY id LIMIT 2"};
constexpr Statement kCountMoments{
    "SELECT count(*), coalesce(sum(length(state)), 0) FROM snapshot JOIN run ON run.id = snapshot.run WHERE $1 = '' OR run.tenant = $2"};
constexpr Statement kBytesOfPieces{
    "SELECT coalesce(sum(length(bytes)), 0) FROM piece JOIN run ON run.id = piece.run WHERE $1 = '' OR run.tenant = $2"};
constexpr Statement kChildren{"SELECT id FROM run WHERE parent = $1 AND parent_call IS NOT NULL ORDER BY parent_call"};
constexpr Statement kSnapshots{"SELECT seq, parent, hash, at, stdout, stderr FROM snapshot WHERE run = $1 ORDER BY seq"};
constexpr Statement kProgram{"SELECT text FROM program WHERE hash = $1"};
constexpr Statement kLog{"SELECT number, at, kind, epoch, seq, status, worker, data, hash FROM event WHERE run = $1 ORDER BY number"};
#define NEXT_OTHERS                                                                                                               \
  "(SELECT min(wake_at) FROM run WHERE wake_at IS NOT NULL), (SELECT min(deadline_at) FROM call WHERE deadline_at IS NOT NULL), " \
  "(SELECT min(next_at) FROM schedule WHERE next_at IS NOT NULL)"
constexpr Statement kNext{"SELECT (SELECT min(lease_until) FROM run WHERE status = 'running'), " NEXT_OTHERS};
// The same by the machine's clock, which is $2 behind now(); 0: over.
constexpr Statement kNextThere{
    "SELECT (SELECT min(CASE WHEN lease_clock IS NULL THEN lease_until WHEN lease_clock = $1 THEN lease_tick + $2 ELSE 0 END) FROM run "
    "WHERE status = 'running'), " NEXT_OTHERS};
#undef NEXT_OTHERS
constexpr Statement kScheduleNamed{"SELECT id FROM schedule WHERE id >= $1 AND id < $2 ORDER BY id LIMIT 2"};
constexpr Statement kRunKeyed{"SELECT id FROM run WHERE key = $1 ORDER BY id LIMIT 2"};
constexpr Statement kScheduleKeyed{"SELECT id FROM schedule WHERE key = $1 ORDER BY id LIMIT 2"};
constexpr Statement kGrantNamed{"SELECT id FROM standing_grant WHERE id >= $1 AND id < $2 ORDER BY id LIMIT 2"};

// What has an id that begins so, or else that key.
std::string named(Database& database, const Statement& statement, const std::string& what, const std::string& beginning,
                  const Statement* keyed = nullptr) {
  if (beginning.empty()) throw Refused("a " + what + " has a name");
  const Rows rows = database.run(statement, {beginning, beginning + "\x7f"});
  if (rows.empty() && keyed) {
    const Rows of_key = database.run(*keyed, {beginning});
    if (of_key.size() > 1) throw Refused("several " + what + "s, of several tenants, have the key " + beginning);
    if (!of_key.empty()) return of_key[0].text(0);
  }
  if (rows.empty()) throw Refused("there is no " + what + " " + beginning);
  if (rows.size() > 1 && rows[0].text(0) != beginning) throw Refused("several " + what + "s begin with " + beginning);
  return rows[0].text(0);
}

std::string source_of(Database& database, const RunRow& run) {
  const auto row = database.find(kProgram, {run.program});
  if (!row || sha256(row->text(0)) != run.program)
    throw StoreError(StoreError::Kind::kDamaged,
                     "the store is damaged: the program of run " + run.id + " isn't there, or isn't what it was");
  return row->text(0);
}

// As it was saved, after its hash was looked at.
FetchedState fetch_state(Database& database, const Seals& seals, const RunRow& run, uint64_t seq) {
  auto snapshot = find_snapshot(database, run.id, seq);
  if (!snapshot) throw NotThere("run " + run.id + " has no snapshot " + std::to_string(seq));
  return fetch_state(database, seals, run.tenant, std::move(*snapshot));
}

}  // namespace

Work Store::load(const Lease& lease) {
  std::optional<FetchedState> state;
  Work loaded = impl_->read([&](Database& database) {
    const auto row = find_run(database, lease.run);
    if (!row || row->status != RunStatus::kRunning || row->epoch != lease.epoch || row->seq != lease.seq)
      throw Fenced("run " + lease.run + " isn't " + lease.worker + "'s any more");
    Work work{.run = shown(*row), .left = left_in_tree(database, *row), .source = source_of(database, *row)};
    set_inputs(work, row->inputs);
    if (row->seq) state = fetch_state(database, *impl_->seals, *row, row->seq);
    work.calls = open_calls_of(database, lease.run);
    return work;
  });
  if (state) loaded.state = assembled(*impl_->seals, std::move(*state));
  return loaded;
}

std::vector<RunCall> Store::open_calls(const std::string& run) {
  return impl_->read([&](Database& database) { return open_calls_of(database, run); });
}

std::optional<Time> Store::next_due() {
  return impl_->read([&](Database& database) {
    const MachineTime machine = impl_->machine_in(database);
    const Rows rows =
        machine.id.empty() ? database.run(kNext) : database.run(kNextThere, {machine.id, impl_->now_in(database) - Time(machine.ms)});
    std::optional<Time> next;
    for (size_t i = 0; i < rows.at(0).cells.size(); ++i)
      if (const auto one = rows[0].maybe_number(i); one && (!next || *one < *next)) next = one;
    return next;
  });
}

std::optional<Run> Store::run(const std::string& id) {
  return impl_->read([&](Database& database) {
    auto row = find_run(database, id);
    return row ? std::optional(shown(std::move(*row))) : std::nullopt;
  });
}

Run Store::wait(const std::string& id, std::optional<uint64_t> timeout_ms) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kFirst(5), kLongest(250);
  const Clock::time_point begin = Clock::now();
  for (auto pause = kFirst;; pause = std::min(pause * 2, kLongest)) {
    const auto now = run(id);
    if (!now) throw Refused("there is no run " + id);
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
    if (has_ended(now->status) || now->status == RunStatus::kDead || (timeout_ms && uint64_t(passed.count()) >= *timeout_ms)) return *now;
    if (timeout_ms) pause = std::min(pause, std::chrono::milliseconds(*timeout_ms - uint64_t(passed.count())));
    std::this_thread::sleep_for(pause);
  }
}

std::string Store::run_named(const std::string& beginning) {
  return impl_->read([&](Database& database) { return named(database, kNamed, "run", beginning, &kRunKeyed); });
}
std::string Store::grant_named(const std::string& beginning) {
  return impl_->read([&](Database& database) { return named(database, kGrantNamed, "grant", beginning); });
}

std::string Store::schedule_named(const std::string& beginning) {
  return impl_->read([&](Database& database) { return named(database, kScheduleNamed, "schedule", beginning, &kScheduleKeyed); });
}
std::vector<Schedule> Store::schedules(const std::string& tenant) {
  return impl_->read([&](Database& database) {
    const std::vector<ScheduleRow> rows = schedules_of(database, tenant);
    return std::vector<Schedule>(rows.begin(), rows.end());
  });
}

std::vector<Run> Store::runs(const RunQuery& query) {
  return impl_->read([&](Database& database) {
    const std::string status = query.status ? to_string(*query.status) : "";
    std::vector<Run> runs;
    for (const Row& row : database.run(kRuns, {query.tenant, query.tenant, query.queue, query.queue, status, status, query.before,
                                               query.before, uint64_t(query.most)}))
      runs.push_back(shown(known_run(database, row.text(0))));
    return runs;
  });
}

Limits Store::left(const std::string& run) {
  return impl_->read([&](Database& database) { return left_in_tree(database, known_run(database, run)); });
}

std::vector<Run> Store::children(const std::string& run) {
  return impl_->read([&](Database& database) {
    std::vector<Run> children;
    for (const Row& row : database.run(kChildren, {run})) children.push_back(shown(known_run(database, row.text(0))));
    return children;
  });
}

std::optional<Run> Store::child(const std::string& run, const std::string& id) {
  return impl_->read([&](Database& database) {
    auto child = find_child(database, known_run(database, run), id);
    return child ? std::optional(shown(std::move(*child))) : std::nullopt;
  });
}

RunCall Store::call_by_token(const std::string& token) {
  return impl_->read([&](Database& database) {
    const auto of = find_token(database, token);
    auto call = of ? find_call(database, of->run, of->call) : std::nullopt;
    if (!call) throw Refused("no call has this token");
    return std::move(*call);
  });
}

std::optional<RunCall> Store::call(const std::string& run, uint64_t id, uint64_t most_bytes) {
  return impl_->read([&](Database& database) { return find_call(database, run, id, most_bytes); });
}

std::vector<RunCall> Store::calls(const std::string& run, uint64_t most_bytes) {
  return impl_->read([&](Database& database) { return calls_of(database, run, most_bytes); });
}

std::vector<RunCall> Store::calls_at(const std::string& run, uint64_t seq) {
  std::vector<RunCall> all = calls(run);
  std::erase_if(all, [&](const RunCall& call) { return !waited_at(call, seq); });
  return all;
}

std::vector<Attempt> Store::attempts(const std::string& run) {
  return impl_->read([&](Database& database) { return attempts_of(database, run); });
}

std::vector<Message> Store::messages(const std::string& run) {
  return impl_->read([&](Database& database) { return messages_of(database, run); });
}

std::vector<Decided> Store::decisions(const std::string& run) {
  return impl_->read([&](Database& database) { return decisions_of(database, run); });
}

std::vector<StandingGrant> Store::grants(const GrantQuery& query) {
  return impl_->read([&](Database& database) {
    std::vector<StandingGrant> grants = grants_of(database, query.tenant, query.function);
    const Time now = impl_->now_in(database);
    if (!query.over)
      std::erase_if(grants, [&](const StandingGrant& grant) {
        return grant.revoked_at || grant.used >= grant.terms.most || grant.terms.until <= now;
      });
    return grants;
  });
}

Moments Store::moments(const std::string& tenant) {
  return impl_->read([&](Database& database) {
    const Rows rows = database.run(kCountMoments, {tenant, tenant}), pieces = database.run(kBytesOfPieces, {tenant, tenant});
    return Moments{.count = rows.at(0).count(0), .bytes = rows.at(0).count(1) + pieces.at(0).count(0)};
  });
}

std::vector<Snapshot> Store::snapshots(const std::string& run) {
  return impl_->read([&](Database& database) {
    std::vector<Snapshot> snapshots;
    for (const Row& row : database.run(kSnapshots, {run}))
      snapshots.push_back({run, row.count(0), row.text(1), row.text(2), row.number(3), row.text(4), row.text(5)});
    return snapshots;
  });
}

std::string Store::state(const std::string& run, uint64_t seq) {
  FetchedState state = impl_->read([&](Database& database) { return fetch_state(database, *impl_->seals, known_run(database, run), seq); });
  return assembled(*impl_->seals, std::move(state));
}

std::string Store::source(const std::string& run) {
  return impl_->read([&](Database& database) { return source_of(database, known_run(database, run)); });
}

std::vector<Event> Store::log(const std::string& run) {
  return impl_->read([&](Database& database) {
    std::vector<Event> events;
    for (const Row& row : database.run(kLog, {run})) {
      const auto status = run_status_from(row.text(5));
      if (!status) throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: there is no status '" + row.text(5) + "'");
      events.push_back(
          {run, row.count(0), row.number(1), row.text(2), row.count(3), row.count(4), *status, row.text(6), row.text(7), row.text(8)});
    }
    return events;
  });
}

}  // namespace fermata::durable
