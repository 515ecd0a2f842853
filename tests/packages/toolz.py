# packages: toolz
import toolz
from toolz.curried import map, pipe, groupby

assert pipe([1, 2], map(lambda x: x + 1), list) == [2, 3]
assert groupby(len, ["a", "bb", "c"]) == {1: ["a", "c"], 2: ["bb"]}
assert toolz.merge({1: 2}, {3: 4}) == {1: 2, 3: 4}


@toolz.curry
def add(x, y):
    return x + y


assert add(1)(2) == 3
assert toolz.compose(str, lambda x: x + 1)(1) == "2"
