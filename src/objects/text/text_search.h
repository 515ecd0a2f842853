// Substring search whose cost is bounded by the lengths' sum, for hostile needles too: what find, count, replace, split and partition of
// str and bytes are made of. Plain functions over bytes (UTF-8 needs nothing more, a match is always at a code point's start). Search
// charges for what it looks at; whoever uses a bare Finder charges (haystack + needle) / kSearchBytesPerStep steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "objects/iterators/walk.h"

namespace fermata {

inline constexpr size_t kSearchBytesPerStep = 16;

// Finds a needle again and again; what it learns about a hostile needle it keeps. The needle must outlive it and not be empty.
class Finder {
 public:
  explicit Finder(std::string_view needle) : needle_(needle) {}
  // The first match at or after `from`, or npos.
  size_t find(std::string_view text, size_t from = 0);
  // The last match, or npos.
  size_t find_last(std::string_view text);
  // Matches that don't overlap, at most `limit`.
  size_t count(std::string_view text, size_t limit = SIZE_MAX);

 private:
  size_t next_candidate(const char* data, size_t from, size_t end) const;
  template <bool kReverse>
  void prepare();
  template <bool kReverse>
  size_t two_way(std::string_view text);

  std::string_view needle_;
  bool prepared_ = false;
  bool periodic_ = false;
  size_t critical_ = 0, period_ = 0;
};

// A Finder that charges for what it looks at, a stretch at a time.
class Search {
 public:
  Search(Context& cx, std::string_view needle) : walk_(cx), finder_(needle), needle_(needle.size()) {}
  // As the Finder's; npos, too, when the steps are used up: then stopped() is true, and the caller returns Value::retry().
  size_t find(std::string_view text, size_t from = 0);
  size_t find_last(std::string_view text);
  bool stopped() const { return stopped_; }

 private:
  bool pay(size_t left);

  ByteWalk<kSearchBytesPerStep> walk_;
  Finder finder_;
  size_t needle_;
  size_t paid_ = 0;  // places where a match may start that are charged and were not looked at
  bool stopped_ = false;
};

}  // namespace fermata
