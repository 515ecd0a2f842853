// TurnSpans: what a turn tells of traces (fermata/durable/tracing.h): the steps of its program, attempts at calls, approvals that came
// before them. Owned by the turn, called from its thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "durable/tracing/span.h"
#include "fermata/durable/store.h"

namespace fermata::durable {

class TurnSpans {
 public:
  // `tracer` may be null: nothing is told then, and tools get what the run was submitted with. `worker`: its name.
  TurnSpans(Tracer* tracer, std::string worker) : tracer_(tracer), worker_(std::move(worker)) {}

  void begin(const Work& work);

  // The program is loaded, or goes on.
  void goes_on() { step_began_ns_ = now_ns(); }
  // It was saved as snapshot `seq`, and goes on from there, if it does.
  void step(uint64_t seq, const char* status, const Error* error = nullptr);
  void failed_step(uint64_t epoch);

  // An attempt begins. Gives RunCall::traceparent.
  std::string call_begins(const RunCall& call, bool is_client);
  // `outcome`: "answered", "raised", "timeout", "held", "deferred". `error`: its type; empty: none.
  void call_ends(uint64_t call, int64_t at_ns, const char* outcome, const std::string& error);

  // Whether this is to be told: the call's decisions are needed for that.
  bool is_about(const RunCall& call) const { return tracer_ && call.attempts <= 1 && call.asked.since && !call.policy.empty(); }
  void approval(const RunCall& call, const std::vector<Decided>& decisions);

 private:
  struct Begun {
    RunCall call;
    int64_t at_ns;
    bool is_client;
  };
  Span span(const char* name, TraceParent at, std::string parent, int64_t begin_ns, int64_t end_ns) const;

  Tracer* const tracer_;
  const std::string worker_;
  RunTrace trace_{};
  std::string traceparent_{};
  Span::Attributes of_run_{};
  int64_t step_began_ns_ = 0;
  std::map<uint64_t, Begun> under_way_{};
};

}  // namespace fermata::durable
