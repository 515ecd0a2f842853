# Modules of the library may come in any order.
import numbers
import fractions
import json
import decimal
import statistics
import collections.abc
import uuid
import hashlib


class Money(decimal.Decimal):
    pass


print(isinstance(decimal.Decimal(1), numbers.Number), isinstance(decimal.Decimal(1), numbers.Real), issubclass(Money, numbers.Number), isinstance(Money("1.5"), decimal.Decimal), isinstance("1", numbers.Number))
print(Money("1.5") + 1, type(Money("1.5") + 1).__name__, repr(Money("1.50")), Money("2") == 2, json.dumps(1), statistics.mean([1, 2, 3]), fractions.Fraction(1, 3))
