// SQL's functions of texts that SQLite has with no bound in time or depth: LIKE and GLOB, instr, replace, trim, json_patch. These look at
// the budget as they go, and take no stack.
#pragma once

#include "library/_sqlite3/api.h"

namespace fermata {

struct OwnFunction {
  const char* name;
  int arguments;
  bool deterministic;
  void (*function)(sqlite3_context*, int, sqlite3_value**);
  bool case_matters = false;  // of LIKE: this one is there after PRAGMA case_sensitive_like
};
extern const OwnFunction kTextFunctions[];
extern const int kTextFunctionCount;

}  // namespace fermata
