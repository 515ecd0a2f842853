# The text of a SyntaxError that the parser doesn't find is that of the file, and "<string>" has none.
import symtable
import traceback

for text in ("return 3", "yield 1", "break", "def f(a, a): pass", "f(a=1, a=2)", "def f():\n nonlocal x", "a b", "f() = 1", "lambda: (yield) = 1"):
    for compiles in (lambda: compile(text, "<string>", "exec"), lambda: exec(text), lambda: symtable.symtable(text, "<s>", "exec")):
        try:
            compiles()
            print("fine")
        except SyntaxError as e:
            print(e.msg, e.filename, e.lineno, e.offset, e.text, e.end_lineno, e.end_offset)
            print("".join(traceback.format_exception_only(e)))
