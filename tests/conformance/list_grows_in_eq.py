"""A list that grows while its items are compared."""
import operator


def tried(function):
    class Item:
        def __eq__(self, other):
            if len(items) < 3:
                items.append(9)
            return False

    items = [Item()]
    try:
        found = function(items)
    except ValueError as e:
        found = str(e)[:12]
    return found, len(items)


print(tried(lambda x: 9 in x), tried(lambda x: 9 not in x), tried(lambda x: x.index(9)), tried(lambda x: x.index(9, 0)))
print(tried(lambda x: x.index(9, 0, 1)), tried(lambda x: x.index(9, 0, 2)), tried(lambda x: x.index(9, -1)), tried(lambda x: x.index(7)))
print(tried(lambda x: x.remove(9)), tried(lambda x: x.count(9)), tried(lambda x: operator.contains(x, 9)), tried(lambda x: operator.indexOf(x, 9)))
print(tried(lambda x: x.remove(7)), tried(lambda x: 7 in x), tried(lambda x: operator.countOf(x, 9)))
