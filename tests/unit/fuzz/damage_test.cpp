// Damaged states are loaded and run on, or refused; nothing else may happen. FERMATA_DAMAGE sets how many of each encoding, program and
// stop, FERMATA_SEED which, FERMATA_LAST a file for each before it is tried. tests/fuzz/damage.cpp does more of the same, faster.
#include <gtest/gtest.h>

#include <cstdlib>

#include "../serialization/programs.h"
#include "edit_state.h"
#include "targets.h"

namespace fermata {
namespace {

TEST(Damage, NeverCrashes) {
  const char* times_text = std::getenv("FERMATA_DAMAGE");
  const int times = times_text ? std::atoi(times_text) : 200;
  const char* seed_text = std::getenv("FERMATA_SEED");
  Random random(seed_text ? std::strtoull(seed_text, nullptr, 10) : 1);
  std::string before;
  for (const char* text : kStatePrograms) {
    auto session = start_program(text);
    for (int stop = 0; session->status() == Status::kPaused; ++stop) {
      if (stop % 3 == 0)
        for (const StateEncoding encoding : {StateEncoding::kMessagePack, StateEncoding::kJson}) {
          const std::string state = session->save(encoding);
          for (int i = 0; i < times; ++i) {
            const std::string bad = damaged_state(state, before.empty() ? state : before, random);
            if (const char* file = std::getenv("FERMATA_LAST")) {
              if (FILE* f = std::fopen(file, "wb")) std::fwrite(bad.data(), 1, bad.size(), f), std::fclose(f);
            }
            load_and_run(bad);
          }
          before = state;
        }
      answer(*session);
    }
  }
}

// Edits with the encoding kept whole do change something, and some of them get past the loader's door.
TEST(Damage, EditsReachTheirGoal) {
  Random random(7);
  auto session = start_program(kStatePrograms[1]);
  for (const StateEncoding encoding : {StateEncoding::kMessagePack, StateEncoding::kJson}) {
    const std::string state = session->save(encoding);
    int ran = 0, changed = 0;
    for (int i = 0; i < 100; ++i) {
      const std::string bad = edited_state(state, state, random);
      changed += bad != state;
      ran += load_and_run(bad) == StateFate::kRan;
    }
    EXPECT_GT(changed, 80);
    EXPECT_GT(ran, 5);
  }
}

// Every prefix of a state is refused.
TEST(Damage, TruncatedStates) {
  auto session = start_program(kStatePrograms[1]);
  for (const StateEncoding encoding : {StateEncoding::kMessagePack, StateEncoding::kJson}) {
    const std::string state = session->save(encoding);
    for (size_t n = 0; n + 2 < state.size(); n += encoding == StateEncoding::kJson ? 97 : 7) {
      StateProblem problem;
      EXPECT_FALSE(Session::load(std::string_view(state).substr(0, n), test_options(), &problem)) << n;
    }
  }
}

}  // namespace
}  // namespace fermata
