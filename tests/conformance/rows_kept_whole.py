# A loop variable that the body takes apart at once is still there, whatever is looped over, and with a call in the loop.


def mark(x):
    return x


class Record:
    pass


def rows(pairs):
    out = []
    for row in pairs:
        a, b = row
        out.append(row)
        mark(a)
    return out, row, a, b


def rows_with_calls(pairs):
    out = []
    for row in pairs:
        a, b = row
        mark(out)
        out.append((a, row))
    return out


def closed_over(pairs):
    out = []
    for row in pairs:
        a, b = row
        out.append(lambda row=row: (row, b))
    return [f() for f in out]


def in_a_cell(pairs):
    out = []
    for row in pairs:
        a, b = row
        out.append((lambda: row)())
    return out


def onto_itself(pairs):
    out = []
    for row in pairs:
        row, b = row
        out.append((row, b))
    return out


def through_walrus(pairs):
    return [(first, row) for row in pairs if (first := row[0]) or True]


def in_comprehension(pairs):
    return [(row, [a for a, b in [row]]) for row in pairs]


def with_exception(pairs):
    out = []
    for row in pairs:
        try:
            a, b, c = row
        except ValueError as e:
            out.append((row, str(e)))
    return out


def generator(pairs):
    for row in pairs:
        a, b = row
        yield row
        yield b, row


def deleted(pairs):
    for row in pairs:
        a, b = row
        del row
    try:
        row
    except UnboundLocalError as e:
        return str(e)


def attribute(pairs):
    r = Record()
    for r.row in pairs:
        a, b = r.row
        mark(a)
    return r.row


def local_names(pairs):
    for row in pairs:
        a, b = row
        names = dict(locals())
    return names["row"]


def sources():
    yield zip([1, 2], "ab")
    yield {"x": 1, "y": 2}.items()
    yield enumerate("pq")
    yield [(1, 2), [3, 4]]
    yield ((i, i * i) for i in range(3))
    yield zip(range(2), range(5))
    yield map(lambda x: (x, -x), [1, 2])
    yield reversed([(1, 2), (3, 4)])
    yield reversed({"k": 0, "l": 1}.items())
    yield iter([("a", "b")])
    yield ["xy", b"zw"]


functions = [rows, rows_with_calls, closed_over, in_a_cell, onto_itself, through_walrus, in_comprehension, with_exception, deleted, attribute, local_names]
for f in functions:
    for source in sources():
        print(f.__name__, f(source))
for source in sources():
    print(list(generator(source)))


# In a function that a loop takes no part of, the item may be nothing but its parts.
def parts(pairs):
    total = []
    for i, (a, b) in enumerate(pairs):
        total.append((i, a, b))
    for [a, b] in zip("ab", "cd"):
        total.append(mark(a) + b)
    for *a, b in zip("ab", "cd"):
        total.append((a, b))
    return total


print(parts([(1, 2), (3, 4)]))
