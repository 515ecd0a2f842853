#include "library/_sqlite3/api.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <mutex>

#include "library/_sqlite3/connection.h"
#include "vm/host_calls.h"

namespace fermata {

namespace {

thread_local SqliteConnection* current_connection = nullptr;

// --- the allocator: each piece has a head that says whose it is

constexpr size_t kHead = 16;
constexpr int64_t kPiece = 32;      // what a piece takes besides: its head, and malloc's part
constexpr size_t kSmallest = 4096;  // smaller ones are given though the heap is full: the next safepoint sees to it

struct Head {
  uint64_t size;
  Heap* heap;  // null: nobody's
};

Head* head_of(void* data) { return reinterpret_cast<Head*>(static_cast<char*>(data) - kHead); }

void* resize(void* old, int size) {
  SqliteConnection* c = current_connection;
  Head* head = old ? head_of(old) : nullptr;
  const uint64_t before = head ? head->size : 0, after = uint64_t(size);
  Heap* heap = head ? head->heap : c ? &c->cx.heap : nullptr;
  if (heap && after > before && c && !c->may_allocate(after > kSmallest ? after : 0)) return nullptr;
  auto* resized = static_cast<Head*>(std::realloc(head, kHead + after));
  if (!resized) return nullptr;
  *resized = {after, heap};
  if (heap) heap->count_outside(int64_t(after) - int64_t(before) + (old ? 0 : kPiece));
  return reinterpret_cast<char*>(resized) + kHead;
}

void release(void* old) {
  if (!old) return;
  if (SqliteConnection* c = current_connection; c && !c->empty_paths.empty()) std::erase(c->empty_paths, old);
  Head* head = head_of(old);
  if (head->heap) head->heap->count_outside(-int64_t(head->size) - kPiece);
  std::free(head);
}

constexpr sqlite3_mem_methods kAllocator = {
    [](int size) { return resize(nullptr, size); },
    release,
    resize,
    [](void* data) { return data ? int(head_of(data)->size) : 0; },
    [](int size) { return (size + 7) & ~7; },
    [](void*) { return SQLITE_OK; },
    [](void*) {},
    nullptr,
};

bool set_allocator(decltype(&sqlite3_config) config) { return config(SQLITE_CONFIG_MALLOC, &kAllocator) == SQLITE_OK; }

// --- the library

struct Library {
  SqliteApi api{};
  bool found = false, charged = false;
  std::once_flag once;
};
Library& library() {
  static Library it;
  return it;
}

// In the place of localtime_r: a session's zone is what it was granted, and a jailed process can't read those of the host. What calls it
// has a time_t and a struct tm.
int local_time(const void* when, void* out) {
  const auto time = *static_cast<const time_t*>(when);
  auto& local = *static_cast<struct tm*>(out);
  const SqliteConnection* c = SqliteScope::current();
  if (!c) return localtime_r(&time, &local) ? 0 : 1;
  constexpr int64_t kMost = int64_t(1) << 40;
  const int64_t seconds = std::clamp<int64_t>(time, -kMost, kMost);
  const std::chrono::sys_seconds at{std::chrono::seconds(seconds + (c->cx.host.side ? c->cx.host.side->zone().at(seconds).offset : 0))};
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(at - day);
  local = {};
  local.tm_year = int(date.year()) - 1900;
  local.tm_mon = int(unsigned(date.month())) - 1;
  local.tm_mday = int(unsigned(date.day()));
  local.tm_hour = int(clock.hours().count());
  local.tm_min = int(clock.minutes().count());
  local.tm_sec = int(clock.seconds().count());
  return 0;
}

}  // namespace

SqliteScope::SqliteScope(SqliteConnection* connection) : before_(current_connection) { current_connection = connection; }
SqliteScope::~SqliteScope() { current_connection = before_; }
SqliteConnection* SqliteScope::current() { return current_connection; }

bool sqlite_is_charged() { return library().charged; }

const SqliteApi* find_sqlite() {
  Library& it = library();
  std::call_once(it.once, [&] {
    const SqliteScope nobody(nullptr);
    if (!load_sqlite(it.api, false)) return;
    it.charged = set_allocator(it.api.config);
    if (SqliteApi own{}; !it.charged && load_sqlite(own, true) && set_allocator(own.config)) {
      it.api = own;
      it.charged = true;
    }
    it.found = it.api.initialize() == SQLITE_OK && it.api.vfs_register(&kSqliteFiles, 0) == SQLITE_OK;
    if (it.found) it.api.test_control(SQLITE_TESTCTRL_LOCALTIME_FAULT, 2, local_time);
  });
  return it.found ? &it.api : nullptr;
}

const SqliteApi& sqlite() { return library().api; }

void prepare_sqlite_for_jail() {
  const SqliteApi* api = find_sqlite();
  if (!api) return;
  api->vfs_register(&kSqliteFiles, 1);  // what isn't any connection's, such as the start of its random numbers, comes from there, too
  char one;
  api->randomness(1, &one);
}

}  // namespace fermata
