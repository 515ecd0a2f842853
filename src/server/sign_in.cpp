#include "server/sign_in.h"

#include <algorithm>
#include <cmath>

#include "server/auth/secrets.h"
#include "server/pages/frame.h"

namespace fermata::server {

namespace {

constexpr size_t kMostName = 200;
constexpr char kOidc[] = "oidc";  // how they proved who they are
const std::string kWasTold = "Whoever runs this server was told why.";

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

Html forms(const std::string& next, const Html& told, const std::string& name, const Provider* provider) {
  const auto form = [&](const Html& fields, Literal word) {
    return el("form", {{"method", "post"}, {"action", "/sign-in"}}, hidden("next", next), fields,
              el("p", {{"class", "buttons"}}, el("button", word.text())));
  };
  Html at_provider;
  // (A link, as forms lead nowhere else, not even by a redirect: Content-Security-Policy.)
  if (provider)
    at_provider = el("p", {{"class", "buttons"}},
                     el("a", {{"class", "button"}, {"href", Provider::kBegin + query({{"next", next == "/" ? "" : next}})}},
                        "Sign in with " + provider->label));
  return el(
      "section", {{"class", "sign-in"}}, el("h1", "Sign in"), told, at_provider,
      form(all(field("name", "text", "username", "Name", name), field("password", "password", "current-password", "Password")), "Sign in"),
      el("details", all(el("summary", "With a token instead"), form(field("token", "password", "off", "Token"), "Sign in with it"))));
}

std::string text_of(const Texts& form, std::string_view name) {
  const auto found = form.find(name);
  return found == form.end() ? "" : found->second;
}

bool is_random_text(const std::string& text) { return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos; }

// What another site's page, or none of ours, leads to: whoever is somewhere else mustn't find themselves signed in.
bool is_led_from_elsewhere(const Request& request) {
  const auto site = request.headers.find("sec-fetch-site");
  return site != request.headers.end() && site->second != "same-origin" && site->second != "none";
}

Response takes_get() {
  return {.status = 405, .type = "text/plain; charset=utf-8", .body = "This takes GET.\n", .headers = {{"Allow", "GET"}}};
}

}  // namespace

std::optional<Response> SignIn::answer(const Request& request) {
  if (!guard_.has_people()) return std::nullopt;
  if (request.path == "/sign-in") return form(request);
  if (request.path == Provider::kBegin) return begin(request);
  if (request.path == Provider::kCallback) return come_back(request);
  return std::nullopt;
}

Response SignIn::first(const Request& request) {
  const bool is_page = request.method == "GET" || request.method == "HEAD";
  const std::string next = is_page ? request.path + query(request.query) : "/";
  return see_other("/sign-in" + (next == "/" ? "" : query({{"next", next}})));
}

SignIn::Browser SignIn::browser_of(const Request& request) {
  Browser browser{.from = guard_.remote_of(request), .session = Guard::cookie_of(request), .is_encrypted = guard_.is_encrypted(request)};
  browser.network = network_of(browser.from);
  browser.begun = Guard::cookie_of(request, begun_cookie(browser));
  return browser;
}

// With that prefix no other site of the same domain can set it.
std::string SignIn::begun_cookie(const Browser& browser) const {
  return browser.is_encrypted ? "__Host-fermata-sign-in" : "fermata-sign-in";
}

std::string SignIn::cookie(const std::string& name, const std::string& value, bool is_encrypted, const char* more) const {
  return name + "=" + value + "; Path=/; HttpOnly; SameSite=Lax" + (is_encrypted ? "; Secure" : "") + more;
}

Response SignIn::enter(const Browser& browser, Entered entered, const Asker& asker) {
  guard_.sessions().end(browser.session);
  Response response = see_other(entered.next);
  const std::string session = guard_.sessions().begin(std::move(entered.session), Clock::now());
  response.headers.emplace_back("Set-Cookie", cookie("fermata", session, browser.is_encrypted));
  response.headers.emplace_back("Cache-Control", "no-store");
  auditor_.signed_in(asker, browser.from, response.status, std::move(entered.data));
  return response;
}

Response SignIn::page(const std::string& next, int status, const std::string& told, const std::string& name) {
  const auto people = guard_.people();
  const Html alert = told.empty() ? Html() : el("p", {{"class", "wrong"}, {"role", "alert"}}, told);
  return page_of({}, {.title = "Sign in", .status = status}, forms(next, alert, name, people->provider ? &*people->provider : nullptr));
}

std::optional<Response> SignIn::too_many(const Browser& browser, const std::string& next, const std::string& name) {
  const auto now = Clock::now();
  const uint64_t failed_s = std::max(of_addresses_.wait_s(browser.network, now), name.empty() ? 0 : of_names_.wait_s(name, now));
  const uint64_t wait_s = failed_s ? failed_s : uint64_t(std::ceil(attempts_.take(browser.network, now)));
  if (!wait_s) return std::nullopt;
  const std::string time = wait_s < 60 ? std::to_string(wait_s) + " s" : std::to_string((wait_s + 59) / 60) + " min";
  Response response =
      page(next, 429, (failed_s ? "Too many failed. Try again in " : "Too many try from there. Try again in ") + time + ".", name);
  response.headers.emplace_back("Retry-After", std::to_string(wait_s));
  return response;
}

Response SignIn::form(const Request& request) {
  if (request.method != "POST") return page(here(request.parameter("next")), 200, "");
  const Browser browser = browser_of(request);
  // Else another site's page could sign a browser in as somebody else, who would see what is done in it.
  if (const std::string why = Guard::cross_site(request); !why.empty()) {
    auditor_.signed_in({}, browser.from, 403);
    return problem_page({}, 403, "You may not do this", el("p", why));
  }
  const Texts form = request.form();
  const std::string next_given = text_of(form, "next"), next = here(&next_given);
  const std::string name = text_of(form, "name"), token = text_of(form, "token"), password = text_of(form, "password");
  Asker asker{.who = token.empty() ? name : "", .how = token.empty() ? "password" : "token"};
  if (auto response = too_many(browser, next, token.empty() ? name : "")) {
    auditor_.signed_in(asker, browser.from, response->status);
    return std::move(*response);
  }
  const auto people = guard_.people();
  if (!token.empty()) {
    if (const Known* known = people->by_token(token)) {
      asker.who = known->viewer.name, asker.tenant = known->viewer.tenant;
      attempts_.give_back(browser.network);
      return enter(browser, {{known->viewer.name, ProvedBy::kToken, known->secret}, next}, asker);
    }
  } else if (name.size() <= kMostName && password.size() <= kMostPassword) {
    const auto person = people->persons.find(name);
    const std::string secret = person == people->persons.end() ? "" : person->second.secret;
    if (is_password(password, secret)) {
      of_names_.forget(name);
      attempts_.give_back(browser.network);
      asker.tenant = person->second.viewer.tenant;
      return enter(browser, {{name, ProvedBy::kPassword, secret}, next}, asker);
    }
    of_names_.add(name, Clock::now());
  }
  of_addresses_.add(browser.network, Clock::now());
  auditor_.signed_in(asker, browser.from, 401);
  return page(next, 401, token.empty() ? "The name or the password is wrong." : "There is no such token.", name);
}

std::shared_ptr<void> SignIn::turn(const Browser& browser) {
  std::shared_ptr<void> turn = at_provider_.take(browser.network);
  if (!turn) throw TooMany("The provider keeps too many waiting: try again in a moment.");
  return turn;
}

Response SignIn::begin(const Request& request) {
  const auto people = guard_.people();
  const std::string next = here(request.parameter("next"));
  if (!people->provider || is_led_from_elsewhere(request)) return see_other("/sign-in" + (next == "/" ? "" : query({{"next", next}})));
  if (request.method != "GET") return takes_get();
  Browser browser = browser_of(request);
  if (auto response = too_many(browser, next)) return std::move(*response);
  // (Several sign-ins of one browser may be under way.)
  if (!is_random_text(browser.begun)) browser.begun = random_text();
  return {.rest =
              [this, people, browser, next, turn = turn(browser)] {
                try {
                  Response response = see_other(flow_.begin(*people->provider, browser.begun, next));
                  response.headers.emplace_back("Set-Cookie",
                                                cookie(begun_cookie(browser), browser.begun, browser.is_encrypted, "; Max-Age=600"));
                  response.headers.emplace_back("Cache-Control", "no-store");
                  return response;
                } catch (const std::exception& error) {
                  return failed(next, error);
                }
              },
          .asks_others = true};
}

Response SignIn::come_back(const Request& request) {
  const auto people = guard_.people();
  if (!people->provider) return see_other("/sign-in");
  if (request.method != "GET") return takes_get();
  const Browser browser = browser_of(request);
  if (auto response = too_many(browser, "/")) return std::move(*response);
  auto waiting = turn(browser);
  const std::optional<Begun> begun = flow_.take(*people->provider, request.text_of("state"), browser.begun);
  if (!begun) {
    auditor_.signed_in({.how = kOidc}, browser.from, 400);
    return page("/", 400, "This sign-in was begun in another browser, or too long ago, or is over already. Begin anew.");
  }
  const ProviderFlow::Returned returned{.code = request.text_of("code"),
                                        .issuer = request.text_of("iss"),
                                        .error = request.text_of("error"),
                                        .error_description = request.text_of("error_description")};
  return {.rest = [this, people, browser, begun = *begun, returned,
                   waiting = std::move(waiting)] { return proved(*people, browser, begun, returned); },
          .asks_others = true};
}

Response SignIn::proved(const People& people, const Browser& browser, const Begun& begun, const ProviderFlow::Returned& returned) {
  const Provider& provider = *people.provider;
  Data::Pairs data{{"issuer", provider.issuer}};
  ProviderFlow::Proved proved;
  Viewer viewer;
  try {
    proved = flow_.finish(provider, begun, returned);
    data.emplace_back("subject", plain_text(proved.subject));
    viewer = people.by_claims(proved.claims);
  } catch (const std::exception& error) {
    Response response = failed(begun.next, error);
    auditor_.signed_in({.how = kOidc}, browser.from, response.status, std::move(data));
    return response;
  }
  for (int i = 0; i < 2; ++i) attempts_.give_back(browser.network);  // for the way there, and for the way back
  Session session{.name = viewer.name,
                  .by = ProvedBy::kProvider,
                  .secret = provider.identity(),
                  .claims = std::make_shared<const Claims>(std::move(proved.claims)),
                  .until = Clock::now() + kProviderDay};
  return enter(browser, {std::move(session), begun.next, std::move(data)}, {viewer.name, viewer.tenant, kOidc});
}

// Why is for whoever runs the server.
Response SignIn::failed(const std::string& next, const std::exception& error) {
  if (told_) told_(std::string("a sign-in at the provider: ") + error.what());
  if (dynamic_cast<const ProviderRefuses*>(&error)) return page(next, 401, "The provider didn't sign you in.");
  if (dynamic_cast<const NotKnown*>(&error)) return page(next, 403, "The provider knows you, but you may do nothing here. " + kWasTold);
  if (dynamic_cast<const TokenError*>(&error)) return page(next, 401, "What the provider says can't be believed. " + kWasTold);
  Response response = page(next, 503, "The provider can't be asked now: try again in a moment. " + kWasTold);
  response.headers.emplace_back("Retry-After", "10");
  return response;
}

Response SignIn::sign_out(const Request& request, const Viewer& viewer) {
  if (!is_same_secret(text_of(request.form(), "csrf"), viewer.csrf))
    return problem_page(viewer, 403, "This page is too old", el("p", "You are still signed in."));
  guard_.sessions().end(Guard::cookie_of(request));
  Response response = see_other("/sign-in");
  response.headers.emplace_back("Set-Cookie", cookie("fermata", "", guard_.is_encrypted(request), "; Max-Age=0"));
  return response;
}

}  // namespace fermata::server
