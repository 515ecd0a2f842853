// Guard: that what is asked comes from a browser at this machine, and from our own pages. Without it any page that the person has open
// could decide for them: by a form that leads here, or by a name of its own that leads to the loopback (DNS rebinding).
#pragma once

#include <string>

#include "fermata/server.h"
#include "server/http/message.h"

namespace fermata::server {

class Guard {
 public:
  // Throws ServerError when the address isn't of the loopback.
  explicit Guard(const ServerOptions& options);
  void serves(uint16_t port) { port_ = port; }  // before anything is asked

  const Viewer& viewer() const { return viewer_; }
  // Empty: it may be answered. Otherwise why not.
  std::string refusal(const Request& request) const;

 private:
  bool is_here(std::string_view host) const;  // "localhost:8321"
  Viewer viewer_;
  uint16_t port_ = 0;
};

}  // namespace fermata::server
