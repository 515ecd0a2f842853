match x, *y:
    case 1 | -2.5 | 3 + 4j | 'a' 'b' | b'c' | None | True:
        pass
    case a.b.c | [] | () | {}:
        pass
    case [1, *rest, _] | (1, *_) as whole if whole:
        pass
    case {'k': v, 1: _, a.b: w, **others}:
        pass
    case Point(x=0) | Point(1, y, z=[a, b],) | mod.Cls():
        pass
    case (single):
        pass
    case a, b:
        pass
    case *c,:
        pass
    case _:
        pass
match = match[match]
