"""CPython's side: reads programs from standard input and writes what each does, in the form of run_programs.cpp.

    python3 -W ignore reference.py

Each program runs in a namespace of its own, in this process. STATUS is done, raised, timeout or refused.
"""

import io
import linecache
import resource
import signal
import sys
import traceback

import asyncio  # noqa: F401  (the programs import it, and it takes long)

SECONDS = 1.0


class Timeout(BaseException):
    pass


running = False


def on_alarm(number, frame):
    if running:
        raise Timeout


def run(text):
    """(status, output, errors)"""
    try:
        code = compile(text, "program.py", "exec", dont_inherit=True)
    except SyntaxError as e:
        return "refused", "", f"{e.lineno}: {type(e).__name__}: {e.msg}"
    except (MemoryError, RecursionError) as e:
        return "timeout", "", type(e).__name__
    linecache.cache["program.py"] = (len(text), None, text.splitlines(True), "program.py")
    stdout, stderr = sys.stdout, sys.stderr
    out = sys.stdout = io.StringIO()
    errors = sys.stderr = io.StringIO()
    status = "done"
    try:
        signal.setitimer(signal.ITIMER_REAL, SECONDS, 0.3)
        try:
            exec(code, {"__name__": "__main__"})
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except Timeout:
        status = "timeout"
    except SystemExit:
        pass
    except BaseException as e:
        status = "raised"
        e.__traceback__ = e.__traceback__.tb_next  # without this file
        try:
            traceback.print_exception(e)
        except Exception:
            status = "timeout"  # CPython's own printing fails, when __str__ does odd things
    finally:
        sys.stdout, sys.stderr = stdout, stderr
    return status, out.getvalue(), errors.getvalue()


def main():
    global running
    signal.signal(signal.SIGALRM, on_alarm)
    sys.unraisablehook = lambda _: None  # what happens in finalizers, which Fermata doesn't have
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while line := source.readline():
        text = source.read(int(line)).decode()
        try:
            running = True
            status, out, errors = run(text)
            running = False
        except Timeout:  # late
            running = False
            status, out, errors = "timeout", "", ""
        out, errors = out.encode("utf-8", "surrogatepass"), errors.encode("utf-8", "surrogatepass")
        sink.write(b"%s %d %d\n%s%s" % (status.encode(), len(out), len(errors), out, errors))
        sink.flush()


if __name__ == "__main__":
    main()
