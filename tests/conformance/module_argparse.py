# Module argparse: what is read, what is refused, what the help says.
import argparse
import contextlib
import io


def read(parser, *args, method="parse_args"):
    err, out = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.redirect_stdout(out):
        try:
            shown = getattr(parser, method)(list(args))
        except SystemExit as e:
            shown = f"exit {e.code}"
    print(args, shown, out.getvalue(), err.getvalue(), sep=" | ")


def error(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return type(e).__name__, str(e)


parser = argparse.ArgumentParser(prog="tool", description="Does what %(prog)s does: much of it, and at great length so that the lines wrap somewhere.",
                                 epilog="That's all.")
parser.add_argument("source", help="where from")
parser.add_argument("targets", nargs="*", default=["out"], metavar="TARGET", help="where to (default: %(default)s)")
parser.add_argument("-v", "--verbose", action="count", default=0, help="say more")
parser.add_argument("-n", "--number", type=int, default="7", choices=range(10), help="one of %(choices)s")
parser.add_argument("--ratio", type=float, metavar="R")
parser.add_argument("-o", "--output-file", required=True, help="a very long text about the output file, which wraps around at the end of its line")
parser.add_argument("--flag", action=argparse.BooleanOptionalAction, default=None)
parser.add_argument("-I", dest="includes", action="append", default=[], help=argparse.SUPPRESS)
parser.add_argument("--pair", nargs=2, metavar=("KEY", "VALUE"), action="append")
parser.add_argument("--some", nargs="+", action="extend")
parser.add_argument("--maybe", nargs="?", const="yes", default="no")
parser.add_argument("--version", action="version", version="%(prog)s 1.0")
group = parser.add_argument_group("modes", "how it works")
either = group.add_mutually_exclusive_group()
either.add_argument("--fast", action="store_true")
either.add_argument("--slow", dest="fast", action="store_false")
either.add_argument("--pace", type=int)
print(parser.format_help())
print(parser.format_usage())
for args in (["a", "-o", "x"], ["a", "b", "c", "-vvo", "x", "--flag"], ["a", "-ox", "-n3", "--no-flag", "--ratio=1e3"], ["-o=x", "a", "-I", "p", "-Iq"],
             ["a", "-ox", "--pair", "k", "v", "--pair", "l", "w", "--some", "1", "2", "--some", "3"], ["a", "-ox", "--maybe"], ["a", "-ox", "--maybe=n"],
             ["a", "-ox", "--", "-b", "--c"], ["a", "--out", "x"], ["-h"], ["--version"], [], ["a"], ["a", "-ox", "-n", "x"], ["a", "-ox", "-n11"],
             ["a", "-ox", "--ver"], ["a", "-ox", "--unknown", "-z"], ["a", "-ox", "--fast", "--pace", "2"], ["a", "-ox", "--pair", "k"],
             ["a", "-ox", "--flag=1"], ["a", "-ox", "--some"], ["a", "-ox", "--ratio", "-1.5"], ["a", "-o"], ["a", "-ox", "-vn"]):
    read(parser, *args)
read(parser, "a", "-ox", "b", "--zzz", "c", method="parse_known_args")

# ---- commands
top = argparse.ArgumentParser(prog="git", add_help=False)
top.add_argument("--quiet", action="store_true")
commands = top.add_subparsers(dest="command", title="commands", description="what to do", metavar="COMMAND", help="one of these")
clone = commands.add_parser("clone", aliases=["cl"], help="copy it", description="Copies.")
clone.add_argument("url")
clone.add_argument("--depth", type=int, default=1)
clone.set_defaults(run="clone_it")
commit = commands.add_parser("commit", help="keep it")
commit.add_argument("-m", dest="message", required=True)
print(top.format_help(), clone.format_help(), commit.format_usage())
for args in (["clone", "u"], ["--quiet", "cl", "u", "--depth", "3"], ["commit", "-m", "text"], ["commit"], ["push"], [], ["clone", "u", "--bad"]):
    read(top, *args)

# ---- types, parents, formatters, conflicts
parent = argparse.ArgumentParser(add_help=False)
parent.add_argument("--shared", default="s", help="shared (%(default)s, %(type)s)")


def even(text):
    if int(text) % 2:
        raise argparse.ArgumentTypeError(f"{text} is odd")
    return int(text)


for formatter in (argparse.HelpFormatter, argparse.RawDescriptionHelpFormatter, argparse.RawTextHelpFormatter, argparse.ArgumentDefaultsHelpFormatter):
    child = argparse.ArgumentParser(prog="child", parents=[parent], formatter_class=formatter, description="one\n  two\n", conflict_handler="resolve")
    child.add_argument("--even", type=even, default=2, help="even\n  numbers")
    child.add_argument("rest", nargs=argparse.REMAINDER)
    print(child.format_help())
read(child, "--even", "3")
read(child, "--even", "4", "x", "--shared", "y")
child.add_argument("--shared", nargs=3)
read(child, "--shared", "1", "2", "3")
mixed = argparse.ArgumentParser(prog="mixed")
mixed.add_argument("--foo")
mixed.add_argument("cmd")
mixed.add_argument("rest", nargs="*", type=int)
read(mixed, "doit", "1", "--foo", "bar", "2", "3", method="parse_intermixed_args")
read(mixed, "doit", "1", "--foo", "bar", "2", "3")
quiet = argparse.ArgumentParser(prog="quiet", exit_on_error=False, prefix_chars="+-", argument_default=argparse.SUPPRESS)
quiet.add_argument("+x", "++xx", type=int)
print(quiet.parse_args([]), quiet.parse_args(["+x3"]), error(quiet.parse_args, ["+x", "y"]))
print(error(quiet.add_argument, "+x"), error(quiet.add_argument, "a", required=True), error(quiet.add_argument, "-a", action="what"),
      error(quiet.add_argument, "-a", nargs=0), error(quiet.add_argument, "-a", type="int"), error(quiet.add_argument, "-a", nargs=2, metavar=("A",)),
      error(quiet.add_argument, "--"), error(quiet.add_argument, "a", dest="b"))
space = argparse.Namespace(a=1, b="x")
print(space, space == argparse.Namespace(b="x", a=1), "a" in space, "c" in space, vars(space), argparse.Namespace(**{"a b": 1}))
print(repr(quiet), repr(quiet._actions[1]), argparse.FileType("w", encoding="utf-8"))


class Upper(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (values.upper(), option_string))


own = argparse.ArgumentParser(prog="own", usage="%(prog)s [what you like]")
own.add_argument("-u", "--up", action=Upper)
read(own, "-u", "abc")
read(own, "--what")
need = argparse.ArgumentParser(prog="need")
one = need.add_mutually_exclusive_group(required=True)
one.add_argument("-a", action="store_true")
one.add_argument("-b", nargs="?")
read(need)
read(need, "-a")
read(need, "-a", "-b", "1")
wide = argparse.ArgumentParser(prog="a-long-name-for-a-program")
for i in range(12):
    wide.add_argument(f"--option-{i}", metavar=f"VALUE{i}", help="h" * i)
wide.add_argument("first")
wide.add_argument("second", nargs="+")
print(wide.format_help())
