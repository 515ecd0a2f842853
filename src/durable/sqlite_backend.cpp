// SQLite lets one connection write at a time, and a commit waits for the disk. So a Store has one thread that writes: what came while it
// waited for the disk is its next commit. A transition that throws is taken back alone, by its savepoint.
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "durable/backend.h"
#include "durable/database/schema.h"
#include "durable/database/sqlite.h"

namespace fermata::durable {

namespace {

class SqliteBackend : public Backend {
 public:
  SqliteBackend(const std::string& path, uint64_t patience_ms) : writer_(open_sqlite(path, SqliteUse::kWrite, patience_ms)) {
    bool current = false;
    writer_->within(false, [&](Database& database) { current = version_of(database) == kSchemaVersion; });
    if (!current) writer_->within(true, [](Database& database) { migrate(database); });
    reader_ = open_sqlite(path, SqliteUse::kRead, patience_ms);
    thread_ = std::thread([this] { serve(); });
  }
  ~SqliteBackend() override {
    {
      std::lock_guard lock(mutex_);
      closing_ = true;
    }
    arrived_.notify_all();
    thread_.join();
  }

  void write(const Use& work) override {
    Job job{work};
    std::unique_lock lock(mutex_);
    waiting_.push_back(&job);
    arrived_.notify_one();
    job.ended.wait(lock, [&] { return job.is_over; });
    if (job.error) std::rethrow_exception(job.error);
  }

  void read(const Use& work) override {
    std::lock_guard lock(reading_);
    reader_->within(false, work);
  }

  std::shared_ptr<void> listen(Told) override { return nullptr; }

 private:
  struct Job {
    const Use& work;
    std::exception_ptr error{};
    bool is_over = false;
    std::condition_variable ended{};
  };
  static constexpr size_t kMostAtOnce = 64;

  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      arrived_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const size_t count = std::min(waiting_.size(), kMostAtOnce);
      std::vector<Job*> group(waiting_.begin(), waiting_.begin() + std::ptrdiff_t(count));
      waiting_.erase(waiting_.begin(), waiting_.begin() + std::ptrdiff_t(count));
      lock.unlock();
      commit_all(group);
      lock.lock();
      for (Job* job : group) {
        job->is_over = true;
        job->ended.notify_one();
      }
    }
  }

  static void give_up(Database& database, Job& job) {
    job.error = std::current_exception();
    database.roll_back_to();
  }

  void commit_all(const std::vector<Job*>& group) {
    try {
      writer_->within(true, [&](Database& database) {
        for (Job* job : group) {
          database.savepoint();
          try {
            job->work(database);
            database.release();
          } catch (const StoreError& error) {
            // The database fails, not the transition: so does the whole group. (A damaged row is one run's, a key its user's.)
            if (error.kind() != StoreError::Kind::kDamaged && error.kind() != StoreError::Kind::kSealed) throw;
            give_up(database, *job);
          } catch (...) {
            give_up(database, *job);
          }
        }
      });
    } catch (...) {
      // A transition that was refused saw what will never be, so nobody knows whether it would be refused again.
      for (Job* job : group) job->error = std::current_exception();
    }
  }

  std::unique_ptr<Database> writer_, reader_;
  std::mutex mutex_, reading_;
  std::condition_variable arrived_;
  std::vector<Job*> waiting_;
  bool closing_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace

std::unique_ptr<Backend> open_sqlite_backend(const std::string& path, uint64_t patience_ms) {
  return std::make_unique<SqliteBackend>(path, patience_ms);
}

}  // namespace fermata::durable
