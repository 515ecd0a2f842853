#include "runtime/heap_check.h"

#include <algorithm>
#include <functional>

#include "base/utf8.h"
#include "compiler/code.h"
#include "heap/visit.h"

namespace fermata {

namespace {

bool is_text(Value v) { return is<Str>(v); }
bool is_text_or_none(Value v) { return is<Str>(v) || v.is_none(); }
bool is_integer(Value v) { return v.is_small() || is<Int>(v); }
// A value that a program can hold.
bool is_present(Value v) { return !v.is_unset() && !v.is_outcome(); }
template <class T>
bool is_or_none(Value v) {
  return is<T>(v) || v.is_none();
}
template <class T>
bool is_or_unset(Value v) {
  return is<T>(v) || v.is_unset();
}

// What zips and enumerates take items from: their natives know only these.
bool is_leaf_iterator(Value v) { return v.is_object() && kind_has<kLeafIterator>(v.as_object()->kind); }

template <class Range>
bool all_present(const Range& values) {
  return std::all_of(values.begin(), values.end(), is_present);
}

template <class T, class Same>
bool all_same(const Array<T>& a, const Array<T>& b, Same same) {
  return a.size == b.size && std::equal(a.begin(), a.end(), b.begin(), same);
}

// The code that types.coroutine gives a function differs from what the function's older generators run by a flag.
bool same_instructions(const Code* a, const Code* b) {
  if (a == b) return true;
  return b && ((a->code_flags ^ b->code_flags) & ~uint32_t(kCodeIterableCoroutine)) == 0 && a->registers == b->registers &&
         a->positional == b->positional && a->keyword_only == b->keyword_only && a->locals.size == b->locals.size &&
         a->free_names.size == b->free_names.size && all_same(a->local_is_cell, b->local_is_cell, std::equal_to<>()) &&
         all_same(a->words, b->words, std::equal_to<>()) && all_same(a->constants, b->constants, std::equal_to<>()) &&
         all_same(a->sites, b->sites, [](const Site& x, const Site& y) { return x.name == y.name && x.count == y.count; }) &&
         all_same(a->handlers, b->handlers, [](const CodeHandler& x, const CodeHandler& y) {
           return x.begin == y.begin && x.end == y.end && x.target == y.target && x.reg == y.reg;
         });
}

// The kind whose class a builtin value has.
Kind kind_of(Value v) {
  if (v.is_small()) return Kind::kInt;
  if (v.is_inline_float()) return Kind::kFloat;
  return v.is_object() ? v.as_object()->kind : Kind::kFree;
}

bool is_hashable_kind(Value v) { return !v.is_object() || !kind_has<kUnhashable>(v.as_object()->kind); }

// One function for each type that promises something its fields don't; null when all is well.
class Checker {
 public:
  explicit Checker(const Context& cx) : cx_(cx) {}

  const char* check(const Str& s) {
    if (s.aux & Str::kBuffer) return s.count <= s.length ? nullptr : "a buffer's size is wrong";
    if (s.shared() && s.count > s.buffer()->count) return "it is longer than its buffer";
    if (!utf8::is_valid(s.view(), utf8::Surrogates::kAllow)) return "not UTF-8";
    if (s.length != utf8::count(s.view())) return "its length is wrong";
    if (s.ascii() != (s.length == s.count)) return "its ASCII flag is wrong";
    return nullptr;
  }
  const char* check(const Int& i) {
    if (i.count == 0 || i.limbs[i.count - 1] == 0) return "not in its shortest form";
    if (i.aux > 1) return "its sign is neither + nor -";
    if (i.count == 1 && i.limbs[0] <= uint64_t(Value::kMaxSmall) + i.aux) return "a small int on the heap";
    return nullptr;
  }
  const char* check(const Float& f) { return !Value::inline_float(f.value).is_unset() ? "an inline float on the heap" : nullptr; }
  const char* check(const Tuple& t) { return all_present(std::span(t.items, t.count)) ? nullptr : "an item isn't a value"; }
  const char* check(const List& l) { return all_present(l.items) ? nullptr : "an item isn't a value"; }
  const char* check(const Dict& d) {
    for (const DictEntry& e : d.entries) {
      if (e.key.is_unset()) continue;
      if (!is_present(e.key) || !is_present(e.value)) return "an entry isn't a value";
      if (!is_hashable_kind(e.key)) return "an entry's key is not hashable";
    }
    return nullptr;
  }
  const char* check(const Set& s) {
    if (s.table.size & (s.table.size - 1)) return "its table's size isn't a power of two";
    uint32_t live = 0, fill = 0;
    for (const SetEntry& e : s.table) {
      if (!e.key.is_unset() && (!is_present(e.key) || !is_hashable_kind(e.key))) return "an element is not hashable";
      live += !e.key.is_unset();
      fill += !e.key.is_unset() || e.hash != 0;
    }
    if (live != s.live || fill != s.fill) return "its counts are wrong";
    if (s.table.size && fill >= s.table.size) return "its table is full";
    return nullptr;
  }
  const char* check(const FrozenSet& s) { return check(static_cast<const Set&>(s)); }
  const char* check(const Range& r) {
    if (!is_integer(r.start) || !is_integer(r.stop) || !is_integer(r.step) || !is_integer(r.length)) return "a part isn't an int";
    if (r.step == Value::small(0)) return "its step is zero";
    if (r.length.is_small() ? r.length.as_small() < 0 : as<Int>(r.length)->aux != 0) return "its length is negative";
    return nullptr;
  }
  const char* check(const Slice& s) {
    return is_present(s.start) && is_present(s.stop) && is_present(s.step) ? nullptr : "a part isn't a value";
  }

  const char* check(const MemoryView& m) {
    if (!is_present(m.object) || !is_text(m.format)) return "a part is of the wrong type";
    const uint32_t width = MemoryView::item_bytes(as<Str>(m.format)->view());
    if (!width) return "it has no such format";
    if (m.shape.size != m.strides.size || m.shape.size > MemoryView::kMaxDimensions) return "its dimensions are wrong";
    for (int64_t n : m.shape)
      if (n < 0) return "a dimension is negative";
    if (m.base.is_unset()) return nullptr;
    if (is<Bytes>(m.base) ? !m.readonly() : !is<ByteArray>(m.base)) return "what it shows isn't bytes";
    return m.within(is<Bytes>(m.base) ? as<Bytes>(m.base)->count : as<ByteArray>(m.base)->data.size, width) ? nullptr
                                                                                                            : "it goes out of range";
  }
  const char* check(const WeakCell& c) { return is_present(c.target) && is_present(c.owner) ? nullptr : "a part isn't a value"; }

  // --- iterators
  static constexpr uint16_t kMaxNesting = 128;
  const char* check(const SequenceIterator& it) {
    if (it.aux >> 1 > uint16_t(Iterated::kMemoryView)) return "it goes over nothing that is known";
    if (it.sequence.is_unset()) return nullptr;
    static constexpr Kind kKinds[] = {Kind::kList,  Kind::kTuple,     Kind::kStr,   Kind::kStr,
                                      Kind::kBytes, Kind::kByteArray, Kind::kDeque, Kind::kMemoryView};
    if (kind_of(it.sequence) != kKinds[it.aux >> 1]) return "it goes over something other than it says";
    switch (kind_of(it.sequence)) {
      case Kind::kStr: {
        const Str* s = as<Str>(it.sequence);
        return it.index == s->count || (it.index < s->count && !utf8::is_continuation(s->text()[it.index])) ? nullptr
                                                                                                            : "its index is out of range";
      }
      case Kind::kBytes: return it.index <= as<Bytes>(it.sequence)->count ? nullptr : "its index is out of range";
      case Kind::kTuple: return it.index <= as<Tuple>(it.sequence)->count ? nullptr : "its index is out of range";
      case Kind::kList:
      case Kind::kByteArray:
      case Kind::kMemoryView:
      case Kind::kDeque: return it.index <= UINT32_MAX ? nullptr : "its index is out of range";
      default: return "it iterates over something other than a sequence";
    }
  }
  const char* check(const RangeIterator& it) {
    if (it.remaining == 0) return nullptr;
    if (it.step == 0) return "its step is zero";
    const auto last = __int128(it.next) + __int128(it.step) * (it.remaining - 1);
    return last >= INT64_MIN && last <= INT64_MAX ? nullptr : "it goes out of range";
  }
  const char* check(const DictIterator& it) {
    if ((it.aux & 7) > 2 || it.aux > 15) return "it has no such part";
    return is_or_unset<Dict>(it.dict) ? nullptr : "it iterates over something other than a dict";
  }
  const char* check(const SetIterator& it) {
    return is_or_unset<Set>(it.set) || is<FrozenSet>(it.set) ? nullptr : "it iterates over something other than a set";
  }
  const char* check(const DictView& view) {
    if ((view.aux & 7) > 2 || view.aux > 15) return "it has no such part";
    return is<Dict>(view.dict) ? nullptr : "it shows something other than a dict";
  }
  const char* check(const Zip& z) {
    // How deep zips and enumerates are nested in each other: a wrong number only means earlier or later help from
    // the prelude, since natives count their depth besides.
    if (z.aux >> 1 > kMaxNesting) return "it is nested too deeply";
    return std::all_of(z.iterators.begin(), z.iterators.end(), is_leaf_iterator) ? nullptr : "an iterator isn't one";
  }
  const char* check(const Enumerate& e) {
    return e.aux <= kMaxNesting + 1 && is_integer(e.count) && is_leaf_iterator(e.iterator) ? nullptr : "a part is of the wrong type";
  }

  const char* check(const Map& m) {
    if (!is_present(m.function) || m.held.is_outcome()) return "a part isn't a value";
    return is<SequenceIterator>(m.iterator) || is<RangeIterator>(m.iterator) || is<DictIterator>(m.iterator) || is<SetIterator>(m.iterator)
               ? nullptr
               : "its iterator isn't one";
  }

  // --- the standard library's types
  const char* check(const Deque& d) {
    if (d.head > d.items.size) return "its head is out of range";
    for (uint32_t i = 0; i < d.items.size; ++i)
      if (i < d.head ? !d.items[i].is_unset() : !is_present(d.items[i])) return "an item isn't a value";
    return d.maxlen.is_none() || (d.maxlen.is_small() && d.maxlen.as_small() >= 0) ? nullptr : "its maxlen isn't a count";
  }
  const char* check(const Pattern& p) {
    return (is<Str>(p.source) || is<Bytes>(p.source)) && is_or_none<Dict>(p.group_names) && p.groups < 100000
               ? nullptr
               : "a part is of the wrong type";
  }
  const char* check(const Match& m) {
    if (!is<Pattern>(m.pattern)) return "its pattern isn't one";
    const int64_t length = is<Str>(m.string) ? as<Str>(m.string)->length : is<Bytes>(m.string) ? as<Bytes>(m.string)->count : -1;
    if (length < 0) return "its subject isn't text";
    const int64_t bytes = is<Str>(m.string) ? as<Str>(m.string)->count : length;
    if (m.spans.size != 2 * (uint64_t(as<Pattern>(m.pattern)->groups) + 1)) return "its number of groups is wrong";
    for (uint32_t i = 0; i < m.spans.size; i += 2) {
      const int64_t begin = m.spans[i], end = m.spans[i + 1];
      if (!(begin == -1 && end == -1) && !(0 <= begin && begin <= end && end <= bytes)) return "a span is out of range";
    }
    if (m.pos < 0 || m.endpos < 0 || m.pos > length || m.endpos > length) return "its range is out of range";
    return m.last_group >= -1 && m.last_group <= int64_t(as<Pattern>(m.pattern)->groups) ? nullptr : "its last group is out of range";
  }
  const char* check(const RandomState& r) { return r.state.size == 624 && r.position <= 624 ? nullptr : "its size is wrong"; }

  // --- programs
  const char* check(const Code& c) {
    if (!is_text(c.name) || !is_text(c.qualname) || !is_text(c.filename) || !is_text_or_none(c.doc)) return "a name isn't a str";
    if (!std::all_of(c.locals.begin(), c.locals.end(), is_text) || !std::all_of(c.free_names.begin(), c.free_names.end(), is_text))
      return "a variable's name isn't a str";
    if (!all_present(c.constants)) return "a constant isn't a value";
    for (const Site& s : c.sites) {
      if (is<Str>(s.name)) continue;
      if (!is<Tuple>(s.name)) return "a site's name is neither a str nor a tuple";
      const auto names = as<Tuple>(s.name)->span();
      if (!std::all_of(names.begin(), names.end(), is_text)) return "a keyword isn't a str";
    }
    return nullptr;
  }
  const char* check(const Function& f) {
    if (!f.code) return "it has no code";
    if (!is<Dict>(f.globals)) return "its globals aren't a dict";
    if (!is_text(f.name) || !is_text(f.qualname)) return "its name isn't a str";
    if (!is_or_none<Tuple>(f.defaults) || !is_or_none<Dict>(f.keyword_defaults)) return "its defaults aren't a tuple or dict";
    if (!is_or_unset<Dict>(f.attributes)) return "its attributes aren't a dict";
    if (f.count != f.code->free_names.size) return "its closure doesn't fit its code";
    for (uint32_t i = 0; i < f.count; ++i)
      if (!is<Cell>(f.closure[i])) return "its closure holds something other than a cell";
    return nullptr;
  }
  const char* check(const Cell& c) { return c.content.is_outcome() ? "its content isn't a value" : nullptr; }
  const char* check(const BoundMethod& m) { return is_present(m.self) && is_present(m.function) ? nullptr : "a part isn't a value"; }
  const char* check(const HostFunction& f) { return is_text(f.name) ? nullptr : "its name isn't a str"; }
  const char* check(const Module& m) { return is_text(m.name) && is<Dict>(m.dict) ? nullptr : "a part is of the wrong type"; }
  const char* check(const Generator& g) {
    if (!g.function || !g.code || !same_instructions(g.code, g.function->code)) return "its code is not its function's";
    if (g.state > uint32_t(GeneratorState::kDelegating)) return "it has no such state";
    const bool finished = g.state == uint32_t(GeneratorState::kFinished);
    if (!finished && g.registers.size != g.code->registers) return "its registers don't fit its code";
    if (!finished && g.pc >= g.code->words.size) return "its pc is out of range";
    if (!is_text(g.name) || !is_text(g.qualname) || !is_or_unset<Str>(g.type_name)) return "its name isn't a str";
    return is_or_unset<Exception>(g.handled) || g.handled.is_none() ? nullptr : "it handles something other than an exception";
  }
  const char* check(const Task& t) { return is_or_none<Str>(t.name) || t.name.is_unset() ? nullptr : "its name isn't a str"; }

  // --- classes
  const char* check(const Class& c) {
    if (!is_text(c.name) || !is_text(c.qualname)) return "its name isn't a str";
    if (!is<Tuple>(c.bases) || !is<Tuple>(c.mro) || !is<Dict>(c.dict) || !c.meta) return "a part is of the wrong type";
    for (Value v : as<Tuple>(c.bases)->span()) {
      if (!is<Class>(v)) return "a base isn't a class";
      if (const uint32_t layout = as<Class>(v)->layout; layout != uint32_t(Kind::kInstance) && layout != c.layout)
        return "its layout is not its bases'";
    }
    const auto mro = as<Tuple>(c.mro)->span();
    if (mro.empty()) return "its MRO is empty";  // otherwise it may be anything: a metaclass's mro() says so
    for (Value v : mro) {
      if (!is<Class>(v)) return "its MRO holds something other than a class";
      if (v.as_object() != &c && as<Class>(v)->class_flags & kClassFinal) return "its base has no subclasses";
      const uint32_t layout = as<Class>(v)->layout;
      if (layout != uint32_t(Kind::kInstance) && layout != c.layout) return "its layout is not its bases'";
    }
    if (c.layout >= uint32_t(kKindLimit)) return "it has no such layout";
    if (!is<Tuple>(c.meta->mro)) return "its metaclass isn't a class";
    const auto meta_mro = as<Tuple>(c.meta->mro)->span();
    if (std::find(meta_mro.begin(), meta_mro.end(), Value::object(cx_.image->type)) == meta_mro.end()) return "its metaclass isn't a type";
    for (Value v : c.subclasses)
      if (!is<Class>(v)) return "a subclass isn't a class";
    return is_or_unset<Builtin>(c.constructor) ? nullptr : "its constructor isn't a builtin";
  }
  const char* check(const Shape& s) { return s.cls ? nullptr : "it has no class"; }
  const char* check(const Instance& o) {
    if (!o.shape || !o.shape->cls) return "it has no class";
    const Class& cls = *o.shape->cls;
    if (o.payload.is_unset() ? cls.layout != uint32_t(Kind::kInstance) : kind_of(o.payload) != Kind(cls.layout))
      return "it doesn't have its class's layout";
    const uint32_t count = o.shape->count;
    const auto slot = [&](uint32_t i) { return i < o.aux ? o.slots[i] : o.overflow[i - o.aux]; };
    if (uint64_t(count) + o.shape->dictionary() > uint64_t(o.aux) + o.overflow.size) return "it has fewer slots than attributes";
    for (uint32_t i = 0; i < count; ++i)
      if (!is_present(slot(i))) return "an attribute isn't a value";
    if (!o.shape->dictionary()) return nullptr;
    const Value dict = slot(count);  // or an instance of a subclass of dict
    return is<Dict>(is<Instance>(dict) ? as<Instance>(dict)->payload : dict) ? nullptr : "its attributes are in no dict";
  }
  const char* check(const Exception& e) {
    if (!e.cls || e.cls->layout != uint32_t(Kind::kException)) return "its class isn't an exception class";
    if (!is<Tuple>(e.args)) return "its args aren't a tuple";
    if (!is_or_none<Traceback>(e.traceback)) return "its traceback isn't one";
    if (!is_or_none<Exception>(e.cause) || !is_or_none<Exception>(e.context)) return "its cause or context isn't an exception";
    return is_or_unset<Dict>(e.attributes) && is_or_unset<Dict>(e.details) ? nullptr : "its attributes or details aren't a dict";
  }
  const char* check(const Traceback& t) {
    if (!is_or_none<Traceback>(t.next)) return "what follows isn't a traceback";
    // UINT32_MAX: objects/code/code.h kAtDefinition.
    return t.code && (t.pc < t.code->words.size || t.pc == UINT32_MAX) ? nullptr : "it points to no instruction";
  }
  const char* check(const Property& p) {
    return is_present(p.get) && is_present(p.set) && is_present(p.del) && !p.doc.is_outcome() && !p.name.is_outcome()
               ? nullptr
               : "a part isn't a value";
  }
  const char* check(const StaticMethod& m) { return is_present(m.function) ? nullptr : "it has no function"; }
  const char* check(const ClassMethod& m) { return is_present(m.function) ? nullptr : "it has no function"; }
  const char* check(const Super& s) {
    if (!s.cls || !is_present(s.self)) return "a part is missing";
    return s.self.is_none() || s.object_type ? nullptr : "it has no type";
  }
  const char* check(const MappingProxy& p) { return is_present(p.mapping) ? nullptr : "it has no mapping"; }
  const char* check(const GenericAlias& a) { return is_present(a.origin) && is<Tuple>(a.args) ? nullptr : "a part is of the wrong type"; }
  const char* check(const TupleGetter& g) { return g.index.is_small() && !g.doc.is_outcome() ? nullptr : "a part is of the wrong type"; }
  const char* check(const Member& m) { return is<Class>(m.owner) && is_text(m.name) ? nullptr : "a part is of the wrong type"; }

  // Types whose fields promise nothing more.
  const char* check(const Object&) { return nullptr; }

 private:
  const Context& cx_;
};

}  // namespace

const char* check_object(const Context& cx, const Object* o) {
  const char* problem = "its kind is unknown";
  with_type(const_cast<Object*>(o), [&](auto* object) { problem = Checker(cx).check(*object); });
  return problem;
}

const char* check_heap(Context& cx, Kind* kind) {
  const char* problem = nullptr;
  cx.heap.for_each([&](Object* o) {
    if (problem) return;
    if ((problem = check_object(cx, o))) *kind = o->kind;
  });
  return problem;
}

}  // namespace fermata
