// Jail: sessions whose programs run in processes that have nothing: no files, no network, no environment, no other process to see, and
// only the few system calls that an interpreter can't do without (SECURITY.md). A jailed session is a Session: the same functions, the
// same outcomes, the same bytes from save(). Host functions, clocks and on_output run in this process; a program's text is compiled, and
// a state read, on the other side.
//
//   fermata::Jail jail;
//   std::vector<fermata::Finding> findings;
//   auto session = jail.session(source, "agent.py", {.functions = {"lookup"}}, &findings);   // null: it can't be compiled
//   fermata::Outcome outcome = session->run_with({{"lookup", lookup}});
//   if (outcome.status == fermata::Status::kCrashed) …                                       // outcome.crash says how
//
// One process (the zygote) makes what all sessions share and forks the others from it; each of these serves one session and is then ended,
// so no session meets what another one left. (For those of one tenant a process may serve one after the other: JailedOptions.) A process
// that dies, hangs or sends what makes no sense is one session's Status::kCrashed: nothing else notices.
//
// A Jail may be used from any thread, and its sessions may outlive it; each session belongs to one thread at a time. It belongs to the
// process that made it: after fork() the other process needs one of its own (UsageError). Linux only.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "fermata/session.h"

namespace fermata {

// There is no jail to be had, and why: the program fermata-jail isn't found, the system has no seccomp filters, or lacks what
// JailOptions::requires names.
class JailError : public std::runtime_error {
 public:
  using runtime_error::runtime_error;
};

// A session's process has crashed while it was asked for something that has no outcome to say so: it was made, checked, looked at or saved.
class JailCrash : public JailError {
 public:
  JailCrash(const std::string& what, Crash how) : JailError(what + how.reason), crash(std::move(how)) {}
  Crash crash;
};

// Something that stands between a jailed program and the machine.
struct Wall {
  std::string name{};    // "seccomp", "no_new_privs", "user", "mount", "net", "pid", "ipc", "uts" (namespaces), "landlock", …
  bool stands = false;   // in the children of this jail
  std::string detail{};  // what it does: "12 calls allowed"; or why it isn't there: "unshare: Operation not permitted"
};

struct JailOptions {
  // The program fermata-jail. Empty: $FERMATA_JAIL, or where find_jail_program() finds it.
  std::string program{};
  // The most that a session's heap limit may be here (UsageError), and what its process's address space follows from; 0: no limit.
  uint64_t heap_bytes = Limits().heap_bytes;
  // So many processes wait ahead for sessions to come. 0: each is forked when it is needed.
  size_t spares = 2;
  // So many processes wait for another session of their tenants; of more, the one that has waited longest ends.
  size_t resting = 16;
  // There will be one session, or few one after the other: the process that makes what sessions share serves the first one itself, which
  // saves the time of forking another. Each of the others takes a start of fermata-jail. (None waits ahead, whatever `spares` says.)
  bool one_session = false;
  // Modules that are made in the zygote, so that importing them costs the sessions nothing. (Others are made by each that imports them.)
  std::vector<std::string> modules{};
  // A process that says nothing for this long after its time limit is over is ended as one that hangs. Without a time limit a program may
  // run for ever; what runs nothing (compiling, load(), save(), view(), …) then has a minute, and this.
  uint64_t grace_ms = 5'000;
  // Walls that must stand (JailError); "seccomp" always must.
  std::vector<std::string> required{};
};

struct JailedOptions {
  // kCalls: the state at each host call is kept here. When the process crashes, another one goes on from there with the answer that the
  // call was given: no host function is called twice, and output that was handed on isn't handed on again.
  enum class Checkpoint : uint8_t { kNone, kCalls };
  Checkpoint checkpoint = Checkpoint::kNone;
  // kCalls: so often at one place; the next crash there is an outcome.
  uint32_t restarts = 3;
  // Whose program it is. When such a session is over, its process tidies up and waits to serve this tenant's next one, which costs a
  // fraction of a new process; it is ended if it was interrupted, has crashed, or has grown. A program that takes over its process can
  // then reach later programs of this tenant, and of nobody else. Empty: nobody's; its process is a fresh one, and serves no other.
  std::string tenant{};
};

struct JailStats {
  uint64_t sessions = 0;  // processes that serve one now
  uint64_t spares = 0;    // that wait for one
  uint64_t resting = 0;   // that wait for another one of their tenants
  uint64_t forked = 0;    // so far
  uint64_t crashed = 0;   // of these
  int zygote = 0;         // its process id; 0: it has ended, or there is none (one_session)
};

class Jail {
 public:
  // Starts the zygote and waits until a child of it has said which walls stand. Throws JailError.
  explicit Jail(JailOptions options = {});
  ~Jail();
  Jail(const Jail&) = delete;
  Jail& operator=(const Jail&) = delete;

  // As Program::compile and the constructors of Session. Null: `findings` (not null) says why the text can't be compiled. Throws what
  // those throw, JailError when no process can be had, and JailCrash when the one that compiles it crashes, and so does another one.
  std::unique_ptr<Session> session(std::string_view source, std::string name, SessionOptions options, std::vector<Finding>* findings,
                                   JailedOptions jailed = {});
  std::unique_ptr<Session> session(SessionOptions options, JailedOptions jailed = {});  // with an empty program: to be fed
  // As Session::load. A state that makes the process crash is refused, too: `problem` of kind "crashed".
  std::unique_ptr<Session> load(std::string_view state, SessionOptions options, StateProblem* problem, const Limits* limits = nullptr,
                                JailedOptions jailed = {});

  // As Program::check. Throws JailError and JailCrash as session() does.
  std::vector<Finding> check(std::string_view source, std::string name, const std::vector<Grant>& functions = {},
                             const std::vector<std::string>& inputs = {}, JailedOptions jailed = {});

  const std::vector<Wall>& walls() const;
  JailStats stats() const;

  class Impl;

 private:
  std::shared_ptr<Impl> impl_;
};

// Is it one that a Jail gave? Its differences:
//   - After a crash status() is kCrashed; what is known here (outcome(), output(), pending(), spent()) is still there; save() gives the
//     state at the last call, if checkpoints are kept; anything else is a UsageError. load() such a state, or one saved earlier. What has
//     no outcome, like save() and view(), throws JailCrash when the process crashes meanwhile.
//   - on_output: yield(), and what on_output throws, reach the program at its next safepoint once the process hears of it. It waits for an
//     answer to each piece of output as long as on_output makes use of that, so that there is no difference for whoever always does.
//   - interrupt() takes a signal, and so a little longer.
bool is_jailed(const Session& session);
// For one that won't run any more: its process ends. What is known of it here is still there; anything else is a UsageError. Sessions that
// no Jail gave stay as they are.
void end_process(Session& session);
// The process that serves it, for tests and monitoring: 0 when none does.
int jailed_process(const Session& session);

// Where fermata-jail is: $FERMATA_JAIL, beside this program or the shared object that this code is in, or in their installation's
// libexec folder. Empty: nowhere.
std::string find_jail_program();

}  // namespace fermata
