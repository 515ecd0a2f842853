// What states have of a connection's settings.
#include <algorithm>
#include <iterator>
#include <string>

#include "library/_sqlite3/functions.h"
#include "library/_sqlite3/natives.h"
#include "objects/containers/containers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// What a program sets of a connection by PRAGMA and can read back. That of LIKE it can't.
constexpr const char* kSettings[] = {
    "analysis_limit",
    "automatic_index",
    "busy_timeout",
    "cache_size",
    "cell_size_check",
    "checkpoint_fullfsync",
    "count_changes",
    "empty_result_callbacks",
    "foreign_keys",
    "full_column_names",
    "fullfsync",
    "ignore_check_constraints",
    "legacy_alter_table",
    "query_only",
    "read_uncommitted",
    "recursive_triggers",
    "reverse_unordered_selects",
    "secure_delete",
    "short_column_names",
    "synchronous",
    "trusted_schema",
};
// What holds only within a transaction, or is in the way of beginning one.
constexpr std::string_view kDeferred = "defer_foreign_keys", kReadOnly = "query_only";
constexpr std::string_view kCaseOfLike = "case_sensitive_like";

bool is_setting(std::string_view name) { return name == kDeferred || std::ranges::find(kSettings, name) != std::end(kSettings); }
bool is_late(std::string_view name) { return name == kDeferred || name == kReadOnly; }

}  // namespace

// (name, value) of each PRAGMA that isn't what a new connection has.
void SqliteConnection::note_settings() {
  std::vector<Value> all;
  const auto note = [&](std::string_view name, int64_t value) {
    const Value pair[] = {new_str(cx, name), Value::small(value)};
    all.push_back(tuple_or_none(cx, pair));
  };
  run_alone([&](SqliteConnection& c) {
    for (const char* name : kSettings) {
      int64_t value = 0;
      if (c.execute(std::string("PRAGMA ") + name, &value) == SQLITE_OK && value != default_of(name)) note(name, value);
    }
    int64_t deferred = 0;
    if (c.execute("PRAGMA " + std::string(kDeferred), &deferred) == SQLITE_OK && deferred) note(kDeferred, deferred);
    return SQLITE_OK;
  });
  if (matches_case) note(kCaseOfLike, 1);
  set_slot(DatabaseSlot::kSettings, tuple_or_none(cx, all));
}

int64_t SqliteConnection::default_of(const char* name) const {
  const auto found = std::ranges::find(settings_before_, std::string_view(name), &std::pair<std::string_view, int64_t>::first);
  return found == settings_before_.end() ? 0 : found->second;
}

// What a new connection has, and what the loaded one had besides.
void SqliteConnection::restore_settings() {
  settings_before_.clear();
  for (const char* name : kSettings) {
    int64_t value = 0;
    execute(std::string("PRAGMA ") + name, &value);
    settings_before_.emplace_back(name, value);
  }
  if (matches_case) match_case(false);
  set_settings(false);
}

void SqliteConnection::set_settings(bool late) {
  for_each_setting([&](std::string_view name, int64_t value) {
    if (name == kCaseOfLike && !late) match_case(value);
    if (is_setting(name) && is_late(name) == late) execute("PRAGMA " + std::string(name) + " = " + std::to_string(value));
  });
}

void SqliteConnection::for_each_setting(const std::function<void(std::string_view, int64_t)>& f) {
  const Tuple* all = try_as<Tuple>(slot(DatabaseSlot::kSettings));
  for (uint32_t i = 0; all && i < all->count; ++i) {
    const Tuple* one = try_as<Tuple>(all->items[i]);
    if (one && one->count == 2 && is<Str>(one->items[0]) && one->items[1].is_small())
      f(as<Str>(one->items[0])->view(), one->items[1].as_small());
  }
}

}  // namespace fermata
