// Saving as JSON: two passes. The first counts how often each object is mentioned; the second writes what is
// mentioned once where it stands, and the rest as numbered records of "heap".
#include "base/object_table.h"
#include "base/utf8.h"
#include "numbers/bigint.h"
#include "objects/code/code.h"
#include "objects/model/instance.h"
#include "serialization/code_words.h"
#include "serialization/json_archive.h"
#include "serialization/json_rules.h"
#include "serialization/key_hash.h"
#include "serialization/record_writer.h"
#include "serialization/registers.h"
#include "serialization/save.h"
#include "serialization/schema.h"
#include "vm/traceback.h"

namespace fermata {

namespace {

// Names may be as long as a program likes, and in as many places: longer ones are written once, and what is for people is cut.
constexpr size_t kMostName = 64;
constexpr size_t kMostShown = 200;

const void* key_of(const Object* o, bool carried) {
  return carried && o->immortal() ? static_cast<const void*>(reinterpret_cast<const char*>(o) + 1) : o;
}
// As in save_msgpack.cpp.
bool is_carried_kind(const Object* o) { return o->kind == Kind::kFunction; }

}  // namespace

// The first pass: a sink that looks only at mentions, and at the schema's Values as an archive. (Not in the unnamed namespace:
// cereal's functions are found through its own one.)
class MentionCounter : public cereal::OutputArchive<MentionCounter, cereal::AllowEmptyClassElision> {
 public:
  static constexpr bool kSaving = true;
  MentionCounter(Machine& machine, const FrameStops& stops) : OutputArchive(this), machine_(machine), stops_(stops) {}

  void run() {
    RecordWriter<MentionCounter> writer(*this);
    for (size_t i = 0; i < queue_.size(); ++i) writer.write(queue_[i]);
  }
  uint32_t mentions(const Object* o, bool carried) const {
    const uint32_t* n = counts_.find(key_of(o, carried));
    return n ? *n : 0;
  }

  void name(std::string_view) {}
  void begin_list(size_t) {}
  void end_list() {}
  void begin_map() {}
  void end_map() {}
  void begin_structs(size_t, uint32_t) {}
  void begin_struct() {}
  void end_struct() {}
  void end_structs() {}
  void binary(std::string_view) {}
  void text(std::string_view) {}
  template <class T>
  void scalar(T) {}
  void words(std::span<const uint64_t>) {}
  void sites(Code* code) {
    for (const Site& s : code->sites) value(s.name);
  }
  void value(Value v) {
    if (v.is_object()) mention(v.as_object(), false);
  }
  void object(Object* o) {
    if (o) mention(o, is_carried_kind(o));
  }
  void values(const char*, const Value* v, size_t n) {
    for (size_t i = 0; i < n; ++i) value(v[i]);
  }
  void dict(Dict* d) {
    for (const DictEntry& e : d->entries) {
      value(e.key);
      value(e.value);
    }
  }
  void set(Set* s) {
    for (const SetEntry& e : s->table) value(e.key);
  }
  void shape(Shape*) {}
  void instance(Instance* o) {
    object(o->shape->cls);
    value(o->payload);
    shape_names(o->shape, names_);
    for (Value v : names_) value(v);
    for (uint32_t i = 0, n = instance_values(o); i < n; ++i) value(o->slot(i));
  }
  void frames(Task* task) {
    for (const Frame& f : task->frames) {
      object(f.function);
      object(f.generator);
      value(f.handled);
      value(f.receiver);
      if (!f.generator) registers(f.code, stops_.of(task, f), f.registers, f.code->registers);
    }
  }
  void generator_registers(Generator* g) { registers(g->code, stops_.of(g), g->registers.data, g->registers.size); }

 private:
  void registers(const Code* code, FrameStop stop, const Value* values, uint32_t count) {
    live_registers(code, stop, values, count, keep_);
    for (uint32_t i = 0; i < count; ++i)
      if (i < keep_.size() && keep_[i]) value(values[i]);
  }
  void mention(Object* o, bool carried) {
    bool is_new;
    uint32_t& count = counts_.find_or_add(key_of(o, carried), 0, &is_new);
    ++count;
    if (!is_new || is_leaf(o->kind)) return;
    if (o->immortal() && !carried && !machine_.name_of(o).empty()) return;
    queue_.push_back(o);
  }

  Machine& machine_;
  const FrameStops& stops_;
  ObjectTable counts_;
  std::vector<Object*> queue_;
  std::vector<uint8_t> keep_;
  std::vector<Value> names_;
};

class JsonSaver {
 public:
  JsonSaver(Context& cx, Machine& machine, SessionState& state) : cx_(cx), machine_(machine), stops_(state), counter_(machine, stops_) {}

  std::string save(SessionState& state) {
    counter_(state);
    counter_.run();
    ar_.begin_map();
    ar_.name(kStateMagic);
    ar_.scalar(uint64_t(kStateVersion));
    ar_(state);
    ar_.name("heap");
    ar_.begin_map();
    RecordWriter<JsonSaver> writer(*this);
    for (size_t i = 0; i < queue_.size(); ++i) {
      Object* o = queue_[i];
      ar_.name(std::to_string(i + 1));
      ar_.begin_map();
      ar_.name("$kind");
      ar_.text(kind_name(o->kind));
      if (o->serial && !o->immortal()) {
        ar_.name("$id");
        ar_.scalar(uint64_t(o->serial));
      }
      if (has_notation(o->kind)) {
        ar_.name("value");
        notation(o);
      } else {
        writer.write(o);
      }
      ar_.end_map();
    }
    ar_.end_map();
    ar_.end_map();
    return ar_.take();
  }

  // --- sink
  void name(std::string_view s) { ar_.name(s); }
  void begin_list(size_t) { ar_.begin_list(); }
  void end_list() { ar_.end_list(); }
  void begin_structs(size_t, uint32_t) { ar_.begin_list(); }
  void begin_struct() { ar_.begin_map(); }
  void end_struct() { ar_.end_map(); }
  void end_structs() { ar_.end_list(); }
  void binary(std::string_view bytes) { ar_.binary(bytes); }
  template <class T>
  void scalar(T n) {
    ar_.scalar(n);
  }

  void value(Value v) {
    if (v.is_small()) ar_.scalar(v.as_small());
    else if (v.is_object()) mention(v.as_object(), false);
    else if (v.is_inline_float()) ar_.scalar(v.as_inline_float());
    else if (v.is_none()) ar_.nil();
    else if (v.is_bool()) ar_.scalar(v.is_true());
    else if (v.is_unset()) tagged("$special", "unset");
    else if (v == Value::ellipsis()) tagged("$special", "Ellipsis");
    else if (v == Value::not_implemented()) tagged("$special", "NotImplemented");
    else if (v.is_missing()) tagged("$special", "missing");
    else if (v.is_exhausted()) tagged("$special", "exhausted");
    else fail(StateErrorKind::kUnsavable, "a native's outcome");
  }
  void object(Object* o) {
    if (!o) ar_.nil();
    else mention(o, is_carried_kind(o));
  }
  void values(const char* name, const Value* v, size_t n) {
    ar_.name(name);
    ar_.begin_list();
    for (size_t i = 0; i < n; ++i) value(v[i]);
    ar_.end_list();
  }
  void words(std::span<const uint64_t> words) {
    ar_.begin_list();
    std::string line;
    for (uint64_t w : words) {
      word_to_text(w, line);
      ar_.plain_text(line);
    }
    ar_.end_list();
  }
  // Names; those of keyword arguments with the count of arguments.
  void sites(Code* code) {
    ar_.begin_list();
    for (const Site& s : code->sites) {
      const bool is_keywords = is<Tuple>(s.name) || s.count;
      if (is_keywords) ar_.begin_list();
      value(s.name);
      if (is_keywords) {
        ar_.scalar(uint64_t(s.count));
        ar_.end_list();
      }
    }
    ar_.end_list();
  }
  void dict(Dict* d) {
    uint32_t n = d->entries.size;
    while (n && d->entries[n - 1].key.is_unset()) --n;
    bool plain = true, hashes = false;
    for (uint32_t i = 0; i < n; ++i) {
      plain = plain && is_plain_key(d->entries[i].key);
      hashes = hashes || !hash_is_derived(d->entries[i].key);
    }
    ar_.begin_map();
    if (plain) {
      for (uint32_t i = 0; i < n; ++i) {
        ar_.name(as<Str>(d->entries[i].key)->view());
        value(d->entries[i].value);
      }
      ar_.end_map();
      return;
    }
    ar_.name("$dict");
    ar_.begin_list();
    for (uint32_t i = 0; i < n; ++i) {
      ar_.begin_list();
      if (!d->entries[i].key.is_unset()) {  // [] where a key was deleted
        value(d->entries[i].key);
        value(d->entries[i].value);
      }
      ar_.end_list();
    }
    ar_.end_list();
    if (hashes) {
      ar_.name("hashes");
      ar_.begin_list();
      for (uint32_t i = 0; i < n; ++i) {
        if (hash_is_derived(d->entries[i].key)) continue;
        ar_.scalar(uint64_t(i));
        ar_.scalar(d->entries[i].hash);
      }
      ar_.end_list();
    }
    ar_.end_map();
  }
  void set(Set* s) {
    const auto used = [](const SetEntry& e) { return !e.key.is_unset() || e.hash == -1; };
    bool hashes = false;
    ar_.begin_map();
    ar_.name(s->kind == Kind::kSet ? "$set" : "$frozenset");
    ar_.begin_list();
    for (const SetEntry& e : s->table) {
      if (!used(e)) continue;
      value(e.key);
      hashes = hashes || !hash_is_derived(e.key);
    }
    ar_.end_list();
    ar_.name("size");
    ar_.scalar(uint64_t(s->table.size));
    ar_.name("finger");
    ar_.scalar(uint64_t(s->finger));
    ar_.name("slots");
    ar_.begin_list();
    for (uint32_t i = 0; i < s->table.size; ++i)
      if (used(s->table[i])) ar_.scalar(uint64_t(i));
    ar_.end_list();
    if (hashes) {
      ar_.name("hashes");
      ar_.begin_list();
      for (uint32_t i = 0; i < s->table.size; ++i) {
        if (!used(s->table[i]) || hash_is_derived(s->table[i].key)) continue;
        ar_.scalar(uint64_t(i));
        ar_.scalar(s->table[i].hash);
      }
      ar_.end_list();
    }
    ar_.end_map();
  }
  void shape(Shape*) { fail(StateErrorKind::kUnsavable, "a shape as a value"); }
  void instance(Instance* o) {
    ar_.begin_map();
    ar_.name("$instance");
    object(o->shape->cls);
    if (!o->payload.is_unset()) {
      ar_.name("payload");
      value(o->payload);
    }
    if (o->shape->dictionary()) {
      ar_.name("dict");
      value(instance_dict_value(o));
      if (!o->shape->count) {
        ar_.end_map();
        return;
      }
    }
    std::vector<Value> names;
    shape_names(o->shape, names);
    bool plain = true;
    for (Value v : names) plain = plain && is_plain_key(v);
    ar_.name("attributes");
    plain ? ar_.begin_map() : ar_.begin_list();
    for (uint32_t i = 0; i < names.size(); ++i) {
      if (plain) {
        ar_.name(as<Str>(names[i])->view());
        value(o->slot(i));
      } else {
        ar_.begin_list();
        value(names[i]);
        value(o->slot(i));
        ar_.end_list();
      }
    }
    plain ? ar_.end_map() : ar_.end_list();
    ar_.end_map();
  }
  void frames(Task* task) {
    ar_.name("frames");
    ar_.begin_list();
    for (const Frame& f : task->frames) {
      ar_.begin_map();
      // For people; the loader doesn't look at these three.
      ar_.name("in");
      ar_.text(cut_text(str_text(f.code->qualname), kMostShown));
      ar_.name("file");
      ar_.text(cut_text(str_text(f.code->filename), kMostShown));
      ar_.name("line");
      ar_.scalar(uint64_t(position_at(f.code, f.pc).line));
      ar_.name("function");
      object(f.function);
      ar_.name("pc");
      ar_.scalar(uint64_t(f.pc));
      ar_.name("deliver");
      ar_.scalar(uint64_t(f.deliver));
      ar_.name("generator");
      object(f.generator);
      ar_.name("handled");
      value(f.handled);
      ar_.name("receiver");
      value(f.receiver);
      if (!f.generator) registers(f.code, stops_.of(task, f), f.registers, f.code->registers);
      ar_.end_map();
    }
    ar_.end_list();
  }
  void generator_registers(Generator* g) { registers(g->code, stops_.of(g), g->registers.data, g->registers.size); }

 private:
  static std::string_view str_text(Value v) { return is<Str>(v) ? as<Str>(v)->view() : std::string_view(); }

  void tagged(const char* tag, std::string_view text) {
    ar_.begin_map();
    ar_.name(tag);
    ar_.text(text);
    ar_.end_map();
  }

  // A name may be interned twice, as in save_msgpack.cpp: of the two the session's is written when it has an id, which is what a load makes
  // of both.
  Str* the_one(Str* s) const {
    Str* own = s->immortal() && is_canonical(cx_, s) ? cx_.interned.find(s->view(), s->hash) : nullptr;
    return own && own->serial ? own : s;
  }

  bool is_once(const Str* s) const { return counter_.mentions(s, false) == 1; }
  bool is_short_or_once(const Str* s) const { return s->view().size() <= kMostName || is_once(s); }

  // Can the str be the name of a JSON member, from which it is made again?
  bool is_plain_key(Value v) {
    if (!is<Str>(v)) return false;
    const Str* s = the_one(as<Str>(v));
    const bool canonical = is_canonical(cx_, s);
    return canonical == bare_is_canonical(s->view()) && (canonical || is_once(s)) && is_short_or_once(s) && (!s->serial || s->immortal()) &&
           !s->view().starts_with('$') && utf8::is_valid(s->view(), utf8::Surrogates::kForbid);
  }

  // Named locals by name; temporaries, and locals whose name comes twice or is long, by number.
  void registers(const Code* code, FrameStop stop, const Value* values, uint32_t count) {
    std::vector<uint8_t> keep;
    live_registers(code, stop, values, count, keep);
    count = std::min(count, uint32_t(keep.size()));
    const uint32_t locals = std::min(count, code->locals.size);
    std::vector<uint8_t> by_name(count);
    ar_.name("locals");
    ar_.begin_map();
    for (uint32_t i = 0; i < locals; ++i) {
      if (values[i].is_unset() || !keep[i]) continue;
      const std::string_view name = str_text(code->locals[i]);
      if (name.size() > kMostName || !utf8::is_valid(name, utf8::Surrogates::kForbid) || local_index(code, name) != i) continue;
      by_name[i] = 1;
      ar_.name(name);
      value(values[i]);
    }
    ar_.end_map();
    ar_.name("temporaries");
    ar_.begin_map();
    for (uint32_t i = 0; i < count; ++i) {
      if (by_name[i] || !keep[i] || values[i].is_unset()) continue;
      ar_.name(std::to_string(i));
      value(values[i]);
    }
    ar_.end_map();
  }
  static uint32_t local_index(const Code* code, std::string_view name) {
    for (uint32_t i = 0; i < code->locals.size; ++i)
      if (str_text(code->locals[i]) == name) return i;
    return UINT32_MAX;
  }

  void mention(Object* o, bool carried) {
    if (o->kind == Kind::kStr) o = the_one(static_cast<Str*>(o));
    const bool image_object = o->immortal();
    const bool has_serial = o->serial && !image_object;
    if (o->kind == Kind::kStr && !has_serial && is_canonical(cx_, static_cast<Str*>(o)) && is_short_or_once(static_cast<Str*>(o)))
      return notation(o);
    if (image_object && !carried) {
      if (std::string_view name = machine_.name_of(o); !name.empty()) return tagged("$image", name);
    }
    check_savable(o);
    if (o = the_empty_one(cx_, o); o == cx_.image->empty_tuple || o == cx_.image->empty_bytes) return notation(o);
    const bool once = counter_.mentions(o, carried) == 1 && !has_serial;
    if (once && (is_leaf(o->kind) || (stands_inline(o->kind) && depth_ < kMaxInlineDepth))) {
      ++depth_;
      if (has_notation(o->kind)) {
        notation(o);
      } else {
        ar_.begin_map();
        ar_.name("$new");
        ar_.text(kind_name(o->kind));
        RecordWriter<JsonSaver>(*this).write(o);
        ar_.end_map();
      }
      --depth_;
      return;
    }
    bool is_new;
    const uint32_t number = numbers_.find_or_add(key_of(o, carried), uint32_t(queue_.size() + 1), &is_new);
    if (is_new) queue_.push_back(o);
    ar_.begin_map();
    ar_.name("$ref");
    ar_.scalar(uint64_t(number));
    ar_.end_map();
  }

  void notation(Object* o) {
    switch (o->kind) {
      case Kind::kStr: str(static_cast<Str*>(o)); break;
      case Kind::kBytes:
        ar_.begin_map();
        ar_.name("$bytes");
        ar_.binary(static_cast<Bytes*>(o)->view());
        ar_.end_map();
        break;
      case Kind::kInt: {
        const IntView view = static_cast<Int*>(o)->view();
        const bool decimal = view.size <= kMaxDecimalLimbs;
        std::string digits = int_to_string(view, decimal ? 10 : 16);
        if (!decimal) digits.insert(view.negative ? 1 : 0, "0x");
        tagged("$int", digits);
        break;
      }
      case Kind::kFloat: ar_.scalar(static_cast<Float*>(o)->value); break;
      case Kind::kTuple:
        ar_.begin_map();
        values("$tuple", static_cast<Tuple*>(o)->items, static_cast<Tuple*>(o)->count);
        ar_.end_map();
        break;
      case Kind::kList:
        ar_.begin_list();
        if (static_cast<List*>(o)->sorting()) value(Value());
        for (Value v : static_cast<List*>(o)->items) value(v);
        ar_.end_list();
        break;
      case Kind::kDict: dict(static_cast<Dict*>(o)); break;
      case Kind::kSet:
      case Kind::kFrozenSet: set(static_cast<Set*>(o)); break;
      case Kind::kCell:
        ar_.begin_map();
        ar_.name("$cell");
        value(static_cast<Cell*>(o)->content);
        ar_.end_map();
        break;
      case Kind::kInstance: instance(static_cast<Instance*>(o)); break;
      default: break;
    }
  }
  void str(Str* s) {
    const bool canonical = is_canonical(cx_, s);
    if (canonical == bare_is_canonical(s->view()) && utf8::is_valid(s->view(), utf8::Surrogates::kForbid)) {
      ar_.plain_text(s->view());
      return;
    }
    ar_.begin_map();
    ar_.name(canonical ? "$name" : "$str");
    ar_.text(s->view());
    ar_.end_map();
  }

  Context& cx_;
  Machine& machine_;
  FrameStops stops_;
  MentionCounter counter_;
  JsonOutputArchive ar_{*this};
  ObjectTable numbers_;
  std::vector<Object*> queue_;
  int depth_ = 0;
};

void save_value(JsonSaver& saver, Value v) { saver.value(v); }

std::string save_json(Context& cx, Machine& machine, SessionState& state) { return JsonSaver(cx, machine, state).save(state); }

}  // namespace fermata
