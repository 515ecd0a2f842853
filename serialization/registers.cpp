#include "serialization/registers.h"

namespace fermata {

FrameStops::FrameStops(const SessionState& state) {
  note(state.task, state.status == Status::kPaused);
  for (const SessionState::Thread& thread : state.threads)
    if (as<Task>(thread.task) != state.task) note(as<Task>(thread.task), false);
}

void FrameStops::note(Task* task, bool waits) {
  if (!task || task->frames.empty()) return;
  for (Frame& f : task->frames) {
    if (!f.generator) continue;
    f.generator->pc = f.pc;
    f.generator->handled = f.handled;
  }
  if (waits) return;
  const Frame& top = task->frames.back();
  tops_.insert(&top);
  if (top.generator) generators_.insert(top.generator);
}

FrameStop FrameStops::of(const Task*, const Frame& frame) const {
  if (tops_.contains(&frame)) return {FrameStop::kAnywhere, frame.pc};
  return stop_at(frame.code, frame.pc);
}

FrameStop FrameStops::of(const Generator* generator) const {
  switch (GeneratorState(generator->state)) {
    case GeneratorState::kFresh: return {FrameStop::kFresh, 0};
    case GeneratorState::kFinished: return {FrameStop::kDone, 0};
    case GeneratorState::kRunning:
      if (generators_.contains(generator)) return {FrameStop::kAnywhere, generator->pc};
      break;
    case GeneratorState::kSuspended:
    case GeneratorState::kDelegating: break;
  }
  return stop_at(generator->code, generator->pc);
}

}  // namespace fermata
