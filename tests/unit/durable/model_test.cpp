// The model check: three workers, two runs, and everything that may happen to them in any order, by the store's own transitions in a
// database in memory. A worker goes by what it believes, however old that is: so each of its steps may come after its lease is over. In
// each state that is reached all laws are checked, and what tools really did.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_set>

#include "durable/check_run.h"
#include "durable/database/schema.h"
#include "durable/database/sqlite.h"
#include "durable/rows/text.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {
namespace {

constexpr size_t kWorkers = 3;
constexpr Time kLease = 1000, kLong = 1'000'000, kPause = 1;

// The programs, as what each snapshot waits for. "a" charges, which may happen once only, then makes a note, which may happen twice; "b"
// asks two people for a refund, who have some time, then waits for a message.
Waiting call_after(const std::string& queue, uint64_t seq) {
  Waiting waiting{.call = {.id = seq, .function = queue + std::to_string(seq), .args = {Data(int(seq))}}};
  if (queue == "a") {
    waiting.tool = "command";
    waiting.idempotent = seq == 2;
  } else if (seq == 1) {
    waiting.ask = Ask{.note = "refunds", .quorum = 2, .deadline_ms = kLease};
    waiting.tool = "command";
  } else {
    waiting.channel = "news";
    waiting.due = kLease;
  }
  return waiting;
}
constexpr uint64_t kLastCall = 2;

// What is on a worker's mind. It is lost when the worker crashes.
struct Mind {
  std::optional<Lease> lease;
  std::string queue;
  uint64_t ready_call = 0;     // its tool may be called
  uint64_t answered_call = 0;  // the program may go on with it
  bool idempotent = false;
  uint64_t acting = 0;  // dispatched by this worker
  bool acted = false;   // and the tool did what it does

  // All leases that are over are the same; only what may still be done under them counts.
  std::string text(const RunRow& run) const {
    const bool current = run.status == RunStatus::kRunning && run.epoch == lease->epoch && run.seq == lease->seq;
    return queue + (current ? "" : "old") + std::to_string(ready_call) + "," + std::to_string(answered_call) + "," +
           std::to_string(acting) + (acted ? "!" : "");
  }
};

struct State {
  std::array<Mind, kWorkers> minds;
  std::map<std::string, int> effects;  // by key: how often a tool acted
  int disturbances = 0;                // that may still come: crashes, leases that are over, cancelled runs
};

class Explorer {
 public:
  Explorer(int disturbances, uint64_t most_failures) : database_(open_sqlite(":memory:", SqliteUse::kWrite, 0)) {
    options_.most_failures = most_failures;
    database_->begin(true);
    migrate(*database_);
    for (const char* queue : {"a", "b"}) {
      auto tx = transaction(0);
      const std::optional<Time> at = *queue == 'b' ? std::optional<Time>(kLease) : std::nullopt;
      runs_[queue] = submit(tx, new_run({.source = queue, .name = queue, .queue = queue, .at = at}, 0)).run;
    }
    const Looks looks = look();
    note_moves({}, looks);
    State start;
    start.disturbances = disturbances;
    explore(start, looks);
  }
  ~Explorer() { database_->rollback(); }

  std::string failure;
  size_t states = 0, steps = 0;
  std::set<Transition> seen;

 private:
  struct Look {
    RunRow run;
    std::vector<RunCall> calls;
  };
  using Looks = std::map<std::string, Look>;  // by queue

  Transaction transaction(Time now) { return {*database_, now, options_, seals_}; }

  Looks look() {
    Looks looks;
    for (const auto& [queue, id] : runs_) looks[queue] = {*find_run(*database_, id), calls_of(*database_, id)};
    return looks;
  }

  // What tells one state from another, whatever the workers are called. (Times and logs don't.)
  std::string key_of(const State& state, const Looks& looks) const {
    std::string runs;
    std::array<int, 2> owners{-1, -1};
    size_t at = 0;
    for (const auto& [queue, look] : looks) {
      const RunRow& run = look.run;
      if (!run.owner.empty()) owners[at] = run.owner[1] - '0';
      ++at;
      runs += std::string(to_string(run.status)) + "," + std::to_string(run.seq) + "," + std::to_string(run.failures) + ";";
      for (const RunCall& call : look.calls)
        runs += std::to_string(decisions_of(*database_, run.id, call.call.id).size()) + to_string(call.state) +
                std::to_string(call.attempts) + (call.due ? "d" : "") + "," + std::to_string(call.consumed_by) + ";";
    }
    runs += std::to_string(messages_of(*database_, runs_.at("b")).size()) + ";";
    for (const auto& [key, count] : state.effects) runs += key.substr(key.find(':')) + "=" + std::to_string(count) + ";";
    runs += std::to_string(state.disturbances);
    std::array<std::string, kWorkers> minds;
    for (size_t w = 0; w < kWorkers; ++w)
      minds[w] = "|" + (state.minds[w].lease ? state.minds[w].text(looks.at(state.minds[w].queue).run) : "");
    std::array<int, kWorkers> order{0, 1, 2};
    std::string least;
    do {
      std::string text = runs;
      for (const int owner : owners) text += owner < 0 ? "-" : std::to_string(std::ranges::find(order, owner) - order.begin());
      for (const int worker : order) text += minds[size_t(worker)];
      if (least.empty() || text < least) least = std::move(text);
    } while (std::ranges::next_permutation(order).found);
    return least;
  }

  // Every change since `before` must be in the table.
  void note_moves(const Looks& before, const Looks& after) {
    for (const auto& [queue, look] : after) {
      const auto old = before.find(queue);
      const bool is_new = old == before.end();
      if (!is_new && old->second.run.events == look.run.events) continue;
      static constexpr Statement kLast{"SELECT kind FROM event WHERE run = $1 AND number = $2"};
      const Transition kind = *transition_from(database_->find(kLast, {look.run.id, look.run.events})->text(0));
      const std::optional<RunStatus> from = is_new ? std::nullopt : std::optional(old->second.run.status);
      note(kind, from ? to_string(*from) : "none", to_string(look.run.status), is_allowed(RunMove{kind, from, look.run.status}));
      for (const RunCall& call : look.calls) {
        std::optional<CallState> was;
        if (!is_new)
          for (const RunCall& c : old->second.calls)
            if (c.call.id == call.call.id) was = c.state;
        if (was == call.state) continue;
        note(kind, std::string("call ") + (was ? to_string(*was) : "none"), to_string(call.state),
             is_allowed(CallMove{kind, was, call.state}));
      }
    }
  }
  void note(Transition kind, const std::string& from, const std::string& to, bool allowed) {
    const std::string move = std::string(to_string(kind)) + ": " + from + " to " + to;
    seen.insert(kind);
    if (!allowed) fail_with("not in the table: " + move);
  }

  void fail_with(const std::string& why) {
    if (!failure.empty()) return;
    failure = why + "\nafter:";
    for (const std::string& step : path_) failure += "\n  " + step;
  }

  void explore(const State& state, const Looks& looks) {
    if (!failure.empty()) return;
    if (!visited_.insert(key_of(state, looks)).second) return;
    ++states;
    for (const Violation& violation : check(*database_)) fail_with(violation.law + ": " + violation.text);
    for (const auto& [queue, look] : looks)
      for (const RunCall& call : look.calls)
        if (const auto acted = state.effects.find(call.key); !call.idempotent && acted != state.effects.end() && acted->second > 1)
          fail_with("the tool of " + call.key + " acted twice");
    for (size_t w = 0; w < kWorkers; ++w) work(state, looks, w);
    for (const auto& [queue, look] : looks) surround(state, looks, look);
  }

  // One step from `state`, and all that may follow it. `act` is given a copy of the state, and may throw Fenced.
  template <class Act>
  void step(const State& state, const Looks& before, std::string name, Act act) {
    if (!failure.empty()) return;
    ++steps;
    path_.push_back(std::move(name));
    State next = state;
    database_->savepoint();
    try {
      act(next);
      const Looks after = look();
      note_moves(before, after);
      explore(next, after);
    } catch (const std::exception& error) {
      fail_with(std::string("refused: ") + error.what());
    }
    database_->roll_back_to();
    path_.pop_back();
  }
  // One of a worker's: when it is told that the run isn't its own any more, it forgets the run, and nothing has changed.
  template <class Act>
  void own_step(const State& state, const Looks& before, size_t w, const char* name, Act act) {
    step(state, before, "w" + std::to_string(w) + " " + name, [&](State& next) {
      Mind& mind = next.minds[w];
      const RunRow& row = before.at(mind.queue).run;
      const bool current =
          row.status == RunStatus::kRunning && row.epoch == mind.lease->epoch && row.seq == mind.lease->seq && row.owner[1] - '0' == int(w);
      try {
        auto tx = transaction(0);
        act(tx, next, mind);
        if (!current) fail_with("an old lease wrote");
      } catch (const Fenced&) {
        if (current) fail_with("the owner was fenced");
        if (find_run(*database_, row.id)->head != row.head) fail_with("who was fenced has written");
        mind = {};
      }
    });
  }

  void work(const State& state, const Looks& looks, size_t w) {
    const Mind& mind = state.minds[w];
    if (!mind.lease) {
      for (const auto& [queue, look] : looks)
        if (look.run.status == RunStatus::kReady) claim_one(state, looks, w, queue);
      return;
    }
    if (mind.acting && !mind.acted) {
      step(state, looks, "w" + std::to_string(w) + "'s tool acts", [&](State& next) {
        next.effects[call_key(mind.lease->run, mind.acting, mind.acting)] += 1;
        next.minds[w].acted = true;
      });
    } else if (mind.acting) {
      own_step(state, looks, w, "answers", [](Transaction& tx, State&, Mind& m) {
        answer(tx, *m.lease, m.acting, Data(1));
        m.answered_call = m.acting;
        m.acting = 0;
        m.acted = false;
      });
    } else if (mind.ready_call) {
      own_step(state, looks, w, "dispatches", [](Transaction& tx, State&, Mind& m) {
        Transaction when_due{tx.database, kPause, tx.options, tx.seals};
        dispatch(when_due, *m.lease, {m.ready_call, "command", m.idempotent, {m.idempotent ? 2u : 1u, kPause, kPause, {}, true}});
        m.acting = m.ready_call;
        m.ready_call = 0;
      });
    } else if (mind.answered_call || mind.lease->seq == 0) {
      own_step(state, looks, w, "advances", [](Transaction& tx, State&, Mind& m) { go_on(tx, m); });
    }
    if (mind.ready_call && state.disturbances > 0 && may_be_asked(looks.at(mind.queue), mind.ready_call)) {
      own_step(state, looks, w, "asks first, by a new policy", [](Transaction& tx, State& next, Mind& m) {
        ask(tx, *m.lease, m.ready_call, {.note = "new"});
        m.ready_call = 0;
        --next.disturbances;
      });
    }
    if (!mind.acting && (!mind.ready_call || state.disturbances > 0)) {
      own_step(state, looks, w, "releases", [](Transaction& tx, State&, Mind& m) {
        release(tx, *m.lease, {});
        m = {};
      });
    }
    if (state.disturbances > 0) {
      step(state, looks, "w" + std::to_string(w) + " crashes", [w](State& next) {
        next.minds[w] = {};
        --next.disturbances;
      });
      if (mind.acting)
        own_step(state, looks, w, "is told that the tool failed", [](Transaction& tx, State& next, Mind& m) {
          const CallState now = fail_call(tx, *m.lease, m.acting, {.error = {.type = "OSError"}});
          if (now == CallState::kPending) m.ready_call = m.acting;
          m.acting = 0;
          m.acted = false;
          --next.disturbances;
        });
      own_step(state, looks, w, "fails", [](Transaction& tx, State& next, Mind& m) {
        fail(tx, *m.lease, "crash");
        m = {};
        --next.disturbances;
      });
    }
  }

  // Nobody has decided on it, nor was its tool ever called.
  static bool may_be_asked(const Look& look, uint64_t id) {
    return std::ranges::any_of(look.calls,
                               [&](const RunCall& call) { return call.call.id == id && call.policy.empty() && !call.attempts; });
  }

  static void go_on(Transaction& tx, Mind& m) {
    Step step{.then = Step::Then::kKeep, .state = m.queue + std::to_string(m.lease->seq + 1)};
    if (m.answered_call) step.consumed = {m.answered_call};
    const uint64_t next_call = m.lease->seq + 1;
    if (next_call > kLastCall) step.then = Step::Then::kDone;
    else step.waiting = {call_after(m.queue, next_call)};
    const bool has_tool = next_call <= kLastCall && !step.waiting[0].ask && !step.waiting[0].tool.empty();
    if (next_call <= kLastCall && !has_tool) step.then = Step::Then::kLetGo;
    advance(tx, *m.lease, step, seal(tx.seals, m.lease->tenant, m.lease->run, next_call, step.state));
    m.answered_call = 0;
    if (step.then != Step::Then::kKeep) {
      m = {};
    } else {
      m.ready_call = next_call;
      m.idempotent = step.waiting[0].idempotent;
    }
  }

  void claim_one(const State& state, const Looks& looks, size_t w, const std::string& queue) {
    step(state, looks, "w" + std::to_string(w) + " claims " + queue, [&](State& next) {
      auto tx = transaction(0);
      Turns turns;
      const std::vector<Lease> leases =
          claim(tx, {.worker = "w" + std::to_string(w), .queues = {queue}, .lease_ms = uint64_t(kLease)}, turns);
      if (leases.size() != 1) return fail_with("a ready run wasn't claimed");
      Mind& mind = next.minds[w];
      mind.lease = leases[0];
      mind.queue = queue;
      for (const RunCall& call : open_calls_of(*database_, leases[0].run)) {
        if (call.answer) mind.answered_call = call.call.id;
        if (call.state == CallState::kPending && !call.tool.empty()) mind.ready_call = call.call.id;
        mind.idempotent = call.idempotent;
      }
    });
  }

  // What happens to a run from outside.
  void surround(const State& state, const Looks& looks, const Look& look) {
    const RunRow& run = look.run;
    const auto from_outside = [&](const std::string& name, bool disturbs, auto act) {
      if (disturbs && state.disturbances == 0) return;
      step(state, looks, run.name + ": " + name, [&](State& next) {
        if (disturbs) --next.disturbances;
        act();
      });
    };
    if (run.status == RunStatus::kRunning)
      from_outside("the lease is over", true, [&] {
        auto tx = transaction(kLong);
        keep_others(run.id, [&] { expire(tx); });
      });
    if (run.wake_at)
      from_outside("wakes", false, [&] {
        auto tx = transaction(kLong);
        wake(tx);
      });
    if (run.status == RunStatus::kDead)
      from_outside("is retried", false, [&] {
        auto tx = transaction(0);
        retry(tx, run.id, std::nullopt);
      });
    if (!has_ended(run.status))
      from_outside("is cancelled", true, [&] {
        auto tx = transaction(0);
        cancel(tx, run.id, "");
      });
    if (run.queue == "b" && run.seq > 0 && !has_ended(run.status) && messages_of(*database_, run.id).empty())
      from_outside("somebody sends", /*disturbs=*/run.seq == 1, [&] {  // before anybody waits for it
        auto tx = transaction(0);
        send(tx, {.run = run.id, .channel = "news", .value = Data(2)});
      });
    for (const RunCall& call : look.calls) answer_call(state, look, call, from_outside);
  }

  // A lease may be over while another one, given earlier, was renewed: only `id` expires.
  template <class Act>
  void keep_others(const std::string& id, Act act) {
    static constexpr Statement kSet{"UPDATE run SET lease_until = $1 WHERE id <> $2 AND lease_until IS NOT NULL"};
    database_->run(kSet, {kLong + kLong, id});
    act();
    database_->run(kSet, {kLease, id});
  }

  template <class Outside>
  void answer_call(const State& state, const Look& look, const RunCall& call, const Outside& from_outside) {
    const RunRow& run = look.run;
    if (call.state == CallState::kAwaitingApproval && !has_ended(run.status)) {
      const auto decided = [&](const std::string& who, Verdict verdict) {
        from_outside(who + " decides: " + to_string(verdict), false, [&, who, verdict] {
          auto tx = transaction(0);
          const std::string shown = shown_hash(snapshot_hash(*database_, run.id, run.seq), call.key, call.call.function,
                                               json_of_arguments(call.call), call.policy);
          decide(tx, {.run = run.id, .call = call.call.id, .shown = shown, .who = who, .verdict = verdict});
        });
      };
      // Who they are doesn't matter, but that they are different.
      decided("ada", Verdict::kDeny);
      decided(approvals_of(call, decisions_of(*database_, run.id, call.call.id)).empty() ? "ada" : "bo", Verdict::kApprove);
      if (call.asked.deadline)
        from_outside("nobody decides in time", false, [&] {
          auto tx = transaction(kLong);
          if (lapse(tx) != 1) fail_with("a deadline that is over did nothing");
        });
    }
    if (call.state != CallState::kInDoubt && call.state != CallState::kHeld) return;
    // Whoever reconciles says what is true, and that nothing happened only when nobody is left who might still act.
    const bool acted = state.effects.contains(call.key);
    const bool may_act = std::ranges::any_of(state.minds, [&](const Mind& mind) {
      return mind.lease && mind.lease->run == run.id && mind.acting == call.call.id && !mind.acted;
    });
    if (!acted && may_act) return;
    from_outside(acted ? "it had acted" : "it hadn't acted", false, [&] {
      auto tx = transaction(0);
      reconcile(tx, {.run = run.id, .call = call.call.id, .who = "ada", .answer = acted ? std::optional<Answer>(Data(3)) : std::nullopt});
    });
  }

  std::unique_ptr<Database> database_;
  StoreOptions options_;
  const Seals seals_{options_};
  std::map<std::string, std::string> runs_;  // queue: id
  std::unordered_set<std::string> visited_;
  std::vector<std::string> path_;
};

// FERMATA_MODEL_DISTURBANCES=2 takes some minutes.
class Model : public testing::TestWithParam<uint64_t> {};
TEST_P(Model, AllLawsHoldWhateverHappensInWhateverOrder) {
  const char* more = std::getenv("FERMATA_MODEL_DISTURBANCES");
  const Explorer explorer(more ? std::atoi(more) : 1, GetParam());
  EXPECT_EQ(explorer.failure, "");
  std::set<Transition> expected = {Transition::kSubmit,   Transition::kClaim,   Transition::kDispatch,  Transition::kAnswer,
                                   Transition::kAdvance,  Transition::kRelease, Transition::kFail,      Transition::kExpire,
                                   Transition::kWake,     Transition::kDecide,  Transition::kReconcile, Transition::kCancel,
                                   Transition::kFailCall, Transition::kAsk,     Transition::kSend,      Transition::kLapse};
  if (GetParam() == 1) expected.insert(Transition::kRetry);  // a crash makes a run dead
  EXPECT_EQ(explorer.seen, expected);
  EXPECT_GT(explorer.states, 3'000u);
  std::printf("%zu states, %zu steps\n", explorer.states, explorer.steps);
}
INSTANTIATE_TEST_SUITE_P(MostFailures, Model, testing::Values(1, 3));

}  // namespace
}  // namespace fermata::durable
