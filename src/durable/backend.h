// Backend: how a Store reaches its database: transactions that write, of which several may become one commit, and ones that only look.
// Implemented by sqlite_backend.cpp and postgres_backend.cpp; owned by a Store, used from any thread.
#pragma once

#include <memory>
#include <string>

#include "durable/database/database.h"

namespace fermata::durable {

class Backend {
 public:
  using Use = Database::Use;
  virtual ~Backend() = default;
  // Returns when what `work` wrote is on the disk. What it throws is thrown here, and nothing that it wrote stays. It may run on another
  // thread, and more than once.
  virtual void write(const Use& work) = 0;
  // One moment of the database.
  virtual void read(const Use& work) = 0;

  // Store::listen().
  using Told = std::function<void(const std::string& queue)>;
  virtual std::shared_ptr<void> listen(Told told) = 0;
};

std::unique_ptr<Backend> open_sqlite_backend(const std::string& path, uint64_t patience_ms);
// `where` is a URL. With at most so many connections.
std::unique_ptr<Backend> open_postgres_backend(const std::string& where, uint64_t patience_ms, size_t connections);

}  // namespace fermata::durable
