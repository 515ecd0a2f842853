// Zones, as the system's database has them, and damaged files. (tests/python/test_time_and_chance.py compares with CPython's.)
#include "base/zone.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

namespace fermata {
namespace {

std::string file_of(const char* name) {
  std::ifstream file(std::string("/usr/share/zoneinfo/") + name, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

TEST(Zone, Utc) {
  const auto utc = Zone::find("UTC");
  ASSERT_TRUE(utc);
  for (const int64_t at : {int64_t(0), int64_t(-1) << 40, int64_t(1) << 40}) {
    EXPECT_EQ(utc->at(at).offset, 0);
    EXPECT_EQ(utc->at(at).name, "UTC");
  }
}

TEST(Zone, TransitionsAndTheRuleBehindThem) {
  const auto zone = Zone::find("Europe/Berlin");
  if (!zone) GTEST_SKIP() << "no time zone database";
  const auto check = [&](int64_t at, int offset, bool daylight, const char* name) {
    const Zone::Local local = zone->at(at);
    EXPECT_EQ(local.offset, offset) << at;
    EXPECT_EQ(local.daylight, daylight) << at;
    EXPECT_EQ(local.name, name) << at;
  };
  check(1774745999, 3600, false, "CET");  // 2026-03-29 00:59:59 UTC
  check(1774746000, 7200, true, "CEST");
  check(1792889999, 7200, true, "CEST");  // 2026-10-25 00:59:59 UTC
  check(1792890000, 3600, false, "CET");
  check(4102444800, 3600, false, "CET");  // 2100-01-01
  check(-3000000000, 3208, false, "LMT");
}

TEST(Zone, NamesThatLeadElsewhere) {
  for (const char* name :
       {"", "/", "..", "../zoneinfo/UTC", "/usr/share/zoneinfo/Europe/Berlin", "Europe/", "Europe//Berlin", "Europe", "tzdata.zi", "a\nb"})
    EXPECT_FALSE(Zone::find(name)) << name;
}

TEST(Zone, DamagedFilesAreRefusedOrGiveSomething) {
  const std::string whole = file_of("Europe/Berlin");
  if (whole.empty()) GTEST_SKIP() << "no time zone database";
  std::mt19937 random(7);
  for (size_t length = 0; length < whole.size(); length += 7) {
    const auto zone = Zone::read("cut", std::string_view(whole).substr(0, length));
    if (zone) zone->at(1'800'000'000);
  }
  for (int i = 0; i < 5000; ++i) {
    std::string bytes = whole;
    for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = char(random());
    const auto zone = Zone::read("damaged", bytes);
    if (zone)
      for (const int64_t at : {int64_t(0), int64_t(1'800'000'000), int64_t(1) << 40, -(int64_t(1) << 40)}) zone->at(at);
  }
}

}  // namespace
}  // namespace fermata
