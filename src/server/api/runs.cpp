// Runs: submitted, listed, and what is done with them.
#include <algorithm>
#include <set>

#include "durable/reports.h"
#include "durable/worker/built_in.h"
#include "fermata/durable/tracing.h"
#include "fermata/durable/workers.h"
#include "fermata/error.h"
#include "serialization/reports.h"
#include "server/api/api.h"
#include "server/api/body.h"
#include "server/api/handlers.h"
#include "server/turns.h"

namespace fermata::server::api {

namespace {

constexpr uint64_t kLongestWaitS = 30;

// {"3": {"result": true}}: answers, by the numbers of their calls.
std::vector<CallAnswer> answers_from(const Data::Pairs& members, const std::string& where) {
  std::vector<CallAnswer> answers;
  for (const auto& [id, value] : members) {
    const std::string text = id.is_str() ? id.as_str() : "";
    if (text.empty() || text.size() > 18 || text.find_first_not_of("0123456789") != text.npos)
      throw BadRequest(where + ": '" + text + "' isn't the number of a call");
    Body given(value, where + "." + text);
    const auto answer = given.answer();
    if (!answer) throw BadRequest(where + "." + text + " has to have a result or an error");
    given.done();
    answers.push_back({std::stoull(text), *answer});
  }
  return answers;
}

// What programs of the store's runs may call: what stores themselves answer, and workers that are alive, and the classes of those.
std::vector<Grant> callable_here(durable::Store& store) {
  std::vector<Grant> functions = durable::built_in_functions();
  std::set<std::string> known;
  for (const durable::WorkerInfo& worker : durable::workers(store)) {
    if (!worker.is_alive) continue;
    known.insert(worker.tools.begin(), worker.tools.end());
    known.insert(worker.functions.begin(), worker.functions.end());
    known.insert(worker.types.begin(), worker.types.end());
  }
  functions.insert(functions.end(), known.begin(), known.end());
  return functions;
}

}  // namespace

Response list_runs(Services& services, const Request& request, const Viewer& viewer) {
  durable::RunQuery query{
      .tenant = tenant_of(viewer, request.text_of("tenant")), .queue = request.text_of("queue"), .before = request.text_of("before")};
  if (const std::string status = request.text_of("status"); !status.empty()) {
    query.status = durable::run_status_from(status);
    if (!query.status) throw BadRequest("there is no status '" + status + "'");
  }
  if (!query.before.empty() && !services.seen_run(query.before, viewer)) throw NotFound("there is no run " + query.before);
  query.most = most_of(request);
  const std::vector<durable::Run> runs = services.store.runs(query);
  return json(Data::dict({{"runs", durable::list_of(runs)}, {"next", runs.size() == query.most ? Data(runs.back().id) : Data()}}));
}

durable::Submission submission_of(Body& body, const Request& request, const Viewer& viewer) {
  durable::Submission submission{.source = body.needed_text("source"),
                                 .name = body.text_or("name", "program.py"),
                                 .arguments = body.texts("arguments"),
                                 .surroundings = {.files = body.files("files"), .standard_input = body.bytes("stdin")},
                                 .tenant = tenant_of(viewer, body.text_or("tenant", "")),
                                 .queue = body.text_or("queue", "default"),
                                 .key = key_of(body, request),
                                 .by = viewer.name,
                                 .roles = viewer.roles,
                                 .priority = body.number("priority").value_or(0),
                                 .tags = body.tags("tags"),
                                 .limits = body.limits("limits", Limits()).value_or(Limits()),
                                 .seed = body.count("seed")};
  for (const auto& [name, value] : body.tags("environ")) submission.surroundings.environment.emplace_back(name, value);
  submission.surroundings.zone = body.text_or("zone", "");
  if (submission.tenant.empty()) submission.tenant = durable::Submission().tenant;
  for (auto& [name, value] : body.members("inputs").value_or(Data::Pairs())) submission.inputs.emplace_back(name.as_str(), value);
  return submission;
}

std::optional<Response> compile_problem(Services& services, const durable::Submission& submission) {
  for (const Finding& finding : services.check(submission.source, submission.name))
    if (finding.kind == Finding::Kind::kSyntax)
      return problem(422, "the program can't be compiled: line " + std::to_string(finding.line) + ": " + finding.message);
  return std::nullopt;
}

Response submit_run(Services& services, const Request& request, const Viewer& viewer) {
  Body body(request);
  durable::Submission submission = submission_of(body, request, viewer);
  if (const auto delay = body.count("delay_ms")) {
    constexpr uint64_t kMostMs = uint64_t(100) * 366 * 86'400'000;
    if (*delay > kMostMs) throw BadRequest("delay_ms is at most a hundred years");
    submission.at = services.store.now() + durable::Time(*delay);
  }
  // (One that makes no sense doesn't count, as W3C's Trace Context has it.)
  const auto traceparent = request.headers.find("traceparent");
  if (traceparent != request.headers.end() && durable::trace_parent_from(traceparent->second)) submission.traceparent = traceparent->second;
  body.done();
  return {.rest = [&services, submission = std::move(submission)] {
    if (auto problem = compile_problem(services, submission)) return std::move(*problem);
    const durable::Submitted submitted = services.store.submit(submission);
    Response response = run_response(services, submitted.run, submitted.is_new ? 201 : 200);
    response.headers.emplace_back("Location", "/v1/runs/" + submitted.run);
    return response;
  }};
}

Response get_run(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  const uint64_t wait_ms = std::min(count_of(request, "wait").value_or(0), kLongestWaitS) * 1'000;
  const bool is_over = has_ended(run.status) || run.status == durable::RunStatus::kDead;
  if (!is_over && request.waited_ms < wait_ms)
    if (auto turn = services.kept.take(viewer.name)) return {.waits = std::move(turn)};  // else they may ask again
  const std::string problem = durable::problem_of(services.store, run);
  Data::Pairs report = data_of(run).pairs();
  report.emplace_back("problem", problem.empty() ? Data() : Data(problem));
  Response response = json(Data::dict(std::move(report)));
  // Each change of a run is an event of its log; workers come and go without one.
  const std::string etag = "\"" + run.id + "-" + std::to_string(run.events) + "-" + std::to_string(run.epoch) +
                           (problem.empty() ? "" : "-" + std::to_string(std::hash<std::string>()(problem))) + "\"";
  response.headers.emplace_back("ETag", etag);
  if (request.knows(etag)) {
    response.status = 304;
    response.body.clear();
  }
  return response;
}

Response cancel_run(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  Body body(request);
  const std::string reason = body.text_or("reason", "");
  body.done();
  services.store.cancel(run.id, reason);
  return run_response(services, run.id);
}

Response retry_run(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  Body body(request);
  const auto limits = body.limits("limits", run.limits);
  body.done();
  services.store.retry(run.id, limits);
  return run_response(services, run.id);
}

Response fork_run(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  Body body(request);
  durable::Fork fork{.run = run.id, .seq = body.count("seq").value_or(run.seq), .queue = body.text_or("queue", ""), .by = viewer.name};
  fork.answers = answers_from(body.members("answers").value_or(Data::Pairs()), "answers");
  fork.repeats = body.flag("repeat");
  fork.key = key_of(body, request);
  body.done();
  return run_response(services, services.store.fork(fork), 201);
}

Response send_message(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  Body body(request);
  durable::Message message{.run = run.id, .channel = body.needed_text("channel"), .key = key_of(body, request)};
  if (const Data* value = body.value("value")) message.value = *value;
  body.done();
  return json(Data::dict({{"run", run.id}, {"number", int64_t(services.store.send(message))}}), 201);
}

Response post_what_if(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  Body body(request);
  const auto given = body.count("seq");
  const uint64_t seq = given ? *given : seq_of("latest", run);
  std::vector<std::vector<CallAnswer>> alternatives;
  for (const Data& item : body.items("alternatives").value_or(Data::Items())) {
    if (item.type() != Data::Type::kDict) throw BadRequest("alternatives has to be a list of objects");
    alternatives.push_back(answers_from(item.pairs(), "alternatives"));
  }
  body.done();
  if (alternatives.empty() || alternatives.size() > 8) throw BadRequest("give 1 to 8 alternatives");
  return {.rest = [&services, id = run.id, seq, alternatives = std::move(alternatives), turn = services.execution(viewer)] {
    const durable::Moment now = services.travel.at(id, seq);
    Data::Items list;
    for (const durable::Moment& moment : services.travel.what_if(id, seq, alternatives)) {
      Data::Items calls;
      for (const Call& call : moment.view.pending) calls.push_back(data_of(call));
      list.push_back(Data::dict({{"status", to_string(moment.status)},
                                 {"result", moment.result},
                                 {"error", moment.error ? durable::data_of(*moment.error) : Data()},
                                 {"limit", moment.limit.empty() ? Data() : Data(moment.limit)},
                                 {"calls", Data::list(std::move(calls))},
                                 {"changes", durable::data_of(durable::diff(now, moment))}}));
    }
    return json(Data::dict({{"run", id}, {"seq", int64_t(seq)}, {"alternatives", Data::list(std::move(list))}}));
  }};
}

Response check_program(Services& services, const Request& request, const Viewer&) {
  Body body(request);
  const std::string source = body.needed_text("source"), name = body.text_or("name", "program.py");
  const std::vector<std::string> more = body.texts("functions"), inputs = body.texts("inputs");
  body.done();
  return {.rest = [&services, source, name, more, inputs] {
    std::vector<Grant> functions = callable_here(services.store);
    functions.insert(functions.end(), more.begin(), more.end());
    return json(Data::dict(report_of(name, services.check(source, name, functions, inputs))));
  }};
}

}  // namespace fermata::server::api
