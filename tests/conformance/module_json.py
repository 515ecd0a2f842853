def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


import json
data = {"a": 1, "b": [1.5, None, True, False, "text \"q\" \\ / \n\t\x00é😀"], "c": {"nested": {"k": []}}, "d": {}, "e": -0.0, "f": 10 ** 25, "g": 1e100}
print(json.dumps(data)); print(json.dumps(data, indent=2)); print(json.dumps(data, ensure_ascii=False, sort_keys=True)); print(json.dumps(data, separators=(",", ":"))); print(json.dumps([1, [2, {}]], indent="--")); print(json.dumps({"b": 1, "a": 2}, sort_keys=True, indent=4))
assert json.loads(json.dumps(data)) == data
print(json.dumps({1: 1, 1.5: 2, True: 3, None: 4, "x": (1, 2)}), json.dumps("a"), json.dumps(None), json.dumps(5), json.dumps(float("inf")), json.dumps(float("nan")), json.dumps([]), json.dumps({}), json.dumps([], indent=2), json.dumps({(1,): 1, "k": 2}, skipkeys=True), json.dumps("\ud800"), json.dumps([[[]]]))
print(json.loads("5"), json.loads("-1.5e3"), json.loads('"a\\u00e9\\ud83d\\ude00\\n"'), json.loads(" [1 , 2.0, true, null ] "), json.loads('{"a": {"b": []}}'), json.loads("NaN"), json.loads("-Infinity"), json.loads("[]"), json.loads('{"a": 1, "a": 2}'), json.loads(b'{"x": 1}'), json.loads("123456789012345678901234567890"), json.loads("1E5"), json.loads("-0"), json.loads("0.1"))
for text in ["", "{", "[1,", "[1,]", '{"a"}', '{"a":1,}', "{a: 1}", "nul", "01", '"abc', '"\\x"', "1 2", "'a'", '["a\nb"]', "[1 2]", '{"a" 1}', "+1", ".5", "1.", '"\\u12"', "]", '{"a": 1 "b": 2}', "\n\n  x"]:
    print(repr(text), error(json.loads, text))
class C: pass
print(error(json.dumps, C())[:42], error(json.dumps, {1, 2}), error(json.dumps, {(1,): 1}), error(json.dumps, b"a"), error(json.dumps, float("nan"), allow_nan=False), error(json.loads, 5), error(json.dumps, [object])[:50])
loop = []; loop.append(loop)
print(error(json.dumps, loop))
print(json.dumps(C(), default=lambda o: {"cls": type(o).__name__}), json.dumps([{1, 2}, 5], default=sorted), json.loads('{"a": [1.5, {"b": 2}]}', parse_float=str, object_hook=lambda d: sorted(d.items())), json.loads('{"a":1}', object_pairs_hook=list), json.loads("[1]", parse_int=lambda s: s + "!"))
try: json.loads('{"a":\n tru}')
except json.JSONDecodeError as e: print(e, e.msg, e.pos, e.lineno, e.colno, isinstance(e, ValueError))
class S(str): pass
class I(int): pass
class D(dict): pass
print(json.dumps([S("s"), I(5), D(a=1), True]), json.dumps({"k": {"z": [1, {"y": "x"}]}}, indent=1))

# Numbers by hooks inside objects, without hooks for these.
from decimal import Decimal
print(json.loads('{"a": 1.10, "b": [2.50, {"c": 3, "d": NaN}]}', parse_float=Decimal), json.loads('{"a": 1, "b": {"c": 2}}', parse_int=str))
import json.decoder, json.encoder
print(json.decoder.JSONDecodeError is json.JSONDecodeError, json.encoder.JSONEncoder is json.JSONEncoder, json.decoder.__name__)

# The parts of json that programs call by themselves.
from json.decoder import scanstring
from json.encoder import encode_basestring, encode_basestring_ascii
for text, end in [('"é\\ud83d\\ude00z" x', 1), ('abc"', 0), ("abc", 0), ('a"', 3), ('a"', 2), ('"\\uD83D\\uZZZZ"', 1), ('"\\u12"', 1), ('"\n"', 1), (b"x", 1),
                  ('"\\ud834\\u0079"', 1), ("a", -1)]:
    print(ascii(error(scanstring, text, end)), ascii(error(scanstring, text, end, False)))
for text in ['é"\n\x7f😀\ud800', "", b"x", 5]:
    print(ascii(error(encode_basestring, text)), ascii(error(encode_basestring_ascii, text)))

# A list that changes while it is written.
shrinking = [object()] * 10
print(json.dumps(shrinking, default=lambda o: shrinking.pop() and None))
growing = [object()]
print(json.dumps(growing, default=lambda o: growing.append(2)), growing[1:])
