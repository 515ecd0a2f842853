// Sessions that are fed one text after the other: made, fed, paused, deleted; and their files. Each of these loads the session's state in a
// jail, on a thread for programs.
#include <algorithm>

#include "fermata/jail.h"
#include "serialization/reports.h"
#include "server/api/api.h"
#include "server/api/body.h"
#include "server/api/handlers.h"
#include "server/sandboxes.h"

namespace fermata::server::api {

namespace {

constexpr uint64_t kMostMs = 60'000, kUsualMs = 10'000;  // of a text
constexpr uint64_t kMostIdleS = 86'400, kUsualIdleS = 900;
constexpr uint64_t kMostHeap = 128 * 1024 * 1024;

// The name of what is fed that isn't a text of the session's user: those are numbered without it.
constexpr char kOurs[] = "<fermata>";

// What is fed to write files, with `_files` as its input. It is the session's own program that sees it.
constexpr char kWrite[] = R"py(
def _write(files):
    import os
    for path, data in files.items():
        path = os.path.join("/home/user", path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
try:
    _write(_files)
finally:
    del _write, _files
)py";

// No wider than what anybody gets here.
Limits bounded(const Limits& asked) {
  Limits most;
  most.time_ms = most.wall_ms = kMostMs;
  most.heap_bytes = kMostHeap;
  Limits limits = asked;
#define LIMIT(name, default_value, unit, since, doc) limits.name = limits.name ? std::min(limits.name, most.name) : most.name;
#include "base/limits.def"
#undef LIMIT
  return limits;
}

Data data_of(const Sandboxes::About& about) {
  return Data::dict({{"session", about.id},
                     {"tenant", about.tenant},
                     {"by", about.by},
                     {"status", about.is_busy     ? "running"
                                : about.is_paused ? "paused"
                                                  : "idle"},
                     {"runs", int64_t(about.fed)},
                     {"bytes", int64_t(about.bytes)},
                     {"timeout_ms", int64_t(about.limits.time_ms)},
                     {"expires_in", int64_t(about.expires_in.count())}});
}

std::string id_of(const Request& request) { return request.captures.at("session"); }
Response about_response(Services& services, const std::string& id, const Viewer& viewer, int status = 200) {
  return json(data_of(services.sandboxes.about(id, viewer)), status);
}

Outcome feed(Session& session, std::string_view text, std::string name, Inputs inputs, std::vector<Finding>* findings) {
  const Outcome outcome = session.feed(text, {.name = std::move(name), .inputs = std::move(inputs)}, findings);
  return outcome.status == Status::kPaused ? session.run_with({}) : outcome;  // timers are waited for
}

// A text that doesn't compile, or that there is no room for, changes nothing, not even what the session says of itself.
bool has_run(const Outcome& outcome, const Session& session) {
  if (outcome.status != Status::kRaised || !outcome.error) return true;
  const auto& known = session.outcome().error;
  return known && known->type == outcome.error->type && known->message == outcome.error->message;
}

// Why it doesn't.
std::vector<Finding> findings_of(const Outcome& outcome, std::vector<Finding> findings) {
  if (std::ranges::none_of(findings, [](const Finding& one) { return one.kind != Finding::Kind::kWarning; }))
    findings.push_back({.type = outcome.error->type, .message = outcome.error->message});
  return findings;
}

// It has stopped in the midst of something, and can't go on from there here.
void end_text(Session& session) {
  if (session.status() != Status::kDone && session.status() != Status::kRaised) session.abandon();
}

// What went wrong in it is UsageError.
void write_files(Session& session, const std::vector<File>& files) {
  if (files.empty()) return;
  Data::Pairs given;
  for (const auto& [path, data] : files) given.emplace_back(path, Data::bytes(data));
  const Outcome outcome = feed(session, kWrite, kOurs, {{"_files", Data::dict(std::move(given))}}, nullptr);
  if (outcome.status == Status::kDone) return;
  throw UsageError("the files can't be written: " + (outcome.error           ? outcome.error->type + ": " + outcome.error->message
                                                     : outcome.limit.empty() ? std::string(to_string(outcome.status))
                                                                             : "over the limit " + outcome.limit));
}

// Its state now. Refused: it holds more than its process has room to write down.
std::string saved(Session& session) {
  try {
    return session.save();
  } catch (const JailCrash&) {
    throw durable::Refused("the session would hold more than can be kept: it is as it was before");
  }
}

std::unique_ptr<Session> loaded(Services& services, const Sandboxes::Use& use, const Limits& limits) {
  StateProblem problem;
  auto session = services.load(use.state(), {.limits = limits, .functions = Grants(std::vector<Grant>())}, &problem, &limits);
  if (!session) throw durable::Refused("the session can't go on: " + problem.message);
  return session;
}

}  // namespace

Response list_sessions(Services& services, const Request&, const Viewer& viewer) {
  Data::Items list;
  for (const Sandboxes::About& about : services.sandboxes.list(viewer)) list.push_back(data_of(about));
  return json(Data::dict({{"sessions", Data::list(std::move(list))}}));
}

Response get_session(Services& services, const Request& request, const Viewer& viewer) {
  return about_response(services, id_of(request), viewer);
}

Response make_session(Services& services, const Request& request, const Viewer& viewer) {
  Body body(request);
  NewSandbox made{.tenant = tenant_of(viewer, body.text_or("tenant", "")), .by = viewer.name};
  Limits limits = body.limits("limits", Limits()).value_or(Limits());
  limits.time_ms = limits.wall_ms = std::clamp<uint64_t>(body.count("timeout_ms").value_or(kUsualMs), 1, kMostMs);
  made.limits = bounded(limits);
  made.idle = std::chrono::seconds(std::clamp<uint64_t>(body.count("idle_seconds").value_or(kUsualIdleS), 1, kMostIdleS));
  std::vector<File> files = body.files("files");
  body.done();
  const auto running = std::make_shared<Running>();
  return {.rest =
              [&services, viewer, running, made = std::move(made), files = std::move(files), turn = services.execution(viewer)] {
                const auto session = services.session({.limits = made.limits, .functions = Grants(std::vector<Grant>())});
                const Running::Entry entry(*running, *session);
                session->feed("", {.name = kOurs});
                write_files(*session, files);
                NewSandbox added = made;
                added.state = saved(*session);
                return about_response(services, services.sandboxes.add(std::move(added)), viewer, 201);
              },
          .ends = [running] { running->end(); }};
}

Response run_in_session(Services& services, const Request& request, const Viewer& viewer) {
  const std::string id = id_of(request);
  services.sandboxes.about(id, viewer);
  Body body(request);
  std::string code = body.needed_text("code");
  Inputs inputs;
  for (auto& [name, value] : body.members("inputs").value_or(Data::Pairs())) inputs.emplace_back(name.as_str(), value);
  const auto timeout_ms = body.count("timeout_ms");
  body.done();
  auto turn = services.execution(viewer);
  const auto use = services.sandboxes.use(id, viewer);
  const uint64_t number = services.sandboxes.about(id, viewer).fed + 1;
  Limits limits = use->limits();
  if (timeout_ms) limits.time_ms = limits.wall_ms = std::clamp<uint64_t>(*timeout_ms, 1, kMostMs);
  return {.rest =
              [&services, use, limits, number, code = std::move(code), inputs = std::move(inputs), turn = std::move(turn)] {
                const auto session = loaded(services, *use, limits);
                const Running::Entry entry(use->running(), *session);
                std::vector<Finding> findings;
                const Outcome outcome = feed(*session, code, "<input " + std::to_string(number) + ">", inputs, &findings);
                if (!has_run(outcome, *session))
                  return json(Data::dict(report_of("program.py", findings_of(outcome, std::move(findings)))));
                const Data report = Data::dict(report_of(*session));
                // It has crashed, or holds too much to go on: the session is as it was before.
                if (outcome.status == Status::kCrashed || (outcome.status == Status::kExhausted && outcome.limit == "heap_bytes"))
                  return json(report);
                end_text(*session);
                use->keep(saved(*session), true);
                return json(report);
              },
          .ends = [use] { use->running().end(); }};
}

Response pause_session(Services& services, const Request& request, const Viewer& viewer) {
  services.sandboxes.pause(id_of(request), viewer, true);
  return about_response(services, id_of(request), viewer);
}

Response resume_session(Services& services, const Request& request, const Viewer& viewer) {
  services.sandboxes.pause(id_of(request), viewer, false);
  return about_response(services, id_of(request), viewer);
}

Response delete_session(Services& services, const Request& request, const Viewer& viewer) {
  Sandboxes::About about = services.sandboxes.about(id_of(request), viewer);
  services.sandboxes.remove(about.id, viewer);
  about.is_busy = about.is_paused = false;
  about.expires_in = {};
  return json(data_of(about));
}

Response list_session_files(Services& services, const Request& request, const Viewer& viewer) {
  const auto use = services.sandboxes.use(id_of(request), viewer);
  return {.rest = [&services, use, turn = services.execution(viewer)] {
    return files_response(loaded(services, *use, use->limits())->files());
  }};
}

Response get_session_file(Services& services, const Request& request, const Viewer& viewer) {
  const std::string id = id_of(request);
  services.sandboxes.about(id, viewer);
  const std::string path = path_of(request);
  const auto use = services.sandboxes.use(id, viewer);
  return {.rest = [&services, use, path, turn = services.execution(viewer)] {
    return file_response(loaded(services, *use, use->limits())->files(), path);
  }};
}

Response put_session_files(Services& services, const Request& request, const Viewer& viewer) {
  const std::string id = id_of(request);
  services.sandboxes.about(id, viewer);
  Body body(request);
  std::vector<File> files = body.files("files");
  body.done();
  if (files.empty()) throw BadRequest("files has to be there, an object of paths and what is in them");
  auto turn = services.execution(viewer);
  const auto use = services.sandboxes.use(id, viewer);
  return {.rest =
              [&services, use, id, viewer, files = std::move(files), turn = std::move(turn)] {
                const auto session = loaded(services, *use, use->limits());
                const Running::Entry entry(use->running(), *session);
                write_files(*session, files);
                use->keep(saved(*session), false);
                auto about = services.sandboxes.about(id, viewer);
                about.is_busy = false;  // any more
                return json(data_of(about));
              },
          .ends = [use] { use->running().end(); }};
}

}  // namespace fermata::server::api
