// What a program showed: plain objects that library/fermata_display.py keeps; a state may hold anything in their place.
#include <algorithm>

#include "objects/containers/containers.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/text/text.h"
#include "session/session_impl.h"

namespace fermata {

namespace {

constexpr std::string_view kShown = "display.shown";  // a list of dicts
constexpr std::string_view kEnded = "display.ended";  // the number of the feed whose last expression was shown
constexpr size_t kLongestType = 100;

bool is_mime_type(std::string_view text) {
  return !text.empty() && text.size() <= kLongestType && std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

bool Session::Impl::begin_showing() {
  if (stop != Stop::kDone || no_result || !is<Instance>(interpreter->result)) return false;
  if (!is<Dict>(cx.library_state)) cx.library_state = Value::object(new_dict(cx));
  Dict* state = as<Dict>(cx.library_state);
  const Value end = Value::small(int64_t(fed));
  return dict_get_str(state, cx.intern(kEnded)) != end && dict_set_str(cx, state, cx.intern(kEnded), end);
}

void Session::Impl::forget_displayed() {
  if (is<Dict>(cx.library_state)) dict_delete_str(cx, as<Dict>(cx.library_state), cx.intern(kShown));
}

std::vector<Display> Session::Impl::displayed() {
  std::vector<Display> shown;
  const Value list = entry_of(cx.library_state, kShown);
  if (!is<List>(list)) return shown;
  uint64_t left = cx.budget.limits.heap_bytes ? cx.budget.limits.heap_bytes : UINT64_MAX;
  const auto take = [&](uint64_t bytes) {
    if (bytes > left) throw UsageError("what the program showed is more than the limit of heap_bytes");
    left -= bytes;
  };
  const List* items = as<List>(list);
  for (uint32_t i = 0; i < items->items.size; ++i) {
    const Value item = items->items[i];
    take(sizeof(Display));
    if (!is<Dict>(item)) continue;
    Display display;
    for (const DictEntry& e : as<Dict>(item)->entries) {
      if (!is<Str>(e.key) || !is_mime_type(as<Str>(e.key)->view()) || !(is<Str>(e.value) || is<Bytes>(e.value))) continue;
      const std::string_view data = is<Str>(e.value) ? as<Str>(e.value)->view() : as<Bytes>(e.value)->view();
      take(data.size() + kLongestType);
      display.forms.push_back({std::string(as<Str>(e.key)->view()), std::string(data)});
    }
    if (!display.forms.empty()) shown.push_back(std::move(display));
  }
  return shown;
}

std::vector<Display> Session::displayed() const { return open().displayed(); }

}  // namespace fermata
