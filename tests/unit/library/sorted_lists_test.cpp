// Modules heapq and bisect over lists of plain numbers, against the C++ library's.
#include <algorithm>
#include <random>
#include <set>

#include "leaves.h"

namespace fermata {
namespace {

class SortedListsTest : public LeavesTest {
 protected:
  List* list_of(const std::vector<int64_t>& numbers) {
    List* list = new_list(cx);
    for (const int64_t n : numbers) list_append(cx, list, Value::small(n));
    return list;
  }
  std::vector<int64_t> numbers_of(const List* list) {
    std::vector<int64_t> out;
    for (const Value v : list->items) out.push_back(v.as_small());
    return out;
  }
  Value heapq(std::string_view name, List* heap) { return call("_heapq", name, {Value::object(heap)}); }
  Value heapq(std::string_view name, List* heap, int64_t item) { return call("_heapq", name, {Value::object(heap), Value::small(item)}); }
  std::mt19937 random{23};
};

TEST_F(SortedListsTest, AHeapStaysOne) {
  List* heap = new_list(cx);
  std::multiset<int64_t> expected;
  for (int turn = 0; turn < 5000; ++turn) {
    const auto item = int64_t(random() % 50);
    switch (random() % (expected.empty() ? 2 : 5)) {
      case 0:
      case 1:
        heapq("heappush", heap, item);
        expected.insert(item);
        break;
      case 2:
        ASSERT_EQ(heapq("heappop", heap).as_small(), *expected.begin());
        expected.erase(expected.begin());
        break;
      case 3:
        ASSERT_EQ(heapq("heapreplace", heap, item).as_small(), *expected.begin());
        expected.erase(expected.begin());
        expected.insert(item);
        break;
      default:
        expected.insert(item);
        ASSERT_EQ(heapq("heappushpop", heap, item).as_small(), *expected.begin());
        expected.erase(expected.begin());
    }
    const auto numbers = numbers_of(heap);
    ASSERT_EQ(numbers.size(), expected.size());
    for (size_t i = 1; i < numbers.size(); ++i) ASSERT_LE(numbers[(i - 1) / 2], numbers[i]);
  }
  while (heap->items.size > 0) heapq("heappop", heap);
  EXPECT_EQ(raised(heapq("heappop", heap)), "IndexError: index out of range");
}

TEST_F(SortedListsTest, OrderIsMade) {
  for (size_t size = 0; size < 200; ++size) {
    std::vector<int64_t> numbers;
    for (size_t i = 0; i < size; ++i) numbers.push_back(int64_t(random() % 30));
    List *least = list_of(numbers), *most = list_of(numbers);
    heapq("heapify", least);
    heapq("_heapify_max", most);
    std::ranges::sort(numbers);
    for (size_t i = 0; i < size; ++i) {
      ASSERT_EQ(heapq("heappop", least).as_small(), numbers[i]);
      ASSERT_EQ(heapq("_heappop_max", most).as_small(), numbers[size - 1 - i]);
    }
  }
}

TEST_F(SortedListsTest, Places) {
  std::vector<int64_t> numbers;
  for (int i = 0; i < 300; ++i) numbers.push_back(int64_t(random() % 100));
  std::ranges::sort(numbers);
  List* list = list_of(numbers);
  const auto place = [&](std::string_view name, int64_t item, size_t low, Value high) {
    return size_t(
        call("_bisect", name, {Value::object(list), Value::small(item), Value::small(int64_t(low)), high, Value::none()}).as_small());
  };
  for (int64_t item = -1; item <= 100; ++item)
    for (const auto& [low, high] : {std::pair<size_t, size_t>{0, 300}, {100, 250}, {40, 40}}) {
      const auto from = numbers.begin() + ptrdiff_t(low), to = numbers.begin() + ptrdiff_t(high);
      const Value end = high == 300 ? Value::none() : Value::small(int64_t(high));
      EXPECT_EQ(place("bisect_left", item, low, end), size_t(std::lower_bound(from, to, item) - numbers.begin()));
      EXPECT_EQ(place("bisect_right", item, low, end), size_t(std::upper_bound(from, to, item) - numbers.begin()));
    }
  for (const std::string_view name : {"insort_left", "insort_right"}) {
    call("_bisect", name, {Value::object(list), Value::small(50), Value::small(0), Value::none(), Value::none()});
    numbers.insert(std::ranges::lower_bound(numbers, 50), 50);
    EXPECT_EQ(numbers_of(list), numbers);
  }
}

}  // namespace
}  // namespace fermata
