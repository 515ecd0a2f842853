// What spans are made of, and which ids they have: they follow from a run's. Used by the store, which tells of a run's end, and by workers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fermata/durable/run.h"
#include "fermata/durable/tracing.h"

namespace fermata::durable {

struct Span {
  using Attributes = std::vector<std::pair<const char*, std::variant<std::string, int64_t>>>;
  const char* name = "";
  TraceParent at{};
  std::string parent{};              // a span's id; empty: it has none
  int64_t begin_ns = 0, end_ns = 0;  // since 1970
  Attributes attributes{};
  bool is_client = false;  // it asked another service
  bool failed = false;
};

int64_t now_ns();  // by this machine's clock

// The trace of a run. `traceparent`: that of its submission, or of the run that it is a fork or a child of; empty: none.
class RunTrace {
 public:
  RunTrace() = default;
  RunTrace(const Run& run, std::string_view traceparent);

  bool is_sampled() const { return sampled_; }
  TraceParent run() const { return at(""); }
  const std::string& parent_of_run() const { return parent_; }
  TraceParent step(uint64_t seq) const { return at("step\n" + std::to_string(seq)); }
  // The program crashed, or its state couldn't be loaded, when a worker had the run for the epoch'th time.
  TraceParent failed_step(uint64_t epoch) const { return at("failed step\n" + std::to_string(epoch)); }
  TraceParent call(uint64_t call, uint64_t attempt) const { return at("call\n" + std::to_string(call) + "\n" + std::to_string(attempt)); }
  TraceParent approval(uint64_t call, uint64_t decision) const {
    return at("approval\n" + std::to_string(call) + "\n" + std::to_string(decision));
  }
  // What made a call is the step that led to the snapshot which it first appeared in. A fork has calls of another run's steps.
  std::string parent_of(const RunCall& call) const { return is_fork_ ? run().span : step(call.seq).span; }

 private:
  TraceParent at(const std::string& part) const;

  std::string id_{}, trace_{}, parent_{};
  bool sampled_ = true, is_fork_ = false;
};

// What all spans of a run have.
Span::Attributes attributes_of(const Run& run);
// Texts that others chose are cut.
void add_attribute(Span& span, const char* name, std::string_view text);
void set_error(Span& span, std::string_view type);
// Of one that has ended.
Span run_span(const Run& run, std::string_view traceparent);

// The body of a request to a collector.
std::string otlp_json(const std::vector<Span>& spans, const OtlpOptions::Pairs& resource);

}  // namespace fermata::durable
