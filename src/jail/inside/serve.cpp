#include "jail/inside/serve.h"

#include <csignal>
#include <new>
#include <sys/socket.h>

#include "base/zone.h"
#include "jail/inside/server.h"

namespace fermata::jail {

namespace {

Server* server_now = nullptr;  // for zones, which have no other way to it

std::optional<std::string> zone_of_parent(const std::string& name) { return server_now->zone(name); }

void set_handler(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_flags = SA_RESTART;
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void take_signals() {
  set_handler(SIGCHLD, SIG_DFL);
  set_handler(SIGUSR1, [](int) { Server::interrupt(); });
  set_handler(SIGUSR2, [](int) { Server::yield(); });
  // (The first process of a namespace ignores what would end others.)
  set_handler(SIGXCPU, [](int) { end(kCpuTime); });
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void rehearse() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;  // (the first session is a little slower)
  Channel parent{Descriptor(ends[0])};
  Channel own{Descriptor(ends[1])};
  Server server(own, std::nullopt);
  std::string_view answer;
  for (const std::string& request : {message(Request::kOpen, false, false, std::string("<rehearsal>"), std::string("1 + 2"), Granted()),
                                     message(Request::kStart, false, false, Inputs())}) {
    parent.send(request, Channel::kForEver);
    server.obey_next();
    parent.receive(&answer, UINT32_MAX, Channel::kForEver);
  }
}

void serve(const Room& room, std::chrono::microseconds eagerness) {
  std::set_new_handler([] { end(kNoMemory); });
  std::set_terminate([] { end(kUncaught); });
  Zone::set_source(zone_of_parent);
  Channel channel{Descriptor(0)};
  for (bool first = true;; first = false) {
    {
      Server server(channel, room);
      server_now = &server;
      bool goes_on = server.obey_next();
      if (first) channel.set_eagerness(eagerness);  // the first request may be long in coming; what follows isn't
      while (goes_on) goes_on = server.obey_next();
    }
    if (!channel.send(message(Reply::kDone), Channel::kForEver)) end(kLeft);
  }
}

}  // namespace fermata::jail
