import cmd
import configparser
import gettext
import io
import locale
import optparse
import sched
import threading
import time
import timeit
import token
import tokenize
from http import HTTPStatus
from http.cookies import SimpleCookie

text = """
[DEFAULT]
base = /srv
[paths]
data = %(base)s/data
sizes = 1
    2
on = yes
"""
parser = configparser.ConfigParser()
parser.read_string(text)
print(parser.sections(), parser["paths"]["data"], parser.getboolean("paths", "on"), parser["paths"]["sizes"].split(), dict(parser["paths"]))
parser["new"] = {"a": "1"}
out = io.StringIO()
parser.write(out)
print(out.getvalue())
for wrong in ("a = 1", "[x]\na\n[x]\n", "[x]\na = 1\na = 2\n"):
    try:
        configparser.ConfigParser().read_string(wrong)
    except configparser.Error as e:
        print(type(e).__name__, e)

options = optparse.OptionParser(prog="tool", usage="%prog [options]")
options.add_option("-n", "--number", type="int", default=1, help="how many [%default]")
options.add_option("-v", action="store_true", dest="loud")
print(*options.parse_args(["-n", "3", "-v", "rest"]))
print(options.format_help())

cookie = SimpleCookie()
cookie["session"] = "a b"
cookie["session"]["path"] = "/"
print(cookie, SimpleCookie("x=1; y=2")["y"].value, HTTPStatus(404).phrase, HTTPStatus.OK.is_success if hasattr(HTTPStatus.OK, "is_success") else "")

print([(token.tok_name[t.type], t.string) for t in tokenize.generate_tokens(io.StringIO("def f(x):\n    return x + 1  # sum\n").readline)])
print(tokenize.untokenize(tokenize.generate_tokens(io.StringIO("a = [1,\n  2]\n").readline)))


class Shell(cmd.Cmd):
    def do_greet(self, line):
        """greet NAME"""
        print("hello", line)


Shell().onecmd("greet ann")
Shell().onecmd("nothing")
Shell().onecmd("help greet")

s = sched.scheduler(lambda: 0, lambda seconds: None)
s.enter(0, 2, print, ("second",))
s.enter(0, 1, print, ("first",))
s.run()
print(timeit.timeit("1 + 1", number=3) >= 0, gettext.gettext("text"), locale.setlocale(locale.LC_ALL, "C"))

lock = threading.RLock()
with lock, lock:
    print(threading.Lock().acquire(), threading.current_thread().name, threading.active_count())
event = threading.Event()
event.set()
print(event.wait(0), event.is_set(), threading.local() is not None)
semaphore = threading.Semaphore(1)
print(semaphore.acquire(), semaphore.acquire(blocking=False))
