#include "library/_sqlite3/savepoints.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>

#include "library/_sqlite3/connection.h"

namespace fermata {

namespace {

// The next word of SQL, or what is between quotes.
std::string_view next_word(std::string_view* sql, bool* quoted) {
  std::string_view& s = *sql;
  for (;;) {
    while (!s.empty() && std::isspace(uint8_t(s[0]))) s.remove_prefix(1);
    if (s.starts_with("--")) s.remove_prefix(std::min(s.find('\n'), s.size()));
    else if (s.starts_with("/*")) s.remove_prefix(std::min(s.find("*/", 2), s.size() - 2) + 2);
    else break;
  }
  *quoted = !s.empty() && std::string_view("\"'`[").find(s[0]) != std::string_view::npos;
  size_t end = 0;
  if (*quoted) {
    const char last = s[0] == '[' ? ']' : s[0];
    end = std::min(s.find(last, 1), s.size());
    const std::string_view word = s.substr(1, end - 1);
    s.remove_prefix(std::min(end + 1, s.size()));
    return word;
  }
  while (end < s.size() && (std::isalnum(uint8_t(s[end])) || s[end] == '_' || uint8_t(s[end]) >= 0x80)) ++end;
  const std::string_view word = s.substr(0, end);
  s.remove_prefix(end);
  return word;
}

}  // namespace

bool same_sql_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return std::tolower(uint8_t(x)) == std::tolower(uint8_t(y)); });
}

SavepointWords savepoint_words(std::string_view sql) {
  bool quoted = false;
  const std::string_view verb = next_word(&sql, &quoted);
  SavepointWords words;
  if (same_sql_name(verb, "savepoint")) words.what = SavepointWords::kMake;
  else if (same_sql_name(verb, "release")) words.what = SavepointWords::kRelease;
  else if (same_sql_name(verb, "rollback")) words.what = SavepointWords::kBack;
  else return {};
  words.name = next_word(&sql, &quoted);
  if (words.what == SavepointWords::kBack) {
    if (same_sql_name(words.name, "transaction")) words.name = next_word(&sql, &quoted);
    if (!same_sql_name(words.name, "to")) return {};
    words.name = next_word(&sql, &quoted);
  }
  if (words.what != SavepointWords::kMake && !quoted && same_sql_name(words.name, "savepoint"))
    if (const std::string_view after = next_word(&sql, &quoted); !after.empty()) words.name = after;
  return words;
}

void SqliteConnection::note_ended(sqlite3_stmt* stmt, bool began) {
  const char* text = stmt ? sqlite().sql(stmt) : nullptr;
  if (!text || !std::strchr("SsRr-/ \t\n\r\f", *text)) return;
  const SavepointWords words = savepoint_words(text);
  if (words.what == SavepointWords::kNothing) return;
  if (words.what == SavepointWords::kMake) {
    if (savepoints.empty()) savepoint_began = began;
    savepoints.emplace_back(words.name);
    return;
  }
  for (size_t i = savepoints.size(); i-- > 0;) {
    if (!same_sql_name(savepoints[i], words.name)) continue;
    savepoints.resize(words.what == SavepointWords::kBack ? i + 1 : i);
    return;
  }
}

}  // namespace fermata
