#include "vm/host_calls.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/containers/list.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "vm/source_text.h"

namespace fermata {

namespace {

Value no_host(Context& cx) { return raise(cx, ErrorType::kRuntimeError, "there is no host here"); }

// host_begin(name, args, kwargs, place): the id of the call; None when there are iterators among its arguments, whose items have to be
// taken before (prelude/host.py).
Value host_begin(Context& cx, Value* a) {
  if (!cx.host.side) return no_host(cx);
  const uint64_t limit = cx.budget.limits.host_calls;
  if (limit && cx.budget.host_calls >= limit) {
    cx.trap.kind = Trap::kLimit;
    cx.trap.limit = Limit::k_host_calls;
    return Value::retry();
  }
  const Value id = cx.host.side->begin_call(as<Str>(a[0]), as<Tuple>(a[1]), as<Dict>(a[2]), a[3]);
  if (id.is_small()) ++cx.budget.host_calls;
  return id;
}

// host_timer(due, place): the id of a timer.
Value host_timer(Context& cx, Value* a) {
  if (!cx.host.side) return no_host(cx);
  if (!is_float(a[0])) return raise_type_error(cx, "a timer's time must be a float, not {}", type_name(cx, a[0]));
  if (!std::isfinite(float_of(a[0]))) return raise_value_error(cx, "a timer that is never due");
  return cx.host.side->begin_timer(float_of(a[0]), a[1]);
}

Value host_withdraw(Context& cx, Value* a) {
  if (!cx.host.side) return no_host(cx);
  if (!cx.tick(1 + cx.host.side->pending_after(a[0].as_small()))) return Value::retry();
  return Value::boolean(cx.host.side->withdraw(a[0].as_small()));
}

// host_wait(): the answers that have come, a list of (id, good, value or exception). Without any the session pauses until there
// are; without pending calls there will be none: an empty list.
Value host_wait(Context& cx, Value*) {
  if (auto* answers = try_as<List>(cx.host.answers); answers && answers->items.size) return std::exchange(cx.host.answers, Value());
  if (!cx.host.side || !cx.host.side->any_pending()) return Value::object(new_list(cx));
  cx.trap.kind = Trap::kWait;
  return Value::retry();
}

// host_answers(): those that have come, without waiting for any.
Value host_answers(Context& cx, Value*) {
  if (is<List>(cx.host.answers)) return std::exchange(cx.host.answers, Value());
  return Value::object(new_list(cx));
}

Value host_place(Context& cx, Value*) { return cx.host.side ? cx.host.side->place() : Value::none(); }

Value host_clock(Context& cx, Value*) { return make_float(cx, cx.host.clock); }

// host_put_back(answers): those that are for others than the one who fetched them. The next host_wait() gives them.
Value host_put_back(Context& cx, Value* a) {
  auto* answers = try_as<List>(a[0]);
  if (!answers || answers->items.size == 0) return Value::none();
  if (auto* newer = try_as<List>(cx.host.answers))
    for (uint32_t i = 0; i < newer->items.size; ++i)
      if (!list_append(cx, answers, newer->items.data[i])) return cx.out_of_memory();
  cx.host.answers = a[0];
  return Value::none();
}

// What a module of the image's notes about the time when it is made, its sessions note again.
Value host_time(Context& cx, Value*) { return make_float(cx, cx.host.side ? cx.host.side->wall_time() : 0); }
Value host_monotonic(Context& cx, Value*) { return cx.host.side ? make_float(cx, cx.host.side->monotonic_time()) : no_host(cx); }

// host_local(seconds): (offset, daylight, name) of the zone at that many seconds since 1970.
Value host_local(Context& cx, Value* a) {
  if (!cx.host.side) return no_host(cx);
  constexpr int64_t kMost = int64_t(1) << 40;
  const Zone::Local local = cx.host.side->zone().at(std::clamp(a[0].as_small(), -kMost, kMost));
  const Value name = new_str(cx, local.name);
  if (name.is_outcome()) return name;
  const Value parts[] = {Value::small(local.offset), Value::boolean(local.daylight), name};
  return tuple_of(cx, parts);
}

// host_entropy(count): that many random bytes.
Value host_entropy(Context& cx, Value* a) {
  if (!cx.host.side) return no_host(cx);
  const int64_t count = a[0].as_small();
  if (count < 0) return raise_value_error(cx, "negative argument not allowed");
  if (uint64_t(count) > cx.budget.limits.heap_bytes && cx.budget.limits.heap_bytes) return cx.out_of_memory();
  if (!cx.tick(1 + uint64_t(count) / 16)) return Value::retry();
  std::string bytes(size_t(count), 0);
  cx.host.side->draw_entropy({reinterpret_cast<uint8_t*>(bytes.data()), bytes.size()});
  return new_bytes(cx, bytes);
}

// What library/_mounts.py makes a node of: (name, kind, mode, number, links, size, times).
Value entry_of(Context& cx, const FileEntry& e) {
  constexpr int64_t kMost = int64_t(1) << 61;
  const auto number = [=](uint64_t n) { return Value::small(int64_t(std::min(n, uint64_t(kMost)))); };
  const auto time = [=](int64_t ns) { return Value::small(std::clamp(ns, -kMost, kMost)); };
  const Value times[] = {time(e.read_ns), time(e.written_ns), time(e.changed_ns)};
  const Value parts[] = {new_bytes(cx, e.name), number(uint64_t(e.kind)), number(e.mode & 0777), number(e.number),
                         number(e.links),       number(e.size),           tuple_of(cx, times)};
  for (const Value part : parts)
    if (part.is_outcome()) return part;
  return tuple_of(cx, parts);
}

// package_code(path): of a file of a package of the host's what compile_with_warnings() gives of its text; None of any other. It is charged
// the same, whether somebody has compiled it before or not.
Value package_code(Context& cx, Value* a) {
  if (!cx.host.side) return Value::none();
  Str* const path = as<Str>(payload_of(a[0]));
  Value refused;
  const auto fits = [&](uint64_t size) { return size <= kLongestProgram && cx.can_allocate(room_of_code(size), &refused); };
  const std::optional<PackageCode> found = cx.host.side->package_code(path->view(), fits);
  if (!found) return Value::none();
  if (found->size > kLongestProgram) return source_too_long(cx, found->size);
  if (!refused.is_unset()) return refused;
  if (!cx.tick(found->size + found->size / 16 + 1)) return Value::retry();
  forget_file_source(cx, path);
  if (found->code) return loaded_package(cx, *found->code, path, Value::object(cx.image->empty_tuple));
  const std::optional<std::string> text = cx.host.side->package_text(path->view());
  return text ? compile_package(cx, *text, path) : Value::none();
}

// host_file(what, at, path, position, count, data, handle): what a mount answers. An error is its number, below zero.
Value host_file(Context& cx, Value* a) {
  constexpr uint64_t kSteps = 100;  // of a request, besides its bytes
  if (!cx.host.side) return no_host(cx);
  const int64_t what = a[0].as_small();
  if (what < 0 || what > int64_t(FileRequest::What::kLast)) return raise_value_error(cx, "there is no such request");
  FileRequest request{.what = FileRequest::What(what),
                      .path = std::string(as<Bytes>(a[2])->view()),
                      .position = uint64_t(a[3].as_small()),
                      .count = uint64_t(a[4].as_small()),
                      .handle = uint64_t(a[6].as_small())};
  const std::string_view data = as<Bytes>(a[5])->view();
  const bool reads = request.what == FileRequest::What::kRead;
  if (!cx.tick(kSteps + data.size() / 16)) return Value::retry();
  if (Value refused; reads && !cx.can_allocate(request.count, &refused)) return refused;
  request.data = data;
  const FileAnswer answer = cx.host.side->ask_mount(as<Str>(a[1])->view(), request);
  if (answer.error) return Value::small(-answer.error);
  switch (request.what) {
    case FileRequest::What::kStat: {
      const Value pair[] = {entry_of(cx, answer.entries[0]), new_bytes(cx, answer.data)};
      for (const Value part : pair)
        if (part.is_outcome()) return part;
      return tuple_of(cx, pair);
    }
    case FileRequest::What::kList: {
      cx.budget.charge(answer.entries.size());
      List* list = new_list(cx);
      for (const FileEntry& entry : answer.entries) {
        const Value made = list ? entry_of(cx, entry) : cx.out_of_memory();
        if (made.is_outcome()) return made;
        if (!list_append(cx, list, made)) return cx.out_of_memory();
      }
      return list ? Value::object(list) : cx.out_of_memory();
    }
    case FileRequest::What::kRead: cx.budget.charge(answer.data.size() / 16); return new_bytes(cx, answer.data);
    // (These must not be asked twice: nothing is allocated.)
    default: return Value::small(int64_t(answer.count));
  }
}

// session_state(): a dict of this session's own, for modules, whose globals all sessions share.
Value session_state(Context& cx, Value*) {
  if (!is<Dict>(cx.library_state)) cx.library_state = Value::object(new_dict(cx));
  return cx.library_state;
}

// make_host_function(name): what calls the host's function of that name, if the host grants it.
Value make_host_function(Context& cx, Value* a) {
  auto* f = cx.heap.make<HostFunction>();
  f->name = a[0];
  return Value::object(f);
}

Value host_is_iterator(Context& cx, Value* a) { return Value::boolean(is_library_iterator(cx, a[0])); }

constexpr NativeRow kRows[] = {
    {"host_begin", host_begin, "name: str, args: tuple, kwargs: dict, place, /"},
    {"host_is_iterator", host_is_iterator, "x, /"},
    {"host_place", host_place, ""},
    {"host_timer", host_timer, "due, place, /"},
    {"host_withdraw", host_withdraw, "id: small, /"},
    {"host_wait", host_wait, ""},
    {"host_answers", host_answers, ""},
    {"host_clock", host_clock, ""},
    {"host_put_back", host_put_back, "answers, /"},
    {"host_time", host_time, ""},
    {"host_monotonic", host_monotonic, ""},
    {"host_local", host_local, "seconds: small, /"},
    {"host_entropy", host_entropy, "count: small, /"},
    {"package_code", package_code, "path: str, /"},
    {"host_file", host_file, "what: small, at: str, path: bytes, position: small, count: small, data: bytes, handle: small, /"},
    {"make_host_function", make_host_function, "name: str, /"},
    {"session_state", session_state, ""},
};

}  // namespace

bool is_library_iterator(Context& cx, Value v) {
  if (is<Generator>(v)) return !as<Generator>(v)->code || !as<Generator>(v)->code->has(kCodeCoroutine | kCodeAsyncGenerator);
  if (is<Instance>(v)) {
    Class* cls = as<Instance>(v)->shape->cls;
    return cls->immortal() && !class_lookup(cx, cls, cx.intern("__next__")).is_unset();
  }
  return is<SequenceIterator>(v) || is<RangeIterator>(v) || is<DictIterator>(v) || is<SetIterator>(v) || is<Zip>(v) || is<Enumerate>(v) ||
         is<Map>(v);
}

const std::span<const NativeRow> kHostIntrinsics = kRows;

}  // namespace fermata
