#include "objects/model/type_tables.h"

#include <algorithm>
#include <array>
#include <vector>

#include "objects/containers/tuple.h"
#include "objects/model/class.h"
#include "objects/model/exception_types.h"

namespace fermata {

namespace {

constexpr Operations kNoOperations{};

using OperationsTable = std::array<const Operations*, kKindLimit>;

constexpr OperationsTable make_operations_table() {
  OperationsTable table{};
  for (auto& entry : table) entry = &kNoOperations;
  auto set = [&](Kind kind, const Operations& operations) { table[size_t(kind)] = &operations; };
  set(Kind::kStr, kStrOperations);
  set(Kind::kBytes, kBytesOperations);
  set(Kind::kByteArray, kByteArrayOperations);
  set(Kind::kMemoryView, kMemoryViewOperations);
  set(Kind::kInt, kIntOperations);
  set(Kind::kFloat, kFloatOperations);
  set(Kind::kComplex, kComplexOperations);
  set(Kind::kRange, kRangeOperations);
  set(Kind::kRangeIterator, kRangeIteratorOperations);
  set(Kind::kTuple, kTupleOperations);
  set(Kind::kList, kListOperations);
  set(Kind::kDict, kDictOperations);
  set(Kind::kSet, kSetOperations);
  set(Kind::kFrozenSet, kFrozenSetOperations);
  set(Kind::kSlice, kSliceOperations);
  set(Kind::kDeque, kDequeOperations);
  set(Kind::kDictView, kDictViewOperations);
  set(Kind::kDictIterator, kDictIteratorOperations);
  set(Kind::kSequenceIterator, kSequenceIteratorOperations);
  set(Kind::kSetIterator, kSetIteratorOperations);
  set(Kind::kZip, kZipOperations);
  set(Kind::kEnumerate, kEnumerateOperations);
  set(Kind::kMap, kMapOperations);
  set(Kind::kClass, kClassOperations);
  set(Kind::kInstance, kInstanceOperations);
  set(Kind::kException, kExceptionOperations);
  set(Kind::kTraceback, kTracebackOperations);
  set(Kind::kModule, kModuleOperations);
  set(Kind::kCode, kCodeOperations);
  set(Kind::kFunction, kFunctionOperations);
  set(Kind::kBuiltin, kFunctionOperations);
  set(Kind::kHostFunction, kFunctionOperations);
  set(Kind::kBoundMethod, kBoundMethodOperations);
  set(Kind::kCell, kCellOperations);
  set(Kind::kGenerator, kGeneratorOperations);
  set(Kind::kProperty, kPropertyOperations);
  set(Kind::kStaticMethod, kPropertyOperations);
  set(Kind::kClassMethod, kPropertyOperations);
  set(Kind::kGetSet, kPropertyOperations);
  set(Kind::kMember, kPropertyOperations);
  set(Kind::kTupleGetter, kTupleGetterOperations);
  set(Kind::kSuper, kSuperOperations);
  set(Kind::kMappingProxy, kMappingProxyOperations);
  set(Kind::kGenericAlias, kGenericAliasOperations);
  set(Kind::kPattern, kPatternOperations);
  set(Kind::kMatch, kMatchOperations);
  set(Kind::kRandomState, kRandomStateOperations);
  return table;
}

constexpr OperationsTable kOperations = make_operations_table();

// Beside the rows, the names under which programs see their classes.
constexpr const TypeRow* kTypes[] = {
    &kObjectType,
    &kTypeType,
    // numbers
    &kIntType,
    &kBoolType,
    &kFloatType,
    &kComplexType,
    &kRangeType,
    &kRangeIteratorType,
    // text
    &kStrType,
    &kBytesType,
    &kByteArrayType,
    &kMemoryViewType,
    // containers
    &kTupleType,
    &kListType,
    &kDictType,
    &kSetType,
    &kFrozenSetType,
    &kSliceType,
    &kDequeType,
    &kDictViewTypes[0],
    &kDictViewTypes[1],
    &kDictViewTypes[2],
    &kDictIteratorTypes[0],
    &kDictIteratorTypes[1],
    &kDictIteratorTypes[2],
    &kDictIteratorTypes[3],
    &kDictIteratorTypes[4],
    &kDictIteratorTypes[5],
    &kSequenceIteratorTypes[0],
    &kSequenceIteratorTypes[1],
    &kSequenceIteratorTypes[2],
    &kSequenceIteratorTypes[3],
    &kSequenceIteratorTypes[4],
    &kSequenceIteratorTypes[5],
    &kSequenceIteratorTypes[6],
    &kSequenceIteratorTypes[7],
    &kSequenceIteratorTypes[8],
    &kSequenceIteratorTypes[9],
    &kSetIteratorType,
    &kZipType,
    &kEnumerateType,
    &kMapType,
    &kFilterType,
    &kReversedType,
    // the object model
    &kFunctionType,
    &kBuiltinType,
    &kMethodTypes[0],
    &kMethodTypes[1],
    &kMethodTypes[2],
    &kMethodTypes[3],
    &kBoundMethodType,
    &kHostFunctionType,
    &kCellType,
    &kCodeType,
    &kStaticMethodType,
    &kClassMethodType,
    &kPropertyType,
    &kSuperType,
    &kMappingProxyType,
    &kGenericAliasType,
    &kUnionType,
    &kGetSetType,
    &kMemberType,
    &kTupleGetterType,
    &kModuleType,
    &kTracebackType,
    &kFrameType,
    &kGeneratorType,
    &kCoroutineType,
    &kAsyncGeneratorType,
    &kAsyncGeneratorASendType,
    &kAsyncGeneratorAThrowType,
    &kAnextAwaitableType,
    &kCoroutineWrapperType,
    &kCallableIteratorType,
    &kItemsIteratorType,
    &kIteratorByNextType,
    &kLongRangeIteratorType,
    &kNoneType,
    &kEllipsisType,
    &kNotImplementedType,
};

constexpr const TypeRow* kNamedTypes[] = {
    &kObjectType,   &kTypeType,         &kIntType,         &kBoolType,       &kFloatType,     &kComplexType, &kRangeType,
    &kStrType,      &kBytesType,        &kByteArrayType,   &kMemoryViewType, &kTupleType,     &kListType,    &kDictType,
    &kSetType,      &kFrozenSetType,    &kSliceType,       &kZipType,        &kEnumerateType, &kMapType,     &kFilterType,
    &kReversedType, &kStaticMethodType, &kClassMethodType, &kPropertyType,   &kSuperType,
};

}  // namespace

const Operations& operations_of(Value v) {
  if (v.is_small()) return kIntOperations;
  if (v.is_object()) return *kOperations[size_t(v.as_object()->kind)];
  if (v.is_inline_float()) return kFloatOperations;
  if (v.is_unset()) return kNoOperations;
  switch (v.as_special()) {
    case Special::kNone: return kNoneOperations;
    case Special::kFalse:
    case Special::kTrue: return kBoolOperations;
    case Special::kNotImplemented: return kNotImplementedOperations;
    case Special::kEllipsis: return kEllipsisOperations;
    default: return kNoOperations;
  }
}

std::span<const TypeRow* const> builtin_types() {
  static const std::vector<const TypeRow*> kAll = [] {
    std::vector<const TypeRow*> all(std::begin(kTypes), std::end(kTypes));
    for (const TypeRow& row : exception_type_rows()) all.push_back(&row);
    return all;
  }();
  return kAll;
}

namespace {

#define NEW(type) \
  { "__new__", nullptr, "cls, /, *args, **kwargs", #type "__new__", NativeRow::kStatic }
constexpr NativeRow kNewRows[] = {
    NEW(int),  NEW(float), NEW(complex), NEW(str),       NEW(bytes), NEW(frozenset),
    NEW(list), NEW(dict),  NEW(set),     NEW(bytearray), NEW(deque), NEW(Random),
};
#undef NEW

}  // namespace

const NativeRow* new_row_of(const TypeRow& row) {
  if (row.kind == Kind::kException) return &exception_new_row();
  if (&row == &kTupleType) return &kTupleNew;
  std::string_view name = row.name;
  name = name.substr(name.rfind('.') + 1);  // npos + 1 is 0
  for (const NativeRow& r : kNewRows)
    if (std::string_view(r.twin).substr(0, std::string_view(r.twin).size() - 7) == name) return &r;
  return nullptr;
}

bool is_builtin_name(const TypeRow& row) {
  if (row.kind == Kind::kException) return true;
  return std::find(std::begin(kNamedTypes), std::end(kNamedTypes), &row) != std::end(kNamedTypes);
}

void place_builtin_class(Image& image, const TypeRow& row, Class* cls) {
  const std::span<const TypeRow> exceptions = exception_type_rows();
  if (&row >= exceptions.data() && &row < exceptions.data() + exceptions.size()) {
    image.errors[&row - exceptions.data()] = cls;
    if (&row == exceptions.data()) image.classes[size_t(Kind::kException)] = cls;
    return;
  }
  auto special = [&](Special s) { image.special_classes[size_t(s)] = cls; };
  if (&row == &kObjectType) image.object = image.classes[size_t(Kind::kInstance)] = cls;
  else if (&row == &kTypeType) image.type = image.classes[size_t(Kind::kClass)] = cls;
  else if (&row == &kNoneType) special(Special::kNone);
  else if (&row == &kEllipsisType) special(Special::kEllipsis);
  else if (&row == &kNotImplementedType) special(Special::kNotImplemented);
  else if (&row == &kBoolType) special(Special::kFalse), special(Special::kTrue);
  else if (&row == &kUnionType) image.union_type = cls;
  else if (&row == &kCoroutineType) image.coroutine = cls;
  else if (&row == &kAsyncGeneratorType) image.async_generator = cls;
  else if (&row == &kHostFunctionType) image.host_function = image.classes[size_t(Kind::kHostFunction)] = cls;
  else if (&row >= &kDictViewTypes[0] && &row <= &kDictViewTypes[2]) image.dict_views[&row - kDictViewTypes] = cls;
  else if (&row >= &kDictIteratorTypes[0] && &row <= &kDictIteratorTypes[5]) image.dict_views[3 + (&row - kDictIteratorTypes)] = cls;
  else if (&row >= &kMethodTypes[0] && &row <= &kMethodTypes[3]) image.method_types[&row - kMethodTypes] = cls;
  else if (row.kind == Kind::kSequenceIterator || &row == &kReversedType) {
    for (int i = 0; i < 16; ++i)
      if (sequence_iterator_type(i) == &row) image.sequence_iterators[i] = cls;
  } else if (&row == &kMapType) {
    image.classes[size_t(Kind::kMap)] = cls;
  } else if (row.kind == Kind::kGenerator ? &row != &kGeneratorType : &row == &kFilterType || &row == &kFrameType)
    return;  // no values' own kind
  else image.classes[size_t(row.kind)] = cls;
}

std::span<const std::span<const NativeRow>> builtin_functions() {
  static const std::span<const NativeRow> kAll[] = {kCoreBuiltins, kNumberBuiltins, kTextBuiltins, kContainerBuiltins};
  return kAll;
}

std::span<const std::span<const NativeRow>> intrinsic_functions() {
  static const std::span<const NativeRow> kAll[] = {kCoreIntrinsics,     kListIntrinsics, kDictIntrinsics,   kSetIntrinsics,
                                                    kIteratorIntrinsics, kStrIntrinsics,  kPatternIntrinsics};
  return kAll;
}

}  // namespace fermata
