#include "objects/text_search.h"

#include <algorithm>
#include <cstring>

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

size_t Finder::find(std::string_view text, size_t from) {
  const size_t m = needle_.size();
  const char* const data = text.data();
  const char first = needle_[0];
  // Plain scanning for the first byte, while candidates are rare; the guaranteed algorithm once they are not.
  size_t spent = 0;
  const size_t begin = from;
  while (from < text.size() && text.size() - from >= m) {
    const void* hit = std::memchr(data + from, first, text.size() - from - m + 1);
    if (!hit) return npos;
    from = size_t(static_cast<const char*>(hit) - data);
    if (std::memcmp(data + from, needle_.data(), m) == 0) return from;
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
  for (size_t from = 0; n < limit;) {
    from = find(text, from);
    if (from == npos) break;
    ++n;
    from += needle_.size();
  }
  return n;
}

}  // namespace fermata
