#include <nettle/memops.h>

#include "base/entropy.h"
#include "base/text.h"
#include "durable/rows/digests.h"
#include "durable/rows/text.h"
#include "durable/rows/transaction.h"
#include "durable/schemas/question.h"
#include "fermata/durable/workers.h"
#include "serialization/data_json.h"
#include "serialization/data_text.h"
#include "serialization/error_json.h"

namespace fermata::durable {

namespace {

#define CALL_COLUMNS_WITH(args, answer)                                                                         \
  "run, id, seq, key, function, " args ", kind, file, line, state, policy, tool, idempotent, attempts, " answer \
  ", consumed_by, abandoned_by, retries, due_at, reason, channel, asked, deadline_at, child, urgent_at, args_bytes"
#define CALL_COLUMNS CALL_COLUMNS_WITH("args", "answer")
#define LISTED_COLUMNS CALL_COLUMNS_WITH("CASE WHEN args_bytes <= $1 THEN args END", "CASE WHEN length(answer) <= $1 THEN answer END")

constexpr Statement kFind{"SELECT " LISTED_COLUMNS " FROM call WHERE run = $2 AND id = $3"};
constexpr Statement kOfRun{"SELECT " LISTED_COLUMNS " FROM call WHERE run = $2 ORDER BY id"};
constexpr Statement kOpenOfRun{"SELECT " CALL_COLUMNS
                               " FROM call WHERE run = $1 AND consumed_by IS NULL AND state <> 'abandoned' ORDER BY id"};
constexpr Statement kAwaiting{"SELECT " LISTED_COLUMNS " FROM call WHERE (run, id) IN " AWAITING_PAGE " ORDER BY urgent_at, run, id"};
constexpr Statement kOthers{"SELECT " LISTED_COLUMNS " FROM call WHERE (run, id) IN " OTHERS_PAGE " ORDER BY run, id"};
constexpr Statement kInsert{
    "INSERT INTO call (" CALL_COLUMNS
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26) "
    "ON CONFLICT DO NOTHING"};
constexpr Statement kUpdate{
    "UPDATE call SET args = $1, state = $2, tool = $3, idempotent = $4, attempts = $5, answer = $6, consumed_by = $7, abandoned_by = $8, "
    "retries = $9, due_at = $10, reason = $11, policy = $12, asked = $13, deadline_at = $14, urgent_at = $15, args_bytes = $16 WHERE "
    "run = $17 AND id = $18"};
constexpr Statement kBegin{"INSERT INTO attempt (run, call, number, worker, epoch, began, token) VALUES ($1, $2, $3, $4, $5, $6, $7)"};
constexpr Statement kToken{"SELECT token FROM attempt WHERE run = $1 AND call = $2 AND number = $3"};
constexpr Statement kEnd{
    "UPDATE attempt SET ended = $1, outcome = $2, error = $3 WHERE run = $4 AND call = $5 AND number = $6 AND ended IS NULL"};
constexpr Statement kAttempts{
    "SELECT call, number, worker, epoch, began, ended, outcome, error FROM attempt WHERE run = $1 ORDER BY call, number"};

RunCall call_from(const Row& row) {
  RunCall call;
  size_t i = 0;
  call.run = row.text(i++);
  call.call.id = row.count(i++);
  call.seq = row.count(i++);
  call.key = row.text(i++);
  call.call.function = row.text(i++);
  call.is_cut = row.is_null(i);
  if (!call.is_cut) set_arguments(call.call, row.text(i));
  ++i;
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
  if (!row.is_null(++i)) call.retries = retries_from(row.text(i));
  call.due = row.maybe_number(++i);
  call.reason = row.text_or_empty(++i);
  call.channel = row.text_or_empty(++i);
  if (!row.is_null(++i)) call.asked = asked_from(row.text(i));
  ++i;  // deadline_at is in `asked`, as is urgent_at
  call.asked.ask.note = call.policy;
  call.child = row.text_or_empty(++i);
  return call;
}

std::vector<RunCall> calls_from(const Rows& rows) {
  std::vector<RunCall> calls;
  for (const Row& row : rows) calls.push_back(call_from(row));
  return calls;
}

struct Nullable {
  std::optional<std::string> tool, answer, retries, reason, channel, asked, child;
  std::optional<uint64_t> consumed_by, abandoned_by;
  std::optional<Time> deadline, urgent;
  explicit Nullable(const RunCall& call) {
    if (!call.tool.empty()) tool = call.tool;
    if (call.answer) answer = json_of(*call.answer);
    if (call.consumed_by) consumed_by = call.consumed_by;
    if (call.abandoned_by) abandoned_by = call.abandoned_by;
    if (call.attempts) retries = json_of(call.retries);
    if (!call.reason.empty()) reason = visible(call.reason);  // (it may have what a program or a tool says)
    if (!call.channel.empty()) channel = call.channel;
    if (!call.policy.empty()) asked = json_of(call.asked);
    if (call.state == CallState::kAwaitingApproval) deadline = call.asked.deadline, urgent = urgent_at(call.asked);
    if (!call.child.empty()) child = call.child;
  }
};

void tell_asked(LockedRun& run, const RunCall& call) {
  const std::set<std::string>& roles = call.asked.ask.roles;
  const std::optional<Time>& deadline = call.asked.deadline;
  run.tell("approval.asked", {{"call", call.key},
                              {"function", call.call.function},
                              {"note", call.policy},
                              {"question", is_question(call)},
                              {"roles", names_data(roles)},
                              {"deadline", deadline ? Data(time_text(*deadline)) : Data()}});
}

bool waits_for_people(const RunCall& call) {
  return call.state == CallState::kHeld || call.state == CallState::kInDoubt || waits_for_anybody(call);
}
void tell_waits(LockedRun& run, const RunCall& call) {
  run.tell("call.waits", {{"call", call.key}, {"function", call.call.function}, {"state", to_string(call.state)}});
}

}  // namespace

std::optional<RunCall> find_call(Database& database, const std::string& run, uint64_t id, uint64_t most_bytes) {
  const auto row = database.find(kFind, {most_bytes, run, id});
  return row ? std::optional(call_from(*row)) : std::nullopt;
}
std::vector<RunCall> calls_of(Database& database, const std::string& run, uint64_t most_bytes) {
  return calls_from(database.run(kOfRun, {most_bytes, run}));
}
std::vector<RunCall> awaiting_calls(Database& database, const WaitingPage& page) {
  return calls_from(read_page(database, kAwaiting, page));
}
std::vector<RunCall> other_calls(Database& database, const WaitingPage& page) { return calls_from(read_page(database, kOthers, page)); }
void expect_open_calls(Database& database, const std::string& run) { database.expect(kOpenOfRun, run); }
std::vector<RunCall> open_calls_of(Database& database, const std::string& run) { return calls_from(database.run(kOpenOfRun, {run})); }

namespace {

// What is known of the run's calls while they are unwritten.
std::map<uint64_t, RunCall>& known_calls(Transaction& transaction, const std::string& run) {
  Unwritten& unwritten = *transaction.unwritten;
  if (!unwritten.knows_calls)
    for (RunCall& call : open_calls_of(transaction.database, run)) unwritten.calls.try_emplace(call.call.id, std::move(call));
  unwritten.knows_calls = true;
  return unwritten.calls;
}

void insert(Database& database, const RunCall& call) {
  const Nullable null(call);
  const std::string arguments = json_of_arguments(call.call);
  database.write_one(
      kInsert,
      {call.run,
       call.call.id,
       call.seq,
       call.key,
       call.call.function,
       arguments,
       to_string(call.call.kind),
       call.call.file,
       uint64_t(call.call.line),
       to_string(call.state),
       call.policy,
       null.tool,
       call.idempotent ? 1 : 0,
       call.attempts,
       null.answer,
       null.consumed_by,
       null.abandoned_by,
       null.retries,
       call.due,
       null.reason,
       null.channel,
       null.asked,
       null.deadline,
       null.child,
       null.urgent,
       uint64_t(arguments.size())},
      std::make_exception_ptr(Refused("call " + std::to_string(call.call.id) + " of run " + call.run + " comes a second time")));
}

void update(Database& database, const RunCall& call) {
  const Nullable null(call);
  const std::string arguments = json_of_arguments(call.call);
  database.change(kUpdate,
                  {arguments, to_string(call.state), null.tool, call.idempotent ? 1 : 0, call.attempts, null.answer, null.consumed_by,
                   null.abandoned_by, null.retries, call.due, null.reason, call.policy, null.asked, null.deadline, null.urgent,
                   uint64_t(arguments.size()), call.run, call.call.id},
                  "call " + call.key);
}

void insert(Database& database, const RunCall& call, const Attempt& attempt) {
  const auto token = call.token.empty() ? std::nullopt : std::optional(sha256(call.token));
  database.write(kBegin, {call.run, call.call.id, attempt.number, attempt.worker, attempt.epoch, attempt.began, token});
}

}  // namespace

std::vector<RunCall> LockedRun::open_calls() {
  if (!transaction_.unwritten) return open_calls_of(transaction_.database, row.id);
  std::vector<RunCall> calls;
  for (const auto& [id, call] : known_calls(transaction_, row.id))
    if (!call.consumed_by && call.state != CallState::kAbandoned) calls.push_back(call);
  return calls;
}

RunCall call_of(LockedRun& run, uint64_t id) {
  if (run.transaction().unwritten) {
    const std::map<uint64_t, RunCall>& known = known_calls(run.transaction(), run.row.id);
    if (const auto call = known.find(id); call != known.end()) return call->second;
  }
  auto call = find_call(run.transaction().database, run.row.id, id);
  if (!call) throw Refused("run " + run.row.id + " has no call " + std::to_string(id));
  return std::move(*call);
}

namespace {

void witness_asked(LockedRun& run, const RunCall& call) {
  if (!call.policy.empty()) run.witness(digest_name("asked", call.call.id), digest_of_asked(call));
}

}  // namespace

void insert_call(LockedRun& run, const RunCall& call) {
  run.check_call(std::nullopt, call.state);
  if (call.state == CallState::kAwaitingApproval) tell_asked(run, call);
  if (waits_for_people(call)) tell_waits(run, call);
  const std::string arguments = json_of_arguments(call.call);
  run.witness(digest_name("call", call.call.id), digest_of(call, arguments));
  if (call.answer) run.witness(digest_name("answer", call.call.id), digest_of(*call.answer));
  witness_asked(run, call);
  if (!run.transaction().unwritten) return insert(run.transaction().database, call);
  RunCall kept = call;
  set_arguments(kept.call, arguments);  // as whoever reads it has them
  run.transaction().unwritten->calls.insert_or_assign(call.call.id, std::move(kept));
  run.transaction().unwritten->changed[call.call.id] = true;
}

void write_call(LockedRun& run, const RunCall& call) {
  witness_asked(run, call);
  if (!run.transaction().unwritten) return update(run.transaction().database, call);
  run.transaction().unwritten->calls.insert_or_assign(call.call.id, call);
  run.transaction().unwritten->changed.try_emplace(call.call.id, false);
}

void write_calls(Transaction& transaction) {
  if (!transaction.unwritten) return;
  Unwritten& unwritten = *transaction.unwritten;
  for (const auto& [id, is_new] : std::exchange(unwritten.changed, {})) {
    const RunCall& call = unwritten.calls.at(id);
    if (is_new) insert(transaction.database, call);
    else update(transaction.database, call);
  }
  for (const Attempt& attempt : std::exchange(unwritten.begun, {})) insert(transaction.database, unwritten.calls.at(attempt.call), attempt);
}

void set_call_state(LockedRun& run, RunCall& call, CallState to) {
  run.check_call(call.state, to);
  const CallState from = call.state;
  call.state = to;
  if (to != CallState::kPending && to != CallState::kDeferred) call.due.reset();
  if (to != CallState::kHeld && to != CallState::kInDoubt && to != CallState::kAwaitingApproval) call.reason.clear();
  if (from != to && to == CallState::kAwaitingApproval) tell_asked(run, call);
  if (from != to && waits_for_people(call)) tell_waits(run, call);
  if (from == CallState::kAwaitingApproval && from != to && to != CallState::kAbandoned)
    run.tell("approval.decided", {{"call", call.key}, {"function", call.call.function}, {"state", to_string(to)}});
  write_call(run, call);
}

void set_answer(LockedRun& run, RunCall& call, const Answer& answer) {
  call.answer = answer;
  if (auto* error = std::get_if<Error>(&*call.answer)) error->traceback.clear();  // the attempt has it; it isn't the program's affair
  run.witness(digest_name("answer", call.call.id), digest_of(*call.answer));
  set_call_state(run, call, std::holds_alternative<Error>(answer) ? CallState::kRaised : CallState::kAnswered);
}

void begin_attempt(LockedRun& run, RunCall& call, const std::string& worker) {
  call.attempts += 1;
  Transaction& transaction = run.transaction();
  Attempt attempt{.call = call.call.id, .number = call.attempts, .worker = worker, .epoch = run.row.epoch, .began = transaction.now};
  if (transaction.unwritten) transaction.unwritten->begun.push_back(std::move(attempt));
  else insert(transaction.database, call, attempt);
}

// Found by what it names: an index of hashes would cost each attempt something.
std::string new_token(const TokenOf& of) {
  return of.run + "." + std::to_string(of.call) + "." + std::to_string(of.attempt) + "." + entropy_text(24);
}

bool has_token(Database& database, const RunCall& call) {
  const auto row = database.find(kToken, {call.run, call.call.id, call.attempts});
  return row && !row->is_null(0);
}

std::optional<TokenOf> find_token(Database& database, const std::string& token) {
  TokenOf of;
  std::string_view rest = token;
  rest = rest.substr(0, rest.rfind('.'));
  for (uint64_t* number : {&of.attempt, &of.call}) {
    const size_t dot = rest.rfind('.');
    if (dot == rest.npos) return std::nullopt;
    const auto found = number_from(rest.substr(dot + 1));
    if (!found || *found > INT64_MAX) return std::nullopt;
    *number = *found;
    rest = rest.substr(0, dot);
  }
  of.run = rest;
  const auto row = database.find(kToken, {of.run, of.call, of.attempt});
  const std::string hash = sha256(token);
  if (!row || row->is_null(0) || row->text(0).size() != hash.size() || !memeql_sec(row->text(0).data(), hash.data(), hash.size()))
    return std::nullopt;
  return of;
}

void end_attempt(LockedRun& run, const RunCall& call, const char* outcome, const Error* error) {
  const auto json = error ? std::optional(to_json(data_of(*error))) : std::nullopt;
  run.transaction().database.write(kEnd, {run.transaction().now, outcome, json, call.run, call.call.id, call.attempts});
}

std::vector<Attempt> attempts_of(Database& database, const std::string& run) {
  std::vector<Attempt> attempts;
  for (const Row& row : database.run(kAttempts, {run})) {
    Attempt& attempt = attempts.emplace_back(
        Attempt{row.count(0), row.count(1), row.text(2), row.count(3), row.number(4), row.maybe_number(5), row.text_or_empty(6)});
    if (!row.is_null(7)) attempt.error = error_from(data_from(row.text(7)));
  }
  return attempts;
}

}  // namespace fermata::durable
