// The generic operations: each looks at the operands' kinds, uses their tables, and defers where a class of
// the program is involved.
#include "objects/model/operations.h"

#include "numbers/float_text.h"
#include "objects/containers/containers.h"
#include "objects/containers/dict.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/attributes.h"
#include "objects/model/class.h"
#include "objects/model/function_types.h"
#include "objects/model/instance.h"
#include "objects/model/object.h"
#include "objects/model/own.h"
#include "objects/model/type_tables.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

Class* instance_class(Value v) { return as<Instance>(v)->shape->cls; }
// A class whose metaclass is not `type` may have any special method.
bool has_metaclass(Context& cx, Value v) { return is<Class>(v) && as<Class>(v)->meta != cx.image->type; }
// Exceptions and classes have no layout in common with other instances, but classes of the program too.
bool bare_trait(Context& cx, Value v, uint32_t t) {
  return (is<Exception>(v) || is<Module>(v) || has_metaclass(cx, v)) && has_trait(cx, class_of(cx, v), t);
}
bool trait(Context& cx, Value v, uint32_t t) { return is<Instance>(v) ? has_trait(cx, instance_class(v), t) : bare_trait(cx, v, t); }
bool is_payload(Value v) { return is<Instance>(v) && !as<Instance>(v)->payload.is_unset(); }

}  // namespace

const char* binary_symbol(BinaryOp op) {
  if (op == BinaryOp::kPow) return "** or pow()";
  static constexpr const char* kSymbols[] = {
#define BINARY(ast, op, name, function, token, symbol, ...) symbol,
#define BINARY_CALL(op, name, symbol) symbol,
#include "syntax/operators.def"
  };
  return kSymbols[size_t(op)];
}
const char* compare_symbol(CompareOp op) {
  static constexpr const char* kSymbols[] = {
#define COMPARE(ast, op, name, symbol, ...) symbol,
#include "syntax/operators.def"
  };
  return kSymbols[size_t(op)];
}

Value equal(Context& cx, Value a, Value b) {
  if (a == b) return Value::true_();
  return rich_compare(cx, CompareOp::kEq, a, b);
}

Value rich_compare(Context& cx, CompareOp op, Value a, Value b) {
  bool equality = op == CompareOp::kEq || op == CompareOp::kNe;
  uint32_t t = equality ? kTraitEq : kTraitOrder;
  if (trait(cx, a, t) || trait(cx, b, t) || has_metaclass(cx, a) || has_metaclass(cx, b)) return Value::defer();
  static constexpr CompareOp kSwapped[] = {CompareOp::kGt, CompareOp::kGe, CompareOp::kLt, CompareOp::kLe};
  Value pa = payload_of(a), pb = payload_of(b);
  CompareOp asked = op;
  if (is_payload(b) && class_of(cx, a) != instance_class(b) && is_subclass(instance_class(b), class_of(cx, a))) {
    // An instance of a subclass is asked first.
    std::swap(pa, pb);
    if (!equality) asked = kSwapped[size_t(op)];
  }
  const Operations& oa = operations_of(pa);
  const Operations& ob = operations_of(pb);
  if (equality) {
    Value r = Value::not_implemented();
    if (oa.equal) r = oa.equal(cx, pa, pb);
    if (r == Value::not_implemented() && ob.equal) r = ob.equal(cx, pb, pa);
    if (r == Value::not_implemented()) r = Value::boolean(a == b);
    if (r.is_outcome()) return r;
    return op == CompareOp::kEq ? r : Value::boolean(r.is_false());
  }
  Value r = Value::not_implemented();
  if (oa.order) r = oa.order(cx, asked, pa, pb);
  if (r == Value::not_implemented() && ob.order) r = ob.order(cx, kSwapped[size_t(asked)], pb, pa);
  if (r == Value::not_implemented())
    return raise_type_error(cx, "'{}' not supported between instances of '{}' and '{}'", compare_symbol(op), type_name(cx, a),
                            type_name(cx, b));
  return r;
}

Value hash_of(Context& cx, Value v, int64_t* out) {
  if (is<Instance>(v)) {
    uint32_t traits = class_traits(cx, instance_class(v));
    if (traits & kTraitNoHash) return raise_type_error(cx, "unhashable type: '{}'", type_name(cx, v));
    if (traits & kTraitHash) return Value::defer();
    if (is_payload(v)) return hash_of(cx, as<Instance>(v)->payload, out);
    *out = identity_hash(cx, v);
    return Value::none();
  }
  if (bare_trait(cx, v, kTraitHash)) return Value::defer();
  const Operations& o = operations_of(v);
  if (o.hash) return o.hash(cx, v, out);
  const bool values = is<DictView>(v) && as<DictView>(v)->part() == DictPart::kValues;  // of the views only these aren't compared
  if (o.equal && !values) return raise_type_error(cx, "unhashable type: '{}'", type_name(cx, v));
  return hash_by_identity(cx, v, out);
}

Value truth(Context& cx, Value v) {
  if (v.is_bool()) return v;
  if (v.is_none()) return Value::false_();
  if (v.is_small()) return Value::boolean(v.as_small() != 0);
  if (trait(cx, v, kTraitBool | kTraitLen)) return Value::defer();
  v = payload_of(v);
  const Operations& o = operations_of(v);
  if (o.truth) return o.truth(cx, v);
  if (o.length) {
    Value n = o.length(cx, v);
    return n.is_outcome() ? n : Value::boolean(n != Value::small(0));
  }
  return Value::true_();
}

Value length_of(Context& cx, Value v) {
  if (trait(cx, v, kTraitLen)) return Value::defer();
  Value p = payload_of(v);
  const Operations& o = operations_of(p);
  if (!o.length) return raise_type_error(cx, "object of type '{}' has no len()", type_name(cx, v));
  return o.length(cx, p);
}

bool shows_its_class(Value content) { return is<Set>(content) || is<FrozenSet>(content) || is<ByteArray>(content) || is<Deque>(content); }

namespace {

Value repr_with_class(Context& cx, Value v, Value p, TextBuilder& out) {
  TextBuilder part(cx);
  part.open = out.open;
  Value r = operations_of(p).repr(cx, p, part);
  if (r.is_outcome()) return r;
  std::string_view text = part.text();
  const std::string builtin = std::string(class_name(class_of(cx, p))) + "(";
  if (text.starts_with(builtin)) {
    out.append(type_name(cx, v));
    out.append(text.substr(builtin.size() - 1));
  } else if (text.starts_with('{')) {
    out.append(type_name(cx, v));
    out.append('(');
    out.append(text);
    out.append(')');
  } else {
    out.append(text);  // "[...]": a deque within itself
  }
  return out.status();
}

}  // namespace

Value repr_into(Context& cx, Value v, TextBuilder& out) {
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx, " while getting the repr of an object");
  if (trait(cx, v, kTraitRepr)) return Value::defer();
  if (has_metaclass(cx, v) && has_trait(cx, as<Class>(v)->meta, kTraitRepr)) return Value::defer();
  if (is<Instance>(v) && !is_payload(v)) return default_repr_into(cx, v, out);
  Value p = payload_of(v);
  const Operations& o = operations_of(p);
  if (is_payload(v) && shows_its_class(p)) return repr_with_class(cx, v, p, out);
  return o.repr ? o.repr(cx, p, out) : default_repr_into(cx, v, out);
}

Value str_into(Context& cx, Value v, TextBuilder& out) {
  if (is<Str>(v)) {
    out.append(as<Str>(v)->view());
    return out.status();
  }
  if (trait(cx, v, kTraitStr)) return Value::defer();
  if (bare_trait(cx, v, kTraitStr)) return Value::defer();
  if (has_metaclass(cx, v) && has_trait(cx, as<Class>(v)->meta, kTraitStr | kTraitRepr)) return Value::defer();
  // A subclass of a builtin with a __repr__ of its own but no __str__: object.__str__ asks that __repr__,
  // but types with a __str__ of their own (str, exceptions) keep theirs.
  Value p = payload_of(v);
  const Operations& o = operations_of(p);
  if (o.str && !(is<Instance>(v) && !is_payload(v))) return o.str(cx, p, out);
  return repr_into(cx, v, out);
}

namespace {
Value finish(TextBuilder& out, Value status) { return status.is_outcome() ? status : out.finish(); }
}  // namespace

namespace {

// The text of numbers in a Value, which str and repr show alike; unset for others.
Value number_text(Context& cx, Value v) {
  if (v.is_small()) return small_int_str(cx, v.as_small());
  if (!v.is_inline_float()) return Value::unset();
  char text[kMaxFloatRepr];
  return new_ascii_str(cx, {text, write_float_repr(text, v.as_inline_float())});
}

}  // namespace

Value repr_of(Context& cx, Value v) {
  if (const Value text = number_text(cx, v); !text.is_unset()) return text;
  TextBuilder out(cx);
  Value status = repr_into(cx, v, out);
  return finish(out, status);
}

Value str_of(Context& cx, Value v) {
  if (is<Str>(v)) return v;
  if (const Value text = number_text(cx, v); !text.is_unset()) return text;
  TextBuilder out(cx);
  Value status = str_into(cx, v, out);
  return finish(out, status);
}

Value format_value(Context& cx, Value v, Str* spec) {
  if (spec->count == 0 && (v.is_small() || v.is_inline_float())) return number_text(cx, v);
  if (trait(cx, v, kTraitFormat)) return Value::defer();
  Value p = payload_of(v);
  const Operations& o = operations_of(p);
  // An instance of a subclass with its own __str__ formats with that when there is no spec.
  if (spec->count == 0) {
    if (is<Instance>(v)) return str_of(cx, v);
    if (!o.format || v.is_small()) return str_of(cx, v);
  }
  // An int's format as a float asks the subclass's __float__.
  if (is<Instance>(v) && is_int_or_bool(p) && !is<Builtin>(class_lookup(cx, instance_class(v), cx.intern("__float__"))))
    return Value::defer();
  if (o.format) return o.format(cx, p, spec);
  return raise_type_error(cx, "unsupported format string passed to {}.__format__", type_name(cx, v));
}

Value get_iter(Context& cx, Value v) {
  if (is<Instance>(v)) {
    uint32_t traits = class_traits(cx, instance_class(v));
    if (traits & kTraitIter) {
      Value f = class_lookup(cx, instance_class(v), cx.name(Name::k___iter__));
      // The usual case, `return self` or a generator function; what comes back is checked by FOR_ITER.
      if (plain_method(f)) return cx.tail_call(f, {v});
      return Value::defer();
    }
    if (!is_payload(v))
      return traits & kTraitGetItem ? Value::defer() : raise_type_error(cx, "'{}' object is not iterable", type_name(cx, v));
  }
  if (bare_trait(cx, v, kTraitIter | kTraitGetItem)) return Value::defer();
  Value p = payload_of(v);
  const Operations& o = operations_of(p);
  if (o.iter) {
    const Value iterator = o.iter(cx, p);
    return iterator == p ? v : iterator;  // an iterator within an instance is the instance's
  }
  if (o.next) return v;
  if (is<Instance>(v) && class_traits(cx, instance_class(v)) & kTraitGetItem) return Value::defer();
  return raise_type_error(cx, "'{}' object is not iterable", type_name(cx, v));
}

Value iter_next(Context& cx, Value iterator) {
  if (is<SequenceIterator>(iterator)) {
    auto* it = as<SequenceIterator>(iterator);
    if (it->aux == uint16_t(Iterated::kAsciiStr) << 1 && is<Str>(it->sequence)) {
      const Str* s = as<Str>(it->sequence);
      if (it->index < s->count && s->ascii()) return Value::object(cx.image->latin1[static_cast<unsigned char>(s->text()[it->index++])]);
    }
    return sequence_iterator_next(cx, it);
  }
  const Value given = iterator;
  if (is<Instance>(iterator)) {
    if (has_trait(cx, instance_class(iterator), kTraitNext)) return Value::defer();
    iterator = payload_of(iterator);
  }
  if (bare_trait(cx, iterator, kTraitNext)) return Value::defer();
  const Operations& o = operations_of(iterator);
  if (!o.next) return raise_type_error(cx, "'{}' object is not an iterator", type_name(cx, given));
  return o.next(cx, iterator);
}

Value contains(Context& cx, Value container, Value item) {
  if (is<Dict>(container)) {
    const Value found = dict_get_fast(cx, as<Dict>(container), item);
    return found.is_outcome() ? found : Value::boolean(!found.is_unset());
  }
  if (is<Instance>(container)) {
    uint32_t traits = class_traits(cx, instance_class(container));
    if (traits & (kTraitContains | kTraitIter | kTraitGetItem)) {
      bool own = is_payload(container) && !(traits & kTraitContains);
      if (!own) return Value::defer();
    }
  }
  if (has_metaclass(cx, container) || bare_trait(cx, container, kTraitContains | kTraitIter | kTraitGetItem)) return Value::defer();
  Value p = payload_of(container);
  const Operations& o = operations_of(p);
  if (o.contains) return o.contains(cx, p, item);
  if (o.iter || o.next || is<Generator>(p)) return Value::defer();
  if (is<Instance>(container) && class_traits(cx, instance_class(container)) & (kTraitIter | kTraitGetItem)) return Value::defer();
  return raise_type_error(cx, "argument of type '{}' is not iterable", type_name(cx, container));
}

Value get_item(Context& cx, Value object, Value key) {
  if (is<Instance>(object)) {
    uint32_t traits = class_traits(cx, instance_class(object));
    if (traits & kTraitGetItem) {
      Value f = class_lookup(cx, instance_class(object), cx.name(Name::k___getitem__));
      if (plain_method(f)) return cx.tail_call(f, {object, key});
      return Value::defer();
    }
    if (traits & kTraitMissing) {
      // __missing__ is asked for keys that are not there; the others are found at once.
      if (!is<Dict>(as<Instance>(object)->payload)) return Value::defer();
      const Value found = dict_get_fast(cx, as<Dict>(as<Instance>(object)->payload), key);
      if (!found.is_unset()) return found;
      Value f = class_lookup(cx, instance_class(object), cx.name(Name::k___missing__));
      return plain_method(f) ? cx.tail_call(f, {object, key}) : Value::defer();
    }
  }
  Value p = payload_of(object);
  if (is<Class>(object) || is<GenericAlias>(p)) return Value::defer();  // __class_getitem__
  if (bare_trait(cx, object, kTraitGetItem)) return Value::defer();
  const Operations& o = operations_of(p);
  if (o.get_item) return o.get_item(cx, p, key);
  return raise_type_error(cx, "'{}' object is not subscriptable", type_name(cx, object));
}

namespace {

// With C's slots of a sequence, but none for changing an item.
bool is_unchanging_sequence(Value p) {
  return is<Str>(p) || is<Tuple>(p) || is<Bytes>(p) || is<Range>(p) || is<Set>(p) || is<FrozenSet>(p);
}

// CPython looks at an index before it looks whether items can be changed at all.
Value check_index(Context& cx, Value sequence, Value key) {
  int64_t i;
  return is_unchanging_sequence(sequence) && is_int(key) ? index_exact(cx, key, &i) : Value::none();
}

}  // namespace

Value set_item(Context& cx, Value object, Value key, Value value) {
  if (trait(cx, object, kTraitSetItem)) {
    Value f = class_lookup(cx, class_of(cx, object), cx.name(Name::k___setitem__));
    if (plain_method(f)) return cx.tail_call(f, {object, key, value});
    return Value::defer();
  }
  if (has_metaclass(cx, object)) return Value::defer();
  Value p = payload_of(object);
  if (is_shared(p) && (is<List>(p) || is<Dict>(p))) return raise_shared(cx, p);
  const Operations& o = operations_of(p);
  if (o.set_item) return o.set_item(cx, p, key, value);
  // A class that has one of the two is asked for the other.
  if (!special_method(cx, object, Name::k___delitem__).is_unset()) return raise_attribute_error(cx, "__setitem__");
  if (const Value r = check_index(cx, p, key); r.is_outcome()) return r;
  return raise_type_error(cx, "'{}' object does not support item assignment", type_name(cx, object));
}

Value delete_item(Context& cx, Value object, Value key) {
  if (trait(cx, object, kTraitDelItem) || has_metaclass(cx, object)) return Value::defer();
  Value p = payload_of(object);
  if (is_shared(p) && (is<List>(p) || is<Dict>(p))) return raise_shared(cx, p);
  const Operations& o = operations_of(p);
  if (o.delete_item) return o.delete_item(cx, p, key);
  if (!special_method(cx, object, Name::k___setitem__).is_unset()) return raise_attribute_error(cx, "__delitem__");
  if (const Value r = check_index(cx, p, key); r.is_outcome()) return r;
  const bool sequence = is_unchanging_sequence(p) || is<Instance>(object);
  return raise_type_error(cx, "'{}' object {} support item deletion", type_name(cx, object),
                          sequence && is_int_or_bool(key) ? "doesn't" : "does not");
}

namespace {

bool is_sequence_payload(Value v) { return is<List>(v) || is<Tuple>(v) || is<Str>(v) || is<Bytes>(v) || is<ByteArray>(v) || is<Deque>(v); }

// Instances that hold a builtin value are taken for that value; not where a sequence is to say what doesn't fit: it names their own
// classes.
bool sequence_refuses(Context& cx, BinaryOp op, Value a, Value b, Value pa, Value pb, bool in_place) {
  if (op == BinaryOp::kAdd && is_sequence_payload(pa)) {
    if (is<Bytes>(pa) || is<ByteArray>(pa))
      return is_sequence_payload(pb) ? !is<Bytes>(pb) && !is<ByteArray>(pb) : (is<Instance>(a) || is_payload(b)) && !is<MemoryView>(pb);
    return pa.as_object()->kind != (pb.is_object() ? pb.as_object()->kind : Kind::kFree) && !(in_place && (is<List>(pa) || is<Deque>(pa)));
  }
  if (op != BinaryOp::kMul) return false;
  // `x *= [1]` doesn't ask the list when x's class is a program's own.
  if (in_place && is<Instance>(a) && !is_sequence_payload(pa)) return is_sequence_payload(pb);
  const Value count = is_sequence_payload(pa) ? b : is_sequence_payload(pb) ? a : Value::small(1);
  return !is_int_or_bool(payload_of(count)) && class_lookup(cx, class_of(cx, count), cx.name(Name::k___index__)).is_unset();
}

}  // namespace

Value raise_operands(Context& cx, BinaryOp op, bool in_place, Value a, Value b) {
  // A class of the program's that defines the operator itself isn't asked as a sequence again.
  const auto as_sequence = [&](Value v) {
    if (!is<Instance>(v)) return v;
    const Value method = class_lookup(cx, instance_class(v), cx.name(op == BinaryOp::kAdd ? Name::k___add__ : Name::k___mul__));
    return is<Function>(method) && !looks_builtin(method) ? Value() : payload_of(v);
  };
  const Value pa = as_sequence(a);
  if (op == BinaryOp::kAdd && is_sequence_payload(pa)) {
    if (is<Bytes>(pa) || is<ByteArray>(pa)) return raise_type_error(cx, "can't concat {} to {}", type_name(cx, b), type_name(cx, a));
    const std::string type(is<Deque>(pa) ? "deque" : type_name(cx, pa));
    return raise_type_error(cx, "can only concatenate {} (not \"{}\") to {}", type, type_name(cx, b), type);
  }
  if (op == BinaryOp::kMul && (is_sequence_payload(pa) || (is_sequence_payload(as_sequence(b)) && !(in_place && is<Instance>(a)))))
    return raise_type_error(cx, "can't multiply sequence by non-int of type '{}'", type_name(cx, is_sequence_payload(pa) ? b : a));
  const std::string symbol = in_place ? op == BinaryOp::kPow ? "**=" : std::string(binary_symbol(op)) + "=" : binary_symbol(op);
  const bool prints =
      op == BinaryOp::kRShift && is<Builtin>(a) && is<Str>(as<Builtin>(a)->name) && as<Str>(as<Builtin>(a)->name)->view() == "print";
  return raise_type_error(cx, "unsupported operand type(s) for {}: '{}' and '{}'{}", symbol, type_name(cx, a), type_name(cx, b),
                          prints ? ". Did you mean \"print(<message>, file=<output_stream>)\"?" : "");
}

// An instance of an iterator's subclass that says by itself what comes next.
static bool has_own_next(Context& cx, Value v) {
  return is_payload(v) && has_trait(cx, instance_class(v), kTraitNext) && is_leaf_iterator(cx, as<Instance>(v)->payload);
}

bool goes_through_otherwise(Context& cx, BinaryOp op, Value pa, Value b) {
  if (!is_payload(b) || !(has_trait(cx, instance_class(b), kTraitIter) || has_own_next(cx, b))) return false;
  if (is<List>(pa)) return op == BinaryOp::kAdd;
  return (is<Dict>(pa) && op == BinaryOp::kOr) || is<DictView>(pa);
}

Value binary(Context& cx, BinaryOp op, Value a, Value b, bool in_place) {
  if (trait(cx, a, kTraitNumeric) || trait(cx, b, kTraitNumeric) || has_metaclass(cx, a) || has_metaclass(cx, b)) return Value::defer();
  if (op == BinaryOp::kMul && (trait(cx, a, kTraitIndex) || trait(cx, b, kTraitIndex))) return Value::defer();  // a sequence's count
  Value pa = payload_of(a), pb = payload_of(b);
  const Operations& oa = operations_of(pa);
  const Operations& ob = operations_of(pb);
  if ((!in_place && is<Deque>(pa) && is<Instance>(a)) || (is<Deque>(pb) && is<Instance>(b)))
    return Value::defer();  // makes one of its class
  if ((in_place || !is<List>(pa)) && goes_through_otherwise(cx, op, pa, b)) return Value::defer();
  if ((is<Instance>(a) || is<Instance>(b)) && sequence_refuses(cx, op, a, b, pa, pb, in_place))
    return raise_operands(cx, op, in_place, a, b);
  // What a format string shows is the object, not the builtin value inside it.
  if (op == BinaryOp::kMod && (is<Str>(pa) || is<Bytes>(pa) || is<ByteArray>(pa))) pb = b;
  Value r = Value::not_implemented();
  if (in_place && oa.in_place) {
    if (is_shared(pa) && (is<List>(pa) || is<Dict>(pa) || is<Set>(pa))) return raise_shared(cx, pa);
    r = oa.in_place(cx, op, pa, pb);
    // The container itself comes back: of a subclass's instance that is the instance.
    if (r == pa) return a;
  }
  if (r == Value::not_implemented() && oa.binary) r = oa.binary(cx, op, pa, pb);
  if (r == Value::not_implemented() && ob.binary && &oa != &ob) r = ob.binary(cx, op, pa, pb);
  if (r != Value::not_implemented()) return r;
  if ((is<Class>(a) || a.is_none() || is<GenericAlias>(pa)) && op == BinaryOp::kOr) return Value::defer();  // int | None
  return raise_operands(cx, op, in_place, a, b);
}

Value unary(Context& cx, UnaryOp op, Value a) {
  if (trait(cx, a, kTraitNumeric) || has_metaclass(cx, a)) return Value::defer();
  Value p = payload_of(a);
  const Operations& o = operations_of(p);
  Value r = o.unary ? o.unary(cx, op, p) : Value::not_implemented();
  if (r != Value::not_implemented()) return r;
  static constexpr const char* kNames[] = {"unary -", "unary +", "unary ~", "abs()"};
  return raise_type_error(cx, "bad operand type for {}: '{}'", kNames[size_t(op)], type_name(cx, a));
}

bool is_leaf_iterator(Context&, Value v) {
  while (is<Enumerate>(v)) v = as<Enumerate>(v)->iterator;
  if (!v.is_object()) return false;
  switch (v.as_object()->kind) {
    case Kind::kSequenceIterator:
    case Kind::kRangeIterator:
    case Kind::kDictIterator:
    case Kind::kSetIterator:
    case Kind::kZip:
    case Kind::kMap: return true;
    default: return false;
  }
}

bool is_leaf_iterable(Context& cx, Value v) {
  while (is<MappingProxy>(v)) v = as<MappingProxy>(v)->mapping;
  if (!v.is_object()) return false;
  switch (v.as_object()->kind) {
    case Kind::kStr:
    case Kind::kBytes:
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kDict:
    case Kind::kSet:
    case Kind::kFrozenSet:
    case Kind::kByteArray:
    case Kind::kDictView:
    case Kind::kDeque:
    case Kind::kMemoryView: return true;
    case Kind::kRange: return as<Range>(v)->length.is_small() && as<Range>(v)->start.is_small() && as<Range>(v)->stop.is_small();
    case Kind::kInstance: {
      // A subclass that iterates as its builtin does. One of an iterator's is asked itself for the items.
      uint32_t traits = class_traits(cx, instance_class(v));
      if (!is_payload(v) || (traits & (kTraitIter | kTraitGetItem | kTraitLen))) return false;
      return is_leaf_iterable(cx, as<Instance>(v)->payload) && !has_own_next(cx, v);
    }
    default: return is_leaf_iterator(cx, v);
  }
}

Value for_each_item(Context& cx, Value iterable, const std::function<Value(Value)>& f) {
  if (!is_leaf_iterable(cx, iterable)) {
    // Say what is wrong now where nothing could make it right.
    if (!is<Instance>(iterable) && !is<Generator>(iterable) && !is<Class>(iterable) && !operations_of(iterable).iter &&
        !operations_of(iterable).next && !bare_trait(cx, iterable, kTraitIter | kTraitGetItem))
      return raise_type_error(cx, "'{}' object is not iterable", type_name(cx, iterable));
    return Value::defer();
  }
  iterable = payload_of(iterable);
  if (is<Map>(iterable)) {
    // Whether its function needs user code shows only on the way.
    Items taken(cx);
    if (Value r = taken.take(iterable); r.is_outcome()) return r;
    for (Value v : taken)
      if (Value r = f(v); r.is_outcome()) return taken.give_back(r);
    return Value::none();
  }
  Value* items = nullptr;
  uint32_t count = 0;
  if (auto* l = try_as<List>(iterable)) items = l->items.data, count = l->items.size;
  if (auto* t = try_as<Tuple>(iterable)) items = t->items, count = t->count;
  if (items || is<List>(iterable) || is<Tuple>(iterable)) {
    if (!cx.tick(count / 4 + 1)) return Value::retry();
    for (uint32_t i = 0; i < count; ++i)
      if (Value r = f(items[i]); r.is_outcome()) return r;
    return Value::none();
  }
  // How much there is is known before it starts, so that the whole is charged at once.
  Value length = operations_of(iterable).length ? length_of(cx, iterable) : Value::small(1);
  if (is<RangeIterator>(iterable)) length = Value::small(int64_t(std::min<uint64_t>(as<RangeIterator>(iterable)->remaining, 1ull << 60)));
  if (length.is_outcome()) return length;
  if (!cx.tick(uint64_t(length.as_small()) / 4 + 1)) return Value::retry();
  Value iterator = get_iter(cx, iterable);
  if (iterator.is_outcome()) return iterator;
  for (;;) {
    Value item = iter_next(cx, iterator);
    if (item.is_exhausted()) return Value::none();
    if (item.is_outcome()) return item;
    if (Value r = f(item); r.is_outcome()) return r;
  }
}

Value collect_items(Context& cx, Value iterable, std::vector<Value>& out) {
  if (is_leaf_iterable(cx, iterable)) {
    // Once here, once in what is made of them.
    const uint64_t n =
        remaining_items(is<MappingProxy>(payload_of(iterable)) ? as<MappingProxy>(payload_of(iterable))->mapping : payload_of(iterable));
    Value refused;
    if (n >= (1ull << 59)) return raise_plain(cx, ErrorType::kMemoryError);
    if (!cx.can_allocate(2 * n * sizeof(Value), &refused)) return refused;
    out.reserve(out.size() + n);
  }
  return for_each_item(cx, iterable, [&](Value v) {
    out.push_back(v);
    return Value::none();
  });
}

Value index_of(Context& cx, Value v) {
  if (is_int(v)) return v;
  if (v.is_bool()) return Value::small(v.is_true());
  if (const Value p = payload_of(v); is_int(p)) return p;
  if (!special_method(cx, v, Name::k___index__).is_unset()) return Value::defer();
  return raise_type_error(cx, "'{}' object cannot be interpreted as an integer", type_name(cx, v));
}

Value index_clamped(Context& cx, Value v, int64_t* out) {
  Value i = index_of(cx, v);
  if (i.is_outcome()) return i;
  if (i.is_small()) *out = i.as_small();
  else if (!int_to_int64(as<Int>(i)->view(), out)) *out = as<Int>(i)->view().negative ? INT64_MIN : INT64_MAX;
  return Value::none();
}

Value index_exact(Context& cx, Value v, int64_t* out, bool overflow_is_index_error) {
  Value i = index_of(cx, v);
  if (i.is_outcome()) return i;
  if (i.is_small()) {
    *out = i.as_small();
    return Value::none();
  }
  if (int_to_int64(as<Int>(i)->view(), out)) return Value::none();
  return raise(cx, overflow_is_index_error ? ErrorType::kIndexError : ErrorType::kOverflowError,
               fmt::format("cannot fit '{}' into an index-sized integer", type_name(cx, v)));
}

Value slice_bounds(Context& cx, Slice* slice, int64_t length, SliceBounds* out) {
  auto part = [&](Value v, int64_t* to) -> Value {
    if (!is_int_or_bool(v) && special_method(cx, v, Name::k___index__).is_unset())
      return raise_type_error(cx, "slice indices must be integers or None or have an __index__ method");
    return index_clamped(cx, v, to);
  };
  int64_t step = 1;
  if (!slice->step.is_none()) {
    if (Value r = part(slice->step, &step); r.is_outcome()) return r;
    if (step == 0) return raise_value_error(cx, "slice step cannot be zero");
    if (step < -INT64_MAX) step = -INT64_MAX;
  }
  auto clamp = [&](int64_t i) {
    if (i < 0) i = i < -length ? (step < 0 ? -1 : 0) : i + length;
    else if (i >= length) i = step < 0 ? length - 1 : length;
    return i;
  };
  int64_t start = step < 0 ? length - 1 : 0, stop = step < 0 ? -1 : length;
  if (!slice->start.is_none()) {
    if (Value r = part(slice->start, &start); r.is_outcome()) return r;
    start = clamp(start);
  }
  if (!slice->stop.is_none()) {
    if (Value r = part(slice->stop, &stop); r.is_outcome()) return r;
    stop = clamp(stop);
  }
  int64_t count = 0;
  if (step > 0 && start < stop) count = (stop - start - 1) / step + 1;
  if (step < 0 && stop < start) count = (start - stop - 1) / -step + 1;
  *out = {start, stop, std::clamp(step, -length - 2, length + 2), count, step};
  return Value::none();
}

}  // namespace fermata
