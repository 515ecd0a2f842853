#include "durable/rows/digests.h"

#include <initializer_list>

#include "durable/rows/text.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

// No two lists of parts give the same text.
std::string digest(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(std::to_string(part.size())).append(":").append(part);
  return sha256(text);
}

std::string text(uint64_t number) { return std::to_string(number); }
std::string text(std::optional<Time> time) { return time ? std::to_string(*time) : ""; }

}  // namespace

std::string digest_of(const RunRow& row) {
  return digest({row.id, row.tenant, row.queue, row.name, row.key, row.parent, text(row.parent_call), std::to_string(row.priority),
                 json_of(row.tags), row.program, row.inputs, text(row.created), row.by, json_of(row.forked_by)});
}

std::string digest_of(const RunCall& call, const std::string& args) {
  return digest({text(call.call.id), text(call.seq), call.key, call.call.function, args, to_string(call.call.kind), call.call.file,
                 text(uint64_t(call.call.line)), call.channel, call.child});
}

std::string digest_of_asked(const RunCall& call) { return digest({call.policy, json_of(call.asked)}); }

std::string digest_of(const Answer& answer) { return digest({json_of(answer)}); }

std::string digest_of(const Decided& decided) {
  return digest({text(decided.seq), decided.shown, decided.who, json_of(decided.roles), decided.channel, to_string(decided.verdict),
                 decided.reason, decided.args, decided.edited, decided.grant, text(decided.at)});
}

std::string digest_of(const Remark& remark) {
  return digest({remark.who, remark.is_question ? "question" : "reply", remark.text, text(remark.at)});
}

std::string digest_of(const Message& message) { return digest({message.channel, to_json(message.value), message.key, text(message.at)}); }

std::string digest_of_taken(const Message& message) { return digest({text(message.consumed_by)}); }

std::string digest_of_snapshot(Time at, std::optional<Time> timer_at, bool goes_on, std::string_view stdout_text,
                               std::string_view stderr_text) {
  return digest({text(at), text(timer_at), goes_on ? "goes on" : "", stdout_text, stderr_text});
}

std::string digest_of_outcome(const std::string& outcome) { return digest({outcome}); }

std::string digest_name(const char* what, uint64_t number) { return what + (" " + std::to_string(number)); }
std::string digest_name(const char* what, uint64_t call, uint64_t number) { return digest_name(what, call) + "." + std::to_string(number); }

}  // namespace fermata::durable
