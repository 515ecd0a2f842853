"""How the machine's own imports look to CPython's importlib: all modules that are here are builtin ones, those in packages, too."""

import _imp, _thread, _warnings, _weakref
import sys


def _setup(sys_module, _imp_module):
    pass  # what CPython's puts into each module, a module here gets when it is asked for


def _find_spec_of_builtin(cls, fullname, path=None, target=None):
    if not _imp.is_builtin(fullname):
        return None
    return spec_from_loader(fullname, cls, origin=cls._ORIGIN, is_package=cls.is_package(fullname))


BuiltinImporter.find_spec = classmethod(_find_spec_of_builtin)
BuiltinImporter.is_package = classmethod(lambda cls, fullname: hasattr(import_module(fullname), "__path__"))
BuiltinImporter.create_module = staticmethod(_imp.create_builtin)
del _find_spec_of_builtin


def _find_and_load(name, import_):
    return import_module(name)


def _spec_of(module):
    # The machine asks for the __spec__ of a module of its own.
    return BuiltinImporter.find_spec(module.__name__)


def _find_by_finders(name):
    # The machine asks for a module that it hasn't, when sys.meta_path has finders of the program's: did one have it?
    with _ModuleLockManager(name):  # another thread may import it, too
        return name in sys.modules or _load_by_finders(name)


def _load_by_finders(name):
    parent, _, child = name.rpartition(".")
    path = None
    if parent:
        try:
            package = sys.modules[parent] if parent in sys.modules else import_module(parent)
            path = package.__path__
        except (ImportError, AttributeError):
            return False
    spec = _find_spec(name, path)
    if spec is None:
        return False
    module = _load_unlocked(spec)
    if parent:
        setattr(package, child, module)
    return True


def __session__():
    yield "_module_locks", {}
    yield "_blocking_on", {}


_DeadlockError.__module__ = "_frozen_importlib"  # which CPython's module is called until importlib is imported
