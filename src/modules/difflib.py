"""What two sequences have in common, and what one must do to the first to get the second."""

from collections import namedtuple as _namedtuple
from heapq import nlargest as _nlargest
from types import GenericAlias as _GenericAlias

__all__ = ["get_close_matches", "ndiff", "restore", "SequenceMatcher", "Differ", "IS_CHARACTER_JUNK", "IS_LINE_JUNK", "context_diff", "unified_diff",
           "diff_bytes", "Match"]

Match = _namedtuple("Match", "a b size")


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    """Compares pairs of sequences of hashable elements: the longest common block, then what is left of it and right of it."""

    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk = isjunk
        self.a = self.b = None
        self.autojunk = autojunk
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        """Set the two sequences to be compared."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """Set the first sequence to be compared."""
        if a is self.a:
            return
        self.a = a
        self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        """Set the second sequence to be compared; what is learnt about it is kept."""
        if b is self.b:
            return
        self.b = b
        self.matching_blocks = self.opcodes = None
        self.fullbcount = None
        places = self.b2j = {}
        for i, element in enumerate(b):
            places.setdefault(element, []).append(i)
        # Elements that aren't worth matching: junk by the function, popular ones by number.
        self.bjunk = junk = set()
        isjunk = self.isjunk
        if isjunk:
            for element in places:
                if isjunk(element):
                    junk.add(element)
            for element in junk:
                del places[element]
        self.bpopular = popular = set()
        size = len(b)
        if self.autojunk and size >= 200:
            most = size // 100 + 1
            for element, at in places.items():
                if len(at) > most:
                    popular.add(element)
            for element in popular:
                del places[element]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """Find longest matching block in a[alo:ahi] and b[blo:bhi]: the first of them in a, and in b."""
        a, b, places, junk = self.a, self.b, self.b2j, self.bjunk
        if ahi is None:
            ahi = len(a)
        if bhi is None:
            bhi = len(b)
        best_i, best_j, best_size = alo, blo, 0
        lengths = {}  # of the match that ends at a[i - 1] and b[j]
        nothing = ()
        for i in range(alo, ahi):
            new = {}
            for j in places.get(a[i], nothing):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = new[j] = lengths.get(j - 1, 0) + 1
                if k > best_size:
                    best_i, best_j, best_size = i - k + 1, j - k + 1, k
            lengths = new
        # First with what is popular but not junk, then with junk.
        for wants_junk in (False, True):
            while best_i > alo and best_j > blo and (b[best_j - 1] in junk) == wants_junk and a[best_i - 1] == b[best_j - 1]:
                best_i, best_j, best_size = best_i - 1, best_j - 1, best_size + 1
            while best_i + best_size < ahi and best_j + best_size < bhi and (b[best_j + best_size] in junk) == wants_junk \
                    and a[best_i + best_size] == b[best_j + best_size]:
                best_size += 1
        return Match(best_i, best_j, best_size)

    def get_matching_blocks(self):
        """Return list of triples describing matching subsequences; the last one is (len(a), len(b), 0)."""
        if self.matching_blocks is not None:
            return self.matching_blocks
        size_a, size_b = len(self.a), len(self.b)
        todo = [(0, size_a, 0, size_b)]
        found = []
        while todo:
            alo, ahi, blo, bhi = todo.pop()
            i, j, k = match = self.find_longest_match(alo, ahi, blo, bhi)
            if k:
                found.append(match)
                if alo < i and blo < j:
                    todo.append((alo, i, blo, j))
                if i + k < ahi and j + k < bhi:
                    todo.append((i + k, ahi, j + k, bhi))
        found.sort()
        # Adjacent blocks become one.
        blocks = []
        at_i = at_j = size = 0
        for i, j, k in found:
            if at_i + size == i and at_j + size == j:
                size += k
            else:
                if size:
                    blocks.append(Match(at_i, at_j, size))
                at_i, at_j, size = i, j, k
        if size:
            blocks.append(Match(at_i, at_j, size))
        blocks.append(Match(size_a, size_b, 0))
        self.matching_blocks = blocks
        return blocks

    def get_opcodes(self):
        """Return list of 5-tuples describing how to turn a into b: (tag, i1, i2, j1, j2)."""
        if self.opcodes is not None:
            return self.opcodes
        i = j = 0
        self.opcodes = out = []
        for at_i, at_j, size in self.get_matching_blocks():
            tag = "replace" if i < at_i and j < at_j else "delete" if i < at_i else "insert" if j < at_j else ""
            if tag:
                out.append((tag, i, at_i, j, at_j))
            i, j = at_i + size, at_j + size
            if size:
                out.append(("equal", at_i, i, at_j, j))
        return out

    def get_grouped_opcodes(self, n=3):
        """Isolate change clusters by eliminating ranges with no changes: groups with up to n lines of context."""
        codes = self.get_opcodes() or [("equal", 0, 1, 0, 1)]
        codes = list(codes)
        if codes[0][0] == "equal":
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == "equal":
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == "equal" and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == "equal"):
            yield group

    def ratio(self):
        """Return a measure of the sequences' similarity (float in [0,1])."""
        return _ratio(sum([match.size for match in self.get_matching_blocks()]), len(self.a) + len(self.b))

    def quick_ratio(self):
        """Return an upper bound on ratio() relatively quickly."""
        if self.fullbcount is None:
            self.fullbcount = counts = {}
            for element in self.b:
                counts[element] = counts.get(element, 0) + 1
        counts = self.fullbcount
        left = {}
        matches = 0
        for element in self.a:
            n = left[element] if element in left else counts.get(element, 0)
            left[element] = n - 1
            if n > 0:
                matches += 1
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """Return an upper bound on ratio() very quickly."""
        return _ratio(min(len(self.a), len(self.b)), len(self.a) + len(self.b))

    __class_getitem__ = classmethod(_GenericAlias)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """Use SequenceMatcher to return list of the best "good enough" matches, the most similar first."""
    if not n > 0:
        raise ValueError("n must be > 0: %r" % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError("cutoff must be in [0.0, 1.0]: %r" % (cutoff,))
    found = []
    matcher = SequenceMatcher()
    matcher.set_seq2(word)
    for x in possibilities:
        matcher.set_seq1(x)
        if matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff and matcher.ratio() >= cutoff:
            found.append((matcher.ratio(), x))
    return [x for score, x in _nlargest(n, found)]


# --- lines that are compared within

def IS_LINE_JUNK(line, pat=None):
    """Return True for ignorable line: blank, or with a single '#'."""
    if pat is not None:
        return pat(line) is not None
    text = line.strip()
    return text == "" or text == "#"


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    """Return True for ignorable character: a space or tab."""
    return ch in ws


def _kept(line, tags):
    # The line's own blanks stay in the line of tags, so that tabs line up.
    return "".join([c if tag == " " and c.isspace() else tag for c, tag in zip(line, tags)]).rstrip()


class Differ:
    """Compares sequences of lines of text, and the lines that are similar character by character."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        """Compare two sequences of lines; generate the resulting delta."""
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == "replace":
                yield from self._replace(a, alo, ahi, b, blo, bhi)
            elif tag == "delete":
                yield from self._dump("-", a, alo, ahi)
            elif tag == "insert":
                yield from self._dump("+", b, blo, bhi)
            else:
                yield from self._dump(" ", a, alo, ahi)

    def _dump(self, tag, lines, low, high):
        for i in range(low, high):
            yield f"{tag} {lines[i]}"

    def _plain_replace(self, a, alo, ahi, b, blo, bhi):
        # The shorter block first.
        if bhi - blo < ahi - alo:
            yield from self._dump("+", b, blo, bhi)
            yield from self._dump("-", a, alo, ahi)
        else:
            yield from self._dump("-", a, alo, ahi)
            yield from self._dump("+", b, blo, bhi)

    def _helper(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi:
            if blo < bhi:
                yield from self._replace(a, alo, ahi, b, blo, bhi)
            else:
                yield from self._dump("-", a, alo, ahi)
        elif blo < bhi:
            yield from self._dump("+", b, blo, bhi)

    def _replace(self, a, alo, ahi, b, blo, bhi):
        # The most similar pair is the middle; what is before and behind it is handled the same way.
        best, cutoff = 0.74, 0.75
        matcher = SequenceMatcher(self.charjunk)
        equal_i = equal_j = None
        for j in range(blo, bhi):
            matcher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    if equal_i is None:
                        equal_i, equal_j = i, j
                    continue
                matcher.set_seq1(a[i])
                if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and matcher.ratio() > best:
                    best, best_i, best_j = matcher.ratio(), i, j
        if best < cutoff:
            if equal_i is None:
                yield from self._plain_replace(a, alo, ahi, b, blo, bhi)
                return
            best_i, best_j = equal_i, equal_j
        else:
            equal_i = None
        yield from self._helper(a, alo, best_i, b, blo, best_j)
        x, y = a[best_i], b[best_j]
        if equal_i is None:
            tags_x, tags_y = [], []
            matcher.set_seqs(x, y)
            for tag, i1, i2, j1, j2 in matcher.get_opcodes():
                mark_x, mark_y = {"replace": "^^", "delete": "-+", "insert": "-+", "equal": "  "}[tag]
                tags_x.append(mark_x * (i2 - i1))
                tags_y.append(mark_y * (j2 - j1))
            yield from self._qformat(x, y, "".join(tags_x), "".join(tags_y))
        else:
            yield "  " + x
        yield from self._helper(a, best_i + 1, ahi, b, best_j + 1, bhi)

    def _qformat(self, aline, bline, atags, btags):
        atags, btags = _kept(aline, atags), _kept(bline, btags)
        yield "- " + aline
        if atags:
            yield f"? {atags}\n"
        yield "+ " + bline
        if btags:
            yield f"? {btags}\n"


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """Compare a and b (lists of strings); return a Differ-style delta."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """Generate one of the two sequences that generated a delta."""
    try:
        tag = {1: "- ", 2: "+ "}[int(which)]
    except KeyError:
        raise ValueError("unknown delta choice (must be 1 or 2): %r" % which) from None
    for line in delta:
        if line[:2] in ("  ", tag):
            yield line[2:]


# --- diffs

def _check_types(a, b, *args):
    if a and not isinstance(a[0], str):
        raise TypeError("lines to compare must be str, not %s (%r)" % (type(a[0]).__name__, a[0]))
    if b and not isinstance(b[0], str):
        raise TypeError("lines to compare must be str, not %s (%r)" % (type(b[0]).__name__, b[0]))
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError("all arguments must be str, not: %r" % (arg,))


def _unified_range(start, stop):
    length = stop - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """Compare two sequences of lines; generate the delta as a unified diff."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            for sign, name, date in (("---", fromfile, fromfiledate), ("+++", tofile, tofiledate)):
                yield f"{sign} {name}{f'{chr(9)}{date}' if date else ''}{lineterm}"
        first, last = group[0], group[-1]
        yield f"@@ -{_unified_range(first[1], last[2])} +{_unified_range(first[3], last[4])} @@{lineterm}"
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                for line in a[i1:i2]:
                    yield " " + line
                continue
            if tag in ("replace", "delete"):
                for line in a[i1:i2]:
                    yield "-" + line
            if tag in ("replace", "insert"):
                for line in b[j1:j2]:
                    yield "+" + line


def _context_range(start, stop):
    length = stop - start
    if length <= 1:
        return str(start + length)
    return f"{start + 1},{start + length}"


def context_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """Compare two sequences of lines; generate the delta as a context diff."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    signs = {"insert": "+ ", "delete": "- ", "replace": "! ", "equal": "  "}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            for sign, name, date in (("***", fromfile, fromfiledate), ("---", tofile, tofiledate)):
                yield f"{sign} {name}{f'{chr(9)}{date}' if date else ''}{lineterm}"
        first, last = group[0], group[-1]
        yield "***************" + lineterm
        yield f"*** {_context_range(first[1], last[2])} ****{lineterm}"
        if any([tag in ("replace", "delete") for tag, *rest in group]):
            for tag, i1, i2, j1, j2 in group:
                if tag != "insert":
                    for line in a[i1:i2]:
                        yield signs[tag] + line
        yield f"--- {_context_range(first[3], last[4])} ----{lineterm}"
        if any([tag in ("replace", "insert") for tag, *rest in group]):
            for tag, i1, i2, j1, j2 in group:
                if tag != "delete":
                    for line in b[j1:j2]:
                        yield signs[tag] + line


def diff_bytes(dfunc, a, b, fromfile=b"", tofile=b"", fromfiledate=b"", tofiledate=b"", n=3, lineterm=b"\n"):
    """Compare a and b, two sequences of lines represented as bytes rather than str, by unified_diff or context_diff."""
    def decoded(data):
        try:
            return data.decode("ascii", "surrogateescape")
        except AttributeError as err:
            raise TypeError("all arguments must be bytes, not %s (%r)" % (type(data).__name__, data)) from err
    lines = dfunc([decoded(x) for x in a], [decoded(x) for x in b], decoded(fromfile), decoded(tofile), decoded(fromfiledate), decoded(tofiledate), n,
                  decoded(lineterm))
    for line in lines:
        yield line.encode("ascii", "surrogateescape")
