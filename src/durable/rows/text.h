// Between what tables hold as text and what programs hold: hashes, ids, JSON of limits, answers, outcomes. Pure functions. What is read was
// written by us, or somebody changed it: then they throw StoreError (kDamaged).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "fermata/durable/run.h"
#include "fermata/durable/store.h"
#include "fermata/session.h"

namespace fermata::durable {

std::string sha256(std::string_view bytes);  // in hexadecimal digits

bool is_name(std::string_view text);  // 1 to 200 bytes of UTF-8 without control characters

// For columns whose empty text is NULL.
inline std::optional<std::string> or_null(const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); }

// 16 letters and digits that nobody else has drawn; later ones sort behind earlier ones.
std::string new_run_id(Time now);

std::string json_of(const Limits& limits);
std::string json_of(const Spent& spent);
std::string json_of(const std::map<std::string, std::string>& tags);
std::string json_of(const Answer& answer);
std::string json_of(const Retries& retries);
std::string json_of(const Asked& asked);  // without its note, which is the call's policy
std::string json_of(const std::set<std::string>& names);
std::string json_of(const std::vector<ArgumentRule>& rules);
template <class Names>
Data names_data(const Names& names) {
  return Data::list(Data::Items(names.begin(), names.end()));
}
Data data_of(uint64_t count);  // one that a signed number can't hold is a big int
Limits limits_from(std::string_view json);
Spent spent_from(std::string_view json);
std::map<std::string, std::string> tags_from(std::string_view json);
Answer answer_from(std::string_view json);
Retries retries_from(std::string_view json);
Asked asked_from(std::string_view json);
std::set<std::string> names_from(std::string_view json);
std::vector<ArgumentRule> rules_from(std::string_view json);
Error error_from(const Data& data);
Data data_from(std::string_view json);
uint64_t count_from(const Data& data);

// {"args": […], "kwargs": {…}}: the same arguments always give the same text, which hashes are made of.
std::string json_of_arguments(const fermata::Call& call);
void set_arguments(fermata::Call& call, std::string_view json);

// What the program of a run starts with, in one text, and the roles of who submitted it.
std::string json_of_inputs(const Submission& submission);
std::string with_zone(std::string inputs, const std::string& zone);  // unless they name one
void set_inputs(Work& work, std::string_view json);
std::string traceparent_in(const std::string& inputs);  // Submission::traceparent
// What one such text has otherwise than another, in whatever order names and the items of sets are: "has another value for its input 'x'".
// Empty: nothing.
std::string other_inputs(std::string_view was, std::string_view is);

std::string call_key(std::string_view run, uint64_t seq, uint64_t id);  // "run:seq:id"
// What a decision is bound to.
std::string shown_hash(std::string_view snapshot, std::string_view key, std::string_view function, std::string_view args,
                       std::string_view policy);

}  // namespace fermata::durable
