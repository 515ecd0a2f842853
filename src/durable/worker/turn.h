// Turn: a run's time with a worker, from its claim until it has ended, waits for others, or is lost. One thread drives it; its tools' calls
// have threads of their own. Made by worker.cpp.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "durable/worker/hold.h"
#include "durable/worker/missing.h"
#include "durable/worker/toolbox.h"
#include "durable/worker/turn_spans.h"
#include "fermata/durable/worker.h"
#include "fermata/session.h"

namespace fermata::durable {

class Turn {
 public:
  // What a worker's turns share; it outlives them.
  struct Means {
    Store& store;
    const WorkerOptions& options;
    Jail* jail;  // null: programs run in this process
    Toolbox& tools;
    MissingFunctions& missing;
    const std::atomic<bool>& stopping;
  };
  Turn(const Means& means, Hold& hold)
      : store_(means.store),
        options_(means.options),
        jail_(means.jail),
        tools_(means.tools),
        missing_(means.missing),
        stopping_(means.stopping),
        hold_(hold),
        spans_(options_.tracer.get(), options_.name) {}
  ~Turn();  // waits for tools that are at work, as long as they may be

  // Returns what became of the run, in words. Throws Fenced and StoreError.
  struct Note {
    std::string what;
    bool needs_somebody = false;  // WorkerNote
  };
  Note go();

 private:
  using Clock = Hold::Clock;
  struct Ended {
    uint64_t call;
    std::variant<Data, Failure, AnswersLater> end;
    int64_t at_ns = now_ns();
  };
  // Shared with the threads of tools, which may outlive the turn.
  struct Results {
    std::mutex mutex;
    std::condition_variable something_ended;
    std::vector<Ended> ended{};
  };

  Note go_on(const Work& work);
  void make_session(const Work& work);
  // Lets the program run until it stops by itself; saves it meanwhile. False: the worker stops, and the run was handed back.
  bool run_to_stop();
  // Writes the next snapshot, with the answers that led to it; and, when the run is kept, that the tools of its new calls are called.
  // `calls`: what the program waits for, when it isn't over.
  void commit(Step::Then then, std::vector<Waiting> calls, std::optional<Error> error = std::nullopt, std::string reason = "");
  Note finish();

  // Does what there is to do for the calls of the latest snapshot. True: the program goes on. False: the run was released.
  bool follow_calls();
  bool give_answers(const std::vector<RunCall>& calls);
  // Calls the tools of calls that are due, and spawns children. False: a tool has as much to do as it may have.
  bool dispatch_all(const std::vector<RunCall>& calls);
  // Whether a child was spawned, whose handle is the call's answer already. False: these aren't spawn()'s arguments.
  bool spawn(const RunCall& call);
  // `refused`: what is thrown instead of calling the tool.
  void start(const RunCall& call, const Tool& tool, Toolbox::Slot slot, std::exception_ptr refused);
  void wait(std::chrono::milliseconds most);
  std::vector<Ended> take_ended();
  // Writes those that the program was given and no snapshot follows yet: its tools can't be asked again.
  void write_answers();
  // The same of all that tools are at work on: no snapshot can be written here any more.
  void end_calls();
  void take(Ended ended);
  void give(const std::vector<CallAnswer>& answers);
  void tell(const std::string& what, bool needs_somebody = false) const;
  void tell_end(const Ended& ended);
  // What people decided before the call was made, or instead of it.
  void tell_approval(const RunCall& call);
  // What the policy says of a call; about one of WorkerOptions::approve that it allows anybody is asked, if nobody was. Throws what the
  // policy throws.
  PolicyVerdict verdict(const Tool* tool, const PolicyCall& call) const;
  // The same of a call that no tool was called for. A policy that throws lets nothing happen: `problem` is why.
  struct Looked {
    std::optional<Ask> ask{};
    std::string problem{};
  };
  const Looked& policy_of(const fermata::Call& call);
  // Whether people are asked, or the policy doesn't work: then the call is postponed. False: it may be called, as far as that is known.
  bool is_asked_first(RunCall& call);
  // Arguments that people gave are made what the tool takes. False: they don't fit, and the call was sent back.
  bool has_fitting_arguments(RunCall& call, const Tool& tool);
  void send_back(const RunCall& call, const std::string& why, const std::optional<Ask>& more = std::nullopt);
  // refusal(), for a tool that is called now; nothing: the policy doesn't work, which `problem` tells.
  std::optional<std::exception_ptr> looked_at(const Tool& tool, const fermata::Call& call, uint64_t attempt, const std::string& asked,
                                              std::string* problem = nullptr, std::optional<Ask>* asks = nullptr);
  // Arguments that people gave are such as the policy asks others about: they are asked, too.
  bool takes_more_people(const RunCall& call, const std::optional<Ask>& asks);
  void postpone(uint64_t call, const Tool& tool, const std::string& problem);
  std::vector<Waiting> waiting();

  Store& store_;
  const WorkerOptions& options_;
  Jail* jail_;
  Toolbox& tools_;
  MissingFunctions& missing_;
  const std::atomic<bool>& stopping_;
  Hold& hold_;
  TurnSpans spans_;
  Limits limits_{};  // the run's own
  std::unique_ptr<Session> session_;
  std::string refused_as_;                    // without one: what is wrong with its program
  std::set<uint64_t> seen_{};                 // the calls of the latest snapshot
  bool spawned_ = false;                      // by the latest dispatch_all()
  std::string root_{};                        // Run::root: it shares limits with all that come from there
  std::shared_ptr<const PolicyRun> asker_{};  // the run, for its policy
  std::vector<uint64_t> given_{};             // calls whose answers the program got since then
  std::vector<CallAnswer> unwritten_{};       // of them, or about to be: what tools answered and the store doesn't know yet
  std::map<uint64_t, Looked> policies_{};     // of its calls
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();

  const std::shared_ptr<Results> results_ = std::make_shared<Results>();
  std::map<uint64_t, Clock::time_point> at_work_{};  // calls, and until when their tools may take
};

}  // namespace fermata::durable
