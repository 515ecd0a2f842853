# Displays, [*x] and {**x}, and the arguments of calls.


def op_list_extend(items, x, function):
    """`function` is the callable of f(*x), which the message names; __missing__ for [*x]."""
    if not operator_is_iterable(x):
        if function is not __missing__:
            raise TypeError(f"{callable_text(function)} argument after * must be an iterable, not {type_name(x)}")
        raise TypeError(f"Value after * must be an iterable, not {type_name(x)}")
    list_extend(items, x)


def op_set_add(items, x):
    set_put(items, x, hash(x))


def op_set_update(items, x):
    set_absorb(items, x)


def op_build_set(values):
    items = set()
    for value in values:
        items.add(value)
    return items


def op_build_dict(values):
    items = {}
    i = 0
    while i < len(values):
        items[values[i]] = values[i + 1]
        i += 2
    return items


def op_dict_update(items, x):
    if not hasattr(x, "keys"):
        raise TypeError(f"'{type_name(x)}' object is not a mapping")
    items.update(x)


def op_dict_merge(items, x, function):
    if not hasattr(x, "keys"):
        raise TypeError(f"{callable_text(function)} argument after ** must be a mapping, not {type_name(x)}")
    source = dict_plain(x)
    if source is __missing__:
        source = x
    for key in source.keys():
        if key in items:
            raise TypeError(f"{callable_text(function)} got multiple values for keyword argument '{key}'")
        items[key] = source[key]


def op_call_spread_args(x):
    items = []
    op_list_extend(items, x)
    return tuple(items)
