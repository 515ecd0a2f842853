// A database's bytes, copies of it, and blobs in it.
#include <algorithm>
#include <memory>
#include <string>

#include "library/_sqlite3/natives.h"
#include "objects/containers/containers.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

Value wrong_record(Context& cx) { return raise_runtime_error(cx, "this is not the record of a database"); }

Value tuple_or_none(Context& cx, std::span<const Value> items) {
  for (const Value v : items)
    if (v.is_outcome()) return Value::none();
  const Value made = tuple_of(cx, items);
  return made.is_outcome() ? Value::none() : made;
}

SqliteConnection* connection_of(Context& cx, Value record, Value* out) {
  List* list = try_as<List>(record);
  if (!list || list->items.size != size_t(DatabaseSlot::kCount) || !find_sqlite()) {
    *out = wrong_record(cx);
    return nullptr;
  }
  SqliteConnection& c = databases_of(cx).of(cx, list);
  if (!c.is_running() && !c.is_lent()) {
    const SqliteScope scope(&c);
    c.drop_dead_statements();
  }
  return &c;
}

// serialize(db, name): its bytes; None: there are none.
Value database_serialize(Context& cx, Value* a) {
  CONNECTION(c);
  struct Made {
    unsigned char* data = nullptr;
    sqlite3_int64 size = 0;
  };
  const auto made = std::make_shared<Made>();
  const std::string name(as<Str>(a[1])->view());
  return c->run(
      [made, name](SqliteConnection& c) {
        made->data = sqlite().serialize(c.db, name.c_str(), &made->size, 0);
        return SQLITE_OK;
      },
      [made](SqliteConnection& c, int code) {
        if (code != SQLITE_OK) return Value::small(code);
        const Value bytes = made->data ? new_bytes(c.cx, {reinterpret_cast<char*>(made->data), size_t(made->size)}) : Value::none();
        sqlite().free(made->data);
        c.cx.budget.charge(uint64_t(std::max<sqlite3_int64>(made->size, 0)) / 16);
        return bytes.is_outcome() ? raise_plain(c.cx, ErrorType::kMemoryError) : bytes;
      });
}

// backup(db, target, token, name, pages): goes on with the copy that the token, a list, stands for: (code, pages left, pages). It ends with
// what isn't SQLITE_OK, or SQLITE_BUSY or SQLITE_LOCKED, and with `pages` 0.
Value database_backup(Context& cx, Value* a) {
  CONNECTION(c);
  SqliteConnection* const target = connection_of(cx, a[1], &wrong_);
  if (!target) return wrong_;
  if (target == c) return wrong_record(cx);
  List* const record = target->record;
  const List* token = as<List>(a[2]);
  Databases& all = databases_of(cx);
  const auto is_usable = [&all, token](const SqliteConnection& c, const SqliteConnection* target) {
    if (!target || target->is_running() || !target->db) return false;
    const auto known = all.backups.find(token);
    if (known == all.backups.end()) return !target->is_lent();
    const SqlBackup& b = known->second;
    return b.from == &c && b.to == target && !b.steps;
  };
  if (!is_usable(*c, target)) return wrong_record(cx);
  const std::string name(as<Str>(a[3])->view());
  const int pages = int(std::clamp<int64_t>(a[4].as_small(), -1, INT32_MAX));
  return c->run(
      [&all, record, is_usable, token, name, pages](SqliteConnection& c) {
        SqliteConnection* target = all.find(record);  // (the program may have closed it meanwhile)
        if (!is_usable(c, target)) return SQLITE_MISUSE;
        SqlBackup& b = all.backups.try_emplace(token, SqlBackup{.from = &c, .to = target}).first->second;
        b.steps = true;
        if (!b.backup && pages) b.backup = sqlite().backup_init(target->db, "main", c.db, name.c_str());
        const bool begun = b.backup;
        const int code = begun && pages ? sqlite().backup_step(b.backup, pages) : SQLITE_OK;
        b.steps = false;
        if (begun) return code;
        all.backups.erase(token);
        target->note_error(SQLITE_ERROR);
        c.set_error(target->error_code, target->error_text);
        return SQLITE_OK;
      },
      [&all, token, pages](SqliteConnection& c, int code) {
        const SqliteScope scope(&c);
        const auto found = all.backups.find(token);
        if (found == all.backups.end()) return code == SQLITE_MISUSE ? Value::small(code) : Value::none();
        if (found->second.steps || found->second.from != &c) return Value::small(SQLITE_MISUSE);
        sqlite3_backup* b = found->second.backup;
        const Value items[] = {Value::small(code), Value::small(sqlite().backup_remaining(b)), Value::small(sqlite().backup_pagecount(b))};
        if (!pages || (code != SQLITE_OK && code != SQLITE_BUSY && code != SQLITE_LOCKED)) {
          sqlite().backup_finish(b);
          all.backups.erase(found);
        }
        return tuple_of(c.cx, items);
      },
      {record, token});
}

// blob(db, (schema, table, column, row), writable, offset, data, count): the size, in a tuple, when there is neither; what was read; or
// None after the data was written. It is opened for each.
Value database_blob(Context& cx, Value* a) {
  CONNECTION(c);
  const Tuple* where = as<Tuple>(a[1]);
  if (where->count != 4 || !is<Str>(where->items[0]) || !is<Str>(where->items[1]) || !is<Str>(where->items[2]) ||
      !is_int(where->items[3]) || !int64_of(where->items[3]) || !(a[4].is_none() || is<Bytes>(a[4])))
    return wrong_record(cx);
  struct Made {
    std::string schema, table, column;
    int64_t row, offset, count;
    const Bytes* data;
    int size = 0;
    std::unique_ptr<Outside> room;
    std::string read{};
  };
  const auto text = [&](int i) { return std::string(as<Str>(where->items[i])->view()); };
  const Bytes* data = is<Bytes>(a[4]) ? as<Bytes>(a[4]) : nullptr;
  const auto made = std::make_shared<Made>(Made{text(0), text(1), text(2), *int64_of(where->items[3]), a[3].as_small(), a[5].as_small(),
                                                data, 0, std::make_unique<Outside>(cx)});
  if (made->offset < 0 || made->offset > INT32_MAX || made->count < 0 || made->count > INT32_MAX) return wrong_record(cx);
  if (Value refused; !made->room->take(uint64_t(made->count), &refused)) return refused;
  cx.budget.charge(uint64_t(made->count) / 16);
  const bool writes = a[2].is_true();
  return c->run(
      [made, writes](SqliteConnection& c) {
        const SqliteApi& api = sqlite();
        sqlite3_blob* blob = nullptr;
        Made& m = *made;
        int code = api.blob_open(c.db, m.schema.c_str(), m.table.c_str(), m.column.c_str(), m.row, writes, &blob);
        if (code == SQLITE_OK) {
          m.size = api.blob_bytes(blob);
          if (m.data) code = api.blob_write(blob, m.data->view().data(), int(m.data->view().size()), int(m.offset));
          else if (m.count && m.offset + m.count <= m.size) {
            m.read.resize(size_t(m.count));
            code = api.blob_read(blob, m.read.data(), int(m.count), int(m.offset));
          }
        }
        if (code != SQLITE_OK) c.note_error(code);
        api.blob_close(blob);
        return code;
      },
      [made](SqliteConnection& c, int code) {
        if (code != SQLITE_OK) return Value::small(code);
        if (made->data) return Value::none();
        if (made->count) return new_bytes(c.cx, made->read);
        const Value size[] = {Value::small(made->size)};
        return tuple_of(c.cx, size);
      },
      data ? SqliteConnection::Held{data} : SqliteConnection::Held());
}

}  // namespace fermata
