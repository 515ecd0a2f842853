// The laws, read off the tables. It trusts nothing that a transition promises: it reads what they wrote.
#include "fermata/durable/check.h"

#include <algorithm>
#include <map>
#include <set>

#include "durable/check_run.h"
#include "durable/rows/audit.h"
#include "durable/rows/states.h"
#include "durable/rows/text.h"
#include "durable/store_impl.h"
#include "durable/unlike_the_log.h"

namespace fermata::durable {

namespace {

constexpr Statement kRuns{"SELECT id FROM run WHERE id = $1 OR $2 = '' ORDER BY id"};
constexpr Statement kSnapshots{"SELECT seq, parent, hash, state, coalesce(stored, hash) FROM snapshot WHERE run = $1 ORDER BY seq"};
constexpr Statement kAttempts{"SELECT call, number, worker, epoch FROM attempt WHERE run = $1 ORDER BY call, number"};
constexpr Statement kGrants{
    "SELECT id, most, used, (SELECT count(*) FROM decision WHERE granted = standing_grant.id) FROM standing_grant ORDER BY id"};
constexpr Statement kNotices{
    "SELECT outbox.run, outbox.id FROM outbox JOIN webhook ON webhook.id = outbox.webhook JOIN run ON run.id = outbox.run WHERE run.tenant "
    "<> webhook.tenant OR NOT EXISTS (SELECT 1 FROM event WHERE event.run = outbox.run AND event.at = outbox.at) ORDER BY outbox.id"};
constexpr Statement kLog{"SELECT number, at, kind, epoch, seq, status, worker, data, hash FROM event WHERE run = $1 ORDER BY number"};
// With how many runs it has, of those that are there.
constexpr Statement kSchedules{
    "SELECT id, fired, last_at, next_at, (SELECT count(*) FROM run JOIN event ON event.run = run.id AND event.number = 1 AND event.kind = "
    "'fire' WHERE run.tenant = schedule.tenant AND run.key >= 'schedule:' || schedule.id || ':' AND run.key < 'schedule:' || schedule.id "
    "|| "
    "';') FROM schedule ORDER BY id"};
constexpr Statement kTenant{"SELECT tenant FROM run WHERE id = $1"};

struct Logged : Event {
  Data content;
};

// One run against the laws.
class Checker {
 public:
  Checker(Database& database, const std::string& id, bool alone, std::vector<Violation>& violations)
      : database_(database), alone_(alone), run_(*find_run(database, id)), calls_(calls_of(database, id)), violations_(violations) {
    for (const Row& row : database.run(kLog, {id})) {
      Logged event;
      event.run = id;
      event.number = row.count(0);
      event.at = row.number(1);
      event.kind = row.text(2);
      event.epoch = row.count(3);
      event.seq = row.count(4);
      event.status = run_status_from(row.text(5)).value_or(RunStatus::kReady);
      event.worker = row.text(6);
      event.data = row.text(7);
      event.hash = row.text(8);
      events_.push_back(std::move(event));
    }
  }

  void check() {
    if (!log_verifies()) return;  // what follows reads it
    moves_are_allowed();
    nothing_of_old_epochs();
    snapshots_are_one_chain();
    answers_are_consumed_once();
    tools_are_called_once();
    decisions_are_as_shown();
    messages_are_consumed_once();
    nothing_is_lost();
    children_and_parents_are_one();
    it_is_for_its_time();
    std::vector<Data> contents;
    for (const Logged& event : events_) contents.push_back(event.content);
    for (std::string& problem : unlike_the_log(database_, run_, calls_, contents)) add("as written", std::move(problem));
    if (!run_.parent.empty())
      if (const auto parent = database_.find(kTenant, {run_.parent}); parent && parent->text(0) != run_.tenant)
        add("tenants", std::string(run_.parent_call ? "it is the child of run " : "it was forked from run ") + run_.parent + " of tenant " +
                           parent->text(0));
  }

 private:
  void add(const char* law, std::string text) { violations_.push_back({run_.id, law, std::move(text)}); }

  bool log_verifies() {
    const size_t before = violations_.size();
    std::string head;
    uint64_t number = 0;
    for (Logged& event : events_) {
      if (event.number != ++number) {
        add("log", "event " + std::to_string(number) + " is missing");
        break;
      }
      if (event.hash != event_hash(head, event)) {
        add("log", "event " + std::to_string(number) + " isn't what was written");
        break;
      }
      head = event.hash;
      event.content = data_from(event.data);
    }
    if (violations_.size() == before && (number != run_.events || head != run_.head)) add("log", "its end is missing");
    if (events_.empty()) add("log", "it is empty");
    return violations_.size() == before;
  }

  void moves_are_allowed() {
    std::optional<RunStatus> from;
    for (const Logged& event : events_) {
      const auto transition = transition_from(event.kind);
      if (!transition || !is_allowed(RunMove{*transition, from, event.status}))
        add("transitions", "event " + std::to_string(event.number) + ": no " + event.kind + " leads from " +
                               (from ? to_string(*from) : "nothing") + " to " + to_string(event.status));
      from = event.status;
    }
    if (from != run_.status) add("transitions", std::string("it is ") + to_string(run_.status) + ", its log says " + to_string(*from));
  }

  void nothing_of_old_epochs() {
    uint64_t epoch = 0;
    std::string owner;
    for (const Logged& event : events_) {
      const bool claims = event.kind == to_string(Transition::kClaim);
      if (event.epoch != epoch + (claims ? 1 : 0))
        add("fenced",
            "event " + std::to_string(event.number) + " is of epoch " + std::to_string(event.epoch) + ", after " + std::to_string(epoch));
      epoch = event.epoch;
      if (claims) owner = event.worker;
      else if (!event.worker.empty() && event.worker != owner)
        add("fenced", "event " + std::to_string(event.number) + " is by " + event.worker + "; the run was " + owner + "'s");
      if (event.status != RunStatus::kRunning) owner.clear();
    }
    if (epoch != run_.epoch) add("fenced", "its epoch isn't that of its log");
    if (owner != run_.owner) add("fenced", "its owner isn't that of its log");
  }

  void snapshots_are_one_chain() {
    std::map<uint64_t, std::string> written;  // as the log has them
    for (const Logged& event : events_) {
      const Data* hash = event.content.find("snapshot");
      if (!hash) continue;
      if (!written.emplace(event.seq, hash->as_str()).second)
        add("one chain", "snapshot " + std::to_string(event.seq) + " was written twice");
    }
    std::string before;
    uint64_t last = 0;
    std::map<uint64_t, uint64_t> pieces;
    try {
      pieces = count_pieces(database_, run_.id);
    } catch (const StoreError& error) {
      if (error.kind() != StoreError::Kind::kDamaged) throw;
      add("one chain", "its pieces aren't numbered from 0");
    }
    for (const Row& row : database_.run(kSnapshots, {run_.id})) {
      const uint64_t seq = row.count(0);
      const std::string name = "snapshot " + std::to_string(seq);
      if (last && seq != last + 1) add("one chain", "snapshot " + std::to_string(last + 1) + " is missing");
      if (row.text(1) != before) add("one chain", name + " doesn't follow the one before");
      if (const char* problem = problem_of_state(row, seq, pieces)) add("one chain", name + problem);
      if (const auto logged = written.find(seq); logged == written.end() || logged->second != row.text(2))
        add("one chain", name + " isn't the one in the log");
      before = row.text(2);
      last = seq;
      hashes_[seq] = before;
    }
    states_are_as_resealed();
    if (last != run_.seq) add("one chain", "the latest snapshot is " + std::to_string(last) + ", not " + std::to_string(run_.seq));
    for (const auto& [seq, count] : pieces)
      if (!hashes_.contains(seq)) add("one chain", "pieces are of snapshot " + std::to_string(seq) + ", which isn't there");
    if (written.size() != hashes_.size())
      add("one chain", "the log has " + std::to_string(written.size()) + " snapshots, not " + std::to_string(hashes_.size()));
  }

  // Nothing: it is as its hash says, and its pieces are there.
  const char* problem_of_state(const Row& row, uint64_t seq, const std::map<uint64_t, uint64_t>& pieces) {
    try {
      const std::vector<std::string> brought = pieces.contains(seq) ? brought_by(database_, run_.id, seq) : std::vector<std::string>();
      if (row.text(4) != hash_of_stored(row.text(3), brought)) return " isn't what its hash says";
      const auto listed = pieces_from(row.text(3));  // (a sealed list is looked at when the state is opened)
      if (!listed) return nullptr;
      for (const Piece& piece : *listed)
        if (const auto count = pieces.find(piece.seq); piece.seq > seq || count == pieces.end() || piece.number >= count->second)
          return " lacks a piece";
      return nullptr;
    } catch (const StoreError& error) {
      if (error.kind() != StoreError::Kind::kDamaged) throw;
      return " is damaged";
    }
  }

  // What stands in place of the states that were written is what was sealed anew last.
  void states_are_as_resealed() {
    const auto resealed =
        std::find_if(events_.rbegin(), events_.rend(), [](const Logged& event) { return event.kind == to_string(Transition::kReseal); });
    uint64_t until = 0;
    if (resealed != events_.rend()) {
      until = resealed->seq;
      const Data* stored = resealed->content.find("stored");
      if (!stored || *stored != Data(hash_of_states(database_, run_.id, until)))
        add("one chain", "its states aren't those that were sealed anew");
    }
    for (const Row& row : database_.run(kSnapshots, {run_.id}))
      if (row.count(0) > until && row.text(2) != row.text(4))
        add("one chain", "snapshot " + std::to_string(row.count(0)) + " is another one than was written");
  }

  void answers_are_consumed_once() {
    std::map<int64_t, uint64_t> consumed;  // call: the snapshot that follows its answer
    for (const Logged& event : events_) {
      const Data* ids = event.content.find("consumed");
      if (!ids) continue;
      for (const Data& id : ids->items())
        if (!consumed.emplace(id.as_int(), event.seq).second)
          add("consumed once", "the answer of call " + std::to_string(id.as_int()) + " was consumed twice");
    }
    for (const RunCall& call : calls_) {
      const auto logged = consumed.find(int64_t(call.call.id));
      const uint64_t by = logged == consumed.end() ? 0 : logged->second;
      if (by != call.consumed_by)
        add("consumed once",
            "call " + call.key + " was consumed by " + std::to_string(call.consumed_by) + ", the log says " + std::to_string(by));
      const bool answered = call.state == CallState::kAnswered || call.state == CallState::kRaised;
      if (call.consumed_by && (!answered || call.consumed_by <= call.seq || call.consumed_by > run_.seq))
        add("consumed once",
            "call " + call.key + " is " + to_string(call.state) + ", and consumed by snapshot " + std::to_string(call.consumed_by));
      if (answered && !call.answer) add("consumed once", "call " + call.key + " has no answer");
      if (has_ended(run_.status) && run_.status != RunStatus::kCancelled && !call.consumed_by && call.state != CallState::kAbandoned)
        add("consumed once", "the run has ended, and call " + call.key + " is " + to_string(call.state));
    }
  }

  void tools_are_called_once() {
    std::map<int64_t, uint64_t> allowed, called;  // by call
    std::map<int64_t, bool> idempotents;          // as its tool was when it was last called
    for (const Logged& event : events_) {
      const Data* call = event.content.find("call");
      if (!call) continue;
      const Data* state = event.content.find("state");
      if (event.kind == to_string(Transition::kDispatch)) called[call->as_int()] += 1;
      // Whoever called it then had a tool that may be called twice.
      if (const Data* idempotent = event.content.find("idempotent")) {
        if (*idempotent == Data(true)) allowed[call->as_int()] += 1;
        idempotents[call->as_int()] = *idempotent == Data(true);
      }
      // Somebody found that the tool hadn't acted.
      if (event.kind == to_string(Transition::kReconcile) && state && *state == Data(to_string(CallState::kPending)))
        allowed[call->as_int()] += 1;
    }
    std::map<int64_t, uint64_t> attempts;
    for (const Row& row : database_.run(kAttempts, {run_.id})) attempts[row.number(0)] += 1;
    for (const RunCall& call : calls_) {
      const auto id = int64_t(call.call.id);
      if (call.key != call_key(run_.id, call.seq, call.call.id)) add("called once", "call " + call.key + " has another key than its own");
      if (attempts[id] != called[id] || attempts[id] != call.attempts)
        add("called once", "call " + call.key + " was called " + std::to_string(called[id]) + " times, and has " +
                               std::to_string(attempts[id]) + " attempts");
      if (const auto told = idempotents.find(id); told != idempotents.end() && told->second != call.idempotent)
        add("as written", "whether call " + call.key + " may be called twice isn't what the log says");
      if (!call.idempotent && attempts[id] > 1 + allowed[id])
        add("called once",
            "the tool of call " + call.key + " may not be called twice, and was called " + std::to_string(attempts[id]) + " times");
      if ((call.state == CallState::kDispatched || call.state == CallState::kDeferred) && !attempts[id])
        add("called once", "call " + call.key + " is " + to_string(call.state) + ", and has no attempt");
    }
  }

  void decisions_are_as_shown() {
    std::map<uint64_t, std::vector<Decided>> of_calls;
    for (Decided& decided : decisions_of(database_, run_.id)) of_calls[decided.call].push_back(std::move(decided));
    std::multiset<std::pair<std::string, std::string>> logged;  // who, what was shown
    const auto note = [&](const Data& said) {
      const Data *who = said.find("who"), *shown = said.find("shown");
      if (who && shown && who->is_str() && shown->is_str()) logged.emplace(who->as_str(), shown->as_str());
    };
    std::set<std::pair<uint64_t, uint64_t>> sent_back;  // the call, and the latest decision on it then
    for (const Logged& event : events_) {
      note(event.content);
      const Data *call = event.content.find("call"), *after = event.content.find("after");
      if (event.kind == to_string(Transition::kSendBack) && call && after && call->is_small_int() && after->is_small_int())
        sent_back.emplace(uint64_t(call->as_int()), uint64_t(after->as_int()));
      if (const Data* granted = event.content.find("granted"); granted && granted->type() == Data::Type::kList)
        for (const Data& one : granted->items())
          if (one.type() == Data::Type::kDict) note(one);
    }
    for (const RunCall& call : calls_) {
      const std::vector<Decided>& decisions = of_calls[call.call.id];
      std::string args = decisions.empty() ? "" : decisions[0].args;
      for (const Decided& decided : decisions) {
        const auto shown = hashes_.find(decided.seq);
        if (shown == hashes_.end() || decided.args != args ||
            decided.shown != shown_hash(shown->second, call.key, call.call.function, args, call.policy))
          add("as shown", "what was decided about call " + call.key + " isn't what was shown");
        if (!decided.edited.empty()) args = decided.edited;
        if (sent_back.contains({decided.call, decided.number})) args = decisions[0].args;  // the program's own
        if (const auto found = logged.find({decided.who, decided.shown}); found != logged.end()) logged.erase(found);
        else add("as shown", "the log doesn't have what " + decided.who + " decided about call " + call.key);
        grant_is_the_tenants(decided);
      }
      if (!decisions.empty() && args != json_of_arguments(call.call))
        add("as shown", "call " + call.key + " has other arguments than were decided on");
      if (!call.policy.empty() && (call.attempts || call.state == CallState::kPending)) was_approved(call, decisions);
    }
    for (const auto& [id, decisions] : of_calls)
      if (std::ranges::find(calls_, id, [](const RunCall& c) { return c.call.id; }) == calls_.end())
        add("as shown", "a decision is about what isn't there");
  }

  // By as many people as its policy wants, each of whom might; or by its deadline.
  void was_approved(const RunCall& call, const std::vector<Decided>& decisions) {
    const Ask& ask = call.asked.ask;
    const std::vector<Decided> approved = approvals_of(call, decisions);
    const bool by_deadline =
        !decisions.empty() && decisions.back().channel == "deadline" && ask.on_deadline == OnDeadline::kApprove && ask.deadline_ms;
    if (decisions.empty() || decisions.back().verdict != Verdict::kApprove || (!by_deadline && approved.size() < ask.quorum))
      add("as shown", "call " + call.key + " was made without the decision that it needs");
    for (const Decided& decided : approved)
      if (is_by(run_, decided.who) && !ask.self_approval)
        add("as shown", decided.who + " approved call " + call.key + " of a run that is theirs");
  }

  void grant_is_the_tenants(const Decided& decided) {
    if (decided.grant.empty()) return;
    const auto grant = find_grant(database_, decided.grant);
    if (grant && grant->tenant != run_.tenant)
      add("tenants", "call " + std::to_string(decided.call) + " was approved by a grant of tenant " + grant->tenant);
    if (grant && (grant->who != decided.who || grant->terms.until <= decided.at))
      add("grants", "grant " + grant->id + " was used when it wasn't good any more");
  }

  void messages_are_consumed_once() {
    std::set<uint64_t> answered;
    std::set<std::string> unread;  // channels
    for (const Message& message : messages_of(database_, run_.id)) {
      const std::string name = "message " + std::to_string(message.number);
      if (!message.consumed_by) {
        unread.insert(message.channel);
        continue;
      }
      const auto call = std::ranges::find(calls_, message.consumed_by, [](const RunCall& c) { return c.call.id; });
      if (!answered.insert(message.consumed_by).second || call == calls_.end() || call->channel != message.channel)
        add("consumed once", name + " is the answer of call " + std::to_string(message.consumed_by) + ", which has another");
    }
    for (const RunCall& call : calls_)
      if (call.state == CallState::kPending && unread.contains(call.channel))
        add("not lost", "a message on '" + call.channel + "' is there, and call " + call.key + " waits for one");
  }

  // A child has one call that spawned it, and goes on no longer than its parent; a call that waits for one waits for one that is there.
  void children_and_parents_are_one() {
    for (const RunCall& call : calls_) {
      if (!waits_for_child(call) || run_.status == RunStatus::kDead) continue;
      const auto child = find_run(database_, call.child);
      if (!child && alone_) continue;
      if (!child || !child->parent_call || child->parent != run_.id)
        add("children", "call " + call.key + " waits for run " + call.child + ", which isn't a child of its");
      else if (has_ended(child->status)) add("not lost", "call " + call.key + " waits for run " + call.child + ", which has ended");
    }
    if (!run_.parent_call) return;
    const auto parent = find_run(database_, run_.parent);
    if (!parent) return;  // it was deleted, or the run comes from another store
    const auto call = find_call(database_, run_.parent, run_.parent_call);
    const auto* answer = call && call->answer ? std::get_if<Data>(&*call->answer) : nullptr;
    if (!answer || !(*answer == Data::object(ObjectKind::kHandle, kChildHandle, {{"name", run_.id}})))
      add("children", "call " + std::to_string(run_.parent_call) + " of run " + run_.parent + " didn't spawn it");
    if (run_.root.empty() || run_.root != parent->root) add("children", "its tree isn't that of its parent, run " + run_.parent);
    // (Their files may have been made at different times.)
    const auto is_import = [](const Logged& event) { return event.kind == to_string(Transition::kImport); };
    if (has_ended(parent->status) && !has_ended(run_.status) && std::ranges::none_of(events_, is_import))
      add("not lost", "its parent, run " + run_.parent + ", has ended");
  }

  // One run for each time of a schedule: their keys are unique.
  void it_is_for_its_time() {
    if (events_[0].kind != to_string(Transition::kFire)) return;
    const Data *schedule = events_[0].content.find("schedule"), *at = events_[0].content.find("time");
    if (!schedule || !schedule->is_str() || !at || !at->is_small_int()) return add("schedules", "its log doesn't say which time it is for");
    if (run_.key != "schedule:" + schedule->as_str() + ":" + time_text(at->as_int()))
      add("schedules", "its key isn't that of the time of schedule " + schedule->as_str() + " that it is for");
  }

  // Whoever waits, waits for something that is there.
  void nothing_is_lost() {
    // (A tool that is called again later is for run_.wake_at.)
    const auto lost = [&](const std::string& why) { add("not lost", std::string("it is ") + to_string(run_.status) + why); };
    const auto is_open = [](const RunCall& call) { return !call.consumed_by && call.state != CallState::kAbandoned; };
    const bool has_work = std::ranges::any_of(calls_, [&](const RunCall& call) {
      return is_open(call) && (call.answer || (waits_for_tool(call) && (!call.due || !run_.wake_at || *run_.wake_at > *call.due)));
    });
    const bool waits = std::ranges::any_of(calls_, is_open);
    const bool dispatched = std::ranges::any_of(calls_, [](const RunCall& call) { return call.state == CallState::kDispatched; });
    // (While a worker has the run, or it is dead, nobody looks at the time.)
    for (const RunCall& call : calls_)
      if (call.state == CallState::kDeferred &&
          (!call.due || (run_.status == RunStatus::kWaiting && run_.wake_at.value_or(*call.due + 1) > *call.due)))
        lost(", and call " + call.key + " is answered later, until nobody knows when");
    if (dispatched && run_.status != RunStatus::kRunning) lost(", and a call is on its way to a tool");
    if (run_.owner.empty() == (run_.status == RunStatus::kRunning))
      lost(run_.owner.empty() ? " and nobody's" : " and " + run_.owner + "'s");
    const bool stopped = has_ended(run_.status) || run_.status == RunStatus::kDead;
    if (stopped != run_.ended.has_value()) lost(stopped ? ", since never" : ", and has an end");
    switch (run_.status) {
      case RunStatus::kReady:
        if (!run_.ready_at) lost(" since never");
        break;
      case RunStatus::kWaiting:
        if (has_work) lost(", and could go on");
        if (!waits) lost(" for nothing");
        break;
      case RunStatus::kSleeping:
        if (!run_.wake_at) lost(" for ever");
        break;
      default: break;
    }
  }

  Database& database_;
  const bool alone_;
  const RunRow run_;
  const std::vector<RunCall> calls_;
  std::vector<Logged> events_;
  std::map<uint64_t, std::string> hashes_;
  std::vector<Violation>& violations_;
};

}  // namespace

namespace {

void check_schedules(Database& database, std::vector<Violation>& violations) {
  for (const Row& row : database.run(kSchedules)) {
    const std::string& id = row.text(0);
    if (row.number(4) > row.number(1))
      violations.push_back({"", "schedules",
                            "schedule " + id + " has fired " + std::to_string(row.number(1)) + " times, and " +
                                std::to_string(row.number(4)) + " runs are its"});
    if (!row.is_null(2) && !row.is_null(3) && row.number(3) <= row.number(2))
      violations.push_back({"", "schedules", "the time of schedule " + id + " that comes next has a run"});
  }
}

}  // namespace

std::vector<Violation> check(Database& database, const std::string& run, bool alone) {
  std::vector<Violation> violations;
  for (const Row& row : database.run(kRuns, {run, run})) {
    try {
      Checker(database, row.text(0), alone, violations).check();
    } catch (const StoreError& error) {
      if (error.kind() != StoreError::Kind::kDamaged) throw;
      violations.push_back({row.text(0), "log", error.what()});
    }
  }
  if (!run.empty()) return violations;
  check_schedules(database, violations);
  if (const AuditState audit = audit_state(database); !audit.problem.empty()) violations.push_back({"", "audit", audit.problem});
  for (const Row& row : database.run(kNotices))
    violations.push_back({row.text(0), "notices", "notice " + row.text(1) + " is for another tenant, or of nothing that happened"});
  for (const Row& row : database.run(kGrants))
    if (row.number(2) > row.number(1) || row.number(3) > row.number(2))
      violations.push_back({"", "grants",
                            "grant " + row.text(0) + " is good for " + std::to_string(row.number(1)) + " calls, counts " +
                                std::to_string(row.number(2)) + " and approved " + std::to_string(row.number(3))});
  return violations;
}

std::vector<Violation> check(Store& store, const std::string& run) {
  return store.impl().read([&](Database& database) { return check(database, run); });
}

}  // namespace fermata::durable
