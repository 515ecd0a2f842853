#include "server/pages/frame.h"

#include <array>

namespace fermata::server {

namespace {

struct Link {
  At at;
  const char* to;
  const char* word;
};
constexpr std::array<Link, 4> kLinks = {{{At::kInbox, "/", "Inbox"},
                                         {At::kRuns, "/runs", "Runs"},
                                         {At::kGrants, "/grants", "Grants"},
                                         {At::kOverview, "/overview", "Overview"}}};

Html navigation(At at) {
  Html links;
  for (const Link& link : kLinks) {
    const std::optional<std::string> here = link.at == at ? std::optional<std::string>("page") : std::nullopt;
    links += el("li", el("a", {{"href", link.to}, {"aria-current", here}}, link.word));
  }
  return el("nav", {{"aria-label", "Main"}}, el("ul", links));
}

Html person(const Viewer& viewer) {
  if (viewer.name.empty()) return {};
  Html html = el("span", {{"class", "name"}}, viewer.name);
  for (const std::string& role : viewer.roles) html += el("span", {{"class", "role"}}, role);
  if (viewer.signed_in) html += post_form(viewer, "/sign-out", {}, el("button", {{"class", "quiet"}}, "Sign out"));
  return el("div", {{"class", "person"}}, html);
}

Html head_of(const Page& page) {
  return el("head",
            all(el("meta", {{"charset", "utf-8"}}), el("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}),
                el("meta", {{"name", "color-scheme"}, {"content", "light dark"}}), el("title", page.title + " · Fermata"),
                el("link", {{"rel", "icon"}, {"href", "/static/fermata.svg"}, {"type", "image/svg+xml"}}),
                el("link", {{"rel", "stylesheet"}, {"href", "/static/style.css"}}),
                el("script", {{"type", "module"}, {"src", "/static/page.js"}})));
}

}  // namespace

Response page_of(const Viewer& viewer, const Page& page, const Html& content) {
  const Html brand = el("a", {{"class", "brand"}, {"href", "/"}}, el("span", {{"class", "sign"}, {"aria-hidden", "true"}}), "Fermata");
  const Html header = el("header", {{"class", "top"}}, brand, viewer.name.empty() ? Html() : navigation(page.at), person(viewer));
  const Html main = el("main", {{"id", "main"}, {"tabindex", "-1"}, {"data-live", page.live}}, content);
  const Html body = el("body", all(el("a", {{"class", "skip"}, {"href", "#main"}}, "Skip to content"), header, main,
                                   el("p", {{"id", "told"}, {"role", "status"}, {"class", "unseen"}})));
  return {.status = page.status,
          .type = "text/html; charset=utf-8",
          .body = "<!doctype html>\n" + el("html", {{"lang", "en"}}, head_of(page), body).markup(),
          .headers = {{"Cache-Control", "no-store"}}};
}

Response problem_page(const Viewer& viewer, int status, const std::string& title, const Html& what) {
  return page_of(viewer, {.title = title, .status = status}, el("section", {{"class", "problem"}}, el("h1", title), what));
}

Response not_found_page(const Viewer& viewer) {
  return problem_page(viewer, 404, "Not found",
                      all(el("p", "There is nothing here. It may have ended long ago and been deleted."),
                          el("p", el("a", {{"href", "/"}}, "To the inbox"))));
}

Response see_other(const std::string& to) {
  return {.status = 303, .type = "text/plain; charset=utf-8", .body = "", .headers = {{"Location", to}}};
}

Html hidden(Literal name, std::string_view value) {
  return el("input", {{"type", "hidden"}, {"name", name.text()}, Attribute::typed("value", value)});
}

Html post_form(const Viewer& viewer, const std::string& action, Attributes more, const Html& content) {
  more.push_back({"method", "post"});
  more.push_back({"action", action});
  return el("form", more, hidden("csrf", viewer.csrf), content);
}

Html wide_table(const std::vector<std::string>& titles, const std::vector<std::vector<Html>>& rows) {
  Html head, body;
  for (const std::string& title : titles) head += el("th", {{"scope", "col"}}, title);
  for (const std::vector<Html>& row : rows) {
    Html cells;
    for (size_t i = 0; i < row.size(); ++i) cells += el("td", {{"data-title", titles[i]}}, el("div", row[i]));
    body += el("tr", cells);
  }
  return el("div", {{"class", "scrolls"}}, el("table", {{"class", "wide rows"}}, el("thead", el("tr", head)), el("tbody", body)));
}

Html text_field(Literal name, const std::string& id, std::string_view label, const Attributes& more) {
  Attributes attributes = {{"type", "text"}, {"id", id}, {"name", name.text()}, {"autocomplete", "off"}};
  attributes.insert(attributes.end(), more.begin(), more.end());
  return el("p", {{"class", "field"}}, el("label", {{"for", id}}, label), el("input", attributes));
}

}  // namespace fermata::server
