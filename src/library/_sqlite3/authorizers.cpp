// What a program's authorizer has answered is part of a statement: one that is prepared anew after a load has the same columns left out,
// and the authorizer isn't asked again, unless another was set meanwhile. (One that denies something ends the statement.)
//
// A statement's kAsked is [number of the authorizer, a key of each question that was to be ignored …]; the number is None until all has
// been asked.
#include <string>

#include "library/_sqlite3/runs.h"
#include "objects/containers/list.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

std::string key_of(const SqlQuestion& q) {
  std::string key = std::to_string(q.index);
  for (int i = 0; i < q.count; ++i) {
    key += '\0';
    if (q.texts[i]) (key += '=').append(q.texts[i], size_t(q.sizes[i]));
  }
  return key;
}

List* asked_of(const List* st) { return try_as<List>(statement_slot(st, StatementSlot::kAsked)); }

}  // namespace

int64_t SqliteConnection::authorizer() const {
  const Tuple* handlers = try_as<Tuple>(slot(DatabaseSlot::kHandlers));
  if (!handlers || !handlers->count) return 0;
  return handlers->items[0].is_small() ? handlers->items[0].as_small() : handlers->items[0].is_true();
}

bool SqliteConnection::knows_what_was_authorized(List* st) const {
  if (!has_slot(st, StatementSlot::kAsked)) return true;  // of an earlier state
  const List* asked = asked_of(st);
  return asked && asked->items.size && asked->items.data[0].is_small() &&
         (authorizer() <= 0 || asked->items.data[0] == Value::small(authorizer()));
}

void SqliteConnection::begin_authorizing(List* st) {
  List* asked = new_list(cx);
  set_statement_slot(st, StatementSlot::kAsked, asked && list_append(cx, asked, Value::none()) ? Value::object(asked) : Value::none());
}

void SqliteConnection::end_authorizing(List* st) {
  if (List* asked = asked_of(st); asked && asked->items.size && asked->items.data[0].is_none())
    asked->items.data[0] = Value::small(authorizer());
}

bool SqliteConnection::was_ignored(const SqlQuestion& question) const {
  const List* asked = active_ && active_->asked ? asked_of(active_->asked) : nullptr;
  if (!asked || asked->items.size < 2) return false;
  const std::string key = key_of(question);
  for (size_t i = 1; i < asked->items.size; ++i)
    if (is<Bytes>(asked->items.data[i]) && as<Bytes>(asked->items.data[i])->view() == key) return true;
  return false;
}

bool SqliteConnection::note_authorized(const SqlQuestion& question, bool ignored) {
  List* st = active_ ? active_->asked : nullptr;
  if (!has_slot(st, StatementSlot::kAsked)) return true;
  // (SQLite has prepared it anew by itself, for another authorizer.)
  if (const List* asked = asked_of(st);
      !asked || !asked->items.size || (!asked->items.data[0].is_none() && asked->items.data[0] != Value::small(authorizer())))
    begin_authorizing(st);
  if (!ignored) return true;
  List* asked = asked_of(st);
  const Value key = asked ? new_bytes(cx, key_of(question)) : Value::retry();
  if (!key.is_outcome() && list_append(cx, asked, key)) return true;
  cx.exception = Value();
  return false;
}

void SqliteConnection::note_drop() {
  if (active_ && active_->asked) statements_[active_->asked].drops = true;
}

}  // namespace fermata
