import os
import time

for name in ("REALTIME", "MONOTONIC", "PROCESS_CPUTIME_ID", "THREAD_CPUTIME_ID", "MONOTONIC_RAW", "BOOTTIME", "TAI"):
    clock = getattr(time, "CLOCK_" + name)
    seconds, nanoseconds = time.clock_gettime(clock), time.clock_gettime_ns(clock)
    print(name, clock, type(seconds), type(nanoseconds), seconds * 1e9 <= nanoseconds + 1000, time.clock_getres(clock))
print(abs(time.time() - time.clock_gettime(time.CLOCK_REALTIME)) < 5, abs(time.monotonic() - time.clock_gettime(time.CLOCK_MONOTONIC)) < 5)
for wrong in ("x", 1.5, None, 99, -1, 1 << 40, -(1 << 40)):
    for ask in (time.clock_gettime, time.clock_gettime_ns, time.clock_getres):
        try:
            print(ask(wrong))
        except (TypeError, OSError, OverflowError) as e:
            print(type(e).__name__, e)
for clock in (time.CLOCK_MONOTONIC, 99):
    try:
        time.clock_settime(clock, 1.0)
    except OSError as e:
        print(e)

times = os.times()
print(type(times), len(times), times.n_fields, times.n_sequence_fields, all(type(one) is float for one in times), times.user == times[0])
print(times.system >= 0, times.children_user, times.children_system, times.elapsed == times[4], repr(times).partition("(")[0])
print(os.times() >= times, {"timezone", "altzone", "daylight", "tzname"} <= set(dir(time)))
