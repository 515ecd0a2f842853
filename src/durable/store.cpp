#include "fermata/durable/store.h"

#include <algorithm>
#include <map>

#include "durable/check_run.h"
#include "durable/rows/exported.h"
#include "durable/store_impl.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

std::unique_ptr<Backend> open_backend(const std::string& where, const StoreOptions& options) {
  if (where.starts_with("postgresql://") || where.starts_with("postgres://"))
    return open_postgres_backend(where, options.patience_ms, options.connections);
  constexpr std::string_view kSqlite = "sqlite:///";
  std::string path = where.starts_with(kSqlite) ? where.substr(kSqlite.size()) : where;
  if (path.empty() || path.find("://") != path.npos)
    throw StoreError(StoreError::Kind::kOpen, "a store is a path, sqlite:///path or postgresql://…, not '" + where + "'");
  // (Two connections to it would be two databases. Nor does SQLite take a path for one that begins so.)
  if (path == ":memory:" || path.starts_with("file:")) path = "./" + path;
  return open_sqlite_backend(path, options.patience_ms);
}

}  // namespace

std::unique_ptr<Store> Store::open(const std::string& where, StoreOptions options) {
  auto backend = open_backend(where, options);
  auto impl = std::make_unique<Impl>(std::move(backend), std::move(options));
  impl->open_seals();
  return std::unique_ptr<Store>(new Store(std::move(impl)));
}

std::unique_ptr<Store> Store::traced(std::shared_ptr<Tracer> tracer) const {
  auto impl = std::make_unique<Impl>(impl_->backend, impl_->options, impl_->seals);
  impl->actor = impl_->actor;
  impl->told = impl_->told;
  impl->tracer = std::move(tracer);
  return std::unique_ptr<Store>(new Store(std::move(impl)));
}

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;

Time Store::now() const { return impl_->now(); }

Submitted Store::submit(const Submission& submission) {
  const NewRun run = new_run(submission, now());
  return impl_->write([&](Transaction& transaction) { return durable::submit(transaction, run); });
}
Scheduled Store::schedule(const NewSchedule& schedule) {
  const NewScheduleRow row = new_schedule(schedule, now());
  return impl_->write([&](Transaction& transaction) { return durable::schedule(transaction, row); });
}
void Store::pause_schedule(const std::string& schedule) {
  impl_->write([&](Transaction& transaction) { durable::pause_schedule(transaction, schedule); });
}
void Store::resume_schedule(const std::string& schedule) {
  impl_->write([&](Transaction& transaction) { durable::resume_schedule(transaction, schedule); });
}
void Store::unschedule(const std::string& schedule) {
  impl_->write([&](Transaction& transaction) { durable::unschedule(transaction, schedule); });
}
CallState Store::answer(const Handling& person, const Answer& answer) {
  return impl_->write([&](Transaction& transaction) { return durable::answer(transaction, person, answer); });
}
bool Store::answer_by_token(const std::string& token, const Answer& answer) {
  return impl_->write([&](Transaction& transaction) { return durable::answer_by_token(transaction, token, answer); });
}
uint64_t Store::send(const Message& message) {
  return impl_->write([&](Transaction& transaction) { return durable::send(transaction, message); });
}
CallState Store::decide(const Decision& decision) {
  return impl_->write([&](Transaction& transaction) { return durable::decide(transaction, decision); });
}
std::vector<std::variant<CallState, Refused>> Store::decide(const std::vector<Decision>& decisions) {
  std::vector<std::variant<CallState, Refused>> said(decisions.size());
  std::map<std::string, std::vector<size_t>> of_runs;
  for (size_t i = 0; i < decisions.size(); ++i) of_runs[decisions[i].run].push_back(i);
  for (const auto& [run, places] : of_runs)
    impl_->write([&](Transaction& transaction) {
      for (const size_t i : places) said[i] = durable::decided_or_refused(transaction, decisions[i]);
    });
  return said;
}
void Store::claim_approval(const Handling& handling, uint64_t ms) {
  impl_->write([&](Transaction& transaction) { durable::claim_approval(transaction, handling, ms); });
}
void Store::release_approval(const Handling& handling) {
  impl_->write([&](Transaction& transaction) { durable::release_approval(transaction, handling); });
}
void Store::delegate(const Handling& handling, const std::string& to) {
  impl_->write([&](Transaction& transaction) { durable::delegate(transaction, handling, to); });
}
void Store::escalate(const Handling& handling, const std::set<std::string>& to) {
  impl_->write([&](Transaction& transaction) { durable::escalate(transaction, handling, to); });
}
void Store::question(const Handling& handling, const std::string& text) {
  impl_->write([&](Transaction& transaction) { durable::remark(transaction, handling, true, text); });
}
void Store::reply(const Handling& handling, const std::string& text) {
  impl_->write([&](Transaction& transaction) { durable::remark(transaction, handling, false, text); });
}
std::string Store::grant(const NewGrant& grant) {
  return impl_->write([&](Transaction& transaction) { return durable::grant(transaction, grant); });
}
void Store::revoke(const std::string& grant, const std::string& who) {
  impl_->write([&](Transaction& transaction) { durable::revoke(transaction, grant, who); });
}
CallState Store::reconcile(const Reconciliation& reconciliation) {
  return impl_->write([&](Transaction& transaction) { return durable::reconcile(transaction, reconciliation); });
}
void Store::cancel(const std::string& run, const std::string& reason) {
  impl_->write([&](Transaction& transaction) { durable::cancel(transaction, run, reason); });
}
std::string Store::export_run(const std::string& run) {
  return impl_->seals->seal(impl_->read([&](Database& database) { return exported(database, run); }), {{"what", "run"}}).bytes;
}
std::string Store::import_run(std::string_view file) {
  std::string why;
  impl_->seals->check();
  const auto text = impl_->seals->open(std::string(file), {{"what", "run"}}, &why);
  if (!text) throw StoreError(StoreError::Kind::kDamaged, "the run's file " + why);
  const ExportedRun run = exported_from(*text);
  return impl_->sealing_write([&](Transaction& transaction) {
    import(transaction.database, run);
    for (const Violation& violation : check(transaction.database, run.id, /*alone=*/true))
      throw Refused("run " + run.id + " of the file breaks a law: " + violation.law + ": " + violation.text);
    take_in(transaction, run.id);
    durable::reseal(transaction, run.id, false);
    transaction.seals.check_still(transaction.database);
    return run.id;
  });
}
void Store::retry(const std::string& run, std::optional<Limits> limits) {
  impl_->write([&](Transaction& transaction) { durable::retry(transaction, run, limits); });
}
std::string Store::fork(const Fork& fork) {
  return impl_->sealing_write([&](Transaction& transaction) { return durable::fork(transaction, fork); });
}
std::vector<RunCall> Store::repeated(const Fork& fork) {
  return impl_->read([&](Database& database) { return repeated_calls(database, fork); });
}
std::vector<std::string> Store::prune(const PruneQuery& query) {
  return impl_->write([&](Transaction& transaction) { return durable::prune(transaction, query); });
}

std::vector<Lease> Store::claim(const Claim& claim) {
  return impl_->write([&](Transaction& transaction) {
    Turns turns;
    return durable::claim(transaction, claim, turns);
  });
}
// The lease changes only when the transaction has been committed.
void Store::renew(Lease& lease, uint64_t lease_ms) {
  lease = impl_->write([&](Transaction& transaction) {
    Lease renewed = lease;
    durable::renew(transaction, renewed, lease_ms);
    return renewed;
  });
}
uint64_t Store::dispatch(const Lease& lease, uint64_t call, const std::string& tool, bool idempotent, const Retries& retries) {
  return dispatch(lease, {call, tool, idempotent, retries}).attempts;
}
RunCall Store::dispatch(const Lease& lease, const Dispatch& dispatch) {
  return impl_->write([&](Transaction& transaction) { return durable::dispatch(transaction, lease, dispatch); });
}
CallState Store::fail_call(const Lease& lease, uint64_t call, const Failure& failure) {
  return impl_->write([&](Transaction& transaction) { return durable::fail_call(transaction, lease, call, failure); });
}
CallState Store::defer(const Lease& lease, uint64_t call, uint64_t within_ms) {
  return impl_->write([&](Transaction& transaction) { return durable::defer(transaction, lease, call, within_ms); });
}
bool Store::answer(const Lease& lease, uint64_t call, const Answer& answer) {
  return impl_->write([&](Transaction& transaction) { return durable::answer(transaction, lease, call, answer); });
}
StoredState Store::Impl::stored(const Lease& lease, const std::string& state) {
  auto before = lease.pieces;
  if (!before && lease.seq && state.size() >= kLeastInPieces)
    before = read([&](Database& database) { return pieces_of(database, *seals, lease.tenant, lease.run, lease.seq); });
  return seal(*seals, lease.tenant, lease.run, lease.seq + 1, state, before.get());
}
void Store::advance(Lease& lease, const Step& step) {
  lease = impl_->sealing([&] {
    const StoredState state = impl_->stored(lease, step.state);
    return impl_->write([&](Transaction& transaction) {
      Lease next = lease;
      if (ends(step)) lock_parent(transaction, lease.run);
      durable::advance(transaction, next, step, state);
      return next;
    });
  });
}
std::vector<RunCall> Store::step(Lease& lease, const std::vector<CallAnswer>& answers, const Step& step,
                                 const std::vector<Dispatch>& dispatches) {
  std::vector<RunCall> calls;
  const auto expects = [&](Database& database) {
    if (ends(step)) return;  // (others are locked first)
    expect_run(database, lease.run);
    expect_open_calls(database, lease.run);
  };
  lease = impl_->sealing([&] {
    const StoredState state = impl_->stored(lease, step.state);
    const auto transition = [&](Transaction& transaction) {
      Lease next = lease;
      calls = durable::step(transaction, next, answers, step, state, dispatches);
      return next;
    };
    return impl_->write(transition, expects);
  });
  return calls;
}
std::string Store::spawn(const Lease& lease, uint64_t call, const Spawn& spawn) {
  return impl_->write([&](Transaction& transaction) { return durable::spawn(transaction, lease, call, spawn); });
}
void Store::release(const Lease& lease, const std::vector<uint64_t>& without_tool, const std::string& reason) {
  impl_->write([&](Transaction& transaction) { durable::release(transaction, lease, without_tool, reason); });
}
CallState Store::ask(const Lease& lease, uint64_t call, const Ask& ask) {
  return impl_->write([&](Transaction& transaction) { return durable::ask(transaction, lease, call, ask); });
}
void Store::fail(const Lease& lease, const std::string& reason) {
  impl_->write([&](Transaction& transaction) { durable::fail(transaction, lease, reason); });
}

std::shared_ptr<void> Store::listen(std::function<void(const std::string& queue)> told) { return impl_->backend->listen(std::move(told)); }
size_t Store::expire() {
  return impl_->write([&](Transaction& transaction) { return durable::expire(transaction); });
}
size_t Store::wake() {
  return impl_->write([&](Transaction& transaction) { return durable::wake(transaction); });
}
size_t Store::lapse() {
  return impl_->write([&](Transaction& transaction) { return durable::lapse(transaction); });
}
size_t Store::fire() {
  return impl_->write([&](Transaction& transaction) { return durable::fire(transaction); });
}
size_t Store::wake_postponed(const std::vector<std::string>& queues) {
  return impl_->write([&](Transaction& transaction) { return durable::wake_postponed(transaction, queues); });
}
void Store::send_back(const Lease& lease, uint64_t call, const std::string& why, const std::optional<Ask>& more) {
  impl_->write([&](Transaction& transaction) { durable::send_back(transaction, lease, call, why, more); });
}
Time Store::postpone(const Lease& lease, uint64_t call, const std::string& tool, const std::string& why) {
  return impl_->write([&](Transaction& transaction) { return durable::postpone(transaction, lease, call, tool, why); });
}
size_t Store::wake_for(const std::vector<std::string>& functions, const std::vector<std::string>& queues) {
  return impl_->write([&](Transaction& transaction) { return durable::wake_for(transaction, functions, queues); });
}

}  // namespace fermata::durable
