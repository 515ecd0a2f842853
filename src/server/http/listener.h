// Listener: HTTP/1.1 on a port, by Boost.Beast. Connections are coroutines of one thread; what they ask is answered on others, which may
// block. Everything that a client sends is bounded in size and in time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/http/message.h"

namespace fermata::server {

// What is asked is answered on `threads` threads, which may block; what compiles or runs programs (Response::rest) on `programs` others.
struct ListenerOptions {
  std::string address;
  uint16_t port = 0;
  size_t threads = 4, programs = 4, connections = 200;
  // Whether the process is there, and whether it can work: what is asked here is answered whatever the threads do. The first one mustn't
  // block.
  std::string alive{}, ready{};
  uint64_t header_ms = 10'000, body_ms = 30'000;
  size_t most_header = 16 * 1024, most_body = 1024 * 1024;  // bytes
};

class Listener {
 public:
  // Listens at once. `answer` is called on several threads; it doesn't throw. A path that makes no sense is empty. Throws ServerError.
  Listener(ListenerOptions options, std::function<Response(Request&)> answer);
  ~Listener();

  // `path` gives events: those who ask it, and whom `may` lets, get one whenever `tell` is called. Before run().
  void give_events(std::string path, std::function<bool(const Request&)> may);
  void tell();               // from any thread
  size_t listeners() const;  // to events

  void run();  // until stop()
  void stop() noexcept;
  uint16_t port() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fermata::server
