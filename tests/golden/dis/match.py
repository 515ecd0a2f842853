def patterns(x, y):
    match x, y:
        case 0, -1.5:
            return "values"
        case [None, *_, (a.b as last)] if y:
            return last
        case {"key": [first, *rest], **others}:
            return first, rest, others
        case int(n) | Point(n, y=0):
            return n
        case _:
            pass
