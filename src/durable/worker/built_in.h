// The functions that a worker itself answers: run_id(), and receive(), whose calls the store answers by messages. Used by worker.cpp and
// turn.cpp.
#pragma once

#include <optional>
#include <string>

#include "fermata/durable/worker.h"

namespace fermata::durable {

// With these among the tools, if they are granted and the names are free.
WorkerOptions with_built_in(WorkerOptions options);

bool is_built_in(const Tool& tool);
bool is_receive(const Tool& tool);
struct Receive {
  std::string channel;
  std::optional<Time> timeout_ms;
};
// Nothing: these aren't its arguments, which its tool tells the program.
std::optional<Receive> receive_from(const fermata::Call& call);

}  // namespace fermata::durable
