#include "library/_streams/compression.h"

#include <zlib.h>

#include <unordered_map>
#include <utility>
#include <vector>

#include "library/besides.h"
#include "objects/containers/containers.h"
#include "objects/containers/memoryview.h"
#include "objects/errors/errors.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr size_t kHead = 16;               // before a piece of a library's memory: its size
constexpr uint64_t kRepeated = 256 << 10;  // bytes of input, and of steps' own, that are gone through again at a time
constexpr size_t kLiveBytes = 256;         // of a stream in the table
constexpr size_t kCheckBytes = 4;  // steps begin with the CRC-32 of the output so far: another release of a library may make another one

struct Live {
  const StreamRow* row = nullptr;
  std::unique_ptr<Stream> stream;
  size_t input_at = 0, steps_at = 0;  // how far it is in the two
  uint32_t check = 0;
};

// All streams of a session, by their steps.
struct Streams final : SavedBeside {
  explicit Streams(Heap& heap) : heap(heap) {}
  ~Streams() override { heap.count_outside(-int64_t(live.size() * kLiveBytes + scratch.size())); }
  void forget_dead() override {
    const auto gone = std::erase_if(live, [](const auto& entry) { return !Heap::is_marked(entry.first); });
    heap.count_outside(-int64_t(gone * kLiveBytes));
  }
  void drop(const ByteArray* steps) { heap.count_outside(-int64_t(live.erase(steps) * kLiveBytes)); }
  Live* add(const ByteArray* steps, Live made) {
    drop(steps);
    heap.count_outside(kLiveBytes);
    return &live.emplace(steps, std::move(made)).first->second;
  }

  Heap& heap;
  // There was no memory for a step, and the stream is in the middle of it: it is made again. No memory for a second time: MemoryError.
  Value no_room(Context& cx, const ByteArray* steps) {
    drop(steps);
    if (std::exchange(refused, steps) != steps) return cx.out_of_memory();
    refused = nullptr;
    return raise_plain(cx, ErrorType::kMemoryError);
  }

  std::unordered_map<const ByteArray*, Live> live;
  std::vector<char> scratch;
  const ByteArray* refused = nullptr;
};

Streams& streams_of(Context& cx) { return beside<Streams>(cx, BesidePart::kStreams); }

const StreamRow* row_named(Value v) {
  const Str* name = as_str(v);
  if (!name) return nullptr;
  for (const auto& rows : {kZlibStreams, kBz2Streams, kLzmaStreams})
    for (const StreamRow& row : rows)
      if (row.name == name->view()) return &row;
  return nullptr;
}

// --- the record of a step: three numbers of seven bits a byte, and its mode

struct Record {
  uint64_t taken = 0, not_taken = 0, room = 0;
  uint8_t mode = 0;
};
constexpr size_t kMostRecord = 3 * 10 + 1;

size_t write_record(const Record& r, char* out) {
  char* at = out;
  for (uint64_t n : {r.taken, r.not_taken, r.room}) {
    for (; n >= 128; n >>= 7) *at++ = char(n | 128);
    *at++ = char(n);
  }
  *at++ = char(r.mode);
  return size_t(at - out);
}

// Its size; 0: there is none.
size_t read_record(std::string_view text, Record* r) {
  size_t at = 0;
  for (uint64_t* n : {&r->taken, &r->not_taken, &r->room}) {
    *n = 0;
    for (int shift = 0;; shift += 7) {
      if (at == text.size() || shift > 56) return 0;
      const auto byte = uint8_t(text[at++]);
      *n |= uint64_t(byte & 127) << shift;
      if (byte < 128) break;
    }
  }
  if (at == text.size()) return 0;
  r->mode = uint8_t(text[at++]);
  return at;
}

// --- steps

// Where a step's output goes: what all use, or more for this one.
char* room_of(Context& cx, Outside& outside, std::unique_ptr<char[]>& own, size_t room, Value* refused) {
  Streams& streams = streams_of(cx);
  if (room <= kStreamPiece) {
    if (streams.scratch.empty()) {
      if (!cx.can_allocate(kStreamPiece, refused)) return nullptr;
      streams.scratch.resize(kStreamPiece);
      cx.heap.count_outside(kStreamPiece);
    }
    return streams.scratch.data();
  }
  if (!outside.take(room, refused)) return nullptr;
  own.reset(new char[room]);
  return own.get();
}

// A stream that is set up. Null: *code is the library's reason, or 0, and then *outcome says why.
Live* open_live(Context& cx, const StreamRow* row, const Tuple* settings, const ByteArray* steps, int* code, Value* outcome) {
  Live made{row, row->make(cx.heap)};
  *code = made.stream->open(settings);
  if (made.stream->memory.refused) {
    *code = 0;
    *outcome = cx.out_of_memory();
    return nullptr;
  }
  return *code ? nullptr : streams_of(cx).add(steps, std::move(made));
}

Value broken(Context& cx) {
  return raise(cx, ErrorType::kValueError, "the stream was changed, or is from another release of its library, and can't go on");
}

uint64_t cost(const StreamRow* row, uint64_t in, uint64_t out) { return in * row->in_cost / 64 + out * row->out_cost / 64; }

// Does once more what a step did. None, or an outcome.
Value repeat_step(Context& cx, Live* live, const Tuple* settings, std::string_view rest, const Record& record) {
  if (record.taken > std::min<uint64_t>(rest.size(), live->stream->most_in()) || record.room > live->stream->most_out()) return broken(cx);
  if (!cx.tick(cost(live->row, record.taken, 0) + 8)) return Value::retry();
  Outside outside(cx);
  std::unique_ptr<char[]> own;
  Value refused;
  char* out = room_of(cx, outside, own, record.room, &refused);
  if (!out) return refused;
  const uint64_t offered = std::min<uint64_t>(rest.size(), record.taken + std::min<uint64_t>(record.not_taken, rest.size()));
  StreamStep step{rest.substr(0, std::min<uint64_t>(offered, live->stream->most_in())), out, size_t(record.room), record.mode, settings};
  live->stream->step(step);
  if (live->stream->memory.refused) return Value::none();  // for the caller to see
  if (step.taken != record.taken) return broken(cx);
  live->check = uint32_t(crc32_z(live->check, reinterpret_cast<const Bytef*>(out), step.made));
  live->input_at += step.taken;
  cx.budget.charge(cost(live->row, 0, step.made));
  return Value::none();
}

// Does once more what was done before, a part of it at a time. True: it is where it was; None: there is more to do; or an outcome.
Value catch_up(Context& cx, Live* live, const Tuple* settings, std::string_view input, const ByteArray* steps) {
  const std::string_view text = steps->view();
  if (live->steps_at == text.size()) return Value::true_();
  if (text.size() < kCheckBytes) return broken(cx);
  if (live->steps_at == 0) live->steps_at = kCheckBytes;
  for (uint64_t done_bytes = 0; live->steps_at < text.size();) {
    if (done_bytes >= kRepeated) return Value::none();
    Record record;
    const size_t size = read_record(text.substr(live->steps_at), &record);
    if (!size) return broken(cx);
    if (const Value done = repeat_step(cx, live, settings, input.substr(live->input_at), record);
        done.is_outcome() || live->stream->memory.refused)
      return done;
    live->steps_at += size;
    done_bytes += record.taken + 64;
  }
  uint32_t check = 0;
  for (size_t i = 0; i < kCheckBytes; ++i) check |= uint32_t(uint8_t(text[i])) << 8 * i;
  return check == live->check ? Value::true_() : broken(cx);
}

// The three values of a stream, as they may come from a state.
struct Parts {
  const StreamRow* row;
  const Tuple* settings;
  const ByteArray* input;
  ByteArray* steps;
  Live* live = nullptr;

  bool take(Value name, Value settings_value, Value input_value, Value steps_value) {
    row = row_named(name);
    settings = try_as<Tuple>(settings_value);
    input = try_as<ByteArray>(input_value);
    steps = try_as<ByteArray>(steps_value);
    return row && settings && input && steps && input != steps && !steps->immortal();
  }
  // True: `live` is where it was; None: call again; or an outcome.
  Value prepare(Context& cx) {
    Streams& streams = streams_of(cx);
    const auto found = streams.live.find(steps);
    live = found == streams.live.end() ? nullptr : &found->second;
    if (live && (live->row != row || live->input_at > input->data.size || live->steps_at > steps->data.size)) live = nullptr;
    if (!live) {
      int code = 0;
      Value outcome;
      live = open_live(cx, row, settings, steps, &code, &outcome);
      if (!live) return code ? broken(cx) : outcome;
    }
    const Value ready = catch_up(cx, live, settings, input->view(), steps);
    if (live->stream->memory.refused) return streams.no_room(cx, steps);
    if (ready.is_error()) streams.drop(steps);  // after a retry it goes on where it is
    return ready;
  }
};

Value wrong_parts(Context& cx) { return raise(cx, ErrorType::kTypeError, "a stream's name, settings, input and steps are wanted"); }

// Writes down what was done, at `begin` in the steps, where there is room for it.
void note_step(Live* live, ByteArray* steps, size_t begin, const StreamStep& step) {
  live->input_at += step.taken;
  live->check = uint32_t(crc32_z(live->check, reinterpret_cast<const Bytef*>(step.out), step.made));
  steps->data.size = uint32_t(begin);
  for (size_t i = 0; i < kCheckBytes; ++i) steps->data[i] = char(live->check >> 8 * i);
  const Record record{step.taken, step.in.size() - step.taken, step.room, uint8_t(step.mode)};
  steps->data.size += uint32_t(write_record(record, steps->data.data + begin));
  live->steps_at = steps->data.size;
}

// open(name, settings, steps): the library's code, 0 for good.
Value stream_open(Context& cx, Value* args) {
  Parts parts;
  if (!parts.take(args[0], args[1], Value::object(cx.heap.make<ByteArray>()), args[2])) return wrong_parts(cx);
  if (!cx.tick(64)) return Value::retry();
  int code = 0;
  Value outcome;
  return open_live(cx, parts.row, parts.settings, parts.steps, &code, &outcome) || code ? Value::small(code) : outcome;
}

// step(name, settings, input, steps, offered, room, mode): goes on with up to `offered` bytes of the input, for up to `room` bytes of
// output. (code, output, how much of the input is left, the library's message or None); or None, when it was getting ready and is to be
// called again.
Value stream_step(Context& cx, Value* args) {
  Parts parts;
  if (!parts.take(args[0], args[1], args[2], args[3]) || !args[4].is_small() || !args[5].is_small() || !args[6].is_small())
    return wrong_parts(cx);
  const int64_t offered = args[4].as_small(), room = args[5].as_small(), mode = args[6].as_small();
  if (offered < 0 || room < 0 || mode < 0 || mode > 255) return wrong_parts(cx);
  const Value ready = parts.prepare(cx);
  if (ready.is_outcome() || ready.is_none()) return ready;
  Live* live = parts.live;
  if (uint64_t(room) > live->stream->most_out()) return wrong_parts(cx);
  if (const Value resized = may_resize(cx, parts.steps); resized.is_outcome()) return resized;
  ByteArray* steps = parts.steps;
  const size_t begin = std::max<size_t>(steps->data.size, kCheckBytes);
  if (begin + kMostRecord > steps->data.capacity && !cx.heap.reserve(steps->data, begin + begin / 2 + kMostRecord))
    return cx.out_of_memory();
  Outside outside(cx);
  std::unique_ptr<char[]> own;
  Value refused;
  char* out = room_of(cx, outside, own, size_t(room), &refused);
  if (!out) return refused;
  StreamStep step{parts.input->view().substr(live->input_at, std::min<uint64_t>(uint64_t(offered), live->stream->most_in())), out,
                  size_t(room), int(mode), parts.settings};
  if (!cx.can_allocate(uint64_t(room) + kStreamPiece, &refused)) return refused;  // the output, and a little of the library's
  if (!cx.tick(cost(parts.row, step.in.size(), 0) + 8)) return Value::retry();
  const int code = live->stream->step(step);
  const Value made = live->stream->memory.refused ? Value::retry() : new_bytes(cx, {out, step.made});
  if (made.is_outcome()) return streams_of(cx).no_room(cx, steps);
  streams_of(cx).refused = nullptr;
  cx.budget.charge(cost(parts.row, 0, step.made));
  note_step(live, steps, begin, step);
  const char* message = live->stream->message();
  const Value results[] = {Value::small(code), made, Value::small(int64_t(parts.input->data.size - live->input_at)),
                           message ? new_str(cx, message) : Value::none()};
  return tuple_of(cx, results);
}

// copy(name, settings, input, steps, new_steps): the library's part for a stream that got copies of the four. It is no more than quick.
Value stream_copy(Context& cx, Value* args) {
  Parts parts;
  auto* to = try_as<ByteArray>(args[4]);
  if (!parts.take(args[0], args[1], args[2], args[3]) || !to || to == parts.steps || to->immortal()) return wrong_parts(cx);
  Streams& streams = streams_of(cx);
  const auto found = streams.live.find(parts.steps);
  if (found == streams.live.end() || found->second.row != parts.row) return Value::none();
  if (!cx.tick(4096)) return Value::retry();
  const Live& from = found->second;
  Live made{from.row, from.row->make(cx.heap), from.input_at, from.steps_at, from.check};
  if (made.stream->copy(*from.stream)) streams.add(to, std::move(made));
  return Value::none();
}

// close(steps): the library's part is needed no more.
Value stream_close(Context& cx, Value* args) {
  if (const auto* steps = try_as<ByteArray>(args[0])) streams_of(cx).drop(steps);
  return Value::none();
}

constexpr NativeRow kFunctions[] = {
    {"_close", stream_close, "steps, /"},
    {"_copy", stream_copy, "name, settings, input, steps, new_steps, /"},
    {"_open", stream_open, "name, settings, steps, /"},
    {"_step", stream_step, "name, settings, input, steps, offered, room, mode, /"},
};

}  // namespace

void* StreamMemory::take(uint64_t count, uint64_t size) {
  uint64_t bytes;
  const bool fits = !__builtin_mul_overflow(count, size, &bytes) && bytes <= UINT32_MAX && heap_.fits(bytes + kHead);
  auto* block = fits ? static_cast<uint64_t*>(heap_.allocate_raw(bytes + kHead)) : nullptr;
  if (!block) {
    refused = true;
    return nullptr;
  }
  block[0] = bytes + kHead;
  return reinterpret_cast<char*>(block) + kHead;
}

void StreamMemory::give_back(void* data) {
  if (!data) return;
  auto* block = reinterpret_cast<uint64_t*>(static_cast<char*>(data) - kHead);
  heap_.free_raw(block, block[0]);
}

int64_t stream_setting(const Tuple* settings, size_t i, int64_t other) {
  return i < settings->count && settings->items[i].is_small() ? settings->items[i].as_small() : other;
}

std::string_view stream_bytes(const Tuple* settings, size_t i, bool* given) {
  const Bytes* b = i < settings->count ? try_as<Bytes>(settings->items[i]) : nullptr;
  *given = b;
  return b ? b->view() : std::string_view();
}

extern const ModuleRow kStreamsModule = {"_streams", kFunctions};

}  // namespace fermata
