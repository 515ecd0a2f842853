// The native parts of heapq, bisect, collections, array, itertools, weakref and gc. The image collects them.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kHeapqModule, kBisectModule, kCollectionsModule, kArrayModule, kItertoolsModule, kWeakrefModule, kGcModule;

}  // namespace fermata
