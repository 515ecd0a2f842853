// Module re's native part: the types re.Pattern and re.Match, and the functions that need no user code.
// Callable replacements and finditer go on in prelude/re.py.
#include <algorithm>

#include "base/utf8.h"
#include "library/re/program.h"
#include "library/re/template.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/model/type_tables.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"
#include "objects/text/text_args.h"

namespace fermata {

namespace {

// --- patterns and subjects

Pattern* pattern_of(Value v) { return as<Pattern>(v); }
RegexProgram* program_of(Context& cx, Pattern* p, Value* outcome) { return regex_program(cx, p->source, p->re_flags, outcome); }

// re.compile: a Pattern, or an outcome.
Value make_pattern(Context& cx, Value source, Value flags_value) {
  const Value flags_plain = payload_of(flags_value);
  if (is<Pattern>(source)) {
    if (flags_plain == Value::small(0)) return source;
    return raise_value_error(cx, "cannot process flags argument with a compiled pattern");
  }
  const Value text = payload_of(source);
  if (!is<Str>(text) && !is<Bytes>(text)) return raise_type_error(cx, "first argument must be string or compiled pattern");
  if (!is_int_or_bool(flags_plain))
    return raise_type_error(cx, "'{}' object cannot be interpreted as an integer", type_name(cx, flags_value));
  const auto asked = int64_of(flags_plain);
  const uint32_t flags = uint32_t(asked.value_or(0)) & 0x1FF;
  Value outcome;
  RegexProgram* program = regex_program(cx, text, flags, &outcome);
  if (!program) return outcome;
  auto* p = cx.heap.make<Pattern>();
  p->source = text;
  p->re_flags = program->syntax.flags;
  p->groups = program->syntax.groups;
  p->group_names = Value::none();
  if (!program->syntax.names.empty()) {
    Dict* names = new_dict(cx);
    for (auto& [name, number] : program->syntax.names)
      if (!dict_set_str(cx, names, cx.intern(name), Value::small(number))) return cx.out_of_memory();
    p->group_names = Value::object(names);
  }
  return Value::object(p);
}

// None, or the TypeError of a subject of the wrong kind.
Value take_subject(Context& cx, const Pattern* pattern, Value v, RegexSubject* out) {
  Value plain = payload_of(v);
  if (std::string_view bytes; !is<Bytes>(plain) && bytes_view(plain, &bytes)) {
    plain = new_bytes(cx, bytes);
    if (plain.is_outcome()) return plain;
  }
  const bool text = is<Str>(plain);
  if (!text && !is<Bytes>(plain)) return raise_type_error(cx, "expected string or bytes-like object, got '{}'", type_name(cx, v));
  if (text != is<Str>(pattern->source))
    return raise(cx, ErrorType::kTypeError,
                 text ? "cannot use a bytes pattern on a string-like object" : "cannot use a string pattern on a bytes-like object");
  out->value = plain;
  out->text = text ? as<Str>(plain)->view() : as<Bytes>(plain)->view();
  out->ascii = text ? as<Str>(plain)->ascii() : true;
  return Value::none();
}

// One call's work: the pattern, what it is matched against, and where.
struct Job {
  Pattern* pattern = nullptr;
  RegexProgram* program = nullptr;
  RegexSubject subject;
  int64_t pos = 0, endpos = 0;  // as Match shows them
  size_t begin = 0, end = 0;    // bytes
  std::vector<RegexSpan> spans;

  // None, or an outcome. `pos` and `endpos` may be missing.
  Value prepare(Context& cx, Value self, Value string, Value pos_value = Value::missing(), Value endpos_value = Value::missing());
  Value run(Context& cx, uint32_t options = 0) { return regex_run(cx, program, subject, begin, end, options, spans); }
  Value slice(Context& cx, int64_t from, int64_t to) const;
  Value group(Context& cx, size_t i, Value otherwise) const {
    return spans[i].begin < 0 ? otherwise : slice(cx, spans[i].begin, spans[i].end);
  }
  Value match(Context& cx) const;
  Value empty(Context& cx) const { return is<Str>(subject.value) ? Value::object(cx.image->empty_str) : new_bytes(cx, {}); }
};

Value Job::prepare(Context& cx, Value self, Value string, Value pos_value, Value endpos_value) {
  pattern = pattern_of(self);
  const Value taken = take_subject(cx, pattern, string, &subject);
  if (taken.is_outcome()) return taken;
  const auto length = int64_t(is<Str>(subject.value) ? as<Str>(subject.value)->length : subject.text.size());
  endpos = length;
  for (auto [value, place] : {std::pair{pos_value, &pos}, std::pair{endpos_value, &endpos}}) {
    if (value.is_missing()) continue;
    const Value status = size_argument(cx, payload_of(value), place);
    if (status.is_outcome()) return status;
    *place = std::clamp<int64_t>(*place, 0, length);
  }
  pos = std::min(pos, endpos);
  begin = size_t(pos);
  end = size_t(endpos);
  if (!subject.ascii) {
    begin = pos == 0 ? 0 : str_offset(cx, as<Str>(subject.value), uint32_t(pos));
    end = endpos == length ? subject.text.size() : str_offset(cx, as<Str>(subject.value), uint32_t(endpos));
  }
  Value outcome;
  program = program_of(cx, pattern, &outcome);
  return program ? Value::none() : outcome;
}

Value Job::slice(Context& cx, int64_t from, int64_t to) const {
  if (is<Str>(subject.value)) return new_substr(cx, as<Str>(subject.value), size_t(from), size_t(to));
  if (from == 0 && size_t(to) == subject.text.size()) return subject.value;
  return new_bytes(cx, subject.text.substr(size_t(from), size_t(to - from)));
}

Value Job::match(Context& cx) const {
  auto* m = cx.heap.make<Match>();
  if (!cx.heap.reserve(m->spans, spans.size() * 2)) return cx.out_of_memory();
  for (const RegexSpan& s : spans) {
    cx.heap.push(m->spans, s.begin);
    cx.heap.push(m->spans, s.end);
  }
  m->pattern = Value::object(pattern);
  m->string = subject.value;
  m->pos = pos;
  m->endpos = endpos;
  m->last_group = spans.size() > 1 ? int64_t(regex_last_group(*program, spans)) : 0;
  return Value::object(m);
}

// Calls f() for every match in order, as sub, split and findall go through them. f gives None to go on,
// Exhausted to stop, or an outcome.
template <class F>
Value for_each_match(Context& cx, Job& job, bool must_advance, F&& f, uint32_t options = 0) {
  for (;;) {
    const Value found = job.run(cx, options | (must_advance ? uint32_t{kRegexNotEmptyAtStart} : 0));
    if (found.is_outcome()) return found;
    if (found.is_false()) return Value::none();
    const RegexSpan whole = job.spans[0];
    const Value status = f();
    if (status.is_exhausted()) return Value::none();
    if (status.is_outcome()) return status;
    job.begin = size_t(whole.end);
    must_advance = whole.begin == whole.end;
  }
}

Value match_with(Context& cx, Value* args, uint32_t options) {
  Job job;
  const Value ready = job.prepare(cx, args[0], args[1], args[2], args[3]);
  if (ready.is_outcome()) return ready;
  const Value found = job.run(cx, options);
  if (found.is_outcome()) return found;
  return found.is_true() ? job.match(cx) : Value::none();
}

Value pattern_match(Context& cx, Value* args) { return match_with(cx, args, kRegexAnchored); }
Value pattern_fullmatch(Context& cx, Value* args) { return match_with(cx, args, kRegexAnchored | kRegexToEnd); }
Value pattern_search(Context& cx, Value* args) { return match_with(cx, args, 0); }

Value pattern_findall(Context& cx, Value* args) {
  Job job;
  const Value ready = job.prepare(cx, args[0], args[1], args[2], args[3]);
  if (ready.is_outcome()) return ready;
  List* found = new_list(cx);
  const Value empty = job.empty(cx);
  const Value status = for_each_match(cx, job, false, [&]() -> Value {
    Value item;
    if (job.spans.size() <= 2) {
      item = job.group(cx, job.spans.size() - 1, empty);
    } else {
      Tuple* groups = new_tuple(cx, job.spans.size() - 1);
      if (!groups) return cx.out_of_memory();
      for (size_t i = 1; i < job.spans.size(); ++i) {
        const Value part = job.group(cx, i, empty);
        if (part.is_outcome()) return part;
        groups->items[i - 1] = part;
      }
      item = Value::object(groups);
    }
    if (item.is_outcome()) return item;
    return cx.heap.push(found->items, item) ? Value::none() : cx.out_of_memory();
  });
  return status.is_outcome() ? status : Value::object(found);
}

Value pattern_split(Context& cx, Value* args) {
  Job job;
  const Value ready = job.prepare(cx, args[0], args[1]);
  if (ready.is_outcome()) return ready;
  int64_t most = 0, count = 0, last = 0;
  const Value bounded = index_clamped(cx, payload_of(args[2]), &most);
  if (bounded.is_outcome()) return bounded;
  List* parts = new_list(cx);
  const auto add = [&](Value v) -> Value {
    if (v.is_outcome()) return v;
    return cx.heap.push(parts->items, v) ? Value::none() : cx.out_of_memory();
  };
  if (most >= 0) {
    const Value status = for_each_match(cx, job, false, [&]() -> Value {
      Value added = add(job.slice(cx, last, job.spans[0].begin));
      for (size_t i = 1; i < job.spans.size() && !added.is_outcome(); ++i) added = add(job.group(cx, i, Value::none()));
      if (added.is_outcome()) return added;
      last = job.spans[0].end;
      return ++count == most ? Value::exhausted() : Value::none();
    });
    if (status.is_outcome()) return status;
  }
  const Value added = add(job.slice(cx, last, int64_t(job.subject.text.size())));
  return added.is_outcome() ? added : Value::object(parts);
}

// sub and subn with a template; the new text and how often in *count.
Value substitute(Context& cx, Value* args, int64_t* count) {
  Value repl = payload_of(args[1]);
  if (std::string_view bytes; !is<Bytes>(repl) && bytes_view(repl, &bytes)) {
    repl = new_bytes(cx, bytes);
    if (repl.is_outcome()) return repl;
  }
  if (!is<Str>(repl) && !is<Bytes>(repl)) return Value::defer();
  Job job;
  const Value ready = job.prepare(cx, args[0], args[2]);
  if (ready.is_outcome()) return ready;
  int64_t most = 0;
  const Value bounded = index_clamped(cx, payload_of(args[3]), &most);
  if (bounded.is_outcome()) return bounded;
  const bool text = is<Str>(job.subject.value);
  RegexTemplate replacement;
  const std::string_view repl_text = is<Str>(repl) ? as<Str>(repl)->view() : as<Bytes>(repl)->view();
  if (repl_text.find('\\') == std::string_view::npos) {
    replacement.parts.push_back({std::string(repl_text), UINT32_MAX});
  } else {
    const Value parsed = parse_regex_template(cx, repl, *job.program, &replacement);
    if (parsed.is_outcome()) return parsed;
  }
  TextBuilder out(cx);
  size_t last = 0;
  *count = 0;
  if (most >= 0) {
    const Value status = for_each_match(cx, job, false, [&]() -> Value {
      if (text != is<Str>(repl))
        return raise(
            cx, ErrorType::kTypeError,
            text ? "sequence item 0: expected str instance, bytes found" : "sequence item 0: expected a bytes-like object, str found");
      out.append(job.subject.text.substr(last, size_t(job.spans[0].begin) - last));
      for (const RegexTemplate::Part& part : replacement.parts) {
        out.append(part.text);
        if (part.group == UINT32_MAX || job.spans[part.group].begin < 0) continue;
        const RegexSpan s = job.spans[part.group];
        out.append(job.subject.text.substr(size_t(s.begin), size_t(s.end - s.begin)));
      }
      if (out.failed()) return out.status();
      last = size_t(job.spans[0].end);
      return ++*count == most ? Value::exhausted() : Value::none();
    });
    if (status.is_outcome()) return status;
  }
  if (*count == 0) return job.subject.value;
  out.append(job.subject.text.substr(last));
  if (!cx.tick(out.text().size() / 64)) return Value::retry();
  if (out.failed()) return out.status();
  return text ? out.finish() : new_bytes(cx, out.text());
}

Value pattern_sub(Context& cx, Value* args) {
  int64_t count = 0;
  return substitute(cx, args, &count);
}
Value pattern_subn(Context& cx, Value* args) {
  int64_t count = 0;
  const Value text = substitute(cx, args, &count);
  if (text.is_outcome()) return text;
  const Value pair[] = {text, Value::small(count)};
  return tuple_of(cx, pair);
}

// finditer and scanners are the prelude's; wrong arguments are reported at the call.
Value pattern_later(Context& cx, Value* args) {
  Job job;
  const Value ready = job.prepare(cx, args[0], args[1], args[2], args[3]);
  return ready.is_outcome() ? ready : Value::defer();
}

// For the prelude's loops: up to `most` matches from `at` on, `pos` being what they show as theirs; `anchored` ones follow each other
// without a gap.
Value pattern_batch(Context& cx, Value* args) {
  Job job;
  const Value ready = job.prepare(cx, args[0], args[1], args[2], args[3]);
  if (ready.is_outcome()) return ready;
  int64_t pos = 0;
  const Value status_pos = index_clamped(cx, payload_of(args[5]), &pos);
  if (status_pos.is_outcome()) return status_pos;
  job.pos = pos;
  const uint32_t most = uint32_t(std::clamp<int64_t>(args[7].as_small(), 1, 32));
  List* found = new_list(cx, most);
  if (!found) return cx.out_of_memory();
  const Value status = for_each_match(
      cx, job, args[4].is_true(),
      [&]() -> Value {
        const Value m = job.match(cx);
        if (m.is_outcome()) return m;
        if (!cx.heap.push(found->items, m)) return cx.out_of_memory();
        return found->items.size == most ? Value::exhausted() : Value::none();
      },
      args[6].is_true() ? uint32_t{kRegexAnchored} : 0);
  return status.is_outcome() ? status : Value::object(found);
}

Value return_self(Context&, Value* args) { return args[0]; }

constexpr NativeRow kPatternMethods[] = {
    kClassGetItem,
    {"match", pattern_match, "self, /, string, pos=?, endpos=?"},
    {"fullmatch", pattern_fullmatch, "self, /, string, pos=?, endpos=?"},
    {"search", pattern_search, "self, /, string, pos=?, endpos=?"},
    {"findall", pattern_findall, "self, /, string, pos=?, endpos=?"},
    {"finditer", pattern_later, "self, /, string, pos=?, endpos=?", "pattern_finditer_at"},
    {"split", pattern_split, "self, /, string, maxsplit=0"},
    {"sub", pattern_sub, "self, /, repl, string, count=0", "pattern_sub"},
    {"subn", pattern_subn, "self, /, repl, string, count=0", "pattern_subn"},
    {"scanner", pattern_later, "self, /, string, pos=?, endpos=?", "pattern_scanner"},
    {"_batch", pattern_batch, "self, string, at, endpos, must_advance, pos, anchored=False, most: small=32, /"},
    {"__reduce__", nullptr, "self, /", "Pattern__reduce__"},
    {"__copy__", return_self, "self, /"},
    {"__deepcopy__", return_self, "self, memo, /"},
};

Value pattern_source(Context&, Value self) { return pattern_of(self)->source; }
Value pattern_flags(Context&, Value self) { return Value::small(pattern_of(self)->re_flags); }
Value pattern_groups(Context&, Value self) { return Value::small(pattern_of(self)->groups); }
Value pattern_groupindex(Context& cx, Value self) {
  auto* proxy = cx.heap.make<MappingProxy>();
  const Value names = pattern_of(self)->group_names;
  proxy->mapping = is<Dict>(names) ? names : Value::object(new_dict(cx));
  return Value::object(proxy);
}
constexpr AttributeRow kPatternAttributes[] = {
    {"pattern", pattern_source}, {"flags", pattern_flags}, {"groups", pattern_groups}, {"groupindex", pattern_groupindex}};

Value pattern_repr(Context& cx, Value self, TextBuilder& out) {
  const Pattern* p = pattern_of(self);
  static constexpr std::pair<uint32_t, const char*> kNames[] = {
      {kRegexTemplate, "re.TEMPLATE"}, {kRegexIgnoreCase, "re.IGNORECASE"}, {kRegexLocale, "re.LOCALE"}, {kRegexMultiline, "re.MULTILINE"},
      {kRegexDotAll, "re.DOTALL"},     {kRegexVerbose, "re.VERBOSE"},       {kRegexDebug, "re.DEBUG"},   {kRegexAscii, "re.ASCII"}};
  const Value shown = repr_of(cx, p->source);
  if (shown.is_outcome()) return shown;
  const Str* text = as<Str>(shown);
  out.append("re.compile(");
  out.append(text->view().substr(0, utf8::offset_of_index(text->view(), 200)));
  bool first = true;
  for (auto [flag, name] : kNames) {
    if (!(p->re_flags & flag)) continue;
    out.append(first ? ", " : "|");
    out.append(name);
    first = false;
  }
  if (is<Str>(p->source) && !(p->re_flags & (kRegexUnicode | kRegexAscii | kRegexLocale))) out.append(first ? ", 0" : "");
  out.append(")");
  return out.status();
}

Value pattern_equal(Context&, Value self, Value other) {
  if (!is<Pattern>(other)) return Value::not_implemented();
  const Pattern *a = pattern_of(self), *b = pattern_of(other);
  if (a->re_flags != b->re_flags || is<Str>(a->source) != is<Str>(b->source)) return Value::false_();
  const auto view = [](Value v) { return is<Str>(v) ? as<Str>(v)->view() : as<Bytes>(v)->view(); };
  return Value::boolean(view(a->source) == view(b->source));
}
Value pattern_hash(Context& cx, Value self, int64_t* out) {
  const Value hashed = hash_of(cx, pattern_of(self)->source, out);
  if (!hashed.is_outcome()) *out ^= int64_t(pattern_of(self)->re_flags) << 32;
  return hashed;
}

// --- matches

Match* match_of(Value v) { return as<Match>(v); }

// The bytes of group i; -1 when it took no part. A loaded state's numbers are checked here, at each use.
RegexSpan span_of(const Match* m, size_t i) {
  if (2 * i + 1 >= m->spans.size) return {};
  const RegexSpan s{m->spans[2 * i], m->spans[2 * i + 1]};
  const std::string_view text = is<Str>(m->string)     ? as<Str>(m->string)->view()
                                : is<Bytes>(m->string) ? as<Bytes>(m->string)->view()
                                                       : std::string_view();
  if (s.begin < 0 || s.end < s.begin || s.end > int64_t(text.size())) return {};
  if (is<Str>(m->string))
    for (int64_t at : {s.begin, s.end})
      if (at < int64_t(text.size()) && utf8::is_continuation(text[size_t(at)])) return {};
  return s;
}
Value group_text(Context& cx, const Match* m, size_t i, Value otherwise) {
  const RegexSpan s = span_of(m, i);
  if (s.begin < 0) return otherwise;
  if (is<Str>(m->string)) return new_substr(cx, as<Str>(m->string), size_t(s.begin), size_t(s.end));
  return new_bytes(cx, as<Bytes>(m->string)->view().substr(size_t(s.begin), size_t(s.end - s.begin)));
}
int64_t shown_position(Context& cx, const Match* m, int64_t byte) {
  if (byte < 0 || !is<Str>(m->string)) return byte;
  return str_index_of_offset(cx, as<Str>(m->string), uint32_t(byte));
}
size_t group_count(const Match* m) { return m->spans.size / 2; }

// The number of the group that `key` names. None, or an outcome: IndexError "no such group".
Value group_index(Context& cx, const Match* m, Value key, size_t* out) {
  key = payload_of(key);
  int64_t index = -1;
  if (is_int_or_bool(key)) {
    index = int64_of(key).value_or(-1);
  } else if (is<Str>(key) && is<Pattern>(m->pattern) && is<Dict>(pattern_of(m->pattern)->group_names)) {
    const Value number = dict_get_str(as<Dict>(pattern_of(m->pattern)->group_names), as<Str>(key));
    if (number.is_small()) index = number.as_small();
  } else if (may_define(key)) {
    const Value status = index_of(cx, key);
    if (status.is_defer()) return status;
  }
  if (index < 0 || size_t(index) >= group_count(m)) return raise_index_error(cx, "no such group");
  *out = size_t(index);
  return Value::none();
}

Value match_item(Context& cx, Value self, Value key) {
  size_t i = 0;
  const Value status = group_index(cx, match_of(self), key, &i);
  return status.is_outcome() ? status : group_text(cx, match_of(self), i, Value::none());
}

Value match_group(Context& cx, Value* args) {
  const Match* m = match_of(args[0]);
  Tuple* keys = as<Tuple>(args[1]);
  if (keys->count == 0) return group_text(cx, m, 0, Value::none());
  if (keys->count == 1) return match_item(cx, args[0], keys->items[0]);
  Tuple* out = new_tuple(cx, keys->count);
  if (!out) return cx.out_of_memory();
  for (uint32_t i = 0; i < keys->count; ++i) {
    const Value part = match_item(cx, args[0], keys->items[i]);
    if (part.is_outcome()) return part;
    out->items[i] = part;
  }
  return Value::object(out);
}

Value match_groups(Context& cx, Value* args) {
  const Match* m = match_of(args[0]);
  const size_t n = group_count(m);
  Tuple* out = new_tuple(cx, n ? n - 1 : 0);
  if (!out) return cx.out_of_memory();
  for (size_t i = 1; i < n; ++i) {
    const Value part = group_text(cx, m, i, args[1]);
    if (part.is_outcome()) return part;
    out->items[i - 1] = part;
  }
  return Value::object(out);
}

Value match_groupdict(Context& cx, Value* args) {
  const Match* m = match_of(args[0]);
  Dict* out = new_dict(cx);
  const Value names = is<Pattern>(m->pattern) ? pattern_of(m->pattern)->group_names : Value::none();
  if (!is<Dict>(names)) return Value::object(out);
  for (const DictEntry& e : as<Dict>(names)->entries) {
    if (!is<Str>(e.key) || !e.value.is_small()) continue;
    const Value part = group_text(cx, m, size_t(e.value.as_small()), args[1]);
    if (part.is_outcome()) return part;
    if (!dict_set_str(cx, out, as<Str>(e.key), part)) return cx.out_of_memory();
  }
  return Value::object(out);
}

Value match_span(Context& cx, Value* args) {
  const Match* m = match_of(args[0]);
  size_t i = 0;
  const Value status = group_index(cx, m, args[1], &i);
  if (status.is_outcome()) return status;
  const RegexSpan s = span_of(m, i);
  const Value pair[] = {Value::small(shown_position(cx, m, s.begin)), Value::small(shown_position(cx, m, s.end))};
  return tuple_of(cx, pair);
}
Value match_start(Context& cx, Value* args) {
  size_t i = 0;
  const Value status = group_index(cx, match_of(args[0]), args[1], &i);
  return status.is_outcome() ? status : Value::small(shown_position(cx, match_of(args[0]), span_of(match_of(args[0]), i).begin));
}
Value match_end(Context& cx, Value* args) {
  size_t i = 0;
  const Value status = group_index(cx, match_of(args[0]), args[1], &i);
  return status.is_outcome() ? status : Value::small(shown_position(cx, match_of(args[0]), span_of(match_of(args[0]), i).end));
}

Value match_expand(Context& cx, Value* args) {
  const Match* m = match_of(args[0]);
  const Value repl = payload_of(args[1]);
  if (!is<Pattern>(m->pattern) || is<Str>(repl) != is<Str>(m->string) || (!is<Str>(repl) && !is<Bytes>(repl)))
    return raise_type_error(cx, "decoding to str: need a bytes-like object, {} found", type_name(cx, args[1]));
  Value outcome;
  RegexProgram* program = program_of(cx, pattern_of(m->pattern), &outcome);
  if (!program) return outcome;
  RegexTemplate replacement;
  const Value parsed = parse_regex_template(cx, repl, *program, &replacement);
  if (parsed.is_outcome()) return parsed;
  const std::string_view text = is<Str>(m->string) ? as<Str>(m->string)->view() : as<Bytes>(m->string)->view();
  TextBuilder out(cx);
  for (const RegexTemplate::Part& part : replacement.parts) {
    out.append(part.text);
    if (part.group == UINT32_MAX) continue;
    const RegexSpan s = span_of(m, part.group);
    if (s.begin >= 0) out.append(text.substr(size_t(s.begin), size_t(s.end - s.begin)));
  }
  if (out.failed()) return out.status();
  return is<Str>(m->string) ? out.finish() : new_bytes(cx, out.text());
}

Value match_getitem(Context& cx, Value* args) { return match_item(cx, args[0], args[1]); }

constexpr NativeRow kMatchMethods[] = {
    kClassGetItem,
    {"__getitem__", match_getitem, "self, key, /", "match_getitem"},
    {"group", match_group, "self, /, *args", "match_group"},
    {"groups", match_groups, "self, /, default=None"},
    {"groupdict", match_groupdict, "self, /, default=None"},
    {"start", match_start, "self, group=0, /", "match_start"},
    {"end", match_end, "self, group=0, /", "match_end"},
    {"span", match_span, "self, group=0, /", "match_span"},
    {"expand", match_expand, "self, /, template"},
    {"__copy__", return_self, "self, /"},
    {"__deepcopy__", return_self, "self, memo, /"},
};

Value match_string(Context&, Value self) { return match_of(self)->string; }
Value match_re(Context&, Value self) { return match_of(self)->pattern; }
Value match_pos(Context&, Value self) { return Value::small(match_of(self)->pos); }
Value match_endpos(Context&, Value self) { return Value::small(match_of(self)->endpos); }
Value match_lastindex(Context&, Value self) {
  return match_of(self)->last_group > 0 ? Value::small(match_of(self)->last_group) : Value::none();
}
Value match_lastgroup(Context&, Value self) {
  const Match* m = match_of(self);
  const Value names = is<Pattern>(m->pattern) ? pattern_of(m->pattern)->group_names : Value::none();
  if (is<Dict>(names) && m->last_group > 0)
    for (const DictEntry& e : as<Dict>(names)->entries)
      if (!e.key.is_unset() && e.value == Value::small(m->last_group)) return e.key;
  return Value::none();
}
Value match_regs(Context& cx, Value self) {
  const Match* m = match_of(self);
  Tuple* out = new_tuple(cx, group_count(m));
  if (!out) return cx.out_of_memory();
  for (size_t i = 0; i < group_count(m); ++i) {
    Value args[] = {self, Value::small(int64_t(i))};
    const Value pair = match_span(cx, args);
    if (pair.is_outcome()) return pair;
    out->items[i] = pair;
  }
  return Value::object(out);
}
constexpr AttributeRow kMatchAttributes[] = {
    {"string", match_string},       {"re", match_re},    {"pos", match_pos}, {"endpos", match_endpos}, {"lastindex", match_lastindex},
    {"lastgroup", match_lastgroup}, {"regs", match_regs}};

Value match_repr(Context& cx, Value self, TextBuilder& out) {
  const Match* m = match_of(self);
  const RegexSpan s = span_of(m, 0);
  const Value whole = group_text(cx, m, 0, Value::none());
  if (whole.is_outcome()) return whole;
  const Value shown = repr_of(cx, whole);
  if (shown.is_outcome()) return shown;
  const std::string_view text = as<Str>(shown)->view();
  out.append(fmt::format("<re.Match object; span=({}, {}), match={}>", shown_position(cx, m, s.begin), shown_position(cx, m, s.end),
                         text.substr(0, utf8::offset_of_index(text, 50))));
  return out.status();
}

// --- the module's functions: compile, then do as the Pattern's method

template <Leaf method>
Value with_pattern(Context& cx, Value* args) {  // pattern, string, flags
  const Value pattern = make_pattern(cx, args[0], args[2]);
  if (pattern.is_outcome()) return pattern;
  Value inner[] = {pattern, args[1], Value::missing(), Value::missing()};
  return method(cx, inner);
}

// Goes on in the prelude's function of that name.
Value call_prelude(Context& cx, const char* name, std::initializer_list<Value> args) {
  const Value function = dict_get_str(cx.image->prelude, cx.intern(name));
  if (function.is_unset()) return raise_runtime_error(cx, "the prelude has no {}", name);
  return cx.tail_call(function, args);
}

Value re_compile(Context& cx, Value* args) { return make_pattern(cx, args[0], args[1]); }
Value re_finditer(Context& cx, Value* args) {
  const Value result = with_pattern<pattern_later>(cx, args);
  if (!result.is_defer()) return result;
  const Value pattern = make_pattern(cx, args[0], args[2]);
  return pattern.is_outcome() ? pattern : call_prelude(cx, "pattern_finditer", {pattern, args[1], Value::missing(), Value::missing()});
}
Value re_split(Context& cx, Value* args) {  // pattern, string, maxsplit, flags
  const Value pattern = make_pattern(cx, args[0], args[3]);
  if (pattern.is_outcome()) return pattern;
  Value inner[] = {pattern, args[1], args[2]};
  return pattern_split(cx, inner);
}
template <Leaf method>
Value re_substitute(Context& cx, Value* args, const char* twin) {  // pattern, repl, string, count, flags
  const Value pattern = make_pattern(cx, args[0], args[4]);
  if (pattern.is_outcome()) return pattern;
  Value inner[] = {pattern, args[1], args[2], args[3]};
  const Value result = method(cx, inner);
  return result.is_defer() ? call_prelude(cx, twin, {pattern, args[1], args[2], args[3]}) : result;
}
Value re_sub(Context& cx, Value* args) { return re_substitute<pattern_sub>(cx, args, "pattern_sub"); }
Value re_subn(Context& cx, Value* args) { return re_substitute<pattern_subn>(cx, args, "pattern_subn"); }

Value re_escape(Context& cx, Value* args) {
  const Value v = payload_of(args[0]);
  if (!is<Str>(v) && !is<Bytes>(v))
    return raise_type_error(cx, "decoding to str: need a bytes-like object, {} found", type_name(cx, args[0]));
  const std::string_view text = is<Str>(v) ? as<Str>(v)->view() : as<Bytes>(v)->view();
  if (!cx.tick(text.size() / 16 + 1)) return Value::retry();
  TextBuilder out(cx);
  for (char c : text) {
    if (c && std::string_view("()[]{}?*+-|^$\\.&~# \t\n\r\v\f").find(c) != std::string_view::npos) out.append('\\');
    out.append(c);
  }
  if (out.failed()) return out.status();
  return is<Str>(v) ? out.finish() : new_bytes(cx, out.text());
}

Value re_purge(Context& cx, Value*) {
  regex_purge(cx);
  return Value::none();
}

// Python's in CPython, so they bind.
constexpr NativeRow kFunctions[] = {
    {"compile", re_compile, "pattern, flags=0", nullptr, NativeRow::kBinds},
    {"match", with_pattern<pattern_match>, "pattern, string, flags=0", nullptr, NativeRow::kBinds},
    {"fullmatch", with_pattern<pattern_fullmatch>, "pattern, string, flags=0", nullptr, NativeRow::kBinds},
    {"search", with_pattern<pattern_search>, "pattern, string, flags=0", nullptr, NativeRow::kBinds},
    {"findall", with_pattern<pattern_findall>, "pattern, string, flags=0", nullptr, NativeRow::kBinds},
    {"finditer", re_finditer, "pattern, string, flags=0", nullptr, NativeRow::kBinds},
    {"split", re_split, "pattern, string, maxsplit=0, flags=0", nullptr, NativeRow::kBinds},
    {"sub", re_sub, "pattern, repl, string, count=0, flags=0", nullptr, NativeRow::kBinds},
    {"subn", re_subn, "pattern, repl, string, count=0, flags=0", nullptr, NativeRow::kBinds},
    {"escape", re_escape, "pattern", nullptr, NativeRow::kBinds},
    {"purge", re_purge, "", nullptr, NativeRow::kBinds},
};

void fill(Context& cx, Dict* dict) {
  dict_set_str(cx, dict, cx.intern("Pattern"), Value::object(cx.image->classes[size_t(Kind::kPattern)]));
  dict_set_str(cx, dict, cx.intern("Match"), Value::object(cx.image->classes[size_t(Kind::kMatch)]));
  const Value error = dict_get_str(cx.image->prelude, cx.intern("re_error"));
  if (!error.is_unset()) dict_set_str(cx, dict, cx.intern("error"), error);
}

}  // namespace

const Operations kPatternOperations = {.hash = pattern_hash, .equal = pattern_equal, .repr = pattern_repr};
const Operations kMatchOperations = {.repr = match_repr, .get_item = match_item};

extern const TypeRow kPatternType = {
    .kind = Kind::kPattern,
    .name = "re.Pattern",
    .base = "object",
    .doc = "Compiled regular expression object.",
    .methods = kPatternMethods,
    .attributes = kPatternAttributes,
    .operations = &kPatternOperations,
    .flags = kClassFinal,
};
extern const TypeRow kMatchType = {
    .kind = Kind::kMatch,
    .name = "re.Match",
    .base = "object",
    .doc = "The result of re.match() and re.search().",
    .methods = kMatchMethods,
    .attributes = kMatchAttributes,
    .operations = &kMatchOperations,
    .flags = kClassFinal,
};

extern const ModuleRow kReModule = {"re", kFunctions, fill};

}  // namespace fermata
