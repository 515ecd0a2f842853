# What dis says besides the instructions: flags, parts of code, lines, what can be shown and what can't.
import contextlib
import dis
import io
import opcode
import re


def plain(a, /, b, *rest, c=1, **more):
    d = a
    e = d + b
    return lambda: d


async def waits():
    await None


def makes():
    yield 1


async def both():
    yield 1


def shown(f, *args, **kwargs):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        f(*args, **kwargs)
    return out.getvalue()


print(dis.COMPILER_FLAG_NAMES)
print([dis.pretty_flags(flags) for flags in (0, 1, 3, 67, 1023, 1024, 1 << 20 | 5)])
for f in (plain, waits, makes, both, "a + b", "a = b", plain.__code__, waits.__code__):
    # The name of the file may be a relative one; CPython has a stack, and other constants than those that the source has.
    print([line for line in re.split("\nConstants:|\nNames:", dis.code_info(f))[0].splitlines() if not line.startswith(("Filename", "Stack size", "Registers", "Number of locals"))])
print("Free variables:\n   0: d" in dis.code_info(plain(1, 2)), "Cell variables:\n   0: d" in dis.code_info(plain))
print(shown(dis.show_code, plain) == dis.code_info(plain) + "\n", dis.Bytecode(plain).info() == dis.code_info(plain))

# Lines.
lines = [line for offset, line in dis.findlinestarts(plain.__code__) if line > plain.__code__.co_firstlineno]
print(sorted(set(lines)))
print(sorted({i.starts_line for i in dis.get_instructions(plain, first_line=100) if (i.starts_line or 0) > 100}))
print(sorted({i.positions.lineno for i in dis.get_instructions(plain)} - {None, plain.__code__.co_firstlineno}))

# Instructions.
for f in (plain, waits, makes, both, "a if b else c", "while a: b()"):
    all = list(dis.get_instructions(f))
    print(all[0].offset, [i.argrepr for i in all] == [i.argrepr for i in dis.Bytecode(f)], {type(i) for i in all} == {dis.Instruction}, [dis.opname[i.opcode] for i in all] == [i.opname for i in all],
          [dis.opmap[i.opname] for i in all] == [i.opcode for i in all], [i.offset for i in all] == sorted({i.offset for i in all}))
    offsets = {i.offset for i in all}
    targets = [i.argval for i in all if i.opcode in dis.hasjrel]
    print(set(targets) <= offsets, set(targets) <= {i.offset for i in all if i.is_jump_target})
loop = compile("while a: b()", "file", "exec")
print({i.argval for i in dis.get_instructions(loop) if i.opcode in dis.hasjrel} == set(dis.findlabels(loop.co_code)))
print([i.argval for i in dis.get_instructions("f(x.y, 'text', 2.5)") if i.opcode in dis.hasconst and type(i.argval) in (str, float)])
print({"f", "x", "y"} <= {i.argval for i in dis.get_instructions("f(x.y)") if i.opcode in dis.hasname})
print(dis.Instruction._fields, dis.Positions._fields, dis.Positions())
print(len(dis.opname), dis.opname == opcode.opname, dis.cmp_op, len(set(dis.opmap.values())) == len(dis.opmap))

# Listings.
text = shown(dis.dis, plain)
print(text == shown(dis.dis, plain.__code__), text.count("Disassembly of <code object <lambda> at"), shown(dis.dis, plain, depth=0).count("Disassembly of"))
print(text.startswith(shown(dis.disassemble, plain.__code__).rstrip("\n")), dis.Bytecode(plain).dis() == shown(dis.disassemble, plain.__code__))
print(shown(dis.dis, makes()) == shown(dis.dis, makes), dis.disco is dis.disassemble, "-->" in text)


class Whole:
    def method(self):
        return 1

    @staticmethod
    def static():
        return 2

    @classmethod
    def ofclass(cls):
        return 3

    class Inner:
        def deep(self):
            return 4

    number = 5


print([line for line in shown(dis.dis, Whole).splitlines() if line.startswith(("Disassembly", "Sorry"))])
print(shown(dis.dis, Whole().method) == shown(dis.dis, Whole.method))
given = io.StringIO()
dis.dis(Whole.method, file=given)
print(given.getvalue() == shown(dis.dis, Whole.method))


def fails():
    return 1 / 0


try:
    fails()
except ZeroDivisionError as error:
    trace = error.__traceback__
marked = shown(dis.distb, trace.tb_next)
print(marked.count("-->"), marked.replace("-->", "   ") == shown(dis.disassemble, fails.__code__))
bytecode = dis.Bytecode.from_traceback(trace)
print(bytecode.codeobj is fails.__code__, bytecode.current_offset == trace.tb_next.tb_lasti, bytecode.first_line, bytecode.dis() == marked)
print(repr(dis.Bytecode("a + b")), dis.Bytecode(plain, first_line=7).first_line)

# What has no code.
for nothing in (3, None, len, [], 2.5):
    for look in (dis.dis, dis.get_instructions, dis.code_info, dis.Bytecode):
        try:
            look(nothing)
        except (TypeError, RuntimeError) as error:
            print(look.__name__, type(error).__name__, error)
try:
    dis.dis("a b")
except SyntaxError as error:
    print(error.msg, error.filename)
try:
    dis.stack_effect(10000, 0)
except ValueError as error:
    print(error)
for name in ("code_info", "dis", "disassemble", "distb", "disco", "findlinestarts", "findlabels", "show_code", "get_instructions", "Instruction", "Bytecode", "opmap"):
    assert name in dis.__all__, name
