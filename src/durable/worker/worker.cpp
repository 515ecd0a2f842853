#include "fermata/durable/worker.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <list>
#include <thread>
#include <utility>

#include <unistd.h>

#include "base/entropy.h"
#include "durable/rows/left_to_others.h"
#include "durable/schemas/sentence.h"
#include "durable/store_impl.h"
#include "durable/transitions/transitions.h"
#include "durable/worker/built_in.h"
#include "durable/worker/courier.h"
#include "durable/worker/hold.h"
#include "durable/worker/turn.h"
#include "fermata/durable/workers.h"

namespace fermata::durable {

namespace {

constexpr std::chrono::milliseconds kNotice(50);  // stop() may come from a signal handler, which can wake nobody

constexpr std::chrono::seconds kHeard(5);  // so often the store hears that it is there
constexpr uint64_t kAliveMs = 16'000;      // and takes it for alive so long
constexpr size_t kMostLeft = 1'000;        // runs that it can do nothing with

std::string this_host() {
  char host[65] = {};
  gethostname(host, sizeof host - 1);
  return host;
}
std::string new_name() { return this_host() + "-" + std::to_string(getpid()) + "-" + entropy_text(4); }

// How others see it.
WorkerInfo info_of(const WorkerOptions& options) {
  WorkerInfo info{
      .name = options.name, .host = this_host(), .process = getpid(), .queues = options.queues, .concurrency = options.concurrency};
  for (const Tool& tool : options.tools)
    if (!is_built_in(tool)) {
      info.tools.insert(tool.function);
      if (!tool.parameters.is_none()) info.parameters[tool.function] = tool.parameters;
    }
  for (const Grant& grant : options.functions) info.functions.insert(grant.name);
  for (const TypeDeclaration& type : options.types)
    if (type.name != kChildHandle) info.types.insert(type.name);
  return info;
}

}  // namespace

class Worker::Impl {
  const std::unique_ptr<Store> traced_;  // which tells of the runs that end here; null: nobody is told

 public:
  Impl(Store& store, WorkerOptions given)
      : traced_(given.tracer ? store.traced(given.tracer) : nullptr),
        options(with_built_in(traced_ ? *traced_ : store, std::move(given))),
        store_(traced_ ? *traced_ : store),
        tools_(options.tools) {
    if (options.name.empty()) options.name = new_name();
    for (const std::string& queue : options.queues) check_name(queue, "a queue");
    std::set<std::string> names;
    for (const Tool& tool : options.tools) {
      if (!tool.answer || !names.insert(tool.function).second)
        throw UsageError("a tool needs a function of its own, and an answer: " + tool.function);
      if (tool.retries.attempts == 0 || (tool.retries.attempts > 1 && !tool.idempotent))
        throw UsageError("a tool that is called again when it failed has to be idempotent: " + tool.function);
      if (const std::string why = template_misfit(tool.parameters); !why.empty())
        throw UsageError("the summary of " + tool.function + "(): " + why);
      if (!is_ask(tool)) functions_.push_back(tool.function);  // (what waits for anybody's answer isn't a question)
    }
    for (const Grant& grant : options.functions)
      if (!names.insert(grant.name).second) throw UsageError(grant.name + " is there twice, or has a tool and waits for others");
    for (const Mount& mount : options.mounts ? options.mounts() : std::vector<Mount>())
      if (mount.mode == Mount::Mode::kWrite)
        throw UsageError("a worker's mounts can't be written to, as what was written may be written again: " + mount.at);
    if (options.concurrency == 0) throw UsageError("concurrency is 0: a worker has one run at once, or more");
    if (options.lease_ms == 0) throw UsageError("lease is 0: nothing would be a worker's for any time");
    store.impl().seals->check();
    info_ = info_of(options);
    if (options.jailed) jail_.emplace(options.jail);
    missing_.emplace(jail_ ? &*jail_ : nullptr);
  }

  void work(bool drains) {
    const auto listening = store_.listen([this](const std::string& queue) { hear(queue); });
    std::thread renewals([this] { renew(); });
    Courier courier(store_, options.poll_ms, options.public_url, [this](const std::string& what) { tell("", what); });
    std::exception_ptr error;
    try {
      look_and_wait(drains);
    } catch (...) {
      error = std::current_exception();
      stopping = true;
    }
    while (!turns_.empty()) {
      join_ended();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    over_ = true;
    renewals.join();
    courier.stop();
    if (is_heard_of_) say_good_bye();
    while (drains && !error && !stopping && courier.deliver()) {
    }
    if (!error) error = lacks_keys_;
    if (error) std::rethrow_exception(error);
  }

  WorkerOptions options;
  std::atomic<bool> stopping{false};

 private:
  struct Running {
    Hold hold;
    std::thread thread{};
    std::atomic<bool> is_over{false};
    Running(Store& store, Lease lease, uint64_t lease_ms, Hold::Clock::time_point since) : hold(store, std::move(lease), lease_ms, since) {}
  };

  void look_and_wait(bool drains) {
    while (!stopping) {
      join_ended();  // first: an ended turn would keep its place from the next one until the next poll
      const bool found = look(drains);
      if (drains && !found && turns_.empty() && is_drained()) break;
      std::unique_lock lock(mutex_);
      const auto until = Hold::Clock::now() + std::chrono::milliseconds(found ? 1 : options.poll_ms);
      while (!stopping && !has_news_ && Hold::Clock::now() < until) news_.wait_for(lock, kNotice);
      has_news_ = false;
    }
  }

  void say_it_is_there() {
    const auto now = Hold::Clock::now();
    if (is_heard_of_ && now < *is_heard_of_ + kHeard) return;
    hear_of(store_, info_, kAliveMs);
    is_heard_of_ = now;
  }
  void say_good_bye() {
    try {
      forget_worker(store_, options.name);
    } catch (const StoreError&) {
      // It is taken for dead before long.
    }
  }

  void tell(const std::string& run, const std::string& what, bool needs_somebody = true) const {
    if (options.told) options.told({run, what, needs_somebody});
  }

  // True: something was done, and there may be more.
  bool look(bool drains) {
    turns_of_tenants_.except = left_runs();
    const size_t left = turns_of_tenants_.except.size();
    if (left >= kMostLeft)
      throw StoreError(StoreError::Kind::kDamaged, "the worker can load none of " + std::to_string(left) +
                                                       " runs of its queues: it lacks their keys, or its tools don't fit them");
    try {
      bool found = false;
      say_it_is_there();
      if (const auto due = store_.next_due(); due && *due <= store_.now()) {
        found |= store_.expire() > 0;
        found |= store_.wake() > 0;
        found |= store_.lapse() > 0;
        found |= store_.fire() > 0;
      }
      if (!functions_.empty()) found |= store_.wake_for(functions_, options.queues) > 0;
      if (!std::exchange(has_begun_, true)) found |= store_.wake_postponed(options.queues) > 0;
      const size_t free = options.concurrency - turns_.size();
      if (free == 0) return false;
      const Hold::Clock::time_point since = Hold::Clock::now();
      for (Lease& lease : store_.impl().write([&](Transaction& transaction) {
             return claim(transaction, {options.name, options.queues, options.lease_ms, free}, turns_of_tenants_);
           })) {
        begin(std::move(lease), since);
        found = true;
      }
      return found;
    } catch (const StoreError& error) {
      if (drains) throw;
      tell("", error.what());
      return false;
    }
  }

  // A run of the queue may be ready.
  void hear(const std::string& queue) {
    if (!queue.empty() && std::ranges::find(options.queues, queue) == options.queues.end()) return;
    std::lock_guard lock(mutex_);
    if (turns_.size() >= options.concurrency) return;
    has_news_ = true;
    news_.notify_one();
  }

  bool is_drained() {
    for (const std::string& queue : options.queues)
      for (const RunStatus status : {RunStatus::kReady, RunStatus::kRunning})
        if (has_other_than(left_runs(), {.status = status, .queue = queue})) return false;
    return true;
  }

  std::set<std::string> left_runs() {
    std::lock_guard lock(mutex_);
    return left_;
  }
  bool has_other_than(const std::set<std::string>& known, RunQuery query) {
    query.most = known.size() + 1;
    return std::ranges::any_of(store_.runs(query), [&](const Run& run) { return !known.contains(run.id); });
  }

  // It isn't taken again.
  void leave_to_others(Hold& hold, const std::string& why) {
    {
      std::lock_guard lock(mutex_);
      left_.insert(hold.run());
    }
    try {
      hold.write([&](Store& store, Lease& lease) { store.release(lease, {}, why); });
    } catch (const std::exception&) {
      // Its lease ends.
    }
    tell(hold.run(), "is left to others: " + why);
  }

  // The store was sealed, or its key changed: nothing here can go on. What was written stays.
  void lack_keys(Hold& hold, const StoreError& error) {
    leave_to_others(hold, error.what());
    std::lock_guard lock(mutex_);
    if (!lacks_keys_) lacks_keys_ = std::make_exception_ptr(error);
    stopping = true;
  }

  void begin(Lease lease, Hold::Clock::time_point since) {
    std::lock_guard lock(mutex_);
    Running& running = turns_.emplace_back(store_, std::move(lease), options.lease_ms, since);
    running.thread = std::thread([this, &running] {
      drive(running.hold);
      running.is_over = true;
      std::lock_guard news(mutex_);
      has_news_ = true;
      news_.notify_one();
    });
  }

  void drive(Hold& hold) {
    try {
      Turn turn({store_, options, jail_ ? &*jail_ : nullptr, tools_, *missing_, stopping}, hold);
      const Turn::Note note = turn.go();
      tell(hold.run(), note.what, note.needs_somebody);
    } catch (const LeftToOthers& error) {
      leave_to_others(hold, error.what());
    } catch (const StoreError& error) {
      if (error.kind() == StoreError::Kind::kSealed) {
        lack_keys(hold, error);
      } else {
        tell(hold.run(), error.what(), false);
      }
    } catch (const std::exception& error) {
      // Fenced, or a store that fails: what was written is there, the rest is for whoever has the run next.
      tell(hold.run(), error.what(), false);
    }
  }

  void join_ended() {
    std::list<Running> ended;
    {
      std::lock_guard lock(mutex_);
      for (auto at = turns_.begin(); at != turns_.end();) {
        const auto turn = at++;
        if (turn->is_over) ended.splice(ended.end(), turns_, turn);
      }
    }
    for (Running& running : ended) running.thread.join();
  }

  void renew() {
    const auto pause = std::min<std::chrono::milliseconds>(kNotice, std::chrono::milliseconds(options.lease_ms / 10 + 1));
    while (!over_) {
      std::this_thread::sleep_for(pause);
      std::lock_guard lock(mutex_);  // (turns that begin or end wait meanwhile)
      for (Running& running : turns_)
        if (!running.is_over) running.hold.renew_if_due();
    }
  }

  Store& store_;
  std::optional<Jail> jail_;
  std::optional<MissingFunctions> missing_;
  Toolbox tools_;
  WorkerInfo info_{};
  Turns turns_of_tenants_{};
  std::optional<Hold::Clock::time_point> is_heard_of_{};  // by the store, when it last was
  std::vector<std::string> functions_;
  std::mutex mutex_;  // of what follows
  std::condition_variable news_;
  bool has_news_ = false;
  bool has_begun_ = false;
  std::set<std::string> left_;       // runs whose states this worker can do nothing with
  std::exception_ptr lacks_keys_{};  // the store has others than are given
  std::list<Running> turns_;         // changed by the thread that works alone
  std::atomic<bool> over_{false};
};

Worker::Worker(Store& store, WorkerOptions options) : impl_(std::make_unique<Impl>(store, std::move(options))) {}
Worker::~Worker() = default;

void Worker::run() { impl_->work(false); }
void Worker::drain() { impl_->work(true); }
void Worker::stop() noexcept { impl_->stopping = true; }
const std::string& Worker::name() const { return impl_->options.name; }

}  // namespace fermata::durable
