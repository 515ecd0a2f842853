"""What each session has of its own in CPython's concurrent.futures._base: its logger."""


def __session__():
    yield "LOGGER", logging.getLogger("concurrent.futures")


LOGGER = None
