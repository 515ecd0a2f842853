// `fermata doctor --store`: which runs wouldn't go on with the tools of tomorrow, or with this release. Called by doctor.cpp.
#pragma once

#include "cli/commands.h"

namespace fermata::cli {

int doctor_of_store(const DoctorOptions& options);

}  // namespace fermata::cli
