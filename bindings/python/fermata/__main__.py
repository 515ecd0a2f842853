"""`python -m fermata`: what can be run."""

import sys

from fermata import __version__

if sys.argv[1:2] == ["check"]:
    from fermata._integrations import check_command

    sys.exit(check_command(sys.argv[2:]))

sys.stderr.write(
    f"""fermata {__version__}: a Python interpreter whose runs can be saved anywhere; this is its package.

  python -m fermata check program.py        what is wrong with a program, with --types what a type checker says, too
  python -m fermata.mcp --tools tools.py    an MCP server that runs programs
  help(fermata)                             in Python: where to begin

The command `fermata` isn't part of the package: it is built from the repository, with `meson setup build && meson install -C build`.
"""
)
sys.exit(2)
