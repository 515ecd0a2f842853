// Connection: what a client and we say to each other, by TCP or by TLS over it, for coroutines of the listener's thread. One of them reads
// or writes at a time. Each gives what went wrong in `error`; a time that is over is beast::error::timeout.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>

#include "server/http/tls.h"

namespace fermata::server {

class Connection {
 public:
  using Error = boost::system::error_code;

  // `tls` null: there is none.
  Connection(boost::asio::ip::tcp::socket socket, std::shared_ptr<ssl_ctx_st> tls);

  // All that follows is done by then.
  void expires_after(std::chrono::milliseconds time) { stream_.expires_after(time); }
  void expires_never() { stream_.expires_never(); }

  // Of TLS, where there is any. A client that speaks HTTP instead is told so by whoever finds that it `speaks_plainly`: what is written
  // then isn't encrypted.
  boost::asio::awaitable<void> handshake(Error& error);
  bool speaks_plainly() const { return speaks_plainly_; }

  // At least a byte; none: `error`, which is eof when the client sends no more.
  boost::asio::awaitable<size_t> read_some(boost::asio::mutable_buffer to, Error& error);
  boost::asio::awaitable<void> write(std::string_view text, Error& error);
  // Nothing more is written, and the client is told. What it sends may still be read.
  boost::asio::awaitable<void> end();

  boost::asio::ip::tcp::socket& socket() { return stream_.socket(); }
  // The client has closed its end: it reads no more, in all likelihood.
  bool is_gone();

 private:
  boost::asio::awaitable<void> receive(Error& error);  // for TLS, after what it has to say itself
  boost::asio::awaitable<void> send(Error& error);

  boost::beast::tcp_stream stream_;
  std::optional<Tls> tls_;
  bool speaks_plainly_ = false;
};

}  // namespace fermata::server
