#include "native/worker.h"

#include <pybind11/stl.h>

#include <set>

#include "fermata/durable/tracing.h"
#include "native/calls.h"
#include "native/declarations.h"
#include "native/options.h"
#include "native/tool_calls.h"

namespace fermata::python {

namespace {

// Of fermata/_tools/policies.py's Ask.row().
durable::Ask ask_of(const py::tuple& fields) {
  durable::Ask ask{.note = utf8_of(fields[0]),
                   .roles = names_of(fields[1]),
                   .quorum = fields[2].cast<uint64_t>(),
                   .escalate = names_of(fields[5]),
                   .self_approval = fields[6].cast<bool>()};
  if (!fields[3].is_none()) ask.deadline_ms = fields[3].cast<uint64_t>();
  ask.on_deadline = durable::on_deadline_from(utf8_of(fields[4])).value_or(durable::OnDeadline::kDeny);
  return ask;
}

// What of a run is read when a policy asks for it, which may be later: it keeps the store open.
py::cpp_function inputs_of_run(const Held& types, const std::shared_ptr<const durable::PolicyRun>& run) {
  return [types, run] {
    Converter::Reviver revived((Converter(*types)));
    py::dict inputs;
    for (const auto& [name, value] : run->inputs()) inputs[str_of(name)] = revived(value);
    return inputs;
  };
}
py::cpp_function decisions_of_run(const Held& types, const std::shared_ptr<const durable::PolicyRun>& run,
                                  const std::shared_ptr<durable::Store>& store) {
  return [types, run, store] {
    std::vector<durable::PolicyDecision> decisions;
    {
      const Released released;
      decisions = run->decisions();
    }
    const Converter converter(*types);
    py::list list;
    for (const durable::PolicyDecision& decision : decisions) list.append(converter.to_python(facts_of(decision)));
    return list;
  };
}

// " (policy.py line 3)": where the innermost of the traceback's frames was that isn't this package's.
std::string place_of(const py::error_already_set& error) {
  std::string place;
  for (py::object trace = error.trace(); trace && !trace.is_none(); trace = trace.attr("tb_next")) {
    const std::string file = utf8_of(trace.attr("tb_frame").attr("f_code").attr("co_filename"));
    if (file.find("/fermata/_durable/") == file.npos) place = " (" + file + " line " + utf8_of(py::str(trace.attr("tb_lineno"))) + ")";
  }
  return place;
}

durable::PolicyVerdict ask_policy(const Held& function, const Held& types, const std::shared_ptr<durable::Store>& store,
                                  const durable::PolicyCall& call) {
  return from_outside([&]() -> durable::PolicyVerdict {
    const Converter converter(*types);
    py::tuple fields;
    try {
      fields = fields_of(converter, call.call);
    } catch (py::error_already_set& error) {  // the classes of its arguments don't take them, so no tool does: nobody needs to mend a
                                              // policy
      const Error told = Converter().to_error(error);
      return durable::PolicyVerdict::deny("its arguments can't be made: " + told.type + ": " + told.message);
    }
    try {
      const py::object said = called(*function, fields, converter.to_python(facts_of(*call.run)), inputs_of_run(types, call.run),
                                     decisions_of_run(types, call.run, store), call.attempt, or_none(call.asked), call.is_due);
      if (said.is_none()) return {};
      if (PyUnicode_Check(said.ptr())) return durable::PolicyVerdict::deny(utf8_of(said));
      return ask_of(said.cast<py::tuple>());
    } catch (py::error_already_set& error) {  // (which can't leave the GIL's scope)
      const Error told = Converter().to_error(error);
      throw std::runtime_error("the policy raised " + told.type + ": " + told.message + place_of(error));
    }
  });
}

void tell(const Held& function, const durable::WorkerNote& note) {
  from_outside([&] {
    try {
      called(*function, str_of(note.run), str_of(note.what), note.needs_somebody);
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

std::shared_ptr<Worker> make_worker(const Store& store, py::object types, py::list tools, py::object functions, py::dict hooks,
                                    std::string name, std::vector<std::string> queues, size_t concurrency, uint64_t lease_ms,
                                    uint64_t poll_ms, uint64_t checkpoint_ms, py::object limits, bool jail,
                                    std::map<std::string, std::string> programs, std::string callback_url, bool unknown_waits,
                                    py::list mounts, std::string otlp, std::string public_url, std::set<std::string> approve) {
  durable::WorkerOptions options{.name = std::move(name),
                                 .queues = std::move(queues),
                                 .functions = grants_of(functions),
                                 .types = types_of(types),
                                 .maps_old_values = !types.attr("migrate").is_none(),
                                 .unknown_waits = unknown_waits,
                                 .programs = std::move(programs),
                                 .approve = std::move(approve),
                                 .concurrency = concurrency,
                                 .lease_ms = lease_ms,
                                 .poll_ms = poll_ms,
                                 .checkpoint_ms = checkpoint_ms,
                                 .limits = limits_of(limits).value_or(Limits()),
                                 .jailed = jail,
                                 .public_url = std::move(public_url)};
  options.jail.heap_bytes = options.limits.heap_bytes;
  options.mounts = [given = shared_object(mounts)] {
    return with_gil([&] {
      std::vector<Mount> made;
      for (const py::handle mount : py::reinterpret_borrow<py::list>(*given)) made.push_back(mount_of(mount));
      return made;
    });
  };
  return std::make_shared<Worker>(store, std::move(options), tools_of(tools), hooks, std::move(callback_url), types, otlp);
}

}  // namespace

Worker::Worker(const Store& store, durable::WorkerOptions options, std::vector<durable::Tool> tools, py::dict hooks,
               std::string callback_url, const py::object& table, const std::string& otlp)
    : store_(store.open()) {
  const Held types = shared_object(table);
  const ToolHooks needed{held(hooks, "answer"), held(hooks, "misfit"), held(hooks, "failure"), types, std::move(callback_url)};
  for (durable::Tool& tool : tools) {
    tool.answer = [needed](const durable::RunCall& call, uint64_t attempt) {
      return durable::answer_from(answer_call(needed, call, attempt));
    };
    tool.misfit = [needed](const Call& call) { return misfit_of(needed, call); };
    options.tools.push_back(std::move(tool));
  }
  if (const Held policy = held(hooks, "policy"))
    options.policy = [policy, types, store = store_](const durable::PolicyCall& call) { return ask_policy(policy, types, store, call); };
  if (const Held told = held(hooks, "told")) options.told = [told](const durable::WorkerNote& note) { tell(told, note); };
  const Released released;
  options.tracer = durable::tracer_of(otlp, [told = options.told](const std::string& what) {
    if (told) told({.what = what});
  });
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
      .def(py::init(&make_worker), py::arg("store"), py::arg("types"), py::arg("tools"), py::arg("functions"), py::arg("hooks"),
           py::arg("name"), py::arg("queues"), py::arg("concurrency"), py::arg("lease_ms"), py::arg("poll_ms"), py::arg("checkpoint_ms"),
           py::arg("limits"), py::arg("jail"), py::arg("programs"), py::arg("callback_url"), py::arg("unknown_waits"), py::arg("mounts"),
           py::arg("otlp"), py::arg("public_url"), py::arg("approve"))
      .def("run", &Worker::run)
      .def("stop", &Worker::stop)
      .def_property_readonly("name", &Worker::name);
}

}  // namespace fermata::python
