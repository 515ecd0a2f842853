// Streams of compression libraries (zlib, libbz2, liblzma), which stop midway, although a library's own state can't be written down. What a
// program holds of one, and a state, is in three values of Python's: `settings`, what it was made with; `input`, all that was put into it;
// and `steps`, what was done with that, piece by piece. The library's stream is made when it is first needed, kept outside the heap as long
// as `steps` lives, and made again from the three after a state was loaded: the same steps on the same input, their output dropped. Each
// step is bounded, so that limits are looked at between them; zlib.py and the like loop over them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "objects/natives/native.h"

namespace fermata {

// The memory of libraries, charged to the heap and refused where that is full.
class StreamMemory {
 public:
  explicit StreamMemory(Heap& heap) : heap_(heap) {}
  StreamMemory(const StreamMemory&) = delete;
  StreamMemory& operator=(const StreamMemory&) = delete;
  void* take(uint64_t count, uint64_t size);  // null: none
  void give_back(void* data);
  bool refused = false;  // something was, since this was last set

 private:
  Heap& heap_;
};

inline constexpr size_t kStreamPiece = 64 << 10;

// A step: what it gets, and what it did.
struct StreamStep {
  std::string_view in;
  char* out = nullptr;
  size_t room = 0;
  int mode = 0;  // the library's: flush, finish …
  const Tuple* settings = nullptr;
  size_t taken = 0, made = 0;
};

// A library's stream.
class Stream {
 public:
  explicit Stream(Heap& heap) : memory(heap) {}
  virtual ~Stream() = default;
  // Sets it up; the library's code, 0 for good.
  virtual int open(const Tuple* settings) = 0;
  virtual int step(StreamStep& step) = 0;
  // What a step may get of input and give of output: as much as is soon done, whatever it is.
  virtual size_t most_in() const { return kStreamPiece; }
  virtual size_t most_out() const { return kStreamPiece; }
  // Makes this one, which was not opened, a copy. False: there is no memory, or it can't be copied.
  virtual bool copy(Stream&) { return false; }
  virtual const char* message() const { return nullptr; }  // of the last code

  StreamMemory memory;
};

// What a library can do: `in_cost` and `out_cost` are steps of the budget for 64 bytes.
struct StreamRow {
  std::string_view name;
  std::unique_ptr<Stream> (*make)(Heap& heap);
  uint32_t in_cost, out_cost;
};

// A setting that is an int; `other` when it isn't one, since settings come from states, too.
int64_t stream_setting(const Tuple* settings, size_t i, int64_t other = -1000);
std::string_view stream_bytes(const Tuple* settings, size_t i, bool* given);

template <class T>
std::unique_ptr<Stream> make_stream(Heap& heap) {
  return std::make_unique<T>(heap);
}

// crc32(data, value), for binascii, too.
Value zlib_crc32(Context& cx, Value* args);

extern const std::span<const StreamRow> kZlibStreams, kBz2Streams, kLzmaStreams;

}  // namespace fermata
