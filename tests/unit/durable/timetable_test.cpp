// Timetables, beside a slow reference that goes through all minutes.
#include "durable/timetable.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "fermata/host.h"

namespace fermata::durable {
namespace {

Time utc(int year, int month, int day, int hour = 0, int minute = 0, int second = 0) {
  using namespace std::chrono;
  const sys_days date = std::chrono::year(year) / std::chrono::month(unsigned(month)) / std::chrono::day(unsigned(day));
  return (date.time_since_epoch().count() * 86'400LL + hour * 3600 + minute * 60 + second) * 1000LL;
}

std::vector<Time> times(const std::string& when, const std::string& zone, Time after, size_t n) {
  const Timetable timetable(when, zone, after);
  std::vector<Time> found;
  for (size_t i = 0; i < n; ++i) found.push_back(after = timetable.next(after));
  return found;
}

std::string problem(const std::string& when, const std::string& zone = "UTC") {
  try {
    Timetable(when, zone, utc(2026, 1, 1));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Timetable, IntervalsAreCountedFromWhenItWasMade) {
  const Timetable timetable("15m", "UTC", 1'000);
  EXPECT_EQ(timetable.next(1'000), 901'000);
  EXPECT_EQ(timetable.next(900'999), 901'000);
  EXPECT_EQ(timetable.next(901'000), 1'801'000);
  EXPECT_EQ(timetable.next(0), 901'000);
  EXPECT_EQ(timetable.latest(901'000, 10'000'000), 9'901'000);
  EXPECT_EQ(timetable.latest(901'000, 901'000), 901'000);
  EXPECT_EQ(Timetable("2h", "UTC", 0).next(0), 7'200'000);
  EXPECT_EQ(Timetable("7d", "UTC", 0).next(0), 604'800'000);
  EXPECT_EQ(Timetable("90s", "UTC", 0).next(0), 90'000);
}

TEST(Timetable, WeekdaysAtNine) {
  // A Friday.
  EXPECT_EQ(times("0 9 * * mon-fri", "UTC", utc(2026, 11, 27, 8, 59), 3),
            (std::vector{utc(2026, 11, 27, 9), utc(2026, 11, 30, 9), utc(2026, 12, 1, 9)}));
  EXPECT_EQ(times("0 9 * * MON-Fri", "Europe/Berlin", utc(2026, 11, 27, 8), 1), (std::vector{utc(2026, 11, 30, 8)}));
}

TEST(Timetable, BothDaysGivenEitherWillDo) {
  EXPECT_EQ(times("0 0 13 * fri", "UTC", utc(2026, 11, 6), 3), (std::vector{utc(2026, 11, 13), utc(2026, 11, 20), utc(2026, 11, 27)}));
  EXPECT_EQ(times("0 0 13 * fri", "UTC", utc(2026, 12, 11), 1), (std::vector{utc(2026, 12, 13)}));
  // One that begins with * narrows the other.
  EXPECT_EQ(times("0 0 */2 * fri", "UTC", utc(2026, 11, 6), 2), (std::vector{utc(2026, 11, 13), utc(2026, 11, 27)}));
}

TEST(Timetable, NamesForTheUsual) {
  EXPECT_EQ(times("@daily", "UTC", utc(2026, 1, 1), 1), (std::vector{utc(2026, 1, 2)}));
  EXPECT_EQ(times("@hourly", "UTC", utc(2026, 1, 1), 1), (std::vector{utc(2026, 1, 1, 1)}));
  EXPECT_EQ(times("@weekly", "UTC", utc(2026, 11, 24), 1), (std::vector{utc(2026, 11, 29)}));
  EXPECT_EQ(times("@monthly", "UTC", utc(2026, 1, 1), 1), (std::vector{utc(2026, 2, 1)}));
  EXPECT_EQ(times("@yearly", "UTC", utc(2026, 1, 1), 1), (std::vector{utc(2027, 1, 1)}));
}

TEST(Timetable, RareDays) {
  EXPECT_EQ(times("0 0 29 2 *", "UTC", utc(2026, 1, 1), 2), (std::vector{utc(2028, 2, 29), utc(2032, 2, 29)}));
  EXPECT_EQ(times("0 0 29 2 *", "UTC", utc(2096, 3, 1), 1), (std::vector{utc(2104, 2, 29)}));
  // On a Sunday, Wednesday or Saturday.
  EXPECT_EQ(times("0 0 29 2 */3", "UTC", utc(2026, 1, 1), 1), (std::vector{utc(2032, 2, 29)}));
  EXPECT_EQ(problem("0 0 30 2 *"), "no time of the timetable '0 0 30 2 *' ever comes");
}

// 2026 in Berlin: 29 March 2:00 is 3:00; 25 October 3:00 is 2:00.
TEST(Timetable, ATimeThatDoesNotComeIsRightAfter) {
  EXPECT_EQ(times("30 2 * * *", "Europe/Berlin", utc(2026, 3, 28, 12), 2), (std::vector{utc(2026, 3, 29, 1), utc(2026, 3, 30, 0, 30)}));
  // Once, however many there were.
  EXPECT_EQ(times("*/20 2-3 * * *", "Europe/Berlin", utc(2026, 3, 29, 0), 3),
            (std::vector{utc(2026, 3, 29, 1), utc(2026, 3, 29, 1, 20), utc(2026, 3, 29, 1, 40)}));
}

TEST(Timetable, ATimeThatComesTwiceIsTheFirst) {
  EXPECT_EQ(times("30 2 * * *", "Europe/Berlin", utc(2026, 10, 24, 12), 2),
            (std::vector{utc(2026, 10, 25, 0, 30), utc(2026, 10, 26, 1, 30)}));
  // What is for every hour has no hour left out.
  EXPECT_EQ(times("30 * * * *", "Europe/Berlin", utc(2026, 10, 25, 0), 3),
            (std::vector{utc(2026, 10, 25, 0, 30), utc(2026, 10, 25, 1, 30), utc(2026, 10, 25, 2, 30)}));
}

TEST(Timetable, ADayThatIsSkipped) {
  // Samoa had no 30 December 2011.
  EXPECT_EQ(times("0 12 * * *", "Pacific/Apia", utc(2011, 12, 29, 12), 3),
            (std::vector{utc(2011, 12, 29, 22), utc(2011, 12, 30, 10), utc(2011, 12, 30, 22)}));
}

TEST(Timetable, SaysWhatIsWrong) {
  EXPECT_EQ(problem("0 9 * * mon-fry"),
            "the day of the week 'mon-fry' of a timetable: 'fry' isn't a number from 0 to 7, nor a name: sun, mon, …");
  EXPECT_EQ(problem("60 * * * *"), "the minute '60' of a timetable: '60' isn't a number from 0 to 59");
  EXPECT_EQ(problem("* * 0 * *"), "the day of the month '0' of a timetable: '0' isn't a number from 1 to 31");
  EXPECT_EQ(problem("* 5-3 * * *"), "the hour '5-3' of a timetable: '5-3' goes backwards");
  EXPECT_EQ(problem("5/10 * * * *"), "the minute '5/10' of a timetable: a step needs a range: */2, or 3-8/2");
  EXPECT_EQ(problem("*/0 * * * *"), "the minute '*/0' of a timetable: '0' isn't a step");
  EXPECT_NE(problem("*/2/3 * * * *"), "");
  EXPECT_NE(problem("1-2-3 * * * *"), "");
  EXPECT_NE(problem("1, * * * *"), "");
  EXPECT_NE(problem("* * * *"), "");
  EXPECT_NE(problem("* * * * * *"), "");
  EXPECT_NE(problem(""), "");
  EXPECT_NE(problem("@never"), "");
  EXPECT_NE(problem("soon"), "");
  EXPECT_NE(problem("-5m"), "");
  EXPECT_NE(problem("99999999999999999999 * * * *"), "");
  EXPECT_NE(problem("* * * * 99999999999999999999"), "");
  EXPECT_EQ(problem("0s"), "an interval lasts a second or longer, not '0s'");
  EXPECT_EQ(problem("99999999999999999999d"), "an interval has at most six digits, not '99999999999999999999d'");
  EXPECT_EQ(problem("@daily", "Mars/Base"), "there is no time zone 'Mars/Base' on this machine");
  EXPECT_NE(problem("@daily", "../../etc/passwd"), "");
}

// What the crons of a list of fields mean, minute by minute: clocks that show a minute for the first time, and minutes that they leave out.
std::vector<Time> slowly(const std::set<int>& minutes, const std::set<int>& hours, const std::set<int>& weekdays, const std::string& name,
                         Time begin, Time end) {
  const auto zone = Zone::find(name);
  const auto shown = [&](int64_t at) { return at + zone->at(at).offset; };
  const auto meant = [&](int64_t local) {
    return minutes.contains(int(local / 60 % 60)) && hours.contains(int(local / 3600 % 24)) &&
           weekdays.contains(int((local / 86'400 + 4) % 7));
  };
  std::vector<Time> found;
  int64_t latest = shown(begin / 1000 - 86'400);  // the latest that clocks have shown
  for (int64_t at = begin / 1000 - 86'400; at < end / 1000; at += 60) {
    const int64_t local = shown(at);
    bool due = meant(local) && (local > latest || hours.size() == 24);
    for (int64_t skipped = latest + 60; skipped < local; skipped += 60) due = due || meant(skipped);
    latest = std::max(latest, local);
    if (due && at * 1000 > begin) found.push_back(at * 1000);
  }
  return found;
}

TEST(Timetable, IsWhatTheSlowReferenceSays) {
  struct Case {
    const char* when;
    std::set<int> minutes, hours, weekdays;
  };
  const std::set<int> week = {0, 1, 2, 3, 4, 5, 6};
  std::set<int> day;
  for (int hour = 0; hour < 24; ++hour) day.insert(hour);
  const Case cases[] = {
      {"0 0 * * *", {0}, {0}, week},
      {"*/15 * * * *", {0, 15, 30, 45}, day, week},
      {"7 */2 * * *", {7}, {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22}, week},
      {"30 1,2,3 * * *", {30}, {1, 2, 3}, week},
      {"10-40/10 0-3 * * sat,7", {10, 20, 30, 40}, {0, 1, 2, 3}, {0, 6}},
      {"59 23 * * sun", {59}, {23}, {0}},
  };
  for (const char* zone : {"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo",
                           "Pacific/Apia", "Africa/Casablanca", "America/St_Johns", "Asia/Gaza"}) {
    for (const auto& [begin, end] : {std::pair(utc(2011, 12, 20), utc(2012, 1, 5)), std::pair(utc(2018, 2, 10), utc(2018, 11, 10)),
                                     std::pair(utc(2026, 3, 1), utc(2026, 4, 20)), std::pair(utc(2026, 9, 20), utc(2026, 11, 10)),
                                     std::pair(utc(2077, 3, 1), utc(2077, 4, 20))}) {
      for (const Case& one : cases) {
        const std::vector<Time> expected = slowly(one.minutes, one.hours, one.weekdays, zone, begin, end);
        ASSERT_FALSE(expected.empty());
        EXPECT_EQ(times(one.when, zone, begin, expected.size()), expected) << one.when << " " << zone << " " << begin;
        const Timetable timetable(one.when, zone, begin);
        EXPECT_EQ(timetable.latest(expected[0], end - 60'000), expected.back()) << one.when << " " << zone;
        EXPECT_EQ(timetable.latest(expected[0], expected[1] - 1), expected[0]) << one.when << " " << zone;
      }
    }
  }
}

}  // namespace
}  // namespace fermata::durable
