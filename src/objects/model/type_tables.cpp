#include "objects/model/type_tables.h"

#include <array>
#include <vector>

#include "objects/model/exception_types.h"

namespace fermata {

extern constexpr Operations kNoOperations{};  // constinit, for the table

namespace {

using OperationsTable = std::array<const Operations*, kKindLimit>;

constexpr OperationsTable make_operations_table() {
  OperationsTable table{};
  for (auto& entry : table) entry = &kNoOperations;
#define TYPE(number, Name, python, operations, traits) table[number] = &k##operations##Operations;
#include "heap/types.def"
  return table;
}

constexpr OperationsTable kOperations = make_operations_table();

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
    std::vector<const TypeRow*> all;
#define TYPE_ROW(name) all.push_back(&k##name##Type);
#define TYPE_ROWS(name, count) \
  for (const TypeRow& row : k##name##Types) all.push_back(&row);
#include "objects/model/builtin_types.def"
    for (const TypeRow& row : exception_type_rows()) all.push_back(&row);
    return all;
  }();
  return kAll;
}

std::span<const std::span<const NativeRow>> builtin_functions() {
  static const std::span<const NativeRow> kAll[] = {kCoreBuiltins, kNumberBuiltins, kTextBuiltins, kContainerBuiltins};
  return kAll;
}

std::span<const std::span<const NativeRow>> intrinsic_functions() {
  static const std::span<const NativeRow> kAll[] = {kCoreIntrinsics, kResultIntrinsics,   kListIntrinsics, kDictIntrinsics,
                                                    kSetIntrinsics,  kIteratorIntrinsics, kStrIntrinsics,  kPatternIntrinsics};
  return kAll;
}

}  // namespace fermata
