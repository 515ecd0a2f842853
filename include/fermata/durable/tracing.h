// Traces of runs for OpenTelemetry: what a worker does is told to a collector as spans, by OTLP over HTTP, as JSON.
//
//   fermata::durable::Worker worker(*store, {.tools = tools, .tracer = tracer_of("http://localhost:4318", told)});
//
// A run is a trace, or a part of the one that whoever submitted it named (Submission::traceparent). Its spans: fermata.run, from its
// submission to its end; fermata.step, each time the program ran from one snapshot to the next; fermata.call, each attempt at a call of a
// tool; fermata.approval, from when people were asked to when they had decided. All ids follow from those of the run, its snapshots and
// calls: whichever worker goes on with a run, its spans are of the one trace, and nothing has to be kept for that.
//
// They say which run, program, queue, function, attempt, status and type of error; never arguments, results or messages.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fermata::durable {

struct Span;  // durable/tracing/span.h

// A trace and a span of it, as the header `traceparent` of W3C's Trace Context names them.
struct TraceParent {
  std::string trace{};  // 32 hexadecimal digits
  std::string span{};   // 16
  bool sampled = true;  // spans of it are sent

  std::string text() const;  // "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
};
// Nothing: the text isn't one.
std::optional<TraceParent> trace_parent_from(std::string_view text);

// Where spans are sent, and what is said of who sends them.
struct OtlpOptions {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  std::string url{};  // "http://localhost:4318/v1/traces"; empty: nothing is sent
  Pairs headers{};
  Pairs resource{};  // attributes: "service.name"
  uint64_t timeout_ms = 10'000;
};
// What the environment says by the names that OpenTelemetry gives its variables: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME and so on
// (docs/operating.md). `url`: the collector's address instead of the environment's, to which /v1/traces is added. `told` hears of what
// can't be used. Throws UsageError for a `url` that isn't one.
OtlpOptions otlp_options(const std::string& url, const std::function<void(const std::string& what)>& told);

// Sends spans from a thread of its own. Nobody waits for it: when the collector doesn't take them for long, spans are dropped, and `told`
// hears how many. From any thread.
class Tracer {
 public:
  using Told = std::function<void(const std::string& what)>;
  // Throws StoreError when there is no libcurl.
  Tracer(OtlpOptions options, Told told);
  // What is left is sent, if that takes no more than a few seconds.
  ~Tracer();
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  void add(Span span) noexcept;
  uint64_t dropped() const;

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};
// One for otlp_options(); null: nothing is sent. It is no error, and `told`, that what the environment asks for can't be done.
std::shared_ptr<Tracer> tracer_of(const std::string& url, Tracer::Told told);

}  // namespace fermata::durable
