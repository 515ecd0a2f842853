// Server: a store's inbox and its pages, for browsers, by HTTP.
//
//   fermata::server::Server server(*store, {.name = "ada", .roles = {"finance"}});
//   server.run();                                              // until stop()
//
// Without `auth` it serves one person, who is at this machine: it listens on the loopback alone, and answers only what a browser there
// sends for its own pages. With it, whoever that file knows (docs/server.md). It reads and decides; workers do the rest.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

namespace fermata::durable {
class Store;
struct AuditRecord;
}  // namespace fermata::durable

namespace fermata::server {

// It can't listen there.
class ServerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ServerOptions {
  std::string address = "127.0.0.1";  // of the loopback, unless there is `auth`; any other throws ServerError
  uint16_t port = 8321;               // 0: one that is free
  std::string name{};                 // of the person, as decisions have it
  std::set<std::string> roles{};      // with which they decide
  std::string tenant{};               // they see only this one's; empty: all
  // auth.toml, which says who may ask, and what; read again when it changes. With it name, roles and tenant above are not used. A file that
  // is wrong, or that others may read, throws ServerError.
  std::string auth{};
  // Files in PEM: a certificate with those between it and a root, and its key, which others may not read. With them it speaks TLS
  // alone, 1.2 or later. What is wrong with them throws ServerError.
  std::string certificate{}, key{};
  bool jailed = true;        // states are looked at in processes that have nothing
  size_t threads = 4;        // requests that are answered at once
  size_t executions = 4;     // programs that run at once because somebody asked for their outcome, or for what would follow; at least 1
  size_t connections = 200;  // at once; more are closed
  // With `auth`, so that nobody takes all of it; proxies that it names are believed about whom they ask for. Connections of one address at
  // once. How many requests a second a person or a token, and an address, may have answered, and four seconds' worth of it at once; 0: as
  // many as they like. An address of IPv6 counts as its network (/64).
  size_t connections_of_address = 50;
  double rate = 100, rate_of_address = 200;
  uint64_t header_ms = 10'000;  // for a request's head to come; what is open and asks nothing is closed after it, too
  uint64_t body_ms = 30'000;    // for its body, and for what is answered to be taken
  // Each record that this server writes to the store's audit (fermata/durable/audit.h). Called from several threads, before the answer is
  // sent.
  std::function<void(const durable::AuditRecord& record)> audit{};
  // What goes wrong in answering, for whoever looks after it. Called from several threads.
  std::function<void(const std::string& what)> told{};
};

class Server {
 public:
  // `store` outlives it. Throws ServerError and JailError.
  Server(durable::Store& store, ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void run();
  // From any thread, and from signal handlers: what is being answered is answered, then run() returns.
  void stop() noexcept;
  // The same way: the certificate and its key are read again, for connections to come. What is wrong with them is `told`, and those before
  // are still used.
  void reload() noexcept;
  uint16_t port() const;

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace fermata::server
