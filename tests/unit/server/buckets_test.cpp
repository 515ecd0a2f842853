// How often something may happen, for each of many.
#include <gtest/gtest.h>

#include "server/buckets.h"

namespace fermata::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(Buckets, ABurstAndThenARate) {
  Buckets buckets({.per_s = 2, .burst = 3});
  const auto now = Clock::now();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(buckets.take("a", now), 0);
  EXPECT_DOUBLE_EQ(buckets.take("a", now), 0.5);
  EXPECT_EQ(buckets.take("b", now), 0);
  EXPECT_DOUBLE_EQ(buckets.take("a", now + milliseconds(250)), 0.25);
  EXPECT_EQ(buckets.take("a", now + milliseconds(500)), 0);
  EXPECT_GT(buckets.take("a", now + milliseconds(500)), 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(buckets.take("a", now + seconds(60)), 0);  // no more than the burst is saved up
  EXPECT_GT(buckets.take("a", now + seconds(60)), 0);
}

TEST(Buckets, AreBounded) {
  Buckets buckets({.per_s = 1, .burst = 1});
  const auto now = Clock::now();
  EXPECT_EQ(buckets.take("first", now), 0);
  for (size_t i = 0; i < Buckets::kMost; ++i) {
    buckets.take(std::to_string(i), now);
    if (i == 10) {
      EXPECT_GT(buckets.take("first", now), 0);
    }
  }
  EXPECT_EQ(buckets.size(), Buckets::kMost);
  EXPECT_GT(buckets.take("9999", now), 0);
}

TEST(Buckets, WhatIsGivenBackDoesntCount) {
  Buckets buckets({.per_s = 1, .burst = 1});
  const auto now = Clock::now();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(buckets.take("a", now), 0);
    buckets.give_back("a");
  }
  buckets.give_back("a");
  buckets.give_back("b");
  EXPECT_EQ(buckets.take("a", now), 0);
  EXPECT_GT(buckets.take("a", now), 0);
}

TEST(Buckets, MayBeOff) {
  Buckets buckets({});
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(buckets.take("a", Clock::now()), 0);
  EXPECT_EQ(buckets.size(), 0u);
}

TEST(Buckets, WhoHasOneAddressOfIpv6HasItsNetwork) {
  EXPECT_EQ(network_of("10.0.0.7"), "10.0.0.7");
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(network_of("::ffff:10.0.0.7"), "10.0.0.7");
  EXPECT_EQ(network_of("somewhere"), "somewhere");
}

}  // namespace
}  // namespace fermata::server
