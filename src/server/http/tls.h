// TLS of a server, by OpenSSL, which is loaded when there is a certificate: the command starts, and is installed, without it. Tls is one
// connection's, without the connection: what came is put in, what is to be sent is taken out.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

struct ssl_ctx_st;
struct ssl_st;
struct bio_st;

namespace fermata::server {

// A certificate with its chain, and its key: files in PEM. From any thread.
class TlsFiles {
 public:
  // Throws ServerError, which says what is wrong with which of them. Others must not be able to read or change the key.
  TlsFiles(std::string certificate, std::string key);
  // Reads them again, for connections to come. Throws ServerError; what they said before then still holds.
  void read();
  std::shared_ptr<ssl_ctx_st> context() const;

 private:
  const std::string certificate_, key_;
  mutable std::mutex mutex_;
  std::shared_ptr<ssl_ctx_st> context_;
};

class Tls {
 public:
  explicit Tls(std::shared_ptr<ssl_ctx_st> context);

  enum class State : uint8_t {
    kDone,
    kWants,  // more of what the client sends
    kEnded,  // the client has said that it sends no more
    kFailed,
  };
  // Each may leave something to be sent, also when it fails.
  State handshake();
  State read(char* to, size_t most, size_t& read);
  State write(std::string_view text);
  void end();  // nothing more is written

  void put(std::string_view received);
  std::string take();  // what is to be sent now; empty: nothing

 private:
  State state_of(int result);

  std::shared_ptr<ssl_ctx_st> context_;
  std::unique_ptr<ssl_st, void (*)(ssl_st*)> ssl_;
  bio_st *in_, *out_;  // the ssl_st's
};

}  // namespace fermata::server
