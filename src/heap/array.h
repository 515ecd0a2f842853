// Array<T>: a growable buffer that belongs to one heap object. It has no destructor: the sweeper frees the
// buffers of dead objects through the field visitors. Grow it through Heap::reserve and Heap::push.
#pragma once

#include <cstdint>
#include <span>

namespace fermata {

template <class T>
struct Array {
  T* data = nullptr;
  uint32_t size = 0;
  uint32_t capacity = 0;

  T& operator[](size_t i) { return data[i]; }
  const T& operator[](size_t i) const { return data[i]; }
  T* begin() { return data; }
  T* end() { return data + size; }
  const T* begin() const { return data; }
  const T* end() const { return data + size; }
  T& back() { return data[size - 1]; }
  bool empty() const { return size == 0; }
  std::span<T> span() { return {data, size}; }
  std::span<const T> span() const { return {data, size}; }
};

}  // namespace fermata
