#include "server/guard.h"

#include <sys/stat.h>

#include "server/auth/secrets.h"

namespace fermata::server {

namespace {

std::string_view header(const Request& request, std::string_view name) {
  const auto found = request.headers.find(name);
  return found == request.headers.end() ? std::string_view() : found->second;
}

bool is_safe(const Request& request) { return request.method == "GET" || request.method == "HEAD"; }

// Differs when the file does.
std::string version_of(const std::string& file) {
  struct stat info;
  if (stat(file.c_str(), &info) != 0) return "none";
  std::string text;
  for (const auto part : {int64_t(info.st_ino), int64_t(info.st_size), int64_t(info.st_mtim.tv_sec), int64_t(info.st_mtim.tv_nsec),
                          int64_t(info.st_ctim.tv_sec), int64_t(info.st_ctim.tv_nsec)})
    text += std::to_string(part) + " ";
  return text;
}

}  // namespace

Guard::Guard(const ServerOptions& options)
    : viewer_{.name = options.name,
              .tenant = options.tenant,
              .permissions = {Permission::kAdmin},
              .roles = options.roles,
              .csrf = random_text()},
      file_(options.auth),
      told_(options.told),
      key_(random_text()) {
  if (file_.empty() && options.address != "127.0.0.1" && options.address != "::1")
    throw ServerError("there is nobody to tell people apart, so it listens on 127.0.0.1 or ::1 alone, not on " + options.address);
  if (file_.empty()) return;
  version_ = version_of(file_);
  people_ = std::make_shared<const People>(people_of_file(file_));
  if (people_->persons.empty() && people_->tokens.empty() && !people_->provider)
    throw ServerError(file_ + " lets nobody in: it has no [[person]], no [[token]] and no [oidc]");
}

std::shared_ptr<const People> Guard::people() {
  const std::lock_guard lock(mutex_);
  std::string version = version_of(file_);
  if (version != version_) {
    version_ = std::move(version);  // a file that is wrong is told once
    try {
      people_ = std::make_shared<const People>(people_of_file(file_));
    } catch (const ServerError& error) {
      if (told_) told_(std::string(error.what()) + " (what it said before still holds)");
    }
  }
  return people_;
}

std::string Guard::cannot_decide(const std::string& who, const std::string& tenant) {
  if (!has_people()) return "";
  const std::shared_ptr<const People> known = people();
  for (const auto* of : {&known->persons, &known->tokens})
    if (const auto found = of->find(who); found != of->end() && found->second.viewer.sees(tenant))
      return found->second.viewer.can(Permission::kDecide) ? "" : who + " may not decide here";
  // Whom a proxy or a provider names needn't be in the file.
  return known->provider || !known->proxy_header.empty() ? "" : "nobody here is called " + who;
}

bool Guard::is_here(std::string_view host) const {
  const std::string port = ":" + std::to_string(port_);
  for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"})
    if (host == std::string(name) + port || (port_ == 80 && host == name)) return true;
  return false;
}

std::string Guard::local_refusal(const Request& request) const {
  if (!is_here(header(request, "host"))) return "this server answers to localhost alone";
  const std::string_view origin = header(request, "origin"), scheme = request.is_encrypted ? "https://" : "http://";
  if (!origin.empty() && !(origin.starts_with(scheme) && is_here(origin.substr(scheme.size()))))
    return "this was sent by another site's page";
  return cross_site(request);
}

std::string Guard::cross_site(const Request& request) {
  if (is_safe(request)) return "";
  const std::string_view site = header(request, "sec-fetch-site");
  const std::string_view origin = header(request, "origin");
  const size_t slashes = origin.find("://");
  const bool is_ours = origin.empty() || (slashes != origin.npos && origin.substr(slashes + 3) == header(request, "host"));
  return is_ours && (site.empty() || site == "same-origin" || site == "none") ? "" : "this was sent by another site's page";
}

std::string Guard::cookie_of(const Request& request, std::string_view name) {
  std::string_view rest = header(request, "cookie");
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    const std::string_view pair = one.substr(std::min(one.size(), one.find_first_not_of(' ')));
    if (pair.starts_with(name) && pair.substr(name.size()).starts_with('=')) return std::string(pair.substr(name.size() + 1));
  }
  return "";
}

bool Guard::is_proxy(const std::string& address) { return has_people() && people()->proxies.contains(address); }

// Each proxy adds the address that it saw: the last one that isn't a proxy of ours itself. Those before it are what the client says.
std::string Guard::remote_of(const Request& request) {
  std::string remote = request.remote;
  for (std::string_view all = header(request, "x-forwarded-for"); !all.empty() && is_proxy(remote);) {
    const size_t comma = all.rfind(',');
    std::string_view last = all.substr(comma == all.npos ? 0 : comma + 1);
    last.remove_prefix(std::min(last.size(), last.find_first_not_of(' ')));
    std::string address(last.substr(0, last.find_last_not_of(' ') + 1));
    if (!is_address(address)) break;
    remote = std::move(address);
    all = all.substr(0, comma == all.npos ? 0 : comma);
  }
  return remote;
}

bool Guard::is_encrypted(const Request& request) {
  return request.is_encrypted || (header(request, "x-forwarded-proto") == "https" && is_proxy(request.remote));
}

// What a browser sends without being told to (a cookie, a name that a proxy adds) isn't enough to change anything: the page has to be ours.
Guard::Asked Guard::of_browser(const Request& request, Viewer viewer, std::string csrf) const {
  if (std::string why = cross_site(request); !why.empty()) return {.status = 403, .why = std::move(why)};
  if (!is_safe(request) && request.path.starts_with("/v1/") && !is_same_secret(header(request, "x-csrf-token"), csrf))
    return {.status = 403, .why = "a browser's request to the API needs the header X-CSRF-Token"};
  Asked asked{.viewer = std::move(viewer)};
  asked.viewer.csrf = std::move(csrf);
  return asked;
}

Guard::Asked Guard::who_asks(const Request& request, bool is_used) {
  if (!has_people()) {
    std::string why = local_refusal(request);
    return {.viewer = viewer_, .status = why.empty() ? 0 : 403, .why = std::move(why)};
  }
  const auto people = this->people();
  constexpr std::string_view kBearer = "Bearer ";
  if (const std::string_view given = header(request, "authorization"); !given.empty()) {
    const Known* known = given.starts_with(kBearer) ? people->by_token(given.substr(kBearer.size())) : nullptr;
    if (!known) return {.status = 401, .why = "this token is not known here"};
    return {.viewer = known->viewer};
  }
  const std::string_view named = people->proxy_header.empty() ? std::string_view() : header(request, people->proxy_header);
  if (!named.empty() && people->proxies.contains(request.remote)) {
    const auto person = people->persons.find(named);
    if (person == people->persons.end()) return {.status = 403, .why = "'" + std::string(named) + "' is not known here"};
    return of_browser(request, person->second.viewer, keyed_hash(named, key_));
  }
  const auto session = sessions_.find(cookie_of(request), Clock::now(), is_used);
  if (!session) return {.status = 401, .why = "sign in, or send a token"};
  std::optional<Viewer> viewer = viewer_of(*session, *people);
  if (!viewer) return {.status = 401, .why = "sign in again"};
  Asked asked = of_browser(request, std::move(*viewer), session->csrf);
  asked.viewer.signed_in = true;
  return asked;
}

// As auth.toml is now.
std::optional<Viewer> Guard::viewer_of(const Session& session, const People& people) {
  if (session.by == ProvedBy::kProvider) {
    if (!people.provider || people.provider->identity() != session.secret) return std::nullopt;
    try {
      Viewer viewer = people.by_claims(*session.claims);
      return viewer.name == session.name ? std::optional(std::move(viewer)) : std::nullopt;
    } catch (const NotKnown&) {
      return std::nullopt;
    }
  }
  const auto& all = session.by == ProvedBy::kToken ? people.tokens : people.persons;
  const auto known = all.find(session.name);
  return known == all.end() || known->second.secret != session.secret ? std::nullopt : std::optional(known->second.viewer);
}

}  // namespace fermata::server
