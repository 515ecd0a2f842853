# packages: pydantic==1.10.17 typing-extensions
from pydantic import BaseModel, ValidationError, validator
from typing import List, Optional


class M(BaseModel):
    a: int
    b: List[str] = []
    c: Optional[float] = None

    @validator("a")
    def pos(cls, v):
        assert v > 0
        return v


m = M(a="3", b=["x"])
assert m.a == 3 and m.dict() == {"a": 3, "b": ["x"], "c": None}
assert m.json() == '{"a": 3, "b": ["x"], "c": null}'
try:
    M(a="x")
except ValidationError as e:
    print(e)
else:
    assert 0
print(M.schema())
