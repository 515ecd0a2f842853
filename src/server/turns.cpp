#include "server/turns.h"

namespace fermata::server {

struct Turns::Turn {
  Turns* of = nullptr;  // null: it isn't counted yet
  std::string person{};

  ~Turn() {
    if (!of) return;
    const std::lock_guard lock(of->mutex_);
    --of->taken_;
    if (const auto one = of->of_.find(person); --one->second == 0) of->of_.erase(one);
  }
};

std::shared_ptr<void> Turns::take(const std::string& person) {
  const auto turn = std::make_shared<Turn>();
  turn->person = person;
  const std::lock_guard lock(mutex_);
  const auto found = of_.find(person);
  if (taken_ >= most_ || (found != of_.end() && found->second >= most_of_one_)) return nullptr;
  ++of_[person];
  ++taken_;
  turn->of = this;
  return turn;
}

}  // namespace fermata::server
