# Small modules: queue without threads, stat, getopt.
import getopt
import queue
import stat


def error(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return type(e).__name__, str(e)


# ---- queue
for cls in (queue.Queue, queue.LifoQueue, queue.PriorityQueue):
    q = cls(3)
    for item in (2, 3, 1):
        q.put(item)
    print(cls.__name__, q.qsize(), q.empty(), q.full(), error(q.put, 4, False), error(q.put_nowait, 4), error(q.put, 4, timeout=0))
    print([q.get(), q.get_nowait(), q.get(True, 1)], error(q.get, False), error(q.get_nowait), error(q.get, timeout=0), error(q.get, timeout=-1))
    for _ in range(3):
        q.task_done()
    q.join()
    print(error(q.task_done), q.unfinished_tasks, list(q.queue))
simple = queue.SimpleQueue()
simple.put(1)
simple.put_nowait(2)
print(simple.qsize(), simple.get(), simple.get(), simple.empty(), error(simple.get_nowait), error(simple.get, timeout=-1))
print(queue.Empty.__mro__, queue.Full.__mro__, queue.Queue[int], queue.__all__)


class Unique(queue.Queue):
    def _init(self, maxsize):
        self.queue = set()

    def _put(self, item):
        self.queue.add(item)

    def _get(self):
        return self.queue.pop()


unique = Unique()
for item in (1, 1, 1):
    unique.put(item)
print(unique.qsize(), unique.get(), unique.empty())
jobs = queue.PriorityQueue()
for job in ((2, "b"), (1, "a"), (3, "c")):
    jobs.put(job)
while not jobs.empty():
    print(jobs.get(), end=" ")
print()

# ---- stat
for mode in (0o100644, 0o040755, 0o120777, 0o104755, 0o102644, 0o041777, 0o041776, 0o020600, 0o060660, 0o010600, 0o140700, 0, 0o107777):
    kinds = [name for name in ("DIR", "CHR", "BLK", "REG", "FIFO", "LNK", "SOCK", "DOOR", "PORT", "WHT") if getattr(stat, "S_IS" + name)(mode)]
    print(oct(mode), stat.filemode(mode), oct(stat.S_IMODE(mode)), oct(stat.S_IFMT(mode)), kinds)
names = [name for name in dir(stat) if name.isupper() and not name.startswith(("S_IS", "S_IM", "S_IFMT"))]
print([(name, getattr(stat, name)) for name in names if isinstance(getattr(stat, name), int) and name[:3] not in ("IO_", "SF_", "UF_")])

# ---- getopt
LONG = ["help", "output=", "out", "verbose"]
for args in (["-a", "-b", "-cfoo", "-d", "bar", "a1", "a2"], ["-ab", "--help", "--output=x", "rest", "-a"], ["--verb", "--out", "-"], ["--", "-a"], [], ["-d"],
             ["-x"], ["--nothing"], ["--o"], ["--help=1"], ["--output"], ["-cd", "e"], ["a", "--help", "-a", "--", "-b"], ["-:"]):
    print(args, error(getopt.getopt, args, "abc:d:", LONG), error(getopt.gnu_getopt, args, "abc:d:", LONG), error(getopt.gnu_getopt, args, "+abc:d:"))
try:
    getopt.getopt(["-z"], "")
except getopt.error as e:
    print(e.opt, e.msg, e.args, repr(e))
print(error(getopt.getopt, ["--one"], "", "one"), getopt.short_has_arg("c", "ac:"), getopt.long_has_args("he", LONG))
