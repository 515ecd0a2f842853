# packages: simplejson
import simplejson as j
from decimal import Decimal

assert j.loads('{"a": [1, 2.5, null]}') == {"a": [1, 2.5, None]}
assert j.dumps({"a": Decimal("1.10")}) == '{"a": 1.10}'
assert j.loads("1.1", use_decimal=True) == Decimal("1.1")
try:
    j.loads("{")
except j.JSONDecodeError as e:
    print(e)
else:
    assert 0
