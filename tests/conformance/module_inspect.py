# inspect: signatures, what objects are, states of coroutines.
import functools
import inspect
import types


def f(a, /, b: int, c=3, *args, d, e: str = "x", **kw) -> bool:
    """First.

    More.
    """


signature = inspect.signature(f)
print(signature, signature.parameters["e"], repr(signature), signature.parameters["args"].kind)
print(signature.bind(1, 2, d=4, z=9), signature.bind(1, 2, 3, 4, d=5).args, signature.bind(1, b=2, d=4).kwargs)
bound = signature.bind(1, 2, d=4)
bound.apply_defaults()
print(bound.arguments)
for args, kwargs in ((1,), {}), ((1, 2, 3, 4, 5), {}), ((), {"a": 1}), ((1, 2), {"b": 3, "d": 4}):
    try:
        signature.bind(*args, **kwargs)
    except TypeError as e:
        print(e)


class A:
    "The class."

    def __init__(self, x, y=2):
        pass

    def m(self, q):
        "What m does."

    @classmethod
    def k(cls, w):
        pass

    @staticmethod
    def st(w, u):
        pass

    def __call__(self, z):
        pass


class B(A):
    def m(self, q):
        pass


print([str(inspect.signature(x)) for x in (A, A(1), A(1).m, A.k, A.st, A.m, B)])
print(inspect.signature(functools.partial(f, 1, d=5)), inspect.signature(functools.partial(f, c=5)))
print(inspect.getfullargspec(f).args, inspect.getfullargspec(f).kwonlydefaults, inspect.getdoc(f), inspect.getdoc(B(1).m))


@functools.wraps(f)
def g(*a, **k):
    return f(*a, **k)


print(inspect.signature(g), inspect.signature(g, follow_wrapped=False), inspect.unwrap(g) is f)


async def co():
    pass


async def agen():
    yield


def gen():
    yield


@types.coroutine
def old():
    yield


print([[p(x) for p in (inspect.iscoroutinefunction, inspect.isasyncgenfunction, inspect.isgeneratorfunction, inspect.isfunction, inspect.isroutine)]
       for x in (co, agen, gen, old, f, len, A, A(1).m, functools.partial(co))])
c = co()
print(inspect.iscoroutine(c), inspect.isawaitable(c), inspect.isawaitable(old()), inspect.isawaitable(gen()), inspect.getcoroutinestate(c))
c.close()
print(inspect.getcoroutinestate(c), inspect.getgeneratorstate(gen()))
print([n for n, _ in inspect.getmembers(A, inspect.isfunction)], type(inspect.getattr_static(A, "k")).__name__)
print(inspect.getcallargs(f, 1, 2, d=3) == {"a": 1, "b": 2, "c": 3, "args": (), "d": 3, "e": "x", "kw": {}})
print(inspect.Signature([inspect.Parameter("x", inspect.Parameter.KEYWORD_ONLY, default=1)]), inspect.signature(lambda x, *, y: 0) == inspect.signature(lambda x, *, y: 1))
print(inspect.cleandoc(" a\n   b\n     c\n"), inspect.getmro(B) == (B, A, object), inspect.isclass(A), inspect.ismodule(inspect))


def caller(a):
    b = 2
    return callee()


def callee():
    import sys
    frame = sys._getframe(1)
    return (frame.f_code.co_name, frame.f_locals, frame.f_back.f_code.co_name, sys._getframe().f_code.co_name,
            inspect.currentframe().f_code.co_name, [x.function for x in inspect.stack()][:3], frame.f_globals is globals())


def local():
    x = 5
    yield x


print(caller(1))
g = local()
next(g)
print(g.gi_frame.f_locals, inspect.getgeneratorlocals(g))

import abc, inspect
class A: pass
class B(abc.ABC):
    @abc.abstractmethod
    def f(self): pass
class C(B):
    def f(self): pass
for c in (A,object,int,bool,list,dict,type,Exception,tuple,str,B,C): print(c.__name__, [i for i in (8,9,10,12,20,24,25,26,27,28,29,30,31) if c.__flags__>>i&1], inspect.isabstract(c))
print(inspect.signature(sorted), inspect.signature(A), inspect.signature(len))
print(len.__self__.__name__, inspect.signature(print), inspect.signature(object), inspect.signature(property))


import dataclasses


@dataclasses.dataclass
class Order:
    number: int
    lines: list = dataclasses.field(default_factory=list)
    paid: "bool" = False
    hidden: int = dataclasses.field(default=0, init=False)
    note: str = dataclasses.field(default="", kw_only=True)
    given: dataclasses.InitVar[int] = 3


@dataclasses.dataclass
class Named:
    self: int


print(inspect.signature(Order), inspect.signature(Order.__init__), inspect.signature(Named), inspect.signature(Order, eval_str=True))
print(inspect.signature(Order).bind(1, note="x").arguments, inspect.getfullargspec(Order).args)
import fractions, json, decimal
print(inspect.signature(fractions.Fraction), inspect.signature(json.JSONDecoder), inspect.signature(decimal.Decimal), inspect.signature(ValueError) if 0 else None)
