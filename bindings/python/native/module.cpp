// The module fermata._native: programs and sessions for the classes of fermata/*.py, which are what users see.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "native/convert.h"
#include "native/declarations.h"
#include "native/findings.h"
#include "native/gil.h"
#include "native/host_session.h"
#include "native/options.h"
#include "native/pool.h"
#include "native/sealing.h"
#include "native/store.h"
#include "native/worker.h"

namespace fermata::python {

namespace {

[[noreturn]] void raise_type(const char* format, py::handle value) {
  PyErr_Format(PyExc_TypeError, format, Py_TYPE(value.ptr())->tp_name);
  throw py::error_already_set();
}

std::string code_of(py::handle code) {
  if (!PyUnicode_Check(code.ptr())) raise_type("code must be a str, not '%.200s'", code);
  return utf8_of(code);
}
std::string name_of(py::handle name) {
  if (!PyUnicode_Check(name.ptr())) raise_type("the name of a program must be a str, not '%.200s'", name);
  return utf8_of(name);
}

// A Program, or the list of findings that say why there is none.
py::object compile(py::object code, py::object name) {
  std::vector<Finding> findings;
  const std::string text = code_of(code), file = name_of(name);
  std::shared_ptr<const Program> program;
  {
    py::gil_scoped_release released;
    program = Program::compile(text, file, &findings);
  }
  if (!findings.empty()) return findings_of(findings);
  return py::cast(std::const_pointer_cast<Program>(program));
}

py::list check(py::object code, py::object name, py::object functions, const std::vector<std::string>& inputs, Pool* pool) {
  const std::string text = code_of(code), file = name_of(name);
  const std::vector<Grant> granted = grants_of(functions);
  return findings_of(pool ? pool->check(text, file, granted, inputs) : Program::check(text, file, granted, inputs));
}

void take_surroundings(SessionOptions& options, py::handle surroundings) {
  const auto parts = py::reinterpret_borrow<py::tuple>(surroundings);
  const py::object seed = parts[0], clock = parts[1], zone = parts[2], entropy = parts[3];
  if (!seed.is_none()) options.seed = seed_of(seed);
  if (py::isinstance<py::tuple>(clock)) {
    const auto [start, step] = clock.cast<std::pair<double, double>>();
    options.clock = stepping_clock(start, step);
  } else if (!clock.is_none()) {
    options.clock = [ask = shared_object(clock)] { return with_gil([&] { return (*ask)().cast<double>(); }); };
  }
  if (!zone.is_none()) options.zone = utf8_of(zone);
  if (!entropy.is_none())
    options.entropy = [ask = shared_object(entropy)](std::span<uint8_t> bytes) {
      with_gil([&] {
        const py::object given = (*ask)(bytes.size());
        if (!PyBytes_Check(given.ptr()) || size_t(PyBytes_GET_SIZE(given.ptr())) != bytes.size())
          raise_usage("entropy must give as many bytes as it is asked for: " + std::to_string(bytes.size()));
        std::copy_n(PyBytes_AS_STRING(given.ptr()), bytes.size(), reinterpret_cast<char*>(bytes.data()));
      });
    };
  if (parts.size() == 4) return;
  const py::object files = parts[4], input = parts[5], environment = parts[6], arguments = parts[7];
  for (const py::handle file : files) {
    const auto [path, data] = file.cast<std::pair<py::object, py::bytes>>();
    options.files.push_back({utf8_of(path), std::string(data)});
  }
  if (!input.is_none()) options.standard_input = std::string(input.cast<py::bytes>());
  for (const py::handle variable : environment) {
    const auto [name, value] = variable.cast<std::pair<py::object, py::object>>();
    options.environment.emplace_back(utf8_of(name), utf8_of(value));
  }
  for (const py::handle argument : arguments) options.arguments.push_back(utf8_of(argument));
  for (const py::handle mount : parts[8]) options.mounts.push_back(mount_of(mount));
}

SessionOptions options_of(py::object grants, const std::optional<Limits>& limits, py::object table, py::handle surroundings,
                          bool allow_eval = true) {
  SessionOptions options{.functions = grants.is_none() ? Grants() : Grants(grants_of(grants)), .allow_eval = allow_eval};
  options.types = types_of(table);
  take_surroundings(options, surroundings);
  if (limits) options.limits = *limits;
  return options;
}

// `program` is a compiled one; its text and name, for a pool; or None, when the session is to be fed.
std::unique_ptr<HostSession> make_session(py::object program, py::object grants, py::object limits, py::object table,
                                          py::object surroundings, py::object allow_eval, Pool* pool) {
  HostSession::Make make;
  if (pool) {
    const auto [code, name] = program.is_none() ? std::pair<std::string, std::string>("", "<input>")
                                                : std::pair(code_of(py::tuple(program)[0]), name_of(py::tuple(program)[1]));
    make = [pool, code = code, name = name](SessionOptions options) { return pool->session(code, name, std::move(options)); };
  } else if (program.is_none()) {
    make = [](SessionOptions options) { return std::make_unique<Session>(std::move(options)); };
  } else {
    make = [text = program.cast<std::shared_ptr<Program>>()](SessionOptions options) {
      return std::make_unique<Session>(text, std::move(options));
    };
  }
  SessionOptions options = options_of(grants, limits_of(limits), table, surroundings, bool(py::bool_(allow_eval)));
  return std::make_unique<HostSession>(make, std::move(options), std::move(table));
}

std::unique_ptr<Session> load_here(std::string_view state, SessionOptions options, const Limits* limits) {
  StateProblem problem;
  std::unique_ptr<Session> session;
  {
    const Released released;
    session = Session::load(state, std::move(options), &problem, limits);
  }
  if (!session) raise_state_error(problem.message, problem.kind);
  return session;
}

std::unique_ptr<HostSession> load(py::object state, py::object grants, py::object limits, py::object table, py::object surroundings,
                                  py::object allow_eval, const Sealer* sealer, py::dict bound, Pool* pool) {
  std::string text;
  std::string_view bytes;
  if (sealer) {
    bytes = text = opened(*sealer, state, bound_of(bound));
  } else if (PyBytes_Check(state.ptr())) {
    bytes = {PyBytes_AS_STRING(state.ptr()), size_t(PyBytes_GET_SIZE(state.ptr()))};
  } else if (PyUnicode_Check(state.ptr())) {
    bytes = text = utf8_of(state);
  } else {
    raise_type("a state must be bytes or str, not '%.200s'", state);
  }
  const std::optional<Limits> given = limits_of(limits);
  SessionOptions options = options_of(grants, given, table, surroundings, bool(py::bool_(allow_eval)));
  options.maps_old_values = !table.attr("migrate").is_none();
  const Limits* const most = given ? &*given : nullptr;
  const auto make = [&](SessionOptions made) {
    return pool ? pool->load(bytes, std::move(made), most) : load_here(bytes, std::move(made), most);
  };
  return std::make_unique<HostSession>(make, std::move(options), std::move(table));
}

// A str or bytes, or sealed bytes.
py::object save(const HostSession& session, bool json, const Sealer* sealer, py::dict bound) {
  const Bound place = bound_of(bound);
  const std::string state = session.save(json);
  if (sealer) return sealed(*sealer, state, place);
  return json ? py::object(str_of(state)) : py::object(py::bytes(state));
}

py::list names_of(const std::vector<std::pair<std::string, std::string>>& variables) {
  py::list list;
  for (const auto& [name, shown] : variables) list.append(py::make_tuple(str_of(name), str_of(shown)));
  return list;
}

// As Row in fermata/_errors/frames.py, outermost first.
template <class Frames>
py::list frames_of(const Frames& frames) {
  py::list list;
  for (const auto& f : frames) {
    py::list locals;
    if constexpr (requires { f.locals; }) locals = names_of(f.locals);
    list.append(
        py::make_tuple(str_of(f.function), str_of(f.file), f.line, str_of(f.source_line), locals, f.column, f.end_line, f.end_column));
  }
  return list;
}

// Where a limit, or Ctrl-C between two slices, has stopped it.
py::list stood_at(const HostSession& session) {
  if (session.status() != Status::kYielded) return frames_of(session.outcome().frames);
  const SessionView view = session.view();
  return frames_of(std::vector<Place>(view.stack.begin(), view.stack.end()));
}

// (stack, globals, sources, tasks); a task is (name, stack).
py::tuple view_of(const HostSession& session) {
  const SessionView view = session.view();
  py::list tasks;
  for (const TaskView& task : view.tasks) tasks.append(py::make_tuple(str_of(task.name), frames_of(task.stack)));
  return py::make_tuple(frames_of(view.stack), names_of(view.globals), names_of(view.sources), tasks);
}

py::dict files_of(const HostSession& session) {
  py::dict files;
  for (const File& file : session.files())
    files[py::reinterpret_steal<py::object>(PyUnicode_DecodeFSDefaultAndSize(file.path.data(), Py_ssize_t(file.path.size())))] =
        py::bytes(file.data);
  return files;
}

// A list of dicts, bytes by MIME types.
py::list displayed_of(const HostSession& session) {
  py::list shown;
  for (const Display& display : session.displayed()) {
    py::dict forms;
    for (const auto& [type, data] : display.forms) forms[str_of(type)] = py::bytes(data);
    shown.append(forms);
  }
  return shown;
}

void set_store_error(const durable::StoreError& error) {
  static constexpr const char* kKinds[] = {"open", "version", "busy", "full", "damaged", "failed", "unknown", "sealed"};
  const py::object made = errors().attr("StoreError")(str_of(error.what()), kKinds[size_t(error.kind())]);
  PyErr_SetObject(py::type::handle_of(made).ptr(), made.ptr());
}

// Python's collector sees what a session holds: host functions may refer to the session that calls them.
HostSession* session_in(PyObject* self) {
  return static_cast<HostSession*>(reinterpret_cast<py::detail::instance*>(self)->get_value_and_holder().value_ptr());  // null: not made
                                                                                                                        // yet
}

void let_collect(PyHeapTypeObject* type) {
  type->ht_type.tp_flags |= Py_TPFLAGS_HAVE_GC;
  type->ht_type.tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    HostSession* const session = session_in(self);
    return session ? session->each_held([&](PyObject* held) { return held ? visit(held, arg) : 0; }) : 0;
  };
  type->ht_type.tp_clear = [](PyObject* self) {
    if (HostSession* session = session_in(self)) session->let_go();
    return 0;
  };
}

}  // namespace

PYBIND11_MODULE(_native, m) {
  m.doc() = "The engine, for the classes of the package fermata. Its names may change; those of the package don't.";
  m.def("compile", &compile, py::arg("code"), py::arg("name"));
  m.def("check", &check, py::arg("code"), py::arg("name"), py::arg("functions"), py::arg("inputs"), py::arg("pool") = py::none());
  m.def("load", &load, py::arg("state"), py::arg("grants"), py::arg("limits"), py::arg("types"), py::arg("surroundings"),
        py::arg("allow_eval"), py::arg("sealer") = py::none(), py::arg("bound") = py::dict(), py::arg("pool") = py::none());
  m.def("modules", &Program::modules);
  m.attr("READY") = int(Status::kReady);
  m.attr("DONE") = int(Status::kDone);
  m.attr("RAISED") = int(Status::kRaised);
  m.attr("PAUSED") = int(Status::kPaused);
  m.attr("EXHAUSTED") = int(Status::kExhausted);
  m.attr("YIELDED") = int(Status::kYielded);
  m.attr("CRASHED") = int(Status::kCrashed);
  m.attr("DEFAULT_LIMITS") = dict_of(Limits());
  define_current_call(m);
  define_sealer(m);
  define_pool(m);
  define_store(m);
  define_worker(m);
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const UsageError& error) {
      PyErr_SetObject(errors().attr("UsageError").ptr(), str_of(error.what()).ptr());
    } catch (const JailCrash& crash) {
      set_crash(crash);
    } catch (const JailError& error) {
      PyErr_SetObject(errors().attr("JailError").ptr(), str_of(error.what()).ptr());
    } catch (const durable::StoreError& error) {
      set_store_error(error);
    } catch (const durable::KeyConflict& error) {
      PyErr_SetObject(errors().attr("KeyConflictError").ptr(), str_of(error.what()).ptr());
    } catch (const durable::Refused& error) {
      PyErr_SetObject(errors().attr("RefusedError").ptr(), str_of(error.what()).ptr());
    }
  });

  py::class_<Program, std::shared_ptr<Program>>(m, "Program");

  py::class_<HostSession>(m, "Session", py::custom_type_setup(&let_collect))
      .def(py::init(&make_session), py::arg("program"), py::arg("grants"), py::arg("limits"), py::arg("types"), py::arg("surroundings"),
           py::arg("allow_eval"), py::arg("pool") = py::none())
      .def_readwrite("functions", &HostSession::functions)
      .def_property_readonly("stops", &HostSession::stops)
      .def("set_stops", &HostSession::set_stops, py::arg("stops"), py::arg("besides"))
      .def("check_stops", &HostSession::check_stops, py::arg("stops"), py::arg("besides"))
      .def_property("on_output", &HostSession::on_output, &HostSession::set_on_output)
      .def("show", &HostSession::show)
      .def("record",
           [](HostSession& s, py::str function, py::tuple args, py::object kwargs, uint32_t line, py::object value, py::object raised,
              uint64_t id) {
             s.record({function, args, kwargs, line, value, raised, id});
           })
      .def("start", [](HostSession& s, py::dict inputs, bool slice) { return int(s.start(inputs, slice)); })
      .def(
          "answer", [](HostSession& s, py::dict answers, bool slice, bool performed) { return int(s.answer(answers, slice, performed)); },
          py::arg("answers"), py::arg("slice"), py::arg("performed") = false)
      .def("answer_one", [](HostSession& s, uint64_t id, py::object value, bool slice) { return int(s.answer_one(id, value, slice)); })
      .def("fail_one", [](HostSession& s, uint64_t id, py::object exception, bool slice) { return int(s.fail_one(id, exception, slice)); })
      .def("resume_due", [](HostSession& s, bool slice) { return int(s.resume_due(slice)); })
      .def("resume_next", [](HostSession& s, bool slice) { return int(s.resume_next(slice)); })
      .def("now", &HostSession::now)
      .def("wall_time_left", &HostSession::wall_time_left)
      .def("end_waiting", [](HostSession& s) { return int(s.end_waiting()); })
      .def("go_on", [](HostSession& s, py::object limits, bool slice) { return int(s.go_on(limits_of(limits), slice)); })
      .def("feed",
           [](HostSession& s, py::object code, py::object name, py::dict inputs, py::object grants, py::object types, py::object taken,
              bool slice) { return findings_of(s.feed(code_of(code), name_of(name), inputs, grants, types, taken, slice)); })
      .def("raise_here", [](HostSession& s, py::object exception, py::object limits,
                            bool slice) { return int(s.raise(exception, limits_of(limits), slice)); })
      .def("abandon", &HostSession::abandon)
      .def("forget", &HostSession::forget, py::arg("keeps"))
      .def("close", &HostSession::close)
      .def_property_readonly("closed", &HostSession::is_closed)
      .def("process", &HostSession::process)
      .def_property_readonly("status", [](const HostSession& s) { return int(s.status()); })
      .def_property_readonly("stop", &HostSession::stop)
      .def("pending", &HostSession::pending)
      .def("next_due", &HostSession::next_due)
      .def("result", &HostSession::result, py::arg("for_show") = false)
      .def_property_readonly("result_is_repr", &HostSession::result_is_repr)
      .def("cause", &HostSession::cause)
      .def("error", &HostSession::error)
      .def("crash", &HostSession::crash)
      .def("frames", &stood_at)
      .def("warnings", [](const HostSession& s) { return findings_of(s.warnings()); })
      .def_property_readonly("limit", &HostSession::limit)
      .def("output", &HostSession::output)
      .def("spent", [](const HostSession& s, size_t stop) { return spent_of(s.spent(stop)); })
      .def("answered", &HostSession::answered)
      .def("limits", [](const HostSession& s) { return dict_of(s.limits()); })
      .def("types", &HostSession::types)
      .def("try_values", &HostSession::try_values)
      .def("save", &save, py::arg("json"), py::arg("sealer") = py::none(), py::arg("bound") = py::dict())
      .def("view", &view_of)
      .def("files", &files_of)
      .def("displayed", &displayed_of)
      .def("interrupt", &HostSession::interrupt);
}

}  // namespace fermata::python
