// What states have of a connection besides its files: what its transaction has changed and not committed, what is in memory, rows that a
// cursor hasn't given yet; and how a connection is made of that again.
#include <algorithm>
#include <cstring>

#include "library/_sqlite3/natives.h"
#include "library/_sqlite3/runs.h"
#include "library/_sqlite3/savepoints.h"
#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/errors/errors.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr uint32_t kBlock = SqliteFile::kBlock;
constexpr size_t kRecord = 4 + kBlock;  // of a block: its number, and what is in it
// In a database's first block: how often it was changed, and once more where SQLite has noted that. A transaction that isn't committed has
// what stands there; while one goes on that was loaded, it has another number, so that nobody takes the one for the other.
constexpr size_t kCounters[] = {24, 92}, kHead = 100;
constexpr char kOther = char(0x80);
constexpr uint64_t kSmallestRoom = 64 << 10;  // in the heap, while rows are read
constexpr std::string_view kNoRoom = "there is no room in the heap for what a database has in memory or in its transaction";
constexpr std::string_view kUnresolved = "a database's transaction has foreign keys that refer to nothing yet";

std::string quoted(std::string_view name, char quote) {
  std::string text(1, quote);
  for (const char c : name) {
    if (c == quote) text += quote;
    text += c;
  }
  return text + quote;
}

// A schema's bytes, as its connection sees them.
class Content {
 public:
  Content(SqliteConnection& c, const std::string& schema) {
    c.run_alone([&](SqliteConnection& c) {
      data_ = sqlite().serialize(c.db, schema.c_str(), &size_, 0);
      return SQLITE_OK;
    });
    if (!data_ && size_) c.save_problem = kNoRoom;
  }
  ~Content() { sqlite().free(data_); }
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;
  std::string_view view() const { return {data_ ? reinterpret_cast<char*>(data_) : "", data_ ? size_t(size_) : 0}; }
  char* data() { return reinterpret_cast<char*>(data_); }

 private:
  unsigned char* data_ = nullptr;
  sqlite3_int64 size_ = 0;
};

// Null: there is no room for it.
Bytes* room_for(SqliteConnection& c, uint64_t size) {
  Bytes* made = c.cx.heap.fits(size + kSmallestRoom) ? c.cx.heap.make_unfilled<Bytes>(size) : nullptr;
  if (!made) c.save_problem = kNoRoom;
  return made;
}

// What a row's texts and bytes take.
uint64_t size_of_row(sqlite3_stmt* stmt) {
  const SqliteApi& api = sqlite();
  uint64_t size = kSmallestRoom;
  for (int i = api.column_count(stmt); i-- > 0;)
    if (const int type = api.column_type(stmt, i); type == SQLITE_TEXT || type == SQLITE_BLOB) size += uint64_t(api.column_bytes(stmt, i));
  return size;
}

}  // namespace

// --- into states

// All rows that are left are read, when that isn't for long; else the statement begins anew when the next one is asked for, and comes to
// the same place.
void SqliteConnection::drain(List* st, SqlStatement& s) {
  const Value at = statement_slot(st, StatementSlot::kAt);
  if (!s.runs || s.busy || !at.is_small() || at.as_small() <= 0) return;
  List* rows = new_list(cx);
  bool good = true;
  const int code = run_alone([&](SqliteConnection& c) {
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW) {
      const Value row = c.cx.heap.fits(size_of_row(s.stmt)) ? row_of(c, st, false) : Value::retry();
      if (row.is_outcome() || !list_append(c.cx, rows, row)) {
        if (row.is_error()) c.cx.exception = Value();
        return SQLITE_NOMEM;
      }
      code = sqlite().step(s.stmt);
    }
    return code;
  });
  good = code == SQLITE_DONE;
  const bool reads = sqlite().stmt_readonly(s.stmt);
  run_alone([&](SqliteConnection&) { return sqlite().reset(s.stmt); });
  s.runs = false;
  if (good) {
    std::reverse(rows->items.begin(), rows->items.end());
    set_statement_slot(st, StatementSlot::kRows, Value::object(rows));
  } else if (!reads) {
    set_statement_slot(st, StatementSlot::kAt, Value::small(-1));  // what it did isn't done twice
  }
}

// (rows changed, the last rowid, aggregates)
Value SqliteConnection::counters() const {
  const Value items[] = {make_int(cx, sqlite().total_changes64(db) + changes_before), make_int(cx, sqlite().last_insert_rowid(db)),
                         Value::small(instances)};
  return tuple_or_none(cx, items);
}

std::string SqliteConnection::before_save() {
  if (!db) return {};
  const SqliteApi& api = sqlite();
  const bool in_transaction = !api.get_autocommit(db);
  save_problem = {};
  set_slot(DatabaseSlot::kCounts, counters());
  set_slot(DatabaseSlot::kSaved, Value::none());
  const bool broken = is_broken(in_transaction);
  set_slot(DatabaseSlot::kBroken, Value::small(broken ? int64_t(runs_.size()) : 0));
  if (broken) {
    set_slot(DatabaseSlot::kLogs, Value::object(new_list(cx)));
    return {};
  }
  if (is_running() && runs_.back()->is_prepared()) lose_innermost();
  int unresolved = 0, most = 0;
  api.db_status(db, SQLITE_DBSTATUS_DEFERRED_FKS, &unresolved, &most, 0);
  if (in_transaction && unresolved) return std::string(kUnresolved);
  for (auto& [st, s] : statements_) drain(st, s);
  if (in_transaction && !savepoints.empty() && is_running())
    return "a database is in the middle of a statement, within the savepoint '" + savepoints.back() + "'";
  note_settings();
  note_schemas();
  if (in_transaction) set_slot(DatabaseSlot::kSaved, transaction());
  if (in_transaction && !savepoints.empty() && save_problem.empty()) note_savepoints();
  return std::string(save_problem);
}

// The schemas besides main, and the content of those that are in no file.
void SqliteConnection::note_schemas() {
  struct Schema {
    std::string name, file;
  };
  std::vector<Schema> all;
  run_alone([&](SqliteConnection& c) {
    const SqliteApi& api = sqlite();
    sqlite3_stmt* stmt = nullptr;
    if (const int code = api.prepare_v3(c.db, "PRAGMA database_list", -1, 0, &stmt, nullptr); code != SQLITE_OK) return code;
    while (api.step(stmt) == SQLITE_ROW) {
      const auto text = [&](int column) {
        const auto* t = reinterpret_cast<const char*>(api.column_text(stmt, column));
        return std::string(t ? t : "");
      };
      all.push_back({text(1), text(2)});
    }
    return api.finalize(stmt);
  });
  std::vector<Value> attached, in_memory;
  for (const Schema& s : all) {
    if (s.name == "main") continue;
    const Value name = new_str(cx, s.name);
    if (s.name != "temp") {
      const Value pair[] = {name, new_str(cx, s.file)};
      attached.push_back(tuple_or_none(cx, pair));
    }
    if (!s.file.empty()) continue;
    const Content content(*this, s.name);
    if (content.view().empty()) continue;
    Bytes* bytes = room_for(*this, content.view().size());
    if (!bytes) continue;
    std::ranges::copy(content.view(), bytes->data);
    const Value pair[] = {name, Value::object(bytes)};
    in_memory.push_back(tuple_or_none(cx, pair));
  }
  set_slot(DatabaseSlot::kAttached, tuple_or_none(cx, attached));
  set_slot(DatabaseSlot::kMemory, in_memory.empty() ? Value::none() : tuple_or_none(cx, in_memory));
  schema_names_.clear();
  for (const Schema& s : all)
    if (s.name == "main" || !s.file.empty()) schema_names_.emplace_back(s.name, s.file);
}

// (schema, file, size, blocks that differ from what stands) of each that the transaction writes.
Value SqliteConnection::transaction() {
  std::vector<Value> all;
  for (const auto& [schema, name] : schema_names_) {
    if (sqlite().txn_state(db, schema.c_str()) != SQLITE_TXN_WRITE) continue;
    const auto file = std::ranges::find(files, name, [](const SqliteFile* f) { return f->name(); });
    if (file == files.end() || !(*file)->disk().data) continue;
    const std::string_view stands = (*file)->disk().data->view();
    Content content(*this, schema);
    const size_t size = content.view().size();
    for (const size_t at : kCounters)
      if (size >= kHead) {
        if (stands.size() >= kHead) std::memcpy(content.data() + at, stands.data() + at, 4);
        else std::memset(content.data() + at, 0, 4);
      }
    const auto each_changed = [&](const auto& f) {
      for (uint64_t at = 0; at < size; at += kBlock)
        if (const std::string_view is = content.view().substr(at, kBlock); at >= stands.size() || stands.substr(at, kBlock) != is)
          f(uint32_t(at / kBlock), is);
    };
    uint64_t changed = 0;
    each_changed([&](uint32_t, std::string_view) { ++changed; });
    Bytes* blocks = room_for(*this, changed * kRecord);
    if (!blocks) return Value::none();
    char* to = blocks->data;
    each_changed([&](uint32_t number, std::string_view is) {
      for (int i = 0; i < 4; ++i) *to++ = char(number >> 8 * i);
      to = std::fill_n(std::ranges::copy(is, to).out, kBlock - is.size(), '\0');
    });
    const Value items[] = {new_str(cx, schema), new_str(cx, name), make_int(cx, int64_t(size)), Value::object(blocks)};
    all.push_back(tuple_or_none(cx, items));
  }
  return tuple_or_none(cx, all);
}

// What was there at each savepoint is found by going back to it. Then the connection is made again, as after a load, when it is used next.
// (Where there was no room for what was there, nobody can go back to it.)
void SqliteConnection::note_savepoints() {
  const bool began = savepoint_began;
  std::vector<Value> all;
  run_alone([&](SqliteConnection& c) {
    for (size_t i = savepoints.size(); i-- > 0;) {
      const std::string name = quoted(savepoints[i], '"');
      c.execute("ROLLBACK TO " + name);
      const Value level[] = {new_str(cx, savepoints[i]), transaction(), Value::boolean(i == 0 && began)};
      all.push_back(tuple_or_none(cx, level));
      if (i) c.execute("RELEASE " + name);
    }
    return c.execute("ROLLBACK");
  });
  if (const Tuple* earlier = levels())
    for (uint32_t i = earlier->count; i-- > 0;) all.push_back(earlier->items[i]);
  std::ranges::reverse(all);
  set_slot(DatabaseSlot::kSavepoints, tuple_or_none(cx, all));
  close_database();
}

// What was there at a savepoint that was loaded is there again.
int SqliteConnection::go_back(const Tuple* levels, uint32_t at) {
  const Tuple* level = try_as<Tuple>(levels->items[at]);
  const Value content = level->items[1];
  if (!is<Tuple>(content)) return SQLITE_NOMEM;
  const Value kept = tuple_or_none(cx, {levels->items, at + 1});
  const Value counted = counters();
  end_readers();
  note_schemas();
  set_slot(DatabaseSlot::kCounts, counted);
  set_slot(DatabaseSlot::kSaved, content);
  set_slot(DatabaseSlot::kSavepoints, kept);
  if (is<Tuple>(counted) && int64_of(as<Tuple>(counted)->items[0])) changes_before = *int64_of(as<Tuple>(counted)->items[0]);
  savepoints.clear();
  close_database();
  return open();
}

bool SqliteConnection::emulate(std::string_view sql, int* code) {
  const SavepointWords words = savepoint_words(sql);
  const Tuple* all = levels();
  if (!all || (words.what != SavepointWords::kRelease && words.what != SavepointWords::kBack)) return false;
  if (std::ranges::any_of(savepoints, [&](const std::string& one) { return same_sql_name(one, words.name); })) return false;
  for (uint32_t i = all->count; i-- > 0;) {
    const Tuple* level = try_as<Tuple>(all->items[i]);
    if (!level || level->count != 3 || !is<Str>(level->items[0])) return false;
    if (!same_sql_name(as<Str>(level->items[0])->view(), words.name)) continue;
    if (runs_.size() > 1) {  // what it is asked within is on a fiber
      *code = SQLITE_BUSY;
    } else if (words.what == SavepointWords::kBack) {
      *code = go_back(all, i);
    } else if (i == 0 && level->items[2].is_true()) {
      *code = execute("COMMIT");
    } else {
      *code = SQLITE_OK;
      for (size_t n = savepoints.size(); n-- > 0;) execute("RELEASE " + quoted(savepoints[n], '"'));
      savepoints.clear();
      set_slot(DatabaseSlot::kSavepoints, i ? tuple_or_none(cx, {all->items, i}) : Value::none());
    }
    if (*code == SQLITE_OK) *code = SQLITE_DONE;
    return true;
  }
  return false;
}

// --- and out of them

const Tuple* SqliteConnection::saved_of(std::string_view file) const {
  const Tuple* saved = try_as<Tuple>(slot(DatabaseSlot::kSaved));
  for (uint32_t i = 0; saved && i < saved->count; ++i) {
    const Tuple* one = try_as<Tuple>(saved->items[i]);
    if (one && one->count == 4 && is<Str>(one->items[0]) && is<Str>(one->items[1]) && one->items[2].is_small() &&
        is<Bytes>(one->items[3]) && as<Str>(one->items[1])->view() == file)
      return one;
  }
  return nullptr;
}

void SqliteConnection::preload(SqliteFile& file) const {
  const Tuple* saved = restoring_ ? saved_of(file.name()) : nullptr;
  if (!saved) return;
  const std::string_view blocks = as<Bytes>(saved->items[3])->view();
  const int64_t size = saved->items[2].as_small();
  if (size <= 0 || size > UINT32_MAX) return;
  file.truncate(uint64_t(size));
  for (size_t at = 0; at + kRecord <= blocks.size(); at += kRecord) {
    uint64_t number = 0;
    for (size_t i = 0; i < 4; ++i) number |= uint64_t(uint8_t(blocks[at + i])) << 8 * i;
    if (number * kBlock >= uint64_t(size)) continue;
    file.write(blocks.data() + at + 4, std::min<uint64_t>(kBlock, uint64_t(size) - number * kBlock), number * kBlock);
  }
  for (const size_t at : kCounters) {
    char first = 0;
    if (uint64_t(size) < kHead || file.read(&first, 1, at) != SQLITE_OK) continue;
    first = char(first ^ kOther);
    file.write(&first, 1, at);
  }
}

int SqliteConnection::attach_schemas() {
  const Tuple* attached = try_as<Tuple>(slot(DatabaseSlot::kAttached));
  for (uint32_t i = 0; attached && i < attached->count; ++i) {
    const Tuple* one = try_as<Tuple>(attached->items[i]);
    if (!one || one->count != 2 || !is<Str>(one->items[0]) || !is<Str>(one->items[1])) return SQLITE_MISUSE;
    const std::string_view file = as<Str>(one->items[1])->view();
    const std::string sql =
        "ATTACH " + quoted(file.empty() ? ":memory:" : file, '\'') + " AS " + quoted(as<Str>(one->items[0])->view(), '"');
    if (const int code = execute(sql); code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

int SqliteConnection::fill_memory() {
  const SqliteApi& api = sqlite();
  const Tuple* memory = try_as<Tuple>(slot(DatabaseSlot::kMemory));
  for (uint32_t i = 0; memory && i < memory->count; ++i) {
    const Tuple* one = try_as<Tuple>(memory->items[i]);
    if (!one || one->count != 2 || !is<Str>(one->items[0]) || !is<Bytes>(one->items[1])) return SQLITE_MISUSE;
    const std::string schema(as<Str>(one->items[0])->view());
    const std::string_view data = as<Bytes>(one->items[1])->view();
    if (schema == "main") return SQLITE_MISUSE;
    auto* copy = static_cast<unsigned char*>(api.malloc64(data.size() + 1));
    sqlite3* from = nullptr;
    int code = copy ? api.open_v2(":memory:", &from, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, kSqliteFiles.zName)
                    : SQLITE_NOMEM;
    if (code == SQLITE_OK) {
      std::memcpy(copy, data.data(), data.size());
      code = api.deserialize(from, "main", copy, int64_t(data.size()), int64_t(data.size()), SQLITE_DESERIALIZE_FREEONCLOSE);
    } else {
      api.free(copy);
    }
    if (code == SQLITE_OK) {
      sqlite3_backup* backup = api.backup_init(db, schema.c_str(), from, "main");
      code = backup ? api.backup_step(backup, -1) : SQLITE_ERROR;
      if (backup) api.backup_finish(backup);
      if (code == SQLITE_DONE) code = SQLITE_OK;
    }
    api.close_v2(from);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

// SQLite begins a transaction on what the loaded one had come to. It writes to each file of it once, so that a commit is one of changes;
// what goes in a rollback is all that is beside what stands.
int SqliteConnection::begin_again() {
  const Tuple* saved = try_as<Tuple>(slot(DatabaseSlot::kSaved));
  if (!saved) return SQLITE_OK;
  int code = execute("BEGIN");
  for (uint32_t i = 0; i < saved->count && code == SQLITE_OK; ++i) {
    const Tuple* one = try_as<Tuple>(saved->items[i]);
    if (!one || one->count != 4 || !is<Str>(one->items[0])) return SQLITE_MISUSE;
    const std::string pragma = "PRAGMA " + quoted(as<Str>(one->items[0])->view(), '"') + ".user_version";
    int64_t version = 0;
    code = execute(pragma, &version);
    if (code == SQLITE_OK) code = execute(pragma + " = " + std::to_string(version));
  }
  began_again_ = code == SQLITE_OK;
  return code;
}

int SqliteConnection::restore_content() {
  restore_settings();
  int code = attach_schemas();
  if (code == SQLITE_OK) code = fill_memory();
  if (code == SQLITE_OK) code = begin_again();
  set_settings(true);
  if (const Tuple* counts = try_as<Tuple>(slot(DatabaseSlot::kCounts)); counts && counts->count >= 2)
    if (const auto rowid = int64_of(counts->items[1]); is_int(counts->items[1]) && rowid) sqlite().set_last_insert_rowid(db, *rowid);
  forget_saved();
  return code;
}

void SqliteConnection::forget_saved() {
  set_slot(DatabaseSlot::kSaved, Value::none());
  set_slot(DatabaseSlot::kMemory, Value::none());
}

// A loaded transaction was rolled back: what cursors read was part of it.
void SqliteConnection::end_readers() {
  for (auto& [st, s] : statements_) {
    if (!s.runs || s.busy) continue;
    sqlite().reset(s.stmt);
    s.runs = false;
    set_statement_slot(st, StatementSlot::kAt, Value::small(-1));
  }
}

}  // namespace fermata
