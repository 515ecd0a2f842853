// Module zlib's native part: checksums, and zlib's streams for library/_streams/compression.h. zlib.py has the functions and classes.
#include <zlib.h>

#include <utility>

#include "library/_streams/compression.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr size_t kMostAtOnce = 1 << 30;  // zlib counts in unsigned ints

const Bytef* bytes_of(std::string_view text) { return reinterpret_cast<const Bytef*>(text.data()); }

class ZlibStream : public Stream {
 public:
  explicit ZlibStream(Heap& heap) : Stream(heap) {
    z_.zalloc = [](void* memory, uInt count, uInt size) { return static_cast<StreamMemory*>(memory)->take(count, size); };
    z_.zfree = [](void* memory, void* data) { static_cast<StreamMemory*>(memory)->give_back(data); };
    z_.opaque = &memory;
  }
  const char* message() const override { return z_.msg; }

 protected:
  void offer(StreamStep& step) {
    z_.next_in = const_cast<Bytef*>(bytes_of(step.in));
    z_.avail_in = uInt(step.in.size());
    z_.next_out = reinterpret_cast<Bytef*>(step.out);
    z_.avail_out = uInt(step.room);
  }
  int done(StreamStep& step, int code) {
    step.taken = step.in.size() - z_.avail_in;
    step.made = step.room - z_.avail_out;
    z_.next_in = nullptr;
    z_.next_out = nullptr;
    return code;
  }
  z_stream z_{};
};

// Settings: level, method, wbits, memLevel, strategy, dictionary or None.
class Deflate final : public ZlibStream {
 public:
  using ZlibStream::ZlibStream;
  ~Deflate() override { deflateEnd(&z_); }
  int open(const Tuple* settings) override {
    const int code = deflateInit2(&z_, int(stream_setting(settings, 0)), int(stream_setting(settings, 1)), int(stream_setting(settings, 2)),
                                  int(stream_setting(settings, 3)), int(stream_setting(settings, 4)));
    stored_ = stream_setting(settings, 0) == Z_NO_COMPRESSION;
    bool given;
    const std::string_view dictionary = stream_bytes(settings, 5, &given);
    if (code != Z_OK || !given) return code;
    if (dictionary.size() > kMostAtOnce) return Z_DATA_ERROR;
    return deflateSetDictionary(&z_, bytes_of(dictionary), uInt(dictionary.size())) == Z_OK ? Z_OK : Z_DATA_ERROR;
  }
  // What is only stored is soon done, and how it is split depends on all that there is and the room for it.
  size_t most_in() const override { return stored_ ? kMostAtOnce : kStreamPiece; }
  size_t most_out() const override { return stored_ ? kMostStored : kStreamPiece; }
  int step(StreamStep& step) override {
    offer(step);
    return done(step, deflate(&z_, step.mode));
  }
  bool copy(Stream& from) override {
    auto& other = static_cast<Deflate&>(from).z_;
    void* mine = z_.opaque;
    // The copy would take its memory through the old stream's `opaque`, so that is exchanged meanwhile.
    void* theirs = std::exchange(other.opaque, mine);
    const bool good = deflateCopy(&z_, &other) == Z_OK;
    other.opaque = theirs;
    stored_ = static_cast<Deflate&>(from).stored_;
    return good;
  }

 private:
  static constexpr size_t kMostStored = 256 << 20;
  bool stored_ = false;
};

// Settings: wbits, dictionary or None.
class Inflate final : public ZlibStream {
 public:
  using ZlibStream::ZlibStream;
  ~Inflate() override { inflateEnd(&z_); }
  int open(const Tuple* settings) override {
    const auto wbits = int(stream_setting(settings, 0));
    const int code = inflateInit2(&z_, wbits);
    bool given;
    const std::string_view dictionary = stream_bytes(settings, 1, &given);
    return code == Z_OK && given && wbits < 0 ? set(dictionary) : code;
  }
  int step(StreamStep& step) override {
    offer(step);
    int code = inflate(&z_, step.mode);
    if (code == Z_NEED_DICT) {
      bool given;
      const std::string_view dictionary = stream_bytes(step.settings, 1, &given);
      if (given) code = set(dictionary) == Z_OK ? inflate(&z_, step.mode) : kBadDictionary;
    }
    return done(step, code);
  }
  bool copy(Stream& from) override {
    auto& other = static_cast<Inflate&>(from);
    void* theirs = std::exchange(other.z_.opaque, z_.opaque);
    const bool good = inflateCopy(&z_, &other.z_) == Z_OK;
    other.z_.opaque = theirs;
    return good;
  }

 private:
  static constexpr int kBadDictionary = 100;  // none of zlib's
  int set(std::string_view dictionary) {
    return dictionary.size() > kMostAtOnce ? Z_DATA_ERROR : inflateSetDictionary(&z_, bytes_of(dictionary), uInt(dictionary.size()));
  }
};

constexpr StreamRow kRows[] = {
    {"deflate", make_stream<Deflate>, 64, 16},
    {"inflate", make_stream<Inflate>, 8, 16},
};

// --- checksums

template <uLong (*checksum)(uLong, const Bytef*, z_size_t)>
Value checksum_of(Context& cx, Value* args) {
  std::string_view data;
  if (!bytes_view(args[0], &data))
    return raise(cx, ErrorType::kTypeError, "a bytes-like object is required, not '" + type_name(cx, args[0]) + "'");
  const Value start = index_of(cx, args[1]);
  if (start.is_outcome()) return start;
  if (!cx.tick(data.size() / 64 + 1)) return Value::retry();
  const IntOperand number(start);
  const IntView view = number.view();
  // The low bits of an int of any size and sign.
  auto low = uint32_t(view.size ? view.limbs[0] : 0);
  if (view.negative) low = ~low + 1;
  return Value::small(int64_t(checksum(low, bytes_of(data), data.size())));
}

void fill(Context& cx, Dict* dict) {
  dict_set_str(cx, dict, cx.intern("ZLIB_VERSION"), new_str(cx, ZLIB_VERSION));
  dict_set_str(cx, dict, cx.intern("ZLIB_RUNTIME_VERSION"), new_str(cx, zlibVersion()));
}

constexpr NativeRow kFunctions[] = {
    {"_adler32", checksum_of<adler32_z>, "data, value, /"},
    {"_crc32", zlib_crc32, "data, value, /"},
};

}  // namespace

Value zlib_crc32(Context& cx, Value* args) { return checksum_of<crc32_z>(cx, args); }

const std::span<const StreamRow> kZlibStreams = kRows;
extern const ModuleRow kZlibModule = {"zlib", kFunctions, fill};

}  // namespace fermata
