#include "serialization/registers.h"

namespace fermata {

FrameStops::FrameStops(const SessionState& state) : waiting_(state.status == Status::kPaused) {
  if (!state.task || state.task->frames.empty()) return;
  top_ = &state.task->frames.back();
  for (Frame& f : state.task->frames) {
    if (!f.generator) continue;
    f.generator->pc = f.pc;
    f.generator->handled = f.handled;
  }
}

FrameStop FrameStops::of(const Task*, const Frame& frame) const {
  if (&frame == top_ && !waiting_) return {FrameStop::kAnywhere, frame.pc};
  return stop_at(frame.code, frame.pc);
}

FrameStop FrameStops::of(const Generator* generator) const {
  switch (GeneratorState(generator->state)) {
    case GeneratorState::kFresh: return {FrameStop::kFresh, 0};
    case GeneratorState::kFinished: return {FrameStop::kDone, 0};
    case GeneratorState::kRunning:
      if (top_ && top_->generator == generator && !waiting_) return {FrameStop::kAnywhere, generator->pc};
      break;
    case GeneratorState::kSuspended:
    case GeneratorState::kDelegating: break;
  }
  return stop_at(generator->code, generator->pc);
}

}  // namespace fermata
