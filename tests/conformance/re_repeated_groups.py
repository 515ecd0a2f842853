"""Groups that are repeated often, in text of all kinds: PCRE2 writes them out, and has an end to that."""

import re

for pattern, flags in (
    (r"\[(?P<a>(?:[^\\\[\]]|\\.){0,500})\]:", 0),
    (r"(?:[^\W\d_]|[äöü]|\\.|(?:x|y){3,7}:){2,900}z", re.I),
    (r"(?i:(?:[a-cé]|-){500})", 0),
    (r"(?:(?:[a-z]{1,4}[0-9äöü] ?){1,60};){1,60}", 0),
    (r"(?:(?:[^\\\[\]]|\\.){0,500}?\]){0,3}:", 0),
    (r"(?:[^\\\[\]é]|\\.){400}+x", 0),
    (r"^(?:(a|é)|[b-zß-ü]){0,500}$", 0),
    (r"(?<=(?:[ab]|[éè]){3})x(?:[^\\\[\]]|\\.){0,800}", 0),
):
    compiled = re.compile(pattern, flags)
    for text in ("[é" + "b\\]" * 100 + "]: more", "äöü" * 30 + "Xyz" * 40 + "Z", "ABCÉ-" * 100, "abc123 é" * 50, "é" * 450 + "x", "aéb" * 90, "abéxx" + "y" * 900):
        found = compiled.search(text)
        print(found and (found.span(), found.groups(), found.lastindex))
