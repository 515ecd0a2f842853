#include "durable/rows/text.h"
#include "durable/rows/transaction.h"

namespace fermata::durable {

namespace {

#define CALL_COLUMNS \
  "run, id, seq, key, function, args, kind, file, line, state, policy, tool, idempotent, attempts, answer, consumed_by, abandoned_by"

constexpr Statement kFind{"SELECT " CALL_COLUMNS " FROM call WHERE run = $1 AND id = $2"};
constexpr Statement kOfRun{"SELECT " CALL_COLUMNS " FROM call WHERE run = $1 ORDER BY id"};
constexpr Statement kOpenOfRun{"SELECT " CALL_COLUMNS
                               " FROM call WHERE run = $1 AND consumed_by IS NULL AND state <> 'abandoned' ORDER BY id"};
constexpr Statement kInsert{"INSERT INTO call (" CALL_COLUMNS
                            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)"};
constexpr Statement kUpdate{
    "UPDATE call SET args = $1, state = $2, tool = $3, idempotent = $4, attempts = $5, answer = $6, consumed_by = $7, abandoned_by = $8 "
    "WHERE run = $9 AND id = $10"};
constexpr Statement kBegin{"INSERT INTO attempt (run, call, number, worker, epoch, began) VALUES ($1, $2, $3, $4, $5, $6)"};
constexpr Statement kEnd{"UPDATE attempt SET ended = $1, outcome = $2 WHERE run = $3 AND call = $4 AND number = $5 AND ended IS NULL"};

RunCall call_from(const Row& row) {
  RunCall call;
  size_t i = 0;
  call.run = row.text(i++);
  call.call.id = row.count(i++);
  call.seq = row.count(i++);
  call.key = row.text(i++);
  call.call.function = row.text(i++);
  set_arguments(call.call, row.text(i++));
  call.call.kind = row.text(i++) == to_string(fermata::Call::Kind::kAsync) ? fermata::Call::Kind::kAsync : fermata::Call::Kind::kCall;
  call.call.file = row.text(i++);
  call.call.line = uint32_t(row.count(i++));
  const std::string& state = row.text(i++);
  const auto known = call_state_from(state);
  if (!known) throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: there is no state '" + state + "' of calls");
  call.state = *known;
  call.policy = row.text(i++);
  call.tool = row.text_or_empty(i++);
  call.idempotent = row.number(i++) != 0;
  call.attempts = row.count(i++);
  if (!row.is_null(i)) call.answer = answer_from(row.text(i));
  call.consumed_by = uint64_t(row.maybe_number(++i).value_or(0));
  call.abandoned_by = uint64_t(row.maybe_number(++i).value_or(0));
  return call;
}

std::vector<RunCall> calls_from(const Rows& rows) {
  std::vector<RunCall> calls;
  for (const Row& row : rows) calls.push_back(call_from(row));
  return calls;
}

struct Nullable {
  std::optional<std::string> tool, answer;
  std::optional<uint64_t> consumed_by, abandoned_by;
  explicit Nullable(const RunCall& call) {
    if (!call.tool.empty()) tool = call.tool;
    if (call.answer) answer = json_of(*call.answer);
    if (call.consumed_by) consumed_by = call.consumed_by;
    if (call.abandoned_by) abandoned_by = call.abandoned_by;
  }
};

}  // namespace

std::optional<RunCall> find_call(Database& database, const std::string& run, uint64_t id) {
  const auto row = database.find(kFind, {run, id});
  return row ? std::optional(call_from(*row)) : std::nullopt;
}
std::vector<RunCall> calls_of(Database& database, const std::string& run) { return calls_from(database.run(kOfRun, {run})); }
std::vector<RunCall> open_calls_of(Database& database, const std::string& run) { return calls_from(database.run(kOpenOfRun, {run})); }

RunCall call_of(LockedRun& run, uint64_t id) {
  auto call = find_call(run.transaction().database, run.row.id, id);
  if (!call) throw Refused("run " + run.row.id + " has no call " + std::to_string(id));
  return std::move(*call);
}

void insert_call(LockedRun& run, const RunCall& call) {
  run.check_call(std::nullopt, call.state);
  const Nullable null(call);
  run.transaction().database.run(
      kInsert, {call.run, call.call.id, call.seq, call.key, call.call.function, json_of_arguments(call.call), to_string(call.call.kind),
                call.call.file, uint64_t(call.call.line), to_string(call.state), call.policy, null.tool, call.idempotent ? 1 : 0,
                call.attempts, null.answer, null.consumed_by, null.abandoned_by});
}

void write_call(LockedRun& run, const RunCall& call) {
  const Nullable null(call);
  uint64_t changed = 0;
  run.transaction().database.run(kUpdate,
                                 {json_of_arguments(call.call), to_string(call.state), null.tool, call.idempotent ? 1 : 0, call.attempts,
                                  null.answer, null.consumed_by, null.abandoned_by, call.run, call.call.id},
                                 &changed);
  if (changed != 1) throw Fenced("call " + call.key + " was changed by somebody else");
}

void set_call_state(LockedRun& run, RunCall& call, CallState to) {
  run.check_call(call.state, to);
  call.state = to;
  write_call(run, call);
}

void set_answer(LockedRun& run, RunCall& call, const Answer& answer) {
  call.answer = answer;
  set_call_state(run, call, std::holds_alternative<Error>(answer) ? CallState::kRaised : CallState::kAnswered);
}

void begin_attempt(LockedRun& run, RunCall& call, const std::string& worker) {
  call.attempts += 1;
  run.transaction().database.run(kBegin, {call.run, call.call.id, call.attempts, worker, run.row.epoch, run.transaction().now});
}

void end_attempt(LockedRun& run, const RunCall& call, const char* outcome) {
  run.transaction().database.run(kEnd, {run.transaction().now, outcome, call.run, call.call.id, call.attempts});
}

}  // namespace fermata::durable
