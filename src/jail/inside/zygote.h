// The zygote: has the image made, shuts itself in as far as children can inherit that, and forks them when its Jail says so. It runs no
// program and reads nothing that a program made.
#pragma once

namespace fermata::jail {

// Returns the exit code of the process, when the Jail has gone.
int run_zygote();

}  // namespace fermata::jail
