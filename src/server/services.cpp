// What handlers get: runs that the viewer may see; and what is sent as text is compiled and run in a jail, as its senders aren't known to
// mean well.
#include "fermata/durable/store.h"
#include "fermata/error.h"
#include "fermata/jail.h"
#include "fermata/program.h"
#include "server/http/message.h"
#include "server/turns.h"

namespace fermata::server {

std::optional<durable::Run> Services::seen_run(const std::string& id, const Viewer& viewer) const {
  std::optional<durable::Run> run = store.run(id);
  return run && viewer.sees(run->tenant) ? std::move(run) : std::nullopt;
}

void check_delegate(const Services& services, const durable::Handling& handling, const std::string& to) {
  if (to == handling.who || !services.cannot_decide) return;
  const std::optional<durable::Run> run = services.store.run(handling.run);
  if (const std::string why = run ? services.cannot_decide(to, run->tenant) : ""; !why.empty())
    throw UsageError("it isn't handed over: " + why);
}

namespace {
std::shared_ptr<void> turn_of(Turns& turns, const Viewer& viewer, const char* what) {
  std::shared_ptr<void> turn = turns.take(viewer.name);
  if (!turn) throw TooMany(std::string("too many ") + what + " here now: try again in a moment");
  return turn;
}
}  // namespace

std::shared_ptr<void> Services::execution(const Viewer& viewer) const { return turn_of(executions, viewer, "programs run"); }
std::shared_ptr<void> Services::look(const Viewer& viewer) const { return turn_of(looks, viewer, "states are looked at"); }

std::unique_ptr<Session> Services::session(std::string_view source, std::string name, SessionOptions options,
                                           std::vector<Finding>* findings) const {
  if (jail) return jail->session(source, std::move(name), std::move(options), findings);
  const auto program = Program::compile(source, std::move(name), findings);
  return program ? std::make_unique<Session>(program, std::move(options)) : nullptr;
}

std::unique_ptr<Session> Services::session(SessionOptions options) const {
  return jail ? jail->session(std::move(options)) : std::make_unique<Session>(std::move(options));
}

std::unique_ptr<Session> Services::load(std::string_view state, SessionOptions options, StateProblem* problem, const Limits* limits) const {
  return jail ? jail->load(state, std::move(options), problem, limits) : Session::load(state, std::move(options), problem, limits);
}

namespace {
// Dates and the like, wherever they are within it.
void collect(const Data& value, Data::Items& found) {
  switch (value.type()) {
    case Data::Type::kList:
    case Data::Type::kTuple:
    case Data::Type::kSet:
    case Data::Type::kFrozenSet:
      for (const Data& item : value.items()) collect(item, found);
      return;
    case Data::Type::kDict:
      for (const auto& [key, item] : value.pairs()) collect(key, found), collect(item, found);
      return;
    case Data::Type::kObject: break;
    default: return;
  }
  switch (value.as_object().kind) {
    case ObjectKind::kEnum:
    case ObjectKind::kNamedTuple:
    case ObjectKind::kRecord:
      for (const auto& [name, item] : value.as_object().fields) collect(item, found);
      return;
    case ObjectKind::kHandle:
    case ObjectKind::kInstance:
    case ObjectKind::kException: return;
    default: found.push_back(value);
  }
}
}  // namespace

// Where they are to arrive knows it best.
std::string Services::value_problem(const Data& value) const {
  Data::Items found;
  collect(value, found);
  if (found.empty()) return "";
  try {
    session(SessionOptions())->feed("", {.inputs = {{"value", Data::list(std::move(found))}}});
  } catch (const UsageError& error) {
    const std::string_view problem = error.what(), prefix = "input 'value': ";
    return std::string(problem.starts_with(prefix) ? problem.substr(prefix.size()) : problem);
  }
  return "";
}

std::vector<Finding> Services::check(std::string_view source, std::string name, const std::vector<Grant>& functions,
                                     const std::vector<std::string>& inputs) const {
  return jail ? jail->check(source, std::move(name), functions, inputs) : Program::check(source, std::move(name), functions, inputs);
}

}  // namespace fermata::server
