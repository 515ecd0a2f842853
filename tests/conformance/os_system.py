import os
import shutil
import signal

print(len(os.getloadavg()), os.getgroups() is not None, 0 in os.sched_getaffinity(0), os.sched_yield(), len(os.getrandom(5)), len(os.getrandom(0, os.GRND_NONBLOCK)))
print(type(os.getpriority(os.PRIO_PROCESS, 0)), type(os.nice(0)), os.getpgid(0) == os.getpgrp(), type(os.getsid(0)), os.kill(os.getpid(), 0))
for name in ("SC_PAGE_SIZE", "SC_CLK_TCK", "SC_NPROCESSORS_ONLN", "SC_PHYS_PAGES", "SC_AVPHYS_PAGES"):
    print(name, os.sysconf_names[name], os.sysconf(name) > 0)
print(os.sysconf("SC_PAGESIZE"), os.sysconf(30), [getattr(os, name) for name in ("EX_NOINPUT", "EX_UNAVAILABLE", "EX_CANTCREAT", "EX_CONFIG")])
room = os.statvfs("/")
print(type(room), len(room), room.n_fields, room.f_bsize, room.f_blocks >= room.f_bfree >= room.f_bavail > 0, room.f_namemax, repr(room).partition("(")[0])
usage = shutil.disk_usage("/")
print(usage.total > usage.used >= 0 < usage.free, usage._fields)
for wrong in (
    lambda: os.sysconf("x"),
    lambda: os.sysconf(9999),
    lambda: os.sysconf(1.5),
    lambda: os.kill(99999999, 0),
    lambda: os.kill("x", 0),
    lambda: os.kill(os.getpid(), 999),
    lambda: os.statvfs("/none"),
    lambda: os.fstatvfs(99),
    lambda: os.getrandom(-1),
    lambda: os.getrandom("x"),
    lambda: os.sched_getaffinity(99999999),
    lambda: os.getpgid(99999999),
    lambda: os.getpriority(99, 0),
):
    try:
        print(wrong())
    except (OSError, TypeError, ValueError) as e:
        print(type(e).__name__, e)
signal.signal(signal.SIGUSR1, lambda number, frame: print("came", number))
os.kill(os.getpid(), signal.SIGUSR1)
