#include "server/pages/pages.h"

#include "server/auth/secrets.h"
#include "server/pages/frame.h"
#include "server/pages/handlers.h"

namespace fermata::server {

namespace {

// What is posted is a form of the viewer's own page.
Handler posted(Handler handler) {
  return [handler = std::move(handler)](Services& services, const Request& request, const Viewer& viewer) {
    const Texts form = request.form();
    const auto token = form.find("csrf");
    if (viewer.csrf.empty() || token == form.end() || !is_same_secret(token->second, viewer.csrf))
      return problem_page(viewer, 403, "This page is too old",
                          all(el("p", "It was made for another session, or before the server was started again. Nothing was done."),
                              el("p", el("a", {{"href", "/"}}, "To the inbox"))));
    return handler(services, request, viewer);
  };
}

}  // namespace

void add_pages(Router& router) {
  const auto add = [&](const char* method, const char* pattern, Permission permission, Handler handler) {
    if (std::string_view(method) == "POST") handler = posted(std::move(handler));
    router.add({method, pattern, permission, std::move(handler)});
  };
#define PAGE(method, path, permission, handler) add(#method, path, Permission::permission, handler);
#include "server/pages/pages.def"
#undef PAGE
}

Response error_page(const Viewer& viewer, int status, const std::string& what) {
  if (status == 404) return not_found_page(viewer);
  const char* title = status == 400   ? "That makes no sense here"
                      : status == 403 ? "You may not do this"
                      : status == 405 ? "Not in this way"
                                      : "That didn't work";
  return problem_page(viewer, status, title, all(el("p", what), el("p", el("a", {{"href", "/"}}, "To the inbox"))));
}

}  // namespace fermata::server
