"""The client of `fermata serve`: see fermata.client."""

from .http import ApiError, Http
from . import types
from .operations import Operations

__all__ = ["ApiError", "Http", "Operations", "types"]
