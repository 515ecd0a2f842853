# An uncaught tree of exceptions: groups in groups, causes and contexts inside them, notes, more than fit.
def leaf(kind, text):
    try:
        raise kind(text)
    except kind as error:
        return error


def caused(kind, text):
    try:
        try:
            raise kind(text)
        except kind as error:
            raise RuntimeError("because of\nit") from error
    except RuntimeError as error:
        return error


def nested(depth):
    if depth == 0:
        return leaf(KeyError, "deep")
    try:
        raise ExceptionGroup(f"level {depth}", [nested(depth - 1)])
    except ExceptionGroup as group:
        return group


def many(count):
    return ExceptionGroup("many", [ValueError(i) for i in range(count)])


def run():
    noted = leaf(OSError, "noted")
    noted.add_note("first\nsecond")
    inner = ExceptionGroup("inner\ntwo lines", [leaf(ValueError, "v"), caused(TypeError, "t"), ExceptionGroup("not raised", [ValueError(1)])])
    inner.add_note("of the group")
    try:
        raise BaseExceptionGroup("outer", [noted, inner, many(15), many(16), many(18), nested(12), KeyboardInterrupt()])
    except BaseExceptionGroup as group:
        raise ExceptionGroup("last", [leaf(LookupError, "x")]) from group


try:
    run()
except* LookupError:
    raise ValueError("in the clause")
