"""Stops while one of decimal's signals is set, which have moved to a file of their own since."""
import decimal


class Trap:
    def __bool__(self):
        return ask(1) == 1


context = decimal.getcontext()
context.traps[decimal.Inexact] = Trap()
try:
    print(decimal.Decimal(1) / 3)
except decimal.Inexact as e:
    print(repr(e), context.flags[decimal.Inexact], context.flags[decimal.Rounded])
print(f"{decimal.Decimal('1234.5'):,.2f}", decimal.Decimal(4) / 2)
