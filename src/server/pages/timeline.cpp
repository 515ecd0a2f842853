#include "server/pages/timeline.h"

#include <algorithm>
#include <array>

#include "durable/reports.h"
#include "serialization/data_json.h"
#include "serialization/data_text.h"
#include "server/pages/argument_changes.h"
#include "server/pages/words.h"

namespace fermata::server {

namespace {

struct Words {
  std::string_view kind, text, look;
};
// Of a kind that isn't here its name is shown.
constexpr std::array<Words, 28> kWords = {{{"submit", "Submitted", "begin"},
                                           {"claim", "A worker took it", ""},
                                           {"dispatch", "A tool was called", "call"},
                                           {"answer", "A call was answered", "call"},
                                           {"ask", "People are asked", "person"},
                                           {"send_back", "People are asked again", "person"},
                                           {"postpone", "The policy failed", "bad"},
                                           {"fail_call", "A tool failed", "bad"},
                                           {"advance", "It went on", "step"},
                                           {"spawn", "A child was begun", "call"},
                                           {"join", "A child ended", "call"},
                                           {"release", "Its worker gave it back", ""},
                                           {"fail", "It crashed", "bad"},
                                           {"expire", "Its worker was gone", "bad"},
                                           {"wake", "It was woken", ""},
                                           {"send", "A message came", "call"},
                                           {"decide", "Decided", "person"},
                                           {"lapse", "A deadline passed", "person"},
                                           {"claim_approval", "Claimed", "person"},
                                           {"release_approval", "Given back", "person"},
                                           {"delegate", "Handed over", "person"},
                                           {"escalate", "Escalated", "person"},
                                           {"question", "Asked back", "person"},
                                           {"reply", "Replied", "person"},
                                           {"reconcile", "Said what happened", "person"},
                                           {"cancel", "Cancelled", "bad"},
                                           {"retry", "It was let go on", "begin"},
                                           {"fork", "Forked", "begin"}}};

// "who: ada, verdict: deny": what is for people among an event's data.
Html told(const durable::Event& event, const Data& data, const History& history) {
  Html html;
  if (data.type() != Data::Type::kDict) return html;
  for (const auto& [key, value] : data.pairs()) {
    if (!key.is_str()) continue;
    const std::string& name = key.as_str();
    if (name == "call" && value.is_small_int()) {
      const auto call = std::ranges::find(history.calls, uint64_t(value.as_int()), [](const durable::RunCall& one) { return one.call.id; });
      if (call == history.calls.end()) continue;
      const Call then = call_at(*call, history.decisions, event.at);
      html += el("span", {{"class", "told"}}, el("code", exact(then, 160)));
      const auto names = history.names.find(call->call.id);
      if (const Data* edited = data.find("edited"))
        html += el("span", {{"class", "told"}}, el("span", {{"class", "quiet"}}, "with "),
                   changes_in(argument_changes(then, durable::with_arguments(then, to_json(*edited)),
                                               names == history.names.end() ? std::vector<std::string>() : names->second)));
      continue;
    }
    for (const char* shown : {"who", "verdict", "reason", "state", "tool", "attempt", "to", "text", "policy", "why", "function", "channel",
                              "then", "error", "ended", "from"})
      if (name == shown && !value.is_none() && !(value.is_str() && value.as_str().empty()))
        html += el("span", {{"class", "told"}}, el("span", {{"class", "quiet"}}, name + " "),
                   value.is_str() ? value.as_str() : repr(value, Hidden(), 200));
  }
  return html;
}

Html printed_at(const durable::Event& event, const History& history) {
  if (event.kind != "advance") return {};
  const auto snapshot = std::ranges::find(history.snapshots, event.seq, &durable::Snapshot::seq);
  if (snapshot == history.snapshots.end() || snapshot->stdout_text.empty()) return {};
  constexpr size_t kMost = 300;
  const std::string& text = snapshot->stdout_text;
  return el("pre", {{"class", "output"}}, text.size() > kMost ? text.substr(0, kMost) + " …" : text);
}

// The attempts that ended badly say more than the event does.
Html trouble_of(const durable::Event& event, const Data& data, const History& history) {
  if (event.kind != "fail_call") return {};
  const Data* call = data.find("call");
  for (const durable::Attempt& attempt : history.attempts)
    if (call && call->is_small_int() && attempt.call == uint64_t(call->as_int()) && attempt.error && attempt.ended == event.at &&
        !attempt.error->traceback.empty())
      return el("details", {}, el("summary", "What the tool said"), el("pre", {{"class", "output"}}, attempt.error->traceback));
  return {};
}

}  // namespace

Html timeline(const std::string& run, const History& history, durable::Time now) {
  constexpr size_t kMost = 300;
  const std::vector<durable::Event>& events = history.events;
  const size_t first = events.size() > kMost ? events.size() - kMost : 0;
  Html items;
  for (size_t i = first; i < events.size(); ++i) {
    const durable::Event& event = events[i];
    const auto words = std::ranges::find(kWords, std::string_view(event.kind), &Words::kind);
    const bool has_words = words != kWords.end();
    Data data;
    std::string problem;
    if (!from_json(event.data, &data, &problem, kMaxWrittenDepth)) data = Data();
    Html moment;
    if (event.kind == "advance" || event.kind == "fork")
      moment = el("a", {{"href", path({"runs", run, "at", std::to_string(event.seq)})}}, "snapshot " + std::to_string(event.seq));
    Html status;
    if (i == first || event.status != events[i - 1].status) status = badge(event.status);
    items += el("li", {{"class", has_words ? words->look : std::string_view()}},
                el("p", {}, when(event.at, now), " ", el("strong", {}, has_words ? words->text : std::string_view(event.kind)), " ", moment,
                   " ", status, event.worker.empty() ? Html() : el("span", {{"class", "quiet"}}, " " + event.worker)),
                el("p", {{"class", "tells"}}, told(event, data, history)), printed_at(event, history), trouble_of(event, data, history));
  }
  Html cut;
  if (first)
    cut = el("p", {{"class", "quiet"}},
             "The latest " + std::to_string(kMost) + " of " + count_of(events.size(), "event") + "; fermata log has them all.");
  return all(cut, el("ol", {{"class", "timeline"}}, items));
}

}  // namespace fermata::server
