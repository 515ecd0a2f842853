// Toolbox: the tools of a worker, and how much of each is in use: so many calls at once, so many in some time. Owned by the worker, asked
// by its turns from their threads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "fermata/durable/worker.h"

namespace fermata::durable {

class Toolbox {
 public:
  using Clock = std::chrono::steady_clock;

  // `tools` outlive it.
  explicit Toolbox(const std::vector<Tool>& tools);
  // Waits for calls that are at work still.
  ~Toolbox();
  Toolbox(const Toolbox&) = delete;
  Toolbox& operator=(const Toolbox&) = delete;

  const Tool* find(const std::string& function) const;

  // The right to call a tool once. It ends with the call, whoever waits for that.
  class Slot {
   public:
    Slot(Slot&& other) noexcept : box_(other.box_), tool_(other.tool_) { other.box_ = nullptr; }
    Slot& operator=(Slot&&) = delete;
    ~Slot() {
      if (box_) box_->give_back(*tool_);
    }

   private:
    friend class Toolbox;
    Slot(Toolbox& box, const Tool& tool) : box_(&box), tool_(&tool) {}
    Toolbox* box_;
    const Tool* tool_;
  };
  // Nothing: as many calls are under way, or have begun lately, as the tool allows.
  std::optional<Slot> take(const Tool& tool);

 private:
  struct Use {
    const Tool* tool;
    size_t at_work = 0;
    std::deque<Clock::time_point> begun{};  // within the time of its rate
  };
  void give_back(const Tool& tool);

  std::map<std::string, Use> uses_;  // by function; which there are doesn't change
  std::mutex mutex_;                 // of what is in them
  std::condition_variable ended_;
  size_t at_work_ = 0;
};

}  // namespace fermata::durable
