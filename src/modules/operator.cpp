#include "modules/operator.h"

#include "objects/errors.h"
#include "objects/numbers.h"
#include "objects/operations.h"

namespace fermata {

namespace {

template <BinaryOp op>
Value binary_leaf(Context& cx, Value* args) { return binary(cx, op, args[0], args[1]); }
template <BinaryOp op>
Value in_place_leaf(Context& cx, Value* args) { return binary(cx, op, args[0], args[1], true); }
template <CompareOp op>
Value compare_leaf(Context& cx, Value* args) { return rich_compare(cx, op, args[0], args[1]); }
template <UnaryOp op>
Value unary_leaf(Context& cx, Value* args) { return unary(cx, op, args[0]); }

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
    {"add", binary_leaf<BinaryOp::kAdd>, kTwo, "_add"},
    {"sub", binary_leaf<BinaryOp::kSub>, kTwo, "_sub"},
    {"mul", binary_leaf<BinaryOp::kMul>, kTwo, "_mul"},
    {"truediv", binary_leaf<BinaryOp::kTrueDiv>, kTwo, "_truediv"},
    {"floordiv", binary_leaf<BinaryOp::kFloorDiv>, kTwo, "_floordiv"},
    {"mod", binary_leaf<BinaryOp::kMod>, kTwo, "_mod"},
    {"pow", binary_leaf<BinaryOp::kPow>, kTwo, "_pow"},
    {"matmul", binary_leaf<BinaryOp::kMatMul>, kTwo, "_matmul"},
    {"lshift", binary_leaf<BinaryOp::kLShift>, kTwo, "_lshift"},
    {"rshift", binary_leaf<BinaryOp::kRShift>, kTwo, "_rshift"},
    {"and_", binary_leaf<BinaryOp::kAnd>, kTwo, "_and"},
    {"or_", binary_leaf<BinaryOp::kOr>, kTwo, "_or"},
    {"xor", binary_leaf<BinaryOp::kXor>, kTwo, "_xor"},
    {"iadd", in_place_leaf<BinaryOp::kAdd>, kTwo, "_iadd"},
    {"isub", in_place_leaf<BinaryOp::kSub>, kTwo, "_isub"},
    {"imul", in_place_leaf<BinaryOp::kMul>, kTwo, "_imul"},
    {"itruediv", in_place_leaf<BinaryOp::kTrueDiv>, kTwo, "_itruediv"},
    {"ifloordiv", in_place_leaf<BinaryOp::kFloorDiv>, kTwo, "_ifloordiv"},
    {"imod", in_place_leaf<BinaryOp::kMod>, kTwo, "_imod"},
    {"ipow", in_place_leaf<BinaryOp::kPow>, kTwo, "_ipow"},
    {"imatmul", in_place_leaf<BinaryOp::kMatMul>, kTwo, "_imatmul"},
    {"ilshift", in_place_leaf<BinaryOp::kLShift>, kTwo, "_ilshift"},
    {"irshift", in_place_leaf<BinaryOp::kRShift>, kTwo, "_irshift"},
    {"iand", in_place_leaf<BinaryOp::kAnd>, kTwo, "_iand"},
    {"ior", in_place_leaf<BinaryOp::kOr>, kTwo, "_ior"},
    {"ixor", in_place_leaf<BinaryOp::kXor>, kTwo, "_ixor"},
    {"lt", compare_leaf<CompareOp::kLt>, kTwo, "_lt"},
    {"le", compare_leaf<CompareOp::kLe>, kTwo, "_le"},
    {"gt", compare_leaf<CompareOp::kGt>, kTwo, "_gt"},
    {"ge", compare_leaf<CompareOp::kGe>, kTwo, "_ge"},
    {"eq", compare_leaf<CompareOp::kEq>, kTwo, "_eq"},
    {"ne", compare_leaf<CompareOp::kNe>, kTwo, "_ne"},
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

const ModuleRow kOperatorModule = {"_operator", kFunctions};

}  // namespace fermata
