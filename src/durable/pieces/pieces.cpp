#include "durable/pieces/pieces.h"

#include <nettle/sha2.h>

#include <algorithm>

#include "fermata/durable/store.h"

namespace fermata::durable {

namespace {

constexpr std::string_view kHead = "fermata pieces 1\n";
constexpr size_t kEntry = 8 + 4 + 4 + sizeof(PieceHash);  // its numbers, the lowest byte first, and its hash

// A piece ends where these bits of the hash are 0: the highest ones, which depend on the last 64 bytes.
constexpr int kBits = 15;
constexpr uint64_t kMask = ~uint64_t(0) << (64 - kBits);

// A number of chance for each byte, always the same ones: SplitMix64.
constexpr std::array<uint64_t, 256> kGear = [] {
  std::array<uint64_t, 256> gear{};
  uint64_t state = 0;
  for (uint64_t& number : gear) {
    state += 0x9e3779b97f4a7c15;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    number = mixed ^ (mixed >> 31);
  }
  return gear;
}();

size_t size_of_first(std::string_view bytes) {
  const size_t most = std::min(bytes.size(), kLargestPiece);
  uint64_t hash = 0;
  for (size_t i = kSmallestPiece; i < most; ++i) {
    hash = (hash << 1) + kGear[uint8_t(bytes[i])];
    if ((hash & kMask) == 0) return i + 1;
  }
  return most;
}

template <class Number>
void put(std::string& text, Number number) {
  for (size_t i = 0; i < sizeof number; ++i) text += char(uint8_t(number >> (8 * i)));
}
template <class Number>
Number take(std::string_view& text) {
  Number number = 0;
  for (size_t i = 0; i < sizeof number; ++i) number |= Number(uint8_t(text[i])) << (8 * i);
  text.remove_prefix(sizeof number);
  return number;
}

}  // namespace

std::vector<std::string_view> cut(std::string_view bytes) {
  std::vector<std::string_view> pieces;
  while (!bytes.empty()) {
    pieces.push_back(bytes.substr(0, size_of_first(bytes)));
    bytes.remove_prefix(pieces.back().size());
  }
  return pieces;
}

std::string text_of(const std::vector<Piece>& pieces) {
  std::string text(kHead);
  text.reserve(kHead.size() + pieces.size() * kEntry);
  for (const Piece& piece : pieces) {
    put(text, piece.seq);
    put(text, piece.number);
    put(text, piece.size);
    text.append(piece.hash.data(), piece.hash.size());
  }
  return text;
}

bool is_list(std::string_view text) { return text.starts_with(kHead); }

std::optional<std::vector<Piece>> pieces_from(std::string_view text) {
  if (!is_list(text)) return std::nullopt;
  text.remove_prefix(kHead.size());
  const auto damaged = [](const char* why) {
    throw StoreError(StoreError::Kind::kDamaged, std::string("the store is damaged: of a list of a state's pieces: ") + why);
  };
  if (text.size() % kEntry) damaged("it is cut off");
  uint64_t total = 0;
  std::vector<Piece> pieces(text.size() / kEntry);
  for (Piece& piece : pieces) {
    piece.seq = take<uint64_t>(text);
    piece.number = take<uint32_t>(text);
    piece.size = take<uint32_t>(text);
    std::copy_n(text.begin(), piece.hash.size(), piece.hash.begin());
    text.remove_prefix(piece.hash.size());
    total += piece.size;
    if (piece.size == 0 || piece.size > kLargestPiece || total > kMostInPieces) damaged("it is too large");
  }
  if (pieces.empty()) damaged("it is empty");
  return pieces;
}

PieceHash hash_of(std::string_view bytes) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
  PieceHash hash;
  sha256_digest(&context, hash.size(), reinterpret_cast<uint8_t*>(hash.data()));
  return hash;
}

}  // namespace fermata::durable
