"""`%load_ext fermata`: cells of a notebook that run in Fermata.

    %%fermata --functions lookup,refund --inputs order --out total
    total = lookup(order)["total"]

Names may also have blanks between them. A cell whose program raises fails, like any other: "Run all" stops there. The cells of a notebook
share one session, in a pool where there can be one. `%fermata reset` begins a new one.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import Any, NoReturn

from fermata._errors import Error, JailError, UsageError

from .granted import Granted
from .html import render_displays_html
from .pool import Pool
from .session import Session
from .steps import Crashed, Done, Exhausted, LimitError, Raised, Step


class _Options(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"%%fermata: {message}")


def _options() -> _Options:
    parser = _Options(prog="%%fermata", add_help=False, description="Runs the cell in Fermata.")
    for option, what in (
        ("--functions", "the notebook's functions that cells may call from now on"),
        ("--inputs", "the notebook's variables that the cell gets"),
        ("--out", "the cell's variables that the notebook gets"),
    ):
        parser.add_argument(option, nargs="+", action="extend", metavar="NAME", help=f"{what}, with commas or blanks between them")
    parser.add_argument("--here", action="store_true", help="no process of a pool; for the first cell")
    return parser


def _names(given: list[str] | None) -> list[str]:
    return [name for text in given or [] for name in text.split(",") if name]


def _shown_as(error: Error, text: str) -> Error:
    """With that text in the place of a traceback, which would be the magic's own."""
    setattr(error, "_render_traceback_", lambda: [text])
    return error


class NotebookMagic:
    """The magic of one IPython shell."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.session: Session | None = None
        self.pool: Pool | None = None

    def line(self, line: str) -> None:
        """%fermata reset"""
        if line.split() != ["reset"]:
            raise UsageError("%fermata reset begins a new session; %%fermata runs a cell")
        if self.session is not None:
            self.session.close()
        self.session = None

    def cell(self, line: str, cell: str) -> Any:
        """%%fermata: runs the cell in Fermata. The value of its last expression is the cell's. Options, each with names, and commas or
        blanks between them: --functions of the notebook that cells may call from now on, --inputs for its variables that the cell gets,
        --out for those of the cell's that it gets back; --here runs in this process, in place of one that has nothing."""
        try:
            return self._cell(line, cell)
        except UsageError as error:
            raise _shown_as(error, f"UsageError: {error}")
        except Error as error:
            raise _shown_as(error, error.display("traceback"))

    def _cell(self, line: str, cell: str) -> Any:
        try:
            chosen = _options().parse_args(shlex.split(line))
        except ValueError as error:
            raise error if isinstance(error, UsageError) else UsageError(f"%%fermata: {error}")
        known = self.shell.user_ns
        offered, wanted = _names(chosen.functions), _names(chosen.inputs)
        if lacking := [name for name in [*offered, *wanted] if name not in known]:
            raise UsageError(f"the notebook has no {', '.join(lacking)}")
        session = self._session(chosen.here)
        functions = {name: known[name] for name in offered} if chosen.functions else None
        step = self._feed(session, cell, {name: known[name] for name in wanted}, functions)
        if isinstance(step, (Done, Raised)):
            self._show(step)
        if isinstance(step, Done):
            for name in _names(chosen.out):
                known[name] = self._value(session, name)
            return step.value
        if isinstance(step, Raised):
            raise step.error
        if isinstance(step, Exhausted):
            stopped = LimitError(step.limit, step)
            session.abandon()
            raise stopped
        if isinstance(step, Crashed):
            self.session = None
            raise step.error
        return step

    def _show(self, step: Step) -> None:
        """What the cell showed: where its HTML can do nothing to the notebook."""
        if html := render_displays_html(step):
            texts = "\n".join(display.text or repr(display) for display in step.display if not display.is_result)
            self.shell.display_pub.publish({"text/html": html, **({"text/plain": texts} if texts else {})})

    def _session(self, here: bool) -> Session:
        if self.session is None:
            if not here and self.pool is None:
                try:
                    self.pool = Pool()
                except JailError as error:
                    raise UsageError(f"this machine has no walls for a pool ({error}): --here runs cells in this process") from None
            self.session = Session(on_output=_print, pool=None if here else self.pool)
        return self.session

    def _feed(self, session: Session, cell: str, inputs: dict[str, Any], functions: dict[str, Any] | None) -> Step:
        import asyncio
        from concurrent.futures import ThreadPoolExecutor

        def run() -> Step:
            return asyncio.run(session.feed_async(cell, inputs=inputs, functions=functions))

        step = session.step
        if step is not None and step.status not in ("done", "raised"):
            session.abandon()  # what a cell left waiting
        granted = session.functions if functions is None else Granted(functions)
        if not granted.asynchronous:
            return session.feed(cell, inputs=inputs, functions=functions)
        with ThreadPoolExecutor(1) as threads:  # the notebook's own event loop runs, and waits for the cell
            return threads.submit(run).result()

    def _value(self, session: Session, name: str) -> Any:
        if not name.isidentifier():
            raise UsageError(f"{name!r} isn't the name of a variable")
        return session.feed(name).value


def _print(stream: int, text: str) -> None:
    print(text, end="", file=sys.stdout if stream == 1 else sys.stderr, flush=True)
