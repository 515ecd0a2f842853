// Messages: what is sent to runs, and what programs receive.
#include <thread>

#include "workers.h"

namespace fermata::durable {
namespace {

Waiting receiving(uint64_t id, const std::string& channel, std::optional<Time> due = std::nullopt) {
  Waiting call = waiting(id, "receive");
  call.channel = channel;
  call.due = due;
  return call;
}

class MessageTest : public StoreTest {
 protected:
  std::vector<uint64_t> consumers(const std::string& run) {
    std::vector<uint64_t> calls;
    for (const Message& message : store->messages(run)) calls.push_back(message.consumed_by);
    return calls;
  }
};

TEST_P(MessageTest, AMessageAnswersTheCallThatWaitsForIt) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(lease, {.state = "s", .waiting = {receiving(1, "a"), receiving(2, "b")}});
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  EXPECT_TRUE(store->unanswered().empty()) << "it waits for no person";
  EXPECT_EQ(store->wake_for({"receive"}, {"default"}), 0u);
  store->send({.run = id, .channel = "c", .value = Data(3)});
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  EXPECT_EQ(store->send({.run = id, .channel = "b", .value = Data("hello"), .key = "k"}), 2u);
  EXPECT_EQ(status(id), RunStatus::kReady);
  EXPECT_EQ(value(call(id, 2)), Data("hello"));
  EXPECT_EQ(store->send({.run = id, .channel = "b", .value = Data("hello"), .key = "k"}), 2u) << "the same one";
  EXPECT_NE(refusal([&] { store->send({.run = id, .channel = "b", .value = Data("other"), .key = "k"}); }), "");
  EXPECT_EQ(consumers(id), (std::vector<uint64_t>{0, 2}));
  EXPECT_THROW(store->send({.run = id, .channel = "", .value = Data()}), UsageError);
  EXPECT_EQ(refusal([&] { store->send({.run = "r", .channel = "a"}); }), "there is no run r");
}

TEST_P(MessageTest, MessagesWaitForTheCallInTheirOrder) {
  const std::string id = submit();
  for (const int i : {1, 2, 3}) store->send({.run = id, .channel = i == 2 ? "b" : "a", .value = Data(i)});
  Lease lease = claim();
  store->advance(lease, {.then = Step::Then::kKeep, .state = "s", .waiting = {receiving(1, "a")}});
  EXPECT_EQ(value(call(id, 1)), Data(1));
  store->advance(lease, {.then = Step::Then::kKeep, .state = "t", .consumed = {1}, .waiting = {receiving(2, "a")}});
  EXPECT_EQ(value(call(id, 2)), Data(3));
  store->advance(lease, {.state = "u", .consumed = {2}, .waiting = {receiving(3, "a")}});
  EXPECT_EQ(status(id), RunStatus::kWaiting);
  EXPECT_EQ(consumers(id), (std::vector<uint64_t>{1, 0, 2}));
  const std::string fork = store->fork({.run = id, .seq = 1});
  EXPECT_EQ(value(call(fork, 1)), Data(1)) << "the fork has what it once got";
  store->cancel(id);
  EXPECT_NE(refusal([&] { store->send({.run = id, .channel = "a"}); }), "");
  pass(10);
  store->prune({.ended_before = time});
  EXPECT_TRUE(store->messages(id).empty());
}

TEST_P(MessageTest, NobodyWaitsForEver) {
  const std::string id = submit();
  Lease lease = claim();
  store->advance(lease, {.state = "s", .waiting = {receiving(1, "a", time + 50), receiving(2, "b")}});
  EXPECT_EQ(store->next_due(), time + 50);
  pass(50);
  EXPECT_EQ(store->wake(), 1u);
  EXPECT_EQ(std::get<Error>(*call(id, 1).answer).type, "TimeoutError");
  EXPECT_EQ(call(id, 2).state, CallState::kPending);
  store->send({.run = id, .channel = "a", .value = Data(1)});
  EXPECT_EQ(consumers(id), (std::vector<uint64_t>{0})) << "it came too late";
}

INSTANTIATE_TEST_SUITE_P(Databases, MessageTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

class ReceivingTest : public WorkerTest {};

TEST_P(ReceivingTest, ProgramsReceive) {
  const std::string id = submit(
      "import asyncio\nasync def main():\n    first, second = await asyncio.gather(receive('a'), receive(channel='b', timeout=3600))\n"
      "    try:\n        await receive('a', timeout=0.05)\n    except TimeoutError as e:\n        return [run_id(), first, second, "
      "str(e)]\n"
      "asyncio.run(main())");
  store->send({.run = id, .channel = "b", .value = Data(2)});
  std::string told;
  WorkerOptions one = options();
  one.told = [&](const WorkerNote& note) { told = note.what; };
  Worker(*store, one).drain();
  EXPECT_EQ(store->run(id)->status, RunStatus::kWaiting);
  EXPECT_EQ(told, "waits: receive() waits for a message on 'a'");
  store->send({.run = id, .channel = "a", .value = Data::list({1})});
  Worker worker(*store, options());
  std::thread thread([&] { worker.run(); });
  EXPECT_TRUE(becomes(id, RunStatus::kDone));
  worker.stop();
  thread.join();
  EXPECT_EQ(store->run(id)->result, Data::list({id, Data::list({1}), 2, "no message came on 'a' in time"}));
}

TEST_P(ReceivingTest, WrongArgumentsAreTheProgramsAffair) {
  const std::string id = submit(
      "n = 0\nfor args in [(), (1,), ('',), ('a', -1), ('a', 'b'), ('a', 1, 2), ('x' * 201,), ('\\ud800',)]:\n    try:\n        await "
      "receive(*args)\n"
      "    except TypeError:\n        n += 1\nn");
  drain();
  EXPECT_EQ(store->run(id)->result, Data(8));
}

TEST_P(ReceivingTest, TheHostsOwnFunctionsComeFirst) {
  tools.push_back(tool("run_id", [](const RunCall&) { return Answer(Data("mine")); }));
  WorkerOptions own = options();
  own.functions = {"receive"};
  const std::string id = submit("[run_id(), receive('a')]");
  Worker(*store, own).drain();
  EXPECT_EQ(store->unanswered().at(0).call.function, "receive");
  store->answer(id, store->unanswered().at(0).call.id, Data(1));
  Worker(*store, own).drain();
  EXPECT_EQ(store->run(id)->result, Data::list({"mine", 1}));
}

INSTANTIATE_TEST_SUITE_P(Databases, ReceivingTest, testing::Values(Kind::kSqlite, Kind::kPostgres), name_of);

}  // namespace
}  // namespace fermata::durable
