# Imports of modules that each session makes for itself, and from what the program put in sys.modules.


def op_import(name, dots, top, globals):
    run_modules(name, dots, globals)
    return import_begun(name, dots, top, globals)


def import_by_hook(hook, name, how, globals):
    # An import statement of a program that has an __import__ of its own.
    dots, top, names = how
    module = hook(name, globals, None, names, dots)
    if names is None and not top:  # import a.b as c
        for part in str.split(name, ".")[1:]:
            module = op_import_from(module, part)
    return module


def run_modules(name, dots, globals):
    run_missing(name, dots, globals)
    spec = builtin_getattr(import_begun(name, dots, False, globals), "__spec__", None)
    if builtin_getattr(spec, "_initializing", False) is True:
        # Another thread may be making it: that is waited for, unless it waits for this one. Perhaps it fails, and this one is to try.
        import_module("importlib._bootstrap")._lock_unlock_module(spec.name)
        run_missing(name, dots, globals)


def run_missing(name, dots, globals):
    # Runs what isn't imported yet of "a", "a.b" and "a.b.c", and makes each an attribute of the one before.
    while (begun := begin_module(name, dots, globals)) is not None:
        full_name, module, code, overlay, modules = begun
        if module is None:
            if not import_module("importlib._bootstrap")._find_by_finders(full_name):
                break
            continue
        try:
            namespace = module.__dict__
            run_code(code, namespace, namespace, "exec", None)
            if overlay is not None:
                run_code(overlay, namespace, namespace, "exec", None)
        except:
            modules.pop(full_name, None)
            raise
        if full_name not in modules:
            raise KeyError(full_name)  # it took itself away
        parent, _, last = str.rpartition(full_name, ".")
        if parent:
            builtin_setattr(import_module(parent), last, import_module(full_name))


def module_session_part(module, name):
    # The machine asks for what each session makes for itself in a shared module: all that the module's __session__ yields is made now.
    # After a bare yield there is what was yielded before it.
    make = begin_session_part(module)
    try:
        values = {}
        for part in make():
            if part is None:
                set_session_part(module, values)
                values = {}
            else:
                values[part[0]] = part[1]
        set_session_part(module, values)
    except:
        end_session_part(module)
        raise
    return builtin_getattr(module, name, __missing__)


def module_origin(module, name):
    # The __spec__ and __loader__ of a module of the library.
    spec = import_module("importlib._bootstrap")._spec_of(module)
    if spec is not None:
        builtin_setattr(module, "__spec__", spec)
        builtin_setattr(module, "__loader__", spec.loader)
    return None if spec is None else spec if name == "__spec__" else spec.loader


def import_running(name):
    run_modules(name, 0, None)
    return import_begun(name, 0, False, None)


def builtin_import(name, globals, locals, fromlist, level):
    dots = container_index(level)
    run_modules(name, dots, globals)
    module = import_begun(name, dots, not fromlist, globals)
    if fromlist and hasattr(module, "__path__"):
        import_parts(module, fromlist)
    return module


def import_parts(package, names):
    # What is asked of a package, by name, may be a module of it that isn't imported yet.
    for name in names:
        if name == "*":
            if hasattr(package, "__all__"):
                import_parts(package, package.__all__)
        elif isinstance(name, str) and not hasattr(package, name):
            part = f"{package.__name__}.{name}"
            try:
                import_module(part)
            except ModuleNotFoundError as e:
                if e.name != part:
                    raise


def op_import_from(module, name):
    try:
        return getattr(module, name)
    except AttributeError:
        pass
    package = payload(builtin_getattr(module, "__name__", None))
    if class_of(package) is not str:
        raise ImportError(f"cannot import name {name!r} from '<unknown module name>' (unknown location)")
    try:
        return import_module(package + "." + name)
    except ModuleNotFoundError as e:
        if not f"{package}.{name}.".startswith(f"{e.name}."):
            raise  # it is there, and imports what isn't
    file = payload(module.__dict__.get("__file__")) if class_of(module).__name__ == "module" else None
    path = file if class_of(file) is str else None
    running = getattr(getattr(module, "__spec__", None), "_initializing", False) is True
    source = f"partially initialized module {package!r} (most likely due to a circular import)" if running else f"{package!r}"
    raise ImportError(f"cannot import name {name!r} from {source} ({path or 'unknown location'})", name=package, path=path)


def op_import_star(module, namespace):
    hidden = not hasattr(module, "__all__")
    if not hidden:
        names = module.__all__
        if hasattr(module, "__path__"):
            import_parts(module, names)
    elif hasattr(module, "__dict__"):
        names = list(module.__dict__.keys())
    else:
        raise ImportError("from-import-* object has no __dict__ and no __all__")
    for name in names:
        text = payload(name)
        if class_of(text) is not str:
            place = "Key in {}.__dict__" if hidden else "Item in {}.__all__"
            raise TypeError(f"{place.format(module.__name__)} must be str, not {type_name(name)}")
        if not (hidden and text.startswith("_")):
            namespace[name] = getattr(module, name)
