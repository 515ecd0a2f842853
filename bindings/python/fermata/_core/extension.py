"""`%load_ext fermata` in a notebook."""

from __future__ import annotations

from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """What IPython calls: the magics %%fermata and %fermata are there then."""
    from .notebook import NotebookMagic

    magic = NotebookMagic(shell)
    shell.register_magic_function(magic.cell, magic_kind="cell", magic_name="fermata")
    shell.register_magic_function(magic.line, magic_kind="line", magic_name="fermata")
