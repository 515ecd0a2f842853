// Stores and runs for the tests: each test has a store of its own on each database, checked against all laws when the test is over.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "databases.h"
#include "fermata/durable/check.h"
#include "fermata/durable/store.h"

namespace fermata::durable {

inline std::string told(const std::vector<Violation>& violations) {
  std::string text;
  for (const Violation& violation : violations) text += violation.run + ": " + violation.law + ": " + violation.text + "\n";
  return text;
}

// Of what a database does.
inline StoreError::Kind failure(const std::function<void()>& transition) {
  try {
    transition();
  } catch (const StoreError& error) {
    return error.kind();
  }
  ADD_FAILURE() << "it didn't fail";
  return StoreError::Kind::kUnknown;
}

// TEST_P(StoreTest, Name) is a test over each database.
class StoreTest : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (!database.absent().empty()) GTEST_SKIP() << database.absent();
    store = open();
  }
  void TearDown() override {
    if (store) {
      EXPECT_EQ(told(check(*store)), "");
    }
  }

  std::unique_ptr<Store> open(StoreOptions options = {}) {
    options.clock = [this] { return double(time) / 1000; };
    return Store::open(database.where(), std::move(options));
  }

  std::string submit(Submission submission = {}) {
    if (submission.source.empty()) submission.source = "ask(1)";
    submission.name = "agent.py";
    return store->submit(submission).run;
  }
  Lease claim(const std::string& worker = "w1", uint64_t lease_ms = 10'000) {
    auto leases = store->claim({.worker = worker, .lease_ms = lease_ms});
    EXPECT_EQ(leases.size(), 1u);
    return leases.empty() ? Lease() : leases[0];
  }
  RunStatus status(const std::string& run) { return store->run(run)->status; }
  RunCall call(const std::string& run, uint64_t id) {
    for (RunCall& call : store->calls(run))
      if (call.call.id == id) return call;
    ADD_FAILURE() << "no call " << id;
    return {};
  }
  void pass(Time ms) { time += ms; }

  TestDatabase database{GetParam()};
  Time time = 1'700'000'000'000;
  std::unique_ptr<Store> store;
};

// A call that a program waits for.
inline Waiting waiting(uint64_t id, const std::string& function, const std::string& tool = "", bool idempotent = false) {
  return {.call = {.id = id, .function = function, .args = {Data(int(id))}, .file = "agent.py", .line = 1},
          .tool = tool,
          .idempotent = idempotent};
}
inline Waiting asked(uint64_t id, const std::string& function, const std::string& tool = "", const std::string& policy = "--approve") {
  Waiting call = waiting(id, function, tool);
  call.ask = Ask{.note = policy};
  return call;
}

// What a transition is refused with.
inline std::string refusal(const std::function<void()>& transition) {
  try {
    transition();
  } catch (const Refused& refused) {
    return refused.what();
  }
  return "";
}

inline Data value(const RunCall& call) { return call.answer ? std::get<Data>(*call.answer) : Data("no answer"); }

}  // namespace fermata::durable
