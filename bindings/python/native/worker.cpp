#include "native/worker.h"

#include <pybind11/stl.h>

#include <variant>

#include "native/calls.h"
#include "native/declarations.h"
#include "native/options.h"

namespace fermata::python {

namespace {

using Held = std::shared_ptr<const py::object>;

// What the tools' threads need.
struct Hooks {
  Held answer, failure, types;
};

// Runs in a thread of the library's, with the GIL.
template <class Run>
auto from_outside(Run run) {
  std::optional<py::gil_scoped_acquire> gil;
  in_python([&] { gil.emplace(); });
  return run();
}

template <class... Arguments>
py::object called(const py::object& function, const Arguments&... arguments) {
  const py::tuple args = py::make_tuple(arguments...);
  py::object value;
  in_python([&] { value = py::reinterpret_steal<py::object>(PyObject_CallObject(function.ptr(), args.ptr())); });
  if (!value) throw py::error_already_set();
  return value;
}

// What a tool raised, and what that means to the worker.
struct Raised {
  Error error;
  std::string kind;
};

Raised raised(const Converter& converter, const py::object& failure, py::handle exception) {
  try {
    const py::tuple told = called(failure, py::reinterpret_borrow<py::object>(exception));
    Raised raised{converter.to_error(told[1]), utf8_of(told[0])};
    raised.error.traceback = utf8_of(told[2]);
    return raised;
  } catch (py::error_already_set& error) {  // an exception that can't be shown
    error.discard_as_unraisable("fermata.Worker");
  }
  return {converter.to_error(exception), "error"};
}

Answer answer(const Hooks& hooks, const durable::RunCall& call, uint64_t attempt) {
  const auto end = from_outside([&]() -> std::variant<Data, Raised> {
    const Converter converter(*hooks.types);
    try {
      return data_of_result(converter, called(*hooks.answer, fields_of(converter, call.call), str_of(call.run), str_of(call.key), attempt));
    } catch (py::error_already_set& error) {
      return raised(converter, *hooks.failure, exception_of(error));
    }
  });
  if (const auto* data = std::get_if<Data>(&end)) return *data;
  const auto& [error, kind] = std::get<Raised>(end);
  if (kind == "hold") throw durable::HoldCall(error.message, error.traceback);
  if (kind == "timeout") throw durable::ToolTimeout(error.message, error.traceback);
  if (kind == "final") throw durable::FinalError(error);
  return error;
}

std::string ask_policy(const Held& function, const Held& types, const Call& call) {
  return from_outside([&] {
    try {
      return utf8_of(called(*function, fields_of(Converter(*types), call)));
    } catch (py::error_already_set& error) {  // (which can't leave the GIL's scope)
      const Error told = Converter().to_error(error);
      throw std::runtime_error("the policy raised " + told.type + ": " + told.message);
    }
  });
}

void tell(const Held& function, const std::string& run, const std::string& what) {
  from_outside([&] {
    try {
      called(*function, str_of(run), str_of(what));
    } catch (py::error_already_set& error) {
      error.restore();
      PyErr_WriteUnraisable(function->ptr());
    }
  });
}

Held held(const py::dict& hooks, const char* name) {
  const py::object hook = hooks[name];
  return hook.is_none() ? nullptr : shared_object(hook);
}

std::shared_ptr<Worker> make_worker(const Store& store, py::list tools, py::object functions, py::dict hooks, std::string name,
                                    std::vector<std::string> queues, size_t concurrency, uint64_t lease_ms, uint64_t poll_ms,
                                    uint64_t checkpoint_ms, py::object limits, bool jail) {
  durable::WorkerOptions options{.name = std::move(name),
                                 .queues = std::move(queues),
                                 .functions = grants_of(functions),
                                 .types = types_of(store.converter().table()),
                                 .concurrency = concurrency,
                                 .lease_ms = lease_ms,
                                 .poll_ms = poll_ms,
                                 .checkpoint_ms = checkpoint_ms,
                                 .limits = limits_of(limits).value_or(Limits()),
                                 .jailed = jail};
  options.jail.heap_bytes = options.limits.heap_bytes;
  std::vector<durable::Tool> list;
  for (py::handle item : tools) {
    const auto tool = py::reinterpret_borrow<py::dict>(item);
    const auto number = [&](const char* field) { return tool[field].cast<uint64_t>(); };
    list.push_back({.function = utf8_of(tool["name"]),
                    .asynchronous = tool["asynchronous"].cast<bool>(),
                    .idempotent = tool["idempotent"].cast<bool>(),
                    .kind = "python",
                    .retries = {.attempts = number("attempts"),
                                .pause_ms = number("pause_ms"),
                                .longest_ms = number("longest_ms"),
                                .final = tool["final"].cast<std::set<std::string>>(),
                                .holds = tool["hold"].cast<bool>()},
                    .timeout_ms = number("timeout_ms"),
                    .concurrency = number("concurrency"),
                    .rate = {number("rate_calls"), number("rate_ms")}});
  }
  return std::make_shared<Worker>(store, std::move(options), std::move(list), hooks);
}

}  // namespace

Worker::Worker(const Store& store, durable::WorkerOptions options, std::vector<durable::Tool> tools, py::dict hooks)
    : store_(store.open()) {
  const Held types = shared_object(store.converter().table());
  const Hooks needed{held(hooks, "answer"), held(hooks, "failure"), types};
  for (durable::Tool& tool : tools) {
    tool.answer = [needed](const durable::RunCall& call, uint64_t attempt) { return answer(needed, call, attempt); };
    options.tools.push_back(std::move(tool));
  }
  if (const Held policy = held(hooks, "policy"))
    options.policy = [policy, types](const Call& call) { return ask_policy(policy, types, call); };
  if (const Held told = held(hooks, "told"))
    options.told = [told](const std::string& run, const std::string& what) { tell(told, run, what); };
  const Released released;
  worker_ = std::make_unique<durable::Worker>(*store_, std::move(options));
}

Worker::~Worker() {
  const Released released;
  worker_.reset();
  store_.reset();
}

void Worker::run(bool drains) {
  const Released released;
  if (drains) worker_->drain();
  else worker_->run();
}

void define_worker(py::module_& m) {
  py::class_<Worker, std::shared_ptr<Worker>>(m, "Worker")
      .def(py::init(&make_worker), py::arg("store"), py::arg("tools"), py::arg("functions"), py::arg("hooks"), py::arg("name"),
           py::arg("queues"), py::arg("concurrency"), py::arg("lease_ms"), py::arg("poll_ms"), py::arg("checkpoint_ms"), py::arg("limits"),
           py::arg("jail"))
      .def("run", &Worker::run)
      .def("stop", &Worker::stop)
      .def_property_readonly("name", &Worker::name);
}

}  // namespace fermata::python
