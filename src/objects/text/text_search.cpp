#include "objects/text/text_search.h"

#include <algorithm>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace fermata {

namespace {

constexpr size_t npos = std::string_view::npos;

// A candidate that is compared and fails costs at most about this many bytes of plain scanning.
size_t candidate_cost(size_t needle) { return 8 + needle / 16; }

template <bool kReverse>
char at(std::string_view s, size_t i) {
  return kReverse ? s[s.size() - 1 - i] : s[i];
}

// Where the needle's largest suffix (or by the inverted order) starts, and its period.
template <bool kReverse>
size_t largest_suffix(std::string_view needle, bool inverted, size_t* period) {
  size_t start = npos;  // one before the suffix; wraps on purpose
  size_t j = 0, k = 1, p = 1;
  while (j + k < needle.size()) {
    const auto a = static_cast<unsigned char>(at<kReverse>(needle, j + k));
    const auto b = static_cast<unsigned char>(at<kReverse>(needle, start + k));
    if (a == b) {
      if (k == p) {
        j += p;
        k = 1;
      } else {
        ++k;
      }
    } else if (inverted ? a > b : a < b) {
      j += k;
      k = 1;
      p = j - start;
    } else {
      start = j++;
      k = p = 1;
    }
  }
  *period = p;
  return start + 1;
}

}  // namespace

// Crochemore and Perrin's two-way algorithm: the needle is cut where its local period is its global one, the right part is
// compared forwards, then the left one.
template <bool kReverse>
void Finder::prepare() {
  if (prepared_) return;
  prepared_ = true;
  size_t period = 0, inverted_period = 0;
  const size_t cut = largest_suffix<kReverse>(needle_, false, &period);
  const size_t inverted_cut = largest_suffix<kReverse>(needle_, true, &inverted_period);
  critical_ = std::max(cut, inverted_cut);
  period_ = cut > inverted_cut ? period : inverted_period;
  periodic_ = critical_ + period_ <= needle_.size();
  for (size_t i = 0; periodic_ && i < critical_; ++i) periodic_ = at<kReverse>(needle_, i) == at<kReverse>(needle_, i + period_);
  if (!periodic_) period_ = std::max(critical_, needle_.size() - critical_) + 1;
}

template <bool kReverse>
size_t Finder::two_way(std::string_view text) {
  prepare<kReverse>();
  const size_t m = needle_.size();
  size_t known = 0;  // of a periodic needle, what is known to match after a shift by the period
  for (size_t j = 0; j + m <= text.size();) {
    size_t i = std::max(critical_, known);
    while (i < m && at<kReverse>(needle_, i) == at<kReverse>(text, i + j)) ++i;
    if (i < m) {
      j += i - critical_ + 1;
      known = 0;
      continue;
    }
    i = critical_;
    while (i > known && at<kReverse>(needle_, i - 1) == at<kReverse>(text, i - 1 + j)) --i;
    if (i <= known) return j;
    j += period_;
    known = periodic_ ? m - period_ : 0;
  }
  return npos;
}

// The first place from `from` on, before `end`, where the needle's first and last byte both are; `end` when there is none.
size_t Finder::next_candidate(const char* data, size_t from, size_t end) const {
  const size_t m = needle_.size();
#ifdef __SSE2__
  // Sixteen places at a time.
  if (m > 1 && end - from >= 16) {
    const __m128i first = _mm_set1_epi8(needle_[0]), last = _mm_set1_epi8(needle_[m - 1]);
    for (;;) {
      const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + from));
      const __m128i there = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + from + m - 1));
      const int hits = _mm_movemask_epi8(_mm_and_si128(_mm_cmpeq_epi8(here, first), _mm_cmpeq_epi8(there, last)));
      if (hits) return from + size_t(__builtin_ctz(unsigned(hits)));
      from += 16;
      if (from == end) return end;
      if (end - from < 16) from = end - 16;  // looks at some again, which had no hit
    }
  }
#endif
  while (from < end) {
    const void* hit = std::memchr(data + from, needle_[0], end - from);
    if (!hit) return end;
    from = size_t(static_cast<const char*>(hit) - data);
    if (m == 1 || data[from + m - 1] == needle_[m - 1]) return from;
    ++from;
  }
  return end;
}

size_t Finder::find(std::string_view text, size_t from) {
  const size_t m = needle_.size();
  if (text.size() < m) return npos;
  const char* const data = text.data();
  const size_t end = text.size() - m + 1;
  // Plain scanning for candidates while they are rare; the guaranteed algorithm once they are not.
  size_t spent = 0;
  const size_t begin = from;
  while (from < end) {
    from = next_candidate(data, from, end);
    if (from == end) break;
    if (m <= 2 || std::memcmp(data + from + 1, needle_.data() + 1, m - 2) == 0) return from;
    ++from;
    spent += candidate_cost(m);
    if (m > 8 && spent > 2 * (from - begin) + 1024) {
      const size_t found = two_way<false>(text.substr(from));
      return found == npos ? npos : from + found;
    }
  }
  return npos;
}

size_t Finder::find_last(std::string_view text) {
  const size_t m = needle_.size();
  const char first = needle_[0];
  size_t spent = 0;
  for (size_t left = text.size(); left >= m; --left) {
    const char* candidate = text.data() + left - m;
    if (*candidate != first) continue;
    if (std::memcmp(candidate, needle_.data(), m) == 0) return left - m;
    spent += candidate_cost(m);
    if (m > 8 && spent > 2 * (text.size() - left) + 1024) {
      // Without the failed candidate's last byte.
      const std::string_view rest = text.substr(0, left - 1);
      const size_t found = two_way<true>(rest);
      return found == npos ? npos : rest.size() - m - found;
    }
  }
  return npos;
}

size_t Finder::count(std::string_view text, size_t limit) {
  size_t n = 0;
  if (needle_.size() == 1 && limit >= text.size()) {
    for (const char c : text) n += c == needle_[0];
    return n;
  }
  for (size_t from = 0; n < limit;) {
    from = find(text, from);
    if (from == npos) break;
    ++n;
    from += needle_.size();
  }
  return n;
}

// With the needle's length for each stretch, since it is compared there once more at worst; so stretches are as long as it at least.
bool Search::pay(size_t left) {
  while (paid_ == 0 || paid_ < std::min(left, needle_)) {
    const size_t more = walk_.next(left + needle_);
    if (more == 0) return !(stopped_ = true);
    paid_ += more;
  }
  return true;
}

size_t Search::find(std::string_view text, size_t from) {
  if (text.size() <= kFreeBytes) return finder_.find(text, from);
  if (text.size() < needle_) return npos;
  for (const size_t end = text.size() - needle_ + 1; from < end;) {
    if (!pay(end - from)) return npos;
    const size_t places = std::min(paid_, end - from);
    const size_t at = finder_.find(text.substr(0, from + places + needle_ - 1), from);
    const size_t seen = at == npos ? places : std::min(paid_, at - from + needle_);
    paid_ -= seen;
    if (at != npos) return at;
    from += places;
  }
  return npos;
}

size_t Search::find_last(std::string_view text) {
  if (text.size() <= kFreeBytes) return finder_.find_last(text);
  if (text.size() < needle_) return npos;
  for (size_t places_left = text.size() - needle_ + 1; places_left > 0;) {
    if (!pay(places_left)) return npos;
    const size_t places = std::min(paid_, places_left);
    const size_t begin = places_left - places;
    const size_t at = finder_.find_last(text.substr(begin, places + needle_ - 1));
    const size_t seen = at == npos ? places : std::min(paid_, places - at + needle_ - 1);
    paid_ -= seen;
    if (at != npos) return begin + at;
    places_left = begin;
  }
  return npos;
}

}  // namespace fermata
