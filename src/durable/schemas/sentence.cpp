#include "durable/schemas/sentence.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "durable/schemas/question.h"
#include "durable/schemas/schema.h"
#include "serialization/data_text.h"
#include "unicode/unicode.h"
#include "vm/suggestions.h"

namespace fermata::durable {

namespace {

constexpr size_t kShort = 60;

// "send_mail" → "Send mail"; "Database.query" → "Database query"
std::string words_of(const std::string& function) {
  std::string words = visible_line(function);
  std::ranges::replace(words, '_', ' ');
  std::ranges::replace(words, '.', ' ');
  words.erase(std::ranges::unique(words, [](char x, char y) { return x == ' ' && y == ' '; }).begin(), words.end());
  if (words.ends_with(' ')) words.pop_back();
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
    return !is_record(value) && !is_list(value) && value.type() != Data::Type::kDict && repr(value, Hidden(), kShort).size() < 30;
  });
  return fields;
}

// "Deployment(env='prod', replicas=3, artifact=Artifact(service='api', …))"
std::string record_text(const Data& value, size_t limit, int depth = 0) {
  constexpr int kDeepest = 3;
  std::string text = name_text(value.as_object().type_name) + "(";
  bool first = true;
  for (const auto& [name, field] : short_first(value.as_object().fields)) {
    const bool is_nested = is_record(field) && depth < kDeepest;
    const std::string written = is_nested ? record_text(field, limit / 2, depth + 1) : repr(field, Hidden(), limit / 2);
    const std::string part = (first ? "" : ", ") + name_text(name.as_str()) + "=" + written;
    if (text.size() + part.size() > limit) return text + (first ? "…)" : ", …)");
    text += part;
    first = false;
  }
  return text + ")";
}

// A number or a day as it is read aloud, else the value as Python writes it.
std::string said(const Data& value) {
  for (const auto& [kind, part] : {std::pair(ObjectKind::kDecimal, "text"), std::pair(ObjectKind::kDate, "iso")})
    if (const Data* text = value.is_object(kind) ? value.find(part) : nullptr;
        text && text->is_str() && text->as_str().size() < kShort &&
        text->as_str().find_first_not_of("0123456789+-.eE") == std::string::npos)
      return visible_line(text->as_str());
  return is_record(value) ? record_text(value, 2 * kShort) : repr(value, Hidden(), kShort);
}

// Of a call whose one argument is an instance of a dataclass, what that holds.
std::vector<Named> values_of(const fermata::Call& call, const std::vector<std::string>& names) {
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

// --- templates ---

struct Template {
  struct Step {
    bool is_item = false;  // [key], else .field
    std::string name{};
  };
  struct Field {
    std::string parameter{};
    std::vector<Step> steps{};
  };
  struct Part {
    std::string text{};
    std::optional<Field> field{};  // else the text is as it is
  };
  std::vector<Part> parts{};
};

constexpr size_t kLongestTemplate = 1'000;

// "customer.name", "items[0]"
std::optional<Template::Field> field_from(std::string_view text) {
  const auto name = [&] {
    const std::string_view found = text.substr(0, text.find_first_of(".["));
    text.remove_prefix(found.size());
    return std::string(found);
  };
  const auto is_digits = [](std::string_view s) {
    return !s.empty() && std::ranges::all_of(s, [](char c) { return c >= '0' && c <= '9'; });
  };
  Template::Field field{.parameter = name()};
  if (!is_digits(field.parameter) && !unicode::is_identifier(field.parameter)) return std::nullopt;
  while (!text.empty()) {
    const bool is_item = text.front() == '[';
    text.remove_prefix(1);
    Template::Step step{.is_item = is_item};
    if (is_item) {
      const size_t end = text.find(']');
      if (end == 0 || end == text.npos) return std::nullopt;
      step.name = std::string(text.substr(0, end));
      text.remove_prefix(end + 1);
      if (!text.empty() && text.front() != '.' && text.front() != '[') return std::nullopt;
    } else {
      step.name = name();
      if (!unicode::is_identifier(step.name)) return std::nullopt;
    }
    field.steps.push_back(std::move(step));
  }
  return field;
}

// `problem`: why it is none.
std::optional<Template> template_from(std::string_view text, std::string& problem) {
  Template made;
  std::string literal;
  const auto wrong = [&](std::string why) {
    problem = std::move(why);
    return std::nullopt;
  };
  if (text.empty() || text.size() > kLongestTemplate) return wrong("a summary has 1 to " + std::to_string(kLongestTemplate) + " bytes");
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '{' && c != '}') {
      literal += c;
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == c) {
      literal += c;
      ++i;
      continue;
    }
    if (c == '}') return wrong("a '}' of a summary has no '{' before it; two of them stand for one");
    const size_t end = text.find('}', i);
    if (end == text.npos) return wrong("a '{' of a summary has no '}' after it; two of them stand for one");
    const std::string_view name = text.substr(i + 1, end - i - 1);
    auto field = field_from(name);
    if (!field)
      return wrong("{" + visible_line(name) +
                   "} isn't an argument's name, such as {order}, nor something in one, such as {order.total} or {rows[0]}");
    if (!literal.empty()) made.parts.push_back({.text = std::exchange(literal, "")});
    made.parts.push_back({.field = std::move(field)});
    i = end;
  }
  if (!literal.empty()) made.parts.push_back({.text = std::move(literal)});
  const bool says_something = std::ranges::any_of(
      made.parts, [](const Template::Part& part) { return part.field || part.text.find_first_not_of(" \t\n\r\f\v") != part.text.npos; });
  if (!says_something) return wrong("a summary of blanks says nothing");
  return made;
}

// The argument of that parameter, or what it is when it isn't passed; nothing: nobody knows.
std::optional<Data> argument_of(const fermata::Call& call, const KnownArguments& known, const std::string& parameter) {
  if (const auto place = number_from(parameter)) {
    if (*place < call.args.size()) return call.args[*place];
    return std::nullopt;
  }
  const Data* listed = known.parameters.find("x-places");
  const Data::Items places = listed && listed->type() == Data::Type::kList ? listed->items() : Data::Items();
  const auto place = size_t(std::ranges::find(places, Data(parameter)) - places.begin());
  if (place < std::min(places.size(), call.args.size())) return call.args[place];
  const Data* unnamed = known.parameters.find("x-unnamed");
  const bool has_no_name = unnamed && unnamed->is_small_int() && int64_t(place) < unnamed->as_int();
  const std::string rest = text_in(known.parameters, "x-rest");
  if (rest == parameter && !rest.empty()) {
    const size_t count = std::min(places.size(), call.args.size());
    return Data::list(Data::Items(call.args.begin() + std::ptrdiff_t(count), call.args.end()));
  }
  if (!has_no_name)
    for (const auto& [name, value] : call.kwargs)
      if (name == parameter) return value;
  const Data* properties = known.parameters.find("properties");
  const Data* schema = properties ? properties->find(parameter) : nullptr;
  const Data* unless_passed = schema ? schema->find("default") : nullptr;
  return unless_passed ? std::optional(*unless_passed) : std::nullopt;
}

const Data* within(const Data& value, const Template::Step& step) {
  if (!step.is_item) return has_fields(value) || value.is_object(ObjectKind::kEnum) ? value.find(step.name) : nullptr;
  const auto place = number_from(step.name);
  if (value.type() == Data::Type::kDict && place) {
    const auto entry = std::ranges::find(value.pairs(), Data(int64_t(*place)), [](const auto& pair) { return pair.first; });
    return entry == value.pairs().end() ? nullptr : &entry->second;
  }
  if (value.type() == Data::Type::kDict) return value.find(step.name);
  return place && is_list(value) && *place < value.items().size() ? &value.items()[*place] : nullptr;
}

// A word stands as it is; what has blanks or marks that could be taken for the sentence's own has quotes, and what could be taken for
// another value.
std::string said_within(const Data& value) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("-_.@+/#").find(c) != std::string_view::npos;
  };
  if (!value.is_str() || value.as_str().empty() || value.as_str().size() > kShort) return said(value);
  const std::string& word = value.as_str();
  static const std::set<std::string_view> kValues{"None", "True", "False", "nan", "inf", "NaN", "Infinity", "true", "false", "null"};
  const bool is_word = std::isalpha(static_cast<unsigned char>(word[0])) || word[0] == '/';
  return is_word && std::ranges::all_of(word, is_plain) && !kValues.contains(word) ? word : said(value);
}

// Empty: the tool has no template, or the call hasn't what that names.
std::vector<SentencePart> by_template(const fermata::Call& call, const KnownArguments& known) {
  std::string problem;
  const auto made = template_from(text_in(known.parameters, "x-summary"), problem);
  std::vector<SentencePart> parts;
  if (!made) return parts;
  for (const Template::Part& part : made->parts) {
    if (!part.field) {
      parts.push_back({.text = visible_line(part.text)});
      continue;
    }
    const auto argument = argument_of(call, known, part.field->parameter);
    const Data* value = argument ? &*argument : nullptr;
    for (const Template::Step& step : part.field->steps)
      if (value) value = within(*value, step);
    if (!value) return {};
    parts.push_back({SentencePart::Kind::kValue, said_within(*value)});
  }
  return parts;
}

}  // namespace

std::vector<SentencePart> sentence_of(const RunCall& asked, const KnownArguments& known) {
  using Kind = SentencePart::Kind;
  if (is_question(asked)) return {{Kind::kValue, headline(asked.policy)}};
  const fermata::Call& call = asked.call;
  if (!asked.is_cut)
    if (std::vector<SentencePart> parts = by_template(call, known); !parts.empty()) return parts;
  std::vector<SentencePart> parts{{Kind::kFunction, words_of(call.function)}};
  for (const Named& one : values_of(call, known.names)) {
    parts.push_back({.text = (parts.size() == 1 ? " " : ", ") + one.name + (one.name.empty() ? "" : " ")});
    parts.push_back({Kind::kValue, one.value});
  }
  return parts;
}

std::string sentence_text(const RunCall& call, const KnownArguments& known) {
  std::string text;
  for (const SentencePart& part : sentence_of(call, known)) text += part.text;
  return text;
}

std::string template_problem(std::string_view text) {
  std::string problem;
  template_from(text, problem);
  return problem;
}

namespace {

std::string no_field(const std::string& owner, const std::string& name, const Data& properties) {
  std::vector<std::string> names;
  for (const auto& [known, schema] : properties.pairs())
    if (known.is_str()) names.push_back(known.as_str());
  const std::string nearest = suggest_name(name, names);
  return owner + " has no field " + name + (nearest.empty() ? "" : " (did you mean " + nearest + "?)");
}

// Why nothing is at the end of the steps, as far as is known.
std::string steps_misfit(const Data& parameters, const Template::Field& field) {
  const SchemaChecker checker(parameters);
  const Data* properties = parameters.find("properties");
  const Data* schema = properties ? properties->find(field.parameter) : nullptr;
  std::string path = field.parameter;
  for (const Template::Step& step : field.steps) {
    schema = schema ? checker.resolved(*schema) : nullptr;
    properties = schema ? schema->find("properties") : nullptr;
    if (step.is_item || !properties || properties->type() != Data::Type::kDict) return "";
    const Data* others = schema->find("additionalProperties");
    schema = properties->find(step.name);
    if (!schema) return others && *others == Data(false) ? no_field(path, step.name, *properties) : "";
    path += "." + step.name;
  }
  return "";
}

}  // namespace

std::string template_misfit(const Data& parameters) {
  std::string problem;
  const auto made = template_from(text_in(parameters, "x-summary"), problem);
  if (!made) return "";
  for (const Template::Part& part : made->parts)
    if (std::string why = part.field ? steps_misfit(parameters, *part.field) : ""; !why.empty()) return why;
  return "";
}

}  // namespace fermata::durable
