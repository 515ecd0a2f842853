"""Names of what modules hold. No files of packages are looked for here."""

__all__ = ["resolve_name", "extend_path", "iter_modules", "walk_packages"]


def resolve_name(name):
    """What "package.module:object.attribute" names, or "package.module.object" where the module has to be found out."""
    module_name, colon, rest = name.partition(":")
    parts = module_name.split(".")
    if not all([part.isidentifier() for part in parts + (rest.split(".") if rest else [])]):
        raise ValueError(f"invalid format: {name!r}")
    if colon:
        found = import_module(module_name)
        parts = rest.split(".") if rest else []
    else:
        found = import_module(parts.pop(0))
        so_far = found.__name__
        while parts:
            try:
                found = import_module(f"{so_far}.{parts[0]}")
            except ImportError:
                break
            so_far += "." + parts.pop(0)
    for part in parts:
        found = getattr(found, part)
    return found


def extend_path(path, name):
    return path


def iter_modules(path=None, prefix=""):
    return iter(())


def walk_packages(path=None, prefix="", onerror=None):
    return iter(())
