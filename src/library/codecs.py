"""In addition to CPython's codecs: what is _codecs' today, for the code that older states have of this module."""

import _codecs

globals().update({name: value for name, value in vars(_codecs).items() if name.startswith("_") and not name.startswith("__")})


class _AroundStream:
    """Among the bases of the readers and writers that older states have."""
