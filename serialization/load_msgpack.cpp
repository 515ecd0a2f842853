// Loading MessagePack: the bytes are read once, from front to back. Mentioning a new object makes its shell,
// and its record follows in turn, so whatever is referred to is there already.
#include "serialization/code_words.h"
#include "serialization/msgpack_archive.h"
#include "serialization/record_reader.h"

namespace fermata {

class MsgpackLoader {
 public:
  MsgpackLoader(Context& cx, Machine& machine, std::string_view bytes) : graph_(cx, machine, bytes.size()), ar_(this, bytes) {}

  void load(SessionState& state) {
    if (ar_.text() != kStateMagic) fail(StateErrorKind::kNotAState, "these bytes aren't a state");
    uint64_t version;
    ar_.scalar(version);
    if (version == 0 || version > kStateVersion)
      fail(StateErrorKind::kVersion, "a state of version {}; this release reads up to {}", version, kStateVersion);
    state.version = uint32_t(version);
    graph_.set_version(state.version);
    ar_(state);
    RecordReader<MsgpackLoader> reader(*this);
    for (size_t i = 0; i < queue_.size(); ++i) {
      Object* o = queue_[i].object;
      owed_ -= queue_[i].owed;
      try {
        reader.read(o);
      } catch (StateFailure& failure) {
        failure.error.message += fmt::format(" (byte {}, in record {}, a {})", ar_.offset(), i, kind_name(o->kind));
        throw;
      }
    }
    const size_t serials = ar_.begin_list();
    for (size_t i = 0; i + 1 < serials; i += 2) {
      uint64_t number, serial;
      ar_.scalar(number);
      ar_.scalar(serial);
      graph_.set_serial(object_at(number), serial);
    }
    if (serials % 2) fail(StateErrorKind::kSyntax, "an odd number of ids");
    if (ar_.left()) fail(StateErrorKind::kTrailing, "{} bytes after the end", ar_.left());
    graph_.finish(state);
  }

  // --- source
  GraphLoader& graph() { return graph_; }
  void name(const char*) {}
  size_t begin_list() { return ar_.begin_list(); }
  void end_list() {}
  size_t begin_structs(uint32_t fields) {
    const size_t n = ar_.begin_list();
    if (n % fields) fail(StateErrorKind::kSyntax, "a list of {} items, where each takes {}", n, fields);
    return n / fields;
  }
  void begin_struct() {}
  void end_struct() {}
  void end_structs() {}
  std::string_view binary() { return ar_.binary(); }
  template <class T>
  void scalar(T& n) {
    ar_.scalar(n);
  }
  void words(std::vector<uint64_t>& out) { unpack_words(ar_.binary(), out); }

  // See MsgpackSaver::sites.
  void sites(Code* code) {
    const size_t n = ar_.begin_list();
    graph_.resize(code->sites, n);
    const auto constant = [&](uint64_t i) {
      if (i >= code->constants.size) fail(StateErrorKind::kOutOfRange, "constant {} of {}", i, code->constants.size);
      return code->constants[i];
    };
    for (Site& s : code->sites) {
      const MsgpackToken t = ar_.next();
      if (t.type == MsgpackToken::kInt) {
        s.name = constant(t.number);
        continue;
      }
      if (t.type != MsgpackToken::kArray || t.number < 1 || t.number > 2) ar_.wrong("a site");
      const MsgpackToken name = ar_.next();
      s.name = name.type == MsgpackToken::kInt ? constant(name.number) : value_of(name);
      if (t.number == 2) load_number(ar_, s.count);
    }
  }

  Value value() {
    const Value v = value_of(ar_.next());
    if (is<Shape>(v)) ar_.wrong("a value");
    return v;
  }
  Value value_of(const MsgpackToken& t) {
    switch (t.type) {
      case MsgpackToken::kNil: return Value::none();
      case MsgpackToken::kBool: return Value::boolean(t.number != 0);
      case MsgpackToken::kInt:
        if (Value::fits_small(int64_t(t.number))) return Value::small(int64_t(t.number));
        break;
      case MsgpackToken::kFloat: {
        const Value v = graph_.make_double(t.real);
        if (v.is_object()) objects_.push_back(v.as_object());
        return v;
      }
      case MsgpackToken::kStr: return leaf(graph_.make_str(t.data, true));
      case MsgpackToken::kBin: return leaf(graph_.make_str(t.data, false));
      case MsgpackToken::kExt: return extension(t);
      case MsgpackToken::kArray: return mention(size_t(t.number));
      default: break;
    }
    ar_.wrong("a value");
  }
  Object* object() {
    const Value v = value();
    if (v.is_none()) return nullptr;
    if (!v.is_object()) ar_.wrong("an object");
    return v.as_object();
  }
  void values(const char*, Value* out, size_t n) {
    for (size_t i = 0; i < n; ++i) out[i] = value();
  }

  void dict(Dict* d) {
    const size_t items = ar_.begin_list();
    std::vector<std::pair<uint64_t, int64_t>> hashes;
    if (items % 2) {
      const size_t n = ar_.begin_list();
      if (n % 2) fail(StateErrorKind::kSyntax, "an odd list of hashes");
      hashes.resize(n / 2);
      for (auto& [entry, hash] : hashes) {
        ar_.scalar(entry);
        ar_.scalar(hash);
      }
    }
    graph_.resize(d->entries, items / 2);
    for (DictEntry& e : d->entries) {
      e.hash = GraphLoader::kNoHash;
      e.key = value();
      e.value = value();
    }
    for (const auto& [entry, hash] : hashes) GraphLoader::give_hash(d, entry, hash);
  }
  void set(Set* s) {
    uint64_t size, finger;
    ar_.scalar(size);
    ar_.scalar(finger);
    const std::string_view packed = ar_.binary();
    const size_t given = ar_.begin_list();
    if (given % 2) fail(StateErrorKind::kSyntax, "an odd list of hashes");
    std::vector<std::pair<uint64_t, int64_t>> hashes(given / 2);
    for (auto& [slot, hash] : hashes) {
      ar_.scalar(slot);
      ar_.scalar(hash);
    }
    std::vector<Value> keys(ar_.begin_list());
    for (Value& v : keys) v = value();
    std::vector<uint32_t> slots;
    slots.reserve(keys.size());
    uint64_t next = 0;
    for (const char* p = packed.data(); p != packed.data() + packed.size();) {
      uint64_t gap;
      if (!get_varint(p, packed.data() + packed.size(), &gap) || gap >= UINT32_MAX - next)
        fail(StateErrorKind::kOutOfRange, "a set's slots");
      slots.push_back(uint32_t(next + gap));
      next += gap + 1;
    }
    graph_.set_table(s, size, finger, slots, keys);
    for (const auto& [slot, hash] : hashes) GraphLoader::give_hash(s, slot, hash);
  }
  void shape(Shape* s) {
    s->cls = class_of_shape();
    const MsgpackToken t = ar_.next();
    if (t.type == MsgpackToken::kNil) {
      s->aux = Shape::kDictionary;
      return;
    }
    if (t.type != MsgpackToken::kArray) ar_.wrong("a list of names");
    graph_.resize(s->keys, t.number);
    for (Value& v : s->keys) v = value();
    if (s->keys.size && s->keys[s->keys.size - 1].is_none()) {
      s->aux = Shape::kDictionary;
      --s->keys.size;
    }
  }
  void instance(Instance* o) {
    const Value v = value_of(ar_.next());
    Object* shape = v.is_object() ? v.as_object() : nullptr;
    if (!shape || shape->kind != Kind::kShape || shape->immortal()) fail(StateErrorKind::kWrongType, "an instance without a shape");
    o->shape = static_cast<Shape*>(shape);
    const uint32_t n = o->serial >> 1;
    if (o->serial & 1) o->payload = value();
    o->serial = 0;
    for (uint32_t i = 0; i < n; ++i) o->slots[i] = value();
  }
  void frames(Task* task) {
    for (size_t n = ar_.begin_list(); n > 0; --n) {
      if (ar_.begin_list() != 7) fail(StateErrorKind::kSyntax, "a frame has seven parts");
      LoadedFrame f;
      f.task = task;
      Object* function = object();
      if (!function || function->kind != Kind::kFunction) fail(StateErrorKind::kBadFrame, "a frame without a function");
      f.function = static_cast<Function*>(function);
      load_number(ar_, f.pc);
      load_number(ar_, f.deliver);
      Object* generator = object();
      if (generator && generator->kind != Kind::kGenerator) fail(StateErrorKind::kBadFrame, "a frame of something other than a generator");
      f.generator = static_cast<Generator*>(generator);
      f.handled = value();
      f.receiver = value();
      if (f.generator) {
        if (ar_.next().type != MsgpackToken::kNil) ar_.wrong("nil, for a generator has its registers itself");
      } else {
        f.registers.resize(ar_.begin_list());
        for (Value& v : f.registers) v = value();
      }
      graph_.add_frame(std::move(f));
    }
  }
  void generator_registers(Generator* g) {
    std::vector<Value> values(ar_.begin_list());
    for (Value& v : values) v = value();
    graph_.set_registers(g, values);
  }

 private:
  struct Queued {
    Object* object;
    uint64_t owed;  // bytes that its record takes at least
  };

  Value leaf(Value v) {
    objects_.push_back(v.as_object());
    return v;
  }
  Object* object_at(uint64_t number) {
    if (number >= objects_.size())
      fail(StateErrorKind::kBadReference, "object {} of {}, before byte {}", number, objects_.size(), ar_.offset());
    return objects_[number];
  }
  Class* class_of_shape() {
    Object* o = object();
    if (!o || o->kind != Kind::kClass) fail(StateErrorKind::kWrongType, "a shape without a class");
    return static_cast<Class*>(o);
  }

  Value extension(const MsgpackToken& t) {
    switch (ExtType(t.ext_type)) {
      case ExtType::kBytes: return leaf(graph_.make_bytes(t.data));
      case ExtType::kInt:
        if (t.data.empty() || (t.data[0] != '+' && t.data[0] != '-')) break;
        return leaf(graph_.make_int(t.data[0] == '-', t.data.substr(1)));
      case ExtType::kSpecial: {
        const Value v = Value::special(Special(t.data.size() == 1 ? t.data[0] : 0));
        if (v == Value::not_implemented() || v == Value::ellipsis() || v.is_missing() || v.is_exhausted()) return v;
      }
    }
    ar_.wrong("a value");
  }

  // [] unset; [n] object n; [name] of the image; [-kind] or [-kind, count] a new object.
  Value mention(size_t parts) {
    if (parts == 0) return Value::unset();
    const MsgpackToken t = ar_.next();
    if (t.type == MsgpackToken::kStr && parts == 1) {
      objects_.push_back(graph_.find_image(t.data));
      return Value::object(objects_.back());
    }
    if (t.type != MsgpackToken::kInt || parts > 3) ar_.wrong("a reference");
    const int64_t n = int64_t(t.number);
    if (n >= 0) {
      if (parts != 1) ar_.wrong("a reference");
      return Value::object(object_at(uint64_t(n)));
    }
    if (n < -int64_t(kKindLimit)) fail(StateErrorKind::kWrongType, "no kind has the number of {}", n);
    const Kind kind = Kind(-n);
    uint64_t count = 0;
    if (parts >= 2) ar_.scalar(count);
    if ((parts >= 2) != (kind == Kind::kTuple || kind == Kind::kFunction || kind == Kind::kInstance))
      ar_.wrong("a count just where one is needed");
    bool has_payload = false;
    if (parts == 3) ar_.scalar(has_payload);
    if ((parts == 3) != has_payload || (has_payload && kind != Kind::kInstance)) ar_.wrong("a payload just where there is one");
    // The items that are still to come take a byte each.
    const uint64_t owed = kind == Kind::kTuple ? count : count + 1;
    if (count > ar_.left() || owed_ + owed > ar_.left())
      fail(StateErrorKind::kTruncated, "{} items before byte {}, where {} bytes are left for {} others", count, ar_.offset(), ar_.left(),
           owed_);
    Object* o = graph_.make_shell(kind, count);
    objects_.push_back(o);
    if (o->kind == Kind::kTuple && count == 0) return Value::object(o);
    owed_ += owed;
    if (kind == Kind::kInstance) o->serial = uint32_t(count) << 1 | has_payload;  // for a moment, until its record is read
    queue_.push_back({o, owed});
    return Value::object(o);
  }

  GraphLoader graph_;
  MsgpackInputArchive ar_;
  std::vector<Object*> objects_;  // by number
  std::vector<Queued> queue_;
  uint64_t owed_ = 0;
};

Value load_value(MsgpackLoader& loader) { return loader.value(); }

void load_msgpack(Context& cx, Machine& machine, std::string_view bytes, SessionState& state) {
  MsgpackLoader(cx, machine, bytes).load(state);
}

}  // namespace fermata
