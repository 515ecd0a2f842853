"""Exceptions as text, as the interpreter writes those that nobody catches."""

__all__ = [
    "extract_stack",
    "extract_tb",
    "format_exception",
    "format_exception_only",
    "format_list",
    "format_stack",
    "format_tb",
    "print_exc",
    "format_exc",
    "print_exception",
    "print_last",
    "print_stack",
    "print_tb",
    "clear_frames",
    "FrameSummary",
    "StackSummary",
    "TracebackException",
    "walk_stack",
    "walk_tb",
]

import collections.abc as _abc
import linecache
import sys as _sys

_RECURSIVE_CUTOFF = 3  # a line that repeats is shown so often
_CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
_CONTEXT = "\nDuring handling of the above exception, another exception occurred:\n\n"


class _Implicit:
    def __repr__(self):
        return "<implicit>"


_implicit = _Implicit()


def _text_of(value, what, function=str):
    try:
        return function(value)
    except:
        return f"<{what} {function.__name__}() failed>"


# --- lines of a stack

# The four parts that a frame was before it had a class.


def _as_tuple(summary):
    return summary.filename, summary.lineno, summary.name, summary.line


def _of_tuple(filename, lineno, name, line):
    return FrameSummary(filename, lineno, name, line=line)


class FrameSummary:
    """One line of a traceback."""

    __slots__ = ("filename", "lineno", "end_lineno", "colno", "end_colno", "name", "_line", "locals")

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None, end_colno=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self._line = line
        self.locals = None if locals is None else {key: _text_of(value, "local", repr) for key, value in locals.items()}
        self.end_lineno = end_lineno
        self.colno = colno
        self.end_colno = end_colno
        if lookup_line:
            self.line

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return (self.filename, self.lineno, self.name, self.locals) == (other.filename, other.lineno, other.name, other.locals)
        return _as_tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __getitem__(self, index):
        return _as_tuple(self)[index]

    def __iter__(self):
        return iter([*_as_tuple(self)])

    def __len__(self):
        return 4

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"

    @property
    def _original_line(self):
        self.line
        return self._line

    @property
    def line(self):
        if self._line is None:
            if self.lineno is None:
                return None
            self._line = linecache.getline(self.filename, self.lineno)
        return self._line.strip()


def _characters(line, column):
    # How many characters the bytes up to `column` are.
    return len(line.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))


def _carets(frame, line):
    # What is printed below the line, which is stripped; "" when the whole line is meant.
    original = frame._original_line
    stripped = len(original) - len(line.lstrip())
    if line != frame.line:
        stripped = len(original) - len(frame.line.lstrip())
    begin = _characters(original, frame.colno) + 1
    end = _characters(original, frame.end_colno) + 1
    anchors = None
    if frame.lineno == frame.end_lineno:
        anchors = _anchors(original[begin - 1 : end - 1])
    else:
        end = stripped + len(line)
    if end - begin >= len(line) and not (anchors and anchors[1] > anchors[0]):
        return ""
    margin = "    " + " " * (begin - stripped)
    if anchors:
        left, right = anchors
        return margin + "~" * left + "^" * (right - left) + "~" * (end - begin - right) + "\n"
    return margin + "^" * (end - begin) + "\n"


def _repeated(count):
    return f"  [Previous line repeated {count} more time{'s' if count > 1 else ''}]\n"


class StackSummary(list):
    """A list of FrameSummary objects, representing a stack of frames."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        """A StackSummary of (frame, line number) pairs."""
        return klass._extract(((frame, (line, None, None, None)) for frame, line in frame_gen), limit, lookup_lines, capture_locals)

    @classmethod
    def _extract(klass, frames, limit, lookup_lines, capture_locals):
        if limit is None:
            limit = getattr(_sys, "tracebacklimit", None)
            if limit is not None and limit < 0:
                limit = 0
        frames = list(frames)
        if limit is not None:
            frames = frames[:limit] if limit >= 0 else frames[limit:]
        result = klass()
        names = []
        for frame, (lineno, end_lineno, colno, end_colno) in frames:
            code = frame.f_code
            if code.co_filename not in names:
                names.append(code.co_filename)
                linecache.lazycache(code.co_filename, frame.f_globals)
            result.append(
                FrameSummary(
                    code.co_filename,
                    lineno,
                    code.co_name,
                    lookup_line=False,
                    locals=frame.f_locals if capture_locals else None,
                    end_lineno=end_lineno,
                    colno=colno,
                    end_colno=end_colno,
                )
            )
        for name in names:
            linecache.checkcache(name)
        if lookup_lines:
            for frame in result:
                frame.line
        return result

    @classmethod
    def from_list(klass, a_list):
        """A StackSummary of FrameSummary objects or tuples of old (file, line, name, text)."""
        return StackSummary([each if isinstance(each, FrameSummary) else _of_tuple(*each) for each in a_list])

    def format_frame_summary(self, frame_summary):
        """The lines for one frame."""
        parts = [f'  File "{frame_summary.filename}", line {frame_summary.lineno}, in {frame_summary.name}\n']
        if frame_summary.line:
            line = frame_summary.line.strip()
            parts.append(f"    {line}\n")
            if frame_summary.colno is not None and frame_summary.end_colno is not None:
                parts.append(_carets(frame_summary, line))
        if frame_summary.locals:
            for name, value in sorted(frame_summary.locals.items()):
                parts.append(f"    {name} = {value}\n")
        return "".join(parts)

    def format(self):
        """A list of strings, one for each frame; runs of the same line are cut short."""
        result = []
        last = None
        count = 0
        for frame in self:
            shown = self.format_frame_summary(frame)
            if shown is None:
                continue
            place = (frame.filename, frame.lineno, frame.name)
            if last is None or None in last or place != last:
                if count > _RECURSIVE_CUTOFF:
                    result.append(_repeated(count - _RECURSIVE_CUTOFF))
                last = place
                count = 0
            count += 1
            if count <= _RECURSIVE_CUTOFF:
                result.append(shown)
        if count > _RECURSIVE_CUTOFF:
            result.append(_repeated(count - _RECURSIVE_CUTOFF))
        return result


def walk_stack(f):
    """Walk a stack yielding the frame and line number for each frame, innermost first."""
    if f is None:
        f = _sys._getframe(0)
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def walk_tb(tb):
    """Walk a traceback yielding the frame and line number for each of its entries."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def _walk_positions(tb):
    while tb is not None:
        frame = tb.tb_frame
        place = _position(tb)
        if place is None:
            # Something that looks like a traceback.
            place = (None, None, None, None)
            if tb.tb_lasti >= 0:
                for i, found in enumerate(frame.f_code.co_positions()):
                    if i == tb.tb_lasti // 2:
                        place = found
                        break
        if place[0] is None:
            place = (tb.tb_lineno, *place[1:])
        yield frame, place
        tb = tb.tb_next


def extract_tb(tb, limit=None):
    """A StackSummary of a traceback's entries."""
    return StackSummary._extract(_walk_positions(tb), limit, True, False)


def extract_stack(f=None, limit=None):
    """A StackSummary of the current stack, or of the frame's, outermost first."""
    if f is None:
        f = _sys._getframe(0)
    stack = StackSummary.extract(walk_stack(f), limit=limit)
    stack.reverse()
    return stack


def format_list(extracted_list):
    """Entries of a traceback as a list of strings."""
    return StackSummary.from_list(extracted_list).format()


def format_tb(tb, limit=None):
    """A shorthand for format_list(extract_tb(tb, limit))."""
    return extract_tb(tb, limit=limit).format()


def format_stack(f=None, limit=None):
    """A shorthand for format_list(extract_stack(f, limit))."""
    if f is None:
        f = _sys._getframe(0)
    return format_list(extract_stack(f, limit=limit))


def print_list(extracted_list, file=None):
    """Print the list of tuples as returned by extract_tb() or extract_stack()."""
    if file is None:
        file = _sys.stderr
    for item in StackSummary.from_list(extracted_list).format():
        print(item, file=file, end="")


def print_tb(tb, limit=None, file=None):
    """Print the lines of a traceback."""
    print_list(extract_tb(tb, limit=limit), file=file)


def print_stack(f=None, limit=None, file=None):
    """Print the lines of the current stack, or of the frame's."""
    if f is None:
        f = _sys._getframe(0)
    print_list(extract_stack(f, limit=limit), file=file)


def clear_frames(tb):
    """Clear all references to local variables in the frames of a traceback."""
    while tb is not None:
        try:
            tb.tb_frame.clear()
        except (AttributeError, RuntimeError):
            pass
        tb = tb.tb_next


# --- exceptions


class _Box:
    # Around what is in an exception group.
    def __init__(self):
        self.seen = set()
        self.exception_group_depth = 0
        self.need_close = False

    def indent(self):
        return " " * (2 * self.exception_group_depth)

    def emit(self, text, margin="|"):
        start = self.indent() + margin + " " if self.exception_group_depth else ""
        if isinstance(text, str):
            text = (text,)
        for part in text:
            if start:
                yield "".join([start + line for line in part.splitlines(keepends=True)])
            else:
                yield part


class TracebackException:
    """An exception ready for being formatted: what it refers to may change, or go."""

    _host_line = ()

    def __init__(
        self,
        exc_type,
        exc_value,
        exc_traceback,
        *,
        limit=None,
        lookup_lines=True,
        capture_locals=False,
        compact=False,
        max_group_width=15,
        max_group_depth=10,
        _seen=None,
        _suggest=False,
    ):
        outermost = _seen is None
        seen = set() if outermost else _seen
        seen.add(id(exc_value))
        self.max_group_width = max_group_width
        self.max_group_depth = max_group_depth
        self.stack = StackSummary._extract(_walk_positions(exc_traceback), limit, lookup_lines, capture_locals)
        # A function of the host's that raised it is the last that was called.
        function = None if exc_traceback is None else _host_function(exc_value)
        self._host_line = [] if function is None else [f'  File "<host>", in {function}\n']
        self._has_traceback = exc_traceback is not None
        self.exc_type = exc_type
        self._str = _text_of(exc_value, "exception")
        self.__notes__ = getattr(exc_value, "__notes__", None)
        if exc_type and issubclass(exc_type, SyntaxError):
            self.filename = exc_value.filename
            self.lineno = None if exc_value.lineno is None else str(exc_value.lineno)
            self.end_lineno = None if exc_value.end_lineno is None else str(exc_value.end_lineno)
            self.text = exc_value.text
            self.offset = exc_value.offset
            self.end_offset = exc_value.end_offset
            self.msg = exc_value.msg
        self._uncaught = _suggest
        if _suggest and isinstance(exc_value, BaseException):
            self._str += _suggestion(exc_value)
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False
        self.__cause__ = self.__context__ = self.exceptions = None
        if not outermost:
            return
        options = dict(
            limit=limit,
            lookup_lines=lookup_lines,
            capture_locals=capture_locals,
            max_group_width=max_group_width,
            max_group_depth=max_group_depth,
            _seen=seen,
            _suggest=_suggest,
        )
        # A chain may be long: it is followed in a loop.
        waiting = [(self, exc_value)]
        while waiting:
            made, e = waiting.pop()
            if e is None:
                continue
            if e.__cause__ is not None and id(e.__cause__) not in seen:
                other = e.__cause__
                made.__cause__ = TracebackException(type(other), other, other.__traceback__, **options)
                waiting.append((made.__cause__, other))
            wanted = made.__cause__ is None and not e.__suppress_context__ if compact else True
            if wanted and e.__context__ is not None and id(e.__context__) not in seen:
                other = e.__context__
                made.__context__ = TracebackException(type(other), other, other.__traceback__, **options)
                waiting.append((made.__context__, other))
            if isinstance(e, BaseExceptionGroup):
                made.exceptions = [TracebackException(type(each), each, each.__traceback__, **options) for each in e.exceptions]
                waiting.extend(zip(made.exceptions, e.exceptions))

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        """A TracebackException of an exception."""
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __eq__(self, other):
        if isinstance(other, TracebackException):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self):
        """The lines that say what was raised, and the notes."""
        if self.exc_type is None:
            yield _last_line(None, self._str)
            return
        name = self.exc_type.__qualname__
        module = self.exc_type.__module__
        if module not in ("__main__", "builtins"):
            name = (module if isinstance(module, str) else "<unknown>") + "." + name
        if not issubclass(self.exc_type, SyntaxError):
            yield _last_line(name, self._str)
        else:
            yield from self._format_syntax_error(name)
        notes = self.__notes__
        if isinstance(notes, _abc.Sequence):
            for note in notes:
                for line in _text_of(note, "note").split("\n"):
                    yield line + "\n"
        elif notes is not None:
            yield _text_of(notes, "__notes__", repr)

    def _format_syntax_error(self, name):
        suffix = ""
        if self.lineno is not None:
            yield f'  File "{self.filename or "<string>"}", line {self.lineno}\n'
        elif self.filename is not None:
            suffix = f" ({self.filename})"
        if self.text is not None:
            whole = self.text.rstrip("\n")
            line = whole.lstrip(" \n\f")
            spaces = len(whole) - len(line)
            yield f"    {line}\n"
            if self.offset is not None:
                end = self.end_offset if self.end_offset not in (None, 0) else self.offset
                if end == self.offset or end == -1:
                    end = self.offset + 1
                if self._uncaught:
                    # The interpreter's own way with odd places.
                    end = min(end if end > self.offset else self.offset + 1, len(whole) + 1)
                begin = self.offset - 1 - spaces
                if begin >= 0:
                    blank = "".join([c if c.isspace() else " " for c in line[:begin]])
                    yield f"    {blank}{'^' * (end - 1 - spaces - begin)}\n"
        yield f"{name}: {self.msg or '<no detail available>'}{suffix}\n"

    def format(self, *, chain=True, _ctx=None):
        """All the lines, the exceptions before this one first."""
        box = _Box() if _ctx is None else _ctx
        chained = []
        at = self
        while at is not None:
            why = following = None
            if chain:
                if at.__cause__ is not None:
                    why, following = _CAUSE, at.__cause__
                elif at.__context__ is not None and not at.__suppress_context__:
                    why, following = _CONTEXT, at.__context__
            chained.append((why, at))
            at = following
        for why, at in reversed(chained):
            if why is not None:
                yield from box.emit(why)
            if at.exceptions is not None:
                yield from at._format_group(box, chain)
                continue
            if at.stack:
                yield from box.emit("Traceback (most recent call last):\n")
                yield from box.emit(at.stack.format())
                yield from box.emit(at._host_line)
            yield from box.emit(at.format_exception_only())

    def _format_group(self, box, chain):
        if box.exception_group_depth > self.max_group_depth:
            yield from box.emit(f"... (max_group_depth is {self.max_group_depth})\n")
            return
        outermost = box.exception_group_depth == 0
        if outermost:
            box.exception_group_depth = 1
        if self.stack:
            yield from box.emit("Exception Group Traceback (most recent call last):\n", "+" if outermost else "|")
            yield from box.emit(self.stack.format())
            yield from box.emit(self._host_line)
        yield from box.emit(self.format_exception_only())
        count = len(self.exceptions)
        shown = min(count, self.max_group_width + 1)
        box.need_close = False
        for i in range(shown):
            last = i == shown - 1
            cut = i >= self.max_group_width
            if last:
                box.need_close = True  # unless a group inside it draws the line
            yield f"{box.indent()}{'+-' if i == 0 else '  '}+---------------- {'...' if cut else i + 1} ----------------\n"
            box.exception_group_depth += 1
            if cut:
                left = count - self.max_group_width
                yield from box.emit(f"and {left} more exception{'s' if left > 1 else ''}\n")
            else:
                yield from self.exceptions[i].format(chain=chain, _ctx=box)
            if last and box.need_close:
                yield box.indent() + "+------------------------------------\n"
                box.need_close = False
            box.exception_group_depth -= 1
        if outermost:
            box.exception_group_depth = 0

    def print(self, *, file=None, chain=True):
        """Print the result of self.format(chain=chain) to `file`."""
        if file is None:
            file = _sys.stderr
        for line in self.format(chain=chain):
            print(line, file=file, end="")


def _last_line(name, value):
    text = value if isinstance(value, str) else _text_of(value, "exception")
    return f"{name}\n" if value is None or not text else f"{name}: {text}\n"


def _value_and_traceback(exc, value, tb):
    if (value is _implicit) != (tb is _implicit):
        raise ValueError("Both or neither of value and tb must be given")
    if value is _implicit:
        if exc is None:
            return None, None
        if isinstance(exc, BaseException):
            return exc, exc.__traceback__
        raise TypeError(f"Exception expected for value, {type(exc).__name__} found")
    return value, tb


def format_exception_only(exc, /, value=_implicit):
    """The last lines of a traceback, which say what was raised."""
    if value is _implicit:
        value = exc
    return list(TracebackException(type(value), value, None, compact=True).format_exception_only())


def format_exception(exc, /, value=_implicit, tb=_implicit, limit=None, chain=True):
    """A list of strings: the traceback and what was raised."""
    value, tb = _value_and_traceback(exc, value, tb)
    return list(TracebackException(type(value), value, tb, limit=limit, compact=True).format(chain=chain))


def print_exception(exc, /, value=_implicit, tb=_implicit, limit=None, file=None, chain=True):
    """Print the traceback and what was raised, to sys.stderr unless `file` is given."""
    value, tb = _value_and_traceback(exc, value, tb)
    TracebackException(type(value), value, tb, limit=limit, compact=True).print(file=file, chain=chain)


def format_exc(limit=None, chain=True):
    """Like print_exc() but return a string."""
    return "".join(format_exception(_sys.exc_info()[1], limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    """Shorthand for print_exception of the exception that is being handled."""
    print_exception(_sys.exc_info()[1], limit=limit, file=file, chain=chain)


def print_last(limit=None, file=None, chain=True):
    """Shorthand for print_exception of the last exception that nobody caught."""
    if not hasattr(_sys, "last_type"):
        raise ValueError("no last exception")
    print_exception(_sys.last_type, _sys.last_value, _sys.last_traceback, limit, file, chain)


def _print_uncaught(exctype, value, tb):
    # What sys.excepthook does: with suggestions.
    TracebackException(type(value), value, tb, compact=True, _suggest=True).print()
