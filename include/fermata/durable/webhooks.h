// Webhooks: addresses outside that are told what happens to the runs of a tenant. A notice to one is a row of the store's outbox, written
// in the transaction that made the thing happen, and delivered by any worker until it is accepted: at least once, under one id, by which
// the receiver knows what it has seen already. Any worker delivers them: src/durable/worker/courier.h.
//
// A notice is a POST of JSON, after Standard Webhooks, with webhook-id, webhook-timestamp and webhook-signature:
//
//   {"type": "run.ended", "timestamp": "2026-11-24T19:00:00Z", "data": {"run": "…", "program": "agent.py", "status": "done", …}}
//
// It says that something happened and to what, not what the program's values are: those are for who may ask the store. What a worker that
// knows its server's address delivers (WorkerOptions::public_url) has a "link" in its data, to the page of the call or the run; whoever
// follows it signs in there, and decides there.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fermata/durable/store.h"

namespace fermata::durable {

// run.ended        a run is done, has raised, or was cancelled: "status", "error" (its "type" and the beginning of its "message", or null)
// run.dead         it can't go on by itself: "reason"
// approval.asked   a call waits for people: "call" (its key), "function", "note", "question" (whether it is one of the program's, and takes
//                  an answer), "roles", "deadline" (or null)
// approval.escalated  it waits for people of other roles now: "call", "function", "note", "roles"
// approval.decided  they, or a deadline, have decided: "call", "function", "state", "verdict", "who" (null: the deadline), "reason" (null:
//                   none)
// call.waits       a call is held or in doubt, or no tool answers it: "call", "function", "state"
// alert            more happened in a while than a rule of the server's lets pass (alerts.h): of no run. "rule", "count", "within_s",
// "per",
//                  "of" (null: of all), "record" (the audit's)
inline constexpr const char* kNoticeTypes[] = {"run.ended",        "run.dead",   "approval.asked", "approval.escalated",
                                               "approval.decided", "call.waits", "alert"};

struct NewWebhook {
  std::string tenant = "default";
  std::string url{};              // http:// or https://
  std::set<std::string> types{};  // of kNoticeTypes; none: all
  // "whsec_…", which sign; several, while one replaces the other. They are kept in the store: sealed when that has keys, else as they are,
  // for whoever can read the database.
  std::vector<std::string> secrets{};
};
struct Webhook : NewWebhook {  // (secrets are never given back, but in a Delivery)
  std::string id{};
  Time at = 0;  // since when
};

// What a webhook hasn't accepted yet.
struct Notice {
  std::string webhook{};
  std::string id{};  // the same however often it is sent
  std::string run{}, type{}, body{};
  Time at = 0;
  std::optional<Time> due{};  // when it is sent (again); nothing: given up
  uint64_t attempts = 0;
  std::string problem{};  // of the last attempt
};
struct Delivery : Notice {
  std::string url{};
  std::vector<std::string> secrets{};
};

// From any thread. All throw StoreError.
class Webhooks {
 public:
  // `store` outlives it.
  explicit Webhooks(Store& store) : store_(store) {}

  // Gives its id. What has happened before it isn't told. Throws UsageError.
  std::string add(const NewWebhook& webhook);
  // With the notices that it is still to get. Throws Refused.
  void remove(const std::string& id);
  // The oldest first; of all tenants, when it is empty.
  std::vector<Webhook> all(const std::string& tenant = "");
  std::vector<Notice> notices(const std::string& tenant = "");

  // --- For whoever delivers them.

  // When the next one is due; nothing: none is there.
  std::optional<Time> next_due();
  // Some that are due. They are due again when `lease_ms` are over, should nobody say what became of them.
  std::vector<Delivery> take(size_t most, uint64_t lease_ms);
  void delivered(const Notice& notice);
  // It is sent again later, not before `after_ms`. False: it is given up, as it was the last attempt, or `is_final`.
  bool not_delivered(const Notice& notice, const std::string& problem, uint64_t after_ms = 0, bool is_final = false);

 private:
  Store& store_;
};

}  // namespace fermata::durable
