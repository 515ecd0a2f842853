// The page of a run, any moment of it, two moments compared, and what people do to it.
#include <algorithm>

#include "base/text.h"
#include "fermata/durable/travel.h"
#include "fermata/durable/workers.h"
#include "fermata/error.h"
#include "serialization/data_text.h"
#include "server/http/form.h"
#include "server/pages/call.h"
#include "server/pages/frame.h"
#include "server/pages/handlers.h"
#include "server/pages/program_view.h"
#include "server/pages/timeline.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

using durable::Run;
using durable::RunStatus;

std::optional<Run> seen_run(Services& services, const Request& request, const Viewer& viewer) {
  return services.seen_run(request.captures.find("run")->second, viewer);
}

// What a fork would do again: it has to be said that it may.
Html repeated_view(const std::vector<durable::RunCall>& calls) {
  if (calls.empty()) return {};
  constexpr size_t kMost = 20;
  Html list;
  for (size_t i = 0; i < std::min(calls.size(), kMost); ++i) list += el("li", el("code", repr(calls[i].call, Hidden())));
  if (calls.size() > kMost) list += el("li", std::to_string(calls.size() - kMost) + " more");
  return all(el("p", "The run has done this since, and the fork may do it again:"), el("ul", list),
             el("p", el("label", {},
                        all(el("input", {{"type", "checkbox"}, {"name", "repeat"}, {"value", "yes"}, {"required", true}}), " It may"))));
}

Html fact(const char* name, const Html& value) { return el("div", {}, el("dt", name), el("dd", value)); }

std::string size_text(uint64_t bytes) {
  if (bytes < 10'000) return std::to_string(bytes) + " B";
  if (bytes < 10'000'000) return std::to_string(bytes / 1'000) + " kB";
  return std::to_string(bytes / 1'000'000) + " MB";
}

Html facts_of(const Run& run, Time now) {
  Html facts = fact("Status", badge(run.status));
  facts += fact("Begun", when(run.created, now));
  if (run.ended) facts += fact("Ended", all(when(*run.ended, now), ", after ", span_text(*run.ended - run.created)));
  if (run.due && !run.ended) facts += fact("Due", when(*run.due, now));
  facts += fact("Queue", run.queue);
  if (run.tenant != "default") facts += fact("Tenant", run.tenant);
  if (!run.by.empty()) facts += fact("Submitted by", run.by);
  if (!run.forked_by.empty()) facts += fact("Forked by", names_text(run.forked_by));
  if (!run.key.empty()) facts += fact("Key", run.key);
  if (!run.owner.empty()) facts += fact("Worker", run.owner);
  if (!run.parent.empty()) facts += fact(run.parent_call ? "Child of" : "Forked from", run_link(run.parent));
  if (run.failures) facts += fact("Crashes here", std::to_string(run.failures));
  for (const auto& [name, value] : run.tags) facts += fact("Tag", name + ": " + value);
  facts += fact("Spent", all(count_of(run.spent.steps, "step"), ", ", span_text(Time(run.spent.time_ns / 1'000'000)) + " running, ",
                             size_text(run.spent.heap_bytes) + " of memory, ", count_of(run.spent.host_calls, "call")));
  return el("dl", {{"class", "facts"}}, facts);
}

Html outcome_of(const Run& run) {
  Html html;
  if (run.status == RunStatus::kDone)
    html += el("section", {{"class", "outcome good"}}, el("h2", "Result"), el("pre", {}, repr(run.result, Hidden(), 10'000)));
  if (run.error)
    html += el("section", {{"class", "outcome bad"}}, el("h2", run.error->type),
               el("pre", {{"tabindex", "0"}}, run.error->traceback.empty() ? run.error->message : run.error->traceback));
  if (!run.reason.empty()) html += el("p", {{"class", "why"}}, run.reason);
  if (!run.limit.empty())
    html += el("p", {{"class", "why"}}, "Its limit of " + run.limit + " (" + std::to_string(run.limit_at) + ") is used up.");
  return html;
}

Html waits_for(const std::vector<durable::RunCall>& calls) {
  constexpr size_t kMost = 100;
  Html rows;
  size_t waiting = 0;
  for (const durable::RunCall& call : calls) {
    if (call.consumed_by || call.abandoned_by || call.answer || ++waiting > kMost) continue;
    const Html link =
        call.child.empty() ? el("a", {{"href", call_path(call)}}, el("code", exact(call, 300))) : all("the child ", run_link(call.child));
    rows += el("li", {}, link, " ", badge(call.state));
  }
  if (waiting > kMost) rows += el("li", "… " + count_of(waiting - kMost, "more call"));
  return rows.empty() ? Html() : el("section", {}, el("h2", "It waits for"), el("ul", {{"class", "plain"}}, rows));
}

Html children_of(const std::vector<Run>& children, Time now) {
  Html rows;
  for (const Run& child : children)
    rows += el("li", {}, run_link(child.id), " " + child.name + " ", badge(child.status), " ", when(child.created, now));
  return rows.empty() ? Html() : el("section", {}, el("h2", "Its children"), el("ul", {{"class", "plain"}}, rows));
}

Html forms_of(const Viewer& viewer, const Run& run) {
  if (!viewer.can(Permission::kSubmit)) return {};
  const auto to = [&](std::string_view action) { return path({"runs", run.id, action}); };
  Html forms;
  if (run.status == RunStatus::kDead)
    forms += post_form(viewer, to("retry"), {},
                       all(run.limit.empty() ? Html()
                                             : text_field("limit", "limit", "With a limit of " + run.limit + " of",
                                                          {{"inputmode", "numeric"}, {"required", true}}),
                           el("button", {{"class", "good"}}, "Let it go on")));
  if (!durable::has_ended(run.status))
    forms += el("details", {{"class", "fold"}}, el("summary", "Cancel it"),
                post_form(viewer, to("cancel"), {},
                          all(text_field("reason", "cancel-reason", "Reason"), el("button", {{"class", "bad"}}, "Cancel the run"))));
  return forms;
}

Html moments_form(const Run& run) {
  if (run.seq < 2) return {};
  const std::string last = std::to_string(run.seq);
  return el("form", {{"method", "get"}, {"action", path({"runs", run.id, "diff"})}, {"class", "search"}},
            el("label", {{"for", "from"}}, "Compare snapshot"),
            el("input",
               {{"id", "from"}, {"name", "from"}, {"type", "number"}, {"min", "1"}, {"max", last}, {"value", std::to_string(run.seq - 1)}}),
            el("label", {{"for", "to"}}, "with"),
            el("input", {{"id", "to"}, {"name", "to"}, {"type", "number"}, {"min", "1"}, {"max", last}, {"value", last}}),
            el("button", {{"class", "quiet"}}, "Compare"));
}

Html crumbs_of(const Run& run) { return el("p", {{"class", "crumbs"}}, el("a", {{"href", "/runs"}}, "Runs"), " / ", run_link(run.id)); }

// One transition of a run, and back to its page.
template <class F>
Response change(Services& services, const Request& request, const Viewer& viewer, F&& act) {
  const auto run = seen_run(services, request, viewer);
  if (!run) return not_found_page(viewer);
  const auto told = [&](int status, const std::string& why) {
    return problem_page(viewer, status, "That can't be done",
                        all(el("p", why), el("p", el("a", {{"href", path({"runs", run->id})}}, "Back to the run"))));
  };
  try {
    return see_other(path({"runs", act(*run, request.form())}));
  } catch (const durable::Refused& refused) {
    return told(409, refused.what());
  } catch (const UsageError& error) {
    return told(422, error.what());
  }
}

// Neighbouring snapshots, to walk through a run.
Html steps_of(const Run& run, uint64_t seq) {
  const auto link = [&](uint64_t to, const char* rel, const std::string& word) {
    return el("a", {{"href", path({"runs", run.id, "at", std::to_string(to)})}, {"rel", rel}}, word);
  };
  return el("nav", {{"aria-label", "Snapshots"}, {"class", "steps"}},
            seq > 1 ? link(seq - 1, "prev", "← " + std::to_string(seq - 1)) : Html(),
            " snapshot " + std::to_string(seq) + " of " + std::to_string(run.seq) + " ",
            seq < run.seq ? link(seq + 1, "next", std::to_string(seq + 1) + " →") : Html());
}

}  // namespace

Response run_page(Services& services, const Request& request, const Viewer& viewer) {
  const auto run = seen_run(services, request, viewer);
  if (!run) return not_found_page(viewer);
  const Time now = services.store.now();
  History history{services.store.log(run->id), services.store.calls(run->id, kListedBytes), services.store.attempts(run->id),
                  services.store.snapshots(run->id), services.store.decisions(run->id)};
  durable::KnownParameters known(services.store);
  for (const durable::RunCall& call : history.calls)
    if (call.asked.since) history.names[call.call.id] = known.names(call.call, run->queue);
  Html content = all(crumbs_of(*run), el("h1", {}, run->name.empty() ? "Run" : run->name), outcome_of(*run), waits_for(history.calls));
  content += el("div", {{"class", "sides"}}, el("div", {{"class", "deciding"}}, el("h2", "What happened"), timeline(run->id, history, now)),
                el("div", {{"class", "about"}}, facts_of(*run, now), children_of(services.store.children(run->id), now), moments_form(*run),
                   forms_of(viewer, *run)));
  return page_of(viewer, {.title = run->name + " " + run->id, .at = At::kRuns, .live = true}, content);
}

namespace {

Response moment_page_of(Services& services, const Viewer& viewer, const Run& run, uint64_t seq) {
  Html content = all(crumbs_of(run), el("h1", "Snapshot " + std::to_string(seq)), steps_of(run, seq));
  try {
    const durable::Moment moment = services.travel.at(run.id, seq);
    Html pending;
    for (const Call& call : moment.view.pending) pending += el("li", el("code", exact(call, 500)));
    content += el("p", {{"class", "why"}}, standing(moment));
    if (!pending.empty()) content += el("section", {}, el("h2", "It waits for"), el("ul", {{"class", "plain"}}, pending));
    std::vector<durable::RunCall> calls = services.store.calls(run.id, kListedBytes);
    std::erase_if(calls, [&](const durable::RunCall& call) { return !call.consumed_by || call.consumed_by > seq; });
    const Html source = source_view(moment, calls);
    if (!source.empty()) content += el("section", {}, el("h2", "Where it stands"), source);
    content += el("section", {}, el("h2", "Its variables"), stack_view(moment));
    if (!moment.printed.empty()) content += el("section", {}, el("h2", "Its output"), output_view(moment.printed));
  } catch (const std::runtime_error& error) {
    content += el("p", {{"class", "note"}}, error.what());
  }
  if (viewer.can(Permission::kSubmit))
    content += el("section", {{"class", "aside"}}, el("h2", "Fork"),
                  el("p", {{"class", "quiet"}},
                     "A new run goes on from here. What the snapshot waits for is asked and called anew, unless it has been answered."),
                  post_form(viewer, path({"runs", run.id, "fork"}), {},
                            all(hidden("seq", std::to_string(seq)), repeated_view(services.store.repeated({.run = run.id, .seq = seq})),
                                el("button", "Fork from here"))));
  return page_of(viewer, {.title = "Snapshot " + std::to_string(seq) + " of " + run.name, .at = At::kRuns}, content);
}

Response diff_page_of(Services& services, const Viewer& viewer, const Run& run, uint64_t from, uint64_t to) {
  Html content = all(crumbs_of(run), el("h1", "From snapshot " + std::to_string(from) + " to " + std::to_string(to)), moments_form(run));
  try {
    content += changes_view(durable::diff(services.travel.at(run.id, from), services.travel.at(run.id, to)));
  } catch (const std::runtime_error& error) {
    content += el("p", {{"class", "note"}}, error.what());
  }
  return page_of(viewer, {.title = "What changed in " + run.name, .at = At::kRuns}, content);
}

}  // namespace

Response moment_page(Services& services, const Request& request, const Viewer& viewer) {
  const auto run = seen_run(services, request, viewer);
  const auto seq = number_from(request.captures.find("seq")->second);
  if (!run || !seq || *seq < 1 || *seq > run->seq) return not_found_page(viewer);
  return {.rest = [&services, viewer, run = *run, seq = *seq, turn = services.look(viewer)] {
    return moment_page_of(services, viewer, run, seq);
  }};
}

Response diff_page(Services& services, const Request& request, const Viewer& viewer) {
  const auto run = seen_run(services, request, viewer);
  if (!run) return not_found_page(viewer);
  const auto seq = [&](std::string_view name) {
    const std::string* text = request.parameter(name);
    const auto number = text ? number_from(*text) : std::nullopt;
    if (!number) throw BadRequest(std::string(name) + " is the number of a snapshot");
    return *number;
  };
  return {.rest = [&services, viewer, run = *run, from = seq("from"), to = seq("to"), turn = services.look(viewer)] {
    return diff_page_of(services, viewer, run, from, to);
  }};
}

Response cancel_run(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer, [&](const Run& run, const Texts& form) {
    services.store.cancel(run.id, sent(form, "reason"));
    return run.id;
  });
}

Response retry_run(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer, [&](const Run& run, const Texts& form) {
    std::optional<Limits> limits;
    if (!run.limit.empty()) {
      const auto number = number_from(sent(form, "limit"));
      if (!number) throw UsageError("a limit is a whole number");
      limits = run.limits;
#define LIMIT(name, default_value, unit, since, doc) \
  if (run.limit == #name) limits->name = *number;
#include "base/limits.def"
#undef LIMIT
    }
    services.store.retry(run.id, limits);
    return run.id;
  });
}

Response fork_run(Services& services, const Request& request, const Viewer& viewer) {
  return change(services, request, viewer, [&](const Run& run, const Texts& form) {
    const auto seq = number_from(sent(form, "seq"));
    if (!seq) throw UsageError("a snapshot has a number");
    return services.store.fork({.run = run.id, .seq = *seq, .by = viewer.name, .repeats = !sent(form, "repeat").empty()});
  });
}

}  // namespace fermata::server
