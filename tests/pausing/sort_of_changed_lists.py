# A list that is touched while it is sorted, with pauses before, in between and after.
def sort(items, key):
    try:
        items.sort(key=key)
        print(items)
    except ValueError as error:
        print(error, items)


def grows_and_shrinks(x):
    data.append(ask(x))
    data.pop()
    return ask(x)


def grows(x):
    data.append(ask(x))
    return ask(x)


def looks(x):
    return ask(x) + len(data)


def sorts_again(x):
    data.sort(key=ask)
    return ask(x)


for key in (grows_and_shrinks, grows, looks, sorts_again):
    data = [3, 1, 2]
    sort(data, key)
data = []
sort(data, ask)


# Classes and instances live across the pauses.
class A:
    pass


a = A()
a.x = ask(1)
print(vars(a), list(vars(A)), ask(vars(A)["__dict__"].__get__(a)))
a.__dict__ = {"y": ask(2)}
print(vars(a), type(vars(A)["__weakref__"]).__name__)
