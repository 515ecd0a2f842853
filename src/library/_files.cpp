#include "library/_files.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "objects/containers/containers.h"
#include "objects/model/instance.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"

namespace fermata {

namespace {

// How many bytes there are in the files that have names: others end with what has them open. A state may hold anything in the tree's place.
class Sum {
 public:
  explicit Sum(Context& cx) : cx_(cx) {}

  uint64_t of(Value tree) {
    add(tree);
    while (!todo_.empty()) {
      auto* node = as<Instance>(todo_.back());
      todo_.pop_back();
      cx_.budget.charge(1);
      add(slot(node, "root"));
      if (const Value entries = slot(node, "entries"); is<Dict>(entries))
        dict_for_each(as<Dict>(entries), [&](const DictEntry& e) { add(e.value); });
      if (const Value data = slot(node, "data"); is<ByteArray>(data)) bytes_ += as<ByteArray>(data)->data.size;
    }
    return bytes_;
  }

 private:
  Value slot(Instance* node, std::string_view name) { return instance_get_slot(cx_, node, cx_.intern(name)); }
  void add(Value v) {
    if (is<Instance>(v) && seen_.insert(v.as_object()).second) todo_.push_back(v);
  }

  Context& cx_;
  std::vector<Value> todo_;
  std::unordered_set<const Object*> seen_;
  uint64_t bytes_ = 0;
};

uint64_t bytes_in_files(Context& cx) {
  return is<Dict>(cx.library_state) ? Sum(cx).of(dict_get_str(as<Dict>(cx.library_state), cx.intern("files"))) : 0;
}

constexpr const char* kUsed = "files.used";
constexpr uint64_t kMostUsed = uint64_t(1) << 60;

}  // namespace

void count_loaded_files(Context& cx) {
  const Value known = is<Dict>(cx.library_state) ? dict_get_str(as<Dict>(cx.library_state), cx.intern(kUsed)) : Value();
  if (!known.is_small()) return;
  if (const uint64_t used = bytes_in_files(cx); known.as_small() < 0 || used > uint64_t(known.as_small()))
    dict_set_str(cx, as<Dict>(cx.library_state), cx.intern(kUsed), Value::small(int64_t(std::min(used, kMostUsed))));
}

bool files_have_room(Context& cx, uint64_t more) {
  if (!is<Dict>(cx.library_state)) return true;
  auto* state = as<Dict>(cx.library_state);
  Str* const name = cx.intern(kUsed);
  // What was freed isn't taken off: as soon as it matters, or nobody has counted, it is counted anew.
  const Value known = dict_get_str(state, name);
  uint64_t used = known.is_small() && known.as_small() >= 0 ? uint64_t(known.as_small()) : UINT64_MAX;
  const uint64_t limit = cx.budget.limits.file_bytes;
  const auto fits = [&] { return limit == 0 || (more <= limit && used <= limit - more); };
  if (used == UINT64_MAX || !fits()) used = bytes_in_files(cx);
  const bool has_room = fits();
  dict_set_str(cx, state, name, Value::small(int64_t(std::min(used + (has_room ? std::min(more, kMostUsed) : 0), kMostUsed))));
  return has_room;
}

namespace {

// _has_room(more): whether the session's own files may take so many bytes more; if so, they count.
Value has_room(Context& cx, Value* a) {
  if (!a[0].is_small()) return Value::boolean(false);
  return Value::boolean(files_have_room(cx, uint64_t(std::max<int64_t>(a[0].as_small(), 0))));
}

// _room(): how many bytes the session's own files may have, and how many more; (0, 0) without a limit.
Value room(Context& cx, Value*) {
  const uint64_t limit = cx.budget.limits.file_bytes;
  const uint64_t used = limit ? bytes_in_files(cx) : 0;
  const Value values[] = {make_uint(cx, limit), make_uint(cx, limit - std::min(limit, used))};
  return tuple_of(cx, values);
}

constexpr NativeRow kRows[] = {
    {"_has_room", has_room, "more, /"},
    {"_room", room, ""},
};

}  // namespace

extern const ModuleRow kFilesModule = {.name = "_files", .functions = kRows};

}  // namespace fermata
