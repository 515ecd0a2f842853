#include "unicode/character_names.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/utf8.h"
#include "unicode/unicode.h"

namespace fermata::unicode {

namespace {

struct NameBlock {
  uint32_t code_point;  // of its first name
  uint32_t at;          // in kNameStream
};

#include "unicode/tables/character_names.inc"

constexpr uint32_t kBlock = 32;  // names in a block
constexpr uint32_t kMaxWords = 32;

// --- names that are computed

struct Range {
  char32_t first, last;
};
constexpr Range kIdeographs[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B738},
                                 {0x2B740, 0x2B81D}, {0x2B820, 0x2CEA1}, {0x2CEB0, 0x2EBE0}, {0x30000, 0x3134A}};
constexpr std::string_view kIdeograph = "CJK UNIFIED IDEOGRAPH-", kSyllable = "HANGUL SYLLABLE ";

bool is_ideograph(char32_t c) {
  return std::any_of(std::begin(kIdeographs), std::end(kIdeographs), [&](Range r) { return r.first <= c && c <= r.last; });
}

constexpr std::string_view kInitials[] = {"G",  "GG", "N", "D",  "DD", "R", "M", "B", "BB", "S",
                                          "SS", "",   "J", "JJ", "C",  "K", "T", "P", "H"};
constexpr std::string_view kVowels[] = {"A",  "AE", "YA", "YAE", "EO", "E",  "YEO", "YE", "O",  "WA", "WAE",
                                        "OE", "YO", "U",  "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
constexpr std::string_view kFinals[] = {"",   "G",  "GG", "GS", "N",  "NJ", "NH", "D",  "L", "LG", "LM", "LB", "LS", "LT",
                                        "LP", "LH", "M",  "B",  "BS", "S",  "SS", "NG", "J", "C",  "K",  "T",  "P",  "H"};
constexpr char32_t kFirstSyllable = 0xAC00;
constexpr uint32_t kVowelCount = std::size(kVowels), kFinalCount = std::size(kFinals),
                   kSyllableCount = std::size(kInitials) * kVowelCount * kFinalCount;

std::string syllable_name(uint32_t n) {
  std::string name(kSyllable);
  name += kInitials[n / (kVowelCount * kFinalCount)];
  name += kVowels[n / kFinalCount % kVowelCount];
  name += kFinals[n % kFinalCount];
  return name;
}

// The longest part that `text` starts with, taken off it; -1 when none fits.
int take_longest(std::span<const std::string_view> parts, std::string_view& text) {
  int best = -1;
  for (size_t i = 0; i < parts.size(); ++i)
    if (text.starts_with(parts[i]) && (best < 0 || parts[i].size() > parts[best].size())) best = int(i);
  if (best >= 0) text.remove_prefix(parts[best].size());
  return best;
}

// --- the table

std::string hexadecimal(char32_t c) {
  std::string digits;
  for (; c; c >>= 4) digits.insert(digits.begin(), "0123456789ABCDEF"[c & 15]);
  return digits;
}

// Reads names one after the other.
struct Reader {
  const uint8_t* at;
  bool with_lengths;  // of sequences
  uint32_t code_point = 0;
  uint32_t words[kMaxWords] = {};
  uint32_t count = 0;
  std::u32string rest;  // of a sequence

  uint32_t number() {
    uint32_t n = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t byte = *at++;
      n |= uint32_t(byte & 127) << shift;
      if (byte < 128) return n;
    }
  }
  void read() {
    code_point += number();
    const uint8_t sizes = *at++;
    count = (sizes >> 4) + (sizes & 15);
    for (uint32_t i = sizes >> 4; i < count; ++i) words[i] = number();
    if (!with_lengths) return;
    rest.clear();
    for (uint32_t left = *at++; left > 0; --left) rest += char32_t(number());
  }
};

// Where words are, and all names by their hash.
struct Index {
  std::vector<std::string_view> words;
  struct Entry {
    uint32_t hash, number;  // a name's; those after kNameCount are the others
  };
  std::vector<Entry> entries;

  Index();
  std::string text(const Reader& r) const {
    std::string name;
    for (uint32_t i = 0; i < r.count; ++i) {
      if (i) name += ' ';
      const std::string_view word = words[r.words[i]];
      if (word.ends_with('@')) name.append(word.substr(0, word.size() - 1)) += '-' + hexadecimal(r.code_point);
      else name += word;
    }
    return name;
  }
  Reader block(uint32_t n) const { return {kNameStream + kNameBlocks[n].at, false, kNameBlocks[n].code_point}; }
  // Stands after the n-th name.
  Reader go_to(uint32_t n) const {
    Reader r = n < kNameCount ? block(n / kBlock) : Reader{kOtherStream, true};
    const uint32_t first = n < kNameCount ? n / kBlock * kBlock : kNameCount;
    for (uint32_t i = first; i <= n; ++i) r.read();
    return r;
  }
};

uint32_t hash_of(std::string_view name) { return uint32_t(hash_string(name)); }

Index::Index() {
  words.reserve(kWordCount);
  for (std::string_view text : kWordText)
    for (size_t end; (end = text.find(' ')) != text.npos; text.remove_prefix(end + 1)) words.push_back(text.substr(0, end));
  entries.reserve(kNameCount + kOtherCount);
  Reader r{};
  for (uint32_t n = 0; n < kNameCount; ++n) {
    if (n % kBlock == 0) r = block(n / kBlock);
    r.read();
    entries.push_back({hash_of(text(r)), n});
  }
  r = Reader{kOtherStream, true};
  for (uint32_t n = 0; n < kOtherCount; ++n) {
    r.read();
    entries.push_back({hash_of(text(r)), kNameCount + n});
  }
  std::sort(entries.begin(), entries.end(), [](Entry a, Entry b) { return a.hash < b.hash; });
}

const Index& index() {
  static const Index made;
  return made;
}

bool find(std::string_view name, Reader& found) {
  constexpr size_t kLongest = 256;
  if (name.size() > kLongest) return false;
  std::string upper(name);
  for (char& c : upper)
    if ('a' <= c && c <= 'z') c = char(c - 'a' + 'A');
  const Index& all = index();
  const uint32_t hash = hash_of(upper);
  auto it = std::lower_bound(all.entries.begin(), all.entries.end(), hash, [](Index::Entry e, uint32_t h) { return e.hash < h; });
  for (; it != all.entries.end() && it->hash == hash; ++it) {
    found = all.go_to(it->number);
    if (all.text(found) == upper) return true;
  }
  return false;
}

}  // namespace

std::string character_name(char32_t c) {
  if (kFirstSyllable <= c && c < kFirstSyllable + kSyllableCount) return syllable_name(c - kFirstSyllable);
  if (is_ideograph(c)) return std::string(kIdeograph) + hexadecimal(c);
  auto* block =
      std::upper_bound(std::begin(kNameBlocks), std::end(kNameBlocks), c, [](char32_t v, NameBlock b) { return v < b.code_point; });
  if (block == std::begin(kNameBlocks)) return {};
  const uint32_t first = uint32_t(block - 1 - std::begin(kNameBlocks)) * kBlock;
  const Index& all = index();
  Reader r = all.block(first / kBlock);
  for (uint32_t n = first; n < std::min(first + kBlock, kNameCount); ++n) {
    r.read();
    if (r.code_point == c) return all.text(r);
  }
  return {};
}

bool find_character(std::string_view name, char32_t& character) {
  if (name.starts_with(kSyllable)) {
    std::string_view rest = name.substr(kSyllable.size());
    const int initial = take_longest(kInitials, rest), vowel = take_longest(kVowels, rest), final = take_longest(kFinals, rest);
    if (initial >= 0 && vowel >= 0 && final >= 0 && rest.empty()) {
      character = kFirstSyllable + (uint32_t(initial) * kVowelCount + uint32_t(vowel)) * kFinalCount + uint32_t(final);
      return true;
    }
  }
  if (name.starts_with(kIdeograph)) {
    const std::string_view digits = name.substr(kIdeograph.size());
    if (digits.size() != 4 && digits.size() != 5) return false;
    char32_t c = 0;
    for (char d : digits) {
      if (!('0' <= d && d <= '9') && !('A' <= d && d <= 'F')) return false;
      c = c << 4 | char32_t(d <= '9' ? d - '0' : d - 'A' + 10);
    }
    character = c;
    return is_ideograph(c);
  }
  Reader found{};
  if (!find(name, found) || !found.rest.empty()) return false;
  character = found.code_point;
  return true;
}

bool find_sequence(std::string_view name, std::string& text) {
  Reader found{};
  if (!find(name, found) || found.rest.empty()) return false;
  text.clear();
  utf8::append(text, found.code_point);
  for (char32_t c : found.rest) utf8::append(text, c);
  return true;
}

}  // namespace fermata::unicode
