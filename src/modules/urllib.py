"""Addresses: urllib.parse takes them apart and puts them together. Nothing here opens one: a program asks its host for that."""

import urllib.parse as parse
