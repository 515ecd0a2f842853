"""Which characters internet names may have and what they are taken for (RFC 3454)."""

import bisect as _bisect
import _stringprep


def _make_test(name, doc):
    starts, ends = [], []
    for word in _stringprep.TABLES[name].split():
        first, dash, last = word.partition("-")
        starts.append(int(first, 16))
        ends.append(int(last or first, 16))

    def test(code):
        code = ord(code)
        at = _bisect.bisect_right(starts, code) - 1
        return at >= 0 and code <= ends[at]
    test.__name__ = test.__qualname__ = "in_table_" + name
    test.__doc__ = doc
    return test


in_table_a1 = _make_test("a1", "Unassigned code points in Unicode 3.2")
in_table_b1 = _make_test("b1", "Commonly mapped to nothing")
in_table_c11 = _make_test("c11", "ASCII space characters")
in_table_c12 = _make_test("c12", "Non-ASCII space characters")
in_table_c21 = _make_test("c21", "ASCII control characters")
in_table_c22 = _make_test("c22", "Non-ASCII control characters")
in_table_c3 = _make_test("c3", "Private use")
in_table_c4 = _make_test("c4", "Non-character code points")
in_table_c5 = _make_test("c5", "Surrogate codes")
in_table_c6 = _make_test("c6", "Inappropriate for plain text")
in_table_c7 = _make_test("c7", "Inappropriate for canonical representation")
in_table_c8 = _make_test("c8", "Change display properties or are deprecated")
in_table_c9 = _make_test("c9", "Tagging characters")
in_table_d1 = _make_test("d1", "Characters with bidirectional property R or AL")
in_table_d2 = _make_test("d2", "Characters with bidirectional property L")


def in_table_c11_c12(code):
    return in_table_c11(code) or in_table_c12(code)


def in_table_c21_c22(code):
    return in_table_c21(code) or in_table_c22(code)


def _make_map(text):
    found = {}
    for word in text.split():
        code, equals, made = word.partition("=")
        found[chr(int(code, 16))] = "".join([chr(int(c, 16)) for c in made.split("_")]) if made else ""
    return found


_FOLDED = _make_map(_stringprep.FOLDED)


def map_table_b2(a):
    """Case-folding used with normalization KC"""
    return _FOLDED.get(a) or a.lower()


def map_table_b3(code):
    """Case-folding used with no normalization"""
    return _FOLDED.get(code) or code.lower()
