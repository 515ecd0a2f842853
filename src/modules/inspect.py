"""Get useful information from live Python objects."""
import abc
import collections
import enum
import functools
import types

CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR, CO_NOFREE = 1, 2, 4, 8, 16, 32, 64
CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 128, 256, 512
TPFLAGS_IS_ABSTRACT = 1 << 20

# --- what an object is


def ismodule(object):
    return isinstance(object, types.ModuleType)


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    return isinstance(object, types.MethodType)


def isfunction(object):
    return isinstance(object, types.FunctionType)


def isbuiltin(object):
    return isinstance(object, types.BuiltinFunctionType)


def ismethodwrapper(object):
    return isinstance(object, types.MethodWrapperType)


def isroutine(object):
    return isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object)


def ismethoddescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    cls = type(object)
    return hasattr(cls, "__get__") and not hasattr(cls, "__set__")


def isdatadescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    cls = type(object)
    return hasattr(cls, "__set__") or hasattr(cls, "__delete__")


def ismemberdescriptor(object):
    return isinstance(object, types.MemberDescriptorType)


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def _has_flag(f, flag):
    while ismethod(f):
        f = f.__func__
    while isinstance(f, functools.partial):
        f = f.func
    return isfunction(f) and bool(f.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    return _has_flag(obj, CO_GENERATOR)


_is_coroutine_mark = object()


def markcoroutinefunction(func):
    """Say that a callable gives coroutines, though it isn't an `async def`."""
    if hasattr(func, "__func__"):
        func = func.__func__
    func._is_coroutine_mark = _is_coroutine_mark
    return func


def markcoroutinefunction(func):
    """Mark a function that gives awaitables: iscoroutinefunction() knows it then."""
    getattr(func, "__func__", func)._is_coroutine_mark = _is_coroutine_mark
    return func


def iscoroutinefunction(obj):
    if _has_flag(obj, CO_COROUTINE):
        return True
    return getattr(getattr(obj, "__func__", obj), "_is_coroutine_mark", None) is _is_coroutine_mark


def isasyncgenfunction(obj):
    return _has_flag(obj, CO_ASYNC_GENERATOR)


def isasyncgen(object):
    return isinstance(object, types.AsyncGeneratorType)


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def iscoroutine(object):
    return isinstance(object, types.CoroutineType)


def isawaitable(object):
    if isinstance(object, types.CoroutineType):
        return True
    if isinstance(object, types.GeneratorType) and object.gi_code.co_flags & CO_ITERABLE_COROUTINE:
        return True
    return hasattr(type(object), "__await__")


def istraceback(object):
    return isinstance(object, types.TracebackType)


def isframe(object):
    return isinstance(object, types.FrameType)


def iscode(object):
    return isinstance(object, types.CodeType)


def isabstract(object):
    """Whether a class has abstract methods; while it is made, before its metaclass has counted them, too."""
    if not isinstance(object, type):
        return False
    if "__abstractmethods__" in object.__dict__ or not isinstance(object, abc.ABCMeta):
        return bool(getattr(object, "__abstractmethods__", None))
    if any(getattr(value, "__isabstractmethod__", False) for value in object.__dict__.values()):
        return True
    inherited = {name for base in object.__bases__ for name in getattr(base, "__abstractmethods__", ())}
    return any(getattr(getattr(object, name, None), "__isabstractmethod__", False) for name in inherited)


# --- members and documentation


def getmembers(object, predicate=None):
    """All members of an object as (name, value) pairs sorted by name."""
    names = dir(object)
    if isclass(object):
        for base in object.__bases__:
            names += [k for k, v in base.__dict__.items() if isinstance(v, (types.DynamicClassAttribute, enum.property))]
    found = {}
    for name in names:
        try:
            value = getattr(object, name)
        except AttributeError:
            for base in getmro(object) if isclass(object) else ():
                if name in base.__dict__:
                    value = base.__dict__[name]
                    break
            else:
                continue
        if predicate is None or predicate(value):
            found[name] = value
    return sorted(found.items(), key=lambda item: item[0])


def getmembers_static(object, predicate=None):
    """As getmembers, without running descriptors or __getattr__."""
    found = []
    for name in dir(object):
        try:
            value = getattr_static(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            found.append((name, value))
    return sorted(found, key=lambda item: item[0])


def getmro(cls):
    return cls.__mro__


Attribute = collections.namedtuple("Attribute", "name kind defining_class object")


def _kind_of(stored, value):
    if isinstance(stored, (staticmethod, types.BuiltinFunctionType)):
        return "static method"
    if isinstance(stored, (classmethod, types.ClassMethodDescriptorType)):
        return "class method"
    if isinstance(stored, property):
        return "property"
    return "method" if isroutine(value) else "data"


def classify_class_attrs(cls):
    """Each attribute of a class: its name, what kind it is, the class that it comes from, and the object as that class has it."""
    above = [c for c in getmro(type(cls)) if c is not type and c is not object]
    own = getmro(cls)
    names = dict.fromkeys(dir(cls))
    for base in own:
        names.update((k, None) for k, v in base.__dict__.items() if isinstance(v, types.DynamicClassAttribute) and v.fget is not None)
    found = []
    for name in names:
        got = stored = _missing
        home = None
        if name != "__dict__":
            try:
                got = getattr(cls, name)
            except Exception:
                pass
        if got is not _missing:
            home = getattr(got, "__objclass__", None)
            if home not in own:
                home = _giver(name, got, cls, own, above)
        for base in (*own, *above):
            if name in base.__dict__:
                stored = base.__dict__[name]
                if home not in above:
                    home = base
                break
        if home is None:
            continue
        value = stored if got is _missing or got is None else got
        kind = _kind_of(stored, value)
        if kind in ("static method", "class method", "property"):
            value = stored
        found.append(Attribute(name, kind, home, value))
    return found


def _giver(name, value, cls, own, above):
    """The last class that gives this value for the name: by itself, or by a metaclass's __getattr__."""
    home = None
    for base in own:
        if getattr(base, name, None) is value:
            home = base
    for meta in above:
        try:
            if meta.__getattr__(cls, name) is value:
                home = meta
        except AttributeError:
            pass
    return home


_missing = object()


def _static_in_class(cls, name):
    for base in type.__dict__["__mro__"].__get__(cls):
        value = type.__dict__["__dict__"].__get__(base).get(name, _missing)
        if value is not _missing:
            return value
    return _missing


def getattr_static(obj, attr, default=_missing):
    """An attribute as it is stored, without running any code of the object's."""
    own = _missing
    if issubclass(type(obj), type):  # not isinstance(): a property __class__ isn't asked
        cls = type(obj)
        own = _static_in_class(obj, attr)
    else:
        cls = type(obj)
        fields = _static_in_class(cls, "__dict__")
        if fields is _missing or type(fields) is types.GetSetDescriptorType:
            try:
                own = object.__getattribute__(obj, "__dict__").get(attr, _missing)
            except AttributeError:
                pass
    in_class = _static_in_class(cls, attr)
    if own is not _missing and in_class is not _missing:
        if hasattr(type(in_class), "__get__") and (hasattr(type(in_class), "__set__") or hasattr(type(in_class), "__delete__")):
            return in_class
    if own is not _missing:
        return own
    if in_class is not _missing:
        return in_class
    if default is not _missing:
        return default
    raise AttributeError(attr)


def unwrap(func, *, stop=None):
    """The function that a chain of __wrapped__ attributes ends at."""
    import sys
    first, seen = func, {id(func)}
    while hasattr(func, "__wrapped__"):
        if stop is not None and stop(func):
            break
        func = func.__wrapped__
        if id(func) in seen or len(seen) >= sys.getrecursionlimit():
            raise ValueError(f"wrapper loop when unwrapping {first!r}")
        seen.add(id(func))
    return func


def cleandoc(doc):
    """A docstring without its indentation."""
    lines = doc.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def _inherited_doc(obj):
    if isclass(obj):
        for base in obj.__mro__:
            if base is not object and isinstance(base.__doc__, str):
                return base.__doc__
        return None
    name = getattr(obj, "__name__", None) or getattr(getattr(obj, "fget", None), "__name__", None)
    cls = None
    if isfunction(obj):
        cls = getmodule(obj)
        for part in obj.__qualname__.split(".")[:-1]:
            cls = getattr(cls, part, None)
        if not isclass(cls):
            return None
    elif ismethod(obj):
        cls = obj.__self__ if isclass(obj.__self__) else type(obj.__self__)
    elif hasattr(obj, "__objclass__"):
        cls = obj.__objclass__
    for base in cls.__mro__ if cls is not None and name else ():
        doc = getattr(getattr(base, name, None), "__doc__", None)
        if doc is not None:
            return doc
    return None


def getdoc(object):
    """The documentation of an object, cleaned up; a class or method without one has that of its bases."""
    doc = getattr(object, "__doc__", None)
    if doc is None:
        doc = _inherited_doc(object)
    return cleandoc(doc) if isinstance(doc, str) else None


def getmodulename(path):
    name = path.rpartition("/")[2]
    for suffix in (".py", ".pyc"):
        if name.endswith(suffix) and name != suffix:
            return name[:-len(suffix)]
    return None


def getmodule(object, _filename=None):
    """The module an object was defined in, if it is loaded."""
    import sys
    if ismodule(object):
        return object
    return sys.modules.get(getattr(object, "__module__", None))


def getfile(object):
    if isclass(object) and object.__module__ == "builtins":
        raise TypeError(f"{object!r} is a built-in class")
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if isframe(object):
        object = object.f_code
    if iscode(object):
        return object.co_filename
    if ismodule(object) or isclass(object):
        module = getmodule(object)
        if getattr(module, "__file__", None):
            return module.__file__
        raise TypeError(f"{object!r} is a built-in {'module' if ismodule(object) else 'class'}")
    raise TypeError("module, class, method, function, traceback, frame, or code object was expected, got " + type(object).__name__)


def getsourcefile(object):
    return getfile(object)


def getsource(object):
    raise OSError("could not get source code: a sandboxed program has no files")


getsourcelines = findsource = getsource


def currentframe():
    """The frame of the caller, a picture of the moment."""
    import sys
    return sys._getframe()  # frames of the library do not count


Traceback = collections.namedtuple("Traceback", "filename lineno function code_context index")
FrameInfo = collections.namedtuple("FrameInfo", "frame filename lineno function code_context index")


def getframeinfo(frame, context=1):
    """Where a frame or traceback stands."""
    lineno = frame.tb_lineno if istraceback(frame) else frame.f_lineno
    frame = frame.tb_frame if istraceback(frame) else frame
    if not isframe(frame):
        raise TypeError(f"{frame!r} is not a frame or traceback object")
    return Traceback(frame.f_code.co_filename, lineno, frame.f_code.co_name, None, None)


def getouterframes(frame, context=1):
    found = []
    while frame:
        found.append(FrameInfo(frame, *getframeinfo(frame, context)))
        frame = frame.f_back
    return found


def getinnerframes(tb, context=1):
    found = []
    while tb:
        found.append(FrameInfo(tb.tb_frame, *getframeinfo(tb, context)))
        tb = tb.tb_next
    return found


Arguments = collections.namedtuple("Arguments", "args, varargs, varkw")
ArgInfo = collections.namedtuple("ArgInfo", "args varargs keywords locals")


def getargs(co):
    """The names of a code object's parameters; those that are keyword-only stand at the end of `args`."""
    if not iscode(co):
        raise TypeError(f"{co!r} is not a code object")
    names, count = co.co_varnames, co.co_argcount + co.co_kwonlyargcount
    varargs = names[count] if co.co_flags & CO_VARARGS else None
    varkw = names[count + (varargs is not None)] if co.co_flags & CO_VARKEYWORDS else None
    return Arguments(list(names[:count]), varargs, varkw)


def getargvalues(frame):
    """The parameters of a frame's function, and its locals."""
    return ArgInfo(*getargs(frame.f_code), frame.f_locals)


def formatargvalues(args, varargs, varkw, locals, formatarg=str, formatvarargs=lambda name: "*" + name, formatvarkw=lambda name: "**" + name,
                    formatvalue=lambda value: "=" + repr(value)):
    """The text of what getargvalues() gives."""
    parts = [formatarg(name) + formatvalue(locals[name]) for name in args]
    if varargs:
        parts.append(formatvarargs(varargs) + formatvalue(locals[varargs]))
    if varkw:
        parts.append(formatvarkw(varkw) + formatvalue(locals[varkw]))
    return f"({', '.join(parts)})"


def stack(context=1):
    """The frames around the caller, its own first."""
    import sys
    return getouterframes(sys._getframe(), context)


def trace(context=1):
    import sys
    return getinnerframes(sys.exc_info()[2], context)


# --- annotations and the states of generators


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """A fresh dict of an object's own annotations; with `eval_str` those that are strings are evaluated."""
    if isclass(obj):
        found = obj.__dict__.get("__annotations__")
    elif callable(obj) or ismodule(obj):
        found = getattr(obj, "__annotations__", None)
    else:
        raise TypeError(f"{obj!r} is not a module, class, or callable.")
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise ValueError(f"{obj!r}.__annotations__ is neither a dict nor None")
    if not eval_str:
        return dict(found)
    if globals is None:
        if isclass(obj):
            globals = getattr(getmodule(obj), "__dict__", None)
        else:
            globals = getattr(unwrap(obj), "__globals__", None) if callable(obj) else obj.__dict__
    if locals is None and isclass(obj):
        locals = dict(vars(obj))
    return {k: eval(v, globals, locals) if isinstance(v, str) else v for k, v in found.items()}


GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "GEN_CLOSED"
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = "CORO_CREATED", "CORO_RUNNING", "CORO_SUSPENDED", "CORO_CLOSED"
AGEN_CREATED, AGEN_RUNNING, AGEN_SUSPENDED, AGEN_CLOSED = "AGEN_CREATED", "AGEN_RUNNING", "AGEN_SUSPENDED", "AGEN_CLOSED"


def _state(running, suspended, frame, prefix):
    if running:
        return prefix + "_RUNNING"
    if suspended:
        return prefix + "_SUSPENDED"
    return prefix + ("_CLOSED" if frame is None else "_CREATED")


def getgeneratorstate(generator):
    return _state(generator.gi_running, generator.gi_suspended, generator.gi_frame, "GEN")


def getcoroutinestate(coroutine):
    return _state(coroutine.cr_running, coroutine.cr_suspended, coroutine.cr_frame, "CORO")


def getasyncgenstate(agen):
    return _state(agen.ag_running, agen.ag_suspended, agen.ag_frame, "AGEN")


def getgeneratorlocals(generator):
    if not isgenerator(generator):
        raise TypeError(f"{generator!r} is not a Python generator")
    return getattr(generator.gi_frame, "f_locals", {})


def getcoroutinelocals(coroutine):
    return getattr(coroutine.cr_frame, "f_locals", {})


ClosureVars = collections.namedtuple("ClosureVars", "nonlocals globals builtins unbound")


def getclosurevars(func):
    """What the free names of a function stand for now."""
    import builtins
    if ismethod(func):
        func = func.__func__
    if not isfunction(func):
        raise TypeError(f"{func!r} is not a Python function")
    code = func.__code__
    nonlocals = {} if func.__closure__ is None else {name: cell.cell_contents for name, cell in zip(code.co_freevars, func.__closure__)}
    found, built_in, unbound = {}, {}, set()
    known = func.__globals__.get("__builtins__", builtins)
    known = vars(known) if ismodule(known) else known
    for name in code.co_names:
        if name in func.__globals__:
            found[name] = func.__globals__[name]
        elif name in known:
            built_in[name] = known[name]
        else:
            unbound.add(name)
    return ClosureVars(nonlocals, found, built_in, unbound)


# --- signatures


class _empty:
    """Marker object for Signature.empty and Parameter.empty."""


class _ParameterKind(enum.IntEnum):
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __str__(self):
        return self.name

    @property
    def description(self):
        return _KIND_TEXTS[self]


_KIND_TEXTS = ("positional-only", "positional or keyword", "variadic positional", "keyword-only", "variadic keyword")
_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD = _ParameterKind


def formatannotation(annotation, base_module=None):
    if getattr(annotation, "__module__", None) == "typing":
        import re
        return re.sub(r"[\w.]+", lambda m: m.group().removeprefix("typing."), repr(annotation))
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ("builtins", base_module):
            return annotation.__qualname__
        return annotation.__module__ + "." + annotation.__qualname__
    return repr(annotation)


class Parameter:
    """One parameter of a function: name, kind, default, annotation."""

    __slots__ = ("_name", "_kind", "_default", "_annotation")

    POSITIONAL_ONLY = _POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _VAR_POSITIONAL
    KEYWORD_ONLY = _KEYWORD_ONLY
    VAR_KEYWORD = _VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        try:
            self._kind = _ParameterKind(kind)
        except ValueError:
            raise ValueError(f"value {kind!r} is not a valid Parameter.kind")
        if default is not _empty and self._kind in (_VAR_POSITIONAL, _VAR_KEYWORD):
            raise ValueError(f"{self._kind.description} parameters cannot have default values")
        if name is _empty:
            raise ValueError("name is a required attribute for Parameter")
        if not isinstance(name, str):
            raise TypeError(f"name must be a str, not a {type(name).__name__}")
        if name[:1] == "." and name[1:].isdigit():
            if self._kind != _POSITIONAL_OR_KEYWORD:
                raise ValueError(f"implicit arguments must be passed as positional or keyword arguments, not {self._kind.description}")
            self._kind = _POSITIONAL_ONLY
            name = "implicit" + name[1:]
        import keyword
        if keyword.iskeyword(name) and self._kind is not _POSITIONAL_ONLY or not name.isidentifier():
            raise ValueError(f"{name!r} is not a valid parameter name")
        self._name = name
        self._default = default
        self._annotation = annotation

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def replace(self, *, name=_missing, kind=_missing, annotation=_missing, default=_missing):
        return type(self)(self._name if name is _missing else name, self._kind if kind is _missing else kind,
                          default=self._default if default is _missing else default,
                          annotation=self._annotation if annotation is _missing else annotation)

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text += ": " + formatannotation(self._annotation)
        if self._default is not _empty:
            text += (" = " if self._annotation is not _empty else "=") + repr(self._default)
        return {_VAR_POSITIONAL: "*", _VAR_KEYWORD: "**"}.get(self._kind, "") + text

    def __repr__(self):
        return f'<{type(self).__name__} "{self}">'

    def __hash__(self):
        return hash((self._name, self._kind, self._annotation, self._default))

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self._name == other._name and self._kind == other._kind and self._default == other._default
                and self._annotation == other._annotation)


class BoundArguments:
    """Arguments by the name of their parameter."""

    __slots__ = ("arguments", "_signature", "__weakref__")

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    signature = property(lambda self: self._signature)

    @property
    def args(self):
        args = []
        for name, parameter in self._signature.parameters.items():
            if parameter.kind in (_VAR_KEYWORD, _KEYWORD_ONLY) or name not in self.arguments:
                break
            if parameter.kind == _VAR_POSITIONAL:
                args.extend(self.arguments[name])
            else:
                args.append(self.arguments[name])
        return tuple(args)

    @property
    def kwargs(self):
        kwargs, by_keyword = {}, False
        for name, parameter in self._signature.parameters.items():
            if not by_keyword:
                if parameter.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                    by_keyword = True
                elif name not in self.arguments:
                    by_keyword = True
                    continue
            if by_keyword and name in self.arguments:
                if parameter.kind == _VAR_KEYWORD:
                    kwargs.update(self.arguments[name])
                else:
                    kwargs[name] = self.arguments[name]
        return kwargs

    def apply_defaults(self):
        """Set the parameters that have no argument to their defaults."""
        complete = {}
        for name, parameter in self._signature.parameters.items():
            if name in self.arguments:
                complete[name] = self.arguments[name]
            elif parameter.default is not _empty:
                complete[name] = parameter.default
            elif parameter.kind is _VAR_POSITIONAL:
                complete[name] = ()
            elif parameter.kind is _VAR_KEYWORD:
                complete[name] = {}
        self.arguments = complete

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self._signature == other._signature and self.arguments == other.arguments

    def __repr__(self):
        return f"<{type(self).__name__} ({', '.join([f'{k}={v!r}' for k, v in self.arguments.items()])})>"


class Signature:
    """The parameters of a callable and the annotation of what it returns."""

    __slots__ = ("_return_annotation", "_parameters")

    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        found = collections.OrderedDict()
        last, defaulted = _POSITIONAL_ONLY, False
        for parameter in parameters or ():
            if __validate_parameters__:
                kind = parameter.kind
                if kind < last:
                    raise ValueError(f"wrong parameter order: {last.description} parameter before {kind.description} parameter")
                if kind > last:
                    last = kind
                if kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
                    if parameter.default is not _empty:
                        defaulted = True
                    elif defaulted:
                        raise ValueError("non-default argument follows default argument")
                if parameter.name in found:
                    raise ValueError(f"duplicate parameter name: {parameter.name!r}")
            found[parameter.name] = parameter
        self._parameters = types.MappingProxyType(found)
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        return _signature_of(obj, cls, follow_wrapped, globals, locals, eval_str)

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    def replace(self, *, parameters=_missing, return_annotation=_missing):
        return type(self)(self._parameters.values() if parameters is _missing else parameters,
                          return_annotation=self._return_annotation if return_annotation is _missing else return_annotation)

    def _key(self):
        positional = tuple(p for p in self._parameters.values() if p.kind != _KEYWORD_ONLY)
        return positional, {p.name: p for p in self._parameters.values() if p.kind == _KEYWORD_ONLY}, self._return_annotation

    def __hash__(self):
        positional, keyword, result = self._key()
        return hash((positional, frozenset(keyword.values()), result))

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Signature):
            return NotImplemented
        return self._key() == other._key()

    def bind(self, /, *args, **kwargs):
        """The arguments as a call would bind them; TypeError when it would fail."""
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        """As bind, but arguments may be missing."""
        return self._bind(args, kwargs, True)

    def _bind(self, args, kwargs, partial):
        arguments, used, kwargs = {}, 0, dict(kwargs)
        collects = None
        for parameter in self._parameters.values():
            name, kind = parameter.name, parameter.kind
            if used < len(args) and kind in (_KEYWORD_ONLY, _VAR_KEYWORD):
                break  # too many
            if kind is _VAR_POSITIONAL:
                if used < len(args):
                    arguments[name] = tuple(args[used:])
                used = len(args)
            elif kind is _VAR_KEYWORD:
                collects = name
            elif kind is not _KEYWORD_ONLY and used < len(args):
                if name in kwargs and kind is not _POSITIONAL_ONLY:
                    raise TypeError(f"multiple values for argument {name!r}")
                arguments[name] = args[used]
                used += 1
            elif kind is not _POSITIONAL_ONLY and name in kwargs:
                arguments[name] = kwargs.pop(name)
            elif kind is _POSITIONAL_ONLY and name in kwargs:
                raise TypeError(f"{name!r} parameter is positional only, but was passed as a keyword")
            elif parameter.default is _empty and not partial:
                raise TypeError(f"missing a required argument: {name!r}")
        if used < len(args):
            raise TypeError("too many positional arguments")
        if kwargs:
            if collects is None:
                raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
            arguments[collects] = kwargs
        order = [name for name in self._parameters if name in arguments]
        return BoundArguments(self, {name: arguments[name] for name in order})

    def __repr__(self):
        return f"<{type(self).__name__} {self}>"

    def __str__(self):
        parts, positional_only, star = [], False, True
        for parameter in self._parameters.values():
            if parameter.kind == _POSITIONAL_ONLY:
                positional_only = True
            elif positional_only:
                parts.append("/")
                positional_only = False
            if parameter.kind == _VAR_POSITIONAL:
                star = False
            elif parameter.kind == _KEYWORD_ONLY and star:
                parts.append("*")
                star = False
            parts.append(str(parameter))
        if positional_only:
            parts.append("/")
        result = "" if self._return_annotation is _empty else f" -> {formatannotation(self._return_annotation)}"
        return f"({', '.join(parts)}){result}"


def _of_function(func, cls, globals, locals, eval_str):
    code = func.__code__
    annotations = get_annotations(func, globals=globals, locals=locals, eval_str=eval_str)
    positional = code.co_argcount
    names = code.co_varnames
    defaults = func.__defaults__ or ()
    keyword_defaults = func.__kwdefaults__ or {}
    parameters = []

    def add(name, kind, default=_empty):
        parameters.append(Parameter(name, kind, default=default, annotation=annotations.get(name, _empty)))

    for i, name in enumerate(names[:positional]):
        at = i - (positional - len(defaults))
        add(name, _POSITIONAL_ONLY if i < code.co_posonlyargcount else _POSITIONAL_OR_KEYWORD, defaults[at] if at >= 0 else _empty)
    behind = positional + code.co_kwonlyargcount
    if code.co_flags & CO_VARARGS:
        add(names[behind], _VAR_POSITIONAL)
    for name in names[positional:behind]:
        add(name, _KEYWORD_ONLY, keyword_defaults.get(name, _empty))
    if code.co_flags & CO_VARKEYWORDS:
        add(names[behind + (1 if code.co_flags & CO_VARARGS else 0)], _VAR_KEYWORD)
    return cls(parameters, return_annotation=annotations.get("return", _empty), __validate_parameters__=False)


def _without_first(signature):
    parameters = list(signature.parameters.values())
    if not parameters or parameters[0].kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError("invalid method signature")
    if parameters[0].kind is not _VAR_POSITIONAL:
        del parameters[0]
    return signature.replace(parameters=parameters)


def _of_partial(signature, partial, shown=None):
    args, keywords = partial.args or (), partial.keywords or {}
    try:
        bound = signature.bind_partial(*args, **keywords).arguments
    except TypeError as e:
        raise ValueError(f"partial object {shown or partial!r} has incorrect arguments") from e
    parameters, keyword_only = [], False
    for name, parameter in signature.parameters.items():
        kind = parameter.kind
        if name in bound:
            if kind is _POSITIONAL_ONLY:
                continue
            if kind is _POSITIONAL_OR_KEYWORD:
                if name not in keywords:
                    continue
                keyword_only = True
                parameter = parameter.replace(default=bound[name])
            if kind is _KEYWORD_ONLY:
                parameter = parameter.replace(default=bound[name])
        if keyword_only:
            if kind is _POSITIONAL_OR_KEYWORD:
                parameter = parameter.replace(kind=_KEYWORD_ONLY)
            elif kind is _VAR_POSITIONAL:
                continue
        parameters.append(parameter)
    return signature.replace(parameters=parameters)


def _of_text(obj, cls, text):
    """The signature that a __text_signature__ states."""
    plain = text[1:text.rindex(")")] if ")" in text else text
    if plain.startswith("$module"):
        plain = plain[7:].lstrip(", ")
    if "$" in plain and "/" not in plain:
        plain = plain.replace(",", ", /,", 1) if "," in plain else plain + ", /"
    try:
        function = eval(f"(lambda {plain.replace('$', '')}: None)", {})
    except (SyntaxError, NameError) as e:
        raise ValueError(f"{text!r} builtin has invalid signature") from e
    signature = _of_function(function, cls, None, None, False)
    if "$" in plain and getattr(obj, "__self__", None) is not None:
        signature = _without_first(signature)
    return signature


def _is_functionlike(obj):
    """Whether an object has all that a signature is made of, though it is no function: one of another compiler, or one that a program made up."""
    if not callable(obj) or isclass(obj):
        return False
    defaults, keyword_defaults = getattr(obj, "__defaults__", _missing), getattr(obj, "__kwdefaults__", _missing)
    annotations = getattr(obj, "__annotations__", None)
    return (iscode(getattr(obj, "__code__", None)) and isinstance(getattr(obj, "__name__", None), str)
            and (defaults is None or isinstance(defaults, tuple)) and (keyword_defaults is None or isinstance(keyword_defaults, dict))
            and (annotations is None or isinstance(annotations, dict)))


def _of_partialmethod(method, again):
    wrapped = again(method.func)
    signature = _of_partial(wrapped, functools.partial(method.func, None, *method.args, **method.keywords), method)
    first = next(iter(wrapped.parameters.values()), None)
    if first is None or first.kind is _VAR_POSITIONAL:
        return signature
    return signature.replace(parameters=[first, *signature.parameters.values()])


class _Factory:
    """What a signature shows for the default of a field with a default_factory."""

    def __repr__(self):
        return "<factory>"


_FACTORY = _Factory()


def _of_dataclass(found, fields):
    """The signature of a dataclass's __init__, whose parameters are fields."""
    from dataclasses import MISSING
    parameters = [Parameter("__dataclass_self__" if "self" in [f.name for f in fields] else "self", _POSITIONAL_OR_KEYWORD)]
    for f in fields:
        default = _FACTORY if f.default_factory is not MISSING else _empty if f.default is MISSING else f.default
        parameters.append(Parameter(f.name, _KEYWORD_ONLY if f.kw_only else _POSITIONAL_OR_KEYWORD, default=default, annotation=f.type))
    return found.replace(parameters=parameters)


def _own_method(cls, name):
    for base in cls.__mro__:
        if name in base.__dict__:
            method = base.__dict__[name]
            return method if isfunction(method) or isinstance(method, (staticmethod, classmethod)) else None
    return None


def _signature_of(obj, cls, follow_wrapped, globals, locals, eval_str):
    def again(other):
        return _signature_of(other, cls, follow_wrapped, globals, locals, eval_str)

    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    if isinstance(obj, types.MethodType):
        return _without_first(again(obj.__func__))
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, "__signature__") or isinstance(f, types.MethodType))
        if isinstance(obj, types.MethodType):
            return again(obj)
    own = getattr(obj, "__signature__", None)
    if own is not None:
        if not isinstance(own, Signature):
            raise TypeError(f"unexpected object {own!r} in __signature__ attribute")
        return own
    if isinstance(obj, functools.partial):
        return _of_partial(again(obj.func), obj)
    method = getattr(obj, "_partialmethod", None)
    if isinstance(method, functools.partialmethod):
        return _of_partialmethod(method, again)
    if isfunction(obj) or _is_functionlike(obj):
        stated = getattr(obj, "__text_signature__", None)
        if stated:
            return _of_text(obj, cls, stated)
        found = _of_function(obj, cls, globals, locals, eval_str)
        fields = getattr(obj, "_dataclass_parameters", None)
        return found if fields is None else _of_dataclass(found, fields)
    text = getattr(obj, "__text_signature__", None)
    if isroutine(obj):
        if not text:
            raise ValueError(f"no signature found for builtin {obj!r}")
        return _of_text(obj, cls, text)
    if isinstance(obj, type):
        call = _own_method(type(obj), "__call__")
        if call is not None:
            return _without_first(again(call))
        for base in obj.__mro__[:-1]:
            if "__new__" in base.__dict__ and isinstance(base.__dict__["__new__"], staticmethod):
                return _without_first(again(base.__dict__["__new__"].__func__))
            if "__init__" in base.__dict__ and isfunction(base.__dict__["__init__"]):
                return _without_first(again(base.__dict__["__init__"]))
            if "__text_signature__" in base.__dict__ and isinstance(base.__text_signature__, str):
                return _of_text(base, cls, base.__text_signature__)
        if type in obj.__mro__:
            raise ValueError(f"callable {obj!r} is not supported by signature")
        if obj.__init__ is object.__init__ and obj.__new__ is object.__new__:
            return cls()
        raise ValueError(f"no signature found for builtin type {obj!r}")
    call = getattr(type(obj), "__call__", None)
    if call is not None:
        try:
            found = again(call)
        except ValueError as e:
            raise ValueError(f"no signature found for {obj!r}") from e
        return _without_first(found)
    raise ValueError(f"callable {obj!r} is not supported by signature")


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """Get a signature object for the passed callable."""
    return _signature_of(obj, Signature, follow_wrapped, globals, locals, eval_str)


FullArgSpec = collections.namedtuple("FullArgSpec", "args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations")


def getfullargspec(func):
    """The parameters of a callable as a named tuple."""
    try:
        found = _signature_of(func.__func__ if ismethod(func) else func, Signature, False, None, None, False)
    except Exception as e:
        raise TypeError("unsupported callable") from e
    spec = FullArgSpec([], None, None, None, [], None, {})
    varargs = varkw = None
    defaults, keyword_defaults = (), {}
    for parameter in found.parameters.values():
        if parameter.kind is _VAR_POSITIONAL:
            varargs = parameter.name
        elif parameter.kind is _VAR_KEYWORD:
            varkw = parameter.name
        elif parameter.kind is _KEYWORD_ONLY:
            spec.kwonlyargs.append(parameter.name)
            if parameter.default is not _empty:
                keyword_defaults[parameter.name] = parameter.default
        else:
            spec.args.append(parameter.name)
            if parameter.default is not _empty:
                defaults += (parameter.default,)
        if parameter.annotation is not _empty:
            spec.annotations[parameter.name] = parameter.annotation
    if found.return_annotation is not _empty:
        spec.annotations["return"] = found.return_annotation
    return spec._replace(varargs=varargs, varkw=varkw, defaults=defaults or None, kwonlydefaults=keyword_defaults or None)


class _Default:
    """Stands for a default in the text of a signature."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


def getcallargs(func, /, *positional, **named):
    """What each parameter gets in the call func(*positional, **named); the call's TypeError when it would fail."""
    if ismethod(func) and func.__self__ is not None:
        positional = (func.__self__, *positional)
        func = func.__func__
    found = _signature_of(func, Signature, False, None, None, False)
    defaults = {f"_default_{i}": p.default for i, p in enumerate(found.parameters.values()) if p.default is not _empty}
    parameters = [p.replace(annotation=_empty, default=_empty if p.default is _empty else _Default(f"_default_{i}"))
                  for i, p in enumerate(found.parameters.values())]
    # A function with these parameters that gives them: so errors are those of a call.
    text = str(Signature(parameters, __validate_parameters__=False))
    same = eval(f"lambda {text[1:-1]}: locals()", defaults)
    same.__qualname__ = same.__name__ = getattr(func, "__name__", "<lambda>")
    given = same(*positional, **named)
    return {name: given[name] for name in found.parameters}
