// Signing in and out, of browsers: /sign-in with a password, a token or at a provider, and /sign-out.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "server/audit.h"
#include "server/guard.h"
#include "server/oidc/flow.h"
#include "server/turns.h"

namespace fermata::server {

class SignIn {
 public:
  static constexpr size_t kAtProvider = 8;               // requests that wait for a provider at once, on a thread each
  static constexpr std::chrono::hours kProviderDay{12};  // then the provider is asked again

  // `told` hears why somebody couldn't sign in at the provider.
  SignIn(Guard& guard, Auditor& auditor, std::function<void(const std::string&)> told)
      : guard_(guard), auditor_(auditor), told_(std::move(told)) {}

  // The answer where the path is of a sign-in; it is told the audit. Throws BadRequest and TooMany.
  std::optional<Response> answer(const Request& request);
  // POST, with the session's token.
  Response sign_out(const Request& request, const Viewer& viewer);
  // To the form, and back here.
  static Response first(const Request& request);

 private:
  // What is kept of a request while a provider is asked.
  struct Browser {
    std::string from{}, network{};   // its address
    std::string session{}, begun{};  // what its cookies hold
    bool is_encrypted = false;
  };
  struct Entered {
    Session session{};
    std::string next{};
    Data::Pairs data{};  // for the audit
  };

  // GET gives the form, POST takes it. `next`, of the query or the form, is the page to go to afterwards.
  Response form(const Request& request);
  // GET sends the browser to the provider, who sends it to the other one.
  Response begin(const Request& request);
  Response come_back(const Request& request);

  Browser browser_of(const Request& request);
  std::string begun_cookie(const Browser& browser) const;
  std::string cookie(const std::string& name, const std::string& value, bool is_encrypted, const char* more = "") const;
  Response enter(const Browser& browser, Entered entered, const Asker& asker);
  Response page(const std::string& next, int status, const std::string& told, const std::string& name = {});
  // They have to wait. `name`: of whom the password is tried.
  std::optional<Response> too_many(const Browser& browser, const std::string& next, const std::string& name = {});
  std::shared_ptr<void> turn(const Browser& browser);
  Response proved(const People& people, const Browser& browser, const Begun& begun, const ProviderFlow::Returned& returned);
  Response failed(const std::string& next, const std::exception& error);

  Guard& guard_;
  Auditor& auditor_;
  const std::function<void(const std::string&)> told_;
  Failures of_names_{10}, of_addresses_{50};
  Buckets attempts_{{.per_s = 0.2, .burst = 30}};  // of an address, that don't succeed: each costs what a password's hash does
  Turns at_provider_{kAtProvider, kAtProvider / 2};
  ProviderFlow flow_;
};

}  // namespace fermata::server
