// Machine: what saving and loading need to know about the image, as an interface: names for its objects. The
// session implements it once (over runtime/image.h) and hands it to save_state and load_state; the tests have a
// small one of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/context.h"

namespace fermata {

class Machine {
 public:
  virtual ~Machine() = default;

  // The name under which states know an object of the image: "builtins.len", "list.append", "int",
  // "prelude:list_sort", "math.sqrt". Empty: it has none and is copied into the state like the program's
  // own objects (constants, docstrings, prelude code). Names are part of the format: never change one.
  virtual std::string_view name_of(const Object* o) const = 0;
  // Which library's modules and time zones the image has: "CPython 3.11 (01234567), tzdata 2025b".
  virtual std::string_view library() const = 0;
  // The object of that name, null when this release has none.
  virtual Object* find(std::string_view name) const = 0;
  // What an attribute of instances of `cls`, a library's class or one below it, is called today, when that is another name. Empty: only
  // instances of a class that another one replaced have it.
  virtual std::optional<std::string_view> renamed(Context& cx, const Class* cls, std::string_view attribute) const = 0;
};

}  // namespace fermata
