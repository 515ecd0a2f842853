"""CPython's library knows collections.abc by this name, too."""

import collections.abc

globals().update({name: value for name, value in collections.abc.__dict__.items() if name not in ("__name__", "__doc__", "__package__")})
_check_methods = _has
