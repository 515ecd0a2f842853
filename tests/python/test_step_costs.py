"""What natives charge: for what they walk over, and not for all there is. Where n calls on a text of length n are linear in CPython, their
steps are."""

import unittest

import fermata

TEXTS = {"ascii": "'ab,\\n'", "wide": "'aé,\\n'"}

# A program's beginning, with `t` a text of n lines and `b` its bytes, and what it does then.
LINEAR = {
    "lines of a StringIO": "for l in io.StringIO(t): pass",
    "lines of a StringIO with universal ends": "for l in io.StringIO(t, newline=''): pass",
    "readline of a StringIO": "f = io.StringIO(t)\nwhile f.readline(): pass",
    "read of a StringIO": "f = io.StringIO(t)\nwhile f.read(3): pass",
    "write of a StringIO": "f = io.StringIO()\nfor i in range(n): f.write('abc')",
    "lines of a BytesIO": "for l in io.BytesIO(b): pass",
    "read of a BytesIO": "f = io.BytesIO(b)\nwhile f.read(3): pass",
    "write of a BytesIO": "f = io.BytesIO()\nfor i in range(n): f.write(b'abc')",
    "rows of csv": "for r in csv.reader(io.StringIO(t)): pass",
    "records of csv": "for r in csv.DictReader(io.StringIO('x,y\\n' + t)): pass",
    "find": "i = 0\nwhile (j := t.find('\\n', i)) >= 0: i = j + 1",
    "find of two": "i = 0\nwhile (j := t.find(',\\n', i)) >= 0: i = j + 1",
    "index": "i = 0\nfor k in range(n): i = t.index('\\n', i) + 1",
    "rfind": "i = len(t)\nwhile (j := t.rfind('\\n', 0, i)) >= 0: i = j",
    "rindex": "i = len(t)\nfor k in range(n): i = t.rindex('\\n', 0, i)",
    "count": "for i in range(n): t.count('a', i, i + 9)",
    "startswith": "for i in range(n): t.startswith('ab', i)",
    "startswith of several": "for i in range(n): t.startswith(('x', t), i)",
    "endswith": "for i in range(n): t.endswith('ab', 0, i)",
    "in": "for i in range(n): ',' in t",
    "strip of nothing": "t = 'x' + t + 'x'\nfor i in range(n): t.strip(); t.lstrip('y'); t.rstrip()",
    "removeprefix of nothing": "for i in range(n): t.removeprefix('x'); t.removesuffix('x')",
    "isalpha": "for i in range(n): t.isalpha(); t.isspace(); t.isdigit(); t.isprintable()",
    "islower": "t = 'Aa' + t\nfor i in range(n): t.islower(); t.isidentifier(); ('aA' + t[:5]).istitle()",
    "items": "for i in range(n): t[i]",
    "slices": "for i in range(n): t[i:i + 3]",
    "steps of slices": "for i in range(n): t[i:i + 8:2]",
    "equality": "u = 'x' + t[1:]\nfor i in range(n): t == u",
    "order": "u = 'x' + t[1:]\nfor i in range(n): t < u",
    "iterators": "for i in range(n): next(iter(t))",
    "bytes: find": "i = 0\nwhile (j := b.find(b'\\n', i)) >= 0: i = j + 1",
    "bytes: rindex": "i = len(b)\nfor k in range(n): i = b.rindex(b'\\n', 0, i)",
    "bytes: in": "for i in range(n): b',' in b; 97 in b",
    "bytes: startswith": "for i in range(n): b.startswith((b'x', b'ab'), i)",
    "bytes: strip of nothing": "b = b'x' + b + b'x'\nfor i in range(n): b.strip(); b.lstrip(b'y'); b.removeprefix(b'y')",
    "bytes: isalpha": "b = b'Aa' + b\nfor i in range(n): b.isdigit(); b.islower(); b.isspace()",
    "bytes: equality": "u = b'x' + b[1:]\nfor i in range(n): b == u; b < u",
    "bytes: slices": "for i in range(n): b[i:i + 3]",
    "bytearray: find": "b = bytearray(b)\ni = 0\nwhile (j := b.find(b'\\n', i)) >= 0: i = j + 1",
    "bytearray: items": "b = bytearray(b)\nfor i in range(n): b[i] = 1",
    "bytearray: slices": "b = bytearray(b)\nfor i in range(n): b[i:i + 3] = b'xyz'",
    "bytearray: end": "b = bytearray(b)\nfor i in range(n): b.append(1); b += b'ab'; b.pop(); del b[-1:]",
    "memoryview: slices": "v = memoryview(b)\nfor i in range(n): v[i:i + 3].tobytes()",
    "struct.unpack_from": "for i in range(n): struct.unpack_from('<H', b, i)",
    "struct.pack_into": "b = bytearray(b)\nfor i in range(n): struct.pack_into('<H', b, i, 1)",
    "int.from_bytes": "for i in range(n): int.from_bytes(b[i:i + 2], 'big')",
    "pattern.match": "p = re.compile('a')\nfor i in range(n): p.match(t, i)",
    "pattern.match of nothing": "p = re.compile('xx*')\nfor i in range(n): p.match(t, i); p.fullmatch(t, i, i + 2)",
    "pattern.search": "p = re.compile(',')\ni = 0\nwhile m := p.search(t, i): i = m.end()",
    "pattern.finditer": "for m in re.finditer('a', t): m.start()",
    "re.sub": "re.sub('a', lambda m: 'x', t)",
    "a tokenizer": "p = re.compile('(?P<w>[a-zé]+)|(?P<c>,)|(?P<e>\\n)')\ni = 0\nwhile i < len(t): i = p.match(t, i).end()",
    "json: raw_decode": "t = '{\"a\": [1, 2.5]} ' * n\nd = json.JSONDecoder()\ni = 0\nwhile i < len(t): v, i = d.raw_decode(t, i); i += 1",
    "json: raw_decode of strings": "t = '\"é\"' * n\nd = json.JSONDecoder()\ni = 0\nwhile i < len(t): v, i = d.raw_decode(t, i)",
    "list.index": "x = list(range(n))\nfor i in range(n): x.index(i, i)",
    "list: in": "x = list(range(n))\nfor i in range(n): 0 in x",
    "list: slices": "x = list(range(n))\nfor i in range(n): x[i:i + 3]; x[i:i + 1] = [7]",
    "list: end": "x = list(range(n))\nfor i in range(n): x.append(1); x.extend((1, 2)); x.pop(); del x[-1:]; x[len(x):] = [1]",
    "list: insert at the end": "x = list(range(n))\nfor i in range(n): x.insert(len(x), 1); x.insert(-1, 1); x.pop(-2)",
    "list: unpacking": "x = list(range(n))\nfor i in range(n): a, *c = x[i:i + 3]",
    "list: equality": "x = list(range(n)); y = [-1, *x[1:]]\nfor i in range(n): x == y; x < y",
    "tuple: equality": "x = tuple(range(n)); y = (-1, *x[1:])\nfor i in range(n): x == y; x < y; 0 in x; x.index(i, i)",
    "bisect": "x = list(range(n))\nfor i in range(n): bisect.bisect(x, i); bisect.insort(x, n + i)",
    "heapq": "x = []\nfor i in range(n): heapq.heappush(x, -i)\nfor i in range(n): heapq.heappop(x)",
    "deque": "x = collections.deque()\nfor i in range(n): x.append(i); x.appendleft(i); x[0]; x[-1]\nfor i in range(n): x.popleft(); x.pop()",
    "deque: rotate": "x = collections.deque(range(n))\nfor i in range(n): x.rotate(1); x.rotate(-20)",
    "deque: index": "x = collections.deque(range(n))\nfor i in range(n): x.index(x[0]); x[0] in x",
    "deque: ends": "x = collections.deque(range(n))\nfor i in range(n): x.insert(0, 1); x.insert(len(x), 1); del x[0]; del x[-1]",
    "dict": "x = dict.fromkeys(range(n))\nfor i in range(n): next(iter(x)); next(reversed(x)); x == {}; i in x.keys()",
    "dict: popitem": "x = dict.fromkeys(range(n))\nwhile x: x.popitem()",
    "dict: the first": "x = collections.OrderedDict.fromkeys(range(n))\nfor i in range(n): x.move_to_end(i)\nwhile x: x.popitem(last=False)",
    "set": "x = set(range(n)); y = {0, 1}\nfor i in range(n): x & y; y <= x; x >= y; x.isdisjoint(y); next(iter(x))",
    "set: pop": "x = set(range(n))\nwhile x: x.pop()",
    "set: isdisjoint": "x = set(range(n)); y = set(range(n + 1))\nfor i in range(n): x.isdisjoint(y)",
    "set: subset": "x = set(range(n)); y = set(range(1, n + 1))\nfor i in range(n): x <= y",
    "range": "x = range(n)\nfor i in range(n): i in x; x.index(i); x[i:]; x.count(i)",
    "itertools": "for i in range(n): next(itertools.combinations(range(9), 2)); next(itertools.islice(t, 2, 3))",
    "accumulate": "for i in itertools.accumulate(range(n)): pass",
    "textwrap": "textwrap.wrap(t.replace('\\n', ' '), 20)",
    "string.Template": "string.Template('$x ' * n).substitute(x=1)",
    "shlex": "shlex.split(t)",
    "tokens of a Scanner": "s = re.Scanner([('[a-zé]+', None), ('[,\\n]', None)])\ns.scan(t)",
    "partition": "for l in t.splitlines(): l.partition(','); l.split(',', 1); l.rpartition(','); l.strip()",
    "decoding in parts": "d = codecs.getincrementaldecoder('utf-8')()\nfor i in range(n): d.decode(b[i:i + 1])",
    "errors of decoding": "codecs.register_error('mine', lambda e: ('?', e.end))\n(b'ab\\xff' * n).decode('utf-8', 'mine')",
    "errors of encoding": "codecs.register_error('mine', lambda e: ('?', e.end))\n('abé' * n).encode('ascii', 'mine')",
    "html": "html.unescape('&amp; ' * n)",
    "html.parser": "html.parser.HTMLParser().feed('<p a=1>x</p>' * n)",
    "str.join of lines": "'\\n'.join(t.splitlines())",
    "print": "for i in range(n): print(i)",
}
IMPORTS = (
    "import bisect, codecs, collections, csv, heapq, html, html.parser, io, itertools, json, re, shlex, string, struct, textwrap\n"
    "n = {n}\nt = {text} * n\nb = t.encode()\n"
)

# What goes through all of it each time is charged for that.
WALKED = {
    "find of nothing": "for i in range(n): t.find('x')",
    "find of long nothing": "for i in range(n): t.find('x' * 99)",
    "rfind of nothing": "for i in range(n): t.rfind('x')",
    "in": "for i in range(n): 'x' in t",
    "count": "for i in range(n): t.count('a')",
    "strip": "t = ' ' * n + 'x'\nfor i in range(n): t.strip()",
    "rstrip": "t = 'x' + ' ' * n\nfor i in range(n): t.rstrip()",
    "isalpha": "t = 'aé' * n\nfor i in range(n): t.isalpha()",
    "isupper": "t = 'AB' * n\nfor i in range(n): t.isupper()",
    "isidentifier": "t = 'AB' * n\nfor i in range(n): t.isidentifier()",
    "equality": "t *= 40\nu = t[:1] + t[1:]\nfor i in range(n): t == u",
    "order": "t *= 9\nu = t[:1] + t[1:]\nfor i in range(n): t < u",
    "startswith": "u = t[:1] + t[1:]\nfor i in range(n): t.startswith(('', u)[1:])",
    "removeprefix": "for i in range(n): t.removeprefix('a')",
    "split with a limit": "for i in range(n): t.split(',', 1)",
    "partition": "for i in range(n): t.partition(',')",
    "slices": "for i in range(n): t[1:]",
    "indexes of new texts": "t = 'é' * n\nfor i in range(n): (t + 'x')[n - 1]",
    "bytes: find": "for i in range(n): b.find(b'x')",
    "bytes: in": "for i in range(n): b'x' in b",
    "bytes: an int in": "for i in range(n): 7 in b",
    "bytes: startswith": "for i in range(n): b.startswith((b, b)[:1])",
    "bytes: isascii": "b = b'ab' * n\nfor i in range(n): b.isascii()",
    "bytes: equality": "u = b[:1] + b[1:]\nfor i in range(n): b == u",
    "bytes: partition": "for i in range(n): b.partition(b',')",
    "bytearray: strip": "b = bytearray(b)\nfor i in range(n): b.strip(b'x')",
    "json: raw_decode": "t = '[' + '1, ' * n + '1]'\nd = json.JSONDecoder()\nfor i in range(n // 4): d.raw_decode(t)",
    "json: a text without an end": "t = '\"' + t.replace('\\n', ' ')\nd = json.JSONDecoder()\nfor i in range(n):\n  try: d.raw_decode(t)\n  except ValueError: pass",
    "json: escapes without an end": "t = '\"' + r'\\n' * n\nd = json.JSONDecoder()\nfor i in range(n):\n  try: d.raw_decode(t)\n  except ValueError: pass",
    "json: spaces": "t = '[' + ' ' * n + 'x'\nd = json.JSONDecoder()\nfor i in range(n):\n  try: d.raw_decode(t)\n  except ValueError: pass",
    "list: in": "x = list(range(n))\nfor i in range(n): -1 in x",
    "list: equality": "x = list(range(n)); y = x[:]\nfor i in range(n): x == y",
    "list: order": "x = list(range(n)); y = x[:]\nfor i in range(n): x < y",
    "list: insert": "x = list(range(n))\nfor i in range(n): x.insert(0, 1)",
    "list: slices": "x = list(range(n))\nfor i in range(n): x[0:0] = [1]",
    "list: del": "x = list(range(9 * n))\nfor i in range(n): del x[:1]",
    "list: remove": "x = [3] * (9 * n)\nfor i in range(n): x.remove(3)",
    "list: pop": "x = list(range(9 * n))\nfor i in range(n): x.pop(0)",
    "set: isdisjoint": "x = set(range(n)); y = set(range(n, 2 * n))\nfor i in range(n): x.isdisjoint(y)",
    "set: subset": "x = set(range(n)); y = set(x)\nfor i in range(n): x <= y",
    "deque: insert": "x = collections.deque(range(n))\nfor i in range(n): x.insert(len(x) // 2, 1)",
    "deque: rotate": "x = collections.deque(range(n))\nfor i in range(n): x.rotate(n // 2); x.rotate(n // 9)",
    "decoding with errors": "codecs.register_error('mine', lambda e: ('?', e.end))\nfor i in range(n): b.decode('ascii' if i else 'utf-8', 'mine' if i % 9 == 1 else 'ignore')",
}
N = 1500


def steps(code, text, n):
    step = fermata.Program(IMPORTS.format(n=n, text=text) + code).start(limits=fermata.Limits(steps=0, output_bytes=0))
    if not isinstance(step, fermata.Done):
        raise AssertionError(f"{step}: {code}")
    return step.spent.steps


class StepCosts(unittest.TestCase):
    def test_what_is_linear(self):
        for kind, text in TEXTS.items():
            base = steps("", text, 1)
            for name, code in LINEAR.items():
                with self.subTest(name, text=kind):
                    few, many = steps(code, text, N) - base, steps(code, text, 4 * N) - base
                    self.assertLess(many, 5.5 * few, f"{few} steps for {N}, {many} for {4 * N}")

    def test_what_is_not(self):
        base = steps("", TEXTS["wide"], 1)
        for name, code in WALKED.items():
            with self.subTest(name):
                few, many = steps(code, TEXTS["wide"], N // 3) - base, steps(code, TEXTS["wide"], 4 * N // 3) - base
                self.assertGreater(many, 8 * few, f"{few} steps for {N // 3}, {many} for {4 * N // 3}")


if __name__ == "__main__":
    unittest.main()
