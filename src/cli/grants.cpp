// `fermata grant`, `grants`, `revoke`: calls that are approved beforehand.
#include <optional>
#include <set>

#include "cli/files.h"
#include "cli/json_values.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "durable/schemas/parameters.h"
#include "durable/times.h"
#include "fermata/durable/workers.h"

namespace fermata::cli {

namespace {

std::string text_of(const durable::ArgumentRule& rule) {
  switch (rule.kind) {
    case durable::ArgumentRule::Kind::kIs: return rule.name + "=" + repr(rule.value, Hidden());
    case durable::ArgumentRule::Kind::kBetween:
      return rule.name + " from " + repr(rule.value, Hidden()) + " to " + repr(rule.high, Hidden());
    case durable::ArgumentRule::Kind::kAny: return rule.name + " whatever it is";
  }
  return "";
}

std::string text_of(const durable::StandingGrant& grant) {
  std::string arguments;
  for (const durable::ArgumentRule& rule : grant.terms.arguments) arguments += (arguments.empty() ? "" : ", ") + text_of(rule);
  if (grant.terms.others) arguments += arguments.empty() ? "whatever the arguments" : ", and whatever else";
  return visible_line(grant.function + "(" + arguments + ")");
}

void tell_grant(const durable::StandingGrant& grant, bool json) {
  if (json) return print_report(data_of(grant).pairs());
  print_line(grant.id + "  " + text_of(grant));
  const std::string where = "tenant " + grant.tenant + (grant.queue.empty() ? "" : ", queue " + grant.queue) +
                            (grant.program.empty() ? "" : ", program " + grant.program.substr(0, 12));
  const std::string over = grant.revoked_at ? "; revoked by " + grant.revoked_by + " " + time_text(*grant.revoked_at) : "";
  print_line(visible_line("  " + where + "; until " + time_text(grant.terms.until) + "; used " + std::to_string(grant.used) + " of " +
                          std::to_string(grant.terms.most) + over));
  print_line(visible_line("  by " + grant.who + ": " + grant.terms.reason));
}

durable::StandingGrant known(durable::Store& store, const std::string& id) {
  for (durable::StandingGrant& grant : store.grants({.over = true}))
    if (grant.id == id) return std::move(grant);
  throw UsageProblem("there is no grant " + id);
}

// The queues that the grant is for, as far as they are known.
std::set<std::string> queues_of(durable::Store& store, const durable::NewGrant& grant, const std::vector<durable::WorkerInfo>& workers) {
  if (!grant.queue.empty()) return {grant.queue};
  std::set<std::string> queues;
  for (const durable::QueueStats& queue : store.stats()) queues.insert(queue.queue);
  for (const durable::WorkerInfo& worker : workers) queues.insert(worker.queues.begin(), worker.queues.end());
  return queues;
}

// What is surely not meant: no worker of its queues knows the function, or it has no such argument. It may be for tools that come later.
void warn_of(durable::Store& store, const durable::NewGrant& grant) {
  std::vector<durable::WorkerInfo> workers = durable::workers(store);
  const std::set<std::string> queues = queues_of(store, grant, workers);
  const durable::Answering answering(std::move(workers));
  durable::KnownParameters known(store);
  const auto warn_if_all = [&](const auto& doubt_in) {
    std::string first;
    for (const std::string& queue : queues) {
      const std::optional<std::string> doubt = doubt_in(queue);  // unset: nothing is known there
      if (!doubt) continue;
      if (doubt->empty()) return;
      if (first.empty()) first = *doubt;
    }
    if (!first.empty()) complain(visible_line("warning: " + first));
  };
  warn_if_all([&](const std::string& queue) {
    return answering.has_workers(queue) ? std::optional(answering.problem(grant.function, queue)) : std::nullopt;
  });
  for (const durable::ArgumentRule& rule : grant.terms.arguments)
    warn_if_all([&](const std::string& queue) {
      const Data& parameters = known.of(grant.function, queue);
      return parameters.is_none() ? std::nullopt : std::optional(durable::name_misfit(parameters, grant.function, rule.name));
    });
}

}  // namespace

std::pair<std::string, std::string> named(const std::string& option, const char* name) {
  const size_t equals = option.find('=');
  if (equals == option.npos || equals == 0) throw UsageProblem(std::string(name) + " takes NAME=…, not '" + option + "'");
  return {option.substr(0, equals), option.substr(equals + 1)};
}

durable::Time time_from(const std::string& text, durable::Time now, const char* option) {
  const auto wrong = [&] {
    return UsageProblem(std::string(option) + " takes a time, 2026-12-01T10:00:00Z, or how long: 30m, 2h, 7d; not '" + text + "'");
  };
  if (const auto time = durable::time_from(text)) return *time;
  const size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || digits == text.npos || digits > 9 || digits + 1 != text.size()) throw wrong();
  const size_t unit = std::string_view("smhd").find(text[digits]);
  if (unit == std::string_view::npos) throw wrong();
  constexpr durable::Time kMs[] = {1'000, 60'000, 3'600'000, 86'400'000};
  return now + durable::Time(std::stoll(text.substr(0, digits))) * kMs[unit];
}

durable::GrantTerms terms_from(const GrantFlags& flags, durable::Time now, const char* option) {
  durable::GrantTerms terms{.others = flags.any_others, .until = time_from(flags.until, now, option), .most = flags.times};
  for (const std::string& one : flags.is) {
    const auto [name, value] = named(one, "--is");
    terms.arguments.push_back({.name = name, .value = json_from(value, "--is " + name)});
  }
  for (const std::string& one : flags.between) {
    const auto [name, bounds] = named(one, "--between");
    const size_t comma = bounds.find(',');
    if (comma == bounds.npos) throw UsageProblem("--between takes NAME=LOW,HIGH, not '" + one + "'");
    terms.arguments.push_back({.name = name,
                               .kind = durable::ArgumentRule::Kind::kBetween,
                               .value = json_from(bounds.substr(0, comma), "--between " + name),
                               .high = json_from(bounds.substr(comma + 1), "--between " + name)});
  }
  for (const std::string& name : flags.any) terms.arguments.push_back({.name = name, .kind = durable::ArgumentRule::Kind::kAny});
  return terms;
}

int grant_command(const GrantOptions& options) {
  const auto store = open_store(options.store);
  durable::NewGrant grant{.tenant = options.tenant,
                          .queue = options.queue,
                          .function = options.function,
                          .program = options.program,
                          .who = who_is(options.who),
                          .roles = {options.roles.begin(), options.roles.end()},
                          .terms = terms_from(options.grant, store->now(), "--until")};
  if (grant.terms.arguments.empty() && !grant.terms.others)
    throw UsageProblem("say which arguments are meant: --is, --between, --any; or --any-others for whatever they are");
  constexpr size_t kHash = 64;
  const bool is_hash = grant.program.size() == kHash && grant.program.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!grant.program.empty() && !is_hash) grant.program = durable::program_hash(read_program(grant.program, /*absolute=*/false).text);
  grant.terms.reason = options.reason;
  tell_grant(known(*store, store->grant(grant)), options.store.json);
  warn_of(*store, grant);
  return kExitDone;
}

int grants_command(const GrantsOptions& options) {
  const auto store = open_store(options.store);
  Data::Items list;
  for (const durable::StandingGrant& grant : store->grants({.tenant = options.tenant, .function = options.function, .over = options.all})) {
    if (options.store.json) list.push_back(data_of(grant));
    else tell_grant(grant, false);
  }
  if (options.store.json) print_report({{"grants", Data::list(std::move(list))}});
  return kExitDone;
}

int revoke_command(const GrantsOptions& options) {
  const auto store = open_store(options.store);
  const std::string id = told_if_refused([&] { return store->grant_named(options.grant); });
  told_if_refused([&] { store->revoke(id, who_is(options.who)); });
  tell_grant(known(*store, id), options.store.json);
  return kExitDone;
}

}  // namespace fermata::cli
