"""The compiler's tables of names, as CPython's symtable asks for them."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"


class _Entry:
    """The names of a module, class, function or comprehension."""

    __slots__ = ("id", "type", "name", "lineno", "nested", "symbols", "varnames", "children")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'symtable entry' instances")

    def __setattr__(self, name, value):
        if name in self.__slots__:
            raise AttributeError("readonly attribute")
        object.__setattr__(self, name, value)

    def __repr__(self):
        return f"<symtable entry {self.name}({self.id}), line {self.lineno}>"


_Entry.__name__ = _Entry.__qualname__ = "symtable entry"
_Entry.__module__ = "builtins"


def _tables(text, filename, mode):
    rows = _rows(text, filename, mode)
    if type(rows) is tuple:
        raise rows[0](rows[1], rows[2])
    entries = []
    for number, (parent, *facts) in enumerate(rows):
        entry = object.__new__(_Entry)
        for name, fact in zip(_Entry.__slots__, (number + 1, *facts, [])):
            object.__setattr__(entry, name, fact)
        if number:
            entries[parent].children.append(entry)
        entries.append(entry)
    return entries[0]
