// The signatures of itertools' classes. What they make is generators of itertools.py, where each class takes
// its row with @native_class.
#include "modules/container_modules.h"
#include "objects/native.h"

namespace fermata {

namespace {

#define CLASS(name, signature) {#name, nullptr, signature, "_new_" #name, NativeRow::kConstructor}
constexpr NativeRow kFunctions[] = {
    CLASS(count, "cls, /, start=0, step=1"),
    CLASS(cycle, "cls, iterable, /"),
    CLASS(repeat, "cls, /, object, times=?"),
    CLASS(accumulate, "cls, /, iterable, func=None, *, initial=None"),
    CLASS(chain, "cls, /, *iterables"),
    CLASS(compress, "cls, /, data, selectors"),
    CLASS(dropwhile, "cls, predicate, iterable, /"),
    CLASS(takewhile, "cls, predicate, iterable, /"),
    CLASS(filterfalse, "cls, function, iterable, /"),
    CLASS(starmap, "cls, function, iterable, /"),
    CLASS(pairwise, "cls, iterable, /"),
    CLASS(islice, "cls, /, *args"),
    CLASS(zip_longest, "cls, /, *iterables, **kwargs"),
    CLASS(product, "cls, /, *iterables, repeat=1"),
    CLASS(permutations, "cls, /, iterable, r=None"),
    CLASS(combinations, "cls, /, iterable, r"),
    CLASS(combinations_with_replacement, "cls, /, iterable, r"),
};
#undef CLASS

}  // namespace

const ModuleRow kItertoolsModule = {"itertools", kFunctions};

}  // namespace fermata
