"""What each session has of its own in CPython's reprlib: the Repr whose limits programs set, and what is being shown, whoever decorated the function."""


def __session__():
    yield "aRepr", Repr()
    yield
    yield "repr", aRepr.repr


def recursive_repr(fillvalue="..."):
    """Decorator to make a repr function return fillvalue for a recursive call"""

    def decorating_function(user_function):
        def wrapper(self):
            open_ones = session_state().setdefault("reprlib.open", set())
            this = id(self), id(user_function)
            if this in open_ones:
                return fillvalue
            open_ones.add(this)
            try:
                return user_function(self)
            finally:
                open_ones.remove(this)

        for name in ("__module__", "__doc__", "__name__", "__qualname__"):
            setattr(wrapper, name, getattr(user_function, name))
        wrapper.__annotations__ = getattr(user_function, "__annotations__", {})
        return wrapper

    return decorating_function
