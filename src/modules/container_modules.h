// The native parts of heapq, bisect, collections, array and itertools. The image collects them.
#pragma once

#include "objects/native.h"

namespace fermata {

extern const ModuleRow kHeapqModule, kBisectModule, kCollectionsModule, kArrayModule, kItertoolsModule;

}  // namespace fermata
