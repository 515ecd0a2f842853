// A bump allocator for syntax trees: everything in it dies at once, and no destructor runs. A ParseResult owns one; the lexer and the
// parser allocate from it. Not thread-safe while being filled; the finished tree is read-only and may be shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace fermata {

class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  void* allocate(size_t size, size_t alignment) {
    uintptr_t start = (next_ + alignment - 1) & ~(uintptr_t{alignment} - 1);
    if (start + size > limit_) {
      grow(size + alignment);
      start = (next_ + alignment - 1) & ~(uintptr_t{alignment} - 1);
    }
    next_ = start + size;
    return reinterpret_cast<void*>(start);
  }

  template <class T, class... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <class T>
  T* copy(const T* items, size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count == 0) return nullptr;
    T* result = static_cast<T*>(allocate(sizeof(T) * count, alignof(T)));
    std::memcpy(result, items, sizeof(T) * count);
    return result;
  }

  std::string_view copy(std::string_view text) { return {copy(text.data(), text.size()), text.size()}; }

  size_t bytes_reserved() const { return reserved_; }

 private:
  void grow(size_t at_least) {
    size_t size = blocks_.empty() ? kFirstBlock : kBlock;
    if (size < at_least) size = at_least;
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    reserved_ += size;
    next_ = reinterpret_cast<uintptr_t>(blocks_.back().get());
    limit_ = next_ + size;
  }

  static constexpr size_t kFirstBlock = 4 * 1024;
  static constexpr size_t kBlock = 64 * 1024;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  uintptr_t next_ = 0;
  uintptr_t limit_ = 0;
  size_t reserved_ = 0;
};

// A list in an arena. Copied by value, two words.
template <class T>
struct Seq {
  const T* items = nullptr;
  size_t count = 0;

  const T* begin() const { return items; }
  const T* end() const { return items + count; }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  const T& operator[](size_t index) const { return items[index]; }
  const T& front() const { return items[0]; }
  const T& back() const { return items[count - 1]; }
};

}  // namespace fermata
