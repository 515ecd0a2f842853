"""Zones are shown as CPython's, which are C's, show themselves."""


def _shown(self):
    name = "zoneinfo.ZoneInfo" if type(self) is ZoneInfo else type(self).__name__
    return f"{name}.from_file({self._file_repr})" if self._key is None else f"{name}(key={self._key!r})"


ZoneInfo.__repr__ = _shown
ZoneInfo.__repr__.__name__ = "__repr__"
del _shown
