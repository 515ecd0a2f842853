// The native parts of heapq, bisect and collections. The image collects them.
#pragma once

#include "objects/native.h"

namespace fermata {

extern const ModuleRow kHeapqModule, kBisectModule, kCollectionsModule;

}  // namespace fermata
