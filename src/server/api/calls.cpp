// Calls that wait for people: listed, decided, answered, and what is done before somebody decides. Grants.
#include <algorithm>

#include "durable/reports.h"
#include "serialization/data_json.h"
#include "server/api/api.h"
#include "server/api/body.h"
#include "server/api/handlers.h"

namespace fermata::server::api {

namespace {

using durable::ArgumentRule;
using durable::CallState;

constexpr char kChannel[] = "api";

// With how its approval stands, while it waits for one.
Response call_response(Services& services, const durable::RunCall& call) {
  durable::KnownCalls known(services.store);
  if (const auto approval = services.store.approval(call.run, call.call.id))
    return json(told(known, data_of(*approval), approval->call, approval->queue));
  const auto run = services.store.run(call.run);
  const auto now = services.store.call(call.run, call.call.id);
  if (!run || !now) throw NotFound("there is no call " + call.key);
  Data::Pairs report = data_of(*now, *run).pairs();
  report.emplace_back("thread", durable::list_of(services.store.remarks(now->run, now->call.id)));
  return json(told(known, Data::dict(std::move(report)), *now, run->queue));
}

void answer_with(Services& services, const durable::RunCall& call, const Viewer& viewer, const std::optional<Answer>& answer) {
  if (takes_reconciliation(call.state)) {
    services.store.reconcile({call.run, call.call.id, viewer.name, viewer.roles, answer});
    return;
  }
  if (!answer)
    throw durable::Refused("call " + call.key + " is " + to_string(call.state) +
                           ": only one that is held, deferred or in doubt is called again");
  services.store.answer({call.run, call.call.id, viewer.name, viewer.roles}, *answer);
}

durable::GrantTerms terms_from(Body& body, durable::Time now) {
  durable::GrantTerms terms{
      .others = body.flag("any_others"), .most = body.count("times").value_or(1), .reason = body.text_or("reason", "")};
  const auto seconds = body.count("seconds");
  if (!seconds || *seconds > 366 * 86'400) throw BadRequest("seconds has to be there: for how long it is good, a year at most");
  terms.until = now + durable::Time(*seconds) * 1'000;
  for (const Data& item : body.items("arguments").value_or(Data::Items())) {
    Body given(item, "arguments");
    ArgumentRule rule{.name = given.needed_text("name"), .kind = ArgumentRule::Kind::kAny};
    if (const Data* is = given.value("is")) {
      rule.kind = ArgumentRule::Kind::kIs;
      rule.value = *is;
    }
    if (const auto between = given.items("between")) {
      if (between->size() != 2 || rule.kind == ArgumentRule::Kind::kIs)
        throw BadRequest("arguments.between has to be two numbers, without `is`");
      rule.kind = ArgumentRule::Kind::kBetween;
      rule.value = (*between)[0];
      rule.high = (*between)[1];
    }
    given.done();
    terms.arguments.push_back(std::move(rule));
  }
  return terms;
}

// One transition of an approval, and how the call stands then.
template <class F>
Response handle(Services& services, const Request& request, const Viewer& viewer, F&& act) {
  const durable::RunCall call = call_of(services, request, viewer);
  Body body(request);
  act(body, durable::Handling{call.run, call.call.id, viewer.name, viewer.roles});
  return call_response(services, call);
}

}  // namespace

Response list_waiting(Services& services, const Request& request, const Viewer& viewer) {
  durable::WaitingQuery query{.tenant = tenant_of(viewer, request.text_of("tenant")),
                              .queue = request.text_of("queue"),
                              .role = request.text_of("role"),
                              .after = request.text_of("after"),
                              .most = most_of(request),
                              .most_bytes = kListedBytes};
  const std::vector<durable::Approval> approvals = services.store.approvals(query);
  const uint64_t most = query.most;
  query.most -= approvals.size();
  std::vector<durable::Unanswered> others;
  if (query.most) others = durable::unanswered_calls(services.store, query);
  const bool is_full = approvals.size() + others.size() == most;
  const durable::RunCall* last = !is_full ? nullptr : others.empty() ? &approvals.back().call : &others.back().call;
  durable::KnownCalls known(services.store);
  Data::Items asked, waiting;
  for (const durable::Approval& one : approvals) asked.push_back(told(known, data_of(one), one.call, one.queue));
  for (const durable::Unanswered& one : others) waiting.push_back(told(known, data_of(one), one.call, one.run.queue));
  return json(Data::dict({{"approvals", Data::list(std::move(asked))},
                          {"others", Data::list(std::move(waiting))},
                          {"next", last ? Data(durable::place_of(*last)) : Data()}}));
}

Response get_call(Services& services, const Request& request, const Viewer& viewer) {
  return call_response(services, call_of(services, request, viewer));
}

// Whoever has the token may answer, and learns nothing else.
Response answer_by_token(Services& services, const Request& request, const Viewer&) {
  const std::string& token = request.captures.at("token");
  Body body(request);
  const auto answer = body.answer();
  body.done();
  if (!answer) throw BadRequest("an answer has a result or an error");
  try {
    services.store.call_by_token(token);
  } catch (const durable::Refused& refused) {
    throw NotFound(refused.what());
  }
  return json(Data::dict({{"is_new", services.store.answer_by_token(token, *answer)}}));
}

Response decide_call(Services& services, const Request& request, const Viewer& viewer) {
  const durable::RunCall call = call_of(services, request, viewer);
  Body body(request);
  const auto verdict = durable::verdict_from(body.needed_text("verdict"));
  if (!verdict) throw BadRequest("verdict has to be approve, deny or answer");
  durable::Decision decision{.run = call.run,
                             .call = call.call.id,
                             .shown = body.needed_text("shown"),
                             .who = viewer.name,
                             .roles = viewer.roles,
                             .channel = kChannel,
                             .verdict = *verdict,
                             .reason = body.text_or("reason", ""),
                             .args = body.items("args")};
  if (const auto kwargs = body.members("kwargs")) {
    decision.kwargs.emplace();
    for (const auto& [name, value] : *kwargs) decision.kwargs->emplace_back(name.as_str(), value);
  }
  if (const auto changes = body.members("changes"))
    for (const auto& [name, value] : *changes) decision.changes.emplace_back(name.as_str(), value);
  decision.answer = body.answer();
  if (decision.answer.has_value() != (*verdict == durable::Verdict::kAnswer))
    throw BadRequest("an answer has a result or an error, and nothing else has");
  if (const Data* grant = body.value("grant")) {
    Body given(*grant, "grant");
    decision.grant = terms_from(given, services.store.now());
    decision.same_program = given.flag("same_program");
    given.done();
  }
  body.done();
  services.store.decide(decision);
  return call_response(services, call);
}

Response answer_call(Services& services, const Request& request, const Viewer& viewer) {
  const durable::RunCall call = call_of(services, request, viewer);
  Body body(request);
  const auto answer = body.answer();
  body.done();
  if (!answer) throw BadRequest("give a result or an error");
  answer_with(services, call, viewer, answer);
  return call_response(services, call);
}
Response call_again(Services& services, const Request& request, const Viewer& viewer) {
  const durable::RunCall call = call_of(services, request, viewer);
  Body(request).done();
  answer_with(services, call, viewer, std::nullopt);
  return call_response(services, call);
}

Response claim_call(Services& services, const Request& request, const Viewer& viewer) {
  return handle(services, request, viewer, [&](Body& body, const durable::Handling& handling) {
    const uint64_t seconds = body.count("seconds").value_or(900);
    body.done();
    if (seconds < 1 || seconds > 7 * 86'400) throw BadRequest("seconds has to be 1 at least, and a week (604800) at most");
    services.store.claim_approval(handling, seconds * 1'000);
  });
}
Response release_call(Services& services, const Request& request, const Viewer& viewer) {
  return handle(services, request, viewer, [&](Body& body, const durable::Handling& handling) {
    body.done();
    services.store.release_approval(handling);
  });
}
Response delegate_call(Services& services, const Request& request, const Viewer& viewer) {
  return handle(services, request, viewer, [&](Body& body, const durable::Handling& handling) {
    const std::string to = body.needed_text("to");
    body.done();
    check_delegate(services, handling, to);
    services.store.delegate(handling, to);
  });
}
Response escalate_call(Services& services, const Request& request, const Viewer& viewer) {
  return handle(services, request, viewer, [&](Body& body, const durable::Handling& handling) {
    const std::vector<std::string> to = body.texts("roles");
    body.done();
    services.store.escalate(handling, {to.begin(), to.end()});
  });
}
Response question_call(Services& services, const Request& request, const Viewer& viewer) {
  return handle(services, request, viewer, [&](Body& body, const durable::Handling& handling) {
    const std::string text = body.needed_text("text");
    body.done();
    services.store.question(handling, text);
  });
}
Response reply_call(Services& services, const Request& request, const Viewer& viewer) {
  return handle(services, request, viewer, [&](Body& body, const durable::Handling& handling) {
    const std::string text = body.needed_text("text");
    body.done();
    services.store.reply(handling, text);
  });
}

Response list_grants(Services& services, const Request& request, const Viewer& viewer) {
  return json(Data::dict({{"grants", durable::list_of(services.store.grants({.tenant = tenant_of(viewer, request.text_of("tenant")),
                                                                             .function = request.text_of("function"),
                                                                             .over = request.text_of("all") == "true"}))}}));
}

Response make_grant(Services& services, const Request& request, const Viewer& viewer) {
  Body body(request);
  durable::NewGrant grant;
  grant.tenant = tenant_of(viewer, body.text_or("tenant", ""));
  if (grant.tenant.empty()) grant.tenant = durable::NewGrant().tenant;
  grant.queue = body.text_or("queue", "");
  grant.function = body.needed_text("function");
  grant.program = body.text_or("program", "");
  grant.who = viewer.name;
  grant.roles = viewer.roles;
  grant.terms = terms_from(body, services.store.now());
  grant.key = key_of(body, request);
  body.done();
  const std::string id = services.store.grant(grant);
  for (const durable::StandingGrant& made : services.store.grants({.tenant = grant.tenant, .over = true}))
    if (made.id == id) return json(data_of(made), 201);
  throw NotFound("there is no grant " + id);
}

Response revoke_grant(Services& services, const Request& request, const Viewer& viewer) {
  Body(request).done();
  const std::string& id = request.captures.at("grant");
  const auto find = [&] {
    const std::vector<durable::StandingGrant> grants = services.store.grants({.tenant = viewer.tenant, .over = true});
    const auto found = std::ranges::find(grants, id, &durable::StandingGrant::id);
    if (found == grants.end()) throw NotFound("there is no grant " + id);
    return *found;
  };
  find();
  services.store.revoke(id, viewer.name);
  return json(data_of(find()));
}

}  // namespace fermata::server::api
