// What tests of approvals share: runs that ask about a call, and decisions on it.
#pragma once

#include <string>
#include <utility>

#include "stores.h"

namespace fermata::durable {

class Approvals : public StoreTest {
 protected:
  // A run that asks about refund(1), and waits for nothing else.
  std::string ask(Ask ask, const std::string& by = "") {
    if (ask.note.empty()) ask.note = "refunds";
    const std::string queue = "q" + std::to_string(++runs);  // its own: earlier ones may be ready
    const std::string id = submit({.queue = queue, .by = by});
    Lease lease = store->claim({.worker = "w1", .queues = {queue}}).at(0);
    Waiting call = waiting(1, "refund", "command");
    call.ask = std::move(ask);
    store->advance(lease, {.state = "s", .waiting = {call}});
    return id;
  }
  Decision by(const std::string& id, const std::string& who, Verdict verdict = Verdict::kApprove, std::set<std::string> roles = {}) {
    return {.run = id,
            .call = 1,
            .shown = store->approval(id, 1)->shown,
            .who = who,
            .roles = std::move(roles),
            .channel = "test",
            .verdict = verdict};
  }
  Approval approval(const std::string& id) { return *store->approval(id, 1); }
  CallState state(const std::string& id) { return call(id, 1).state; }
  std::string key(const std::string& id) { return "call " + id + ":1:1"; }
  int runs = 0;
  std::string denied(const std::string& id) { return std::get<Error>(*call(id, 1).answer).message; }
};

}  // namespace fermata::durable
