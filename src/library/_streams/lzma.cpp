// liblzma's streams for library/_streams/compression.h; module _lzma is _lzma.py, over these and the functions here.
#include <lzma.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "library/_streams/compression.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// A filter in settings and arguments is kNumbers ints, below zero where nothing was said: its id, then of LZMA preset, dict_size, lc, lp,
// pb, mode, nice_len, mf, depth; of others the distance or the offset of the start in the first place.
constexpr size_t kNumbers = 10;
// Limits a search for matches, which could be asked to go through everything before for each byte, to what the slowest preset has.
constexpr int64_t kMostDepth = 512;

// LZMA1's own doesn't fit into a small int.
lzma_vli filter_id(int64_t number) { return number == 1 ? lzma_vli{LZMA_FILTER_LZMA1} : lzma_vli(number); }

struct Filters {
  lzma_filter chain[LZMA_FILTERS_MAX + 1];
  lzma_options_lzma lzma[LZMA_FILTERS_MAX];
  lzma_options_delta delta[LZMA_FILTERS_MAX];
  lzma_options_bcj bcj[LZMA_FILTERS_MAX];

  static bool is_lzma(lzma_vli id) { return id == LZMA_FILTER_LZMA1 || id == LZMA_FILTER_LZMA2; }

  // The filters from the i-th setting on. False: they aren't valid.
  bool take(const Tuple* settings, size_t i) {
    size_t n = 0;
    for (; i + kNumbers <= settings->count && n < LZMA_FILTERS_MAX; i += kNumbers, ++n) {
      const auto number = [&](size_t k) { return stream_setting(settings, i + k, -1); };
      const auto id = filter_id(number(0));
      chain[n] = {id, nullptr};
      if (is_lzma(id)) {
        lzma_options_lzma& o = lzma[n];
        if (lzma_lzma_preset(&o, number(1) < 0 ? uint32_t(LZMA_PRESET_DEFAULT) : uint32_t(number(1)))) return false;
        uint32_t* const plain[] = {&o.dict_size, &o.lc, &o.lp, &o.pb};
        for (size_t k = 0; k < std::size(plain); ++k)
          if (number(2 + k) >= 0) *plain[k] = uint32_t(number(2 + k));
        if (number(6) >= 0) o.mode = lzma_mode(number(6));
        if (number(7) >= 0) o.nice_len = uint32_t(number(7));
        if (number(8) >= 0) o.mf = lzma_match_finder(number(8));
        if (number(9) >= 0) o.depth = uint32_t(std::min<int64_t>(number(9), kMostDepth));
        chain[n].options = &o;
      } else if (id == LZMA_FILTER_DELTA) {
        delta[n] = {};
        delta[n].type = LZMA_DELTA_TYPE_BYTE;
        delta[n].dist = number(1) < 0 ? 1 : uint32_t(number(1));
        chain[n].options = &delta[n];
      } else {
        bcj[n] = {};
        bcj[n].start_offset = number(1) < 0 ? 0 : uint32_t(number(1));
        chain[n].options = &bcj[n];
      }
    }
    chain[n] = {LZMA_VLI_UNKNOWN, nullptr};
    return i == settings->count && n > 0;
  }
};

enum Format : int64_t { kAuto, kXz, kAlone, kRaw };

class LzmaStream : public Stream {
 public:
  explicit LzmaStream(Heap& heap) : Stream(heap) { z_.allocator = &allocator_; }
  ~LzmaStream() override { lzma_end(&z_); }
  int step(StreamStep& step) override {
    z_.next_in = reinterpret_cast<const uint8_t*>(step.in.data());
    z_.avail_in = step.in.size();
    z_.next_out = reinterpret_cast<uint8_t*>(step.out);
    z_.avail_out = step.room;
    lzma_ret code = lzma_code(&z_, lzma_action(step.mode));
    while (code == LZMA_GET_CHECK || code == LZMA_NO_CHECK) {
      check_ = std::to_string(lzma_get_check(&z_));
      code = lzma_code(&z_, lzma_action(step.mode));
    }
    step.taken = step.in.size() - z_.avail_in;
    step.made = step.room - z_.avail_out;
    z_.next_in = nullptr;
    z_.next_out = nullptr;
    return code;
  }
  const char* message() const override { return check_.empty() ? nullptr : check_.c_str(); }  // the number of the check, once it's known

 protected:
  lzma_stream z_ = LZMA_STREAM_INIT;

 private:
  lzma_allocator allocator_ = {
      [](void* memory, size_t count, size_t size) { return static_cast<StreamMemory*>(memory)->take(count, size); },
      [](void* memory, void* data) { static_cast<StreamMemory*>(memory)->give_back(data); }, &memory};
  std::string check_;
};

// Settings: format, check, preset, filters.
class LzmaCompress final : public LzmaStream {
 public:
  using LzmaStream::LzmaStream;
  size_t most_in() const override { return kStreamPiece / 4; }
  int open(const Tuple* settings) override {
    const auto check = lzma_check(stream_setting(settings, 1));
    const int64_t preset = stream_setting(settings, 2);
    const bool plain = settings->count <= 3;
    Filters filters;
    if (!plain && !filters.take(settings, 3)) return LZMA_OPTIONS_ERROR;
    switch (stream_setting(settings, 0)) {
      case kXz: return plain ? lzma_easy_encoder(&z_, uint32_t(preset), check) : lzma_stream_encoder(&z_, filters.chain, check);
      case kAlone: {
        lzma_options_lzma options;
        if (plain) return lzma_lzma_preset(&options, uint32_t(preset)) ? LZMA_OPTIONS_ERROR : lzma_alone_encoder(&z_, &options);
        if (filters.chain[0].id != LZMA_FILTER_LZMA1 || filters.chain[1].id != LZMA_VLI_UNKNOWN) return kNotAlone;
        return lzma_alone_encoder(&z_, &filters.lzma[0]);
      }
      case kRaw: return plain ? LZMA_OPTIONS_ERROR : lzma_raw_encoder(&z_, filters.chain);
      default: return LZMA_PROG_ERROR;
    }
  }

 private:
  static constexpr int kNotAlone = 100;
};

// Settings: format, limit of memory or -1, filters.
class LzmaDecompress final : public LzmaStream {
 public:
  using LzmaStream::LzmaStream;
  int open(const Tuple* settings) override {
    const int64_t given = stream_setting(settings, 1);
    const uint64_t most = given < 0 ? UINT64_MAX : uint64_t(given);
    constexpr uint32_t kTell = LZMA_TELL_ANY_CHECK | LZMA_TELL_NO_CHECK;
    switch (stream_setting(settings, 0)) {
      case kAuto: return lzma_auto_decoder(&z_, most, kTell);
      case kXz: return lzma_stream_decoder(&z_, most, kTell);
      case kAlone: return lzma_alone_decoder(&z_, most);
      case kRaw: {
        Filters filters;
        return filters.take(settings, 2) ? lzma_raw_decoder(&z_, filters.chain) : LZMA_OPTIONS_ERROR;
      }
      default: return LZMA_PROG_ERROR;
    }
  }
};

constexpr StreamRow kRows[] = {
    {"lzma compress", make_stream<LzmaCompress>, 1600, 0},
    {"lzma decompress", make_stream<LzmaDecompress>, 64, 32},
};

// --- functions of _lzma.py

// _check_supported(id)
Value check_supported(Context&, Value* args) {
  return Value::boolean(args[0].is_small() && args[0].as_small() >= 0 && args[0].as_small() <= LZMA_CHECK_ID_MAX &&
                        lzma_check_is_supported(lzma_check(args[0].as_small())));
}

// _preset_supported(preset)
Value preset_supported(Context&, Value* args) {
  lzma_options_lzma options;
  return Value::boolean(args[0].is_small() && !lzma_lzma_preset(&options, uint32_t(args[0].as_small())));
}

// _encode(filter): the properties of a filter as bytes, or liblzma's code.
Value encode(Context& cx, Value* args) {
  const Tuple* numbers = try_as<Tuple>(args[0]);
  Filters filters;
  uint32_t size = 0;
  if (!numbers || numbers->count != kNumbers || !filters.take(numbers, 0)) return Value::small(LZMA_OPTIONS_ERROR);
  if (const lzma_ret code = lzma_properties_size(&size, filters.chain); code != LZMA_OK) return Value::small(code);
  std::string out(size, '\0');
  const lzma_ret code = lzma_properties_encode(filters.chain, reinterpret_cast<uint8_t*>(out.data()));
  return code == LZMA_OK ? new_bytes(cx, out) : Value::small(code);
}

// _decode(id, properties): what they say, of LZMA1 lc, lp, pb and dict_size; or liblzma's code.
Value decode(Context& cx, Value* args) {
  std::string_view data;
  if (!args[0].is_small() || !bytes_view(args[1], &data)) return raise(cx, ErrorType::kTypeError, "an id and bytes are wanted");
  lzma_filter filter{filter_id(args[0].as_small()), nullptr};
  const lzma_ret code = lzma_properties_decode(&filter, nullptr, reinterpret_cast<const uint8_t*>(data.data()), data.size());
  if (code != LZMA_OK) return Value::small(code);
  Value numbers[kNumbers];
  size_t n = 0;
  if (filter.options && Filters::is_lzma(filter.id)) {
    const auto* o = static_cast<const lzma_options_lzma*>(filter.options);
    if (filter.id == LZMA_FILTER_LZMA2) numbers[n++] = Value::small(o->dict_size);
    else
      for (uint32_t number : {o->lc, o->lp, o->pb, o->dict_size}) numbers[n++] = Value::small(number);
  } else if (filter.options) {
    numbers[n++] = Value::small(filter.id == LZMA_FILTER_DELTA ? static_cast<const lzma_options_delta*>(filter.options)->dist
                                                               : static_cast<const lzma_options_bcj*>(filter.options)->start_offset);
  }
  std::free(filter.options);
  return tuple_of(cx, std::span(numbers, n));
}

constexpr NativeRow kFunctions[] = {
    {"_check_supported", check_supported, "check, /"},
    {"_decode", decode, "id, properties, /"},
    {"_encode", encode, "filter, /"},
    {"_preset_supported", preset_supported, "preset, /"},
};

}  // namespace

const std::span<const StreamRow> kLzmaStreams = kRows;
extern const ModuleRow kLzmaModule = {"_lzma", kFunctions};

}  // namespace fermata
