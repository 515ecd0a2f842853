"""In addition to the natives: what few ask for, and takes time to make."""


def __dir__():
    import unicodedata

    return {*unicodedata.__dict__, "ucd_3_2_0", "UCD"}


def __getattr__(name):
    if name == "ucd_3_2_0":
        import _ucd

        return _ucd.ucd_3_2_0
    if name == "UCD":
        import _ucd

        return _ucd.UCD
    raise AttributeError(f"module 'unicodedata' has no attribute {name!r}")
