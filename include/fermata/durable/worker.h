// Worker: takes runs out of a store, runs their programs, calls tools, and writes down what became of them. Any number of workers, in any
// number of processes, may share a store; one that dies or stands still is replaced by the others when its leases are over.
//
//   fermata::durable::Worker worker(*store, {.tools = {{.function = "lookup", .idempotent = true, .answer = lookup}}});
//   worker.run();                                              // until stop()
//
// Programs run in jails (fermata/jail.h) unless told otherwise. A tool's answer() runs in this process, in a thread of its own; several
// calls of a program may be under way at once. A run keeps nothing here: between any two lines of this code the process may be killed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fermata/durable/store.h"
#include "fermata/host.h"
#include "fermata/jail.h"
#include "fermata/limits.h"

namespace fermata::durable {

// What answers a function's calls.
struct Tool {
  std::string function{};
  bool asynchronous = false;  // the program awaits it, and its other tasks go on
  // It may be called again with the same key when nobody heard of its end. If not, such a call is in doubt, and a person says what
  // happened.
  bool idempotent = false;
  std::string kind = "function";  // as logs name it
  // From any thread, for several calls at once. `attempt` counts from 1; RunCall::key is the same for all of a call's. What it throws
  // raises RuntimeError in the program.
  std::function<Answer(const RunCall& call, uint64_t attempt)> answer{};
};

struct WorkerOptions {
  std::string name{};  // no two that live may have one; empty: the machine's, the process's number and some chance
  std::vector<std::string> queues{"default"};
  std::vector<Tool> tools{};
  std::vector<Grant> functions{};   // programs may call them, and wait until somebody else answers
  std::set<std::string> approve{};  // functions that a person is asked about first
  size_t concurrency = 4;           // runs at once
  uint64_t lease_ms = 30'000;       // renewed after a third of it
  uint64_t poll_ms = 500;           // how often it looks for something to do
  uint64_t checkpoint_ms = 5'000;   // a program that computes is saved so often
  Limits limits{};                  // of a run: the narrower ones of these and its own
  bool jailed = true;
  JailOptions jail{};
  // What happens, for people: "is done", of a run; or, of none, what the worker itself meets. Called from several threads.
  std::function<void(const std::string& run, const std::string& what)> told{};
};

class Worker {
 public:
  // `store` outlives it. Throws UsageError (two tools of one name) and JailError.
  Worker(Store& store, WorkerOptions options);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Works until stop(); then programs are saved where they are, tools that are at work are waited for, and all runs are handed back.
  void run();
  // The same until no run of its queues is ready or running. (Those that sleep or wait aren't waited for.)
  void drain();
  // From any thread, and from signal handlers.
  void stop() noexcept;

  const std::string& name() const;

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace fermata::durable
