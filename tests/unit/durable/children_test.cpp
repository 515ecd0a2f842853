// Children: runs that programs spawn, what they share with their parents, and what becomes of the ones when the others end.
#include <thread>

#include "workers.h"

namespace fermata::durable {
namespace {

Waiting spawning(uint64_t id) { return waiting(id, "spawn", "worker", true); }
Waiting awaiting(uint64_t id, const std::string& child) {
  Waiting call = waiting(id, "ChildRun.__await__");
  call.child = child;
  return call;
}

class ChildrenTest : public StoreTest {
 protected:
  // A parent that has spawned a child by its call 1, and stands at snapshot 1.
  std::string begin(Lease& lease, const std::string& source = "ask(1)") {
    const std::string id = submit();
    lease = claim();
    store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {spawning(1)}});
    child = store->spawn(lease, 1, {.source = source});
    return id;
  }
  // It waits for its child by call 2.
  void wait(Lease& lease) { store->advance(lease, {.state = "t", .consumed = {1}, .waiting = {awaiting(2, child)}}); }
  // Whatever else is ready.
  Lease claim_of(const std::string& run) {
    for (Lease& lease : store->claim({.worker = "w2", .most = 10})) claimed[lease.run] = lease;
    return claimed[run];
  }
  void end_child(const Step& step) {
    Lease lease = claim_of(child);
    store->advance(lease, step);
  }
  Error error(const RunCall& call) { return call.answer ? std::get<Error>(*call.answer) : Error(); }

  std::string child{};
  std::map<std::string, Lease> claimed{};
};

TEST_P(ChildrenTest, AChildIsSpawnedOnceWithTheAnswer) {
  Lease lease;
  const std::string id = begin(lease);
  const durable::Run run = *store->run(child);
  EXPECT_EQ(run.parent, id);
  EXPECT_EQ(run.parent_call, 1u);
  EXPECT_EQ(run.root, id);
  EXPECT_EQ(run.name, "agent.py#1");
  EXPECT_EQ(value(call(id, 1)), Data::object(ObjectKind::kHandle, "ChildRun", {{"name", child}}));
  EXPECT_NE(refusal([&] { store->spawn(lease, 1, {.source = "1"}); }), "") << "it has its child";
  Lease old = lease;
  pass(20'000);
  store->expire();
  EXPECT_THROW(store->spawn(old, 1, {.source = "1"}), Fenced);
  EXPECT_EQ(store->children(id).size(), 1u);
  EXPECT_EQ(store->child(id, child)->id, child);
  EXPECT_FALSE(store->child(child, id));
}

TEST_P(ChildrenTest, NobodyApprovesWhatTheirRunsChildAsks) {
  const std::string id = submit({.by = "ada"});
  Lease lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {spawning(1)}});
  child = store->spawn(lease, 1, {.source = "refund(1)"});
  EXPECT_EQ(store->run(child)->by, "ada");
  Waiting asking = waiting(1, "refund", "command");
  asking.ask = Ask{.note = "refunds"};
  end_child({.state = "s", .waiting = {asking}});
  Decision decision{
      .run = child, .call = 1, .shown = store->approval(child, 1)->shown, .who = "ada", .channel = "test", .verdict = Verdict::kApprove};
  EXPECT_EQ(refusal([&] { store->decide(decision); }),
            "ada submitted run " + child + ": somebody else has to decide on call " + child + ":1:1");
  decision.who = "bo";
  EXPECT_EQ(store->decide(decision), CallState::kPending);
}

TEST_P(ChildrenTest, AnEndAnswersTheCallThatWaits) {
  Lease lease;
  const std::string id = begin(lease);
  wait(lease);
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  EXPECT_TRUE(store->unanswered().empty()) << "it waits for no person";
  EXPECT_EQ(store->wake_for({"ChildRun.__await__"}, {"default"}), 0u);
  end_child({.then = Step::Then::kDone, .state = "s", .result = Data(42)});
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_EQ(value(call(id, 2)), Data(42));
  EXPECT_EQ(store->log(id).back().kind, "join");
}

TEST_P(ChildrenTest, AnEndBeforeAnybodyWaitsIsThereLater) {
  Lease lease;
  const std::string id = begin(lease);
  end_child({.then = Step::Then::kRaised, .state = "s", .error = Error{.type = "ValueError", .message = "no"}});
  wait(lease);
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_EQ(error(call(id, 2)).type, "ValueError");
  EXPECT_EQ(error(call(id, 2)).message, "no");
  Lease next = claim();
  store->advance(next, {.state = "u", .consumed = {2}, .waiting = {awaiting(3, child)}});
  EXPECT_EQ(error(call(id, 3)).type, "ValueError") << "as often as it is asked";
}

TEST_P(ChildrenTest, WhatWouldEndAParentIsARuntimeError) {
  Lease lease;
  const std::string id = begin(lease);
  wait(lease);
  end_child({.then = Step::Then::kRaised, .state = "s", .error = Error{.type = "SystemExit", .message = "1"}});
  EXPECT_EQ(error(call(id, 2)).type, "RuntimeError");
  EXPECT_EQ(error(call(id, 2)).message, "run " + child + " raised SystemExit: 1");
}

TEST_P(ChildrenTest, ACancelledChildRaises) {
  Lease lease;
  const std::string id = begin(lease);
  wait(lease);
  store->cancel(child, "too slow");
  EXPECT_EQ(error(call(id, 2)).message, "run " + child + " was cancelled: too slow");
  EXPECT_EQ(status(id), RunStatus::kReady);
}

TEST_P(ChildrenTest, ATreeIsCancelledFromItsRoot) {
  Lease lease;
  const std::string id = begin(lease);
  wait(lease);
  Lease middle = claim("w2");
  store->advance(middle, {.then = Step::Then::kKeep, .state = "s", .waiting = {spawning(1), spawning(2)}});
  const std::string one = store->spawn(middle, 1, {.source = "1"}), two = store->spawn(middle, 2, {.source = "2"});
  Lease last = claim_of(one);
  store->cancel(id, "enough");
  for (const std::string& run : {id, child, one, two}) EXPECT_EQ(status(run), RunStatus::kCancelled);
  EXPECT_THROW(store->advance(last, {.then = Step::Then::kDone, .state = "s"}), Fenced);
  EXPECT_EQ(store->run(two)->reason, "its parent, run " + child + ", has ended");
  EXPECT_EQ(store->run(two)->root, id);
}

TEST_P(ChildrenTest, NoChildOutlivesItsParent) {
  Lease lease;
  const std::string id = begin(lease);
  store->advance(lease, {.then = Step::Then::kDone, .state = "t", .consumed = {1}});
  EXPECT_EQ(status(child), RunStatus::kCancelled);
}

TEST_P(ChildrenTest, ADeadParentsChildrenGoOnAndADeadChildIsWaitedFor) {
  Lease lease;
  const std::string id = begin(lease);
  wait(lease);
  {
    Lease working = claim("w2");
    store->advance(working, {.then = Step::Then::kDead, .state = "s", .reason = "no"});
  }
  EXPECT_EQ(status(child), RunStatus::kDead);
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  store->retry(child);
  store->answer(id, 2, Data(5));  // somebody knows
  Lease again;
  for (Lease& one : store->claim({.worker = "w3", .most = 2}))
    if (one.run == id) again = one;
  store->advance(again, {.then = Step::Then::kDead, .state = "u", .consumed = {2}, .waiting = {awaiting(3, child)}, .reason = "no"});
  EXPECT_EQ(status(child), RunStatus::kRunning);
  store->cancel(child);
  EXPECT_EQ(error(call(id, 3)).type, "RuntimeError");
  store->retry(id);
  EXPECT_EQ(status(id), RunStatus::kReady);
}

TEST_P(ChildrenTest, ATreeIsPrunedAsAWhole) {
  Lease lease;
  const std::string id = begin(lease);
  wait(lease);
  end_child({.then = Step::Then::kDone, .state = "s"});
  pass(1000);
  EXPECT_TRUE(store->prune({.ended_before = time, .dry_run = true}).empty()) << "its parent may ask again";
  Lease next = claim();
  store->advance(next, {.then = Step::Then::kDone, .state = "u", .consumed = {2}});
  EXPECT_TRUE(store->prune({.ended_before = time}).empty());
  pass(1000);
  EXPECT_EQ(store->prune({.ended_before = time, .dry_run = true}).size(), 2u);
  EXPECT_EQ(store->prune({.ended_before = time}).size(), 2u);
  EXPECT_FALSE(store->run(child));
}

TEST_P(ChildrenTest, AForkHasWhatItsOriginalsChildrenGave) {
  Lease lease;
  const std::string id = begin(lease);
  wait(lease);
  const std::string early = store->fork({.run = id, .seq = 2});
  EXPECT_EQ(error(call(early, 2)).message, "run " + child + " hasn't ended, and is the child of run " + id + " alone");
  const std::string given = store->fork({.run = id, .seq = 2, .answers = {{2, Data(7)}}});
  EXPECT_EQ(value(call(given, 2)), Data(7));
  const std::string anew = store->fork({.run = id, .seq = 1, .answers = {}});
  EXPECT_EQ(call(anew, 1).state, CallState::kAnswered) << "it has its original's handle";
  end_child({.then = Step::Then::kDone, .state = "s", .result = Data(1)});
  const std::string late = store->fork({.run = id, .seq = 2});
  EXPECT_EQ(value(call(late, 2)), Data(1));
  EXPECT_EQ(store->child(store->fork({.run = late, .seq = 2}), child)->id, child);
  EXPECT_EQ(status(id), RunStatus::kReady);
}

TEST_P(ChildrenTest, FilesKeepThem) {
  Lease lease;
  const std::string id = begin(lease);
  wait(lease);
  const std::string parent_file = store->export_run(id), child_file = store->export_run(child);
  TestDatabase other(GetParam());
  auto there = Store::open(other.where());
  there->import_run(parent_file);
  EXPECT_EQ(told(check(*there)), "");
  there->import_run(child_file);
  there->cancel(child, "here");
  EXPECT_EQ(std::get<Error>(*there->calls(id).at(1).answer).type, "RuntimeError");
  there->retry(id);
  EXPECT_EQ(there->run(id)->status, RunStatus::kReady);
  EXPECT_EQ(told(check(*there)), "");
  TestDatabase third(GetParam());
  auto alone = Store::open(third.where());
  alone->import_run(parent_file);
  alone->retry(id);
  EXPECT_EQ(std::get<Error>(*alone->calls(id).at(1).answer).message, "run " + id + " has no child " + child);
  EXPECT_EQ(told(check(*alone)), "");
}

TEST_P(ChildrenTest, ThereAreOnlySoMany) {
  store = open({.most_of_tree = 3, .deepest = 2});
  const std::string id = submit();
  Lease lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {spawning(1), spawning(2), spawning(3)}});
  EXPECT_NE(store->spawn(lease, 1, {.source = "1"}), "");
  EXPECT_NE(store->spawn(lease, 2, {.source = "1"}), "");
  EXPECT_EQ(store->spawn(lease, 3, {.source = "1"}), "");
  EXPECT_EQ(error(call(id, 3)).message, "a run with its children, and theirs, is at most 3 runs");
  store = open({.most_of_tree = 30, .deepest = 1});
  Lease child_lease = claim("w2");
  store->advance(child_lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {spawning(1)}});
  EXPECT_EQ(store->spawn(child_lease, 1, {.source = "1"}), "");
  EXPECT_EQ(error(call(child_lease.run, 1)).message, "children of children are at most 1 deep");
}

TEST_P(ChildrenTest, LimitsAreShared) {
  const std::string id = submit({.limits = {.steps = 1000}});
  Lease lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {spawning(1), spawning(2)}, .spent = {.steps = 300}});
  child = store->spawn(lease, 1, {.source = "1"});
  const std::string other = store->spawn(lease, 2, {.source = "1"});
  end_child({.then = Step::Then::kDone, .state = "s", .spent = {.steps = 600}});
  EXPECT_EQ(store->left(id).steps, 400u) << "of which it has spent 300";
  Lease second = claim_of(other);
  EXPECT_EQ(store->load(second).left.steps, 100u);
  EXPECT_EQ(store->load(second).run.limits.steps, 1000u);
  store->advance(second, {.then = Step::Then::kKeep, .state = "s", .goes_on = true, .spent = {.steps = 150}});
  EXPECT_EQ(store->left(second.run).steps, 150u);
  EXPECT_EQ(store->left(id).steps, 300u);
}

TEST_P(ChildrenTest, TheCheckerFindsWhatIsWrong) {
  Lease lease;
  const std::string id = begin(lease);
  wait(lease);
  const auto broken = [&](const std::string& sql, const std::string& back) {
    database.connect()->run_script(sql);
    const std::string found = told(check(*store));
    database.connect()->run_script(back);
    EXPECT_EQ(told(check(*store)), "");
    return found;
  };
  EXPECT_EQ(broken("UPDATE run SET parent_call = 2 WHERE parent_call = 1", "UPDATE run SET parent_call = 1 WHERE parent_call = 2"),
            child + ": children: call 2 of run " + id + " didn't spawn it\n" + child + ": as written: run isn't what was written\n");
  EXPECT_EQ(broken("UPDATE run SET root = id WHERE parent IS NOT NULL", "UPDATE run SET root = '" + id + "'"),
            child + ": children: its tree isn't that of its parent, run " + id + "\n");
  EXPECT_EQ(broken("UPDATE call SET child = 'x' WHERE id = 2", "UPDATE call SET child = '" + child + "' WHERE id = 2"),
            id + ": children: call " + id + ":2:2 waits for run x, which isn't a child of its\n" + id +
                ": as written: call 2 isn't what was written\n");
  const std::string ended =
      broken("UPDATE run SET status = 'cancelled' WHERE parent IS NOT NULL", "UPDATE run SET status = 'ready' WHERE parent IS NOT NULL");
  EXPECT_NE(ended.find("waits for run " + child + ", which has ended"), ended.npos) << ended;
}

// Both ends at once, in either order, with calls for and against it: nothing is lost, and nobody waits for ever.
TEST_P(ChildrenTest, EndsMeetInAnyOrder) {
  for (int round = 0; round < 30; ++round) {
    Lease lease;
    const std::string id = begin(lease);
    wait(lease);
    Lease working = claim("w2");
    ASSERT_EQ(working.run, child);
    std::thread ends([&] {
      try {
        store->advance(working, {.then = Step::Then::kDone, .state = "s", .result = Data(1)});
      } catch (const Fenced&) {
        // It was cancelled.
      }
    });
    std::thread cancels([&] {
      try {
        store->cancel(round % 2 ? id : child);
      } catch (const Refused&) {
        // It has ended.
      }
    });
    std::thread sends([&] {
      try {
        store->send({.run = id, .channel = "a"});
      } catch (const Refused&) {
        // It was cancelled.
      }
    });
    cancels.join();
    ends.join();
    sends.join();
    EXPECT_TRUE(round % 2 || call(id, 2).answer);
    EXPECT_TRUE(has_ended(status(child)));
    if (round % 2 == 0) store->cancel(id);
  }
}

INSTANTIATE_TEST_SUITE_P(Databases, ChildrenTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

class SpawningTest : public WorkerTest {
 protected:
  RunStatus status(const std::string& run) { return store->run(run)->status; }
};

TEST_P(SpawningTest, ProgramsSpawn) {
  const std::string id = submit(
      "child = spawn('print(n)\\nn * 2', n=21)\n"
      "before = child.id\n"
      "[await child, await child, child.id == before, child.status(), child == child, type(child).__name__]");
  drain();
  ASSERT_EQ(status(id), RunStatus::kDone) << store->run(id)->error.value_or(Error()).traceback;
  EXPECT_EQ(store->run(id)->result, Data::list({42, 42, true, "done", true, "ChildRun"}));
  EXPECT_EQ(printed(store->children(id).at(0).id), "21\n");
}

TEST_P(SpawningTest, ErrorsCanBeCaught) {
  const std::string id = submit(
      "told = []\n"
      "for source in ['1 / 0', 'raise KeyError(7)', 'class Odd(Exception): pass\\nraise Odd(\"x\")', 'import json\\njson.loads(\"{\")', "
      "'f(',\n"
      "               'raise SystemExit(3)']:\n"
      "    try:\n        await spawn(source)\n"
      "    except Exception as e:\n        told.append(f'{type(e).__name__}: {e}'[:40])\n"
      "for args in [(), (1,), ('',), ('1', '2'), ('x' * 1_000_001,)]:\n"
      "    try:\n        spawn(*args)\n    except TypeError as e:\n        told.append('TypeError')\n"
      "told");
  drain();
  ASSERT_EQ(status(id), RunStatus::kDone) << store->run(id)->error.value_or(Error()).traceback;
  const auto told = store->run(id)->result.items();
  ASSERT_EQ(told.size(), 11u);
  EXPECT_EQ(told[0], Data("ZeroDivisionError: division by zero"));
  EXPECT_EQ(told[1], Data("KeyError: 7"));
  EXPECT_EQ(told[2], Data("Odd: x"));
  EXPECT_TRUE(told[3].as_str().starts_with("JSONDecodeError")) << told[3].as_str();
  EXPECT_TRUE(told[4].as_str().starts_with("SyntaxError")) << told[4].as_str();
  EXPECT_EQ(told[10], Data("TypeError"));
}

TEST_P(SpawningTest, TasksWaitForManyChildren) {
  const std::string id = submit(
      "import asyncio\n"
      "async def main():\n"
      "    children = [spawn('await adouble(n)', n=i) for i in range(100)]\n"
      "    return sum(await asyncio.gather(*children))\n"
      "asyncio.run(main())");
  Worker one(*store, options()), two(*store, options());
  std::thread first([&] { one.run(); }), second([&] { two.run(); });
  EXPECT_TRUE(becomes(id, RunStatus::kDone));
  one.stop(), two.stop();
  first.join(), second.join();
  EXPECT_EQ(store->run(id)->result, Data(9900));
}

TEST_P(SpawningTest, ChildrenHaveChildren) {
  const std::string program =
      "async def main():\n"
      "    if depth == 0: return run_id()\n"
      "    child = spawn(source, depth=depth - 1, source=source)\n"
      "    return [await child]\n"
      "import asyncio\nasyncio.run(main())";
  Submission submission{.inputs = {{"depth", Data(4)}, {"source", Data(program)}}};
  const std::string id = submit(program, submission);
  drain();
  ASSERT_EQ(status(id), RunStatus::kDone) << store->run(id)->error.value_or(Error()).traceback;
  EXPECT_EQ(store->runs().size(), 5u);
}

TEST_P(SpawningTest, ChildrenAreCancelledAndKnownByName) {
  WorkerOptions with = options();
  with.programs = {{"ever.py", "ask(1)"}};
  const std::string id = submit(
      "child = spawn('ever.py')\n"
      "child.cancel()\nchild.cancel()\n"
      "try:\n    await child\nexcept RuntimeError as e:\n    told = str(e)\n"
      "[told == f'run {child.id} was cancelled: run {run_id()} cancelled it', child.status()]");
  Worker(*store, with).drain();
  ASSERT_EQ(status(id), RunStatus::kDone) << store->run(id)->error.value_or(Error()).traceback;
  EXPECT_EQ(store->run(id)->result, Data::list({true, "cancelled"}));
  EXPECT_EQ(store->children(id).at(0).name, "ever.py");
}

TEST_P(SpawningTest, ATimeoutGivesAChildUp) {
  const std::string id = submit(
      "import asyncio\nasync def main():\n    child = spawn('ask(1)')\n"
      "    try:\n        await asyncio.wait_for(child, 0.05)\n    except TimeoutError:\n        return child.status()\n"
      "asyncio.run(main())");
  Worker worker(*store, options());
  std::thread thread([&] { worker.run(); });
  EXPECT_TRUE(becomes(id, RunStatus::kDone));
  worker.stop();
  thread.join();
  EXPECT_TRUE(becomes(store->children(id).at(0).id, RunStatus::kCancelled)) << "with its parent's end";
}

TEST_P(SpawningTest, HandlesOfOthersAreOfNoUse) {
  const std::string other = submit("child = spawn('ask(1)')\nask(2)");
  drain();
  const std::string theirs = store->children(other).at(0).id;
  Submission submission{.inputs = {{"child", Data::object(ObjectKind::kHandle, "ChildRun", {{"name", theirs}})}}};
  const std::string id = submit(
      "told = []\nfor use in [lambda: child.id, lambda: child.status(), lambda: child.cancel()]:\n"
      "    try:\n        use()\n    except RuntimeError as e:\n        told.append(str(e))\n"
      "try:\n    await child\nexcept RuntimeError as e:\n    told.append(str(e))\n"
      "set(told)",
      submission);
  drain();
  ASSERT_EQ(status(id), RunStatus::kDone) << store->run(id)->error.value_or(Error()).traceback;
  EXPECT_EQ(store->run(id)->result, Data::set({"run " + id + " has no child " + theirs}));
  EXPECT_EQ(status(theirs), RunStatus::kWaiting);
}

TEST_P(SpawningTest, ATreeSharesItsSteps) {
  const std::string id =
      submit("for i in range(10):\n    try:\n        await spawn('for i in range(100_000): pass')\n    except RuntimeError:\n        pass",
             {.limits = {.steps = 250'000}});
  drain();
  EXPECT_EQ(store->children(id).size(), 3u);
  EXPECT_EQ(store->children(id).back().status, RunStatus::kDead);
  EXPECT_EQ(store->children(id).back().limit, "steps");
  EXPECT_TRUE(store->children(id).back().reason.ends_with("and all of that one's children")) << store->children(id).back().reason;
  uint64_t steps = 0;
  for (const durable::Run& run : store->runs()) steps += run.spent.steps;
  EXPECT_LT(steps, 252'000u);
}

TEST_P(SpawningTest, WhatASpawningWorkerLostIsSpawnedOnce) {
  const std::string id = submit("[await spawn('n + 1', n=1), await spawn('n + 1', n=2)]");
  // Workers that lose their runs again and again, at any moment.
  for (int i = 0; i < 200 && !has_ended(status(id)); ++i) {
    WorkerOptions hasty = options();
    hasty.lease_ms = 1 + uint64_t(i) * 3;
    hasty.name = "w" + std::to_string(i);
    Worker worker(*store, hasty);
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(i));
      worker.stop();
    });
    worker.run();
    stopper.join();
    for (const durable::Run& run : store->runs({.status = RunStatus::kDead})) store->retry(run.id);
  }
  for (int i = 0; i < 100 && !has_ended(status(id)); ++i) {
    drain();
    store->wake();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    for (const durable::Run& run : store->runs({.status = RunStatus::kDead})) store->retry(run.id);
  }
  EXPECT_EQ(store->run(id)->result, Data::list({2, 3}));
  EXPECT_EQ(store->children(id).size(), 2u);
}

TEST_P(SpawningTest, InAJail) {
  jailed = true;
  const std::string id = submit("[await spawn('await spawn(\"6 * 7\")')]");
  drain();
  EXPECT_EQ(store->run(id)->result, Data::list({Data(42)}));
}

INSTANTIATE_TEST_SUITE_P(Databases, SpawningTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
