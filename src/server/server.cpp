#include "server/server.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "fermata/durable/alerts.h"
#include "fermata/durable/travel.h"
#include "fermata/jail.h"
#include "serialization/data_text.h"
#include "server/api/api.h"
#include "server/audit.h"
#include "server/buckets.h"
#include "server/guard.h"
#include "server/http/compression.h"
#include "server/http/listener.h"
#include "server/http/router.h"
#include "server/http/tls.h"
#include "server/pages/pages.h"
#include "server/readiness.h"
#include "server/sandboxes.h"
#include "server/sign_in.h"
#include "server/static/files.h"
#include "server/turns.h"

namespace fermata::server {

namespace {

// Nothing on a page is run or shown that isn't a file of ours, whatever a program got into it.
constexpr char kPolicy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri "
    "'none'; "
    "frame-ancestors 'none'";

constexpr std::string_view kStatic = "/static/";

// Of a program, to show what it would do next.
constexpr uint64_t kMostSteps = 100'000'000, kMostMs = 3'000;

// Threads on which what is sent is compiled, and states are looked at, while all executions are under way. As many looks may wait for one
// of them, of one person a quarter of that.
constexpr size_t kCompilers = 2, kLooks = 64;

// What is wrong with it may tell of the machine.
constexpr char kStoreFails[] = "The store can't be read or written now.";

constexpr char kText[] = "text/plain; charset=utf-8";

// (With the policy "no-referrer" browsers send forms with the origin "null", which Guard refuses.)
// Browsers that have been here once come by TLS alone, for a year.
constexpr char kTransport[] = "max-age=31536000";

Response with_headers(Response response) {
  for (const auto& [name, value] : {std::pair("Content-Security-Policy", kPolicy), std::pair("X-Content-Type-Options", "nosniff"),
                                    std::pair("Referrer-Policy", "same-origin"), std::pair("Cross-Origin-Resource-Policy", "same-origin"),
                                    std::pair("Cross-Origin-Opener-Policy", "same-origin")})
    response.headers.emplace_back(name, value);
  return response;
}

Response file_response(const Request& request, const StaticFile& file) {
  const bool same = request.knows(file.etag);
  return {.status = same ? 304 : 200,
          .type = std::string(file.type),
          .body = same ? "" : std::string(file.data),
          .headers = {{"ETag", std::string(file.etag)}, {"Cache-Control", "no-cache"}}};
}

}  // namespace

class Server::Impl {
 public:
  Impl(durable::Store& store, ServerOptions given)
      : options_(std::move(given)),
        store_(store),
        travel_(store, {.jailed = options_.jailed, .more_steps = kMostSteps, .more_ms = kMostMs}),
        executions_(options_.executions, std::max<size_t>(options_.executions - 1, 1)),
        looks_(kLooks, kLooks / 4),
        kept_(options_.connections / 2, std::max<size_t>(options_.connections / 8, 1)),
        jail_(options_.jailed ? std::make_unique<Jail>() : nullptr),
        services_{
            store_,      travel_, jail_.get(),
            executions_, looks_,  kept_,
            sandboxes_,  hears_,  [this](const std::string& who, const std::string& tenant) { return guard_.cannot_decide(who, tenant); }},
        guard_(options_),
        tls_(options_.certificate.empty() ? nullptr : std::make_unique<TlsFiles>(options_.certificate, options_.key)),
        of_people_(rate_of(options_.rate)),
        of_addresses_(rate_of(options_.rate_of_address)),
        listener_({.address = options_.address,
                   .port = options_.port,
                   .threads = options_.threads,
                   .programs = options_.executions + kCompilers,
                   .others = SignIn::kAtProvider,
                   .connections = options_.connections,
                   .of_address = guard_.has_people() ? options_.connections_of_address : 0,
                   .is_shared = [this](const std::string& address) { return guard_.is_proxy(address); },
                   .alive = kAlive,
                   .ready = kReady,
                   .tls = tls_.get(),
                   .reloads = [this] { reload_files(); },
                   .header_ms = options_.header_ms,
                   .body_ms = options_.body_ms},
                  [this](Request& request) { return answer(request); }) {
    guard_.serves(listener_.port());
    add_pages(router_);
    add_api(router_);
  }

  void run() {
    std::thread watcher([this] { watch(); });
    listener_.run();
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    ended_.notify_all();
    watcher.join();
  }
  void stop() noexcept { listener_.stop(); }
  void reload() noexcept { listener_.reload(); }
  uint16_t port() const { return listener_.port(); }

 private:
  Response answer(Request& request) {
    Viewer viewer;
    Response response = answered(request.path, viewer, [&]() -> Response {
      if (!request.wrong.empty()) throw BadRequest(request.wrong);
      const std::string from = guard_.remote_of(request);
      Asker asker;
      if (const double wait_s = too_often(request, of_addresses_, network_of(from))) return refused(request, viewer, wait_s);
      if (auto response = for_anybody(request, from)) return std::move(*response);
      Guard::Asked asked = guard_.who_asks(request);
      if (!asked.status) {
        viewer = std::move(asked.viewer);
        asker = {viewer.name, viewer.tenant, how(viewer)};
        const char* kind = asker.how == std::string_view("token") ? "token " : "person ";
        if (const double wait_s = too_often(request, of_people_, kind + viewer.name)) return refused(request, viewer, wait_s);
      }
      Response response = asked.status ? refused(request, asked) : route(request, viewer, asker, from);
      auditor_.answered(request, asker, from, response.status);
      return response;
    });
    if (response.rest)
      response.rest = [this, path = request.path, viewer, rest = std::move(response.rest)] { return answered(path, viewer, rest); };
    else if (!response.waits && !response.hears) compress(request, /*is_public=*/request.path.starts_with(kStatic), response);
    return response;
  }

  // The person at this machine may do as they like. Whoever looks after the server asks whether it is there; what waits isn't asked anew.
  Rate rate_of(double per_s) const { return guard_.has_people() ? Rate{per_s, std::max(4 * per_s, per_s > 0 ? 1.0 : 0.0)} : Rate{}; }
  static double too_often(const Request& request, Buckets& buckets, const std::string& of) {
    return request.waited_ms || request.path == kAlive || request.path == kReady ? 0 : buckets.take(of, Clock::now());
  }
  Response refused(const Request& request, const Viewer& viewer, double wait_s) {
    Response response = refused(request.path, viewer, 429, "Too many requests: try again in a moment.");
    response.headers.emplace_back("Retry-After", std::to_string(int64_t(std::ceil(wait_s))));
    return response;
  }

  void reload_files() {
    try {
      if (tls_) tls_->read();
    } catch (const std::exception& error) {
      if (options_.told) options_.told(std::string(error.what()) + " (the one before is still used)");
    }
  }

  const char* how(const Viewer& viewer) const {
    if (!guard_.has_people()) return "local";
    return viewer.signed_in ? "session" : viewer.csrf.empty() ? "token" : "proxy";
  }

  Response finished(Response response) const {
    if (tls_) response.headers.emplace_back("Strict-Transport-Security", kTransport);
    return with_headers(std::move(response));
  }

  // What `give` gives, or throws.
  template <class Give>
  Response answered(const std::string& path, const Viewer& viewer, const Give& give) {
    try {
      return finished(give());
    } catch (const BadRequest& wrong) {
      return finished(refused(path, viewer, 400, wrong.what()));
    } catch (const TooMany& busy) {
      Response response = refused(path, viewer, 503, busy.what());
      response.headers.emplace_back("Retry-After", "2");
      return finished(std::move(response));
    } catch (const durable::StoreError& error) {
      if (options_.told) options_.told(error.what());
      const auto kind = error.kind();
      const bool passes = kind == durable::StoreError::Kind::kBusy || kind == durable::StoreError::Kind::kFailed ||
                          kind == durable::StoreError::Kind::kFull || kind == durable::StoreError::Kind::kOpen;
      Response response = refused(path, viewer, passes ? 503 : 500, guard_.has_people() ? kStoreFails : error.what());
      if (passes) response.headers.emplace_back("Retry-After", "1");
      return finished(std::move(response));
    } catch (const std::exception& error) {
      if (options_.told) options_.told(error.what());
      // What went wrong may tell of other tenants' things, or of the machine.
      return finished(refused(path, viewer, 500,
                              guard_.has_people() ? "Something went wrong here. Whoever runs this server was told what." : error.what()));
    }
  }

  // A page for people; for programs what they can read.
  Response refused(const std::string& path, const Viewer& viewer, int status, const std::string& what) {
    return is_for_programs(path) ? problem(status, what) : error_page(viewer, status, what);
  }

  // What says nothing about anybody, and the way in.
  std::optional<Response> for_anybody(Request& request, const std::string& from) {
    if (!guard_.has_people()) {
      const Guard::Asked asked = guard_.who_asks(request);
      if (asked.status) {
        auditor_.answered(request, {}, from, asked.status);
        return refused(request, asked);
      }
    }
    if (request.path == kAlive) return Response{.type = kText, .body = "ok\n"};
    if (request.path == kReady) return readiness_.check(), Response{.type = kText, .body = "ok\n"};
    if (request.path.starts_with(kStatic))
      for (const StaticFile& file : static_files())
        if (request.path.substr(kStatic.size()) == file.name) return file_response(request, file);
    if (auto response = sign_in_.answer(request)) return response;
    // What is asked has all that it takes to answer it.
    if (Router::Found found = router_.find(request.method, request.path); found.route && found.route->permission == Permission::kAnybody)
      return handled(request, std::move(found), {}, {.how = "callback"}, from);
    return std::nullopt;
  }

  Response refused(const Request& request, const Guard::Asked& asked) {
    if (asked.status == 401 && !is_for_programs(request.path) && !request.headers.contains("authorization")) return SignIn::first(request);
    Response response = is_for_programs(request.path) ? problem(asked.status, asked.why)
                                                      : Response{.status = asked.status, .type = kText, .body = asked.why + "\n"};
    response.headers.emplace_back("Cache-Control", "no-store");
    if (asked.status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return response;
  }

  Response events(const Request& request, const Viewer& viewer) {
    auto turn = kept_.take(viewer.name);
    if (!turn) throw TooMany("you hear of changes too often: end some of these streams");
    Request asked = request;
    const auto still = [this, asked = std::move(asked), name = viewer.name, tenant = viewer.tenant] {
      const Guard::Asked now = guard_.who_asks(asked, /*is_used=*/false);
      return now.status == 0 && now.viewer.can(Permission::kView) && now.viewer.name == name && now.viewer.tenant == tenant;
    };
    return {.headers = {{"Cache-Control", "no-store"}},
            .hears = std::make_shared<const Hearing>(Hearing{viewer.tenant, still, std::move(turn)})};
  }

  Response route(Request& request, const Viewer& viewer, const Asker& asker, const std::string& from) {
    if (request.path == "/sign-out" && request.method == "POST" && viewer.signed_in) {
      Response response = sign_in_.sign_out(request, viewer);
      if (response.status == 303) auditor_.signed_out(asker, from);
      return response;
    }
    Router::Found found = router_.find(request.method, request.path);
    if (!found.route) {
      if (found.allowed.empty()) return refused(request.path, viewer, 404, "there is nothing at " + request.path);
      Response response = refused(request.path, viewer, 405, "This takes " + found.allowed + ".");
      response.headers.emplace_back("Allow", found.allowed);
      return response;
    }
    if (!viewer.can(found.route->permission))
      return refused(request.path, viewer, 403,
                     std::string("You have no permission for that: it takes ") + to_string(found.route->permission) + ".");
    return handled(request, std::move(found), viewer, asker, from);
  }

  Response handled(Request& request, Router::Found found, const Viewer& viewer, const Asker& asker, const std::string& from) {
    request.captures = std::move(found.captures);
    if (found.route->method == "GET") return found.route->handler(services_, request, viewer);
    // What is changed is changed by them.
    struct Acting {
      std::unique_ptr<durable::Store> store;
      Services services;
    };
    std::unique_ptr<durable::Store> store = auditor_.acting(asker, from);
    durable::Store& theirs = *store;
    const auto acting = std::make_shared<Acting>(Acting{
        std::move(store), Services{theirs, travel_, jail_.get(), executions_, looks_, kept_, sandboxes_, hears_, services_.cannot_decide}});
    Response response = found.route->handler(acting->services, request, viewer);
    if (response.rest) response.rest = [acting, rest = std::move(response.rest)] { return rest(); };
    return response;
  }

  // What is there is looked at while somebody listens: a store tells nobody what others do to it.
  void watch() {
    constexpr std::chrono::milliseconds kPause(700);
    std::map<std::string, std::string> before;  // of each tenant that somebody hears of
    std::string problem;
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, kPause, [this] { return over_; })) {
      lock.unlock();
      try {
        listener_.check();
        sandboxes_.expire(Clock::now());
        if (guard_.has_people()) tell_alerts();
        std::map<std::string, std::string> now;
        for (const std::string& tenant : listener_.heard()) {
          const std::string& is = now[tenant] = summary_of(tenant);
          if (const auto was = before.find(tenant); was == before.end() || was->second != is) listener_.tell(tenant);
        }
        before = std::move(now);
        problem.clear();
      } catch (const std::exception& error) {
        if (options_.told && problem != error.what()) options_.told(error.what());  // once
        problem = error.what();
      }
      lock.lock();
    }
  }

  void tell_alerts() {
    for (const durable::AuditRecord& record : alerts_.look(guard_.people()->alerts))
      if (options_.told) options_.told("alert: " + visible(record.data) + " (record " + std::to_string(record.number) + " of the audit)");
  }

  // Differs when something has changed.
  std::string summary_of(const std::string& tenant) {
    std::string text;
    for (const durable::QueueStats& stats : store_.stats(tenant)) {
      text += stats.queue;
      for (const auto& [status, count] : stats.runs) text += " " + std::to_string(int(status)) + ":" + std::to_string(count);
      for (const uint64_t count : {stats.approvals, stats.in_doubt, stats.held, stats.unanswered, stats.deferred})
        text += " " + std::to_string(count);
    }
    return text;
  }

  const ServerOptions options_;
  durable::Store& store_;
  durable::TimeTravel travel_;
  Turns executions_, looks_, kept_;
  const std::unique_ptr<Jail> jail_;
  Sandboxes sandboxes_;
  const std::function<Response(const Request&, const Viewer&)> hears_ = [this](const Request& request, const Viewer& viewer) {
    return events(request, viewer);
  };
  Services services_;
  Guard guard_;
  const std::unique_ptr<TlsFiles> tls_;
  Buckets of_people_, of_addresses_;
  Auditor auditor_{store_, options_.audit};
  const std::unique_ptr<durable::Store> watching_ = auditor_.acting({.how = "rule"}, "");
  durable::Alerts alerts_{*watching_};
  SignIn sign_in_{guard_, auditor_, options_.told};
  Router router_;
  Readiness readiness_{store_};
  Listener listener_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
};

Server::Server(durable::Store& store, ServerOptions options) : impl_(std::make_unique<Impl>(store, std::move(options))) {}
Server::~Server() = default;
void Server::run() { impl_->run(); }
void Server::stop() noexcept { impl_->stop(); }
void Server::reload() noexcept { impl_->reload(); }
uint16_t Server::port() const { return impl_->port(); }

}  // namespace fermata::server
