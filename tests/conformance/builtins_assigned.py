# What a program sets in module builtins is seen by every name that no scope has.
import builtins
import sys


def look():
    return answer


try:
    look()
except NameError as e:
    print(e)
builtins.answer = 42
print(look(), answer, builtins.answer, hasattr(builtins, "answer"), "answer" in dir(builtins))


def count(items):
    return len(items)


print(count([1, 2]))
real = builtins.len
builtins.len = lambda items: -real(items)
print(count([1, 2]), len([1]), sum(range(4)))
builtins.len = real
print(count([1, 2]))
del builtins.answer
try:
    look()
except NameError as e:
    print(e)
try:
    del builtins.answer
except AttributeError as e:
    print(e)


def show(n):
    return abs(n)


print(show(-2))
real = builtins.abs
del builtins.abs
try:
    show(-2)
except NameError as e:
    print(e)
print(hasattr(builtins, "abs"), "abs" in dir(builtins))
builtins.abs = real
print(show(-3))
abs = None
try:
    show(1)
except TypeError as e:
    print(e)
del abs
print(show(-4))

# The interactive interpreter's way with values.
for text in ("1 + 1", "None", "_ * 10", "for i in range(2): i\n", "x = 5; x", "def f():\n    7\n", "f()"):
    exec(compile(text, "<stdin>", "single"))
print(_, builtins._)
try:
    compile("a\nb", "<stdin>", "single")
except SyntaxError as e:
    print(e.msg)
hook = sys.displayhook
sys.displayhook = lambda value: print("shown", value)
exec(compile("'x'", "<stdin>", "single"))
sys.displayhook = hook
exec(compile("'x'", "<stdin>", "single"))
del sys.displayhook
try:
    exec(compile("'x'", "<stdin>", "single"))
except RuntimeError as e:
    print(e)
