"""In addition to CPython's collections: what makes a named tuple's __new__ of its text, where the host doesn't let programs have eval."""

from collections import abc


def eval(source, namespace):
    if class_of(source) is not str:  # (what a subclass says of itself needn't be so)
        raise ValueError("this isn't the source text of a named tuple")
    fields = source[len("lambda _cls, ") : source.find(":")]
    names = fields.replace(",", " ").split()
    if not all([name.isidentifier() for name in names]) or source != f"lambda _cls, {fields}: _tuple_new(_cls, ({fields}))":
        raise ValueError("this isn't the source text of a named tuple")
    made = compile_with_warnings(source, "<string>", "eval", False)
    if class_of(made) is tuple:
        raise made[0](made[1], made[2])
    return run_code(made[0], namespace, namespace, "eval", None)


def _namedtuple_bind(typename, fields, defaults, args, kwargs):
    # The arguments of a call with keywords or defaults, or the TypeError of a wrong one: for __new__ in states that earlier releases saved.
    n = len(fields)
    if len(args) > n:
        least = n - len(defaults)
        takes = f"from {least + 1} to {n + 1}" if defaults else f"{n + 1}"
        plural = "" if n + 1 == 1 and not defaults else "s"
        raise TypeError(f"{typename}.__new__() takes {takes} positional argument{plural} but {len(args) + 1} were given")
    values = list(args)
    given = set(fields[: len(args)])
    for name in kwargs:
        if name in given:
            raise TypeError(f"{typename}.__new__() got multiple values for argument {name!r}")
        if name not in fields:
            raise TypeError(f"{typename}.__new__() got an unexpected keyword argument {name!r}")
    missing = []
    for name in fields[len(args) :]:
        if name in kwargs:
            values.append(kwargs[name])
        elif name in defaults:
            values.append(defaults[name])
        else:
            missing.append(repr(name))
    if missing:
        if len(missing) > 2:
            listed = ", ".join(missing[:-1]) + ", and " + missing[-1]
        else:
            listed = " and ".join(missing)
        plural = "s" if len(missing) > 1 else ""
        raise TypeError(f"{typename}.__new__() missing {len(missing)} required positional argument{plural}: {listed}")
    return values
