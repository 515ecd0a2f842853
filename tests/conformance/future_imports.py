"""What a __future__ import names is there, as with any other import."""

from __future__ import annotations, division as exact
from __future__ import print_function

import __future__

print(annotations is __future__.annotations, exact, print_function.optional)
print(sorted({"annotations", "division", "exact", "print_function"} & set(globals())))



def f(x: undefined) -> unknown:
    return annotations.getMandatoryRelease()


print(f(1), f.__annotations__)
