#include "durable/database/postgres.h"

#include <algorithm>

namespace fermata::durable {

namespace {

constexpr Dialect kDialect{
    .lock = " FOR UPDATE",
    .skip = " FOR UPDATE SKIP LOCKED",
    .bytes = "BYTEA",
    .text = "TEXT COLLATE \"C\"",
    .clustered = "",
    .place = R"sql(
SELECT pg_advisory_xact_lock(hashtextextended('fermata ' || current_setting('search_path'), 0));
DO $$ BEGIN
  IF current_schema() IS NULL THEN
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', btrim(split_part(current_setting('search_path'), ',', 1), '" '));
  END IF;
END $$)sql",
    .sealed = "LOCK TABLE snapshot, webhook IN SHARE ROW EXCLUSIVE MODE",
    .tables = {"SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema()"},
};

constexpr Statement kBeginWriting{"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"};
constexpr Statement kBeginReading{"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"};
constexpr Statement kCommit{"COMMIT"};
constexpr Statement kRollback{"ROLLBACK"};
constexpr Statement kClock{"SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"};
constexpr Statement kHint{"SELECT pg_notify(current_schema()::text, $1)"};
constexpr Statement kProcess{"SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()"};
constexpr Statement kEnd{
    "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::text::timestamptz"};

// Of the server's catalog (pg_type.dat); they never change.
enum Type : Oid { kBytes = 17, kName = 19, kInt8 = 20, kInt4 = 23, kText = 25 };

int64_t number_from(const char* bytes, int length) {
  uint64_t number = 0;
  for (int i = 0; i < length; ++i) number = number << 8 | uint8_t(bytes[i]);
  return length == 4 ? int32_t(number) : int64_t(number);
}

Row::Cell cell_of(const PGresult* result, int row, int column) {
  if (libpq().getisnull(result, row, column)) return {};
  const char* value = libpq().getvalue(result, row, column);
  const int length = libpq().getlength(result, row, column);
  switch (libpq().ftype(result, column)) {
    case kInt8:
    case kInt4: return number_from(value, length);
    case kBytes:
    case kName:
    case kText: return std::string(value, size_t(length));
    default:
      throw StoreError(StoreError::Kind::kDamaged,
                       "the store is damaged: a column is of type " + std::to_string(libpq().ftype(result, column)));
  }
}

}  // namespace

Postgres::Postgres(const std::string& where, std::chrono::milliseconds patience) : connection_(where, patience) {
  const auto row = find(kProcess, {});
  if (!row) throw StoreError(StoreError::Kind::kOpen, "the store's server doesn't show who is connected to it");
  process_ = {row->number(0), row->text(1)};
}

const Dialect& Postgres::dialect() const { return kDialect; }

void Postgres::send(const Statement& statement, const char* before, const char* behind, std::initializer_list<Param> params,
                    Awaited awaited) {
  std::string& name = prepared_[&statement];
  if (name.empty()) {
    name = "s" + std::to_string(++names_);
    connection_.send_prepare(name, before + in_dialect(statement.sql, kDialect) + behind);
    awaited_.push_back({.prepares = &statement});
  }
  connection_.send(name, params);
  awaited_.push_back(std::move(awaited));
}

void Postgres::expect(const Statement& statement, const std::string& param) {
  Expected& expected = expected_.emplace_back(Expected{&statement, param});
  send(statement, "", "", {expected.param}, {.rows = &expected.rows});
}

Rows Postgres::run(const Statement& statement, std::initializer_list<Param> params) {
  const auto sent = std::ranges::find_if(expected_, [&](const Expected& one) {
    const auto* text = params.size() == 1 ? std::get_if<std::string_view>(&params.begin()->value()) : nullptr;
    return one.statement == &statement && text && *text == one.param;
  });
  if (sent != expected_.end()) {
    if (!awaited_.empty()) finish_round();
    Rows rows = std::move(sent->rows);
    expected_.erase(sent);
    return rows;
  }
  Rows rows;
  send(statement, "", "", params, {.rows = &rows});
  finish_round();
  return rows;
}

// The server itself looks whether there was a row: so that what follows, a COMMIT in the end, can be on its way already.
void Postgres::write_one(const Statement& statement, std::initializer_list<Param> params, std::exception_ptr otherwise) {
  send(statement, "WITH changed AS (", " RETURNING 1) SELECT 1 / count(*) FROM changed", params, {.otherwise = std::move(otherwise)});
}
void Postgres::write(const Statement& statement, std::initializer_list<Param> params) { send(statement, "", "", params, {}); }

void Postgres::run_script(const std::string& sql) {
  finish_round();
  connection_.run_script(in_dialect(sql, kDialect));
}

void Postgres::begin(bool writes) {
  writes_ = writes;
  clock_.clear();
  hints_.clear();
  expected_.clear();
  send(writes ? kBeginWriting : kBeginReading, "", "", {}, {});
  if (writes) send(kClock, "", "", {}, {.rows = &clock_});
}

Time Postgres::now() {
  if (clock_.empty() && writes_) finish_round();
  if (clock_.empty()) clock_ = run(kClock, {});
  return clock_.at(0).number(0);
}

// (Whoever only looked has nothing to wait for.)
void Postgres::commit() {
  send(kCommit, "", "", {}, {});
  // Behind the commit, not in it: notifications wait in line for each other, and would keep commits from sharing a write to the disk.
  for (const std::string& queue : hints_) send(kHint, "", "", {queue}, {.may_fail = true});
  try {
    if (writes_) return finish_round();
    connection_.send_sync();
    awaited_.push_back({});
    connection_.flush();
  } catch (const ConnectionLost& lost) {
    throw ConnectionLost(lost.what(), writes_ ? StoreError::Kind::kUnknown : lost.kind());
  }
}

void Postgres::rollback() noexcept {
  // The first time it may be skipped, behind a mistake in what was written before.
  for (int i = 0; i < 2 && !is_lost(); ++i) {
    try {
      send(kRollback, "", "", {}, {});
      return finish_round();
    } catch (const std::exception&) {
    }
  }
}

bool Postgres::ends(const Process& process) { return !find(kEnd, {process.id, process.began}); }

void Postgres::finish_round() {
  connection_.send_sync();
  awaited_.push_back({});
  connection_.flush();
  std::exception_ptr error;
  while (!awaited_.empty()) {
    const Awaited awaited = std::move(awaited_.front());
    awaited_.pop_front();
    try {
      take(awaited);
    } catch (const ConnectionLost&) {
      awaited_.clear();
      throw;
    } catch (...) {
      if (!error && !awaited.may_fail) error = std::current_exception();
      if (awaited.prepares) prepared_.erase(awaited.prepares);
    }
  }
  if (error) std::rethrow_exception(error);
}

void Postgres::take(const Awaited& awaited) {
  PostgresConnection::Result result;
  try {
    result = connection_.next();
  } catch (const Fenced&) {
    std::rethrow_exception(awaited.otherwise ? awaited.otherwise : std::current_exception());
  }
  if (PostgresConnection::is_skipped(result) && awaited.prepares) prepared_.erase(awaited.prepares);
  if (!awaited.rows) return;
  const int count = libpq().ntuples(result.get()), columns = libpq().nfields(result.get());
  for (int i = 0; i < count; ++i) {
    Row row;
    row.cells.reserve(size_t(columns));
    for (int column = 0; column < columns; ++column) row.cells.push_back(cell_of(result.get(), i, column));
    awaited.rows->push_back(std::move(row));
  }
}

}  // namespace fermata::durable
