// The native part of module _sqlite3._machine: each function does one thing with a connection's record (connection.h) and gives a code of
// SQLite's, what was asked for, [what, index, key, arguments] when SQL asks the program for something, or a SqlStatus.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "base/utf8.h"
#include "library/_sqlite3/natives.h"
#include "objects/containers/containers.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

List* statement_of(Value v) {
  List* list = try_as<List>(v);
  return is_statement(list) ? list : nullptr;
}

#define STATEMENT(st, v)            \
  List* const st = statement_of(v); \
  if (!st) return wrong_record(cx)

Value code_alone(SqliteConnection&, int code) { return Value::small(code); }

Value shown_text(Context& cx, const char* text) {
  if (!text) return Value::none();
  return utf8::is_valid(text, utf8::Surrogates::kForbid) ? new_str(cx, text) : new_str(cx, "?");
}

// open(db): it is open.
Value open(Context& cx, Value* a) {
  CONNECTION(c);
  return c->run([](SqliteConnection&) { return SQLITE_OK; }, code_alone);
}

// prepare(db, statement): (columns, parameters, does it only read?, is it one?, what follows it).
Value prepare(Context& cx, Value* a) {
  CONNECTION(c);
  STATEMENT(st, a[1]);
  return c->run([st](SqliteConnection& c) { return c.prepare(st, false); },
                [st](SqliteConnection& c, int code) {
                  if (code != SQLITE_OK) return Value::small(code);
                  const SqlStatement& s = c.statement(st);
                  const Str* sql = try_as<Str>(statement_slot(st, StatementSlot::kSql));
                  const std::string_view text = sql ? sql->view() : std::string_view();
                  const Value items[] = {Value::small(s.stmt ? sqlite().column_count(s.stmt) : 0),
                                         Value::small(s.stmt ? sqlite().bind_parameter_count(s.stmt) : 0),
                                         Value::boolean(!s.stmt || sqlite().stmt_readonly(s.stmt)), Value::boolean(s.stmt),
                                         new_str(c.cx, text.substr(std::min(s.tail, text.size())))};
                  return items[4].is_outcome() ? items[4] : tuple_of(c.cx, items);
                },
                {st}, true);
}

// step(db, statement): SQLITE_ROW, SQLITE_DONE …
Value step(Context& cx, Value* a) {
  CONNECTION(c);
  STATEMENT(st, a[1]);
  const Value at = statement_slot(st, StatementSlot::kAt);
  if (!at.is_small() || at.as_small() < 0) return wrong_record(cx);
  if (List* rows = try_as<List>(statement_slot(st, StatementSlot::kRows)); rows && at.as_small() > 0) {  // read when a state was made
    if (rows->items.size) --rows->items.size;
    if (rows->items.size) return Value::small(SQLITE_ROW);
    set_statement_slot(st, StatementSlot::kRows, Value::none());
    set_statement_slot(st, StatementSlot::kAt, Value::small(0));
    return Value::small(SQLITE_DONE);
  }
  const int64_t rows = at.as_small() + 1;
  return c->run([st, rows](SqliteConnection& c) { return c.reach(st, rows); },
                [st, rows](SqliteConnection&, int code) {
                  set_statement_slot(st, StatementSlot::kAt, Value::small(code == SQLITE_ROW ? rows : 0));
                  if (code != SQLITE_ROW) set_statement_slot(st, StatementSlot::kLog, Value::none());
                  return Value::small(code);
                },
                {st}, c->statement(st).stmt && sqlite().stmt_readonly(c->statement(st).stmt));
}

// row(db, statement, raw): the row where it is. Texts are bytearrays when they are wanted raw, or aren't UTF-8.
Value row(Context& cx, Value* a) {
  CONNECTION(c);
  STATEMENT(st, a[1]);
  const bool raw = a[2].is_true();
  const Value at = statement_slot(st, StatementSlot::kAt);
  if (!at.is_small() || at.as_small() <= 0) return wrong_record(cx);
  if (List* rows = try_as<List>(statement_slot(st, StatementSlot::kRows)))
    return rows->items.size && is<Tuple>(rows->items.data[rows->items.size - 1]) ? rows->items.data[rows->items.size - 1]
                                                                                 : wrong_record(cx);
  const SqlStatement& s = c->statement(st);
  if (s.busy) return Value::small(SQLITE_MISUSE);
  if (s.runs) {
    const SqliteScope scope(c);
    return row_of(*c, st, raw);
  }
  const int64_t rows = at.as_small();
  return c->run([st, rows](SqliteConnection& c) { return c.reach(st, rows); },
                [st, raw](SqliteConnection& c, int code) {
                  if (code == SQLITE_ROW) return row_of(c, st, raw);
                  set_statement_slot(st, StatementSlot::kAt, Value::small(0));
                  set_statement_slot(st, StatementSlot::kLog, Value::none());
                  return Value::small(code == SQLITE_DONE ? SQLITE_ABORT : code);  // there are fewer than there were
                },
                {st}, true);
}

// reset(db, statement)
Value reset(Context& cx, Value* a) {
  CONNECTION(c);
  STATEMENT(st, a[1]);
  SqlStatement& s = c->statement(st);
  if (s.busy) return Value::small(SQLITE_MISUSE);
  set_statement_slot(st, StatementSlot::kAt, Value::small(0));
  set_statement_slot(st, StatementSlot::kRows, Value::none());
  set_statement_slot(st, StatementSlot::kParameters, Value::none());
  set_statement_slot(st, StatementSlot::kLog, Value::none());
  if (!s.stmt || !s.runs) return Value::small(SQLITE_OK);
  return c->run(
      [st](SqliteConnection& c) {
        SqlStatement& s = c.statement(st);
        s.runs = false;
        s.busy = true;
        const int code = s.stmt ? sqlite().reset(s.stmt) : SQLITE_OK;
        s.busy = false;
        return code;
      },
      code_alone, {st}, false, true);
}

// finalize(db, statement)
Value finalize(Context& cx, Value* a) {
  CONNECTION(c);
  STATEMENT(st, a[1]);
  c->forget(st);
  return c->run(
      [](SqliteConnection& c) {
        c.drop_dead_statements();
        return SQLITE_OK;
      },
      code_alone, {}, false, true);
}

// columns(db, statement): (name, declared type or None) of each.
Value columns(Context& cx, Value* a) {
  CONNECTION(c);
  STATEMENT(st, a[1]);
  return c->run(
      [st](SqliteConnection& c) { return c.prepare(st, true); },
      [st](SqliteConnection& c, int code) {
        if (code != SQLITE_OK) return Value::small(code);
        sqlite3_stmt* stmt = c.statement(st).stmt;
        std::vector<Value> all;
        for (int i = 0; stmt && i < sqlite().column_count(stmt); ++i) {
          const Value pair[] = {shown_text(c.cx, sqlite().column_name(stmt, i)), shown_text(c.cx, sqlite().column_decltype(stmt, i))};
          all.push_back(pair[0].is_outcome() || pair[1].is_outcome() ? c.cx.out_of_memory() : tuple_of(c.cx, pair));
          if (all.back().is_outcome()) return all.back();
        }
        return tuple_of(c.cx, all);
      },
      {st});
}

// parameters(db, statement): their names; None where there is none.
Value parameters(Context& cx, Value* a) {
  CONNECTION(c);
  STATEMENT(st, a[1]);
  return c->run([st](SqliteConnection& c) { return c.prepare(st, true); },
                [st](SqliteConnection& c, int code) {
                  if (code != SQLITE_OK) return Value::small(code);
                  sqlite3_stmt* stmt = c.statement(st).stmt;
                  const int count = stmt ? sqlite().bind_parameter_count(stmt) : 0;
                  Tuple* names = new_tuple(c.cx, uint64_t(count));
                  if (!names) return c.cx.out_of_memory();
                  c.cx.budget.charge(uint64_t(count));
                  for (int i = 0; i < count; ++i) {
                    names->items[i] = shown_text(c.cx, sqlite().bind_parameter_name(stmt, i + 1));
                    if (names->items[i].is_outcome()) return names->items[i];
                  }
                  return Value::object(names);
                },
                {st}, true);
}

// check(values): the number of the first that isn't what SQL has as it is; -1: none.
Value check(Context& cx, Value* a) {
  const Tuple* values = as<Tuple>(a[0]);
  cx.budget.charge(values->count);
  for (uint32_t i = 0; i < values->count; ++i)
    if (!is_plain(values->items[i])) return Value::small(i);
  return Value::small(-1);
}

// script(db, [text, where it goes on]): does all statements of a text, from there.
Value script(Context& cx, Value* a) {
  CONNECTION(c);
  List* place = try_as<List>(a[1]);
  const auto is_whole = [](const List* place) {
    return place && place->items.size == 2 && is<Str>(place->items.data[0]) && place->items.data[1].is_small();
  };
  if (!is_whole(place)) return wrong_record(cx);
  return c->run(
      [place, is_whole](SqliteConnection& c) {
        const SqliteApi& api = sqlite();
        if (!is_whole(place)) return SQLITE_MISUSE;
        const std::string text(as<Str>(place->items.data[0])->view());
        auto at = size_t(std::clamp<int64_t>(place->items.data[1].as_small(), 0, int64_t(text.size())));
        int code = SQLITE_OK;
        while (code == SQLITE_OK && at < text.size()) {
          sqlite3_stmt* stmt = nullptr;
          const char* tail = nullptr;
          code = api.prepare_v3(c.db, text.c_str() + at, int(text.size() - at) + 1, 0, &stmt, &tail);
          if (code != SQLITE_OK) return code;
          if (stmt && c.emulate({text.c_str() + at, size_t(tail - text.c_str()) - at}, &code)) {
            api.finalize(stmt);
            code = code == SQLITE_DONE ? SQLITE_OK : code;
          } else if (stmt) {
            const bool alone = api.get_autocommit(c.db);
            do code = api.step(stmt);
            while (code == SQLITE_ROW);
            c.note_error(code);
            if (code == SQLITE_DONE) c.note_ended(stmt, alone);
            api.finalize(stmt);
            code = code == SQLITE_DONE ? SQLITE_OK : code;
          }
          const size_t next = size_t(tail - text.c_str());
          if (next == at) break;  // (what follows a null character isn't SQL)
          const uint64_t steps = 1 + (next - at) / 64;
          at = next;
          if (code == SQLITE_OK && place->items.size == 2) {
            place->items.data[1] = Value::small(int64_t(at));
            c.statement_done();
          }
          if (code == SQLITE_OK && !c.go_on_after(steps, /*touched=*/false)) return SQLITE_INTERRUPT;
        }
        return code;
      },
      code_alone, {place});
}

// counts(db): (rows changed by the last statement, by all, the last rowid, is there no transaction?)
Value counts(Context& cx, Value* a) {
  CONNECTION(c);
  const auto now = [](SqliteConnection& c, int code) {
    if (code != SQLITE_OK) return Value::small(code);
    const Value items[] = {make_int(c.cx, sqlite().changes64(c.db)), make_int(c.cx, sqlite().total_changes64(c.db) + c.changes_before),
                           make_int(c.cx, sqlite().last_insert_rowid(c.db)), Value::boolean(sqlite().get_autocommit(c.db))};
    return tuple_of(c.cx, items);
  };
  if (c->db) return now(*c, SQLITE_OK);
  return c->run([](SqliteConnection&) { return SQLITE_OK; }, now);
}

// again(db): goes on.
Value again(Context& cx, Value* a) {
  CONNECTION(c);
  return c->go_on();
}

// answer(db, value, problem): what SQL asked for; or what the problem is: a text, True (no memory), False (too large).
Value answer(Context& cx, Value* a) {
  CONNECTION(c);
  return c->answer(a[1], a[2]);
}

// stop(db): who was to answer what SQL asked can't.
Value stop(Context& cx, Value* a) {
  CONNECTION(c);
  c->stop();
  return Value::none();
}

// register(db, row of a function)
Value add_function(Context& cx, Value* a) {
  CONNECTION(c);
  const Tuple* row = try_as<Tuple>(a[1]);
  if (!row) return wrong_record(cx);
  return c->run([row](SqliteConnection& c) { return c.register_function(row); }, code_alone, {row});
}

// handlers(db): there are other ones.
Value handlers(Context& cx, Value* a) {
  CONNECTION(c);
  return c->run(
      [](SqliteConnection& c) {
        c.apply_handlers();
        return SQLITE_OK;
      },
      code_alone, {}, false, true);
}

// limit(db, id, value): the one before, in a tuple.
Value limit(Context& cx, Value* a) {
  CONNECTION(c);
  const auto id = int(std::clamp<int64_t>(a[1].as_small(), -1, INT32_MAX)),
             value = int(std::clamp<int64_t>(a[2].as_small(), -1, INT32_MAX));
  return c->run([](SqliteConnection&) { return SQLITE_OK; },
                [id, value](SqliteConnection& c, int code) {
                  if (code != SQLITE_OK) return Value::small(code);
                  const Value before[] = {Value::small(set_sql_limit(c, id, value))};
                  return tuple_of(c.cx, before);
                },
                {}, false, true);
}

Value interrupt(Context& cx, Value* a) {
  CONNECTION(c);
  if (c->db) sqlite().interrupt(c->db);
  return Value::none();
}

// close(db): False: one of its statements runs.
Value close(Context& cx, Value* a) {
  CONNECTION(c);
  if (c->is_running() || c->is_lent()) return Value::false_();
  databases_of(cx).close(c->record);
  return Value::true_();
}

// leave(db): as _close(), but what is needed to open it again is in the record, its main database aside.
Value leave(Context& cx, Value* a) {
  CONNECTION(c);
  if (c->is_running() || c->is_lent()) return Value::false_();
  c->before_save();
  c->set_slot(DatabaseSlot::kSaved, Value::none());
  databases_of(cx).close(c->record);
  return Value::true_();
}

Value complete(Context& cx, Value* a) {
  if (!find_sqlite()) return wrong_record(cx);
  const std::string text(as<Str>(a[0])->view());
  cx.budget.charge(text.size() / 8);
  return Value::boolean(sqlite().complete(text.c_str()));
}

Value installed(Context&, Value*) { return Value::boolean(find_sqlite()); }

// collect(): connections, cursors and the like that nobody has any more hold no locks.
Value collect(Context& cx, Value*) {
  if (!cx.collect_first(Collection::kPrecise)) return Value::retry();
  for (auto& [record, c] : databases_of(cx).live) {
    if (c->is_running() || c->is_lent()) continue;
    const SqliteScope scope(c.get());
    c->drop_dead_statements();
  }
  return Value::none();
}

constexpr NativeRow kFunctions[] = {
    {"again", again, "db: list, /"},
    {"answer", answer, "db: list, value, problem, /"},
    {"backup", database_backup, "db: list, target: list, token: list, name: str, pages: small, /"},
    {"blob", database_blob, "db: list, where: tuple, writable, offset: small, data, count: small, /"},
    {"check", check, "values: tuple, /"},
    {"close", close, "db: list, /"},
    {"collect", collect, ""},
    {"columns", columns, "db: list, statement: list, /"},
    {"complete", complete, "text: str, /"},
    {"counts", counts, "db: list, /"},
    {"finalize", finalize, "db: list, statement: list, /"},
    {"handlers", handlers, "db: list, /"},
    {"installed", installed, ""},
    {"interrupt", interrupt, "db: list, /"},
    {"leave", leave, "db: list, /"},
    {"limit", limit, "db: list, id: small, value: small, /"},
    {"open", open, "db: list, /"},
    {"parameters", parameters, "db: list, statement: list, /"},
    {"prepare", prepare, "db: list, statement: list, /"},
    {"register", add_function, "db: list, row: tuple, /"},
    {"reset", reset, "db: list, statement: list, /"},
    {"row", row, "db: list, statement: list, raw, /"},
    {"script", script, "db: list, place: list, /"},
    {"serialize", database_serialize, "db: list, name: str, /"},
    {"step", step, "db: list, statement: list, /"},
    {"stop", stop, "db: list, /"},
};

struct Constant {
  const char* name;
  int value;
};
constexpr Constant kConstants[] = {
#define CONSTANT(name) {#name, name},
#define ERROR(name) {#name, name},
#define LIMIT(name) {"SQLITE_LIMIT_" #name, SQLITE_LIMIT_##name},
#include "library/_sqlite3/constants.def"
};

void fill_constants(Context& cx, Dict* dict) {
  for (const Constant& c : kConstants) dict_set_str(cx, dict, cx.intern(c.name), Value::small(c.value));
  dict_set_str(cx, dict, cx.intern("sqlite_version"), new_str(cx, SQLITE_VERSION));
}

void fill(Context& cx, Dict* dict) {
  fill_constants(cx, dict);
  Dict* errors = new_dict(cx);
#define ERROR(name) dict_set(cx, errors, Value::small(name), Value::object(cx.intern(#name)));
#include "library/_sqlite3/constants.def"
  dict_set_str(cx, dict, cx.intern("ERRORS"), Value::object(errors));
}

}  // namespace

extern const ModuleRow kSqlite3Module = {"_sqlite3", {}, fill_constants};
extern const ModuleRow kSqlite3MachineModule = {"_sqlite3._machine", kFunctions, fill};

}  // namespace fermata
