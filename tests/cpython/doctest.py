# A small doctest for CPython's test files: the examples of docstrings and of `__test__`, run by Fermata's own compile() and exec(). Each
# docstring is one test, named as a method of class "doctest"; its failure shows the first example that printed something else.
import io
import re
import sys
import traceback
import results
import unittest

DONT_ACCEPT_TRUE_FOR_1 = 1
DONT_ACCEPT_BLANKLINE = 2
NORMALIZE_WHITESPACE = 4
ELLIPSIS = 8
SKIP = 16
IGNORE_EXCEPTION_DETAIL = 32
_FLAGS = {name: value for name, value in globals().items() if name.isupper() and isinstance(value, int)}

_PROMPT = re.compile(r"( *)>>>(?: (.*)|)$")
_DIRECTIVE = re.compile(r"#\s*doctest:\s*(.*)$", re.MULTILINE)
_EXCEPTION = re.compile(r"Traceback \((?:most recent call last|innermost last)\):\s*$")


class Example:
    def __init__(self, source, want, lineno, flags):
        self.source = source
        self.want = want
        self.lineno = lineno
        self.flags = flags
        self.exception = None
        lines = want.split("\n")
        if lines and _EXCEPTION.match(lines[0].strip()):
            for i, line in enumerate(lines[1:], 1):
                if line and (line[0].isalnum() or line[0] == "_"):
                    self.exception = "\n".join(lines[i:])
                    break


def examples_of(text):
    found = []
    lines = text.expandtabs().split("\n")
    i = 0
    while i < len(lines):
        m = _PROMPT.match(lines[i])
        if not m:
            i += 1
            continue
        indent, start = len(m[1]), i
        source = [lines[i][indent + 4 :]]
        i += 1
        while i < len(lines) and re.match(r"\.\.\.( |$)", lines[i][indent:]) and not lines[i][:indent].strip():
            source.append(lines[i][indent + 4 :])
            i += 1
        want = []
        while i < len(lines) and lines[i].strip() and not re.match(r">>>( |$)", lines[i].strip()):
            want.append(lines[i][indent:])
            i += 1
        flags = 0
        for directive in _DIRECTIVE.findall("\n".join(source)):
            for option in directive.replace(",", " ").split():
                flags |= _FLAGS[option[1:]] if option[0] == "+" else 0
        source = "\n".join(source) + "\n"
        if source.strip() and not source.strip().startswith("#"):
            found.append(Example(source, "\n".join(want) + "\n" if want else "", start + 1, flags))
    return found


def _ellipsis_match(want, got):
    parts = want.split("...")
    if len(parts) == 1:
        return want == got
    if not got.startswith(parts[0]) or not got.endswith(parts[-1]):
        return False
    at, end = len(parts[0]), len(got) - len(parts[-1])
    if at > end:
        return False
    for part in parts[1:-1]:
        at = got.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True


def check_output(want, got, flags):
    if got == want:
        return True
    if (got, want) in (("True\n", "1\n"), ("False\n", "0\n")):
        return True
    want = re.sub(r"(?m)^<BLANKLINE>\s*?$", "", want)
    got = re.sub(r"(?m)^[^\S\n]+$", "", got)
    if got == want:
        return True
    if flags & NORMALIZE_WHITESPACE:
        want, got = " ".join(want.split()), " ".join(got.split())
    return got == want or bool(flags & ELLIPSIS and _ellipsis_match(want, got))


def _without_detail(text):
    # The exception's name alone, without its module and what it says.
    text = text.split("\n", 1)[0].split(":", 1)[0]
    return text.rpartition(".")[2].strip()


def run_examples(text, globs, flags=0):
    # Raises AssertionError when examples print something else; the text shows the first ten.
    globs = dict(globs)
    failed = []
    for number, example in enumerate(examples_of(text)):
        options = flags | example.flags
        if options & SKIP:
            continue
        stdout, hook = sys.stdout, sys.displayhook
        sys.stdout = io.StringIO()
        sys.displayhook = sys.__displayhook__
        error = None
        try:
            exec(compile(example.source, f"<doctest {number}>", "single"), globs)
        except unittest.SkipTest:
            raise
        except BaseException as e:
            error = e
        finally:
            got = sys.stdout.getvalue()
            sys.stdout, sys.displayhook = stdout, hook
        if got and not got.endswith("\n"):
            got += "\n"
        if error is None:
            fine = example.exception is None and check_output(example.want, got, options)
        else:
            said = traceback.format_exception_only(type(error), error)[-1]
            got = said
            fine = example.exception is not None and check_output(example.exception, said, options)
            if not fine and example.exception is not None and options & IGNORE_EXCEPTION_DETAIL:
                fine = _without_detail(example.exception) == _without_detail(said)
        if not fine:
            failed.append(f"line {example.lineno}: {example.source!r} gave {got!r} instead of {example.want!r}")
    if failed:
        raise AssertionError(f"{len(failed)} examples: " + "; ".join(failed[:10]))


class DocTestCase(unittest.TestCase):
    def __init__(self, name, text, globs, flags=0):
        super().__init__("runTest")
        self.name, self.text, self.globs, self.flags = name, text, globs, flags
        self.doctest_name = f"doctest.{name}".replace(" ", "_")

    def runTest(self):
        run_examples(self.text, self.globs, self.flags)


def _docstrings(module):
    # Of the module, of what is defined in it, and of what `__test__` lists.
    def of_object(name, thing):
        text = getattr(thing, "__doc__", None)
        if isinstance(text, str) and ">>>" in text:
            yield name, text
        if isinstance(thing, type):
            for key, value in vars(thing).items():
                value = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
                if callable(value) or isinstance(value, property):
                    if getattr(value, "__module__", module.__name__) == module.__name__:
                        yield from of_object(f"{name}.{key}", value)

    if isinstance(module.__doc__, str) and ">>>" in module.__doc__:
        yield "module", module.__doc__
    for key, value in list(vars(module).items()):
        if callable(value) and getattr(value, "__module__", None) == module.__name__:
            yield from of_object(key, value)
    for key, value in getattr(module, "__test__", {}).items():
        if isinstance(value, str):
            yield "__test__." + key, value
        else:
            yield from of_object("__test__." + key, value)


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, optionflags=0, **options):
    if module is None:
        module = results.current_module
    return unittest.TestSuite(
        [DocTestCase(name, text, {**vars(module), **(extraglobs or {})}, optionflags) for name, text in _docstrings(module)]
    )


def DocFileSuite(*paths, **options):
    import stand_ins

    return unittest.TestSuite(
        [DocTestCase(path, stand_ins.open(f"{stand_ins.folder}/{path}").read(), {}, options.get("optionflags", 0)) for path in paths]
    )


def testmod(*args, **kwargs):
    raise unittest.SkipTest("needs doctest.testmod")
