// The second pass over scopes: settles what each name means and hands out registers, cells and captures. Called only by ScopeTable.
#pragma once

#include <deque>

#include "compiler/scopes.h"

namespace fermata {

// `scopes` in the order in which they begin: every scope after its parent. Gives the one whose names go through too many functions; null:
// all is well.
const Scope* analyze_scopes(std::deque<Scope>& scopes);

}  // namespace fermata
