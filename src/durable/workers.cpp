#include "fermata/durable/workers.h"

#include <algorithm>
#include <map>
#include <set>

#include "durable/rows/text.h"
#include "durable/rows/transaction.h"
#include "durable/schemas/parameters.h"
#include "durable/store_impl.h"
#include "serialization/data_json.h"
#include "vm/suggestions.h"

namespace fermata::durable {

namespace {

constexpr Time kForgotten = 3'600'000;

constexpr Statement kHear{
    "INSERT INTO worker (name, host, process, queues, tools, functions, concurrency, since, seen, alive_until, parameters, alive_clock, "
    "alive_tick, types) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (name) DO UPDATE SET host = "
    "excluded.host, "
    "process = excluded.process, queues = "
    "excluded.queues, tools = excluded.tools, functions = excluded.functions, concurrency = excluded.concurrency, seen = excluded.seen, "
    "alive_until = excluded.alive_until, parameters = excluded.parameters, alive_clock = excluded.alive_clock, alive_tick = "
    "excluded.alive_tick, types = excluded.types"};
constexpr Statement kForget{"DELETE FROM worker WHERE name = $1"};
constexpr Statement kKnownBy{"SELECT queues, parameters FROM worker WHERE name = $1 AND parameters IS NOT NULL"};
constexpr Statement kAlive{"SELECT name, alive_until, alive_clock, alive_tick FROM worker ORDER BY seen"};
constexpr Statement kKeep{
    "INSERT INTO known_tool (queue, function, parameters) VALUES ($1, $2, $3) ON CONFLICT (queue, function) DO UPDATE SET parameters = "
    "excluded.parameters"};
constexpr Statement kKept{"SELECT parameters FROM known_tool WHERE queue = $1 AND function = $2"};
constexpr Statement kWorkers{
    "SELECT name, host, process, queues, tools, functions, concurrency, since, seen, alive_until, alive_clock, alive_tick, types FROM "
    "worker ORDER BY name"};
constexpr Statement kParameters{"SELECT queues, parameters, alive_until FROM worker WHERE parameters IS NOT NULL ORDER BY seen DESC"};
constexpr Statement kTheirRuns{"SELECT owner, count(*) FROM run WHERE status = 'running' GROUP BY owner"};

std::vector<std::string> list_from(const std::string& json) {
  std::vector<std::string> names;
  const Data list = data_from(json);
  for (const Data& name : list.items()) names.push_back(name.as_str());
  return names;
}

std::optional<std::string> json_of(const std::map<std::string, Data>& parameters) {
  Data::Pairs pairs;
  for (const auto& [function, known] : parameters) pairs.emplace_back(function, known);
  return pairs.empty() ? std::nullopt : std::optional(to_json(Data::dict(std::move(pairs))));
}

// What it knew of its tools' parameters is kept.
void forget(Database& database, const std::string& name) {
  if (const auto row = database.find(kKnownBy, {name})) {
    const Data known = data_from(row->text(1));
    for (const std::string& queue : list_from(row->text(0)))
      for (const auto& [function, parameters] : known.pairs()) database.write(kKeep, {queue, function.as_str(), to_json(parameters)});
  }
  database.write(kForget, {name});
}

// Columns `at` to `at + 2`: as of a run's lease.
bool is_alive(const Row& row, size_t at, Time now, const MachineTime& machine) {
  if (machine.id.empty() || row.is_null(at + 1)) return row.number(at) > now;
  return row.text(at + 1) == machine.id && row.count(at + 2) > machine.ms;
}

bool takes(const WorkerInfo& worker, const std::string& queue) { return std::ranges::find(worker.queues, queue) != worker.queues.end(); }

}  // namespace

std::vector<Data> parameters_of(Database& database, Time now, const std::string& function, const std::string& queue) {
  std::vector<Data> alive, gone;
  std::set<std::pair<std::string, bool>> seen;  // most workers of a queue know the same
  for (const Row& row : database.run(kParameters)) {
    const std::vector<std::string> queues = list_from(row.text(0));
    const bool is_alive = row.number(2) > now;
    if (std::ranges::find(queues, queue) == queues.end() || !seen.emplace(row.text(1), is_alive).second) continue;
    const Data all = data_from(row.text(1));
    if (const Data* known = all.find(function)) (is_alive ? alive : gone).push_back(*known);
  }
  if (!alive.empty() || !gone.empty()) return alive.empty() ? gone : alive;
  const auto kept = database.find(kKept, {queue, function});
  return kept ? std::vector<Data>{data_from(kept->text(0))} : std::vector<Data>();
}

namespace {
// Empty where they say different things.
std::vector<std::string> agreed_names(const std::vector<Data>& told) {
  std::optional<std::vector<std::string>> agreed;
  for (const Data& known : told) {
    std::vector<std::string> names;
    if (const Data* places = known.find("x-places"); places && places->type() == Data::Type::kList)
      for (const Data& place : places->items()) names.push_back(place.is_str() ? place.as_str() : "");
    if (!agreed) agreed = std::move(names);
    else
      for (size_t i = 0; i < agreed->size(); ++i)
        if (i >= names.size() || names[i] != (*agreed)[i]) (*agreed)[i].clear();
  }
  return agreed.value_or(std::vector<std::string>());
}
// The first, without the template of a sentence where they differ: one of them would say it of a call that another one makes.
Data agreed_parameters(const std::vector<Data>& told) {
  if (std::ranges::all_of(told, [&](const Data& other) { return other == told[0]; }) || told[0].type() != Data::Type::kDict) return told[0];
  Data::Pairs pairs = told[0].pairs();
  std::erase_if(pairs, [](const auto& pair) { return pair.first == Data("x-summary"); });
  return Data::dict(std::move(pairs));
}
}  // namespace

std::vector<std::string> place_names(Database& database, Time now, const std::string& function, const std::string& queue) {
  return agreed_names(parameters_of(database, now, function, queue));
}

const KnownParameters::Known& KnownParameters::known(const std::string& function, const std::string& queue) {
  const auto [known, is_new] = known_.try_emplace({function, queue});
  if (is_new) {
    Store::Impl& impl = store_.impl();
    const std::vector<Data> told =
        impl.read([&](Database& database) { return parameters_of(database, impl.now_in(database), function, queue); });
    if (!told.empty()) known->second = {agreed_parameters(told), agreed_names(told)};
  }
  return known->second;
}

std::vector<std::string> KnownParameters::names(const fermata::Call& call, const std::string& queue) {
  std::vector<std::string> names;
  if (!call.args.empty()) names = known(call.function, queue).places;
  names.resize(call.args.size());
  return names;
}

std::vector<WorkerInfo> workers(Store& store) {
  Store::Impl& impl = store.impl();
  return impl.read([&](Database& database) {
    const Time now = impl.now_in(database);
    const MachineTime machine = impl.machine_in(database);
    std::map<std::string, uint64_t> runs;
    for (const Row& row : database.run(kTheirRuns)) runs[row.text_or_empty(0)] = row.count(1);
    std::vector<WorkerInfo> workers;
    for (const Row& row : database.run(kWorkers)) {
      const bool alive = is_alive(row, 9, now, machine);
      if (!alive && row.number(9) < now - kForgotten) continue;
      workers.push_back({.name = row.text(0),
                         .host = row.text(1),
                         .process = row.number(2),
                         .queues = list_from(row.text(3)),
                         .tools = names_from(row.text(4)),
                         .functions = names_from(row.text(5)),
                         .types = row.is_null(12) ? std::set<std::string>() : names_from(row.text(12)),
                         .concurrency = row.count(6),
                         .runs = runs[row.text(0)],
                         .since = row.number(7),
                         .seen = row.number(8),
                         .is_alive = alive});
    }
    return workers;
  });
}

void hear_of(Store& store, const WorkerInfo& worker, uint64_t ms) {
  store.impl().write([&](Transaction& transaction) {
    const Time now = transaction.now;
    const MachineTime& machine = transaction.machine;
    for (const Row& row : transaction.database.run(kAlive))
      if (row.number(1) < now - kForgotten && !is_alive(row, 1, now, machine)) forget(transaction.database, row.text(0));
    transaction.database.write(kHear, {worker.name, worker.host, worker.process, to_json(names_data(worker.queues)), json_of(worker.tools),
                                       json_of(worker.functions), worker.concurrency, now, now, now + Time(ms), json_of(worker.parameters),
                                       or_null(machine.id), machine.ms + ms, json_of(worker.types)});
  });
}

void forget_worker(Store& store, const std::string& name) {
  store.impl().write([&](Transaction& transaction) { forget(transaction.database, name); });
}

bool waits_for_anybody(const RunCall& call) {
  return call.state == CallState::kPending && call.tool.empty() && call.channel.empty() && call.child.empty();
}

Answering::Answering(std::vector<WorkerInfo> workers) : alive_(std::move(workers)) {
  std::erase_if(alive_, [](const WorkerInfo& worker) { return !worker.is_alive; });
}

namespace {

bool has_name(const std::vector<WorkerInfo>& workers, const std::set<std::string> WorkerInfo::*names, const std::string& name,
              const std::string& queue) {
  return std::ranges::any_of(workers, [&](const WorkerInfo& one) { return takes(one, queue) && (one.*names).contains(name); });
}
bool can_call(const std::vector<WorkerInfo>& workers, const std::string& function, const std::string& queue) {
  return has_name(workers, &WorkerInfo::tools, function, queue) || has_name(workers, &WorkerInfo::functions, function, queue);
}

}  // namespace

bool Answering::has_workers(const std::string& queue) const {
  return std::ranges::any_of(alive_, [&](const WorkerInfo& worker) { return takes(worker, queue); });
}

bool Answering::knows(const std::string& function, const std::string& queue) const {
  return can_call(alive_, function, queue) || has_name(alive_, &WorkerInfo::types, function, queue);
}

std::string Answering::problem(const std::string& function, const std::string& queue) const {
  if (!has_workers(queue) || knows(function, queue)) return "";
  std::vector<std::string> known;
  for (const WorkerInfo& worker : alive_) {
    if (!takes(worker, queue)) continue;
    known.insert(known.end(), worker.tools.begin(), worker.tools.end());
    known.insert(known.end(), worker.functions.begin(), worker.functions.end());
    known.insert(known.end(), worker.types.begin(), worker.types.end());
  }
  const std::string nearest = suggest_name(function, known);
  return "no worker of queue '" + queue + "' knows " + function + "()" + (nearest.empty() ? "" : " (did you mean " + nearest + "?)");
}

std::string Answering::problem(const std::vector<RunCall>& calls, const std::string& queue) const {
  for (const RunCall& call : calls) {
    if (!waits_for_anybody(call)) continue;
    const std::string& name = call.call.function;
    if (std::string why = problem(name, queue); !why.empty()) return why;
    if (has_name(alive_, &WorkerInfo::types, name, queue) && !can_call(alive_, name, queue))
      return "the workers of queue '" + queue + "' have " + name + " as a class, which this run began without";
  }
  return "";
}

namespace {

bool waits(const Run& run) { return run.status == RunStatus::kWaiting || run.status == RunStatus::kSleeping; }

// What keeps its tool from being called, until a person does something; empty: nothing does.
std::string hindrance_of(const RunCall& call) {
  const std::string function = call.call.function + "() ";
  if (is_postponed(call)) return function + "isn't called: " + call.reason;
  if (call.state == CallState::kHeld) return function + "is held: " + call.reason;
  if (call.state != CallState::kInDoubt) return "";
  return function + "is in doubt: " + (call.reason.empty() ? "nobody knows whether its tool acted" : call.reason);
}

}  // namespace

std::string problem_of(Store& store, const Run& run) {
  return waits(run) || run.status == RunStatus::kReady ? problem_of(store, Answering(store), run) : "";
}

std::string problem_of(Store& store, const Answering& answering, const Run& run) {
  if (run.status == RunStatus::kReady)
    return answering.has_workers(run.queue) ? "" : "no worker that takes runs of queue '" + run.queue + "' is there";
  if (!waits(run)) return "";
  const std::vector<RunCall> calls = store.open_calls(run.id);
  for (const RunCall& call : calls)
    if (std::string why = hindrance_of(call); !why.empty()) return why;
  return run.status == RunStatus::kWaiting && answering.has_workers(run.queue) ? answering.problem(calls, run.queue) : "";
}

}  // namespace fermata::durable
