#include "durable/worker/policies.h"

#include <algorithm>

#include "durable/rows/text.h"
#include "durable/rows/transaction.h"
#include "durable/store_impl.h"
#include "fermata/durable/worker.h"

namespace fermata::durable {

namespace {

constexpr Statement kDecisions{
    "SELECT decision.number, decision.who, decision.roles, decision.channel, decision.verdict, decision.reason, decision.args, "
    "decision.edited, decision.at, call.id, call.function FROM decision JOIN call ON call.run = decision.run AND call.id = decision.call "
    "WHERE decision.run = $1 ORDER BY decision.call DESC, decision.number DESC LIMIT $2"};

PolicyDecision decision_from(const Row& row) {
  const auto verdict = verdict_from(row.text(4));
  if (!verdict) throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: there is no verdict '" + row.text(4) + "'");
  PolicyDecision decision{.function = row.text(10),
                          .decided = {.call = row.count(9),
                                      .number = row.count(0),
                                      .who = row.text(1),
                                      .roles = row.is_null(2) ? std::set<std::string>() : names_from(row.text(2)),
                                      .channel = row.text(3),
                                      .verdict = *verdict,
                                      .reason = row.text(5),
                                      .args = row.text(6),
                                      .edited = row.text_or_empty(7),
                                      .at = row.number(8)}};
  fermata::Call call;
  set_arguments(call, decision.decided.edited.empty() ? decision.decided.args : decision.decided.edited);
  decision.args = std::move(call.args);
  decision.kwargs = std::move(call.kwargs);
  return decision;
}

Data or_none(const std::string& text) { return text.empty() ? Data() : Data(text); }
Data names(const std::set<std::string>& names) { return Data::tuple(Data::Items(names.begin(), names.end())); }

template <class Named>
Data dict_of(const Named& named) {
  Data::Pairs pairs;
  for (const auto& [name, value] : named) pairs.emplace_back(Data(name), Data(value));
  return Data::dict(std::move(pairs));
}

Data moment(Time time) {
  std::string text = time_text(time);
  text.replace(text.size() - 1, 1, "000+00:00");  // "Z"; milliseconds are written as microseconds
  return Data::object(ObjectKind::kDateTime, "datetime", {{"iso", text}});
}

}  // namespace

std::set<std::string> PolicyRun::roles() const {
  const bool is_theirs = std::ranges::all_of(run_.forked_by, [&](const std::string& who) { return who == run_.by; });
  return is_theirs ? roles_ : std::set<std::string>();
}

std::vector<PolicyDecision> PolicyRun::decisions() const {
  return store_.impl().read([&](Database& database) {
    std::vector<PolicyDecision> decisions;
    for (const Row& row : database.run(kDecisions, {run_.id, uint64_t(kMostDecisions)})) decisions.push_back(decision_from(row));
    std::ranges::reverse(decisions);
    return decisions;
  });
}

Data facts_of(const PolicyRun& run) {
  const Run& row = run.run();
  return Data::dict({{"id", row.id},
                     {"tenant", row.tenant},
                     {"queue", row.queue},
                     {"name", row.name},
                     {"program", row.program},
                     {"submitted_by", or_none(row.by)},
                     {"roles", names(run.roles())},
                     {"forked_by", names(row.forked_by)},
                     {"parent", or_none(row.parent)},
                     {"root", or_none(row.root)},
                     {"priority", row.priority},
                     {"tags", dict_of(row.tags)}});
}

Data facts_of(const PolicyDecision& decision) {
  const Decided& decided = decision.decided;
  return Data::dict({{"function", decision.function},
                     {"args", Data::tuple(decision.args)},
                     {"kwargs", dict_of(decision.kwargs)},
                     {"who", or_none(decided.who)},
                     {"roles", names(decided.roles)},
                     {"verdict", to_string(decided.verdict)},
                     {"channel", decided.channel},
                     {"reason", or_none(decided.reason)},
                     {"edited", !decided.edited.empty()},
                     {"at", moment(decided.at)}});
}

std::exception_ptr refusal(const PolicyVerdict& verdict, const PolicyCall& call) {
  const std::string name = call.call.function + "()";
  if (verdict.denied)
    return std::make_exception_ptr(
        FinalError({.type = "PermissionError", .message = name + " was denied" + (verdict.denied->empty() ? "" : ": " + *verdict.denied)}));
  if (verdict.ask && call.asked.empty())
    return std::make_exception_ptr(HoldCall(name + " has to be approved, and nobody was asked: " + verdict.ask->note));
  return nullptr;
}

bool is_enough(const Ask& ask, const RunCall& call, const std::vector<Decided>& decisions) {
  const Ask& was = call.asked.ask;
  if (decisions.back().who.empty())  // its deadline: as good for these arguments only if the policy would have asked the same about them
    return ask.roles == was.roles && ask.quorum == was.quorum && ask.deadline_ms == was.deadline_ms && ask.on_deadline == was.on_deadline &&
           ask.self_approval == was.self_approval;
  if (was.self_approval && !ask.self_approval) return false;
  std::vector<Decided> approved = approvals_of(call, decisions);
  if (ask.roles != was.roles && !ask.roles.empty())
    std::erase_if(approved, [&](const Decided& one) {
      return std::ranges::none_of(one.roles, [&](const std::string& role) { return ask.roles.contains(role); });
    });
  return approved.size() >= ask.quorum;
}

}  // namespace fermata::durable
