import urllib.parse
from urllib.parse import *


def err(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for url in ("http://user:pa%20ss@www.Example.com:8080/a/b;p?q=1&r=%20#frag", "//host/path", "mailto:a@b.c", "/just/path?x", "", "http://h", "HTTP://H:0/", "file:///etc/x", "a:b:c", "http://h:99999/", "http://h:x/", "x-y+z.1:foo", "1x:foo", "http://[::1", "ftp://a/b;type=i",
            "http://h?q#f", "http:///x", "  http://h\t/x", "path;a;b/c;d", "#only", "?only", "tel:+1-2", "http://é.com/ü", "http://h/\u2100"):
    r = err(urlsplit, url)
    print(repr(url), r, err(urlparse, url))
    if not isinstance(r, str):
        print(r.geturl(), urlunparse(urlparse(url)), r.username, r.password, r.hostname, err(lambda: r.port), urldefrag(url))
print(urlsplit(b"http://h:80/x?y#z"), urlparse(b"http://h/x").geturl(), urlsplit("http://h/x").encode(), urlsplit(b"//h/x").decode().hostname, err(urljoin, "a", b"b"), urlsplit("x", "https"), urlsplit("a#b", allow_fragments=False))
base = "http://a/b/c/d;p?q"
for ref in ("g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "", ".", "./", "..", "../", "../g", "../..", "../../", "../../g", "../../../g", "/./g", "/../g", "g.", ".g", "g..", "..g", "./../g", "./g/.", "g/./h", "g/../h", "g?y/../x"):
    print(ref, urljoin(base, ref), urljoin("x/y", ref), urljoin("http://h", ref))
for text in ("abc", "a b&c=d/e?f", "é€😀", "100%", "~-_.", "", "a+b", "\0\n\x7f"):
    q = quote(text)
    print(q, quote_plus(text), quote(text, safe=""), quote(text, safe="é%&"), unquote(q) == text, unquote_plus(quote_plus(text)) == text, quote(text.encode()), unquote_to_bytes(q))
print(unquote("%zz%4"), unquote("%e2%82%ac%ff"), unquote("%E9", "latin-1"), unquote("a%20b+c"), unquote_plus("a%20b+c"), unquote(b"%41"), quote("é", encoding="latin-1"), err(quote, b"x", encoding="ascii"), err(quote_from_bytes, "x"), unquote("%F0%9F", errors="ignore"))
print(urlencode({"a": 1, "b c": "d&e", "é": "ü"}), urlencode([("k", [1, 2]), ("s", "xy")], doseq=True), urlencode({"k": [1, 2]}), urlencode([("a", b"\xff"), (b"b", None)]), urlencode({"a": "b c"}, quote_via=quote), err(urlencode, "abc"), err(urlencode, [1]), urlencode(()))
for q in ("a=1&b=2&a=3", "a=&b", "a=1;b=2", "a+b=c%20d&%C3%A9=%ff", "", "&&a=1", "=x"):
    print(q, parse_qs(q), parse_qsl(q, keep_blank_values=True), err(parse_qs, q, strict_parsing=True), parse_qsl(q, separator=";"))
print(parse_qs(b"a=1&b=%41"), err(parse_qsl, "a=1&b=2", max_num_fields=1), err(parse_qs, "a", separator=""))
print(urllib.parse.urlsplit("http://h/p")._replace(path="/z", query="k=v").geturl(), urlunsplit(("https", "h", "p", "q", "f")), urlunsplit(("", "", "//x", "", "")))
