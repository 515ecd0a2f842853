def handlers(f):
    try:
        f()
    except ValueError as e:
        print(e)
    except (KeyError, TypeError):
        raise RuntimeError("no") from None
    else:
        return 1
    finally:
        done()


def leaving(items):
    for item in items:
        try:
            if item:
                return item
            continue
        finally:
            close(item)


def managers(a):
    with a as x, open("b") as (y, z):
        return x
