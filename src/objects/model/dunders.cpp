#include "objects/model/dunders.h"

#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

const Operations& ops(Value* args) { return operations_of(args[0]); }

// A forged object may be of a class without being what its class's methods are for.
#define NEEDS(operation)                 \
  if (!ops(args).operation) [[unlikely]] \
  return raise_type_error(cx, "'{}' object does not support this operation", type_name(cx, args[0]))

template <BinaryOp op>
Value dunder_binary(Context& cx, Value* args) {
  NEEDS(binary);
  // What a format string shows is the object, not the builtin value inside it.
  if (op == BinaryOp::kMul && ops(args).get_item && ops(args).length && !is_int_or_bool(payload_of(args[1])) &&
      special_method(cx, args[1], Name::k___index__).is_unset())
    return raise_type_error(cx, "'{}' object cannot be interpreted as an integer", type_name(cx, args[1]));
  if (!is<List>(args[0]) && goes_through_otherwise(cx, op, args[0], args[1])) return Value::defer();
  const bool text = is<Str>(args[0]) || is<Bytes>(args[0]) || is<ByteArray>(args[0]);
  const bool sequence = text || is<List>(args[0]) || is<Tuple>(args[0]);
  Value other = payload_of(args[1]);
  // What doesn't fit a sequence is named by its own class.
  if (op == BinaryOp::kMod && text) other = args[1];
  if (op == BinaryOp::kAdd && sequence && (!other.is_object() || other.as_object()->kind != args[0].as_object()->kind)) other = args[1];
  if (op == BinaryOp::kMul && sequence && !is_int_or_bool(other)) other = args[1];
  return ops(args).binary(cx, op, args[0], other);
}
template <BinaryOp op>
Value dunder_reflected(Context& cx, Value* args) {
  NEEDS(binary);
  return ops(args).binary(cx, op, payload_of(args[1]), args[0]);
}
template <BinaryOp op>
Value dunder_in_place(Context& cx, Value* args) {
  NEEDS(in_place);
  if (goes_through_otherwise(cx, op, args[0], args[1])) return Value::defer();
  const Value other = payload_of(args[1]);
  return ops(args).in_place(cx, op, args[0], op == BinaryOp::kMul && !is_int_or_bool(other) ? args[1] : other);
}
template <UnaryOp op>
Value dunder_unary(Context& cx, Value* args) {
  NEEDS(unary);
  return ops(args).unary(cx, op, args[0]);
}
template <CompareOp op>
Value dunder_order(Context& cx, Value* args) {
  NEEDS(order);
  return ops(args).order(cx, op, args[0], payload_of(args[1]));
}
Value dunder_eq(Context& cx, Value* args) {
  NEEDS(equal);
  // (What a view is compared with may show its bytes in a way of its own.)
  return ops(args).equal(cx, args[0], is<MemoryView>(args[0]) ? args[1] : payload_of(args[1]));
}
Value dunder_ne(Context& cx, Value* args) {
  Value r = dunder_eq(cx, args);
  return r.is_bool() ? Value::boolean(r.is_false()) : r;
}
Value dunder_hash(Context& cx, Value* args) {
  NEEDS(hash);
  int64_t h;
  Value r = ops(args).hash(cx, args[0], &h);
  return r.is_outcome() ? r : make_int(cx, h);
}
Value dunder_repr(Context& cx, Value* args) {
  NEEDS(repr);
  TextBuilder out(cx);
  Value r = ops(args).repr(cx, args[0], out);
  return r.is_outcome() ? r : out.finish();
}
Value dunder_str(Context& cx, Value* args) {
  NEEDS(str);
  if (is<Str>(args[0])) return args[0];
  TextBuilder out(cx);
  Value r = ops(args).str(cx, args[0], out);
  return r.is_outcome() ? r : out.finish();
}
Value dunder_bool(Context& cx, Value* args) {
  NEEDS(truth);
  return ops(args).truth(cx, args[0]);
}
Value dunder_len(Context& cx, Value* args) {
  NEEDS(length);
  return ops(args).length(cx, args[0]);
}
Value dunder_iter(Context& cx, Value* args) { return ops(args).iter ? ops(args).iter(cx, args[0]) : args[0]; }
Value dunder_next(Context& cx, Value* args) {
  NEEDS(next);
  Value r = ops(args).next(cx, args[0]);
  return r.is_exhausted() ? raise_plain(cx, ErrorType::kStopIteration) : r;
}
Value dunder_contains(Context& cx, Value* args) {
  NEEDS(contains);
  return ops(args).contains(cx, args[0], args[1]);
}
Value dunder_getitem(Context& cx, Value* args) {
  NEEDS(get_item);
  return ops(args).get_item(cx, args[0], args[1]);
}
Value dunder_setitem(Context& cx, Value* args) {
  NEEDS(set_item);
  return ops(args).set_item(cx, args[0], args[1], args[2]);
}
Value dunder_delitem(Context& cx, Value* args) {
  NEEDS(delete_item);
  return ops(args).delete_item(cx, args[0], args[1]);
}
Value dunder_format(Context& cx, Value* args) {
  NEEDS(format);
  Str* spec = as_str(args[1]);
  if (!spec) return raise_type_error(cx, "__format__() argument must be str, not {}", type_name(cx, args[1]));
  return ops(args).format(cx, args[0], spec);
}

Value dunder_no_order(Context&, Value*) { return Value::not_implemented(); }

struct BinaryNames {
  BinaryOp op;
  const char *normal, *reflected, *in_place;
  Leaf normal_leaf, reflected_leaf, in_place_leaf;
};
#define METHODS(op, name)             \
  {BinaryOp::k##op,                   \
   "__" #name "__",                   \
   "__r" #name "__",                  \
   "__i" #name "__",                  \
   dunder_binary<BinaryOp::k##op>,    \
   dunder_reflected<BinaryOp::k##op>, \
   dunder_in_place<BinaryOp::k##op>},
#define BINARY(ast, op, name, ...) METHODS(op, name)
#define BINARY_CALL(op, name, symbol) METHODS(op, name)
constexpr BinaryNames kBinary[] = {
#include "syntax/operators.def"
};
#undef METHODS

}  // namespace

std::vector<NativeRow> dunder_rows(const char* type, const Operations& o, std::deque<std::string>& names) {
  std::vector<NativeRow> rows;
  auto add = [&](const char* name, Leaf leaf, const char* signature, NativeRow::Flags flags = NativeRow::kNone) {
    names.push_back(std::string(type) + name);
    rows.push_back({name, leaf, signature, names.back().c_str(), flags});
  };
  constexpr const char* kOne = "self, /";
  constexpr const char* kTwo = "self, value, /";
  // Sequences and sets show fewer operators than their tables' functions would answer.
  for (const BinaryNames& b : kBinary) {
    const bool nameless = b.op == BinaryOp::kPow || (b.op == BinaryOp::kMul && o.length);
    const auto flags = nameless ? NativeRow::kNameless : NativeRow::kNone;
    if (o.binary && (o.binary_ops >> unsigned(b.op) & 1)) {
      const auto makes = flags | (o.shown & Operations::kMakesAnother ? NativeRow::kMakesAnother : NativeRow::kNone);
      add(b.normal, b.normal_leaf, kTwo, makes);
      if (b.op != BinaryOp::kAdd || !o.get_item) add(b.reflected, b.reflected_leaf, kTwo, makes);  // sequences have no __radd__
    }
    if (o.in_place && (o.in_place_ops >> unsigned(b.op) & 1)) add(b.in_place, b.in_place_leaf, kTwo, flags | NativeRow::kChanges);
  }
  if (o.unary) {
    add("__neg__", dunder_unary<UnaryOp::kNegate>, kOne);
    add("__pos__", dunder_unary<UnaryOp::kPositive>, kOne);
    add("__abs__", dunder_unary<UnaryOp::kAbs>, kOne);
    if (!(o.shown & Operations::kNoInvert)) add("__invert__", dunder_unary<UnaryOp::kInvert>, kOne);
  }
  if (o.equal) {
    add("__eq__", dunder_eq, kTwo);
    add("__ne__", dunder_ne, kTwo);
  }
  if (o.order) {
    add("__lt__", dunder_order<CompareOp::kLt>, kTwo);
    add("__le__", dunder_order<CompareOp::kLe>, kTwo);
    add("__gt__", dunder_order<CompareOp::kGt>, kTwo);
    add("__ge__", dunder_order<CompareOp::kGe>, kTwo);
  } else if (o.equal) {  // CPython's types have all six or none
    for (const char* name : {"__lt__", "__le__", "__gt__", "__ge__"}) add(name, dunder_no_order, kTwo);
  }
  if (o.hash) add("__hash__", dunder_hash, kOne);
  if (o.repr) add("__repr__", dunder_repr, kOne, NativeRow::kShows);
  if (o.str) add("__str__", dunder_str, kOne);
  if (o.truth && (!o.length || o.shown & Operations::kTruth)) add("__bool__", dunder_bool, kOne);
  if (o.length) add("__len__", dunder_len, kOne);
  if (o.iter || o.next) add("__iter__", dunder_iter, kOne);
  if (o.next) add("__next__", dunder_next, kOne);
  const auto plain = [&](Operations::Shown which) { return o.shown & which ? NativeRow::kPlain : NativeRow::kNone; };
  if (o.contains) add("__contains__", dunder_contains, "self, key, /", plain(Operations::kPlainContains));
  if (o.get_item) add("__getitem__", dunder_getitem, "self, key, /", NativeRow::kFinds | plain(Operations::kPlainGetItem));
  if (o.set_item) add("__setitem__", dunder_setitem, "self, key, value, /", NativeRow::kChanges | NativeRow::kNameless);
  if (o.delete_item) add("__delitem__", dunder_delitem, "self, key, /", NativeRow::kChanges);
  if (o.format) add("__format__", dunder_format, "self, format_spec, /", NativeRow::kFormats);
  return rows;
}

}  // namespace fermata
