#include "server/http/listener.h"

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "server/buckets.h"
#include "server/http/connection.h"
#include "server/http/form.h"
#include "server/server.h"

namespace fermata::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Wait = asio::awaitable<void>;
using std::chrono::milliseconds;

constexpr auto kAwait = asio::use_awaitable;
constexpr char kStop = 1, kReload = 2;                       // what the pipe says
constexpr milliseconds kLinger(2'000);                       // with a client that was refused
constexpr milliseconds kFirstPause(20), kLongestPause(500);  // until what waits is asked again
constexpr milliseconds kLook(200);                           // whether a client is still there
constexpr milliseconds kHeartbeat(15'000);  // something is sent on a stream of events, so that a client that is gone is noticed

constexpr std::string_view kApi = "/v1/";  // whose answers are JSON
constexpr char kPlain[] = "text/plain; charset=utf-8";

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  return out;
}

Request request_of(const http::request<http::string_body>& sent, const std::string& remote) {
  Request request{.method = std::string(sent.method_string()), .body = sent.body(), .remote = remote};
  for (const auto& field : sent) {
    const std::string name = lower({field.name_string().data(), field.name_string().size()});
    std::string& value = request.headers[name];
    value += (value.empty() ? "" : ", ") + std::string(field.value());
    // Some are kept, and shown. (Cookies of others may be anything; of ours the hash is looked up.)
    if (name != "cookie" && !is_text(value)) request.wrong = "the header " + name + " isn't UTF-8";
  }
  const std::string_view target(sent.target().data(), sent.target().size());
  const size_t mark = std::min(target.find('?'), target.size());
  try {
    request.query = decode_form(target.substr(std::min(mark + 1, target.size())));
  } catch (const BadRequest& error) {
    request.wrong = std::string("the query can't be read: ") + error.what();
  }
  try {
    const std::string_view path = target.substr(0, mark);
    // A part of a path can't hold what separates parts: then it means no page.
    if (path.find("%2F") == path.npos && path.find("%2f") == path.npos) request.path = decode_percent(path, false);
  } catch (const BadRequest&) {
    // It has no path.
  }
  // Nothing is there; but in which form that is said the beginning tells.
  if (request.path.empty() && target.starts_with(kApi)) request.path = kApi;
  return request;
}

// A line that goes on in the next one: what two readers can see as two lines.
bool is_folded(std::string_view head) { return head.find("\r\n ") != head.npos || head.find("\r\n\t") != head.npos; }

// Whether all who read it would agree on where it ends and whom it is for. (Beast sees to lengths.)
bool is_plain(const http::request<http::string_body>& sent) {
  const auto codings = sent.count(http::field::transfer_encoding);
  if (codings > 1 || (codings && lower(std::string(sent[http::field::transfer_encoding])) != "chunked")) return false;
  return sent.count(http::field::host) <= 1;
}

http::response<http::string_body> message_of(Response response, const http::request<http::string_body>& request) {
  http::response<http::string_body> message(http::int_to_status(unsigned(response.status)), 11);
  message.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.headers) message.set(name, value);
  message.keep_alive(request.keep_alive());
  const size_t size = response.body.size();
  if (request.method() != http::verb::head) message.body() = std::move(response.body);
  if (response.status != 304) message.content_length(size);
  return message;
}

}  // namespace

struct Listener::Impl {
  ListenerOptions options;
  std::function<Response(Request&)> answer;
  asio::io_context io{1};
  asio::thread_pool pool, programs, others, probes{1};
  tcp::acceptor acceptor{io};
  std::set<Connection*> open{};                     // connections; on the io thread alone, as all below
  std::map<std::string, size_t> open_of_address{};  // by network_of(); only those that have any
  struct Hearer {
    const Hearing& hearing;
    asio::steady_timer timer;
    bool is_told = false, is_over = false;  // something has changed; the client is gone, or may not hear any more
  };
  std::set<std::shared_ptr<Hearer>> hearers{};
  std::set<asio::steady_timer*> waiters{};  // those of requests whose answers wait
  mutable std::mutex mutex{};
  std::map<std::string, size_t> heard{};  // by how many of the hearers
  std::atomic<bool> stopping{false};
  asio::posix::stream_descriptor woken{io};  // the reading end of a pipe, whose other one a signal handler may write to
  int waker = -1;

  Impl(ListenerOptions given, std::function<Response(Request&)> by)
      : options(std::move(given)), answer(std::move(by)), pool(options.threads), programs(options.programs), others(options.others) {}

  Wait accept() {
    for (;;) {
      boost::system::error_code error;
      tcp::socket socket = co_await acceptor.async_accept(asio::redirect_error(kAwait, error));
      if (stopping) co_return;
      if (error) {  // out of descriptors, for instance: not for ever
        asio::steady_timer pause(io, milliseconds(100));
        co_await pause.async_wait(asio::redirect_error(kAwait, error));
        continue;
      }
      const std::string remote = socket.remote_endpoint(error).address().to_string();
      if (error || open.size() >= options.connections || has_its_share(remote)) continue;  // closed
      asio::co_spawn(io, serve(std::move(socket), remote), asio::detached);
    }
  }

  bool has_its_share(const std::string& remote) const {
    const auto found = open_of_address.find(network_of(remote));
    if (!options.of_address || found == open_of_address.end() || found->second < options.of_address) return false;
    return !options.is_shared || !options.is_shared(remote);
  }

  Wait serve(tcp::socket socket, std::string remote) {
    Connection connection(std::move(socket), options.tls ? options.tls->context() : nullptr);
    open.insert(&connection);
    const std::string network = network_of(remote);
    ++open_of_address[network];
    try {
      co_await requests(connection, remote);
    } catch (const std::exception&) {  // the client is gone, too slow, or sent what isn't HTTP
    }
    try {
      connection.expires_after(kLinger);
      co_await connection.end();
    } catch (const std::exception&) {
    }
    open.erase(&connection);
    if (const auto found = open_of_address.find(network); --found->second == 0) open_of_address.erase(found);
  }

  Wait requests(Connection& connection, const std::string& remote) {
    beast::flat_buffer buffer(options.most_header + 64 * 1024);
    boost::system::error_code error;
    connection.expires_after(milliseconds(options.header_ms));
    co_await connection.handshake(error);
    if (connection.speaks_plainly()) co_await say(connection, http::status::bad_request, "This port speaks TLS: https, not http.\n");
    while (!stopping && !error) {
      http::request_parser<http::string_body> parser;
      parser.header_limit(uint32_t(options.most_header));
      parser.body_limit(options.most_body);
      connection.expires_after(milliseconds(options.header_ms));
      bool is_api = false;
      co_await read_head(connection, buffer, parser, error, is_api);
      if (!error) {
        connection.expires_after(milliseconds(options.body_ms));
        parser.eager(true);
        while (!error && !parser.is_done()) co_await parse(connection, buffer, parser, error);
      }
      if (error) {
        co_await refuse(connection, error, is_api);
        co_return;
      }
      const http::request<http::string_body> sent = parser.release();
      Request request = request_of(sent, remote);
      request.is_encrypted = options.tls != nullptr;
      connection.expires_never();
      Response response = co_await answer_to(connection, request);
      if (response.hears && sent.method() == http::verb::get) {
        co_await hear(connection, response);
        co_return;
      }
      const auto message = message_of(std::move(response), sent);
      connection.expires_after(milliseconds(options.body_ms));
      co_await write(connection, message, error);
      if (!message.keep_alive()) co_return;
    }
  }

  // What is in the buffer, after more has come where that isn't enough.
  static Wait parse(Connection& connection, beast::flat_buffer& buffer, http::request_parser<http::string_body>& parser,
                    boost::system::error_code& error) {
    if (buffer.size() == 0) co_await read_more(connection, buffer, error);
    if (error) co_return;
    buffer.consume(parser.put(buffer.data(), error));
    if (error != http::error::need_more) co_return;
    error = {};
    co_await read_more(connection, buffer, error);
  }
  static Wait read_more(Connection& connection, beast::flat_buffer& buffer, boost::system::error_code& error) {
    const size_t room = std::min<size_t>(buffer.max_size() - buffer.size(), 16 * 1024);
    if (!room) error = http::error::buffer_overflow;
    else buffer.commit(co_await connection.read_some(buffer.prepare(room), error));
  }

  static Wait write(Connection& connection, const http::response<http::string_body>& message, boost::system::error_code& error) {
    std::ostringstream head;
    head << message.base();
    constexpr size_t kTogether = 64 * 1024;
    const bool is_small = message.body().size() <= kTogether;
    const std::string first = head.str() + (is_small ? message.body() : "");
    co_await connection.write(first, error);
    if (!error && !is_small) co_await connection.write(message.body(), error);
  }

  // `is_api`: whether it asks for something of the API, as far as that is known when there is an error.
  Wait read_head(Connection& connection, beast::flat_buffer& buffer, http::request_parser<http::string_body>& parser,
                 boost::system::error_code& error, bool& is_api) {
    constexpr std::string_view kEnd = "\r\n\r\n";
    std::string_view head;
    for (size_t seen = 0;;) {
      const std::string_view text(static_cast<const char*>(buffer.data().data()), buffer.size());
      head = text.substr(0, text.find(kEnd, seen));
      if (head.size() < text.size()) break;
      if (text.size() >= options.most_header) error = http::error::header_limit;
      else buffer.commit(co_await connection.read_some(buffer.prepare(4096), error));
      if (error) co_return;
      seen = text.size() - std::min(text.size(), kEnd.size() - 1);
    }
    is_api = head.substr(std::min(head.find(' '), head.size())).starts_with(" " + std::string(kApi));
    if (is_folded(head)) {
      error = http::error::bad_field;
      co_return;
    }
    while (!error && !parser.is_header_done()) co_await parse(connection, buffer, parser, error);
    if (!error && !is_plain(parser.get())) error = http::error::bad_transfer_encoding;
  }

  // Throws when the client is gone before its answer is there.
  asio::awaitable<Response> answer_to(Connection& connection, Request& request) {
    if (request.path == options.alive) co_return answer(request);
    asio::thread_pool& threads = request.path == options.ready ? probes : pool;
    Response response = co_await asio::co_spawn(threads, called(answer, request), kAwait);
    const auto began = std::chrono::steady_clock::now();
    for (milliseconds pause = kFirstPause; response.waits; pause = std::min(pause * 2, kLongestPause)) {
      if (!stopping) co_await wait(pause);
      if (!stopping && connection.is_gone()) throw beast::system_error(asio::error::eof);
      const auto waited = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - began);
      request.waited_ms = stopping ? UINT64_MAX : uint64_t(waited.count());
      response.waits.reset();  // which is taken again
      response = co_await asio::co_spawn(threads, called(answer, request), kAwait);
    }
    if (response.rest) {
      const WatchedEntry entry(*this, connection, response.ends);
      if (response.ends) asio::co_spawn(io, watch(entry.watched), asio::detached);
      Response given = co_await asio::co_spawn(response.asks_others ? others : programs, called(response.rest), kAwait);
      response = std::move(given);
    }
    co_return response;
  }

  // Whether the client is still there, while a program runs for it.
  struct Watched {
    Connection& connection;
    asio::steady_timer timer;
    std::function<void()> ends;
    bool is_over = false;  // then the connection may be gone, too

    void look() {
      if (is_over || !ends || !connection.is_gone()) return;
      is_over = true;
      ends();
    }
  };
  std::set<Watched*> watched{};
  struct WatchedEntry {
    Impl& impl;
    const std::shared_ptr<Watched> watched;
    WatchedEntry(Impl& to, Connection& connection, const std::function<void()>& ends)
        : impl(to), watched(std::make_shared<Watched>(Watched{connection, asio::steady_timer(to.io), ends})) {
      impl.watched.insert(watched.get());
    }
    ~WatchedEntry() {
      impl.watched.erase(watched.get());
      watched->is_over = true;
      watched->timer.cancel();
    }
  };
  Wait watch(std::shared_ptr<Watched> watched) {
    while (!watched->is_over && !stopping) {  // (then what is being answered goes out)
      watched->look();
      if (watched->is_over) co_return;
      watched->timer.expires_after(kLook);
      boost::system::error_code over;
      co_await watched->timer.async_wait(asio::redirect_error(kAwait, over));
    }
  }

  // On the thread where it is spawned; the arguments outlive it.
  template <class F, class... Arguments>
  static asio::awaitable<Response> called(const F& function, Arguments&... arguments) {
    co_return function(arguments...);
  }

  // Until it is over, or the server stops.
  Wait wait(milliseconds time) {
    asio::steady_timer timer(io, time);
    waiters.insert(&timer);
    boost::system::error_code over;
    co_await timer.async_wait(asio::redirect_error(kAwait, over));
    waiters.erase(&timer);
  }

  // What couldn't be read is answered when that can be said in a word; the connection is closed in any case.
  Wait refuse(Connection& connection, boost::system::error_code error, bool is_api) {
    if (error.category() != make_error_code(http::error::bad_method).category()) co_return;
    http::status status = http::status::bad_request;
    if (error == http::error::body_limit) status = http::status::payload_too_large;
    if (error == http::error::header_limit) status = http::status::request_header_fields_too_large;
    const std::string text = refusal(error, status, is_api);
    co_await say(connection, status, text, is_api ? "application/problem+json" : kPlain);
  }
  std::string refusal(boost::system::error_code error, http::status status, bool is_api) const {
    const std::string reason(http::obsolete_reason(status));
    if (!is_api) return reason + "\n";
    const std::string most = "more was sent than " + std::to_string(options.most_body) + " bytes";
    return R"({"type":"about:blank","title":")" + reason + R"(","status":)" + std::to_string(unsigned(status)) + R"(,"detail":")" +
           (error == http::error::body_limit ? most : reason) + "\"}\n";
  }

  // (What is said to a coroutine has no destructor, or a name: GCC 12 may destroy temporaries of a co_await twice.)
  Wait say(Connection& connection, http::status status, std::string_view text, const char* type = kPlain) {
    http::response<http::string_body> message(status, 11);
    message.set(http::field::content_type, type);
    message.body() = text;
    message.keep_alive(false);
    message.prepare_payload();
    connection.expires_after(milliseconds(options.header_ms));
    boost::system::error_code error;
    co_await write(connection, message, error);
    if (error) co_return;
    co_await connection.end();
    // What is still on its way is taken, for a while: a connection that is closed before takes the answer with it.
    connection.expires_after(kLinger);
    std::string rest(16 * 1024, '\0');
    for (size_t left = options.most_body; !error && left;) left -= std::min(left, co_await connection.read_some(asio::buffer(rest), error));
  }

  // A stream of events: one line whenever something happened, and now and then a comment.
  Wait hear(Connection& connection, const Response& response) {
    const auto hearer = std::make_shared<Hearer>(Hearer{*response.hears, asio::steady_timer(io)});
    struct Entry {
      Impl& impl;
      const std::shared_ptr<Hearer>& hearer;
      Entry(Impl& to, const std::shared_ptr<Hearer>& of) : impl(to), hearer(of) {
        impl.hearers.insert(hearer);
        const std::lock_guard lock(impl.mutex);
        ++impl.heard[hearer->hearing.tenant];
      }
      ~Entry() {
        impl.hearers.erase(hearer);
        const std::lock_guard lock(impl.mutex);
        const auto one = impl.heard.find(hearer->hearing.tenant);
        if (--one->second == 0) impl.heard.erase(one);
      }
    } entry(*this, hearer);
    // Nobody sends anything on a stream: the client closes it.
    connection.socket().async_wait(tcp::socket::wait_read, [hearer](boost::system::error_code) {
      hearer->is_over = true;
      hearer->timer.cancel();
    });
    std::string text = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n";
    for (const auto& [name, value] : response.headers) text += name + ": " + value + "\r\n";
    text += "\r\n: listening\n\n";
    while (!stopping && !hearer->is_over && hearer->hearing.still()) {
      connection.expires_after(milliseconds(options.body_ms));
      boost::system::error_code gone;
      co_await connection.write(text, gone);
      if (gone) co_return;
      connection.expires_never();
      if (!hearer->is_told && !hearer->is_over) {
        hearer->timer.expires_after(kHeartbeat);
        boost::system::error_code error;
        co_await hearer->timer.async_wait(asio::redirect_error(kAwait, error));
      }
      text = std::exchange(hearer->is_told, false) ? "data: changed\n\n" : ": still here\n\n";
    }
  }

  template <class Which>
  void wake(const Which& which) {
    for (const auto& hearer : hearers)
      if (which(*hearer)) hearer->timer.cancel();
  }

  void join() {
    for (asio::thread_pool* threads : {&pool, &programs, &others, &probes}) threads->join();
  }

  void tell(char what) noexcept { [[maybe_unused]] const ssize_t written = ::write(waker, &what, 1); }

  // What tell() says, until it is that the server stops.
  Wait obey() {
    char what = kReload;
    boost::system::error_code error;
    while (!error && what == kReload) {
      co_await woken.async_read_some(asio::buffer(&what, 1), asio::redirect_error(kAwait, error));
      if (!error && what == kReload && options.reloads) options.reloads();
    }
    end();
  }

  void end() {
    stopping = true;
    boost::system::error_code ignored;
    acceptor.close(ignored);
    wake([](Hearer&) { return true; });
    for (asio::steady_timer* timer : waiters) timer->cancel();
    for (Watched* one : watched) one->look();  // (afterwards all look as if they were gone)
    // Those that wait for a request wait no longer; what is being answered goes out.
    for (Connection* connection : open) connection->socket().shutdown(tcp::socket::shutdown_receive, ignored);
  }
};

Listener::Listener(ListenerOptions options, std::function<Response(Request&)> answer)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(answer))) {
  try {
    const tcp::endpoint at(asio::ip::make_address(impl_->options.address), impl_->options.port);
    impl_->acceptor.open(at.protocol());
    impl_->acceptor.set_option(asio::socket_base::reuse_address(true));
    impl_->acceptor.bind(at);
    impl_->acceptor.listen();
  } catch (const boost::system::system_error& error) {
    throw ServerError("can't listen on " + impl_->options.address + " port " + std::to_string(impl_->options.port) + ": " +
                      error.code().message());
  }
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) throw ServerError("no pipe is to be had");
  impl_->woken.assign(ends[0]);
  impl_->waker = ends[1];
}

Listener::~Listener() {
  impl_->join();
  close(impl_->waker);
}

void Listener::tell(const std::string& tenant) {
  asio::post(impl_->io, [impl = impl_.get(), tenant] {
    impl->wake([&](Impl::Hearer& hearer) { return hearer.hearing.tenant == tenant && (hearer.is_told = true); });
  });
}

void Listener::check() {
  asio::post(impl_->io, [impl = impl_.get()] {
    impl->wake([](Impl::Hearer& hearer) { return hearer.is_over = hearer.is_over || !hearer.hearing.still(); });
  });
}

std::set<std::string> Listener::heard() const {
  const std::lock_guard lock(impl_->mutex);
  std::set<std::string> tenants;
  for (const auto& [tenant, count] : impl_->heard) tenants.insert(tenant);
  return tenants;
}

void Listener::run() {
  asio::co_spawn(impl_->io, impl_->accept(), asio::detached);
  asio::co_spawn(impl_->io, impl_->obey(), asio::detached);
  impl_->io.run();
  impl_->join();
}

void Listener::stop() noexcept { impl_->tell(kStop); }
void Listener::reload() noexcept { impl_->tell(kReload); }

uint16_t Listener::port() const { return impl_->acceptor.local_endpoint().port(); }

}  // namespace fermata::server
