// PostgreSQL lets many connections write at a time, and makes one commit of what comes together: each transaction here has a connection of
// its own, out of a few that are kept. A connection that is lost is replaced, and its transaction done again; unless it was committed.
#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "durable/backend.h"
#include "durable/database/postgres.h"
#include "durable/database/postgres_listener.h"
#include "durable/database/schema.h"

namespace fermata::durable {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPause(20);  // between two looks at a server that isn't back yet
constexpr int kMostConflicts = 10;               // of one transaction; each lets another one through

constexpr Statement kEncoding{"SELECT current_setting('server_encoding')"};

class PostgresBackend : public Backend {
 public:
  PostgresBackend(const std::string& where, uint64_t patience_ms, size_t connections)
      : where_(where), patience_(patience_ms), most_(std::max<size_t>(connections, 1)) {
    try {
      auto database = std::make_unique<Postgres>(where_, patience_);
      bring_up_to_date(*database);
      idle_.push_back(std::move(database));
      open_ = 1;
    } catch (const ConnectionLost& lost) {
      throw StoreError(StoreError::Kind::kOpen, std::string("can't open the store: ") + lost.what());
    }
  }

  void write(const Use& work) override { transact(true, work); }
  void read(const Use& work) override { transact(false, work); }
  std::shared_ptr<void> listen(Told told) override { return std::make_shared<PostgresListener>(where_, patience_, std::move(told)); }

 private:
  // A connection, until this goes.
  class Borrowed {
   public:
    Borrowed(PostgresBackend& from, Clock::time_point until) : from_(from), database_(from.take(until)) {}
    ~Borrowed() { from_.give_back(std::move(database_)); }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    Postgres& operator*() { return *database_; }
    Postgres* operator->() { return database_.get(); }

   private:
    PostgresBackend& from_;
    std::unique_ptr<Postgres> database_;
  };

  // One process makes the tables, or what they lack; another one that came at the same time waits, and finds them.
  static void bring_up_to_date(Postgres& database) {
    bool current = false;
    database.within(false, [&](Database&) {
      const std::string encoding = database.run(kEncoding, {}).at(0).text(0);
      if (encoding != "UTF8") throw StoreError(StoreError::Kind::kOpen, "a store needs a database in UTF8; this one is in " + encoding);
      current = version_of(database) == kSchemaVersion;
    });
    if (!current) database.within(true, [](Database& one) { migrate(one); });
  }

  void transact(bool writes, const Use& work) {
    const Clock::time_point until = Clock::now() + patience_;
    for (int conflicts = 0;;) {
      Postgres::Process process;
      Database::Witness witness;
      try {
        Borrowed database(*this, until);
        process = database->process();
        try {
          return database->within(writes, work);
        } catch (const ConnectionLost&) {
          witness = database->witness();
          throw;
        }
      } catch (const Conflict&) {
        if (++conflicts == kMostConflicts) throw;
      } catch (const ConnectionLost& lost) {
        if (Clock::now() >= until) throw;
        const bool may_have_happened = lost.kind() == StoreError::Kind::kUnknown;
        if (writes && happened(process, may_have_happened ? witness : nullptr, lost, until)) return;
      }
    }
  }

  // Whether a transaction happened whose connection was lost. Throws `lost` when that can't be found out in time. Afterwards it is over: it
  // keeps nobody from its rows, nor is it committed later.
  bool happened(const Postgres::Process& process, const Database::Witness& witness, const ConnectionLost& lost, Clock::time_point until) {
    try {
      while (process.id && !Borrowed(*this, until)->ends(process)) {
        if (Clock::now() >= until) throw lost;
        std::this_thread::sleep_for(kPause);
      }
      bool found = false;
      if (witness) Borrowed(*this, until)->within(false, [&](Database& database) { found = witness(database); });
      return found;
    } catch (const ConnectionLost&) {
      if (Clock::now() >= until) throw lost;
      return happened(process, witness, lost, until);
    } catch (const StoreError&) {
      throw lost;
    }
  }

  // Waits for a connection that is free, or for the server. Throws StoreError: kBusy, ConnectionLost.
  std::unique_ptr<Postgres> take(Clock::time_point until) {
    {
      std::unique_lock lock(mutex_);
      if (!freed_.wait_until(lock, until, [&] { return !idle_.empty() || open_ < most_; }))
        throw StoreError(StoreError::Kind::kBusy, "all " + std::to_string(most_) + " connections to the store are in use");
      if (!idle_.empty()) {
        auto database = std::move(idle_.back());
        idle_.pop_back();
        return database;
      }
      ++open_;
    }
    for (;;) {
      try {
        return std::make_unique<Postgres>(where_, patience_);
      } catch (const ConnectionLost&) {
        if (Clock::now() < until) {
          std::this_thread::sleep_for(kPause);
          continue;
        }
        give_back(nullptr);
        throw;
      } catch (...) {
        give_back(nullptr);
        throw;
      }
    }
  }

  // A lost one, or none, makes room for another.
  void give_back(std::unique_ptr<Postgres> database) {
    std::lock_guard lock(mutex_);
    if (database && !database->is_lost()) idle_.push_back(std::move(database));
    else --open_;
    freed_.notify_one();
  }

  const std::string where_;
  const std::chrono::milliseconds patience_;
  const size_t most_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<std::unique_ptr<Postgres>> idle_;  // the one that was used last is used first
  size_t open_ = 0;                              // idle ones and others
};

}  // namespace

std::unique_ptr<Backend> open_postgres_backend(const std::string& where, uint64_t patience_ms, size_t connections) {
  return std::make_unique<PostgresBackend>(where, patience_ms, connections);
}

}  // namespace fermata::durable
