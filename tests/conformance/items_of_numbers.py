# A number whose class has __getitem__ is asked for its items one by one.
class C(int):
    def __getitem__(self, k):
        if k > 2: raise IndexError
        return k
class D(float):
    __getitem__ = C.__getitem__
for f in (list, tuple, set, sorted, iter, lambda x: [*x], lambda x: [y for y in x], sum, lambda x: dict.fromkeys(x), enumerate, lambda x: list(zip(x)), lambda x: 1 in x, lambda x: list(reversed(x)) if 0 else 0):
    try: print(f(C(5)) if f not in (iter, enumerate) else list(f(D(1.5))))
    except Exception as e: print(type(e), e)
