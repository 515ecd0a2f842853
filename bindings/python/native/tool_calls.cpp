#include "native/tool_calls.h"

#include <pybind11/stl.h>

#include "native/calls.h"

namespace fermata::python {

namespace {

durable::Failure::Kind kind_from(const std::string& name, const durable::RunCall& call) {
  using Kind = durable::Failure::Kind;
  if (name == "misfit") return call.policy.empty() ? Kind::kError : Kind::kHold;
  return name == "hold" ? Kind::kHold : name == "timeout" ? Kind::kTimeout : name == "final" ? Kind::kFinal : Kind::kError;
}

using Ended = std::variant<Data, durable::Failure, durable::AnswersLater>;

Ended failure_of(const Converter& converter, const py::object& hook, const durable::RunCall& call, py::handle exception) {
  try {
    const py::tuple told = called(hook, py::reinterpret_borrow<py::object>(exception));
    if (utf8_of(told[0]) == "later") return durable::AnswersLater(told[1].attr("within_ms").cast<uint64_t>());
    durable::Failure failure{kind_from(utf8_of(told[0]), call), converter.to_error(told[1])};
    failure.error.traceback = utf8_of(told[2]);
    return failure;
  } catch (py::error_already_set& error) {  // an exception that can't be shown
    error.discard_as_unraisable("fermata.Worker");
  }
  return durable::Failure{.error = converter.to_error(exception)};
}

}  // namespace

Ended answer_call(const ToolHooks& hooks, const durable::RunCall& call, uint64_t attempt) {
  return from_outside([&]() -> Ended {
    const Converter converter(*hooks.types);
    const py::object callback =
        hooks.callback_url.empty() ? py::none() : py::object(str_of(durable::callback_url(hooks.callback_url, call)));
    try {
      return data_of_result(converter, called(*hooks.answer, fields_of(converter, call.call), str_of(call.run), str_of(call.key), attempt,
                                              str_of(call.token), callback, str_of(call.traceparent)));
    } catch (py::error_already_set& error) {
      return failure_of(converter, *hooks.failure, call, exception_of(error));
    }
  });
}

std::string misfit_of(const ToolHooks& hooks, const Call& call) {
  return from_outside([&]() -> std::string {
    try {
      const py::tuple fields = fields_of(Converter(*hooks.types), call);
      return utf8_of(called(*hooks.misfit, fields[1], fields[2], fields[3]));
    } catch (py::error_already_set& error) {  // (a value that its class doesn't take)
      const Error told = Converter().to_error(error);
      return told.type + ": " + told.message;
    }
  });
}

std::vector<durable::Tool> tools_of(py::handle rows) {
  std::vector<durable::Tool> tools;
  for (py::handle item : rows) {
    const auto row = py::reinterpret_borrow<py::dict>(item);
    const auto number = [&](const char* field) { return row[field].cast<uint64_t>(); };
    tools.push_back({.function = utf8_of(row["name"]),
                     .asynchronous = row["asynchronous"].cast<bool>(),
                     .idempotent = row["idempotent"].cast<bool>(),
                     .kind = "python",
                     .retries = {.attempts = number("attempts"),
                                 .pause_ms = number("pause_ms"),
                                 .longest_ms = number("longest_ms"),
                                 .final = row["final"].cast<std::set<std::string>>(),
                                 .holds = row["hold"].cast<bool>()},
                     .timeout_ms = number("timeout_ms"),
                     .parameters = Converter().to_data(row["parameters"]),
                     .concurrency = number("concurrency"),
                     .rate = {number("rate_calls"), number("rate_ms")}});
  }
  return tools;
}

}  // namespace fermata::python
