# Module traceback on stacks, with variables, and on texts that linecache was given.
import linecache
import sys
import traceback

linecache.cache["made.py"] = (30, None, ["def f(a):\n", "    return a.b + (a[0] / 0)\n", "f([1])\n"], "made.py")
code = compile("def f(a):\n    return (a[0] / 0) + a.b\nf([1])\n", "made.py", "exec")
print(linecache.getline("made.py", 2), repr(linecache.getline("made.py", 9)), repr(linecache.getline("unknown", 1)))
try:
    exec(code, {})
except ZeroDivisionError as e:
    error = e
lines = traceback.format_exception(error)
print("".join(lines[-2:]))
frame = traceback.extract_tb(error.__traceback__)[-1]
print(frame.filename, frame.lineno, frame.name, frame.line, frame.colno, frame.end_colno, frame.end_lineno, frame.locals, len(frame), tuple(frame) == frame)


def outer(x):
    def inner(y):
        stack = traceback.StackSummary.extract(traceback.walk_stack(sys._getframe()), capture_locals=True, limit=2)
        return stack
    return inner(x + 1)


stack = outer(1)
print([(f.name, f.locals.get("x"), f.locals.get("y")) for f in stack])
print([f.name for f in traceback.extract_stack()][-1:], traceback.extract_stack(limit=1)[0].line is not None)
summary = traceback.StackSummary.from_list([("a.py", 1, "f", "x = 1"), ("a.py", 2, "g", None)])
print(summary.format(), summary[0] == ("a.py", 1, "f", "x = 1"), repr(summary[0]))
print(traceback.FrameSummary("a.py", 1, "f", line="x", locals={"k": 1}).locals)


class Custom(traceback.StackSummary):
    def format_frame_summary(self, frame):
        return None if frame.name == "g" else f"{frame.name}!"


print(Custom.from_list(summary).__class__.__name__, Custom(summary).format())
same = traceback.StackSummary.from_list([("a.py", 1, "f", "x")] * 6)
print(same.format()[-1])
try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("second") from None
except ValueError as e:
    compact, whole = traceback.TracebackException.from_exception(e, compact=True), traceback.TracebackException.from_exception(e)
print(compact.__context__, whole.__context__, compact == traceback.TracebackException.from_exception(e) if 0 else None)
for bad in (lambda: traceback.format_exception(1), lambda: traceback.print_exception(ValueError, ValueError(1))):
    try:
        bad()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(traceback.format_exception(None), traceback.format_exception_only(None))
try:
    compile("f(a for a in b, c)\n", "x.py", "exec")
except SyntaxError as e:
    made = traceback.TracebackException.from_exception(e)
    print(made.filename, made.lineno, made.offset, made.end_offset, made.text, made.msg)
