// The native parts of heapq, bisect, collections and array. The image collects them.
#pragma once

#include "objects/native.h"

namespace fermata {

extern const ModuleRow kHeapqModule, kBisectModule, kCollectionsModule, kArrayModule;

}  // namespace fermata
