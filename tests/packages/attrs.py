# packages: attrs
import attr
import attrs


@attrs.define
class P:
    x: int
    y: int = attrs.field(default=2, validator=attrs.validators.instance_of(int))


p = P(1)
assert p == P(1, 2) and repr(p) == "P(x=1, y=2)", p
assert attrs.asdict(p) == {"x": 1, "y": 2}
assert attrs.evolve(p, x=5).x == 5
try:
    P(1, "a")
except TypeError:
    pass
else:
    assert 0


@attr.s(auto_attribs=True, frozen=True)
class Q:
    a: list = attr.Factory(list)


q = Q()
try:
    q.a = 1
except attr.exceptions.FrozenInstanceError:
    pass
assert hash(Q((1,))) == hash(Q((1,)))
