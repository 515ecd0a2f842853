#include "serialization/load_graph.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/utf8.h"
#include "compiler/code.h"
#include "heap/visit.h"
#include "numbers/bigint.h"
#include "objects/containers/containers.h"
#include "objects/containers/memoryview.h"
#include "objects/containers/set.h"
#include "objects/model/class.h"
#include "objects/model/exception_types.h"
#include "objects/model/instance.h"
#include "objects/model/operations.h"
#include "objects/text/text.h"
#include "runtime/heap_check.h"
#include "serialization/key_hash.h"
#include "serialization/verify_code.h"
#include "vm/frames.h"
#include "vm/host_calls.h"
#include "vm/threads.h"

namespace fermata {

namespace {

// Registers beyond what the state's size accounts for: frames need more of them than they fill.
constexpr uint64_t kFreeRegisters = 1'000'000;
constexpr uint64_t kRegistersPerByte = 64;
constexpr uint64_t kMostRegisters = 64'000'000;  // that a heap limit allows of them

}  // namespace

bool GraphLoader::lacks(Kind kind, std::string_view field) const {
  if (version_ == kStateVersion) return false;
#define ADDED(Kind_, name, version) \
  if (kind == Kind::k##Kind_ && field == #name) return version_ < version;
#include "serialization/added_fields.def"
#undef ADDED
  return false;
}

GraphLoader::GraphLoader(Context& cx, Machine& machine, size_t input_bytes)
    : cx_(cx), machine_(machine), input_bytes_(input_bytes), registers_left_(kFreeRegisters + kRegistersPerByte * input_bytes) {}

void GraphLoader::out_of_memory() { fail(StateErrorKind::kTooLarge, "it needs more memory than the heap limit allows"); }

void GraphLoader::charge() {
  if (cx_.heap.over_limit()) out_of_memory();
}

// --- objects

Object* GraphLoader::make_shell(Kind kind, uint64_t count) {
  charge();
  Object* made = nullptr;
  switch (kind) {
    case Kind::kTuple:
      if (count == 0) return cx_.image->empty_tuple;
      made = cx_.heap.make_sized<Tuple>(count);
      break;
    case Kind::kFunction: made = cx_.heap.make_sized<Function>(count); break;
    case Kind::kInstance:
      // Room for at least one: a dict, should the attributes move there.
      if (count > kMaxShapeAttributes + 1) fail(StateErrorKind::kOutOfRange, "an instance with {} attributes in slots", count);
      made = cx_.heap.make_sized<Instance>(std::max<uint64_t>(count, 1));
      break;
    default: {
      // Every other kind that has a plain shell.
      const auto make = [&]<class T>(std::type_identity<T>) {
        if constexpr (requires { T::kVariable; } || std::is_same_v<T, Float> || std::is_same_v<T, Builtin> || std::is_same_v<T, GetSet>)
          fail(StateErrorKind::kWrongType, "a {} can't stand alone in a state", kind_name(T::kKind));
        else made = cx_.heap.make<T>();
      };
      switch (kind) {
#define TYPE(number, Name, ...) \
  case Kind::k##Name: make(std::type_identity<Name>()); break;
#include "heap/types.def"
        default: fail(StateErrorKind::kWrongType, "no kind has the number {}", unsigned(kind));
      }
    }
  }
  if (!made) out_of_memory();
  objects_.push_back(made);
  return made;
}

Value GraphLoader::make_str(std::string_view text, bool canonical) {
  charge();
  if (!utf8::is_valid(text, utf8::Surrogates::kAllow)) fail(StateErrorKind::kBadObject, "text that is not UTF-8");
  if (canonical) return Value::object(canonical_str(cx_, text));
  Str* s = allocate_str(cx_, text.size());
  if (!s) out_of_memory();
  std::memcpy(s->fill(), text.data(), text.size());
  finish_str(s);
  return Value::object(s);
}

Value GraphLoader::make_bytes(std::string_view data) {
  charge();
  if (data.empty()) return Value::object(cx_.image->empty_bytes);
  Bytes* b = cx_.heap.make_sized<Bytes>(data.size());
  if (!b) out_of_memory();
  std::memcpy(b->data, data.data(), data.size());
  return Value::object(b);
}

Value GraphLoader::make_int(bool negative, std::string_view magnitude) {
  charge();
  if (magnitude.empty() || magnitude.back() == 0) fail(StateErrorKind::kBadObject, "a big int not in its shortest form");
  Int* i = cx_.heap.make_sized<Int>((magnitude.size() + 7) / 8);
  if (!i) out_of_memory();
  i->aux = negative;
  for (size_t at = 0; at < magnitude.size(); ++at)
    i->limbs[at / 8] |= uint64_t(static_cast<unsigned char>(magnitude[at])) << (8 * (at % 8));
  if (const char* problem = check_object(cx_, i)) fail(StateErrorKind::kBadObject, "a big int: {}", problem);
  return Value::object(i);
}

Value GraphLoader::make_int_from_text(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("-0x");
  const ScannedInt scanned = scan_int(text, hex ? 16 : 10);
  // Decimal digits take quadratic time; savers use them only for small numbers.
  if (!scanned.ok || (!hex && scanned.digit_count > 400)) fail(StateErrorKind::kBadObject, "not an integer: {}", text.substr(0, 60));
  LimbScratch limbs(scanned_int_size(scanned));
  const IntResult result = int_from_scanned(limbs, scanned);
  const IntView view = view_of(limbs, result);
  if (int64_t small; int_to_int64(view, &small) && Value::fits_small(small)) return Value::small(small);
  charge();
  Int* i = cx_.heap.make_sized<Int>(view.size);
  if (!i) out_of_memory();
  i->aux = view.negative;
  std::copy_n(view.limbs, view.size, i->limbs);
  return Value::object(i);
}

Value GraphLoader::make_double(double d) {
  if (Value v = Value::inline_float(d); !v.is_unset()) return v;
  charge();
  Float* f = cx_.heap.make<Float>();
  f->value = d;
  return Value::object(f);
}

Object* GraphLoader::find_image(std::string_view name) {
  Object* o = machine_.find(name);
  if (!o) fail(StateErrorKind::kMissingBuiltin, "this release has no '{}'", name.substr(0, 100));
  return o;
}

void GraphLoader::set_serial(Object* o, uint64_t serial) {
  if (serial == 0 || serial > Heap::kLastSerial) fail(StateErrorKind::kOutOfRange, "id {}", serial);
  if (o->immortal() || o->serial) fail(StateErrorKind::kBadObject, "an id for an object that has one");
  o->serial = uint32_t(serial);
  highest_serial_ = std::max(highest_serial_, uint32_t(serial));
}

// --- tables

void GraphLoader::set_table(Set* s, uint64_t size, uint64_t finger, std::span<const uint32_t> slots, std::span<const Value> keys) {
  if (slots.size() != keys.size()) fail(StateErrorKind::kOutOfRange, "{} slots for {} elements", slots.size(), keys.size());
  // A table is never much emptier than this: CPython makes it four times as large as needed, and dummies stay.
  if (size & (size - 1) || size > (uint64_t(1) << 31) || (size && size < kSetMinimum))
    fail(StateErrorKind::kOutOfRange, "a table of {} slots", size);
  // The finger stays where it is when a set gets a smaller table; pop() takes it modulo the size.
  if (finger > uint64_t(1) << 31) fail(StateErrorKind::kOutOfRange, "the finger of a set at {}", finger);
  // A set that was emptied keeps its table; larger ones than the state's size accounts for are made small.
  const uint64_t allowed = 4096 + uint64_t(input_bytes_) * 8;
  if (size > allowed) fail(StateErrorKind::kTooLarge, "a table of {} slots", size);
  resize(s->table, size);
  s->finger = uint32_t(finger);
  for (size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] >= size || (i && slots[i] <= slots[i - 1])) fail(StateErrorKind::kOutOfRange, "slot {} of a table of {}", slots[i], size);
    s->table[slots[i]] = {kNoHash, keys[i]};  // of an unset key this is a dummy
  }
}

void GraphLoader::give_hash(Dict* d, uint64_t entry, int64_t hash) {
  if (entry >= d->entries.size || hash == kNoHash) fail(StateErrorKind::kOutOfRange, "a hash for entry {}", entry);
  d->entries[entry].hash = hash;
}
void GraphLoader::give_hash(Set* s, uint64_t slot, int64_t hash) {
  if (slot >= s->table.size || hash == kNoHash || s->table[slot].key.is_unset())
    fail(StateErrorKind::kOutOfRange, "a hash for slot {}", slot);
  s->table[slot].hash = hash;
}

// In a set that is built anew keys of equal hash are tried one after the other: many of them take quadratic time.
void GraphLoader::check_collisions(std::vector<int64_t>& hashes) {
  if (hashes.size() < 64) return;
  std::sort(hashes.begin(), hashes.end());
  for (size_t i = 0, j; i < hashes.size(); i = j) {
    for (j = i; j < hashes.size() && hashes[j] == hashes[i]; ++j) {
    }
    const uint64_t cost = uint64_t(j - i) * (j - i);
    if (cost > collisions_left_) fail(StateErrorKind::kTooLarge, "too many keys of equal hash");
    collisions_left_ -= cost;
  }
}

void GraphLoader::finish_dict(Dict* d) {
  for (DictEntry& e : d->entries) {
    if (e.key.is_unset()) {
      e.hash = 0;
      e.value = Value();
      continue;
    }
    if (hash_is_derived(e.key)) e.hash = derived_hash(cx_, e.key);
    else if (e.hash == kNoHash) fail(StateErrorKind::kBadObject, "a dict's key without its hash");
  }
  if (!dict_rebuild_index(cx_, d)) out_of_memory();
}

void GraphLoader::finish_set(Set* s) {
  std::vector<int64_t> hashes;
  for (SetEntry& e : s->table) {
    if (e.key.is_unset()) continue;
    if (hash_is_derived(e.key)) e.hash = derived_hash(cx_, e.key);
    else if (e.hash == kNoHash) fail(StateErrorKind::kBadObject, "a set's element without its hash");
    if (s->table.size >= 64) hashes.push_back(e.hash);
  }
  set_recount(s);
  // The same places as before keep the order; a table that is too full or has an element where nobody would look
  // for it (its hash function has changed since) is rebuilt.
  bool sound = s->table.size == 0 || set_has_room(s, 0);
  for (uint32_t slot = 0; sound && slot < s->table.size; ++slot) {
    const SetEntry& e = s->table[slot];
    if (e.key.is_unset()) continue;
    // (It may well come after many of equal hash; looking on would take quadratic time.)
    int64_t at = 0, found = kNoHash;
    for (int tries = 0; tries < 64; ++tries)
      if (found = set_next_candidate(s, e.hash, &at); found < 0 || found == slot) break;
    sound = found >= 0;
  }
  if (sound) return;
  check_collisions(hashes);
  if (!set_resize(cx_, s, uint64_t(s->live) * 4)) out_of_memory();
}

void GraphLoader::make_tables() {
  for (Object* o : objects_) {
    if (o->kind == Kind::kDict) finish_dict(static_cast<Dict*>(o));
    else if (o->kind == Kind::kMemoryView) memory_view_loaded(static_cast<MemoryView*>(o));
    else if (o->kind == Kind::kFrozenSet) finish_set(static_cast<Set*>(o));
    else if (auto* list = try_as<List>(Value::object(o)); list && list->items.size == 1 && list->items[0].is_unset()) {
      cx_.heap.release(list->items);
      list->aux = List::kSorting;
    }
  }
  // Sets after the frozensets: nothing else may be within what is hashed.
  for (Object* o : objects_)
    if (o->kind == Kind::kSet) finish_set(static_cast<Set*>(o));
}

// --- shapes

// What was loaded as a shape holds a class and names; the real one hangs in the class's tree. The loaded one
// notes it as its parent.
// The name that an attribute has today: those of the library's classes may have changed since the state was written.
Str* GraphLoader::name_today(const Class* cls, Str* name) {
  const std::optional<std::string_view> now = machine_.renamed(cx_, cls, name->view());
  if (!now) return name;
  if (now->empty())
    fail(StateErrorKind::kMissingBuiltin,
         "an instance of {} as it was before CPython's took its place: this release has nothing that could be it",
         class_full_name(cx_, cls));
  return cx_.intern(*now);
}

// The same in instances that keep their attributes in a dict.
void GraphLoader::rename_in_dicts() {
  for (Object* o : objects_) {
    if (o->kind != Kind::kInstance || !static_cast<Instance*>(o)->shape->dictionary()) continue;
    auto* instance = static_cast<Instance*>(o);
    const uint32_t at = instance->shape->count;
    auto* dict = at < instance->aux ? try_as<Dict>(payload_of(instance->slots[at])) : nullptr;
    if (!dict) continue;  // refused when it is checked
    std::vector<Str*> changed;
    for (DictEntry& e : dict->entries)
      if (is<Str>(e.key) && name_today(instance->shape->cls, as<Str>(e.key)) != as<Str>(e.key)) changed.push_back(as<Str>(e.key));
    for (Str* name : changed) {
      const Value value = dict_get_str(dict, name);
      dict_delete_str(cx_, dict, name);
      dict_set_str(cx_, dict, name_today(instance->shape->cls, name), value);
    }
  }
}

// Until version 4 a dict held the names of __slots__ as well.
bool GraphLoader::take_slots_out_of_dicts() {
  for (Object* o : objects_) {
    auto* instance = o->kind == Kind::kInstance ? static_cast<Instance*>(o) : nullptr;
    Dict* dict = instance ? instance_dictionary(instance) : nullptr;
    if (!dict) continue;
    std::vector<std::pair<Str*, Value>> slots;
    for (const DictEntry& e : dict->entries)
      if (is<Str>(e.key) && declares_slot(cx_, instance->shape->cls, as<Str>(e.key))) slots.emplace_back(as<Str>(e.key), e.value);
    for (const auto& [name, value] : slots) {
      dict_delete_str(cx_, dict, name);
      if (!instance_set_slot(cx_, instance, name, value)) return false;
    }
  }
  return true;
}

// Until version 6 what a builtin class of exceptions keeps stood among the attributes of the instance.
void GraphLoader::take_details_out_of_dicts() {
  for (Object* o : objects_) {
    auto* e = o->kind == Kind::kException ? static_cast<Exception*>(o) : nullptr;
    if (!e || !is<Dict>(e->attributes)) continue;
    auto* attributes = as<Dict>(e->attributes);
    std::vector<std::pair<Str*, Value>> details;
    for (const DictEntry& entry : attributes->entries)
      if (is<Str>(entry.key) && is_exception_detail(cx_, e->cls, as<Str>(entry.key)->view()))
        details.emplace_back(as<Str>(entry.key), entry.value);
    for (const auto& [name, value] : details) {
      if (!set_exception_detail(cx_, e, name->view(), value)) out_of_memory();
      dict_delete_str(cx_, attributes, name);
    }
  }
}

// shape_with(), which looks through all that may follow a shape, for many of them.
Shape* GraphLoader::shape_after(Shape* shape, Str* name) {
  const auto [found, is_new] = shapes_after_.try_emplace(shape);
  auto& after = found->second;
  if (is_new)
    for (const ShapeTransition& t : shape->transitions)
      if (is<Str>(t.key)) after.emplace(as<Str>(t.key)->view(), t.next);
  const auto known = after.find(name->view());
  if (known != after.end()) return known->second;
  Shape* made = add_shape(cx_, shape, name);
  after.emplace(name->view(), made);
  return made;
}

void GraphLoader::make_shapes() {
  for (Object* o : objects_)
    if (o->kind == Kind::kClass) static_cast<Class*>(o)->root_shape = make_root_shape(cx_, static_cast<Class*>(o));
  for (size_t i = 0, n = objects_.size(); i < n; ++i) {
    if (objects_[i]->kind != Kind::kShape) continue;
    auto* loaded = static_cast<Shape*>(objects_[i]);
    if (!loaded->cls) fail(StateErrorKind::kBadObject, "instances without a class");
    Shape* real = root_shape_of(cx_, loaded->cls);
    std::unordered_set<std::string_view> seen;
    for (Value key : loaded->keys) {
      if (!is<Str>(key)) fail(StateErrorKind::kBadObject, "an attribute's name isn't a str");
      Str* name = name_today(loaded->cls, as<Str>(key));
      if (!seen.insert(name->view()).second) fail(StateErrorKind::kBadObject, "an attribute comes twice");
      real = shape_after(real, name);
    }
    loaded->parent = loaded->dictionary() ? dictionary_shape(cx_, real) : real;
  }
  for (Object* o : objects_) {
    if (o->kind != Kind::kInstance) continue;
    auto* instance = static_cast<Instance*>(o);
    if (!instance->shape || !instance->shape->parent) fail(StateErrorKind::kBadObject, "an instance without a class");
    instance->shape = instance->shape->parent;
  }
  std::erase_if(objects_, [](Object* o) { return o->kind == Kind::kShape; });
}

// --- code and frames

// Each frame and generator that has registers takes them from what the state may have.
void GraphLoader::count_registers() {
  registers_left_ = std::max(registers_left_, std::min(cx_.budget.limits.heap_bytes / sizeof(Value), kMostRegisters));
  std::set<std::pair<const Code*, uint64_t>> seen;
  const auto count = [&](const Code* code, uint64_t pc, size_t given, bool stands) {
    if (given > code->registers) fail(StateErrorKind::kBadFrame, "{} registers, where its code has {}", given, code->registers);
    if (code->registers > registers_left_) fail(StateErrorKind::kTooLarge, "too many registers");
    registers_left_ -= code->registers;
    // Saving follows the code from each place on, once for 64 registers, looking for handlers (vm/live_registers.h).
    if (!stands || !seen.insert({code, pc}).second) return;
    const double work = double(code->words.size) * (1 + code->handlers.size) * (1 + code->registers / 64);
    if (work > frame_work_left_) fail(StateErrorKind::kTooLarge, "too much code in frames");
    frame_work_left_ -= work;
  };
  for (const LoadedFrame& f : frames_) {
    if (!f.function || !f.function->code) fail(StateErrorKind::kBadFrame, "it has no function");
    if (!f.generator) count(f.function->code, f.pc, f.registers.size(), true);
  }
  for (const GeneratorRegisters& r : registers_) {
    if (!r.generator->code) fail(StateErrorKind::kBadFrame, "a generator without code");
    const auto state = GeneratorState(r.generator->state);
    if (state != GeneratorState::kFinished) count(r.generator->code, r.generator->pc, r.values.size(), state != GeneratorState::kFresh);
    else if (!r.values.empty()) fail(StateErrorKind::kBadFrame, "a finished generator with registers");
  }
}

void GraphLoader::check_code() {
  std::vector<CodeStop> stops;
  for (LoadedFrame& f : frames_)
    if (!f.generator) stops.push_back({f.function->code, f.pc, &f.set});
  for (GeneratorRegisters& r : registers_)
    if (r.generator->state != uint32_t(GeneratorState::kFinished)) stops.push_back({r.generator->code, r.generator->pc, &r.set});
  const auto before = [](const CodeStop& a, const CodeStop& b) { return a.code != b.code ? std::less()(a.code, b.code) : a.pc < b.pc; };
  std::sort(stops.begin(), stops.end(), before);
  const auto stops_of = [&](const Code* code) {
    const auto [begin, end] = std::equal_range(stops.begin(), stops.end(), CodeStop{code, 0, nullptr},
                                               [](const CodeStop& a, const CodeStop& b) { return std::less()(a.code, b.code); });
    return std::span(begin, end);
  };
  // Of the image's code, too.
  for (size_t i = 0, j; i < stops.size(); i = j) {
    for (j = i; j < stops.size() && stops[j].code == stops[i].code; ++j) {
    }
    if (stops[i].code->immortal()) verify_code(*stops[i].code, std::span(stops).subspan(i, j - i));
  }
  for (Object* o : objects_) {
    if (o->kind != Kind::kCode) continue;
    auto* code = static_cast<Code*>(o);
    if (const char* problem = check_object(cx_, code)) fail(StateErrorKind::kBadCode, "{}", problem);
    if (auto problem = verify_code(*code, stops_of(code)))
      fail(StateErrorKind::kBadCode, "in {}: {}", as<Str>(code->qualname)->view().substr(0, 100), *problem);
  }
}

// A register that is unset where no program can leave it so (it is dead, and wasn't saved, or the state is forged) is None.
// What the frame was handling (the second half of `set`, assignment.h) is an exception or none.
static void give_values(Value* registers, size_t count, std::span<const uint64_t> set) {
  for (size_t i = 0; i < set.size(); ++i)
    for (uint64_t rest = set[i]; rest; rest &= rest - 1) {
      const size_t at = i * 64 + size_t(std::countr_zero(rest));
      if (at >= 2 * count) fail(StateErrorKind::kBadFrame, "it stands where nothing leads");
      if (at >= count) {
        const Value v = registers[at - count];
        if (!v.is_unset() && !v.is_none() && !is<Exception>(v))
          fail(StateErrorKind::kBadFrame, "a register holds something other than what was handled before");
      } else if (Value& v = registers[at]; v.is_unset()) {
        v = Value::none();
      }
    }
}

void GraphLoader::fill_generators() {
  for (GeneratorRegisters& r : registers_) {
    Generator* g = r.generator;
    if (g->state == uint32_t(GeneratorState::kFinished)) continue;
    resize(g->registers, g->code->registers);
    std::copy(r.values.begin(), r.values.end(), g->registers.begin());
    give_values(g->registers.data, g->code->registers, r.set);
  }
}

namespace {

// What Deliver::kNew goes with.
bool is_call_of_class(Value v) { return is<Tuple>(v) && as<Tuple>(v)->count && is<Class>(as<Tuple>(v)->items[0]); }

}  // namespace

void GraphLoader::push_frame_of(LoadedFrame& f) {
  Task* task = f.task;
  Code* code = f.function->code;
  if (f.pc >= code->words.size) fail(StateErrorKind::kBadFrame, "its pc {} is past the code's end", f.pc);
  if (f.deliver > uint8_t(Deliver::kNew)) fail(StateErrorKind::kBadFrame, "it delivers its result in no known way");
  if (!f.handled.is_unset() && !f.handled.is_none() && !is<Exception>(f.handled))
    fail(StateErrorKind::kBadFrame, "it handles something other than an exception");
  const auto wants = [&](Deliver how) { return Deliver(f.deliver) == how; };
  if (f.receiver.is_outcome() || ((wants(Deliver::kInit) || wants(Deliver::kThrough)) && f.receiver.is_unset()) ||
      (wants(Deliver::kNew) && !is_call_of_class(f.receiver)))
    fail(StateErrorKind::kBadFrame, "its receiver isn't what it should be");
  charge();
  if (Generator* g = f.generator) {
    if (task->frames.empty()) fail(StateErrorKind::kBadFrame, "a generator that nobody resumed");
    if (g->function != f.function || g->state != uint32_t(GeneratorState::kRunning) || g->pc != f.pc)
      fail(StateErrorKind::kBadFrame, "its generator stands elsewhere");
    g->handled = f.handled;
    if (!push_generator_frame(cx_, task, g)) out_of_memory();
  } else {
    if (code->has(kCodeGenerator | kCodeCoroutine | kCodeAsyncGenerator))
      fail(StateErrorKind::kBadFrame, "it runs a generator's code without one");
    Value* registers = reserve_registers(cx_, task, nullptr, code->registers);
    if (!registers) out_of_memory();
    std::fill_n(std::copy(f.registers.begin(), f.registers.end(), registers), code->registers - f.registers.size(), Value());
    give_values(registers, code->registers, f.set);
    if (!push_frame(cx_, task, f.function, registers, Deliver(f.deliver))) out_of_memory();
  }
  Frame& made = task->frames.back();
  made.pc = f.pc;
  made.deliver = Deliver(f.deliver);
  made.handled = f.handled;
  made.receiver = f.receiver;
}

void GraphLoader::push_frames(const SessionState& state) {
  std::unordered_set<const Generator*> running;
  for (size_t i = 0; i < frames_.size(); ++i) {
    LoadedFrame& f = frames_[i];
    try {
      push_frame_of(f);
      const bool top = i + 1 == frames_.size() || frames_[i + 1].task != f.task;
      const bool waits = !top || (f.task == state.task && state.status == Status::kPaused);
      const uint64_t word = f.function->code->words[f.pc];
      if (waits && !can_wait(word))
        fail(StateErrorKind::kBadFrame, "it waits at instruction {} ({}), which waits for nothing", f.pc, op_name(word));
      if (f.generator && !running.insert(f.generator).second) fail(StateErrorKind::kBadFrame, "its generator runs twice");
    } catch (StateFailure& failure) {
      failure.error.message = fmt::format("frame {}: {}", i, failure.error.message);
      throw;
    }
  }
  if (state.task && state.task->frames.size > UINT16_MAX * 16) fail(StateErrorKind::kTooLarge, "too many frames");
  for (Object* o : objects_) {
    if (o->kind != Kind::kGenerator) continue;
    auto* g = static_cast<Generator*>(o);
    switch (GeneratorState(g->state)) {
      case GeneratorState::kFresh:
        if (g->pc != 0) fail(StateErrorKind::kBadFrame, "a generator that hasn't begun stands at instruction {}", g->pc);
        break;
      case GeneratorState::kSuspended:
      case GeneratorState::kDelegating:
        if (!can_yield(g->code->words[g->pc])) fail(StateErrorKind::kBadFrame, "a generator is suspended where none can be");
        break;
      case GeneratorState::kRunning:
        if (!running.contains(g)) fail(StateErrorKind::kBadFrame, "a generator runs without a frame");
        break;
      case GeneratorState::kFinished: break;
    }
  }
}

// --- the end

// Natives follow these links to their end. Each object is followed once: its mark is the number of the walk that
// came by.
void GraphLoader::check_chains() {
  std::unordered_map<const Object*, uint32_t> walk_of;
  uint32_t walk = 0;
  for (Object* o : objects_) {
    if (o->kind != Kind::kTraceback) continue;
    ++walk;
    for (const Object* at = o; at;) {
      const auto [seen, is_new] = walk_of.emplace(at, walk);
      if (!is_new) {
        if (seen->second == walk) fail(StateErrorKind::kBadObject, "a traceback that goes in circles");
        break;
      }
      const Value next = static_cast<const Traceback*>(at)->next;
      at = is<Traceback>(next) ? next.as_object() : nullptr;
    }
  }
}

namespace {

// Collects what an object was made of, as far as that was made whole itself.
class PartsReader {
 public:
  explicit PartsReader(std::vector<const Object*>& out) : out_(out) {}
  void operator()(std::string_view name, Value& v) {
    if (name != "held") add(v);  // a map's item, which came later
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void operator()(const char*, T&) {}
  void operator()(const char*, Array<Value>& values) { items("", values.data, values.size); }
  void operator()(const char*, Array<SetEntry>& entries) {
    for (SetEntry& e : entries) e.fields(*this);
  }
  void items(const char*, Value* values, size_t count) {
    for (size_t i = 0; i < count; ++i) add(values[i]);
  }

 private:
  void add(Value v) {
    if (v.is_object() && !v.as_object()->immortal() && kind_has<kMadeWhole>(v.as_object()->kind)) out_.push_back(v.as_object());
  }
  std::vector<const Object*>& out_;
};

void parts_of(const Object* o, std::vector<const Object*>& out) {
  PartsReader reader(out);
  with_type(const_cast<Object*>(o), [&](auto* object) {
    if constexpr (kind_has<kMadeWhole>(std::remove_pointer_t<decltype(object)>::kKind)) object->fields(reader);
  });
}

}  // namespace

// Objects that are all there when they are made can't be parts of themselves. Natives that look into them rely on it.
void GraphLoader::check_cycles() {
  enum Colour : uint8_t { kOpen, kDone };
  std::unordered_map<const Object*, Colour> colours;
  struct Open {
    const Object* object;
    std::vector<const Object*> parts;
  };
  std::vector<Open> path;
  std::vector<const Object*> parts;
  for (const Object* o : objects_) {
    if (!kind_has<kMadeWhole>(o->kind)) continue;
    parts.clear();
    parts_of(o, parts);
    if (parts.empty() || !colours.emplace(o, kOpen).second) continue;
    path.push_back({o, parts});
    while (!path.empty()) {
      Open& at = path.back();
      if (at.parts.empty()) {
        colours[at.object] = kDone;
        path.pop_back();
        continue;
      }
      const Object* next = at.parts.back();
      at.parts.pop_back();
      const auto [seen, is_new] = colours.emplace(next, kOpen);
      if (!is_new) {
        if (seen->second == kOpen) fail(StateErrorKind::kBadObject, "a {} that is a part of itself", kind_name(next->kind));
        continue;
      }
      Open deeper{next, {}};
      parts_of(next, deeper.parts);
      path.push_back(std::move(deeper));
    }
  }
}

void GraphLoader::check_roots(const SessionState& state) {
  const auto dict_or_unset = [](Value v) { return v.is_unset() || is<Dict>(v); };
  if (!state.random_state.is_unset() && !is<RandomState>(payload_of(state.random_state)))
    fail(StateErrorKind::kWrongType, "the random state isn't one");
  if (state.result.is_outcome()) fail(StateErrorKind::kWrongType, "the result isn't a value");
  if (state.status == Status::kRaised && !is<Exception>(state.result))
    fail(StateErrorKind::kWrongType, "what was raised isn't an exception");
  const bool runs = state.status == Status::kPaused || state.status == Status::kExhausted || state.status == Status::kYielded;
  if (state.status == Status::kReady || !state.task) fail(StateErrorKind::kBadObject, "a program that was not started");
  if (!runs && !state.task->frames.empty()) fail(StateErrorKind::kBadFrame, "a program that has ended still has frames");
  if (state.untaken[0] > state.output[0].size() || state.untaken[1] > state.output[1].size())
    fail(StateErrorKind::kOutOfRange, "untaken output");
  for (const auto& [name, count] : std::initializer_list<std::pair<const char*, uint64_t>>{{"steps", state.spent.steps},
                                                                                           {"time_ns", state.spent.time_ns},
                                                                                           {"output_bytes", state.spent.output_bytes},
                                                                                           {"host_calls", state.spent.host_calls},
                                                                                           {"wall_ns", state.spent.wall_ns}})
    if (count >= kMostSpent) fail(StateErrorKind::kOutOfRange, "{} of {}", name, count);
  if (state.next_call_id == 0 || state.next_call_id > kMostCalls)
    fail(StateErrorKind::kOutOfRange, "next_call_id of {}", state.next_call_id);
  if (!is<Dict>(state.main_globals) || !is<Dict>(state.modules))
    fail(StateErrorKind::kWrongType, "the globals or the modules aren't a dict");
  if (runs && state.task->frames.empty()) fail(StateErrorKind::kBadFrame, "a program that stands nowhere");
  if (state.status == Status::kPaused ? state.pending.empty() : !runs && !state.pending.empty())
    fail(StateErrorKind::kBadObject, "the pending calls don't fit the status");
  const auto check_text = [](const std::string& text) {
    if (!utf8::is_valid(text, utf8::Surrogates::kAllow)) fail(StateErrorKind::kBadObject, "text that is not UTF-8");
  };
  check_text(state.program.name), check_text(state.program.text);
  for (const std::string& output : state.output) check_text(output);
  for (const SourceText& source : state.sources) check_text(source.name), check_text(source.text);
  for (const std::string& name : state.host_functions) check_text(name);
  uint64_t last_id = 0;
  bool stands = false;
  for (const PendingCall& c : state.pending) {
    check_text(c.function), check_text(c.file);
    if (!is<Tuple>(c.args) || !dict_or_unset(c.kwargs)) fail(StateErrorKind::kWrongType, "the arguments of call {}", c.id);
    if (c.id >= state.next_call_id || c.id <= std::exchange(last_id, c.id)) fail(StateErrorKind::kOutOfRange, "call {}", c.id);
    if (c.kind == Call::Kind::kCall && (state.status != Status::kPaused || std::exchange(stands, true)))
      fail(StateErrorKind::kBadObject, "a program can't stand at call {}", c.id);
    if (!std::isfinite(c.due)) fail(StateErrorKind::kOutOfRange, "the time of timer {}", c.id);
  }
  if (!std::isfinite(state.clock)) fail(StateErrorKind::kOutOfRange, "the clock");
  for (const std::string& name : state.async_functions) check_text(name);
  if (!dict_or_unset(state.library_state)) fail(StateErrorKind::kWrongType, "what the library keeps isn't a dict");
  if (!dict_or_unset(state.patches)) fail(StateErrorKind::kWrongType, "what the program set in modules isn't a dict");
  if (!dict_or_unset(state.host_types)) fail(StateErrorKind::kWrongType, "the host's classes aren't a dict");
  if (!dict_or_unset(state.handles)) fail(StateErrorKind::kWrongType, "the handles aren't a dict");
  if (!state.answers.is_unset() && !is<List>(state.answers)) fail(StateErrorKind::kWrongType, "the answers aren't a list");
}

void GraphLoader::make_threads(const SessionState& state) {
  if (state.threads.empty()) return;
  std::vector<Value> items;
  for (const SessionState::Thread& t : state.threads) {
    if (t.identity > uint64_t(Value::kMaxSmall)) fail(StateErrorKind::kOutOfRange, "a thread's identity, {}", t.identity);
    items.insert(items.end(), {t.task, Value::small(int64_t(t.identity)), Value::small(int64_t(t.state))});
  }
  cx_.threads = list_of(cx_, items);
  if (cx_.threads.is_outcome()) out_of_memory();
  if (!Threads::is_valid(cx_.threads, state.task)) fail(StateErrorKind::kWrongType, "the threads aren't what a program's are");
}

void GraphLoader::finish(SessionState& state) {
  make_shapes();
  make_tables();
  rename_in_dicts();
  count_registers();
  check_code();
  fill_generators();
  for (Object* o : objects_)
    if (const char* problem = check_object(cx_, o)) fail(StateErrorKind::kBadObject, "a {}: {}", kind_name(o->kind), problem);
  check_chains();
  check_cycles();
  push_frames(state);
  if (state.version < 6) state.take_extra();
  check_roots(state);
  if (state.version < 4 && !take_slots_out_of_dicts()) fail(StateErrorKind::kTooLarge, "its instances don't fit into the heap limit");
  if (state.version < 7) take_details_out_of_dicts();
  make_threads(state);
  if (state.next_serial <= highest_serial_ && state.next_serial != Heap::kLastSerial)
    fail(StateErrorKind::kOutOfRange, "the next id was given already");
  if (state.next_serial > Heap::kLastSerial) fail(StateErrorKind::kOutOfRange, "the next id, {}", state.next_serial);
  charge();
}

}  // namespace fermata
