# A match, an iterator of matches and a compiled pattern of a text that isn't ASCII, kept over a pause.
import re

pattern = re.compile("(é+)(x)?")
match = pattern.search("añéé and é", 1)
places = pattern.finditer("éaéxa€é")
first = next(places)
answer = ask(1)
print(match.span(), match.group(1), match.groups(), match.pos, match.endpos, match.start(2), match.regs)
print(first.span(), [m.span() for m in places], match.string, repr(match), answer)
binary = re.compile(b"\xff+").search(b"\x00\xff\xff", 1)
ask(2)
print(binary.span(), binary.group())
