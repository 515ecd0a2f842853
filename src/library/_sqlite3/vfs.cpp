#include "library/_sqlite3/vfs.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>

#include "library/_files.h"
#include "library/_sqlite3/connection.h"
#include "objects/model/instance.h"
#include "vm/host_calls.h"

namespace fermata {

SqliteFile::SqliteFile(SqliteConnection& connection, SqliteDisk& disk, std::string name)
    : connection_(connection), disk_(disk), name_(std::move(name)) {
  ++disk_.opened;
  connection_.files.push_back(this);
}

SqliteFile::~SqliteFile() {
  unlock(SQLITE_LOCK_NONE);
  std::erase(connection_.files, this);
  --disk_.opened;
}

int SqliteFile::read(char* out, uint64_t count, uint64_t at) const {
  const uint64_t end = std::min(size(), at + count);
  const uint64_t there = end > at ? end - at : 0;
  for (uint64_t done = 0; done < there;) {
    const auto number = uint32_t((at + done) / kBlock);
    const uint64_t within = (at + done) % kBlock, piece = std::min(there - done, kBlock - within);
    const auto found = own_ ? blocks_.find(number) : blocks_.end();
    if (found != blocks_.end()) {
      std::memcpy(out + done, found->second.get() + within, piece);
    } else {
      const uint64_t base = std::min(own_ ? base_size_ : UINT64_MAX, stands());
      const uint64_t copied = base > at + done ? std::min(piece, base - (at + done)) : 0;
      if (copied) std::memcpy(out + done, disk_.data->data.data + at + done, copied);
      std::memset(out + done + copied, 0, piece - copied);
    }
    done += piece;
  }
  // A file that was last written with a write-ahead log, which is empty (_places.py), is read and written with journals.
  for (const uint64_t version : {18, 19})
    if (at <= version && version < at + there && out[version - at] == 2) out[version - at] = 1;
  if (there == count) return SQLITE_OK;
  std::memset(out + there, 0, count - there);
  return SQLITE_IOERR_SHORT_READ;
}

char* SqliteFile::block_to_write(uint32_t number) {
  if (const auto found = blocks_.find(number); found != blocks_.end()) return found->second.get();
  if (!connection_.may_allocate(kBlock)) return nullptr;
  auto block = std::make_unique<char[]>(kBlock);
  const uint64_t at = uint64_t(number) * kBlock, base = std::min(base_size_, stands());
  if (base > at) std::memcpy(block.get(), disk_.data->data.data + at, std::min<uint64_t>(kBlock, base - at));
  connection_.cx.heap.count_outside(kBlock + 64);
  return (blocks_[number] = std::move(block)).get();
}

int SqliteFile::write(const char* data, uint64_t count, uint64_t at) {
  if (at + count > UINT32_MAX) return SQLITE_FULL;
  if (!own_) {
    own_ = true;
    size_ = base_size_ = stands();
  }
  for (uint64_t done = 0; done < count;) {
    const uint64_t within = (at + done) % kBlock, piece = std::min(count - done, kBlock - within);
    char* block = block_to_write(uint32_t((at + done) / kBlock));
    if (!block) return SQLITE_FULL;
    std::memcpy(block + within, data + done, piece);
    done += piece;
  }
  size_ = std::max(size_, at + count);
  return SQLITE_OK;
}

int SqliteFile::truncate(uint64_t size) {
  if (size >= this->size()) return SQLITE_OK;
  if (!own_) {
    own_ = true;
    base_size_ = stands();
  }
  size_ = size;
  base_size_ = std::min(base_size_, size);
  const auto first = blocks_.lower_bound(uint32_t((size + kBlock - 1) / kBlock));
  connection_.cx.heap.count_outside(-int64_t(kBlock + 64) * std::distance(first, blocks_.end()));
  blocks_.erase(first, blocks_.end());
  if (const auto last = blocks_.find(uint32_t(size / kBlock)); last != blocks_.end())
    std::memset(last->second.get() + size % kBlock, 0, kBlock - size % kBlock);
  return SQLITE_OK;
}

int SqliteFile::prepare_commit() {
  if (connection_.is_let_go()) return SQLITE_FULL;
  if (!own_ || !disk_.data) return SQLITE_OK;
  if (disk_.readers > 1) return SQLITE_BUSY;
  if (growth()) {
    // Several files of a transaction grow together.
    uint64_t all = 0;
    for (const SqliteFile* file : connection_.files) all += file->growth();
    if (!files_have_room(connection_.cx, all)) return SQLITE_FULL;
  }
  if (size_ <= disk_.data->data.capacity) return SQLITE_OK;
  return connection_.may_allocate(size_) && connection_.cx.heap.reserve(disk_.data->data, size_) ? SQLITE_OK : SQLITE_FULL;
}

uint64_t SqliteFile::growth() const {
  const bool is_file = own_ && disk_.node && disk_.data;
  return is_file && size_ > disk_.data->data.size ? size_ - disk_.data->data.size : 0;
}

void SqliteFile::commit() {
  if (own_ && disk_.data && connection_.cx.heap.resize(disk_.data->data, size_)) {
    auto& data = disk_.data->data;
    if (base_size_ < size_) std::memset(data.data + base_size_, 0, size_ - base_size_);
    for (const auto& [number, block] : blocks_) {
      const uint64_t at = uint64_t(number) * kBlock;
      if (at < size_) std::memcpy(data.data + at, block.get(), std::min<uint64_t>(kBlock, size_ - at));
    }
    // (What the host gave is the program's now.)
    if (disk_.node) instance_set_slot(connection_.cx, disk_.node, connection_.cx.intern("given"), Value::none());
  }
  drop();
}

void SqliteFile::drop() {
  connection_.cx.heap.count_outside(-int64_t(kBlock + 64) * int64_t(blocks_.size()));
  blocks_.clear();
  own_ = false;
}

int SqliteFile::lock(int level) {
  if (level <= level_) return SQLITE_OK;
  if (level_ == SQLITE_LOCK_NONE) {
    if (disk_.exclusive && disk_.exclusive != this) return SQLITE_BUSY;
    ++disk_.readers;
    level_ = SQLITE_LOCK_SHARED;
  }
  if (level >= SQLITE_LOCK_RESERVED && level_ < SQLITE_LOCK_RESERVED) {
    if (disk_.writer && disk_.writer != this) return SQLITE_BUSY;
    disk_.writer = this;
    level_ = SQLITE_LOCK_RESERVED;
  }
  if (level >= SQLITE_LOCK_PENDING) {
    disk_.exclusive = this;
    level_ = SQLITE_LOCK_PENDING;
    if (disk_.readers > 1) return SQLITE_BUSY;
    level_ = level;
  }
  return SQLITE_OK;
}

int SqliteFile::unlock(int level) {
  if (level >= level_) return SQLITE_OK;
  if (level_ >= SQLITE_LOCK_RESERVED && own_) drop();
  if (disk_.exclusive == this) disk_.exclusive = nullptr;
  if (disk_.writer == this) disk_.writer = nullptr;
  if (level == SQLITE_LOCK_NONE) --disk_.readers;
  level_ = level;
  return SQLITE_OK;
}

namespace {

// A journal, or a temporary file.
class Scratch {
 public:
  explicit Scratch(SqliteConnection& connection) : connection_(connection) {}
  ~Scratch() { truncate(0); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  int read(char* out, uint64_t count, uint64_t at) const {
    const uint64_t there = at < size_ ? std::min(count, size_ - at) : 0;
    each(at, there, [&](size_t piece, size_t within, size_t bytes) {
      if (pieces_[piece]) std::memcpy(out, pieces_[piece].get() + within, bytes);
      else std::memset(out, 0, bytes);
      out += bytes;
      return true;
    });
    if (there == count) return SQLITE_OK;
    std::memset(out, 0, count - there);
    return SQLITE_IOERR_SHORT_READ;
  }
  int write(const char* data, uint64_t count, uint64_t at) {
    if (at + count > uint64_t(1) << 36) return SQLITE_FULL;
    const size_t needed = size_t((at + count + kPiece - 1) / kPiece);
    if (needed > pieces_.size()) {
      if (!connection_.may_allocate((needed - pieces_.size()) * sizeof(void*))) return SQLITE_FULL;
      pieces_.resize(needed);
    }
    const bool written = each(at, count, [&](size_t piece, size_t within, size_t bytes) {
      if (!pieces_[piece]) {
        if (!connection_.may_allocate(kPiece)) return false;
        pieces_[piece] = std::make_unique<char[]>(kPiece);
        connection_.cx.heap.count_outside(kPiece);
      }
      std::memcpy(pieces_[piece].get() + within, data, bytes);
      data += bytes;
      return true;
    });
    if (!written) return SQLITE_FULL;
    size_ = std::max(size_, at + count);
    return SQLITE_OK;
  }
  int truncate(uint64_t size) {
    if (size >= size_) return SQLITE_OK;
    size_ = size;
    const size_t kept = size_t((size + kPiece - 1) / kPiece);
    for (size_t i = kept; i < pieces_.size(); ++i)
      if (pieces_[i]) connection_.cx.heap.count_outside(-int64_t(kPiece));
    pieces_.resize(kept);
    if (size % kPiece && pieces_[kept - 1]) std::memset(pieces_[kept - 1].get() + size % kPiece, 0, kPiece - size % kPiece);
    return SQLITE_OK;
  }
  uint64_t size() const { return size_; }

 private:
  static constexpr size_t kPiece = 8192;
  template <class F>
  static bool each(uint64_t at, uint64_t count, F f) {
    while (count) {
      const uint64_t within = at % kPiece, bytes = std::min(count, kPiece - within);
      if (!f(size_t(at / kPiece), size_t(within), size_t(bytes))) return false;
      at += bytes;
      count -= bytes;
    }
    return true;
  }
  SqliteConnection& connection_;
  std::vector<std::unique_ptr<char[]>> pieces_;
  uint64_t size_ = 0;
};

// What SQLite has of a file: one of the two.
struct Opened : sqlite3_file {
  SqliteFile* database;
  Scratch* scratch;
};
Opened& opened(sqlite3_file* f) { return *static_cast<Opened*>(f); }

bool same(const char* text, std::string_view lower) {
  for (const char c : lower)
    if (std::tolower(uint8_t(*text++)) != c) return false;
  return !*text;
}

// What SQLite is told of its settings. Journals are where a state is made of them, and not in memory that nobody sees.
int pragma(const SqliteFile& file, char** arguments) {
  const char* name = arguments[1];
  const char* value = arguments[2];
  const auto answer = [&](std::string_view text) {
    char* copy = static_cast<char*>(sqlite().malloc64(text.size() + 1));
    if (!copy) return SQLITE_NOMEM;
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = 0;
    arguments[0] = copy;
    return SQLITE_OK;
  };
  if (same(name, "journal_mode")) {
    if (file.in_memory()) return answer("memory");
    const bool allowed = !value || same(value, "delete") || same(value, "truncate") || same(value, "persist");
    return allowed ? SQLITE_NOTFOUND : answer("delete");
  }
  if (same(name, "locking_mode")) return answer("normal");
  if (same(name, "cache_spill") && value) return SQLITE_OK;
  if (same(name, "cache_size") && value) {
    const long long pages = std::strtoll(value, nullptr, 10);
    return pages > SqliteConnection::kMostCachePages || pages < -SqliteConnection::kMostCacheKb ? SQLITE_OK : SQLITE_NOTFOUND;
  }
  return SQLITE_NOTFOUND;
}

int close(sqlite3_file* f) {
  delete opened(f).database;
  delete opened(f).scratch;
  return SQLITE_OK;
}

constexpr sqlite3_io_methods kMethods = {
    .iVersion = 1,
    .xClose = close,
    .xRead =
        [](sqlite3_file* f, void* out, int count, sqlite3_int64 at) {
          auto* to = static_cast<char*>(out);
          return opened(f).database ? opened(f).database->read(to, uint64_t(count), uint64_t(at))
                                    : opened(f).scratch->read(to, uint64_t(count), uint64_t(at));
        },
    .xWrite =
        [](sqlite3_file* f, const void* data, int count, sqlite3_int64 at) {
          const auto* from = static_cast<const char*>(data);
          return opened(f).database ? opened(f).database->write(from, uint64_t(count), uint64_t(at))
                                    : opened(f).scratch->write(from, uint64_t(count), uint64_t(at));
        },
    .xTruncate =
        [](sqlite3_file* f, sqlite3_int64 size) {
          return opened(f).database ? opened(f).database->truncate(uint64_t(size)) : opened(f).scratch->truncate(uint64_t(size));
        },
    .xSync = [](sqlite3_file*, int) { return SQLITE_OK; },
    .xFileSize =
        [](sqlite3_file* f, sqlite3_int64* size) {
          *size = sqlite3_int64(opened(f).database ? opened(f).database->size() : opened(f).scratch->size());
          return SQLITE_OK;
        },
    .xLock = [](sqlite3_file* f, int level) { return opened(f).database ? opened(f).database->lock(level) : SQLITE_OK; },
    .xUnlock = [](sqlite3_file* f, int level) { return opened(f).database ? opened(f).database->unlock(level) : SQLITE_OK; },
    .xCheckReservedLock =
        [](sqlite3_file* f, int* out) {
          *out = opened(f).database && opened(f).database->reserved();
          return SQLITE_OK;
        },
    .xFileControl =
        [](sqlite3_file* f, int what, void* argument) {
          SqliteFile* file = opened(f).database;
          if (!file) return SQLITE_NOTFOUND;
          if (what == SQLITE_FCNTL_PRAGMA) return pragma(*file, static_cast<char**>(argument));
          if (what == SQLITE_FCNTL_SYNC) return file->prepare_commit();
          if (what != SQLITE_FCNTL_COMMIT_PHASETWO) return SQLITE_NOTFOUND;
          file->commit();
          return SQLITE_OK;
        },
    .xSectorSize = [](sqlite3_file*) { return 512; },
    .xDeviceCharacteristics =
        [](sqlite3_file*) { return SQLITE_IOCAP_SAFE_APPEND | SQLITE_IOCAP_SEQUENTIAL | SQLITE_IOCAP_POWERSAFE_OVERWRITE; },
};

int open(sqlite3_vfs*, const char* name, sqlite3_file* f, int flags, int* given) {
  Opened& file = opened(f);
  file.pMethods = nullptr;
  file.database = nullptr;
  file.scratch = nullptr;
  SqliteConnection* c = SqliteScope::current();
  if (!c) return SQLITE_CANTOPEN;
  if (flags & SQLITE_OPEN_MAIN_DB) {
    SqliteDisk* disk = nullptr;
    if (const int code = c->find_disk(name ? name : "", flags, &disk); code != SQLITE_OK) return code;
    file.database = new SqliteFile(*c, *disk, name ? name : "");
    c->preload(*file.database);
    if (given) *given = flags;
  } else {
    if (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_SUPER_JOURNAL) && !(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    file.scratch = new Scratch(*c);
    if (given) *given = flags;
  }
  file.pMethods = &kMethods;
  return SQLITE_OK;
}

// Of the session's, where there is one.
int random_bytes(sqlite3_vfs*, int count, char* out) {
  std::memset(out, 0, size_t(count));
  SqliteConnection* c = SqliteScope::current();
  if (c && c->cx.host.side) c->cx.host.side->draw_entropy({reinterpret_cast<uint8_t*>(out), size_t(count)});
  return count;
}

int time_now(sqlite3_vfs*, sqlite3_int64* out) {
  constexpr sqlite3_int64 kEpoch = 210866760000000;  // 1970 in milliseconds of julian days
  SqliteConnection* c = SqliteScope::current();
  const double now = c && c->cx.host.side ? c->cx.host.side->wall_time() : 0;
  *out = kEpoch + sqlite3_int64(now * 1000);
  return SQLITE_OK;
}

}  // namespace

sqlite3_vfs kSqliteFiles = {
    .iVersion = 2,
    .szOsFile = sizeof(Opened),
    .mxPathname = 4096,
    .zName = "fermata",
    .xOpen = open,
    .xDelete = [](sqlite3_vfs*, const char*, int) { return SQLITE_OK; },
    .xAccess =
        [](sqlite3_vfs*, const char*, int, int* out) {  // journals end with those who have them
          *out = 0;
          return SQLITE_OK;
        },
    .xFullPathname =
        [](sqlite3_vfs*, const char* name, int room, char* out) {
          // (A database in memory has no name.)
          const std::string_view text = name == SqliteConnection::kInMemory ? std::string_view() : name;
          if (text.size() >= size_t(room)) return SQLITE_CANTOPEN;
          out[text.copy(out, text.size())] = 0;
          if (SqliteConnection* c = SqliteScope::current(); c && text.empty() && sqlite_is_charged()) c->empty_paths.push_back(out);
          return SQLITE_OK;
        },
    .xDlOpen = [](sqlite3_vfs*, const char*) -> void* { return nullptr; },
    .xDlError =
        [](sqlite3_vfs*, int room, char* out) {
          if (room > 0) *out = 0;
        },
    .xDlSym = [](sqlite3_vfs*, void*, const char*) -> void (*)() { return nullptr; },
    .xDlClose = [](sqlite3_vfs*, void*) {},
    .xRandomness = random_bytes,
    .xSleep = [](sqlite3_vfs*, int) { return 0; },
    .xCurrentTime =
        [](sqlite3_vfs* vfs, double* out) {
          sqlite3_int64 ms = 0;
          time_now(vfs, &ms);
          *out = double(ms) / 86400000.0;
          return SQLITE_OK;
        },
    .xGetLastError = [](sqlite3_vfs*, int, char*) { return 0; },
    .xCurrentTimeInt64 = time_now,
};

}  // namespace fermata
