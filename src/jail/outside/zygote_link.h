// The parent's end of the zygote: starts fermata-jail, has it fork children, keeps some ahead, learns how they ended. Owned by Jail::Impl,
// which all of a Jail's sessions share; every function may be called from any thread.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <mutex>
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
  // Of one that has no zygote: what was launched, to be waited for, and what it ends with.
  pid_t launched = 0;
  Descriptor control;
  bool is_there() const { return channel.is_open(); }
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
  // A fresh process. Throws JailError.
  Child take();
  // Ends one; what waitpid() would say of it, or -1. It waits for that: `why_it_ended` is for those that ended by themselves.
  int why_it_ended(Child& child);
  void retire(Child& child);
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
  uint64_t next_number_ = 1;
  uint64_t sessions_ = 0, forked_ = 0, crashed_ = 0;
};

}  // namespace fermata::jail
