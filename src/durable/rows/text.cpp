#include "durable/rows/text.h"

#include <nettle/base16.h>

#include <algorithm>
#include <map>

#include "base/entropy.h"
#include "base/utf8.h"
#include "durable/pieces/pieces.h"
#include "fermata/durable/tracing.h"
#include "serialization/data_json.h"
#include "serialization/error_json.h"

namespace fermata::durable {

namespace {

[[noreturn]] void damaged(const std::string& what) { throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: " + what); }

const Data& member(const Data& data, const char* name) {
  const Data* found = data.type() == Data::Type::kDict ? data.find(name) : nullptr;
  if (!found) damaged(std::string("there is no member ") + name);
  return *found;
}

uint64_t count_in(const Data& data, const char* name) { return count_from(member(data, name)); }

Data::Pairs pairs_of(const std::vector<std::pair<std::string, Data>>& named) {
  Data::Pairs pairs;
  for (const auto& [name, value] : named) pairs.emplace_back(Data(name), value);
  return pairs;
}
std::vector<std::pair<std::string, Data>> named_in(const Data& data) {
  if (data.type() != Data::Type::kDict) damaged("named values aren't a dict");
  std::vector<std::pair<std::string, Data>> named;
  for (const auto& [name, value] : data.pairs()) {
    if (!name.is_str()) damaged("a name isn't a text");
    named.emplace_back(name.as_str(), value);
  }
  return named;
}
const Data::Items& items_in(const Data& data, const char* name) {
  const Data& items = member(data, name);
  if (items.type() != Data::Type::kList) damaged(std::string(name) + " isn't a list");
  return items.items();
}

std::set<std::string> names_in(const Data& data) {
  if (data.type() != Data::Type::kList) damaged("names aren't a list");
  std::set<std::string> names;
  for (const Data& name : data.items()) {
    if (!name.is_str()) damaged("a name isn't a text");
    names.insert(name.as_str());
  }
  return names;
}

}  // namespace

Data data_of(uint64_t count) { return count <= uint64_t(INT64_MAX) ? Data(int64_t(count)) : Data::big_int(std::to_string(count)); }
uint64_t count_from(const Data& data) {
  if (data.is_small_int() && data.as_int() >= 0) return uint64_t(data.as_int());
  if (data.type() != Data::Type::kInt || data.is_small_int() || data.as_big_int().size() > 20 || data.as_big_int()[0] == '-')
    damaged("a count isn't a number");
  return std::stoull(data.as_big_int());
}

bool is_name(std::string_view text) {
  constexpr size_t kLongest = 200;
  return !text.empty() && text.size() <= kLongest && utf8::is_valid(text, utf8::Surrogates::kForbid) &&
         std::ranges::all_of(text, [](unsigned char c) { return c >= ' ' && c != 0x7f; });
}

std::string sha256(std::string_view bytes) {
  const PieceHash digest = hash_of(bytes);
  char text[BASE16_ENCODE_LENGTH(sizeof digest)];
  base16_encode_update(text, digest.size(), reinterpret_cast<const uint8_t*>(digest.data()));
  return {text, sizeof text};
}

std::string new_run_id(Time now) {
  // Base 32 without letters that are taken for digits: 9 of the time, which last until the year 3084, and 7 of chance.
  constexpr char kDigits[] = "0123456789abcdefghjkmnpqrstvwxyz";
  std::string id(16, '0');
  uint64_t time = uint64_t(now), chance;
  fill_with_entropy(&chance, sizeof chance);
  for (size_t i = 9; i-- > 0; time >>= 5) id[i] = kDigits[time & 31];
  for (size_t i = 9; i < id.size(); ++i, chance >>= 5) id[i] = kDigits[chance & 31];
  return id;
}

Data data_from(std::string_view json) {
  Data data;
  std::string problem;
  if (!from_json(json, &data, &problem, kMaxWrittenDepth)) damaged("not JSON: " + problem);
  return data;
}

std::string json_of(const Limits& limits) {
  Data::Pairs pairs;
#define LIMIT(name, default_value, unit, since, doc) pairs.emplace_back(Data(#name), data_of(limits.name));
#include "base/limits.def"
#undef LIMIT
  return to_json(Data::dict(std::move(pairs)));
}
Limits limits_from(std::string_view json) {
  const Data data = data_from(json);
  if (data.type() != Data::Type::kDict) damaged("limits aren't a dict");
  Limits limits;
  // (A limit that came with a later release than the run isn't there.)
#define LIMIT(name, default_value, unit, since, doc) \
  if (const Data* value = data.find(#name)) limits.name = count_from(*value);
#include "base/limits.def"
#undef LIMIT
  return limits;
}

std::string json_of(const Spent& spent) {
  return to_json(Data::dict({{"steps", data_of(spent.steps)},
                             {"time_ns", data_of(spent.time_ns)},
                             {"heap_bytes", data_of(spent.heap_bytes)},
                             {"output_bytes", data_of(spent.output_bytes)},
                             {"host_calls", data_of(spent.host_calls)},
                             {"wall_ns", data_of(spent.wall_ns)}}));
}
Spent spent_from(std::string_view json) {
  const Data data = data_from(json);
  return {.steps = count_in(data, "steps"),
          .time_ns = count_in(data, "time_ns"),
          .heap_bytes = count_in(data, "heap_bytes"),
          .output_bytes = count_in(data, "output_bytes"),
          .host_calls = count_in(data, "host_calls"),
          .wall_ns = count_in(data, "wall_ns")};
}

std::string json_of(const std::map<std::string, std::string>& tags) {
  Data::Pairs pairs;
  for (const auto& [name, value] : tags) pairs.emplace_back(Data(name), Data(value));
  return to_json(Data::dict(std::move(pairs)));
}
std::map<std::string, std::string> tags_from(std::string_view json) {
  std::map<std::string, std::string> tags;
  for (const auto& [name, value] : named_in(data_from(json))) {
    if (!value.is_str()) damaged("a tag isn't a text");
    tags[name] = value.as_str();
  }
  return tags;
}

Error error_from(const Data& data) {
  Error error;
  if (!error_from(data, &error)) damaged("an error isn't one");
  return error;
}

std::string json_of(const Answer& answer) { return answer_to_json(answer); }
Answer answer_from(std::string_view json) {
  Answer answer;
  std::string problem;
  if (!answer_from_json(json, &answer, &problem, kMaxWrittenDepth)) damaged("an answer: " + problem);
  return answer;
}

std::string json_of(const Retries& retries) {
  Data::Items final(retries.final.begin(), retries.final.end());
  return to_json(Data::dict({{"attempts", data_of(retries.attempts)},
                             {"pause_ms", data_of(retries.pause_ms)},
                             {"longest_ms", data_of(retries.longest_ms)},
                             {"final", Data::list(std::move(final))},
                             {"holds", retries.holds}}));
}
Retries retries_from(std::string_view json) {
  const Data data = data_from(json);
  Retries retries{.attempts = count_in(data, "attempts"),
                  .pause_ms = count_in(data, "pause_ms"),
                  .longest_ms = count_in(data, "longest_ms"),
                  .holds = member(data, "holds") == Data(true)};
  for (const Data& type : items_in(data, "final")) {
    if (!type.is_str()) damaged("a type of errors isn't a text");
    retries.final.insert(type.as_str());
  }
  return retries;
}

std::string json_of(const std::set<std::string>& names) { return to_json(names_data(names)); }
std::set<std::string> names_from(std::string_view json) { return names_in(data_from(json)); }

namespace {

Data data_of(const std::optional<Time>& time) { return time ? Data(*time) : Data(); }
std::optional<Time> time_in(const Data& data, const char* name) {
  const Data& time = member(data, name);
  if (time.is_none()) return std::nullopt;
  if (!time.is_small_int()) damaged(std::string(name) + " isn't a time");
  return time.as_int();
}
const std::string& text_in(const Data& data, const char* name) {
  const Data& text = member(data, name);
  if (!text.is_str()) damaged(std::string(name) + " isn't a text");
  return text.as_str();
}
bool flag_in(const Data& data, const char* name) { return member(data, name) == Data(true); }

}  // namespace

std::string json_of(const Asked& asked) {
  const Ask& ask = asked.ask;
  Data::Pairs delegated;
  for (const auto& [from, to] : asked.delegated) delegated.emplace_back(Data(from), Data(to));
  Data::Pairs said;
  for (const auto& [who, what] : asked.said) said.emplace_back(Data(who), Data(what));
  Data::Pairs pairs = {{"ask", Data::dict({{"roles", names_data(ask.roles)},
                                           {"quorum", data_of(ask.quorum)},
                                           {"deadline_ms", ask.deadline_ms ? data_of(*ask.deadline_ms) : Data()},
                                           {"on_deadline", to_string(ask.on_deadline)},
                                           {"escalate", names_data(ask.escalate)},
                                           {"self_approval", ask.self_approval}})},
                       {"roles", names_data(asked.roles)},
                       {"since", asked.since},
                       {"deadline", data_of(asked.deadline)},
                       {"escalated", asked.escalated},
                       {"overdue", asked.overdue},
                       {"claimed_by", asked.claimed_by},
                       {"claimed_until", asked.claimed_until},
                       {"delegated", Data::dict(std::move(delegated))},
                       {"counts_from", data_of(asked.counts_from)}};
  if (asked.was_due) pairs.emplace_back("was_due", *asked.was_due);
  if (asked.edited) pairs.emplace_back("edited", true);
  if (!said.empty()) pairs.emplace_back("said", Data::dict(std::move(said)));
  return to_json(Data::dict(std::move(pairs)));
}
Asked asked_from(std::string_view json) {
  const Data data = data_from(json);
  const Data& said = member(data, "ask");
  Ask ask{.roles = names_in(member(said, "roles")),
          .quorum = count_in(said, "quorum"),
          .escalate = names_in(member(said, "escalate")),
          .self_approval = flag_in(said, "self_approval")};
  if (!member(said, "deadline_ms").is_none()) ask.deadline_ms = count_in(said, "deadline_ms");
  const auto on_deadline = on_deadline_from(text_in(said, "on_deadline"));
  if (!on_deadline) damaged("there is no such end of a deadline");
  ask.on_deadline = *on_deadline;
  Asked asked{.ask = std::move(ask),
              .roles = names_in(member(data, "roles")),
              .since = data.find("since") ? time_in(data, "since").value_or(0) : 0,
              .deadline = time_in(data, "deadline"),
              .was_due = data.find("was_due") ? time_in(data, "was_due") : std::nullopt,
              .escalated = flag_in(data, "escalated"),
              .edited = data.find("edited") && flag_in(data, "edited"),
              .overdue = flag_in(data, "overdue"),
              .claimed_by = text_in(data, "claimed_by"),
              .claimed_until = time_in(data, "claimed_until").value_or(0),
              .counts_from = count_in(data, "counts_from")};
  for (const auto& [from, to] : named_in(member(data, "delegated"))) {
    if (!to.is_str()) damaged("a name isn't a text");
    asked.delegated[from] = to.as_str();
  }
  if (const Data* said = data.find("said"))
    for (const auto& [who, what] : named_in(*said)) {
      if (!what.is_str()) damaged("what somebody said isn't a text");
      asked.said[who] = what.as_str();
    }
  return asked;
}

// {name: {"is": value}, or {"between": [low, high]}, or {}}
std::string json_of(const std::vector<ArgumentRule>& rules) {
  Data::Pairs pairs;
  for (const ArgumentRule& rule : rules) {
    Data::Pairs said;
    if (rule.kind == ArgumentRule::Kind::kIs) said.emplace_back("is", rule.value);
    if (rule.kind == ArgumentRule::Kind::kBetween) said.emplace_back("between", Data::list({rule.value, rule.high}));
    pairs.emplace_back(Data(rule.name), Data::dict(std::move(said)));
  }
  return to_json(Data::dict(std::move(pairs)));
}
std::vector<ArgumentRule> rules_from(std::string_view json) {
  std::vector<ArgumentRule> rules;
  for (const auto& [name, said] : named_in(data_from(json))) {
    ArgumentRule& rule = rules.emplace_back(ArgumentRule{.name = name, .kind = ArgumentRule::Kind::kAny});
    if (said.type() != Data::Type::kDict) damaged("a rule of a grant isn't a dict");
    if (const Data* value = said.find("is")) {
      rule.kind = ArgumentRule::Kind::kIs;
      rule.value = *value;
    } else if (said.find("between")) {
      const Data::Items& bounds = items_in(said, "between");
      if (bounds.size() != 2) damaged("a rule of a grant has two bounds");
      rule.kind = ArgumentRule::Kind::kBetween;
      rule.value = bounds[0];
      rule.high = bounds[1];
    }
  }
  return rules;
}

std::string json_of_arguments(const fermata::Call& call) {
  return to_json(Data::dict({{"args", Data::list(call.args)}, {"kwargs", Data::dict(pairs_of(call.kwargs))}}));
}
void set_arguments(fermata::Call& call, std::string_view json) {
  const Data data = data_from(json);
  call.args = items_in(data, "args");
  call.kwargs = named_in(member(data, "kwargs"));
}

namespace {

Data data_of(const std::vector<File>& files) {
  Data::Pairs contents;
  for (const File& file : files) contents.emplace_back(file.path, Data::bytes(file.data));
  return Data::dict(std::move(contents));
}

const std::string& bytes_of(const Data& data) {
  if (data.type() != Data::Type::kBytes) damaged("a file holds no bytes");
  return data.as_str();
}

Surroundings surroundings_of(const Data& inputs) {
  Surroundings found;
  if (const Data* files = inputs.find("files"))
    for (const auto& [path, data] : named_in(*files)) found.files.push_back({path, bytes_of(data)});
  if (const Data* text = inputs.find("stdin")) found.standard_input = bytes_of(*text);
  if (const Data* environment = inputs.find("environment"))
    for (const auto& [name, value] : named_in(*environment)) {
      if (!value.is_str()) damaged("a variable isn't a text");
      found.environment.emplace_back(name, value.as_str());
    }
  if (inputs.find("zone")) found.zone = text_in(inputs, "zone");
  return found;
}

constexpr char kTraceParent[] = "traceparent";

// As this release writes it: a later version's may have anything behind what is known.
std::string known_parent(const std::string& text) {
  const auto parent = trace_parent_from(text);
  return parent ? parent->text() : "";
}

}  // namespace

std::string json_of_inputs(const Submission& submission) {
  Data::Items arguments(submission.arguments.begin(), submission.arguments.end());
  Data::Pairs said = {{"inputs", Data::dict(pairs_of(submission.inputs))},
                      {"arguments", Data::list(std::move(arguments))},
                      {"seed", submission.seed ? data_of(*submission.seed) : Data()}};
  if (!submission.roles.empty()) said.emplace_back("roles", names_data(submission.roles));
  const auto& [files, standard_input, environment, zone] = submission.surroundings;
  if (!files.empty()) said.emplace_back("files", data_of(files));
  if (standard_input) said.emplace_back("stdin", Data::bytes(*standard_input));
  if (!environment.empty()) said.emplace_back("environment", Data::dict({environment.begin(), environment.end()}));
  if (!zone.empty()) said.emplace_back("zone", zone);
  if (!submission.traceparent.empty()) said.emplace_back(kTraceParent, known_parent(submission.traceparent));
  return to_json(Data::dict(std::move(said)));
}

std::string traceparent_in(const std::string& inputs) {
  if (inputs.find(kTraceParent) == inputs.npos) return "";  // (there may be much of them)
  const Data data = data_from(inputs);
  return data.find(kTraceParent) ? known_parent(text_in(data, kTraceParent)) : "";
}

std::string with_zone(std::string inputs, const std::string& zone) {
  if (zone == "UTC") return inputs;
  const Data data = data_from(inputs);
  if (data.find("zone")) return inputs;
  Data::Pairs said = data.pairs();
  said.emplace_back("zone", zone);
  return to_json(Data::dict(std::move(said)));
}

namespace {

// With the items of sets in one order. (What was read as JSON shares nothing, and is no deeper than its reader lets it be.)
Data in_order(const Data& data) {
  const auto all_of = [](const Data::Items& items) {
    Data::Items ordered;
    for (const Data& item : items) ordered.push_back(in_order(item));
    return ordered;
  };
  const auto each_of = [](const Data::Pairs& pairs) {
    Data::Pairs ordered;
    for (const auto& [key, value] : pairs) ordered.emplace_back(in_order(key), in_order(value));
    return ordered;
  };
  switch (data.type()) {
    case Data::Type::kList: return Data::list(all_of(data.items()));
    case Data::Type::kTuple: return Data::tuple(all_of(data.items()));
    case Data::Type::kDict: return Data::dict(each_of(data.pairs()));
    case Data::Type::kObject: {
      const Data::Object& object = data.as_object();
      return Data::object(object.kind, object.type_name, each_of(object.fields));
    }
    case Data::Type::kSet:
    case Data::Type::kFrozenSet: {
      Data::Items items = all_of(data.items());
      std::ranges::sort(items, {}, [](const Data& item) { return to_json(item); });
      return data.type() == Data::Type::kSet ? Data::set(std::move(items)) : Data::frozenset(std::move(items));
    }
    default: return data;
  }
}

}  // namespace

std::string other_inputs(std::string_view was, std::string_view is) {
  if (was == is) return "";
  const Data x = data_from(was), y = data_from(is);
  const auto by_name = [](const Data& data) {
    std::map<std::string, Data> inputs;
    for (auto& [name, value] : named_in(member(data, "inputs"))) inputs.emplace(name, in_order(value));
    return inputs;
  };
  const auto inputs = by_name(x), others = by_name(y);
  for (const auto& [name, value] : inputs) {
    const auto other = others.find(name);
    if (other == others.end()) return "has an input '" + name + "'";
    if (other->second != value) return "has another value for its input '" + name + "'";
  }
  for (const auto& [name, value] : others)
    if (!inputs.contains(name)) return "has no input '" + name + "'";
  if (member(x, "arguments") != member(y, "arguments")) return "has other arguments";
  return surroundings_of(x) == surroundings_of(y) ? "" : "has other files, standard input or environment";
}

void set_inputs(Work& work, std::string_view json) {
  const Data data = data_from(json);
  work.inputs = named_in(member(data, "inputs"));
  work.arguments.clear();
  for (const Data& argument : items_in(data, "arguments")) {
    if (!argument.is_str()) damaged("an argument isn't a text");
    work.arguments.push_back(argument.as_str());
  }
  work.surroundings = surroundings_of(data);
  const Data& seed = member(data, "seed");
  work.seed = seed.is_none() ? std::nullopt : std::optional(count_from(seed));
  work.roles = data.find("roles") ? names_in(member(data, "roles")) : std::set<std::string>();
  work.traceparent = data.find(kTraceParent) ? known_parent(text_in(data, kTraceParent)) : "";
}

std::string call_key(std::string_view run, uint64_t seq, uint64_t id) {
  return std::string(run) + ":" + std::to_string(seq) + ":" + std::to_string(id);
}

std::string shown_hash(std::string_view snapshot, std::string_view key, std::string_view function, std::string_view args,
                       std::string_view policy) {
  // Each with its length before it: no two different ones give one text.
  std::string text;
  for (const std::string_view part : {snapshot, key, function, args, policy}) {
    text += std::to_string(part.size()) + ":";
    text += part;
  }
  return sha256(text);
}

}  // namespace fermata::durable
