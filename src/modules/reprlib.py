"""What is being shown is the session's, whoever decorated the function: CPython's reprlib keeps it beside the function, which may be the image's."""


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
