// The pieces of a format as `%` takes it: literal text and conversions, read one after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/utf8.h"

namespace fermata {

// One step: literal text, then perhaps a conversion.
struct PercentPiece {
  std::string_view literal;
  bool has_conversion = false;
  bool has_key = false;
  std::string_view key;
  bool left = false, plus = false, space = false, alternate = false, zero = false, no_negative_zero = false;
  bool width_star = false, precision_star = false;
  int64_t width = 0, precision = -1;
  char32_t type = 0;
  size_t type_offset = 0;           // bytes
  std::string_view text;            // after the key, from the flags to the type
  const char* key_error = nullptr;  // found before a value is taken: ValueErrors
  const char* error = nullptr;
};

class PercentReader {
 public:
  PercentReader(std::string_view text, bool binary) : text_(text), binary_(binary) {}
  bool at_end() const { return at_ == text_.size(); }

  PercentPiece next() {
    PercentPiece p;
    const size_t percent = std::min(text_.find('%', at_), text_.size());
    p.literal = text_.substr(at_, percent - at_);
    at_ = percent;
    if (at_end()) return p;
    ++at_;
    if (!at_end() && text_[at_] == '%') {
      p.literal = text_.substr(percent - p.literal.size(), p.literal.size() + 1);
      ++at_;
      return p;
    }
    p.has_conversion = true;
    read_conversion(&p);
    return p;
  }

 private:
  void read_conversion(PercentPiece* p) {
    if (!at_end() && text_[at_] == '(') {
      p->has_key = true;
      const size_t start = ++at_;
      int depth = 1;
      for (; !at_end(); ++at_) {
        if (text_[at_] == ')') --depth;
        else if (text_[at_] == '(') ++depth;
        if (depth == 0) break;
      }
      if (at_end()) {
        p->key_error = "incomplete format key";
        return;
      }
      p->key = text_.substr(start, at_ - start);
      ++at_;
    }
    const size_t start = at_;
    for (bool more = true; more && !at_end(); at_ += more) {
      switch (text_[at_]) {
        case '-': p->left = true; break;
        case '+': p->plus = true; break;
        case ' ': p->space = true; break;
        case '#': p->alternate = true; break;
        case '0': p->zero = true; break;
        case 'z':
          if (binary_) p->no_negative_zero = true;
          else more = false;
          break;
        default: more = false;
      }
    }
    if (!read_number(&p->width, &p->width_star, INT64_MAX)) {
      p->error = "width too big";
      return;
    }
    if (!at_end() && text_[at_] == '.') {
      ++at_;
      p->precision = 0;
      if (!read_number(&p->precision, &p->precision_star, INT32_MAX)) {
        p->error = binary_ ? "prec too big" : "precision too big";
        return;
      }
    }
    if (!at_end() && (text_[at_] == 'h' || text_[at_] == 'l' || text_[at_] == 'L')) ++at_;
    if (at_end()) {
      p->error = "incomplete format";
      return;
    }
    p->type_offset = at_;
    const char* q = text_.data() + at_;
    p->type = binary_ ? static_cast<unsigned char>(*q++) : utf8::next_valid(q);
    at_ = size_t(q - text_.data());
    p->text = text_.substr(start, at_ - start);
  }

  bool read_number(int64_t* out, bool* star, int64_t limit) {
    if (!at_end() && text_[at_] == '*') {
      *star = true;
      ++at_;
      return true;
    }
    for (; !at_end() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      const int digit = text_[at_] - '0';
      if (*out > (limit - digit) / 10) return false;
      *out = *out * 10 + digit;
    }
    return true;
  }

  std::string_view text_;
  const bool binary_;
  size_t at_ = 0;
};

}  // namespace fermata
