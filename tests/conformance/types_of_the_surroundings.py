# What the types of sys's records and time's objects are called.
import sys
import time

for name in ("flags", "float_info", "int_info", "hash_info", "version_info", "thread_info"):
    kind = type(getattr(sys, name))
    print(kind, kind.__name__, kind.__qualname__, kind.__module__, repr(getattr(sys, name)).startswith(f"sys.{name}("))
print(sys.displayhook, sys.__displayhook__, sys.excepthook, sys.__excepthook__)
for clock in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
    info = time.get_clock_info(clock)
    print(clock, info, type(info), info.adjustable, info.monotonic)
for wrong in ("x", 5):
    try:
        time.get_clock_info(wrong)
    except (ValueError, TypeError) as e:
        print(e)
