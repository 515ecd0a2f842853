// A large state is stored in pieces, so that a snapshot costs what has changed since the one before. Where a piece ends follows from what
// is in it (content-defined chunking with a gear hash, as in FastCDC by Xia and others, USENIX ATC 2016): bytes that moved, because others
// were put in before them, are the same pieces still. Pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fermata::durable {

inline constexpr size_t kLeastInPieces = 128 * 1024;      // a state of fewer bytes is stored whole
inline constexpr uint64_t kMostInPieces = 1'000'000'000;  // bytes of a state: a short list may name a piece again and again
inline constexpr size_t kSmallestPiece = 8 * 1024, kLargestPiece = 128 * 1024;

using PieceHash = std::array<char, 32>;

// One of a run's: the `number`-th that its snapshot `seq` brought.
struct Piece {
  uint64_t seq = 0;
  uint32_t number = 0;
  uint32_t size = 0;
  PieceHash hash{};  // SHA-256 of its bytes
};

// Each has kSmallestPiece to kLargestPiece bytes, about 40 kB; the last one may have fewer.
std::vector<std::string_view> cut(std::string_view bytes);

// What stands in a snapshot's row in place of a state that is stored in pieces: which, in their order.
std::string text_of(const std::vector<Piece>& pieces);
// Nothing: it is a state. Throws StoreError (kDamaged).
std::optional<std::vector<Piece>> pieces_from(std::string_view text);
// Whether it begins as such a text, which no whole state may.
bool is_list(std::string_view text);

PieceHash hash_of(std::string_view bytes);

}  // namespace fermata::durable
