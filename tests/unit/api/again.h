// A session once more, from its saved state: what the tests of the API put between two steps, to show that nothing of a session is lost
// in a state. Included by tests/unit/api/*_test.cpp.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "fermata/session.h"

namespace fermata {

// Loaded from `encoding` with `options`, which must not change it. It saves to the bytes that it would have saved to before, in either
// encoding.
inline std::unique_ptr<Session> again(const Session& session, StateEncoding encoding = StateEncoding::kMessagePack,
                                      const SessionOptions& options = {}) {
  StateProblem problem;
  auto loaded = Session::load(session.save(encoding), options, &problem);
  EXPECT_TRUE(loaded) << problem.kind << ": " << problem.message;
  if (!loaded) return nullptr;
  EXPECT_EQ(loaded->save(StateEncoding::kMessagePack), session.save(StateEncoding::kMessagePack));
  EXPECT_EQ(loaded->save(StateEncoding::kJson), session.save(StateEncoding::kJson));
  return loaded;
}

}  // namespace fermata
