#include "native/pool.h"

#include <pybind11/stl.h>

#include "native/convert.h"
#include "native/declarations.h"
#include "native/findings.h"
#include "native/gil.h"
#include "native/host_session.h"

namespace fermata::python {

void raise_jail_error(const std::string& message) {
  PyErr_SetObject(errors().attr("JailError").ptr(), str_of(message).ptr());
  throw py::error_already_set();
}

void set_crash(const JailCrash& crash) {
  const py::object type = py::module_::import("fermata._core.steps").attr("CrashError");
  const py::object error = type(str_of(crash.crash.reason), crash.crash.signal, py::none(), crash.crash.steps);
  PyErr_SetObject(type.ptr(), error.ptr());
}

std::shared_ptr<Pool> Pool::for_tenant(std::string tenant) const {
  JailedOptions its = jailed_;
  its.tenant = std::move(tenant);
  return std::make_shared<Pool>(jail_, std::move(its));
}

std::unique_ptr<Session> Pool::session(const std::string& code, const std::string& name, SessionOptions options) {
  std::vector<Finding> findings;
  std::unique_ptr<Session> session;
  {
    const Released released;
    session = jail_->session(code, name, std::move(options), &findings, jailed_);
  }
  if (!session) raise_syntax_error(findings);
  return session;
}

std::unique_ptr<Session> Pool::load(std::string_view state, SessionOptions options, const Limits* limits) {
  StateProblem problem;
  std::unique_ptr<Session> session;
  {
    const Released released;
    session = jail_->load(state, std::move(options), &problem, limits, jailed_);
  }
  if (!session) raise_state_error(problem.message, problem.kind);
  return session;
}

std::vector<Finding> Pool::check(const std::string& code, const std::string& name, const std::vector<Grant>& functions,
                                 const std::vector<std::string>& inputs) {
  const Released released;
  return jail_->check(code, name, functions, inputs, jailed_);
}

namespace {

std::shared_ptr<Pool> make_pool(size_t spares, size_t resting, std::vector<std::string> modules, uint64_t heap_bytes, uint64_t grace_ms,
                                std::vector<std::string> required, bool keeps_calls, uint32_t restarts) {
  const Released released;
  return std::make_shared<Pool>(
      std::make_shared<Jail>(JailOptions{.heap_bytes = heap_bytes,
                                         .spares = spares,
                                         .resting = resting,
                                         .modules = std::move(modules),
                                         .grace_ms = grace_ms,
                                         .required = std::move(required)}),
      JailedOptions{.checkpoint = keeps_calls ? JailedOptions::Checkpoint::kCalls : JailedOptions::Checkpoint::kNone,
                    .restarts = restarts});
}

py::list walls_of(const Pool& pool) {
  py::list list;
  for (const Wall& wall : pool.jail().walls()) list.append(py::make_tuple(str_of(wall.name), wall.stands, str_of(wall.detail)));
  return list;
}

py::tuple stats_of(const Pool& pool) {
  const JailStats s = pool.jail().stats();
  return py::make_tuple(s.sessions, s.spares, s.resting, s.forked, s.crashed);
}

}  // namespace

void define_pool(py::module_& m) {
  py::class_<Pool, std::shared_ptr<Pool>>(m, "Pool")
      .def(py::init(&make_pool), py::arg("spares"), py::arg("resting"), py::arg("modules"), py::arg("heap_bytes"), py::arg("grace_ms"),
           py::arg("required"), py::arg("keeps_calls"), py::arg("restarts"))
      .def("for_tenant", &Pool::for_tenant, py::arg("tenant"))
      .def("walls", &walls_of)
      .def("stats", &stats_of)
      .def("zygote", [](const Pool& pool) { return pool.jail().stats().zygote; });
}

}  // namespace fermata::python
