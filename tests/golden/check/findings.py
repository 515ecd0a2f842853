import math, fcntl
from psycopg2 import connect
import collections.abc

def area(r):
    return math.pi * r ** 2 + missing

class Box:
    size = undefined_size
    def grow(self):
        global later
        later = self.size + other

print(later, area(2), [x for x in range(3) if x != nothing])
for name in names:
    try:
        ask(name)
    except Unknown as e:
        print(e)
try:
    import numpy
except ImportError:
    import pandas
try:
    import scipy
except KeyError:
    import torch
else:
    import requests
try:
    def lazily():
        import lxml
except ImportError:
    pass
if TYPE_CHECKING:
    pass
else:
    import jax
