#include "durable/tracing/span.h"

#include <algorithm>
#include <chrono>

#include "base/utf8.h"
#include "durable/rows/text.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

constexpr size_t kLongest = 200;  // bytes of an attribute
constexpr int64_t kMs = 1'000'000;

constexpr int kInternal = 1, kClient = 3;  // kinds of spans
constexpr int kError = 2;                  // a status

bool is_hex(std::string_view text) { return text.find_first_not_of("0123456789abcdef") == text.npos; }
bool is_id(std::string_view text) { return is_hex(text) && text.find_first_not_of('0') != text.npos; }

// Big numbers are texts in OTLP's JSON.
Data attribute(std::string_view key, const std::variant<std::string, int64_t>& value) {
  const auto* number = std::get_if<int64_t>(&value);
  Data is = number ? Data::dict({{"intValue", std::to_string(*number)}}) : Data::dict({{"stringValue", std::get<std::string>(value)}});
  return Data::dict({{"key", std::string(key)}, {"value", std::move(is)}});
}

Data data_of(const Span& span) {
  Data::Items attributes;
  for (const auto& [key, value] : span.attributes) attributes.push_back(attribute(key, value));
  Data::Pairs pairs = {{"traceId", span.at.trace}, {"spanId", span.at.span}};
  if (!span.parent.empty()) pairs.emplace_back("parentSpanId", span.parent);
  Data::Pairs status;
  if (span.failed) status.emplace_back("code", kError);
  for (auto& pair : Data::Pairs{{"name", span.name},
                                {"kind", span.is_client ? kClient : kInternal},
                                {"startTimeUnixNano", std::to_string(span.begin_ns)},
                                {"endTimeUnixNano", std::to_string(std::max(span.begin_ns, span.end_ns))},
                                {"attributes", Data::list(std::move(attributes))},
                                {"status", Data::dict(std::move(status))}})
    pairs.push_back(std::move(pair));
  return Data::dict(std::move(pairs));
}

}  // namespace

std::string TraceParent::text() const { return "00-" + trace + "-" + span + (sampled ? "-01" : "-00"); }

std::optional<TraceParent> trace_parent_from(std::string_view text) {
  constexpr size_t kLength = 55;
  if (text.size() < kLength || text[2] != '-' || text[35] != '-' || text[52] != '-') return std::nullopt;
  const std::string_view version = text.substr(0, 2), trace = text.substr(3, 32), span = text.substr(36, 16), flags = text.substr(53, 2);
  if (!is_hex(version) || version == "ff" || !is_id(trace) || !is_id(span) || !is_hex(flags)) return std::nullopt;
  // A later version may have more behind it.
  if (text.size() > kLength && (version == "00" || text[kLength] != '-')) return std::nullopt;
  constexpr std::string_view kOdd = "13579bdf";
  return TraceParent{.trace = std::string(trace), .span = std::string(span), .sampled = kOdd.find(flags[1]) != kOdd.npos};
}

int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

RunTrace::RunTrace(const Run& run, std::string_view traceparent) : id_(run.id), is_fork_(!run.parent.empty() && !run.parent_call) {
  const auto given = trace_parent_from(traceparent);
  trace_ = given ? given->trace : sha256("fermata trace\n" + (run.root.empty() ? run.id : run.root)).substr(0, 32);
  sampled_ = !given || given->sampled;
  if (run.parent_call) parent_ = RunTrace({.id = run.parent}, "").run().span;
  else if (given) parent_ = given->span;
}

TraceParent RunTrace::at(const std::string& part) const {
  return {.trace = trace_, .span = sha256("fermata span\n" + id_ + "\n" + part).substr(0, 16), .sampled = sampled_};
}

Span::Attributes attributes_of(const Run& run) {
  Span span;
  for (const auto& [name, text] :
       {std::pair("fermata.run", &run.id), {"fermata.program", &run.name}, {"fermata.queue", &run.queue}, {"fermata.tenant", &run.tenant}})
    add_attribute(span, name, *text);
  return std::move(span.attributes);
}

void add_attribute(Span& span, const char* name, std::string_view text) {
  const std::string_view cut = text.substr(0, kLongest);
  span.attributes.emplace_back(name, std::string(cut.substr(0, utf8::valid_prefix(cut, utf8::Surrogates::kForbid))));
}

void set_error(Span& span, std::string_view type) {
  span.failed = true;
  add_attribute(span, "error.type", type);
}

Span run_span(const Run& run, std::string_view traceparent) {
  const RunTrace trace(run, traceparent);
  Span span{.name = "fermata.run",
            .at = trace.run(),
            .parent = trace.parent_of_run(),
            .begin_ns = run.created * kMs,
            .end_ns = run.ended.value_or(run.created) * kMs,
            .attributes = attributes_of(run)};
  add_attribute(span, "fermata.status", to_string(run.status));
  if (run.error) set_error(span, run.error->type);
  return span;
}

std::string otlp_json(const std::vector<Span>& spans, const OtlpOptions::Pairs& resource) {
  Data::Items all, of_resource;
  for (const Span& span : spans) all.push_back(data_of(span));
  for (const auto& [key, value] : resource) of_resource.push_back(attribute(key, value));
  const Data scope = Data::dict({{"scope", Data::dict({{"name", "fermata"}})}, {"spans", Data::list(std::move(all))}});
  const Data from = Data::dict({{"attributes", Data::list(std::move(of_resource))}});
  return to_json(Data::dict({{"resourceSpans", Data::list({Data::dict({{"resource", from}, {"scopeSpans", Data::list({scope})}})})}}));
}

}  // namespace fermata::durable
