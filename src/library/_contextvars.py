"""Context variables. What a Context holds is never changed, but replaced: so copies are cheap, however many tasks make one."""

__all__ = ("Context", "ContextVar", "Token", "copy_context")
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["copy_context"]


# Where the running thread's current context is: modules are shared by all sessions, what they keep is not.
def _kept():
    me = thread_ident()
    return (session_state(), "contextvars.context") if me == 1 else (session_state().setdefault("threads.contexts", {}), me)


def _current():
    kept, key = _kept()
    context = kept.get(key)
    if context is None:
        context = kept[key] = Context()
    return context


@c_class
class Context:
    """The values that context variables have for one line of execution."""

    __slots__ = ("_values", "_before")

    def __init__(self, *args, **kwargs):
        if args or kwargs:
            raise TypeError("Context() does not accept any arguments")
        self._values = {}
        self._before = None  # the context to go back to, while this one is entered

    def __init_subclass__(cls):
        raise TypeError("type '_contextvars.Context' is not an acceptable base type")

    def run(self, callable, /, *args, **kwargs):
        kept, key = _kept()
        if self._before is not None:
            raise RuntimeError(f"cannot enter context: {self} is already entered")
        before = self._before = _current()
        kept[key] = self
        try:
            return callable(*args, **kwargs)
        finally:
            kept[key] = before
            self._before = None

    def copy(self):
        new = Context()
        new._values = self._values
        return new

    def __getitem__(self, var):
        return self._values[_checked(var)]

    def __contains__(self, var):
        return _checked(var) in self._values

    def get(self, var, default=None, /):
        return self._values.get(_checked(var), default)

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()

    def __eq__(self, other):
        if not isinstance(other, Context):
            return NotImplemented
        return self._values == other._values

    __hash__ = None


def _checked(var):
    if not isinstance(var, ContextVar):
        raise TypeError(f"a ContextVar key was expected, got {var!r}")
    return var


@c_class
class ContextVar:
    """A variable that has a value for each context."""

    __slots__ = ("_name", "_default")
    __class_getitem__ = classmethod(make_generic_alias)

    def __init__(self, name=__missing__, *more, default=__missing__):
        if name is __missing__ or more:
            raise TypeError(f"ContextVar() takes exactly 1 positional argument ({len(more) + 1 if more else 0} given)")
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self._name = name
        if default is not __missing__:  # what stands for "not given" isn't a value that a program may see
            self._default = default

    def _defaults(self):
        try:
            default = self._default
        except AttributeError:
            return ()
        return () if default is __missing__ else (default,)  # as states of earlier releases have it

    def __init_subclass__(cls):
        raise TypeError("type '_contextvars.ContextVar' is not an acceptable base type")

    @property
    def name(self):
        return self._name

    def get(self, default=__missing__, /):
        value = _current()._values.get(self, __missing__)
        if value is not __missing__:
            return value
        if default is not __missing__:
            return default
        for default in self._defaults():
            return default
        raise LookupError(self)

    def set(self, value, /):
        context = _current()
        token = Token(_KEY, context, self, context._values.get(self, Token.MISSING))
        context._values = {**context._values, self: value}
        return token

    def reset(self, token, /):
        if not isinstance(token, Token):
            raise TypeError(f"expected an instance of Token, got {token!r}")
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token._var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        context = _current()
        if token._context is not context:
            raise ValueError(f"{token!r} was created in a different Context")
        token._used = True
        values = dict(context._values)
        if token._old is Token.MISSING:
            values.pop(self, None)
        else:
            values[self] = token._old
        context._values = values

    def __repr__(self):
        default = "".join([f" default={default!r}" for default in self._defaults()])
        return f"<ContextVar name={self._name!r}{default} at {id(self):#x}>"


class _MissingType:
    __slots__ = ()

    def __repr__(self):
        return "<Token.MISSING>"


_KEY = object()


@c_class
class Token:
    """What ContextVar.set() gives, for reset()."""

    __slots__ = ("_context", "_var", "_old", "_used")
    __class_getitem__ = classmethod(make_generic_alias)
    __hash__ = None
    MISSING = _MissingType()

    def __init__(self, key=None, context=None, var=None, old=None):
        if key is not _KEY:
            raise RuntimeError("Tokens can only be created by ContextVars")
        self._context, self._var, self._old, self._used = context, var, old, False

    def __init_subclass__(cls):
        raise TypeError("type '_contextvars.Token' is not an acceptable base type")

    @property
    def var(self):
        return self._var

    @property
    def old_value(self):
        return self._old

    def __repr__(self):
        return f"<Token{' used' if self._used else ''} var={self._var!r} at {id(self):#x}>"


def copy_context():
    """Return a copy of the current context."""
    return _current().copy()
