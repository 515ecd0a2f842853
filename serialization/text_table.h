// TextTable: a small open-addressing table, text → number, that a save fills and throws away.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "objects/text/text.h"

namespace fermata {

class TextTable {
 public:
  TextTable() : slots_(256) {}

  // The number of a str with that text, noted now if there was none.
  uint32_t find_or_add(Str* s, uint32_t number) {
    if (++used_ * 2 > slots_.size()) grow();
    size_t i = uint64_t(str_hash(s)) & (slots_.size() - 1);
    for (size_t tries = 0; tries < kMostTries; ++tries, i = (i + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[i];
      if (!slot.str) {
        if (!crowd_.empty()) break;
        slot = {s, number};
        return number;
      }
      if (slot.str->hash == s->hash && slot.str->view() == s->view()) {
        --used_;
        return slot.number;
      }
    }
    const auto [at, is_new] = crowd_.try_emplace(s->view(), number);
    if (!is_new) --used_;
    return at->second;
  }

 private:
  struct Slot {
    const Str* str = nullptr;
    uint32_t number = 0;
  };
  void grow() {
    std::vector<Slot> old(slots_.size() * 4);
    old.swap(slots_);
    for (const Slot& s : old)
      if (s.str && !place(s)) crowd_.emplace(s.str->view(), s.number);
  }
  bool place(const Slot& s) {
    size_t i = uint64_t(s.str->hash) & (slots_.size() - 1);
    for (size_t tries = 0; tries < kMostTries; ++tries, i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].str) continue;
      slots_[i] = s;
      return true;
    }
    return false;
  }

  static constexpr size_t kMostTries = 64;
  std::vector<Slot> slots_;
  std::map<std::string_view, uint32_t> crowd_;  // what would have stood too far from its place: many texts of one hash
  size_t used_ = 0;
};

}  // namespace fermata
