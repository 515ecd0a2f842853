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
  // Before the key is hashed. Throws ValueError.
  void add(const Data& key);
  // Before a table of them is made. `keys` are what became of `data`. Throws ValueError, and what their __hash__
  // raises.
  void add_collisions(const std::vector<const Data*>& data, const std::vector<pybind11::object>& keys);

 private:
  uint64_t parts_of(const Data& key);  // that hash(), or a comparison, looks at; each as often as it is found
  void charge(uint64_t parts);

  uint64_t spent_ = 0;
  std::unordered_map<const void*, uint64_t> known_;  // by Data::identity()
};

}  // namespace fermata::python
