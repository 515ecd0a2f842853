# `and` and `or` within each other ask each value for its truth once; a display in the middle of a chain of comparisons stays what it is.
class Truth:
    def __init__(self, name, truth):
        self.name = name
        self.truth = truth

    def __bool__(self):
        print("asked", self.name, end="; ")
        return self.truth

    def __repr__(self):
        return self.name


for a in (Truth("f", False), Truth("t", True)):
    for b in (Truth("g", False), Truth("u", True)):
        for c in (Truth("h", False), Truth("v", True)):
            print(a and b or c)
            print((a or b) and c)
            print(a and (b or c))
            print((a and b or c) and a or b)
            print(not (a and b) or c)
            print((a or b and c) or (b and a))
            local = a and b or c and a
            print(local)
            print("yes" if a and b or c else "no", "yes" if not (a or b) and c else "no", [1 for _ in "x" if a or b and c])
            assert not (a and b and not a or False)
            while a and b or c and b:
                break
            else:
                print("else")


def returned(x, y, z):
    return x and y or z


def assigned(x, y, z):
    x = x and y or z
    y = (x or y) and z
    return x, y


print(returned(Truth("f", False), Truth("t", True), 0), assigned(Truth("t", True), Truth("g", False), ""))

print(3 in [3, 4] in [[3, 4]], 3 in [3, 4] not in [[3, 4]], 3 in {3, 4} in [{3, 4}], 3 in (3, 4) in [(3, 4)])
if 3 in [3, 4] in [[3, 4]] and not 3 in [3, 4] not in [[3, 4]]:
    print("a list")
print(1 in [1] == [1], 1 not in [2] == [2] in [[2]], 1 in {1} == {1} in [[1], {1}])
seen = []


class Keeps:
    def __contains__(self, item):
        seen.append(item)
        return True


print(1 in [1] in Keeps(), 2 in {2} in Keeps(), [type(item).__name__ for item in seen])
