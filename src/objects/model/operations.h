// What every type can do, without running user code: one table of functions per heap type, and the
// generic operations that dispatch over it. The dispatch loop, the natives and the containers call the
// generic ones; each type's file fills its table. The dunder methods of builtin classes (list.__len__,
// int.__add__, …) are made from the same tables.
//
// Results are a Value or an outcome: error, defer (a user's class is involved: the vm goes to the prelude
// twin of the operation), retry. See objects/natives/native.h.
#pragma once

#include "runtime/context.h"

namespace fermata {

class TextBuilder;

enum class BinaryOp : uint8_t {
#define BINARY(ast, op, ...) k##op,
#define BINARY_CALL(op, ...) k##op,
#include "syntax/operators.def"
};
inline constexpr size_t kBinaryOps = 0
#define BINARY(...) +1
#define BINARY_CALL(...) +1
#include "syntax/operators.def"
    ;
enum class CompareOp : uint8_t {
#define COMPARE(ast, op, ...) k##op,
#include "syntax/operators.def"
};
enum class UnaryOp : uint8_t { kNegate, kPositive, kInvert, kAbs };

const char* binary_symbol(BinaryOp op);    // "+", "** or pow()", "divmod()"
const char* compare_symbol(CompareOp op);  // "<"

struct Operations {
  // Each may be null. `self` is of this type. NotImplemented says "not with this operand".
  Value (*truth)(Context&, Value self) = nullptr;                             // null: by length, else true
  Value (*length)(Context&, Value self) = nullptr;                            // a small int
  Value (*hash)(Context&, Value self, int64_t* out) = nullptr;                // None when done; null: unhashable
  Value (*equal)(Context&, Value self, Value other) = nullptr;                // True, False, NotImplemented; null: identity
  Value (*order)(Context&, CompareOp op, Value self, Value other) = nullptr;  // <, <=, >, >= only
  Value (*repr)(Context&, Value self, TextBuilder& out) = nullptr;            // None when done
  Value (*str)(Context&, Value self, TextBuilder& out) = nullptr;             // null: repr
  Value (*format)(Context&, Value self, Str* spec) = nullptr;                 // null: object's (only an empty spec)
  Value (*iter)(Context&, Value self) = nullptr;
  Value (*next)(Context&, Value self) = nullptr;  // an item, or Value::exhausted()
  Value (*contains)(Context&, Value self, Value item) = nullptr;
  Value (*get_item)(Context&, Value self, Value key) = nullptr;
  Value (*set_item)(Context&, Value self, Value key, Value value) = nullptr;  // None when done
  Value (*delete_item)(Context&, Value self, Value key) = nullptr;
  // a op b, where one of them is of this type (asked first of a's type, then of b's).
  Value (*binary)(Context&, BinaryOp op, Value a, Value b) = nullptr;
  // Augmented assignment on a mutable type; the result is what gets assigned. null: as binary.
  Value (*in_place)(Context&, BinaryOp op, Value a, Value b) = nullptr;
  Value (*unary)(Context&, UnaryOp op, Value self) = nullptr;
  uint32_t binary_ops = 0;    // bit per BinaryOp: which dunder methods its class shows
  uint32_t in_place_ops = 0;  // likewise __iadd__ …
  // What else its class shows that doesn't follow from the functions.
  enum Shown : uint32_t {
    kTruth = 1,         // __bool__, although it has a length
    kNoInvert = 2,      // no __invert__
    kPlainGetItem = 4,  // a __getitem__ or __contains__ that is a method like any other
    kPlainContains = 8,
    kMakesAnother = 16,  // what operators make of a subclass's object is of the subclass
  };
  uint32_t shown = 0;
};

// What an order (below, at or above zero) is to an operator; == and != are not asked so.
template <class Order>
inline Value ordered(CompareOp op, Order order) {
  switch (op) {
    case CompareOp::kLt: return Value::boolean(order < 0);
    case CompareOp::kLe: return Value::boolean(order <= 0);
    case CompareOp::kGt: return Value::boolean(order > 0);
    case CompareOp::kGe: return Value::boolean(order >= 0);
    default: return Value::not_implemented();
  }
}

// A type's table is named after its struct: kListOperations is in list.cpp.
const Operations& operations_of(Value v);

// --- generic
Value equal(Context& cx, Value a, Value b);                       // True or False; identity counts as equal: what containers ask
Value rich_compare(Context& cx, CompareOp op, Value a, Value b);  // the operators; raises "'<' not supported between …"
Value hash_of(Context& cx, Value v, int64_t* out);                // None; raises "unhashable type: 'list'"
Value truth(Context& cx, Value v);
Value length_of(Context& cx, Value v);  // raises "object of type 'int' has no len()"
Value repr_of(Context& cx, Value v);    // a str
Value str_of(Context& cx, Value v);
Value ascii_of(Context& cx, Value v);
Value repr_into(Context& cx, Value v, TextBuilder& out);  // None when done
Value str_into(Context& cx, Value v, TextBuilder& out);
Value format_value(Context& cx, Value v, Str* spec);  // format(v, spec), a str
Value get_iter(Context& cx, Value v);                 // raises "'int' object is not iterable"
Value iter_next(Context& cx, Value iterator);
Value contains(Context& cx, Value container, Value item);
Value get_item(Context& cx, Value object, Value key);
Value set_item(Context& cx, Value object, Value key, Value value);
Value delete_item(Context& cx, Value object, Value key);
// The TypeError of an operator that nobody answered, as CPython words it.
Value raise_operands(Context& cx, BinaryOp op, bool in_place, Value a, Value b);
// Does the operator go through its right operand, and this one's class says in its own way how? (A subclass of list in `items += it`.)
// Then it isn't taken for the container in it.
bool goes_through_otherwise(Context& cx, BinaryOp op, Value left_payload, Value right);
Value binary(Context& cx, BinaryOp op, Value a, Value b, bool in_place = false);
Value unary(Context& cx, UnaryOp op, Value a);

// Whether iterating `v` runs no user code, so that a leaf may consume it whole: list, tuple, str, bytes,
// bytearray, dict and its views, set, frozenset, range, and the natives' iterators over them. A generator
// or an instance is not: defer.
bool is_leaf_iterable(Context& cx, Value v);
bool is_leaf_iterator(Context& cx, Value v);

// Calls `f(Value item)` for every item of a leaf iterable; f returns None to go on, or an outcome. For
// other iterables the result is defer. Natives that consume iterables are made of this.
Value for_each_item(Context& cx, Value iterable, const std::function<Value(Value)>& f);
// Appends all items of a leaf iterable to a temporary vector. None, or an outcome.
Value collect_items(Context& cx, Value iterable, std::vector<Value>& out);

// The builtin value inside an instance of a user's subclass of a builtin type (list, int, str, …), else
// `v` itself. Natives use it on arguments whose type they need and whose special methods don't matter.
inline Value payload_of(Value v) {
  if (is<Instance>(v) && !as<Instance>(v)->payload.is_unset()) return as<Instance>(v)->payload;
  return v;
}

// operator.index: a small int, an Int, or an outcome (TypeError "'str' object cannot be interpreted as an
// integer"; defer for an instance with __index__). bools count.
Value index_of(Context& cx, Value v);
// The same to int64, clamped to its range (what slices and repetition need).
Value index_clamped(Context& cx, Value v, int64_t* out);
// A sequence index or count: IndexError/OverflowError "cannot fit 'int' into an index-sized integer".
Value index_exact(Context& cx, Value v, int64_t* out, bool overflow_is_index_error = true);

// slice.indices for a sequence of `length`: start, stop, step, and the number of items.
// `step` is at most a little more than the length, which selects the same items, so that going on by it from any of them can't overflow;
// `whole_step` is what the slice says, as far as 64 bits go.
struct SliceBounds {
  int64_t start, stop, step, count, whole_step;
};
Value slice_bounds(Context& cx, Slice* slice, int64_t length, SliceBounds* out);  // None or an outcome

}  // namespace fermata
