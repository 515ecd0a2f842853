// Zone: local time by the rules of the system's time zone database (TZif files, RFC 9636, and the rule of POSIX's TZ at their
// ends). A session owns the one that its host granted; it is never changed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fermata {

class Zone {
 public:
  struct Local {
    int32_t offset = 0;  // seconds east of UTC
    bool daylight = false;
    std::string_view name{};  // "CET"; lives as long as the zone
  };

  // Null: there is no zone of that name ("Europe/Berlin") here.
  static std::shared_ptr<const Zone> find(const std::string& name);
  // What the variable TZ says, as C's library reads it: a name of the database, a rule of POSIX's ("EST5EDT,M3.2.0,M11.1.0"), or UTC
  // under the word that it begins with.
  static std::shared_ptr<const Zone> of_variable(const std::string& text);
  // The bytes of its file; nothing: there is none.
  static std::optional<std::string> file(const std::string& name);
  // Where find() has files from, file() at first. For a process without files; it must be said before there are threads.
  using Source = std::optional<std::string> (*)(const std::string& name);
  static void set_source(Source source);
  // Null: these bytes aren't TZif.
  static std::shared_ptr<const Zone> read(std::string name, std::string_view bytes);

  const std::string& name() const { return name_; }
  // At that many seconds since 1970.
  Local at(int64_t seconds) const;

 private:
  struct Type {
    int32_t offset = 0;
    bool daylight = false;
    std::string name{};
  };
  struct Transition {
    int64_t at;
    uint8_t type;
  };
  // A day of the year and a time of it, when daylight saving begins or ends.
  struct Change {
    enum class Kind : uint8_t { kMonthWeekDay, kDay, kDayNoLeap };
    Kind kind = Kind::kMonthWeekDay;
    int month = 0, week = 0, day = 0;
    int32_t seconds = 2 * 3600;
    int64_t in_year(int64_t year) const;  // seconds since 1970 by the clock before it
  };
  struct Rule {
    Type standard{}, daylight{};
    bool changes = false;
    Change begin{}, end{};
    const Type& at(int64_t seconds) const;
  };
  class RuleReader;

  std::string name_;
  std::vector<Type> types_;
  std::vector<Transition> transitions_;
  bool has_rule_ = false;
  Rule rule_;  // for what comes after the transitions
};

}  // namespace fermata
