// The parent's end of the zygote: starts fermata-jail, has it fork children, keeps some ahead, learns how they ended. Owned by Jail::Impl,
// which all of a Jail's sessions share; every function may be called from any thread.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "fermata/jail.h"
#include "jail/wire/channel.h"
#include "jail/wire/control.h"

namespace fermata::jail {

// A jailed process, as its parent has it.
struct Child {
  Channel channel{Descriptor()};
  Descriptor process;  // a pidfd
  uint64_t number = 0;
  std::string tenant{};  // whose sessions it serves; empty: one session's
  Descriptor memory{};   // its /proc/PID/statm, once it has been asked for
  // Of one that has no zygote: what was launched, to be waited for, and what it ends with.
  pid_t launched = 0;
  Descriptor control;
  bool is_there() const { return channel.is_open(); }
  // Its id as this process sees it (the zygote knows it by the one that it has in its namespace); 0: it isn't known.
  pid_t pid() const;
  uint64_t resident_bytes();  // of its own, not of what it shares
  void signal(int number) const;
  // Ends it, whatever it does.
  void kill();
};
// Does nothing when that has ended; may be called from a signal's handler.
void signal_process(int pidfd, int number);

class ZygoteLink {
 public:
  explicit ZygoteLink(JailOptions options);  // throws JailError
  ~ZygoteLink();
  ZygoteLink(const ZygoteLink&) = delete;
  ZygoteLink& operator=(const ZygoteLink&) = delete;

  const JailOptions& options() const { return options_; }
  std::vector<Wall> walls() const;
  // A fresh process; for a tenant, one that has served it before, if one rests. Throws JailError.
  Child take(const std::string& tenant);
  // Ends one; what waitpid() would say of it, or -1. It waits for that: `why_it_ended` is for those that ended by themselves.
  int why_it_ended(Child& child);
  void retire(Child& child);
  void rest(Child& child);     // or retires it, if no tenant has a use for it or it has grown
  void give_up(Child& child);  // one that has crashed, or has to be taken for that
  JailStats stats() const;
  // After fork() the processes are the other one's: nothing may be asked of them, and they aren't to be ended.
  bool is_ours() const;
  void check_process() const;  // throws UsageError

 private:
  struct Asked {
    uint64_t number;
    Descriptor socket;  // the parent's end
  };
  void start();
  std::vector<Wall> start_only_child();
  void check_child();
  void check_walls();
  void stop();
  bool lives();  // the zygote
  Child& add_spare(Descriptor socket, Descriptor process, uint64_t number);
  Child next_spare();
  std::optional<Child> resting(const std::string& tenant);
  static void end(Child& child);
  int status_of(Child& child);
  void ask_for_child();
  void top_up();
  bool read_answer(bool waits, CommandAnswer* status);
  bool send(const Command& command, int descriptor);

  const JailOptions options_;
  mutable std::mutex mutex_;
  pid_t made_in_ = 0;
  pid_t zygote_ = 0;
  Descriptor control_;
  std::vector<Wall> walls_;
  std::deque<Asked> asked_;  // in the order in which their answers come
  std::deque<Child> spares_;
  std::list<Child> resting_;  // between two sessions of their tenants, their answers to kNext on the way; the last came last
  uint64_t next_number_ = 1;
  uint64_t sessions_ = 0, forked_ = 0, crashed_ = 0;
};

}  // namespace fermata::jail
