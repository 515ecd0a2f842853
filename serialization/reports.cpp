#include "serialization/reports.h"

#include <algorithm>

namespace fermata {

namespace {

Data count(uint64_t n) { return n <= uint64_t(INT64_MAX) ? Data(int64_t(n)) : Data::big_int(std::to_string(n)); }

Data spent_data(const Spent& spent) {
  return Data::dict({{"steps", count(spent.steps)},
                     {"time_ns", count(spent.time_ns)},
                     {"heap_bytes", count(spent.heap_bytes)},
                     {"output_bytes", count(spent.output_bytes)},
                     {"host_calls", count(spent.host_calls)},
                     {"wall_ns", count(spent.wall_ns)}});
}

Data places_data(const std::vector<Place>& places) {
  Data::Items list;
  for (const Place& place : places) list.push_back(Data::dict(data_of(place)));
  return Data::list(std::move(list));
}

Data error_data(const Error& error) {
  return Data::dict({{"type", error.type},
                     {"message", error.message},
                     {"hint", error.hint},
                     {"traceback", error.traceback},
                     {"frames", places_data(error.frames)}});
}

// A list of dicts, forms by their MIME types; nothing when the program has shown more than there is room for.
Data::Items displayed_data(const Session& session) {
  std::vector<Display> displayed;
  try {
    if (session.status() != Status::kCrashed) displayed = session.displayed();
  } catch (const UsageError&) {
    displayed.clear();
  }
  Data::Items list;
  for (Display& display : displayed) {
    Data::Pairs forms;
    for (Display::Form& form : display.forms) {
      const bool is_picture = form.type.starts_with("image/") && form.type != "image/svg+xml";
      forms.emplace_back(form.type, is_picture ? Data::bytes(std::move(form.data)) : Data(std::move(form.data)));
    }
    list.push_back(Data::dict(std::move(forms)));
  }
  return list;
}

}  // namespace

Data::Pairs data_of(const Place& place) {
  return {{"function", place.function},          {"file", place.file},
          {"line", int64_t(place.line)},         {"column", int64_t(place.column)},
          {"end_line", int64_t(place.end_line)}, {"end_column", int64_t(place.end_column)},
          {"source", place.source_line}};
}

Data data_of(const Call& call) {
  Data::Pairs kwargs;
  for (const auto& [name, value] : call.kwargs) kwargs.emplace_back(Data(name), value);
  Data::Pairs data{{"id", count(call.id)}, {"kind", to_string(call.kind)}};
  if (call.kind == Call::Kind::kTimer) {
    data.emplace_back("due", call.due);
  } else {
    data.emplace_back("function", call.function);
    data.emplace_back("args", Data::list(call.args));
    data.emplace_back("kwargs", Data::dict(std::move(kwargs)));
  }
  data.emplace_back("file", call.file);
  data.emplace_back("line", int64_t(call.line));
  return Data::dict(std::move(data));
}

Data::Pairs report_of(const Session& session) {
  const Outcome& outcome = session.outcome();
  Data::Items pending;
  for (const Call& call : session.pending()) pending.push_back(data_of(call));
  Data error;
  if (outcome.error) error = error_data(*outcome.error);
  Data::Pairs report{{"status", to_string(outcome.status)},
                     {"result", outcome.status == Status::kDone ? outcome.result : Data()},
                     {"stdout", session.output(1)},
                     {"stderr", session.output(2)},
                     {"error", std::move(error)},
                     {"limit", outcome.status == Status::kExhausted ? Data(outcome.limit) : Data()},
                     {"pending", Data::list(std::move(pending))},
                     {"spent", spent_data(session.spent())}};
  if (outcome.status == Status::kExhausted) report.emplace_back("frames", places_data(outcome.frames));
  if (!outcome.warnings.empty()) {
    Data::Items warnings;
    for (const Finding& f : outcome.warnings) warnings.push_back(Data(f.type + ": " + f.message));
    report.emplace_back("warnings", Data::list(std::move(warnings)));
  }
  if (outcome.crash)
    report.emplace_back("crash", Data::dict({{"signal", int64_t(outcome.crash->signal)},
                                             {"reason", outcome.crash->reason},
                                             {"last_call", outcome.crash->last_call ? data_of(*outcome.crash->last_call) : Data()},
                                             {"steps", int64_t(outcome.crash->steps)}}));
  if (outcome.result_is_repr) report.emplace_back("result_is_repr", true);
  if (Data::Items displayed = displayed_data(session); !displayed.empty()) report.emplace_back("display", Data::list(std::move(displayed)));
  return report;
}

std::string kind_name(Finding::Kind kind) {
  static constexpr const char* kNames[] = {"syntax", "unknown-name", "unknown-import", "arguments", "warning", "misfit"};
  return kNames[size_t(kind)];
}

Data::Pairs report_of(const std::string& file, const std::vector<Finding>& findings) {
  Data::Items list;
  for (const Finding& f : findings) {
    list.push_back(Data::dict({{"kind", kind_name(f.kind)},
                               {"type", f.type},
                               {"message", f.message},
                               {"file", file},
                               {"line", int64_t(f.line)},
                               {"column", int64_t(f.column)},
                               {"end_line", int64_t(f.end_line)},
                               {"end_column", int64_t(f.end_column)}}));
  }
  const auto bad = std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.kind != Finding::Kind::kWarning; });
  const bool good = bad == findings.end();
  return {{"status", good ? "done" : "raised"},
          {"result", Data()},
          {"stdout", ""},
          {"stderr", ""},
          {"error", good ? Data() : error_data({.type = bad->type, .message = bad->message, .traceback = bad->text})},
          {"limit", Data()},
          {"pending", Data::list()},
          {"spent", spent_data(Spent())},
          {"findings", Data::list(std::move(list))}};
}

}  // namespace fermata
