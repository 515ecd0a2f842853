"""What each session has of its own in CPython's reprlib: the Repr whose limits programs set, and what is being shown: functions under
recursive_repr may be a shared module's."""


def __session__():
    yield "aRepr", Repr()
    yield
    yield "repr", aRepr.repr


def recursive_repr(fillvalue="..."):
    """For a __repr__ that comes back to its own object: there it gives `fillvalue`."""

    def around(function):
        shared = making_image()

        def wrapper(self):
            running = session_state().setdefault("reprlib", {})
            # A function of the library's that only this one knows isn't the same one in a state that was loaded.
            key = id(self), function.__qualname__ if shared else id(function)
            if key in running:
                return fillvalue
            running[key] = None
            try:
                return function(self)
            finally:
                del running[key]

        for name in ("__module__", "__doc__", "__name__", "__qualname__", "__annotations__"):
            setattr(wrapper, name, getattr(function, name, None))
        return wrapper

    return around
