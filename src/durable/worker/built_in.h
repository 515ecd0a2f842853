// The functions that a worker itself answers: run_id(); receive(), whose calls the store answers by messages; spawn(), and what its handles
// have. Used by worker.cpp and turn.cpp.
#pragma once

#include <optional>
#include <string>

#include "fermata/durable/worker.h"

namespace fermata::durable {

// With these among the tools, if they are granted and the names are free. `store` outlives what it gives.
WorkerOptions with_built_in(Store& store, WorkerOptions options);

bool is_built_in(const Tool& tool);
bool is_receive(const Tool& tool);
bool is_spawn(const Tool& tool);
bool is_await_child(const Tool& tool);
bool is_of_handle(const Tool& tool);  // the type of handles declares it
// The same of its arguments.
std::optional<Spawn> spawn_from(const fermata::Call& call, const std::map<std::string, std::string>& programs);
// The id of the run that the call's first argument is the handle of; empty if it isn't one.
std::string child_of(const fermata::Call& call);

struct Receive {
  std::string channel;
  std::optional<Time> timeout_ms;
};
// Nothing: these aren't its arguments, which its tool tells the program.
std::optional<Receive> receive_from(const fermata::Call& call);

}  // namespace fermata::durable
