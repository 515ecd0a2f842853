// The Machine of real sessions: names of the process's shared image.
#pragma once

#include "serialization/machine.h"

namespace fermata {

Machine& image_machine();

}  // namespace fermata
