// Processes that serve one tenant's sessions, one after the other.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <thread>
#include <unistd.h>

#include "fermata/jail.h"
#include "jailed.h"

namespace fermata {
namespace {

class Tenants : public Jailed {
 protected:
  void SetUp() override {
    Jailed::SetUp();
    if (IsSkipped()) return;
    jail = std::make_unique<Jail>(JailOptions{.resting = 2, .grace_ms = 500});
  }
  std::unique_ptr<Session> begin(const char* text, const char* tenant, SessionOptions options = {}) {
    std::vector<Finding> findings;
    auto session = jail->session(text, "test.py", std::move(options), &findings, {.tenant = tenant});
    EXPECT_TRUE(session);
    process = jailed_process(*session);
    return session;
  }
  Data result_of(const char* text, const char* tenant, SessionOptions options = {}) {
    const auto session = begin(text, tenant, std::move(options));
    session->start();
    return session->outcome().result;
  }

  std::unique_ptr<Jail> jail;
  int process = 0;  // that served the last one
};

TEST_F(Tenants, NextSessionHasTheirProcessAndNobodyElses) {
  EXPECT_EQ(result_of("1 + 2", "ada"), Data(3));
  const int first = process;
  EXPECT_GT(first, 0);
  EXPECT_EQ(jail->stats().resting, 1U);
  EXPECT_EQ(jail->stats().sessions, 0U);
  EXPECT_EQ(result_of("2 + 2", "ada"), Data(4));
  EXPECT_EQ(process, first);
  EXPECT_EQ(result_of("3 + 3", "ben"), Data(6));
  EXPECT_NE(process, first);
  EXPECT_EQ(result_of("4 + 4", ""), Data(8));
  EXPECT_NE(process, first);
  EXPECT_EQ(jail->stats().resting, 2U);
  EXPECT_EQ(jail->check("1 +", "test.py", {}, {}, {.tenant = "ada"}).size(), 1U);
  EXPECT_EQ(result_of("5 + 5", "ada"), Data(10));
  EXPECT_EQ(process, first);
  // A state, too.
  const auto waiting = begin("ask()", "ada", {.functions = {"ask"}});
  waiting->start();
  const std::string state = waiting->save();
  end_process(*waiting);
  const auto loaded = jail->load(state, {.functions = {"ask"}}, nullptr, nullptr, {.tenant = "ada"});
  ASSERT_TRUE(loaded);
  EXPECT_EQ(jailed_process(*loaded), first);
  EXPECT_EQ(loaded->resume(1, Data(7)).result, Data(7));
  EXPECT_EQ(jailed_process(*waiting), 0);
}

TEST_F(Tenants, SessionsMeetNothingOfEachOther) {
  constexpr char kLeaves[] =
      "import sys, random, json, decimal, logging\nrandom.seed(1)\njson.mine = sys.mine = secret = 5\ndecimal.getcontext().prec = 3\n"
      "logging.getLogger('a').setLevel(10)\nprint('so far')\nask()";
  constexpr char kLooks[] =
      "import sys, random, json, decimal, logging\n"
      "(hasattr(json, 'mine'), hasattr(sys, 'mine'), 'secret' in globals(), decimal.getcontext().prec, logging.getLogger('a').level,\n"
      " random.random())";
  const auto leaves = [&](uint64_t seed) {
    auto session = begin(kLeaves, "ada", {.functions = {"ask"}, .seed = seed, .clock = fixed_clock(1)});
    session->start();
    EXPECT_EQ(session->output(), "so far\n");
  };
  leaves(1);
  const int first = process;
  const Data seen = result_of(kLooks, "ada", {.seed = 5});
  EXPECT_EQ(process, first);
  std::vector<Finding> findings;
  Session fresh(Program::compile(kLooks, "test.py", &findings), {.seed = 5});
  fresh.start();
  EXPECT_EQ(seen, fresh.outcome().result);
  // What was granted is gone with the session, as are its limits and its time.
  leaves(2);
  const auto session = begin("ask()", "ada");
  EXPECT_EQ(process, first);
  session->start();
  ASSERT_EQ(session->status(), Status::kRaised);
  EXPECT_EQ(session->outcome().error->type, "NameError");
  EXPECT_EQ(session->output(), "");
}

TEST_F(Tenants, LimitsAreEachSessionsOwn) {
  SessionOptions small;
  small.limits.heap_bytes = 1 << 20;
  small.limits.time_ms = 200;
  EXPECT_EQ(result_of("1", "ada", small), Data(1));
  const int first = process;
  for (int i = 0; i < 20; ++i) EXPECT_EQ(result_of("len('x' * 30_000_000)", "ada"), Data(30'000'000));
  EXPECT_EQ(process, first);
  const auto session = begin("while True: pass", "ada", small);
  EXPECT_EQ(session->start().limit, "time_ms");
}

TEST_F(Tenants, WhatWasInterruptedHasCrashedOrGrownIsEnded) {
  const auto other_than = [&](int before) {
    EXPECT_EQ(result_of("1 + 2", "ada"), Data(3));
    EXPECT_NE(process, before);
    return process;
  };
  {
    const auto session = begin("for i in range(10): pass", "ada");
    session->interrupt();
    EXPECT_EQ(session->start().limit, "interrupt");
  }
  int last = other_than(process);
  {
    const auto session = begin("1", "ada");
    EXPECT_EQ(process, last);
    kill(process, SIGKILL);
    EXPECT_EQ(session->start().status, Status::kCrashed);
  }
  last = other_than(process);
  {
    SessionOptions options;
    options.limits.heap_bytes = 200 << 20;
    const auto session = begin("x = [bytes(100) for i in range(800_000)]\n1", "ada", std::move(options));
    EXPECT_EQ(process, last);
    EXPECT_EQ(session->start().result, Data(1));
  }
  last = other_than(process);
  // One that is killed while it rests, and one that hangs.
  kill(last, SIGKILL);
  last = other_than(last);
  kill(last, SIGSTOP);
  // It had tidied up before that, and hangs when it is asked for more; or it hadn't, and is ended at once.
  try {
    begin("1 + 2", "ada");
  } catch (const JailCrash& error) {
    EXPECT_EQ(error.crash.signal, SIGKILL);
  }
  other_than(last);
}

TEST_F(Tenants, OnlySoManyRest) {
  std::vector<std::unique_ptr<Session>> sessions;
  for (const char* tenant : {"a", "b", "c", "d"}) sessions.push_back(begin("1", tenant));
  const int last = process;
  sessions.clear();
  EXPECT_EQ(jail->stats().resting, 2U);
  result_of("1", "d");
  EXPECT_EQ(process, last);
  result_of("1", "a");
  EXPECT_EQ(jail->stats().resting, 2U);
  EXPECT_EQ(jail->stats().sessions, 0U);
}

TEST_F(Tenants, ManyThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const std::string tenant(1, char('a' + t % 2));
      std::vector<Finding> findings;
      for (int i = 0; i < 50; ++i) {
        const auto session = jail->session("n * 2", "test.py", {}, &findings, {.tenant = tenant});
        std::atomic<bool> done = false;
        std::thread meddler([&] {
          if (i % 10 == 0) session->interrupt();
          done = true;
        });
        const Outcome outcome = session->start({{"n", Data(i)}});
        good += outcome.result == Data(2 * i) || outcome.limit == "interrupt";
        meddler.join();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 200);
  EXPECT_LE(jail->stats().resting, 2U);
}

}  // namespace
}  // namespace fermata
