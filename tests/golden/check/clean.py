import math

def outer():
    total = 0
    def inner(n):
        nonlocal total
        total += n
        return helper(total)
    return inner

def helper(n):
    return math.floor(n)

class Point:
    origin = (0, 0)
    copy = origin
    def __init__(self, x):
        self.x = x

print(outer()(1.5), Point(1).x, __name__, [i * j for i in range(3) for j in range(i)])

# Imports that may fail, and ones that never run.
from typing import TYPE_CHECKING
import typing
try:
    import numpy as np
    from pandas import DataFrame
except ImportError:
    np = None
try:
    if True:
        import lxml.etree
except (KeyError, ModuleNotFoundError) as e:
    pass
def lazily():
    try:
        import requests
    except Exception:
        requests = None
if TYPE_CHECKING:
    import torch
if typing.TYPE_CHECKING:
    from scipy import stats
