"""What programs change in the library: lists and dicts of its modules and classes, and the classes themselves."""
import urllib.parse as u; u.uses_netloc.append('zz'); u.uses_relative.append('zz')
print(u.urljoin('zz://a/b', 'c'))
import calendar; calendar.mdays[2] = 29; print(calendar.mdays[2], calendar.mdays is calendar.mdays)
from calendar import mdays; print(mdays[2], mdays is calendar.mdays)
import configparser; configparser.RawConfigParser.BOOLEAN_STATES['ja'] = True
c = configparser.ConfigParser(); c.read_string("[a]\nb=ja"); print(c.getboolean('a','b'))
import gettext; gettext.bindtextdomain('a', '/x'); print(gettext.bindtextdomain('a'))
import reprlib; reprlib.aRepr.maxlist = 2; print(reprlib.repr(list(range(9))))
import logging
def trace(self, m): print('trace', self.name, m)
logging.Logger.trace = trace
logging.getLogger('x').trace('hi'); print(logging.Logger.trace is trace, hasattr(logging.Logger,'trace'))
class MyL(logging.Logger): pass
MyL('q').trace('sub')
del logging.Logger.trace
print(hasattr(logging.Logger,'trace'), hasattr(MyL,'trace'))
import json
old = json.JSONEncoder.default
json.JSONEncoder.default = lambda self, o: ['own', str(o)]
print(json.dumps({1: {2,}}))
json.JSONEncoder.default = old
try: json.dumps({2,})
except TypeError as e: print(e)
import string
string.Template.delimiter
import argparse
def err(self, m): print('ERR', m); raise SystemExit(9)
argparse.ArgumentParser.error = err
try: argparse.ArgumentParser().parse_args(['--x'])
except SystemExit as e: print(e.code)
from unittest import mock
with mock.patch('logging.Logger.info') as m:
    logging.getLogger('y').info('z'); print(m.call_args)
with mock.patch.object(json.JSONEncoder, 'default', lambda s,o: 7): print(json.dumps([{1}]))
for cls, name in ((int,'x'),(dict,'x')):
    try: setattr(cls, name, 1)
    except TypeError as e: print(e)
import optparse
optparse.Option.TYPES += ('q',); print(optparse.Option.TYPES[-1])
import textwrap
textwrap.TextWrapper.x = 5; print(textwrap.TextWrapper().x, textwrap.TextWrapper.__dict__.get('x'))
import html.entities; html.entities.name2codepoint['zz']=1; print(html.entities.name2codepoint['zz'])
import fractions
fractions.Fraction.half = property(lambda s: s/2); print(fractions.Fraction(3).half)
try: del fractions.Fraction.nope
except AttributeError as e: print(e)
import collections
collections.Counter.total2 = lambda self: sum(self.values())
print(collections.Counter('abca').total2())


class Chunks(json.JSONEncoder):
    def iterencode(self, o, _one_shot=False):
        yield f"<{o!r} {_one_shot}>"


print(json.dumps([1], cls=Chunks), Chunks().encode("text"))
with mock.patch.object(json.JSONEncoder, "iterencode", Chunks.iterencode):
    print(json.dumps([2]), json.dumps("text"))
with mock.patch.object(json.JSONEncoder, "encode", lambda self, o: "own"):
    print(json.dumps([3]))
print(json.dumps([4]))


class Options(optparse.Option):
    def tables(self):
        return super().TYPE_CHECKER, Options.TYPE_CHECKER


first, second = Options("--a").tables()
first["own"] = len
print(first is second, "own" in optparse.Option.TYPE_CHECKER)


import functools
import operator

for cls in (functools.partialmethod, functools.cached_property, functools.singledispatchmethod, functools.partial, operator.itemgetter):
    try:
        cls.added = 1
        print(cls.__name__, cls.added)
    except TypeError as e:
        print(e)
