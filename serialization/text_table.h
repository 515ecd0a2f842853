// TextTable: a small open-addressing table, text → number, that a save fills and throws away.
#pragma once

#include <cstdint>
#include <vector>

#include "objects/text/text.h"

namespace fermata {

class TextTable {
 public:
  TextTable() : slots_(256) {}

  // The number of a str with that text, noted now if there was none.
  uint32_t find_or_add(Str* s, uint32_t number) {
    if (++used_ * 2 > slots_.size()) grow();
    const uint64_t hash = uint64_t(str_hash(s));
    for (size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[i];
      if (!slot.str) {
        slot = {s, number};
        return number;
      }
      if (slot.str->hash == s->hash && slot.str->view() == s->view()) {
        --used_;
        return slot.number;
      }
    }
  }

 private:
  struct Slot {
    const Str* str = nullptr;
    uint32_t number = 0;
  };
  void grow() {
    std::vector<Slot> old(slots_.size() * 4);
    old.swap(slots_);
    for (const Slot& s : old) {
      if (!s.str) continue;
      size_t i = uint64_t(s.str->hash) & (slots_.size() - 1);
      while (slots_[i].str) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = s;
    }
  }

  std::vector<Slot> slots_;
  size_t used_ = 0;
};

}  // namespace fermata
