// Randomly damaged states are loaded and run on, or refused; nothing else may happen. FERMATA_DAMAGE sets how
// many of each encoding and program (tests/states/damage.py does the same through the command).
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "programs.h"

namespace fermata {
namespace {

std::string damaged(std::string bytes, std::mt19937_64& random) {
  const auto below = [&](size_t n) { return size_t(random() % (n ? n : 1)); };
  for (size_t times = 1 + below(4); times > 0; --times) {
    if (bytes.empty()) break;
    const size_t at = below(bytes.size());
    switch (below(8)) {
      case 0: bytes[at] = char(random()); break;
      case 1: bytes[at] ^= char(1 << below(8)); break;
      case 2: bytes.erase(at, 1 + below(4)); break;
      case 3: bytes.insert(at, 1, char(random())); break;
      case 4: bytes.resize(at); break;
      case 5: bytes[at] = char(bytes[at] + (random() % 2 ? 1 : -1)); break;
      case 6: {  // one piece over another
        const size_t from = below(bytes.size()), n = std::min(below(16), bytes.size() - std::max(from, at));
        bytes.replace(at, n, bytes.substr(from, n));
        break;
      }
      case 7: {  // a digit, for JSON
        const size_t digit = bytes.find_first_of("0123456789", at);
        if (digit != bytes.npos) bytes[digit] = char('0' + below(10));
        break;
      }
    }
  }
  return bytes;
}

void try_state(const std::string& bytes) {
  SessionOptions options = test_options();
  Limits limits = options.limits;
  limits.steps = 2'000'000;
  limits.heap_bytes = 64 << 20;
  StateProblem problem;
  auto session = Session::load(bytes, options, &problem, &limits);
  if (!session) {
    EXPECT_NE(problem.kind, "");
    EXPECT_NE(problem.message, "");
    return;
  }
  for (int stops = 0; stops < 3 && session->status() == Status::kPaused; ++stops) answer(*session);
  if (session->status() == Status::kPaused) session->save();
}

TEST(Damage, NeverCrashes) {
  const char* times_text = std::getenv("FERMATA_DAMAGE");
  const int times = times_text ? std::atoi(times_text) : 400;
  const char* seed_text = std::getenv("FERMATA_SEED");
  std::mt19937_64 random(seed_text ? std::strtoull(seed_text, nullptr, 10) : 1);
  for (const char* text : kStatePrograms) {
    auto session = start_program(text);
    for (int stop = 0; session->status() == Status::kPaused; ++stop) {
      if (stop % 3 == 0)
        for (const StateEncoding encoding : {StateEncoding::kMessagePack, StateEncoding::kJson}) {
          const std::string state = session->save(encoding);
          for (int i = 0; i < times / 8; ++i) {
            const std::string bad = damaged(state, random);
            if (const char* file = std::getenv("FERMATA_LAST")) {
              if (FILE* f = std::fopen(file, "wb")) std::fwrite(bad.data(), 1, bad.size(), f), std::fclose(f);
            }
            try_state(bad);
          }
        }
      answer(*session);
    }
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
