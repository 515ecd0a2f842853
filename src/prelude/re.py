# What module re leaves to Python: calling a function for each match, going through matches one by one, and
# its exception, which the natives raise.


def _re_make_error():
    class error(Exception):
        """Exception raised for invalid regular expressions."""

        __module__ = "re"
        __qualname__ = "error"

        def __init__(self, msg, pattern=None, pos=None):
            self.msg = msg
            self.pattern = pattern
            self.pos = pos
            if pattern is not None and pos is not None:
                msg = "%s at position %d" % (msg, pos)
                newline = "\n" if isinstance(pattern, str) else b"\n"
                self.lineno = pattern.count(newline, 0, pos) + 1
                self.colno = pos - pattern.rfind(newline, 0, pos)
                if newline in pattern:
                    msg = "%s (line %d, column %d)" % (msg, self.lineno, self.colno)
            else:
                self.lineno = self.colno = None
            Exception.__init__(self, msg)

    return error


re_error = _re_make_error()


@native_iterator("callable_iterator")
def pattern_finditer(self, string, pos, endpos):
    if pos is __missing__:
        pos = 0
    if endpos is __missing__:
        endpos = len(string)
    at, must_advance = pos, False
    while True:
        batch = self._batch(string, at, endpos, must_advance, pos)
        for match in batch:
            yield match
        if len(batch) < 32:
            return
        start, at = batch[-1].span()
        must_advance = start == at


def pattern_finditer_at(self, string, pos, endpos):
    # The method: places are asked for their ints at the call.
    if pos is not __missing__:
        pos = container_index(pos)
    if endpos is not __missing__:
        endpos = container_index(endpos)
    return pattern_finditer(self, string, pos, endpos)


def _re_make_scanner():
    class SRE_Scanner:
        __module__ = "_sre"
        __qualname__ = "SRE_Scanner"
        __slots__ = ("pattern", "_string", "_pos", "_endpos", "_at", "_must_advance")

        def __new__(cls, *args, **kwargs):
            raise TypeError("cannot create '_sre.SRE_Scanner' instances")

        def match(self):
            return self._next(True)

        def search(self):
            return self._next(False)

        def _next(self, anchored):
            if self._at is None:  # there was no more
                return None
            found = self.pattern._batch(self._string, self._at, self._endpos, self._must_advance, self._pos, anchored, 1)
            if not found:
                self._at = None
                return None
            start, self._at = found[0].span()
            self._must_advance = start == self._at
            return found[0]

    return SRE_Scanner


re_scanner = _re_make_scanner()


def pattern_scanner(self, string, pos, endpos):
    scanner = object.__new__(re_scanner)
    scanner.pattern = self
    scanner._string = string
    scanner._pos = scanner._at = 0 if pos is __missing__ else container_index(pos)
    scanner._endpos = len(string) if endpos is __missing__ else container_index(endpos)
    scanner._must_advance = False
    return scanner


def _pattern_substitute(self, repl, string, count):
    count = container_index(count)
    if isinstance(repl, (str, bytes, bytearray, memoryview)):
        return self.subn(repl, string, count)
    if not callable(repl):
        if isinstance(string, str):
            raise TypeError(f"decoding to str: need a bytes-like object, {class_of(repl).__name__} found")
        raise TypeError(f"cannot convert '{class_of(repl).__name__}' object to bytes")
    pieces = []
    done = 0
    end = len(string)
    at, must_advance = 0, False
    more = count >= 0
    while more:
        batch = self._batch(string, at, end, must_advance, 0)
        more = len(batch) == 32
        for match in batch:
            start, stop = match.span()
            if at < start:
                pieces.append(string[at:start])
            item = repl(match)
            if item is not None:
                pieces.append(item)
            at = stop
            must_advance = start == stop
            done += 1
            if done == count:
                more = False
                break
    if at < end:
        pieces.append(string[at:])
    return ("" if isinstance(string, str) else b"").join(pieces), done


def pattern_sub(self, repl, string, count):
    return _pattern_substitute(self, repl, string, count)[0]


def pattern_subn(self, repl, string, count):
    return _pattern_substitute(self, repl, string, count)


# For a match, when a group is named by an object with __index__.


def match_group(self, args):
    return self.group(*[key if isinstance(key, str) else container_index(key) for key in args])


def match_getitem(self, key):
    return self.group(container_index(key))


def match_start(self, group):
    return self.start(container_index(group))


def match_end(self, group):
    return self.end(container_index(group))


def match_span(self, group):
    return self.span(container_index(group))


def Pattern__reduce__(self):
    return import_module("re").compile, (self.pattern, self.flags)
