// libbz2's streams for library/_streams/compression.h; module _bz2 is _bz2.py.
#include <bzlib.h>

#include "library/_streams/compression.h"

namespace fermata {

namespace {

class Bz2Stream : public Stream {
 public:
  explicit Bz2Stream(Heap& heap) : Stream(heap) {
    z_.bzalloc = [](void* memory, int count, int size) {
      return static_cast<StreamMemory*>(memory)->take(uint64_t(count), uint64_t(size));
    };
    z_.bzfree = [](void* memory, void* data) { static_cast<StreamMemory*>(memory)->give_back(data); };
    z_.opaque = &memory;
  }

 protected:
  void offer(StreamStep& step) {
    z_.next_in = const_cast<char*>(step.in.data());
    z_.avail_in = unsigned(step.in.size());
    z_.next_out = step.out;
    z_.avail_out = unsigned(step.room);
  }
  int done(StreamStep& step, int code) {
    step.taken = step.in.size() - z_.avail_in;
    step.made = step.room - z_.avail_out;
    z_.next_in = z_.next_out = nullptr;
    return code;
  }
  bz_stream z_{};
};

// Settings: level.
class Bz2Compress final : public Bz2Stream {
 public:
  using Bz2Stream::Bz2Stream;
  ~Bz2Compress() override { BZ2_bzCompressEnd(&z_); }
  int open(const Tuple* settings) override { return BZ2_bzCompressInit(&z_, int(stream_setting(settings, 0)), 0, 0); }
  int step(StreamStep& step) override {
    offer(step);
    return done(step, BZ2_bzCompress(&z_, step.mode));
  }
};

// No settings.
class Bz2Decompress final : public Bz2Stream {
 public:
  using Bz2Stream::Bz2Stream;
  ~Bz2Decompress() override { BZ2_bzDecompressEnd(&z_); }
  int open(const Tuple*) override { return BZ2_bzDecompressInit(&z_, 0, 0); }
  int step(StreamStep& step) override {
    offer(step);
    return done(step, BZ2_bzDecompress(&z_));
  }
};

// What libbz2 does comes a block of up to 900 kB at a time.
constexpr StreamRow kRows[] = {
    {"bz2 compress", make_stream<Bz2Compress>, 300, 0},
    {"bz2 decompress", make_stream<Bz2Decompress>, 64, 96},
};

}  // namespace

const std::span<const StreamRow> kBz2Streams = kRows;

}  // namespace fermata
