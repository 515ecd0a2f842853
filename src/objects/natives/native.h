// How C++ functions are offered to Python: one row per function, one table per type or module.
//
// A leaf takes its arguments bound to its signature, one Value per parameter in order (`*args` as a Tuple,
// `**kwargs` as a Dict, an optional parameter that was not given as its default, or Value::missing() for
// the default `?`). It returns a value, or
//   Value::error()   an exception is pending (objects/errors/errors.h raises)
//   Value::defer()   this needs user code: the vm calls the prelude twin with the same bound arguments.
//                    Only before anything was changed.
//   Value::retry()   cx.tick() said no, or memory is short (return cx.out_of_memory()). Only before
//                    anything was changed; the same call comes again.
// A leaf never calls Python. Between safepoints nothing moves and nothing is collected, so raw pointers
// are good until the leaf returns.
#pragma once

#include <span>

#include "runtime/context.h"

namespace fermata {

using Leaf = Value (*)(Context& cx, Value* args);

// Signature: parameters as in Python's `def`, without annotations: "self, /, *, key=None, reverse=False". But "d: dict, hash: int64, /"
// says what the prelude promises to give: the vm looks before the leaf does, since a hostile state may call any native with any arguments.
// The types are those of ArgumentType below, without their k; "own" ones are changed, so they must not be the image's. Defaults: None,
// True, False, an int, a str in single quotes, or ? for "not given" (Value::missing()).
struct NativeRow {
  const char* name;
  Leaf leaf;  // null: always the twin
  const char* signature;
  const char* twin = nullptr;  // name of a function in src/prelude/; its parameters are the signature's, all positional
  // kConstructor: takes the class to make first, and is not bound to what it is got from (the image sets it).
  // kBinds: a module's function that is Python in CPython, so it's a method of a class that has it as an attribute.
  // kWhole: a method that gets an instance of a subclass itself, not the builtin value in it.
  // kChanges: it changes its first argument (list.append, heapq.heappush), which may not be the image's.
  // What an instance of a subclass may say otherwise (vm/builtin_calls.cpp): kFormats: without a specification, its __str__ or __repr__.
  // kFinds: what a missing key gives. kShows: its class's name. kDocuments: its text is the getter's, kept as an attribute. kMakesAnother:
  // what it returns is of its class (deque.copy, property.setter).
  // How CPython's parser of its arguments words errors: kNew: as __new__. kNameless: without the function's name. kOldParser: "takes at
  // most 3 arguments (4 given)". kOwnKeywords: unknown keywords go before too many. kPlain: a special method that isn't a slot's wrapper.
  enum Flags : uint16_t {
    kNone = 0,
    kStatic = 1,
    kClassMethod = 2,
    kConstructor = 4,
    kBinds = 8,
    kWhole = 16,
    kChanges = 32,
    kFormats = 64,
    kFinds = 128,
    kShows = 256,
    kDocuments = 512,
    kNew = 1024,
    kNameless = 2048,
    kOldParser = 4096,
    kOwnKeywords = 8192,
    kMakesAnother = 16384,
    kPlain = 32768,
  } flags = kNone;
  const char* shown = nullptr;  // the signature that people see, where that's another
  static constexpr uint16_t kUnbound = kStatic | kClassMethod | kConstructor | kBinds;
  bool is_plain_method() const { return !(flags & (kUnbound | kWhole)); }
};
constexpr NativeRow::Flags operator|(NativeRow::Flags a, NativeRow::Flags b) { return NativeRow::Flags(unsigned(a) | unsigned(b)); }

// __new__ as Python code calls it (list.__new__(cls, …)), where the constructor itself doesn't serve.
constexpr NativeRow new_row(const char* twin) {
  return {"__new__", nullptr, "cls, /, *args, **kwargs", twin, NativeRow::kStatic | NativeRow::kNew};
}

// cls[item], for builtin classes that list[int] may be written of: a row of their methods.
Value class_getitem(Context& cx, Value* args);
inline constexpr NativeRow kClassGetItem = {"__class_getitem__", class_getitem, "cls, item, /", nullptr, NativeRow::kClassMethod};

// A computed attribute; `set` null: read-only. set's value is unset for `del`.
struct AttributeRow {
  const char* name;
  Value (*get)(Context& cx, Value self);
  Value (*set)(Context& cx, Value self, Value value) = nullptr;
};

// A builtin class. `constructor` makes its instances, called with the class as first parameter `cls`: the
// leaf gets the class that was called; for a subclass the vm wraps the result as payload.
struct TypeRow {
  Kind kind;  // whose class this is; kInstance for classes without a layout of their own
  const char* name;
  const char* base;  // "object" mostly
  const char* doc;
  std::span<const NativeRow> methods;
  std::span<const AttributeRow> attributes;
  const NativeRow* constructor;  // null: "cannot create 'x' instances"
  const struct Operations* operations;
  uint32_t flags = 0;                   // ClassFlag
  bool named = false;                   // programs find it under its name (int, list), and not only through values (function, NoneType)
  const NativeRow* make_new = nullptr;  // its __new__; null: the constructor
  // Puts the class where class_of finds it; null: it's that of its kind.
  void (*place)(Image& image, const TypeRow& row, Class* cls) = nullptr;
};
// For rows whose class no value names by its kind: the values say which it is.
inline void place_nowhere(Image&, const TypeRow&, Class*) {}

// A module's native part (src/library/): functions and constants; the rest is Python of the same name.
struct ModuleRow {
  const char* name;
  std::span<const NativeRow> functions;
  void (*fill)(Context& cx, Dict* dict) = nullptr;  // constants
};

enum class ArgumentType : uint8_t {
  kAny,
  kclass,
  kfunction,
  kbuiltin,
  kgenerator,
  kexception,
  ktraceback,
  kstr,
  kbytes,
  ktuple,
  klist,
  kdict,
  kset,
  kview,
  kint64,
  ksmall,
  kown_class,
  kown_function,
  kown_builtin,
  kown_list,
  kown_dict,
  kown_set,  // kset: a set or frozenset; ksmall: an int in the word itself
};

// A parsed signature. Owned by the image.
struct Signature {
  struct Parameter {
    Str* name;
    Value default_value;  // unset: required
    ArgumentType type = ArgumentType::kAny;
  };
  std::vector<Parameter> parameters;  // *args and **kwargs are not among them
  uint32_t positional_only = 0;
  uint32_t positional = 0;  // positional-only ones included; the rest is keyword-only
  bool var_args = false, var_keywords = false;
  bool simple = false;    // only positional parameters: arguments may be used as they stand
  bool typed = false;     // check_types has something to check
  uint32_t required = 0;  // positional parameters without a default
  uint32_t slots() const { return uint32_t(parameters.size()) + var_args + var_keywords; }
  // The order of bound values: positional parameters, keyword-only ones, *args, **kwargs.
};

}  // namespace fermata
