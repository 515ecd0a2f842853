import io
import traceback


class Custom(Exception):
    def __str__(self):
        return "custom"


def inner(n):
    if n == 0:
        raise Custom()
    inner(n - 1)


def outer():
    try:
        inner(6)
    except Custom as error:
        raise ValueError("outer") from error


try:
    outer()
except ValueError as error:
    text = traceback.format_exc()
    print("\n".join(line for line in text.splitlines() if not line.startswith("  File")))
    print([line.rsplit(", ", 1)[1] for line in text.splitlines() if line.startswith("  File")])
    print(traceback.format_exception_only(error), traceback.format_exception_only(ValueError, error))
    print(len(traceback.format_exception(error)), len(traceback.format_exception(type(error), error, error.__traceback__, chain=False)))
    frames = traceback.extract_tb(error.__traceback__)
    print([(frame.name, frame.line) for frame in frames], len(traceback.format_tb(error.__traceback__, 1)))
    out = io.StringIO()
    traceback.print_exc(file=out)
    print(out.getvalue() == text, traceback.format_exc(limit=0).count("File"))
    print("".join(traceback.TracebackException.from_exception(error).format()) == text)

error = ValueError("noted")
error.add_note("a note\nof two lines")
print(traceback.format_exception(error))
try:
    {}["missing"]
except KeyError as e:
    print(traceback.format_exception_only(type(e), e), [line for _, line in traceback.walk_tb(e.__traceback__)] != [])
