"""In addition to the natives: what few ask for, and takes time to make."""

_SELDOM = ("ucd_3_2_0", "UCD", "decomposition")


def __dir__():
    import unicodedata

    return {*unicodedata.__dict__, *_SELDOM}


def __getattr__(name):
    if name in _SELDOM:
        import _ucd

        return getattr(_ucd, name)
    raise AttributeError(f"module 'unicodedata' has no attribute {name!r}")
