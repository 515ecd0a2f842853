// A connection of a program's to a database: SQLite's own, which is kept outside the heap as long as its record lives, and is made again
// from the record after a state was loaded. SQLite runs on fibers. Where SQL wants something of the program (a function of its, a file), or
// was at it for long, the fiber is left, natives.cpp tells _asking.py, and with the answer it goes on: so the program's code is called by
// Python, can be paused, and limits are looked at.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "library/_sqlite3/vfs.h"
#include "library/besides.h"
#include "vm/fiber.h"

namespace fermata {

// Where things are in a connection's record, a list; __init__.py has the same.
enum class DatabaseSlot : uint8_t {
  kPath,
  kFlags,
  kDisks,
  kFunctions,
  kHandlers,
  kLimits,
  kAttached,
  kSaved,
  kMemory,
  kCounts,
  kBroken,
  kError,
  kLogs,
  kRestart,
  kSavepoints,
  kSettings,
  kCount
};
// And in a statement's.
enum class StatementSlot : uint8_t { kSql, kParameters, kAt, kRows, kModes, kLog, kAsked, kCount };

// What SQL asks of the program.
enum class SqlAsks : uint8_t { kFile, kFunction, kStep, kFinal, kValue, kInverse, kCollation, kAuthorizer, kTrace, kProgress };

struct SqlQuestion {
  SqlAsks what;
  int64_t index = 0, key = 0;  // of the function; of the aggregate's instance
  int count = 0;
  sqlite3_value** values = nullptr;
  const char* texts[5] = {};  // null: None
  int64_t sizes[5] = {};
  Value answer;
  Value problem;  // None: there is an answer
};

// What natives tell _asking.py besides codes of SQLite's, which aren't negative.
enum class SqlStatus : int8_t { kAgain = -1, kBusy = -2, kLost = -3 };

// (The first states have none with a log, later ones none with what the authorizer was asked.)
inline bool is_statement(const List* st) {
  return st && st->items.size >= size_t(StatementSlot::kLog) && st->items.size <= size_t(StatementSlot::kCount);
}
inline bool has_slot(const List* st, StatementSlot s) { return is_statement(st) && size_t(s) < st->items.size; }
inline Value statement_slot(const List* st, StatementSlot s) { return has_slot(st, s) ? st->items.data[size_t(s)] : Value::none(); }
inline void set_statement_slot(List* st, StatementSlot s, Value v) {
  if (has_slot(st, s)) st->items.data[size_t(s)] = v;
}

struct SqlStatement {
  sqlite3_stmt* stmt = nullptr;
  size_t tail = 0;     // where what follows it in its text begins
  bool runs = false;   // it was begun, and its place is that of the record
  bool busy = false;   // it is on a fiber
  bool drops = false;  // a table or an index: nothing else may run meanwhile
};

class SqliteConnection {
 public:
  static constexpr std::string_view kInMemory = "memory";  // as a path: one of no file
  static constexpr int kMostCachePages = 2000, kMostCacheKb = 8000;
  static constexpr int kProgress = 200;  // of SQLite's steps between two looks at the budget

  SqliteConnection(Context& cx, List* record);
  ~SqliteConnection();
  SqliteConnection(const SqliteConnection&) = delete;
  SqliteConnection& operator=(const SqliteConnection&) = delete;

  using Work = std::function<int(SqliteConnection&)>;
  using Finish = std::function<Value(SqliteConnection&, int code)>;
  using Held = std::vector<const Object*>;
  // Does the work on a fiber and then, here, finishes it: what `finish` says, or what there is to do meanwhile. `held`: objects that both
  // refer to; meanwhile the program may change them, and when one becomes garbage the work ends.
  // `reads`: it changes nothing of a database, so that it can be done once more.
  // `harmless`: it may be done while the program's authorizer is asked, in which nothing else may use the connection (SQLite says so: a
  // statement that is being prepared refers to what others change).
  Value run(Work work, Finish finish, Held held = {}, bool reads = false, bool harmless = false);
  Value go_on();
  Value answer(Value value, Value problem);
  void stop();  // the innermost of what runs ends here
  bool is_running() const { return !runs_.empty(); }
  bool is_lent() const;  // a backup writes to it, from its beginning to its end: nothing else does anything with it
  bool is_quiet() const { return alone_left_ != 0 || quiet_ || restoring_; }  // nobody is asked
  // Without the program: what asks it fails. -1: that took too long.
  int run_alone(const Work& work);

  // --- on the fiber
  bool ask(SqlQuestion& question);
  int find_disk(const std::string& name, int flags, SqliteDisk** out);
  bool may_allocate(uint64_t bytes);
  bool too_deep();
  int progress();
  // False: it is to end. `touched`: it may have changed something that it would change again when it is done once more.
  bool go_on_after(uint64_t steps, bool touched = true);
  void match_case(bool yes);  // in LIKE

  // --- the program's authorizer (authorizers.cpp)
  // The number of the last one that was set; it is negative when there is none now.
  int64_t authorizer() const;
  // Was the answer to it, when the statement was prepared, that a column is left out?
  bool was_ignored(const SqlQuestion& question) const;
  bool note_authorized(const SqlQuestion& question, bool ignored);  // false: there is no memory
  void note_drop();                                                 // the statement that is prepared drops something

  // --- statements
  SqlStatement& statement(List* record) { return statements_[record]; }
  int reach(List* record, int64_t rows);  // on the fiber: the statement gave so many rows
  int prepare(List* record, bool again);  // `again`: it was prepared in another process, and what was asked then isn't asked once more
  int begin(List* record);
  void forget(List* record);
  void drop_dead_statements();

  void note_statement(List* record);  // what runs is this one
  void note_reads(bool reads);        // it only reads
  void replay_statement();            // it begins once more
  int64_t new_instance();             // of an aggregate
  void note_error(int code);
  void set_error(int code, std::string_view text, bool rolled_back = false);  // what the program is told
  void note_ended(sqlite3_stmt* stmt, bool began);                 // which savepoints are open; `began`: there was no transaction before
  int execute(const std::string& sql, int64_t* number = nullptr);  // a statement of ours, on the fiber; the number that it gives
  int register_function(const Tuple* row);
  void apply_handlers();
  std::string before_save();             // why no state can be made, or empty
  void preload(SqliteFile& file) const;  // what a loaded transaction has written, when the file is opened for it
  void stop_unmarked();                  // in a collection: what nobody is there for any more
  void forget_unmarked();                // in a collection, then
  bool is_let_go() const { return !record; }
  bool is_whole() const { return record && record->items.size == size_t(DatabaseSlot::kCount); }
  void statement_done();                          // of a script: it isn't done again
  bool emulate(std::string_view sql, int* code);  // of a savepoint that was loaded: what a statement does
  // (The program can get at its records, and change them at any time.)
  Value slot(DatabaseSlot s) const { return is_whole() ? record->items.data[size_t(s)] : Value::none(); }
  void set_slot(DatabaseSlot s, Value v) {
    if (is_whole()) record->items.data[size_t(s)] = v;
  }

  Context& cx;
  List* record;  // null while it is closed because that is garbage
  sqlite3* db = nullptr;
  std::vector<SqliteFile*> files;
  // SQLite doesn't free the room for a full path that is empty, as that of a database in memory. What is still here once nothing runs is
  // freed then.
  std::vector<void*> empty_paths;
  int error_code = 0;
  std::string error_text;
  bool refused = false, deep = false;  // since the work began
  uint64_t names = 0;                  // that its statements had
  int64_t instances = 0;               // of aggregates
  int64_t changes_before = 0;          // in other processes
  uint64_t steps_since_asked = 0;
  int progress_every = 0;  // of the program's handler
  bool rolled_back = false;
  bool matches_case = false;
  std::string_view save_problem;        // why no state can be made
  std::vector<std::string> savepoints;  // that were made here and are open, the innermost last
  bool savepoint_began = false;         // the first of them began the transaction

 private:
  struct Run;
  struct Authorizing;  // while it lives, a statement is the one that the authorizer is asked about
  bool knows_what_was_authorized(List* record) const;
  void begin_authorizing(List* record);
  void end_authorizing(List* record);
  Value enter();
  Value end();
  int steps_at_once() const;
  List* logs() const { return try_as<List>(slot(DatabaseSlot::kLogs)); }
  List* log_of(const Run& r) const;
  bool is_broken(bool in_transaction) const;
  bool is_asking_authorizer() const;
  Value refuse_in_authorizer();
  void lose_innermost();
  bool forget_lost();  // the innermost, when it was ended so; whether it was
  void begin_log(Run& r);
  void log_answer(Run& r, Value value, Value problem);
  void forget_log(Run& r);
  Value lost();
  bool is_in_the_midst() const;  // of what a state was made in, and hasn't begun anew
  Value question_of(const SqlQuestion& q);
  int open();
  int restore();
  void close();
  void close_database();
  void free_empty_paths();
  // states.cpp
  void drain(List* record, SqlStatement& s);
  void note_schemas();
  void note_settings();
  int64_t default_of(const char* name) const;
  void restore_settings();
  void set_settings(bool late);
  void for_each_setting(const std::function<void(std::string_view, int64_t)>& f);
  Value counters() const;
  Value transaction();
  void note_savepoints();
  const Tuple* levels() const { return try_as<Tuple>(slot(DatabaseSlot::kSavepoints)); }
  int go_back(const Tuple* levels, uint32_t at);
  const Tuple* saved_of(std::string_view file) const;
  int attach_schemas();
  int fill_memory();
  int begin_again();
  int restore_content();
  void forget_saved();
  void end_readers();

  std::vector<std::unique_ptr<Run>> runs_;
  Run* active_ = nullptr;
  int64_t alone_left_ = 0;  // steps, while it runs alone
  std::unordered_map<List*, SqlStatement> statements_;
  std::vector<sqlite3_stmt*> dead_;
  std::vector<std::pair<std::string, std::string>> schema_names_;      // and their files
  std::vector<std::pair<std::string_view, int64_t>> settings_before_;  // of a new connection
  bool restoring_ = false;
  bool quiet_ = false;
  std::optional<int64_t> authorizer_set_;  // the one that SQLite has
  bool began_again_ = false;               // its transaction is one that was loaded
};

struct SqlBackup {
  sqlite3_backup* backup = nullptr;
  SqliteConnection *from = nullptr, *to = nullptr;
  bool steps = false;  // it is on a fiber
};

// All connections of a session, by their records.
struct Databases final : SavedBeside {
  explicit Databases(Heap& heap) : heap(heap) {}
  ~Databases() override;
  void forget_dead() override;
  std::string before_save() override;
  SqliteConnection& of(Context& cx, List* record);
  SqliteConnection* find(List* record);
  void close(List* record);
  SqliteDisk& disk(ByteArray* data, Instance* node);

  void end_backups(const SqliteConnection* of);  // null: those whose tokens are garbage

  Heap& heap;
  uint32_t runs = 0;  // what is on fibers, of all connections
  std::unordered_map<const ByteArray*, std::unique_ptr<SqliteDisk>> disks;
  std::vector<std::unique_ptr<SqliteDisk>> gone;       // of disks, in hostile states: something has them open
  std::unordered_map<const List*, SqlBackup> backups;  // by their tokens
  std::unordered_map<const List*, std::unique_ptr<SqliteConnection>> live;
  std::vector<std::unique_ptr<SqliteConnection>> dead;
};

Databases& databases_of(Context& cx);

}  // namespace fermata
