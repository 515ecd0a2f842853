# In a `default` that json's writer has called, with instances of json's classes at hand.
import json


class Order:
    def __init__(self, number):
        self.number = number


def default(order):
    return {"order": ask(order.number)}


encoder = json.JSONEncoder(default=default, separators=(",", ":"))
decoder = json.JSONDecoder(parse_float=str, strict=False)
try:
    json.loads('{"a": nothing}')
except json.JSONDecodeError as error:
    kept = error
print(json.dumps([1, Order(1), {"key": (Order(2), None, 0.5)}], default=default))
print(encoder.encode([Order(3)]), "".join(encoder.iterencode({"x": Order(4)})))
print(decoder.decode('[1.5, {"a": "\t"}]'), decoder.raw_decode("2.5 rest"))
print(type(kept), kept, kept.msg, kept.doc, kept.pos, kept.lineno, kept.colno)
