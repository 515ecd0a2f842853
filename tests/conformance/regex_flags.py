# re.RegexFlag: its members, its names, and what flags without a name are.
import copy
import pickle
import re

for text in """\
re.I|1024
re.RegexFlag(1024)
re.RegexFlag(-1)
re.RegexFlag(1024).name
(re.I|1024).name
re.NOFLAG.name
~re.I
~(re.I|1024)
~re.NOFLAG
re.RegexFlag(-3)
list(re.NOFLAG)
list(re.I|re.M|1024)
len(re.NOFLAG)
re.M in re.I
re.NOFLAG in re.I
2 in re.I
f'{re.I:>20}'
f'{re.I:x}'
f'{re.I!s:>20}'
f'{re.I|re.M}'
format(re.I,'d')
list(re.RegexFlag.__members__)
list(reversed(re.RegexFlag))
re.RegexFlag[2]
re.RegexFlag(1.5)
re.RegexFlag('2')
re.RegexFlag(True)
re.RegexFlag(re.I)
repr(re.I), str(re.I), str(re.I|2048)
re.I._name_, re.I._value_
bool(re.RegexFlag)
'x' in re.RegexFlag
re.I in re.RegexFlag
re.I|re.M in re.RegexFlag
re.RegexFlag(10) in re.RegexFlag
re.RegexFlag.T, re.RegexFlag.TEMPLATE
re.RegexFlag.__members__['I']
type(re.RegexFlag.__members__)
re.RegexFlag.__name__
re.RegexFlag(511)
re.RegexFlag(2)|re.RegexFlag(2)
re.I & 3
re.I ^ 3
re.I | 3.5
dict(re.RegexFlag.__members__)
list(re.RegexFlag)
len(re.RegexFlag)
re.RegexFlag['I']
re.RegexFlag['zz']
re.RegexFlag(2) is re.I
re.I & re.I is re.I
repr(re.RegexFlag)
pickle.loads(pickle.dumps(re.I)) is re.I
copy.copy(re.I) is re.I
copy.deepcopy(re.I | re.M) == re.I | re.M
pickle.loads(pickle.dumps(re.I | re.M))
re.compile('a', re.I | re.M)
re.I == 2 and hash(re.I) == hash(2)
{re.I: 1}[2]
'%d %s' % (re.I, re.I)
-re.I
re.I + 1
""".strip().splitlines():
    try:
        print(text, "->", eval(text))
    except Exception as e:
        print(text, "!!", type(e).__name__, e)
