"""Packages that the host gives are imported where eval and exec are switched off, too: their text is the host's, as its functions are."""

from _files import given_text as _given_text


def _runs_texts():
    try:
        check_eval("exec")
    except PermissionError:
        return False
    return True


def _exec_module(self, module):
    if _runs_texts():
        return SourceLoader.exec_module(self, module)
    path = self.get_filename(module.__name__)
    data = _given_text(path)
    if data is None:
        raise PermissionError(f"{path!r} can't be imported: where exec() is switched off, only packages of the host's can")
    made = compile_with_warnings(decode_source(data), path, "exec", False)
    if type(made) is tuple:
        raise made[0](made[1], made[2])
    names = module.__dict__
    names.setdefault("__builtins__", import_module("builtins"))
    run_code(made[0], names, names, "exec", None)


SourceFileLoader.exec_module = _exec_module
del _exec_module
