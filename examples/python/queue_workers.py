"""A queue of stored states that two worker processes serve: no database, only files in a folder.

A state is a file. A worker takes one by renaming it, which only one process can do, answers the call that it waits for, and puts the
state back for whoever comes next, until its program has ended.

    queue_workers.py                  plays it all in a temporary folder
    queue_workers.py work FOLDER      one worker: until the queue is empty
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import fermata

AGENT = """\
pages = []
for number in range(3):
    pages.append(fetch(f"{site}/page-{number}"))
score = rate(" ".join(pages))
f"{site}: {score}"
"""

JOBS = 12


def fetch(url: str) -> str:
    """Gets a page. Slow, as such things are."""
    time.sleep(0.005)
    return f"text of {url}"


def rate(text: str) -> int:
    """Judges a text."""
    return len(text)


def work(folder: pathlib.Path) -> None:
    served = 0
    while left := [path for path in folder.iterdir() if path.suffix in (".state", ".taken")]:
        for path in sorted(path for path in left if path.suffix == ".state"):
            mine = path.with_suffix(".taken")
            try:
                path.rename(mine)
            except FileNotFoundError:  # the other worker was faster
                continue
            serve(mine)
            served += 1
            break
        else:
            time.sleep(0.002)
    print(f"worker {os.getpid()} answered {served} calls")


def serve(mine: pathlib.Path) -> None:
    """One call of one program."""
    step = fermata.load(mine.read_bytes(), functions=[fetch, rate])
    assert isinstance(step, fermata.Paused)
    step = step.perform()
    if isinstance(step, fermata.Paused):
        mine.write_bytes(step.save())
        mine.rename(mine.with_suffix(".state"))
        return
    outcome = {"value": step.value} if isinstance(step, fermata.Done) else {"failed": repr(step)}
    mine.with_suffix(".json").write_text(json.dumps(outcome))
    mine.unlink()


def main() -> None:
    program = fermata.Program(AGENT, name="agent.py", inputs=["site"], functions=[fetch, rate])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for job in range(JOBS):
            step = program.start({"site": f"site-{job}"})
            (folder / f"job-{job:02}.state").write_bytes(step.save())
        print(f"{JOBS} jobs wait in {len(list(folder.iterdir()))} files")
        workers = [subprocess.Popen([sys.executable, __file__, "work", name]) for _ in range(2)]
        for worker in workers:
            if worker.wait() != 0:
                raise SystemExit("a worker failed")
        results = [json.loads(path.read_text())["value"] for path in sorted(folder.glob("*.json"))]
    print(*results, sep="\n")
    assert len(results) == JOBS


if __name__ == "__main__":
    if sys.argv[1:2] == ["work"]:
        work(pathlib.Path(sys.argv[2]))
    else:
        main()
