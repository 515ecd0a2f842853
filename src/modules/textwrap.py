"""Wrapping, filling, indenting text. The chunks that lines are made of come from the native _split; _cut breaks words."""

__all__ = ["TextWrapper", "wrap", "fill", "dedent", "indent", "shorten"]

_whitespace = "\t\n\x0b\x0c\r "
_to_spaces = {ord(char): " " for char in _whitespace}


class TextWrapper:
    """Breaks text into lines of at most `width` characters."""

    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True, fix_sentence_endings=False,
                 break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None, placeholder=" [...]"):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(_to_spaces)
        return text

    def _split(self, text):
        return _split(text, self.break_on_hyphens is True)

    def _fix_sentence_endings(self, chunks):
        # Two spaces behind a chunk that ends a sentence: a lower-case letter, one of .!?, perhaps a closing quote.
        for i in range(len(chunks) - 1):
            if chunks[i + 1] != " ":
                continue
            end = chunks[i]
            if end[-1:] in ("'", '"'):
                end = end[:-1]
            if len(end) >= 2 and end[-1] in ".!?" and "a" <= end[-2] <= "z":
                chunks[i + 1] = "  "

    def _handle_long_word(self, reversed_chunks, cur_line, cur_len, width):
        space_left = 1 if width < 1 else width - cur_len
        if not self.break_long_words:
            if not cur_line:
                cur_line.append(reversed_chunks.pop())
            return
        chunk = reversed_chunks[-1]
        end = space_left
        if self.break_on_hyphens and len(chunk) > space_left:
            hyphen = chunk.rfind("-", 0, space_left)
            if hyphen > 0 and chunk[:hyphen].strip("-"):
                end = hyphen + 1
        cur_line.append(chunk[:end])
        reversed_chunks[-1] = chunk[end:]

    def _break_evenly(self, chunk, width, indent, lines):
        # A word of many lines without hyphens, broken at once; gives what is left, which is not empty.
        end = (len(chunk) - 1) // width * width
        pieces = _cut(chunk, end, width)
        lines += [indent + piece for piece in pieces] if indent else pieces
        return chunk[end:]

    def _wrap_chunks(self, chunks):
        lines = []
        if self.width <= 0:
            raise ValueError("invalid width %r (must be > 0)" % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        chunks.reverse()
        evenly = self.break_long_words and self.max_lines is None and type(self)._handle_long_word is TextWrapper._handle_long_word
        while chunks:
            cur_line = []
            cur_len = 0
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and chunks[-1].strip() == "" and lines:
                del chunks[-1]
            if evenly and chunks and lines and width > 0 and len(chunks[-1]) > 4 * width and "-" not in chunks[-1] and chunks[-1].strip():
                chunks[-1] = self._break_evenly(chunks[-1], width, indent, lines)
            while chunks:
                length = len(chunks[-1])
                if cur_len + length > width:
                    break
                cur_line.append(chunks.pop())
                cur_len += length
            if chunks and len(chunks[-1]) > width:
                self._handle_long_word(chunks, cur_line, cur_len, width)
                cur_len = sum([len(chunk) for chunk in cur_line])
            if self.drop_whitespace and cur_line and cur_line[-1].strip() == "":
                cur_len -= len(cur_line[-1])
                del cur_line[-1]
            if not cur_line:
                continue
            last = not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()
            if self.max_lines is None or len(lines) + 1 < self.max_lines or last and cur_len <= width:
                lines.append(indent + "".join(cur_line))
                continue
            # No line more: make room for the placeholder.
            while cur_line:
                if cur_line[-1].strip() and cur_len + len(self.placeholder) <= width:
                    cur_line.append(self.placeholder)
                    lines.append(indent + "".join(cur_line))
                    break
                cur_len -= len(cur_line[-1])
                del cur_line[-1]
            else:
                if lines:
                    previous = lines[-1].rstrip()
                    if len(previous) + len(self.placeholder) <= self.width:
                        lines[-1] = previous + self.placeholder
                        break
                lines.append(indent + self.placeholder.lstrip())
            break
        return lines

    def wrap(self, text):
        chunks = self._split(self._munge_whitespace(text))
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    wrapper = TextWrapper(width=width, max_lines=1, **kwargs)
    return wrapper.fill(" ".join(text.strip().split()))


def _margin_of(line):
    return line[:len(line) - len(line.lstrip(" \t"))]


def dedent(text):
    # Lines of spaces and tabs alone count for nothing and lose them.
    lines = text.split("\n")
    margin = None
    for i, line in enumerate(lines):
        if not line.strip(" \t"):
            lines[i] = ""
            continue
        indent = _margin_of(line)
        if margin is None:
            margin = indent
        elif not indent.startswith(margin):
            common = 0
            while common < len(indent) and indent[common] == margin[common]:
                common += 1
            margin = margin[:common]
    if margin:
        lines = [line[len(margin):] if line else line for line in lines]
    return "\n".join(lines)


def indent(text, prefix, predicate=None):
    if predicate is None:
        def predicate(line):
            return line.strip()
    return "".join([prefix + line if predicate(line) else line for line in text.splitlines(True)])
