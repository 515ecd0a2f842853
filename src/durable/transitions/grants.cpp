// Standing grants: made, revoked, and used in the transaction that would have asked somebody.
#include <algorithm>
#include <set>

#include "durable/rows/amounts.h"
#include "durable/rows/text.h"
#include "durable/schemas/parameters.h"
#include "durable/schemas/question.h"
#include "durable/transitions/transitions.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

// By what was asked for, so that the database itself refuses a second one.
std::string keyed_id(const NewGrant& grant) {
  return "k" + sha256(to_json(Data::list({grant.tenant, grant.who, grant.key}))).substr(0, 31);
}

// Whether what the program does from its beginning follows from its text and inputs: a fork may have been given other answers, and a module
// that somebody submits with a run is imported instead of the worker's.
bool is_as_its_text(const RunRow& row) {
  if (!row.parent.empty() && !row.parent_call) return false;
  const Data inputs = data_from(row.inputs);
  const Data* files = inputs.find("files");
  return !files || std::ranges::none_of(files->pairs(), [](const auto& file) {
    const std::string& path = file.first.as_str();
    return path.ends_with(".py") || path.ends_with(".pyc");
  });
}

}  // namespace

StandingGrant new_grant(const NewGrant& grant, Time now) {
  check_name(grant.tenant, "a tenant");
  check_name(grant.queue, "a queue", true);
  check_name(grant.function, "a function");
  check_name(grant.program, "a program's hash", true);
  check_name(grant.who, "a person");
  check_name(grant.key, "a key", true);
  for (const std::string& role : grant.roles) check_name(role, "a role");
  const GrantTerms& terms = grant.terms;
  if (terms.reason.empty()) throw UsageError("a grant needs a reason");
  if (terms.until <= now) throw UsageError("a grant that ends now is of no use");
  if (terms.most < 1 || terms.most > uint64_t(INT64_MAX)) throw UsageError("a grant is for one call or more");
  std::set<std::string> names;
  for (const ArgumentRule& rule : terms.arguments) {
    check_name(rule.name, "an argument");
    if (!names.insert(rule.name).second) throw UsageError("a grant has one rule for an argument, and two for '" + rule.name + "'");
    if (rule.kind == ArgumentRule::Kind::kBetween && (!is_amount(rule.value) || !is_amount(rule.high)))
      throw UsageError("argument '" + rule.name + "' is between two numbers");
  }
  StandingGrant standing{};
  static_cast<NewGrant&>(standing) = grant;
  standing.id = grant.key.empty() ? new_run_id(now) : keyed_id(grant);
  standing.at = now;
  return standing;
}

std::string grant(Transaction& transaction, const NewGrant& grant) {
  const StandingGrant standing = new_grant(grant, transaction.now);
  if (!grant.key.empty())
    if (const auto made = find_grant(transaction.database, standing.id)) {
      const GrantTerms &was = made->terms, &is = grant.terms;
      const auto is_same = [](const ArgumentRule& a, const ArgumentRule& b) {
        return a.name == b.name && a.kind == b.kind && a.value == b.value && a.high == b.high;
      };
      const bool same_terms = std::ranges::equal(was.arguments, is.arguments, is_same) && was.others == is.others && was.most == is.most &&
                              was.reason == is.reason;  // (`until` moves on with the clock.)
      if (same_terms && made->function == grant.function && made->queue == grant.queue && made->program == grant.program) return made->id;
      throw KeyConflict("the key '" + grant.key + "' is that of grant " + made->id + ", which isn't the same");
    }
  insert_grant(transaction.database, standing);
  transaction.notes.push_back({.action = "grant",
                               .tenant = grant.tenant,
                               .who = grant.who,
                               .data = {{"grant", standing.id},
                                        {"function", grant.function},
                                        {"until", time_text(grant.terms.until)},
                                        {"times", int64_t(grant.terms.most)},
                                        {"reason", grant.terms.reason}}});
  return standing.id;
}

void revoke(Transaction& transaction, const std::string& id, const std::string& who) {
  check_name(who, "a person");
  const auto grant = find_grant(transaction.database, id);
  if (!grant) throw Refused("there is no grant " + id);
  if (grant->revoked_at) throw Refused(grant->revoked_by + " revoked grant " + id + " (" + time_text(*grant->revoked_at) + ")");
  revoke_grant(transaction.database, id, who, transaction.now);
  transaction.notes.push_back(
      {.action = "revoke", .tenant = grant->tenant, .who = who, .data = {{"grant", id}, {"function", grant->function}}});
}

Grants::Grants(LockedRun& run, const std::vector<const fermata::Call*>& calls) : run_(run) {
  // By name: two transactions never wait for each other.
  std::set<std::string> functions;
  for (const fermata::Call* call : calls) functions.insert(call->function);
  for (const std::string& function : functions)
    for (StandingGrant& grant : lock_grants(run.transaction(), run.row.tenant, function)) usable_.push_back(std::move(grant));
}

std::optional<std::vector<StandingGrant>> Grants::for_call(const RunCall& call) {
  if (is_question(call)) return std::nullopt;
  const RunRow& row = run_.row;
  const Ask& ask = call.asked.ask;
  std::vector<StandingGrant> found;
  std::optional<bool> is_as_text;  // (its inputs may be large: they are read once, where a grant asks)
  const auto is_program = [&](const std::string& program) {
    if (program == row.program && !is_as_text) is_as_text = is_as_its_text(row);
    return program == row.program && *is_as_text;
  };
  std::vector<std::string> places;
  if (std::ranges::find(usable_, call.call.function, &StandingGrant::function) != usable_.end())
    places = place_names(run_.transaction().database, run_.transaction().now, call.call.function, row.queue);
  for (const StandingGrant& grant : usable_) {
    if (grant.function != call.call.function || grant.used >= grant.terms.most) continue;
    if (!grant.queue.empty() && grant.queue != row.queue) continue;
    if (!grant.program.empty() && !is_program(grant.program)) continue;
    if (is_by(row, grant.who) && !ask.self_approval) continue;
    const bool has_role = std::ranges::any_of(grant.roles, [&](const std::string& role) { return ask.roles.contains(role); });
    if (!ask.roles.empty() && !has_role) continue;
    if (std::ranges::find(found, grant.who, &StandingGrant::who) != found.end() || !fits(grant.terms, call.call, places)) continue;
    found.push_back(grant);
    if (found.size() >= ask.quorum) return found;
  }
  return std::nullopt;
}

Data::Items Grants::use(const std::vector<StandingGrant>& grants, const RunCall& call, uint64_t seq, const std::string& snapshot) {
  Data::Items used;
  Decided decided{.seq = seq, .channel = "grant", .args = json_of_arguments(call.call)};
  decided.shown = shown_hash(snapshot, call.key, call.call.function, decided.args, call.policy);
  for (const StandingGrant& grant : grants) {
    use_grant(run_.transaction().database, grant.id);
    std::ranges::find(usable_, grant.id, &StandingGrant::id)->used += 1;
    decided.who = grant.who;
    decided.roles = grant.roles;
    decided.reason = grant.terms.reason;
    decided.grant = grant.id;
    insert_decision(run_, call, decided);
    used.push_back(Data::dict({{"call", int64_t(call.call.id)}, {"grant", grant.id}, {"who", grant.who}, {"shown", decided.shown}}));
  }
  return used;
}

}  // namespace fermata::durable
