// The files of SQLite's connections: what they make of a bytearray of the program's. What a transaction writes is kept beside it, in
// blocks, until it is committed, so that the bytearray always has what stands. Journals and temporary files are a connection's own. All of
// it is charged to the heap.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "library/_sqlite3/api.h"
#include "runtime/context.h"

namespace fermata {

class SqliteFile;

// A database that connections of a session have open; who may do what with it.
struct SqliteDisk {
  ByteArray* data = nullptr;  // null once it is gone
  Instance* node = nullptr;   // the file of the session's tree, or null
  uint32_t opened = 0, readers = 0;
  const SqliteFile* writer = nullptr;     // reserved
  const SqliteFile* exclusive = nullptr;  // pending, too
};

// A database as one connection sees it.
class SqliteFile {
 public:
  static constexpr uint32_t kBlock = 4096;

  SqliteFile(SqliteConnection& connection, SqliteDisk& disk, std::string name);
  ~SqliteFile();
  SqliteFile(const SqliteFile&) = delete;
  SqliteFile& operator=(const SqliteFile&) = delete;

  int read(char* out, uint64_t count, uint64_t at) const;
  int write(const char* data, uint64_t count, uint64_t at);
  int truncate(uint64_t size);
  uint64_t size() const { return own_ ? size_ : stands(); }
  int lock(int level);
  int unlock(int level);
  bool reserved() const { return disk_.writer != nullptr; }
  int prepare_commit();     // there is room for it
  uint64_t growth() const;  // by how many bytes a file of the session's grows with it
  void commit();

  const std::string& name() const { return name_; }
  const SqliteDisk& disk() const { return disk_; }
  bool in_memory() const { return !disk_.node; }
  bool writes() const { return own_; }
  // The blocks that differ from what stands, and the size.
  const std::map<uint32_t, std::unique_ptr<char[]>>& blocks() const { return blocks_; }

 private:
  uint64_t stands() const { return disk_.data ? disk_.data->data.size : 0; }
  char* block_to_write(uint32_t number);
  void drop();

  SqliteConnection& connection_;
  SqliteDisk& disk_;
  const std::string name_;
  int level_ = 0;
  bool own_ = false;  // blocks and size are there
  uint64_t size_ = 0, base_size_ = 0;
  std::map<uint32_t, std::unique_ptr<char[]>> blocks_;
};

}  // namespace fermata
