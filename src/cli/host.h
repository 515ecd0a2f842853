// Who answers the calls of a session on the command line: commands (`--handler`), functions in Python (`--tools`), and the clock. What
// needs approval, and what nobody here knows, is left pending. Owned by the commands, asked by drive.h and the repl.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/handlers.h"
#include "cli/tools.h"
#include "fermata/session.h"

namespace fermata::cli {

class Host {
 public:
  // Throws UsageProblem.
  explicit Host(const HostOptions& options);

  // Nobody but the person at the command line answers.
  bool is_empty() const { return tool_names_.empty() && handlers_.names().empty(); }
  bool has(const std::string& function) const;
  bool needs_approval(const Call& call) const { return pause_at_.at(call.function) && !approved_.contains(call.id); }
  // Which functions aren't called without approval: as its options say, and, for a loaded session, as its state does.
  const PauseAt& pause_at() const { return pause_at_; }
  void keep(Session& session);
  // How a call that waits for approval in this state is approved; empty when none does.
  std::string advice(const Session& session, const std::string& state) const;
  bool answers(const Call& call) const { return call.kind != Call::Kind::kTimer && has(call.function) && !needs_approval(call); }
  // This call may be made.
  void approve(uint64_t call) { approved_.insert(call); }
  // No call is made: the functions give their names only.
  void hold_all() { pause_at_.every = true; }

  // What the program may call: the functions of the handlers and the tools, and `--async`.
  std::vector<Grant> grants() const;
  // Classes of the tools' that it may use.
  std::vector<TypeDeclaration> types() const { return tools_ ? tools_->types() : std::vector<TypeDeclaration>(); }
  // Packages that it may import.
  std::vector<Mount> packages() const { return tools_ ? tools_->packages() : std::vector<Mount>(); }
  bool maps_old_values() const { return tools_ && tools_->maps_old_values(); }
  // Throws BadState if a state, or a call in it that these answers aren't for, doesn't fit the tools.
  void check_fits(Session& session, const std::vector<CallAnswer>& answers, const std::string& state);
  // What the --tools file has under that name. Throws UsageProblem.
  Data input(const std::string& name);

  // Asynchronous ones of the tools go on while the program runs: after that many steps it stops for look(). 0: there are none.
  uint64_t slice_steps() const;
  void look(const Session& session);

  struct Event {
    enum class Kind : uint8_t {
      kAnswers,      // for resume()
      kDue,          // the next timer: for resume_next()
      kNobody,       // what is pending stays pending
      kTimeOver,     // of limits().wall_ms: for end_waiting()
      kInterrupted,  // Ctrl-C, while a function ran or a timer was waited for: it stays pending
    };
    Kind kind = Kind::kNobody;
    std::vector<CallAnswer> answers{};
  };
  // The next thing that happens to a session that is paused: waits for it. `sleeps`: timers are waited for.
  Event next(const Session& session, bool sleeps);

 private:
  std::optional<Event> waited(double seconds);
  void follow(const std::vector<Call>& pending);

  Handlers handlers_;
  PauseAt pause_at_;
  std::set<std::string> free_;
  std::vector<std::string> async_;
  std::string tools_file_;
  std::unique_ptr<Tools> tools_;
  std::set<std::string> tool_names_;
  std::set<uint64_t> approved_, begun_, looked_at_;  // ids of calls; begun_: the tools' own, on their way
  std::vector<CallAnswer> ended_;
};

}  // namespace fermata::cli
