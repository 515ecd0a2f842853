// What a run is, was, has printed and was told: only looked at.
#include <algorithm>

#include "durable/reports.h"
#include "serialization/reports.h"
#include "server/api/api.h"
#include "server/api/handlers.h"
#include "server/http/form.h"

namespace fermata::server::api {

namespace {

// Text where it is UTF-8.
Data content_of(const std::string& data) { return is_text(data) ? Data(data) : Data::bytes(data); }

// {"run": …, NAME: rows}
template <class Rows>
Response rows_of(const durable::Run& run, const char* name, const Rows& rows) {
  return json(Data::dict({{"run", run.id}, {name, durable::list_of(rows)}}));
}

// What the store has of the run that is asked for.
template <class Rows>
Response rows_asked(Services& services, const Request& request, const Viewer& viewer, const char* name,
                    Rows (durable::Store::*rows)(const std::string& run)) {
  const durable::Run run = run_of(services, request, viewer);
  return rows_of(run, name, (services.store.*rows)(run.id));
}

// Of the snapshot ?seq, or the latest.
uint64_t seq_asked(const Request& request, const durable::Run& run) {
  const std::string* seq = request.parameter("seq");
  return seq_of(seq ? *seq : "latest", run);
}

}  // namespace

Response files_response(const std::vector<File>& files) {
  Data::Items list;
  for (const File& file : files) list.push_back(Data::dict({{"path", content_of(file.path)}, {"size", int64_t(file.data.size())}}));
  return json(Data::dict({{"files", Data::list(std::move(list))}}));
}

Response file_response(const std::vector<File>& files, const std::string& path) {
  const auto found = std::ranges::find(files, path, &File::path);
  if (found == files.end()) throw NotFound("no file " + path + " was made or changed");
  return json(Data::dict({{"path", content_of(path)}, {"size", int64_t(found->data.size())}, {"data", content_of(found->data)}}));
}

std::string path_of(const Request& request) {
  const std::string* asked = request.parameter("path");
  if (!asked || asked->empty()) throw BadRequest("?path names the file");
  return asked->front() == '/' ? *asked : "/home/user/" + *asked;
}

Response list_files(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  return {.rest = [&services, id = run.id, seq = seq_asked(request, run), turn = services.look(viewer)] {
    return files_response(services.travel.files(id, seq));
  }};
}
Response get_file(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  return {.rest = [&services, id = run.id, seq = seq_asked(request, run), path = path_of(request), turn = services.look(viewer)] {
    return file_response(services.travel.files(id, seq), path);
  }};
}

Response list_calls(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  durable::KnownCalls known(services.store);
  Data::Items calls;
  for (const durable::RunCall& call : services.store.calls(run.id, kListedBytes))
    calls.push_back(told(known, data_of(call, run), call, run.queue));
  return json(Data::dict({{"run", run.id}, {"calls", Data::list(std::move(calls))}}));
}
Response list_attempts(Services& services, const Request& request, const Viewer& viewer) {
  return rows_asked(services, request, viewer, "attempts", &durable::Store::attempts);
}
Response list_decisions(Services& services, const Request& request, const Viewer& viewer) {
  return rows_asked(services, request, viewer, "decisions", &durable::Store::decisions);
}
Response list_children(Services& services, const Request& request, const Viewer& viewer) {
  return rows_asked(services, request, viewer, "runs", &durable::Store::children);
}
Response list_messages(Services& services, const Request& request, const Viewer& viewer) {
  return rows_asked(services, request, viewer, "messages", &durable::Store::messages);
}

Response get_log(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  const uint64_t after = count_of(request, "after").value_or(0);
  std::vector<durable::Event> events = services.store.log(run.id);
  std::erase_if(events, [&](const durable::Event& event) { return event.number <= after; });
  return rows_of(run, "events", events);
}

Response get_source(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  return json(Data::dict({{"run", run.id}, {"name", run.name}, {"program", run.program}, {"source", services.store.source(run.id)}}));
}

Response get_output(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  std::string printed, errors;
  for (const durable::Snapshot& snapshot : services.store.snapshots(run.id)) {
    printed += snapshot.stdout_text;
    errors += snapshot.stderr_text;
  }
  return json(Data::dict({{"run", run.id}, {"stdout", printed}, {"stderr", errors}}));
}

namespace {
Response moment_response(const std::string& run, uint64_t seq, const durable::Moment& moment) {
  Data::Items calls;
  for (const Call& call : moment.view.pending) calls.push_back(data_of(call));
  Data::Pairs variables;
  for (const auto& [name, value] : moment.view.globals) variables.emplace_back(Data(name), Data(value));
  return json(Data::dict({{"run", run},
                          {"seq", int64_t(seq)},
                          {"status", to_string(moment.status)},
                          {"calls", Data::list(std::move(calls))},
                          {"stack", durable::data_of(moment.view.stack)},
                          {"variables", Data::dict(std::move(variables))},
                          {"stdout", moment.printed}}));
}
}  // namespace

Response get_moment(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  const uint64_t seq = seq_of(request.captures.at("seq"), run);
  return {.rest = [&services, id = run.id, seq, turn = services.look(viewer)] {
    return moment_response(id, seq, services.travel.at(id, seq));
  }};
}

Response get_diff(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Run run = run_of(services, request, viewer);
  const std::string* from = request.parameter("from");
  const std::string* to = request.parameter("to");
  if (!from || !to) throw BadRequest("give ?from and ?to, numbers of snapshots");
  return {.rest = [&services, id = run.id, before = seq_of(*from, run), after = seq_of(*to, run), turn = services.look(viewer)] {
    const auto changes = durable::diff(services.travel.at(id, before), services.travel.at(id, after));
    return json(Data::dict({{"run", id}, {"from", int64_t(before)}, {"to", int64_t(after)}, {"changes", durable::data_of(changes)}}));
  }};
}

Response list_workers(Services& services, const Request&, const Viewer& viewer) {
  // They take runs of all tenants, and say which functions those call.
  if (!viewer.tenant.empty()) throw durable::Refused("workers are shown to who isn't of one tenant alone");
  return json(Data::dict({{"workers", durable::list_of(durable::workers(services.store))}}));
}

Response hear_events(Services& services, const Request& request, const Viewer& viewer) { return services.hears(request, viewer); }

Response get_stats(Services& services, const Request& request, const Viewer& viewer) {
  const durable::Time now = services.store.now();
  Data::Items queues;
  for (const durable::QueueStats& stats : services.store.stats(tenant_of(viewer, request.text_of("tenant"))))
    queues.push_back(durable::data_of(stats, now));
  return json(Data::dict({{"queues", Data::list(std::move(queues))}}));
}

}  // namespace fermata::server::api
