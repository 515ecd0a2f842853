// What people decide on, and what they grant: the part of Store that fermata/_durable/approvals.py uses.
#include <pybind11/stl.h>

#include "durable/reports.h"
#include "durable/schemas/question.h"
#include "durable/schemas/sentence.h"
#include "fermata/durable/workers.h"
#include "native/calls.h"
#include "native/store.h"

namespace fermata::python {

namespace {

using durable::Handling;
using durable::Time;
using Rule = durable::ArgumentRule;

// Of fermata/_durable/grants.py: (rules, others, until, times, reason); a rule is (name, "is" | "between" | "any", value, high).
durable::GrantTerms terms_of(const Converter& converter, const py::tuple& fields) {
  durable::GrantTerms terms{
      .others = fields[1].cast<bool>(), .until = fields[2].cast<Time>(), .most = fields[3].cast<uint64_t>(), .reason = utf8_of(fields[4])};
  for (const py::handle one : fields[0]) {
    const auto said = one.cast<py::tuple>();
    const std::string kind = utf8_of(said[1]);
    terms.arguments.push_back({.name = utf8_of(said[0]),
                               .kind = kind == "is"        ? Rule::Kind::kIs
                                       : kind == "between" ? Rule::Kind::kBetween
                                                           : Rule::Kind::kAny,
                               .value = converter.to_data(said[2]),
                               .high = converter.to_data(said[3])});
  }
  return terms;
}

std::string decide(const Store& self, const std::string& run, uint64_t call, const std::string& shown, const std::string& who,
                   py::object roles, const std::string& channel, const std::string& verdict, const std::string& reason, py::object args,
                   py::object kwargs, py::object answer, py::object grant, bool same_program, py::object changes, py::object parameters) {
  durable::Decision decision{.run = run,
                             .call = call,
                             .shown = shown,
                             .who = who,
                             .roles = names_of(roles),
                             .channel = channel,
                             .verdict = durable::verdict_from(verdict).value_or(durable::Verdict::kDeny),
                             .reason = reason,
                             .same_program = same_program};
  const Converter& converter = self.converter();
  if (!args.is_none()) decision.args = converter.to_data(args).items();
  if (!kwargs.is_none()) decision.kwargs = inputs_of(converter, kwargs);
  if (!changes.is_none()) decision.changes = inputs_of(converter, changes);
  decision.parameters = Converter().to_data(parameters);
  if (decision.verdict == durable::Verdict::kAnswer) decision.answer = answer_of(converter, answer);
  if (!grant.is_none()) decision.grant = terms_of(converter, grant);
  return to_string(self.ask([&](durable::Store& store) { return store.decide(decision); }));
}

py::dict dict_of_decided(const Converter& converter, const durable::Decided& decided) {
  py::dict d;
  const auto arguments = [&](const std::string& json, const char* args, const char* kwargs) {
    Converter::Reviver revived(converter, /*for_show=*/true);
    const Call call = json.empty() ? Call() : durable::with_arguments({}, json);
    d[args] = json.empty() ? py::object(py::none()) : py::object(args_of(revived, call));
    d[kwargs] = json.empty() ? py::object(py::none()) : py::object(kwargs_of(revived, call));
  };
  arguments(decided.args, "args", "kwargs");
  arguments(decided.edited, "edited_args", "edited_kwargs");
  d["call"] = decided.call;
  d["number"] = decided.number;
  d["who"] = or_none(decided.who);
  d["roles"] = list_of(decided.roles);
  d["verdict"] = to_string(decided.verdict);
  d["channel"] = str_of(decided.channel);
  d["reason"] = or_none(decided.reason);
  d["edited"] = !decided.edited.empty();
  d["grant"] = or_none(decided.grant);
  d["shown"] = str_of(decided.shown);
  d["at"] = decided.at;
  return d;
}

py::list decisions(const Store& self, const std::string& run) {
  py::list list;
  for (const durable::Decided& decided : self.ask([&](durable::Store& store) { return store.decisions(run); }))
    list.append(dict_of_decided(self.converter(), decided));
  return list;
}

struct Asked {
  durable::Approval approval{};
  std::string summary{};
};

// With what workers of the same store have told.
Asked explained(durable::KnownParameters& known, durable::Approval approval) {
  std::string summary = durable::sentence_text(approval.call, known.arguments(approval.call.call, approval.queue));
  return {std::move(approval), std::move(summary)};
}

py::dict dict_of_approval(const Converter& converter, const Asked& row) {
  const durable::Approval& approval = row.approval;
  const durable::Asked& asked = approval.call.asked;
  py::list approved, thread;
  for (const durable::Decided& decided : approval.approved) approved.append(dict_of_decided(converter, decided));
  for (const durable::Remark& remark : approval.thread)
    thread.append(py::make_tuple(str_of(remark.who), remark.is_question, str_of(remark.text), remark.at));
  py::dict d, delegated;
  for (const auto& [from, to] : asked.delegated) delegated[str_of(from)] = str_of(to);
  d["call"] = dict_of_call(converter, approval.call);
  d["place"] = str_of(durable::place_of(approval.call));
  d["tenant"] = str_of(approval.tenant);
  d["queue"] = str_of(approval.queue);
  d["name"] = str_of(approval.name);
  d["shown"] = str_of(approval.shown);
  d["summary"] = str_of(row.summary);
  d["submitted_by"] = or_none(approval.by);
  d["roles"] = list_of(asked.roles);
  d["quorum"] = asked.ask.quorum;
  d["approved"] = approved;
  d["deadline"] = or_none(asked.deadline);
  d["on_deadline"] = to_string(asked.ask.on_deadline);
  d["overdue"] = asked.overdue;
  d["escalated"] = asked.escalated;
  d["escalates_to"] = list_of(asked.ask.escalate);
  d["claimed_by"] = or_none(asked.claimed_by);
  d["claimed_until"] = or_none(asked.claimed_until);
  d["delegated"] = delegated;
  d["thread"] = thread;
  d["question"] = durable::is_question(approval.call) ? py::object(str_of(approval.call.policy)) : py::object(py::none());
  d["schema"] = converter.to_python(durable::schema_of(approval.call));
  return d;
}

py::list approvals(const Store& self, const std::string& tenant, const std::string& queue, const std::string& role,
                   const std::string& after, uint64_t most) {
  const durable::WaitingQuery query{.tenant = tenant, .queue = queue, .role = role, .after = after, .most = most};
  py::list list;
  const auto all = self.ask([&](durable::Store& store) {
    durable::KnownParameters known(store);
    std::vector<Asked> rows;
    for (durable::Approval& approval : store.approvals(query)) rows.push_back(explained(known, std::move(approval)));
    return rows;
  });
  for (const Asked& asked : all) list.append(dict_of_approval(self.converter(), asked));
  return list;
}

py::object approval(const Store& self, const std::string& run, uint64_t call) {
  const auto asked = self.ask([&](durable::Store& store) -> std::optional<Asked> {
    durable::KnownParameters known(store);
    auto found = store.approval(run, call);
    return found ? std::optional(explained(known, std::move(*found))) : std::nullopt;
  });
  return asked ? py::object(dict_of_approval(self.converter(), *asked)) : py::object(py::none());
}

// `value`: what the action needs.
void handle(const Store& self, const std::string& action, const std::string& run, uint64_t call, const std::string& who, py::object roles,
            py::object value) {
  const Handling handling{run, call, who, names_of(roles)};
  if (action == "claim") {
    const auto ms = value.cast<uint64_t>();
    return self.ask([&](durable::Store& store) { store.claim_approval(handling, ms); });
  }
  if (action == "escalate") {
    const std::set<std::string> to = names_of(value);
    return self.ask([&](durable::Store& store) { store.escalate(handling, to); });
  }
  const std::string text = utf8_of(value);
  self.ask([&](durable::Store& store) {
    if (action == "release") store.release_approval(handling);
    else if (action == "delegate") store.delegate(handling, text);
    else if (action == "question") store.question(handling, text);
    else store.reply(handling, text);
  });
}

std::string grant(const Store& self, const std::string& function, const std::string& tenant, const std::string& queue,
                  const std::string& program, const std::string& who, py::object roles, py::tuple terms) {
  durable::NewGrant grant{.tenant = tenant,
                          .queue = queue,
                          .function = function,
                          .program = program.empty() ? "" : durable::program_hash(program),
                          .who = who,
                          .roles = names_of(roles),
                          .terms = terms_of(self.converter(), terms)};
  return self.ask([&](durable::Store& store) { return store.grant(grant); });
}

py::list grants(const Store& self, const std::string& tenant, const std::string& function, bool over) {
  py::list list;
  const durable::GrantQuery query{.tenant = tenant, .function = function, .over = over};
  for (const durable::StandingGrant& grant : self.ask([&](durable::Store& store) { return store.grants(query); })) {
    Converter::Reviver revived(self.converter());
    py::list rules;
    for (const Rule& rule : grant.terms.arguments) {
      const char* kind = rule.kind == Rule::Kind::kIs ? "is" : rule.kind == Rule::Kind::kBetween ? "between" : "any";
      rules.append(py::make_tuple(str_of(rule.name), kind, revived(rule.value), revived(rule.high)));
    }
    py::dict d;
    d["id"] = str_of(grant.id);
    d["function"] = str_of(grant.function);
    d["rules"] = rules;
    d["others"] = grant.terms.others;
    d["until"] = grant.terms.until;
    d["times"] = grant.terms.most;
    d["used"] = grant.used;
    d["by"] = str_of(grant.who);
    d["roles"] = list_of(grant.roles);
    d["reason"] = str_of(grant.terms.reason);
    d["tenant"] = str_of(grant.tenant);
    d["queue"] = or_none(grant.queue);
    d["program"] = or_none(grant.program);
    d["at"] = grant.at;
    d["revoked_by"] = or_none(grant.revoked_by);
    d["revoked_at"] = or_none(grant.revoked_at);
    list.append(d);
  }
  return list;
}

// What a call's unnamed arguments are called, as far as workers have told; "": nobody knows.
std::vector<std::string> argument_names(const Store& self, const std::string& run, const std::string& function, size_t count) {
  durable::RunCall call;
  call.call.function = function;
  call.call.args.resize(count);
  return self.ask([&](durable::Store& store) {
    const auto known = store.run(run);
    return known ? durable::KnownParameters(store).names(call.call, known->queue) : std::vector<std::string>();
  });
}

}  // namespace

std::set<std::string> names_of(py::handle names) {
  std::set<std::string> set;
  for (const py::handle name : names) set.insert(utf8_of(name));
  return set;
}

void define_approvals(py::class_<Store, std::shared_ptr<Store>>& store) {
  store
      .def("decide", &decide, py::arg("run"), py::arg("call"), py::arg("shown"), py::arg("who"), py::arg("roles"), py::arg("channel"),
           py::arg("verdict"), py::arg("reason") = "", py::arg("args") = py::none(), py::arg("kwargs") = py::none(),
           py::arg("answer") = py::none(), py::arg("grant") = py::none(), py::arg("same_program") = false, py::arg("changes") = py::none(),
           py::arg("parameters") = py::none())
      .def("decisions", &decisions)
      .def("approvals", &approvals, py::arg("tenant"), py::arg("queue"), py::arg("role"), py::arg("after"), py::arg("most"))
      .def("approval", &approval)
      .def("argument_names", &argument_names)
      .def("handle", &handle)
      .def("grant", &grant, py::arg("function"), py::arg("tenant"), py::arg("queue"), py::arg("program"), py::arg("who"), py::arg("roles"),
           py::arg("terms"))
      .def("grants", &grants, py::arg("tenant"), py::arg("function"), py::arg("over"))
      .def("revoke", [](const Store& s, const std::string& id, const std::string& who) {
        s.ask([&](durable::Store& held) { held.revoke(id, who); });
      });
}

}  // namespace fermata::python
