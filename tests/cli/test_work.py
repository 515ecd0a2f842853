"""Natives charge the budget for what they do: long inputs cost steps, and shared or deep structure ends in a limit or an exception."""

import concurrent.futures
import os
import re
import subprocess
import unittest

from command import FERMATA, CommandTest, some
from test_builtins import NOT_CALLED

N = 1 << 20
SETUP = f"""
n = {N}
S, U, B, BA, L = "a" * n, "é" * n, b"a" * n, bytearray(n), list(range(n))
T, D, Z, R, I = tuple(L), dict.fromkeys(L), set(L), range(n), 1 << n
W, LS = " " * n, ["ab"] * n
import array, binascii, codecs, collections, copy, hashlib, itertools, json, math, operator, re, struct, textwrap, unicodedata
Q = collections.deque(L)
"""
# Each goes through its whole input, whose length is N.
LINEAR = """
S.count("b") ;; S.find("b") ;; S.replace("a", "b") ;; S.upper() ;; S.split("b") ;; S.encode() ;; S + "b" ;; S * 2 ;; S[::-1] ;; S[1:] ;; S == "a" * n ;; hash(U + "x") ;; S.translate({98: "c"})
S.isalpha() ;; W.strip() ;; W.split() ;; U.find("b") ;; U[n // 2 + 1] ;; U.upper() ;; U.casefold() ;; S.startswith(S) ;; S.center(2 * n) ;; S.join(["a", "b"]) ;; "".join(LS) ;; S.isidentifier()
"%s" % S ;; f"{S:>{n + 1}}" ;; S.partition("b") ;; S.rsplit("b") ;; S.splitlines() ;; S.expandtabs() ;; S.title() ;; S.zfill(2 * n) ;; repr(S) ;; ascii(U) ;; S in S + "b" ;; S < S + "b"
B.count(b"b") ;; B.find(b"b") ;; B.replace(b"a", b"b") ;; B.hex() ;; B.decode() ;; B[::-1] ;; B.upper() ;; bytes(L[:200] * (n // 200)) ;; bytes.fromhex("00" * n) ;; BA.find(b"b") ;; bytes(BA)
BA.extend(B) ;; BA.reverse() ;; BA.translate(bytes(256)) ;; del_(BA, slice(0, n, 2)) ;; B.split(b"b") ;; bytes(n) ;; B == bytes(n)
L.copy() ;; L.count(-1) ;; L + L ;; L * 2 ;; L[::2] ;; L == list(R) ;; L.reverse() ;; L.insert(0, 1) ;; L.remove(1) ;; L.pop(0) ;; -1 in L ;; max(L) ;; sum(L) ;; sorted(L) ;; L.sort() ;; list(R)
tuple(L) ;; T.count(-1) ;; hash(T) ;; T == tuple(L) ;; T + T ;; -1 in T ;; all(L[1:]) ;; any([0] * n) ;; list(zip(L, L)) ;; list(enumerate(L)) ;; list(reversed(L)) ;; list(map(str, L)) ;; min(T)
dict(D) ;; D.copy() ;; D == dict(D) ;; list(D.items()) ;; D | D ;; dict.fromkeys(L) ;; D.keys() & Z ;; set(L) ;; Z | Z ;; Z & set(L) ;; Z - {1} ;; Z ^ {1} ;; Z <= set(L) ;; Z.isdisjoint([-1] * n) ;; frozenset(Z)
Q.copy() ;; Q.count(-1) ;; Q.rotate(n // 2) ;; -1 in Q ;; Q.reverse() ;; collections.Counter(S) ;; list(itertools.chain(L, L)) ;; list(itertools.islice(L, n)) ;; list(itertools.accumulate(L))
math.fsum(L) ;; math.prod([1.0] * n) ;; math.gcd(*L) ;; math.dist(L, L) ;; math.hypot(*L) ;; binascii.hexlify(B) ;; binascii.b2a_base64(B) ;; binascii.crc32(B) ;; hashlib.sha256(B).digest()
json.dumps(L) ;; json.loads("[" + "1," * n + "1]") ;; json.dumps(S) ;; copy.copy(L) ;; copy.deepcopy(L) ;; re.findall("b", S) ;; re.sub("a", "b", S) ;; re.split("b", S) ;; re.escape(S) ;; re.match("a*", S)
re.search("b", S) ;; re.fullmatch("[ab]*", S) ;; struct.pack(f"{n}B", *[1] * n) ;; struct.unpack(f"{n}B", B) ;; array.array("i", L) ;; memoryview(B).tolist() ;; memoryview(B) == B
codecs.encode(S, "utf-16") ;; unicodedata.normalize("NFD", U) ;; textwrap.dedent(S) ;; str(L) ;; print(S) ;; L.extend(L) ;; isinstance(1, (str,) * n) ;; issubclass(int, (str,) * n)
"""
# These go through its bits.
LONG_INTS = """
I + 1 ;; I * 3 ;; I >> 1 ;; I & I - 1 ;; -I ;; I == I + 1 ;; I.bit_count() ;; hash(I) ;; int.from_bytes(B, "big") ;; I.to_bytes(n // 8 + 1, "big") ;; math.isqrt(I)
"""
SHARED = """
def shared(leaf):
    for _ in range(60):
        leaf = type(leaf)((leaf, leaf))
    return leaf
def deep(leaf):
    for _ in range(5000):
        leaf = type(leaf)((leaf,))
    return leaf
VALUES = [shared(()), shared([]), shared((str,)), deep(()), deep([])]
OTHERS = [shared(()), shared([]), shared((str,)), deep(()), deep([])]
def combinations():
    for value, other in zip(VALUES, OTHERS):
        for arguments in ((value,), (value, other), (1, value), ("%s %r", value), (value, "a"), ([value, other],)):
            yield arguments
number = 0
for name in NAMES:
    for arguments in combinations():
        number += 1
        if number <= START:
            continue
        print("@@", number, name)
        try:
            result = getattr(eval(OWNER), name)(*arguments)
            for _ in range(3):
                next(result)
        except Exception:
            pass
print("@@ end")
"""
TYPES = {
    "str": "'%s %s'",
    "list": "VALUES[1]",
    "tuple": "VALUES[0]",
    "other tuple": "VALUES[2]",
    "deep tuple": "VALUES[3]",
    "dict": "{1: VALUES[0], VALUES[1][0] is 1: VALUES[1]}",
    "set": "{1}",
    "deque": "__import__('collections').deque(VALUES)",
    "dict values": "{1: VALUES[0], 2: VALUES[1]}.values()",
    "dict items": "{1: VALUES[0]}.items()",
    "int": "5",
    "type": "int",
    "union": "(int | str)",
    "exception": "ValueError(VALUES[0], VALUES[1])",
    "slice": "slice(VALUES[0], VALUES[1])",
    "bytes": "b'%s'",
}
MODULES = [
    "builtins",
    "operator",
    "copy",
    "functools",
    "itertools",
    "json",
    "math",
    "heapq",
    "bisect",
    "collections",
    "types",
    "typing",
    "re",
    "ast",
    "struct",
    "string",
    "reprlib",
    "pprint",
    "weakref",
    "sys",
    "random",
    "statistics",
    "textwrap",
    "codecs",
    "dataclasses",
    "copyreg",
    "abc",
    "enum",
    "inspect",
    "traceback",
]


class Work(CommandTest):
    def steps(self, text):
        name = self.write(f"{abs(hash(text))}.py", SETUP + "def del_(x, s):\n    del x[s]\n" + text)
        ran = self.call(
            [
                FERMATA,
                "run",
                name,
                "--json",
                "--limit-steps",
                "0",
                "--limit-time-ms",
                "0",
                "--limit-heap-bytes",
                str(1 << 30),
                "--limit-output-bytes",
                "0",
            ],
            timeout=120,
        )
        self.assertIn(ran.code, (0, 1), f"{text}: {ran.err}")
        self.assertIsNone(ran.report["error"], text)
        return ran.report["spent"]["steps"]

    def test_long_inputs_cost_steps(self):
        without = self.steps("")
        # The least that anything charges for what goes fastest: 1 step for 64 bytes, or for a bit more of an int's.
        least = {
            expression: per_step
            for text, per_step in ((LINEAR, 64), (LONG_INTS, 8 * 128))
            for expression in re.split(" ;; |\n", text)
            if expression
        }
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            tried = some(list(least))
            steps = dict(zip(tried, pool.map(self.steps, tried)))
        self.assertEqual({text: n - without for text, n in steps.items() if n - without < N // least[text] - 100}, {})

    def walk(self, text, owner, names):
        """Calls all of them with values that share structure or are deep; the calls that end in no time."""
        start, stuck = 0, []
        while True:
            name = re.sub(r"\W", "_", f"{text}.py")
            self.write(name, f"OWNER = {owner!r}\nNAMES = {names!r}\nSTART = {start}\n" + SHARED)
            try:
                ran = self.call(
                    [FERMATA, "run", name, "--limit-steps", "1000000", "--limit-time-ms", "0", "--limit-output-bytes", "0"], timeout=60
                )
                out, code = ran.out, ran.code
            except subprocess.TimeoutExpired as error:
                out, code = (error.stdout or b"").decode(errors="replace"), None
            last = re.findall(r"^@@ (.*)$", out, re.M)[-1]
            if code == 0:
                return stuck
            if code != 4:
                stuck.append((text, last, code))
            if last == "end":
                return stuck
            start = int(last.split()[0])

    def test_shared_and_deep_values_end(self):
        owners = [(name, f"__import__({name!r})") for name in MODULES] + list(TYPES.items())
        self.write(
            "names.py",
            SHARED[: SHARED.index("number = 0")].replace("5000", "20")
            + f"""
for text, owner in {owners!r}:
    value = eval(owner)
    module = type(value) is type(__import__("sys"))
    print(text, *[n for n in dir(value) if callable(getattr(value, n, None)) and (not n.startswith("_") if module else n not in ("__class__", "__init_subclass__"))], sep="|")
""",
        )
        names = {line.split("|")[0]: line.split("|")[1:] for line in self.python("names.py").out.splitlines()}
        work = [(text, owner, [n for n in names[text] if f"{text}.{n}" not in NOT_CALLED]) for text, owner in owners]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            stuck = [one for found in pool.map(lambda w: self.walk(*w), some(work)) for one in found]
        self.assertEqual(stuck, [])


if __name__ == "__main__":
    unittest.main()
