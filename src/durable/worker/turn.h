// Turn: a run's time with a worker, from its claim until it has ended, waits for others, or is lost. One thread drives it; its tools' calls
// have threads of their own. Made by worker.cpp.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "durable/worker/hold.h"
#include "fermata/durable/worker.h"
#include "fermata/session.h"

namespace fermata::durable {

class Turn {
 public:
  Turn(Store& store, const WorkerOptions& options, Jail* jail, Hold& hold, const std::atomic<bool>& stopping)
      : store_(store), options_(options), jail_(jail), hold_(hold), stopping_(stopping) {}
  ~Turn();  // waits for tools that are at work

  // Returns what became of the run, in words. Throws Fenced and StoreError.
  std::string go();

 private:
  struct Ended {
    uint64_t call;
    Answer answer;
  };

  std::string go_on(const Work& work);
  void make_session(const Work& work);
  // Lets the program run until it stops by itself; saves it meanwhile. False: the worker stops, and the run was handed back.
  bool run_to_stop();
  // Writes the next snapshot.
  void commit(Step::Then then, std::optional<Error> error = std::nullopt, std::string reason = "");
  std::string finish();

  // Does what there is to do for the calls of the latest snapshot. True: the program goes on. False: the run was released.
  bool follow_calls();
  bool give_answers(const std::vector<RunCall>& calls);
  void dispatch(const RunCall& call);
  void wait_for_tools();
  void write_answers();
  const Tool* tool_of(const std::string& function) const;
  std::vector<Waiting> waiting() const;

  Store& store_;
  const WorkerOptions& options_;
  Jail* jail_;
  Hold& hold_;
  const std::atomic<bool>& stopping_;
  std::unique_ptr<Session> session_;
  std::vector<uint64_t> given_{};  // calls whose answers the program got since the latest snapshot
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();

  std::mutex mutex_;
  std::condition_variable something_ended_;
  std::vector<Ended> ended_{};
  std::map<uint64_t, std::thread> at_work_{};  // by call
};

}  // namespace fermata::durable
