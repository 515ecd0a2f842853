// A Session whose program runs in a jailed process: each of its functions is a request to that, and what the process says is kept here, so
// that looking at it asks nobody. Made by Jail; what the process sends is as hostile as a state.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fermata/session.h"
#include "jail/outside/zygote_link.h"
#include "jail/wire/parts.h"
#include "session/mounts.h"

namespace fermata::jail {

// What a request's questions may ask.
struct Callbacks {
  const std::function<bool(std::string_view)>* keeps = nullptr;
  const std::function<bool(const Data&)>* each = nullptr;
};

class JailedSession final : public Session {
 public:
  // `link` may be null when `child` isn't the zygote's (tests).
  JailedSession(std::shared_ptr<ZygoteLink> link, Child child, SessionOptions options, JailedOptions jailed);
  ~JailedSession() override;
  // Each once, before anything else. False: `findings`, or `problem`, says why. After check() it is of no more use.
  std::vector<Finding> check(std::string_view source, const std::string& name, const std::vector<Grant>& functions,
                             const std::vector<std::string>& inputs);
  bool open(std::string_view source, const std::string& name, std::vector<Finding>* findings);
  bool load(std::string_view state, const Limits* limits, StateProblem* problem);

  Outcome start(const Inputs& inputs) override;
  Outcome resume(uint64_t call, const Answer& answer) override;
  Outcome resume(const std::vector<CallAnswer>& answers) override;
  Outcome resume_due() override;
  Outcome resume_next() override;
  double now() const override;
  std::optional<double> wall_time_left() const override;
  Outcome end_waiting() override;
  Outcome run(uint64_t steps) override;
  std::string used_up(const Limits* limits) const override;
  Outcome feed(std::string_view source, const FeedOptions& options, std::vector<Finding>* findings) override;
  Outcome raise(const Error& error) override;
  Outcome abandon() override;
  void forget(const std::function<bool(std::string_view global)>& keeps) override;
  Status status() const override { return outcome_.status; }
  const Outcome& outcome() const override { return outcome_; }
  const std::vector<Call>& pending() const override { return pending_; }
  std::string take_output(int stream) override;
  const std::string& output(int stream) const override { return output_[stream == 2]; }
  PauseAt pause_at() const override { return pause_at_; }
  void set_pause_at(PauseAt pause_at, const std::vector<std::string>& besides) override;
  void check_pause_at(const PauseAt& pause_at, const std::vector<std::string>& besides) const override;
  Spent spent() const override { return spent_; }
  Limits limits() const override { return limits_; }
  void set_limits(const Limits& limits) override;
  void interrupt() override;
  void yield() override;
  std::string save(StateEncoding encoding) const override;
  std::vector<Grant> functions() const override;
  std::vector<TypeDeclaration> types() const override;
  std::vector<std::string> misfits(const std::vector<TypeDeclaration>& types) override;
  void each_value(std::string_view type, const std::function<bool(const Data&)>& each) override;
  SessionView view(uint64_t call = 0) const override;
  std::vector<File> files() const override;
  std::vector<Display> displayed() const override;
  void set_gc_stress(bool on) override;

  int process() const { return child_.pid(); }
  void end_process();

 protected:
  bool has_pause_at() const override { return has_pause_at_; }
  bool sleep_for(double seconds) const override;

 private:
  // The process has ended, or is made to: what to say about it. Never leaves this class.
  struct Dead {
    Crash crash;
    bool hung = false;
  };
  class InUse;

  using Take = std::function<void(Reply, MessageReader&)>;

  template <class... T>
  std::string request(Request kind, const T&... values) const;
  // Sends a request and deals with questions until the answer is there, which `take` reads. Throws Dead, and what the process says that
  // the request throws.
  void transact(const std::string& request, const Take& take, const Callbacks& callbacks = {});
  // How long the answer to a request may take, and what it may be.
  struct Bounds {
    Channel::Time began = Channel::Time::clock::now();
    std::optional<Channel::Time> until{};
    uint64_t most_bytes = UINT32_MAX;  // of a message
    uint64_t room = UINT64_MAX;        // for its values
    bool are_over() const { return until && Channel::Time::clock::now() >= *until; }
    // The host's own code has run since then, and doesn't count.
    void pass_over(Channel::Time since) {
      if (until) *until += Channel::Time::clock::now() - since;
    }
  };
  Bounds bounds_of(Request kind) const;
  std::chrono::milliseconds grace() const;
  // What is sent is taken within the bounds too: a process that asks and doesn't read its answer hangs like one that says nothing.
  void tell(std::string_view message, const Bounds& bounds);
  std::string_view next_message(const Bounds& bounds);
  // False: it was a question, which now has its answer.
  bool answered(std::string_view message, Bounds& bounds, const Take& take, const Callbacks& callbacks);
  // package_codes.cpp
  std::optional<CompiledPackage> compiled_package(const std::string& path, const std::string& fingerprint);
  std::string compile(const std::string& path, const std::string& text);
  void question(Reply kind, MessageReader& in, Bounds& bounds, const Callbacks& callbacks);
  void printed(MessageReader& in, Bounds& bounds);
  // Whoever has taken the process over may not fill this one's memory with output. Throws StateFailure.
  void count_output(size_t bytes);
  void count_anew_if_fed(const std::string& request);
  // Host's code, and then the nod. What it throws is thrown by whoever made the program run.
  void call_host(const std::function<std::string()>& code, Bounds& bounds);
  // The first request. A process that was killed while it waited is nobody's fault: another one is asked then, once. Throws JailCrash.
  void begin(const std::string& request, const char* what, const Take& take);
  [[noreturn]] void die(const std::string& reason, int signal = 0, bool hung = false);
  [[noreturn]] void die_of_hanging(const Bounds& bounds);
  std::string why_it_ended(int* signal);

  // Requests that let the program run; `recorded`: another process has to do it again if this one dies.
  Outcome go(const std::string& request, bool recorded = true, const Callbacks& callbacks = {});
  // Others: `take` reads the answer, which has to be of that kind.
  void ask(const std::string& request, Reply wanted, const Take& take, bool recorded = false, const Callbacks& callbacks = {}) const;
  void take_stopped(Reply kind, MessageReader& in);
  void take(Standing standing);
  void take(Opened opened);
  void check(const Standing& standing) const;
  void allow(const std::vector<Grant>& functions, const std::vector<TypeDeclaration>& types);
  // Another process goes on from the checkpoint. False: there is none, or too many have died there.
  bool recover(Crash& crash);
  void replay();
  void become_crashed(Crash crash);
  void check_usable() const;
  void check_heap(const Limits& limits) const;
  void use(Child child);
  void leave();
  Granted granted() const;

  std::shared_ptr<ZygoteLink> link_;
  Child child_;
  std::atomic<int> process_{-1};  // child_'s pidfd, for interrupt()
  bool ended_ = false;            // by end_process()
  Descriptor last_process_;       // the one before, still open while an interrupt() may be about it
  SessionOptions options_;
  Mounts mounts_;
  const JailedOptions jailed_;
  std::unique_ptr<JailedSession> compiler_;  // during a request: a process that has compiled nothing but files of the package,
  std::string compiles_;                     // the place of which is this

  // What the process said last.
  Outcome outcome_;
  std::vector<Call> pending_;
  Spent spent_;
  Limits limits_;
  PauseAt pause_at_;
  bool has_pause_at_ = false;
  std::set<std::string> allowed_;  // names of functions that it may ask for
  std::string output_[2];
  std::optional<double> wall_left_;
  std::chrono::steady_clock::time_point stopped_at_{};
  mutable double clock_ = 0;
  std::optional<Call> last_call_;
  std::optional<Outcome> refused_;  // the last feed's, when its text wasn't taken
  std::vector<Finding> findings_;

  // During a request.
  bool in_use_ = false;
  std::atomic<bool> interrupted_{false};
  std::atomic<bool> signalled_{false};  // ever, so a signal may still come
  bool yields_ = false;                 // on_output said so
  static constexpr int kQuiet = 16;     // pieces of output after which nobody waits for a nod any more
  int quiet_ = 0;                       // how many pieces of output have changed nothing
  std::exception_ptr thrown_;           // by the host's code; when that was while it was opened, the first run throws it
  std::string arriving_[2];             // printed during this request
  uint64_t again_[2] = {0, 0};          // so much of it was handed on before the process died
  uint64_t printed_bytes_ = 0;          // since the program began, or was fed a text
  uint64_t printed_before_ = 0;         // when it is being fed one: the count until then, which stands if the text isn't taken

  // Checkpoints.
  bool has_checkpoint_ = false;  // the beginning is one
  std::string checkpoint_;       // a state; empty: the beginning
  Limits checkpoint_limits_;
  std::string opening_;             // the request that makes the beginning
  std::vector<std::string> since_;  // the requests since then
  uint64_t handed_on_[2] = {0, 0};  // output since then
  uint32_t restarts_ = 0;           // at this place
};

template <class... T>
std::string JailedSession::request(Request kind, const T&... values) const {
  MessageWriter out(kind);
  const bool asks = options_.on_output && quiet_ < kQuiet, checkpoint = jailed_.checkpoint == JailedOptions::Checkpoint::kCalls;
  try {
    return put(out, asks, checkpoint, values...).take();
  } catch (const StateFailure& failure) {
    throw UsageError(failure.error.message);
  }
}

}  // namespace fermata::jail
