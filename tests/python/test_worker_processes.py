"""Workers in processes of their own: killed in the midst of their work, stopped by Ctrl-C, at a process's end."""

import os
import signal
import time
import unittest

from durable_support import StoreCase

WORKER = """
@fermata.tool(idempotent=True)
def lookup(order):
    with open(sys.argv[2], "a") as file:
        file.write(f"{fermata.context().idempotency_key} {order}\\n")
    time.sleep(0.002)
    return order * 10

def pay(order):
    with open(sys.argv[3], "a") as file:
        file.write(f"{fermata.context().idempotency_key} {order}\\n")
    return f"paid {order}"

worker = fermata.Worker(fermata.Store(where), [lookup, pay], jail=False, lease_ms=500, poll_ms=20)
"""
PROGRAM = "total = 0\nfor i in range(4):\n    total += lookup(n * 10 + i)\n(total, pay(n))"


def lines(path):
    try:
        with open(path, encoding="utf-8") as file:
            return [line.split() for line in file]
    except FileNotFoundError:
        return []


class Killed(StoreCase):
    def test_workers_are_killed_and_others_go_on(self):
        looked_up, paid = os.path.join(self.folder, "lookups"), os.path.join(self.folder, "payments")
        runs = [self.store.submit(PROGRAM, {"n": n}, key=f"order-{n}") for n in range(24)]
        workers = []
        try:
            for kill_after in (3, 20, 45, None):
                workers += [self.process(WORKER + "worker.run()", looked_up, paid) for _ in range(2)]
                if kill_after is None:
                    break
                while len(lines(looked_up)) < kill_after:
                    time.sleep(0.005)
                killed = workers.pop(0)
                killed.kill()
                killed.communicate()
            waiting = list(runs)
            while waiting:
                for call in self.store.calls_pending():  # those of workers that were killed while they paid
                    happened = any(key == call.key for key, _ in lines(paid))
                    call.reconcile(by="the bank", happened=happened, answer=f"paid {call.args[0]}" if happened else None)
                waiting = [run for run in waiting if run.status != "done"]
                time.sleep(0.02)
        finally:
            for worker in workers:  # (a Ctrl-C can be lost in a Python that is still starting)
                worker.kill()
                worker.communicate()
        for n, run in enumerate(runs):
            self.assertEqual(run.result(), (sum((n * 10 + i) * 10 for i in range(4)), f"paid {n}"))
        keys = [key for key, _ in lines(paid)]
        self.assertEqual(len(keys), len(set(keys)))
        self.assertEqual(len(keys), len(runs))
        self.assertEqual(len({key for key, _ in lines(looked_up)}), 4 * len(runs))
        self.assertEqual(len({order for _, order in lines(looked_up)}), 4 * len(runs))


class Interrupted(StoreCase):
    def interrupted(self, code):
        """A worker's process that is interrupted when it has written a line."""
        process = self.process(code)
        line = process.stdout.readline()
        self.assertEqual(line, "at work\n")
        process.send_signal(signal.SIGINT)
        return process

    def test_ctrl_c_stops_a_worker_gracefully(self):
        run = self.store.submit("slow()\n'gone on'")
        process = self.interrupted(
            """
            def slow():
                print("at work", flush=True)
                time.sleep(0.3)
                return 1

            try:
                fermata.Worker(fermata.Store(where), [slow], jail=False).run()
            except KeyboardInterrupt:
                print("interrupted")
            """
        )
        self.assertEqual(process.communicate(timeout=60), ("interrupted\n", ""))
        self.assertEqual((run.status, run.calls()[0].state), ("ready", "answered"))

    def test_sigterm_stops_a_worker_gracefully(self):
        run = self.store.submit("slow()\n'gone on'")
        process = self.process(
            """
            def slow():
                print("at work", flush=True)
                time.sleep(0.3)
                return 1

            fermata.Worker(fermata.Store(where), [slow], jail=False).run()
            print("ended")
            """
        )
        self.assertEqual(process.stdout.readline(), "at work\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual((process.communicate(timeout=60), process.returncode), (("ended\n", ""), 0))
        self.assertEqual((run.status, run.calls()[0].state), ("ready", "answered"))

    def test_ctrl_c_and_a_program_that_computes(self):
        run = self.store.submit("n = 0\nwhile True: n += 1")
        process = self.process("fermata.Worker(fermata.Store(where), jail=False, checkpoint_ms=20).run()")
        while run.info().seq == 0:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertTrue(err.rstrip().endswith("KeyboardInterrupt"), err)
        self.assertEqual((run.status, run.info().owner), ("ready", None))
        self.assertGreater(int(run.at().globals["n"]), 0)

    def test_a_second_ctrl_c_does_not_wait(self):
        run = self.store.submit("slow()")
        process = self.interrupted(
            """
            def slow():
                print("at work", flush=True)
                time.sleep(3600)

            fermata.Worker(fermata.Store(where), [slow], jail=False, lease_ms=300).run()
            """
        )
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGINT)
        while run.status == "running":
            self.drain("slow")
        self.assertEqual(run.calls()[0].state, "in_doubt")

    def test_ctrl_c_on_an_event_loop(self):
        run = self.store.submit("await slow()\n'gone on'")
        process = self.interrupted(
            """
            import asyncio

            async def slow():
                print("at work", flush=True)
                await asyncio.sleep(0.3)
                return 1

            asyncio.run(fermata.Worker(fermata.Store(where), [slow], jail=False).run_async())
            """
        )
        out, err = process.communicate(timeout=60)
        self.assertTrue(err.rstrip().endswith("KeyboardInterrupt"), err)
        self.assertEqual((run.status, run.calls()[0].state), ("ready", "answered"))


class Ends(StoreCase):
    def test_a_process_ends_while_a_worker_works(self):
        """In a thread that nobody waits for; its tools are in the midst of Python."""
        run = self.store.submit("spin()")
        self.store.submit("await sleep()")
        process = self.process(
            """
            import asyncio, threading
            begun = threading.Barrier(3)

            def spin():
                begun.wait()
                while True:
                    pass

            async def sleep():
                await asyncio.to_thread(begun.wait)
                await asyncio.sleep(3600)

            worker = fermata.Worker(fermata.Store(where), [spin, sleep], jail=False, lease_ms=300)
            threading.Thread(target=worker.run, daemon=True).start()
            begun.wait()
            print("ends")
            """
        )
        self.assertEqual(process.communicate(timeout=60), ("ends\n", ""))
        self.assertEqual(process.returncode, 0)
        while run.status == "running":
            self.drain("spin", "async def sleep(): ...")
        self.assertEqual(run.calls()[0].state, "in_doubt")

    def test_workers_that_were_forked(self):
        runs = [self.store.submit(f"lookup({n})") for n in range(6)]
        parent = self.process(
            """
            import multiprocessing

            def lookup(n):
                return n, os.getpid()

            def work():
                fermata.Worker(fermata.Store(where), [lookup], poll_ms=20, jail=False).drain()

            kept = fermata.Store(where)  # the children have nothing of it
            children = [multiprocessing.get_context("fork").Process(target=work) for _ in range(2)]
            for child in children:
                child.start()
            for child in children:
                child.join()
            print([child.exitcode for child in children], len(kept.runs(status="done")))
            """
        )
        self.assertEqual(parent.communicate(timeout=60), ("[0, 0] 6\n", ""))
        self.assertEqual([run.result()[0] for run in runs], list(range(6)))


if __name__ == "__main__":
    unittest.main()
