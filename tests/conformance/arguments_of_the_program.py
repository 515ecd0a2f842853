# A program may give itself arguments; doctest's examples show their lines.
import argparse
import doctest
import sys

print(len(sys.argv))
sys.argv.append("--count=3")
parser = argparse.ArgumentParser()
parser.add_argument("--count", type=int)
print(parser.parse_args().count)
sys.argv = ["other", "--count", "4"]
from sys import argv

print(argv, parser.parse_args().count)


def divided(x):
    """
    >>> divided(2)
    0.5
    >>> divided(0)
    0
    """
    return 1 / x


test = doctest.DocTestFinder().find(divided)[0]
lines = []
doctest.DocTestRunner().run(test, out=lines.append)
print([line.strip() for line in "".join(lines).splitlines() if "divided(" in line and "File" not in line])
