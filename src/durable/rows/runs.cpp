#include "base/text.h"
#include "durable/rows/audit.h"
#include "durable/rows/digests.h"
#include "durable/rows/text.h"
#include "durable/rows/transaction.h"
#include "durable/rows/webhooks.h"
#include "durable/tracing/span.h"
#include "serialization/data_json.h"
#include "serialization/error_json.h"

#include <algorithm>

namespace fermata::durable {

namespace {

#define RUN_COLUMNS                                                                                                                        \
  "id, tenant, queue, name, status, epoch, seq, owner, lease_until, ready_at, wake_at, timer_at, goes_on, failures, key, parent, "         \
  "priority, "                                                                                                                             \
  "tags, program, inputs, limits, spent, created, ended, outcome, events, head, submitted_by, parent_call, root, forked_by, lease_clock, " \
  "lease_tick"

constexpr Statement kFind{"SELECT " RUN_COLUMNS " FROM run WHERE id = $1"};
constexpr Statement kLock{"SELECT " RUN_COLUMNS " FROM run WHERE id = $1{lock}"};
constexpr Statement kInsert{"INSERT INTO run (" RUN_COLUMNS
                            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, "
                            "$22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33)"};
constexpr Statement kUpdate{
    "UPDATE run SET status = $1, epoch = $2, seq = $3, owner = $4, lease_until = $5, ready_at = $6, wake_at = $7, timer_at = $8, "
    "goes_on = $9, failures = $10, limits = $11, spent = $12, ended = $13, outcome = $14, events = $15, head = $16, lease_clock = $17, "
    "lease_tick = $18 WHERE id = $19 AND epoch = $20 AND seq = $21"};
#define INTO_EVENT \
  "INSERT INTO event (run, number, at, kind, epoch, seq, status, worker, data, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
constexpr Statement kInsertEvent{INTO_EVENT};
constexpr Statement kInsertThreeEvents{INTO_EVENT
                                       ", ($1, $11, $12, $13, $14, $15, $16, $17, $18, $19), ($1, $20, $21, $22, $23, $24, $25, $26, $27, "
                                       "$28)"};  // (those of a step)
#undef INTO_EVENT
constexpr Statement kEvent{"SELECT number FROM event WHERE run = $1 AND number = $2 AND hash = $3"};

// Without most frames of a deep recursion, the outermost ones.
Error shortened(Error error) {
  if (error.frames.size() > kMostFramesKept) error.frames.erase(error.frames.begin(), error.frames.end() - kMostFramesKept);
  return error;
}

std::string outcome_of(const RunRow& row) {
  switch (row.status) {
    case RunStatus::kDone: return to_json(Data::dict({{"result", row.result}, {"is_repr", row.result_is_repr}}));
    case RunStatus::kRaised: return to_json(Data::dict({{"error", data_of(shortened(row.error.value_or(Error())))}}));
    case RunStatus::kCancelled: return to_json(Data::dict({{"reason", row.reason}}));
    case RunStatus::kDead: return to_json(Data::dict({{"reason", row.reason}, {"limit", row.limit}, {"limit_at", data_of(row.limit_at)}}));
    default: return row.reason.empty() ? "{}" : to_json(Data::dict({{"reason", row.reason}}));
  }
}

RunStatus status_from(const std::string& name) {
  const auto status = run_status_from(name);
  if (!status) throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: there is no status '" + name + "'");
  return *status;
}

RunRow row_from(const Row& row) {
  RunRow run;
  size_t i = 0;
  run.id = row.text(i++);
  run.tenant = row.text(i++);
  run.queue = row.text(i++);
  run.name = row.text(i++);
  run.status = status_from(row.text(i++));
  run.epoch = row.count(i++);
  run.seq = row.count(i++);
  run.owner = row.text_or_empty(i++);
  run.lease_until = row.maybe_number(i++).value_or(0);
  run.ready_at = row.maybe_number(i++);
  run.wake_at = row.maybe_number(i++);
  run.timer_at = row.maybe_number(i++);
  run.goes_on = row.number(i++) != 0;
  run.failures = row.count(i++);
  run.key = row.text_or_empty(i++);
  run.parent = row.text_or_empty(i++);
  run.priority = row.number(i++);
  run.tags = tags_from(row.text(i++));
  run.program = row.text(i++);
  run.inputs = row.text(i++);
  run.limits = limits_from(row.text(i++));
  run.spent = spent_from(row.text(i++));
  run.created = row.number(i++);
  run.ended = row.maybe_number(i++);
  const Data outcome = data_from(row.text(i++));
  if (const Data* result = outcome.find("result")) run.result = *result;
  if (const Data* is_repr = outcome.find("is_repr")) run.result_is_repr = *is_repr == Data(true);
  if (const Data* error = outcome.find("error")) run.error = error_from(*error);
  if (const Data* reason = outcome.find("reason"); reason && reason->is_str()) run.reason = reason->as_str();
  if (const Data* limit = outcome.find("limit"); limit && limit->is_str()) run.limit = limit->as_str();
  if (const Data* at = outcome.find("limit_at")) run.limit_at = count_from(*at);
  run.events = row.count(i++);
  run.head = row.text(i++);
  run.by = row.text_or_empty(i++);
  run.parent_call = uint64_t(row.maybe_number(i++).value_or(0));
  run.root = row.text_or_empty(i++);
  run.forked_by = names_from(row.is_null(i) ? "[]" : row.text(i));
  ++i;
  run.lease_clock = row.text_or_empty(i++);
  run.lease_tick = uint64_t(row.maybe_number(i++).value_or(0));
  return run;
}

// Whether a worker could go on: an answer is there, or a tool may be called.
bool has_work(const std::vector<RunCall>& calls, Time now) {
  return std::ranges::any_of(calls,
                             [&](const RunCall& call) { return call.answer || (waits_for_tool(call) && call.due.value_or(now) <= now); });
}

// When a tool is called again, or nobody waits for a message or a deferred answer any longer.
std::optional<Time> next_due(const std::vector<RunCall>& calls) {
  std::optional<Time> next;
  for (const RunCall& call : calls)
    if ((waits_for_tool(call) || waits_for_message(call) || call.state == CallState::kDeferred) && call.due && (!next || *call.due < *next))
      next = call.due;
  return next;
}

std::optional<Time> lease_of(const RunRow& row) { return row.owner.empty() ? std::nullopt : std::optional(row.lease_until); }
std::optional<std::string> lease_clock_of(const RunRow& row) { return row.owner.empty() ? std::nullopt : or_null(row.lease_clock); }
std::optional<uint64_t> lease_tick_of(const RunRow& row) {
  return row.owner.empty() || row.lease_clock.empty() ? std::nullopt : std::optional(row.lease_tick);
}

void insert(Database& database, const RunRow& row) {
  database.write(kInsert, {row.id,
                           row.tenant,
                           row.queue,
                           row.name,
                           to_string(row.status),
                           row.epoch,
                           row.seq,
                           or_null(row.owner),
                           lease_of(row),
                           row.ready_at,
                           row.wake_at,
                           row.timer_at,
                           row.goes_on ? 1 : 0,
                           row.failures,
                           or_null(row.key),
                           or_null(row.parent),
                           row.priority,
                           json_of(row.tags),
                           row.program,
                           row.inputs,
                           json_of(row.limits),
                           json_of(row.spent),
                           row.created,
                           row.ended,
                           outcome_of(row),
                           row.events,
                           row.head,
                           or_null(row.by),
                           row.parent_call ? std::optional(row.parent_call) : std::nullopt,
                           or_null(row.root),
                           row.forked_by.empty() ? std::nullopt : std::optional(json_of(row.forked_by)),
                           lease_clock_of(row),
                           lease_tick_of(row)});
}

// As long as its epoch and snapshot are still these.
void update(Database& database, const RunRow& row, uint64_t epoch, uint64_t seq) {
  database.change(kUpdate,
                  {to_string(row.status),
                   row.epoch,
                   row.seq,
                   or_null(row.owner),
                   lease_of(row),
                   row.ready_at,
                   row.wake_at,
                   row.timer_at,
                   row.goes_on ? 1 : 0,
                   row.failures,
                   json_of(row.limits),
                   json_of(row.spent),
                   row.ended,
                   outcome_of(row),
                   row.events,
                   row.head,
                   lease_clock_of(row),
                   lease_tick_of(row),
                   row.id,
                   epoch,
                   seq},
                  "run " + row.id);
}

// What webhooks are told of it: values of the program's may be in the message, however long.
Data told_error(const Error& error) {
  constexpr size_t kMost = 1'000;
  return Data::dict({{"type", error.type}, {"message", std::string(beginning_of(error.message, kMost))}});
}

}  // namespace

std::optional<RunRow> find_run(Database& database, const std::string& id) {
  const auto row = database.find(kFind, {id});
  return row ? std::optional(row_from(*row)) : std::nullopt;
}

RunRow known_run(Database& database, const std::string& id) {
  auto run = find_run(database, id);
  if (!run) throw Refused("there is no run " + id);
  return std::move(*run);
}

Run shown(RunRow row) {
  row.due = row.status == RunStatus::kReady ? row.ready_at : row.wake_at;
  return row;
}

void set_lease(const Transaction& transaction, RunRow& row, uint64_t lease_ms) {
  row.lease_until = transaction.now + Time(lease_ms);
  row.lease_clock = transaction.machine.id;
  row.lease_tick = transaction.machine.ms + lease_ms;
}

std::string event_hash(const std::string& before, const Event& event) {
  std::string text = before;
  for (const std::string& line :
       {event.run, std::to_string(event.number), std::to_string(event.at), event.kind, std::to_string(event.epoch),
        std::to_string(event.seq), std::string(to_string(event.status)), event.worker, event.data})
    text += "\n" + line;
  return sha256(text);
}

LockedRun::LockedRun(Transaction& transaction, Transition transition, const std::string& id)
    : transaction_(transaction), transition_(transition) {
  const auto found = transaction.database.find(kLock, {id});
  if (!found) throw Refused("there is no run " + id);
  row = row_from(*found);
  from_ = row.status;
  epoch_ = row.epoch;
  seq_ = row.seq;
}

LockedRun::LockedRun(Transaction& transaction, Transition transition, const Lease& lease)
    : transaction_(transaction), transition_(transition), worker_(lease.worker) {
  if (transaction.locked && transaction.locked->id == lease.run) {
    row = *transaction.locked;
  } else {
    const auto found = transaction.database.find(kLock, {lease.run});
    if (!found) throw Fenced("run " + lease.run + " isn't there any more");
    row = row_from(*found);
  }
  if (row.status != RunStatus::kRunning || row.epoch != lease.epoch || row.seq != lease.seq || row.owner != lease.worker)
    throw Fenced("run " + row.id + " isn't " + lease.worker + "'s any more: it is " + to_string(row.status) + ", epoch " +
                 std::to_string(row.epoch) + ", snapshot " + std::to_string(row.seq) + "; the lease is of epoch " +
                 std::to_string(lease.epoch) + ", snapshot " + std::to_string(lease.seq));
  from_ = row.status;
  epoch_ = row.epoch;
  seq_ = row.seq;
}

LockedRun::LockedRun(Transaction& transaction, Transition transition, RunRow new_row)
    : row(std::move(new_row)), transaction_(transaction), transition_(transition), epoch_(row.epoch), seq_(row.seq) {
  insert(transaction.database, row);
  witness("run", digest_of(row));
}

void LockedRun::refuse(RunStatus to) const {
  throw Refused("run " + row.id + " is " + (from_ ? to_string(*from_) : "new") + ": no " + to_string(transition_) + " makes it " +
                to_string(to));
}

void LockedRun::move_to(RunStatus to) {
  if (!is_allowed(RunMove{transition_, from_, to})) refuse(to);
  row.status = to;
  if (to != RunStatus::kRunning) row.owner.clear();
  else row.reason.clear();
  if (to != RunStatus::kReady) row.ready_at.reset();
  if (to != RunStatus::kSleeping && to != RunStatus::kWaiting) row.wake_at.reset();
}

void LockedRun::check_call(std::optional<CallState> from, CallState to) const {
  if (!is_allowed(CallMove{transition_, from, to}))
    throw Refused("the call is " + std::string(from ? to_string(*from) : "new") + ": no " + to_string(transition_) + " makes it " +
                  to_string(to));
}

void LockedRun::let_go(std::optional<Time> not_before) {
  const std::vector<RunCall> calls = open_calls();
  const bool work = has_work(calls, transaction_.now);
  const bool goes_on = row.goes_on || work || (row.timer_at && *row.timer_at <= transaction_.now);
  if (goes_on && (!not_before || *not_before <= transaction_.now)) {
    move_to(RunStatus::kReady);
    row.ready_at = transaction_.now;
    return;
  }
  const std::optional<Time> due = next_due(calls);
  std::optional<Time> wake = goes_on ? not_before : row.timer_at;
  if (!goes_on && due) wake = std::min(*due, wake.value_or(*due));
  if (wake && not_before) wake = std::max(*wake, *not_before);
  const bool for_others = std::ranges::any_of(calls, [](const RunCall& call) { return !waits_for_tool(call); });
  move_to(goes_on || !for_others ? RunStatus::kSleeping : RunStatus::kWaiting);
  row.wake_at = wake;
}

void LockedRun::call_changed() {
  if (row.status != RunStatus::kWaiting && row.status != RunStatus::kSleeping) return move_to(row.status);
  const auto wake = row.wake_at;
  const RunStatus was = row.status;
  if (has_work(open_calls(), transaction_.now)) {
    move_to(RunStatus::kReady);
    row.ready_at = transaction_.now;
  } else {
    move_to(was);
    row.wake_at = wake;
  }
}

namespace {
void insert_event(Database& database, const Event& e) {
  database.write(kInsertEvent, {e.run, e.number, e.at, e.kind, e.epoch, e.seq, to_string(e.status), e.worker, e.data, e.hash});
}
void insert_events(Database& database, const std::vector<Event>& events) {
  size_t i = 0;
  for (; i + 3 <= events.size(); i += 3) {
    const Event &a = events[i], &b = events[i + 1], &c = events[i + 2];
    database.write(kInsertThreeEvents, {a.run,  a.number, a.at, a.kind, a.epoch, a.seq, to_string(a.status), a.worker, a.data,
                                        a.hash, b.number, b.at, b.kind, b.epoch, b.seq, to_string(b.status), b.worker, b.data,
                                        b.hash, c.number, c.at, c.kind, c.epoch, c.seq, to_string(c.status), c.worker, c.data,
                                        c.hash});
  }
  for (; i < events.size(); ++i) insert_event(database, events[i]);
}
}  // namespace

void LockedRun::write_event(Data::Pairs data) {
  if (!from_ || transition_ == Transition::kRetry) data.emplace_back("limits", data_from(json_of(row.limits)));
  if (row.ended) witness("outcome", digest_of_outcome(outcome_of(row)));
  if (!digests_.empty()) data.emplace_back(kDigests, Data::dict(Data::Pairs(digests_.begin(), digests_.end())));
  Event event{.run = row.id,
              .number = row.events + 1,
              .at = transaction_.now,
              .kind = to_string(transition_),
              .epoch = row.epoch,
              .seq = row.seq,
              .status = row.status,
              .worker = worker_,
              .data = to_json(Data::dict(std::move(data)))};
  event.hash = event_hash(row.head, event);
  transaction_.database.is_witnessed_by([run = event.run, number = event.number, hash = event.hash](Database& database) {
    return database.find(kEvent, {run, number, hash}).has_value();
  });
  row.events = event.number;
  row.head = event.hash;
  if (transaction_.unwritten) transaction_.unwritten->events.push_back(std::move(event));
  else insert_event(transaction_.database, event);
}

void LockedRun::tell(const char* type, Data::Pairs data) { notices_.emplace_back(type, std::move(data)); }

void LockedRun::tell_more(std::string_view type, const std::string& call, const Data::Pairs& data) {
  for (auto& [told, pairs] : notices_)
    if (told == type && std::ranges::find(pairs, std::pair(Data("call"), Data(call))) != pairs.end())
      std::ranges::copy(data, std::back_inserter(pairs));
}

void LockedRun::write_notices() {
  if (from_ != row.status && has_ended(row.status)) tell("run.ended", {{"error", row.error ? told_error(*row.error) : Data()}});
  if (from_ != row.status && row.status == RunStatus::kDead) tell("run.dead", {{"reason", row.reason}});
  uint64_t number = 0;
  for (auto& [type, data] : notices_) insert_notice(transaction_, row, number++, type, std::move(data));
  notices_.clear();
}

void LockedRun::finish(Data::Pairs data) {
  if (!is_allowed(RunMove{transition_, from_, row.status})) refuse(row.status);
  if (transition_ != Transition::kRenew) write_event(data);
  if (is_audited_ && worker_.empty() && is_audited(to_string(transition_))) note_event(transaction_, row, to_string(transition_), data);
  write_notices();
  if (transaction_.spans && from_ != row.status && has_ended(row.status))
    transaction_.spans->push_back(run_span(row, traceparent_in(row.inputs)));
  if (transaction_.unwritten) {
    Unwritten& unwritten = *transaction_.unwritten;
    if (!unwritten.has_row) unwritten.epoch = epoch_, unwritten.seq = seq_;
    unwritten.has_row = true;
  } else {
    update(transaction_.database, row, epoch_, seq_);
  }
  if (row.status == RunStatus::kReady && from_ != RunStatus::kReady) transaction_.database.hint(row.queue);
  transaction_.locked = std::make_shared<const RunRow>(row);
}

void expect_run(Database& database, const std::string& run) { database.expect(kLock, run); }

void write_all(Transaction& transaction) {
  if (!transaction.unwritten) return;
  write_calls(transaction);
  const Unwritten unwritten = std::move(*transaction.unwritten);
  transaction.unwritten.reset();
  insert_events(transaction.database, unwritten.events);
  if (unwritten.has_row) update(transaction.database, *transaction.locked, unwritten.epoch, unwritten.seq);
}

}  // namespace fermata::durable
