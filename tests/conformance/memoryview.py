def message(f, *args):
    try:
        f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    return "nothing"


# --- looking at bytes
m = memoryview(b"abcdefgh")
assert m[0] == 97 and m[-1] == 104 and m[1:3].tolist() == [98, 99] and bytes(m[::-2]) == b"hfdb"
assert len(m) == 8 and m.nbytes == 8 and m.shape == (8,) and m.strides == (1,) and m.ndim == 1 and m.itemsize == 1 and m.format == "B"
assert m.readonly and m.contiguous and m.c_contiguous and m.f_contiguous and m.suboffsets == () and m.obj == b"abcdefgh"
assert m == b"abcdefgh" and b"abcdefgh" == m and m != b"abc" and m[:3:2] == b"ac" and m == bytearray(b"abcdefgh")
assert hash(m) == hash(b"abcdefgh") and hash(m[::2]) == hash(b"aceg") and 97 in m and 5 not in m
assert list(m) == list(b"abcdefgh") and list(reversed(m))[0] == 104 and m.hex(":")[:5] == "61:62" and m[::2].hex() == "61636567"
assert repr(m).startswith("<memory at 0x") and type(iter(m)).__name__ == "memory_iterator"
assert message(lambda: m[8]) == "IndexError: index out of bounds on dimension 1"
assert message(lambda: m["a"]) == "TypeError: memoryview: invalid slice key"
assert message(lambda: m.__setitem__(0, 1)) == "TypeError: cannot modify read-only memory"
assert message(memoryview, 5) == "TypeError: memoryview: a bytes-like object is required, not 'int'"
assert message(lambda: m < m).startswith("TypeError: '<' not supported")
assert memoryview(m).obj is m.obj and not m[::2].contiguous

# --- casts
assert m.cast("i").tolist() == [1684234849, 1751606885] and m.cast("@H")[3] == 0x6867 and m.cast("@H").format == "@H"
two = m.cast("B", [2, 4])
assert two.tolist() == [[97, 98, 99, 100], [101, 102, 103, 104]] and two[1, 2] == 103 and two.shape == (2, 4) and two.strides == (4, 1)
assert two.tobytes() == b"abcdefgh" and two.tobytes("F") == b"aebfcgdh" and two[1:].tolist() == [[101, 102, 103, 104]] and two.cast("h").shape == (4,)
assert message(lambda: two[0]) == "NotImplementedError: multi-dimensional sub-views are not implemented"
assert message(lambda: two[0:1, 0:1]) == "NotImplementedError: multi-dimensional slicing is not implemented"
assert message(lambda: two[1, 2, 3]) == "TypeError: cannot index 2-dimension view with 3-element tuple"
assert message(m.cast, "x") == "ValueError: memoryview: destination format must be a native single character format prefixed with an optional '@'"
assert message(m[:7].cast, "i") == "TypeError: memoryview: length is not a multiple of itemsize"
assert message(m[::2].cast, "i") == "TypeError: memoryview: casts are restricted to C-contiguous views"
assert message(m.cast("i").cast, "h") == "TypeError: memoryview: cannot cast between two non-byte formats"
assert message(m.cast, "B", (2, 2)) == "TypeError: memoryview: product(shape) * itemsize != buffer size"
nothing = m[:1].cast("B", ())
assert nothing.shape == () and nothing[()] == 97 and nothing.tolist() == 97 and nothing[...] is nothing
assert memoryview(b"\0\0\xc0?").cast("f")[0] == 1.5 and memoryview(b"\1\0").cast("?").tolist() == [True, False]
assert memoryview(b"ab").cast("c").tolist() == [b"a", b"b"] and b"b" in memoryview(b"ab").cast("c")

# --- changing a bytearray through it
b = bytearray(b"abcd")
v = memoryview(b)
v[1] = 90
v[2:4] = b"xy"
assert b == b"aZxy" and v == b
v[1:4] = v[0:3]
assert b == b"aaZx"
v.cast("H")[0] = 0x4142
assert b == b"BAZx"
assert message(v.__setitem__, 0, 300) == "ValueError: memoryview: invalid value for format 'B'"
assert message(v.__setitem__, 0, "a") == "TypeError: memoryview: invalid type for format 'B'"
assert message(v.__setitem__, slice(0, 2), b"abc") == "ValueError: memoryview assignment: lvalue and rvalue have different structures"
assert message(v.__delitem__, 0) == "TypeError: cannot delete memory"
assert message(v.toreadonly().__setitem__, 0, 0) == "TypeError: cannot modify read-only memory"
assert message(hash, v) == "ValueError: cannot hash writable memoryview object"

resized = "BufferError: Existing exports of data: object cannot be re-sized"
for change in (lambda: b.append(1), b.clear, b.pop, lambda: b.insert(0, 1), lambda: b.remove(97), lambda: b.extend(b"x"), lambda: b.__init__(b"ab")):
    assert message(change) in (resized, "ValueError: value not found in bytearray"), message(change)
b.extend(b"")
b[0:2] = b"pq"
b.reverse()
assert b == b"xZqp"
v.release()
v.release()
b.append(33)
assert b == b"xZqp!"
forbidden = "ValueError: operation forbidden on released memoryview object"
for use in (lambda: v[0], lambda: len(v), lambda: v.tolist(), lambda: v.obj, lambda: bytes(v), lambda: memoryview(v), lambda: v[:], v.__enter__):
    assert message(use) == forbidden, message(use)
assert v == v and v != b and repr(v).startswith("<released memory at 0x")

with memoryview(b) as w:
    assert message(b.pop) == resized
b.pop()


def look(data):
    view = memoryview(data)
    return view[0], view[1:3].tolist()


look(b)
b.append(1)  # nobody has the views any more
assert memoryview(b)[0] == 120
b.append(2)
held = [memoryview(b)[1:]]
assert message(b.append, 1) == resized
held.clear()
b.append(3)

# --- where bytes are wanted
data = memoryview(b"12")
assert int(data) == 12 and float(data) == 12.0 and int.from_bytes(data, "big") == 0x3132 and str(data, "ascii") == "12"
assert b"-".join([data, data[:1]]) == b"12-1" and b"a" + data == b"a12" and bytearray(b"a") + data == b"a12" and b"0123".find(data) == 1
assert b"%b" % data == b"12" and b"312".endswith(data) and b"312".replace(data, b"") == b"3" and data in [b"12"]
assert bytes(m[::3]) == b"adg" and bytearray(m[::3]) == b"adg" and message(b"".join, [m[::2]]).endswith("a bytes-like object, memoryview found")
assert message(lambda: data + b"a") == "TypeError: unsupported operand type(s) for +: 'memoryview' and 'bytes'"
grown = bytearray(b"ab")
grown += memoryview(b"cd")
grown[0:1] = memoryview(b"xyz")[::2]
assert grown == b"xzbcd"


class Index:
    def __index__(self):
        return 1


v = memoryview(grown)
v[Index()] = Index()
assert v[Index()] == 1 and v[Index():].tolist() == [1, 98, 99, 100]


class Own(bytearray):
    pass


own = Own(b"abc")
v = memoryview(own)
assert v.obj is own and v[1] == 98
assert message(own.append, 1) == resized

# --- abstract classes, copies
import array
import collections.abc
import copy
import weakref

assert isinstance(memoryview(b""), collections.abc.Sequence) and isinstance(array.array("i"), collections.abc.MutableSequence)
numbers = array.array("i", [1, 2, 3])
view = memoryview(numbers)
assert view.format == "i" and view.tolist() == [1, 2, 3] and view.obj is numbers and view == numbers and view[1:] == array.array("i", [2, 3])
view[0] = 7
assert numbers[0] == 7 and message(numbers.append, 1).startswith("BufferError") and bytes(numbers)[:4] == b"\7\0\0\0" and weakref.ref(numbers)() is numbers
view.release()
numbers.append(4)
assert copy.copy(numbers) == numbers == copy.deepcopy(numbers) and numbers[::2].tolist() == [7, 3] and numbers.pop(0) == 7
