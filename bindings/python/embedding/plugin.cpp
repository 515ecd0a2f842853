// The plugin behind the command's --tools (src/cli/tools.h): CPython in the command's process. What is easier said in Python is in
// tools_host.py. Between two calls nobody holds the GIL, so that the tools' own threads go on.
#include <pybind11/pybind11.h>

#include <csignal>
#include <cstdlib>
#include <optional>
#include <unordered_map>
#include <utility>

#include "cli/tools.h"
#include "embedding/tools_host.h"
#include "native/convert.h"
#include "native/declarations.h"
#include "native/options.h"
#include "native/tool_calls.h"

namespace fermata::python {

namespace {

using cli::ToolsOptions;

// CPython as python3 starts it: the environment variables that it reads, the folders of the virtual environment, else of the python3 that
// is in PATH. Throws std::runtime_error.
void start_python() {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.parse_argv = 0;
  config.install_signal_handlers = 0;  // Ctrl-C is the command's while the program runs, ours while a tool does
  std::string program = "python3";
  if (const char* environment = std::getenv("VIRTUAL_ENV"); environment && *environment)
    program = std::string(environment) + "/bin/python3";
  PyStatus status = PyConfig_SetBytesString(&config, &config.program_name, program.c_str());
  if (!PyStatus_Exception(status)) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status))
    throw std::runtime_error(std::string("CPython can't start: ") + (status.err_msg ? status.err_msg : "no reason given"));
}

// With its traceback, which pybind11 keeps separately.
py::object exception_of(const py::error_already_set& error) {
  if (error.trace()) PyException_SetTraceback(error.value().ptr(), error.trace().ptr());
  return error.value();
}

// While it lives, this thread is in Python and Ctrl-C raises KeyboardInterrupt there.
class InPython {
 public:
  InPython(PyThreadState*& thread, const struct sigaction& on_interrupt) : thread_(thread) {
    PyEval_RestoreThread(thread_);
    sigaction(SIGINT, &on_interrupt, &before_);
  }
  ~InPython() {
    sigaction(SIGINT, &before_, nullptr);
    thread_ = PyEval_SaveThread();
  }
  InPython(const InPython&) = delete;
  InPython& operator=(const InPython&) = delete;

 private:
  PyThreadState*& thread_;
  struct sigaction before_ = {};
};

class PythonTools : public cli::Tools {
 public:
  // Throws std::runtime_error; a traceback was printed then.
  explicit PythonTools(const ToolsOptions& options) {
    start_python();
    py::detail::get_internals();  // (made by a worker's thread they would know a state of that thread's which is gone)
    sigaction(SIGINT, nullptr, &on_interrupt_);
    thread_ = PyEval_SaveThread();
    try {
      InPython in(thread_, on_interrupt_);
      import_tools(options);
    } catch (...) {
      end_python();
      throw;
    }
  }
  ~PythonTools() override { end_python(); }

  const std::vector<Grant>& functions() const override { return functions_; }
  const std::set<std::string>& asks() const override { return asks_; }
  const std::vector<TypeDeclaration>& types() const override { return types_; }
  const std::vector<Mount>& packages() const override { return packages_; }
  std::vector<std::string> importable() override {
    InPython in(thread_, on_interrupt_);
    std::vector<std::string> names;
    for (py::handle name : py::list(host_.attr("importable")())) names.push_back(utf8_of(name));
    return names;
  }

  bool input(const std::string& name, Data* value, std::string* problem) override {
    InPython in(thread_, on_interrupt_);
    try {
      *value = converter_->to_data(host_.attr("input")(name));
      return true;
    } catch (const py::error_already_set& error) {
      *problem = converter_->to_error(error).message;
      return false;
    }
  }

  std::vector<Finding> check(const std::string& code, const std::string& name) override {
    InPython in(thread_, on_interrupt_);
    std::vector<Finding> findings;
    try {
      for (py::handle item : host_.attr("check")(str_of(code), str_of(name))) {
        const auto told = py::reinterpret_borrow<py::tuple>(item);
        const auto number = [&](size_t i) { return told[i].cast<uint32_t>(); };
        findings.push_back(
            {Finding::Kind::kArguments, utf8_of(told[1]), utf8_of(told[2]), number(3), number(4), number(5), number(6), utf8_of(told[7])});
      }
    } catch (py::error_already_set& error) {  // a function whose signature can't be found
      error.discard_as_unraisable("fermata --tools");
    }
    return findings;
  }

  std::vector<std::string> parameters(const std::string& function) override {
    InPython in(thread_, on_interrupt_);
    std::vector<std::string> names;
    for (py::handle name : py::list(host_.attr("parameters")(str_of(function)))) names.push_back(utf8_of(name));
    return names;
  }

  bool maps_old_values() const override { return maps_old_values_; }

  std::vector<std::string> gone(const std::vector<TypeDeclaration>& types) override {
    InPython in(thread_, on_interrupt_);
    py::list names;
    for (const TypeDeclaration& type : types) names.append(py::make_tuple(int(type.kind), str_of(type.name), str_of(type.shape)));
    std::vector<std::string> gone;
    for (py::handle name : py::list(host_.attr("gone")(names))) gone.push_back(utf8_of(name));
    return gone;
  }
  std::string misfit(const Data& value) override {
    InPython in(thread_, on_interrupt_);
    return problem_of([&] {
      converter_->to_python(value);
      return std::string();
    });
  }
  std::string doubt(const Data& value) override {
    InPython in(thread_, on_interrupt_);
    py::object made;
    const std::string problem = problem_of([&] {
      made = converter_->to_python(value);
      return std::string();
    });
    return problem.empty() ? problem_of([&] { return utf8_of(py::str(host_.attr("doubt")(made))); }) : std::string();
  }
  std::string misfit(const Call& call) override {
    InPython in(thread_, on_interrupt_);
    py::tuple args(call.args.size());
    py::dict kwargs;
    const std::string problem = problem_of([&] {
      args = args_of(call);
      kwargs = kwargs_of(call);
      return std::string();
    });
    if (!problem.empty()) {  // their number and names can be looked at all the same
      args = py::tuple(call.args.size());
      for (size_t i = 0; i < call.args.size(); ++i) args[i] = py::none();
      kwargs = py::dict();
      for (const auto& named : call.kwargs) kwargs[str_of(named.first)] = py::none();
    }
    const std::string other = problem_of([&] { return utf8_of(py::str(host_.attr("misfit")(call.function, args, kwargs))); });
    return problem + (problem.empty() || other.empty() ? "" : "; ") + other;
  }

  std::optional<Answer> call(const Call& call) override {
    InPython in(thread_, on_interrupt_);
    return answer_of(call.function, [&] { return host_.attr("call")(call.id, call.function, args_of(call), kwargs_of(call)); });
  }

  void begin(const Call& call) override {
    InPython in(thread_, on_interrupt_);
    names_[call.id] = call.function;
    std::optional<Answer> answer = answer_of(call.function, [&] {
      host_.attr("begin")(call.id, call.function, args_of(call), kwargs_of(call));
      return py::none();
    });
    if (!answer) answer = Error{.type = "KeyboardInterrupt"};
    if (std::holds_alternative<Error>(*answer)) early_.push_back({call.id, std::move(*answer)});
  }

  void cancel(uint64_t call) override {
    InPython in(thread_, on_interrupt_);
    names_.erase(call);
    std::erase_if(early_, [&](const CallAnswer& answer) { return answer.call == call; });
    answer_of("", [&] {
      host_.attr("cancel")(call);
      return py::none();
    });
  }

  std::vector<durable::Tool> worker_tools(std::set<std::string>* approve, const std::string& callback_url, bool check_types) override {
    InPython in(thread_, on_interrupt_);
    const py::object box = host_.attr("worker_toolbox")(check_types);
    for (py::handle name : box.attr("asks")) approve->insert(utf8_of(name));
    hooks_ = {shared_object(host_.attr("answer")), shared_object(box.attr("misfit")), shared_object(host_.attr("failure")),
              shared_object(host_.attr("values")), callback_url};
    std::vector<durable::Tool> tools = tools_of(box.attr("rows")());
    for (durable::Tool& tool : tools) tool.misfit = [this](const Call& call) { return misfit_of(hooks_, call); };
    return tools;
  }
  std::variant<Data, durable::Failure, durable::AnswersLater> answer(const durable::RunCall& call, uint64_t attempt) override {
    return answer_call(hooks_, call, attempt);
  }

  bool wait(double seconds, std::vector<CallAnswer>* answers) override {
    if (!early_.empty()) {
      for (CallAnswer& answer : std::exchange(early_, {})) answers->push_back(std::move(answer));
      return true;
    }
    InPython in(thread_, on_interrupt_);
    try {
      for (py::handle item : py::list(host_.attr("wait")(seconds))) {
        const auto ended = py::reinterpret_borrow<py::tuple>(item);
        const auto id = ended[0].cast<uint64_t>();
        const std::string name = std::exchange(names_[id], {});
        names_.erase(id);
        answers->push_back({id, ended[1].cast<bool>() ? *answer_of(name, [&] { return py::object(ended[2]); }) : error_of(name, ended[2])});
      }
      return true;
    } catch (py::error_already_set& error) {
      const bool interrupted = error.matches(PyExc_KeyboardInterrupt);
      if (!interrupted) error.discard_as_unraisable("fermata --tools");
      return !interrupted;
    }
  }

 private:
  void import_tools(const ToolsOptions& options) {
    const py::module_ module = py::reinterpret_steal<py::module_>(PyModule_New("fermata_tools_host"));
    const py::dict names = module.attr("__dict__");
    names["__builtins__"] = py::module_::import("builtins");
    const auto code = py::reinterpret_steal<py::object>(Py_CompileString(kToolsHost, "<fermata --tools>", Py_file_input));
    if (!code) throw py::error_already_set();
    if (!py::reinterpret_steal<py::object>(PyEval_EvalCode(code.ptr(), names.ptr(), names.ptr()))) throw py::error_already_set();
    names["prepare"]();
    sigaction(SIGINT, nullptr, &on_interrupt_);
    try {
      py::dict package;
      for (const PythonModule& text : kPackageModules) package[text.name] = text.text;
      host_ = names["Tools"](options.file, options.verbose, package);
      functions_ = grants_of(host_.attr("grants")());
      for (py::handle name : py::list(host_.attr("asks")())) asks_.insert(utf8_of(name));
      const py::object values = host_.attr("values");
      types_ = types_of(values);
      maps_old_values_ = !values.attr("migrate").is_none();
      converter_.emplace(values);
    } catch (py::error_already_set& error) {
      names["show_failed_import"](exception_of(error));
      const bool lacks_us = error.matches(PyExc_ModuleNotFoundError) && py::str(error.value().attr("name")).equal(py::str("fermata"));
      const char* why =
          lacks_us ? ": it needs the Python package, too (pip install fermata-lang, or PYTHONPATH=build/bindings/python)" : "";
      throw std::runtime_error("'" + options.file + "' can't be imported" + why);
    }
    read_packages(options.packages);
    if (functions_.empty() && !options.file.empty())
      throw std::runtime_error("'" + options.file + "' has no public function, nor an __all__ with some");
  }

  void read_packages(const std::vector<std::string>& packages) {
    if (packages.empty()) return;
    py::list names;
    for (const std::string& package : packages) names.append(py::reinterpret_steal<py::object>(PyUnicode_DecodeFSDefault(package.c_str())));
    try {
      for (py::handle mount : py::list(host_.attr("mounts")(names))) packages_.push_back(mount_of(mount));
    } catch (py::error_already_set& error) {
      throw std::runtime_error(converter_->to_error(error).message);
    }
  }

  void end_python() {
    PyEval_RestoreThread(thread_);
    sigaction(SIGINT, &on_interrupt_, nullptr);
    try {
      if (host_) host_.attr("close")();
    } catch (py::error_already_set& error) {
      if (!error.matches(PyExc_KeyboardInterrupt)) error.discard_as_unraisable("fermata --tools");
    }
    host_ = {};
    hooks_ = {};
    packages_.clear();
    converter_.reset();
    Py_FinalizeEx();
  }

  py::tuple args_of(const Call& call) const {
    py::tuple args(call.args.size());
    for (size_t i = 0; i < call.args.size(); ++i)
      PyTuple_SET_ITEM(args.ptr(), Py_ssize_t(i), converter_->to_python(call.args[i]).release().ptr());
    return args;
  }
  py::dict kwargs_of(const Call& call) const {
    py::dict kwargs;
    for (const auto& [name, value] : call.kwargs) kwargs[str_of(name)] = converter_->to_python(value);
    return kwargs;
  }

  // What `run` gives, or what it raises, in Python's words.
  template <class Run>
  std::string problem_of(const Run& run) {
    try {
      return run();
    } catch (const py::error_already_set& error) {
      return converter_->to_error(error.value()).message;
    }
  }

  // What `run` gives, for the program, or what it raises. Nothing: Ctrl-C.
  template <class Run>
  std::optional<Answer> answer_of(const std::string& name, const Run& run) {
    try {
      return data_of_result(*converter_, run());
    } catch (py::error_already_set& error) {
      if (error.matches(PyExc_KeyboardInterrupt)) return std::nullopt;
      return error_of(name, exception_of(error));
    } catch (const std::exception& error) {
      return Error{.type = "RuntimeError", .message = name + "(): " + error.what()};
    }
  }
  Answer error_of(const std::string& name, py::handle exception) {
    try {
      host_.attr("tell")(exception, name);
    } catch (py::error_already_set& error) {  // an exception that can't be shown
      error.discard_as_unraisable("fermata --tools");
    }
    return converter_->to_error(exception);
  }

  PyThreadState* thread_ = nullptr;
  struct sigaction on_interrupt_ = {};
  std::optional<Converter> converter_;
  py::object host_;
  ToolHooks hooks_;
  std::vector<Grant> functions_;
  std::set<std::string> asks_;
  std::vector<TypeDeclaration> types_;
  std::vector<Mount> packages_;
  bool maps_old_values_ = false;
  std::unordered_map<uint64_t, std::string> names_;  // of the calls that were begun
  std::vector<CallAnswer> early_;                    // of those that couldn't be
};

cli::Tools* open(const ToolsOptions& options, std::string* problem) {
  try {
    return new PythonTools(options);
  } catch (const std::exception& error) {
    *problem = error.what();
    return nullptr;
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const cli::ToolsPlugin fermata_tools_plugin = {cli::kToolsBuild, open};

}  // namespace fermata::python
