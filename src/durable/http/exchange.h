// One HTTP request of ours, and how it ended. Redirects aren't followed, nothing but http and https is spoken, and an answer that is too
// large or too slow is dropped. From any thread. Tools, webhooks and the sign-in at a provider use it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace fermata::durable {

struct HttpRequest {
  std::string url{};
  std::vector<std::pair<std::string, std::string>> headers{};  // besides Content-Type and what every request has
  std::string body{};
  std::string type = "application/json";  // of the body; empty: there is none, and it is a GET
  uint64_t timeout_ms = 30'000;           // for all of it, from the name's resolution on
  size_t most_answer = size_t(16) << 20;
};

struct HttpAnswer {
  int status = 0;
  std::string body{};
  uint64_t retry_after_ms = 0;  // of the header; 0: none
};

// There is no whole answer.
struct NoAnswer {
  enum class Kind : uint8_t {
    kNotSent,  // nothing was sent: there is no such host, nobody listens, its certificate isn't good
    kTimeout,  // it took longer than timeout_ms; the service may have acted, or may act still
    kLost,     // the connection ended early; the service may have acted
    kTooLong,  // of more than most_answer bytes
  };
  Kind kind = Kind::kNotSent;
  std::string message{};  // "Could not resolve host: …"
};

// Throws StoreError when there is no libcurl.
std::variant<HttpAnswer, NoAnswer> exchange(const HttpRequest& request);

// Its host, with a name and a port where they are there; empty: it isn't such a URL.
std::string_view authority_of(std::string_view url);
bool is_http_url(const std::string& url);

}  // namespace fermata::durable
