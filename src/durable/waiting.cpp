// What a Store shows of the calls that wait for people, and how much there is of what in its queues. Nothing here writes.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "durable/rows/text.h"
#include "durable/rows/waiting.h"
#include "durable/store_impl.h"
#include "fermata/error.h"

namespace fermata::durable {

namespace {

// The runs of a page, as Approval has them.
constexpr Statement kAwaitingRuns{
    "SELECT run.id, run.tenant, run.queue, run.name, run.submitted_by, run.forked_by, snapshot.hash FROM run JOIN snapshot ON snapshot.run "
    "= run.id AND snapshot.seq = run.seq WHERE CAST($1 AS BIGINT) > 0 AND run.id IN (SELECT run FROM " AWAITING_PAGE " AS page)"};
constexpr Statement kCountRuns{
    "SELECT queue, status, count(*), min(ready_at) FROM run WHERE tenant = $1 OR $2 = '' GROUP BY queue, status"};
constexpr Statement kCountCalls{
    "SELECT run.queue, asked.state, count(*) FROM (SELECT run, id, state FROM call WHERE state = 'awaiting_approval' UNION ALL SELECT run, "
    "id, state FROM " OTHERS_WAITING
    ") AS asked JOIN run ON run.id = asked.run WHERE run.tenant = $1 OR $2 = '' GROUP BY run.queue, asked.state"};

constexpr char kNoDeadline[] = "none", kOther[] = "other";

// With what is bound by a decision.
Approval shown_as(Approval approval) {
  const RunCall& call = approval.call;
  if (call.is_cut) return approval;
  approval.shown = shown_hash(approval.snapshot, call.key, call.call.function, json_of_arguments(call.call), call.policy);
  return approval;
}

Approval approval_of(const RunRow& run) {
  return {.tenant = run.tenant, .queue = run.queue, .name = run.name, .by = run.by, .forked_by = run.forked_by};
}

// Overdue by the clock, whether a worker has noticed or not.
void tell_overdue(Asked& asked, Time now) {
  if (asked.overdue || !asked.deadline || *asked.deadline > now) return;
  asked.overdue = true;
  asked.was_due = asked.deadline;
}

std::vector<Approval> approvals_on(Database& database, const WaitingPage& page, Time now) {
  std::map<std::string, Approval> of_run;
  for (const Row& row : read_page(database, kAwaitingRuns, page))
    of_run[row.text(0)] = {.tenant = row.text(1),
                           .queue = row.text(2),
                           .name = row.text(3),
                           .by = row.text_or_empty(4),
                           .forked_by = names_from(row.is_null(5) ? "[]" : row.text(5)),
                           .snapshot = row.text(6)};
  auto decisions = awaiting_decisions(database, page);
  auto remarks = awaiting_remarks(database, page);
  std::vector<Approval> approvals;
  for (RunCall& call : awaiting_calls(database, page)) {
    const CallId id(call.run, call.call.id);
    Approval approval = of_run.at(call.run);
    approval.approved = approvals_of(call, std::move(decisions[id]));
    approval.thread = std::move(remarks[id]);
    approval.call = std::move(call);
    tell_overdue(approval.call.asked, now);
    approvals.push_back(shown_as(std::move(approval)));
  }
  return approvals;
}

WaitingPage page_of(const WaitingQuery& query) {
  WaitingPage page{.tenant = query.tenant, .queue = query.queue, .most = query.most, .most_bytes = query.most_bytes};
  if (!query.after.empty()) page.after = place_from(query.after);
  return page;
}

}  // namespace

// It stays when the deadline is over: whoever goes from page to page misses nothing.
int64_t urgent_at(const Asked& asked) { return asked.overdue ? asked.was_due.value_or(0) : asked.deadline.value_or(INT64_MAX); }

namespace {
Place place_in_list(const RunCall& call) {
  return {.is_other = call.state != CallState::kAwaitingApproval, .urgent = urgent_at(call.asked), .run = call.run, .call = call.call.id};
}
}  // namespace

std::string place_of(const RunCall& call) {
  const Place place = place_in_list(call);
  const std::string rank = place.is_other ? kOther : place.urgent == INT64_MAX ? kNoDeadline : std::to_string(place.urgent);
  return rank + ":" + place.run + ":" + std::to_string(place.call);
}

Place place_from(const std::string& text) {
  const auto take = [](std::string_view digits, auto& number) {
    const auto found = number_from<int64_t>(digits);
    if (found) number = *found;
    return found && *found >= 0;
  };
  const size_t first = text.find(':'), last = text.rfind(':');
  Place place;
  if (first < last) {
    const std::string rank = text.substr(0, first);
    int64_t call = 0;
    place = {.is_other = rank == kOther, .urgent = INT64_MAX, .run = text.substr(first + 1, last - first - 1)};
    if ((place.is_other || rank == kNoDeadline || take(rank, place.urgent)) && take(text.substr(last + 1), call)) {
      place.call = uint64_t(call);
      return place;
    }
  }
  throw UsageError("'" + text + "' is no place in the list of calls that wait");
}

std::vector<Approval> Store::approvals(const WaitingQuery& query) {
  WaitingPage page = page_of(query);
  if (page.after.is_other) return {};
  return impl_->read([&](Database& database) {
    std::vector<Approval> approvals;
    for (bool is_last = false; !is_last && approvals.size() < query.most;) {
      std::vector<Approval> read = approvals_on(database, page, impl_->now_in(database));
      is_last = read.size() < page.most;
      if (!read.empty()) page.after = place_in_list(read.back().call);
      for (Approval& approval : read) {
        const std::set<std::string>& roles = approval.call.asked.roles;
        const bool is_meant = query.role.empty() || roles.empty() || roles.contains(query.role);
        if (is_meant && approvals.size() < query.most) approvals.push_back(std::move(approval));
      }
    }
    return approvals;
  });
}

std::optional<Approval> Store::approval(const std::string& run, uint64_t id, uint64_t most_bytes) {
  return impl_->read([&](Database& database) -> std::optional<Approval> {
    auto call = find_call(database, run, id, most_bytes);
    if (!call || call->state != CallState::kAwaitingApproval) return std::nullopt;
    const RunRow row = known_run(database, run);
    Approval approval = approval_of(row);
    approval.snapshot = snapshot_hash(database, run, row.seq);
    approval.approved = approvals_of(*call, decisions_of(database, run, id));
    approval.thread = remarks_of(database, run, id);
    approval.call = std::move(*call);
    tell_overdue(approval.call.asked, impl_->now_in(database));
    return shown_as(std::move(approval));
  });
}

std::vector<Remark> Store::remarks(const std::string& run, uint64_t call) {
  return impl_->read([&](Database& database) { return remarks_of(database, run, call); });
}

std::vector<RunCall> Store::unanswered(const WaitingQuery& query) {
  WaitingPage page = page_of(query);
  if (!page.after.is_other) page.after = {};
  return impl_->read([&](Database& database) { return other_calls(database, page); });
}

std::map<std::string, uint64_t> Store::waiting(const std::string& tenant) {
  return impl_->read([&](Database& database) {
    std::map<std::string, uint64_t> queues;
    for (const Row& row : database.run(kCountCalls, {tenant, tenant})) queues[row.text(0)] += row.count(2);
    return queues;
  });
}

std::vector<QueueStats> Store::stats(const std::string& tenant) {
  return impl_->read([&](Database& database) {
    std::map<std::string, QueueStats> queues;
    for (const Row& row : database.run(kCountRuns, {tenant, tenant})) {
      const auto status = run_status_from(row.text(1));
      if (!status) throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: there is no status '" + row.text(1) + "'");
      QueueStats& queue = queues[row.text(0)];
      queue.runs[*status] = row.count(2);
      if (*status == RunStatus::kReady) queue.oldest = row.maybe_number(3);
    }
    for (const Row& row : database.run(kCountCalls, {tenant, tenant})) {
      QueueStats& queue = queues[row.text(0)];
      const auto state = call_state_from(row.text(1));
      uint64_t& counted = state == CallState::kAwaitingApproval ? queue.approvals
                          : state == CallState::kInDoubt        ? queue.in_doubt
                          : state == CallState::kHeld           ? queue.held
                          : state == CallState::kDeferred       ? queue.deferred
                                                                : queue.unanswered;
      counted = row.count(2);
    }
    std::vector<QueueStats> list;
    for (auto& [name, queue] : queues) {
      queue.queue = name;
      list.push_back(std::move(queue));
    }
    return list;
  });
}

}  // namespace fermata::durable
