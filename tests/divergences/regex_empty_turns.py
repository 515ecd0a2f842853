# description: Which turn of a repetition a group keeps, when the last turn may be empty; and whether a group counts as matched by (?(1)…) within itself.
# cause: PCRE2 matches. In a lazy part that is repeated CPython adds an empty turn before it takes more text; and it may ask for a group that an attempt before closed.
# workaround: Repeat what isn't empty; put the condition after the group.
# cpython:
#   ('',)
#   (0, 2)
# fermata:
#   ('A',)
#   None
import re

print(re.fullmatch("(A??){,2}", "A").groups())
inner = re.fullmatch("((a)(?(1)b)??)", "ab")
print(inner and inner.span())
