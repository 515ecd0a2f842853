// The functions that a worker itself answers: run_id(); receive(), whose calls the store answers by messages; ask(), whose calls people
// answer; spawn(), and what its handles have. Used by worker.cpp and turn.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "durable/schemas/question.h"
#include "fermata/durable/worker.h"

namespace fermata::durable {

// With these among the tools, if they are granted and the names are free. `store` outlives what it gives.
WorkerOptions with_built_in(Store& store, WorkerOptions options);

// What programs find then, and call.
std::vector<Grant> built_in_functions();

bool is_built_in(const Tool& tool);
bool is_receive(const Tool& tool);
bool is_ask(const Tool& tool);
bool is_spawn(const Tool& tool);
bool is_await_child(const Tool& tool);
bool is_of_handle(const Tool& tool);  // the type of handles declares it
// The same of its arguments.
std::optional<Spawn> spawn_from(const fermata::Call& call, const std::map<std::string, std::string>& programs);
// The id of the run that the call's first argument is the handle of; empty if it isn't one.
std::string child_of(const fermata::Call& call);

// How a call waits that isn't the tool's to answer: for a message, a person or a child. Nothing: the tool answers it, if only to tell the
// program that its arguments are wrong.
// `now`: the store's, which it may have to ask for.
std::optional<Waiting> built_in_waiting(const Tool& tool, const fermata::Call& call, const std::function<Time()>& now);

}  // namespace fermata::durable
