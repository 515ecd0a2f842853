"""What pickle has from its C part in CPython."""

from _pickle import dump, dumps, load, loads
