// The tables behind dict and set, sorting, and iterators that are set back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "objects/containers/dict.h"
#include "objects/containers/list.h"
#include "objects/containers/set.h"
#include "objects/containers/tuple.h"
#include "objects/iterators/iterators.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "runtime/name_table.h"
#include "session/image/image.h"

namespace fermata {
namespace {

class ContainersTest : public testing::Test {
 protected:
  ContainersTest() { cx.image = &shared_image(); }
  std::vector<int64_t> keys_of(Set* s) {
    std::vector<int64_t> keys;
    set_for_each(s, [&](const SetEntry& e) { keys.push_back(e.key.as_small()); });
    return keys;
  }
  Context cx;
};

TEST_F(ContainersTest, DictAgreesWithAMap) {
  std::mt19937 random(1);
  Dict* d = new_dict(cx);
  std::map<int64_t, int64_t> expected;
  for (int step = 0; step < 20000; ++step) {
    const int64_t k = int64_t(random() % 300);
    const uint32_t version = d->version;
    switch (random() % 4) {
      case 0: {
        const bool there = expected.erase(k) > 0;
        EXPECT_EQ(dict_delete(cx, d, Value::small(k)).is_unset(), !there);
        EXPECT_EQ(d->version != version, there);
        break;
      }
      case 1: {
        const Value v = dict_get_fast(cx, d, Value::small(k));
        if (expected.count(k)) {
          EXPECT_EQ(v, Value::small(expected[k]));
        } else EXPECT_TRUE(v.is_unset());
        EXPECT_EQ(d->version, version);
        break;
      }
      default: {
        const bool there = expected.count(k) > 0;
        expected[k] = step;
        EXPECT_TRUE(dict_set_fast(cx, d, Value::small(k), Value::small(step)).is_none());
        EXPECT_EQ(d->version == version, there);
      }
    }
    ASSERT_EQ(d->live, expected.size());
  }
  uint32_t seen = 0;
  dict_for_each(d, [&](const DictEntry& e) {
    ++seen;
    EXPECT_EQ(e.value.as_small(), expected.at(e.key.as_small()));
  });
  EXPECT_EQ(seen, d->live);
}

TEST_F(ContainersTest, DictKeepsInsertionOrder) {
  Dict* d = new_dict(cx);
  for (int i = 0; i < 100; ++i) dict_set(cx, d, Value::small(i * 7919), Value::none());
  for (int i = 0; i < 100; i += 2) dict_delete(cx, d, Value::small(i * 7919));
  dict_set(cx, d, Value::small(0), Value::none());
  std::vector<int64_t> keys;
  dict_for_each(d, [&](const DictEntry& e) { keys.push_back(e.key.as_small()); });
  ASSERT_EQ(keys.size(), 51u);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(keys[size_t(i)], (2 * i + 1) * 7919);
  EXPECT_EQ(keys.back(), 0);
}

TEST_F(ContainersTest, DictIndexCanBeMadeAnew) {
  Dict* d = new_dict(cx);
  for (int i = 0; i < 50; ++i) dict_set(cx, d, Value::small(i), Value::small(i));
  dict_delete(cx, d, Value::small(3));
  const uint32_t entries = d->entries.size;
  ASSERT_TRUE(dict_rebuild_index(cx, d));
  EXPECT_EQ(d->entries.size, entries);  // iterators count on entry numbers
  EXPECT_EQ(d->live, 49u);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(dict_get(cx, d, Value::small(i)).is_unset(), i == 3);
}

TEST_F(ContainersTest, LastEntriesComeAndGoWithoutGrowing) {
  Dict* d = new_dict(cx);
  for (int i = 0; i < 20; ++i) dict_set(cx, d, Value::small(i), Value::none());
  for (int i = 0; i < 100000; ++i) {
    dict_set(cx, d, Value::small(1000 + i), Value::none());
    dict_delete_entry(cx, d, uint32_t(dict_last_entry(d)));
  }
  EXPECT_EQ(d->live, 20u);
  EXPECT_LE(d->entries.capacity, 64u);
  EXPECT_LE(d->index.size, 128u);
}

TEST_F(ContainersTest, EqualNumbersAreOneKey) {
  Dict* d = new_dict(cx);
  dict_set(cx, d, Value::small(1), Value::small(10));
  dict_set(cx, d, Value::true_(), Value::small(20));
  dict_set(cx, d, make_float(cx, 1.0), Value::small(30));
  EXPECT_EQ(d->live, 1u);
  EXPECT_EQ(dict_get(cx, d, Value::small(1)), Value::small(30));
}

// list(s) of CPython 3.11 after the same steps.
TEST_F(ContainersTest, SetsAreInCPythonsOrder) {
  Set* s = new_set(cx);
  for (int64_t k : {40, 8, 0, -1, -2, 33, 17, 1000}) set_add(cx, s, Value::small(k));
  EXPECT_EQ(keys_of(s), (std::vector<int64_t>{0, 33, 40, 8, 1000, 17, -1, -2}));
  set_discard(cx, s, Value::small(33));
  set_discard(cx, s, Value::small(0));
  for (int64_t k : {64, 32}) set_add(cx, s, Value::small(k));
  EXPECT_EQ(keys_of(s), (std::vector<int64_t>{32, 64, 40, 8, 1000, 17, -1, -2}));
}

TEST_F(ContainersTest, SortingIsStableAndSurvivesNan) {
  std::mt19937 random(2);
  for (int n : {0, 1, 2, 31, 32, 33, 500}) {
    std::vector<Value> keys, items;
    for (int i = 0; i < n; ++i) {
      keys.push_back(Value::small(int64_t(random() % 10)));
      items.push_back(Value::small(i));
    }
    for (bool reverse : {false, true}) {
      std::vector<Value> sorted = items;
      ASSERT_TRUE(sort_items(cx, sorted, keys, reverse).is_none());
      for (int i = 1; i < n; ++i) {
        const int64_t a = sorted[size_t(i) - 1].as_small(), b = sorted[size_t(i)].as_small();
        const int64_t ka = keys[size_t(a)].as_small(), kb = keys[size_t(b)].as_small();
        EXPECT_TRUE(ka == kb ? a < b : (ka < kb) != reverse);
      }
    }
    std::vector<Value> floats;
    for (int i = 0; i < n; ++i) floats.push_back(make_float(cx, i % 3 ? double(random() % 100) : NAN));
    EXPECT_TRUE(sort_items(cx, floats, {}, false).is_none());
  }
}

TEST_F(ContainersTest, ConsumedIteratorsAreGivenBack) {
  const Value items[] = {Value::small(1), Value::small(2), Value::small(3)};
  const Value it = Value::object(new_sequence_iterator(cx, tuple_of(cx, items)));
  iter_next(cx, it);
  Items taken(cx);
  ASSERT_TRUE(taken.take(it).is_none());
  EXPECT_EQ(taken.size(), 2u);
  EXPECT_TRUE(iter_next(cx, it).is_exhausted());
  taken.give_back(Value::defer());
  EXPECT_EQ(iter_next(cx, it), Value::small(2));
}

// Names of one hash, as a program can find them: those beyond the first few dozen stand apart, and are found all the same.
TEST_F(ContainersTest, NamesOfOneHash) {
  constexpr int64_t kHash = 12345;
  int64_t bytes = 0;
  const auto count = [&](int64_t n) { bytes += n; };
  NameTable table;
  std::vector<Str*> names;
  for (int i = 0; i < 1000; ++i) {
    Str* s = as<Str>(new_str(cx, "name" + std::to_string(i)));
    s->hash = i % 10 ? kHash : str_hash(s);
    names.push_back(s);
    table.add(s, count);
  }
  const auto expect = [&](auto there) {
    for (size_t i = 0; i < names.size(); ++i) EXPECT_EQ(table.find(names[i]->view(), names[i]->hash), there(i) ? names[i] : nullptr) << i;
    EXPECT_EQ(table.find("another", kHash), nullptr);
  };
  expect([](size_t) { return true; });
  EXPECT_EQ(table.size(), 1000u);
  const int64_t full = bytes;
  table.erase_if([&](Str* s) { return std::find(names.begin(), names.begin() + 950, s) != names.begin() + 950; }, count);
  expect([](size_t i) { return i >= 950; });
  EXPECT_EQ(table.size(), 50u);
  EXPECT_LT(bytes, full);
  for (size_t i = 0; i < 950; ++i) table.add(names[i], count);
  expect([](size_t) { return true; });
  EXPECT_EQ(bytes, full);
}

}  // namespace
}  // namespace fermata
