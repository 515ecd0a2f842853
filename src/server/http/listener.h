// Listener: HTTP/1.1 on a port, by Boost.Beast. Connections are coroutines of one thread; what they ask is answered on others, which may
// block. Everything that a client sends is bounded in size and in time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "server/http/message.h"

namespace fermata::server {

class TlsFiles;

// What is asked is answered on `threads` threads, which may block; what compiles or runs programs (Response::rest) on `programs`
// more, and what waits for other servers (Response::asks_others) on `others`.
struct ListenerOptions {
  std::string address;
  uint16_t port = 0;
  size_t threads = 4, programs = 4, others = 1, connections = 200;
  // So many connections of one address are open at once (0: any number), unless it `is_shared`. That is called on the listener's thread.
  size_t of_address = 0;
  std::function<bool(const std::string& address)> is_shared{};
  // Whether the process is there, and whether it can work: what is asked here is answered whatever the threads do. The first one mustn't
  // block.
  std::string alive{}, ready{};
  const TlsFiles* tls = nullptr;                            // outlives the listener; null: there is no TLS
  std::function<void()> reloads{};                          // what reload() asks for: called on the listener's thread, and doesn't throw
  uint64_t header_ms = 10'000, body_ms = 30'000;            // the first one also for TLS to be agreed on
  size_t most_header = 16 * 1024, most_body = 1024 * 1024;  // bytes
};

class Listener {
 public:
  // Listens at once. `answer` is called on several threads; it doesn't throw. A path that makes no sense is empty. Throws ServerError.
  Listener(ListenerOptions options, std::function<Response(Request&)> answer);
  ~Listener();

  // Streams of events (Response::hears), from any thread. Something of this tenant's has changed, or of any tenant's: those who hear of
  // just that are told.
  void tell(const std::string& tenant);
  void check();                         // ends the streams of those who may not hear any more
  std::set<std::string> heard() const;  // the tenants that somebody hears of

  void run();              // until stop()
  void stop() noexcept;    // both from any thread, and from signal handlers
  void reload() noexcept;  // while it runs
  uint16_t port() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fermata::server
