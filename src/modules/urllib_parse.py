"""URLs taken apart and put together (RFC 3986, as web browsers do), and percent-encoding."""

import re as _re
import unicodedata as _unicodedata
from collections import namedtuple as _namedtuple

__all__ = ["urlparse", "urlunparse", "urljoin", "urldefrag", "urlsplit", "urlunsplit", "urlencode", "parse_qs", "parse_qsl", "quote", "quote_plus",
           "quote_from_bytes", "unquote", "unquote_plus", "unquote_to_bytes", "DefragResult", "ParseResult", "SplitResult", "DefragResultBytes",
           "ParseResultBytes", "SplitResultBytes"]

uses_relative = ["", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp", "rtspu", "sftp", "svn",
                 "svn+ssh", "ws", "wss"]
uses_netloc = ["", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews", "prospero", "rtsp", "rtspu",
               "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws", "wss"]
uses_params = ["", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtspu", "sip", "sips", "mms", "sftp", "tel"]
scheme_chars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."
_WHITESPACE = "".join(map(chr, range(33)))


# --- str or bytes: work is done on str

def _same(value):
    return value



def _as_text(*args):
    """The arguments as str, and what makes a result of the kind that came in."""
    is_text = isinstance(args[0], str)
    for arg in args[1:]:
        if arg and isinstance(arg, str) != is_text:
            raise TypeError("Cannot mix str and non-str arguments")
    if is_text:
        return args + (_same,)
    return tuple([x.decode("ascii", "strict") if x else "" for x in args]) + (_encode_result,)


def _encode_result(value):
    return value.encode("ascii", "strict")


# --- what is given back

class _Net:
    """The parts of a netloc: user, password, host and port."""

    __slots__ = ()

    def _strings(self):
        # "", ":" and the like, as the netloc is str or bytes
        return ("", "@", ":", "[", "]", "%") if isinstance(self.netloc, str) else (b"", b"@", b":", b"[", b"]", b"%")

    @property
    def username(self):
        return self._user()[0]

    @property
    def password(self):
        return self._user()[1]

    def _user(self):
        empty, at, colon = self._strings()[:3]
        user, found, rest = self.netloc.rpartition(at)
        if not found:
            return None, None
        name, found, password = user.partition(colon)
        return name, password if found else None

    def _host(self):
        empty, at, colon, opening, closing, percent = self._strings()
        info = self.netloc.rpartition(at)[2]
        before, found, bracketed = info.partition(opening)
        if found:
            host, found, port = bracketed.partition(closing)
            port = port.partition(colon)[2]
        else:
            host, found, port = info.partition(colon)
        return host, port or None

    @property
    def hostname(self):
        host = self._host()[0]
        if not host:
            return None
        percent = self._strings()[5]
        name, found, zone = host.partition(percent)
        return name.lower() + found + zone

    @property
    def port(self):
        port = self._host()[1]
        if port is None:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError(f"Port could not be cast to integer value as {port!r}")
        port = int(port)
        if not 0 <= port <= 65535:
            raise ValueError("Port out of range 0-65535")
        return port

    __class_getitem__ = classmethod(lambda cls, item: __import__("types").GenericAlias(cls, item))


class _Encodes:
    __slots__ = ()

    def encode(self, encoding="ascii", errors="strict"):
        return self._encoded_counterpart(*[x.encode(encoding, errors) for x in self])


class _Decodes:
    __slots__ = ()

    def decode(self, encoding="ascii", errors="strict"):
        return self._decoded_counterpart(*[x.decode(encoding, errors) for x in self])


_DefragBase = _namedtuple("_DefragResultBase", "url fragment")
_SplitBase = _namedtuple("_SplitResultBase", "scheme netloc path query fragment")
_ParseBase = _namedtuple("_ParseResultBase", "scheme netloc path params query fragment")


class DefragResult(_DefragBase, _Encodes):
    __slots__ = ()

    def geturl(self):
        return self.url + "#" + self.fragment if self.fragment else self.url


class SplitResult(_SplitBase, _Net, _Encodes):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(_ParseBase, _Net, _Encodes):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


class DefragResultBytes(_DefragBase, _Decodes):
    __slots__ = ()

    def geturl(self):
        return self.url + b"#" + self.fragment if self.fragment else self.url


class SplitResultBytes(_SplitBase, _Net, _Decodes):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResultBytes(_ParseBase, _Net, _Decodes):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


ResultBase = _Net
for _text, _binary in ((DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes), (ParseResult, ParseResultBytes)):
    _text._encoded_counterpart = _binary
    _binary._decoded_counterpart = _text
del _text, _binary


def _result(cls, parts, coerce):
    result = cls(*parts)
    return result if coerce is _same else result.encode()


# --- apart and together

def urlparse(url, scheme="", allow_fragments=True):
    """Parse a URL into 6 components: <scheme>://<netloc>/<path>;<params>?<query>#<fragment>"""
    url, scheme, coerce = _as_text(url, scheme)
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ""
    if scheme in uses_params and ";" in path:
        path, params = _split_params(path)
    return _result(ParseResult, (scheme, netloc, path, params, query, fragment), coerce)


def _split_params(path):
    at = path.find(";", path.rfind("/") if "/" in path else 0)
    return (path, "") if at < 0 else (path[:at], path[at + 1:])


def _check_netloc(netloc):
    # A host that has one of /?#@: only after normalisation would be taken for another.
    if not netloc or netloc.isascii():
        return
    name = netloc
    for c in "@:#?":
        name = name.replace(c, "")
    normal = _unicodedata.normalize("NFKC", name)
    if name == normal:
        return
    for c in "/?#@:":
        if c in normal:
            raise ValueError("netloc '" + netloc + "' contains invalid characters under NFKC normalization")


def _check_brackets(netloc):
    host = netloc.rpartition("@")[2]
    before, found, bracketed = host.partition("[")
    if found:
        if before:
            raise ValueError("Invalid IPv6 URL")
        host, found, port = bracketed.partition("]")
        if port and not port.startswith(":"):
            raise ValueError("Invalid IPv6 URL")
    else:
        host, found, port = host.partition(":")
    if host.startswith("v"):
        if not _re.match(r"\Av[a-fA-F0-9]+\..+\Z", host):
            raise ValueError("IPvFuture address is invalid")
    else:
        import ipaddress
        if isinstance(ipaddress.ip_address(host), ipaddress.IPv4Address):
            raise ValueError("An IPv4 address cannot be in brackets")


def urlsplit(url, scheme="", allow_fragments=True):
    """Parse a URL into 5 components: <scheme>://<netloc>/<path>?<query>#<fragment>"""
    url, scheme, coerce = _as_text(url, scheme)
    url = url.lstrip(_WHITESPACE)
    scheme = scheme.strip(_WHITESPACE)
    for c in "\t\r\n":
        url = url.replace(c, "")
        scheme = scheme.replace(c, "")
    allow_fragments = bool(allow_fragments)
    netloc = query = fragment = ""
    colon = url.find(":")
    if colon > 0 and url[0].isascii() and url[0].isalpha() and all([c in scheme_chars for c in url[:colon]]):
        scheme, url = url[:colon].lower(), url[colon + 1:]
    if url[:2] == "//":
        end = min([at for at in (url.find(c, 2) for c in "/?#") if at >= 0], default=len(url))
        netloc, url = url[2:end], url[end:]
        if ("[" in netloc) != ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
        if "[" in netloc and "]" in netloc:
            _check_brackets(netloc)
    if allow_fragments and "#" in url:
        url, found, fragment = url.partition("#")
    if "?" in url:
        url, found, query = url.partition("?")
    _check_netloc(netloc)
    return _result(SplitResult, (scheme, netloc, url, query, fragment), coerce)


def urlunparse(components):
    """Put a parsed URL back together again."""
    scheme, netloc, url, params, query, fragment, coerce = _as_text(*components)
    if params:
        url = f"{url};{params}"
    return coerce(urlunsplit((scheme, netloc, url, query, fragment)))


def urlunsplit(components):
    """Combine the elements of a tuple as returned by urlsplit() into a complete URL as a string."""
    scheme, netloc, url, query, fragment, coerce = _as_text(*components)
    if netloc or scheme and scheme in uses_netloc and url[:2] != "//":
        if url and url[:1] != "/":
            url = "/" + url
        url = "//" + (netloc or "") + url
    if scheme:
        url = scheme + ":" + url
    if query:
        url = url + "?" + query
    if fragment:
        url = url + "#" + fragment
    return coerce(url)


def urljoin(base, url, allow_fragments=True):
    """Join a base URL and a possibly relative URL to form an absolute interpretation of the latter."""
    if not base:
        return url
    if not url:
        return base
    base, url, coerce = _as_text(base, url)
    bscheme, bnetloc, bpath, bparams, bquery, bfragment = urlparse(base, "", allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, bscheme, allow_fragments)
    if scheme != bscheme or scheme not in uses_relative:
        return coerce(url)
    if scheme in uses_netloc:
        if netloc:
            return coerce(urlunparse((scheme, netloc, path, params, query, fragment)))
        netloc = bnetloc
    if not path and not params:
        return coerce(urlunparse((scheme, netloc, bpath, bparams, query or bquery, fragment)))
    base_parts = bpath.split("/")
    if base_parts[-1] != "":
        # What the base itself is called goes.
        del base_parts[-1]
    if path[:1] == "/":
        segments = path.split("/")
    else:
        segments = base_parts + path.split("/")
        segments[1:-1] = [s for s in segments[1:-1] if s]
    resolved = []
    for segment in segments:
        if segment == "..":
            if resolved:
                resolved.pop()
        elif segment != ".":
            resolved.append(segment)
    if segments[-1] in (".", ".."):
        resolved.append("")
    return coerce(urlunparse((scheme, netloc, "/".join(resolved) or "/", params, query, fragment)))


def urldefrag(url):
    """Removes any existing fragment from URL: a tuple of the defragmented URL and the fragment."""
    url, coerce = _as_text(url)
    if "#" in url:
        s, n, p, a, q, frag = urlparse(url)
        return _result(DefragResult, (urlunparse((s, n, p, a, q, "")), frag), coerce)
    return _result(DefragResult, (url, ""), coerce)


# --- percent-encoding

_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")
_HEX_BYTES = {(a + b).encode(): bytes([int(a + b, 16)]) for a in "0123456789ABCDEFabcdef" for b in "0123456789ABCDEFabcdef"}


def unquote_to_bytes(string):
    """unquote_to_bytes('abc%20def') -> b'abc def'."""
    if not string:
        string.split
        return b""
    if isinstance(string, str):
        string = string.encode("utf-8")
    pieces = string.split(b"%")
    if len(pieces) == 1:
        return string
    out = [pieces[0]]
    for piece in pieces[1:]:
        byte = _HEX_BYTES.get(piece[:2])
        if byte is None:
            out.append(b"%" + piece)
        else:
            out.append(byte)
            out.append(piece[2:])
    return b"".join(out)


def unquote(string, encoding="utf-8", errors="replace"):
    """Replace %xx escapes by their single-character equivalent."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if "%" not in string:
        string.split
        return string
    if encoding is None:
        encoding = "utf-8"
    if errors is None:
        errors = "replace"
    # Runs of ASCII are unquoted and decoded, the rest stays.
    pieces = _re.split("([\0-\x7f]+)", string)
    for i in range(1, len(pieces), 2):
        pieces[i] = unquote_to_bytes(pieces[i]).decode(encoding, errors)
    return "".join(pieces)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    """Like unquote(), but also replace plus signs by spaces, as required for unquoting HTML form values."""
    return unquote(string.replace("+", " "), encoding, errors)


def quote(string, safe="/", encoding=None, errors=None):
    """quote('abc def') -> 'abc%20def': characters that are reserved or not ASCII become %xx."""
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode("utf-8" if encoding is None else encoding, "strict" if errors is None else errors)
    else:
        if encoding is not None:
            raise TypeError("quote() doesn't support 'encoding' for bytes")
        if errors is not None:
            raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    """Like quote(), but also replace ' ' with '+', as required for quoting HTML form values."""
    if isinstance(string, str) and " " not in string or isinstance(string, bytes) and b" " not in string:
        return quote(string, safe, encoding, errors)
    space = " " if isinstance(safe, str) else b" "
    return quote(string, safe + space, encoding, errors).replace(" ", "+")


def quote_from_bytes(bs, safe="/"):
    """Like quote(), but accepts a bytes object rather than a str, and does not perform string-to-bytes encoding."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    if not bs:
        return ""
    if isinstance(safe, str):
        safe = safe.encode("ascii", "ignore")
    else:
        safe = bytes([c for c in safe if c < 128])
    plain = _SAFE.union(safe)
    table = {c: chr(c) if c in plain else f"%{c:02X}" for c in set(bs)}
    return "".join([table[c] for c in bs])


def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    """Encode a dict or sequence of two-element tuples into a URL query string."""
    if hasattr(query, "items"):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError as err:
            raise TypeError("not a valid non-string sequence or mapping object") from err

    def quoted(value):
        if isinstance(value, bytes):
            return quote_via(value, safe)
        return quote_via(str(value), safe, encoding, errors)

    out = []
    for key, value in query:
        key = quoted(key)
        if doseq and not isinstance(value, (str, bytes)):
            try:
                len(value)
            except TypeError:
                out.append(key + "=" + quoted(value))
                continue
            for item in value:
                out.append(key + "=" + quoted(item))
        else:
            out.append(key + "=" + quoted(value))
    return "&".join(out)


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None, separator="&"):
    """Parse a query given as a string argument: a dict of lists."""
    found = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding=encoding, errors=errors, max_num_fields=max_num_fields,
                                 separator=separator):
        found.setdefault(name, []).append(value)
    return found


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None, separator="&"):
    """Parse a query given as a string argument: a list of (name, value)."""
    qs, coerce = _as_text(qs)
    separator = _as_text(separator)[0]
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    if max_num_fields is not None and max_num_fields < 1 + qs.count(separator):
        raise ValueError("Max number of fields exceeded")
    found = []
    for pair in qs.split(separator) if qs else ():
        if not pair and not strict_parsing:
            continue
        name, equals, value = pair.partition("=")
        if not equals:
            if strict_parsing:
                raise ValueError("bad query field: %r" % (pair,))
            if not keep_blank_values:
                continue
        if value or keep_blank_values:
            found.append((coerce(unquote(name.replace("+", " "), encoding, errors)), coerce(unquote(value.replace("+", " "), encoding, errors))))
    return found


def unwrap(url):
    """Transform a string like '<URL:scheme://host/path>' into 'scheme://host/path'."""
    url = str(url).strip()
    if url[:1] == "<" and url[-1:] == ">":
        url = url[1:-1].strip()
    if url[:4] == "URL:":
        url = url[4:].strip()
    return url
