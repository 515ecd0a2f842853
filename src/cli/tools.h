// Host functions in Python: `--tools FILE`, and packages of its environment for programs: `--package`. The file is imported by CPython,
// which a plugin brings into the process: this header is all that the command knows about it, and without these options nothing of it is
// loaded. Implemented by bindings/python/embedding/, owned and called by host.h and work.cpp; but for answer() only from the main thread.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "cli/version.h"
#include "fermata/durable/worker.h"
#include "fermata/error.h"
#include "fermata/host.h"
#include "fermata/session.h"

namespace fermata::cli {

struct ToolsOptions {
  std::string file;      // may be empty, when packages are wanted
  bool verbose = false;  // the tracebacks of what tools raise go to standard error
  std::vector<std::string> packages{};
};

class Tools {
 public:
  virtual ~Tools() = default;  // gives up what runs, and ends CPython as its own command would

  // What the file offers: its `__all__`, or what fermata.tool declares, or else its public functions. Those made with `async def` are
  // asynchronous.
  virtual const std::vector<Grant>& functions() const = 0;
  // Those of them that aren't called before somebody has approved the call: fermata.tool(approve=True).
  virtual const std::set<std::string>& asks() const = 0;
  // Its public dataclasses, enums, named tuples and models, which the program may use, and types of handles.
  virtual const std::vector<TypeDeclaration>& types() const = 0;

  // The packages: mounts that any thread may ask.
  virtual const std::vector<Mount>& packages() const = 0;
  // What can be imported from them, without what is within packages.
  virtual std::vector<std::string> importable() = 0;

  // What the file has under a name, as an input. False: `problem` says why not.
  virtual bool input(const std::string& name, Data* value, std::string* problem) = 0;
  // The calls of its functions in a program's text whose arguments don't fit.
  virtual std::vector<Finding> check(const std::string& code, const std::string& name) = 0;

  // What a function of it calls its arguments, by their places, as far as that is known: "a/", which no keyword means; "*a", which takes
  // all others.
  virtual std::vector<std::string> parameters(const std::string& function) = 0;

  // Whether its `__migrate__` maps values of classes that have changed: migrate= of the Python package.
  virtual bool maps_old_values() const = 0;
  // The names of a state's classes that the file no longer has, unless it maps old values.
  virtual std::vector<std::string> gone(const std::vector<TypeDeclaration>& types) = 0;
  // Why a value of the file's classes can't be made, or its function doesn't take a call; empty otherwise.
  virtual std::string misfit(const Data& value) = 0;
  virtual std::string misfit(const Call& call) = 0;
  // Which field of a value that can be made isn't of the type that the class gives it; empty when all are.
  virtual std::string doubt(const Data& value) = 0;

  // Calls a function, asynchronous or not, and waits for its end. Nothing: Ctrl-C came meanwhile.
  virtual std::optional<Answer> call(const Call& call) = 0;

  // Calls a function that goes on in wait(). One that isn't asynchronous gets a thread of its own.
  virtual void begin(const Call& call) = 0;
  virtual void cancel(uint64_t call) = 0;  // no answer comes from it any more
  // Lets what was begun go on until something ends, or for this many seconds (0: what can go on without waiting; infinite is fine).
  // What has ended is appended, in the order in which it ended. False: Ctrl-C came.
  virtual bool wait(double seconds, std::vector<CallAnswer>* answers) = 0;

  // For a worker: its functions, as fermata.tool declares them, without what answers them; and those that a person is asked about first.
  virtual std::vector<durable::Tool> worker_tools(std::set<std::string>* approve, const std::string& callback_url, bool check_types) = 0;
  // From any thread. Asynchronous functions have a loop of their own here.
  virtual std::variant<Data, durable::Failure, durable::AnswersLater> answer(const durable::RunCall& call, uint64_t attempt) = 0;
};

// What the plugin exports under the name kToolsSymbol. No exception passes through it.
struct ToolsPlugin {
  const char* built_as;  // kToolsBuild, or it isn't used: the two share the layout of C++ objects
  // Null: `problem` says why, in words for the command line; a traceback was printed.
  Tools* (*open)(const ToolsOptions& options, std::string* problem);
};
inline constexpr const char* kToolsSymbol = "fermata_tools_plugin";
inline constexpr const char* kToolsFile = "libfermata-python.so";
#ifdef __SANITIZE_ADDRESS__
#define FERMATA_TOOLS_SANITIZED " sanitized"
#else
#define FERMATA_TOOLS_SANITIZED ""
#endif
inline constexpr const char* kToolsBuild = "fermata " FERMATA_VERSION ", " __VERSION__ FERMATA_TOOLS_SANITIZED;

struct Misfit {
  uint64_t call = 0;  // that waits; 0: of the session as a whole
  std::string text;
};
// What in a loaded session doesn't fit today's file.
std::vector<Misfit> misfits(Tools& tools, Session& session);
// What might not fit: for each class one value that has a field of another type; calls in the program's text, those that were made among
// them.
std::vector<std::string> doubts(Tools& tools, Session& session);

// Loads the plugin and has it import the file. Throws UsageProblem.
std::unique_ptr<Tools> open_tools(const ToolsOptions& options);

}  // namespace fermata::cli
