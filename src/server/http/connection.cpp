#include "server/http/connection.h"

#include <poll.h>

#include <array>

namespace fermata::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr auto kAwait = asio::use_awaitable;
constexpr size_t kPart = 16 * 1024;    // of TLS: what a record of it holds
constexpr char kHandshakeRecord = 22;  // with which each client of TLS begins

Connection::Error error_of(Tls::State state) {
  return state == Tls::State::kEnded ? asio::error::make_error_code(asio::error::eof)
                                     : asio::error::make_error_code(asio::error::connection_aborted);
}

}  // namespace

Connection::Connection(tcp::socket socket, std::shared_ptr<ssl_ctx_st> tls) : stream_(std::move(socket)) {
  if (tls) tls_.emplace(std::move(tls));
}

asio::awaitable<void> Connection::send(Error& error) {
  const std::string text = tls_->take();
  if (!text.empty()) co_await asio::async_write(stream_, asio::buffer(text), asio::redirect_error(kAwait, error));
}

asio::awaitable<void> Connection::receive(Error& error) {
  co_await send(error);
  if (error) co_return;
  std::array<char, kPart> part;
  const size_t size = co_await stream_.async_read_some(asio::buffer(part), asio::redirect_error(kAwait, error));
  if (!error) tls_->put({part.data(), size});
}

asio::awaitable<void> Connection::handshake(Error& error) {
  if (!tls_) co_return;
  std::array<char, kPart> part;
  const size_t size = co_await stream_.async_read_some(asio::buffer(part), asio::redirect_error(kAwait, error));
  if (error) co_return;
  if (part[0] != kHandshakeRecord) {
    speaks_plainly_ = part[0] >= 'A' && part[0] <= 'Z';
    tls_.reset();
    error = asio::error::make_error_code(asio::error::no_protocol_option);
    co_return;
  }
  tls_->put({part.data(), size});
  for (;;) {
    const Tls::State state = tls_->handshake();
    if (state == Tls::State::kWants) {
      co_await receive(error);
    } else {
      co_await send(error);  // what is wrong, too
      if (!error && state != Tls::State::kDone) error = error_of(state);
      co_return;
    }
    if (error) co_return;
  }
}

asio::awaitable<size_t> Connection::read_some(asio::mutable_buffer to, Error& error) {
  if (!tls_) co_return co_await stream_.async_read_some(to, asio::redirect_error(kAwait, error));
  for (;;) {
    size_t size = 0;
    const Tls::State state = tls_->read(static_cast<char*>(to.data()), to.size(), size);
    if (state == Tls::State::kDone) co_return size;
    if (state == Tls::State::kWants) co_await receive(error);
    else error = error_of(state);
    if (error) co_return 0;
  }
}

asio::awaitable<void> Connection::write(std::string_view text, Error& error) {
  if (!tls_) {
    co_await asio::async_write(stream_, asio::buffer(text.data(), text.size()), asio::redirect_error(kAwait, error));
    co_return;
  }
  while (!text.empty() && !error) {
    const std::string_view part = text.substr(0, kPart);
    const Tls::State state = tls_->write(part);
    if (state == Tls::State::kDone) text.remove_prefix(part.size());
    else if (state != Tls::State::kWants) error = error_of(state);
    if (error) co_return;
    if (state == Tls::State::kWants) co_await receive(error);
    else co_await send(error);
  }
}

asio::awaitable<void> Connection::end() {
  Error ignored;
  if (tls_) {
    tls_->end();
    co_await send(ignored);
  }
  stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
}

bool Connection::is_gone() {
  pollfd one{.fd = stream_.socket().native_handle(), .events = POLLRDHUP, .revents = 0};
  return poll(&one, 1, 0) > 0;
}

}  // namespace fermata::server
