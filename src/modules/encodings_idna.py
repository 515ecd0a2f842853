"""Host names (IDNA, RFC 3490) and labels (punycode, RFC 3492)."""

import codecs
import re as _re
import stringprep as _stringprep
import unicodedata as _unicodedata

dots = _re.compile("[.\u3002\uff0e\uff61]")
ace_prefix = b"xn--"
sace_prefix = "xn--"


# --- punycode

def _adapt(delta, count, first):
    delta = delta // 700 if first else delta // 2
    delta += delta // count
    k = 0
    while delta > 455:
        delta //= 35
        k += 36
    return k + 36 * delta // (delta + 38)


_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"


def punycode_encode(input, errors=None, /):
    basic = bytes([ord(c) for c in input if ord(c) < 128])
    out = bytearray(basic)
    if basic:
        out += b"-"
    done = len(basic)
    n, delta, bias = 128, 0, 72
    first = True
    rest = sorted({ord(c) for c in input if ord(c) >= 128})
    for code in rest:
        delta += (code - n) * (done + 1)
        n = code
        for c in map(ord, input):
            if c < n:
                delta += 1
            elif c == n:
                q = delta
                k = 36
                while True:
                    t = 1 if k <= bias else 26 if k >= bias + 26 else k - bias
                    if q < t:
                        break
                    out.append(_DIGITS[t + (q - t) % (36 - t)])
                    q = (q - t) // (36 - t)
                    k += 36
                out.append(_DIGITS[q])
                bias = _adapt(delta, done + 1, first)
                first = False
                delta = 0
                done += 1
        delta += 1
        n += 1
    return bytes(out), len(input)


def punycode_decode(input, errors="strict", /):
    if errors not in ("strict", "replace", "ignore"):
        raise UnicodeError("Unsupported error handling " + errors)
    if isinstance(input, str):
        input = input.encode("ascii")
    data = bytes(input)
    dash = data.rfind(b"-")
    start, rest = ("", data) if dash < 0 else (str(data[:dash], "ascii", errors), data[dash + 1:])
    text = list(start)
    rest = rest.upper()
    at, n, i, bias = 0, 128, 0, 72
    first = True
    while at < len(rest):
        old, weight, k = i, 1, 36
        broken = False
        while True:
            if at == len(rest):
                if errors == "strict":
                    raise UnicodeError("incomplete punicode string")
                broken = True
                break
            c = rest[at]
            at += 1
            if 0x41 <= c <= 0x5a:
                digit = c - 0x41
            elif 0x30 <= c <= 0x39:
                digit = c - 22
            elif errors == "strict":
                raise UnicodeError("Invalid extended code point '%s'" % chr(c))
            else:
                broken = True
                break
            t = 1 if k <= bias else 26 if k >= bias + 26 else k - bias
            i += digit * weight
            if digit < t:
                break
            weight *= 36 - t
            k += 36
        if broken:
            break
        count = len(text) + 1
        bias = _adapt(i - old, count, first)
        first = False
        n += i // count
        if n > 0x10ffff:
            if errors == "strict":
                raise UnicodeError("Invalid character U+%x" % n)
            n = ord("?")
        i %= count
        text.insert(i, chr(n))
        i += 1
    return "".join(text), len(input)


# --- labels

def nameprep(label):
    """A label as it is compared: folded, normalised, and without what names may not have."""
    out = []
    for c in label:
        if not _stringprep.in_table_b1(c):
            out.append(_stringprep.map_table_b2(c))
    label = _unicodedata.normalize("NFKC", "".join(out))
    for c in label:
        for test in (_stringprep.in_table_c12, _stringprep.in_table_c22, _stringprep.in_table_c3, _stringprep.in_table_c4, _stringprep.in_table_c5,
                     _stringprep.in_table_c6, _stringprep.in_table_c7, _stringprep.in_table_c8, _stringprep.in_table_c9):
            if test(c):
                raise UnicodeError("Invalid character %r" % c)
    right = [_stringprep.in_table_d1(c) for c in label]
    if any(right):
        if any([_stringprep.in_table_d2(c) for c in label]):
            raise UnicodeError("Violation of BIDI requirement 2")
        if not right[0] or not right[-1]:
            raise UnicodeError("Violation of BIDI requirement 3")
    return label


def _sized(label):
    if 0 < len(label) < 64:
        return label
    raise UnicodeError("label empty or too long")


def ToASCII(label):
    """The label as bytes."""
    if label.isascii():
        return _sized(label.encode("ascii"))
    label = nameprep(label)
    if label.isascii():
        return _sized(label.encode("ascii"))
    if label.startswith(sace_prefix):
        raise UnicodeError("Label starts with ACE prefix")
    return _sized(ace_prefix + punycode_encode(label)[0])


def ToUnicode(label):
    """The label as text."""
    if len(label) > 1024:
        raise UnicodeError("label way too long")
    if isinstance(label, str):
        if not label.isascii():
            label = nameprep(label)
            try:
                label.encode("ascii")
            except UnicodeEncodeError:
                raise UnicodeError("Invalid character in IDN label") from None
        label = label.encode("ascii")
    label = bytes(label)
    if not label.lower().startswith(ace_prefix):
        return label.decode("ascii")
    result = punycode_decode(label[len(ace_prefix):])[0]
    again = ToASCII(result)
    if str(label, "ascii").lower() != str(again, "ascii"):
        raise UnicodeError("IDNA does not round-trip", label, again)
    return result


# --- names

def _strict(errors):
    if errors != "strict":
        raise UnicodeError("unsupported error handling " + errors)


def _encode(input, errors="strict"):
    _strict(errors)
    if not input:
        return b"", 0
    if input.isascii():
        labels = input.split(".")
        for label in labels[:-1]:
            if not 0 < len(label) < 64:
                raise UnicodeError("label empty or too long")
        if len(labels[-1]) >= 64:
            raise UnicodeError("label too long")
        return input.encode("ascii"), len(input)
    labels = dots.split(input)
    end = b""
    if not labels[-1]:
        end = b"."
        del labels[-1]
    return b".".join([ToASCII(label) for label in labels]) + end, len(input)


def _decode(input, errors="strict"):
    _strict(errors)
    if not input:
        return "", 0
    input = codecs._bytes_argument(input)
    if ace_prefix not in input.lower():
        try:
            return input.decode("ascii"), len(input)
        except UnicodeDecodeError:
            pass
    labels = input.split(b".")
    end = ""
    if not labels[-1]:
        end = "."
        del labels[-1]
    return ".".join([ToUnicode(label) for label in labels]) + end, len(input)


def _pieces(input, labels, dot, final, convert):
    # The labels that are complete: (results, how much of the input they are).
    end = dot[:0]
    if labels:
        if not labels[-1]:
            end = dot
            del labels[-1]
        elif not final:
            # The last one may go on.
            del labels[-1]
            if labels:
                end = dot
    out = []
    size = 0
    for label in labels:
        out.append(convert(label))
        if size:
            size += 1
        size += len(label)
    return dot.join(out) + end if out and isinstance(out[0], type(dot)) else (out, end), size + len(end)


def _codec(make):
    info = make("idna", _encode, _decode)

    class IncrementalEncoder(codecs.BufferedIncrementalEncoder):
        def _buffer_encode(self, input, errors, final):
            _strict(errors)
            if not input:
                return b"", 0
            made, size = _pieces(input, dots.split(input), ".", final, ToASCII)
            if isinstance(made, tuple):
                made = b".".join(made[0]) + made[1].encode()
            return made, size

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        def _buffer_decode(self, input, errors, final):
            _strict(errors)
            if not input:
                return "", 0
            made, size = _pieces(input, input.split(b"."), b".", final, ToUnicode)
            if isinstance(made, tuple):
                made = ".".join(made[0]) + made[1].decode()
            return made, size

    return codecs.CodecInfo(_encode, _decode, info.streamreader, info.streamwriter, IncrementalEncoder, IncrementalDecoder, "idna")
