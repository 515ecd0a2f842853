// Making strings and bytes: constructors and TextBuilder, which all reprs and formats write into. The
// methods of str are in str*.cpp, of bytes in bytes*.cpp.
#pragma once

#include <string>
#include <string_view>

#include "runtime/context.h"

namespace fermata {

// A str of WTF-8 text, or an outcome when it doesn't fit. Texts under 4 KB always fit, so new_str never
// gives an outcome for them.
Value new_str(Context& cx, std::string_view text);
Value new_ascii_str(Context& cx, std::string_view text);  // the same for what is known to be ASCII
Value new_bytes(Context& cx, std::string_view data);
// An uninitialised str of `bytes` bytes for the caller to fill, or null; finish_str then counts its code
// points and sets its flags.
Str* allocate_str(Context& cx, uint64_t bytes);
void finish_str(Str* s);
// The part of a str between two byte offsets; the whole is `s` itself.
Value new_substr(Context& cx, Str* s, size_t begin, size_t end);
Value str_from_code_point(Context& cx, char32_t c);
int64_t str_hash(Str* s);  // cached
int64_t bytes_hash(Bytes* b);
bool str_equal(const Str* a, const Str* b);
// Texts of more bytes are compared by str's own operations, which charge for it.
inline constexpr uint32_t kLongText = 16 * 1024;

// The str's text: of a str or of an instance of a subclass; null for anything else.
Str* as_str(Value v);

// Byte offset of code point `index` (0 … length), quick on ASCII, by an index kept in the Context else, which charges for being made.
uint32_t str_offset(Context& cx, const Str* s, uint32_t index);
uint32_t str_index_of_offset(Context& cx, const Str* s, uint32_t offset);

// Collects text up to what the heap limit leaves, to which its buffer is charged, as long texts are to the steps. Once an append failed,
// the rest is ignored and finish() gives the outcome.
class TextBuilder {
 public:
  explicit TextBuilder(Context& cx) : cx_(cx) {}
  ~TextBuilder();
  TextBuilder(const TextBuilder&) = delete;
  TextBuilder& operator=(const TextBuilder&) = delete;
  bool append(std::string_view text) {
    if (text.size() > capacity_ - size_ && !grow(text.size())) return false;
    if (!text.empty()) std::memcpy(data_ + size_, text.data(), text.size());
    size_ += text.size();
    return true;
  }
  bool append(char c) {
    if (size_ == capacity_ && !grow(1)) return false;
    data_[size_++] = c;
    return true;
  }
  bool failed() const { return failed_; }
  Value finish();  // a str, or the outcome
  Value status();  // None, or the outcome of a failed append
  std::string_view text() const { return {data_, size_}; }
  Context& context() { return cx_; }
  // Containers being shown, innermost last: [...] for one inside itself.
  std::vector<Object*> open;

 private:
  bool grow(size_t more);
  static constexpr size_t kInline = 256;
  Context& cx_;
  char inline_[kInline];
  char* data_ = inline_;  // then a buffer of the heap
  size_t size_ = 0, capacity_ = kInline;
  bool failed_ = false, out_of_steps_ = false;
};

}  // namespace fermata
