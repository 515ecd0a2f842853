"""Compressors and decompressors under limits, in states that mean ill, and in processes that have many."""

import os
import random
import subprocess
import sys
import unittest
import zlib

import fermata
from fermata import Limits, Program

MB = 1 << 20


def run(code, **limits):
    return Program(code).start(limits=Limits(**limits))


class Bombs(unittest.TestCase):
    def setUp(self):
        self.inputs = {"zeros": zlib.compress(bytes(200 * MB), 9)}
        self.inputs["nested"] = zlib.compress(self.inputs["zeros"], 9)

    def start(self, code, **limits):
        return Program("import zlib, io, gzip\n" + code, inputs=list(self.inputs)).start(self.inputs, limits=Limits(**limits))

    def test_output_beyond_the_heap_is_refused(self):
        for code in (
            "zlib.decompress(zeros)",
            "zlib.decompressobj().decompress(zeros)",
            "zlib.decompress(zlib.decompress(nested))",
            "d = zlib.decompressobj()\nd.decompress(zeros, 1)\nd.flush()",
        ):
            with self.subTest(code=code):
                step = self.start(code, heap_bytes=32 * MB)
                self.assertIn("heap_bytes", str(getattr(step, "error", None)) + str(getattr(step, "limit", None)))

    def test_what_is_taken_piece_by_piece_needs_little(self):
        step = self.start(
            """
d = zlib.decompressobj()
total = 0
rest = zeros
while not d.eof:
    total += len(d.decompress(rest, 1 << 20))
    rest = d.unconsumed_tail
total""",
            heap_bytes=32 * MB,
        )
        self.assertEqual(step.value, 200 * MB)

    def test_work_is_charged_and_stops(self):
        step = self.start("zlib.decompress(zeros)", steps=100_000)
        self.assertEqual(step.limit, "steps")
        step = self.start("zlib.compress(bytes(8_000_000), 9)\n1", steps=100_000)
        self.assertEqual(step.limit, "steps")
        loaded = fermata.load(step.save(), limits=Limits())
        self.assertEqual(loaded.resume().value, 1)
        step = self.start("c = zlib.compressobj()\nwhile True: c.compress(zeros)", time_ms=200, steps=0)
        self.assertEqual(step.limit, "time_ms")

    def test_a_dictionary_that_a_stream_asks_for_is_refused(self):
        # A header may ask for a GB.
        import lzma

        packed = lzma.compress(b"x", format=lzma.FORMAT_ALONE)
        packed = packed[:1] + (1 << 30).to_bytes(4, "little") + packed[5:]
        step = Program("import lzma\ntry: lzma.decompress(packed)\nexcept MemoryError: r = 'refused'\nr", inputs=["packed"]).start(
            {"packed": packed}
        )
        self.assertEqual(step.value, "refused")

    def test_streams_that_nobody_has_any_more_go(self):
        step = run(
            "import zlib, lzma\nfor i in range(2000): zlib.compressobj().compress(b'x')\nfor i in range(40): lzma.LZMACompressor(preset=1).compress(b'x')\ni",
            heap_bytes=64 * MB,
        )
        self.assertEqual(step.value, 39)

    def test_streams_that_somebody_has_count(self):
        step = run("import zlib\na = []\nwhile True: a.append(zlib.compressobj())", heap_bytes=16 * MB)
        self.assertIn("heap_bytes", str(getattr(step, "error", None)) + str(getattr(step, "limit", None)))


CODE = """
import bz2, zlib
text = bytes(range(256)) * 3
c, b = zlib.compressobj(1), bz2.BZ2Compressor()
c.compress(text), b.compress(text)
packed = zlib.compress(text)
d = zlib.decompressobj(zdict=b"abc")
first = d.decompress(packed[:20], 5)
f()
try: r = [zlib.decompress(c.compress(text) + c.flush()), b.compress(text) + b.flush()]
except (zlib.error, ValueError, TypeError, OSError): r = None
try: r2 = d.decompress(d.unconsumed_tail + packed[20:])
except (zlib.error, ValueError, TypeError, OSError): r2 = None
len(first)
"""


class States(unittest.TestCase):
    def test_damaged_ones(self):
        rng = random.Random(11)
        step = Program(CODE, functions=["f"]).start()
        state = step.save("json")
        limits = Limits(steps=2_000_000, time_ms=1000, heap_bytes=32_000_000)
        loaded = 0
        for i in range(1500):
            damaged = bytearray(state.encode())
            for _ in range(rng.choice((1, 2, 4))):
                at = rng.randrange(len(damaged))
                if damaged[at : at + 1].isdigit():
                    damaged[at] = rng.choice(b"0123456789")
                elif damaged[at : at + 1].isalpha():
                    damaged[at] = rng.choice(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
            try:
                step = fermata.load(bytes(damaged), functions=["f"], limits=limits)
            except fermata.StateError:
                continue
            loaded += 1
            if isinstance(step, fermata.Paused):
                repr(step.resume(None))
        self.assertGreater(loaded, 50)

    def test_parts_that_were_changed(self):
        """What a state may say about a stream, a program can, too: it gets an error, or nonsense."""
        code = """
import zlib, bz2, lzma, random
rng = random.Random(n)
text = bytes(range(256)) * 20
results = set()
def makes():
    yield zlib.compressobj(), text
    yield zlib.compressobj(0), text
    yield zlib.decompressobj(), zlib.compress(text)
    yield bz2.BZ2Compressor(1), text
    yield bz2.BZ2Decompressor(), bz2.compress(text)
    yield lzma.LZMACompressor(preset=0), text
    yield lzma.LZMADecompressor(), lzma.compress(text, preset=0)
odd = [None, b"", bytearray(), (), 5, "deflate", "inflate", "bz2 compress", "lzma decompress", (1, 8, 15, 8, 0, None), (2**61,) * 9, (-1, None), bytearray(b"\\xff" * 60),
       bytearray(b"\\0\\0\\0\\0\\x01\\0\\x80\\x80\\x04\\0"), bytearray(b"abcd" + b"\\xff" * 7 + b"\\x01\\0\\0\\0"), bytearray(9000), (3, 0, 6) + (33, -1, 2**31) + (-1,) * 7]
for turn in range(6):
    for thing, data in makes():
        work = thing.compress if hasattr(thing, "compress") else thing.decompress
        try:
            work(data[:100])
            stream = thing._stream
            name = rng.choice(["library", "settings", "input", "steps"])
            how = rng.randrange(4)
            old = getattr(stream, name)
            if how == 0 or not isinstance(old, bytearray):
                setattr(stream, name, rng.choice(odd))
            elif how == 1:
                del old[rng.randrange(len(old)):]
            elif how == 2:
                old[rng.randrange(len(old))] ^= 1 << rng.randrange(8)
            else:
                stream.steps = old[:]
                stream.steps[rng.randrange(len(stream.steps))] ^= 255
            for i in range(3):
                work(data[100:])
            results.add("went on")
        except (zlib.error, lzma.LZMAError, ValueError, TypeError, OSError, AttributeError, EOFError, MemoryError, RuntimeError, IndexError) as e:
            results.add(type(e).__name__)
len(results)"""
        for n in range(25):
            step = Program(code, inputs=["n"]).start({"n": n}, limits=Limits(steps=50_000_000))
            self.assertIsInstance(step, fermata.Done, getattr(step, "error", None))
            self.assertGreater(step.value, 1)

    def test_another_process_goes_on(self):
        step = Program(
            "import zlib\nc = zlib.compressobj()\nout = c.compress(text)\nf()\nzlib.decompress(out + c.compress(text) + c.flush()) == text * 2",
            inputs=["text"],
            functions=["f"],
        ).start({"text": random.Random(1).randbytes(400_000)})
        self.assertIsInstance(step, fermata.Paused)
        state = step.save()
        code = "import sys, fermata; print(fermata.load(sys.stdin.buffer.read(), functions=['f']).resume(None).value)"
        made = subprocess.run(
            [sys.executable, "-c", code],
            input=state,
            capture_output=True,
            timeout=100,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        self.assertEqual((made.stdout.strip(), made.stderr), (b"True", b""))

    def test_many_sessions_each_have_their_own(self):
        program = Program(
            "import zlib\nc = zlib.compressobj(level)\nout = c.compress(b'ab' * 5000)\nf()\nout + c.flush()",
            inputs=["level"],
            functions=["f"],
        )
        steps = [program.start({"level": n % 10}) for n in range(50)]
        self.assertEqual([step.resume(None).value for step in steps], [zlib.compress(b"ab" * 5000, n % 10) for n in range(50)])


class Steps(unittest.TestCase):
    def test_pieces_are_linear(self):
        """What n calls for n pieces cost."""
        for code in (
            "for i in range(n): c.compress(b'abc')",
            "for i in range(n): d.decompress(packed[i:i + 1])",
            "for i in range(n): u.decompress(b'', 1)",
        ):
            spent = []
            for n in (2000, 16000):
                step = Program(
                    "import zlib, bz2, random\nc = zlib.compressobj()\npacked = zlib.compress(random.Random(1).randbytes(n))\nd = zlib.decompressobj()\n"
                    "u = bz2.BZ2Decompressor()\nu.decompress(bz2.compress(bytes(n * 2)), 0)\n" + code,
                    inputs=["n"],
                ).start({"n": n})
                self.assertIsInstance(step, fermata.Done, getattr(step, "error", None))
                spent.append(step.spent.steps)
            self.assertLess(spent[1], spent[0] * 16, code)


if __name__ == "__main__":
    unittest.main()
