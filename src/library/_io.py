"""CPython's library knows what is written in C of io by this name."""

import io

globals().update({name: value for name, value in io.__dict__.items() if name not in ("__name__", "__doc__", "__package__")})
