#include "base/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace fermata {
namespace {

// These values are the promise that hashes are the same on every machine and in every release: they never change.
TEST(Hash, StringsAreStable) {
  EXPECT_EQ(hash_string(""), 0);
  EXPECT_EQ(hash_string("a"), 6456688366573943973);
  EXPECT_EQ(hash_string("fermata"), 3824447103579626886);
  EXPECT_EQ(hash_string("sixteen bytes ok"), 7556490763317920148);
  EXPECT_EQ(hash_string("a string that is longer than two steps of sixteen"), -4684681104281591283);
}

TEST(Hash, NoCollisionsAmongSimilarStrings) {
  std::set<int64_t> seen;
  std::set<uint64_t> low;
  size_t strings = 0;
  for (int i = 0; i < 50000; ++i) {
    for (const std::string& text :
         {std::to_string(i), "key_" + std::to_string(i), std::string(static_cast<size_t>(i % 300) + 1, '\0') + std::to_string(i)}) {
      seen.insert(hash_string(text));
      low.insert(static_cast<uint64_t>(hash_string(text)) & 0xFFFFFF);
      ++strings;
    }
  }
  EXPECT_EQ(seen.size(), strings);
  EXPECT_GT(low.size(), strings - 1000);  // about 670 expected by chance among 2**24
}

TEST(Hash, OrderMattersForTuplesOnly) {
  TupleHasher a, b;
  FrozensetHasher x, y;
  for (const int64_t h : {1, 2, 3}) a.add(h), x.add(h);
  for (const int64_t h : {3, 2, 1}) b.add(h), y.add(h);
  EXPECT_NE(a.result(), b.result());
  EXPECT_EQ(x.result(), y.result());
  EXPECT_EQ(a.result(), 529344067295497451);               // hash((1, 2, 3)) in CPython
  EXPECT_EQ(TupleHasher().result(), 5740354900026072187);  // hash(())
}

}  // namespace
}  // namespace fermata
