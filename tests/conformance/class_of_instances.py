"""obj.__class__ = cls, between classes of the program, of the library and builtin ones."""

import fractions, decimal, collections, zipfile, datetime, enum, pathlib
def t(a, b):
    try:
        a.__class__ = b
        print(type(a).__name__, 'ok')
    except TypeError as e: print(e)
class A: pass
class B(A): pass
class S: __slots__=()
class S2: __slots__=()
class F(fractions.Fraction): pass
class FS(fractions.Fraction): __slots__=()
class FS2(fractions.Fraction): __slots__=('x',)
class I(int): pass
class J(int): pass
class D(dict): pass
class OD(collections.OrderedDict): pass
class E(Exception): pass
class K(KeyError): pass
class U(collections.UserDict): pass
class U2(collections.UserDict): x = 1
class P(pathlib.PurePosixPath): pass
class PS(pathlib.PurePosixPath): __slots__=()
t(A(), B); t(B(), A); t(S(), S2); t(S(), object); t(F(1), FS); t(FS(1), fractions.Fraction); t(FS(1), FS2); t(F(1), fractions.Fraction); t(fractions.Fraction(1), F)
t(fractions.Fraction(1), FS)
t(I(1), J); t(I(1), int); t(1, I); t(D(), dict); t(OD(), collections.OrderedDict); t(E(), Exception); t(E(), K); t(K(), E)
t(U(), U2); t(U(), collections.UserDict); t(collections.UserDict(), U); t(collections.UserDict(), collections.UserList); t(A(), collections.UserDict); t(collections.UserList(), A)
t(P('a'), pathlib.PurePosixPath); t(PS('a'), pathlib.PurePosixPath); t(pathlib.PurePosixPath('a'), PS); t(pathlib.PurePosixPath('a'), pathlib.PosixPath); t(pathlib.PosixPath('a'), pathlib.PureWindowsPath)
t(datetime.date(2020,1,1), A); t(A(), datetime.date); t(decimal.Decimal(1), A); t(A, type); t(A(), type); t(zipfile, A); t(A(), int); t(collections.Counter(), D); t(D(), collections.Counter); t(collections.Counter(), collections.UserDict)
