"""Where zoneinfo finds its zones: there are no files; those of Fermata's build are in module _zones."""

TZPATH = ()


class InvalidTZPathWarning(RuntimeWarning):
    """Warning raised if an invalid path is specified in PYTHONTZPATH."""


def reset_tzpath(to=None):
    """Reads the path again: the zones here are always the same."""
    if isinstance(to, (str, bytes)):
        raise TypeError(f"tzpath must be a list or tuple, not {type(to)}: {to!r}")


def find_tzfile(key):
    """There is no file; a key that can't be one's name is refused."""
    if key.startswith("/"):
        raise ValueError(f"ZoneInfo keys may not be absolute paths, got: {key}")
    parts = key.split("/")
    if ".." in parts or "." in parts or "" in parts:
        raise ValueError(f"ZoneInfo keys must be normalized relative paths, got: {key}")
    return None


def available_timezones():
    """The names of all zones, as a set."""
    from _zones import places

    return set(places)
