#include "library/hashlib/blake2.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace fermata {

namespace {

constexpr uint8_t kSigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

struct Wide {
  using Word = uint64_t;
  static constexpr int kRounds = 12, kTurns[4] = {32, 24, 16, 63};
  static constexpr Word kStart[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                     0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
};
struct Narrow {
  using Word = uint32_t;
  static constexpr int kRounds = 10, kTurns[4] = {16, 12, 8, 7};
  static constexpr Word kStart[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
};

template <class Word>
Word load(const uint8_t* p) {
  Word v = 0;
  for (size_t i = 0; i < sizeof(Word); ++i) v |= Word(p[i]) << (8 * i);
  return v;
}

template <class V>
void compress(typename V::Word* state, const uint8_t* block, uint64_t counted, bool last) {
  using Word = typename V::Word;
  Word m[16], v[16];
  for (int i = 0; i < 16; ++i) m[i] = load<Word>(block + i * sizeof(Word));
  std::copy_n(state, 8, v);
  std::copy_n(V::kStart, 8, v + 8);
  v[12] ^= Word(counted);
  if (sizeof(Word) == 4) v[13] ^= Word(counted >> 32);
  if (last) v[14] = ~v[14];
  auto mix = [&](int a, int b, int c, int d, Word x, Word y) {
    v[a] += v[b] + x;
    v[d] = std::rotr(Word(v[d] ^ v[a]), V::kTurns[0]);
    v[c] += v[d];
    v[b] = std::rotr(Word(v[b] ^ v[c]), V::kTurns[1]);
    v[a] += v[b] + y;
    v[d] = std::rotr(Word(v[d] ^ v[a]), V::kTurns[2]);
    v[c] += v[d];
    v[b] = std::rotr(Word(v[b] ^ v[c]), V::kTurns[3]);
  };
  for (int round = 0; round < V::kRounds; ++round) {
    const uint8_t* s = kSigma[round % 10];
    for (int i = 0; i < 4; ++i) mix(i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
    for (int i = 0; i < 4; ++i) mix(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
  }
  for (int i = 0; i < 8; ++i) state[i] ^= v[i] ^ v[i + 8];
}

template <class V>
void blake2(std::string_view data, const Blake2Parameters& p, uint8_t* out) {
  using Word = typename V::Word;
  constexpr size_t kBlock = 16 * sizeof(Word);
  // The parameter block: sizes, fanout and depth 1; salt and personalisation in its last quarters.
  uint8_t parameters[8 * sizeof(Word)] = {uint8_t(p.digest_size), uint8_t(p.key.size()), 1, 1};
  std::copy_n(p.salt.begin(), std::min(p.salt.size(), 2 * sizeof(Word)), parameters + 4 * sizeof(Word));
  std::copy_n(p.person.begin(), std::min(p.person.size(), 2 * sizeof(Word)), parameters + 6 * sizeof(Word));
  Word state[8];
  for (int i = 0; i < 8; ++i) state[i] = V::kStart[i] ^ load<Word>(parameters + i * sizeof(Word));
  uint8_t block[kBlock] = {};
  uint64_t counted = 0;
  if (!p.key.empty()) {
    std::copy_n(p.key.begin(), std::min(p.key.size(), kBlock), block);
    counted = kBlock;
    compress<V>(state, block, counted, data.empty());
  }
  while (data.size() > kBlock) {
    counted += kBlock;
    compress<V>(state, reinterpret_cast<const uint8_t*>(data.data()), counted, false);
    data.remove_prefix(kBlock);
  }
  if (!data.empty() || p.key.empty()) {
    std::fill(block, block + kBlock, uint8_t(0));
    std::copy(data.begin(), data.end(), block);
    compress<V>(state, block, counted + data.size(), true);
  }
  for (size_t i = 0; i < p.digest_size; ++i) out[i] = uint8_t(state[i / sizeof(Word)] >> (8 * (i % sizeof(Word))));
}

}  // namespace

void blake2b(std::string_view data, const Blake2Parameters& parameters, uint8_t* out) { blake2<Wide>(data, parameters, out); }
void blake2s(std::string_view data, const Blake2Parameters& parameters, uint8_t* out) { blake2<Narrow>(data, parameters, out); }

}  // namespace fermata
