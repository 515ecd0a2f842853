"""Sealed states: they open with their keys at their place, and are refused by name anywhere else."""

import asyncio
import copy
import gc
import hashlib
import os
import pickle
import secrets
import tempfile
import threading
import unittest

import fermata
from fermata import Sealer, StateError, UsageError

KEY = bytes(range(32))
PLACE = {"tenant": "acme", "run": b"r-17", "seq": 3}


def paused(code="a = ask(1)\nb = ask(2)\na + b"):
    return fermata.Program(code, functions=["ask"]).start()


def areas_without_dumps():
    """How many areas of this process's memory are left out of dumps."""
    with open("/proc/self/smaps", encoding="ascii") as file:
        return sum(line.startswith("VmFlags:") and " dd" in line for line in file)


class Sealed(unittest.TestCase):
    def setUp(self):
        self.sealer = Sealer({"k1": KEY})

    def refused(self, kind, call, *args, **kwargs):
        with self.assertRaises(StateError) as caught:
            call(*args, **kwargs)
        self.assertEqual(caught.exception.kind, kind)
        return str(caught.exception)

    def test_a_step_is_saved_and_goes_on(self):
        state = paused().save(sealer=self.sealer, bound=PLACE)
        step = fermata.load(state, sealer=self.sealer, bound=PLACE).resume(20)
        state = step.save("json", sealer=self.sealer, bound=PLACE | {"seq": 4})
        self.assertIsInstance(state, bytes)
        self.assertEqual(fermata.load(state, sealer=self.sealer, bound=PLACE | {"seq": 4}).resume(22).value, 42)
        self.assertNotIn(b"ask", state)

    def test_what_is_in_it_is_the_state(self):
        step = paused()
        self.assertEqual(self.sealer.open(step.save(sealer=self.sealer, bound=PLACE), PLACE), step.save())
        self.assertEqual(self.sealer.open(step.save("json", sealer=self.sealer)), step.save("json").encode())
        self.assertEqual(fermata.load(self.sealer.seal(step.save(), PLACE), sealer=self.sealer, bound=PLACE).call.args, (1,))

    def test_a_session_is_saved_and_goes_on(self):
        session = fermata.Session()
        session.feed("x = 41")
        state = session.save(sealer=self.sealer, bound=PLACE)
        other = fermata.Session.load(state, sealer=self.sealer, bound=PLACE)
        self.assertEqual(other.feed("x + 1").value, 42)
        self.refused("replayed", fermata.Session.load, state, sealer=self.sealer)
        self.assertIsInstance(session.save("json", sealer=self.sealer), bytes)

    def test_with_asynchronous_functions(self):
        async def ask(n):
            return n

        async def run():
            program = fermata.Program("import asyncio\nawait asyncio.gather(ask(1), ask(2))", functions=[ask])
            state = program.start(pause_at=None).save(sealer=self.sealer, bound=PLACE)
            step = fermata.load(state, functions=[ask], sealer=self.sealer, bound=PLACE)
            return await step.run_async(pause_at=[])

        self.assertEqual(asyncio.run(run()).value, [1, 2])

    def test_every_stop(self):
        for code in ("1", "1 / 0", "while True: pass"):
            step = fermata.Program(code).start(limits=fermata.Limits(steps=1000))
            self.assertIs(type(fermata.load(step.save(sealer=self.sealer), sealer=self.sealer)), type(step))

    def test_refusals(self):
        step = paused()
        state = step.save(sealer=self.sealer, bound=PLACE)
        load = fermata.load
        self.assertIn("'k1'", self.refused("sealed", load, state))
        self.assertIn("run, seq, tenant", self.refused("replayed", load, state, sealer=self.sealer, bound=PLACE | {"seq": 4}))
        self.refused("replayed", load, state, sealer=self.sealer)
        self.refused("replayed", load, state, sealer=self.sealer, bound=PLACE | {"seq": "3"})
        for plain in (step.save(), step.save("json"), step.save("json").encode(), b"", "", b"x"):
            self.refused("not sealed", load, plain, sealer=self.sealer, bound=PLACE)
        self.assertIn("'k1'", self.refused("foreign key", load, state, sealer=Sealer({"k2": KEY}), bound=PLACE))
        self.refused("tampered", load, state, sealer=Sealer({"k1": KEY[::-1]}), bound=PLACE)
        self.refused("truncated", load, state[:50], sealer=self.sealer, bound=PLACE)
        self.refused("truncated", load, state[:50])
        self.refused("unsupported version", load, state[:8] + b"\2" + state[9:], sealer=self.sealer, bound=PLACE)

    def test_every_byte_counts(self):
        state = paused().save(sealer=self.sealer, bound=PLACE)
        for at in range(len(state)):
            damaged = bytearray(state)
            damaged[at] ^= 1 << at % 8
            with self.assertRaises(StateError) as caught:
                self.sealer.open(bytes(damaged), PLACE)
            self.assertIn(
                caught.exception.kind,
                ["tampered"] if at > 12 else ["not sealed", "foreign key", "tampered", "truncated", "unsupported version"],
            )
            with self.assertRaises(StateError):
                self.sealer.open(state[:at], PLACE)

    def test_the_order_of_names_says_nothing(self):
        state = paused().save(sealer=self.sealer, bound=PLACE)
        self.assertTrue(self.sealer.open(state, dict(reversed(PLACE.items()))))

    def test_keys_change(self):
        before = paused().save(sealer=self.sealer)
        both = Sealer([("k2", bytearray(b"x" * 32)), ("k1", KEY)])
        self.assertEqual(both.key_ids, ("k2", "k1"))
        after = both.seal(both.open(before))
        self.assertEqual((Sealer.key_id_of(before), Sealer.key_id_of(after), Sealer.key_id_of(both.open(after))), ("k1", "k2", None))
        new = Sealer({"k2": b"x" * 32})
        self.assertEqual(fermata.load(after, sealer=new).call.args, (1,))
        self.refused("foreign key", fermata.load, before, sealer=new)

    def test_files_of_keys(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "keys")
            first = Sealer.new_key(path)
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
            sealed = Sealer.from_file(path).seal(b"state")
            self.assertEqual(Sealer.new_key(path, "k2"), "k2")
            sealer = Sealer.from_file(path)
            self.assertEqual((sealer.key_ids, sealer.open(sealed)), (("k2", first), b"state"))
            os.chmod(path, 0o644)
            with self.assertRaisesRegex(UsageError, "others may read it"):
                Sealer.from_file(path)
        with self.assertRaisesRegex(UsageError, "No such file"):
            Sealer.from_file(path)

    def test_a_sealer_shows_no_key(self):
        key = secrets.token_bytes(32)
        sealer = Sealer({"k1": key})
        self.assertEqual(repr(sealer), "<Sealer k1>")
        for copying in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaises(TypeError):
                copying(sealer)

    def test_keys_are_in_memory_that_is_not_dumped_and_goes_with_the_sealer(self):
        before = areas_without_dumps()
        sealer = Sealer({"k1": KEY})
        self.assertGreater(areas_without_dumps(), before)
        del sealer
        gc.collect()
        self.assertEqual(areas_without_dumps(), before)

    def test_misuse(self):
        step = paused()
        for error, call in [
            (UsageError, lambda: Sealer({})),
            (UsageError, lambda: Sealer({"k": b"short"})),
            (UsageError, lambda: Sealer({"no id": KEY})),
            (UsageError, lambda: Sealer([("k", KEY), ("k", KEY)])),
            (TypeError, lambda: Sealer("keys")),
            (TypeError, lambda: Sealer({"k": "x" * 32})),
            (TypeError, lambda: Sealer({1: KEY})),
            (TypeError, lambda: self.sealer.seal("text")),
            (TypeError, lambda: self.sealer.open("text")),
            (TypeError, lambda: self.sealer.open(bytearray(100))),
            (TypeError, lambda: Sealer.key_id_of("text")),
            (TypeError, lambda: step.save(sealer={"k": KEY})),
            (TypeError, lambda: fermata.load(5, sealer=self.sealer)),
            (UsageError, lambda: step.save(bound=PLACE)),
            (UsageError, lambda: fermata.load(step.save(), bound=PLACE)),
            (UsageError, lambda: step.save(sealer=self.sealer, bound=[("a", 1)])),
            (TypeError, lambda: step.save(sealer=self.sealer, bound={1: 1})),
            (TypeError, lambda: step.save(sealer=self.sealer, bound={"a": True})),
            (TypeError, lambda: step.save(sealer=self.sealer, bound={"a": None})),
            (TypeError, lambda: step.save(sealer=self.sealer, bound={"%s%n\ud800": None})),
            (UsageError, lambda: step.save(sealer=self.sealer, bound={"%s%n\ud800": 2**63})),
            (UsageError, lambda: step.save(sealer=self.sealer, bound={"a": "x" * 70_000})),
        ]:
            with self.assertRaises(error):
                call()

    def test_many_threads_with_one_sealer(self):
        wrong = []

        def work(n):
            for i in range(50):
                state, bound = b"%d" % n * i * 1000, {"n": n, "i": i}
                if self.sealer.open(self.sealer.seal(state, bound), bound) != state:
                    wrong.append(bound)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_large_state(self):
        step = fermata.Program("x = bytes(30_000_000)\nask()\nlen(x)", functions=["ask"]).start()
        state = step.save(sealer=self.sealer, bound=PLACE)
        self.assertGreater(len(state), 30_000_000)
        self.assertEqual(fermata.load(state, sealer=self.sealer, bound=PLACE).resume(0).value, 30_000_000)

    def test_the_form_is_what_its_page_says(self):
        sealed = self.sealer.seal(b"state", {"seq": 3, "run": "r-17"})
        self.assertEqual(sealed[:12], b"\xc1fermata\x01\x02k1")
        nonce, binding, rest = sealed[12:36], sealed[36:68], sealed[68:]
        self.assertEqual(len(rest), len(b"state") + 16)
        key = hashlib.blake2b(digest_size=32, key=KEY, salt=(2).to_bytes(8, "little"), person=b"fermseal").digest()
        packed = b"\x82" + b"\xa3run\xa4r-17" + b"\xa3seq\x03"
        self.assertEqual(hashlib.blake2b(nonce + packed, digest_size=32, key=key).digest(), binding)


if __name__ == "__main__":
    unittest.main()
