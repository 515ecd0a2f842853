"""Options of a command line, as C's getopt reads them."""

__all__ = ["GetoptError", "error", "getopt", "gnu_getopt"]


class GetoptError(Exception):
    """An option that isn't known, or whose argument is wanting or not wanted; `opt` is its name."""

    opt = ""
    msg = ""

    def __init__(self, msg, opt=""):
        self.msg = msg
        self.opt = opt
        Exception.__init__(self, msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """Split a list of arguments into options, as pairs of name and value, and the rest, which begins at the first that is none.

    In `shortopts` a letter with a colon wants an argument, in `longopts` a name that ends in '='.
    """
    names = [longopts] if isinstance(longopts, str) else list(longopts)
    found = []
    while args and args[0].startswith("-") and args[0] != "-":
        if args[0] == "--":
            return found, args[1:]
        args = _take(found, args, shortopts, names)
    return found, args


def gnu_getopt(args, shortopts, longopts=[]):
    """The same, but options may stand behind other arguments too, unless `shortopts` begins with '+'."""
    names = [longopts] if isinstance(longopts, str) else list(longopts)
    stops = shortopts.startswith("+")
    if stops:
        shortopts = shortopts[1:]
    found, others = [], []
    while args:
        if args[0] == "--":
            others += args[1:]
            break
        if args[0].startswith("-") and args[0] != "-":
            args = _take(found, args, shortopts, names)
        elif stops:
            others += args
            break
        else:
            others.append(args[0])
            args = args[1:]
    return found, others


def _take(found, args, shortopts, names):
    # Adds the options of the first argument; the arguments that are left.
    first, rest = args[0], args[1:]
    if first.startswith("--"):
        return _take_long(found, first[2:], rest, names)
    letters = first[1:]
    while letters:
        letter, letters = letters[0], letters[1:]
        value = ""
        if short_has_arg(letter, shortopts):
            if not letters:
                if not rest:
                    raise GetoptError(f"option -{letter} requires argument", letter)
                letters, rest = rest[0], rest[1:]
            value, letters = letters, ""
        found.append(("-" + letter, value))
    return rest


def _take_long(found, text, rest, names):
    name, equals, value = text.partition("=")
    wants, name = long_has_args(name, names)
    if wants:
        if not equals:
            if not rest:
                raise GetoptError(f"option --{name} requires argument", name)
            value, rest = rest[0], rest[1:]
    elif equals:
        raise GetoptError(f"option --{name} must not have an argument", name)
    found.append(("--" + name, value))
    return rest


def long_has_args(opt, longopts):
    """Does the long option, maybe abbreviated, want an argument? And its whole name."""
    fitting = [name for name in longopts if name.startswith(opt)]
    if not fitting:
        raise GetoptError(f"option --{opt} not recognized", opt)
    if opt in fitting:
        return False, opt
    if opt + "=" in fitting:
        return True, opt
    if len(fitting) > 1:
        raise GetoptError(f"option --{opt} not a unique prefix", opt)
    return fitting[0].endswith("="), fitting[0].removesuffix("=")


def short_has_arg(opt, shortopts):
    """Does the letter want an argument?"""
    for i, letter in enumerate(shortopts):
        if letter == opt != ":":
            return shortopts.startswith(":", i + 1)
    raise GetoptError(f"option -{opt} not recognized", opt)
