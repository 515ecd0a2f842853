// The inbox: what waits for people, the most urgent first; several alike decided together.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "durable/schemas/question.h"
#include "durable/schemas/sentence.h"
#include "fermata/error.h"
#include "serialization/data_text.h"
#include "server/http/form.h"
#include "server/pages/call.h"
#include "server/pages/frame.h"
#include "server/pages/handlers.h"
#include "server/pages/saved_filters.h"
#include "server/pages/standing.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

constexpr size_t kMost = 100;  // on one page

constexpr size_t kMostCounted = 500;  // calls that are looked at for the counts of saved filters

// What was asked for by the page's address.
using Filter = durable::SavedFilter;
bool is_set(const Filter& filter) { return !filter.text.empty() || !filter.queue.empty() || filter.mine; }
Filter filter_of(const Request& request) {
  return {.text = request.text_of("q"), .queue = request.text_of("queue"), .mine = request.text_of("mine") == "yes"};
}

struct Item {
  durable::RunCall call{};
  std::string name{}, queue{}, tenant{}, by{};
  std::optional<durable::Approval> approval{};
  std::string why_not{};  // of an approval: why the viewer may not decide
  bool late = false;
};

bool contains(const std::string& text, const std::string& part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

// What is searched.
std::vector<std::string> texts_of(const Item& item) {
  const durable::RunCall& call = item.call;
  return {exact(call), item.name, call.policy, call.key, item.tenant, item.by, names_text(call.asked.roles)};
}

bool fits(const Item& item, const std::vector<std::string>& texts, const Filter& filter) {
  if (!filter.queue.empty() && item.queue != filter.queue) return false;
  if (filter.mine && item.approval && !item.why_not.empty()) return false;
  return filter.text.empty() || std::ranges::any_of(texts, [&](const std::string& text) { return contains(text, filter.text); });
}

Item item_of(durable::Approval approval, const Viewer& viewer, Time now) {
  Item item{.call = approval.call,
            .name = approval.name,
            .queue = approval.queue,
            .tenant = approval.tenant,
            .by = approval.by,
            .why_not = why_not(approval, viewer, now),
            .late = is_overdue(approval.call.asked, now)};
  item.approval = std::move(approval);
  return item;
}

// What waits in a queue, or in all, behind `after`, until `take` has enough: it gives false then.
template <class Take>
void each_item(Services& services, const Viewer& viewer, const std::string& queue, const std::string& after, Time now, const Take& take) {
  durable::WaitingQuery query{.tenant = viewer.tenant, .queue = queue, .after = after, .most = kMost + 1, .most_bytes = kListedBytes};
  const auto take_next = [&](Item item) {
    query.after = durable::place_of(item.call);
    return take(std::move(item));
  };
  for (bool more = true; more;) {
    std::vector<durable::Approval> approvals = services.store.approvals(query);
    more = approvals.size() == query.most;
    for (durable::Approval& approval : approvals)
      if (!take_next(item_of(std::move(approval), viewer, now))) return;
  }
  std::map<std::string, std::optional<durable::Run>> runs;
  for (bool more = true; more;) {
    std::vector<durable::RunCall> calls = services.store.unanswered(query);
    more = calls.size() == query.most;
    for (durable::RunCall& call : calls) {
      const auto [run, is_new] = runs.try_emplace(call.run);
      if (is_new) run->second = services.store.run(call.run);
      const durable::Run known = run->second.value_or(durable::Run());  // it may have been deleted meanwhile
      if (!take_next({.call = std::move(call), .name = known.name, .queue = known.queue, .tenant = known.tenant, .by = known.by})) return;
    }
  }
}

// Of what fits the first kMost calls behind `after`, and one more when there are more.
std::vector<Item> items_of(Services& services, const Viewer& viewer, const Filter& filter, const std::string& after, Time now) {
  std::vector<Item> items;
  each_item(services, viewer, filter.queue, after, now, [&](Item item) {
    if (fits(item, filter.text.empty() ? std::vector<std::string>() : texts_of(item), filter)) items.push_back(std::move(item));
    return items.size() <= kMost;
  });
  return items;
}

// Links to the viewer's filters, with how many of the first calls fit each.
Html saved_html(Services& services, const Viewer& viewer, Time now) {
  const std::vector<Filter> filters = saved_filters(services, viewer);
  if (filters.empty()) return {};
  std::vector<uint64_t> counts(filters.size());
  size_t looked_at = 0;
  each_item(services, viewer, "", "", now, [&](const Item& item) {
    if (++looked_at > kMostCounted) return false;
    const std::vector<std::string> texts = texts_of(item);
    for (size_t i = 0; i < filters.size(); ++i) counts[i] += fits(item, texts, filters[i]);
    return true;
  });
  return saved_links(viewer, filters, counts, looked_at > kMostCounted);
}

// The names of the boxes by which several are picked.
constexpr std::string_view kPick = "pick ";
std::string pick_name(const durable::RunCall& call) { return std::string(kPick) + call.run + " " + std::to_string(call.call.id); }
std::optional<std::pair<std::string, uint64_t>> picked(std::string_view name) {
  const size_t space = name.rfind(' ');
  if (!name.starts_with(kPick) || space < kPick.size()) return std::nullopt;
  const auto call = number_from(name.substr(space + 1));
  return call ? std::optional(std::pair(std::string(name.substr(kPick.size(), space - kPick.size())), *call)) : std::nullopt;
}

Html details_of(const Item& item, const Viewer& viewer, Time now) {
  const durable::Asked& asked = item.call.asked;
  Html facts;
  const auto add = [&](const Html& fact) { facts += el("li", fact); };
  if (item.late) add(el("strong", {{"class", "late"}}, "overdue"));
  else if (asked.deadline) add(all(when(*asked.deadline, now), ": ", in_words(asked.ask)));
  if (asked.since) add(all("asked ", when(asked.since, now)));
  if (!asked.roles.empty()) add(all("for ", names_text(asked.roles)));
  if (asked.ask.quorum > 1)
    add(std::to_string(item.approval->approved.size()) + " of " + std::to_string(asked.ask.quorum) + " have approved");
  if (asked.edited) add("its arguments were changed");
  if (!asked.claimed_by.empty() && asked.claimed_until > now)
    add(asked.claimed_by == viewer.name ? "claimed by you" : "claimed by " + asked.claimed_by);
  if (item.approval && !item.approval->thread.empty()) add(count_of(item.approval->thread.size(), "remark"));
  if (item.queue != "default") add("queue " + item.queue);
  if (item.tenant != "default") add("tenant " + item.tenant);
  if (!item.by.empty()) add("from " + item.by);
  return el("ul", {{"class", "facts-line"}}, facts);
}

Html row_of(const Item& item, const Viewer& viewer, const durable::Answering& answering, durable::KnownParameters& known, Time now) {
  constexpr size_t kShown = 1'000;
  const std::string call = exact(item.call, kShown);
  const durable::KnownArguments arguments = known.arguments(item.call.call, item.queue);
  const bool is_question = durable::is_question(item.call);
  Html pick;
  if (item.approval && item.why_not.empty() && !call.ends_with("…)") && !is_question)  // what isn't shown whole is decided on its own page
    pick = el("input", {{"type", "checkbox"},
                        {"name", pick_name(item.call)},
                        {"value", item.approval->shown},
                        {"aria-label", "Select: " + durable::sentence_text(item.call, arguments)}});
  Html why = is_question     ? Html("the program asks")
             : item.approval ? Html(why_asked(item.call))
                             : all(badge(item.call.state), " ", item.call.reason);
  if (durable::waits_for_anybody(item.call)) why = unanswered_text(answering, item.call, item.queue);
  return el(
      "li", {{"class", item.late ? "item late" : "item"}}, el("div", {{"class", "pick"}}, pick),
      el("div", {{"class", "what"}}, el("a", {{"href", call_path(item.call)}, {"class", "open"}}, sentence(item.call, arguments)),
         el("p", {{"class", "why"}}, why), is_question ? Html() : el("code", {{"class", "exact"}}, call), details_of(item, viewer, now)));
}

Html search_form(const Filter& filter, const std::map<std::string, uint64_t>& queues) {
  Html options = el("option", {{"value", ""}}, "All queues");
  for (const auto& [queue, count] : queues) options += el("option", {{"value", queue}, {"selected", queue == filter.queue}}, queue);
  return el(
      "form", {{"method", "get"}, {"action", "/"}, {"role", "search"}, {"class", "search"}},
      el("label", {{"class", "unseen"}, {"for", "q"}}, "Search"),
      el("input", {{"type", "search"}, {"id", "q"}, {"name", "q"}, {"placeholder", "Search"}, Attribute::typed("value", filter.text)}),
      queues.size() > 1
          ? all(el("label", {{"class", "unseen"}, {"for", "queue"}}, "Queue"), el("select", {{"id", "queue"}, {"name", "queue"}}, options))
          : Html(),
      el("label", {{"class", "check"}}, el("input", {{"type", "checkbox"}, {"name", "mine"}, {"value", "yes"}, {"checked", filter.mine}}),
         " Only mine"),
      el("button", {{"class", "quiet"}}, "Filter"));
}

// What the page before this one has done. Only these words can be there, whatever the address says.
Html told_html(Services& services, const Request& request, const Viewer& viewer) {
  const std::string* told = request.parameter("told");
  if (!told) return {};
  const char* what = *told == "approve"  ? "Approved."
                     : *told == "deny"   ? "Denied."
                     : *told == "answer" ? "Answered."
                     : *told == "others" ? "You approved; others have to, too."
                                         : "";
  const std::string* count = request.parameter("count");
  const auto many = count ? number_from(*count) : std::nullopt;
  const auto verdict = durable::verdict_from(*told);
  if (many && verdict) return el("p", {{"class", "told"}, {"role", "status"}}, std::to_string(*many) + " " + in_words(*verdict) + ".");
  if (!*what) return {};
  const std::string* id = request.parameter("run");
  const auto run = id ? services.seen_run(*id, viewer) : std::nullopt;
  const Html link = run ? all(" The run is ", badge(run->status), " ", run_link(run->id)) : Html();
  return el("p", {{"class", "told"}, {"role", "status"}}, what, link);
}

Html together_form(const Viewer& viewer, const Html& groups) {
  const Html bar =
      el("div", {{"class", "together"}}, el("label", {{"for", "together-reason"}}, "Those selected"),
         el("input", {{"id", "together-reason"}, {"name", "reason"}, {"placeholder", "Reason, if there is one"}, {"autocomplete", "off"}}),
         el("button", {{"name", "verdict"}, {"value", "approve"}, {"class", "good"}}, "Approve"),
         el("button", {{"name", "verdict"}, {"value", "deny"}, {"class", "bad"}}, "Deny"));
  return post_form(viewer, "/decide", {{"class", "several"}}, all(groups, bar));
}

}  // namespace

Response inbox(Services& services, const Request& request, const Viewer& viewer) {
  const Time now = services.store.now();
  const Filter filter = filter_of(request);
  const std::map<std::string, uint64_t> queues = services.store.waiting(viewer.tenant);
  uint64_t everything = 0;
  for (const auto& [queue, count] : queues) everything += count;
  const std::string after = request.text_of("after");
  std::vector<Item> items;
  try {
    items = items_of(services, viewer, filter, after, now);
  } catch (const UsageError& error) {
    throw BadRequest(error.what());  // `after`
  }
  const bool has_more = items.size() > kMost;
  if (has_more) items.pop_back();
  // Groups stand in the order of the most urgent call of each.
  std::vector<std::pair<std::pair<std::string, std::string>, std::vector<const Item*>>> groups;
  bool any = false;
  for (const Item& item : items) {
    const std::pair key(item.call.call.function, item.name);
    auto group = std::ranges::find(groups, key, [](const auto& one) { return one.first; });
    if (group == groups.end()) group = groups.insert(groups.end(), {key, {}});
    group->second.push_back(&item);
    any = any || (item.approval && item.why_not.empty());
  }
  Html lists;
  const durable::Answering answering(services.store);
  durable::KnownParameters known(services.store);
  for (const auto& [key, members] : groups) {
    Html rows;
    for (const Item* item : members) rows += row_of(*item, viewer, answering, known, now);
    lists += el("section", {{"class", "group"}},
                el("h2", {}, el("code", key.first), el("span", {{"class", "quiet"}}, " " + key.second),
                   el("span", {{"class", "count"}}, std::to_string(members.size()))),
                el("ul", {{"class", "items"}}, rows));
  }
  const std::string title = everything ? count_of(everything, "call waits", "calls wait") : "Nothing waits";
  Html content = all(el("div", {{"class", "headline"}}, el("h1", title), everything ? search_form(filter, queues) : Html()),
                     saved_html(services, viewer, now), told_html(services, request, viewer));
  if (is_set(filter)) {
    const std::string fit = has_more || !after.empty() ? "These fit" : count_of(items.size(), "fits", "fit");
    content += items.empty() && after.empty() ? el("p", {{"class", "empty"}}, "Nothing fits. ", el("a", {{"href", "/"}}, "Show all"))
                                              : el("p", {{"class", "quiet"}}, fit + ". ", el("a", {{"href", "/"}}, "Show all"));
    content += save_form(viewer, filter);
  } else if (!after.empty()) {
    content += el("p", {{"class", "quiet"}}, "More urgent ones came before. ", el("a", {{"href", "/"}}, "From the first"));
  }
  if (!everything)
    content += el("p", {{"class", "empty"}}, "When a program asks for something that a person has to decide, it is here at once.");
  content += any ? together_form(viewer, lists) : lists;
  if (has_more) {
    const std::string next = "/" + query({{"q", filter.text},
                                          {"queue", filter.queue},
                                          {"mine", filter.mine ? "yes" : ""},
                                          {"after", durable::place_of(items.back().call)}});
    content += el("p", el("a", {{"href", next}, {"rel", "next"}}, "The next ones"));
  }
  return page_of(viewer, {.title = everything ? "(" + std::to_string(everything) + ") Inbox" : "Inbox", .at = At::kInbox, .live = true},
                 content);
}

Response decide_several(Services& services, const Request& request, const Viewer& viewer) {
  const Texts form = request.form();
  const auto sent = [&](std::string_view name) {
    const auto found = form.find(name);
    return found == form.end() ? "" : found->second;
  };
  const auto verdict = durable::verdict_from(sent("verdict"));
  if (!verdict || *verdict == durable::Verdict::kAnswer) throw BadRequest("several are approved or denied");
  std::vector<durable::Decision> decisions;
  std::vector<Html> calls;
  size_t picks = 0;
  for (const auto& [name, shown] : form) {
    const auto id = picked(name);
    if (!id) continue;
    ++picks;
    const auto approval =
        services.seen_run(id->first, viewer) ? services.store.approval(id->first, id->second, kListedBytes) : std::nullopt;
    if (!approval) continue;
    calls.push_back(el("a", {{"href", call_path(approval->call)}}, el("code", exact(approval->call, 300))));
    decisions.push_back({.run = id->first,
                         .call = id->second,
                         .shown = shown,
                         .who = viewer.name,
                         .roles = viewer.roles,
                         .channel = "page",
                         .verdict = *verdict,
                         .reason = sent("reason")});
  }
  const auto said = services.store.decide(decisions);
  Html done, refused;
  size_t decided = 0;
  for (size_t i = 0; i < said.size(); ++i) {
    if (const auto* why = std::get_if<durable::Refused>(&said[i])) {
      refused += el("li", {}, calls[i], el("p", why->what()));
    } else {
      done += el("li", calls[i]);
      ++decided;
    }
  }
  if (picks && decided == picks) {
    const std::string verb = durable::to_string(*verdict);
    return see_other("/" + query({{"told", verb}, {"count", std::to_string(decided)}}));
  }
  if (!picks) return problem_page(viewer, 422, "Nothing was selected", el("p", el("a", {{"href", "/"}}, "Back to the inbox")));
  Html what = el("p", "Of " + count_of(picks, "call") + " " + std::to_string(decided) + " " + (decided == 1 ? "was " : "were ") +
                          in_words(*verdict) + ". The others have moved since you saw them, or aren't yours to decide.");
  if (!refused.empty()) what += all(el("h2", "Not decided"), el("ul", {{"class", "plain"}}, refused));
  if (!done.empty()) what += all(el("h2", "Decided"), el("ul", {{"class", "plain"}}, done));
  return problem_page(viewer, 409, "Not all could be decided", all(what, el("p", el("a", {{"href", "/"}}, "To the inbox"))));
}

}  // namespace fermata::server
