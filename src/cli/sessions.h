// Where the command's sessions are: in this process or, with --jail, in one that has nothing (fermata/jail.h).
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/files.h"
#include "fermata/jail.h"

namespace fermata::cli {

// That there is no jail to be had is the person's affair: UsageProblem.
template <class F>
auto jail_needed(F&& f) {
  try {
    return f();
  } catch (const JailError& error) {
    throw UsageProblem(std::string("there is no jail to be had: ") + error.what() + "; --no-jail does without");
  }
}

class Sessions {
 public:
  // `heap_bytes`: the most that one may ask for. Throws UsageProblem when there is no jail to be had.
  explicit Sessions(bool jailed, uint64_t heap_bytes = Limits().heap_bytes);

  // Null: `findings` says why the text can't be compiled.
  std::unique_ptr<Session> make(const ProgramText& text, SessionOptions options, std::vector<Finding>* findings);
  std::unique_ptr<Session> make(SessionOptions options);  // to be fed
  std::unique_ptr<Session> load(std::string_view state, SessionOptions options, StateProblem* problem, const Limits* limits = nullptr);
  // As Program::check.
  std::vector<Finding> check(const ProgramText& text, const std::vector<Grant>& functions = {},
                             const std::vector<std::string>& inputs = {});

 private:
  std::optional<Jail> jail_;
};

}  // namespace fermata::cli
