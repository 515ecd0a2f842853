// Where all builtin types meet: each type's row (its Python side) and operations (what leaves do with it)
// are declared here once, defined in the type's own file, and collected by the tables of type_tables.cpp.
// operations.cpp dispatches through operations_of; the image makes its classes and builtins from the rest.
#pragma once

#include <span>
#include <string_view>

#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

// --- numbers
extern const TypeRow kIntType, kBoolType, kFloatType, kComplexType, kRangeType, kRangeIteratorType;
extern const Operations kIntOperations, kBoolOperations, kFloatOperations, kComplexOperations, kRangeOperations, kRangeIteratorOperations;

// --- text
extern const TypeRow kStrType, kBytesType, kByteArrayType, kMemoryViewType;
extern const Operations kStrOperations, kBytesOperations, kByteArrayOperations, kMemoryViewOperations;

// --- containers and their iterators
extern const TypeRow kTupleType, kListType, kDictType, kSetType, kFrozenSetType, kSliceType, kDequeType;
extern const TypeRow kDictViewTypes[3], kDictIteratorTypes[6], kSequenceIteratorTypes[10];
extern const TypeRow kSetIteratorType, kZipType, kEnumerateType, kMapType, kFilterType, kReversedType;
extern const Operations kTupleOperations, kListOperations, kDictOperations, kSetOperations, kFrozenSetOperations, kSliceOperations,
    kDequeOperations, kDictViewOperations, kDictIteratorOperations, kSequenceIteratorOperations, kSetIteratorOperations, kZipOperations,
    kEnumerateOperations, kMapOperations;

// The class of SequenceIterators with this aux.
const TypeRow* sequence_iterator_type(int aux);

// --- the object model
extern const TypeRow kObjectType, kTypeType;
extern const TypeRow kFunctionType, kBuiltinType, kBoundMethodType, kHostFunctionType, kCellType, kCodeType, kStaticMethodType,
    kClassMethodType, kMethodTypes[4], kPropertyType, kSuperType, kMappingProxyType, kGenericAliasType, kUnionType, kGetSetType,
    kMemberType, kTupleGetterType, kModuleType, kTracebackType, kFrameType, kGeneratorType, kCoroutineType, kAsyncGeneratorType,
    kAsyncGeneratorASendType, kAsyncGeneratorAThrowType, kAnextAwaitableType, kCoroutineWrapperType, kCallableIteratorType,
    kItemsIteratorType, kIteratorByNextType, kLongRangeIteratorType, kNoneType, kEllipsisType, kNotImplementedType;
extern const Operations kClassOperations, kFunctionOperations, kBoundMethodOperations, kCellOperations, kCodeOperations,
    kPropertyOperations, kTupleGetterOperations, kSuperOperations, kMappingProxyOperations, kGenericAliasOperations, kModuleOperations,
    kTracebackOperations, kGeneratorOperations, kInstanceOperations, kExceptionOperations, kNoneOperations, kEllipsisOperations,
    kNotImplementedOperations;

// --- the standard library's native types (src/library/ has their rows)
extern const Operations kPatternOperations, kMatchOperations, kRandomStateOperations;

// Builtin functions by area, and what only the prelude sees.
extern const std::span<const NativeRow> kCoreBuiltins, kNumberBuiltins, kTextBuiltins, kContainerBuiltins;
extern const std::span<const NativeRow> kCoreIntrinsics, kListIntrinsics, kDictIntrinsics, kSetIntrinsics, kIteratorIntrinsics,
    kStrIntrinsics, kPatternIntrinsics;

// Every builtin class, the exceptions included, bases before derived ones.
std::span<const TypeRow* const> builtin_types();
// Puts the class made from a row where class_of finds it: by kind, special, part of a dict view, or only by name.
void place_builtin_class(Image& image, const TypeRow& row, Class* cls);
// __new__ as Python code calls it (list.__new__(cls, …)); null: the constructor itself serves.
const NativeRow* new_row_of(const TypeRow& row);
// Do programs see the class under its name (int, list), or only through values (function, NoneType)?
bool is_builtin_name(const TypeRow& row);

// All builtin functions and all intrinsics of the object model, area by area.
std::span<const std::span<const NativeRow>> builtin_functions();
std::span<const std::span<const NativeRow>> intrinsic_functions();

}  // namespace fermata
