#include "durable/worker/turn_spans.h"

#include <utility>

namespace fermata::durable {

void TurnSpans::begin(const Work& work) {
  traceparent_ = work.traceparent;
  if (!tracer_) return;
  trace_ = RunTrace(work.run, work.traceparent);
  of_run_ = attributes_of(work.run);
}

Span TurnSpans::span(const char* name, TraceParent at, std::string parent, int64_t begin_ns, int64_t end_ns) const {
  Span span{.name = name, .at = std::move(at), .parent = std::move(parent), .begin_ns = begin_ns, .end_ns = end_ns, .attributes = of_run_};
  add_attribute(span, "fermata.worker", worker_);
  return span;
}

void TurnSpans::step(uint64_t seq, const char* status, const Error* error) {
  if (!tracer_) return;
  Span step = span("fermata.step", trace_.step(seq), trace_.run().span, step_began_ns_, now_ns());
  step.attributes.emplace_back("fermata.seq", int64_t(seq));
  add_attribute(step, "fermata.status", status);
  if (error) set_error(step, error->type);
  tracer_->add(std::move(step));
  goes_on();
}

void TurnSpans::failed_step(uint64_t epoch) {
  if (!tracer_) return;
  Span step = span("fermata.step", trace_.failed_step(epoch), trace_.run().span, step_began_ns_, now_ns());
  add_attribute(step, "fermata.status", "crashed");
  step.failed = true;
  tracer_->add(std::move(step));
}

std::string TurnSpans::call_begins(const RunCall& call, bool is_client) {
  if (!tracer_) return traceparent_;
  RunCall known{.call = {.id = call.call.id, .function = call.call.function}, .seq = call.seq, .attempts = call.attempts};
  under_way_.insert_or_assign(call.call.id, Begun{std::move(known), now_ns(), is_client});
  return trace_.call(call.call.id, call.attempts).text();
}

void TurnSpans::call_ends(uint64_t id, int64_t at_ns, const char* outcome, const std::string& error) {
  const auto begun = under_way_.extract(id);
  if (begun.empty()) return;
  const auto& [known, began_ns, is_client] = begun.mapped();
  Span call = span("fermata.call", trace_.call(id, known.attempts), trace_.parent_of(known), began_ns, at_ns);
  call.is_client = is_client;
  add_attribute(call, "fermata.function", known.call.function);
  call.attributes.emplace_back("fermata.call.id", int64_t(id));
  call.attributes.emplace_back("fermata.attempt", int64_t(known.attempts));
  add_attribute(call, "fermata.outcome", outcome);
  if (!error.empty()) set_error(call, error);
  tracer_->add(std::move(call));
}

void TurnSpans::approval(const RunCall& call, const std::vector<Decided>& decisions) {
  constexpr int64_t kMs = 1'000'000;
  const Decided* last = nullptr;
  for (const Decided& one : decisions)
    if (one.call == call.call.id) last = &one;
  if (!last) return;
  Span approval =
      span("fermata.approval", trace_.approval(call.call.id, last->number), trace_.parent_of(call), call.asked.since * kMs, last->at * kMs);
  add_attribute(approval, "fermata.function", call.call.function);
  approval.attributes.emplace_back("fermata.call.id", int64_t(call.call.id));
  add_attribute(approval, "fermata.verdict", to_string(last->verdict));
  tracer_->add(std::move(approval));
}

}  // namespace fermata::durable
