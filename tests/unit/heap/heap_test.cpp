// The allocator, marking and sweeping, without anything of Python's above them.
#include "heap/heap.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>

#include "heap/marker.h"

namespace fermata {
namespace {

class HeapTest : public testing::Test {
 protected:
  HeapTest() { set_limit(0); }
  void set_limit(uint64_t bytes) {
    budget.limits.heap_bytes = bytes;
    heap.limits_changed();
  }
  void collect(const std::vector<Object*>& roots) {
    heap.collect(
        [&](Marker& marker) {
          for (Object* o : roots) marker.mark(o);
        },
        [] {});
  }
  Tuple* tuple(std::initializer_list<Object*> items) {
    auto* t = heap.make_sized<Tuple>(items.size());
    for (size_t i = 0; i < items.size(); ++i) t->items[i] = Value::object(items.begin()[i]);
    return t;
  }

  Budget budget;
  Heap heap{budget};
};

// A graph of all the shapes that are marked in different ways, changed at random and collected: what lives is what a walk finds.
TEST_F(HeapTest, WhatCanBeReachedLives) {
  std::mt19937 random(7);
  std::vector<Object*> roots;
  std::vector<Object*> living;
  const auto any = [&]() -> Value {
    if (living.empty() || random() % 8 == 0) return Value::small(random() % 100);
    return Value::object(living[random() % living.size()]);
  };
  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < 300; ++i) {
      switch (random() % 4) {
        case 0: {
          auto* t = heap.make_sized<Tuple>(random() % 200);
          for (Value& item : t->span()) item = any();
          living.push_back(t);
          break;
        }
        case 1: {
          auto* list = heap.make<List>();
          for (uint32_t n = random() % 40; n-- > 0;) ASSERT_TRUE(heap.push(list->items, any()));
          living.push_back(list);
          break;
        }
        case 2: {
          auto* cell = heap.make<Cell>();
          cell->content = any();
          living.push_back(cell);
          break;
        }
        default: {
          auto* bytes = heap.make_sized<Bytes>(random() % 3000);
          std::memset(bytes->data, int(bytes->count % 251), bytes->count);
          living.push_back(bytes);
        }
      }
      if (random() % 10 == 0) roots.push_back(living.back());
    }
    while (roots.size() > 40) roots.erase(roots.begin() + long(random() % roots.size()));

    std::set<Object*> reached(roots.begin(), roots.end());
    std::vector<Object*> waiting(reached.begin(), reached.end());
    const auto reach = [&](Value v) {
      if (v.is_object() && reached.insert(v.as_object()).second) waiting.push_back(v.as_object());
    };
    while (!waiting.empty()) {
      Object* o = waiting.back();
      waiting.pop_back();
      if (o->kind == Kind::kTuple)
        for (Value v : static_cast<Tuple*>(o)->span()) reach(v);
      if (o->kind == Kind::kList)
        for (Value v : static_cast<List*>(o)->items) reach(v);
      if (o->kind == Kind::kCell) reach(static_cast<Cell*>(o)->content);
    }

    collect(roots);
    std::set<Object*> left;
    heap.for_each([&](Object* o) { left.insert(o); });
    ASSERT_EQ(left, reached);
    EXPECT_EQ(heap.objects(), reached.size());
    for (Object* o : left) {
      ASSERT_FALSE(o->flags & Object::kMarked);
      if (o->kind != Kind::kBytes) continue;
      const auto text = static_cast<Bytes*>(o)->view();
      ASSERT_EQ(text.find_first_not_of(char(text.size() % 251)), text.npos);
    }
    living.assign(left.begin(), left.end());
  }
  const uint64_t before = heap.bytes();
  collect({});
  EXPECT_GT(before, 0u);
  EXPECT_EQ(heap.objects(), 0u);
  EXPECT_EQ(heap.bytes(), 0u);
}

TEST_F(HeapTest, AChainOfAMillionIsMarked) {
  Cell* first = heap.make<Cell>();
  Cell* last = first;
  for (int i = 0; i < 1'000'000; ++i) {
    auto* next = heap.make<Cell>();
    last->content = Value::object(next);
    last = next;
  }
  last->content = Value::object(first);
  collect({last});
  EXPECT_EQ(heap.objects(), 1'000'001u);
  collect({});
  EXPECT_EQ(heap.objects(), 0u);
}

// More waits than the marker's stack holds.
TEST_F(HeapTest, AWideGraphIsMarked) {
  constexpr uint32_t kWide = 600'000;
  auto* wide = heap.make_sized<Tuple>(kWide);
  for (Value& item : wide->span()) {
    Cell* cell = heap.make<Cell>();
    cell->content = Value::object(tuple({}));
    item = Value::object(cell);
  }
  collect({wide});
  EXPECT_EQ(heap.objects(), 1u + 2 * kWide);
}

TEST_F(HeapTest, CellsAreUsedAgain) {
  size_t again = 0;
  std::set<Object*> dead;
  std::vector<Object*> kept;
  for (int i = 0; i < 1000; ++i) {
    auto* cell = heap.make<Cell>();
    cell->content = Value::small(i);
    if (i % 2) kept.push_back(cell);
    else dead.insert(cell);
  }
  collect(kept);
  for (int i = 0; i < 500; ++i) {
    auto* cell = heap.make<Cell>();
    EXPECT_TRUE(cell->content.is_unset());
    again += dead.erase(cell);
  }
  EXPECT_GT(again, 300u);  // the others' memory had never been used
  for (size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(static_cast<Cell*>(kept[i])->content, Value::small(int64_t(2 * i + 1)));
}

TEST_F(HeapTest, WhatDoesNotFitIsRefused) {
  set_limit(1 << 20);
  EXPECT_EQ(heap.make_sized<Tuple>(1 << 20), nullptr);
  EXPECT_EQ(heap.make_sized<Tuple>(uint64_t(1) << 40), nullptr);
  EXPECT_FALSE(heap.fits(2 << 20));
  EXPECT_TRUE(heap.fits(100'000));

  auto* list = heap.make<List>();
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(heap.push(list->items, Value::small(i)));
  EXPECT_FALSE(heap.reserve(list->items, 1 << 20));
  ASSERT_EQ(list->items.size, 10u);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(list->items[size_t(i)], Value::small(i));

  heap.count_outside(900'000);
  EXPECT_FALSE(heap.fits(200'000));
  heap.count_outside(-900'000);
  EXPECT_TRUE(heap.fits(200'000));
}

TEST_F(HeapTest, ACollectionIsDueNearTheLimit) {
  set_limit(1 << 20);
  EXPECT_FALSE(heap.collection_due());
  for (int i = 0; i < 100; ++i) ASSERT_NE(heap.make_sized<Bytes>(9000), nullptr);
  for (int i = 0; i < 20'000; ++i) heap.make<Cell>();
  EXPECT_TRUE(heap.collection_due());
  EXPECT_TRUE(heap.over_limit());
  collect({});
  EXPECT_FALSE(heap.collection_due());
  EXPECT_FALSE(heap.over_limit());
}

TEST_F(HeapTest, BuffersKeepWhatIsInThem) {
  std::mt19937 random(3);
  struct Buffer {
    char* data;
    size_t bytes;
    char mark;
  };
  std::vector<Buffer> buffers;
  const auto holds = [](const Buffer& b, size_t n) {
    return std::string_view(b.data, n).find_first_not_of(b.mark) == std::string_view::npos;
  };
  for (int step = 0; step < 20'000; ++step) {
    if (buffers.empty() || random() % 3 == 0) {
      const size_t bytes = 8 * (1 + random() % (step % 100 ? 300 : 30'000));
      buffers.push_back({static_cast<char*>(heap.allocate_raw(bytes)), bytes, char(step)});
      std::memset(buffers.back().data, buffers.back().mark, bytes);
      continue;
    }
    const size_t i = random() % buffers.size();
    Buffer& b = buffers[i];
    ASSERT_TRUE(holds(b, b.bytes));
    if (random() % 2) {
      const size_t bytes = b.bytes + 8 * (random() % 200);
      b.data = static_cast<char*>(heap.grow_raw(b.data, b.bytes, b.bytes, bytes));
      ASSERT_TRUE(holds(b, b.bytes));
      std::memset(b.data, b.mark, bytes);
      b.bytes = bytes;
    } else {
      heap.free_raw(b.data, b.bytes);
      buffers.erase(buffers.begin() + long(i));
    }
  }
  for (const Buffer& b : buffers) heap.free_raw(b.data, b.bytes);
  EXPECT_EQ(heap.bytes(), 0u);
}

TEST_F(HeapTest, WeakCellsDoNotHold) {
  auto* target = heap.make<Cell>();
  auto* weak = heap.make<WeakCell>();
  weak->target = Value::object(target);
  bool held = true;
  heap.collect(
      [&](Marker& marker) {
        marker.be_weak();
        marker.mark(weak);
      },
      [&] {
        held = Heap::is_marked(target);
        if (!held) weak->target = Value::none();
      });
  EXPECT_FALSE(held);
  EXPECT_EQ(heap.objects(), 1u);
}

TEST_F(HeapTest, SerialsStay) {
  auto* a = heap.make<Cell>();
  auto* b = heap.make<Cell>();
  const uint32_t of_a = heap.serial_of(a);
  EXPECT_NE(heap.serial_of(b), of_a);
  collect({a});
  EXPECT_EQ(heap.serial_of(a), of_a);
  auto* c = heap.make<Cell>();
  EXPECT_NE(heap.serial_of(c), of_a);
}

#ifdef __linux__
TEST(SealedHeapDeathTest, WritesFault) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  Budget budget;
  Heap heap(budget);
  heap.freeze();
  auto* cell = heap.make<Cell>();
  cell->content = Value::small(1);
  heap.seal();
  EXPECT_TRUE(cell->flags & Object::kImmortal);
  EXPECT_EQ(cell->content, Value::small(1));
  EXPECT_DEATH(cell->content = Value::small(2), "");
  auto* later = heap.make<Cell>();  // from pages of its own
  later->content = Value::small(3);
  EXPECT_EQ(later->content, Value::small(3));
}
#endif

}  // namespace
}  // namespace fermata
