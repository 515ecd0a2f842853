# Functions, descriptors, cells.


def function__call__(self, args, keywords):
    return self(*args, **keywords)


def code_co_positions(self):
    return iter(self._positions())


def code_co_lines(self):
    # Runs of instructions of one line: (start, end, line).
    runs = []
    start = 0
    last = __missing__
    at = 0
    for position in self._positions():
        if position[0] != last:
            if last is not __missing__:
                runs.append((start, at, last))
            start = at
            last = position[0]
        at += 2
    if last is not __missing__:
        runs.append((start, at, last))
    return iter(runs)


def wrapper_dict(self):
    """The __dict__ of a classmethod or staticmethod of something that has a say in what its attributes are."""
    attributes = {}
    for name in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
        try:
            attributes[name] = getattr(self.__func__, name)
        except AttributeError:
            pass
    return attributes


def staticmethod__repr__(self):
    return f"<staticmethod({self.__func__!r})>"


def classmethod__repr__(self):
    return f"<classmethod({self.__func__!r})>"


def staticmethod__call__(self, args, keywords):
    return self.__func__(*args, **keywords)


# mappingproxy: any mapping, through its own methods.


def mappingproxy_get(self, key, default):
    return proxy_mapping(self).get(key, default)


def mappingproxy_keys(self):
    return proxy_mapping(self).keys()


def mappingproxy_values(self):
    return proxy_mapping(self).values()


def mappingproxy_items(self):
    return proxy_mapping(self).items()


def mappingproxy_copy(self):
    return proxy_mapping(self).copy()


def mappingproxy_reversed(self):
    return reversed(proxy_mapping(self))


def mappingproxy__len__(self):
    return len(proxy_mapping(self))


def mappingproxy__iter__(self):
    return iter(proxy_mapping(self))


def mappingproxy__contains__(self, key):
    return key in proxy_mapping(self)


def mappingproxy__getitem__(self, key):
    return proxy_mapping(self)[key]


def mappingproxy_bare(value):
    return proxy_mapping(value) if class_of(value) is mappingproxy else value


def mappingproxy__eq__(self, other):
    return proxy_mapping(self) == mappingproxy_bare(other)


def mappingproxy__ne__(self, other):
    return proxy_mapping(self) != mappingproxy_bare(other)


def mappingproxy__or__(self, other):
    return mappingproxy_bare(self) | mappingproxy_bare(other)


def mappingproxy__ror__(self, other):
    return mappingproxy_bare(other) | mappingproxy_bare(self)


def mappingproxy__repr__(self):
    return f"mappingproxy({proxy_mapping(self)!r})"


def mappingproxy__str__(self):
    return str(proxy_mapping(self))


# --- cells compare by what is in them, the empty ones first


def cell_items(cell):
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def cell__eq__(self, other):
    return cell_items(self) == cell_items(other)


def cell__ne__(self, other):
    return cell_items(self) != cell_items(other)


def cell__lt__(self, other):
    return cell_items(self) < cell_items(other)


def cell__le__(self, other):
    return cell_items(self) <= cell_items(other)


def cell__gt__(self, other):
    return cell_items(self) > cell_items(other)


def cell__ge__(self, other):
    return cell_items(self) >= cell_items(other)


def method__repr__(self):
    function = self.__func__
    name = getattr(function, "__qualname__", None)
    if name is None:
        name = getattr(function, "__name__", None)
    if class_of(payload(name)) is not str:
        name = "?"
    return f"<bound method {name} of {self.__self__!r}>"
