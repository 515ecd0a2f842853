#include "server/sign_in.h"

#include <algorithm>
#include <cmath>

#include "server/auth/secrets.h"
#include "server/pages/frame.h"

namespace fermata::server {

namespace {

constexpr size_t kMostName = 200;

// A page of ours: what begins with two slashes, or a slash and a backslash, is another site for browsers.
std::string here(const std::string* next) {
  if (!next || next->empty() || next->front() != '/' || next->size() > 2000) return "/";
  if (next->size() > 1 && ((*next)[1] == '/' || (*next)[1] == '\\')) return "/";
  for (const char c : *next)
    if (c <= ' ' || c == '\x7f' || c == '\\') return "/";
  return *next;
}

Html field(Literal name, Literal type, Literal completion, std::string_view label, std::string_view value = {}) {
  return el("p", {{"class", "field"}}, el("label", {{"for", name.text()}}, label),
            el("input", {{"type", type.text()},
                         {"id", name.text()},
                         {"name", name.text()},
                         {"autocomplete", completion.text()},
                         Attribute::typed("value", value),
                         {"required", true}}));
}

Response form_page(const std::string& next, int status, const Html& told, const std::string& name = {}) {
  const auto form = [&](const Html& fields, Literal word) {
    return el("form", {{"method", "post"}, {"action", "/sign-in"}}, hidden("next", next), fields,
              el("p", {{"class", "buttons"}}, el("button", word.text())));
  };
  return page_of(
      {}, {.title = "Sign in", .status = status},
      el("section", {{"class", "sign-in"}}, el("h1", "Sign in"), told,
         form(all(field("name", "text", "username", "Name", name), field("password", "password", "current-password", "Password")),
              "Sign in"),
         el("details", all(el("summary", "With a token instead"), form(field("token", "password", "off", "Token"), "Sign in with it")))));
}

std::string text_of(const Texts& form, std::string_view name) {
  const auto found = form.find(name);
  return found == form.end() ? "" : found->second;
}

}  // namespace

Response SignIn::first(const Request& request) {
  const bool is_page = request.method == "GET" || request.method == "HEAD";
  const std::string next = is_page ? request.path + query(request.query) : "/";
  return see_other("/sign-in" + (next == "/" ? "" : query({{"next", next}})));
}

std::string SignIn::cookie(const Request& request, const std::string& value, const char* more) {
  return "fermata=" + value + "; Path=/; HttpOnly; SameSite=Lax" + (guard_.is_encrypted(request) ? "; Secure" : "") + more;
}

Response SignIn::begin(const Request& request, Session session, const std::string& next) {
  guard_.sessions().end(Guard::cookie_of(request));
  Response response = see_other(next);
  response.headers.emplace_back("Set-Cookie", cookie(request, guard_.sessions().begin(std::move(session), Clock::now()), ""));
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

Response SignIn::sign_in(const Request& request, Asker& asker) {
  if (request.method != "POST") return form_page(here(request.parameter("next")), 200, {});
  // Else another site's page could sign a browser in as somebody else, who would see what is done in it.
  if (const std::string why = Guard::cross_site(request); !why.empty()) return problem_page({}, 403, "You may not do this", el("p", why));
  const Texts form = request.form();
  const std::string next_given = text_of(form, "next"), next = here(&next_given);
  const std::string name = text_of(form, "name"), token = text_of(form, "token"), password = text_of(form, "password");
  asker = {.who = token.empty() ? name : "", .how = token.empty() ? "password" : "token"};
  const std::string remote = network_of(guard_.remote_of(request));
  const auto now = Clock::now();
  const uint64_t failed_s = std::max(of_addresses_.wait_s(remote, now), token.empty() ? of_names_.wait_s(name, now) : 0);
  if (const uint64_t wait_s = failed_s ? failed_s : uint64_t(std::ceil(attempts_.take(remote, now)))) {
    const std::string time = wait_s < 60 ? std::to_string(wait_s) + " s" : std::to_string((wait_s + 59) / 60) + " min";
    const std::string told = (failed_s ? "Too many failed. Try again in " : "Too many try from there. Try again in ") + time + ".";
    Response response = form_page(next, 429, el("p", {{"class", "wrong"}, {"role", "alert"}}, told), name);
    response.headers.emplace_back("Retry-After", std::to_string(wait_s));
    return response;
  }
  const auto people = guard_.people();
  if (!token.empty()) {
    if (const Known* known = people->by_token(token)) {
      asker.who = known->viewer.name, asker.tenant = known->viewer.tenant;
      attempts_.give_back(remote);
      return begin(request, {known->viewer.name, true, known->secret}, next);
    }
  } else if (name.size() <= kMostName && password.size() <= kMostPassword) {
    const auto person = people->persons.find(name);
    const std::string secret = person == people->persons.end() ? "" : person->second.secret;
    if (is_password(password, secret)) {
      of_names_.forget(name);
      attempts_.give_back(remote);
      asker.tenant = person->second.viewer.tenant;
      return begin(request, {name, false, secret}, next);
    }
    of_names_.add(name, now);
  }
  of_addresses_.add(remote, now);
  return form_page(next, 401, el("p", {{"class", "wrong"}, {"role", "alert"}}, "That isn't known here."), name);
}

Response SignIn::sign_out(const Request& request, const Viewer& viewer) {
  if (!is_same_secret(text_of(request.form(), "csrf"), viewer.csrf))
    return problem_page(viewer, 403, "This page is too old", el("p", "You are still signed in."));
  guard_.sessions().end(Guard::cookie_of(request));
  Response response = see_other("/sign-in");
  response.headers.emplace_back("Set-Cookie", cookie(request, "", "; Max-Age=0"));
  return response;
}

}  // namespace fermata::server
