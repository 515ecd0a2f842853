// Where all builtin types meet: each type's row (its Python side) and operations (what leaves do with it)
// are declared here, defined in the type's own file, and collected by the tables of type_tables.cpp.
// operations.cpp dispatches through operations_of; the image makes its classes and builtins from the rest.
#pragma once

#include <span>
#include <string_view>

#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

// By the rows of the two lists; the exceptions' are in exception_types.h, those of the library's types in src/library/.
#define TYPE_ROW(name) extern const TypeRow k##name##Type;
#define TYPE_ROWS(name, count) extern const TypeRow k##name##Types[count];
#include "objects/model/builtin_types.def"
#define TYPE(number, Name, python, operations, traits) extern const Operations k##operations##Operations;
#include "heap/types.def"
extern const Operations kBoolOperations, kNoneOperations, kEllipsisOperations, kNotImplementedOperations;

// The class of SequenceIterators with this aux.
const TypeRow* sequence_iterator_type(int aux);

// Builtin functions by area, and what only the prelude sees.
extern const std::span<const NativeRow> kCoreBuiltins, kNumberBuiltins, kTextBuiltins, kContainerBuiltins;
extern const std::span<const NativeRow> kCoreIntrinsics, kResultIntrinsics, kListIntrinsics, kDictIntrinsics, kSetIntrinsics,
    kIteratorIntrinsics, kStrIntrinsics, kPatternIntrinsics;

// Every builtin class, the exceptions included, bases before derived ones.
std::span<const TypeRow* const> builtin_types();

// All builtin functions and all intrinsics of the object model, area by area.
std::span<const std::span<const NativeRow>> builtin_functions();
std::span<const std::span<const NativeRow>> intrinsic_functions();

}  // namespace fermata
