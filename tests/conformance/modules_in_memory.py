# Modules of CPython's that need no files, connections or processes for what is done here.
import code
import codeop
import contextlib
import http.client
import io
import logging
import logging.config
import logging.handlers
import queue
import rlcompleter
import selectors
import tarfile
import tempfile
import urllib.error
import urllib.request
import urllib.robotparser
import wave


def err(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print("-- code")
for text in ("1", "x = (", "if 1:\n  pass", "if 1:\n  pass\n", "'''", "", "# nothing", "def f():", "@f", "for i in x:\n  pass\nelse:"):
    made = codeop.compile_command(text)
    print(repr(text), made if made is None else type(made).__name__)
for text in ("1 +* 2", "'", "return 1", "1 = 2"):
    print(err(codeop.compile_command, text))
print(codeop.compile_command("(1,", symbol="eval"), err(codeop.compile_command, "x = 1", symbol="eval"))
shell = code.InteractiveInterpreter({"a": 20})
with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
    print(shell.runsource("a + 1"), shell.runsource("def f(): return a"), shell.runsource("f(\n"), shell.runsource("1/0"))
print([line for line in out.getvalue().split("\n") if "File" not in line], sorted(set(shell.locals) - {"__builtins__"}))


class Console(code.InteractiveConsole):
    lines = ["def f(n):", "    return n * a", "", "print(f(2))", "for i in range(2):", "    print(i)", "", "raise SystemError('x')", "a"]

    def raw_input(self, prompt=""):
        if not self.lines:
            raise EOFError
        print(prompt, end="|")
        return self.lines.pop(0)


with contextlib.redirect_stderr(io.StringIO()) as errors:
    Console({"a": 21}).interact("", "")
print(errors.getvalue().strip().split("\n")[-1])
found = rlcompleter.Completer({"alpha": 1, "alphabet": 2})
print(found.complete("alph", 0), found.complete("alph", 1), found.complete("alph", 2))

print("-- logging")
logging.config.dictConfig({"version": 1, "disable_existing_loggers": False, "formatters": {"short": {"format": "%(levelname)s|%(name)s|%(message)s"}},
                           "handlers": {"out": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "short", "level": "INFO"}},
                           "loggers": {"shop": {"handlers": ["out"], "level": "DEBUG", "propagate": False}}})
shop = logging.getLogger("shop")
shop.debug("no")
shop.info("yes %d", 1)
memory = logging.handlers.MemoryHandler(3, logging.ERROR, shop.handlers[0])
kept = logging.getLogger("kept")
kept.propagate = False
kept.addHandler(memory)
kept.setLevel(logging.INFO)
kept.info("first")
print(len(memory.buffer))
kept.error("second")
print(len(memory.buffer))
records = queue.Queue()
kept.handlers = [logging.handlers.QueueHandler(records)]
kept.warning("queued %s", "it")
print(records.get().message)
print(err(logging.config.dictConfig, {"version": 1, "handlers": {"x": {"class": "nothing.Here"}}}))

print("-- archives and sound")
data = io.BytesIO()
with tarfile.open(fileobj=data, mode="w") as archive:
    for name, text in (("a.txt", b"one"), ("b/c.txt", b"two" * 1000)):
        member = tarfile.TarInfo(name)
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text))
data.seek(0)
with tarfile.open(fileobj=data) as archive:
    print(archive.getnames(), archive.extractfile("a.txt").read(), archive.getmember("b/c.txt").size, len(data.getvalue()))
print(err(tarfile.open, fileobj=io.BytesIO(b"nothing" * 100)).split("\n")[0])
with tempfile.SpooledTemporaryFile(max_size=100) as file:
    file.write(b"in memory")
    file.seek(3)
    print(file.read())
sound = io.BytesIO()
with wave.open(sound, "wb") as w:
    w.setparams((1, 2, 8000, 0, "NONE", "not compressed"))
    w.writeframes(bytes(range(20)))
with wave.open(io.BytesIO(sound.getvalue())) as w:
    print(w.getparams(), w.readframes(3))

print("-- the web, without it")
rules = urllib.robotparser.RobotFileParser("http://x.org/robots.txt")
rules.parse("User-agent: *\nDisallow: /private\nAllow: /\nCrawl-delay: 3\nSitemap: http://x.org/map".split("\n"))
print(rules.can_fetch("bot", "http://x.org/private/a"), rules.can_fetch("bot", "/a"), rules.crawl_delay("bot"), rules.site_maps())
request = urllib.request.Request("http://x.org:80/a?b=c#d", data=b"e", headers={"K": "v"}, method="PUT")
print(request.full_url, request.host, request.selector, request.get_method(), request.header_items())
print(urllib.error.HTTPError("u", 404, "Not Found", {}, None), http.client.responses[418])
print(http.client.parse_headers(io.BytesIO(b"A: 1\r\nB: 2\r\n\r\n")).items())
with selectors.DefaultSelector() as selector:
    print(len(selector.get_map()), err(selector.register, "x", selectors.EVENT_READ))
