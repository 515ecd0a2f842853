# What parsers that are made from patterns ask of CPython's own: how long a match may be, and the class of errors.
import re
import re._constants
import re._parser

for pattern in ("abc", "a*", "a{2,5}|xyz", r"(?P<n>\d+)(?:x|yy)?", "", "[a-c]+$"):
    print(pattern, re._parser.parse(pattern).getwidth())
print(re._constants.error is re.error, re._constants.MAXREPEAT, re._parser.parse("(a)(?P<n>b)").state.groupdict)
try:
    re._parser.parse("(a")
except re.error as e:
    print(e, e.pos)
