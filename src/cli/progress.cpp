#include "cli/progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "cli/files.h"
#include "cli/terminal.h"

namespace fermata::cli {

namespace {

std::string amount(uint64_t n) {
  return n < 10'000 ? std::to_string(n) : n < 10'000'000 ? fmt::format("{}k", n / 1000) : fmt::format("{}M", n / 1'000'000);
}

}  // namespace

Progress::Progress(bool wanted) : shows_(wanted && isatty(STDERR_FILENO)) {}

void Progress::show(const Session& session) {
  if (!shows_) return;
  const Spent spent = session.spent();
  std::string line = fmt::format("{} steps, {:.1f} s, {:.1f} MB, {} calls", amount(spent.steps), double(spent.time_ns) / 1e9,
                                 double(spent.heap_bytes) / 1e6, spent.host_calls);
  for (const Place& place : session.outcome().frames)
    line += fmt::format(", line {}: {}", place.line, beginning_of(visible_line(place.source_line), 40));
  write_all(STDERR_FILENO, "\r\x1b[K" + line);
  there_ = true;
}

void Progress::clear() {
  if (!there_) return;
  write_all(STDERR_FILENO, "\r\x1b[K");
  there_ = false;
}

}  // namespace fermata::cli
