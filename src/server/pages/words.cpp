#include "server/pages/words.h"

#include <algorithm>

#include "durable/schemas/sentence.h"
#include "serialization/data_text.h"

namespace fermata::server {

std::string why_asked(const durable::RunCall& call) {
  return call.policy + (call.reason.empty() ? "" : ". It is asked again: " + call.reason);
}

std::string exact(const Call& call, size_t limit) { return repr(call, Hidden(), limit); }
std::string exact(const durable::RunCall& call, size_t limit) { return call.is_cut ? call.call.function + "(…)" : exact(call.call, limit); }

Html sentence(const durable::RunCall& asked, const durable::KnownArguments& known) {
  Html html;
  for (const durable::SentencePart& part : durable::sentence_of(asked, known)) {
    using Kind = durable::SentencePart::Kind;
    if (part.kind == Kind::kFunction) html += el("span", {{"class", "function"}}, part.text);
    else if (part.kind == Kind::kValue) html += el("b", {}, part.text);
    else html += part.text;
  }
  return html;
}

std::string span_text(Time ms) {
  constexpr Time kSecond = 1'000, kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;
  if (ms < kMinute) return std::to_string(std::max<Time>(ms, 0) / kSecond) + " s";
  if (ms < kHour) return std::to_string(ms / kMinute) + " min";
  if (ms < 2 * kDay) return std::to_string(ms / kHour) + " h";
  return std::to_string(ms / kDay) + " days";
}

Html when(Time time, Time now) {
  const std::string exactly = durable::time_text(time);
  const std::string text = time <= now ? (now - time < 1'000 ? "just now" : span_text(now - time) + " ago") : "in " + span_text(time - now);
  return el("time", {{"datetime", exactly}, {"title", exactly}}, text);
}

std::string names_text(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string in_words(durable::RunStatus status) { return durable::to_string(status); }

std::string in_words(durable::CallState state) {
  switch (state) {
    case durable::CallState::kAwaitingApproval: return "waits for approval";
    case durable::CallState::kPending: return "pending";
    case durable::CallState::kDispatched: return "at work";
    case durable::CallState::kDeferred: return "answered later";
    case durable::CallState::kInDoubt: return "in doubt";
    case durable::CallState::kHeld: return "held";
    case durable::CallState::kAnswered: return "answered";
    case durable::CallState::kRaised: return "raised";
    case durable::CallState::kAbandoned: return "given up";
  }
  return "";
}

std::string in_words(durable::Verdict verdict) {
  switch (verdict) {
    case durable::Verdict::kApprove: return "approved";
    case durable::Verdict::kDeny: return "denied";
    case durable::Verdict::kAnswer: return "answered";
  }
  return "";
}

std::string in_words(const durable::Ask& ask) {
  switch (ask.on_deadline) {
    case durable::OnDeadline::kDeny: return "it is denied";
    case durable::OnDeadline::kApprove: return "it is approved";
    case durable::OnDeadline::kEscalate: {
      std::string who;
      for (const std::string& role : ask.escalate) who += (who.empty() ? "" : " or ") + role;
      return who + " decides";
    }
    case durable::OnDeadline::kHold: return "it goes on waiting, overdue";
  }
  return "";
}

namespace {

Html badge(std::string_view kind, const std::string& text) { return el("span", {{"class", "badge " + std::string(kind)}}, text); }

}  // namespace

Html badge(durable::RunStatus status) {
  using durable::RunStatus;
  const bool bad = status == RunStatus::kRaised || status == RunStatus::kDead;
  const bool waits = status == RunStatus::kWaiting || status == RunStatus::kSleeping;
  return badge(bad ? "bad" : waits ? "waits" : status == RunStatus::kDone ? "good" : "plain", in_words(status));
}

Html badge(durable::CallState state) {
  using durable::CallState;
  const bool bad = state == CallState::kRaised || state == CallState::kInDoubt || state == CallState::kHeld;
  const bool waits = state == CallState::kAwaitingApproval;
  return badge(bad ? "bad" : waits ? "waits" : state == CallState::kAnswered ? "good" : "plain", in_words(state));
}

Html run_link(const std::string& run) { return el("a", {{"href", path({"runs", run})}, {"class", "id"}}, run); }

Html answer_of(const durable::RunCall& call) {
  if (!call.answer) return {};
  if (const auto* error = std::get_if<Error>(&*call.answer))
    return el("code", {{"class", "raised"}}, error->type + (error->message.empty() ? "" : ": " + error->message.substr(0, 500)));
  return el("code", {}, repr(std::get<Data>(*call.answer), Hidden(), 500));
}

}  // namespace fermata::server
