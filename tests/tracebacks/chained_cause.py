def load():
    try:
        return int("x1")
    except ValueError as e:
        raise RuntimeError("cannot load") from e


load()
