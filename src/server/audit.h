// What a server tells the store's audit besides what is done to the store, which that tells itself: who signed in and out, and who was
// refused. Anybody may have themselves refused as often as they like, so of that only some is told, with how much wasn't.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "fermata/durable/audit.h"
#include "server/buckets.h"
#include "server/http/message.h"

namespace fermata::server {

// Who asks, as the audit has it.
struct Asker {
  std::string who{}, tenant{};  // at a sign-in that fails the name that was given; empty: nobody knows
  const char* how = "nobody";   // they proved it: "session", "token", "proxy", "local", "callback"; at a sign-in "password", "token" or
                                // "oidc"
};

class Auditor {
 public:
  using Told = std::function<void(const durable::AuditRecord&)>;
  // `store` outlives it. `told` hears of each record that this server writes.
  Auditor(durable::Store& store, Told told) : store_(store), told_(std::move(told)) {}

  // The store, for what a request changes.
  std::unique_ptr<durable::Store> acting(const Asker& asker, const std::string& from) const;

  // They throw StoreError.
  // Somebody tried; 303 is that they are in. `data`: what else is known of them.
  void signed_in(const Asker& asker, const std::string& from, int status, Data::Pairs data = {});
  void signed_out(const Asker& asker, const std::string& from);
  // If that is worth telling.
  void answered(const Request& request, const Asker& asker, const std::string& from, int status);

 private:
  void refused(const char* action, const Asker& asker, const std::string& from, Data::Pairs data);

  durable::Store& store_;
  const Told told_;
  Buckets of_one_{{.per_s = 0.1, .burst = 20}}, of_all_{{.per_s = 5, .burst = 200}};
  std::atomic<int64_t> untold_{0};
};

}  // namespace fermata::server
