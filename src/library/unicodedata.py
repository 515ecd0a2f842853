"""In addition to the natives: what few ask for, and takes time to make."""


def __getattr__(name):
    if name == "ucd_3_2_0":
        import _ucd

        return _ucd.ucd_3_2_0
    raise AttributeError(f"module 'unicodedata' has no attribute {name!r}")
