"""The one class of errors is that of re, where matching is."""

from re import error
