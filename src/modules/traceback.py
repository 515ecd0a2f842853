"""Exceptions as text, as the interpreter writes those that nobody catches."""

__all__ = ["extract_tb", "format_exception", "format_exception_only", "format_list", "format_tb", "print_exc", "format_exc",
           "print_exception", "print_tb", "print_list", "walk_tb", "StackSummary", "FrameSummary", "TracebackException"]

import sys as _sys

_CUTOFF = 3  # a line that repeats is shown so often
_MISSING = object()
_CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
_CONTEXT = "\nDuring handling of the above exception, another exception occurred:\n\n"


class FrameSummary:
    """One line of a traceback."""

    def __init__(self, filename, lineno, name, *, line=None, _text=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self.locals = None
        self.line = line
        self._text = _text

    def __eq__(self, other):
        if isinstance(other, (FrameSummary, tuple)):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __getitem__(self, index):
        return (self.filename, self.lineno, self.name, self.line)[index]

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __len__(self):
        return 4

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"


class StackSummary(list):
    """A list of FrameSummary objects."""

    @classmethod
    def from_list(cls, frames):
        result = cls()
        for frame in frames:
            if isinstance(frame, FrameSummary):
                result.append(frame)
            else:
                filename, lineno, name, line = frame
                result.append(FrameSummary(filename, lineno, name, line=line))
        return result

    def format_frame_summary(self, frame):
        text = f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n'
        if frame._text is not None:
            return text + frame._text
        return text + f"    {frame.line.strip()}\n" if frame.line else text

    def format(self):
        result = []
        last = None
        count = 0
        for frame in self:
            place = (frame.filename, frame.lineno, frame.name)
            if place != last:
                if count > _CUTOFF:
                    result.append(_repeated(count - _CUTOFF))
                last = place
                count = 0
            count += 1
            if count <= _CUTOFF:
                result.append(self.format_frame_summary(frame))
        if count > _CUTOFF:
            result.append(_repeated(count - _CUTOFF))
        return result


def _repeated(count):
    return f"  [Previous line repeated {count} more time{'s' if count > 1 else ''}]\n"


def walk_tb(tb):
    """Walk a traceback yielding the frame and line number for each of its entries."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def extract_tb(tb, limit=None):
    """A StackSummary of a traceback's entries."""
    result = StackSummary()
    while tb is not None:
        code = tb.tb_frame.f_code
        text = _frame_text(tb)
        line = text.split("\n", 1)[0].strip()
        result.append(FrameSummary(code.co_filename, tb.tb_lineno, code.co_name, line=line, _text=text))
        tb = tb.tb_next
    if limit is not None:
        result[:] = result[:limit] if limit >= 0 else result[limit:]
    return result


def format_list(extracted_list):
    """Entries of a traceback as a list of strings."""
    return StackSummary.from_list(extracted_list).format()


def format_tb(tb, limit=None):
    """A shorthand for format_list(extract_tb(tb, limit))."""
    return extract_tb(tb, limit).format()


class _Box:
    # Around what is in an exception group.
    def __init__(self):
        self.depth = 0
        self.open = False

    def indent(self):
        return " " * (2 * self.depth)

    def lines(self, texts, margin="|"):
        if self.depth == 0:
            yield from texts
            return
        start = f"{self.indent()}{margin} "
        for text in texts:
            yield "".join([start + line for line in text.splitlines(keepends=True)])


def _of(exc, value):
    if value is _MISSING:
        if isinstance(exc, BaseException) or exc is None:
            return exc
        raise ValueError("Both or neither of value and tb must be given")
    return value


def _text_of(value):
    try:
        return str(value)
    except Exception:
        return "<exception str() failed>"


class TracebackException:
    """An exception ready for being formatted."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False, compact=False,
                 max_group_width=15, max_group_depth=10, _seen=None):
        seen = set() if _seen is None else _seen
        seen.add(id(exc_value))
        self.exc_type = exc_type
        self.stack = extract_tb(exc_traceback, limit)
        self._has_traceback = exc_traceback is not None
        self._str = _text_of(exc_value)
        self.__notes__ = getattr(exc_value, "__notes__", None)
        self._place = _only(exc_value) if isinstance(exc_value, SyntaxError) else None
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False
        self.__cause__ = self.__context__ = None
        self.exceptions = None
        self.max_group_width = max_group_width
        self.max_group_depth = max_group_depth
        options = {"limit": limit, "max_group_width": max_group_width, "max_group_depth": max_group_depth}
        if exc_value is not None:
            for name in ("__cause__", "__context__"):
                other = getattr(exc_value, name)
                if other is not None and id(other) not in seen:
                    setattr(self, name, TracebackException(type(other), other, other.__traceback__, _seen=seen, **options))
        if isinstance(exc_value, BaseExceptionGroup):
            self.exceptions = [TracebackException(type(each), each, each.__traceback__, _seen=seen, **options) for each in exc_value.exceptions]

    @classmethod
    def from_exception(cls, exc, **options):
        return cls(type(exc), exc, exc.__traceback__, **options)

    def __str__(self):
        return self._str

    def format_exception_only(self):
        if self.exc_type is None:
            yield "NoneType: None\n"
            return
        if self._place is not None:
            for line in self._place.splitlines(keepends=True):
                yield line
            return
        name = self.exc_type.__qualname__
        if self.exc_type.__module__ not in ("__main__", "builtins"):
            name = f"{self.exc_type.__module__}.{name}"
        yield f"{name}: {self._str}\n" if self._str else f"{name}\n"
        if isinstance(self.__notes__, (list, tuple)):
            for note in self.__notes__:
                for line in _text_of(note).split("\n"):
                    yield line + "\n"
        elif self.__notes__ is not None:
            yield repr(self.__notes__) + "\n"

    def format(self, *, chain=True, _box=None):
        box = _Box() if _box is None else _box
        chained = []
        at = self
        why = None
        while at is not None:
            if at.__cause__ is not None:
                why, following = _CAUSE, at.__cause__
            elif at.__context__ is not None and not at.__suppress_context__:
                why, following = _CONTEXT, at.__context__
            else:
                why = following = None
            if not chain:
                why = following = None
            chained.append((why, at))
            at = following
        for why, at in reversed(chained):
            if why is not None:
                yield from box.lines([why])
            if at.exceptions is not None:
                yield from at._format_group(box, chain)
                continue
            if at._has_traceback:
                yield from box.lines(["Traceback (most recent call last):\n"])
                yield from box.lines(at.stack.format())
            yield from box.lines(at.format_exception_only())

    def _format_group(self, box, chain):
        if box.depth > self.max_group_depth:
            yield from box.lines([f"... (max_group_depth is {self.max_group_depth})\n"])
            return
        outermost = box.depth == 0
        if outermost:
            box.depth = 1
        if self._has_traceback:
            yield from box.lines(["Exception Group Traceback (most recent call last):\n"], "+" if outermost else "|")
            yield from box.lines(self.stack.format())
        yield from box.lines(self.format_exception_only())
        count = len(self.exceptions)
        shown = min(count, self.max_group_width + 1)
        box.open = False
        for i in range(shown):
            last = i == shown - 1
            cut = i >= self.max_group_width
            if last:
                box.open = True  # unless a group inside it draws the line
            yield f"{box.indent()}{'+-' if i == 0 else '  '}+---------------- {'...' if cut else i + 1} ----------------\n"
            box.depth += 1
            if cut:
                left = count - self.max_group_width
                yield from box.lines([f"and {left} more exception{'s' if left > 1 else ''}\n"])
            else:
                yield from self.exceptions[i].format(chain=chain, _box=box)
            if last and box.open:
                yield box.indent() + "+------------------------------------\n"
                box.open = False
            box.depth -= 1
        if outermost:
            box.depth = 0

    def print(self, *, file=None, chain=True):
        for line in self.format(chain=chain):
            print(line, file=_sys.stderr if file is None else file, end="")


def format_exception_only(exc, /, value=_MISSING):
    """The last lines of a traceback, which say what was raised."""
    value = _of(exc, value)
    return list(TracebackException(type(value) if value is not None else None, value, None).format_exception_only())


def format_exception(exc, /, value=_MISSING, tb=_MISSING, limit=None, chain=True):
    """A list of strings: the traceback and what was raised."""
    value = _of(exc, value)
    if tb is _MISSING:
        tb = None if value is None else value.__traceback__
    return list(TracebackException(type(value) if value is not None else None, value, tb, limit=limit).format(chain=chain))


def print_exception(exc, /, value=_MISSING, tb=_MISSING, limit=None, file=None, chain=True):
    """Print the traceback and what was raised, to sys.stderr unless `file` is given."""
    for line in format_exception(exc, value, tb, limit, chain):
        print(line, file=_sys.stderr if file is None else file, end="")


def format_exc(limit=None, chain=True):
    """Like print_exc() but return a string."""
    return "".join(format_exception(_sys.exc_info()[1], limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    """Shorthand for print_exception of the exception that is being handled."""
    print_exception(_sys.exc_info()[1], limit=limit, file=file, chain=chain)


def print_tb(tb, limit=None, file=None):
    print_list(extract_tb(tb, limit=limit), file=file)


def print_list(extracted_list, file=None):
    for line in StackSummary.from_list(extracted_list).format():
        print(line, file=_sys.stderr if file is None else file, end="")
