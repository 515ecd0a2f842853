// Imports: where a session's modules come from, and which it has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heap/heap.h"

namespace fermata {

// What each session has of its own in a shared module: what yields names and values, and the names among which these are.
struct SessionPart {
  Function* make = nullptr;
  std::vector<const Str*> names;
  bool has(const Str* name) const;
};

struct Imports {
  // A module of the image; null when there is none. `library`: those that only the library's own code may import are there, too. `error` is
  // set when a module's own code failed.
  Module* (*load)(std::string_view name, bool library, std::string* error) = nullptr;
  // The code of a module that each session makes for itself (modules.def), or of what is ours in it; null when there is none.
  Code* (*code)(std::string_view name, bool overlay) = nullptr;
  // For a shared module: what each session has of its own in it; null when that is nothing.
  const SessionPart* (*session_part)(std::string_view name) = nullptr;
  std::vector<std::string> (*names)() = nullptr;
  std::vector<std::string> (*imported)(std::string_view by) = nullptr;  // what a shared module imported when it was made
  std::string_view (*why_not)(std::string_view name) = nullptr;         // why it isn't here; empty: nobody knows

  Value modules;  // dict of imported modules, sys.modules
  Value patches;  // what the program set in modules of the image: a dict of dicts, by their names; or unset

  void mark_roots(Marker& marker);
};

}  // namespace fermata
