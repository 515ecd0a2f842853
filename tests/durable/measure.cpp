// What tests/durable/measure times, one thing for each call; it compares them. Prints one JSON object.
//
//   measure_durable submit STORE RUNS CALLS       runs of so many calls
//   measure_durable work STORE NAME CONCURRENCY   a worker, until nothing is left to do
//   measure_durable bare FILE BYTES COMMITS       a loop of single commits into a SQLite file
//   measure_durable waiting STORE COUNT           adds so many runs that wait
//   measure_durable claims STORE CLAIMS           claims, and looks for something to do
//   measure_durable history STORE STEPS           steps of a run that has had so many, and of ones that have had 10
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "durable/database/sqlite.h"
#include "durable/store_impl.h"
#include "fermata/durable/worker.h"

using namespace fermata;
using namespace fermata::durable;

namespace {

using Clock = std::chrono::steady_clock;

double seconds(const std::function<void()>& work) {
  const auto since = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - since).count();
}

std::string program(size_t calls) {
  return "total = 0\nseen = []\nfor i in range(" + std::to_string(calls) +
         "):\n    answer = double(i)\n    total += answer\n    seen.append({'i': i, 'answer': answer, 'note': 'number %d' % i})\ntotal\n";
}

void submit(Store& store, size_t runs, size_t calls) {
  for (size_t i = 0; i < runs; ++i) store.submit({.source = program(calls), .name = "agent.py"});
}

void work(Store& store, const std::string& name, size_t concurrency) {
  const Tool tool{.function = "double", .idempotent = true, .answer = [](const RunCall& call, uint64_t) {
                    return Answer(Data(call.call.args.at(0).as_int() * 2));
                  }};
  Worker worker(store, {.name = name, .tools = {tool}, .concurrency = concurrency, .jailed = false});
  std::printf("{\"seconds\": %.6f}\n", seconds([&] { worker.drain(); }));
}

// As SQLite's own users do: one statement, one commit.
void bare(const std::string& path, size_t bytes, size_t commits) {
  static constexpr Statement kInsert{"INSERT INTO bare (text) VALUES ($1)"};
  const auto database = open_sqlite(path, SqliteUse::kWrite, 1000);
  database->run_script("CREATE TABLE bare (id INTEGER PRIMARY KEY, text BLOB)");
  const std::string text(bytes, 'x');
  const double took = seconds([&] {
    for (size_t i = 0; i < commits; ++i) database->within(true, [&](Database&) { database->run(kInsert, {BytesView{text}}); });
  });
  std::printf("{\"seconds\": %.6f, \"commits\": %zu}\n", took, commits);
}

// Copies of a run that waits for somebody's answer.
void add_waiting(Store& store, size_t count) {
  const std::string id = store.submit({.source = "ask()", .name = "agent.py", .queue = "others"}).run;
  Lease lease = store.claim({.worker = "w", .queues = {"others"}}).at(0);
  store.advance(lease, {.state = "s", .waiting = {{.call = {.id = 1, .function = "ask", .file = "agent.py", .line = 1}}}});
  const std::string numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + std::to_string(count) + ") ";
  const auto copy = [&](const std::string& table, const std::string& key, const std::string& rest) {
    return "INSERT INTO " + table + " (" + key + ", " + rest + ") " + numbers + "SELECT 'w' || i, " + rest + " FROM n, " + table +
           " WHERE " + key + " = '" + id + "';";
  };
  const std::string sql =
      copy("run", "id",
           "tenant, queue, name, status, epoch, seq, goes_on, failures, priority, tags, program, inputs, limits, spent, created, outcome, "
           "events, head") +
      copy("call", "run", "id, seq, key, function, args, kind, file, line, state, policy, idempotent, attempts");
  store.impl().backend->write([&](Database& database) { database.run_script(sql); });
}

void claims(Store& store, size_t claims) {
  submit(store, claims, 1);
  const double took = seconds([&] {
    for (size_t i = 0; i < claims; ++i)
      if (store.claim({.worker = "w", .lease_ms = 86'400'000}).size() != 1) throw std::runtime_error("there is nothing to claim");
  });
  // What a worker asks each time that it looks.
  const double looks = seconds([&] {
    for (size_t i = 0; i < claims; ++i) {
      store.next_due();
      store.expire();
      store.wake();
      store.wake_for({"double"}, {"default"});
      if (!store.claim({.worker = "w"}).empty()) throw std::runtime_error("there is something to claim");
    }
  });
  std::printf("{\"claim\": %.9f, \"look\": %.9f}\n", took / double(claims), looks / double(claims));
}

// A run without a program, of which one step is as large as the other.
class Steps {
 public:
  explicit Steps(Store& store) : store_(store) {
    submit(store, 1, 1);
    lease_ = store.claim({.worker = "w"}).at(0);
  }
  void step() {
    Step next{.then = Step::Then::kKeep, .state = std::string(2000, 'x')};
    if (call_) next.consumed = {call_};
    next.waiting = {{.call = {.id = ++call_, .function = "double", .args = {Data(1)}, .file = "agent.py", .line = 1},
                     .tool = "function",
                     .idempotent = true}};
    store_.advance(lease_, next);
    store_.dispatch(lease_, call_, "function", true);
    store_.answer(lease_, call_, Data(2));
    store_.load(lease_);
  }

 private:
  Store& store_;
  Lease lease_;
  uint64_t call_ = 0;
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.at(values.size() / 2);
}

void history(Store& store, size_t steps) {
  Steps long_run(store);
  for (size_t i = 0; i < steps; ++i) long_run.step();
  std::vector<double> first, last;
  for (int i = 0; i < 30; ++i) {
    Steps short_run(store);
    for (int j = 0; j < 10; ++j) short_run.step();
    for (int j = 0; j < 10; ++j) {
      first.push_back(seconds([&] { short_run.step(); }));
      last.push_back(seconds([&] { long_run.step(); }));
    }
  }
  std::printf("{\"first\": %.9f, \"last\": %.9f}\n", median(first), median(last));
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> given(argv + 1, argv + argc);
  const auto number = [&](size_t i) { return size_t(std::stoull(given.at(i))); };
  try {
    if (given.at(0) == "bare") return bare(given.at(1), number(2), number(3)), 0;
    const auto store = Store::open(given.at(1));
    if (given[0] == "submit") submit(*store, number(2), number(3));
    else if (given[0] == "work") work(*store, given.at(2), number(3));
    else if (given[0] == "claims") claims(*store, number(2));
    else if (given[0] == "waiting") add_waiting(*store, number(2));
    else if (given[0] == "history") history(*store, number(2));
    else throw std::runtime_error("there is no " + given[0]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "measure_durable: %s\n", error.what());
    return 1;
  }
}
