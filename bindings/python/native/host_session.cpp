#include "native/host_session.h"

#include <algorithm>

#include "fermata/jail.h"
#include "native/calls.h"
#include "native/declarations.h"
#include "native/errors.h"
#include "native/gil.h"
#include "native/pool.h"

namespace fermata::python {

namespace {

// A message that quotes damaged bytes.
py::object shown(const std::string& message) {
  return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(message.data(), Py_ssize_t(message.size()), "backslashreplace"));
}

}  // namespace

void raise_state_error(const std::string& message, const std::string& kind) {
  const py::object error = errors().attr("StateError")(shown(message), shown(kind));
  PyErr_SetObject(py::type::handle_of(error).ptr(), error.ptr());
  throw py::error_already_set();
}

// A session belongs to one thread at a time; within a host function that it called it is in use, too.
class HostSession::Use {
 public:
  explicit Use(const HostSession& session) : session_(session) {
    if (session.used_.exchange(true))
      raise_usage("the session is in use: by another thread, or by the host function or on_output that it waits for");
  }
  ~Use() {
    session_.used_ = false;
    if (session_.closed_) end_process(*session_.session_);  // (somebody closed it meanwhile)
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  const HostSession& session_;
};

void Printed::add(int stream, std::string_view text) {
  if (!wanted) return;
  if (texts.empty()) {
    since = std::chrono::steady_clock::now();
    has_line = false;
  }
  if (texts.empty() || texts.back().first != stream) texts.emplace_back(stream, std::string());
  texts.back().second += text;
  const bool ends_line = text.find('\n') != text.npos;
  has_line |= ends_line;
  if (session && ((at_line_ends && ends_line) || is_old())) session->yield();
}

bool Printed::is_old() const { return !texts.empty() && std::chrono::steady_clock::now() - since >= std::chrono::milliseconds(kSliceMs); }

namespace {

std::shared_ptr<Printed> set_up(SessionOptions& options) {
  auto printed = std::make_shared<Printed>();
  options.slice_steps = kSliceSteps;
  options.slice_ms = kSliceMs;
  options.on_output = [printed](int stream, std::string_view text) { printed->add(stream, text); };
  return printed;
}

}  // namespace

HostSession::HostSession(const Make& make, SessionOptions options, py::object table) : converter_(std::move(table)) {
  printed_ = set_up(options);
  session_ = make(std::move(options));
  printed_->session = session_.get();
  last_ = session_->outcome();
  take_stops();
  keep_stop();
}

void HostSession::check_open() const {
  if (closed_) raise_usage("the session was closed");
}

void HostSession::note_crash() {
  if (last_.status == Status::kCrashed || session_->status() != Status::kCrashed) return;
  last_ = session_->outcome();
  keep_stop();
}

template <class Ask>
auto HostSession::ask(Ask ask) const {
  check_open();
  try {
    const Released released;
    return ask();
  } catch (const JailCrash& crash) {
    const_cast<HostSession*>(this)->note_crash();
    set_crash(crash);
    throw py::error_already_set();
  } catch (const JailError& error) {
    raise_jail_error(error.what());
  } catch (const UsageError& error) {
    raise_usage(error.what());
  }
}

void HostSession::take_stops() {
  const PauseAt pause_at = session_->pause_at();
  if (pause_at.every) {
    pause_at_ = py::none();
    return;
  }
  py::set names;
  for (const std::string& name : pause_at.names) names.add(str_of(name));
  pause_at_ = py::frozenset(names);
}

namespace {
PauseAt pause_at_of(const py::object& stops) {
  PauseAt pause_at{.every = stops.is_none()};
  if (!pause_at.every)
    for (const py::handle name : stops) pause_at.names.insert(utf8_of(name));
  return pause_at;
}
}  // namespace

void HostSession::set_stops(py::object stops, const std::vector<std::string>& besides) {
  const PauseAt pause_at = pause_at_of(stops);
  ask([&] { session_->set_pause_at(pause_at, besides); });
  pause_at_ = std::move(stops);
}

void HostSession::check_stops(py::object stops, const std::vector<std::string>& besides) const {
  const PauseAt pause_at = pause_at_of(stops);
  ask([&] { session_->check_pause_at(pause_at, besides); });
}

void HostSession::keep_stop() {
  stops_.push_back({session_->output(1).size(), session_->output(2).size(), calls_.count(), session_->spent()});
}

const HostSession::Stop& HostSession::stop_at(size_t stop) const {
  if (stop < first_stop_ || stop > this->stop()) raise_usage("the session was fed since then");
  return stops_[stop - first_stop_];
}

Inputs HostSession::inputs_of(py::dict inputs) const {
  Inputs list;
  const Data whole = converter_.to_data(inputs);
  for (const auto& [name, data] : whole.pairs()) {
    if (!name.is_str()) raise_usage("the name of an input must be a str");
    list.emplace_back(name.as_str(), data);
  }
  return list;
}

void HostSession::set_on_output(py::object function) {
  on_output_ = std::move(function);
  printed_->wanted = !on_output_.is_none();
}

void HostSession::show() {
  const Use use(*this);
  if (session_->status() != Status::kYielded || printed_->is_due()) show_now();
}

// A text is removed before it is shown: on_output may raise.
void HostSession::show_now() {
  auto& texts = printed_->texts;
  if (texts.empty()) return;
  while (!texts.empty()) {
    const auto [stream, text] = std::move(texts.front());
    texts.pop_front();
    const py::object number = py::int_(stream), shown = str_of(text);
    py::object done;
    in_python([&] {
      done = py::reinterpret_steal<py::object>(PyObject_CallFunctionObjArgs(on_output_.ptr(), number.ptr(), shown.ptr(), nullptr));
    });
    if (!done) throw py::error_already_set();
  }
}

template <class Run>
Status HostSession::unlocked(Run run) {
  const Released released;
  last_ = run();
  return last_.status;
}

namespace {

PyObject* current_call = nullptr;  // a context variable, lives as long as the process

// While it lives functions can ask for the call that they answer: current_call() of fermata/_core/calls.py. (Set once for all calls of a
// run: it costs as much as a call.)
class Current {
 public:
  explicit Current(const py::object& answering)
      : token_(py::reinterpret_steal<py::object>(PyContextVar_Set(current_call, answering.ptr()))) {
    if (!token_) throw py::error_already_set();
  }
  ~Current() {
    const py::error_scope error;  // what is on its way
    if (PyContextVar_Reset(current_call, token_.ptr()) < 0) PyErr_Clear();
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  py::object token_;
};

}  // namespace

py::object Answering::fields() const {
  if (!call) return py::none();
  const py::object kwargs = given->kwargs.is_none() ? py::dict() : given->kwargs;
  return py::make_tuple(call->id, str_of(call->function), given->args, kwargs, str_of(call->file), call->line, "call", py::none());
}

void define_current_call(py::module_& m) {
  py::class_<Answering, std::shared_ptr<Answering>>(m, "Answering").def("fields", &Answering::fields);
  current_call = PyContextVar_New("fermata.current_call", nullptr);
  if (!current_call) throw py::error_already_set();
  m.attr("CURRENT_CALL") = py::handle(current_call);
}

template <class Run>
Status HostSession::advance(Run run, bool slice) {
  check_open();
  Status status;
  std::optional<Current> current;
  const auto slice_ends = std::chrono::steady_clock::now() + std::chrono::milliseconds(kSliceMs);
  printed_->at_line_ends = !slice;
  try {
    status = unlocked(run);
    for (;;) {
      if (!slice && (status != Status::kYielded || printed_->is_due())) show_now();
      if (status == Status::kYielded) {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (slice) break;
        status = unlocked([&] { return session_->run(); });
        continue;
      }
      if (status != Status::kPaused) break;
      auto [call, function] = next_call();
      if (call && !printed_->texts.empty()) {  // (with `slice`) it comes first
        status = Status::kYielded;
        break;
      }
      if (!call || (slice && std::chrono::steady_clock::now() >= slice_ends)) {  // its caller answers this one, and has had a turn
        if (!refuse_unfit()) break;
        status = last_.status;
        continue;
      }
      if (!current) current.emplace(py::cast(answering_));
      answer(call, std::move(function));
      status = last_.status;
    }
  } catch (const UsageError& error) {
    if (session_->status() != last_.status) {  // it has run: its clock gave no time
      last_ = session_->outcome();
      keep_stop();
    }
    raise_usage(error.what());
  } catch (...) {  // a KeyboardInterrupt, or what a clock raised: it can go on from here
    last_ = session_->outcome();
    keep_stop();
    throw;
  }
  keep_stop();
  return status;
}

const py::str& HostSession::name_of(const std::string& function) {
  if (function != name_text_) {
    name_ = str_of(function);
    name_text_ = function;
  }
  return name_;
}

std::pair<const Call*, py::object> HostSession::next_call() {
  const std::vector<Call>& pending = session_->pending();
  const auto plain = std::find_if(pending.begin(), pending.end(), [](const Call& c) { return c.kind == Call::Kind::kCall; });
  if (plain == pending.end() || pause_at_.is_none()) return {};
  const py::str name = name_of(plain->function);
  PyObject* function = PyDict_GetItemWithError(functions.ptr(), name.ptr());
  if (!function || PySet_Contains(pause_at_.ptr(), name.ptr()) == 1) return {};
  return {&*plain, py::reinterpret_borrow<py::object>(function)};
}

void HostSession::answer(const Call* plain, py::object held) {
  const uint64_t id = plain->id;
  const py::str name = name_of(plain->function);

  AnsweredCall call{name, py::none(), py::none(), plain->line, py::none(), py::none(), id};
  Weight weight;
  for (const Data& argument : plain->args) weight.add(argument);
  for (const auto& [keyword, argument] : plain->kwargs) weight.add(argument);
  Answer answer;
  struct Done {
    ~Done() { answering = {}; }
    Answering& answering;
  } const done{*answering_};
  try {
    Converter::Reviver revived(converter_);
    call.args = args_of(revived, *plain);
    if (!plain->kwargs.empty()) call.kwargs = kwargs_of(revived, *plain);
    PyObject* const kwargs = call.kwargs.is_none() ? nullptr : call.kwargs.ptr();
    *answering_ = {plain, &call};
    py::object value;
    in_python([&] { value = py::reinterpret_steal<py::object>(PyObject_Call(held.ptr(), call.args.ptr(), kwargs)); });
    if (!value) throw py::error_already_set();
    Data data = data_of_result(converter_, value);
    weight.add(data);
    call.value = std::move(value);
    answer = std::move(data);
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_Exception) || error.matches(errors().attr("Unanswered"))) throw;
    call.raised = exception_of(error);
    answer = error_of(id, call.raised);
  }
  calls_.add(std::move(call), weight.bytes());
  unlocked([&] { return session_->resume(id, answer); });
}

namespace {

bool may_have_objects(const Call& call) {
  const auto is_plain = [](const Data& data) { return data.type() < Data::Type::kList; };
  return !std::ranges::all_of(call.args, is_plain) ||
         !std::ranges::all_of(call.kwargs, is_plain, [](const auto& one) { return one.second; });
}

}  // namespace

bool HostSession::refuse_unfit() {
  std::vector<CallAnswer> refused;
  uint64_t newest = newest_;
  for (const Call& call : session_->pending()) {
    if (call.id <= newest_) continue;
    newest = std::max(newest, call.id);
    if (call.kind == Call::Kind::kTimer || !may_have_objects(call)) continue;
    try {
      fields_of(converter_, call);
    } catch (const py::error_already_set& error) {
      if (!error.matches(PyExc_Exception)) throw;
      Answer answer = error_of(call.id, exception_of(error));
      refused.push_back({call.id, std::move(answer)});
    }
  }
  newest_ = newest;
  if (refused.empty()) return false;
  unlocked([&] { return session_->resume(refused); });
  return true;
}

Status HostSession::start(py::dict inputs, bool slice) {
  const Use use(*this);
  const Inputs list = inputs_of(inputs);
  return advance([&] { return session_->start(list); }, slice);
}

Status HostSession::answer(py::dict answers, bool slice, bool performed) {
  const Use use(*this);
  std::vector<CallAnswer> list;
  for (const auto& [key, value] : answers) {
    if (!PyLong_Check(key.ptr())) raise_usage("calls are answered by their ids, which are numbers");
    const uint64_t id = PyLong_AsUnsignedLongLong(key.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      raise_usage("no call with id " + utf8_of(py::str(key)) + " is pending");
    }
    Answer answer;
    try {
      if (PyExceptionInstance_Check(value.ptr())) answer = error_of(id, value);
      else answer = performed ? data_of_result(converter_, value) : converter_.to_data(value);
    } catch (const py::error_already_set& error) {
      if (!performed || !error.matches(PyExc_Exception)) throw;
      answer = error_of(id, exception_of(error));
    }
    list.push_back({id, std::move(answer)});
  }
  return advance([&] { return session_->resume(list); }, slice);
}

Status HostSession::answer_one(uint64_t id, py::handle value, bool slice) {
  const Use use(*this);
  const Answer answer = converter_.to_data(value);
  return advance([&] { return session_->resume(id, answer); }, slice);
}

Status HostSession::fail_one(uint64_t id, py::handle exception, bool slice) {
  const Use use(*this);
  const Answer answer = error_of(id, exception);
  return advance([&] { return session_->resume(id, answer); }, slice);
}

Status HostSession::resume_due(bool slice) {
  const Use use(*this);
  return advance([&] { return session_->resume_due(); }, slice);
}

Status HostSession::resume_next(bool slice) {
  const Use use(*this);
  return advance([&] { return session_->resume_next(); }, slice);
}

Status HostSession::end_waiting() {
  const Use use(*this);
  if (session_->status() != Status::kPaused) return last_.status;
  last_ = ask([&] { return session_->end_waiting(); });
  if (last_.status != Status::kPaused) keep_stop();
  return last_.status;
}

double HostSession::now() const {
  const Use use(*this);
  try {
    return session_->now();
  } catch (const UsageError& error) {
    raise_usage(error.what());
  }
}

void HostSession::check_used_up(const Limits* limits) {
  if (const std::string problem = ask([&] { return session_->used_up(limits); }); !problem.empty())
    raise_usage(problem + "; give a higher one, or more=Limits(" + last_.limit + "=…) to add to it");
}

Status HostSession::go_on(const std::optional<Limits>& limits, bool slice) {
  const Use use(*this);
  check_used_up(limits ? &*limits : nullptr);
  if (limits) ask([&] { session_->set_limits(*limits); });
  return advance([&] { return last_.status == Status::kPaused ? last_ : session_->run(); }, slice);
}

Status HostSession::raise(py::handle exception, const std::optional<Limits>& limits, bool slice) {
  const Use use(*this);
  if (limits) check_used_up(&*limits);
  const Error error = converter_.to_error(exception);
  if (limits) ask([&] { session_->set_limits(*limits); });
  return advance([&] { return session_->raise(error); }, slice);
}

void HostSession::abandon() {
  const Use use(*this);
  last_ = ask([&] { return session_->abandon(); });
  keep_stop();
}

void HostSession::forget(const py::function& keeps) {
  const Use use(*this);
  ask([&] {
    session_->forget([&](std::string_view name) { return with_gil([&] { return keeps(str_of(name)).cast<bool>(); }); });
    if (session_->status() == Status::kCrashed) throw JailCrash("the session's process has crashed: ", *session_->outcome().crash);
  });
}

void HostSession::close() {
  closed_ = true;
  if (used_) return session_->interrupt();  // whoever uses it ends its process
  const Use use(*this);
}

int HostSession::process() const { return jailed_process(*session_); }

std::vector<Finding> HostSession::feed(const std::string& code, const std::string& name, py::dict inputs, py::object grants,
                                       py::object types, py::object taken, bool slice) {
  const Use use(*this);
  check_open();
  const auto take = [&](Outcome outcome) {
    first_stop_ += stops_.size();
    stops_.clear();
    calls_.clear();
    last_ = std::move(outcome);
    try {
      taken();
    } catch (...) {  // a KeyboardInterrupt
      keep_stop();
      throw;
    }
  };
  FeedOptions options{.name = name, .inputs = inputs_of(inputs)};
  if (!grants.is_none()) options.functions = grants_of(grants);
  options.types = types_of(types);
  std::vector<Finding> findings;
  std::optional<Outcome> first;
  printed_->at_line_ends = !slice;
  try {
    const Released released;
    first = session_->feed(code, options, &findings);
  } catch (const UsageError& error) {
    if (session_->status() != last_.status) {  // it has run: its clock gave no time
      take(session_->outcome());
      keep_stop();
    }
    raise_usage(error.what());
  } catch (...) {  // what its clock raised
    take(session_->outcome());
    keep_stop();
    throw;
  }
  if (!findings.empty()) return findings;
  take(std::move(*first));
  advance([&] { return last_; }, slice);
  return findings;
}

py::tuple HostSession::pending() const {
  const Use use(*this);
  const std::vector<Call>& pending = session_->pending();
  py::tuple list(pending.size());
  for (size_t i = 0; i < pending.size(); ++i) list[i] = fields_of(converter_, pending[i]);
  return list;
}

py::object HostSession::crash() const {
  const Use use(*this);
  const std::optional<Crash>& crash = last_.crash;
  if (!crash) return py::none();
  return py::make_tuple(crash->signal, str_of(crash->reason),
                        crash->last_call ? py::object(fields_of(converter_, *crash->last_call, /*for_show=*/true)) : py::none(),
                        crash->steps);
}

py::object HostSession::result(bool for_show) const {
  const Use use(*this);
  return Converter::Reviver(converter_, for_show)(last_.result);
}

Error HostSession::error_of(uint64_t call, py::handle exception) {
  raised_.emplace_back(call, py::reinterpret_borrow<py::object>(exception));
  if (raised_.size() > kMostRaised) {
    const auto oldest = std::move(raised_.front());  // freeing it may run code of the host's
    raised_.pop_front();
  }
  return converter_.to_error(exception);
}

py::object HostSession::cause() const {
  const Use use(*this);
  const uint64_t call = last_.error ? last_.error->call : 0;
  for (const auto& [id, exception] : raised_)
    if (call && id == call) return exception;
  return py::none();
}

py::object HostSession::error() const {
  const Use use(*this);
  return last_.error ? py::object(error_fields(converter_, *last_.error)) : py::object(py::none());
}

py::str HostSession::output(int stream, size_t stop) const {
  const Use use(*this);
  const Stop& at = stop_at(stop);
  return str_of(std::string_view(session_->output(stream)).substr(0, stream == 1 ? at.out : at.err));
}

Spent HostSession::spent(size_t stop) const { return stop_at(stop).spent; }

void HostSession::record(AnsweredCall call) {
  Weight weight;
  for (const py::object& part : {call.args, call.kwargs, call.value}) try {
      weight.add(converter_.to_data(part));
    } catch (const py::error_already_set&) {  // the host's own, and then it doesn't cross
    }
  calls_.add(std::move(call), weight.bytes());
}

py::list HostSession::answered(size_t stop) const { return calls_.first(stop_at(stop).calls); }

std::string HostSession::save(bool json) const {
  const Use use(*this);
  try {
    return ask([&] { return session_->save(json ? StateEncoding::kJson : StateEncoding::kMessagePack); });
  } catch (const py::error_already_set&) {
    throw;
  } catch (const std::runtime_error& error) {
    raise_state_error(error.what(), "not savable");
  }
}

py::list HostSession::types() const {
  const Use use(*this);
  py::list list;
  for (const TypeDeclaration& type : ask([&] { return session_->types(); }))
    list.append(py::make_tuple(int(type.kind), str_of(type.name), str_of(type.shape)));
  return list;
}

void HostSession::try_values(const std::string& type) {
  const Use use(*this);
  ask([&] {
    session_->each_value(type, [&](const Data& value) {
      with_gil([&] { converter_.to_python(value); });
      return true;
    });
  });
}

std::vector<File> HostSession::files() const {
  const Use use(*this);
  return ask([&] { return session_->files(); });
}

std::vector<Display> HostSession::displayed() const {
  const Use use(*this);
  return ask([&] { return session_->displayed(); });
}

SessionView HostSession::view() const {
  const Use use(*this);
  return ask([&] { return session_->view(); });
}

}  // namespace fermata::python
