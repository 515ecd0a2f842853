"""Module dis shows what `fermata dis` shows: the names of instructions, registers, constants and jumps of each function."""

import glob
import os
import re
import unittest

from command import CommandTest, ROOT

# Prints of each function in a text: its name, then a line for each instruction.
LISTS = """
import dis

def show(code):
    for inner in code.co_consts:
        if hasattr(inner, "co_code"):
            print("code", inner.co_qualname)
            for i in dis.get_instructions(inner):
                print(i.offset // 2, i.opname + (f".{i.arg[0]}" if i.arg[0] else ""), i.argrepr)
            show(inner)

show(compile(TEXT, "file", "exec"))
"""


def functions(listing):
    """{qualified name: [[pc, name of the instruction, operands] …]} of what `fermata dis` prints, with labels as dis has them."""
    found = {}
    for part in listing.split("\n\n"):
        labels, rows = {}, []
        for line in part.splitlines():
            if named := re.match(r"code (.*) \(line \d+\)$", line):
                rows = found.setdefault(named[1], [])
            elif label := re.match(r"(L\d+):$", line):
                labels[label[1]] = f"to {2 * len(rows)}"
            elif row := re.match(r"(?:[ \d]{5} ) *(\d+) (\S+) *(.*)$", line):
                rows.append(list(row.groups()))
        for row in rows:
            row[2] = row[2].replace("1.0j", "1j").replace(", ...", ", Ellipsis")  # as repr() has them
            row[2] = re.sub(r"\bL\d+$", lambda label: labels[label[0]], row[2])
    return found


class DisTest(CommandTest):
    def test_one_disassembler(self):
        compared = 0
        for path in sorted(glob.glob(os.path.join(ROOT, "tests/golden/dis/*.py"))):
            with open(path, encoding="utf-8") as file:
                self.write("lists.py", f"TEXT = {file.read()!r}\n{LISTS}")
            expected = functions(self.fermata("dis", path).out)
            name = None
            shown = {}
            for line in self.fermata("run", "lists.py").out.splitlines():
                if line.startswith("code "):
                    name = line[5:]
                    shown[name] = []
                else:
                    shown[name].append((line.split(" ", 2) + [""])[:3])
            self.assertEqual(set(expected) - {"<module>"}, set(shown), path)
            for name, rows in shown.items():
                with self.subTest(path=path, name=name):
                    self.assertEqual(expected[name], rows)
                    compared += len(rows)
        self.assertGreater(compared, 500)

    def test_listing(self):
        self.write("program.py", "import dis\n\n\ndef f(a):\n    for b in a:\n        if b > 10:\n            return b\n\n\ndis.dis(f)\n")
        self.assertEqual(
            self.fermata("run", "program.py").out,
            """\
  5           0 GET_ITER             r2, r0:a
        >>    2 FOR_ITER             r1:b, r2, to 10

  6           4 JUMP_GT_K            r1:b, 10, to 8

  7           6 RETURN               r1:b

  5     >>    8 JUMP_BACK            to 2
        >>   10 RETURN_CONST         None
""",
        )

    def test_what_is_hidden(self):
        # Functions of the prelude that code calls have a name there, and are not given.
        self.write(
            "program.py",
            """
import dis
code = compile("class A: pass", "file", "exec")
given = [i.argval for i in dis.get_instructions(code)]
print("<prelude build_class>" in dis.Bytecode(code).dis(), [type(value).__name__ for value in given if callable(value)])
for nothing in (reversed([1]), map(len, []), len, sorted, [].sort, dis._instructions):
    try:
        dis.dis(nothing)
    except TypeError as error:
        print(error)
dis.dis(bytes(range(256)))
print(dis.findlabels(bytes(range(256)) * 20))
""",
        )
        out = self.fermata("run", "program.py").out.splitlines()
        self.assertEqual(out[0], "True []")
        self.assertEqual(
            out[1:7],
            [
                f"don't know how to disassemble {kind} objects"
                for kind in (
                    "list_reverseiterator",
                    "map",
                    "builtin_function_or_method",
                    "builtin_function_or_method",
                    "builtin_function_or_method",
                    "builtin_function_or_method",
                )
            ],
        )
        self.assertEqual(out[-1], "[]")  # jumps out of it


if __name__ == "__main__":
    unittest.main()
