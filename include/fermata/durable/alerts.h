// Alerts: when more happened in a while than a rule lets pass, as a store's audit tells it, that is told: a record `alert` of the audit's
// own, and a notice for webhooks. `fermata serve` looks, by the rules of its auth.toml.
//
// Nothing is counted when records are written: who looks reads what has been added since the last time. Any number of servers may look at
// one store; whoever is first raises an alert, and for as long as its rule counts nobody raises the same one again.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "fermata/durable/audit.h"

namespace fermata::durable {

struct AlertRule {
  // What is counted apart: all together; each person's (of a sign-in that failed the name that was given); from each address; each
  // tenant's.
  enum class Per : uint8_t { kAll, kWho, kFrom, kTenant };
  static constexpr uint64_t kMost = 10'000, kLongest = 86'400;

  std::string name{};
  std::set<std::string> actions{};  // of audit_actions(), but not "alert"
  uint64_t count = 0;               // 1 to kMost
  uint64_t within_s = 0;            // 1 to kLongest
  Per per = Per::kAll;
  std::string tenant{};  // only records of this one; empty: all
  std::string tell{};    // the webhooks of this tenant are told; empty: of the alert's, if it has one
  bool operator==(const AlertRule&) const = default;
};
const char* to_string(AlertRule::Per per);  // "all", "who", "from", "tenant"

// From one thread at a time. All throw StoreError.
class Alerts {
 public:
  // `store` outlives it: it is Store::acting() for whoever looks.
  explicit Alerts(Store& store) : store_(store) {}

  // Reads what was added since the last time, and at first what rules count still. Gives the records of the alerts that were raised.
  // Throws UsageError for rules that make no sense.
  std::vector<AuditRecord> look(const std::vector<AlertRule>& rules);

 private:
  struct Counted {
    std::deque<std::pair<Time, uint64_t>> times{};  // when, and how many
    uint64_t count = 0;
    Time raised = 0;  // when the last alert was
  };
  void begin(const std::vector<AlertRule>& rules);
  void take_new(std::vector<AuditRecord>& raised);
  void take(const AuditRecord& record, std::vector<AuditRecord>& raised);
  bool raise(const AlertRule& rule, const std::string& of, uint64_t count, AuditRecord& record);

  Store& store_;
  std::vector<AlertRule> rules_{};
  uint64_t after_ = 0;                                                // the number of the last record that was read
  std::map<std::pair<std::string, std::string>, Counted> counted_{};  // by a rule's name, and whose they are
};

}  // namespace fermata::durable
