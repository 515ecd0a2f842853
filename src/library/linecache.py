"""Lines of source texts, by the name of the file: of the program's own source, and of what somebody put into `cache`."""

import linecache as _this

__all__ = ["getline", "clearcache", "checkcache", "lazycache"]


def _cache():
    return _this.cache  # what the program put there, or the session's


def __dir__():
    return {*_this.__dict__, "cache"}


def __getattr__(name):
    if name == "cache":
        return session_state().setdefault("linecache", {})
    raise AttributeError(f"module 'linecache' has no attribute '{name}'")


def clearcache():
    """Clear the cache entirely."""
    _cache().clear()


def getline(filename, lineno, module_globals=None):
    """A line of a source text, with its newline; '' when there is none."""
    lines = _this.getlines(filename, module_globals)  # or what the program has in its place, as doctest does
    if 1 <= lineno <= len(lines):
        return lines[lineno - 1]
    return ""


def getlines(filename, module_globals=None):
    """The lines of a source text, [] when it isn't known."""
    entry = _cache().get(filename)
    if entry is not None and len(entry) != 1:
        return entry[2]
    return _this.updatecache(filename, module_globals)


def updatecache(filename, module_globals=None):
    """Look a source text up again."""
    cache = _cache()
    entry = cache.pop(filename, None)
    text = source_text(filename)
    if text is None and (entry is None or len(entry) != 1) and lazycache(filename, module_globals):
        entry = cache.pop(filename)
    if text is None:
        text = _text_in_files(filename)
    if text is None and entry is not None and len(entry) == 1:
        # A loader that was promised.
        try:
            text = entry[0]()
        except (ImportError, OSError):
            return []
    if text is None:
        return []
    lines = [line + "\n" for line in text.splitlines()]
    cache[filename] = (len(text), None, lines, filename)
    return lines


def _text_in_files(filename):
    # Of a file in the session's tree. Nothing is looked up in a tree that nobody has used.
    if not filename or filename.startswith("<") or not any(name in session_state() for name in ("files", "files.given", "files.mounts")):
        return None
    import tokenize

    try:
        with tokenize.open(filename) as file:
            return file.read()
    except (OSError, UnicodeDecodeError, SyntaxError):
        return None


def checkcache(filename=None):
    """Texts don't change here."""


def lazycache(filename, module_globals):
    """Remember a module's loader, which will be asked for the text when a line is wanted."""
    cache = _cache()
    if filename in cache:
        return len(cache[filename]) == 1
    if not filename or (filename.startswith("<") and filename.endswith(">")) or not module_globals:
        return False
    loader = module_globals.get("__loader__")
    name = module_globals.get("__name__")
    get_source = getattr(loader, "get_source", None)
    if name and get_source:

        def get_lines(name=name):
            return get_source(name)

        cache[filename] = (get_lines,)
        return True
    return False
