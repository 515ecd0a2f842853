#include "objects/code/archived_code.h"

#include <algorithm>
#include <bit>

#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

template <class T>
void ArchivedCode::take(Array<T>& to, std::span<const T> from) {
  if (copies_) {
    cx_.heap.resize(to, from.size());
    std::ranges::copy(from, to.data);
  } else {
    to = {const_cast<T*>(from.data()), uint32_t(from.size()), 0};  // nobody writes to the arrays of finished code
  }
}

Code* ArchivedCode::load(const CodeArchive::File& file) { return load(file.record, string(file.shown)); }

Code* ArchivedCode::load(uint32_t record, Str* filename) {
  CodeArchiveReader in(archive_, record);
  return code(in, filename);
}

Str* ArchivedCode::make_string(uint32_t number) {
  if (number >= strings_.size()) strings_.resize(std::max<size_t>(number + 1, 2 * strings_.size()));
  const std::string_view text = archive_.string(number);
  return strings_[number] = is_name_like(text) ? cx_.intern(text) : as<Str>(new_str(cx_, text));
}

Code* ArchivedCode::code(CodeArchiveReader& in, Str* filename) {
  Heap& heap = cx_.heap;
  Code* code = heap.make<Code>();
  code->name = Value::object(string(in.number()));
  code->qualname = Value::object(string(in.number()));
  code->filename = Value::object(filename);
  code->code_flags = in.number();
  code->positional_only = in.number();
  code->positional = in.number();
  code->keyword_only = in.number();
  code->registers = in.number();
  code->first_line = in.number();
  const uint32_t doc = in.number();
  code->doc = doc ? Value::object(string(doc - 1)) : Value::none();

  const uint32_t locals = in.number();
  heap.resize(code->locals, locals);
  for (Value& name : code->locals) name = Value::object(string(in.number()));
  take(code->local_is_cell, in.bytes(locals));
  const uint32_t free_names = in.number();
  heap.resize(code->free_names, free_names);
  for (Value& name : code->free_names) name = Value::object(string(in.number()));
  heap.resize(code->captures, free_names);
  for (CodeCapture& c : code->captures) {
    c.from_free = in.number();
    c.index = in.number();
  }

  const uint32_t words = in.number();
  take(code->words, in.words(in.number(), words));
  heap.resize(code->constants, in.number());
  for (Value& c : code->constants) {
    c = constant(in, filename);
    if (c.is_unset()) return nullptr;
  }
  heap.resize(code->sites, in.number());
  for (Site& s : code->sites) {
    s.name = code->constants[in.number()];
    s.count = in.number();
  }
  heap.resize(code->handlers, in.number());
  for (CodeHandler& h : code->handlers) {
    h.begin = in.number();
    h.end = in.number();
    h.target = in.number();
    h.reg = in.number();
  }
  take(code->positions, in.bytes(in.number()));
  return code;
}

Value ArchivedCode::constant(CodeArchiveReader& in, Str* filename) {
  switch (Constant::Type(in.number())) {
    case Constant::Type::kNone: return Value::none();
    case Constant::Type::kTrue: return Value::true_();
    case Constant::Type::kFalse: return Value::false_();
    case Constant::Type::kEllipsis: return Value::ellipsis();
    case Constant::Type::kInt:
      if (in.number()) return Value::small(in.signed_number());
      return int_from_digits(cx_, archive_.string(in.number()));
    case Constant::Type::kFloat: return make_float(cx_, std::bit_cast<double>(in.words(in.number(), 1)[0]));
    case Constant::Type::kImaginary: return make_complex(cx_, 0, std::bit_cast<double>(in.words(in.number(), 1)[0]));
    case Constant::Type::kStr: return Value::object(string(in.number()));
    case Constant::Type::kBytes: return new_bytes(cx_, archive_.string(in.number()));
    case Constant::Type::kTuple: {
      Tuple* tuple = cx_.heap.make_sized<Tuple>(in.number());
      for (Value& item : tuple->span())
        if (item = constant(in, filename); item.is_unset()) return Value();
      return Value::object(tuple->count ? tuple : cx_.image->empty_tuple);
    }
    case Constant::Type::kFrozenSet: {
      FrozenSet* set = new_frozenset(cx_);
      for (uint32_t n = in.number(); n > 0; --n) set_add(cx_, set, constant(in, filename));
      return Value::object(set);
    }
    case Constant::Type::kCode: {
      Code* nested = code(in, filename);
      return nested ? Value::object(nested) : Value();
    }
    case Constant::Type::kPrelude: return prelude_value(cx_, string(in.number()));
  }
  return Value();
}

}  // namespace fermata
