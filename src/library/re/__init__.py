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
    "template",
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


_MEMBERS = {}  # by their values; NOFLAG too


class _FlagType(type):
    # What enum.EnumType gives the class of CPython.
    @property
    def __members__(cls):
        return type(vars(int))({name: getattr(cls, name) for name in _ALL_NAMES})

    def __getitem__(cls, name):
        return cls.__members__[name]

    def __iter__(cls):
        return iter([_MEMBERS[bit] for bit, _ in _NAMES])

    def __reversed__(cls):
        return iter([_MEMBERS[bit] for bit, _ in reversed(_NAMES)])

    def __len__(cls):
        return len(_NAMES)

    def __bool__(cls):
        return True

    def __contains__(cls, member):
        if not isinstance(member, cls):
            raise TypeError(f"unsupported operand type(s) for 'in': '{type(member).__qualname__}' and 'EnumType'")
        return int(member) in _MEMBERS

    def __repr__(cls):
        return f"<flag '{cls.__name__}'>"


class RegexFlag(int, metaclass=_FlagType):
    """Flags of a pattern; they combine with | & ^ ~."""

    def __new__(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid RegexFlag")
        value = int(value)
        if value < 0:
            value += max(512, 1 << value.bit_length())
        member = _MEMBERS.get(value)
        return int.__new__(cls, value) if member is None else member

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
        return RegexFlag(-1 - int(self))

    def __contains__(self, other):
        if not isinstance(other, RegexFlag):
            raise TypeError(f"unsupported operand type(s) for 'in': '{type(other).__qualname__}' and 'RegexFlag'")
        return int(self) & int(other) == int(other)

    def __iter__(self):
        return iter(sorted([_MEMBERS[bit] for bit, _ in _NAMES if int(self) & bit]))

    def __len__(self):
        return int(self).bit_count()

    @property
    def value(self):
        return int(self)

    @property
    def name(self):
        names = self._parts("")
        return "|".join(names) if names else "NOFLAG" if not self else None

    _value_, _name_ = value, name

    def _parts(self, prefix):
        names = [prefix + name for bit, name in _NAMES if int(self) & bit]
        if names and int(self) > 511:
            names.append(hex(int(self) & ~511))
        return names

    def __repr__(self):
        names = self._parts("re.")
        return "|".join(names) if names else "re.NOFLAG" if not self else f"re.RegexFlag({int(self)})"

    __str__ = __repr__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __format__(self, spec):
        return format(int(self), spec) if spec else str(self)


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
RegexFlag.T = RegexFlag.TEMPLATE = T
RegexFlag.NOFLAG = NOFLAG
RegexFlag.DEBUG = DEBUG
_ALL_NAMES = "NOFLAG ASCII A IGNORECASE I LOCALE L UNICODE U MULTILINE M DOTALL S VERBOSE X TEMPLATE T DEBUG".split()
for _flag in (NOFLAG, A, I, L, U, M, S, X, T, DEBUG):
    _MEMBERS[int(_flag)] = _flag
del _flag


def template(pattern, flags=0):
    "A pattern with the flag that nobody knows the use of. Deprecated."
    import warnings

    message = (
        "The re.template() function is deprecated as it is an undocumented function without an obvious purpose. Use re.compile() instead."
    )
    warnings.warn_explicit(message, DeprecationWarning, __file__, 1, __name__)
    return compile(pattern, flags | T)


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
