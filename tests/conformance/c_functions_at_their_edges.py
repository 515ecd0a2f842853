# Where CPython's cmath differs from C's functions; iterators that are copied when they have just begun, or are over.
import cmath
import copy
import operator
import pickle
from itertools import accumulate, combinations, combinations_with_replacement, permutations

nan = float("nan")
for f in (cmath.acosh, cmath.acos, cmath.tanh, cmath.tan, cmath.atanh, cmath.asin):
    print(
        f.__name__,
        [
            str(f(complex(a, b))).replace("-nan", "nan")
            for a, b in ((0.0, nan), (nan, 0.0), (1.0, nan), (nan, 1.0))
            if f is not cmath.asin or a == a
        ],
    )

for make in (
    lambda: accumulate([None, None, None], operator.is_),
    lambda: accumulate([1, 2, 3], initial=None),
    lambda: combinations([], 0),
    lambda: combinations("abc", 2),
    lambda: combinations_with_replacement([], 0),
    lambda: combinations_with_replacement("a", 0),
    lambda: permutations("ab", 0),
):
    for duplicate in (copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))):
        for taken in range(2):
            iterator = make()
            first = [next(iterator) for _ in range(taken)]
            print(first, list(duplicate(iterator)), list(iterator))
