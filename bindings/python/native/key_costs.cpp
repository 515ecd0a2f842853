#include "native/key_costs.h"

#include <algorithm>
#include <span>

namespace fermata::python {

namespace {

using Type = Data::Type;

constexpr uint64_t kMost = 20'000'000;  // parts: less than a second

}  // namespace

// Python's hashes of texts are random, and an int's is itself within these bounds.
bool KeyCosts::is_alone(const Data& key) {
  constexpr int64_t kModulus = (int64_t(1) << 61) - 1;
  if (key.is_small_int()) return key.as_int() > -kModulus && key.as_int() < kModulus;
  return key.is_str() || key.type() == Type::kBytes || key.is_none();
}

uint64_t KeyCosts::add(const Data& key) {
  const uint64_t parts = parts_of(key);
  charge(parts);
  return parts;
}

void KeyCosts::add_collisions(std::vector<Key> keys) {
  std::ranges::sort(keys, {}, &Key::hash);
  for (auto it = keys.begin(); it != keys.end();) {
    const auto end = std::find_if(it, keys.end(), [&](const Key& one) { return one.hash != it->hash; });
    for (const Key& key : std::span(it, end)) charge(key.parts * uint64_t(end - it - 1));
    it = end;
  }
}

uint64_t KeyCosts::parts_of(const Data& key) {
  const bool shared = key.may_be_shared();
  if (shared)
    if (const auto known = known_.find(key.identity()); known != known_.end()) return known->second;
  uint64_t parts = 1;
  const auto add = [&](const Data& part) { parts = std::min(kMost + 1, parts + parts_of(part)); };
  switch (key.type()) {
    case Type::kTuple:
    case Type::kFrozenSet:
      for (const Data& item : key.items()) add(item);
      break;
    case Type::kObject:
      for (const auto& [name, value] : key.as_object().fields) add(value);
      break;
    case Type::kStr:
    case Type::kBytes: parts += key.as_str().size() / 64; break;
    case Type::kInt:
      if (!key.is_small_int()) parts += key.as_big_int().size() / 64;
      break;
    default: break;
  }
  if (shared) known_.emplace(key.identity(), parts);
  return parts;
}

void KeyCosts::charge(uint64_t parts) {
  spent_ += parts;
  if (spent_ <= kMost) return;
  PyErr_SetString(PyExc_ValueError, "a set or dict can't leave the sandbox: Python would take too long to hash its keys");
  throw pybind11::error_already_set();
}

}  // namespace fermata::python
