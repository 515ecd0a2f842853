// ObjectTable: a small open-addressing table, address → number, that a walk over objects fills and throws away: what it has seen, and in
// what order. Used by the savers and by the border.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fermata {

class ObjectTable {
 public:
  explicit ObjectTable(size_t slots = 512) : slots_(slots) {}  // a power of two

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

}  // namespace fermata
