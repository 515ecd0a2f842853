f = lambda x: x.nope


class K:
    value = f(5)
