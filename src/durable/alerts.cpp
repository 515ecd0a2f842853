#include "fermata/durable/alerts.h"

#include <algorithm>

#include "durable/rows/audit.h"
#include "durable/rows/text.h"
#include "durable/rows/webhooks.h"
#include "durable/store_impl.h"
#include "durable/transitions/transitions.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

constexpr char kAlert[] = "alert";
constexpr size_t kPage = 1'000;

Time window_of(const AlertRule& rule) { return Time(rule.within_s) * 1'000; }

void check(const std::vector<AlertRule>& rules) {
  std::set<std::string> names;
  for (const AlertRule& rule : rules) {
    check_name(rule.name, "a rule for alerts");
    check_name(rule.tenant, "a tenant", true);
    check_name(rule.tell, "a tenant", true);
    if (!names.insert(rule.name).second) throw UsageError("two rules for alerts have the name '" + rule.name + "'");
    if (rule.count < 1 || rule.count > AlertRule::kMost || rule.within_s < 1 || rule.within_s > AlertRule::kLongest)
      throw UsageError("the rule '" + rule.name + "' takes a count from 1 to " + std::to_string(AlertRule::kMost) + ", and 1 to " +
                       std::to_string(AlertRule::kLongest) + " seconds");
    if (rule.actions.empty()) throw UsageError("the rule '" + rule.name + "' takes actions of the audit");
    for (const std::string& action : rule.actions)
      if (action == kAlert || !is_audited(action)) throw UsageError("the rule '" + rule.name + "' can't count '" + action + "'");
  }
}

std::string text_of(const Data& data, const char* name) {
  const Data* found = data.type() == Data::Type::kDict ? data.find(name) : nullptr;
  return found && found->is_str() ? found->as_str() : "";
}

// Whose it is; empty: nobody knows.
std::string whose(const AuditRecord& record, AlertRule::Per per) {
  switch (per) {
    case AlertRule::Per::kAll: break;
    case AlertRule::Per::kFrom: return record.from;
    case AlertRule::Per::kTenant: return record.tenant;
    case AlertRule::Per::kWho: return record.who.empty() ? text_of(data_from(record.data), "name") : record.who;
  }
  return "";
}

// With those that a server didn't write, as there were too many: nobody knows whose these were.
uint64_t weight_of(const AuditRecord& record, AlertRule::Per per) {
  if (per != AlertRule::Per::kAll || record.data.find("not_told") == record.data.npos) return 1;
  const Data data = data_from(record.data);
  const Data* more = data.find("not_told");
  return 1 + (more && more->is_small_int() ? uint64_t(std::max<int64_t>(more->as_int(), 0)) : 0);
}

}  // namespace

const char* to_string(AlertRule::Per per) {
  switch (per) {
    case AlertRule::Per::kWho: return "who";
    case AlertRule::Per::kFrom: return "from";
    case AlertRule::Per::kTenant: return "tenant";
    case AlertRule::Per::kAll: break;
  }
  return "all";
}

void Alerts::begin(const std::vector<AlertRule>& rules) {
  check(rules);
  Time longest = 0;
  for (const AlertRule& rule : rules) longest = std::max(longest, window_of(rule));
  after_ = store_.impl().read([&](Database& database) { return last_before(database, store_.impl().now_in(database) - longest); });
  counted_.clear();
  rules_ = rules;
}

std::vector<AuditRecord> Alerts::look(const std::vector<AlertRule>& rules) {
  if (rules != rules_) begin(rules);
  std::vector<AuditRecord> raised;
  try {
    take_new(raised);
  } catch (const StoreError&) {
    rules_.clear();  // nobody knows what was counted: the next look begins anew
    if (raised.empty()) throw;
    return raised;
  }
  // Those of whom nothing counts any more are forgotten.
  const Time now = store_.now();
  for (const AlertRule& rule : rules_)
    std::erase_if(counted_, [&](const auto& one) {
      const auto& [times, count, at] = one.second;
      const Time since = now - window_of(rule);
      return one.first.first == rule.name && at < since && (times.empty() || times.back().first < since);
    });
  return raised;
}

void Alerts::take_new(std::vector<AuditRecord>& raised) {
  while (!rules_.empty()) {
    const std::vector<AuditRecord> records = Audit(store_).records({.after = after_, .most = kPage});
    for (const AuditRecord& record : records) {
      take(record, raised);
      after_ = record.number;
    }
    if (records.size() < kPage) return;
  }
}

void Alerts::take(const AuditRecord& record, std::vector<AuditRecord>& raised) {
  if (record.action == kAlert) {
    const Data data = data_from(record.data);
    Counted& counted = counted_[{text_of(data, "rule"), text_of(data, "of")}];
    counted.raised = std::max(counted.raised, record.at);
    return;
  }
  for (const AlertRule& rule : rules_) {
    if (!rule.actions.contains(record.action) || (!rule.tenant.empty() && record.tenant != rule.tenant)) continue;
    const std::string of = whose(record, rule.per);
    if (of.empty() && rule.per != AlertRule::Per::kAll) continue;
    Counted& counted = counted_[{rule.name, of}];
    counted.times.emplace_back(record.at, weight_of(record, rule.per));
    counted.count += counted.times.back().second;
    while (counted.times.front().first <= record.at - window_of(rule)) {
      counted.count -= counted.times.front().second;
      counted.times.pop_front();
    }
    if (counted.count < rule.count || record.at < counted.raised + window_of(rule)) continue;
    AuditRecord alert;
    if (raise(rule, of, counted.count, alert)) raised.push_back(std::move(alert));
    counted.raised = record.at;
  }
}

// False: another server has done so.
bool Alerts::raise(const AlertRule& rule, const std::string& of, uint64_t count, AuditRecord& record) {
  AuditNote note{.action = kAlert, .tenant = rule.per == AlertRule::Per::kTenant ? of : rule.tenant};
  note.data = {{"rule", rule.name},          {"actions", names_data(rule.actions)},
               {"count", int64_t(count)},    {"within_s", int64_t(rule.within_s)},
               {"per", to_string(rule.per)}, {"of", of.empty() ? Data() : Data(of)}};
  const std::string told = rule.tell.empty() ? note.tenant : rule.tell;
  const bool is_raised = store_.impl().write([&](Transaction& transaction) {
    const uint64_t number = lock_audit(transaction.database) + 1;
    for (const AuditRecord& one : alerts_since(transaction.database, transaction.now - window_of(rule))) {
      const Data data = data_from(one.data);
      if (text_of(data, "rule") == rule.name && text_of(data, "of") == of) return false;
    }
    record = {.number = number, .at = transaction.now, .action = kAlert, .tenant = note.tenant, .data = to_json(Data::dict(note.data))};
    if (!told.empty()) {
      Data::Pairs data = note.data;
      data.emplace_back("record", int64_t(number));
      insert_alert_notice(transaction, told, number, std::move(data));
    }
    transaction.notes.push_back(note);
    return true;
  });
  return is_raised;
}

}  // namespace fermata::durable
