// Who works on a store. Workers tell it that they are there, which queues they take runs from, and which functions they answer: `fermata
// workers` shows it, and whoever looks at a call that waits learns whether anybody here can answer it. Nothing depends on it otherwise: a
// worker that can't say that it is there works all the same.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "fermata/durable/store.h"

namespace fermata::durable {

struct WorkerInfo {
  std::string name{}, host{};
  int64_t process = 0;  // its number there
  std::vector<std::string> queues{};
  std::set<std::string> tools{};      // the functions that it answers
  std::set<std::string> functions{};  // those that programs may call, and others answer
  std::set<std::string> types{};      // the classes that programs may use: TypeDeclaration::name
  uint64_t concurrency = 0;           // runs at once
  uint64_t runs = 0;                  // those that it has now
  Time since = 0, seen = 0;           // when it began, and when it was last heard of
  bool is_alive = false;              // it was heard of not long ago
  // Of its tools, as far as they are known: Tool::parameters. What workers() gives has none.
  std::map<std::string, Data> parameters{};
};

// Those that were heard of within the last hour, by their names. Throws StoreError.
std::vector<WorkerInfo> workers(Store& store);
// The worker is there, and is taken for alive for `ms`. `runs`, `since`, `seen` and `is_alive` don't count. Throws StoreError.
void hear_of(Store& store, const WorkerInfo& worker, uint64_t ms);
// The worker has ended.
void forget_worker(Store& store, const std::string& name);

// What is known of how a call's function takes its arguments.
struct KnownArguments {
  std::vector<std::string> names{};  // of the arguments without a name: KnownParameters::names()
  Data parameters{};                 // Tool::parameters
};

// What workers have told of the parameters of the functions that they answer. The store is asked once for each function and queue.
class KnownParameters {
 public:
  explicit KnownParameters(Store& store) : store_(store) {}

  // Tool::parameters, of the worker of the queue that was heard of last; None: nobody knows.
  const Data& of(const std::string& function, const std::string& queue) { return known(function, queue).parameters; }
  // The parameters that the call's unnamed arguments go to: "amount", or "" where nobody knows, or workers say different things.
  std::vector<std::string> names(const fermata::Call& call, const std::string& queue);
  KnownArguments arguments(const fermata::Call& call, const std::string& queue) { return {names(call, queue), of(call.function, queue)}; }

 private:
  struct Known {
    Data parameters{};
    std::vector<std::string> places{};
  };
  const Known& known(const std::string& function, const std::string& queue);

  Store& store_;
  std::map<std::pair<std::string, std::string>, Known> known_;
};

// No tool has it, and it waits for no message and no child: whoever answers it may.
bool waits_for_anybody(const RunCall& call);

// What the workers that are alive can answer, as it was when this was made.
class Answering {
 public:
  explicit Answering(Store& store) : Answering(workers(store)) {}
  explicit Answering(std::vector<WorkerInfo> workers);

  // A worker that takes runs from the queue is alive.
  bool has_workers(const std::string& queue) const;
  // And one of them answers the function, or lets it wait for others, or it is a class that programs have there.
  bool knows(const std::string& function, const std::string& queue) const;
  // Why nobody answers calls of the function: "no worker of queue 'default' knows lookupp() (did you mean lookup?)". Empty when one does,
  // or none is alive.
  std::string problem(const std::string& function, const std::string& queue) const;
  // The same of the first of a run's calls that waits for whoever can answer it: see Store::open_calls().
  std::string problem(const std::vector<RunCall>& calls, const std::string& queue) const;

 private:
  std::vector<WorkerInfo> alive_;
};

// Why a run that waits does so for ever, as things are: a call of it is held or in doubt, or Answering::problem(); of one that is ready,
// that no worker of its queue is alive. Empty: it doesn't, as far as is known.
std::string problem_of(Store& store, const Answering& answering, const Run& run);
std::string problem_of(Store& store, const Run& run);  // of one run: workers are looked at only where that may say something

}  // namespace fermata::durable
