import tracemalloc

print(tracemalloc.is_tracing(), tracemalloc.get_traced_memory(), tracemalloc.get_traceback_limit(), tracemalloc.stop())
for wrong in (lambda: tracemalloc.start(0), lambda: tracemalloc.start(70000), lambda: tracemalloc.start("x"), tracemalloc.take_snapshot):
    try:
        print(wrong())
    except (TypeError, ValueError, RuntimeError) as e:
        print(type(e).__name__, e)
tracemalloc.start(5)
tracemalloc.start(7)
print(tracemalloc.is_tracing(), tracemalloc.get_traceback_limit(), tracemalloc.get_tracemalloc_memory() >= 0)
before, _ = tracemalloc.get_traced_memory()
big = [bytes(1000) for _ in range(5000)]
with_it, peak = tracemalloc.get_traced_memory()
print(4_000_000 < with_it - before < 20_000_000, peak >= with_it)
del big
without, peak = tracemalloc.get_traced_memory()
print(without - before < 1_000_000, peak >= with_it)
tracemalloc.reset_peak()
now, peak = tracemalloc.get_traced_memory()
print(peak < with_it, peak >= now)
again = bytearray(2_000_000)
now, peak = tracemalloc.get_traced_memory()
print(now > 2_000_000, peak >= now)
tracemalloc.clear_traces()
print(tracemalloc.get_traced_memory()[0] < 1_000_000)
snapshot = tracemalloc.take_snapshot()
for line in snapshot.filter_traces([tracemalloc.Filter(False, "*")]).statistics("lineno"):
    print(line)
print(snapshot.traceback_limit, type(snapshot.compare_to(snapshot, "filename")), tracemalloc.get_object_traceback(1))
print(tracemalloc.stop(), tracemalloc.is_tracing(), tracemalloc.get_traced_memory())
