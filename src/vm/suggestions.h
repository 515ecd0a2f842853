// "Did you mean": the name that somebody may have meant, as CPython finds it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/context.h"

namespace fermata {

// The candidate nearest to `name` as CPython would suggest it, or empty.
std::string suggest_name(std::string_view name, const std::vector<std::string>& candidates);
// ". Did you mean: 'x'?", or empty as the name is.
std::string did_you_mean(const std::string& name);

// ". Did you mean: 'x'?" for an AttributeError or NameError, or empty. Names are looked for in the scopes one after the other, as CPython
// does when an exception has left the program, or in all of them at once, as its module traceback does.
enum class Candidates : uint8_t { kByScope, kTogether };
std::string suggestion_for(Context& cx, Exception* e, Candidates order = Candidates::kByScope);

}  // namespace fermata
