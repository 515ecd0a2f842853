"""In addition to CPython's random: a number below another comes from _random's own _randbelow, unless a subclass brings other numbers, and
the module's own generator stands for the one that each session has."""

del Random._randbelow


class _OfTheSession(Random):
    __qualname__ = "Random"
    gauss_next = _random._gauss_next

    def __reduce__(self):
        return Random, (), self.getstate()


_OfTheSession.__name__ = "Random"
_inst.__class__ = _OfTheSession
