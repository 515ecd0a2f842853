"""In addition to CPython's WeakSet: what those of older states lack."""

_LACKING = {"_iterating": set, "_pending_removals": list, "_dirty_len": bool}


def _lacking(self, name):
    if name not in _LACKING:
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
    value = self.__dict__[name] = _LACKING[name]()
    return value


WeakSet.__getattr__ = _lacking
