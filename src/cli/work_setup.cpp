#include "cli/work_setup.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "cli/files.h"
#include "cli/handlers.h"
#include "cli/http_services.h"
#include "cli/policy.h"
#include "cli/program_files.h"
#include "cli/report.h"
#include "cli/stores.h"
#include "cli/terminal.h"
#include "cli/tools.h"
#include "durable/http/exchange.h"
#include "durable/schemas/sentence.h"
#include "fermata/durable/tracing.h"

namespace fermata::cli {

namespace {

bool has(const std::vector<std::string>& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

UsageProblem no_function(const std::string& name, const char* option) {
  return UsageProblem(std::string(option) + ": none of --tools, --handler and --http has a function " + name + "()");
}
void check_known(const std::vector<std::string>& names, const std::vector<std::string>& known, const char* option) {
  for (const std::string& name : names)
    if (!has(known, name)) throw no_function(name, option);
}

// Seconds as people write them, in ms: "0.5".
uint64_t ms_from(std::string_view text, const char* option) {
  const double seconds = number_from<double>(text).value_or(0);
  if (!(seconds > 0 && seconds < 1e9)) throw UsageProblem(std::string(option) + ": '" + std::string(text) + "' isn't a number of seconds");
  return uint64_t(std::max(1.0, seconds * 1000));
}
uint64_t count_from(std::string_view text, const char* option) {
  const uint64_t count = number_from(text).value_or(0);
  if (count == 0) throw UsageProblem(std::string(option) + ": '" + std::string(text) + "' is not a whole number, 1 or more");
  return count;
}

std::string checked_url(const std::string& url) {
  if (url.empty() || durable::is_http_url(url)) return url;
  throw UsageProblem("--public-url: '" + url + "' isn't an http:// or https:// URL");
}

// The functions of --tools, and the handlers and services, which come before those of their names; and what options say of one by its name,
// NAME=….
class WorkTools {
 public:
  WorkTools(Tools* file, const Handlers& handlers, const HttpServices& services, const WorkOptions& options)
      : approve_(options.approve.begin(), options.approve.end()) {
    if (file) tools_ = file->worker_tools(&approve_, options.callback_url, options.check_types);
    std::erase_if(tools_, [&](const durable::Tool& tool) { return handlers.has(tool.function) || services.has(tool.function); });
    for (durable::Tool& tool : tools_)
      tool.answer = [file](const durable::RunCall& call, uint64_t attempt) { return durable::answer_from(file->answer(call, attempt)); };
    const auto of_file = tools_.size();
    for (const std::string& name : handlers.names()) {
      if (services.has(name)) throw UsageProblem("--http: " + name + " has a --handler, too");
      tools_.push_back({.function = name, .kind = "command"});
    }
    for (const std::string& name : services.names()) tools_.push_back({.function = name, .kind = "http"});
    std::vector<std::string> names;
    for (durable::Tool& tool : tools_) {
      names.push_back(tool.function);
      tool.asynchronous |= has(options.async, tool.function);
      tool.idempotent |= has(options.idempotent, tool.function);
      tool.retries.holds |= has(options.hold, tool.function);
    }
    check_known(options.idempotent, names, "--idempotent");
    check_known(options.approve, names, "--approve");
    check_known(options.hold, names, "--hold");
    each(options.retry, "--retry", [](durable::Tool& tool, std::string_view text) {
      tool.retries.attempts = count_from(text, "--retry");
      if (!tool.idempotent) throw UsageProblem("--retry: " + tool.function + " may be called twice then: it takes --idempotent, too");
    });
    each(options.pause, "--pause", [](durable::Tool& tool, std::string_view text) {
      const size_t comma = text.find(',');
      tool.retries.pause_ms = ms_from(text.substr(0, comma), "--pause");
      if (comma != text.npos) tool.retries.longest_ms = ms_from(text.substr(comma + 1), "--pause");
    });
    each(options.final, "--final", [](durable::Tool& tool, std::string_view text) { tool.retries.final.insert(std::string(text)); });
    each(options.timeout, "--timeout", [](durable::Tool& tool, std::string_view text) { tool.timeout_ms = ms_from(text, "--timeout"); });
    each(options.at_once, "--at-once",
         [](durable::Tool& tool, std::string_view text) { tool.concurrency = count_from(text, "--at-once"); });
    each(options.rate, "--rate", [](durable::Tool& tool, std::string_view text) {
      const size_t slash = text.find('/');
      if (slash == text.npos) throw UsageProblem("--rate takes NAME=N/SECONDS");
      tool.rate = {count_from(text.substr(0, slash), "--rate"), ms_from(text.substr(slash + 1), "--rate")};
    });
    each(options.summary, "--summary", [](durable::Tool& tool, std::string_view text) {
      if (std::string problem = durable::template_problem(text); !problem.empty()) throw UsageProblem("--summary: " + problem);
      Data::Pairs known = tool.parameters.is_none() ? Data::Pairs() : tool.parameters.pairs();
      std::erase_if(known, [](const auto& pair) { return pair.first == Data("x-summary"); });
      known.emplace_back("x-summary", std::string(text));
      tool.parameters = Data::dict(std::move(known));
    });
    for (size_t i = of_file; i < tools_.size(); ++i) {
      if (services.has(tools_[i].function)) services.answer(tools_[i]);
      else answer_with(handlers, tools_[i], options.callback_url);
    }
  }

  const std::vector<durable::Tool>& tools() const { return tools_; }
  const std::set<std::string>& approve() const { return approve_; }
  bool has_tool(const std::string& name) const { return std::ranges::find(tools_, name, &durable::Tool::function) != tools_.end(); }

 private:
  template <class Set>
  void each(const std::vector<std::string>& options, const char* option, Set set) {
    for (const std::string& text : options) {
      const size_t equals = text.find('=');
      if (equals == text.npos) throw UsageProblem(std::string(option) + " takes NAME=…, not '" + text + "'");
      const auto tool = std::ranges::find(tools_, text.substr(0, equals), &durable::Tool::function);
      if (tool == tools_.end()) throw no_function(text.substr(0, equals), option);
      set(*tool, std::string_view(text).substr(equals + 1));
    }
  }

  static void answer_with(const Handlers& handlers, durable::Tool& tool, const std::string& callback_url) {
    const uint64_t timeout_ms = tool.timeout_ms;
    // The handler is ended, and this tells why; the worker's own patience is for one that can't be.
    if (timeout_ms) tool.timeout_ms += 5'000;
    tool.answer = [&handlers, timeout_ms, callback_url](const durable::RunCall& call, uint64_t attempt) {
      std::vector<std::string> environment{"FERMATA_IDEMPOTENCY_KEY=" + call.key, "FERMATA_RUN=" + call.run,
                                           "FERMATA_ATTEMPT=" + std::to_string(attempt), "FERMATA_TOKEN=" + call.token};
      if (!call.traceparent.empty()) environment.push_back("TRACEPARENT=" + call.traceparent);
      if (!callback_url.empty()) environment.push_back("FERMATA_CALLBACK=" + durable::callback_url(callback_url, call));
      Handlers::Ended ended =
          handlers.run(call.call, {.environment = std::move(environment), .timeout_ms = timeout_ms, .keeps_errors = true});
      if (ended.later_ms) throw durable::AnswersLater(*ended.later_ms);
      const auto* error = std::get_if<Error>(&ended.answer);
      if (ended.timed_out) throw durable::ToolTimeout(error->message, error->traceback);
      if (ended.is_missing) throw durable::HoldCall(error->message, error->traceback);
      return std::move(ended.answer);
    };
  }

  std::vector<durable::Tool> tools_;
  std::set<std::string> approve_;
};

}  // namespace

struct WorkSetup::Parts {
  explicit Parts(const WorkOptions& given)
      : options(given),
        handlers(given.handlers),
        file(given.tools.empty() && given.packages.empty() ? nullptr : open_tools({.file = given.tools, .packages = given.packages})),
        services(given.http, given.http_secret, given.callback_url),
        tools(file.get(), handlers, services, given) {}

  void report(durable::Store& store, const durable::WorkerNote& note) {
    const auto& [run, what, needs_somebody] = note;
    const auto now = run.empty() ? std::nullopt : store.run(run);
    const std::string all = what + (now ? advice_for(*now) : "");
    const std::lock_guard lock(printing);
    if (options.store.json) print_report({{"run", run.empty() ? Data() : Data(run)}, {"what", all}, {"needs_somebody", needs_somebody}});
    else complain(visible_line((run.empty() ? "" : "run " + run + " ") + all));
  }

  const WorkOptions options;
  const Handlers handlers;
  const std::unique_ptr<Tools> file;
  const HttpServices services;
  const WorkTools tools;
  std::optional<PolicyFile> policy;
  std::mutex printing;
};

WorkSetup::WorkSetup(const WorkOptions& options) : parts_(std::make_unique<Parts>(options)) {
  const WorkTools& tools = parts_->tools;
  options_ = {.name = options.name,
              .tools = tools.tools(),
              .types = parts_->file ? parts_->file->types() : std::vector<TypeDeclaration>(),
              .maps_old_values = parts_->file && parts_->file->maps_old_values(),
              .mounts = [folders = options.mounts,
                         file = parts_->file.get()] { return mounts_of(folders, file ? file->packages() : std::vector<Mount>()); },
              .unknown_waits = options.unknown == "wait",
              .approve = tools.approve(),
              .concurrency = options.concurrency,
              .lease_ms = options.lease_s * 1000,
              .limits = options.limits.over(Limits()),
              .jailed = options.jail,
              .public_url = checked_url(options.public_url)};
  if (!options.policy.empty()) {
    PolicyFile::Names names;
    if (parts_->file)
      for (const durable::Tool& tool : options_.tools) names[tool.function] = parts_->file->parameters(tool.function);
    parts_->policy.emplace(options.policy, options_.types, std::move(names));
    options_.policy = [&policy = *parts_->policy](const durable::PolicyCall& call) { return policy.look_at(call); };
  }
  if (!options.queues.empty()) options_.queues = options.queues;
  for (const std::string& program : options.programs) {
    ProgramText text = read_program(program, /*absolute=*/false);
    const std::string name = std::filesystem::path(program).filename();
    if (!options_.programs.emplace(name, std::move(text.text)).second) throw UsageProblem("--program: two have the name " + name);
  }
  options_.jail.heap_bytes = options_.limits.heap_bytes;
  for (const std::string& name : options.functions) {
    check_name(name, "--function");
    options_.functions.emplace_back(name, has(options.async, name));
  }
  for (const std::string& name : options.async) {
    check_name(name, "--async");
    if (!tools.has_tool(name) && !has(options.functions, name)) options_.functions.push_back(Grant::async(name));
  }
}

WorkSetup::~WorkSetup() = default;

durable::WorkerOptions WorkSetup::worker_options(durable::Store& store, std::shared_ptr<durable::Tracer> tracer) const {
  durable::WorkerOptions options = options_;
  options.tracer = std::move(tracer);
  options.told = [&parts = *parts_, &store](const durable::WorkerNote& note) { parts.report(store, note); };
  return options;
}

std::shared_ptr<durable::Tracer> tracer_for(const std::string& otlp) {
  return durable::tracer_of(otlp, [](const std::string& what) { complain(visible_line(what)); });
}

}  // namespace fermata::cli
