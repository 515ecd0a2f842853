// Guard: who asks, and that a browser asks of its own. Without auth.toml there is one person, who is at this machine: what is asked must
// come from a browser here, and from our own pages. Otherwise any page that the person has open could decide for them: by a form that leads
// here, or by a name of its own that leads to the loopback (DNS rebinding). With auth.toml it is a token, a browser that is signed in, or
// whoever a trusted proxy names.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "server/auth/people.h"
#include "server/auth/sessions.h"
#include "server/http/message.h"
#include "server/server.h"

namespace fermata::server {

class Guard {
 public:
  // Throws ServerError when the address isn't of the loopback and there is no auth.toml, or when that is wrong.
  explicit Guard(const ServerOptions& options);
  void serves(uint16_t port) { port_ = port; }  // before anything is asked

  struct Asked {
    Viewer viewer{};
    int status = 0;     // 0: it may be answered; 401: nobody is known to ask; 403
    std::string why{};  // not
  };
  // `is_used`: a browser's session is in use, and goes on for that.
  Asked who_asks(const Request& request, bool is_used = true);

  bool has_people() const { return !file_.empty(); }
  // auth.toml as it is now; as it was, while it is wrong.
  std::shared_ptr<const People> people();
  std::string cannot_decide(const std::string& who, const std::string& tenant);  // Services::cannot_decide
  Sessions& sessions() { return sessions_; }
  bool is_proxy(const std::string& address);  // one that is believed about whom it asks for
  // What a browser keeps for us; empty: nothing.
  static std::string cookie_of(const Request& request, std::string_view name = "fermata");
  // Empty: it isn't sent by another site's page. Otherwise why it can't be taken.
  static std::string cross_site(const Request& request);
  // Whom a trusted proxy asks for, else who asks.
  std::string remote_of(const Request& request);
  bool is_encrypted(const Request& request);  // to us, or a trusted proxy says so

 private:
  std::string local_refusal(const Request& request) const;
  bool is_here(std::string_view host) const;  // "localhost:8321"
  Asked of_browser(const Request& request, Viewer viewer, std::string csrf) const;
  static std::optional<Viewer> viewer_of(const Session& session, const People& people);

  const Viewer viewer_;  // without auth.toml
  const std::string file_;
  const std::function<void(const std::string&)> told_;
  const std::string key_;
  uint16_t port_ = 0;
  Sessions sessions_;

  std::mutex mutex_;
  std::shared_ptr<const People> people_;
  std::string version_;  // of the file that was read last
};

}  // namespace fermata::server
