#include "library/_sqlite3/connection.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

#include "base/utf8.h"
#include "library/_sqlite3/functions.h"
#include "library/_sqlite3/runs.h"
#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/errors/errors.h"
#include "objects/model/instance.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "vm/frames.h"

namespace fermata {

namespace {

constexpr uint64_t kConnectionBytes = 16 << 10;  // what one takes besides SQLite's part
constexpr size_t kStackLeft = 256 << 10;         // for what SQLite does between two looks at the stack
constexpr int64_t kSoonDone = 100'000;
constexpr int64_t kMostInstances = int64_t(1) << 60;  // of a state's
constexpr uint32_t kMostLogged = 20'000;
constexpr int64_t kMostAlone = 2'000'000;  // and for what has to be done at once
constexpr uint64_t kSmallestShare = 64 << 10;
constexpr uint32_t kMostRuns = 50;    // in a session at a time, each within another's question
constexpr uint32_t kFramesLeft = 12;  // that a question of SQL's needs

}  // namespace

SqliteConnection::SqliteConnection(Context& cx, List* record) : cx(cx), record(record) {
  cx.heap.count_outside(kConnectionBytes);
  if (const Tuple* counts = try_as<Tuple>(slot(DatabaseSlot::kCounts)); counts && counts->count >= 2 && counts->items[0].is_small()) {
    changes_before = std::max<int64_t>(0, counts->items[0].as_small());
    if (counts->count > 2 && counts->items[2].is_small()) instances = std::clamp<int64_t>(counts->items[2].as_small(), 0, kMostInstances);
  }
}

SqliteConnection::~SqliteConnection() {
  close();
  cx.heap.count_outside(-int64_t(kConnectionBytes));
}

// --- running

List* SqliteConnection::log_of(const Run& r) const {
  const List* all = logs();
  return all && r.log_at >= 0 && r.log_at < int64_t(all->items.size) ? try_as<List>(all->items.data[r.log_at]) : nullptr;
}

// [0, answer, problem, answer, …]; with the problem 0 it is an aggregate's number. A statement has one for all its rows, as it may have to
// come to its place from its beginning; or false, when there is too much of it: then all is asked once more.
void SqliteConnection::begin_log(Run& r) {
  List* all = logs();
  const Value kept = statement_slot(r.statement, StatementSlot::kLog);
  List* log = try_as<List>(kept);
  if (!log) {
    log = all ? new_list(cx) : nullptr;
    if (kept.is_false()) r.unlogged = true;
    else if (log && list_append(cx, log, Value::small(0))) set_statement_slot(r.statement, StatementSlot::kLog, Value::object(log));
  }
  if (log && all && list_append(cx, all, Value::object(log))) r.log_at = int64_t(all->items.size) - 1;
  else r.unlogged = true;
}

void SqliteConnection::forget_log(Run& r) {
  r.unlogged = true;
  set_statement_slot(r.statement, StatementSlot::kLog, Value::false_());
  if (log_of(r)) {
    const List* none = new_list(cx);
    logs()->items.data[r.log_at] = none ? Value::object(none) : Value::none();
  }
}

bool SqliteConnection::is_broken(bool in_transaction) const {
  return std::ranges::any_of(runs_, [&](const auto& r) {
    return (r->unlogged && !(r->statement && r->reads)) || !log_of(*r) || (in_transaction && !r->reads && r->touched);
  });
}

void SqliteConnection::note_statement(List* record) {
  if (active_) active_->statement = record;
}

void SqliteConnection::replay_statement() {
  Run* r = active_;
  if (!r || r->stopping || r->replay) return;
  const List* log = try_as<List>(statement_slot(r->statement, StatementSlot::kLog));
  if (!log || log->items.size < 2) return;
  if (r->log_at < 0) begin_log(*r);
  r->replay = 1;
}

int64_t SqliteConnection::new_instance() {
  Run* r = active_;
  if (!r || r->stopping) return ++instances;
  const List* log = r->replay ? log_of(*r) : nullptr;
  if (log && r->replay + 1 < log->items.size && log->items.data[r->replay + 1].is_small()) {
    const Value key = log->items.data[r->replay];
    r->replay += 2;
    if (!key.is_small() || key.as_small() <= 0 || key.as_small() > kMostInstances) return ++instances;
    instances = std::max(instances, key.as_small());
    return key.as_small();
  }
  if (r->log_at < 0 && !r->unlogged) begin_log(*r);
  log_answer(*r, Value::small(++instances), Value::small(0));
  return instances;
}

void SqliteConnection::note_reads(bool reads) {
  if (active_) active_->reads = reads;
}

void SqliteConnection::statement_done() {
  if (!active_) return;
  active_->touched = active_->traced = false;
  active_->replay = 0;
  if (List* log = log_of(*active_); log && log->items.size > 1) log->items.size = 1;
}

bool SqliteConnection::is_asking_authorizer() const { return is_running() && (runs_.back()->lost || runs_.back()->is_prepared()); }

Value SqliteConnection::refuse_in_authorizer() {
  set_error(SQLITE_MISUSE, "the database can't be used while its authorizer is asked");
  return Value::small(SQLITE_MISUSE);
}

Value SqliteConnection::run(Work work, Finish finish, Held held, bool reads, bool harmless) {
  if (is_lent()) return Value::small(int64_t(SqlStatus::kBusy));
  if (is_running() && runs_.back()->task != cx.task) return Value::small(int64_t(SqlStatus::kBusy));
  if (is_running() && !runs_.back()->question && !runs_.back()->lost) return Value::small(int64_t(SqlStatus::kBusy));
  if (!harmless && is_asking_authorizer()) return refuse_in_authorizer();
  Databases& all = databases_of(cx);
  if (all.runs >= kMostRuns) return raise_recursion_error(cx, " in functions of SQL");
  // Once it has begun, whoever answers it must come to its end.
  if (cx.task && is_too_deep(cx.task, cx.recursion_limit - std::min(cx.recursion_limit, kFramesLeft))) return raise_recursion_error(cx);
  if (db && (!slot(DatabaseSlot::kSaved).is_none() || !slot(DatabaseSlot::kMemory).is_none())) forget_saved();  // of an earlier state
  auto r = std::make_unique<Run>(all, std::move(work), std::move(finish), cx.task, reads, std::move(held));
  Run* made = r.get();
  if (!reads)
    for (const auto& outer : runs_) outer->unlogged |= !outer->reads;
  if (slot(DatabaseSlot::kRestart).is_true()) {
    set_slot(DatabaseSlot::kRestart, Value::false_());
    made->log_at = logs() ? int64_t(logs()->items.size) - 1 : -1;
    if (log_of(*made)) made->replay = 1;
  }
  made->fiber = std::make_unique<Fiber>(
      [this, made] {
        made->stack = static_cast<const char*>(__builtin_frame_address(0));
        refused = deep = false;
        names = 0;
        made->code = db ? SQLITE_OK : open();
        made->in_transaction = db && !sqlite().get_autocommit(db);
        if (made->code == SQLITE_OK) made->code = made->work(*this);
        made->done = true;
      },
      true);
  runs_.push_back(std::move(r));
  return enter();
}

Value SqliteConnection::enter() {
  Run& r = *runs_.back();
  const SqliteScope scope(this);
  for (;;) {
    Run* before = std::exchange(active_, &r);
    r.fiber->resume();
    active_ = before;
    if (r.done) return end();
    if (r.log_at < 0 && !r.unlogged) begin_log(r);
    if (!r.question) return Value::small(int64_t(SqlStatus::kAgain));
    const Value asked = question_of(*r.question);
    if (!asked.is_error()) return asked;
    cx.exception = Value();  // a text that isn't valid, or there is no memory: the same as when the program raises it
    log_answer(r, Value::none(), Value::false_());
    r.question->problem = Value::false_();
    r.question = nullptr;
  }
}

void SqliteConnection::log_answer(Run& r, Value value, Value problem) {
  if (r.unlogged) return;
  List* log = log_of(r);
  if (!log || log->items.size > kMostLogged || !list_append(cx, log, value) || !list_append(cx, log, problem)) forget_log(r);
}

Value SqliteConnection::end() {
  const std::unique_ptr<Run> r = std::move(runs_.back());
  runs_.pop_back();
  r->fiber.reset();
  if (runs_.empty()) free_empty_paths();
  if (List* all = logs(); all && r->log_at >= 0 && r->log_at + 1 == int64_t(all->items.size)) --all->items.size;
  note_error(r->code);
  if (db && sqlite().get_autocommit(db)) {
    if (std::exchange(began_again_, false) && rolled_back) end_readers();
    savepoints.clear();
    set_slot(DatabaseSlot::kSavepoints, Value::none());
  }
  const bool gone = std::exchange(rolled_back, false) && r->in_transaction;
  if (r->code != SQLITE_OK && r->code != SQLITE_ROW && r->code != SQLITE_DONE && refused) {
    r->code = error_code = SQLITE_NOMEM;
    error_text = "out of memory";
  }
  if (r->code != SQLITE_OK && r->code != SQLITE_ROW && r->code != SQLITE_DONE) set_error(error_code, error_text, gone);
  return r->finish(*this, r->code);
}

void SqliteConnection::set_error(int code, std::string_view text, bool rolled_back) {
  const Value items[] = {Value::small(code), new_str(cx, utf8::is_valid(text, utf8::Surrogates::kForbid) ? text : "?"),
                         Value::boolean(rolled_back)};
  const Value made = items[1].is_outcome() ? items[1] : tuple_of(cx, items);
  set_slot(DatabaseSlot::kError, made.is_outcome() ? Value::none() : made);
}

// A state was made in the middle of it.
Value SqliteConnection::lost() {
  const Value broken = slot(DatabaseSlot::kBroken);
  if (broken.is_small() && broken.as_small() > 0) {
    set_slot(DatabaseSlot::kBroken, Value::small(broken.as_small() - 1));
    set_error(SQLITE_INTERRUPT, "interrupted");
    return Value::small(SQLITE_INTERRUPT);
  }
  set_slot(DatabaseSlot::kRestart, Value::boolean(logs() && logs()->items.size));
  return Value::small(int64_t(SqlStatus::kLost));
}

bool SqliteConnection::is_in_the_midst() const {
  const auto has_log = [](const auto& r) { return r->log_at >= 0; };
  const auto here = size_t(std::ranges::count_if(runs_, has_log)) + slot(DatabaseSlot::kRestart).is_true();
  const Value broken = slot(DatabaseSlot::kBroken);
  return (logs() && logs()->items.size > here) || (broken.is_small() && broken.as_small() > 0);
}

// What SQLite reads a statement by would change under it while a state is made.
void SqliteConnection::lose_innermost() {
  Run& r = *runs_.back();
  const SqliteScope scope(this);
  r.stopping = r.lost = true;
  r.question = nullptr;
  Run* before = std::exchange(active_, &r);
  while (!r.done) r.fiber->resume();
  active_ = before;
  r.fiber.reset();
}

bool SqliteConnection::forget_lost() {
  const bool is_lost = is_running() && runs_.back()->lost && runs_.back()->task == cx.task;
  if (is_lost) runs_.pop_back();
  return is_lost;
}

Value SqliteConnection::go_on() {
  if (forget_lost() || !is_running()) return lost();
  if (runs_.back()->task != cx.task || runs_.back()->question) return Value::small(int64_t(SqlStatus::kBusy));
  return enter();
}

Value SqliteConnection::answer(Value value, Value problem) {
  if (forget_lost() || !is_running()) {
    List* all = logs();
    if (List* log = all && all->items.size ? try_as<List>(all->items.data[all->items.size - 1]) : nullptr)
      if (!list_append(cx, log, value) || !list_append(cx, log, problem)) return cx.out_of_memory();
    return lost();
  }
  Run& r = *runs_.back();
  if (r.task != cx.task || !r.question) return Value::small(int64_t(SqlStatus::kBusy));
  log_answer(r, value, problem);
  SqlQuestion* question = std::exchange(r.question, nullptr);
  question->answer = value;
  question->problem = problem;
  return enter();
}

int SqliteConnection::run_alone(const Work& work) {
  Run r(databases_of(cx), work, {}, cx.task, false);
  r.fiber = std::make_unique<Fiber>(
      [this, &r] {
        r.stack = static_cast<const char*>(__builtin_frame_address(0));
        r.code = r.work(*this);
        r.done = true;
      },
      true);
  r.stopping = true;  // nobody answers
  alone_left_ = kMostAlone;
  const SqliteScope scope(this);
  Run* before = std::exchange(active_, &r);
  r.fiber->resume();
  active_ = before;
  cx.budget.charge(uint64_t(kMostAlone - alone_left_));
  alone_left_ = 0;
  return r.code;
}

// --- on the fiber

bool SqliteConnection::too_deep() {
  if (!active_ || !active_->stack) return false;
  const auto used = size_t(active_->stack - static_cast<const char*>(__builtin_frame_address(0)));
  if (used + kStackLeft < Fiber::stack_bytes(true)) return false;
  return deep = true;
}

bool SqliteConnection::may_allocate(uint64_t bytes) {
  if (too_deep()) return false;
  if (!bytes || cx.heap.fits(bytes)) return true;
  refused = true;
  return false;
}

bool SqliteConnection::ask(SqlQuestion& question) {
  Run* r = active_;
  if (!r || r->stopping) return false;
  const List* log = r->replay ? log_of(*r) : nullptr;
  if (log && r->replay + 1 < log->items.size && !log->items.data[r->replay + 1].is_small()) {
    question.answer = log->items.data[r->replay];
    question.problem = log->items.data[r->replay + 1];
    r->replay += 2;
    return question.problem.is_none();
  }
  r->replay = 0;
  const bool first_trace = question.what == SqlAsks::kTrace && !std::exchange(r->traced, true);
  r->touched |= !first_trace && question.what != SqlAsks::kAuthorizer && question.what != SqlAsks::kFile;
  r->question = &question;
  r->fiber->leave();
  r->question = nullptr;
  return !r->stopping && question.problem.is_none();
}

bool SqliteConnection::go_on_after(uint64_t steps, bool touched) {
  Run* r = active_;
  if (alone_left_) return (alone_left_ -= int64_t(steps)) > 0;
  cx.budget.charge(steps);
  if (restoring_ || quiet_) return true;
  // What is soon done isn't interrupted, so that a state is seldom made in the middle of a statement.
  if (r && !r->stopping && (r->steps += int64_t(steps)) > kSoonDone && (cx.budget.fuel < 0 || cx.heap.collection_due())) {
    r->touched |= touched;
    r->fiber->leave();
  }
  return !r || !r->stopping;
}

int SqliteConnection::steps_at_once() const { return progress_every ? std::min(progress_every, kProgress) : kProgress; }

int SqliteConnection::progress() {
  const int every = steps_at_once();
  if (!go_on_after(uint64_t(every))) return 1;
  if (alone_left_ || restoring_ || quiet_) return 0;
  steps_since_asked += uint64_t(every);
  if (!progress_every || steps_since_asked < uint64_t(progress_every)) return 0;
  steps_since_asked = 0;
  SqlQuestion question{SqlAsks::kProgress};
  return ask(question) ? !question.answer.is_false() : 1;
}

int SqliteConnection::find_disk(const std::string& name, int flags, SqliteDisk** out) {
  const auto look = [&]() -> bool {
    Dict* disks = try_as<Dict>(slot(DatabaseSlot::kDisks));
    Str* key = disks ? cx.intern(name) : nullptr;
    const Value found = key ? dict_get_str(disks, key) : Value();
    Instance* node = found.is_unset() ? nullptr : try_as<Instance>(found);
    Value data = node ? instance_get_slot(cx, node, cx.intern("data")) : found;
    if (data.is_unset() || !is<ByteArray>(data) || as<ByteArray>(data)->immortal()) return false;
    *out = &databases_of(cx).disk(as<ByteArray>(data), node);
    return true;
  };
  if (restoring_ && look()) return SQLITE_OK;
  SqlQuestion question{SqlAsks::kFile};
  question.texts[0] = name.c_str();
  question.sizes[0] = int64_t(name.size());
  question.index = flags;
  question.count = 1;
  return ask(question) && look() ? SQLITE_OK : SQLITE_CANTOPEN;
}

int SqliteConnection::open() {
  const SqliteApi& api = sqlite();
  const Str* path = try_as<Str>(slot(DatabaseSlot::kPath));
  const Value flags = slot(DatabaseSlot::kFlags);
  if (!path || !flags.is_small()) return SQLITE_MISUSE;
  constexpr int64_t kAllowed = SQLITE_OPEN_READONLY | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const std::string name(path->view());
  if (name != kInMemory && !name.starts_with('/')) return SQLITE_CANTOPEN;  // (such as "file:…?vfs=unix")
  restoring_ = true;
  authorizer_set_.reset();
  int code = api.open_v2(name.c_str(), &db, int(flags.as_small() & kAllowed) | SQLITE_OPEN_NOMUTEX, kSqliteFiles.zName);
  if (code == SQLITE_OK) code = restore();
  // The schema is read now, so that what a statement asks of the program is the same whenever it is done once more.
  sqlite3_stmt* stmt = nullptr;
  if (code == SQLITE_OK) api.prepare_v3(db, "SELECT 1 FROM sqlite_schema", -1, 0, &stmt, nullptr);
  api.finalize(stmt);
  restoring_ = false;
  if (code != SQLITE_OK) {
    note_error(code);
    close_database();
  }
  return code;
}

int SqliteConnection::restore() {
  const SqliteApi& api = sqlite();
  api.db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  api.db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  api.db_config(db, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, nullptr);
  api.limit(db, SQLITE_LIMIT_WORKER_THREADS, 0);
  const uint64_t heap = cx.budget.limits.heap_bytes;
  if (heap) {
    const int most = int(std::clamp<uint64_t>(heap / (sqlite_is_charged() ? 1 : 16), kSmallestShare, 1'000'000'000));
    api.limit(db, SQLITE_LIMIT_LENGTH, most);
  }
  if (Dict* limits = try_as<Dict>(slot(DatabaseSlot::kLimits)))
    dict_for_each(limits, [&](DictEntry& e) {
      if (e.key.is_small() && e.value.is_small() && e.value.as_small() >= 0 && e.value.as_small() <= INT32_MAX)
        set_sql_limit(*this, int(e.key.as_small()), int(e.value.as_small()));
    });
  int code = add_own_functions(*this);
  if (List* functions = try_as<List>(slot(DatabaseSlot::kFunctions)))
    for (uint32_t i = 0; i < functions->items.size && code == SQLITE_OK; ++i)
      code = register_function(try_as<Tuple>(functions->items.data[i]));
  apply_handlers();
  api.rollback_hook(
      db, [](void* c) { static_cast<SqliteConnection*>(c)->rolled_back = true; }, this);
  return code == SQLITE_OK ? restore_content() : code;
}

// --- its end

void SqliteConnection::note_error(int code) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  if (deep) {
    error_code = SQLITE_ERROR;
    error_text = "the statement is nested too deeply";
    return;
  }
  const SqliteApi& api = sqlite();
  const int extended = db ? api.extended_errcode(db) : code;
  error_code = (extended & 255) == (code & 255) ? extended : code;
  error_text = db && error_code == extended ? api.errmsg(db) : api.errstr(code);
}

void SqliteConnection::close() {
  const SqliteScope scope(this);
  while (is_running()) stop();
  close_database();
}

void SqliteConnection::stop() {
  if (!is_running()) return;
  const SqliteScope scope(this);
  Run& r = *runs_.back();
  r.stopping = true;
  r.question = nullptr;
  Run* before = std::exchange(active_, &r);
  while (!r.done) r.fiber->resume();
  active_ = before;
  if (List* all = logs(); all && r.log_at >= 0 && r.log_at < int64_t(all->items.size)) all->items.size = uint32_t(r.log_at);
  set_statement_slot(r.statement, StatementSlot::kLog, Value::none());
  runs_.pop_back();
}

void SqliteConnection::close_database() {
  if (!db) return;
  databases_of(cx).end_backups(this);
  for (auto& [st, s] : statements_)
    if (s.stmt) dead_.push_back(s.stmt);
  statements_.clear();
  drop_dead_statements();
  sqlite().close_v2(std::exchange(db, nullptr));
  if (runs_.empty()) free_empty_paths();
}

void SqliteConnection::free_empty_paths() {
  for (void* path : std::exchange(empty_paths, {})) sqlite().free(path);
}

void SqliteConnection::stop_unmarked() {
  const auto is_dead = [](const Object* o) { return !Heap::is_marked(o); };
  const auto is_needed_by = [&](const auto& r) { return std::ranges::any_of(r->held, is_dead); };
  const auto is_busy = [&](const auto& e) { return e.second.busy && is_dead(e.first); };
  // (Nobody is there any more to answer what such a one asks.)
  while (is_running() && (is_dead(record) || std::ranges::any_of(runs_, is_needed_by) || std::ranges::any_of(statements_, is_busy))) stop();
}

void SqliteConnection::forget_unmarked() {
  for (auto it = statements_.begin(); it != statements_.end();) {
    if (Heap::is_marked(it->first)) {
      ++it;
      continue;
    }
    if (it->second.stmt) dead_.push_back(it->second.stmt);
    it = statements_.erase(it);
  }
}

}  // namespace fermata
