# Where with, for, assert, except, f-strings and chains over several lines put their carets. One after the other: each
# error is the context of the next.
class Managed:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        raise KeyError("in __exit__")


def numbers():
    yield 1
    raise ValueError("in a generator")


def stop():
    raise StopIteration("early")
    yield


def f(x):
    try:
        for n in 5: pass
    except TypeError:
        try:
            for n in numbers():  # a comment
                pass
        except ValueError:
            try:
                with Managed() as m:
                    pass
            except KeyError:
                try:
                    assert x > 1 and x == 4, "not four"
                except AssertionError:
                    try:
                        assert all(n for n in [0]), "not all"
                    except AssertionError:
                        try:
                            return [1, f"{x:abc} {x}"]
                        except ValueError:
                            try:
                                return ("a b"
                                        .split()
                                        .index(
                                            "c"))
                            except ValueError:
                                try:
                                    return (x
                                            .real
                                            .nothing)
                                except AttributeError:
                                    try:
                                        next(stop())
                                    except RuntimeError:
                                        try:
                                            1 / 0
                                        except x: pass


f(5)
