// A table of interned strs, found by their text; it owns none. The image and each Context have one (see Context::intern). Callers hash a
// text once (base/hash.h) and may then ask several tables. Not for threads that change it at the same time.
#pragma once

#include <string_view>
#include <vector>

#include "heap/layout_data.h"

namespace fermata {

class NameTable {
 public:
  size_t size() const { return size_; }
  size_t bytes() const { return slots_.size() * sizeof(Str*); }

  Str* find(std::string_view text, int64_t hash) const {
    if (slots_.empty()) return nullptr;
    for (size_t i = first(hash);; i = (i + 1) & (slots_.size() - 1)) {
      Str* s = slots_[i];
      if (!s || (s->hash == hash && s->view() == text)) return s;
    }
  }

  // A str whose text is not in the table, with its hash computed.
  void add(Str* s) {
    if ((size_ + 1) * 2 > slots_.size()) reserve(size_ + 1);
    ++size_;
    place(s);
  }

  void reserve(size_t names) {
    size_t slots = 64;
    while (slots < names * 2) slots *= 2;
    rebuild(slots, [](Str*) { return false; });
  }

  // Drops the names that `dead` says are.
  template <class Dead>
  void erase_if(Dead dead) { rebuild(slots_.size(), dead); }

 private:
  // The hash's low bits are as good as its high ones.
  size_t first(int64_t hash) const { return size_t(hash) & (slots_.size() - 1); }

  void place(Str* s) {
    size_t i = first(s->hash);
    while (slots_[i]) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = s;
  }

  template <class Dead>
  void rebuild(size_t slots, Dead dead) {
    std::vector<Str*> before(slots);
    before.swap(slots_);
    size_ = 0;
    for (Str* s : before)
      if (s && !dead(s)) {
        ++size_;
        place(s);
      }
  }

  std::vector<Str*> slots_;  // a power of two of them, at most half of them taken
  size_t size_ = 0;
};

}  // namespace fermata
