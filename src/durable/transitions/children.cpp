// Transitions of runs that spawn others, and of those. A tree's runs are locked from its root on: a parent before its children.
#include <algorithm>
#include <array>

#include "durable/rows/text.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

constexpr size_t kMostForks = 100;  // of forks, whose children are looked at

constexpr Statement kLockParent{"SELECT id FROM run WHERE id = (SELECT parent FROM run WHERE id = $1 AND parent_call IS NOT NULL){lock}"};
constexpr Statement kCountTree{"SELECT count(*) FROM run WHERE root = $1"};
constexpr Statement kSetRoot{"UPDATE run SET root = $1 WHERE id = $2"};
constexpr Statement kSpentByTree{"SELECT spent FROM run WHERE root = $1"};
constexpr Statement kLiveChildren{
    "SELECT id FROM run WHERE parent = $1 AND parent_call IS NOT NULL AND status NOT IN ('done', 'raised', 'cancelled') ORDER BY "
    "parent_call"};
constexpr Statement kCallsFor{"SELECT id FROM call WHERE run = $1 AND child = $2 AND state = 'pending' ORDER BY id"};

// What a program can't be given as a child's error: they would end it, or its task, without being errors of its own.
constexpr std::array kNotForParents{"SystemExit",         "KeyboardInterrupt",  "GeneratorExit", "StopIteration",
                                    "StopAsyncIteration", "BaseExceptionGroup", "BaseException", "CancelledError"};

Error error_for_parent(const RunRow& child) {
  if (!child.error) {
    const std::string why = child.reason.empty() ? "" : ": " + child.reason;
    return {.type = "RuntimeError", .message = "run " + child.id + " was cancelled" + why};
  }
  const Error& error = *child.error;
  if (std::ranges::find(kNotForParents, error.type) != kNotForParents.end())
    return {.type = "RuntimeError",
            .message = "run " + child.id + " raised " + error.type + (error.message.empty() ? "" : ": " + error.message)};
  const bool of_module = !error.module.empty() && error.module != "builtins";
  return {.type = of_module ? error.module + "." + error.type : error.type, .message = error.message, .args = error.args};
}

size_t depth_of(Database& database, const RunRow& run) {
  size_t depth = 0;
  for (auto row = std::optional(run); row && row->parent_call; row = find_run(database, row->parent)) ++depth;
  return depth;
}

// Why a run can't have one more child; empty: it can.
std::string refusal(Transaction& transaction, const RunRow& run) {
  const StoreOptions& options = transaction.options;
  if (depth_of(transaction.database, run) >= options.deepest)
    return "children of children are at most " + std::to_string(options.deepest) + " deep";
  const uint64_t runs = run.root.empty() ? 1 : transaction.database.run(kCountTree, {run.root}).at(0).count(0);
  if (runs >= options.most_of_tree)
    return "a run with its children, and theirs, is at most " + std::to_string(options.most_of_tree) + " runs";
  return "";
}

// --- Limits that a tree's runs share

struct Shared {
  uint64_t Limits::*limit;
  uint64_t Spent::*spent;
  uint64_t unit;  // of `spent` in one of the limit
};
constexpr Shared kShared[] = {{&Limits::steps, &Spent::steps, 1},
                              {&Limits::time_ms, &Spent::time_ns, 1'000'000},
                              {&Limits::output_bytes, &Spent::output_bytes, 1},
                              {&Limits::host_calls, &Spent::host_calls, 1}};

}  // namespace

void lock_parent(Transaction& transaction, const std::string& run) { transaction.database.run(kLockParent, {run}); }

std::optional<RunRow> find_child(Database& database, const RunRow& run, const std::string& id) {
  auto child = find_run(database, id);
  if (!child || !child->parent_call) return std::nullopt;
  auto parent = std::optional(run);
  for (size_t i = 0; parent && i < kMostForks; ++i) {
    if (child->parent == parent->id) return child;
    parent = parent->parent_call || parent->parent.empty() ? std::nullopt : find_run(database, parent->parent);
  }
  return std::nullopt;
}

std::optional<Answer> answer_of_child(Database& database, const RunRow& run, const std::string& id) {
  const auto child = find_child(database, run, id);
  if (!child) return Error{.type = "RuntimeError", .message = "run " + run.id + " has no child " + id};
  if (child->status == RunStatus::kDone) return child->result;
  if (has_ended(child->status)) return error_for_parent(*child);
  if (child->parent == run.id) return std::nullopt;
  return Error{.type = "RuntimeError", .message = "run " + id + " hasn't ended, and is the child of run " + child->parent + " alone"};
}

std::string spawn(Transaction& transaction, const Lease& lease, uint64_t id, const Spawn& spawn) {
  LockedRun run(transaction, Transition::kSpawn, lease);
  RunCall call = call_of(run, id);
  if (!waits_for_tool(call)) throw Refused("call " + call.key + " is " + to_string(call.state) + ": it spawns nothing");
  if (const std::string why = refusal(transaction, run.row); !why.empty()) {
    set_answer(run, call, Error{.type = "RuntimeError", .message = why});
    run.finish({{"call", int64_t(id)}, {"state", to_string(call.state)}});
    return "";
  }
  Work parents;  // what it started with
  set_inputs(parents, run.row.inputs);
  NewRun child = new_run({.source = spawn.source,
                          .name = spawn.name.empty() ? run.row.name + "#" + std::to_string(id) : spawn.name,
                          .inputs = spawn.inputs,
                          .surroundings = {.zone = parents.surroundings.zone},
                          .tenant = run.row.tenant,
                          .queue = run.row.queue,
                          .by = run.row.by,
                          .roles = parents.roles,
                          .priority = run.row.priority,
                          .tags = run.row.tags,
                          .limits = run.row.limits,
                          .seed = parents.seed,
                          .traceparent = parents.traceparent},
                         transaction.now);
  child.row.parent = run.row.id;
  child.row.parent_call = id;
  child.row.forked_by = run.row.forked_by;
  if (run.row.root.empty()) {
    run.row.root = run.row.id;
    transaction.database.change(kSetRoot, {run.row.root, run.row.id}, "run " + run.row.id);
  }
  child.row.root = run.row.root;
  submit(transaction, child);
  set_answer(run, call, Data::object(ObjectKind::kHandle, kChildHandle, {{"name", child.row.id}}));
  run.finish({{"call", int64_t(id)}, {"state", to_string(call.state)}, {"child", child.row.id}});
  return child.row.id;
}

void after_end(Transaction& transaction, const RunRow& run) {
  Database& database = transaction.database;
  if (run.root.empty()) return;
  for (const Row& child : database.run(kLiveChildren, {run.id}))
    cancel(transaction, child.text(0), "its parent, run " + run.id + ", has ended", /*by_itself=*/true);
  if (!run.parent_call) return;
  const Rows waiting = database.run(kCallsFor, {run.parent, run.id});
  if (waiting.empty()) return;
  LockedRun parent(transaction, Transition::kJoin, run.parent);
  if (has_ended(parent.row.status)) return;
  Data::Items calls;
  for (const Row& row : waiting) {
    RunCall call = call_of(parent, row.count(0));
    set_answer(parent, call, *answer_of_child(database, parent.row, run.id));
    calls.emplace_back(int64_t(call.call.id));
  }
  parent.call_changed();
  parent.finish({{"child", run.id}, {"ended", to_string(run.status)}, {"calls", Data::list(std::move(calls))}});
}

Limits left_in_tree(Database& database, const RunRow& run) {
  Limits left = run.limits;
  const auto root = run.root.empty() ? std::nullopt : find_run(database, run.root);
  if (!root) return left;
  Spent total;
  for (const Row& row : database.run(kSpentByTree, {run.root})) {
    const Spent spent = spent_from(row.text(0));
    for (const Shared& shared : kShared) total.*shared.spent += spent.*shared.spent;
  }
  for (const Shared& shared : kShared) {
    const uint64_t own = run.limits.*shared.limit, all = root->limits.*shared.limit;
    if (!own || !all) continue;
    // (A run may have been given more than its root, by retry().)
    const uint64_t together = std::max(own, all), spent = total.*shared.spent / shared.unit;
    const uint64_t mine = run.spent.*shared.spent / shared.unit + (together > spent ? together - spent : 0);
    left.*shared.limit = std::max<uint64_t>(1, std::min(own, mine));
  }
  return left;
}

}  // namespace fermata::durable
