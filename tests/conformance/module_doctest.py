import contextlib
import doctest
import io


def double(x):
    """Twice as much.

    >>> double(2)
    4
    >>> double("ab")
    'abab'
    >>> double(None)
    Traceback (most recent call last):
        ...
    TypeError: unsupported operand type(s) for *: 'NoneType' and 'int'
    >>> [double(n) for n in range(20)]  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
    [0,  2, ..., 38]
    >>> print("a\\n\\nb")
    a
    <BLANKLINE>
    b
    """
    return x * 2


class Stack:
    """
    >>> s = Stack()
    >>> s.push(1)
    >>> s.items
    [2]
    """

    def __init__(self):
        self.items = []

    def push(self, item):
        """
        >>> Stack().push(3)
        """
        self.items.append(item)


for flags in (0, doctest.REPORT_NDIFF):
    with contextlib.redirect_stdout(io.StringIO()) as told:
        print(doctest.testmod(optionflags=flags))
    print([line for line in told.getvalue().splitlines() if not line.startswith("File ")])
for test in doctest.DocTestFinder().find(double):
    print(test.name, [example.source for example in test.examples][:2])
print(doctest.script_from_examples(">>> 1 + 1\n2\n"))
