#include "server/pages/grant_form.h"

#include <algorithm>

#include "base/text.h"
#include "server/http/form.h"
#include "server/pages/frame.h"

namespace fermata::server {

namespace {

using durable::ArgumentRule;
using Words = std::vector<std::pair<const char*, const char*>>;  // what is sent, what is shown

Html choice(const std::string& name, const Words& choices, const std::string& was) {
  Html options;
  for (const auto& [value, word] : choices) options += el("option", {{"value", value}, {"selected", was == value}}, word);
  return el("select", {{"id", name}, {"name", name}}, options);
}

Html checkbox(const char* name, bool checked, const char* label) {
  return el("p", el("label", {}, el("input", {{"type", "checkbox"}, {"name", name}, {"value", "yes"}, {"checked", checked}}), label));
}

Html bound_of(const std::string& name, const char* label, const char* hint, const Texts& form) {
  return el("input", {{"name", name},
                      {"inputmode", "decimal"},
                      {"aria-label", label},
                      {"placeholder", hint},
                      Attribute::typed("value", sent(form, name))});
}

bool is_number(const Field& field) { return field.value.is_small_int() || field.value.type() == Data::Type::kFloat; }

Html rule_of(const Field& field, const Texts& form) {
  const std::string id = "rule-" + field.name;
  Words choices = {{"is", "the same"}, {"any", "anything"}};
  Html range;
  if (is_number(field)) {
    choices.insert(choices.begin() + 1, {"between", "between …"});
    range = all(bound_of("low-" + field.name, "At least", "at least", form), bound_of("high-" + field.name, "At most", "at most", form));
  }
  return el("div", {{"class", "rule"}}, el("label", {{"for", id}}, field.label), choice(id, choices, sent(form, id)), range);
}

uint64_t wanted_number(const std::string& text, const char* what) {
  const auto number = number_from(text);
  if (!number) throw Unusable{std::string(what) + " takes a whole number."};
  return *number;
}

}  // namespace

Html grant_fields(const std::vector<Field>& fields, const Texts& form) {
  const bool was_sent = form.contains("grant-times");
  Html rules;
  for (const Field& field : fields) rules += rule_of(field, form);
  const Html how_long = el("p", {{"class", "field"}}, el("label", {{"for", "grant-for"}}, "For"),
                           choice("grant-for", {{"3600", "an hour"}, {"86400", "a day"}, {"604800", "a week"}, {"2592000", "30 days"}},
                                  sent(form, "grant-for")));
  return all(checkbox("grant", wants_grant(form), " Approve later calls like this one without asking"),
             text_field("grant-reason", "grant-reason", "Why they may", {Attribute::typed("value", sent(form, "grant-reason"))}), how_long,
             text_field("grant-times", "grant-times", "At most so many calls",
                        {{"inputmode", "numeric"}, Attribute::typed("value", was_sent ? sent(form, "grant-times") : "10")}),
             rules, checkbox("same-program", !was_sent || sent(form, "same-program") == "yes", " Only from this very program"));
}

bool wants_grant(const Texts& form) { return sent(form, "grant") == "yes"; }

durable::GrantTerms terms_from(const Texts& form, const Call& call, const KnownArguments& known, durable::Time now) {
  const uint64_t seconds = std::min<uint64_t>(wanted_number(sent(form, "grant-for"), "How long"), 366 * 86'400);
  durable::GrantTerms terms{.until = now + durable::Time(seconds) * 1'000,
                            .most = wanted_number(sent(form, "grant-times"), "How many calls"),
                            .reason = sent(form, "grant-reason")};
  if (terms.reason.empty()) throw Unusable{"Why may later ones be made without asking?"};
  const std::vector<Field> fields = fields_of(call, known);
  for (size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    const std::string name = i < call.args.size() ? std::to_string(i) : call.kwargs[i - call.args.size()].first;
    const std::string kind = sent(form, "rule-" + field.name);
    if (kind == "any") terms.arguments.push_back({.name = name, .kind = ArgumentRule::Kind::kAny});
    if (kind != "between") continue;
    ArgumentRule rule{.name = name, .kind = ArgumentRule::Kind::kBetween};
    for (const auto& [end, value] : {std::pair("low-", &rule.value), std::pair("high-", &rule.high)}) {
      std::string problem;
      if (!read_field(field.value.is_small_int() ? FieldKind::kInt : FieldKind::kFloat, sent(form, end + field.name), value, &problem))
        throw Unusable{"Between what does " + field.label + " have to be? " + problem};
    }
    terms.arguments.push_back(std::move(rule));
  }
  return terms;
}

}  // namespace fermata::server
