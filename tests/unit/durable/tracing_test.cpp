// Traces: what names a span, and which ids those of a run have. (What is sent: tests/cli/test_tracing.py.)
#include "durable/tracing/span.h"

#include "fermata/durable/tracing.h"
#include "fermata/error.h"
#include "stores.h"

namespace fermata::durable {
namespace {

constexpr char kTrace[] = "4bf92f3577b34da6a3ce929d0e0e4736", kSpan[] = "00f067aa0ba902b7";
std::string parent(const std::string& flags = "01", const std::string& version = "00") {
  return version + "-" + kTrace + "-" + kSpan + "-" + flags;
}

TEST(Tracing, ATraceparentIsReadAsW3CSays) {
  const auto read = trace_parent_from(parent());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->trace, kTrace);
  EXPECT_EQ(read->span, kSpan);
  EXPECT_TRUE(read->sampled);
  EXPECT_EQ(read->text(), parent());
  EXPECT_FALSE(trace_parent_from(parent("00"))->sampled);
  EXPECT_TRUE(trace_parent_from(parent("09"))->sampled);
  EXPECT_EQ(trace_parent_from(parent("02"))->text(), parent("00"));
  EXPECT_TRUE(trace_parent_from(parent("01", "cc") + "-more"));  // of a later version
  for (const std::string& wrong :
       {std::string(), parent() + "-", parent("01", "ff"), parent("01", "cc") + "more", parent("0g"), parent("1"), parent("01", "0A"),
        "00-" + std::string(32, '0') + "-" + kSpan + "-01", std::string("00-") + kTrace + "-" + std::string(16, '0') + "-01",
        "00-" + std::string("4BF92F3577B34DA6A3CE929D0E0E4736-") + kSpan + "-01", std::string(55, '-'), std::string(55, 'a')})
    EXPECT_FALSE(trace_parent_from(wrong)) << wrong;
}

// Workers of all releases have to agree: a run may go on for months.
TEST(Tracing, IdsFollowFromTheRun) {
  const RunTrace trace({.id = "r1"}, "");
  EXPECT_EQ(trace.run().text(), "00-245e15607ac112b4ab437e1eb478f8eb-2b3291c1c56aaeb3-01");
  EXPECT_EQ(trace.step(3).span, "33806d2bdfaee81f");
  EXPECT_EQ(trace.call(7, 2).span, "01f627b59aba77bc");
  EXPECT_EQ(trace.parent_of_run(), "");
  const RunCall call{.call = {.id = 7}, .seq = 3};
  EXPECT_EQ(trace.parent_of(call), trace.step(3).span);
  std::set<std::string> ids;
  for (const TraceParent& one : {trace.run(), trace.step(1), trace.step(11), trace.failed_step(1), trace.call(1, 1), trace.call(11, 1),
                                 trace.call(1, 11), trace.approval(1, 1), RunTrace({.id = "r2"}, "").run()})
    ids.insert(one.span);
  EXPECT_EQ(ids.size(), 9u);
}

TEST(Tracing, AChildIsInItsParentsTrace) {
  const RunTrace root({.id = "r1"}, ""), child({.id = "r2", .parent = "r1", .parent_call = 4, .root = "r1"}, "");
  EXPECT_EQ(child.run().trace, root.run().trace);
  EXPECT_EQ(child.parent_of_run(), root.run().span);
  const RunTrace given({.id = "r2", .parent = "r1", .parent_call = 4, .root = "r1"}, parent());
  EXPECT_EQ(given.run().trace, kTrace);
  EXPECT_EQ(given.parent_of_run(), RunTrace({.id = "r1"}, parent()).run().span);
  const RunTrace fork({.id = "r3", .parent = "r1"}, "");
  EXPECT_NE(fork.run().trace, root.run().trace);
  EXPECT_EQ(fork.parent_of_run(), "");
  EXPECT_EQ(fork.parent_of({.seq = 2}), fork.run().span);
}

TEST(Tracing, WhatProgramsChooseIsCut) {
  durable::Run run{.id = "r1", .name = std::string(199, 'a') + "ü" + std::string(1'000, 'a')};
  run.error = Error{.type = std::string(5'000, 'E'), .message = "secret"};
  const std::string json = otlp_json({run_span(run, "")}, {{"service.name", "a\"b"}});
  EXPECT_LT(json.size(), 1'500u);
  EXPECT_EQ(json.find("secret"), json.npos);
  EXPECT_NE(json.find(std::string(199, 'a') + "\""), json.npos) << "the half of a character isn't left";
  EXPECT_NE(json.find("a\\\"b"), json.npos);
}

TEST_P(StoreTest, AKeyStandsForAnyTraceparent) {
  EXPECT_THROW(submit({.traceparent = "nonsense"}), UsageError);
  // (A later version's may have anything behind it.)
  const std::string run = submit({.key = "k", .traceparent = "01" + parent().substr(2) + "-\tx"});
  EXPECT_EQ(submit({.key = "k"}), run);
  EXPECT_EQ(submit({.key = "k", .traceparent = parent("00")}), run);
  EXPECT_EQ(store->load(claim()).traceparent, parent());
  submit();
  EXPECT_EQ(store->load(claim()).traceparent, "");
}

}  // namespace
}  // namespace fermata::durable
