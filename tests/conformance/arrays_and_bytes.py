# An array is equal to arrays only; what takes any buffer (a bytearray, a memoryview) compares itself with it.
from array import array


class Own(array):
    pass


for make in (array, Own):
    a = make("b", b"abc")
    print(a == b"abc", b"abc" == a, a != b"abc", b"abc" != a, bytes(a) == b"abc", bytearray(b"abc") == a, a == bytearray(b"abc"))
    print(memoryview(a) == b"abc", a == array("h", [97, 98, 99]), a in [b"abc"], b"abc" in [a], [a] == [b"abc"], (b"abc",).count(a))
    for order in (lambda: a < b"abd", lambda: b"abd" > a, lambda: a >= b"", lambda: b"abc" <= a):
        try:
            print(order())
        except TypeError as e:
            print(e)


class Named(bytearray):
    pass


class Text(bytes):
    pass


print(Named(b"a") == b"a", b"a" == Named(b"a"), Text(b"a") == Named(b"a"), b"a" < Named(b"b"), Text(b"a") == b"a", b"a" != Named(b"a"))
print(b"abc".__eq__(array("b", b"abc")), array("b", b"abc").__eq__(b"abc"), b"abc".__eq__(Named(b"abc")))
