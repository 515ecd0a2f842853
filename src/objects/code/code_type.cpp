// Code objects as programs see them: what they show, and replace(). A program makes no instructions: it gets the code that the
// compiler makes, under other names, with other lines or plain constants.
#include "objects/model/function_types.h"

#include <algorithm>
#include <array>

#include "base/varint.h"
#include "compiler/code.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/object.h"
#include "objects/model/read_only.h"
#include "objects/model/type_tables.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// Walks over constants go no deeper, and to no more parts, than a source's can: what a program gives replace(), or a state has, may be
// without end.
constexpr int kDeepestConstant = 400;
constexpr int kMostParts = 1 << 20;

bool is_literal(Value v, int depth, int& left) {
  if (v.is_small() || v.is_inline_float() || v.is_none() || v.is_bool() || v == Value::ellipsis()) return true;
  if (!is<Tuple>(v)) return is<Str>(v) || is<Int>(v) || is<Float>(v) || is<Complex>(v) || is<Bytes>(v) || is<Code>(v) || is<FrozenSet>(v);
  return depth < kDeepestConstant &&
         std::ranges::all_of(as<Tuple>(v)->span(), [&](Value item) { return --left >= 0 && is_literal(item, depth + 1, left); });
}

}  // namespace

bool is_source_constant(Value v) {
  int left = kMostParts;
  return is_literal(v, 0, left);
}

namespace {

std::string_view text(Value v) { return is<Str>(v) ? as<Str>(v)->view() : std::string_view(); }

Code* code(Value v) { return as<Code>(v); }
Value code_name(Context&, Value v) { return code(v)->name; }
Value code_qualname(Context&, Value v) { return code(v)->qualname; }
Value code_filename(Context&, Value v) { return code(v)->filename; }
Value code_first_line(Context&, Value v) { return Value::small(code(v)->first_line); }
// Code whose names live in a namespace gets that as a parameter, which doesn't concern the program.
uint32_t hidden_parameters(const Code* c) { return c->positional_only > 0 && c->locals.size > 0 && text(c->locals[0]) == ".namespace"; }
Value code_argcount(Context&, Value v) { return Value::small(code(v)->positional - hidden_parameters(code(v))); }
Value code_posonly(Context&, Value v) { return Value::small(code(v)->positional_only - hidden_parameters(code(v))); }
Value code_kwonly(Context&, Value v) { return Value::small(code(v)->keyword_only); }
bool is_kept_locals(Value name) { return text(name) == kKeptLocals; }
Value code_nlocals(Context&, Value v) {
  const Code* c = code(v);
  return Value::small(int64_t(c->locals.size) - hidden_parameters(c) - std::ranges::count_if(c->locals.span(), is_kept_locals));
}
Value code_flags(Context&, Value v) { return Value::small(python_code_flags(code(v))); }
Value code_stacksize(Context&, Value v) { return Value::small(code(v)->registers); }

// CPython puts *args after the keyword-only parameters, as we do.
Value code_varnames(Context& cx, Value v) {
  std::vector<Value> names;
  Code* c = code(v);
  for (uint32_t i = hidden_parameters(c); i < c->locals.size; ++i)
    if ((i < c->parameters() || !c->local_is_cell[i]) && !is_kept_locals(c->locals[i])) names.push_back(c->locals[i]);
  return tuple_of(cx, names);
}
Value code_cellvars(Context& cx, Value v) {
  std::vector<Value> names;
  for (uint32_t i : locals_in_order(code(v)))
    if (code(v)->local_is_cell[i]) names.push_back(code(v)->locals[i]);
  return tuple_of(cx, names);
}
Value code_freevars(Context& cx, Value v) { return tuple_of(cx, {code(v)->free_names.data, code(v)->free_names.size}); }

Value code_consts(Context& cx, Value v) {
  std::vector<Value> constants;
  for (Value c : code(v)->constants.span())
    if (is_source_constant(c)) constants.push_back(c);
  return tuple_of(cx, constants);
}
// The instructions, eight bytes each: what tells two functions that do the same from others.
Value code_code(Context& cx, Value v) {
  std::string bytes;
  for (const uint64_t w : code(v)->words.span())
    for (int shift = 0; shift < 64; shift += 8) bytes.push_back(char(w >> shift));
  return new_bytes(cx, bytes);
}
Value code_names(Context& cx, Value v) {
  std::vector<Value> names;
  for (Site& s : code(v)->sites)
    if (is<Str>(s.name)) names.push_back(s.name);
  return tuple_of(cx, names);
}

// co_positions(), as a list of what each instruction's source is: (line, last line, column, end column).
Value code_positions(Context& cx, Value* a) {
  const Code* c = code(a[0]);
  const uint32_t n = uint32_t(c->words.size);
  if (!cx.tick(n / 4 + 1)) return Value::retry();
  if (Value full; !cx.can_allocate(uint64_t(n) * 64, &full)) return full;
  std::vector<Value> all;
  all.reserve(n);
  Value last;
  for_each_position(c, n, [&](const CodePosition& p, bool changed) {
    if (changed) {
      const auto number = [&](uint32_t x) { return p.line ? Value::small(x) : Value::none(); };
      last = tuple_of(cx, std::array<Value, 4>{number(p.line), number(p.end_line), number(p.column), number(p.end_column)});
    }
    all.push_back(last);
  });
  return list_of(cx, all);
}

constexpr AttributeRow kCodeAttributes[] = {
    {"co_name", code_name, read_only_member},
    {"co_qualname", code_qualname, read_only_member},
    {"co_filename", code_filename, read_only_member},
    {"co_firstlineno", code_first_line, read_only_member},
    {"co_argcount", code_argcount, read_only_member},
    {"co_posonlyargcount", code_posonly, read_only_member},
    {"co_kwonlyargcount", code_kwonly, read_only_member},
    {"co_nlocals", code_nlocals, read_only_member},
    {"co_flags", code_flags, read_only_member},
    {"co_stacksize", code_stacksize, read_only_member},
    {"co_varnames", code_varnames},
    {"co_cellvars", code_cellvars},
    {"co_freevars", code_freevars},
    {"co_consts", code_consts, read_only_member},
    {"co_names", code_names, read_only_member},
    {"co_code", code_code},
};

// --- comparing

class Comparison {
 public:
  // Are these the same constant, as the compiler sees it: 1, True and 1.0 differ?
  bool same_constant(Value a, Value b) {
    if (a == b) return true;
    if (!a.is_object() || !b.is_object() || a.as_object()->kind != b.as_object()->kind) return false;
    if (is<Str>(a)) return str_equal(as<Str>(a), as<Str>(b));
    if (is<Bytes>(a)) return as<Bytes>(a)->view() == as<Bytes>(b)->view();
    if ((!is<Code>(a) && !is<Tuple>(a)) || depth_ == kDeepestConstant) return false;
    ++depth_;
    const bool same = is<Code>(a) ? same_code(as<Code>(a), as<Code>(b)) : same_constants(as<Tuple>(a)->span(), as<Tuple>(b)->span());
    --depth_;
    return same;
  }
  // Codes are equal when they do the same at the same lines, in whatever file.
  bool same_code(const Code* a, const Code* b) {
    return same_constant(a->name, b->name) && ((a->code_flags ^ b->code_flags) & ~uint32_t(kCodeCompiled)) == 0 &&
           a->positional_only == b->positional_only && a->positional == b->positional && a->keyword_only == b->keyword_only &&
           a->first_line == b->first_line && std::ranges::equal(a->words.span(), b->words.span()) &&
           same_constants(a->locals.span(), b->locals.span()) && same_constants(a->free_names.span(), b->free_names.span()) &&
           same_constants(a->constants.span(), b->constants.span()) && std::ranges::equal(a->positions.span(), b->positions.span());
  }

 private:
  bool same_constants(std::span<const Value> a, std::span<const Value> b) {
    return std::ranges::equal(a, b, [this](Value x, Value y) { return --left_ >= 0 && same_constant(x, y); });
  }

  int depth_ = 0, left_ = kMostParts;
};

bool same_constant(Value a, Value b) { return Comparison().same_constant(a, b); }

Value code_equal(Context& cx, Value a, Value b) {
  if (!is<Code>(b)) return Value::not_implemented();
  if (!cx.tick(code(a)->words.size / 4 + code(a)->constants.size + 1)) return Value::retry();
  return Value::boolean(a == b || Comparison().same_code(code(a), code(b)));
}
Value code_hash(Context&, Value v, int64_t* out) {
  const Code* c = code(v);
  *out = str_hash(as<Str>(c->name)) ^ int64_t(c->first_line) << 20 ^ int64_t(c->words.size) << 8 ^ int64_t(c->constants.size);
  return Value::none();
}

// --- replace()

// The table of positions with all lines moved: its first entry has a line, those after it how far they are from the one before.
Value move_lines(Context& cx, Code* code, int64_t by) {
  bool fits = true;
  for_each_position(code, uint32_t(code->words.size),
                    [&](const CodePosition& p, bool) { fits = fits && (!p.line || (p.line + by > 0 && p.end_line + by <= 0x7FFFFFFF)); });
  if (!fits) return raise_value_error(cx, "co_firstlineno: some lines would have no number");
  const std::span<const uint8_t> table = code->positions.span();
  size_t at = 0;
  uint64_t head, line;
  if (!get_varint(table, at, head) || !(head & 1) || !get_varint(table, at, line)) return Value::none();
  std::vector<uint8_t> moved;
  put_varint(moved, head);
  put_varint(moved, fold_sign(unfold_sign(line) + by));
  moved.insert(moved.end(), table.begin() + ptrdiff_t(at), table.end());
  if (!cx.heap.resize(code->positions, moved.size())) return cx.out_of_memory();
  std::copy(moved.begin(), moved.end(), code->positions.data);
  return Value::none();
}

// May `now` replace `before`? What instructions and sites count on stays: names, tuples of keywords, what a nested function captures, room
// for its defaults.
bool may_replace(const Code* code, Value before, Value now) {
  if (same_constant(before, now)) return true;
  for (const Site& s : code->sites)
    if (s.name == before) return false;
  if (is<Code>(before) || is<Code>(now)) {
    if (!is<Code>(before) || !is<Code>(now) || as<Code>(now)->has(kCodeHidden)) return false;
    const Code *a = as<Code>(before), *b = as<Code>(now);
    constexpr uint32_t kMadeFor = kCodeClassBody | kCodeComprehension;  // it is called by instructions, with what they have
    return a->positional <= b->positional && (a->code_flags & kMadeFor) == (b->code_flags & kMadeFor) &&
           std::ranges::equal(a->captures.span(), b->captures.span(),
                              [](const CodeCapture& x, const CodeCapture& y) { return x.from_free == y.from_free && x.index == y.index; });
  }
  return is<Tuple>(before) == is<Tuple>(now) && (!is<Tuple>(before) || as<Tuple>(before)->count == as<Tuple>(now)->count) &&
         is<Str>(before) == is<Str>(now);
}

Value replace_constants(Context& cx, Code* code, Value given) {
  auto* now = try_as<Tuple>(payload_of(given));
  uint32_t at = 0;
  for (Value& c : code->constants.span()) {
    if (!is_source_constant(c)) continue;
    if (!now || at >= now->count) return raise_value_error(cx, "co_consts: as many constants as before, please");
    const Value v = payload_of(now->items[at++]);
    if (!is_source_constant(v) || !may_replace(code, c, v))
      return raise_value_error(cx, "co_consts: this can't stand for constant {}", at - 1);
    c = v;
  }
  if (now && at < now->count) return raise_value_error(cx, "co_consts: as many constants as before, please");
  return Value::none();
}

constexpr const char* kReplaceSignature =
    "self, /, *, co_argcount=?, co_posonlyargcount=?, co_kwonlyargcount=?, co_nlocals=?, co_stacksize=?, co_flags=?, co_firstlineno=?, "
    "co_code=?, "
    "co_consts=?, co_names=?, co_varnames=?, co_freevars=?, co_cellvars=?, co_filename=?, co_name=?, co_qualname=?";
struct ReplacedPart {
  const char* name;
  Value (*get)(Context& cx, Value code);
  Value Code::*text = nullptr;  // of those that are a str and may be another
};

Value code_replace(Context& cx, Value* a) {
  static constexpr ReplacedPart kParts[] = {{"co_argcount", code_argcount},      {"co_posonlyargcount", code_posonly},
                                            {"co_kwonlyargcount", code_kwonly},  {"co_nlocals", code_nlocals},
                                            {"co_stacksize", code_stacksize},    {"co_flags", code_flags},
                                            {"co_firstlineno", code_first_line}, {"co_code", code_code},
                                            {"co_consts", code_consts},          {"co_names", code_names},
                                            {"co_varnames", code_varnames},      {"co_freevars", code_freevars},
                                            {"co_cellvars", code_cellvars},      {"co_filename", code_filename, &Code::filename},
                                            {"co_name", code_name, &Code::name}, {"co_qualname", code_qualname, &Code::qualname}};
  Code* from = code(a[0]);
  if (!cx.tick(from->words.size / 4 + from->constants.size + 1)) return Value::retry();
  Code* made = copy_code(cx, from);
  if (!made) return cx.out_of_memory();
  for (size_t i = 0; i < std::size(kParts); ++i) {
    const Value given = payload_of(a[i + 1]);
    const ReplacedPart& part = kParts[i];
    if (given.is_missing()) continue;
    const Value before = part.get(cx, a[0]);
    if (before.is_outcome()) return before;
    const bool has_files = part.get == code_consts && !from->has(kCodeHidden);  // equal code may be of another one
    if (same_constant(before, given) && !has_files) continue;
    if (from->has(kCodeHidden)) return raise_value_error(cx, "the code of {}() is the library's", text(from->name));
    if (part.text) {
      if (!is<Str>(given)) return raise_type_error(cx, "replace() argument '{}' must be str, not {}", part.name, type_name(cx, given));
      made->*part.text = given;
    } else if (part.get == code_first_line) {
      if (!given.is_small() || given.as_small() < 0 || given.as_small() > 0x7FFFFFFF)
        return raise_value_error(cx, "co_firstlineno must be a positive integer");
      if (const Value r = move_lines(cx, made, given.as_small() - int64_t(from->first_line)); r.is_outcome()) return r;
      made->first_line = uint32_t(given.as_small());
    } else if (part.get == code_consts) {
      if (const Value r = replace_constants(cx, made, given); r.is_outcome()) return r;
    } else {
      return raise_value_error(cx, "{} can't be replaced: a program makes no code of its own", part.name);
    }
    made->code_flags |= kCodeCompiled;
  }
  return Value::object(made);
}

Value code_repr(Context& cx, Value self, TextBuilder& out) {
  out.append(fmt::format("<code object {} at {:#x}, file \"{}\", line {}>", text(code(self)->name), address_text_of(cx, self),
                         text(code(self)->filename), code(self)->first_line));
  return out.status();
}

constexpr NativeRow kCodeMethods[] = {{"_positions", code_positions, "self, /"},
                                      {"co_positions", nullptr, "self, /", "code_co_positions"},
                                      {"co_lines", nullptr, "self, /", "code_co_lines"},
                                      {"replace", code_replace, kReplaceSignature}};

}  // namespace

const Operations kCodeOperations = {.hash = code_hash, .equal = code_equal, .repr = code_repr};

const TypeRow kCodeType = {
    .kind = Kind::kCode,
    .name = "code",
    .base = "object",
    .methods = kCodeMethods,
    .attributes = kCodeAttributes,
    .operations = &kCodeOperations,
    .flags = kClassFinal,
};

}  // namespace fermata
