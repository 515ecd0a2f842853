// Statements of a connection's.
#include <algorithm>
#include <string>
#include <utility>

#include "library/_sqlite3/functions.h"
#include "library/_sqlite3/runs.h"
#include "objects/containers/list.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr uint64_t kStatementBytes = 128;

}  // namespace

int SqliteConnection::prepare(List* st, bool again) {
  SqlStatement& s = statements_[st];
  if (s.stmt) return SQLITE_OK;
  const Str* sql = try_as<Str>(statement_slot(st, StatementSlot::kSql));
  if (!sql) return SQLITE_MISUSE;
  const std::string text(sql->view());  // (the program may change the record while its authorizer is asked)
  const char* tail = nullptr;
  const Authorizing authorizing(*this, st);
  const bool quiet = again && knows_what_was_authorized(st);
  if (!quiet) begin_authorizing(st);
  const bool was_busy = std::exchange(s.busy, true), was_quiet = std::exchange(quiet_, quiet_ || quiet);
  Run* const r = active_;
  const bool prepared = r && std::exchange(r->prepares, true);
  const int code = sqlite().prepare_v3(db, text.c_str(), int(text.size()) + 1, 0, &s.stmt, &tail);
  if (r) r->prepares = prepared;
  s.busy = was_busy;
  quiet_ = was_quiet;
  if (code == SQLITE_OK) end_authorizing(st);
  s.tail = tail ? size_t(tail - text.c_str()) : text.size();
  if (s.stmt) cx.heap.count_outside(kStatementBytes);
  return code;
}

int SqliteConnection::begin(List* st) {
  const SqliteApi& api = sqlite();
  const int code = prepare(st, true);
  if (code != SQLITE_OK) return code;
  SqlStatement& s = statements_[st];
  if (!s.stmt) return SQLITE_DONE;
  api.reset(s.stmt);
  api.clear_bindings(s.stmt);
  const Tuple* parameters = try_as<Tuple>(statement_slot(st, StatementSlot::kParameters));
  const int count = parameters ? int(std::min<uint32_t>(parameters->count, uint32_t(api.bind_parameter_count(s.stmt)))) : 0;
  for (int i = 0; i < count; ++i)
    if (const int code = bind_value(s.stmt, i + 1, parameters->items[i]); code != SQLITE_OK) return code;
  s.runs = true;
  return SQLITE_OK;
}

int SqliteConnection::reach(List* st, int64_t rows) {
  SqlStatement& s = statements_[st];
  if (s.busy) return SQLITE_MISUSE;
  if (const Str* sql = try_as<Str>(statement_slot(st, StatementSlot::kSql)); sql && !s.runs && levels()) {
    int code = SQLITE_OK;
    const std::string text(sql->view());
    if (emulate(text, &code)) return code;
  }
  s.busy = true;
  note_statement(st);
  const Authorizing authorizing(*this, st);
  int64_t at = 0;
  int code = SQLITE_OK;
  const bool alone = sqlite().get_autocommit(db);
  const Value place = statement_slot(st, StatementSlot::kAt);
  if (s.runs && place.is_small()) at = place.as_small();
  else if ((code = begin(st)) == SQLITE_OK) replay_statement();
  // (A statement that was running when a state was made doesn't run in SQLite until it is begun anew.)
  if (code == SQLITE_OK && s.drops && is_in_the_midst()) code = SQLITE_LOCKED;
  if (s.stmt) note_reads(sqlite().stmt_readonly(s.stmt));
  for (; code == SQLITE_OK && at < rows; ++at) {
    code = sqlite().step(s.stmt);
    if (code == SQLITE_ROW && at + 1 < rows) code = SQLITE_OK;
  }
  if (code == SQLITE_OK) code = SQLITE_ROW;  // it is there
  if (code == SQLITE_ROW || code == SQLITE_DONE) end_authorizing(st);
  if (code == SQLITE_DONE) note_ended(s.stmt, alone);
  if (code != SQLITE_ROW) {
    s.runs = false;
    if (code != SQLITE_DONE) note_error(code);
    if (s.stmt) {
      const int end = sqlite().reset(s.stmt);
      if (code == SQLITE_DONE && end != SQLITE_OK) code = end;
    }
  }
  s.busy = false;
  return code;
}

void SqliteConnection::forget(List* st) {
  const auto found = statements_.find(st);
  if (found == statements_.end() || found->second.busy) return;
  if (found->second.stmt) dead_.push_back(found->second.stmt);
  statements_.erase(found);
}

void SqliteConnection::drop_dead_statements() {
  for (sqlite3_stmt* stmt : std::exchange(dead_, {})) {
    sqlite().finalize(stmt);
    cx.heap.count_outside(-int64_t(kStatementBytes));
  }
}

int SqliteConnection::execute(const std::string& sql, int64_t* number) {
  const SqliteApi& api = sqlite();
  sqlite3_stmt* stmt = nullptr;
  int code = api.prepare_v3(db, sql.c_str(), -1, 0, &stmt, nullptr);
  if (code == SQLITE_OK) code = api.step(stmt);
  if (code == SQLITE_ROW && number) *number = api.column_int64(stmt, 0);
  const int end = api.finalize(stmt);
  return code == SQLITE_ROW || code == SQLITE_DONE ? end : code;
}

}  // namespace fermata
