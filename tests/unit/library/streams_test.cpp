// Streams of compression libraries, which are made again from their settings, input and steps: by the same steps they come to the same
// place, and what was tampered with is refused.
#include <random>

#include "leaves.h"
#include "objects/containers/memoryview.h"

namespace fermata {
namespace {

constexpr int kDeflated = 8, kNoFlush = 0, kSyncFlush = 2, kFinish = 4;  // zlib's

// A stream as a program holds it.
struct Held {
  const char* name;
  Value settings;
  ByteArray *input, *steps;
};

class StreamsTest : public LeavesTest {
 protected:
  Held deflate(int64_t level = 6, Value dictionary = Value::none()) {
    return held("deflate",
                tuple({Value::small(level), Value::small(kDeflated), Value::small(15), Value::small(8), Value::small(0), dictionary}));
  }
  Held inflate(Value dictionary = Value::none()) { return held("inflate", tuple({Value::small(15), dictionary})); }
  Held held(const char* name, Value settings) { return {name, settings, cx.heap.make<ByteArray>(), cx.heap.make<ByteArray>()}; }
  void put(ByteArray* to, std::string_view more) {
    ASSERT_TRUE(cx.heap.reserve(to->data, to->data.size + more.size()));
    std::copy(more.begin(), more.end(), to->data.data + to->data.size);
    to->data.size += uint32_t(more.size());
  }

  // What it gives for more input, `piece` bytes of it and of output at a time, the last ones with `mode`. With `forget` the library's
  // stream is thrown away before each step.
  std::string run(Held& h, std::string_view input, int mode, size_t piece, bool forget = false) {
    put(h.input, input);
    std::string out;
    size_t left = input.size();
    for (int turn = 0; turn < 100'000; ++turn) {
      if (forget) call("_streams", "_close", {Value::object(h.steps)});
      const Value r = step(h, left > piece ? kNoFlush : mode, piece);
      if (r.is_none()) {
        forget = false;  // it is being made again, and takes several calls
        continue;
      }
      if (r.is_outcome()) return raised(r);
      const auto* parts = as<Tuple>(r);
      code = parts->items[0].as_small();
      out += data(parts->items[1]);
      left = size_t(parts->items[2].as_small());
      const bool full = data(parts->items[1]).size() == piece;
      if (code != 0 || !(left > 0 || full)) return out;
    }
    ADD_FAILURE() << "it doesn't end";
    return out;
  }
  Value step(const Held& h, int mode, size_t piece) {
    return call("_streams", "_step",
                {str(h.name), h.settings, Value::object(h.input), Value::object(h.steps), Value::small(int64_t(piece)),
                 Value::small(int64_t(piece)), Value::small(mode)});
  }
  std::string steps_of(const Held& h) { return std::string(h.steps->view()); }

  int64_t code = 0;
};

std::string words(size_t size) {
  std::mt19937 random(3);
  std::string out;
  while (out.size() < size) out += std::to_string(random() % 1000) + (random() % 9 ? " and " : "\n");
  return out.substr(0, size);
}

TEST_F(StreamsTest, AnyPiecesGiveTheSame) {
  const std::string text = words(50'000);
  std::string whole;
  for (const size_t piece : {size_t{65536}, size_t{1000}, size_t{7}}) {
    Held h = deflate();
    const std::string out = run(h, text, kFinish, piece);
    EXPECT_EQ(code, 1);  // Z_STREAM_END
    if (whole.empty()) whole = out;
    EXPECT_TRUE(out == whole) << piece;
    Held back = inflate();
    EXPECT_TRUE(run(back, out, kNoFlush, piece) == text) << piece;
  }
}

TEST_F(StreamsTest, OneThatIsMadeAgainGoesOnWhereItWas) {
  const std::string first = words(3000), second = words(5000);
  const auto all = [&](bool forget, std::string* steps) {
    Held h = deflate(9);
    std::string out = run(h, first, kSyncFlush, 400, forget);
    out += run(h, second, kFinish, 400, forget);
    *steps = steps_of(h);
    return out;
  };
  std::string kept_steps, forgotten_steps;
  const std::string kept = all(false, &kept_steps);
  EXPECT_TRUE(all(true, &forgotten_steps) == kept);
  EXPECT_TRUE(forgotten_steps == kept_steps);
}

TEST_F(StreamsTest, WhatWasTamperedWithIsRefused) {
  constexpr char kBroken[] = "ValueError: the stream was changed, or is from another release of its library, and can't go on";
  Held h = deflate();
  run(h, words(2000), kSyncFlush, 300);
  const auto again = [&](auto change) {
    Held damaged = held(h.name, h.settings);
    put(damaged.input, h.input->view());
    put(damaged.steps, h.steps->view());
    change(damaged);
    return run(damaged, "and more", kFinish, 300);
  };
  EXPECT_NE(again([](Held&) {}), kBroken);
  EXPECT_EQ(again([](Held& d) { d.steps->data[0] = char(d.steps->data[0] ^ 1); }), kBroken);                   // the checksum of its output
  EXPECT_EQ(again([](Held& d) { d.input->data[5] = char(d.input->data[5] ^ 1); }), kBroken);                   // what it had read
  EXPECT_EQ(again([](Held& d) { d.steps->data.size -= 1; }), kBroken);                                         // a step's end
  EXPECT_EQ(again([](Held& d) { d.steps->data.size = 2; }), kBroken);                                          // the checksum's end
  EXPECT_EQ(again([](Held& d) { d.input->data.size = 10; }), kBroken);                                         // less than it had read
  EXPECT_EQ(again([this](Held& d) { put(d.steps, std::string(40, '\xff')); }), kBroken);                       // a number without an end
  EXPECT_EQ(again([this](Held& d) { put(d.steps, std::string("\xff\xff\xff\xff\x0f\0\0\0", 8)); }), kBroken);  // more than there is
  EXPECT_EQ(again([](Held& d) { d.name = "inflate"; }), kBroken);
}

TEST_F(StreamsTest, ACopyGoesItsOwnWay) {
  Held one = deflate();
  std::string out = run(one, words(1000), kSyncFlush, 500);
  Held other = held(one.name, one.settings);
  put(other.input, one.input->view());
  put(other.steps, one.steps->view());
  EXPECT_TRUE(call("_streams", "_copy",
                   {str(one.name), one.settings, Value::object(one.input), Value::object(one.steps), Value::object(other.steps)})
                  .is_none());
  const std::string left = out + run(one, "left", kFinish, 500), right = out + run(other, "right", kFinish, 500);
  for (const auto& [compressed, end] : {std::pair{left, "left"}, std::pair{right, "right"}}) {
    Held back = inflate();
    EXPECT_EQ(run(back, compressed, kNoFlush, 4000), words(1000) + end);
  }
}

TEST_F(StreamsTest, Dictionaries) {
  const Value dictionary = bytes("several common words");
  Held h = deflate(6, dictionary);
  const std::string out = run(h, "common words several common words", kFinish, 1000);
  Held good = inflate(dictionary), none = inflate(), wrong = inflate(bytes("other words"));
  EXPECT_EQ(run(good, out, kNoFlush, 1000), "common words several common words");
  EXPECT_EQ(run(none, out, kNoFlush, 1000), "");
  EXPECT_EQ(code, 2);  // Z_NEED_DICT
  run(wrong, out, kNoFlush, 1000);
  EXPECT_EQ(code, 100);  // ours: another dictionary
}

TEST_F(StreamsTest, WhatTheLibraryRefuses) {
  Held bad = held("deflate", tuple({Value::small(77), Value::small(kDeflated), Value::small(15), Value::small(8), Value::small(0)}));
  EXPECT_EQ(call("_streams", "_open", {str(bad.name), bad.settings, Value::object(bad.steps)}), Value::small(-2));  // Z_STREAM_ERROR
  EXPECT_EQ(raised(call("_streams", "_open", {str("lz4"), bad.settings, Value::object(bad.steps)})),
            "TypeError: a stream's name, settings, input and steps are wanted");
  Held garbage = inflate();
  run(garbage, "no zlib at all", kNoFlush, 100);
  EXPECT_EQ(code, -3);  // Z_DATA_ERROR
}

// A heap without room: first a collection is asked for, then there is MemoryError; the stream goes on when there is room again.
TEST_F(StreamsTest, NoMemoryAndThenSome) {
  Held h = deflate();
  put(h.input, words(100));
  const uint64_t before = cx.budget.limits.heap_bytes;
  cx.budget.limits.heap_bytes = cx.heap.bytes() + (100 << 10);
  cx.heap.limits_changed();
  EXPECT_TRUE(step(h, kFinish, 1000).is_retry());
  EXPECT_TRUE(steps_of(h).empty());
  cx.budget.limits.heap_bytes = before;
  cx.heap.limits_changed();
  const std::string out = run(h, "", kFinish, 1000);
  EXPECT_EQ(code, 1);
  Held back = inflate();
  EXPECT_EQ(run(back, out, kNoFlush, 1000), words(100));
}

}  // namespace
}  // namespace fermata
