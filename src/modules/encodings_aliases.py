"""Other names of codecs."""

import _code_pages

aliases = _code_pages.ALIASES
