// Files of programs: what the options give a program, and what comes out of it. Called by run, start, submit, work and show.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.h"
#include "fermata/durable/store.h"

namespace fermata::cli {

// --mount, and after these --package. Throws UsageProblem.
std::vector<Mount> mounts_of(const std::vector<std::string>& options, const std::vector<Mount>& packages);

// --file, --stdin, --env of a program in this file, or "-". Throws UsageProblem.
durable::Surroundings surroundings_of(const ProgramFiles& options, const std::string& program);

// Writes files below a folder: those of /home/user by what follows that, others by their whole path. The names are the program's choice: no
// link is followed on the way, and what is there and isn't a regular file stays. Throws UsageProblem, with what was written before it.
void write_files(const std::string& folder, const std::vector<File>& files);

}  // namespace fermata::cli
