import io, fnmatch, pprint
s = io.StringIO("a\nb\nc")
print(s.readline(), list(s), s.read(), s.seek(0), s.read(2), s.tell(), s.write("XY"), s.getvalue(), s.seek(0, 2), s.write("end"), s.getvalue(), s.truncate(3), s.getvalue())
with io.StringIO() as o:
    print("hi", 5, file=o); o.writelines(["a", "b"]); print(repr(o.getvalue()))
try: o.read()
except ValueError as e: print(e)
b = io.BytesIO(b"ab\ncd"); print(b.readline(), b.read(), b.seek(1), b.write(b"ZZ"), b.getvalue(), b.seek(-1, 2), b.read(), [l for l in io.BytesIO(b"x\ny")], io.StringIO("a\nb").readlines())
print(fnmatch.filter(["a.py", "b.txt", "c.py"], "*.py"), fnmatch.fnmatch("abc", "a?c"), fnmatch.fnmatch("abd", "a[!c]d"), fnmatch.fnmatchcase("A", "a"), fnmatch.fnmatch("x[1]", "x[[]1]"), fnmatch.fnmatch("a.b.c", "*.*.c"), fnmatch.fnmatch("ab\ncd", "ab*"))
d = {"name": "x" * 30, "list": list(range(40)), "nested": {"a": {"b": ["text " * 12, "y"]}, "z": (1,)}, "s": {3, 1, 2}}
pprint.pprint(d); print(pprint.pformat(d, width=40, compact=True, indent=2)); pprint.pprint([1, 2]); pprint.pprint({"b": 1, "a": 2}, sort_dicts=False); pprint.pp({"b": 1, "a": 2}); pprint.pprint("long words " * 12); pprint.pprint([[["deep"]]], depth=2); pprint.pprint({1: "a", "b": 2})
