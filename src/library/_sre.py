"""What CPython's parser of regular expressions takes from its engine. Ours is PCRE2 (library/re); the parser is for programs that
measure patterns.
"""

MAGIC = 20220615
CODESIZE = 4
MAXREPEAT = 4294967295
MAXGROUPS = 1073741823
