// The native part of pyexpat: what parsers find, in lists of events which __init__.py hands to the program's handlers. What a parser is, is
// said by its record, which is the program's and goes into states: the bytes that it was given, what was set when, and how many events its
// handlers have seen. The parsers of expat (parser.h) are copies of records, in a bounded cache of the Context; one that isn't there
// any more is made again and hears the record once more.
#include <expat.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/utf8.h"
#include "library/pyexpat/parser.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr size_t kMostParsers = 32;
constexpr uint64_t kMostBytes = 16 << 20;  // of all parsers, or an eighth of the heap; the one that is used may be larger
constexpr uint32_t kMostParents = 64;      // entities in entities

// The entries of a record's tape, tuples that start with one of these.
enum Entry : int64_t {
  kFeed,      // data, is it the last?, is it text?
  kSettings,  // after this many events: flags, buffer size, base or None
  kAnswer,    // to what waits: the meaning of an encoding's bytes, or None
  kChild,     // the record of a parser that reads a parameter entity, which changes what this one knows
};
enum Status : int64_t { kMore, kDone, kWaiting };  // errors of expat's are negative

// A record's items, as __init__.py makes them.
struct Record {
  List* tape;
  uint64_t seen;  // events that went to handlers
  Value encoding, separator;
  Dict* intern;
  List* parent;  // or null: whose external entity this one reads, where it was then, and what expat calls the entity
  uint64_t parent_seen, parent_end;
  Value context;
  bool parent_busy;  // one of its handlers ran
  uint64_t key;
};

Value bad_record(Context& cx) { return raise_runtime_error(cx, "this is not the record of a parser"); }

bool natural(Value v, uint64_t* out) {
  if (!v.is_small() || v.as_small() < 0) return false;
  *out = uint64_t(v.as_small());
  return true;
}
bool text_or_none(Value v) { return v.is_none() || is<Str>(v); }
std::string c_text(Value v) { return is<Str>(v) ? std::string(as<Str>(v)->view()) : std::string(); }

bool read_record(Context& cx, List* list, Record* r) {
  if (list->items.size != 10) return false;
  const Value* v = list->items.data;
  r->tape = try_as<List>(v[0]);
  r->encoding = v[2];
  r->separator = v[3];
  r->intern = try_as<Dict>(v[4]);
  r->parent = try_as<List>(v[5]);
  r->context = v[8];
  r->parent_busy = v[9].is_true();
  r->key = cx.heap.serial_of(list);
  return r->tape && natural(v[1], &r->seen) && text_or_none(r->encoding) && text_or_none(r->separator) && r->intern &&
         !r->intern->immortal() && (r->parent || v[5].is_none()) && natural(v[6], &r->parent_seen) && natural(v[7], &r->parent_end) &&
         text_or_none(r->context);
}

struct Cache {
  std::unordered_map<uint64_t, std::shared_ptr<XmlParser>> parsers;
  uint64_t uses = 0;
  uint64_t most_bytes = kMostBytes;
  uint64_t loaded = 0;                      // records with smaller keys came with the state
  std::unordered_set<uint64_t> made_again;  // of these

  std::shared_ptr<XmlParser> find(uint64_t key) {
    const auto found = parsers.find(key);
    return found == parsers.end() ? nullptr : found->second;
  }
  void keep(uint64_t key, const std::shared_ptr<XmlParser>& p) {
    p->used = ++uses;
    parsers[key] = p;
    for (uint64_t bytes = total(); parsers.size() > kMostParsers || bytes > most_bytes; bytes = total()) {
      const auto oldest = std::ranges::min_element(parsers, {}, [](const auto& entry) { return entry.second->used; });
      if (oldest->second == p) break;
      parsers.erase(oldest);
    }
  }
  uint64_t total() const {
    uint64_t sum = 0;
    for (const auto& [key, p] : parsers) sum += p->bytes();
    return sum;
  }
};

Cache& cache_of(Context& cx) {
  if (!cx.xml_parsers) {
    const auto made = std::make_shared<Cache>();
    made->loaded = cx.heap.next_serial();
    cx.xml_parsers = made;
  }
  Cache& cache = *static_cast<Cache*>(cx.xml_parsers.get());
  if (const uint64_t limit = cx.budget.limits.heap_bytes) cache.most_bytes = std::min(kMostBytes, limit / 8);
  return cache;
}

// How far a parser has to get: this many events, after this many entries of its tape. From there on `events` reports what happens.
struct Goal {
  uint64_t seen;
  size_t end;
  bool whole = false;  // and to the end of what was fed then
  uint64_t ahead = 0;  // events that may be reported at once; 0: none at all
  List* events = nullptr;
  std::string places = {};
};

// Charges work. What a state brought was paid for before it was saved: it is done again for nothing once, so that a program that gets
// little at a time makes progress.
bool pay(Context& cx, const XmlParser& p, const Goal& goal, uint64_t steps) {
  const bool again = p.paid_for && (p.emitted() < goal.seen || p.tape_at + 1 < goal.end);
  if (again) cx.budget.force_safepoint();  // the clock is looked at
  return cx.tick(again ? 1 : steps);
}

Value ensure(Context& cx, const Record& r, uint64_t key, const Goal& goal, uint32_t depth, std::shared_ptr<XmlParser>* out);
Value catch_up(Context& cx, const Record& r, XmlParser& p, const Goal& goal, uint32_t depth);

bool is_settings(const Tuple* entry) {
  return entry && entry->count == 5 && entry->items[0] == Value::small(kSettings) && entry->items[1].is_small();
}

bool apply_entry(const Tuple* entry, XmlParser& p) {
  uint64_t flags, size;
  if (!natural(entry->items[2], &flags) || !natural(entry->items[3], &size) || !text_or_none(entry->items[4])) return false;
  const std::string base = c_text(entry->items[4]);
  p.apply({uint32_t(flags), size_t(size), entry->items[4].is_none() ? nullptr : base.c_str()});
  return true;
}

Value hear_child(Context& cx, const Tuple* entry, const std::shared_ptr<XmlParser>& p, size_t end, uint32_t depth) {
  Record child;
  List* list = entry->count == 2 ? try_as<List>(entry->items[1]) : nullptr;
  if (!list || !read_record(cx, list, &child) || depth > kMostParents) return bad_record(cx);
  Cache& cache = cache_of(cx);
  std::shared_ptr<XmlParser> made = cache.find(child.key);
  if (!made || made->parent() != p.get()) {
    if (std::ranges::find(p->children, child.key) != p->children.end())
      return Value::none();  // it was here, and has said what it had to say
    made = XmlParser::make_child(p, nullptr, is<Str>(child.encoding) ? c_text(child.encoding).c_str() : nullptr);
    if (!made) return cx.out_of_memory();
    p->children.push_back(child.key);
    cache.keep(child.key, made);
  }
  // Once it was answered, the child was at its end.
  return catch_up(cx, child, *made, {child.seen, child.tape->items.size, p->tape_at + 1 < end}, depth + 1);
}

// What the tape says next, as far as the parser is there. kMore: it can run; kDone, kWaiting: there is nothing more on the tape; or an
// outcome.
Value hear(Context& cx, const Record& r, const std::shared_ptr<XmlParser>& p, const Goal& goal, uint32_t depth) {
  const size_t end = goal.end;
  for (;; ++p->tape_at) {
    const Tuple* entry = p->tape_at < end ? try_as<Tuple>(r.tape->items.data[p->tape_at]) : nullptr;
    if (p->tape_at < end && (!entry || entry->count == 0)) return bad_record(cx);
    if (p->at() == XmlParser::At::kError) return Value::small(kMore);
    if (is_settings(entry) && (p->at() == XmlParser::At::kIdle || entry->items[1].as_small() <= int64_t(p->emitted()))) {
      if (!apply_entry(entry, *p)) return bad_record(cx);
      continue;
    }
    if (p->at() == XmlParser::At::kInside) return Value::small(kMore);
    if (!entry) return Value::small(p->at() == XmlParser::At::kIdle ? kDone : kWaiting);
    if (entry->items[0] == Value::small(kChild)) {
      if (const Value heard = hear_child(cx, entry, p, end, depth); heard.is_outcome()) return heard;
      continue;
    }
    if (p->at() == XmlParser::At::kWaiting) {
      if (entry->items[0] != Value::small(kAnswer) || entry->count != 2) return bad_record(cx);
      std::u32string meaning;
      if (is<Str>(entry->items[1])) {
        const Str* s = as<Str>(entry->items[1]);
        if (s->length > 256) return bad_record(cx);
        for (const char* c = s->text(); c != s->text() + s->count;) meaning.push_back(utf8::next_valid(c));
      }
      p->answer(std::move(meaning));
    } else {
      std::string_view data;
      if (entry->items[0] != Value::small(kFeed) || entry->count != 4 || !is<Bytes>(entry->items[1]) ||
          !bytes_view(entry->items[1], &data) || data.size() > INT32_MAX / 4)
        return bad_record(cx);
      if (!pay(cx, *p, goal, (data.size() + p->unread()) / 4))
        return Value::retry();  // a token that isn't complete is read again each time
      p->feed(data, entry->items[2].is_true(), entry->items[3].is_true());
    }
    ++p->tape_at;
    return Value::small(kMore);
  }
}

bool reached(const XmlParser& p, const Goal& goal) {
  return p.emitted() >= goal.seen && p.tape_at >= goal.end && !(goal.whole && p.at() == XmlParser::At::kInside);
}

// Lets the parser go on, up to its goal at most, and then as far as there is something to report. A Status, or an outcome; then it must not
// be used again.
Value step(Context& cx, const Record& r, const std::shared_ptr<XmlParser>& p, Goal& goal, uint32_t depth) {
  const Value heard = hear(cx, r, p, goal, depth);
  if (heard != Value::small(kMore)) return heard;
  if (!goal.ahead && reached(*p, goal)) return Value::small(kDone);
  if (p->at() == XmlParser::At::kError) return Value::small(-int64_t(p->error()));
  const Tuple* entry = p->tape_at < goal.end ? try_as<Tuple>(r.tape->items.data[p->tape_at]) : nullptr;
  uint64_t until = goal.seen, wanted = goal.seen;
  if (p->emitted() >= goal.seen) until = goal.ahead ? p->emitted() + goal.ahead : UINT64_MAX;
  else if (is_settings(entry)) until = std::min<uint64_t>(until, uint64_t(entry->items[1].as_small()));
  if (!goal.ahead) wanted = UINT64_MAX;
  const Value run = p->run(until, wanted, r.intern, goal.events, &goal.places);
  if (run.is_outcome()) return run;
  if (p->at() == XmlParser::At::kError) return Value::small(-int64_t(p->error()));
  return Value::small(kMore);
}

Value catch_up(Context& cx, const Record& r, XmlParser& p, const Goal& goal, uint32_t depth) {
  const std::shared_ptr<XmlParser> self = p.shared_from_this();
  Goal silent{goal.seen, goal.end, goal.whole};
  while (!reached(p, goal) && p.at() != XmlParser::At::kError) {
    if (!pay(cx, p, goal, p.take_work() + 1)) return Value::retry();
    const Value done = step(cx, r, self, silent, depth);
    if (done.is_outcome()) return done;
    if (done != Value::small(kMore)) break;
  }
  return Value::none();
}

Value make(Context& cx, const Record& r, uint64_t key, uint32_t depth, std::shared_ptr<XmlParser>* out) {
  const std::string encoding = c_text(r.encoding), separator = c_text(r.separator), context = c_text(r.context);
  const char* c_encoding = is<Str>(r.encoding) ? encoding.c_str() : nullptr;
  if (!r.parent) {
    *out = XmlParser::make(cx, c_encoding, is<Str>(r.separator) ? separator.c_str() : nullptr);
    return *out ? Value::none() : cx.out_of_memory();
  }
  Record parent;
  if (!read_record(cx, r.parent, &parent) || r.parent_end > parent.tape->items.size) return bad_record(cx);
  if (depth >= kMostParents) return raise_recursion_error(cx, " in the entities of a document");
  // The parent's own parser, when it's still there; another one that goes no further than it was then.
  const bool parameter = r.context.is_none();
  const bool is_there = parent.seen == r.parent_seen && (parameter || parent.tape->items.size == r.parent_end);
  const uint64_t parent_key = is_there ? parent.key : (key & UINT32_MAX) | uint64_t(depth + 1) << 32;
  std::shared_ptr<XmlParser> found;
  if (const Value there = ensure(cx, parent, parent_key, {r.parent_seen, r.parent_end, !r.parent_busy}, depth + 1, &found);
      there.is_outcome())
    return there;
  if (found->at() == XmlParser::At::kError) return bad_record(cx);
  *out = XmlParser::make_child(found, parameter ? nullptr : context.c_str(), c_encoding);
  if (!*out) return cx.out_of_memory();
  if (parameter) found->children.push_back(r.key);
  return Value::none();
}

// The parser of a record, where the goal is or before it.
Value find_or_make(Context& cx, const Record& r, uint64_t key, const Goal& goal, uint32_t depth, std::shared_ptr<XmlParser>* out) {
  Cache& cache = cache_of(cx);
  *out = cache.find(key);
  if (*out && ((*out)->emitted() > goal.seen || (*out)->tape_at > goal.end || (*out)->at() == XmlParser::At::kError)) {
    cache.parsers.erase(key);
    out->reset();
  }
  if (!*out) {
    if (const Value made = make(cx, r, key, depth, out); made.is_outcome()) return made;
    (*out)->paid_for = r.key < cache.loaded && cache.made_again.insert(key).second;
  }
  cache.keep(key, *out);
  return Value::none();
}

Value ensure(Context& cx, const Record& r, uint64_t key, const Goal& goal, uint32_t depth, std::shared_ptr<XmlParser>* out) {
  if (const Value found = find_or_make(cx, r, key, goal, depth, out); found.is_outcome()) return found;
  const Value there = catch_up(cx, r, **out, goal, depth);
  if (there.is_outcome() && there != Value::retry()) cache_of(cx).parsers.erase(key);
  return there;
}

// _run(record, ahead): (events, their places and that of the end, status). At most about `ahead` events at once.
Value run(Context& cx, Value* args) {
  Record r;
  cache_of(cx);  // before the first record of a new session gets its key
  if (!read_record(cx, as<List>(args[0]), &r) || args[1].as_small() < 1) return bad_record(cx);
  Goal goal{r.seen, r.tape->items.size, false, uint64_t(args[1].as_small()), new_list(cx)};
  std::shared_ptr<XmlParser> p;
  if (const Value found = find_or_make(cx, r, r.key, goal, 0, &p); found.is_outcome()) return found;
  Value status = Value::small(kMore);
  // Nothing was reported yet when the budget is asked: the same comes again.
  while (status == Value::small(kMore) && goal.events->items.size == 0) {
    if (!pay(cx, *p, goal, p->take_work() + 1)) return Value::retry();
    status = step(cx, r, p, goal, 0);
    if (status == Value::retry()) {
      if (p->at() == XmlParser::At::kError) cache_of(cx).parsers.clear();  // memory is short: what can be made again goes first
      return status;
    }
  }
  const bool told = goal.events->items.size > 0;
  if (status.is_outcome() || (status.as_small() < 0 && !told) || (p->finished() && !p->reads_parameter_entity()))
    cache_of(cx).parsers.erase(r.key);
  if (status.is_error() && told) {  // what came before goes to the handlers first; a parser that is made again gets here again
    cx.exception = Value();
    status = Value::small(kMore);
  }
  if (status.is_outcome()) return status;
  const XmlPlace place = p->place();
  goal.places.append(reinterpret_cast<const char*>(&place), sizeof place);
  if (status == Value::small(kMore) && p->tape_at == goal.end) {
    if (p->at() == XmlParser::At::kWaiting) status = Value::small(kWaiting);
    if (p->at() == XmlParser::At::kIdle) status = Value::small(kDone);
  }
  const Value items[] = {Value::object(goal.events), new_bytes(cx, goal.places), status};
  return items[1].is_outcome() ? items[1] : tuple_of(cx, items);
}

// ErrorString(code)
Value error_string(Context& cx, Value* args) {
  const char* text = args[0].as_small() == int(args[0].as_small()) ? XML_ErrorString(XML_Error(args[0].as_small())) : nullptr;
  return text ? new_str(cx, text) : Value::none();
}

constexpr NativeRow kFunctions[] = {
    {"_run", run, "record: list, ahead: small, /"},
    {"_error_string", error_string, "code: small, /"},
};

void fill(Context& cx, Dict* dict) {
  const auto put = [&](std::string_view name, Value v) { dict_set_str(cx, dict, cx.intern(name), v); };
  const auto names = [&](std::string_view name, std::initializer_list<std::string_view> all) {
    std::vector<Value> items;
    for (const std::string_view one : all) items.push_back(Value::object(cx.intern(one)));
    put(name, tuple_of(cx, items));
  };
  names("_HANDLERS", {
#define HANDLER(Name) #Name,
#include "library/pyexpat/events.def"
                     });
  names("_OPTIONS", {
#define OPTION(name) #name,
#include "library/pyexpat/events.def"
                    });
  const XML_Expat_Version version = XML_ExpatVersionInfo();
  const Value parts[] = {Value::small(version.major), Value::small(version.minor), Value::small(version.micro)};
  put("EXPAT_VERSION", new_str(cx, XML_ExpatVersion()));
  put("version_info", tuple_of(cx, parts));
  std::vector<Value> features;
  for (const XML_Feature* f = XML_GetFeatureList(); f->feature != XML_FEATURE_END; ++f) {
    const Value pair[] = {new_str(cx, f->name), Value::small(f->value)};
    features.push_back(tuple_of(cx, pair));
  }
  put("features", list_of(cx, features));
}

}  // namespace

extern const ModuleRow kPyexpatModule = {"pyexpat", kFunctions, fill};

}  // namespace fermata
