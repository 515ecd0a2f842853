"""What each session has of its own in CPython's gettext: the catalogues it has read, and where it looks for them; and what it installs."""


def __session__():
    yield "_translations", {}
    yield "_localedirs", {}


def _install(self, names=None):
    # CPython's writes into the dict of builtins, which all sessions share; what is set as attributes is the session's own.
    import builtins

    setattr(builtins, "_", self.gettext)
    for name in {"gettext", "ngettext", "npgettext", "pgettext"}.intersection(names or ()):
        setattr(builtins, name, getattr(self, name))


_install.__name__ = "install"
_install.__qualname__ = "NullTranslations.install"
NullTranslations.install = _install
del _install
