// `--progress`: a line on the terminal about a program that runs, written anew a few times a second. Without a terminal on standard error
// there is none. Owned and called by drive.h.
#pragma once

#include <cstdint>

#include "fermata/session.h"

namespace fermata::cli {

class Progress {
 public:
  static constexpr uint64_t kEveryMs = 200;  // of running

  explicit Progress(bool wanted);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool shows() const { return shows_; }
  void show(const Session& session);  // which stands still
  void clear();                       // before anything else is written

 private:
  bool shows_;
  bool there_ = false;
};

}  // namespace fermata::cli
