// A program that is run at once, alone, and kept nowhere.
#include <algorithm>
#include <memory>

#include "serialization/reports.h"
#include "server/api/body.h"
#include "server/api/handlers.h"
#include "server/running.h"

namespace fermata::server::api {

Response execute(Services& services, const Request& request, const Viewer& viewer) {
  constexpr uint64_t kMostMs = 60'000;
  Body body(request);
  std::string code = body.needed_text("code");
  Inputs inputs;
  for (auto& [name, value] : body.members("inputs").value_or(Data::Pairs())) inputs.emplace_back(name.as_str(), value);
  SessionOptions options;
  options.limits.time_ms = std::clamp<uint64_t>(body.count("timeout_ms").value_or(10'000), 1, kMostMs);
  options.limits.wall_ms = options.limits.time_ms;  // it has nobody to wait for but timers
  body.done();
  const auto running = std::make_shared<Running>();
  return {.rest =
              [&services, running, code = std::move(code), inputs = std::move(inputs), options, turn = services.execution(viewer)] {
                std::vector<Finding> findings;
                const auto session = services.session(code, "program.py", options, &findings);
                if (!session) return json(Data::dict(report_of("program.py", findings)));
                const Running::Entry entry(*running, *session);
                session->run_with({}, inputs);  // timers are waited for
                return json(Data::dict(report_of(*session)));
              },
          .ends = [running] { running->end(); }};
}

}  // namespace fermata::server::api
