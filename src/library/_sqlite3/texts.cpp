#include "library/_sqlite3/texts.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "library/_sqlite3/connection.h"

namespace fermata {

namespace {

constexpr uint64_t kLook = 20'000;  // of steps between two looks at the budget

// Steps that are paid for in time. After false the statement is at its end.
class Pace {
 public:
  explicit Pace(sqlite3_context* context) : context_(context) {}
  bool step(uint64_t steps = 1) {
    if ((steps_ += steps) < kLook) return true;
    SqliteConnection* c = SqliteScope::current();
    const uint64_t done = steps_;
    steps_ = 0;
    if (c && c->go_on_after(done)) return true;
    sqlite().result_error_code(context_, SQLITE_INTERRUPT);
    return false;
  }

 private:
  sqlite3_context* context_;
  uint64_t steps_ = 0;
};

// What a function takes besides, for as long as it runs.
class Room {
 public:
  bool take(uint64_t bytes) {
    c_ = SqliteScope::current();
    if (!c_ || !c_->may_allocate(bytes)) return false;
    c_->cx.heap.count_outside(int64_t(bytes));
    bytes_ += bytes;
    return true;
  }
  ~Room() {
    if (bytes_) c_->cx.heap.count_outside(-int64_t(bytes_));
  }

 private:
  SqliteConnection* c_ = nullptr;
  uint64_t bytes_ = 0;
};

std::optional<std::string_view> text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite().value_text(value));
  if (!text) return std::nullopt;
  return std::string_view(text, size_t(sqlite().value_bytes(value)));
}

bool is_within(char c) { return (uint8_t(c) & 0xc0) == 0x80; }

// The next character; 0 at the end, and for what is 0. Wrong UTF-8 is read as SQLite reads it.
uint32_t next(std::string_view* text) {
  if (text->empty()) return 0;
  uint32_t c = uint8_t(text->front());
  text->remove_prefix(1);
  if (c < 0xc0) return c;
  c = c < 0xe0 ? c & 0x1f : c < 0xf0 ? c & 0x0f : c < 0xf8 ? c & 0x07 : c < 0xfc ? c & 0x03 : c < 0xfe ? c & 0x01 : 0;
  while (!text->empty() && is_within(text->front())) {
    c = (c << 6) + (uint8_t(text->front()) & 0x3f);
    text->remove_prefix(1);
  }
  return c < 0x80 || (c & 0xfffff800) == 0xd800 || (c & 0xfffffffe) == 0xfffe ? 0xfffd : c;
}

uint32_t lower(uint32_t c) { return c >= 'A' && c <= 'Z' ? c | 0x20 : c; }

// --- patterns

struct Wildcards {
  uint32_t all, one, escape;
  bool sets, folds;  // sets: [a-z], of GLOB
};

// Does c belong to the set that begins the pattern, behind its '['? What follows the set; none: it has no end.
bool in_set(uint32_t c, std::string_view* pattern) {
  bool seen = false, inverted = false;
  uint32_t prior = 0, p = next(pattern);
  if (p == '^') {
    inverted = true;
    p = next(pattern);
  }
  if (p == ']') {
    seen = c == ']';
    p = next(pattern);
  }
  for (; p && p != ']'; p = next(pattern)) {
    if (p == '-' && !pattern->empty() && pattern->front() != ']' && pattern->front() && prior) {
      p = next(pattern);
      seen |= c >= prior && c <= p;
      prior = 0;
    } else {
      seen |= c == p;
      prior = p;
    }
  }
  return p && seen != inverted;
}

// One character against the pattern's next one, which isn't `all`. False, too, where the pattern is wrong.
bool matches_one(std::string_view* pattern, uint32_t c, const Wildcards& w) {
  uint32_t p = next(pattern);
  if (w.sets && p == '[') return c && in_set(c, pattern);
  if (w.escape && p == w.escape) {
    p = next(pattern);
    return p && (p == c || (w.folds && c < 0x80 && lower(p) == lower(c)));
  }
  return c && (p == w.one || p == c || (w.folds && c < 0x80 && lower(p) == lower(c)));
}

bool begins_with(std::string_view pattern, uint32_t c) { return c && next(&pattern) == c; }

// Only the last `all` is ever tried again: what is before it has matched as early as it can.
std::optional<bool> matches(Pace& pace, std::string_view pattern, std::string_view text, const Wildcards& w) {
  std::optional<std::string_view> again;  // the pattern behind the last `all`
  std::string_view again_text;
  for (;;) {
    if (!pace.step()) return std::nullopt;
    if (begins_with(pattern, w.all)) {
      next(&pattern);
      if (pattern.empty()) return true;
      again = pattern;
      again_text = text;
      continue;
    }
    if (pattern.empty() && text.empty()) return true;
    std::string_view p = pattern, t = text;
    if (!pattern.empty() && !text.empty()) {
      const size_t before = p.size();
      const bool good = matches_one(&p, next(&t), w);
      if (!pace.step((before - p.size()) / 8)) return std::nullopt;
      if (good) {
        pattern = p;
        text = t;
        continue;
      }
    }
    if (!again || again_text.empty()) return false;
    next(&again_text);
    pattern = *again;
    text = again_text;
  }
}

std::string_view up_to_null(std::string_view text) { return text.substr(0, std::min(text.find('\0'), text.size())); }

void match(sqlite3_context* context, int count, sqlite3_value** values, Wildcards w) {
  const SqliteApi& api = sqlite();
  if (api.value_type(values[0]) == SQLITE_BLOB || api.value_type(values[1]) == SQLITE_BLOB) return api.result_int64(context, 0);
  const auto pattern = text_of(values[0]), text = text_of(values[1]);
  const SqliteConnection* c = SqliteScope::current();
  const int most = c ? api.limit(c->db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1) : 0;
  if (pattern && pattern->size() > size_t(most)) return api.result_error(context, "LIKE or GLOB pattern too complex", -1);
  if (count == 3) {
    auto escape = text_of(values[2]);
    if (!escape) return;
    std::string_view rest = *escape;
    w.escape = next(&rest);
    if (escape->empty() || !rest.empty()) return api.result_error(context, "ESCAPE expression must be a single character", -1);
    if (w.escape == w.all) w.all = 0;
    if (w.escape == w.one) w.one = 0;
  }
  if (!pattern || !text) return;
  Pace pace(context);
  if (const auto found = matches(pace, up_to_null(*pattern), up_to_null(*text), w)) api.result_int64(context, *found);
}

void like(sqlite3_context* context, int count, sqlite3_value** values) { match(context, count, values, {'%', '_', 0, false, true}); }
void like_case(sqlite3_context* context, int count, sqlite3_value** values) { match(context, count, values, {'%', '_', 0, false, false}); }
void glob(sqlite3_context* context, int count, sqlite3_value** values) { match(context, count, values, {'*', '?', 0, true, false}); }

// --- searching

// Where the needle is first; npos: nowhere.
size_t position(std::string_view text, std::string_view needle, size_t from) {
  if (from > text.size()) return std::string_view::npos;
  const void* at = memmem(text.data() + from, text.size() - from, needle.data(), needle.size());
  return at ? size_t(static_cast<const char*>(at) - text.data()) : std::string_view::npos;
}

void instr(sqlite3_context* context, int, sqlite3_value** values) {
  const SqliteApi& api = sqlite();
  const int types[] = {api.value_type(values[0]), api.value_type(values[1])};
  if (types[0] == SQLITE_NULL || types[1] == SQLITE_NULL) return;
  const bool bytes = types[0] == SQLITE_BLOB && types[1] == SQLITE_BLOB;
  std::string_view parts[2];
  for (int i = 0; i < 2; ++i) {
    if (bytes) {
      const auto* data = static_cast<const char*>(api.value_blob(values[i]));
      parts[i] = {data ? data : "", data ? size_t(api.value_bytes(values[i])) : 0};
      continue;
    }
    const auto text = text_of(values[i]);
    if (!text) return api.result_error_nomem(context);
    parts[i] = *text;
  }
  const auto [text, needle] = parts;
  Pace pace(context);
  if (!pace.step((text.size() + needle.size()) / 16)) return;
  if (needle.empty()) return api.result_int64(context, 1);
  size_t at = 0;
  if (!bytes && is_within(needle[0])) {  // no character begins so, but the text may
    if (!text.starts_with(needle)) at = std::string_view::npos;
  } else {
    at = position(text, needle, 0);
  }
  if (at == std::string_view::npos) return api.result_int64(context, 0);
  const int64_t before = bytes ? int64_t(at) : std::ranges::count_if(text.substr(0, at), [](char c) { return !is_within(c); });
  // (The first byte counts, whatever it is.)
  api.result_int64(context, before + 1 + (!bytes && at && is_within(text[0])));
}

void replace(sqlite3_context* context, int, sqlite3_value** values) {
  const SqliteApi& api = sqlite();
  const auto text = text_of(values[0]), pattern = text ? text_of(values[1]) : std::nullopt;
  if (!text || !pattern) return;
  if (pattern->empty() || !pattern->front()) return api.result_value(context, values[0]);
  const auto with = text_of(values[2]);
  SqliteConnection* c = SqliteScope::current();
  if (!with || !c) return;
  Pace pace(context);
  const uint64_t most = uint64_t(api.limit(c->db, SQLITE_LIMIT_LENGTH, -1));
  uint64_t size = text->size();
  for (size_t at = 0; (at = position(*text, *pattern, at)) != std::string_view::npos; at += pattern->size()) {
    size += with->size();
    size -= pattern->size();
    if (!pace.step(1 + pattern->size() / 16)) return;
  }
  if (size > most) return api.result_error_toobig(context);
  if (!pace.step((text->size() + size) / 8)) return;
  auto* out = static_cast<char*>(api.malloc64(size + 1));
  if (!out) return api.result_error_nomem(context);
  char* to = out;
  const auto add = [&](std::string_view piece) { to = std::copy(piece.begin(), piece.end(), to); };
  size_t from = 0;
  for (size_t at = 0; (at = position(*text, *pattern, from)) != std::string_view::npos; from = at + pattern->size()) {
    add(text->substr(from, at - from));
    add(*with);
  }
  add(text->substr(from));
  api.result_text64(context, out, size, api.free, SQLITE_UTF8);
}

// --- ends

template <bool kLeft, bool kRight>
void trim(sqlite3_context* context, int count, sqlite3_value** values) {
  const auto given = text_of(values[0]);
  const auto of = count == 2 ? text_of(values[1]) : std::string_view(" ");
  if (!given || !of) return;
  std::string_view text = *given, rest = *of;
  Room room;
  if (!room.take(rest.size() * sizeof(std::string_view) * 2)) return sqlite().result_error_nomem(context);
  std::vector<std::string_view> all;
  while (!rest.empty()) {
    size_t size = 1;
    if (uint8_t(rest[0]) >= 0xc0)
      while (size < rest.size() && is_within(rest[size])) ++size;
    all.push_back(rest.substr(0, size));
    rest.remove_prefix(size);
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  Pace pace(context);
  const auto one = [&](bool left) -> std::optional<size_t> {
    for (const std::string_view each : all) {
      if (!pace.step()) return std::nullopt;
      if (left ? text.starts_with(each) : text.ends_with(each)) return each.size();
    }
    return 0;
  };
  for (const bool left : {true, false}) {
    if (left ? !kLeft : !kRight) continue;
    while (!text.empty()) {
      const auto size = one(left);
      if (!size) return;
      if (!*size) break;
      if (left) text.remove_prefix(*size);
      else text.remove_suffix(*size);
    }
  }
  sqlite().result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

// --- json_patch: SQLite's own, which looks for each member of the patch among the target's, one after the other. It is bounded here, and
// done by a database that has it still.

class Scratch {
 public:
  Scratch() {
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    code = sqlite().open_v2(":memory:", &db, flags, kSqliteFiles.zName);
    if (code == SQLITE_OK) code = sqlite().prepare_v3(db, "SELECT json_patch(?1, ?2)", -1, 0, &stmt, nullptr);
  }
  ~Scratch() {
    sqlite().finalize(stmt);
    sqlite().close_v2(db);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  sqlite3* db = nullptr;
  sqlite3_stmt* stmt = nullptr;
  int code = SQLITE_OK;
};

uint64_t members_of(std::string_view json) { return 1 + uint64_t(std::ranges::count(json, ':')); }

void json_patch(sqlite3_context* context, int, sqlite3_value** values) {
  constexpr uint64_t kMostPairs = 500'000'000;
  const SqliteApi& api = sqlite();
  const auto target = text_of(values[0]), patch = text_of(values[1]);
  if (!target || !patch) return;
  Pace pace(context);
  if (!pace.step((target->size() + patch->size()) / 8)) return;
  const uint64_t members = members_of(*target), changes = members_of(*patch);
  const uint64_t pairs = members * changes + std::min(members * patch->size(), changes * target->size()) / 16;
  if (pairs > kMostPairs) return api.result_error_toobig(context);
  if (!pace.step(pairs)) return;
  Scratch scratch;
  int code = scratch.code;
  int place = 1;
  for (const std::string_view text : {*target, *patch})
    if (code == SQLITE_OK) code = api.bind_text64(scratch.stmt, place++, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  if (code == SQLITE_OK) code = api.step(scratch.stmt);
  if (code == SQLITE_NOMEM) return api.result_error_nomem(context);
  if (code != SQLITE_ROW) return api.result_error(context, api.errmsg(scratch.db), -1);
  const auto* text = reinterpret_cast<const char*>(api.column_text(scratch.stmt, 0));
  if (!text) return api.result_error_nomem(context);
  api.result_text64(context, text, uint64_t(api.column_bytes(scratch.stmt, 0)), SQLITE_TRANSIENT, SQLITE_UTF8);
  api.result_subtype(context, 'J');
}

}  // namespace

const OwnFunction kTextFunctions[] = {
    {"like", 2, true, like},
    {"like", 3, true, like},
    {"like", 2, true, like_case, true},
    {"like", 3, true, like_case, true},
    {"glob", 2, true, glob},
    {"instr", 2, true, instr},
    {"replace", 3, true, replace},
    {"trim", 1, true, trim<true, true>},
    {"trim", 2, true, trim<true, true>},
    {"ltrim", 1, true, trim<true, false>},
    {"ltrim", 2, true, trim<true, false>},
    {"rtrim", 1, true, trim<false, true>},
    {"rtrim", 2, true, trim<false, true>},
    {"json_patch", 2, true, json_patch},
};
const int kTextFunctionCount = int(std::size(kTextFunctions));

}  // namespace fermata
