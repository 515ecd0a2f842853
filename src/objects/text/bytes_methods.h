// What bytes and bytearray have in common: how their methods get at the bytes and make results of the receiver's type, and the leaves that
// both tables (bytes.cpp, bytearray.cpp) list. Internal to the bytes files.
#pragma once

#include "objects/containers/containers.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"
#include "objects/text/text_args.h"

namespace fermata {

inline constexpr uint32_t kBytesBinaryOps = 1u << int(BinaryOp::kAdd) | 1u << int(BinaryOp::kMul) | 1u << int(BinaryOp::kMod);

// The receiver's bytes; it is a Bytes or a ByteArray.
inline std::string_view self_bytes(Value self) { return is<Bytes>(self) ? as<Bytes>(self)->view() : as<ByteArray>(self)->view(); }

Value new_bytearray(Context& cx, std::string_view data);
// A result of the same type as `like`.
inline Value new_like(Context& cx, Value like, std::string_view data) {
  return is<Bytes>(like) ? new_bytes(cx, data) : new_bytearray(cx, data);
}
// The same with `size` bytes for the caller to fill; checked and charged. Null: *result_or_outcome says why.
char* allocate_like(Context& cx, Value like, uint64_t size, Value* result_or_outcome);
// `self` where bytes may give themselves; a copy of a bytearray.
inline Value same_or_copy(Context& cx, Value self) { return is<Bytes>(self) ? self : new_bytearray(cx, self_bytes(self)); }
inline Value part_like(Context& cx, Value self, size_t begin, size_t end) {
  const std::string_view all = self_bytes(self);
  if (begin == 0 && end == all.size()) return same_or_copy(cx, self);
  return new_like(cx, self, all.substr(begin, end - begin));
}

// An int in range(0, 256); `what` is "byte" or "bytes" for the message.
Value byte_argument(Context& cx, Value v, const char* what, char* out);
// Bytes of an iterable of ints. Defer and TypeErrors as those of iterating and of int conversion.
Value bytes_from_iterable(Context& cx, Value iterable, const char* what, std::string* out);
// Does iterating over it make sense at all (else its TypeError is another)?
inline bool is_iterable_kind(Value v) { return may_define(v) || is<Generator>(v) || operations_of(v).iter || operations_of(v).next; }
// b'…' in quotes; a bytearray escapes ' always.
void quote_bytes(std::string_view data, TextBuilder& out, bool always_escape_single = false);

// Operations of both.
Value bytes_length(Context& cx, Value self);
Value bytes_equal(Context& cx, Value self, Value other);
Value bytes_order(Context& cx, CompareOp op, Value self, Value other);
Value bytes_iter(Context& cx, Value self);
Value bytes_contains(Context& cx, Value self, Value item);
Value bytes_get_item(Context& cx, Value self, Value key);
Value bytes_binary(Context& cx, BinaryOp op, Value a, Value b);

#define FERMATA_LEAF(name) Value name(Context& cx, Value* args)
// bytes_search.cpp
FERMATA_LEAF(bytes_find);
FERMATA_LEAF(bytes_rfind);
FERMATA_LEAF(bytes_index);
FERMATA_LEAF(bytes_rindex);
FERMATA_LEAF(bytes_count);
FERMATA_LEAF(bytes_startswith);
FERMATA_LEAF(bytes_endswith);
FERMATA_LEAF(bytes_replace);
FERMATA_LEAF(bytes_removeprefix);
FERMATA_LEAF(bytes_removesuffix);
FERMATA_LEAF(bytes_translate);
FERMATA_LEAF(bytes_maketrans);
// bytes_split.cpp
FERMATA_LEAF(bytes_split);
FERMATA_LEAF(bytes_rsplit);
FERMATA_LEAF(bytes_splitlines);
FERMATA_LEAF(bytes_partition);
FERMATA_LEAF(bytes_rpartition);
FERMATA_LEAF(bytes_strip);
FERMATA_LEAF(bytes_lstrip);
FERMATA_LEAF(bytes_rstrip);
FERMATA_LEAF(bytes_join);
// bytes_text.cpp
FERMATA_LEAF(bytes_capitalize);
FERMATA_LEAF(bytes_lower);
FERMATA_LEAF(bytes_swapcase);
FERMATA_LEAF(bytes_title);
FERMATA_LEAF(bytes_upper);
FERMATA_LEAF(bytes_isalnum);
FERMATA_LEAF(bytes_isalpha);
FERMATA_LEAF(bytes_isascii);
FERMATA_LEAF(bytes_isdigit);
FERMATA_LEAF(bytes_islower);
FERMATA_LEAF(bytes_isspace);
FERMATA_LEAF(bytes_istitle);
FERMATA_LEAF(bytes_isupper);
FERMATA_LEAF(bytes_center);
FERMATA_LEAF(bytes_ljust);
FERMATA_LEAF(bytes_rjust);
FERMATA_LEAF(bytes_zfill);
FERMATA_LEAF(bytes_expandtabs);
FERMATA_LEAF(bytes_hex);
FERMATA_LEAF(bytes_decode);
Value bytes_fromhex(Context& cx, Value* args);  // cls, string
Value bytearray_fromhex(Context& cx, Value* args);
#undef FERMATA_LEAF

// The rows of the methods that both types have, for their tables.
#define FERMATA_SHARED_BYTES_METHODS                                                                                                       \
  {"capitalize", bytes_capitalize, "self, /"}, {"center", bytes_center, "self, width, fillchar=?, /", "bytes_center"},                     \
      {"count", bytes_count, "self, sub, start=None, end=None, /", "bytes_count", NativeRow::kOldParser},                                  \
      {"decode", bytes_decode, "self, /, encoding='utf-8', errors='strict'", "bytes_decode"},                                              \
      {"endswith", bytes_endswith, "self, suffix, start=None, end=None, /", "bytes_endswith", NativeRow::kOldParser},                      \
      {"expandtabs", bytes_expandtabs, "self, /, tabsize=8", "bytes_expandtabs"},                                                          \
      {"find", bytes_find, "self, sub, start=None, end=None, /", "bytes_find", NativeRow::kOldParser},                                     \
      {"hex", bytes_hex, "self, /, sep=?, bytes_per_sep=1", "bytes_hex"},                                                                  \
      {"index", bytes_index, "self, sub, start=None, end=None, /", "bytes_index", NativeRow::kOldParser},                                  \
      {"isalnum", bytes_isalnum, "self, /"}, {"isalpha", bytes_isalpha, "self, /"}, {"isascii", bytes_isascii, "self, /"},                 \
      {"isdigit", bytes_isdigit, "self, /"}, {"islower", bytes_islower, "self, /"}, {"isspace", bytes_isspace, "self, /"},                 \
      {"istitle", bytes_istitle, "self, /"}, {"isupper", bytes_isupper, "self, /"},                                                        \
      {"join", bytes_join, "self, iterable_of_bytes, /", "bytes_join"},                                                                    \
      {"ljust", bytes_ljust, "self, width, fillchar=?, /", "bytes_ljust"}, {"lower", bytes_lower, "self, /"},                              \
      {"lstrip", bytes_lstrip, "self, bytes=None, /"}, {"maketrans", bytes_maketrans, "frm, to, /", nullptr, NativeRow::kStatic},          \
      {"partition", bytes_partition, "self, sep, /"}, {"removeprefix", bytes_removeprefix, "self, prefix, /"},                             \
      {"removesuffix", bytes_removesuffix, "self, suffix, /"}, {"replace", bytes_replace, "self, old, new, count=-1, /", "bytes_replace"}, \
      {"rfind", bytes_rfind, "self, sub, start=None, end=None, /", "bytes_rfind", NativeRow::kOldParser},                                  \
      {"rindex", bytes_rindex, "self, sub, start=None, end=None, /", "bytes_rindex", NativeRow::kOldParser},                               \
      {"rjust", bytes_rjust, "self, width, fillchar=?, /", "bytes_rjust"}, {"rpartition", bytes_rpartition, "self, sep, /"},               \
      {"rsplit", bytes_rsplit, "self, /, sep=None, maxsplit=-1", "bytes_rsplit"}, {"rstrip", bytes_rstrip, "self, bytes=None, /"},         \
      {"split", bytes_split, "self, /, sep=None, maxsplit=-1", "bytes_split"},                                                             \
      {"splitlines", bytes_splitlines, "self, /, keepends=False", "bytes_splitlines"},                                                     \
      {"startswith", bytes_startswith, "self, prefix, start=None, end=None, /", "bytes_startswith", NativeRow::kOldParser},                \
      {"strip", bytes_strip, "self, bytes=None, /"}, {"swapcase", bytes_swapcase, "self, /"}, {"title", bytes_title, "self, /"},           \
      {"translate", bytes_translate, "self, table, /, delete=?"}, {"upper", bytes_upper, "self, /"}, {                                     \
    "zfill", bytes_zfill, "self, width, /", "bytes_zfill"                                                                                  \
  }

}  // namespace fermata
