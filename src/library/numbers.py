"""Decimal is a Number: CPython's decimal registers it, which a library module can't do here to another one that already exists."""


def _is_decimal(cls, C):
    if cls is Number and any(base.__module__ == "decimal" and base.__name__ == "Decimal" for base in C.__mro__):
        return True
    return NotImplemented


Number.__subclasshook__ = classmethod(_is_decimal)
del _is_decimal
