"""What programs change in modules that sessions share is their session's: no other sees it, the modules' own code does, and states keep
it."""

import json
import random
import subprocess
import sys
import unittest

import fermata

CHANGES = """
import calendar, copyreg, logging, mimetypes, os, shlex, threading, typing, warnings
os.environ["NAME"] = "value"
logging.getLogger("shop").setLevel(logging.INFO)
logging.addLevelName(15, "FINE")
logging.disable(5)
threading.current_thread().name = "mine"
calendar.setfirstweekday(calendar.SUNDAY)
mimetypes.add_type("x/y", ".zz")
copyreg.pickle(complex, str)
shlex.quote = lambda text: "quoted"
warnings.simplefilter("error", ImportWarning)
warnings.onceregistry["seen"] = 1
warnings.showwarning = print
@typing.overload
def shown(x: int): pass
"""
SEEN = """
import calendar, copyreg, logging, mimetypes, os, shlex, threading, typing, warnings
[os.getenv("NAME"), os.environb.get(b"NAME"), calendar.firstweekday(), calendar.weekheader(2)[:2], mimetypes.guess_type("a.zz")[0],
 copyreg.dispatch_table[complex] is str, shlex.join(["a b"]), sorted(logging.Logger.manager.loggerDict), logging.getLevelName(15), logging.root.manager.disable,
 threading.main_thread().name, warnings.filters[0][0], warnings.onceregistry, warnings.showwarning is print, len(typing._overload_registry)]
"""
CHANGED = ["value", b"value", 6, "Su", "x/y", True, "quoted", ["shop"], "FINE", 5, "mine", "error", {"seen": 1}, True, 1]
PLAIN = [None, None, 0, "Mo", None, False, "'a b'", [], "Level 15", 0, "MainThread", "default", {}, False, 0]


LOOK = """
import concurrent, importlib, xml.parsers
[sorted(dir(importlib)), dir(concurrent), sorted(vars(concurrent)), dir(xml.parsers), sorted(vars(xml.parsers))]
"""
IMPORTS = "import asyncio, concurrent.futures.thread, importlib.machinery, inspect, unittest, xml.dom.minidom, xml.parsers.expat, xml.sax"


# What only a container, or another object, of the library leads to.
HELD = """
import ast, enum, pathlib, uuid
from http import HTTPMethod, HTTPStatus
kept = [HTTPStatus.OK, HTTPMethod.GET, uuid.SafeUUID.safe, ast._Precedence.ATOM, pathlib.Path.__new__, ast.Index.__new__, pathlib.Path.name.fget]
ask()
[HTTPStatus(200) is kept[0], HTTPStatus["OK"] is kept[0], kept[0] in list(HTTPStatus), HTTPStatus._value2member_map_[200] is HTTPStatus.OK,
 HTTPMethod("GET") is kept[1], uuid.SafeUUID(0) is kept[2], {kept[2]: 1}[uuid.SafeUUID["safe"]] == 1, ast._Precedence(18) is kept[3],
 pathlib.Path.__new__ is kept[4], ast.Index.__new__ is kept[5], pathlib.Path.name.fget is kept[6], ast.unparse(ast.parse("-1 ** 2")) == "-1 ** 2"]
"""


class LibraryState(unittest.TestCase):
    def test_what_the_library_has_is_the_same_after_a_load(self):
        step = fermata.Program(HELD, functions=["ask"]).start()
        for encoding in ("msgpack", "json"):
            self.assertEqual(fermata.load(step.save(encoding)).resume(None).value, [True] * 12)

    def test_what_others_imported_is_not_seen(self):
        # In a new process: what is shared is made when it is first imported.
        program = f"import fermata\nfermata.Program({IMPORTS!r}).run()\nprint(fermata.Program({LOOK!r}).run().value)"
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        alone = subprocess.run([sys.executable, "-c", program.replace(IMPORTS, "pass")], capture_output=True, text=True, check=True)
        self.assertEqual(ran.stdout, alone.stdout)

    def test_no_other_session_sees_it(self):
        self.assertEqual(fermata.Program(SEEN).run().value, PLAIN)
        session = fermata.Session()
        session.feed(CHANGES)
        self.assertEqual(fermata.Program(SEEN).run().value, PLAIN)
        self.assertEqual(session.feed(SEEN).value, CHANGED)

    def test_states_keep_it(self):
        for encoding in ("msgpack", "json"):
            with self.subTest(encoding):
                step = fermata.Program(CHANGES + "ask()\n" + SEEN, functions=["ask"]).start()
                self.assertEqual(fermata.load(step.save(encoding)).resume(None).value, CHANGED)

    def test_what_is_only_imported_takes_no_room(self):
        size = lambda code: len(fermata.Program(code + "\nask()", functions=["ask"]).start().save()) - len(code)
        names = "calendar, collections, copyreg, logging, os, shutil, threading"
        self.assertLess(size("import " + names), size("") + 60 * names.count(","))

    def test_a_part_is_made_when_it_is_asked_for(self):
        for code in (
            "import logging; logging.root.level",
            "from logging import root; root.level",
            "from logging import *; import logging; logging.getLogger().level",
            "import logging; vars(logging)['root'].level",
            "import logging; getattr(logging, 'root').level",
            "import logging; logging.Logger.root.level",
        ):
            with self.subTest(code):
                self.assertEqual(fermata.Program(code).run().value, 30)
        # The program's own goes before it, in what the module's own code sees, too.
        self.assertEqual(
            fermata.Program("import logging; logging._levelToName = {5: 'five'}; [logging.getLevelName(5), logging.root.level]")
            .run()
            .value,
            ["five", 30],
        )
        self.assertEqual(
            fermata.Program("import logging\ndel logging.root\n[hasattr(logging, 'root'), logging.lastResort.level]").run().value,
            [False, 30],
        )

    def test_a_part_that_could_not_be_made_is_made_later(self):
        code = """
import logging, sys
def deep(n):
    return deep(n - 1) if n else logging.getLogger("a").name
for n in range(970, 1000):
    try:
        deep(n)
    except RecursionError:
        pass
[logging.getLogger("a").name, logging.Logger.manager.root is logging.root, logging.lastResort.level, "__session__" in dir(logging)]
"""
        self.assertEqual(fermata.Program(code).run().value, ["a", True, 30, False])

    def test_caches_of_the_library_are_the_sessions(self):
        code = "import fnmatch\n[fnmatch.fnmatch('abc', 'a*') for _ in range(3)]\nfnmatch._compile_pattern.cache_info()[:2]"
        for _ in range(2):
            self.assertEqual(fermata.Program(code).run().value, (2, 1))

    def test_what_needs_a_module_has_its_parts(self):
        # os is imported by shutil alone, whose functions use its environment.
        code = "import shutil\n[shutil.os.environ.get('COLUMNS'), shutil.get_terminal_size().columns, shutil.os.environ.__setitem__('COLUMNS', '33'), shutil.get_terminal_size().columns]"
        for _ in range(2):
            self.assertEqual(fermata.Program(code).run().value, [None, 80, None, 33])

    def test_states_hold_only_what_differs(self):
        plain, imports = (
            fermata.Program(text + "ask()\n", functions=["ask"]).start().save("msgpack")
            for text in ("", "import logging, random, collections\n")
        )
        self.assertLess(len(imports) - len(plain), 1000)

    def test_the_module_random_has_a_generator_in_each_session(self):
        code = "import random\nrandom.seed(5)\nfirst = random.gauss(0, 1), random.random()\nask()\n(first, random.gauss(0, 1), random.randint(1, 100))"
        step = fermata.Program(code, functions=["ask"]).start()
        other = fermata.Program("import random\nrandom.seed(5)\n(random.gauss(0, 1), random.random())").run().value
        ours = random.Random(5)
        first = ours.gauss(0, 1), ours.random()
        self.assertEqual(other, first)
        self.assertEqual(fermata.load(step.save("msgpack")).resume(None).value, (first, ours.gauss(0, 1), ours.randint(1, 100)))

    def test_classes_and_what_they_hold(self):
        changes = """
import calendar, configparser, json, logging
logging.Logger.trace = lambda self, text: [self.name, text]
del json.JSONEncoder.iterencode
calendar.mdays[2] = 29
configparser.RawConfigParser.BOOLEAN_STATES["ja"] = True
"""
        seen = """
import calendar, configparser, json, logging
[getattr(logging.getLogger("a"), "trace", len)("x"), hasattr(json.JSONEncoder, "iterencode"), calendar.mdays[2], "ja" in configparser.ConfigParser.BOOLEAN_STATES,
 "trace" in vars(logging.Logger)]
"""
        changed, plain = [["a", "x"], False, 29, True, True], [1, True, 28, False, False]
        step = fermata.Program(changes + "ask()\n" + seen, functions=["ask"]).start()
        self.assertEqual(fermata.Program(seen).run().value, plain)
        for encoding in "msgpack", "json":
            with self.subTest(encoding):
                self.assertEqual(fermata.load(step.save(encoding)).resume(None).value, changed)
        # What kinds of operations ask a class of the library is settled; by which method they do isn't.
        code = "import logging, pdb\nlogging.Logger.__repr__ = lambda self: 'mine'\npdb.Pdb.__init__ = lambda self, n: setattr(self, 'n', n)\nask()\n"
        step = fermata.Program(code + "[repr(logging.getLogger('a')), pdb.Pdb(5).n]", functions=["ask"]).start()
        other = "import logging, pdb\n[repr(logging.getLogger('a')), hasattr(pdb.Pdb(), 'n')]"
        self.assertEqual(fermata.Program(other).run().value, ["<Logger a (WARNING)>", False])
        for encoding in "msgpack", "json":
            self.assertEqual(fermata.load(step.save(encoding)).resume(None).value, ["mine", 5])
        for name in "__len__", "__call__", "__eq__":
            with self.subTest(name), self.assertRaisesRegex(fermata.RuntimeError, "immutable type"):
                fermata.Program(f"import logging\nlogging.Logger.{name} = None").run()

    def test_a_forged_end_comes_once(self):
        step = fermata.Program("import atexit\natexit.register(print, 'the end')\nask()", functions=["ask"]).start()
        state = json.loads(step.save("json"))
        for calls in [5], [{"$tuple": [1, 2]}], [None], "abc":
            with self.subTest(calls):
                state["library_state"]["atexit"] = calls
                end = fermata.load(json.dumps(state).encode(), limits=fermata.Limits(steps=100_000)).resume(None)
                self.assertNotIsInstance(end, fermata.Exhausted)

    def test_what_is_deleted(self):
        code = "import shlex\ndel shlex.quote\ntry: shlex.join(['a'])\nexcept NameError as e: r = str(e)\nr"
        self.assertEqual(fermata.Program(code).run().value, "name 'quote' is not defined")
        self.assertEqual(fermata.Program("import shlex; shlex.join(['a'])").run().value, "a")


if __name__ == "__main__":
    unittest.main()
