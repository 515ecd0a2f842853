// Module operator's native part: the operators as functions. What meets user code goes on in _operator.py,
// where the twins are.
#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"

namespace fermata {

namespace {

template <BinaryOp op>
Value binary_leaf(Context& cx, Value* args) {
  return binary(cx, op, args[0], args[1]);
}
template <BinaryOp op>
Value in_place_leaf(Context& cx, Value* args) {
  return binary(cx, op, args[0], args[1], true);
}
template <CompareOp op>
Value compare_leaf(Context& cx, Value* args) {
  return rich_compare(cx, op, args[0], args[1]);
}
template <UnaryOp op>
Value unary_leaf(Context& cx, Value* args) {
  return unary(cx, op, args[0]);
}

Value not_leaf(Context& cx, Value* args) {
  const Value t = truth(cx, args[0]);
  return t.is_outcome() ? t : Value::boolean(t.is_false());
}
Value truth_leaf(Context& cx, Value* args) { return truth(cx, args[0]); }
Value is_leaf(Context&, Value* args) { return Value::boolean(args[0] == args[1]); }
Value is_not_leaf(Context&, Value* args) { return Value::boolean(args[0] != args[1]); }
Value index_leaf(Context& cx, Value* args) { return index_of(cx, args[0]); }
Value contains_leaf(Context& cx, Value* args) { return contains(cx, args[0], args[1]); }
Value getitem_leaf(Context& cx, Value* args) { return get_item(cx, args[0], args[1]); }
Value setitem_leaf(Context& cx, Value* args) { return set_item(cx, args[0], args[1], args[2]); }
Value delitem_leaf(Context& cx, Value* args) { return delete_item(cx, args[0], args[1]); }

constexpr const char* kTwo = "a, b, /";
constexpr const char* kOne = "a, /";

// a + b of sequences: numbers have no such slot.
template <Leaf add>
Value concat_leaf(Context& cx, Value* args) {
  const Value p = payload_of(args[0]);
  if (is_int_or_bool(p) || is_float(p) || is<Complex>(p) || !p.is_object())
    return raise_type_error(cx, "'{}' object can't be concatenated", type_name(cx, args[0]));
  return add(cx, args);
}

constexpr NativeRow kFunctions[] = {
#define BINARY(ast, op, name, function, ...) \
  {#function, binary_leaf<BinaryOp::k##op>, kTwo, "_" #name}, {"i" #name, in_place_leaf<BinaryOp::k##op>, kTwo, "_i" #name},
#define COMPARE(ast, op, name, ...) {#name, compare_leaf<CompareOp::k##op>, kTwo, "_" #name},
#include "syntax/operators.def"
    {"neg", unary_leaf<UnaryOp::kNegate>, kOne, "_neg"},
    {"pos", unary_leaf<UnaryOp::kPositive>, kOne, "_pos"},
    {"inv", unary_leaf<UnaryOp::kInvert>, kOne, "_invert"},
    {"invert", unary_leaf<UnaryOp::kInvert>, kOne, "_invert"},
    {"abs", unary_leaf<UnaryOp::kAbs>, kOne, "_abs"},
    {"not_", not_leaf, kOne, "_not"},
    {"truth", truth_leaf, kOne, "_truth"},
    {"is_", is_leaf, kTwo},
    {"is_not", is_not_leaf, kTwo},
    {"index", index_leaf, kOne, "container_index"},
    {"concat", concat_leaf<binary_leaf<BinaryOp::kAdd>>, kTwo, "_add"},
    {"iconcat", concat_leaf<in_place_leaf<BinaryOp::kAdd>>, kTwo, "_iadd"},
    {"contains", contains_leaf, kTwo, "_contains"},
    {"getitem", getitem_leaf, kTwo, "_getitem"},
    {"setitem", setitem_leaf, "a, b, c, /", "_setitem"},
    {"delitem", delitem_leaf, kTwo, "_delitem"},
};

}  // namespace

extern const ModuleRow kOperatorModule = {"_operator", kFunctions};

}  // namespace fermata
