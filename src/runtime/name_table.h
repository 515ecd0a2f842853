// A table of interned strs, found by their text; it owns none. The image and each Context have one (see Context::intern). Callers hash a
// text once (base/hash.h) and may then ask several tables. Not to be changed by several threads at once.
//
// It consists of parts that grow one at a time, so that a program with a million names never has the whole table twice.
#pragma once

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "heap/layout_data.h"

namespace fermata {

class NameTable {
 public:
  size_t size() const { return size_; }

  Str* find(std::string_view text, int64_t hash) const {
    const Part& part = parts_[part_of(hash)];
    if (part.slots.empty()) return nullptr;
    size_t i = part.first(hash);
    for (size_t tries = 0; tries < kMostTries; ++tries, i = (i + 1) & (part.slots.size() - 1)) {
      Str* s = part.slots[i];
      if (!s) break;
      if (s->hash == hash && s->view() == text) return s;
    }
    if (part.crowd.empty()) return nullptr;
    const auto found = part.crowd.find(text);
    return found == part.crowd.end() ? nullptr : found->second;
  }

  // A str whose text is not in the table, with its hash computed. `count(bytes)` is called for memory before it is taken, and after it was
  // given back.
  template <class Count>
  void add(Str* s, Count count) {
    Part& part = parts_[part_of(s->hash)];
    if ((part.size + 1) * 2 > part.slots.size())
      rebuild(
          part, part.slots.empty() ? kFirstSlots : part.slots.size() * 2, [](Str*) { return false; }, count);
    ++size_;
    part.place(s, count);
  }

  // Before there are any: room for about that many.
  void reserve(size_t names) {
    size_t slots = kFirstSlots;
    while (slots * kParts < names * 2) slots *= 2;
    for (Part& part : parts_) part.slots.resize(slots);
  }

  // Drops the names that `dead` says are dead.
  template <class Dead, class Count>
  void erase_if(Dead dead, Count count) {
    size_ = 0;
    for (Part& part : parts_) {
      if (part.size) rebuild(part, part.slots.size(), dead, count);
      size_ += part.size;
    }
  }

 private:
  static constexpr size_t kFirstSlots = 8;
  static constexpr size_t kParts = 32;
  static constexpr size_t kMostTries = 64;
  static constexpr int64_t kNodeBytes = 64;  // about what one takes in a crowd

  struct Part {
    std::vector<Str*> slots;  // a power of two of them, at most half of them taken
    // Names that would have stood too far from their place: a program that makes many of one hash waits no longer for it.
    std::map<std::string_view, Str*> crowd;
    size_t size = 0;
    size_t first(int64_t hash) const { return size_t(hash) & (slots.size() - 1); }
    template <class Count>
    void place(Str* s, Count count) {
      ++size;
      size_t i = first(s->hash);
      for (size_t tries = 0; tries < kMostTries; ++tries, i = (i + 1) & (slots.size() - 1)) {
        if (slots[i]) continue;
        slots[i] = s;
        return;
      }
      count(kNodeBytes);
      crowd.emplace(s->view(), s);
    }
  };

  // The hash's low bits, which place a name in its part, are as good as its high ones.
  static size_t part_of(int64_t hash) { return size_t(uint64_t(hash) >> 40) % kParts; }

  template <class Dead, class Count>
  static void rebuild(Part& part, size_t slots, Dead dead, Count count) {
    const auto bytes = [](const std::vector<Str*>& v) { return int64_t(v.size() * sizeof(Str*)); };
    count(int64_t(slots * sizeof(Str*)));
    std::vector<Str*> before(slots);
    before.swap(part.slots);
    const auto crowd = std::exchange(part.crowd, {});
    part.size = 0;
    for (Str* s : before)
      if (s && !dead(s)) part.place(s, count);
    for (const auto& [text, s] : crowd)
      if (!dead(s)) part.place(s, count);
    const int64_t freed = bytes(before) + int64_t(crowd.size()) * kNodeBytes;
    before = {};
    count(-freed);
  }

  Part parts_[kParts];
  size_t size_ = 0;
};

}  // namespace fermata
