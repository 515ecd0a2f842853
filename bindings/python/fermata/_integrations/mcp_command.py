"""The command `python -m fermata.mcp`: its options, and the server that they make."""

from __future__ import annotations

import argparse
import dataclasses
import ipaddress
import logging
import sys
from collections.abc import Sequence

from fermata import JailError, Limits, Pool, Sealer, UsageError

from .mcp_server import FermataServer
from .tool_file import read_tool_files


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m fermata.mcp", description="An MCP server that runs Python programs in a sandbox.")
    parser.add_argument(
        "--tools", metavar="FILE", action="append", default=[], help="Python file whose public functions and classes programs may use"
    )
    parser.add_argument("--approve", metavar="NAME", action="append", default=[], help="a function whose calls wait for an approval")
    parser.add_argument(
        "--approval",
        choices=("auto", "elicit", "state"),
        default="auto",
        help="how to ask: by elicitation alone (elicit), by a state id alone (state), or by what the client can do (auto, the default)",
    )
    parser.add_argument("--no-check-types", action="store_true", help="pass arguments on that aren't of their parameters' types")
    parser.add_argument("--http", metavar="PORT", type=int, help="serve streamable HTTP at /mcp instead of stdio")
    parser.add_argument("--host", default="127.0.0.1", help="the address for --http (default: 127.0.0.1, this machine alone)")
    parser.add_argument("--state-dir", metavar="DIR", help="keep states that wait in this folder (default: in memory)")
    parser.add_argument("--max-states", metavar="N", type=int, default=256, help="how many states may wait (default: 256; the oldest go)")
    parser.add_argument("--max-state-bytes", metavar="N", type=int, default=16 << 20, help="how large a state may be (default: 16 MiB)")
    parser.add_argument("--seal-keys", metavar="FILE", help="seal states that wait with the keys of this file (fermata.Sealer.from_file)")
    parser.add_argument("--no-jail", action="store_true", help="run programs in this process, not in jailed ones (fermata.Pool)")
    parser.add_argument("--processes", metavar="N", type=int, help="how many jailed processes there may be (default: one for each program)")
    for field in dataclasses.fields(Limits):
        flag = "--limit-" + field.name.replace("_", "-")
        parser.add_argument(flag, dest=field.name, metavar="N", type=int, default=field.default, help=f"default: {field.default}")
    parser.add_argument("--log-level", choices=("DEBUG", "INFO", "WARNING", "ERROR"), default="WARNING")
    return parser


def _server(options: argparse.Namespace) -> FermataServer:
    functions, types = read_tool_files(options.tools)
    limits = Limits(**{field.name: getattr(options, field.name) for field in dataclasses.fields(Limits)})
    return FermataServer(
        functions,
        types=[each for each in types if isinstance(each, type)],  # (no handles: nothing here could keep their objects)
        approve=options.approve,
        approval=options.approval,
        check_types=not options.no_check_types,
        limits=limits,
        state_dir=options.state_dir,
        max_states=options.max_states,
        max_state_bytes=options.max_state_bytes,
        sealer=None if options.seal_keys is None else Sealer.from_file(options.seal_keys),
        pool=None if options.no_jail else Pool(options.processes, heap_bytes=limits.heap_bytes),
        log_level=options.log_level,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """The command. Returns the exit code: 2 when the options are wrong."""
    options = _parser().parse_args(argv)
    logging.basicConfig(stream=sys.stderr, level=options.log_level)
    try:
        server = _server(options)
    except JailError as error:
        print(f"fermata.mcp: {error}; --no-jail runs programs in this process", file=sys.stderr)
        return 2
    except (UsageError, ValueError) as error:
        print(f"fermata.mcp: {error}", file=sys.stderr)
        return 2
    if options.http is None:
        server.run("stdio")
        return 0
    if not _is_this_machine(options.host):
        logging.getLogger("fermata.mcp").warning("%s can be reached from other machines, and callers aren't authenticated", options.host)
    server.run("streamable-http", host=options.host, port=options.http)
    return 0


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
