import resource

print({name: value for name, value in sorted(vars(resource).items()) if name.startswith(("RLIM", "RUSAGE"))}, resource.error is OSError)
usage = resource.getrusage(resource.RUSAGE_SELF)
print(type(usage), len(usage), usage.n_fields, type(usage.ru_utime), type(usage.ru_stime), usage.ru_maxrss > 0, usage[2] == usage.ru_maxrss)
children = resource.getrusage(resource.RUSAGE_CHILDREN)
print(children.ru_utime, children.ru_nsignals, repr(children).partition("(")[0], resource.getpagesize())
big = [bytes(1000) for _ in range(1000)]
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >= usage.ru_maxrss, resource.getrusage(resource.RUSAGE_THREAD).ru_utime >= 0)
for limit in (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_STACK):
    soft, hard = resource.getrlimit(limit)
    print(type(soft), type(hard), hard == resource.RLIM_INFINITY or soft <= hard)
    print(resource.setrlimit(limit, (soft, hard)), resource.prlimit(0, limit) == (soft, hard))
for wrong in (
    lambda: resource.getrusage(5),
    lambda: resource.getrusage("x"),
    lambda: resource.getrlimit(99),
    lambda: resource.getrlimit(-1),
    lambda: resource.getrlimit("x"),
    lambda: resource.setrlimit(99, (1, 1)),
    lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1, 2, 3)),
    lambda: resource.setrlimit(resource.RLIMIT_NOFILE, [10, 5]),
    lambda: resource.setrlimit(resource.RLIMIT_NOFILE, 5),
    lambda: resource.setrlimit(resource.RLIMIT_NOFILE, ("a", 1)),
):
    try:
        print(wrong())
    except (TypeError, ValueError, OSError) as e:
        print(type(e).__name__, e)
