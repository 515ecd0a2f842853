# difflib, html and shlex
import difflib
import html
import html.entities
import html.parser
import shlex


def err(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(html.escape("<a href=\"x\">'&'</a>"), html.escape("\"'", quote=False))
for text in ("&lt;&gt;&amp;&quot;&apos;", "&#65;&#x42;&#67", "&eacute;&Eacute&notit;&notin;", "&nbsp;x", "&bogus;&", "&#0;&#128;&#xD800;&#x110000;&#1;", "&CounterClockwiseContourIntegral;", "a & b &c", "&ampx;", "&#;", "&#x;"):
    print(text, ascii(html.unescape(text)))
print(len(html.entities.html5), html.entities.name2codepoint["euro"], html.entities.codepoint2name[233], html.entities.entitydefs["lt"])


class Show(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs): print("start", tag, attrs, self.getpos(), self.get_starttag_text())
    def handle_endtag(self, tag): print("end", tag)
    def handle_data(self, data): print("data", repr(data))
    def handle_comment(self, data): print("comment", repr(data))
    def handle_decl(self, decl): print("decl", repr(decl))
    def handle_pi(self, data): print("pi", repr(data))


p = Show()
p.feed("<!DOCTYPE html>\n<html><head><title>T &amp; t</title></head>\n<body class=a id='b' data-x=\"1 &lt; 2\" checked>")
p.feed("text <b>bold</b> <br/> <img src=x.png alt=\"\"> <!-- note --> &eacute;<script>if (a < b) { x(\"</p>\") }</script><?pi x?>")
p.feed("<a hr")
p.feed("ef='/u?a=1&amp;b=2'>link</a></body></html>")
p.close()
p = Show()
for c in "<script>a < '</b>' </script ><style>x": p.feed(c)
p.close()
links = []
class Links(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs):
        if tag == "a": links.append(dict(attrs).get("href"))
Links().feed("<p><a href='/1'>x</a> <A HREF=/2>y</A><a name=z></a>")
print(links)

for line in ("a b c", "a 'b c' d", 'x "y \\" z" \\w', "", "  ", "a\\ b", "--k='v w'", "a#b c # d", "é ü", "a''b", "a|b && c>d", "'open", "end\\"):
    print(repr(line), err(shlex.split, line), err(shlex.split, line, comments=True), err(shlex.split, line, posix=False), err(lambda: list(shlex.shlex(line, punctuation_chars=True))), err(lambda: list(shlex.shlex(line))))
for word in ("", "abc", "a b", "it's", "$x", "a/b:c=1", "é"): print(shlex.quote(word), shlex.split(shlex.quote(word)) == [word])
print(shlex.join(["ls", "-l", "my file", "a'b"]))

a = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n".splitlines(True)
b = "one\ntow\nthree\nfour!\nfive\nsix\neight\nnine\n".splitlines(True)
print("".join(difflib.unified_diff(a, b, "old", "new", "d1", "d2", n=1)), "".join(difflib.context_diff(a, b, "old", "new")), "".join(difflib.ndiff(a, b)), sep="----\n")
print("".join(difflib.restore(list(difflib.ndiff(a, b)), 1)) == "".join(a), list(difflib.unified_diff(["a"], ["a"])), list(difflib.unified_diff(["a"], ["b"], lineterm="")))
s = difflib.SequenceMatcher(None, "abxcd", "abcd")
print(s.ratio(), s.quick_ratio(), s.real_quick_ratio(), s.get_matching_blocks(), s.get_opcodes(), s.find_longest_match(0, 5, 0, 4))
print(difflib.SequenceMatcher(lambda c: c == " ", " abcd", "abcd abcd").find_longest_match(0, 5, 0, 9), difflib.SequenceMatcher(None, "x" * 250, "x" * 250 + "y").ratio())
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]), difflib.get_close_matches("wheel", ["while", "heel", "where"], n=1), err(difflib.get_close_matches, "a", [], n=0), err(difflib.get_close_matches, "a", [], cutoff=2), err(list, difflib.restore([], 3)), err(list, difflib.unified_diff([1], ["a"])))
print(list(difflib.diff_bytes(difflib.unified_diff, [b"a\xff\n"], [b"b\n"])), [list(g) for g in difflib.SequenceMatcher(None, list("abcdefghij"), list("abXdefghYj")).get_grouped_opcodes(1)])
