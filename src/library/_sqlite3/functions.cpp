#include "library/_sqlite3/functions.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"
#include "vm/host_calls.h"

namespace fermata {

namespace {

int64_t index_of(void* data) { return int64_t(reinterpret_cast<intptr_t>(data)); }

// --- ours

void random_number(sqlite3_context* context, int, sqlite3_value**) {
  SqliteConnection* c = SqliteScope::current();
  int64_t number = 0;
  if (c && c->cx.host.side) c->cx.host.side->draw_entropy({reinterpret_cast<uint8_t*>(&number), sizeof number});
  sqlite().result_int64(context, number);
}

void random_blob(sqlite3_context* context, int, sqlite3_value** values) {
  SqliteConnection* c = SqliteScope::current();
  const int64_t count = std::max<int64_t>(1, sqlite().value_int64(values[0]));
  if (!c || count > sqlite().limit(c->db, SQLITE_LIMIT_LENGTH, -1)) return sqlite().result_error_toobig(context);
  if (!c->may_allocate(uint64_t(count))) return sqlite().result_error_nomem(context);
  void* data = sqlite().malloc64(uint64_t(count));
  if (!data) return sqlite().result_error_nomem(context);
  c->cx.budget.charge(uint64_t(count) / 16);
  std::memset(data, 0, size_t(count));
  if (c->cx.host.side) c->cx.host.side->draw_entropy({static_cast<uint8_t*>(data), size_t(count)});
  sqlite().result_blob64(context, data, uint64_t(count), sqlite().free);
}

// fts3_tokenizer() takes addresses of code.
void refused(sqlite3_context* context, int, sqlite3_value**) { sqlite().result_error(context, "not authorized", -1); }

constexpr OwnFunction kOwn[] = {
    {"random", 0, false, random_number},
    {"randomblob", 1, false, random_blob},
    {"fts3_tokenizer", 1, false, refused},
    {"fts3_tokenizer", 2, false, refused},
};

// --- the program's

void give(sqlite3_context* context, const SqlQuestion& question, bool answered) {
  if (!answered) {
    const Value problem = question.problem;
    if (problem.is_true()) return sqlite().result_error_nomem(context);
    if (problem.is_false()) return sqlite().result_error_toobig(context);
    const Str* text = problem.is_unset() ? nullptr : as_str(problem);
    return sqlite().result_error(context, text ? text->text() : kRaised, text ? int(text->count) : -1);
  }
  if (!set_result(context, question.answer)) sqlite().result_error(context, kRaised, -1);
}

void call(sqlite3_context* context, int count, sqlite3_value** values) {
  SqliteConnection* c = SqliteScope::current();
  if (!c) return sqlite().result_error(context, kRaised, -1);
  SqlQuestion question{SqlAsks::kFunction, index_of(sqlite().user_data(context)), 0, count, values};
  give(context, question, c->ask(question));
}

// A step of an aggregate, or a row that leaves its window. What it gives comes later.
template <SqlAsks kWhat>
void aggregate(sqlite3_context* context, int count, sqlite3_value** values) {
  SqliteConnection* c = SqliteScope::current();
  auto* key = static_cast<int64_t*>(sqlite().aggregate_context(context, sizeof(int64_t)));
  if (!c || !key) return sqlite().result_error_nomem(context);
  if (!*key) *key = c->new_instance();
  SqlQuestion question{kWhat, index_of(sqlite().user_data(context)), *key, count, values};
  if (!c->ask(question)) give(context, question, false);
}

template <SqlAsks kWhat>
void result(sqlite3_context* context) {
  SqliteConnection* c = SqliteScope::current();
  const auto* key = static_cast<int64_t*>(sqlite().aggregate_context(context, 0));
  if (!c || !key || !*key) return;  // no row: null
  SqlQuestion question{kWhat, index_of(sqlite().user_data(context)), *key};
  give(context, question, c->ask(question));
}

int compare(void* data, int size, const void* text, int other_size, const void* other) {
  SqliteConnection* c = SqliteScope::current();
  SqlQuestion question{SqlAsks::kCollation, index_of(data), 0, 2};
  question.texts[0] = static_cast<const char*>(text);
  question.sizes[0] = size;
  question.texts[1] = static_cast<const char*>(other);
  question.sizes[1] = other_size;
  return c && c->ask(question) && question.answer.is_small() ? int(question.answer.as_small()) : 0;
}

bool is_one_of(const char* text, std::span<const std::string_view> lower) {
  return text && std::ranges::any_of(lower, [&](std::string_view one) {
           return std::strlen(text) == one.size() &&
                  std::ranges::equal(one, std::string_view(text), {}, {}, [](char c) { return c >= 'A' && c <= 'Z' ? char(c | 0x20) : c; });
         });
}

bool is_yes(const char* text) {
  static constexpr std::string_view kYes[] = {"on", "yes", "true"};
  return is_one_of(text, kYes) || (*text >= '0' && *text <= '9' && std::strtol(text, nullptr, 10) != 0);
}

// What SQL may not do, whatever the program says: what concerns the whole process, files of the host, addresses.
int refuse(SqliteConnection& c, int action, const char* a, const char* b) {
  static constexpr std::string_view kFunctions[] = {"fts3_tokenizer", "load_extension"};
  static constexpr std::string_view kPragmas[] = {
      "temp_store_directory", "data_store_directory", "hard_heap_limit", "soft_heap_limit", "threads", "mmap_size"};
  static constexpr std::string_view kFixed[] = {"temp_store"};
  static constexpr std::string_view kCase[] = {"case_sensitive_like"};
  // (A statement of views of views takes long to be prepared, and names much more than any other.)
  constexpr uint64_t kMany = 5'000, kSteps = 10;
  if (c.too_deep() || (++c.names > kMany && !c.go_on_after(kSteps))) return SQLITE_DENY;
  if (action == SQLITE_PRAGMA && is_one_of(a, kCase)) {
    if (b) c.match_case(is_yes(b));
    return SQLITE_IGNORE;
  }
  switch (action) {
    case SQLITE_FUNCTION: return is_one_of(b, kFunctions) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_ATTACH: return !a || std::strncmp(a, "file:", 5) == 0 ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA: return is_one_of(a, kPragmas) || (b && is_one_of(a, kFixed)) ? SQLITE_IGNORE : SQLITE_OK;
    default: return SQLITE_OK;
  }
}

bool is_drop(int action) {
  return action == SQLITE_DROP_TABLE || action == SQLITE_DROP_TEMP_TABLE || action == SQLITE_DROP_INDEX || action == SQLITE_DROP_TEMP_INDEX;
}

int authorize(void* asks, int action, const char* a, const char* b, const char* database, const char* trigger) {
  SqliteConnection* c = SqliteScope::current();
  if (!c) return SQLITE_DENY;
  if (const int refused = refuse(*c, action, a, b); refused != SQLITE_OK) return refused;
  if (is_drop(action)) c->note_drop();
  SqlQuestion question{SqlAsks::kAuthorizer, action, 0, 4, nullptr, {a, b, database, trigger}};
  for (int i = 0; i < 4; ++i) question.sizes[i] = question.texts[i] ? int64_t(std::strlen(question.texts[i])) : 0;
  if (!asks || c->is_quiet()) return c->was_ignored(question) ? SQLITE_IGNORE : SQLITE_OK;
  const int answer = c->ask(question) && question.answer.is_small() ? int(question.answer.as_small()) : SQLITE_DENY;
  return c->note_authorized(question, answer == SQLITE_IGNORE) ? answer : SQLITE_DENY;
}

int trace(unsigned, void*, void* stmt, void* text) {
  SqliteConnection* c = SqliteScope::current();
  if (!c || c->is_quiet()) return 0;
  char* expanded = sqlite().expanded_sql(static_cast<sqlite3_stmt*>(stmt));
  const bool too_long = !expanded;
  const char* sql = expanded ? expanded : static_cast<const char*>(text);
  if (sql) {
    SqlQuestion question{SqlAsks::kTrace, too_long, 0, 1, nullptr, {sql}, {int64_t(std::strlen(sql))}};
    c->ask(question);
  }
  sqlite().free(expanded);
  return 0;
}

Value text_value(Context& cx, const char* text, size_t size) {
  if (!text) return Value::none();
  if (!utf8::is_valid({text, size}, utf8::Surrogates::kForbid)) return raise_value_error(cx, "a text isn't UTF-8");
  return new_str(cx, {text, size});
}

Value raw_text(Context& cx, std::string_view text) {
  auto* made = cx.heap.make<ByteArray>();
  if (!cx.heap.resize(made->data, text.size())) return cx.out_of_memory();
  std::ranges::copy(text, made->data.data);
  return Value::object(made);
}

}  // namespace

int add_own_functions(SqliteConnection& c) {
  int code = SQLITE_OK;
  const auto add = [&](const OwnFunction& f) {
    const int flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | (f.deterministic ? SQLITE_DETERMINISTIC : 0);
    if (code == SQLITE_OK)
      code = sqlite().create_function_v2(c.db, f.name, f.arguments, flags, nullptr, f.function, nullptr, nullptr, nullptr);
  };
  for (const OwnFunction& f : kOwn) add(f);
  for (const OwnFunction& f : std::span(kTextFunctions, size_t(kTextFunctionCount)))
    if (!f.case_matters || c.matches_case) add(f);
  return code;
}

void SqliteConnection::match_case(bool yes) {
  matches_case = yes;
  add_own_functions(*this);
}

int set_sql_limit(SqliteConnection& c, int id, int value) {
  if (id == SQLITE_LIMIT_WORKER_THREADS && value > 0) value = 0;
  if (id == SQLITE_LIMIT_LENGTH && c.cx.budget.limits.heap_bytes)
    value = int(std::min<uint64_t>(uint64_t(std::max(value, -1)), c.cx.budget.limits.heap_bytes));
  return sqlite().limit(c.db, id, value);
}

int SqliteConnection::register_function(const Tuple* row) {
  const SqliteApi& api = sqlite();
  const Str* name = row && row->count == 5 ? try_as<Str>(row->items[1]) : nullptr;
  if (!name || !row->items[0].is_small() || !row->items[2].is_small() || !row->items[3].is_small() || !row->items[4].is_small())
    return SQLITE_MISUSE;
  const std::string text(name->view());
  const int count = int(std::clamp<int64_t>(row->items[2].as_small(), -100, 1000));
  const int flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | (row->items[3].as_small() ? SQLITE_DETERMINISTIC : 0);
  const int64_t index = row->items[4].as_small();  // below zero: it goes
  void* data = reinterpret_cast<void*>(intptr_t(index));
  const bool goes = index < 0;
  int code = SQLITE_MISUSE;
  switch (SqlAsks(row->items[0].as_small())) {
    case SqlAsks::kFunction:
      code = api.create_function_v2(db, text.c_str(), count, flags, data, goes ? nullptr : call, nullptr, nullptr, nullptr);
      break;
    case SqlAsks::kStep:
      code = api.create_function_v2(db, text.c_str(), count, flags, data, nullptr, goes ? nullptr : aggregate<SqlAsks::kStep>,
                                    goes ? nullptr : result<SqlAsks::kFinal>, nullptr);
      break;
    case SqlAsks::kInverse:
      code = api.create_window_function(db, text.c_str(), count, flags, data, goes ? nullptr : aggregate<SqlAsks::kStep>,
                                        goes ? nullptr : result<SqlAsks::kFinal>, goes ? nullptr : result<SqlAsks::kValue>,
                                        goes ? nullptr : aggregate<SqlAsks::kInverse>, nullptr);
      break;
    case SqlAsks::kCollation: return api.create_collation_v2(db, text.c_str(), SQLITE_UTF8, data, goes ? nullptr : compare, nullptr);
    default: break;
  }
  return code == SQLITE_OK && goes ? add_own_functions(*this) : code;
}

void SqliteConnection::apply_handlers() {
  const Tuple* handlers = try_as<Tuple>(slot(DatabaseSlot::kHandlers));
  const bool good = handlers && handlers->count == 3 && handlers->items[2].is_small();
  const int64_t every = good ? handlers->items[2].as_small() : 0;
  progress_every = int(std::clamp<int64_t>(every, 0, INT32_MAX));
  steps_since_asked = 0;
  // (When one is set, SQLite asks it about statements that it has prepared before, too.)
  if (const int64_t number = authorizer(); authorizer_set_ != number)
    sqlite().set_authorizer(db, authorize, (authorizer_set_ = number) > 0 ? this : nullptr);
  if (good && handlers->items[1].is_true()) sqlite().trace_v2(db, SQLITE_TRACE_STMT, trace, nullptr);
  else sqlite().trace_v2(db, 0, nullptr, nullptr);
  sqlite().progress_handler(
      db, steps_at_once(), [](void* c) { return static_cast<SqliteConnection*>(c)->progress(); }, this);
}

// [what, index, key, arguments]
Value SqliteConnection::question_of(const SqlQuestion& q) {
  Tuple* arguments = new_tuple(cx, uint64_t(q.count));
  if (!arguments) return raise_plain(cx, ErrorType::kMemoryError);
  for (int i = 0; i < q.count; ++i) {
    const Value v = q.values ? value_of(cx, q.values[i]) : text_value(cx, q.texts[i], size_t(q.sizes[i]));
    if (v.is_outcome()) return v.is_error() ? v : raise_plain(cx, ErrorType::kMemoryError);
    arguments->items[i] = v;
  }
  const Value items[] = {Value::small(int64_t(q.what)), Value::small(q.index), Value::small(q.key), Value::object(arguments)};
  const Value list = list_of(cx, items);
  return list.is_outcome() && !list.is_error() ? raise_plain(cx, ErrorType::kMemoryError) : list;
}

// --- values

Value column_value(Context& cx, sqlite3_stmt* stmt, int column, SqlText how) {
  const SqliteApi& api = sqlite();
  const int type = api.column_type(stmt, column);
  if (type == SQLITE_NULL) return Value::none();
  if (how != SqlText::kBytes) {
    if (type == SQLITE_INTEGER) return make_int(cx, api.column_int64(stmt, column));
    if (type == SQLITE_FLOAT) return make_float(cx, api.column_double(stmt, column));
    if (type == SQLITE_TEXT) {
      const auto* text = reinterpret_cast<const char*>(api.column_text(stmt, column));
      const std::string_view view(text ? text : "", text ? size_t(api.column_bytes(stmt, column)) : 0);
      return how == SqlText::kText && utf8::is_valid(view, utf8::Surrogates::kForbid) ? new_str(cx, view) : raw_text(cx, view);
    }
  }
  const auto* data = static_cast<const char*>(api.column_blob(stmt, column));
  const int size = api.column_bytes(stmt, column);
  if (!data && how == SqlText::kBytes) return Value::none();  // as CPython has it, for its converters
  return new_bytes(cx, {data ? data : "", data ? size_t(size) : 0});
}

namespace {

SqlText how_to_read(List* st, int column, bool raw) {
  const Bytes* modes = try_as<Bytes>(statement_slot(st, StatementSlot::kModes));
  if (modes && size_t(column) < modes->view().size() && modes->view()[size_t(column)]) return SqlText::kBytes;
  return raw ? SqlText::kRaw : SqlText::kText;
}

}  // namespace

Value row_of(SqliteConnection& c, List* st, bool raw) {
  sqlite3_stmt* stmt = c.statement(st).stmt;
  const int count = stmt ? sqlite().column_count(stmt) : 0;
  Tuple* row = new_tuple(c.cx, uint64_t(count));
  if (!row) return c.cx.out_of_memory();
  uint64_t cost = 1;
  for (int i = 0; i < count; ++i) {
    const Value v = column_value(c.cx, stmt, i, how_to_read(st, i, raw));
    if (v.is_outcome()) return v;
    if (is<Str>(v)) cost += as<Str>(v)->count / 16;
    if (is<Bytes>(v)) cost += as<Bytes>(v)->view().size() / 16;
    row->items[i] = v;
  }
  c.cx.budget.charge(cost);
  return Value::object(row);
}

Value value_of(Context& cx, sqlite3_value* value) {
  const SqliteApi& api = sqlite();
  switch (api.value_type(value)) {
    case SQLITE_INTEGER: return make_int(cx, api.value_int64(value));
    case SQLITE_FLOAT: return make_float(cx, api.value_double(value));
    case SQLITE_TEXT: {
      const auto* text = reinterpret_cast<const char*>(api.value_text(value));
      return text ? text_value(cx, text, size_t(api.value_bytes(value))) : Value::none();
    }
    case SQLITE_BLOB: {
      const auto* data = static_cast<const char*>(api.value_blob(value));
      return new_bytes(cx, {data ? data : "", data ? size_t(api.value_bytes(value)) : 0});
    }
    default: return Value::none();
  }
}

bool is_plain(Value v) {
  if (v.is_none() || is_float(v)) return true;
  if (is_int(v)) return int64_of(v).has_value();
  if (is<Str>(v)) return utf8::is_valid(as<Str>(v)->view(), utf8::Surrogates::kForbid);
  return is<Bytes>(v);
}

int bind_value(sqlite3_stmt* stmt, int at, Value v) {
  const SqliteApi& api = sqlite();
  if (v.is_unset() || !is_plain(v)) return SQLITE_MISUSE;
  if (v.is_none()) return api.bind_null(stmt, at);
  if (is_float(v)) return api.bind_double(stmt, at, float_of(v));
  if (is_int(v)) return api.bind_int64(stmt, at, *int64_of(v));
  if (is<Str>(v)) return api.bind_text64(stmt, at, as<Str>(v)->text(), as<Str>(v)->count, SQLITE_TRANSIENT, SQLITE_UTF8);
  const std::string_view data = as<Bytes>(v)->view();
  return api.bind_blob64(stmt, at, data.empty() ? "" : data.data(), data.size(), SQLITE_TRANSIENT);
}

bool set_result(sqlite3_context* context, Value v) {
  const SqliteApi& api = sqlite();
  if (v.is_unset() || !is_plain(v)) return false;
  if (v.is_none()) api.result_null(context);
  else if (is_float(v)) api.result_double(context, float_of(v));
  else if (is_int(v)) api.result_int64(context, *int64_of(v));
  else if (is<Str>(v)) api.result_text64(context, as<Str>(v)->text(), as<Str>(v)->count, SQLITE_TRANSIENT, SQLITE_UTF8);
  else
    api.result_blob64(context, as<Bytes>(v)->view().empty() ? "" : as<Bytes>(v)->view().data(), as<Bytes>(v)->view().size(),
                      SQLITE_TRANSIENT);
  return true;
}

}  // namespace fermata
