#include "durable/schemas/question.h"

#include <algorithm>

#include "durable/rows/text.h"
#include "durable/schemas/schema.h"
#include "serialization/data_json.h"
#include "serialization/data_text.h"

namespace fermata::durable {

namespace {

constexpr size_t kLongestText = 10'000, kLongestSchema = 64'000, kMostRoles = 100;
constexpr double kLongestDeadline = 365.0 * 86'400;

// False: it isn't a list of names of roles.
bool read_roles(const Data& value, std::set<std::string>* roles) {
  if (!is_list(value) || value.items().size() > kMostRoles) return false;
  for (const Data& role : value.items()) {
    if (!role.is_str() || !is_name(role.as_str())) return false;
    roles->insert(role.as_str());
  }
  return true;
}

// What is wrong with a schema, which would let through everything, or nothing, without a word. Empty: nothing is.
std::string malformed(const Data& schema, int depth = 0) {
  constexpr std::string_view kTypes[] = {"array", "boolean", "integer", "null", "number", "object", "string"};
  if (depth > 100 || schema.type() == Data::Type::kBool) return "";
  if (schema.type() != Data::Type::kDict) return "a schema has to be a dict";
  for (const auto& [name, value] : schema.pairs())
    if (!name.is_str()) return "a schema's keywords have to be texts";
  const auto is_type = [&](const Data& one) { return one.is_str() && std::ranges::count(kTypes, one.as_str()); };
  if (const Data* type = schema.find("type"); type && !is_type(*type) && !(is_list(*type) && std::ranges::all_of(type->items(), is_type)))
    return "type has to be array, boolean, integer, null, number, object, string, or a list of these";
  if (const Data* choices = schema.find("enum"); choices && (!is_list(*choices) || choices->items().empty()))
    return "enum has to be a list of values";
  if (const Data* needed = schema.find("required");
      needed && !(is_list(*needed) && std::ranges::all_of(needed->items(), [](const Data& one) { return one.is_str(); })))
    return "required has to be a list of names";
  const Data* members = schema.find("properties");
  if (members && members->type() != Data::Type::kDict) return "properties has to be a dict";
  for (const auto& [name, member] : members ? members->pairs() : Data::Pairs())
    if (std::string why = malformed(member, depth + 1); !why.empty()) return name.is_str() ? name.as_str() + ": " + why : why;
  const Data* items = schema.find("items");
  return items ? malformed(*items, depth + 1) : "";
}

// What is wrong with the argument; empty: nothing is.
std::string read(const std::string& name, const Data& value, Question* question) {
  Ask& ask = question->ask;
  if (name == "schema") {
    if (value.type() != Data::Type::kDict && !value.is_none()) return "ask(): schema has to be a dict, a JSON Schema";
    if (to_json(value).size() > kLongestSchema) return "ask(): schema has more than 64,000 characters";
    if (std::string why = value.is_none() ? "" : malformed(value); !why.empty()) return "ask(): schema: " + why;
    question->schema = value;
  } else if (name == "roles" || name == "escalate") {
    if (!read_roles(value, name == "roles" ? &ask.roles : &ask.escalate)) return "ask(): " + name + " has to be a list of names";
  } else if (name == "deadline") {
    if (value.is_none()) return "";
    const double seconds = number_of(&value).value_or(-1);
    if (!(seconds > 0 && seconds <= kLongestDeadline)) return "ask(): deadline has to be a number of seconds, of a year at most";
    ask.deadline_ms = std::max<uint64_t>(uint64_t(seconds * 1000), 1);
  } else if (name == "on_deadline") {
    const auto what = value.is_str() ? on_deadline_from(value.as_str()) : std::nullopt;
    if (!what || *what == OnDeadline::kApprove) return "ask(): on_deadline has to be 'deny', 'escalate' or 'hold'";
    ask.on_deadline = *what;
  } else {
    return "ask() has no argument " + name;
  }
  return "";
}

}  // namespace

std::optional<Question> question_from(const fermata::Call& call, std::string* problem) {
  problem->clear();
  std::vector<std::pair<std::string, Data>> given = call.kwargs;
  constexpr const char* kPlaces[] = {"question", "schema"};
  for (size_t i = 0; i < std::min(call.args.size(), std::size(kPlaces)); ++i) given.emplace_back(kPlaces[i], call.args[i]);
  const auto wrong = [&](const std::string& what) {
    *problem = what;
    return std::nullopt;
  };
  const auto text = std::ranges::find(given, "question", [](const auto& one) { return one.first; });
  if (text == given.end() || !text->second.is_str()) {
    const bool is_another = call.args.size() == 1 && call.kwargs.empty();
    return is_another ? std::nullopt : wrong("ask() takes a question, a str, and a schema, a dict; all else by its name");
  }
  if (call.args.size() > std::size(kPlaces)) return wrong("ask() takes a question and a schema; all else by its name");
  const std::string& asked = text->second.as_str();
  if (asked.empty() || asked.size() > kLongestText) return wrong("ask(): the question has to have 1 to 10,000 bytes");
  Question question;
  std::set<std::string> seen;
  for (const auto& [name, value] : given) {
    if (!seen.insert(name).second) return wrong("ask() is given " + name + " twice");
    if (name == "question") continue;
    if (std::string what = read(name, value, &question); !what.empty()) return wrong(what);
  }
  if (question.ask.on_deadline == OnDeadline::kEscalate && question.ask.escalate.empty())
    return wrong("ask(): what is escalated at its deadline needs roles for that, escalate=[…]");
  question.ask.note = visible(asked);
  question.ask.self_approval = true;  // it isn't an approval: who submitted the run may know the answer
  return question;
}

bool is_question(const RunCall& call) { return call.tool == kOwnTool && call.call.function == kAsk && !call.policy.empty(); }

Data schema_of(const RunCall& call) {
  std::string problem;
  const auto question = is_question(call) ? question_from(call.call, &problem) : std::nullopt;
  return question ? question->schema : Data();
}

std::string answer_misfit(const RunCall& call, const Answer& answer) {
  const Data* value = std::get_if<Data>(&answer);
  const Data schema = value ? schema_of(call) : Data();
  return schema.is_none() ? "" : SchemaChecker(schema).misfit(schema, *value, "answer");
}

}  // namespace fermata::durable
