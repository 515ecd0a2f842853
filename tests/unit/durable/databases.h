// The databases that the tests of stores run over: a SQLite file in a folder of its own, or a schema of its own on a PostgreSQL server that
// is started when a test first needs it (tests/support/postgres_server.py).
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "durable/database/database.h"

namespace fermata::durable {

class Folder {
 public:
  Folder() {
    std::string path = (std::filesystem::temp_directory_path() / "fermata-XXXXXX").string();
    if (!mkdtemp(path.data())) throw std::runtime_error("no temporary folder");
    path_ = path;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// The one server of this process. It goes when the process does, however that ends.
class PostgresServer {
 public:
  static PostgresServer& get();
  ~PostgresServer();
  // Why there is none: "" when there is one.
  const std::string& absent() const { return absent_; }
  const std::string& url() const { return url_; }
  // The socket's folder.
  std::string folder() const;
  // As after a crash.
  void restart();

 private:
  PostgresServer();
  std::string read_line();

  int commands_ = -1, told_ = -1;
  std::string url_, absent_;
};

enum class Kind : uint8_t { kSqlite, kPostgres };
std::string name_of(const testing::TestParamInfo<Kind>& kind);

class TestDatabase {
 public:
  explicit TestDatabase(Kind kind);
  // Why it can't be had: "" when it can.
  std::string absent() const;
  const std::string& where() const { return where_; }
  // Behind the store's back.
  std::unique_ptr<Database> connect() const;

 private:
  Kind kind_;
  Folder folder_;
  std::string where_;
};

}  // namespace fermata::durable
