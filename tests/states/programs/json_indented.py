# In a `default` that json's writer of indented texts has called.
import json


def default(order):
    return [ask(order.real), "x"]


print(json.dumps({"b": [1j, {}], "a": {"c": 2j}}, default=default, indent=2, sort_keys=True))
pieces = json.JSONEncoder(default=default, indent=1).iterencode([3j, 4j])
print("".join(pieces))
