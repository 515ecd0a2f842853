// A call's arguments as fields of a form, each typed by what is known of the function's parameters, and by the value that is there where
// that isn't of the type, and back. Instances of dataclasses and named tuples have a field for each of theirs. Parameters that the program
// left at their defaults have fields of their own. What nobody touched stays the very value that the program passed; what was edited is
// checked, and what can't be read is told beside its field, with the edit kept.
#pragma once

#include <string>
#include <vector>

#include "fermata/durable/workers.h"
#include "fermata/host.h"
#include "server/pages/fields.h"

namespace fermata::server {

struct Edited {
  std::vector<Field> fields{};  // with the texts that were sent
  std::vector<Field> left_out{};
  Call call{};            // with the arguments that they mean
  bool is_other = false;  // they aren't those that the program passed
  bool has_problem = false;
};

using durable::KnownArguments;

std::vector<Field> fields_of(const Call& call, const KnownArguments& known = {});
// Of the parameters that the call doesn't pass and could: what is said there is passed by its name.
std::vector<Field> left_out_of(const Call& call, const KnownArguments& known);
Edited read_fields(const Call& call, const Texts& form, const KnownArguments& known = {});

// "amount"; of an argument whose name nobody knows its place, "1st".
std::string argument_label(size_t place, const std::vector<std::string>& names);

}  // namespace fermata::server
