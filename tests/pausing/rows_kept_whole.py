# What a loop has taken apart is in the states saved in its body, too.


def over(pairs):
    out = []
    for row in pairs:
        a, b = row
        out.append((ask(a), b, row))
    return out


def parts(pairs):
    out = []
    for a, b in pairs:
        out.append((ask(a), b))
    return out


print(over([(1, 2), (3, 4)]))
print(over(zip("ab", "cd")))
print(over(enumerate("xy")))
print(over({"k": 1, "l": 2}.items()))
print(parts(zip("ab", "cd")))
print(parts({"k": 1, "l": 2}.items()))
