def f[T: int](x: T, y=1): pass


class A[*Ts](Base):
    type B[**P] = Name
