"""An MCP server that runs programs: `python -m fermata.mcp --tools tools.py --approve send_mail`.

Its tools are run_python and resume. Programs may call the public functions of tools.py on the server. A call of a function that
needs an approval is put to the user by elicitation where the client can do that; otherwise the program is kept, and run_python's result
has the id with which resume goes on.
"""

import sys

from fermata._core import offer

try:
    from fermata._integrations.mcp_command import main
    from fermata._integrations.mcp_server import FermataServer
except ImportError as _missing:
    if _missing.name is None or _missing.name.split(".")[0] not in ("mcp", "mcp_types", "pydantic"):
        raise
    raise ImportError("fermata.mcp needs the MCP SDK, version 2 or later: pip install 'fermata-lang[mcp]'") from _missing

__all__ = ["FermataServer", "main"]
offer(globals())


if __name__ == "__main__":
    sys.exit(main())
