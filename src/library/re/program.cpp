#define PCRE2_CODE_UNIT_WIDTH 8
#include "library/re/program.h"

#include <pcre2.h>

#include <algorithm>
#include <cstdlib>

#include "base/hash.h"
#include "base/utf8.h"
#include "library/re/references.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr size_t kMaxPrograms = 512;
constexpr size_t kMaxProgramBytes = 8 << 20;
constexpr size_t kProgramBytes = 512;       // of an entry of the cache, besides the source and PCRE2's part
constexpr size_t kSmallScratch = 4096;      // is given though the heap is full: the next safepoint sees to it
constexpr size_t kKeptScratch = 256 << 10;  // match data that grew beyond this is freed
// A text is matched in two ways. The quick one has a callout where a match is tried to start, and a limit of backtracking points for each
// start. Where that limit is met the careful one goes on, whose code has a callout before every item of the pattern. From one callout to
// the next PCRE2 can do no more than go through the text a few times (its simple loops, and comparing a group again), so the clock is
// looked at as often as the text's length asks for.
constexpr size_t kShort = 256;  // texts that need no callouts: their square times kMostPoints is soon done
constexpr uint32_t kFewestPoints = 4, kMostPoints = 4096;
constexpr uint64_t kUnseenWork = 1 << 26;  // bytes that may be looked at between two looks at the clock

// PCRE2's memory, charged to the heap and refused where that is full: compiled patterns, and match data, which keeps the largest
// backtracking stack it ever had.
struct Scratch {
  Heap& heap;
  size_t bytes = 0;
};
void* scratch_allocate(size_t size, void* data) {
  auto* scratch = static_cast<Scratch*>(data);
  if (size > kSmallScratch && !scratch->heap.fits(size)) return nullptr;
  auto* block = static_cast<size_t*>(std::malloc(size + 16));
  if (!block) return nullptr;
  block[0] = size;
  scratch->bytes += size;
  scratch->heap.count_outside(int64_t(size));
  return reinterpret_cast<char*>(block) + 16;
}
void scratch_free(void* p, void* data) {
  if (!p) return;
  auto* scratch = static_cast<Scratch*>(data);
  auto* block = reinterpret_cast<size_t*>(static_cast<char*>(p) - 16);
  scratch->bytes -= block[0];
  scratch->heap.count_outside(-int64_t(block[0]));
  std::free(block);
}

struct Cache {
  explicit Cache(Heap& heap) : scratch{heap} {
    general = pcre2_general_context_create(scratch_allocate, scratch_free, &scratch);
    compile = pcre2_compile_context_create(general);
    pcre2_set_newline(compile, PCRE2_NEWLINE_LF);
    pcre2_set_parens_nest_limit(compile, 201);
    match = pcre2_match_context_create(general);
    pcre2_set_heap_limit(match, UINT32_MAX);
  }
  ~Cache() {
    clear();
    pcre2_match_context_free(match);
    pcre2_compile_context_free(compile);
    pcre2_general_context_free(general);
  }

  void clear() {
    programs.clear();
    scratch.heap.count_outside(-int64_t(sources));
    bytes = sources = 0;
  }

  Scratch scratch;
  pcre2_general_context* general;
  pcre2_compile_context* compile;
  pcre2_match_context* match;
  std::unordered_multimap<uint64_t, std::unique_ptr<RegexProgram>> programs;
  size_t bytes = 0;    // of all programs
  size_t sources = 0;  // of their sources
};

Cache& cache_of(Context& cx) {
  if (!cx.regex_cache) cx.regex_cache = std::make_shared<Cache>(cx.heap);
  return *static_cast<Cache*>(cx.regex_cache.get());
}

// None, or the outcome.
Value compile_form(Context& cx, Cache& cache, RegexProgram* program, bool utf, bool careful, Value source) {
  const auto written = [&](bool share) {
    const std::string pcre =
        utf || share ? parse_regex(program->source, program->is_text, program->asked_flags, utf, share).pcre : program->syntax.pcre;
    return careful ? pcre : "(?C1)(?:" + pcre + ")";
  };
  std::string text = written(false);
  uint32_t options = PCRE2_DOTALL | PCRE2_MULTILINE | PCRE2_ALT_CIRCUMFLEX | PCRE2_NEVER_BACKSLASH_C;
  if (careful) options |= PCRE2_AUTO_CALLOUT;
  const bool ascii = program->syntax.flags & kRegexAscii;
  if (program->syntax.flags & kRegexIgnoreCase && !(utf && ascii))
    options |= PCRE2_CASELESS;  // (the parser sees to ASCII letters in UTF-8 text)
  // PCRE2 takes the letter that a lookahead begins with for used, and looks for the same one behind it.
  if (program->syntax.looks_ahead) options |= PCRE2_NO_START_OPTIMIZE;
  if (utf) {
    options |= PCRE2_UTF | PCRE2_NO_UTF_CHECK;
    // What PCRE2 finds out about a pattern leaves out that callouts refer to groups.
    if (program->syntax.caseless_references) options |= PCRE2_NO_DOTSTAR_ANCHOR | PCRE2_NO_AUTO_POSSESS;
    if (!ascii) options |= PCRE2_UCP;
  }
  int error = 0;
  PCRE2_SIZE at = 0;
  const auto compile = [&] {
    return pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), options, &error, &at, cache.compile);
  };
  pcre2_code* code = compile();
  if (!code && error == PCRE2_ERROR_PATTERN_TOO_LARGE) {
    text = written(true);
    code = compile();
  }
  if (!code) {
    if (careful) return Value::none();  // with the callouts it's too large: regex_run does without
    if (error == PCRE2_ERROR_NOMEMORY) return cx.out_of_memory();
    PCRE2_UCHAR message[256];
    pcre2_get_error_message(error, message, sizeof message);
    return raise_regex_error(cx, reinterpret_cast<const char*>(message), source, -1);
  }
  size_t size = 0;
  pcre2_pattern_info(code, PCRE2_INFO_SIZE, &size);
  program->code[utf][careful] = code;
  program->bytes += size;
  cache.bytes += size;
  return Value::none();
}

Value raise_failure(Context& cx, const RegexFailure& failure, Value source) {
  switch (failure.kind) {
    case RegexFailure::kOverflow: return raise(cx, ErrorType::kOverflowError, failure.message);
    case RegexFailure::kRecursion: return raise(cx, ErrorType::kRecursionError, failure.message);
    case RegexFailure::kValue: return raise(cx, ErrorType::kValueError, failure.message);
    default: return raise_regex_error(cx, failure.message, source, failure.position);
  }
}

// Match data keeps the largest backtracking stack it ever had.
void shrink(Cache& cache, RegexProgram* program) {
  if (cache.scratch.bytes <= kKeptScratch + kMaxProgramBytes + (size_t{1} << 20)) return;
  pcre2_match_data_free(program->match_data);
  program->match_data = nullptr;
}

// Looks at the clock and the interrupt flag now, not at the next turn of the fuel.
bool tick_now(Context& cx, uint64_t steps) {
  cx.budget.force_safepoint();
  return cx.tick(steps);
}

// What the callouts of a run know.
struct Watch {
  Context& cx;
  uint32_t turns;  // callouts between two looks at the clock
  uint32_t left = turns;
  size_t start = 0;      // where a match was tried to start last
  bool stopped = false;  // the budget said no
  ReferenceWalk reference{};

  static int called(pcre2_callout_block* block, void* data) {
    auto* watch = static_cast<Watch*>(data);
    const int stop = watch->look(block->start_match);
    return stop || !block->callout_string ? stop : watch->reference.called(*block);
  }
  int look(size_t at) {
    start = at;
    if (--left) return 0;
    left = turns;
    stopped = !tick_now(cx, turns);
    return stopped ? PCRE2_ERROR_CALLOUT : 0;
  }
};
uint32_t turns_for(uint64_t work) { return uint32_t(std::clamp<uint64_t>(kUnseenWork / (work + 1), 1, 10'000)); }

std::string_view view_of(Value v) { return is<Str>(v) ? as<Str>(v)->view() : as<Bytes>(v)->view(); }

}  // namespace

RegexProgram::~RegexProgram() {
  if (match_data) pcre2_match_data_free(match_data);
  for (auto& forms : code)
    for (pcre2_code* c : forms)
      if (c) pcre2_code_free(c);
}

void regex_purge(Context& cx) {
  if (!cx.regex_cache) return;
  cache_of(cx).clear();
}

RegexProgram* regex_program(Context& cx, Value source, uint32_t flags, Value* outcome) {
  Cache& cache = cache_of(cx);
  const bool is_text = is<Str>(source);
  // UNICODE is what text has anyway: one program serves the call's flags and the Pattern's.
  if (is_text && !(flags & (kRegexAscii | kRegexLocale))) flags &= ~uint32_t{kRegexUnicode};
  const std::string_view text = view_of(source);
  const int64_t source_hash = is_text ? str_hash(as<Str>(source)) : bytes_hash(as<Bytes>(source));
  const uint64_t key = uint64_t(source_hash) * 31 + flags * 2 + is_text;
  auto [it, end] = cache.programs.equal_range(key);
  for (; it != end; ++it) {
    RegexProgram* p = it->second.get();
    if (p->is_text == is_text && p->asked_flags == flags && p->source == text) return p;
  }
  if (!cx.tick(text.size() * 4 + 50)) {
    *outcome = Value::retry();
    return nullptr;
  }
  // The source, what the parser makes of it for PCRE2, and that once more.
  if (Value full; !cx.can_allocate(text.size() * 8, &full)) {
    *outcome = full;
    return nullptr;
  }
  auto made = std::make_unique<RegexProgram>();
  made->source = text;
  made->is_text = is_text;
  made->asked_flags = flags;
  made->syntax = parse_regex(text, is_text, flags, false);
  if (made->syntax.failure.kind) {
    *outcome = raise_failure(cx, made->syntax.failure, source);
    return nullptr;
  }
  if (cache.programs.size() >= kMaxPrograms || cache.bytes > kMaxProgramBytes) {
    cache.clear();
  }
  const Value compiled = compile_form(cx, cache, made.get(), is_text && !made->syntax.ascii_only, false, source);
  if (compiled.is_outcome()) {
    *outcome = compiled;
    return nullptr;
  }
  made->bytes += text.size() * 2;
  cache.bytes += text.size() * 2;
  cache.sources += text.size() * 2 + kProgramBytes;
  cx.heap.count_outside(int64_t(text.size() * 2 + kProgramBytes));
  return cache.programs.emplace(key, std::move(made))->second.get();
}

Value regex_run(Context& cx, RegexProgram* program, const RegexSubject& subject, size_t begin, size_t end, uint32_t options,
                std::vector<RegexSpan>& spans) {
  Cache& cache = cache_of(cx);
  const bool utf = program->is_text && !(subject.ascii && program->syntax.ascii_only);
  const auto compile = [&](bool careful) {
    if (program->code[utf][careful]) return Value::none();
    return compile_form(cx, cache, program, utf, careful, program->is_text ? new_str(cx, program->source) : new_bytes(cx, program->source));
  };
  if (const Value compiled = compile(false); compiled.is_outcome()) return compiled;
  if (!program->match_data) program->match_data = pcre2_match_data_create(program->syntax.groups + 1, cache.general);
  if (!program->match_data) return cx.out_of_memory();
  if (!cx.tick(2)) return Value::retry();

  uint32_t flags = PCRE2_NO_UTF_CHECK;
  if (options & kRegexAnchored) flags |= PCRE2_ANCHORED;
  if (options & kRegexToEnd) flags |= PCRE2_ENDANCHORED;
  if (options & kRegexNotEmptyAtStart) flags |= PCRE2_NOTEMPTY_ATSTART;

  const size_t left = end - begin;
  const auto points = uint32_t(std::clamp<uint64_t>(kUnseenWork / (left + 1), kFewestPoints, kMostPoints));
  bool stopped = false;
  const auto match = [&](bool careful, uint32_t limit, Watch* watch, size_t from) {
    pcre2_set_match_limit(cache.match, limit);
    pcre2_set_callout(cache.match, watch ? Watch::called : nullptr, watch);
    const int result = pcre2_match(program->code[utf][careful], reinterpret_cast<PCRE2_SPTR>(subject.text.data()), end, from, flags,
                                   program->match_data, cache.match);
    if (watch) {
      stopped = watch->stopped;
      cx.budget.charge(watch->turns - watch->left);
    }
    return result;
  };
  Watch starts{cx, turns_for(uint64_t(points) * left)};
  Watch* const watch = left > kShort || program->syntax.caseless_references ? &starts : nullptr;
  int result = match(false, points, watch, begin);
  if (result == PCRE2_ERROR_MATCHLIMIT) {
    if (const Value compiled = compile(true); compiled.is_outcome()) return compiled;
    const size_t from = watch ? starts.start : begin;
    if (from > begin) flags &= ~uint32_t{PCRE2_NOTEMPTY_ATSTART};
    if (program->code[utf][true]) {
      Watch items{cx, turns_for(left)};
      result = match(true, UINT32_MAX, &items, from);
    } else {
      for (uint64_t limit = points * 8; result == PCRE2_ERROR_MATCHLIMIT && !stopped && limit < UINT32_MAX; limit *= 8) {
        stopped = !tick_now(cx, limit);
        if (!stopped) result = match(false, uint32_t(limit), watch, from);
      }
    }
  }
  if (result < 0) shrink(cache, program);
  if (stopped) return Value::retry();
  if (result == PCRE2_ERROR_NOMATCH) {
    if (!cx.tick((options & kRegexAnchored ? 0 : left / 4) + 1)) return Value::retry();
    return Value::false_();
  }
  if (result == PCRE2_ERROR_NOMEMORY) return cx.out_of_memory();
  if (result == PCRE2_ERROR_HEAPLIMIT || result == PCRE2_ERROR_DEPTHLIMIT || result == PCRE2_ERROR_MATCHLIMIT) {
    return raise_plain(cx, ErrorType::kMemoryError);
  }
  if (result < 0) return raise_runtime_error(cx, "regular expression matching failed ({})", result);

  const PCRE2_SIZE* vector = pcre2_get_ovector_pointer(program->match_data);
  spans.resize(program->syntax.groups + 1);
  for (uint32_t i = 0; i <= program->syntax.groups; ++i) {
    if (int(i) >= result || vector[2 * i] == PCRE2_UNSET) spans[i] = {};
    else spans[i] = {int64_t(vector[2 * i]), int64_t(vector[2 * i + 1])};
  }
  shrink(cache, program);
  // What was looked at: up to the match's end, or further where a lookahead has a group.
  int64_t seen = spans[0].end;
  for (const RegexSpan& s : spans) seen = std::max(seen, s.end);
  if (!cx.tick(uint64_t(spans[0].end - int64_t(begin)) + uint64_t(seen - spans[0].end) * 4 + 1)) return Value::retry();
  return Value::true_();
}

uint32_t regex_last_group(const RegexProgram& program, const std::vector<RegexSpan>& spans) {
  // Groups close in the pattern's order, but in turns of one repetition: what closed in a later turn ends further on, unless it looked
  // elsewhere.
  const auto closed_later = [&](uint32_t i, uint32_t j) {
    const RegexGroup &one = program.syntax.places[i], &other = program.syntax.places[j];
    if (one.repeat && one.repeat == other.repeat && !one.looks && !other.looks && spans[i].end != spans[j].end)
      return spans[i].end > spans[j].end;
    return one.close_rank > other.close_rank;
  };
  uint32_t last = 0;
  for (uint32_t i = 1; i < spans.size(); ++i)
    if (spans[i].begin >= 0 && (last == 0 || closed_later(i, last))) last = i;
  return last;
}

Value raise_regex_error(Context& cx, std::string_view message, Value pattern, int64_t position) {
  std::string full(message);
  Value line = Value::none(), column = Value::none();
  if (position >= 0) {
    full += fmt::format(" at position {}", position);
    const std::string_view text = view_of(pattern);
    const size_t byte = is<Str>(pattern) ? utf8::offset_of_index(text, size_t(position)) : size_t(position);
    const std::string_view before = text.substr(0, byte);
    const size_t newline = before.rfind('\n');
    const auto lines = int64_t(std::count(before.begin(), before.end(), '\n')) + 1;
    const std::string_view in_line = newline == std::string_view::npos ? before : before.substr(newline + 1);
    const auto columns = int64_t(is<Str>(pattern) ? utf8::count(in_line) : in_line.size()) + 1;
    line = Value::small(lines);
    column = Value::small(columns);
    if (text.find('\n') != std::string_view::npos) full += fmt::format(" (line {}, column {})", lines, columns);
  }
  const Value cls = dict_get_str(cx.image->prelude, cx.intern("re_error"));
  if (!is_exception_class(cls)) return raise(cx, ErrorType::kValueError, full);
  const Value args[] = {new_str(cx, full)};
  if (args[0].is_outcome()) return args[0];
  Exception* e = make_exception(cx, as<Class>(cls), tuple_of(cx, args));
  Dict* attributes = new_dict(cx);
  dict_set_str(cx, attributes, cx.intern("msg"), new_str(cx, message));
  dict_set_str(cx, attributes, cx.intern("pattern"), pattern);
  dict_set_str(cx, attributes, cx.intern("pos"), position < 0 ? Value::none() : Value::small(position));
  dict_set_str(cx, attributes, cx.intern("lineno"), line);
  dict_set_str(cx, attributes, cx.intern("colno"), column);
  e->attributes = Value::object(attributes);
  cx.exception = Value::object(e);
  return Value::error();
}

}  // namespace fermata
