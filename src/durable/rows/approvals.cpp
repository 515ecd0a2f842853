// What people said about calls.
#include <algorithm>
#include <ctime>

#include "durable/rows/digests.h"
#include "durable/rows/text.h"
#include "durable/rows/transaction.h"

namespace fermata::durable {

namespace {

#define DECISION_COLUMNS "call, number, seq, shown, who, channel, verdict, reason, args, edited, at, roles, granted"
// The same without arguments, where a list has not all of these.
#define IF_ALL(column) "CASE WHEN $1 = 9223372036854775807 THEN " column " END"
#define LISTED_COLUMNS \
  "call, number, seq, shown, who, channel, verdict, reason, " IF_ALL("args") ", " IF_ALL("edited") ", at, roles, granted"

constexpr Statement kDecisions{"SELECT " DECISION_COLUMNS " FROM decision WHERE run = $1 ORDER BY call, number"};
constexpr Statement kDecisionsOfCall{"SELECT " DECISION_COLUMNS " FROM decision WHERE run = $1 AND call = $2 ORDER BY number"};
constexpr Statement kAwaitingDecisions{"SELECT " LISTED_COLUMNS ", run FROM decision WHERE (run, call) IN " AWAITING_PAGE
                                       " ORDER BY run, call, number"};
constexpr Statement kAwaitingRemarks{
    "SELECT number, who, question, text, at, run, call FROM remark WHERE CAST($1 AS BIGINT) > 0 AND (run, call) IN " AWAITING_PAGE
    " ORDER BY run, call, number"};
constexpr Statement kInsertDecision{"INSERT INTO decision (run, " DECISION_COLUMNS
                                    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"};
constexpr Statement kLastDecision{"SELECT coalesce(max(number), 0) FROM decision WHERE run = $1 AND call = $2"};
constexpr Statement kRemarks{"SELECT number, who, question, text, at FROM remark WHERE run = $1 AND call = $2 ORDER BY number"};
constexpr Statement kInsertRemark{"INSERT INTO remark (run, call, number, who, question, text, at) VALUES ($1, $2, $3, $4, $5, $6, $7)"};
constexpr Statement kLastRemark{"SELECT coalesce(max(number), 0) FROM remark WHERE run = $1 AND call = $2"};

Decided decision_from(const Row& row) {
  const auto verdict = verdict_from(row.text(6));
  if (!verdict) throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: there is no verdict '" + row.text(6) + "'");
  return {.call = row.count(0),
          .number = row.count(1),
          .seq = row.count(2),
          .shown = row.text(3),
          .who = row.text(4),
          .roles = row.is_null(11) ? std::set<std::string>() : names_from(row.text(11)),
          .channel = row.text(5),
          .verdict = *verdict,
          .reason = row.text(7),
          .args = row.text_or_empty(8),
          .edited = row.text_or_empty(9),
          .grant = row.text_or_empty(12),
          .at = row.number(10)};
}

std::vector<Decided> decisions_from(const Rows& rows) {
  std::vector<Decided> decisions;
  for (const Row& row : rows) decisions.push_back(decision_from(row));
  return decisions;
}

Remark remark_from(const Row& row) { return {row.count(0), row.text(1), row.number(2) != 0, row.text(3), row.number(4)}; }

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kApprove: return "approve";
    case Verdict::kDeny: return "deny";
    case Verdict::kAnswer: return "answer";
  }
  return "";
}
std::optional<Verdict> verdict_from(std::string_view name) {
  for (const Verdict verdict : {Verdict::kApprove, Verdict::kDeny, Verdict::kAnswer})
    if (name == to_string(verdict)) return verdict;
  return std::nullopt;
}

const char* to_string(OnDeadline on_deadline) {
  switch (on_deadline) {
    case OnDeadline::kDeny: return "deny";
    case OnDeadline::kApprove: return "approve";
    case OnDeadline::kEscalate: return "escalate";
    case OnDeadline::kHold: return "hold";
  }
  return "";
}
std::optional<OnDeadline> on_deadline_from(std::string_view name) {
  for (const OnDeadline one : {OnDeadline::kDeny, OnDeadline::kApprove, OnDeadline::kEscalate, OnDeadline::kHold})
    if (name == to_string(one)) return one;
  return std::nullopt;
}

std::string time_text(Time time) {
  const Time millis = ((time % 1000) + 1000) % 1000;
  const auto seconds = std::time_t((time - millis) / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[40];
  const size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  return std::string(text, size) + "." + std::to_string(1000 + millis).substr(1) + "Z";
}

uint64_t insert_decision(LockedRun& run, const RunCall& call, Decided decided) {
  write_calls(run.transaction());  // it refers to its call
  Database& database = run.transaction().database;
  decided.number = database.run(kLastDecision, {call.run, call.call.id}).at(0).count(0) + 1;
  decided.at = run.transaction().now;
  run.witness(digest_name("decision", call.call.id, decided.number), digest_of(decided));
  run.tell_more("approval.decided", call.key,
                {{"verdict", to_string(decided.verdict)},
                 {"who", decided.who.empty() ? Data() : Data(decided.who)},
                 {"reason", decided.reason.empty() ? Data() : Data(decided.reason)}});
  database.write(kInsertDecision, {call.run, call.call.id, decided.number, decided.seq, decided.shown, decided.who, decided.channel,
                                   to_string(decided.verdict), decided.reason, decided.args, or_null(decided.edited), decided.at,
                                   json_of(decided.roles), or_null(decided.grant)});
  return decided.number;
}

std::vector<Decided> decisions_of(Database& database, const std::string& run) { return decisions_from(database.run(kDecisions, {run})); }
std::vector<Decided> decisions_of(Database& database, const std::string& run, uint64_t call) {
  return decisions_from(database.run(kDecisionsOfCall, {run, call}));
}

std::vector<Decided> approvals_of(const RunCall& call, std::vector<Decided> decisions) {
  std::set<std::string> people;
  std::erase_if(decisions, [&](const Decided& one) {
    return one.call != call.call.id || one.number < call.asked.counts_from || one.verdict != Verdict::kApprove || one.who.empty() ||
           !people.insert(one.who).second;
  });
  return decisions;
}

void insert_remark(LockedRun& run, const RunCall& call, Remark remark) {
  Database& database = run.transaction().database;
  remark.number = database.run(kLastRemark, {call.run, call.call.id}).at(0).count(0) + 1;
  remark.at = run.transaction().now;
  run.witness(digest_name("remark", call.call.id, remark.number), digest_of(remark));
  database.write(kInsertRemark, {call.run, call.call.id, remark.number, remark.who, remark.is_question ? 1 : 0, remark.text, remark.at});
}

std::vector<Remark> remarks_of(Database& database, const std::string& run, uint64_t call) {
  std::vector<Remark> remarks;
  for (const Row& row : database.run(kRemarks, {run, call})) remarks.push_back(remark_from(row));
  return remarks;
}

std::map<CallId, std::vector<Decided>> awaiting_decisions(Database& database, const WaitingPage& page) {
  std::map<CallId, std::vector<Decided>> decisions;
  for (const Row& row : read_page(database, kAwaitingDecisions, page))
    decisions[{row.text(13), row.count(0)}].push_back(decision_from(row));
  return decisions;
}

std::map<CallId, std::vector<Remark>> awaiting_remarks(Database& database, const WaitingPage& page) {
  std::map<CallId, std::vector<Remark>> remarks;
  for (const Row& row : read_page(database, kAwaitingRemarks, page)) remarks[{row.text(5), row.count(6)}].push_back(remark_from(row));
  return remarks;
}

}  // namespace fermata::durable
