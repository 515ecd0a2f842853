#include "databases.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

#include "durable/database/postgres.h"
#include "durable/database/sqlite.h"

namespace fermata::durable {

PostgresServer& PostgresServer::get() {
  static PostgresServer server;
  return server;
}

PostgresServer::PostgresServer() {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("no pipes");
  const pid_t process = fork();
  if (process == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execl(FERMATA_POSTGRES_SERVER, FERMATA_POSTGRES_SERVER, nullptr);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  commands_ = in[1];
  told_ = out[0];
  url_ = read_line();
  if (url_.starts_with("postgresql://")) return;
  constexpr int kAbsent = 77;
  int status = 0;
  waitpid(process, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != kAbsent) throw std::runtime_error("the PostgreSQL server doesn't start");
  absent_ = url_;
}

PostgresServer::~PostgresServer() {
  close(commands_);
  read_line();  // until it has tidied up
  close(told_);
}

std::string PostgresServer::folder() const {
  const size_t at = url_.find("host=") + 5;
  std::string path = url_.substr(at);
  for (size_t slash; (slash = path.find("%2F")) != path.npos;) path.replace(slash, 3, "/");
  return path;
}

void PostgresServer::restart() {
  constexpr std::string_view kRestart = "restart\n";
  if (::write(commands_, kRestart.data(), kRestart.size()) < 0 || read_line() != "restarted")
    throw std::runtime_error("the PostgreSQL server doesn't restart");
}

std::string PostgresServer::read_line() {
  std::string line;
  for (char c; read(told_, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

std::string name_of(const testing::TestParamInfo<Kind>& kind) { return kind.param == Kind::kSqlite ? "Sqlite" : "Postgres"; }

TestDatabase::TestDatabase(Kind kind) : kind_(kind), where_(folder_.file("runs.db")) {
  static int schemas = 0;
  if (kind == Kind::kPostgres) where_ = PostgresServer::get().url() + "&options=-csearch_path%3Dt" + std::to_string(++schemas);
}

std::string TestDatabase::absent() const { return kind_ == Kind::kPostgres ? PostgresServer::get().absent() : ""; }

std::unique_ptr<Database> TestDatabase::connect() const {
  if (kind_ == Kind::kSqlite) return open_sqlite(where_, SqliteUse::kWrite, 1000);
  return std::make_unique<Postgres>(where_, std::chrono::milliseconds(1000));
}

}  // namespace fermata::durable
