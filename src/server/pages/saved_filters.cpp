#include "server/pages/saved_filters.h"

#include "fermata/error.h"
#include "server/http/form.h"
#include "server/pages/frame.h"
#include "server/pages/handlers.h"

namespace fermata::server {

namespace {

durable::SavedFilters of(Services& services, const Viewer& viewer) { return {services.store, viewer.tenant, viewer.name}; }

std::string sent(const Texts& form, std::string_view name) {
  const auto found = form.find(name);
  return found == form.end() ? "" : found->second;
}

}  // namespace

std::vector<durable::SavedFilter> saved_filters(Services& services, const Viewer& viewer) {
  if (!viewer.can(Permission::kAct)) return {};
  return of(services, viewer).all();
}

std::string address_of(const durable::SavedFilter& filter) {
  return "/" + query({{"q", filter.text}, {"queue", filter.queue}, {"mine", filter.mine ? "yes" : ""}});
}

Html saved_links(const Viewer& viewer, const std::vector<durable::SavedFilter>& filters, const std::vector<uint64_t>& counts, bool more) {
  Html links;
  for (size_t i = 0; i < filters.size(); ++i) {
    const durable::SavedFilter& filter = filters[i];
    const std::string count = std::to_string(counts[i]) + (more ? "+" : "");
    links += el("li", {}, el("a", {{"href", address_of(filter)}}, filter.name), el("span", {{"class", "count"}}, count),
                post_form(viewer, "/filters/delete", {},
                          all(hidden("name", filter.name),
                              el("button", {{"class", "quiet"}, {"aria-label", "Delete the filter " + filter.name}}, "Delete"))));
  }
  return filters.empty() ? Html() : el("ul", {{"class", "saved"}, {"aria-label", "Saved filters"}}, links);
}

Html save_form(const Viewer& viewer, const durable::SavedFilter& filter) {
  if (!viewer.can(Permission::kAct)) return {};
  return post_form(viewer, "/filters", {{"class", "search"}},
                   all(hidden("q", filter.text), hidden("queue", filter.queue), hidden("mine", filter.mine ? "yes" : ""),
                       el("label", {{"class", "unseen"}, {"for", "filter-name"}}, "Save this filter as"),
                       el("input", {{"type", "text"},
                                    {"id", "filter-name"},
                                    {"name", "name"},
                                    {"required", true},
                                    {"maxlength", std::to_string(durable::SavedFilter::kLongestName)},
                                    {"placeholder", "Save this filter as"},
                                    {"autocomplete", "off"}}),
                       el("button", {{"class", "quiet"}}, "Save")));
}

Response save_filter(Services& services, const Request& request, const Viewer& viewer) {
  const Texts form = request.form();
  const durable::SavedFilter filter{
      .name = sent(form, "name"), .text = sent(form, "q"), .queue = sent(form, "queue"), .mine = sent(form, "mine") == "yes"};
  try {
    of(services, viewer).save(filter);
  } catch (const UsageError& error) {
    return problem_page(viewer, 422, "That can't be saved", el("p", error.what()));
  } catch (const durable::Refused& refused) {
    return problem_page(viewer, 409, "That can't be saved", el("p", refused.what()));
  }
  return see_other(address_of(filter));
}

Response delete_filter(Services& services, const Request& request, const Viewer& viewer) {
  of(services, viewer).remove(sent(request.form(), "name"));
  return see_other("/");
}

}  // namespace fermata::server
