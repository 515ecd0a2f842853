// Saving as MessagePack: one pass. An object is numbered where it is first mentioned, and mentioned there
// with its kind and size; its record follows when its turn comes, in the order of the numbers.
#include <unordered_map>

#include "base/object_table.h"
#include "numbers/bigint.h"
#include "serialization/code_words.h"
#include "serialization/key_hash.h"
#include "serialization/msgpack_archive.h"
#include "serialization/record_writer.h"
#include "serialization/registers.h"
#include "serialization/save.h"
#include "serialization/schema.h"
#include "serialization/text_table.h"

namespace fermata {

class MsgpackSaver {
 public:
  MsgpackSaver(Context& cx, Machine& machine, const SessionState& state) : cx_(cx), machine_(machine), stops_(state) {}

  std::string save(SessionState& state) {
    ar_.text(kStateMagic);
    ar_.scalar(uint64_t(kStateVersion));
    ar_(state);
    RecordWriter<MsgpackSaver> writer(*this);
    // The queue grows while it is worked off.
    for (size_t i = 0; i < queue_.size(); ++i) {
      Object* o = queue_[i];
      writer.write(o);
    }
    // What id() gave: number of the object, serial.
    ar_.begin_list(serials_.size() * 2);
    for (auto [number, serial] : serials_) {
      ar_.scalar(uint64_t(number));
      ar_.scalar(uint64_t(serial));
    }
    return ar_.sink().take();
  }

  // --- sink
  void name(const char*) {}
  void begin_list(size_t n) { ar_.begin_list(n); }
  void end_list() {}
  void begin_structs(size_t n, uint32_t fields) { ar_.begin_list(n * fields); }
  void begin_struct() {}
  void end_struct() {}
  void end_structs() {}
  void binary(std::string_view bytes) { ar_.binary(bytes); }
  template <class T>
  void scalar(T n) {
    ar_.scalar(n);
  }

  void value(Value v) {
    if (v.is_small()) ar_.scalar(v.as_small());
    else if (v.is_object()) mention(v.as_object(), false);
    else if (v.is_inline_float()) ar_.scalar(v.as_inline_float());
    else if (v.is_unset()) ar_.begin_list(0);
    else if (v.is_none()) ar_.nil();
    else if (v.is_bool()) ar_.scalar(v.is_true());
    else {
      const char special = char(v.as_special());
      ar_.ext(ExtType::kSpecial, {&special, 1});
    }
  }
  // A field that holds a pointer. Functions that run (a frame's, a generator's) are carried in the state even
  // when they are the image's, so that a release may change its prelude. (Code has no name and always is.)
  void object(Object* o) {
    if (!o) ar_.nil();
    else mention(o, o->kind == Kind::kFunction);
  }
  void values(const char*, const Value* v, size_t n) {
    for (size_t i = 0; i < n; ++i) value(v[i]);
  }
  void words(std::span<const uint64_t> words) {
    scratch_.clear();
    pack_words(words, scratch_);
    ar_.binary(scratch_);
  }
  // A site's name is mostly one of the constants: then its number, else the value in a list of its own. Names of
  // keyword arguments (tuples) are followed by the count of arguments.
  void sites(Code* code) {
    ar_.begin_list(code->sites.size);
    constant_numbers_.clear();
    const bool many = code->constants.size > 64;
    if (many)
      for (uint32_t i = 0; i < code->constants.size; ++i) constant_numbers_.emplace(code->constants[i].bits(), i);
    for (const Site& s : code->sites) {
      const bool is_keywords = is<Tuple>(s.name) || s.count;
      uint32_t i = 0;
      if (many) {
        const auto known = constant_numbers_.find(s.name.bits());
        i = known == constant_numbers_.end() ? code->constants.size : known->second;
      } else {
        while (i < code->constants.size && code->constants[i] != s.name) ++i;
      }
      const bool found = i < code->constants.size;
      if (!found || is_keywords) ar_.begin_list(is_keywords ? 2 : 1);
      if (found) ar_.scalar(uint64_t(i));
      else value(s.name);
      if (is_keywords) ar_.scalar(uint64_t(s.count));
    }
  }
  void dict(Dict* d) {
    uint32_t n = d->entries.size;
    while (n && d->entries[n - 1].key.is_unset()) --n;
    // Hashes that only user code knows, first: pairs of entry and hash. Most dicts have none.
    uint32_t saved = 0;
    for (uint32_t i = 0; i < n; ++i)
      if (!hash_is_derived(d->entries[i].key)) ++saved;
    ar_.begin_list(size_t(n) * 2 + (saved ? 1 : 0));
    if (saved) {
      ar_.begin_list(size_t(saved) * 2);
      for (uint32_t i = 0; i < n; ++i) {
        if (hash_is_derived(d->entries[i].key)) continue;
        ar_.scalar(uint64_t(i));
        ar_.scalar(d->entries[i].hash);
      }
    }
    for (uint32_t i = 0; i < n; ++i) {
      value(d->entries[i].key);
      value(d->entries[i].value);
    }
  }
  void set(Set* s) {
    ar_.scalar(uint64_t(s->table.size));
    ar_.scalar(uint64_t(s->finger));
    // Slots in use, as the distance from the one before; dummies have an unset key.
    const auto used = [](const SetEntry& e) { return !e.key.is_unset() || e.hash == -1; };
    scratch_.clear();
    uint32_t count = 0, next = 0, saved = 0;
    for (uint32_t i = 0; i < s->table.size; ++i) {
      if (!used(s->table[i])) continue;
      put_varint(scratch_, i - next);
      next = i + 1;
      ++count;
      if (!hash_is_derived(s->table[i].key)) ++saved;
    }
    ar_.binary(scratch_);
    ar_.begin_list(size_t(saved) * 2);
    for (uint32_t i = 0; saved && i < s->table.size; ++i) {
      if (!used(s->table[i]) || hash_is_derived(s->table[i].key)) continue;
      ar_.scalar(uint64_t(i));
      ar_.scalar(s->table[i].hash);
    }
    ar_.begin_list(count);
    for (const SetEntry& e : s->table)
      if (used(e)) value(e.key);
  }
  void shape(Shape* s) {
    object(s->cls);
    if (s->dictionary() && !s->count) {
      ar_.nil();
      return;
    }
    shape_names(s, names_);
    ar_.begin_list(names_.size() + s->dictionary());
    for (size_t i = 0; i < names_.size(); ++i) value(names_[i]);
    if (s->dictionary()) ar_.nil();
  }
  void instance(Instance* o) {
    object(the_one_shape(o->shape));
    if (!o->payload.is_unset()) value(o->payload);
    const uint32_t n = instance_values(o);
    for (uint32_t i = 0; i < n; ++i) value(o->slot(i));
  }
  void frames(Task* task) {
    ar_.begin_list(task->frames.size);
    for (const Frame& f : task->frames) {
      ar_.begin_list(7);
      object(f.function);
      ar_.scalar(uint64_t(f.pc));
      ar_.scalar(uint64_t(f.deliver));
      object(f.generator);
      value(f.handled);
      value(f.receiver);
      if (f.generator) ar_.nil();
      else registers(f.code, stops_.of(task, f), f.registers, f.code->registers);
    }
  }
  void generator_registers(Generator* g) { registers(g->code, stops_.of(g), g->registers.data, g->registers.size); }

 private:
  // Instances that the image made of a class of its own have a shape of the image's, the session's another with the same names: one is
  // enough, and a session that was loaded has one.
  Shape* the_one_shape(Shape* shape) {
    if (!shape->cls->immortal()) return shape;
    Shape*& one = shapes_[shape];
    if (one) return one;
    std::string key = std::to_string(uintptr_t(shape->cls));
    shape_names(shape, names_);
    for (const Value name : names_) key.append(1, '\0').append(as<Str>(name)->view());
    if (shape->dictionary()) key += "{}";
    return one = shapes_by_names_.try_emplace(std::move(key), shape).first->second;
  }

  void registers(const Code* code, FrameStop stop, const Value* values, uint32_t count) {
    live_registers(code, stop, values, count, keep_);
    count = std::min(count, uint32_t(keep_.size()));
    while (count && (!keep_[count - 1] || values[count - 1].is_unset())) --count;
    ar_.begin_list(count);
    for (uint32_t i = 0; i < count; ++i) value(keep_[i] ? values[i] : Value());
  }

  void mention(Object* o, bool carried) {
    o = the_empty_one(cx_, o);
    // An object of the image that is carried is a different one from the named one.
    const bool image_object = o->immortal();
    const void* key = image_object && carried ? static_cast<const void*>(reinterpret_cast<const char*>(o) + 1) : o;
    bool is_new;
    const uint32_t number = numbers_.find_or_add(key, next_, &is_new);
    if (!is_new) {
      ar_.begin_list(1);
      ar_.scalar(uint64_t(number));
      return;
    }
    if (o->kind == Kind::kStr && is_canonical(cx_, static_cast<Str*>(o))) {
      // A name may be interned twice, in the session and, when a module was loaded later, in the image.
      const uint32_t first = texts_.find_or_add(static_cast<Str*>(o), next_);
      if (first != next_) {
        numbers_.find_or_add(key, next_, &is_new) = first;
        ar_.begin_list(1);
        ar_.scalar(uint64_t(first));
        return;
      }
    }
    ++next_;
    if (image_object && !carried && !(o->kind == Kind::kStr && is_canonical(cx_, static_cast<Str*>(o)))) {
      if (std::string_view name = machine_.name_of(o); !name.empty()) {
        ar_.begin_list(1);
        ar_.text(name);
        return;
      }
    }
    switch (o->kind) {
      case Kind::kStr: {
        auto* s = static_cast<Str*>(o);
        if (is_canonical(cx_, s)) ar_.text(s->view());
        else ar_.binary(s->view());
        break;
      }
      case Kind::kBytes: ar_.ext(ExtType::kBytes, static_cast<Bytes*>(o)->view()); break;
      case Kind::kInt: {
        auto* i = static_cast<Int*>(o);
        scratch_.assign(1, i->aux ? '-' : '+');
        for (uint32_t limb = 0; limb < i->count; ++limb)
          for (int byte = 0; byte < 8; ++byte) scratch_.push_back(char(i->limbs[limb] >> (8 * byte)));
        while (scratch_.back() == 0) scratch_.pop_back();
        ar_.ext(ExtType::kInt, scratch_);
        break;
      }
      case Kind::kFloat: ar_.scalar(static_cast<Float*>(o)->value); break;
      default: {
        check_savable(o);
        const int64_t count = shell_count(o);
        const bool has_payload = o->kind == Kind::kInstance && !static_cast<Instance*>(o)->payload.is_unset();
        ar_.begin_list(count < 0 ? 1 : has_payload ? 3 : 2);
        ar_.scalar(-int64_t(o->kind));
        if (count >= 0) ar_.scalar(count);
        if (has_payload) ar_.scalar(true);
        if (count != 0 || o->kind != Kind::kTuple) queue_.push_back(o);
      }
    }
    if (o->serial && !image_object) serials_.emplace_back(number, o->serial);
  }

  Context& cx_;
  Machine& machine_;
  FrameStops stops_;
  MsgpackOutputArchive ar_{this};
  ObjectTable numbers_;
  TextTable texts_;
  uint32_t next_ = 0;
  std::vector<Object*> queue_;
  std::vector<std::pair<uint32_t, uint32_t>> serials_;
  std::vector<uint8_t> keep_;
  std::vector<Value> names_;
  std::unordered_map<const Shape*, Shape*> shapes_;
  std::unordered_map<std::string, Shape*> shapes_by_names_;
  std::unordered_map<uint64_t, uint32_t> constant_numbers_;
  std::string scratch_;
};

void save_value(MsgpackSaver& saver, Value v) { saver.value(v); }

std::string save_msgpack(Context& cx, Machine& machine, SessionState& state) { return MsgpackSaver(cx, machine, state).save(state); }

}  // namespace fermata
