"""Log messages: loggers by name, their levels, and handlers that write them, to sys.stderr usually. What a program configures is kept in its session."""

import logging as _this
import re as _re
import sys as _sys
import time as _time
from string import Template as _Template

__all__ = ["BASIC_FORMAT", "BufferingFormatter", "CRITICAL", "DEBUG", "ERROR", "FATAL", "FileHandler", "Filter", "Formatter", "Handler", "INFO",
           "LogRecord", "Logger", "LoggerAdapter", "NOTSET", "NullHandler", "StreamHandler", "WARN", "WARNING", "addLevelName", "basicConfig",
           "captureWarnings", "critical", "debug", "disable", "error", "exception", "fatal", "getLevelName", "getLogger", "getLoggerClass", "info",
           "log", "makeLogRecord", "setLoggerClass", "shutdown", "warn", "warning", "getLogRecordFactory", "setLogRecordFactory", "lastResort",
           "raiseExceptions", "getLevelNamesMapping"]

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
raiseExceptions = True
logThreads = logMultiprocessing = logProcesses = logAsyncioTasks = True


class _Session:
    """What a program has configured."""

    def __init__(self):
        self.names = {CRITICAL: "CRITICAL", ERROR: "ERROR", WARNING: "WARNING", INFO: "INFO", DEBUG: "DEBUG", NOTSET: "NOTSET"}
        self.levels = {"CRITICAL": CRITICAL, "FATAL": FATAL, "ERROR": ERROR, "WARN": WARNING, "WARNING": WARNING, "INFO": INFO, "DEBUG": DEBUG,
                       "NOTSET": NOTSET}
        self.logger_class = Logger
        self.record_factory = LogRecord
        self.root = RootLogger(WARNING)
        self.manager = Manager(self.root)
        self.root.manager = self.manager
        self.last_resort = _StderrHandler(WARNING)
        self.handlers = {}


def _state():
    kept = session_state()
    mine = kept.get("logging")
    if mine is None:
        mine = kept["logging"] = _Session()
    return mine


def __getattr__(name):
    if name == "root":
        return _state().root
    if name == "lastResort":
        return _state().last_resort
    if name == "_nameToLevel":
        return _state().levels
    if name == "_levelToName":
        return _state().names
    raise AttributeError(f"module 'logging' has no attribute '{name}'")


# --- levels

def getLevelName(level):
    """Return the textual or numeric representation of logging level 'level'."""
    state = _state()
    result = state.names.get(level)
    if result is None:
        result = state.levels.get(level)
    return f"Level {level}" if result is None else result


def getLevelNamesMapping():
    return _state().levels.copy()


def addLevelName(level, levelName):
    """Associate 'levelName' with 'level'."""
    state = _state()
    state.names[level] = levelName
    state.levels[levelName] = level


def _check_level(level):
    if isinstance(level, int):
        return level
    if isinstance(level, str):
        levels = _state().levels
        if level not in levels:
            raise ValueError("Unknown level: %r" % (level,))
        return levels[level]
    raise TypeError("Level not an integer or a valid string: %r" % (level,))


# --- records

class LogRecord:
    """One event that is logged."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        created = _time.time()
        self.name = name
        self.msg = msg
        # A single dict is for %(name)s in the message.
        if args and len(args) == 1 and hasattr(args[0], "keys") and hasattr(args[0], "__getitem__") and args[0]:
            args = args[0]
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.filename = pathname.rpartition("/")[2] if isinstance(pathname, str) else pathname
        self.module = self.filename.rpartition(".")[0] or self.filename if isinstance(self.filename, str) else "Unknown module"
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
        self.created = created
        self.msecs = int((created - int(created)) * 1000) + 0.0
        self.relativeCreated = 0.0
        self.thread = 1
        self.threadName = "MainThread"
        self.processName = "MainProcess"
        self.process = 1
        self.taskName = None

    def __repr__(self):
        return '<LogRecord: %s, %s, %s, %s, "%s">' % (self.name, self.levelno, self.pathname, self.lineno, self.msg)

    def getMessage(self):
        """Return the message for this LogRecord: the text with its arguments."""
        text = str(self.msg)
        return text % self.args if self.args else text


def setLogRecordFactory(factory):
    """Set the factory to be used when instantiating a log record."""
    _state().record_factory = factory


def getLogRecordFactory():
    """Return the factory to be used when instantiating a log record."""
    return _state().record_factory


def makeLogRecord(dict):
    """Make a LogRecord whose attributes are defined by the specified dictionary."""
    record = _state().record_factory(None, None, "", 0, "", (), None, None)
    record.__dict__.update(dict)
    return record


# --- formatting

class PercentStyle:
    default_format = "%(message)s"
    asctime_format = "%(asctime)s"
    asctime_search = "%(asctime)"
    validation_pattern = _re.compile(r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]", _re.I)

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt or self.default_format
        self._defaults = defaults

    def usesTime(self):
        return self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        if not self.validation_pattern.search(self._fmt):
            raise ValueError("Invalid format '%s' for '%s' style" % (self._fmt, self.default_format[0]))

    def _values(self, record):
        return self._defaults | record.__dict__ if self._defaults else record.__dict__

    def _format(self, record):
        return self._fmt % self._values(record)

    def format(self, record):
        try:
            return self._format(record)
        except KeyError as e:
            raise ValueError("Formatting field not found in record: %s" % e)


class StrFormatStyle(PercentStyle):
    default_format = "{message}"
    asctime_format = "{asctime}"
    asctime_search = "{asctime"

    def _format(self, record):
        return self._fmt.format(**self._values(record))

    def validate(self):
        import string
        fields = set()
        try:
            for text, field, spec, conversion in string.Formatter().parse(self._fmt):
                if field:
                    if not _re.match(r"^(\d+|\w+)(\.\w+|\[[^]]+\])*$", field):
                        raise ValueError("invalid field name/expression: %r" % field)
                    fields.add(field)
                if conversion and conversion not in "rsa":
                    raise ValueError("invalid conversion: %r" % conversion)
                if spec and not _re.match(r"^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$", spec, _re.I):
                    raise ValueError("bad specifier: %r" % spec)
        except ValueError as e:
            raise ValueError("invalid format: %s" % e)
        if not fields:
            raise ValueError("invalid format: no fields")


_PLACES = _re.compile(r"\$(?:\$|(?P<named>[_a-z][_a-z0-9]*)|{(?P<braced>[_a-z][_a-z0-9]*)}|)", _re.I)


class StringTemplateStyle(PercentStyle):
    default_format = "${message}"
    asctime_format = "${asctime}"
    asctime_search = "${asctime}"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._tpl = _Template(self._fmt)

    def usesTime(self):
        return self._fmt.find("$asctime") >= 0 or self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        fields = set()
        for m in _PLACES.finditer(self._fmt):
            d = m.groupdict()
            if d["named"]:
                fields.add(d["named"])
            elif d["braced"]:
                fields.add(d["braced"])
            elif m.group(0) == "$":
                raise ValueError("invalid format: bare '$' not allowed")
        if not fields:
            raise ValueError("invalid format: no fields")

    def _format(self, record):
        return self._tpl.substitute(**self._values(record))


_STYLES = {"%": (PercentStyle, BASIC_FORMAT), "{": (StrFormatStyle, "{levelname}:{name}:{message}"),
           "$": (StringTemplateStyle, "${levelname}:${name}:${message}")}


class Formatter:
    """Makes text of a record."""

    converter = _time.localtime
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in _STYLES:
            raise ValueError("Style must be one of: %s" % ",".join(_STYLES.keys()))
        self._style = _STYLES[style][0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt = self._style._fmt
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        """Return the creation time of the specified LogRecord as formatted text."""
        moment = self.converter(record.created)
        if datefmt:
            return _time.strftime(datefmt, moment)
        text = _time.strftime(self.default_time_format, moment)
        return self.default_msec_format % (text, record.msecs) if self.default_msec_format else text

    def formatException(self, ei):
        """Format and return the specified exception information as a string."""
        import traceback
        text = "".join(traceback.format_exception(ei[0], ei[1], ei[2]))
        return text[:-1] if text[-1:] == "\n" else text

    def usesTime(self):
        return self._style.usesTime()

    def formatMessage(self, record):
        return self._style.format(record)

    def formatStack(self, stack_info):
        return stack_info

    def format(self, record):
        """Format the specified record as text."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        for more in (record.exc_text, record.stack_info and self.formatStack(record.stack_info)):
            if more:
                text = text + ("" if text[-1:] == "\n" else "\n") + more
        return text


class BufferingFormatter:
    """Makes text of several records."""

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or Formatter()

    def formatHeader(self, records):
        return ""

    def formatFooter(self, records):
        return ""

    def format(self, records):
        if not records:
            return ""
        return self.formatHeader(records) + "".join([self.linefmt.format(r) for r in records]) + self.formatFooter(records)


class Filter:
    """Lets the records of a logger, and of those below it, pass."""

    def __init__(self, name=""):
        self.name = name
        self.nlen = len(name)

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        for f in self.filters:
            result = f.filter(record) if hasattr(f, "filter") else f(record)
            if not result:
                return False
        return True


# --- handlers

class Handler(Filterer):
    """Does something with records."""

    def __init__(self, level=NOTSET):
        Filterer.__init__(self)
        self._name = None
        self.level = _check_level(level)
        self.formatter = None
        self._closed = False
        self.lock = None

    def get_name(self):
        return self._name

    def set_name(self, name):
        known = _state().handlers
        if self._name in known:
            del known[self._name]
        self._name = name
        if name:
            known[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        self.lock = None

    def acquire(self):
        pass

    def release(self):
        pass

    def setLevel(self, level):
        self.level = _check_level(level)

    def format(self, record):
        return (self.formatter or Formatter()).format(record)

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def handle(self, record):
        passed = self.filter(record)
        if passed:
            self.emit(record)
        return passed

    def setFormatter(self, fmt):
        self.formatter = fmt

    def flush(self):
        pass

    def close(self):
        self._closed = True
        known = _state().handlers
        if self._name and self._name in known:
            del known[self._name]

    def handleError(self, record):
        """An error while a record is handled is shown, and the program goes on."""
        if not _this.raiseExceptions or not _sys.stderr:
            return
        import traceback
        cls, value, tb = _sys.exc_info()
        write = _sys.stderr.write
        write("--- Logging error ---\n")
        write("".join(traceback.format_exception(cls, value, tb)))
        try:
            write("Message: %r\nArguments: %s\n" % (record.msg, record.args))
        except Exception:
            write("Unable to print the message and arguments - possible formatting error.\nUse the traceback above to help find the error.\n")

    def __repr__(self):
        return "<%s (%s)>" % (self.__class__.__name__, getLevelName(self.level))


class StreamHandler(Handler):
    """Writes records to a stream: sys.stderr when none is given."""

    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = _sys.stderr if stream is None else stream

    def flush(self):
        if self.stream and hasattr(self.stream, "flush"):
            self.stream.flush()

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        if stream is self.stream:
            return None
        old = self.stream
        self.flush()
        self.stream = stream
        return old

    def __repr__(self):
        name = str(getattr(self.stream, "name", ""))
        return "<%s %s(%s)>" % (self.__class__.__name__, name + " " if name else "", getLevelName(self.level))


class FileHandler(StreamHandler):
    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        raise PermissionError("the sandbox has no files; log to a StreamHandler")


class NullHandler(Handler):
    """Does nothing."""

    def handle(self, record):
        pass

    def emit(self, record):
        pass


class _StderrHandler(StreamHandler):
    """What is used when there is no other: sys.stderr, as it is then."""

    def __init__(self, level=NOTSET):
        Handler.__init__(self, level)

    @property
    def stream(self):
        return _sys.stderr


# --- loggers

class PlaceHolder:
    """Stands for a name that has loggers below it but none of its own."""

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        self.loggerMap[alogger] = None


class Manager:
    """The loggers of a program, by name."""

    def __init__(self, rootnode):
        self.root = rootnode
        self.disable = 0
        self.emittedNoHandlerWarning = False
        self.loggerDict = {}
        self.loggerClass = None
        self.logRecordFactory = None

    @property
    def disable(self):
        return self._disable

    @disable.setter
    def disable(self, value):
        self._disable = _check_level(value)

    def getLogger(self, name):
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        known = self.loggerDict.get(name)
        if known is not None and not isinstance(known, PlaceHolder):
            return known
        logger = (self.loggerClass or _state().logger_class)(name)
        logger.manager = self
        self.loggerDict[name] = logger
        if known is not None:
            # Those below it get it as their parent, if nothing is in between.
            for child in known.loggerMap:
                if child.parent.name[:len(name)] != name:
                    logger.parent = child.parent
                    child.parent = logger
        parent = None
        dot = name.rfind(".")
        while dot > 0 and parent is None:
            above = self.loggerDict.get(name[:dot])
            if above is None:
                self.loggerDict[name[:dot]] = PlaceHolder(logger)
            elif isinstance(above, Logger):
                parent = above
            else:
                above.append(logger)
            dot = name.rfind(".", 0, dot)
        logger.parent = parent or self.root
        return logger

    def setLoggerClass(self, klass):
        _check_logger_class(klass)
        self.loggerClass = klass

    def setLogRecordFactory(self, factory):
        self.logRecordFactory = factory


def _check_logger_class(klass):
    if klass != Logger and not issubclass(klass, Logger):
        raise TypeError("logger not derived from logging.Logger: " + klass.__name__)


class Logger(Filterer):
    """A place that events are logged at."""

    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name = name
        self.level = _check_level(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False

    def setLevel(self, level):
        """Set the logging level of this logger: an int or a str."""
        self.level = _check_level(level)

    def debug(self, msg, *args, **kwargs):
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    def fatal(self, msg, *args, **kwargs):
        self.critical(msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        """Log 'msg % args' with the integer severity 'level'."""
        if not isinstance(level, int):
            if _this.raiseExceptions:
                raise TypeError("level must be an integer")
            return
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def findCaller(self, stack_info=False, stacklevel=1):
        """Where the program logged: file, line, function and stack."""
        try:
            frame = _sys._getframe()
        except Exception:
            return "(unknown file)", 0, "(unknown function)", None
        while frame is not None and frame.f_globals.get("__name__") == "logging":
            frame = frame.f_back
        while stacklevel > 1 and frame is not None and frame.f_back is not None:
            frame = frame.f_back
            stacklevel -= 1
        if frame is None:
            return "(unknown file)", 0, "(unknown function)", None
        sinfo = None
        if stack_info:
            import traceback
            sinfo = "Stack (most recent call last):\n" + "".join(traceback.format_stack(frame))[:-1]
        code = frame.f_code
        return code.co_filename, frame.f_lineno, code.co_name, sinfo

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        record = _state().record_factory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        if extra is not None:
            for key in extra:
                if key in ("message", "asctime") or key in record.__dict__:
                    raise KeyError("Attempt to overwrite %r in LogRecord" % key)
                record.__dict__[key] = extra[key]
        return record

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        fn, lno, func, sinfo = self.findCaller(stack_info, stacklevel)
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                exc_info = _sys.exc_info()
        self.handle(self.makeRecord(self.name, level, fn, lno, msg, args, exc_info, func, extra, sinfo))

    def handle(self, record):
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        """Has this logger, or one that it passes its records to, a handler?"""
        logger = self
        while logger:
            if logger.handlers:
                return True
            if not logger.propagate:
                return False
            logger = logger.parent
        return False

    def callHandlers(self, record):
        logger = self
        found = 0
        while logger:
            for handler in logger.handlers:
                found += 1
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if found == 0:
            last = _this.lastResort
            if last:
                if record.levelno >= last.level:
                    last.handle(record)
            elif _this.raiseExceptions and not self.manager.emittedNoHandlerWarning:
                _sys.stderr.write("No handlers could be found for logger \"%s\"\n" % self.name)
                self.manager.emittedNoHandlerWarning = True

    def getEffectiveLevel(self):
        """The first level that is set, here or above."""
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        """Is this logger enabled for level 'level'?"""
        return not self.disabled and self.manager.disable < level and level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        """Get a logger which is a descendant to this one."""
        return self.manager.getLogger(suffix if self is self.manager.root else self.name + "." + suffix)

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.name, getLevelName(self.getEffectiveLevel()))


class RootLogger(Logger):
    def __init__(self, level):
        Logger.__init__(self, "root", level)


class LoggerAdapter:
    """A logger that adds something to what is logged."""

    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    def process(self, msg, kwargs):
        kwargs["extra"] = self.extra
        return msg, kwargs

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    @property
    def manager(self):
        return self.logger.manager

    @property
    def name(self):
        return self.logger.name

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.logger.name, getLevelName(self.logger.getEffectiveLevel()))


# --- functions for the root logger

def getLogger(name=None):
    """Return a logger with the specified name, or the root logger."""
    state = _state()
    if not name or isinstance(name, str) and name == state.root.name:
        return state.root
    return state.manager.getLogger(name)


def setLoggerClass(klass):
    """Set the class to be used when instantiating a logger."""
    _check_logger_class(klass)
    _state().logger_class = klass


def getLoggerClass():
    """Return the class to be used when instantiating a logger."""
    return _state().logger_class


def basicConfig(**kwargs):
    """Do basic configuration for the logging system: a handler of the root logger, unless it has one."""
    root = _state().root
    force = kwargs.pop("force", False)
    encoding, errors = kwargs.pop("encoding", None), kwargs.pop("errors", "backslashreplace")
    if force:
        for handler in root.handlers[:]:
            root.removeHandler(handler)
            handler.close()
    if root.handlers:
        return
    handlers = kwargs.pop("handlers", None)
    if handlers is None:
        if "stream" in kwargs and "filename" in kwargs:
            raise ValueError("'stream' and 'filename' should not be specified together")
    elif "stream" in kwargs or "filename" in kwargs:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if handlers is None:
        filename = kwargs.pop("filename", None)
        mode = kwargs.pop("filemode", "a")
        if filename:
            handlers = [FileHandler(filename, mode)]
        else:
            handlers = [StreamHandler(kwargs.pop("stream", None))]
    dfs = kwargs.pop("datefmt", None)
    style = kwargs.pop("style", "%")
    if style not in _STYLES:
        raise ValueError("Style must be one of: %s" % ",".join(_STYLES.keys()))
    formatter = Formatter(kwargs.pop("format", _STYLES[style][1]), dfs, style)
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(formatter)
        root.addHandler(handler)
    level = kwargs.pop("level", None)
    if level is not None:
        root.setLevel(level)
    if kwargs:
        raise ValueError("Unrecognised argument(s): %s" % ", ".join(kwargs.keys()))


def _root():
    root = _state().root
    if not root.handlers:
        basicConfig()
    return root


def critical(msg, *args, **kwargs):
    _root().critical(msg, *args, **kwargs)


def fatal(msg, *args, **kwargs):
    critical(msg, *args, **kwargs)


def error(msg, *args, **kwargs):
    _root().error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    error(msg, *args, exc_info=exc_info, **kwargs)


def warning(msg, *args, **kwargs):
    _root().warning(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    warning(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    _root().info(msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    _root().debug(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    _root().log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    """Disable all logging calls of severity 'level' and below."""
    _state().manager.disable = level


def getHandlerByName(name):
    return _state().handlers.get(name)


def shutdown(handlerList=()):
    """There is nothing that waits to be written."""


def captureWarnings(capture):
    """Accepted; warnings are printed on the error output."""
