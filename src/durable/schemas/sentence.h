// What a call is about, as a sentence for people: by the template that its tool has for that, "refund {amount} to {customer.name}", or else
// its function's name and its arguments, "Refund 17, amount 84.0"; of a program's question what it asks. What people are shown besides,
// such as the form of the call's arguments, is exact: a sentence cuts long values, and a template may leave out some.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fermata/durable/workers.h"

namespace fermata::durable {

struct SentencePart {
  enum class Kind { kText, kFunction, kValue };
  Kind kind = Kind::kText;
  std::string text{};  // one line; what the program chose is in parts that are values
};

std::vector<SentencePart> sentence_of(const RunCall& call, const KnownArguments& known = {});
std::string sentence_text(const RunCall& call, const KnownArguments& known = {});

// A template of a sentence has the call's arguments by their parameters' names, or their places, in braces, {order} or {0}; what is in them
// by .field (of an enum's member .name and .value) and [key] or [0]; and {{ and }} for braces. Why the text is none; empty: it is one.
std::string template_problem(std::string_view text);
// What Tool::parameters, with its template, says that no argument has: "customer has no field nam (did you mean name?)". Empty: nothing.
std::string template_misfit(const Data& parameters);

}  // namespace fermata::durable
