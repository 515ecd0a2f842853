#include "objects/code/code.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "base/varint.h"
#include "compiler/positions.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

Value make_constant(Context& cx, const Constant& c, Str* filename) {
  switch (c.type) {
    case Constant::Type::kNone: return Value::none();
    case Constant::Type::kTrue: return Value::true_();
    case Constant::Type::kFalse: return Value::false_();
    case Constant::Type::kEllipsis: return Value::ellipsis();
    case Constant::Type::kInt: return int_from_digits(cx, c.text);
    case Constant::Type::kFloat: return make_float(cx, c.number);
    case Constant::Type::kImaginary: return make_complex(cx, 0, c.number);
    case Constant::Type::kStr: return is_name_like(c.text) ? Value::object(cx.intern(c.text)) : new_str(cx, c.text);
    case Constant::Type::kBytes: return new_bytes(cx, c.text);
    case Constant::Type::kTuple: {
      std::vector<Value> items;
      for (const Constant& item : c.items) items.push_back(make_constant(cx, item, filename));
      return tuple_of(cx, items);
    }
    case Constant::Type::kFrozenSet: {
      FrozenSet* set = new_frozenset(cx);
      for (const Constant& item : c.items) set_add(cx, set, make_constant(cx, item, filename));
      return Value::object(set);
    }
    case Constant::Type::kCode: {
      Code* code = make_code(cx, *c.code, filename);
      return code ? Value::object(code) : Value();
    }
    case Constant::Type::kPrelude: return prelude_value(cx, cx.intern(c.text));
  }
  std::abort();
}

// What a text, and what a constant take at most; code among the constants is asked for itself.
size_t bytes_of(std::string_view text) { return sizeof(Str) + text.size() + 64; }
size_t bytes_of(const Constant& c) {
  size_t bytes = bytes_of(std::string_view(c.text)) + 2 * sizeof(SetEntry);
  for (const Constant& item : c.items) bytes += bytes_of(item) + 2 * sizeof(SetEntry) + 2 * sizeof(Value);
  return bytes;
}
// Arrays that are filled one by one grow: the last step has both.
size_t bytes_of(const CodeUnit& unit) {
  size_t bytes = 4096 + bytes_of(std::string_view(unit.doc)) + unit.words.size() * (sizeof(uint64_t) + sizeof(uint8_t)) +
                 unit.positions.size() * 20 + unit.sites.size() * (3 * sizeof(Site) + sizeof(SiteCache)) +
                 unit.handlers.size() * 3 * sizeof(CodeHandler) + unit.captures.size() * 3 * sizeof(CodeCapture) +
                 unit.local_is_cell.size();
  for (const std::string* name : {&unit.name, &unit.qualname}) bytes += bytes_of(*name);
  for (const auto* names : {&unit.locals, &unit.free_names})
    for (const std::string& name : *names) bytes += bytes_of(std::string_view(name)) + 3 * sizeof(Value);
  for (const Constant& c : unit.constants) bytes += bytes_of(c) + 3 * sizeof(Value);
  return bytes;
}

template <class T, class From>
void copy(Context& cx, Array<T>& to, const std::vector<From>& from) {
  cx.heap.resize(to, from.size());
  for (size_t i = 0; i < from.size(); ++i) to[i] = T(from[i]);
}

}  // namespace

Value int_from_digits(Context& cx, std::string_view digits, int base) {
  ScannedInt scanned = scan_int(digits, base);
  LimbScratch limbs(scanned_int_size(scanned));
  return make_int(cx, view_of(limbs, int_from_scanned(limbs, scanned)));
}

Value prelude_value(Context& cx, Str* name) {
  Value v = cx.image->prelude ? dict_get_str(cx.image->prelude, name) : Value();
  if (v.is_unset() && cx.image->intrinsics) v = dict_get_str(cx.image->intrinsics, name);
  if (v.is_unset()) v = cx.prelude_constant(name);
  return v;
}

bool is_same_function(const Code* a, const Code* b) {
  const auto same = [](Value x, Value y) { return x == y || (is<Str>(x) && is<Str>(y) && str_equal(as<Str>(x), as<Str>(y))); };
  return a == b || (a->has(kCodeHidden) && b->has(kCodeHidden) && same(a->name, b->name) && same(a->qualname, b->qualname) &&
                    same(a->filename, b->filename));
}

Code* make_code(Context& cx, const CodeUnit& unit, Str* filename) {
  Code* code = cx.heap.make<Code>();
  // One check up front instead of one for each piece, none of which fails then.
  if (!cx.heap.fits(bytes_of(unit))) return nullptr;
  code->name = Value::object(cx.intern(unit.name));
  code->qualname = Value::object(cx.intern(unit.qualname));
  code->filename = Value::object(filename);
  code->doc = unit.has_doc ? new_str(cx, unit.doc) : Value::none();
  code->code_flags = unit.flags;
  code->positional_only = unit.positional_only;
  code->positional = unit.positional;
  code->keyword_only = unit.keyword_only;
  code->registers = unit.registers;
  code->first_line = unit.first_line;
  for (const std::string& name : unit.locals) cx.heap.push(code->locals, Value::object(cx.intern(name)));
  copy(cx, code->local_is_cell, unit.local_is_cell);
  for (const std::string& name : unit.free_names) cx.heap.push(code->free_names, Value::object(cx.intern(name)));
  for (const Capture& c : unit.captures) cx.heap.push(code->captures, CodeCapture{c.from_free, c.index});
  copy(cx, code->words, unit.words);
  for (const Constant& c : unit.constants) {
    Value v = make_constant(cx, c, filename);
    if (v.is_outcome() || v.is_unset()) return nullptr;
    cx.heap.push(code->constants, v);
  }
  for (const SiteUnit& s : unit.sites) cx.heap.push(code->sites, Site{code->constants[s.name], s.count});
  for (const Handler& h : unit.handlers) cx.heap.push(code->handlers, CodeHandler{h.begin, h.end, h.target, h.reg});
  copy(cx, code->positions, pack_positions(unit.positions));
  return code;
}

namespace {
template <class T>
bool copy(Context& cx, Array<T>& to, const Array<T>& from) {
  if (!cx.heap.resize(to, from.size)) return false;
  std::copy_n(from.data, from.size, to.data);
  return true;
}
}  // namespace

Code* copy_code(Context& cx, const Code* from) {
  Code* code = cx.heap.make<Code>();
  if (!code) return nullptr;
  code->name = from->name;
  code->qualname = from->qualname;
  code->filename = from->filename;
  code->doc = from->doc;
  code->code_flags = from->code_flags;
  code->positional_only = from->positional_only;
  code->positional = from->positional;
  code->keyword_only = from->keyword_only;
  code->registers = from->registers;
  code->first_line = from->first_line;
  const bool all = copy(cx, code->locals, from->locals) && copy(cx, code->local_is_cell, from->local_is_cell) &&
                   copy(cx, code->free_names, from->free_names) && copy(cx, code->captures, from->captures) &&
                   copy(cx, code->words, from->words) && copy(cx, code->constants, from->constants) && copy(cx, code->sites, from->sites) &&
                   copy(cx, code->handlers, from->handlers) && copy(cx, code->positions, from->positions);
  return all ? code : nullptr;
}

uint32_t Code::parameters() const { return positional + keyword_only + has(kCodeVarArgs) + has(kCodeVarKeywords); }

std::vector<uint32_t> locals_in_order(const Code* code) {
  std::vector<uint32_t> order(code->locals.size);
  std::iota(order.begin(), order.end(), 0);
  const auto cells =
      std::stable_partition(order.begin(), order.end(), [&](uint32_t i) { return i < code->parameters() || !code->local_is_cell[i]; });
  const auto name = [&](uint32_t i) { return as<Str>(code->locals[i])->view(); };
  std::stable_sort(cells, order.end(), [&](uint32_t a, uint32_t b) { return name(a) < name(b); });
  return order;
}

CodePosition position_at(const Code* code, uint32_t pc) {
  CodePosition found;
  if (pc == kAtDefinition) {
    found.line = code->first_line;
    return found;
  }
  const std::span<const uint8_t> table = code->positions.span();
  size_t at = 0;
  uint32_t entry_pc = 0, line = 0;
  while (at < table.size()) {
    uint64_t head, line_delta = 0, column, lines = 0, end_column;
    if (!get_varint(table, at, head)) break;
    if (head & 1) {
      if (!get_varint(table, at, line_delta) || !get_varint(table, at, column) || !get_varint(table, at, lines) ||
          !get_varint(table, at, end_column))
        break;
    } else {
      if (!get_varint(table, at, column) || !get_varint(table, at, end_column)) break;
      end_column += column;
    }
    entry_pc += uint32_t(head >> 1);
    line += uint32_t(unfold_sign(line_delta));
    if (entry_pc > pc) break;
    found = {line, uint32_t(column), line + uint32_t(lines), uint32_t(end_column)};
  }
  return found;
}

void for_each_position(const Code* code, uint32_t count, const std::function<void(const CodePosition&, bool)>& f) {
  const std::span<const uint8_t> table = code->positions.span();
  size_t at = 0;
  CodePosition now, next;
  uint32_t next_pc = 0, line = 0;
  bool more = true, pending = false;
  const auto read = [&] {
    uint64_t head, line_delta = 0, column, lines = 0, end_column;
    more = at < table.size() && get_varint(table, at, head);
    if (!more) return;
    if (head & 1) {
      more = get_varint(table, at, line_delta) && get_varint(table, at, column) && get_varint(table, at, lines) &&
             get_varint(table, at, end_column);
    } else {
      more = get_varint(table, at, column) && get_varint(table, at, end_column);
      end_column += column;
    }
    if (!more) return;
    next_pc += uint32_t(head >> 1);
    line += uint32_t(unfold_sign(line_delta));
    next = {line, uint32_t(column), line + uint32_t(lines), uint32_t(end_column)};
    pending = true;
  };
  read();
  for (uint32_t pc = 0; pc < count; ++pc) {
    bool changed = pc == 0;
    while (pending && next_pc <= pc) {
      now = next;
      changed = true;
      pending = false;
      read();
    }
    f(now, changed);
  }
}

}  // namespace fermata
