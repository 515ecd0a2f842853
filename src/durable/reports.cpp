#include "durable/reports.h"

#include <algorithm>
#include <map>

#include "durable/rows/text.h"
#include "durable/schemas/question.h"
#include "durable/schemas/sentence.h"
#include "serialization/data_json.h"
#include "serialization/reports.h"

namespace fermata::durable {

namespace {

Data or_none(const std::string& text) { return text.empty() ? Data() : Data(text); }
Data or_none(const std::optional<std::string>& text) { return text ? Data(*text) : Data(); }
Data or_none(const std::optional<Time>& time) { return time ? Data(time_text(*time)) : Data(); }

// Whose a call is: of its run.
template <typename RunOrApproval>
Data::Pairs owner_pairs(const RunOrApproval& it) {
  return {{"name", it.name}, {"tenant", it.tenant}, {"queue", it.queue}, {"by", or_none(it.by)}};
}

void append(Data::Pairs& pairs, const Data::Pairs& more) { pairs.insert(pairs.end(), more.begin(), more.end()); }

// JSON that was written down here; what isn't any stays a text.
Data data_from(const std::string& json) {
  Data data;
  std::string problem;
  return from_json(json, &data, &problem) ? data : Data(json);
}

}  // namespace

Data data_of(const Error& error) { return Data::dict({{"type", error.type}, {"message", error.message}, {"traceback", error.traceback}}); }

Data data_of(const Run& run) {
  Data::Pairs tags;
  for (const auto& [name, value] : run.tags) tags.emplace_back(Data(name), Data(value));
  Data error;
  if (run.error) error = data_of(*run.error);
  return Data::dict({{"run", run.id},
                     {"status", to_string(run.status)},
                     {"name", run.name},
                     {"tenant", run.tenant},
                     {"queue", run.queue},
                     {"by", or_none(run.by)},
                     {"key", or_none(run.key)},
                     {"parent", or_none(run.parent)},
                     {"parent_call", run.parent_call ? Data(int64_t(run.parent_call)) : Data()},
                     {"root", or_none(run.root)},
                     {"priority", run.priority},
                     {"tags", Data::dict(std::move(tags))},
                     {"seq", int64_t(run.seq)},
                     {"epoch", int64_t(run.epoch)},
                     {"owner", or_none(run.owner)},
                     {"failures", int64_t(run.failures)},
                     {"created", time_text(run.created)},
                     {"due", or_none(run.due)},
                     {"ended", or_none(run.ended)},
                     {"result", run.result},
                     {"error", std::move(error)},
                     {"reason", or_none(run.reason)},
                     {"limit", or_none(run.limit)}});
}

Data data_of(const RunCall& call) {
  Data::Pairs kwargs, said;
  for (const auto& [name, value] : call.call.kwargs) kwargs.emplace_back(Data(name), value);
  for (const auto& [who, what] : call.asked.said) said.emplace_back(Data(who), what.empty() ? Data() : data_from(what));
  const auto* result = call.answer ? std::get_if<Data>(&*call.answer) : nullptr;
  const auto* error = call.answer ? std::get_if<Error>(&*call.answer) : nullptr;
  return Data::dict({{"key", call.key},
                     {"run", call.run},
                     {"call", int64_t(call.call.id)},
                     {"state", to_string(call.state)},
                     {"function", call.call.function},
                     {"args", call.is_cut ? Data() : Data::list(call.call.args)},
                     {"kwargs", call.is_cut ? Data() : Data::dict(std::move(kwargs))},
                     {"file", call.call.file},
                     {"line", int64_t(call.call.line)},
                     {"tool", or_none(call.tool)},
                     {"idempotent", call.idempotent},
                     {"attempts", int64_t(call.attempts)},
                     {"due", or_none(call.due)},
                     {"result", result ? *result : Data()},
                     {"error", error ? data_of(*error) : Data()},
                     {"policy", or_none(call.policy)},
                     {"asked", call.asked.since ? Data(time_text(call.asked.since)) : Data()},
                     {"roles", names_data(call.asked.roles)},
                     {"quorum", int64_t(call.asked.ask.quorum)},
                     {"said", Data::dict(std::move(said))},
                     {"channel", or_none(call.channel)},
                     {"child", or_none(call.child)},
                     {"reason", or_none(call.reason)}});
}

Data data_of(const RunCall& call, const Run& run) {
  Data::Pairs report = data_of(call).pairs();
  append(report, owner_pairs(run));
  return Data::dict(std::move(report));
}

Data KnownCalls::arguments(const RunCall& call, const std::string& queue) {
  if (call.is_cut) return Data();
  const std::vector<std::string> names = known_.names(call.call, queue);
  Data::Pairs named;
  const auto is_taken = [&](const std::string& name) {
    const auto has = [&](const auto& pair) { return pair.first == Data(name); };
    return std::ranges::any_of(call.call.kwargs, [&](const auto& pair) { return pair.first == name; }) || std::ranges::any_of(named, has);
  };
  for (size_t i = 0; i < call.call.args.size(); ++i) {
    const std::string& name = names[i];
    named.emplace_back(Data(name.empty() || is_taken(name) ? std::to_string(i) : name), call.call.args[i]);
  }
  const size_t count = named.size();
  for (const auto& [name, value] : call.call.kwargs) {
    const auto end = named.begin() + std::ptrdiff_t(count);
    const bool is_place = std::find_if(named.begin(), end, [&](const auto& pair) { return pair.first == Data(name); }) != end;
    named.emplace_back(Data(is_place ? "**" + name : name), value);  // (as policies have it)
  }
  return Data::dict(std::move(named));
}

Data KnownCalls::summary(const RunCall& call, const std::string& queue) {
  return call.is_cut ? Data() : Data(sentence_text(call, known_.arguments(call.call, queue)));
}

std::vector<Unanswered> unanswered_calls(Store& store, const WaitingQuery& query) {
  const Answering answering(store);
  std::map<std::string, Run> runs;
  std::vector<Unanswered> calls;
  for (const RunCall& call : store.unanswered(query)) {
    auto run = runs.find(call.run);
    if (run == runs.end()) run = runs.emplace(call.run, store.run(call.run).value_or(Run())).first;
    calls.push_back({call, answering.problem({call}, run->second.queue), run->second});
  }
  return calls;
}

Data data_of(const Unanswered& unanswered) {
  Data::Pairs report = data_of(unanswered.call, unanswered.run).pairs();
  report.emplace_back("problem", or_none(unanswered.problem));
  return Data::dict(std::move(report));
}

fermata::Call with_arguments(fermata::Call call, const std::string& json) {
  set_arguments(call, json);
  return call;
}

fermata::Call call_at(const RunCall& call, const std::vector<Decided>& decisions, Time at) {
  for (const Decided& one : decisions)
    if (one.call == call.call.id && one.at >= at) return with_arguments(call.call, one.args);
  return call.call;
}

Data data_of(const Attempt& attempt) {
  Data error;
  if (attempt.error) error = data_of(*attempt.error);
  return Data::dict({{"call", int64_t(attempt.call)},
                     {"number", int64_t(attempt.number)},
                     {"worker", attempt.worker},
                     {"began", time_text(attempt.began)},
                     {"ended", or_none(attempt.ended)},
                     {"outcome", or_none(attempt.outcome)},
                     {"error", std::move(error)}});
}

Data data_of(const Remark& remark) {
  return Data::dict({{"who", remark.who}, {"question", remark.is_question}, {"text", remark.text}, {"at", time_text(remark.at)}});
}

Data data_of(const Approval& approval) {
  const RunCall& call = approval.call;
  const Asked& asked = call.asked;
  Data::Pairs delegated;
  for (const auto& [from, to] : asked.delegated) delegated.emplace_back(Data(from), Data(to));
  Data::Pairs pairs = data_of(call).pairs();
  const bool is_claimed = !asked.claimed_by.empty();
  const Data::Pairs more = {{"shown", approval.shown},
                            {"approved", list_of(approval.approved)},
                            {"deadline", or_none(asked.overdue ? asked.was_due : asked.deadline)},
                            {"on_deadline", asked.deadline ? Data(to_string(asked.ask.on_deadline)) : Data()},
                            {"overdue", asked.overdue},
                            {"escalated", asked.escalated},
                            {"escalates_to", names_data(asked.ask.escalate)},
                            {"claimed_by", or_none(asked.claimed_by)},
                            {"claimed_until", is_claimed ? Data(time_text(asked.claimed_until)) : Data()},
                            {"delegated", Data::dict(std::move(delegated))},
                            {"thread", list_of(approval.thread)},
                            {"question", is_question(call) ? Data(call.policy) : Data()},
                            {"schema", schema_of(call)}};
  append(pairs, owner_pairs(approval));
  append(pairs, more);
  return Data::dict(std::move(pairs));
}

Data data_of(const Decided& decided) {
  return Data::dict({{"call", int64_t(decided.call)},
                     {"number", int64_t(decided.number)},
                     {"seq", int64_t(decided.seq)},
                     {"shown", decided.shown},
                     {"who", or_none(decided.who)},
                     {"as", names_data(decided.roles)},
                     {"channel", decided.channel},
                     {"verdict", to_string(decided.verdict)},
                     {"reason", or_none(decided.reason)},
                     {"arguments", decided.args.empty() ? Data() : data_from(decided.args)},
                     {"edited", decided.edited.empty() ? Data() : data_from(decided.edited)},
                     {"grant", or_none(decided.grant)},
                     {"at", time_text(decided.at)}});
}

Data data_of(const StandingGrant& grant) {
  Data::Items rules;
  for (const ArgumentRule& rule : grant.terms.arguments) {
    Data::Pairs pairs = {{"name", rule.name}};
    if (rule.kind == ArgumentRule::Kind::kIs) pairs.emplace_back("is", rule.value);
    if (rule.kind == ArgumentRule::Kind::kBetween) pairs.emplace_back("between", Data::list({rule.value, rule.high}));
    rules.push_back(Data::dict(std::move(pairs)));
  }
  return Data::dict({{"grant", grant.id},
                     {"function", grant.function},
                     {"arguments", Data::list(std::move(rules))},
                     {"any_others", grant.terms.others},
                     {"tenant", grant.tenant},
                     {"queue", or_none(grant.queue)},
                     {"program", or_none(grant.program)},
                     {"until", time_text(grant.terms.until)},
                     {"times", int64_t(grant.terms.most)},
                     {"used", int64_t(grant.used)},
                     {"by", grant.who},
                     {"as", names_data(grant.roles)},
                     {"reason", grant.terms.reason},
                     {"at", time_text(grant.at)},
                     {"call", grant.run.empty() ? Data() : Data(grant.run + ":" + std::to_string(grant.call))},
                     {"revoked_by", or_none(grant.revoked_by)},
                     {"revoked_at", or_none(grant.revoked_at)}});
}

Data data_of(const Event& event) {
  return Data::dict({{"number", int64_t(event.number)},
                     {"at", time_text(event.at)},
                     {"kind", event.kind},
                     {"epoch", int64_t(event.epoch)},
                     {"seq", int64_t(event.seq)},
                     {"status", to_string(event.status)},
                     {"worker", event.worker},
                     {"data", data_from(event.data)},
                     {"hash", event.hash}});
}

Data data_of(const Schedule& schedule) {
  const auto time_or_none = [](const std::optional<Time>& time) { return time ? Data(time_text(*time)) : Data(); };
  Data::Pairs tags;
  for (const auto& [name, value] : schedule.tags) tags.emplace_back(name, value);
  return Data::dict({{"schedule", schedule.id},
                     {"every", schedule.when},
                     {"zone", schedule.zone},
                     {"missed", to_string(schedule.missed)},
                     {"name", schedule.name},
                     {"tenant", schedule.tenant},
                     {"queue", schedule.queue},
                     {"priority", schedule.priority},
                     {"tags", Data::dict(std::move(tags))},
                     {"key", or_none(schedule.key)},
                     {"by", or_none(schedule.by)},
                     {"created", time_text(schedule.created)},
                     {"paused", !schedule.next},
                     {"next", time_or_none(schedule.next)},
                     {"last", time_or_none(schedule.last)},
                     {"last_run", or_none(schedule.last_run)},
                     {"runs", int64_t(schedule.fired)}});
}

Data data_of(const Webhook& webhook) {
  return Data::dict({{"webhook", webhook.id},
                     {"tenant", webhook.tenant},
                     {"url", webhook.url},
                     {"types", names_data(webhook.types)},
                     {"at", time_text(webhook.at)}});
}

Data data_of(const Notice& notice) {
  return Data::dict({{"id", notice.id},
                     {"webhook", notice.webhook},
                     {"type", notice.type},
                     {"run", notice.run},
                     {"at", time_text(notice.at)},
                     {"attempts", int64_t(notice.attempts)},
                     {"due", notice.due ? Data(time_text(*notice.due)) : Data()},
                     {"problem", notice.problem}});
}

Data data_of(const AuditRecord& record) {
  return Data::dict({{"number", int64_t(record.number)},
                     {"at", time_text(record.at)},
                     {"action", record.action},
                     {"tenant", or_none(record.tenant)},
                     {"run", or_none(record.run)},
                     {"who", or_none(record.who)},
                     {"how", or_none(record.how)},
                     {"from", or_none(record.from)},
                     {"data", data_from(record.data)},
                     {"hash", record.hash}});
}

Data data_of(const WorkerInfo& worker) {
  return Data::dict({{"worker", worker.name},
                     {"alive", worker.is_alive},
                     {"host", worker.host},
                     {"process", worker.process},
                     {"queues", names_data(worker.queues)},
                     {"tools", names_data(worker.tools)},
                     {"functions", names_data(worker.functions)},
                     {"types", names_data(worker.types)},
                     {"runs", int64_t(worker.runs)},
                     {"concurrency", int64_t(worker.concurrency)},
                     {"since", time_text(worker.since)},
                     {"seen", time_text(worker.seen)}});
}

Data data_of(const Message& message) {
  return Data::dict({{"number", int64_t(message.number)},
                     {"channel", message.channel},
                     {"value", message.value},
                     {"key", or_none(message.key)},
                     {"at", time_text(message.at)},
                     {"call", message.consumed_by ? Data(int64_t(message.consumed_by)) : Data()}});
}

Data data_of(const QueueStats& stats, Time now) {
  Data::Pairs runs;
  for (const auto& [status, count] : stats.runs) runs.emplace_back(to_string(status), int64_t(count));
  return Data::dict({{"queue", stats.queue},
                     {"runs", Data::dict(std::move(runs))},
                     {"ready_for_ms", stats.oldest ? Data(now - *stats.oldest) : Data()},
                     {"approvals", int64_t(stats.approvals)},
                     {"in_doubt", int64_t(stats.in_doubt)},
                     {"held", int64_t(stats.held)},
                     {"unanswered", int64_t(stats.unanswered)},
                     {"deferred", int64_t(stats.deferred)}});
}

Data data_of(const std::vector<Change>& changes) {
  Data::Items list;
  for (const Change& change : changes)
    list.push_back(
        Data::dict({{"kind", change.kind}, {"name", change.name}, {"before", or_none(change.before)}, {"after", or_none(change.after)}}));
  return Data::list(std::move(list));
}

Data data_of(const std::vector<FrameView>& stack) {
  Data::Items frames;
  for (const FrameView& frame : stack) {
    Data::Pairs locals;
    for (const auto& [name, value] : frame.locals) locals.emplace_back(Data(name), Data(value));
    Data::Pairs pairs = data_of(static_cast<const Place&>(frame));
    pairs.emplace_back("locals", Data::dict(std::move(locals)));
    frames.push_back(Data::dict(std::move(pairs)));
  }
  return Data::list(std::move(frames));
}

Data data_of(const TaskView& task) {
  return Data::dict({{"name", task.name},
                     {"in_stack", task.is_in_stack},
                     {"call", task.call ? Data(int64_t(task.call)) : Data()},
                     {"stack", data_of(task.stack)}});
}

}  // namespace fermata::durable
