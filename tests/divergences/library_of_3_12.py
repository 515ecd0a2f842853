# description: what 3.12 adds to the library is there: its language is, so programs look for both
# cause: sys.version_info is (3, 12)
# workaround: none is needed
# cpython:
#   ImportError: cannot import name 'batched' from 'itertools' (unknown location)
# fermata:
#   [('A', 'B', 'C'), ('D', 'E', 'F'), ('G',)] ['batched', 13.0, 1.0, 1.0]
#   n must be at least one
#   Inputs are not the same length
#   Invalid format specifier 'd' for object of type 'Fraction'
#   <Month.JANUARY: 1> <Day.MONDAY: 0> March True
#   True True False
#   [('', '/', 'a/b'), ('', '//', 'a'), ('', '/', '//a'), ('', '', 'a/b'), ('', '', ''), (b'', b'/', b'')] False []
#   ['0.333', '33.3%', '+3.33e-01', '0.333333', '0000000.3333', '**3.3e-01***', '0.33'] 0.3333333333333333333333333333333333333333 1,000,000,000,000,000,000,000,000,000,000.0
#   []
from itertools import batched
import calendar
import collections.abc
import inspect
import math
import os.path
import pathlib
from fractions import Fraction

print(list(batched("ABCDEFG", 3)), [batched.__name__, math.sumprod([1, 2.5], (3, 4)), math.sumprod([0.1] * 10, [1] * 10), math.sumprod([1e16, 1, -1e16], [1.0] * 3)])
for refused in (lambda: batched("a", 0), lambda: math.sumprod([1], []), lambda: format(Fraction(1, 3), "d")):
    try:
        refused()
    except ValueError as e:
        print(e)
print(repr(calendar.JANUARY), repr(calendar.Day.MONDAY), calendar.month_name[calendar.Month.MARCH], calendar.TUESDAY == 1)
print(inspect.iscoroutinefunction(inspect.markcoroutinefunction(lambda: 1)), isinstance(b"", collections.abc.Buffer), isinstance("", collections.abc.Buffer))
print([os.path.splitroot(path) for path in ("/a/b", "//a", "///a", "a/b", "", b"/")], os.path.isjunction("/"), list(pathlib.Path("/no/such").walk()))
third = Fraction(1, 3)
print([format(third, form) for form in (".3f", ".1%", "+.2e", "g", "012.4f", "*^12.1e", "_.2f")], f"{third:.40f}", f"{Fraction(10 ** 30):,.1f}")
differ = [(value, form) for value in (third, Fraction(-22, 7), Fraction(10 ** 6), Fraction(1, 10 ** 5), Fraction(0), Fraction(999999, 10 ** 6), Fraction(5, 2))
          for form in (".0f", ".3f", "10.2f", "+.2e", "e", ".2%", "g", ".3g", ",.2f", "<12.1f", "012.3e", "x=+14.1e") if format(value, form) != format(float(value), form)]
print(differ)
