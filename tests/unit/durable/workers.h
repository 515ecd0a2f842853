// Workers over a store of their own for the tests, with tools that are functions here.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "fermata/durable/worker.h"
#include "stores.h"

namespace fermata::durable {

class WorkerTest : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (!database.absent().empty()) GTEST_SKIP() << database.absent();
    store = Store::open(database.where());
  }
  void TearDown() override {
    if (store) {
      EXPECT_EQ(told(check(*store)), "");
    }
  }

  std::string submit(const std::string& source, Submission submission = {}) {
    submission.source = source;
    submission.name = "agent.py";
    return store->submit(submission).run;
  }
  WorkerOptions options() const {
    return {.tools = tools,
            .functions = {"ask", Grant::async("later")},
            .approve = {"pay"},
            .lease_ms = 5'000,
            .poll_ms = 20,
            .jailed = jailed};
  }
  void drain() { Worker(*store, options()).drain(); }
  // Until the run is so, or ten seconds are over.
  testing::AssertionResult becomes(const std::string& run, RunStatus status) {
    for (int i = 0; i < 1000 && store->run(run)->status != status; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const durable::Run now = *store->run(run);
    if (now.status == status) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "it is " << to_string(now.status) << " " << now.reason << (now.error ? now.error->message : "");
  }
  Tool tool(const std::string& function, std::function<Answer(const RunCall&)> answer, bool idempotent = false, bool asynchronous = false) {
    return {
        .function = function, .asynchronous = asynchronous, .idempotent = idempotent, .answer = [answer](const RunCall& call, uint64_t) {
          return answer(call);
        }};
  }
  std::string printed(const std::string& id) {
    std::string text;
    for (const Snapshot& snapshot : store->snapshots(id)) text += snapshot.stdout_text;
    return text;
  }
  static Answer doubled(const RunCall& call) { return Data(call.call.args.at(0).as_int() * 2); }

  TestDatabase database{GetParam()};
  bool jailed = false;
  std::vector<Tool> tools = {tool("double", doubled), tool("adouble", doubled, true, true), tool("pay", doubled)};
  std::unique_ptr<Store> store;
};

}  // namespace fermata::durable
