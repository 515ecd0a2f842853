"""What the machine tells importlib about its own modules: those that are here are its builtin ones, and nothing else can be loaded."""

check_hash_based_pycs = "default"


def is_builtin(name, /):
    """1 when programs find the module here, else 0."""
    return int(is_module_name(name))


def is_frozen(name, /):
    return False


def is_frozen_package(name, /):
    _no_frozen(name)


def find_frozen(name, /, *, withdata=False):
    return None


def init_frozen(name, /):
    return None


def get_frozen_object(name, data=None, /):
    _no_frozen(name)


def _no_frozen(name):
    raise ImportError(f"No such frozen object named {name}", name=name)


def create_builtin(spec, /):
    """The module of that name, imported."""
    return import_module(spec.name)


def exec_builtin(module, /):
    return 0  # importing it ran it


def extension_suffixes():
    return []


def lock_held():
    return False


def acquire_lock():
    pass  # who imports is alone


def release_lock():
    pass


def _fix_co_filename(code, path, /):
    pass


def source_hash(key, source):
    raise NotImplementedError("modules are not kept as files of code here")


def create_dynamic(spec, file=None, /):
    raise ImportError(f"{spec.name} is compiled code, which can't run here", name=spec.name, path=spec.origin)
