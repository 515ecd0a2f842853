#include "native/store.h"

#include <pybind11/stl.h>

#include <unistd.h>

#include "fermata/durable/audit.h"
#include "fermata/durable/check.h"
#include "fermata/durable/workers.h"
#include "native/calls.h"
#include "native/declarations.h"
#include "native/errors.h"
#include "native/options.h"
#include "serialization/data_json.h"

namespace fermata::python {

using durable::Time;

// A value, or an exception to raise at the call.
Answer answer_of(const Converter& converter, py::handle value) {
  if (PyExceptionInstance_Check(value.ptr())) return converter.to_error(value);
  return converter.to_data(value);
}

Inputs inputs_of(const Converter& converter, py::dict inputs) {
  Inputs list;
  const Data whole = converter.to_data(inputs);
  for (const auto& [name, data] : whole.pairs()) {
    if (!name.is_str()) raise_usage("the name of an input must be a str");
    list.emplace_back(name.as_str(), data);
  }
  return list;
}

namespace {

py::dict dict_of_run(const durable::Run& run) {
  py::dict tags;
  for (const auto& [name, value] : run.tags) tags[str_of(name)] = str_of(value);
  py::dict d;
  d["id"] = str_of(run.id);
  d["status"] = to_string(run.status);
  d["tenant"] = str_of(run.tenant);
  d["queue"] = str_of(run.queue);
  d["name"] = str_of(run.name);
  d["key"] = or_none(run.key);
  d["parent"] = or_none(run.parent);
  d["by"] = or_none(run.by);
  d["parent_call"] = or_none(run.parent_call);
  d["root"] = or_none(run.root);
  d["priority"] = run.priority;
  d["tags"] = tags;
  d["seq"] = run.seq;
  d["epoch"] = run.epoch;
  d["events"] = run.events;
  d["owner"] = or_none(run.owner);
  d["lease_until"] = or_none(run.lease_until);
  d["due"] = or_none(run.due);
  d["failures"] = run.failures;
  d["created"] = run.created;
  d["ended"] = or_none(run.ended);
  d["reason"] = or_none(run.reason);
  d["limit"] = or_none(run.limit);
  d["limits"] = dict_of(run.limits);
  d["spent"] = spent_of(run.spent);
  return d;
}

py::object noted(const std::string& json) {
  Data data;
  std::string problem;
  return from_json(json, &data, &problem, kMaxWrittenDepth) ? Converter().to_python(data) : py::object(str_of(json));
}

}  // namespace

py::dict dict_of_call(const Converter& converter, const durable::RunCall& call) {
  Converter::Reviver revived(converter, /*for_show=*/true);
  py::dict d;
  d["run"] = str_of(call.run);
  d["id"] = call.call.id;
  d["key"] = str_of(call.key);
  d["function"] = str_of(call.call.function);
  d["args"] = args_of(revived, call.call);
  d["kwargs"] = kwargs_of(revived, call.call);
  d["file"] = str_of(call.call.file);
  d["line"] = call.call.line;
  d["seq"] = call.seq;
  d["state"] = to_string(call.state);
  d["policy"] = or_none(call.policy);
  d["roles"] = list_of(call.asked.roles);
  d["quorum"] = call.asked.ask.quorum;
  py::dict said;
  for (const auto& [who, what] : call.asked.said) said[str_of(who)] = what.empty() ? py::object(py::none()) : noted(what);
  d["said"] = said;
  d["tool"] = or_none(call.tool);
  d["idempotent"] = call.idempotent;
  d["attempts"] = call.attempts;
  d["due"] = or_none(call.due);
  d["child"] = or_none(call.child);
  d["reason"] = or_none(call.reason);
  const auto* value = call.answer ? std::get_if<Data>(&*call.answer) : nullptr;
  const auto* error = call.answer ? std::get_if<Error>(&*call.answer) : nullptr;
  d["value"] = value ? revived(*value) : py::none();
  d["error"] = error ? py::object(error_fields(converter, *error)) : py::object(py::none());
  d["consumed_by"] = or_none(call.consumed_by);
  d["abandoned_by"] = or_none(call.abandoned_by);
  return d;
}

namespace {

// f(the store as this person acts on it); nobody: the user.
template <class F>
auto acting(durable::Store& store, const std::string& by, F&& f) {
  if (by.empty()) return f(store);
  durable::Actor actor = durable::local_actor("python");
  actor.who = by;
  return f(*store.acting(actor));
}

durable::Submission submission_of(const Store& self, const std::string& source, const std::string& name, py::dict inputs,
                                  std::vector<std::string> arguments, std::string tenant, std::string queue, std::string key,
                                  int64_t priority, std::map<std::string, std::string> tags, py::object limits, py::object seed,
                                  std::string by, py::object roles, std::vector<std::pair<std::string, py::bytes>> files,
                                  std::optional<py::bytes> stdin_bytes, std::vector<std::pair<std::string, std::string>> environment,
                                  std::string zone) {
  durable::Submission submission{.source = source,
                                 .name = name,
                                 .inputs = inputs_of(self.converter(), inputs),
                                 .arguments = std::move(arguments),
                                 .tenant = std::move(tenant),
                                 .queue = std::move(queue),
                                 .key = std::move(key),
                                 .by = std::move(by),
                                 .roles = names_of(roles),
                                 .priority = priority,
                                 .tags = std::move(tags),
                                 .limits = limits_of(limits).value_or(Limits())};
  if (!seed.is_none()) submission.seed = seed_of(seed);
  durable::Surroundings& given = submission.surroundings;
  for (const auto& [path, data] : files) given.files.push_back({path, std::string(data)});
  if (stdin_bytes) given.standard_input = std::string(*stdin_bytes);
  given.environment = std::move(environment);
  given.zone = std::move(zone);
  return submission;
}

std::string submit(const Store& self, const durable::Submission& given, std::optional<Time> at, std::string traceparent) {
  durable::Submission submission = given;
  submission.at = at;
  submission.traceparent = std::move(traceparent);
  return self.ask([&](durable::Store& store) { return store.submit(submission).run; });
}

std::string schedule(const Store& self, const durable::Submission& submission, const std::string& when, const std::string& zone,
                     const std::string& missed) {
  const auto policy = durable::missed_from(missed);
  if (!policy) raise_usage("missed must be 'skip', 'once' or 'all', not '" + missed + "'");
  const durable::NewSchedule schedule{.when = when, .zone = zone, .missed = *policy, .run = submission};
  return self.ask([&](durable::Store& store) { return store.schedule(schedule).schedule; });
}

py::list schedules(const Store& self, const std::string& tenant) {
  py::list list;
  for (const durable::Schedule& schedule : self.ask([&](durable::Store& store) { return store.schedules(tenant); })) {
    py::dict d, tags;
    for (const auto& [name, value] : schedule.tags) tags[str_of(name)] = str_of(value);
    d["id"] = str_of(schedule.id);
    d["every"] = str_of(schedule.when);
    d["zone"] = str_of(schedule.zone);
    d["missed"] = durable::to_string(schedule.missed);
    d["name"] = str_of(schedule.name);
    d["tenant"] = str_of(schedule.tenant);
    d["queue"] = str_of(schedule.queue);
    d["key"] = or_none(schedule.key);
    d["by"] = or_none(schedule.by);
    d["priority"] = schedule.priority;
    d["tags"] = tags;
    d["limits"] = dict_of(schedule.limits);
    d["created"] = schedule.created;
    d["next"] = or_none(schedule.next);
    d["last"] = or_none(schedule.last);
    d["last_run"] = or_none(schedule.last_run);
    d["fired"] = schedule.fired;
    list.append(d);
  }
  return list;
}

durable::Run known(durable::Store& store, const std::string& run) {
  auto found = store.run(run);
  if (!found) throw durable::Refused("there is no run " + run);
  return std::move(*found);
}

py::list runs(const Store& self, const std::string& tenant, const std::string& status, const std::string& queue, size_t most,
              const std::string& before) {
  const durable::RunQuery query{
      .tenant = tenant, .status = durable::run_status_from(status), .queue = queue, .most = most, .before = before};
  py::list list;
  for (const durable::Run& run : self.ask([&](durable::Store& store) { return store.runs(query); })) list.append(dict_of_run(run));
  return list;
}

py::list children(const Store& self, const std::string& run) {
  py::list list;
  for (const durable::Run& child : self.ask([&](durable::Store& store) { return known(store, run), store.children(run); }))
    list.append(dict_of_run(child));
  return list;
}

// (value, whether it is a repr, the error's fields or None). With `for_show` what its class refuses is a Record.
py::tuple result(const Store& self, const std::string& id, bool for_show) {
  const durable::Run run = self.ask([&](durable::Store& store) { return known(store, id); });
  return py::make_tuple(Converter::Reviver(self.converter(), for_show)(run.result), run.result_is_repr,
                        run.error ? py::object(error_fields(self.converter(), *run.error)) : py::object(py::none()));
}

py::list call_list(const Store& self, const std::vector<durable::RunCall>& calls) {
  py::list list;
  for (const durable::RunCall& call : calls) list.append(dict_of_call(self.converter(), call));
  return list;
}
py::list calls(const Store& self, const std::string& run) {
  return call_list(self, self.ask([&](durable::Store& store) { return known(store, run), store.calls(run); }));
}
py::list unanswered(const Store& self, const std::string& tenant) {
  return call_list(self, self.ask([&](durable::Store& store) { return store.unanswered({.tenant = tenant}); }));
}

py::list attempts(const Store& self, const std::string& run) {
  py::list list;
  for (const durable::Attempt& attempt : self.ask([&](durable::Store& store) { return known(store, run), store.attempts(run); })) {
    py::dict d;
    d["call"] = attempt.call;
    d["number"] = attempt.number;
    d["worker"] = str_of(attempt.worker);
    d["epoch"] = attempt.epoch;
    d["began"] = attempt.began;
    d["ended"] = or_none(attempt.ended);
    d["outcome"] = or_none(attempt.outcome);
    d["error"] = attempt.error ? py::object(error_fields(self.converter(), *attempt.error)) : py::object(py::none());
    list.append(d);
  }
  return list;
}

py::list stats(const Store& self, const std::string& tenant) {
  py::list list;
  for (const durable::QueueStats& stats : self.ask([&](durable::Store& store) { return store.stats(tenant); })) {
    py::dict d, runs;
    for (const auto& [status, count] : stats.runs) runs[to_string(status)] = count;
    d["queue"] = str_of(stats.queue);
    d["runs"] = runs;
    d["oldest"] = or_none(stats.oldest);
    d["approvals"] = stats.approvals;
    d["in_doubt"] = stats.in_doubt;
    d["held"] = stats.held;
    d["unanswered"] = stats.unanswered;
    d["deferred"] = stats.deferred;
    list.append(d);
  }
  return list;
}

py::list workers(const Store& self) {
  py::list list;
  for (const durable::WorkerInfo& worker : self.ask([](durable::Store& store) { return durable::workers(store); })) {
    py::dict d;
    d["name"] = str_of(worker.name);
    d["host"] = str_of(worker.host);
    d["process"] = worker.process;
    d["queues"] = py::tuple(list_of(worker.queues));
    d["tools"] = py::tuple(list_of(worker.tools));
    d["functions"] = py::tuple(list_of(worker.functions));
    d["types"] = py::tuple(list_of(worker.types));
    d["concurrency"] = worker.concurrency;
    d["runs"] = worker.runs;
    d["since"] = worker.since;
    d["seen"] = worker.seen;
    d["alive"] = worker.is_alive;
    list.append(d);
  }
  return list;
}

py::list snapshots(const Store& self, const std::string& run) {
  py::list list;
  for (const durable::Snapshot& snapshot : self.ask([&](durable::Store& store) { return known(store, run), store.snapshots(run); })) {
    py::dict d;
    d["seq"] = snapshot.seq;
    d["at"] = snapshot.at;
    d["hash"] = snapshot.hash;
    d["parent"] = or_none(snapshot.parent);
    d["stdout"] = str_of(snapshot.stdout_text);
    d["stderr"] = str_of(snapshot.stderr_text);
    list.append(d);
  }
  return list;
}

// What was written down as JSON; what isn't any stays a text.
py::list log(const Store& self, const std::string& run) {
  py::list list;
  for (const durable::Event& event : self.ask([&](durable::Store& store) { return known(store, run), store.log(run); })) {
    py::dict d;
    d["number"] = event.number;
    d["at"] = event.at;
    d["kind"] = event.kind;
    d["status"] = to_string(event.status);
    d["epoch"] = event.epoch;
    d["seq"] = event.seq;
    d["worker"] = or_none(event.worker);
    d["data"] = noted(event.data);
    d["hash"] = event.hash;
    list.append(d);
  }
  return list;
}

py::list audit(const Store& self, const durable::AuditQuery& query) {
  py::list list;
  for (const durable::AuditRecord& record : self.ask([&](durable::Store& store) { return durable::Audit(store).records(query); })) {
    py::dict d;
    d["number"] = record.number;
    d["at"] = record.at;
    d["action"] = record.action;
    d["tenant"] = or_none(record.tenant);
    d["run"] = or_none(record.run);
    d["who"] = or_none(record.who);
    d["how"] = or_none(record.how);
    d["origin"] = or_none(record.from);
    d["data"] = noted(record.data);
    d["hash"] = record.hash;
    list.append(d);
  }
  return list;
}

std::string fork(const Store& self, const std::string& run, uint64_t seq, py::dict answers, const std::string& queue, const std::string& by,
                 bool repeats) {
  durable::Fork fork{.run = run, .seq = seq, .queue = queue, .by = by, .repeats = repeats};
  for (const auto& [call, value] : answers) fork.answers.push_back({call.cast<uint64_t>(), answer_of(self.converter(), value)});
  return self.ask([&](durable::Store& store) { return store.fork(fork); });
}

std::string reconcile(const Store& self, const std::string& run, uint64_t call, const std::string& who, py::object roles, bool happened,
                      py::object answer) {
  durable::Reconciliation reconciliation{.run = run, .call = call, .who = who, .roles = names_of(roles)};
  if (happened) reconciliation.answer = answer_of(self.converter(), answer);
  return to_string(self.ask([&](durable::Store& store) { return store.reconcile(reconciliation); }));
}

py::list check(const Store& self, const std::string& run) {
  py::list list;
  for (const durable::Violation& v : self.ask([&](durable::Store& store) { return durable::check(store, run); }))
    list.append(py::make_tuple(str_of(v.run), str_of(v.law), str_of(v.text)));
  return list;
}

}  // namespace

Store::Store(const std::string& where, const Sealer* sealer, const std::string& keys, bool any_keys, py::object types, uint64_t patience_ms,
             uint64_t most_failures, size_t connections)
    : converter_(std::move(types)), made_in_(getpid()) {
  durable::StoreOptions options{
      .any_keys = any_keys, .patience_ms = patience_ms, .most_failures = most_failures, .connections = connections};
  if (sealer) options.sealer = *sealer;
  if (!keys.empty()) options.later_keys = [keys] { return Sealer::from_file(keys); };
  const Released released;
  store_ = durable::Store::open(where, std::move(options))->acting(durable::local_actor("python"));
}

std::shared_ptr<durable::Store> Store::open() const {
  if (made_in_ != getpid()) raise_usage("the store was opened by another process: after a fork it has to be opened again");
  if (!store_) raise_usage("the store is closed");
  return store_;
}

void Store::close() {
  if (made_in_ != getpid()) {
    new std::shared_ptr<durable::Store>(std::move(store_));
    return;
  }
  std::shared_ptr<durable::Store> last = std::move(store_);
  const Released released;
  last.reset();
}

void define_store(py::module_& m) {
  const py::class_<durable::Submission> submission(m, "Submission");
  py::class_<Store, std::shared_ptr<Store>> store(m, "Store");
  define_approvals(store);
  store
      .def(py::init<const std::string&, const Sealer*, const std::string&, bool, py::object, uint64_t, uint64_t, size_t>(),
           py::arg("where"), py::arg("sealer"), py::arg("keys"), py::arg("any_keys"), py::arg("types"), py::arg("patience_ms"),
           py::arg("most_failures"), py::arg("connections"))
      .def("close", &Store::close)
      .def("now", [](const Store& s) { return s.ask([](durable::Store& store) { return store.now(); }); })
      .def("submission", &submission_of, py::arg("source"), py::arg("name"), py::arg("inputs"), py::arg("arguments"), py::arg("tenant"),
           py::arg("queue"), py::arg("key"), py::arg("priority"), py::arg("tags"), py::arg("limits"), py::arg("seed"), py::arg("by"),
           py::arg("roles"), py::arg("files"), py::arg("stdin"), py::arg("environ"), py::arg("zone"))
      .def("submit", &submit, py::arg("submission"), py::arg("at"), py::arg("traceparent"))
      .def("schedule", &schedule, py::arg("submission"), py::arg("every"), py::arg("zone"), py::arg("missed"))
      .def("schedules", &schedules)
      .def("pause_schedule", [](const Store& s, const std::string& id) { s.ask([&](durable::Store& store) { store.pause_schedule(id); }); })
      .def("resume_schedule",
           [](const Store& s, const std::string& id) { s.ask([&](durable::Store& store) { store.resume_schedule(id); }); })
      .def("unschedule", [](const Store& s, const std::string& id) { s.ask([&](durable::Store& store) { store.unschedule(id); }); })
      .def("answer",
           [](const Store& s, const std::string& run, uint64_t call, py::object value, const std::string& who, py::object roles) {
             const Answer answer = answer_of(s.converter(), value);
             const durable::Handling person{run, call, who, names_of(roles)};
             return std::string(to_string(s.ask([&](durable::Store& store) { return store.answer(person, answer); })));
           })
      .def("answer_by_token",
           [](const Store& s, const std::string& token, py::object value) {
             const Answer answer = answer_of(s.converter(), value);
             return s.ask([&](durable::Store& store) { return store.answer_by_token(token, answer); });
           })
      .def("send",
           [](const Store& s, const std::string& run, const std::string& channel, py::object value, const std::string& key,
              const std::string& by) {
             const durable::Message message{.run = run, .channel = channel, .value = s.converter().to_data(value), .key = key};
             return s.ask([&](durable::Store& store) { return acting(store, by, [&](auto& as) { return as.send(message); }); });
           })
      .def("reconcile", &reconcile, py::arg("run"), py::arg("call"), py::arg("who"), py::arg("roles"), py::arg("happened"),
           py::arg("answer"))
      .def("cancel",
           [](const Store& s, const std::string& run, const std::string& reason, const std::string& by) {
             s.ask([&](durable::Store& store) { acting(store, by, [&](auto& as) { as.cancel(run, reason); }); });
           })
      .def("retry",
           [](const Store& s, const std::string& run, py::object limits, const std::string& by) {
             const std::optional<Limits> given = limits_of(limits);
             s.ask([&](durable::Store& store) { acting(store, by, [&](auto& as) { as.retry(run, given); }); });
           })
      .def("fork", &fork, py::arg("run"), py::arg("seq"), py::arg("answers"), py::arg("queue"), py::arg("by"), py::arg("repeats"))
      .def("prune",
           [](const Store& s, const std::string& tenant, Time ended_before, const std::string& status, size_t most, bool dry_run) {
             const durable::PruneQuery query{.tenant = tenant,
                                             .ended_before = ended_before,
                                             .status = durable::run_status_from(status),
                                             .most = most,
                                             .dry_run = dry_run};
             return s.ask([&](durable::Store& store) { return store.prune(query); });
           })
      .def("run", [](const Store& s,
                     const std::string& run) { return dict_of_run(s.ask([&](durable::Store& store) { return known(store, run); })); })
      .def("status",
           [](const Store& s, const std::string& run) {
             return to_string(s.ask([&](durable::Store& store) { return known(store, run).status; }));
           })
      .def("run_named",
           [](const Store& s, const std::string& name) { return s.ask([&](durable::Store& store) { return store.run_named(name); }); })
      .def("runs", &runs, py::arg("tenant"), py::arg("status"), py::arg("queue"), py::arg("most"), py::arg("before"))
      .def("result", &result, py::arg("run"), py::arg("for_show") = false)
      .def("children", &children)
      .def("calls", &calls)
      .def("unanswered", &unanswered)
      .def("attempts", &attempts)
      .def("stats", &stats)
      .def("moments",
           [](const Store& s, const std::string& tenant) {
             const durable::Moments moments = s.ask([&](durable::Store& store) { return store.moments(tenant); });
             return std::make_pair(moments.count, moments.bytes);
           })
      .def("reseal",
           [](const Store& s, bool unsealed, bool take_unsealed) {
             const durable::Reseal how{.to_unsealed = unsealed, .takes_unsealed = take_unsealed};
             const durable::Resealed done = s.ask([&](durable::Store& store) { return store.reseal(how); });
             return py::make_tuple(done.states, done.runs, done.webhooks, done.left);
           })
      .def("sealed_by", [](const Store& s) { return s.ask([](durable::Store& store) { return store.sealed_by(); }); })
      .def("workers", &workers)
      .def("snapshots", &snapshots)
      .def("state", [](const Store& s, const std::string& run,
                       uint64_t seq) { return py::bytes(s.ask([&](durable::Store& store) { return store.state(run, seq); })); })
      .def("source",
           [](const Store& s, const std::string& run) { return str_of(s.ask([&](durable::Store& store) { return store.source(run); })); })
      .def("log", &log)
      .def("audit",
           [](const Store& s, const std::string& tenant, const std::string& who, const std::string& action, std::optional<Time> since,
              std::optional<Time> until, std::optional<uint64_t> after, std::optional<uint64_t> before, size_t most) {
             return audit(s, {.tenant = tenant,
                              .who = who,
                              .action = action,
                              .since = since,
                              .until = until,
                              .after = after,
                              .before = before,
                              .most = most});
           })
      .def("check", &check);
}

}  // namespace fermata::python
