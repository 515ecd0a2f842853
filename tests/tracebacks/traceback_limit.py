# sys.tracebacklimit: of each stack the innermost frames.
import sys


def deep(n):
    if n:
        deep(n - 1)
    raise ValueError(n)


sys.tracebacklimit = 2
try:
    deep(3)
except ValueError as e:
    raise KeyError("x") from e
