#include "durable/worker/toolbox.h"

namespace fermata::durable {

Answer answer_from(std::variant<Data, Failure, AnswersLater> ended) {
  if (auto* value = std::get_if<Data>(&ended)) return std::move(*value);
  if (const auto* later = std::get_if<AnswersLater>(&ended)) throw *later;
  auto& [kind, error, after_ms] = std::get<Failure>(ended);
  switch (kind) {
    case Failure::Kind::kHold: throw HoldCall(error.message, error.traceback);
    case Failure::Kind::kTimeout: throw ToolTimeout(error.message, error.traceback);
    case Failure::Kind::kFinal: throw FinalError(std::move(error));
    case Failure::Kind::kError:
      if (after_ms) throw TryLater(std::move(error), after_ms);
      break;
  }
  return std::move(error);
}

Toolbox::Toolbox(const std::vector<Tool>& tools) {
  for (const Tool& tool : tools) uses_.emplace(tool.function, Use{&tool});
}

Toolbox::~Toolbox() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return at_work_ == 0; });
}

const Tool* Toolbox::find(const std::string& function) const {
  const auto use = uses_.find(function);
  return use == uses_.end() ? nullptr : use->second.tool;
}

std::optional<Toolbox::Slot> Toolbox::take(const Tool& tool) {
  std::lock_guard lock(mutex_);
  Use& use = uses_.at(tool.function);
  if (tool.concurrency && use.at_work >= tool.concurrency) return std::nullopt;
  if (tool.rate.calls) {
    const Clock::time_point now = Clock::now();
    while (!use.begun.empty() && now - use.begun.front() >= std::chrono::milliseconds(tool.rate.per_ms)) use.begun.pop_front();
    if (use.begun.size() >= tool.rate.calls) return std::nullopt;
    use.begun.push_back(now);
  }
  ++use.at_work;
  ++at_work_;
  return Slot(*this, tool);
}

void Toolbox::give_back(const Tool& tool) {
  std::lock_guard lock(mutex_);
  --uses_.at(tool.function).at_work;
  --at_work_;
  ended_.notify_all();
}

}  // namespace fermata::durable
