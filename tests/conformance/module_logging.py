import io
import logging
import sys

out = io.StringIO()
logging.basicConfig(stream=out, level=logging.DEBUG)
logging.debug("d %s", 1)
logging.info("i %(a)s", {"a": 5})
log = logging.getLogger("app.db")
log.warning("w %d%%", 50)
log.error("bad %s %s", "x", "y")
try:
    1 / 0
except ZeroDivisionError:
    log.exception("caught")
logging.getLogger("app").setLevel("ERROR")
log.info("hidden")
log.critical("shown")
log.log(45, "own level")
logging.addLevelName(45, "NOTICE")
log.log(45, "own level")
print("\n".join([line for line in out.getvalue().split("\n") if "File" not in line]))
print(log, log.parent, log.getEffectiveLevel(), log.isEnabledFor(logging.INFO), logging.getLevelName(45), logging.getLevelName("INFO"), logging.getLevelName(7), logging.getLogger("app").getChild("db") is log, logging.getLogger() is logging.root, logging.getLogger("root") is logging.root)

second = io.StringIO()
handler = logging.StreamHandler(second)
handler.setFormatter(logging.Formatter("{levelname:<8}|{name}|{message}|{who}", style="{", defaults={"who": "nobody"}))
handler.setLevel(logging.WARNING)
handler.addFilter(lambda record: "secret" not in record.getMessage())
child = logging.getLogger("app.db.x")
child.addHandler(handler)
child.propagate = False
child.error("one")
child.error("a secret")
child.error("two", extra={"who": "me"})
child.info("three")
adapter = logging.LoggerAdapter(child, {"who": "adapter"})
adapter.error("four %s", "args")
print(second.getvalue(), child.hasHandlers(), handler, child.handlers == [handler])
child.removeHandler(handler)


def err(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(err(log.setLevel, "NOPE"), err(log.setLevel, 1.5), err(log.error, "x", extra={"msg": 1}), err(logging.Formatter, "no fields"), err(logging.Formatter, "x", style="?"), err(logging.getLogger, 5), err(logging.basicConfig, force=True, nonsense=1), err(log.log, "x", "y"))


class Collect(logging.Handler):
    def __init__(self):
        super().__init__()
        self.rows = []

    def emit(self, record):
        self.rows.append((record.name, record.levelno, record.levelname, record.getMessage(), record.funcName, record.lineno > 0, record.args, record.exc_info is not None))


def work():
    logging.getLogger("job").warning("in work %r", {"k": 1})


collect = Collect()
logging.getLogger("job").addHandler(collect)
logging.getLogger("job").propagate = False
work()
logging.getLogger("job.sub").error("from below", exc_info=ValueError("v"))
logging.disable(logging.ERROR)
work()
logging.disable(logging.NOTSET)
print(collect.rows)
f = logging.Formatter("%(levelname)s - %(message)s")
r = logging.makeLogRecord({"levelname": "X", "msg": "m %s", "args": (1,)})
print(f.format(r), r, logging.Filter("a.b").filter(logging.makeLogRecord({"name": "a.b.c"})), logging.Filter("a.b").filter(logging.makeLogRecord({"name": "a.bc"})))
t = logging.Formatter("$levelname ${message}", style="$")
print(t.format(r), sorted(logging.getLevelNamesMapping())[:3], logging.CRITICAL, logging.WARN)
logging.getLogger("nobody").addHandler(logging.NullHandler())
