# packages: transitions six
from transitions import Machine


class M:
    pass


m = M()
Machine(m, states=["a", "b"], initial="a", transitions=[["go", "a", "b"]])
assert m.state == "a"
m.go()
assert m.is_b()
try:
    m.go()
except Exception as e:
    print(type(e).__name__, e)
else:
    assert 0
