#include "durable/worker/built_in.h"

#include <algorithm>
#include <cmath>

#include "durable/rows/text.h"
#include "durable/schemas/schema.h"

namespace fermata::durable {

namespace {

constexpr const char* kBuiltIn = kOwnTool;  // the kind of their tools
constexpr const char* kReceive = "receive";
constexpr const char* kSpawn = "spawn";
constexpr size_t kLongestSource = 1'000'000;  // of a child, in bytes

std::string of_handle(const char* method) { return std::string(kChildHandle) + "." + method; }

bool is_free(const WorkerOptions& options, const std::string& name) {
  return std::ranges::find(options.tools, name, &Tool::function) == options.tools.end() &&
         std::ranges::find(options.functions, name, &Grant::name) == options.functions.end();
}

// A method of handles, or an attribute: `answer` gets the child.
Tool of_child(Store& store, const char* method, const std::function<Answer(const Run& child, const std::string& parent)>& answer) {
  return {.function = of_handle(method), .idempotent = true, .kind = kBuiltIn, .answer = [&store, answer](const RunCall& call, uint64_t) {
            const std::string id = child_of(call.call);
            const auto child = store.child(call.run, id);
            if (!child) return Answer(Error{.type = "RuntimeError", .message = "run " + call.run + " has no child " + id});
            if (call.call.args.size() != 1 || !call.call.kwargs.empty())
              return Answer(Error{.type = "TypeError", .message = call.call.function + "() takes no arguments"});
            return answer(*child, call.run);
          }};
}

Answer cancel_child(Store& store, const Run& child, const std::string& parent) {
  if (child.parent != parent)
    return Error{.type = "RuntimeError", .message = "run " + child.id + " is the child of run " + child.parent + " alone"};
  try {
    if (!has_ended(child.status)) store.cancel(child.id, "run " + parent + " cancelled it");
  } catch (const Refused&) {
    // It has ended meanwhile.
  }
  return Data();
}

std::string names_of(const std::map<std::string, std::string>& programs) {
  std::string names;
  for (const auto& [name, source] : programs) names += (names.empty() ? "" : ", ") + name;
  return names;
}

// "child.py", which isn't a program's text: as one it would be a NameError in the child.
bool names_a_file(const fermata::Call& call) {
  if (call.args.size() != 1 || !call.args[0].is_str()) return false;
  const std::string& text = call.args[0].as_str();
  return text.ends_with(".py") && text.size() <= 200 && text.find_first_of(" \t\r\n;()=") == text.npos;
}

void add_spawn(WorkerOptions& options) {
  options.tools.push_back(
      {.function = kSpawn,
       .idempotent = true,
       .kind = kBuiltIn,
       .answer = [programs = names_of(options.programs)](const RunCall& call, uint64_t) {
         if (names_a_file(call.call))
           return Answer(Error{.type = "LookupError",
                               .message = "spawn(): there is no program " + call.call.args[0].as_str() + " here; " +
                                          (programs.empty() ? "there are none" : "there are: " + programs)});
         return Answer(Error{.type = "TypeError",
                             .message = "spawn() takes a program, a str of at most 1,000,000 bytes, and its inputs by their names"});
       }});
}

void add_children(Store& store, WorkerOptions& options) {
  if (!is_free(options, kSpawn) || std::ranges::find(options.types, kChildHandle, &TypeDeclaration::name) != options.types.end()) return;
  add_spawn(options);
  options.tools.push_back(of_child(store, "id", [](const Run& child, const std::string&) { return Answer(Data(child.id)); }));
  options.tools.push_back(
      of_child(store, "status", [](const Run& child, const std::string&) { return Answer(Data(to_string(child.status))); }));
  options.tools.push_back(
      of_child(store, "cancel", [&store](const Run& child, const std::string& parent) { return cancel_child(store, child, parent); }));
  Tool awaited = of_child(store, "__await__", [](const Run&, const std::string&) { return Answer(Data()); });  // (whose calls the store
                                                                                                               // answers)
  awaited.asynchronous = true;
  options.tools.push_back(std::move(awaited));
  options.types.push_back({.kind = ObjectKind::kHandle,
                           .name = kChildHandle,
                           .methods = {Grant::async("__await__"), "status", "cancel"},
                           .attributes = {"id"}});
}

void add_messages(WorkerOptions& options) {
  if (is_free(options, "run_id"))
    options.tools.push_back({.function = "run_id", .idempotent = true, .kind = kBuiltIn, .answer = [](const RunCall& call, uint64_t) {
                               return Answer(Data(call.run));
                             }});
  if (is_free(options, kReceive))
    options.tools.push_back(
        {.function = kReceive, .asynchronous = true, .idempotent = true, .kind = kBuiltIn, .answer = [](const RunCall&, uint64_t) {
           return Answer(
               Error{.type = "TypeError", .message = "receive() takes a channel, a str of 1 to 200 bytes, and a timeout in seconds"});
         }});
}

// People answer; the tool has only what is wrong with a call.
void add_questions(WorkerOptions& options) {
  if (!is_free(options, kAsk)) return;
  options.tools.push_back({.function = kAsk, .idempotent = true, .kind = kBuiltIn, .answer = [](const RunCall& call, uint64_t) {
                             std::string problem;
                             question_from(call.call, &problem);
                             return Answer(Error{.type = "TypeError", .message = problem});
                           }});
}

struct Receive {
  std::string channel;
  std::optional<Time> timeout_ms;
};

std::optional<Receive> receive_from(const fermata::Call& call) {
  const Data *channel = nullptr, *timeout = nullptr;
  if (call.args.size() > 2) return std::nullopt;
  if (!call.args.empty()) channel = &call.args[0];
  if (call.args.size() > 1) timeout = &call.args[1];
  for (const auto& [name, value] : call.kwargs) {
    const Data*& argument = name == "channel" ? channel : timeout;
    if ((name != "channel" && name != "timeout") || argument) return std::nullopt;
    argument = &value;
  }
  if (!channel || !channel->is_str() || !is_name(channel->as_str())) return std::nullopt;
  Receive receive{channel->as_str(), std::nullopt};
  if (!timeout || timeout->is_none()) return receive;
  const double seconds = number_of(timeout).value_or(-1);
  if (!(seconds >= 0 && seconds < 1e10)) return std::nullopt;
  receive.timeout_ms = Time(std::ceil(seconds * 1000));
  return receive;
}

}  // namespace

WorkerOptions with_built_in(Store& store, WorkerOptions options) {
  add_questions(options);
  if (options.messages) add_messages(options);
  if (options.children) add_children(store, options);
  return options;
}

std::vector<Grant> built_in_functions() {
  WorkerOptions options;
  add_questions(options);
  add_messages(options);
  add_spawn(options);
  std::vector<Grant> functions;
  for (const Tool& tool : options.tools) functions.push_back(tool.asynchronous ? Grant::async(tool.function) : Grant(tool.function));
  return functions;
}

bool is_built_in(const Tool& tool) { return tool.kind == kBuiltIn; }
bool is_receive(const Tool& tool) { return tool.function == kReceive && is_built_in(tool); }
bool is_ask(const Tool& tool) { return tool.function == kAsk && is_built_in(tool); }
bool is_spawn(const Tool& tool) { return tool.function == kSpawn && is_built_in(tool); }
bool is_await_child(const Tool& tool) { return is_built_in(tool) && tool.function == of_handle("__await__"); }
bool is_of_handle(const Tool& tool) { return is_built_in(tool) && tool.function.starts_with(of_handle("")); }

std::string child_of(const fermata::Call& call) {
  if (call.args.empty() || !call.args[0].is_object(ObjectKind::kHandle) || call.args[0].as_object().type_name != kChildHandle) return "";
  const Data* name = call.args[0].find("name");
  return name && name->is_str() ? name->as_str() : "";
}

std::optional<Spawn> spawn_from(const fermata::Call& call, const std::map<std::string, std::string>& programs) {
  if (call.args.size() != 1 || !call.args[0].is_str()) return std::nullopt;
  const std::string& source = call.args[0].as_str();
  if (const auto known = programs.find(source); known != programs.end()) return Spawn{known->second, known->first, call.kwargs};
  if (source.empty() || source.size() > kLongestSource || names_a_file(call)) return std::nullopt;
  return Spawn{source, "", call.kwargs};
}

std::optional<Waiting> built_in_waiting(const Tool& tool, const fermata::Call& call, const std::function<Time()>& now) {
  if (is_await_child(tool)) return Waiting{.call = call, .child = child_of(call)};
  if (is_receive(tool)) {
    const auto request = receive_from(call);
    if (!request) return std::nullopt;
    const auto due = request->timeout_ms ? std::optional(now() + Time(*request->timeout_ms)) : std::nullopt;
    return Waiting{.call = call, .channel = request->channel, .due = due};
  }
  if (!is_ask(tool)) return std::nullopt;
  std::string problem;
  auto question = question_from(call, &problem);
  if (question) return Waiting{.call = call, .ask = std::move(question->ask), .tool = tool.kind, .idempotent = true};
  // (What isn't one is a function like any other that nobody here has: whoever can answers it.)
  return Waiting{.call = call, .tool = problem.empty() ? "" : tool.kind, .idempotent = true};
}

}  // namespace fermata::durable
