// Small open-addressing tables that a save fills and throws away: ObjectTable, object → number, and TextTable,
// text → number. Used by the savers alone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "objects/text.h"

namespace fermata {

class ObjectTable {
 public:
  ObjectTable() : slots_(512) {}

  // The number of `key`; when it is new, `number` is noted for it and *is_new set.
  uint32_t& find_or_add(const void* key, uint32_t number, bool* is_new) {
    if (++used_ * 2 > slots_.size()) grow();
    for (size_t i = slot_of(key);; i = (i + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[i];
      if (slot.key == key) {
        --used_;
        *is_new = false;
        return slot.number;
      }
      if (!slot.key) {
        slot = {key, number};
        *is_new = true;
        return slot.number;
      }
    }
  }
  // Null when it isn't there.
  const uint32_t* find(const void* key) const {
    for (size_t i = slot_of(key);; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].key == key) return &slots_[i].number;
      if (!slots_[i].key) return nullptr;
    }
  }

 private:
  struct Slot {
    const void* key = nullptr;
    uint32_t number = 0;
  };
  size_t slot_of(const void* key) const {
    // Objects are 16 bytes apart at least, but for the low bit that marks carried ones.
    return size_t((reinterpret_cast<uint64_t>(key) * 0x9E3779B97F4A7C15ull) >> 20) & (slots_.size() - 1);
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 4);
    old.swap(slots_);
    for (const Slot& s : old) {
      if (!s.key) continue;
      size_t i = slot_of(s.key);
      while (slots_[i].key) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = s;
    }
  }

  std::vector<Slot> slots_;
  size_t used_ = 0;
};

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
