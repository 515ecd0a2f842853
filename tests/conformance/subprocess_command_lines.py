"""subprocess.list2cmdline, which needs no process."""

from subprocess import list2cmdline

for words in (["a b", 'c"d', "e"], [], [""], ["a\\", "b c\\"], ['a\\"b', "\\\\"], ["\t", "x"], ["a\\ b"], ['"', '\\"'], ["a b\\\\"], [b"bytes"]):
    print(list2cmdline(words))
