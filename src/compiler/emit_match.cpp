// match: the subject in a register, each pattern a row of tests that jump to the next case. Names are stored when the whole pattern has
// matched; until then what they will hold is in temporaries. Steps that look at classes are calls of the prelude (patterns.py,
// objects/natives/patterns.cpp).
#include "compiler/emitter.h"
#include "compiler/patterns.h"

namespace fermata {

using namespace ast;

void Emitter::emit_match(const Match* statement) {
  const Reg subject = alloc();
  to(statement->subject, subject);
  Label end;
  for (size_t i = 0; i < statement->cases.size(); i++) {
    const MatchCase* match_case = statement->cases[i];
    const Mark mark(*this);
    const bool last = i + 1 == statement->cases.size();
    Label next;
    Captures captures;
    for (const PatternName& name : check_pattern(match_case->pattern, last || match_case->guard, c_.errors)) {
      captures.all.push_back({name.name, name.span, alloc()});
      captures.registers.emplace(name.name, captures.all.back().reg);
    }
    emit_pattern(match_case->pattern, subject, captures, next);
    for (const PatternCapture& capture : captures.all) store_name(capture.name, capture.span, capture.reg);
    if (match_case->guard) {
      Span at = match_case->pattern->span;
      jump_if(match_case->guard, false, next, at);
    }
    body(match_case->body);
    if (!last) code_.jump(statement->span, Op::JUMP, end);
    code_.bind(next);
  }
  code_.bind(end);
}

// Goes on when the pattern matches what is in `subject`, else jumps to `fail`.
void Emitter::emit_pattern(const Pattern* pattern, Reg subject, const Captures& captures, Label& fail) {
  const Nesting nesting(*this, pattern->span);
  if (!nesting) return;
  const Mark mark(*this);
  const Span& at = pattern->span;
  switch (pattern->kind) {
    case NodeKind::MatchValue: return emit_fused(at, CompareOperator::Eq, subject, pattern->as<MatchValue>()->value, 0, false, fail);
    case NodeKind::MatchSingleton: {
      const ConstantKind value = pattern->as<MatchSingleton>()->value;
      const uint32_t constant = code_.constant(value == ConstantKind::None ? none_constant() : bool_constant(value == ConstantKind::True));
      return code_.jump(at, Op::JUMP_IS_K, fail, subject, constant, false);
    }
    case NodeKind::MatchSequence: return emit_sequence_pattern(pattern->as<MatchSequence>(), subject, captures, fail);
    case NodeKind::MatchMapping: return emit_mapping_pattern(pattern->as<MatchMapping>(), subject, captures, fail);
    case NodeKind::MatchClass: return emit_class_pattern(pattern->as<MatchClass>(), subject, captures, fail);
    case NodeKind::MatchStar: return capture(pattern->as<MatchStar>()->name, at, subject, captures);
    case NodeKind::MatchAs: {
      const auto* as = pattern->as<MatchAs>();
      if (as->pattern) emit_pattern(as->pattern, subject, captures, fail);
      return capture(as->name, at, subject, captures);
    }
    case NodeKind::MatchOr: {
      Label matched;
      const auto& alternatives = pattern->as<MatchOr>()->patterns;
      for (size_t i = 0; i + 1 < alternatives.size(); i++) {
        Label next;
        emit_pattern(alternatives[i], subject, captures, next);
        code_.jump(at, Op::JUMP, matched);
        code_.bind(next);
      }
      emit_pattern(alternatives[alternatives.size() - 1], subject, captures, fail);
      return code_.bind(matched);
    }
    default: return;
  }
}

void Emitter::capture(Identifier name, const Span& at, Reg value, const Captures& captures) {
  if (!name.data()) return;
  if (const auto found = captures.registers.find(name); found != captures.registers.end()) move(at, found->second, value);
}

// A call of a function of the prelude with what comes after it; the result takes its place.
void Emitter::call_prelude(const Span& at, std::string_view name, Reg window, uint32_t arguments) {
  load_constant(at, window, prelude_constant(name));
  code_.emit(at, Op::CALL, window, window, arguments);
}

void Emitter::emit_sequence_pattern(const MatchSequence* pattern, Reg subject, const Captures& captures, Label& fail) {
  const Span& at = pattern->span;
  const auto& patterns = pattern->patterns;
  const size_t count = patterns.size();
  size_t star = count;
  bool only_wildcards = true;
  for (size_t i = 0; i < count; i++) {
    if (patterns[i]->is<MatchStar>()) star = i;
    if (!is_wildcard(patterns[i]) && !is_star_wildcard(patterns[i])) only_wildcards = false;
  }
  const bool starred = star < count;
  {
    // Is it a sequence, and of that length (or at least that)? `[*_]` and `[*rest]` do not ask for the length.
    const Mark mark(*this);
    const Reg call = alloc(4);
    move(at, call + 1, subject);
    load_constant(at, call + 2, starred && count == 1 ? none_constant() : int_constant(static_cast<int64_t>(count - starred)));
    load_constant(at, call + 3, bool_constant(starred));
    call_prelude(at, "match_sequence", call, 3);
    code_.jump(at, Op::JUMP_IF_FALSE, fail, call);
  }
  if (only_wildcards) return;
  if (starred && is_star_wildcard(patterns[star])) {
    // What the star takes is not wanted: the items are got one by one.
    for (size_t i = 0; i < count; i++) {
      if (i == star || is_wildcard(patterns[i])) continue;
      const Mark mark(*this);
      const Reg item = alloc();
      if (i < star) {
        code_.emit(at, Op::GET_ITEM_K, item, subject, code_.constant(int_constant(static_cast<int64_t>(i))));
      } else {
        alloc();
        move(at, item + 1, subject);
        call_prelude(at, "len", item, 1);
        code_.emit(at, Op::SUB_K, item, item, code_.constant(int_constant(static_cast<int64_t>(count - i))));
        code_.emit(at, Op::GET_ITEM, item, subject, item);
      }
      emit_pattern(patterns[i], item, captures, fail);
    }
    return;
  }
  const Reg first = alloc(static_cast<uint32_t>(count));
  if (starred) {
    code_.emit(at, Op::UNPACK_STAR, first, subject, static_cast<uint32_t>(star | (count - star - 1) << 8));
  } else {
    code_.emit(at, Op::UNPACK, first, subject, static_cast<uint32_t>(count));
  }
  for (size_t i = 0; i < count; i++) emit_pattern(patterns[i], first + static_cast<Reg>(i), captures, fail);
}

void Emitter::emit_mapping_pattern(const MatchMapping* pattern, Reg subject, const Captures& captures, Label& fail) {
  const Span& at = pattern->span;
  const auto count = static_cast<uint32_t>(pattern->keys.size());
  {
    const Mark mark(*this);
    const Reg call = alloc(3);
    move(at, call + 1, subject);
    load_constant(at, call + 2, int_constant(count));
    call_prelude(at, "match_mapping", call, 2);
    code_.jump(at, Op::JUMP_IF_FALSE, fail, call);
  }
  const bool with_rest = pattern->rest.data() != nullptr;
  if (count == 0 && !with_rest) return;
  const Reg keys = alloc();
  Constant constants;
  if (all_constants(pattern->keys, constants)) {
    load_constant(at, keys, std::move(constants));
  } else {
    emit_tuple(pattern->keys, keys, at);
  }
  if (count) {
    const Reg first = alloc(std::max(count, 3u));
    move(at, first + 1, subject);
    move(at, first + 2, keys);
    call_prelude(at, "match_keys", first, 2);
    code_.jump(at, Op::JUMP_IS_K, fail, first, code_.constant(none_constant()), true);
    code_.emit(at, Op::UNPACK, first, first, count);
    for (uint32_t i = 0; i < count; i++) emit_pattern(pattern->patterns[i], first + i, captures, fail);
  }
  if (!with_rest) return;
  const Reg call = alloc(3);
  move(at, call + 1, subject);
  move(at, call + 2, keys);
  call_prelude(at, "match_rest", call, 2);
  capture(pattern->rest, at, call, captures);
}

void Emitter::emit_class_pattern(const MatchClass* pattern, Reg subject, const Captures& captures, Label& fail) {
  const Span& at = pattern->span;
  const size_t positional = pattern->patterns.size(), count = positional + pattern->kwd_patterns.size();
  const auto sub_pattern = [&](size_t i) { return i < positional ? pattern->patterns[i] : pattern->kwd_patterns[i - positional]; };
  const Reg first = alloc(std::max(static_cast<uint32_t>(count), 5u));
  to(pattern->cls, first + 2);
  move(at, first + 1, subject);
  load_constant(at, first + 3, int_constant(static_cast<int64_t>(positional)));
  std::vector<Constant> names;
  for (const Identifier& name : pattern->kwd_attrs) names.push_back(str_constant(name));
  load_constant(at, first + 4, tuple_constant(std::move(names)));
  call_prelude(at, "match_class", first, 4);
  code_.jump(at, Op::JUMP_IS_K, fail, first, code_.constant(none_constant()), true);
  bool all_wildcards = true;
  for (size_t i = 0; i < count; i++) all_wildcards &= is_wildcard(sub_pattern(i));
  if (all_wildcards) return;
  code_.emit(at, Op::UNPACK, first, first, static_cast<uint32_t>(count));
  for (size_t i = 0; i < count; i++) emit_pattern(sub_pattern(i), first + static_cast<Reg>(i), captures, fail);
}

}  // namespace fermata
