class Meta:
    def __class_getitem__(cls, item): return ask(str(item))
    def __dir__(self): return [ask("b"), ask("a")]
    def __instancecheck__(self, x): return True
print(Meta["k"], dir(Meta()))
class A:
    @classmethod
    def make(cls, n): return ask(cls.__name__), ask(n)
    @staticmethod
    def st(n): return ask(n)
    def __getattr__(self, name): return ask(name)
    def __delattr__(self, name): print("del", ask(name))
class B(A):
    def who(self): return super().st(ask(1)), super().make(2)
print(A.make(1), B.make(2), A.st(3), B().who(), B().zzz)
del B().q
m = A().missing
print(m, list(map(B().who.__func__, [B()])))
class It:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return ask(i)
for v in It(): print(v)
print(1 in It(), list(It()), isinstance(ask(1), int), callable(ask))
class Missing(dict):
    def __missing__(self, key): return ask(key)
print(Missing()["absent"], "%(x)s" % Missing(), "{q}".format_map(Missing()))
