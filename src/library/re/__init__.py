"""Regular expressions. Matching is native, on PCRE2; here are the flags."""

__all__ = [
    "match",
    "fullmatch",
    "search",
    "sub",
    "subn",
    "split",
    "findall",
    "finditer",
    "compile",
    "purge",
    "escape",
    "error",
    "Pattern",
    "Match",
    "A",
    "I",
    "L",
    "M",
    "S",
    "X",
    "U",
    "ASCII",
    "IGNORECASE",
    "LOCALE",
    "MULTILINE",
    "DOTALL",
    "VERBOSE",
    "UNICODE",
    "NOFLAG",
    "RegexFlag",
]

_NAMES = (
    (256, "ASCII"),
    (2, "IGNORECASE"),
    (4, "LOCALE"),
    (32, "UNICODE"),
    (8, "MULTILINE"),
    (16, "DOTALL"),
    (64, "VERBOSE"),
    (1, "TEMPLATE"),
    (128, "DEBUG"),
)


class RegexFlag(int):
    """Flags of a pattern; they combine with | & ^ ~."""

    def __or__(self, other):
        return RegexFlag(int(self) | int(other)) if isinstance(other, int) else NotImplemented

    def __and__(self, other):
        return RegexFlag(int(self) & int(other)) if isinstance(other, int) else NotImplemented

    def __xor__(self, other):
        return RegexFlag(int(self) ^ int(other)) if isinstance(other, int) else NotImplemented

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        return RegexFlag(511 & ~int(self))

    def __contains__(self, other):
        return int(self) & int(other) == int(other)

    @property
    def value(self):
        return int(self)

    @property
    def name(self):
        names = [name for bit, name in _NAMES if int(self) & bit]
        return "|".join(names) if names else "NOFLAG"

    def __repr__(self):
        names = ["re." + name for bit, name in _NAMES if int(self) & bit]
        return "|".join(names) if names else "re.NOFLAG"

    __str__ = __repr__

    def __format__(self, spec):
        return format(str(self), spec)


NOFLAG = RegexFlag(0)
A = ASCII = RegexFlag(256)
I = IGNORECASE = RegexFlag(2)
L = LOCALE = RegexFlag(4)
U = UNICODE = RegexFlag(32)
M = MULTILINE = RegexFlag(8)
S = DOTALL = RegexFlag(16)
X = VERBOSE = RegexFlag(64)
T = TEMPLATE = RegexFlag(1)
DEBUG = RegexFlag(128)
RegexFlag.A = RegexFlag.ASCII = A
RegexFlag.I = RegexFlag.IGNORECASE = I
RegexFlag.L = RegexFlag.LOCALE = L
RegexFlag.U = RegexFlag.UNICODE = U
RegexFlag.M = RegexFlag.MULTILINE = M
RegexFlag.S = RegexFlag.DOTALL = S
RegexFlag.X = RegexFlag.VERBOSE = X
RegexFlag.NOFLAG = NOFLAG
RegexFlag.DEBUG = DEBUG


class Scanner:
    """Cuts a string into tokens. `lexicon` is a list of (pattern, action): the action is called with the scanner, whose `match` is the
    token's, and the token's text; what isn't callable stands for the token itself; None drops it."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        self.match = None
        self._actions = {}
        number = 1
        for phrase, action in lexicon:
            self._actions[number] = action
            number += 1 + compile(phrase, flags).groups
        self.scanner = compile("|".join([f"({phrase})" for phrase, _ in lexicon]), flags)

    def scan(self, string):
        """The tokens, and the rest that no pattern matches."""
        found = []
        at = 0
        while match := self.scanner.match(string, at):
            if match.end() == at:
                break
            action = self._actions[match.lastindex]
            if callable(action):
                self.match = match
                action = action(self, match.group())
            if action is not None:
                found.append(action)
            at = match.end()
        return found, string[at:]
