def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print("%d %i %u %5d|%-5d|%05d %+d % d %x %X %#x %o %#o %c %c" % (1, 2, 3, 42, 42, 42, 42, 42, 255, 255, 255, 8, 8, 65, "B"))
print("%s %r %a %10s|%-10s|%.2s %%" % ("str", "it's", "é", "right", "left", "truncate"))
print("%f %.2f %10.3f|%-10.1f|%010.2f %+.1f %e %.2E %g %G %#.3g" % (1.5, 2.555, 3.14159, 2.5, -2.5, 1.25, 12345.678, 0.00012, 1e10, 1e-10, 1.0))
print("%(name)s is %(age)d, %(age)05.1f %(name)r %%" % {"name": "Bo", "age": 7, "unused": 0})
print("%*d|%-*d|%.*f" % (5, 42, 5, 42, 2, 3.14159))
print("%s" % (1,), "%s" % [1, 2], "%s %s" % (None, True), "%s" % {"a": 1}, "100%%" % ())
print("%d" % 3.99, "%d" % True, "%i" % -3.7, "%x" % -255, "%#X" % 255, "%5c|" % "x", "%s" % ((1, 2),))
print("%d" % 10 ** 1, "%.0f" % 0.5, "%.0f" % 1.5, "%g" % 100000, "%g" % 1000000, "%g" % 0.0001, "%g" % 0.00001)
print("%s" % float("inf"), "%f" % float("-inf"), "%5.1f|" % float("nan"), "%d" % 10 ** 20, "%.3d" % 5, "%+.3d" % 5, "%08.3d|" % 5)
print("%.10s|%5.1s|" % ("abc", "xyz"), "%-5s|%5s|" % ("é", "ż"), "%r" % "\n", "%a" % "𝄐")
print(error(lambda: "%d" % "a"), error(lambda: "%d %d" % 1), error(lambda: "%d" % (1, 2)), error(lambda: "%q" % 1), error(lambda: "%" % 1))
print(error(lambda: "%x" % 1.5), error(lambda: "%c" % "ab"), error(lambda: "%c" % 1114112), error(lambda: "%(a)s" % 1), error(lambda: "%(a)s" % {}))
print(error(lambda: "%f" % "x"), error(lambda: "abc" % 1), error(lambda: "%*d" % ("a", 1)), error(lambda: "%s" % ()), error(lambda: "%(a" % {"a": 1}))
print("abc" % {}, "abc" % [], error(lambda: "%d" % None), error(lambda: "%d" % []))
class S:
    def __str__(self): return "S"
    def __repr__(self): return "R"
    def __int__(self): return 9
    def __float__(self): return 2.5
    def __index__(self): return 4
print("%s %r %d %f %x" % (S(), S(), S(), S(), S()))
s = "%s-"
s %= "aug"
print(s)
print(b"%d %s %b %x %a %c %r %5.1f|" % (1, b"bytes", b"b", 255, "q", 65, "r", 2.25), b"%(k)s" % {b"k": b"v"})
