// Loading JSON: RapidJSON's document is parsed without recursion; shells are made for all numbered records,
// then records are filled in order. What is inline is made where it is read. Frames and generators come
// last, because their locals are found by the names in their code.
#include <array>
#include <charconv>
#include <unordered_map>

#include "serialization/code_words.h"
#include "serialization/json_archive.h"
#include "serialization/json_rules.h"
#include "serialization/record_reader.h"

namespace fermata {

class JsonLoader {
 public:
  JsonLoader(Context& cx, Machine& machine, size_t input_bytes) : graph_(cx, machine, input_bytes) {}

  void load(const JsonNode& root, SessionState& state) {
    if (!root.IsObject() || !root.HasMember(kStateMagic.data())) fail(StateErrorKind::kNotAState, "this JSON isn't a state");
    ar_.enter(root);
    ar_.name(kStateMagic.data());
    uint64_t version;
    ar_.scalar(version);
    if (version == 0 || version > kStateVersion)
      fail(StateErrorKind::kVersion, "a state of version {}; this release reads up to {}", version, kStateVersion);
    state.version = uint32_t(version);
    graph_.set_version(state.version);
    ar_.name("heap");
    const JsonNode& heap = ar_.node();
    if (!heap.IsObject()) ar_.wrong("an object");
    make_shells(heap);
    ar_(state);
    for (const bool with_registers : {false, true})
      for (size_t i = 0; i < records_.size(); ++i) {
        const Kind kind = records_[i].object->kind;
        if ((kind == Kind::kTask || kind == Kind::kGenerator) != with_registers) continue;
        try {
          fill(records_[i].object, *records_[i].node);
        } catch (StateFailure& failure) {
          failure.error.message += fmt::format(" (in record {}, a {})", i + 1, kind_name(kind));
          throw;
        }
      }
    graph_.finish(state);
  }

  // --- source
  GraphLoader& graph() { return graph_; }
  void name(const char* s) { ar_.name(s); }
  size_t begin_list() { return ar_.begin_list(); }
  void end_list() { ar_.end_list(); }
  size_t begin_structs(uint32_t) { return ar_.begin_list(); }
  void begin_struct() { ar_.begin_map(); }
  void end_struct() { ar_.end_map(); }
  void end_structs() { ar_.end_list(); }
  std::string binary() { return ar_.binary(); }
  template <class T>
  void scalar(T& n) {
    ar_.scalar(n);
  }
  void words(std::vector<uint64_t>& out) {
    for (size_t n = ar_.begin_list(); n > 0; --n) {
      const JsonNode& line = ar_.node();
      if (!line.IsString()) ar_.wrong("an instruction");
      out.push_back(word_from_text(json_view(line)));
    }
    ar_.end_list();
  }
  void sites(Code* code) {
    graph_.resize(code->sites, ar_.begin_list());
    for (Site& s : code->sites) {
      const JsonNode& node = ar_.node();
      if (node.IsArray()) {
        if (node.Size() != 2 || !node[1].IsUint()) ar_.wrong("names and a count");
        s.name = value_of(node[0]);
        s.count = node[1].GetUint();
      } else {
        s.name = value_of(node);
      }
    }
    ar_.end_list();
  }
  Value value() { return value_of(ar_.node()); }
  Object* object() {
    const Value v = value();
    if (v.is_none()) return nullptr;
    if (!v.is_object()) ar_.wrong("an object");
    return v.as_object();
  }
  void values(const char* name, Value* out, size_t n) {
    ar_.name(name);
    if (ar_.begin_list() != n) ar_.wrong("a list of that length");
    for (size_t i = 0; i < n; ++i) out[i] = value();
    ar_.end_list();
  }
  // These have a notation, see fill.
  void dict(Dict*) {}
  void set(Set*) {}
  void shape(Shape*) { fail(StateErrorKind::kWrongType, "a shape as a record"); }
  void instance(Instance*) {}

  void frames(Task* task) {
    ar_.name("frames");
    for (size_t n = ar_.begin_list(); n > 0; --n) {
      ar_.begin_map();
      LoadedFrame f;
      f.task = task;
      f.function = object_of<Function>("function");
      if (!f.function || !f.function->code) fail(StateErrorKind::kBadFrame, "a frame without a function");
      number("pc", f.pc);
      number("deliver", f.deliver);
      f.generator = object_of<Generator>("generator");
      ar_.name("handled");
      f.handled = value();
      ar_.name("receiver");
      f.receiver = value();
      if (!f.generator) registers(f.function->code, f.registers);
      ar_.end_map();
      graph_.add_frame(std::move(f));
    }
    ar_.end_list();
  }
  void generator_registers(Generator* g) {
    if (!g->code) fail(StateErrorKind::kBadFrame, "a generator without code");
    std::vector<Value> values;
    registers(g->code, values);
    graph_.set_registers(g, values);
  }

 private:
  struct Record {
    Object* object;
    const JsonNode* node;
  };

  template <class T>
  T* object_of(const char* name) {
    ar_.name(name);
    Object* o = object();
    if (o && o->kind != T::kKind) ar_.wrong(kind_name(T::kKind));
    return static_cast<T*>(o);
  }
  template <class T>
  void number(const char* name, T& out) {
    ar_.name(name);
    load_number(ar_, out);
  }

  // "locals" by name, "temporaries" by number. Trailing unset registers are left away.
  void registers(const Code* code, std::vector<Value>& out) {
    const auto put = [&](uint64_t i, Value v) {
      if (i >= code->registers) fail(StateErrorKind::kBadFrame, "register {} of {}", i, code->registers);
      if (out.size() <= i) out.resize(i + 1);
      out[i] = v;
    };
    auto& numbers = local_numbers_[code];
    if (numbers.empty())
      for (uint32_t i = 0; i < code->locals.size; ++i)
        if (is<Str>(code->locals[i])) numbers.emplace(as<Str>(code->locals[i])->view(), i);
    for (const bool named : {true, false}) {
      ar_.name(named ? "locals" : "temporaries");
      const JsonNode& map = ar_.node();
      if (!map.IsObject()) ar_.wrong("an object");
      for (const auto& member : map.GetObject()) {
        const std::string_view name = json_view(member.name);
        uint64_t i = 0;
        if (named) {
          const auto found = numbers.find(name);
          if (found == numbers.end()) fail(StateErrorKind::kBadFrame, "no variable is named {}", name.substr(0, 100));
          i = found->second;
        } else if (std::from_chars(name.data(), name.data() + name.size(), i).ec != std::errc()) {
          fail(StateErrorKind::kBadFrame, "a register's number is {}", name.substr(0, 100));
        }
        put(i, value_of(member.value));
      }
    }
  }

  // --- records
  static Kind kind_named(std::string_view name) {
    static const auto kinds = [] {
      std::unordered_map<std::string_view, Kind> map;
#define TYPE(number, Name, ...) map.emplace(#Name, Kind::k##Name);
#include "heap/types.def"
      return map;
    }();
    const auto found = kinds.find(name);
    if (found == kinds.end()) fail(StateErrorKind::kWrongType, "no kind is named {}", name.substr(0, 100));
    return found->second;
  }
  static const JsonNode& member(const JsonNode& node, const char* name) {
    const auto found = node.FindMember(name);
    if (found == node.MemberEnd()) fail(StateErrorKind::kTruncated, "{} is missing", name);
    return found->value;
  }
  static const JsonNode* list_of(const JsonNode& node, const char* name) {
    if (!node.IsObject()) return nullptr;
    const auto found = node.FindMember(name);
    return found != node.MemberEnd() && found->value.IsArray() ? &found->value : nullptr;
  }

  void make_shells(const JsonNode& heap) {
    records_.reserve(heap.MemberCount());
    for (const auto& m : heap.GetObject()) {
      const std::string number = std::to_string(records_.size() + 1);
      if (json_view(m.name) != number)
        fail(StateErrorKind::kSyntax, "record {} where {} should be", json_view(m.name).substr(0, 40), number);
      const JsonNode& node = m.value;
      if (!node.IsObject()) fail(StateErrorKind::kWrongType, "record {} isn't an object", number);
      const JsonNode& kind_node = member(node, "$kind");
      if (!kind_node.IsString()) fail(StateErrorKind::kWrongType, "the kind of record {} isn't a string", number);
      const Kind kind = kind_named(json_view(kind_node));
      Object* o = is_leaf(kind) ? leaf(kind, member(node, "value")) : graph_.make_shell(kind, count_of(kind, node));
      records_.push_back({o, &node});
      if (const auto id = node.FindMember("$id"); id != node.MemberEnd()) {
        if (!id->value.IsUint64()) fail(StateErrorKind::kWrongType, "the id of record {}", number);
        graph_.set_serial(o, id->value.GetUint64());
      }
    }
  }

  // Of a record's or of a tagged value's node.
  uint64_t count_of(Kind kind, const JsonNode& node) {
    if (kind == Kind::kFunction) {
      const JsonNode* closure = list_of(node, "closure");
      return closure ? closure->Size() : 0;
    }
    if (kind != Kind::kTuple && kind != Kind::kInstance) return 0;
    const JsonNode& value = has_notation(kind) && node.HasMember("$kind") ? member(node, "value") : node;
    if (!value.IsObject()) fail(StateErrorKind::kWrongType, "a {} is written in another way", kind_name(kind));
    if (kind == Kind::kTuple) {
      const JsonNode* items = list_of(value, "$tuple");
      if (!items) fail(StateErrorKind::kWrongType, "a tuple without items");
      return items->Size();
    }
    const bool dict = value.HasMember("dict");
    if (dict && !value.HasMember("attributes")) return 1;
    const JsonNode& attributes = member(value, "attributes");
    return dict + (attributes.IsObject() ? attributes.MemberCount() : attributes.IsArray() ? attributes.Size() : 0);
  }

  // A leaf's record holds its value, which must be of that kind (a big int that is not small, …).
  Object* leaf(Kind kind, const JsonNode& node) {
    const Value v = value_of(node);
    if (!v.is_object() || v.as_object()->kind != kind)
      fail(StateErrorKind::kWrongType, "the value of a {} is something else", kind_name(kind));
    return v.as_object();
  }

  void fill(Object* o, const JsonNode& node) {
    if (is_leaf(o->kind)) return;
    if (has_notation(o->kind)) {
      fill_notation(o, member(node, "value"));
      return;
    }
    ar_.enter(node);
    RecordReader<JsonLoader>(*this).read(o);
    ar_.leave();
  }

  // --- values
  Value value_of(const JsonNode& node) {
    switch (node.GetType()) {
      case rapidjson::kNullType: return Value::none();
      case rapidjson::kFalseType: return Value::false_();
      case rapidjson::kTrueType: return Value::true_();
      case rapidjson::kStringType: return graph_.make_str(json_view(node), bare_is_canonical(json_view(node)));
      case rapidjson::kNumberType:
        if (node.IsDouble()) return graph_.make_double(node.GetDouble());
        if (node.IsInt64() && Value::fits_small(node.GetInt64())) return Value::small(node.GetInt64());
        fail(StateErrorKind::kOutOfRange, "an integer beyond 2**53 is written as text");
      default: break;
    }
    if (++depth_ > kMaxLoadDepth) fail(StateErrorKind::kTooLarge, "values are nested deeper than {}", kMaxLoadDepth);
    const Value v = node.IsArray() ? inline_object(Kind::kList, node) : tagged(node);
    --depth_;
    return v;
  }

  Value inline_object(Kind kind, const JsonNode& node) {
    Object* o = graph_.make_shell(kind, count_of(kind, node));
    fill_notation(o, node);
    return Value::object(o);
  }

  Value tagged(const JsonNode& node) {
    const auto first = node.MemberBegin();
    if (first == node.MemberEnd() || !json_view(first->name).starts_with('$')) return inline_object(Kind::kDict, node);
    const std::string_view tag = json_view(first->name);
    const JsonNode& content = first->value;
    const auto wrong = [&](const char* wanted) { fail(StateErrorKind::kWrongType, "{} expected in {}", wanted, tag.substr(0, 40)); };
    const auto text = [&]() -> std::string_view {
      if (!content.IsString()) wrong("a text");
      return json_view(content);
    };
    if (tag == "$ref") {
      if (!content.IsUint64()) wrong("a number");
      const uint64_t n = content.GetUint64();
      if (n == 0 || n > records_.size()) fail(StateErrorKind::kBadReference, "record {} of {}", n, records_.size());
      return Value::object(records_[n - 1].object);
    }
    if (tag == "$image") return Value::object(graph_.find_image(text()));
    if (tag == "$name" || tag == "$str") {
      std::string s;
      if (!json_text(content, &s)) wrong("a text");
      return graph_.make_str(s, tag == "$name");
    }
    if (tag == "$bytes") {
      std::string s;
      if (!from_base64(text(), &s)) wrong("base64 text");
      return graph_.make_bytes(s);
    }
    if (tag == "$int") return graph_.make_int_from_text(text());
    if (tag == "$float") {
      double d;
      if (!json_double(node, &d)) wrong("inf or nan");
      return graph_.make_double(d);
    }
    if (tag == "$special") {
      const std::string_view s = text();
      if (s == "unset") return Value::unset();
      if (s == "Ellipsis") return Value::ellipsis();
      if (s == "NotImplemented") return Value::not_implemented();
      if (s == "missing") return Value::missing();
      if (s == "exhausted") return Value::exhausted();
      wrong("a special value");
    }
    if (tag == "$tuple") return inline_object(Kind::kTuple, node);
    if (tag == "$dict") return inline_object(Kind::kDict, node);
    if (tag == "$set") return inline_object(Kind::kSet, node);
    if (tag == "$frozenset") return inline_object(Kind::kFrozenSet, node);
    if (tag == "$cell") return inline_object(Kind::kCell, node);
    if (tag == "$instance") return inline_object(Kind::kInstance, node);
    if (tag == "$new") {
      const Kind kind = kind_named(text());
      if (has_notation(kind) || !stands_inline(kind)) wrong("another kind");
      Object* o = graph_.make_shell(kind, 0);
      ar_.enter(node);
      RecordReader<JsonLoader>(*this).read(o);
      ar_.leave();
      return Value::object(o);
    }
    fail(StateErrorKind::kWrongType, "nothing is tagged {}", tag.substr(0, 40));
  }

  void fill_notation(Object* o, const JsonNode& node) {
    switch (o->kind) {
      case Kind::kList: {
        if (!node.IsArray()) ar_.wrong("a list");
        auto* list = static_cast<List*>(o);
        graph_.resize(list->items, node.Size());
        for (rapidjson::SizeType i = 0; i < node.Size(); ++i) list->items[i] = value_of(node[i]);
        break;
      }
      case Kind::kTuple: {
        const JsonNode* items = list_of(node, "$tuple");
        auto* tuple = static_cast<Tuple*>(o);
        if (!items || items->Size() != tuple->count) ar_.wrong("a tuple");
        for (rapidjson::SizeType i = 0; i < items->Size(); ++i) tuple->items[i] = value_of((*items)[i]);
        break;
      }
      case Kind::kDict: fill_dict(static_cast<Dict*>(o), node); break;
      case Kind::kSet:
      case Kind::kFrozenSet: fill_set(static_cast<Set*>(o), node); break;
      case Kind::kCell:
        if (!node.IsObject()) ar_.wrong("a cell");
        static_cast<Cell*>(o)->content = value_of(member(node, "$cell"));
        break;
      case Kind::kInstance: fill_instance(static_cast<Instance*>(o), node); break;
      default: ar_.wrong("another kind");
    }
  }

  // Pairs of place and hash.
  template <class T>
  void give_hashes(T* table, const JsonNode& node) {
    const JsonNode* hashes = list_of(node, "hashes");
    if (!hashes) return;
    for (rapidjson::SizeType i = 0; i + 1 < hashes->Size(); i += 2) {
      int64_t hash;
      if (!(*hashes)[i].IsUint64() || !json_int64((*hashes)[i + 1], &hash)) fail(StateErrorKind::kWrongType, "hashes are pairs of numbers");
      GraphLoader::give_hash(table, (*hashes)[i].GetUint64(), hash);
    }
  }

  void fill_dict(Dict* d, const JsonNode& node) {
    if (!node.IsObject()) ar_.wrong("a dict");
    if (node.MemberCount() == 0 || !json_view(node.MemberBegin()->name).starts_with('$')) {
      graph_.resize(d->entries, node.MemberCount());
      uint32_t i = 0;
      for (const auto& m : node.GetObject()) {
        d->entries[i].hash = GraphLoader::kNoHash;
        d->entries[i].key = graph_.make_str(json_view(m.name), bare_is_canonical(json_view(m.name)));
        d->entries[i++].value = value_of(m.value);
      }
      return;
    }
    const JsonNode* pairs = list_of(node, "$dict");
    if (!pairs) ar_.wrong("a dict");
    graph_.resize(d->entries, pairs->Size());
    for (rapidjson::SizeType i = 0; i < pairs->Size(); ++i) {
      const JsonNode& pair = (*pairs)[i];
      if (!pair.IsArray() || (pair.Size() != 0 && pair.Size() != 2)) fail(StateErrorKind::kWrongType, "a dict's entry is a pair");
      DictEntry& e = d->entries[i];
      e.hash = GraphLoader::kNoHash;
      if (pair.Empty()) continue;
      e.key = value_of(pair[0]);
      e.value = value_of(pair[1]);
    }
    give_hashes(d, node);
  }

  void fill_set(Set* s, const JsonNode& node) {
    const JsonNode* items = list_of(node, s->kind == Kind::kSet ? "$set" : "$frozenset");
    const JsonNode* places = list_of(node, "slots");
    if (!items || !places || !member(node, "size").IsUint64() || !member(node, "finger").IsUint64()) ar_.wrong("a set");
    std::vector<Value> keys(items->Size());
    for (rapidjson::SizeType i = 0; i < items->Size(); ++i) keys[i] = value_of((*items)[i]);
    std::vector<uint32_t> slots;
    for (const JsonNode& place : places->GetArray()) {
      if (!place.IsUint()) fail(StateErrorKind::kWrongType, "a slot isn't a number");
      slots.push_back(place.GetUint());
    }
    graph_.set_table(s, member(node, "size").GetUint64(), member(node, "finger").GetUint64(), slots, keys);
    give_hashes(s, node);
  }

  void fill_instance(Instance* o, const JsonNode& node) {
    if (!node.IsObject()) ar_.wrong("an instance");
    const Value cls = value_of(member(node, "$instance"));
    if (!is<Class>(cls)) fail(StateErrorKind::kWrongType, "an instance without a class");
    auto* shape = static_cast<Shape*>(graph_.make_shell(Kind::kShape, 0));
    shape->cls = as<Class>(cls);
    o->shape = shape;
    if (const auto payload = node.FindMember("payload"); payload != node.MemberEnd()) o->payload = value_of(payload->value);
    if (const auto dict = node.FindMember("dict"); dict != node.MemberEnd()) {
      shape->aux = Shape::kDictionary;
      o->slots[o->aux - 1] = value_of(dict->value);
      if (!node.HasMember("attributes")) return;
    }
    const JsonNode& attributes = member(node, "attributes");
    uint32_t i = 0;
    const auto add = [&](Value name, const JsonNode& content) {
      if (i >= o->aux) fail(StateErrorKind::kWrongType, "an instance's attributes");
      shape->keys[i] = name;
      o->slots[i++] = value_of(content);
    };
    if (attributes.IsObject()) {
      graph_.resize(shape->keys, attributes.MemberCount());
      for (const auto& m : attributes.GetObject()) add(graph_.make_str(json_view(m.name), bare_is_canonical(json_view(m.name))), m.value);
    } else if (attributes.IsArray()) {
      graph_.resize(shape->keys, attributes.Size());
      for (const JsonNode& pair : attributes.GetArray()) {
        if (!pair.IsArray() || pair.Size() != 2) fail(StateErrorKind::kWrongType, "an attribute is a pair");
        add(value_of(pair[0]), pair[1]);
      }
    } else {
      fail(StateErrorKind::kWrongType, "an instance's attributes");
    }
  }

  GraphLoader graph_;
  JsonInputArchive ar_{*this};
  std::vector<Record> records_;
  std::unordered_map<const Code*, std::unordered_map<std::string_view, uint32_t>> local_numbers_;
  int depth_ = 0;
};

Value JsonInputArchive::value() { return loader_.value(); }

void load_json(Context& cx, Machine& machine, std::string_view bytes, SessionState& state) {
  JsonDocument document;
  document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag>(bytes.data(),
                                                                                                                              bytes.size());
  if (document.HasParseError()) fail(StateErrorKind::kSyntax, "not JSON, at byte {}", document.GetErrorOffset());
  JsonLoader(cx, machine, bytes.size()).load(document, state);
}

}  // namespace fermata
