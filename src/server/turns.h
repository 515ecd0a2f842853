// Turns: how many things of a kind are under way at once, in all and for one person. From any thread.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace fermata::server {

class Turns {
 public:
  Turns(size_t most, size_t most_of_one) : most_(most), most_of_one_(most_of_one) {}

  // It is over when what is given is gone, which must be before this is. Null: there are too many.
  std::shared_ptr<void> take(const std::string& person);

 private:
  struct Turn;

  const size_t most_, most_of_one_;
  std::mutex mutex_;
  size_t taken_ = 0;
  std::map<std::string, size_t> of_;  // only those who have any
};

}  // namespace fermata::server
