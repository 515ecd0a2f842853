// Several programs on one thread, each for a slice of time in turn.
#include <cstdio>
#include <memory>
#include <vector>

#include "fermata/session.h"

int main() {
  std::vector<fermata::Finding> findings;
  auto program = fermata::Program::compile("n = 0\nfor i in range(size):\n    n += i\nn", "count.py", &findings);
  if (!program) return 1;

  struct Job {
    int name;
    std::unique_ptr<fermata::Session> session;
  };
  std::vector<Job> jobs;
  for (int name = 1; name <= 3; ++name) {
    fermata::SessionOptions options;
    options.limits.steps = 1;  // start() has no slice: this stops it at once
    jobs.push_back({name, std::make_unique<fermata::Session>(program, options)});
    jobs.back().session->start({{"size", 4000 - name * 1000}});
    jobs.back().session->set_limits(fermata::Limits());
  }

  constexpr uint64_t kSlice = 500;  // steps
  while (!jobs.empty()) {
    std::vector<Job> unfinished;
    for (Job& job : jobs) {
      const fermata::Outcome outcome = job.session->run(kSlice);
      if (outcome.status == fermata::Status::kYielded) {
        unfinished.push_back(std::move(job));
      } else if (outcome.status == fermata::Status::kDone) {
        std::printf("job %d: %lld\n", job.name, static_cast<long long>(outcome.result.as_int()));
      }
    }
    jobs = std::move(unfinished);
  }
}
