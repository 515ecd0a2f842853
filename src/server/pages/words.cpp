#include "server/pages/words.h"

#include <algorithm>
#include <cctype>

#include "base/utf8.h"
#include "durable/schemas/question.h"
#include "durable/schemas/schema.h"
#include "serialization/data_text.h"
#include "unicode/unicode.h"

namespace fermata::server {

namespace {

constexpr size_t kShort = 60;

// "send_mail" → "Send mail"; "Database.query" → "Database query"
std::string words_of(const std::string& function) {
  std::string words = visible_line(function);
  std::ranges::replace(words, '_', ' ');
  std::ranges::replace(words, '.', ' ');
  words.erase(0, std::min(words.find_first_not_of(' '), words.size()));
  if (words.empty()) return visible_line(function);
  words[0] = char(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

struct Named {
  std::string name{};  // empty: it has its place
  std::string value{};
};

std::string word_of(std::string name) {
  std::string word = name.empty() || unicode::is_identifier(name) ? name : repr(Data(name), Hidden(), kShort);
  std::ranges::replace(word, '_', ' ');
  return word;
}

bool is_record(const Data& value) { return value.is_object(ObjectKind::kRecord) || value.is_object(ObjectKind::kNamedTuple); }

// What is short says more in a line than what is cut: that stands first.
Data::Pairs short_first(Data::Pairs fields) {
  std::ranges::stable_partition(fields, [](const auto& field) {
    const Data& value = field.second;
    return !is_record(value) && !durable::is_list(value) && value.type() != Data::Type::kDict && repr(value, Hidden(), kShort).size() < 30;
  });
  return fields;
}

// "Deployment(env='prod', replicas=3, artifact=Artifact(service='api', …))"
std::string record_text(const Data& value, size_t limit, int depth = 0) {
  constexpr int kDeepest = 3;
  std::string text = visible_line(value.as_object().type_name) + "(";
  bool first = true;
  for (const auto& [name, field] : short_first(value.as_object().fields)) {
    const bool is_nested = is_record(field) && depth < kDeepest;
    const std::string written = is_nested ? record_text(field, limit / 2, depth + 1) : repr(field, Hidden(), limit / 2);
    const std::string part = (first ? "" : ", ") + visible_line(name.as_str()) + "=" + written;
    if (text.size() + part.size() > limit) return text + (first ? "…)" : ", …)");
    text += part;
    first = false;
  }
  return text + ")";
}

// A number or a day as it is read aloud, else the value as Python writes it.
std::string said(const Data& value) {
  for (const auto& [kind, part] : {std::pair(ObjectKind::kDecimal, "text"), std::pair(ObjectKind::kDate, "iso")})
    if (const Data* text = value.is_object(kind) ? value.find(part) : nullptr; text && text->is_str() && text->as_str().size() < kShort)
      return visible_line(text->as_str());
  return is_record(value) ? record_text(value, 2 * kShort) : repr(value, Hidden(), kShort);
}

// Of a call whose one argument is an instance of a dataclass, what that holds.
std::vector<Named> values_of(const Call& call, const std::vector<std::string>& names) {
  constexpr size_t kMostTold = 12;
  std::vector<Named> values;
  if (const Data* only = call.args.size() == 1     ? &call.args[0]
                         : call.kwargs.size() == 1 ? &call.kwargs[0].second
                                                   : nullptr;
      only && call.args.size() + call.kwargs.size() == 1 && is_record(*only) && only->as_object().fields.size() <= kMostTold) {
    for (const auto& [name, value] : short_first(only->as_object().fields)) values.push_back({word_of(name.as_str()), said(value)});
    return values;
  }
  for (size_t i = 0; i < call.args.size(); ++i) values.push_back({word_of(i < names.size() ? names[i] : ""), said(call.args[i])});
  for (const auto& [name, value] : call.kwargs) values.push_back({word_of(name), said(value)});
  return values;
}

std::string headline(std::string question) {
  constexpr size_t kLongest = 300;
  std::ranges::replace(question, '\n', ' ');
  std::string line = visible_line(question);
  if (line.size() <= kLongest) return line;
  line.resize(utf8::valid_prefix(std::string_view(line).substr(0, kLongest), utf8::Surrogates::kForbid));
  return line + "…";
}

}  // namespace

std::string why_asked(const durable::RunCall& call) {
  return call.policy + (call.reason.empty() ? "" : ". It is asked again: " + call.reason);
}

std::string exact(const Call& call, size_t limit) { return repr(call, Hidden(), limit); }

Html sentence(const durable::RunCall& asked, const std::vector<std::string>& names) {
  if (durable::is_question(asked)) return el("b", {}, headline(asked.policy));
  const Call& call = asked.call;
  Html html = el("span", {{"class", "function"}}, words_of(call.function));
  bool first = true;
  for (const Named& one : values_of(call, names)) {
    html += first ? " " : ", ";
    first = false;
    if (!one.name.empty()) html += one.name + " ";
    html += el("b", {}, one.value);
  }
  return html;
}

std::string sentence_text(const durable::RunCall& asked, const std::vector<std::string>& names) {
  if (durable::is_question(asked)) return headline(asked.policy);
  const Call& call = asked.call;
  std::string text = words_of(call.function);
  bool first = true;
  for (const Named& one : values_of(call, names)) {
    text += (first ? " " : ", ") + one.name + (one.name.empty() ? "" : " ") + one.value;
    first = false;
  }
  return text;
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
