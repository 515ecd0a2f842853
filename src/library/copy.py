"""In addition to CPython's copy: what states of earlier releases find here, which stopped inside our own."""


def _rebuild(x, cls, memo):
    return _from_reduce(x, x.__reduce_ex__(4), memo)


def _from_reduce(x, parts, memo):
    return x if isinstance(parts, str) else _reconstruct(x, memo, *parts)


def __session__():
    import copyreg

    yield "dispatch_table", copyreg.dispatch_table
