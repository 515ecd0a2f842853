"""A queue of runs that worker processes serve, one of which is killed in the midst of its work: no run is lost, nothing is paid twice.

    queue_workers.py               plays it all in a temporary folder
    queue_workers.py work STORE    one worker, until Ctrl-C
"""

import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import fermata

AGENT = """\
total = 0
for line in range(3):
    total += price(f"{customer}-{line}")
receipt = pay(customer, total)
f"{customer}: {receipt}"
"""

JOBS = 12
WORKERS = 3


@fermata.tool(idempotent=True)
def price(item: str) -> int:
    """Looks a price up. Slow, as such things are; asking once more does no harm."""
    time.sleep(0.01)
    return len(item) * 10


@fermata.tool
def pay(customer: str, amount: int) -> str:
    """Pays. That must not be done twice. Each payment leaves a file, named by the call's key: no other call has it."""
    payment = payments() / fermata.context().idempotency_key.replace(":", "-")
    payment.write_text(f"paid {amount}", encoding="utf-8")
    return payment.read_text(encoding="utf-8")


def payments() -> pathlib.Path:
    """The bank's book."""
    return pathlib.Path(sys.argv[2]).parent / "payments"


def work(where: str) -> None:
    worker = fermata.Worker(fermata.Store(where), tools=[price, pay], concurrency=2, lease_ms=1000, poll_ms=50)
    try:
        worker.run()
    except KeyboardInterrupt:
        pass  # its runs were handed back


def look_after(store: fermata.Store, book: pathlib.Path) -> None:
    """Whoever was killed while it paid can't say whether it did: the bank's book can."""
    for call in store.calls_pending():
        payment = book / call.key.replace(":", "-")
        paid = payment.exists()
        call.reconcile(by="the bank", happened=paid, answer=payment.read_text(encoding="utf-8") if paid else None)
        print(f"{call}: {'it was paid' if paid else 'nothing was paid'}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        where, book = str(pathlib.Path(folder) / "runs.db"), pathlib.Path(folder) / "payments"
        book.mkdir()
        store = fermata.Store(where)
        runs = [store.submit(AGENT, {"customer": f"customer-{n}"}, name="agent.py", key=f"order-{n}") for n in range(JOBS)]
        workers = [subprocess.Popen([sys.executable, __file__, "work", where]) for _ in range(WORKERS)]
        while len(store.runs(status="done")) < JOBS // 3:
            time.sleep(0.01)
        workers[0].kill()
        print("one worker was killed")
        while any(run.status not in ("done", "raised", "dead") for run in runs):
            look_after(store, book)
            time.sleep(0.02)
        for worker in workers[1:]:
            worker.send_signal(signal.SIGINT)
            worker.wait()
        print(*(run.result() for run in runs), sep="\n")
        paid = len(list(book.iterdir()))
        print(f"{paid} payments for {JOBS} orders; what is wrong with the store: {store.check() or 'nothing'}")
        assert paid == JOBS
        store.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["work"]:
        work(sys.argv[2])
    else:
        main()
