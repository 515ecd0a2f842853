def inner(x):
    return 1 / x


def outer(y):
    total = inner(y) + 1
    return total


print("before")
outer(0)
