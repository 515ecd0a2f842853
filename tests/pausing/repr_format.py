class R:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"R({ask(self.n)})"
    def __str__(self): return f"str {ask(self.n)}"
    def __format__(self, spec): return f"[{ask(self.n)}:{ask(spec)}]"
r = R(1)
print(r, repr(r), str(r), [r, R(2)], {"k": R(3)}, (R(4),))
print(f"{r} {r!r} {r!s} {r:>5} {r:{ask('x')}}")
print("%s %r" % (r, r), "{} {!r} {:abc}".format(r, r, r), format(r), format(r, "q"))
print(f"{[R(5)]}", f"{ask('inner')!r:>10}|{ask(3.14159):.2f}|")
print("a", R(6), sep=" - ")
