// What the two targets of states share.
#pragma once

#include <cstdint>
#include <string_view>

#include "fermata/session.h"

namespace fermata {

inline void load_and_run(std::string_view bytes, bool json) {
  // The other encoding has a target of its own.
  if (bytes.empty() || (bytes[0] == '{') != json) return;
  SessionOptions options;
  options.functions = {"ask"};
  Limits limits;
  limits.steps = 200'000;
  limits.heap_bytes = 64 << 20;
  StateProblem problem;
  auto session = Session::load(bytes, options, &problem, &limits);
  if (!session) return;
  for (int stops = 0; stops < 3 && session->status() == Status::kPaused; ++stops) session->resume(session->pending()[0].id, Data(int64_t(1)));
  if (session->status() == Status::kPaused) session->save();
}

}  // namespace fermata
