// What Python's hash tables cost whose keys a program has chosen: tuples of tuples that share their parts, of which hash() sees each place,
// and keys of one hash, each of which is compared with all before it. A program has paid for neither.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fermata/value.h"

namespace fermata::python {

class KeyCosts {
 public:
  struct Key {
    Py_hash_t hash;
    uint64_t parts;  // that hash(), or a comparison, looks at; each as often as it is found
  };
  // Before a key is hashed: its parts. Throws ValueError.
  uint64_t add(const Data& key);
  // Before a table is made of keys. Throws ValueError.
  void add_collisions(std::vector<Key> keys);
  // Whether nothing that a program chooses has the key's hash but for what is equal to it.
  static bool is_alone(const Data& key);

 private:
  uint64_t parts_of(const Data& key);
  void charge(uint64_t parts);

  uint64_t spent_ = 0;
  std::unordered_map<const void*, uint64_t> known_;  // by Data::identity()
};

}  // namespace fermata::python
