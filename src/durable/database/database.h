// Database: what a transition needs of one: statements with parameters that give rows, within a transaction. What differs between databases
// and can't be said in SQL that all of them read is a Dialect. Implemented by sqlite.h and postgres.h; used by one thread at a time; errors
// are StoreErrors.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fermata/durable/store.h"

namespace fermata::durable {

// SQL with $1, $2, … in the order of their first appearance, and the marks of a Dialect. Statements are constants: a Database prepares each
// once, and knows it by its address.
struct Statement {
  const char* sql;
};

struct Dialect {
  const char* lock;       // "{lock}", after a SELECT of rows that this transaction is going to change
  const char* skip;       // "{skip}", the same, without those that others have locked
  const char* bytes;      // "{bytes}", the type of columns of bytes
  const char* text;       // TEXT, the type of columns of text: compared byte by byte, whatever the database's language is
  const char* clustered;  // "{clustered}", after a table whose rows are best kept in its key's order
  const char* place;      // a script before tables are made or changed: it makes their place, and keeps out others that want to do the same
  const char* sealed;     // a script before it is changed what seals: until the end of the transaction nobody adds what is to be sealed
  Statement tables;       // gives the names of the tables that are there
};

struct BytesView {
  std::string_view bytes;
};
// A parameter. It refers to what it was made from. A text is UTF-8 without a zero byte, as all databases take it: else UsageError.
class Param {
 public:
  using Value = std::variant<std::monostate, int64_t, std::string_view, BytesView>;
  Param(std::nullopt_t) {}
  Param(int64_t number) : value_(number) {}
  Param(uint64_t number) : value_(int64_t(number)) {}
  Param(int number) : value_(int64_t(number)) {}
  Param(bool) = delete;  // write 1 or 0
  Param(const char* text) : Param(std::string_view(text)) {}
  Param(std::string_view text);
  Param(const std::string& text) : Param(std::string_view(text)) {}
  Param(BytesView bytes) : value_(bytes) {}
  template <class T>
  Param(const std::optional<T>& value) {
    if (value) *this = Param(*value);
  }
  const Value& value() const { return value_; }

 private:
  Value value_;
};

class Row {
 public:
  using Cell = std::variant<std::monostate, int64_t, std::string>;  // a text, or bytes
  std::vector<Cell> cells;

  // Each throws StoreError (kDamaged) when the column isn't that.
  int64_t number(size_t column) const { return get<int64_t>(column); }
  uint64_t count(size_t column) const { return uint64_t(number(column)); }
  const std::string& text(size_t column) const { return get<std::string>(column); }
  bool is_null(size_t column) const { return std::holds_alternative<std::monostate>(cells.at(column)); }
  std::optional<int64_t> maybe_number(size_t column) const { return is_null(column) ? std::nullopt : std::optional(number(column)); }
  std::string text_or_empty(size_t column) const { return is_null(column) ? std::string() : text(column); }

 private:
  template <class T>
  const T& get(size_t column) const {
    if (const T* value = std::get_if<T>(&cells.at(column))) return *value;
    throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: a column isn't of its type");
  }
};
using Rows = std::vector<Row>;

class Database {
 public:
  virtual ~Database() = default;
  virtual const Dialect& dialect() const = 0;

  // Returns the rows.
  virtual Rows run(const Statement& statement, std::initializer_list<Param> params = {}) = 0;
  // run() will be asked for this, with this text as its one parameter, in the transaction that was begun: where the database is elsewhere,
  // its rows come with what is asked for before.
  virtual void expect(const Statement& statement, const std::string& param) { (void)statement, (void)param; }
  // An UPDATE or INSERT that is to write one row: throws `otherwise` when there is none. It, and an INSERT by write(), may be told of what
  // went wrong later, at the next run() or commit().
  virtual void write_one(const Statement& statement, std::initializer_list<Param> params, std::exception_ptr otherwise) = 0;
  // An UPDATE of a row, `what`, that others may have changed: Fenced.
  void change(const Statement& statement, std::initializer_list<Param> params, const std::string& what) {
    write_one(statement, params, std::make_exception_ptr(Fenced(what + " was changed by somebody else")));
  }
  virtual void write(const Statement& statement, std::initializer_list<Param> params) = 0;
  // Statements that are run once, parted by semicolons: a schema.
  virtual void run_script(const std::string& sql) = 0;

  // A transaction that writes, or one that sees one moment of the database.
  virtual void begin(bool writes) = 0;
  // Throws kUnknown when nobody can say whether it happened.
  virtual void commit() = 0;
  virtual void rollback() noexcept = 0;

  // When the transaction began, by the clock of whoever keeps the database: all its workers go by the same one.
  virtual Time now() = 0;

  // How another connection sees later whether this transaction happened, should its commit not be heard of. Of several the last one counts;
  // a transaction without one may be done a second time.
  using Witness = std::function<bool(Database&)>;
  void is_witnessed_by(Witness witness) { witness_ = std::move(witness); }
  const Witness& witness() const { return witness_; }

  // What leases go by, if not now(): StoreOptions::machine.
  virtual MachineTime machine() { return {}; }

  // Once this transaction is committed, a run of the queue is ready: a hint for whoever listens, where a database has such a thing.
  virtual void hint(const std::string& queue) = 0;

  // What several transitions of one transaction are parted by. They nest: the last one is meant.
  void savepoint();
  void release();       // what was written stays
  void roll_back_to();  // it is forgotten

  // `work` in a transaction of its own, which is rolled back when something is thrown.
  using Use = std::function<void(Database&)>;
  void within(bool writes, const Use& work);

  // The one row of a statement, if there is one.
  std::optional<Row> find(const Statement& statement, std::initializer_list<Param> params) {
    Rows rows = run(statement, params);
    if (rows.empty()) return std::nullopt;
    return std::move(rows.front());
  }

 private:
  Witness witness_;
};

// `sql` in a dialect's words.
std::string in_dialect(std::string_view sql, const Dialect& dialect);

}  // namespace fermata::durable
