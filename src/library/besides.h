// What natives keep outside the heap for the program's objects (Context::streams holds all of it), a part for each library that does.
#pragma once

#include <memory>
#include <string>

#include "runtime/context.h"

namespace fermata {

struct SavedBeside : Beside {
  // What states should have of it goes into the heap; the program's code doesn't run. Why there can't be one, or empty.
  virtual std::string before_save() { return {}; }
};

enum class BesidePart : uint8_t { kStreams, kDatabases, kCount };

struct Besides final : Beside {
  void forget_dead() override {
    for (const auto& part : parts)
      if (part) part->forget_dead();
  }
  std::unique_ptr<SavedBeside> parts[size_t(BesidePart::kCount)];
};

template <class T>
T& beside(Context& cx, BesidePart part) {
  if (!cx.streams) cx.streams = std::make_unique<Besides>();
  auto& made = static_cast<Besides&>(*cx.streams).parts[size_t(part)];
  if (!made) made = std::make_unique<T>(cx.heap);
  return static_cast<T&>(*made);
}

// Null when there is none yet.
inline SavedBeside* find_beside(const Context& cx, BesidePart part) {
  return cx.streams ? static_cast<Besides&>(*cx.streams).parts[size_t(part)].get() : nullptr;
}

}  // namespace fermata
