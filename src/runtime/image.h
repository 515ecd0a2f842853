// Image: the immutable part of every session: builtin classes, names, the prelude. Built once per process (session/image/image.h), then
// shared by all sessions and threads.
#pragma once

#include <atomic>
#include <unordered_map>
#include <vector>

#include "heap/heap.h"
#include "heap/object.h"
#include "runtime/name_table.h"

namespace fermata {

// Interned strings of the image.
enum class Name : uint16_t {
#define NAME(identifier) k_##identifier,
#include "runtime/names.def"
#undef NAME
  kCount
};

// The builtin exception classes, in objects/model/exceptions.def.
enum class ErrorType : uint16_t;
inline constexpr int kMaxErrorTypes = 80;

struct Image {
  Class* classes[kKindLimit] = {};     // by Kind of the value (not kClass's meta rules)
  Class* special_classes[8] = {};      // by Special: NoneType, bool, bool, NotImplementedType, ellipsis
  Class* type = nullptr;               // `type`
  Class* object = nullptr;             // `object`
  Class* dict_views[12] = {};          // keys, values, items; their iterators; those that go backwards; views of OrderedDicts
  Class* sequence_iterators[16] = {};  // by SequenceIterator::aux
  Class* host_function = nullptr;
  Class* coroutine = nullptr;  // of Generators, by the flags of their code
  Class* async_generator = nullptr;
  Class* method_types[4] = {};         // of Builtins that are not functions; by MethodType (objects/model/function_types.h)
  Class* union_type = nullptr;         // of int | str, a GenericAlias without an origin
  Class* errors[kMaxErrorTypes] = {};  // by ErrorType
  Str* names[size_t(Name::kCount)] = {};
  NameTable interned;  // never changes once sessions see it
  Str* empty_str = nullptr;
  Str* latin1[256] = {};  // strings of one code point
  Bytes* empty_bytes = nullptr;
  Tuple* empty_tuple = nullptr;
  Dict* builtins = nullptr;              // the names programs see
  Dict* intrinsics = nullptr;            // builtins and what only the prelude sees
  Dict* prelude = nullptr;               // prelude functions by name
  std::vector<Value> machine_functions;  // those that the machine calls by itself, by vm's Prelude; unset: not made yet

  // What later modules registered with abstract base classes that were already published: a tuple. Whoever makes the image replaces it
  // whole, since sessions of other threads may be reading it.
  using Registered = std::unordered_map<const Class*, Tuple*>;
  mutable std::atomic<const Registered*> registered = nullptr;
};

}  // namespace fermata
