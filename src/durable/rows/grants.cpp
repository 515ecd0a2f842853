// Standing grants, and which calls they mean.
#include <algorithm>

#include "durable/rows/amounts.h"
#include "durable/rows/text.h"
#include "durable/rows/transaction.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

#define GRANT_COLUMNS                                                                                                             \
  "id, tenant, queue, function, program, who, roles, rules, others, valid_until, most, used, reason, run, call, at, revoked_by, " \
  "revoked_at"

constexpr Statement kInsert{"INSERT INTO standing_grant (" GRANT_COLUMNS
                            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, NULL, NULL)"};
constexpr Statement kFind{"SELECT " GRANT_COLUMNS " FROM standing_grant WHERE id = $1"};
constexpr Statement kAll{"SELECT " GRANT_COLUMNS
                         " FROM standing_grant WHERE (tenant = $1 OR $2 = '') AND (function = $3 OR $4 = '') ORDER BY id"};
constexpr Statement kUsable{"SELECT " GRANT_COLUMNS
                            " FROM standing_grant WHERE tenant = $1 AND function = $2 AND revoked_at IS NULL AND valid_until > $3 AND "
                            "used < most ORDER BY id{lock}"};
constexpr Statement kUse{"UPDATE standing_grant SET used = used + 1 WHERE id = $1 AND used < most AND revoked_at IS NULL"};
constexpr Statement kRevoke{"UPDATE standing_grant SET revoked_by = $1, revoked_at = $2 WHERE id = $3 AND revoked_at IS NULL"};

std::vector<StandingGrant> grants_from(const Rows& rows) {
  std::vector<StandingGrant> grants;
  for (const Row& row : rows) {
    StandingGrant& grant = grants.emplace_back();
    grant.id = row.text(0);
    grant.tenant = row.text(1);
    grant.queue = row.text_or_empty(2);
    grant.function = row.text(3);
    grant.program = row.text_or_empty(4);
    grant.who = row.text(5);
    grant.roles = names_from(row.text(6));
    grant.terms = {rules_from(row.text(7)), row.number(8) != 0, row.number(9), row.count(10), row.text(12)};
    grant.used = row.count(11);
    grant.run = row.text_or_empty(13);
    grant.call = uint64_t(row.maybe_number(14).value_or(0));
    grant.at = row.number(15);
    grant.revoked_by = row.text_or_empty(16);
    grant.revoked_at = row.maybe_number(17);
  }
  return grants;
}

bool fits(const ArgumentRule& rule, const Data& value) {
  switch (rule.kind) {
    case ArgumentRule::Kind::kIs: return to_json(rule.value) == to_json(value);
    case ArgumentRule::Kind::kBetween: return is_at_most(rule.value, value) && is_at_most(value, rule.high);
    case ArgumentRule::Kind::kAny: return true;
  }
  return false;
}

bool is_place(const std::string& name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string program_hash(std::string_view text) { return sha256(text); }

std::vector<NamedArgument> named_arguments(const fermata::Call& call, const std::vector<std::string>& places) {
  std::vector<NamedArgument> arguments;
  for (size_t i = 0; i < call.args.size(); ++i) {
    NamedArgument& argument = arguments.emplace_back(NamedArgument{{std::to_string(i)}, &call.args[i]});
    if (i < places.size() && !places[i].empty()) argument.names.push_back(places[i]);
  }
  for (const auto& [name, value] : call.kwargs) {
    NamedArgument& argument = arguments.emplace_back(NamedArgument{{name}, &value});
    const auto place = std::ranges::find(places, name);
    if (place != places.end()) argument.names.push_back(std::to_string(place - places.begin()));
  }
  return arguments;
}

bool has_rule(const GrantTerms& terms, const std::vector<std::string>& names) {
  return std::ranges::any_of(terms.arguments, [&](const ArgumentRule& rule) { return std::ranges::find(names, rule.name) != names.end(); });
}

bool fits(const GrantTerms& terms, const fermata::Call& call, const std::vector<std::string>& places) {
  // (A keyword may be any text: one of digits isn't a place.)
  if (std::ranges::any_of(call.kwargs, [](const auto& named) { return is_place(named.first); })) return false;
  const std::vector<NamedArgument> arguments = named_arguments(call, places);
  // A rule holds for whatever is called by its name, and that has to be there.
  for (const ArgumentRule& rule : terms.arguments) {
    bool is_there = false;
    for (const NamedArgument& one : arguments) {
      if (std::ranges::find(one.names, rule.name) == one.names.end()) continue;
      if (!fits(rule, *one.value)) return false;
      is_there = true;
    }
    if (!is_there) return false;
  }
  return terms.others || std::ranges::all_of(arguments, [&](const NamedArgument& one) { return has_rule(terms, one.names); });
}

void insert_grant(Database& database, const StandingGrant& grant) {
  const GrantTerms& terms = grant.terms;
  database.write(kInsert, {grant.id, grant.tenant, or_null(grant.queue), grant.function, or_null(grant.program), grant.who,
                           json_of(grant.roles), json_of(terms.arguments), terms.others ? 1 : 0, terms.until, terms.most, grant.used,
                           terms.reason, or_null(grant.run), grant.run.empty() ? std::nullopt : std::optional(grant.call), grant.at});
}

std::vector<StandingGrant> grants_of(Database& database, const std::string& tenant, const std::string& function) {
  return grants_from(database.run(kAll, {tenant, tenant, function, function}));
}

std::optional<StandingGrant> find_grant(Database& database, const std::string& id) {
  std::vector<StandingGrant> grants = grants_from(database.run(kFind, {id}));
  return grants.empty() ? std::nullopt : std::optional(std::move(grants[0]));
}

std::vector<StandingGrant> lock_grants(Transaction& transaction, const std::string& tenant, const std::string& function) {
  return grants_from(transaction.database.run(kUsable, {tenant, function, transaction.now}));
}

void use_grant(Database& database, const std::string& id) { database.change(kUse, {id}, "grant " + id); }

void revoke_grant(Database& database, const std::string& id, const std::string& who, Time now) {
  database.change(kRevoke, {who, now, id}, "grant " + id);
}

}  // namespace fermata::durable
