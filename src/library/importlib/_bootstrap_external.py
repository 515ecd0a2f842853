"""Packages that the host gives are imported where eval and exec are switched off, too: their text is the host's, as its functions are."""


def _runs_texts():
    try:
        check_eval("exec")
    except PermissionError:
        return False
    return True


def _exec_module(self, module):
    if _runs_texts():
        return SourceLoader.exec_module(self, module)
    path, names = self.get_filename(module.__name__), module.__dict__
    # The host says what its text is: nothing that the program can reach has a part in it, modules and codecs included.
    text = package_text(path)
    if text is None:
        raise PermissionError(
            f"{path!r} can't be imported: where exec() is switched off, only packages of the host's can, whose text is UTF-8"
        )
    made = compile_with_warnings(text, path, "exec", False)
    if class_of(made) is tuple:
        raise made[0](made[1], made[2])
    if "__builtins__" not in names:
        names["__builtins__"] = import_module("builtins")
    run_code(made[0], names, names, "exec", None)


SourceFileLoader.exec_module = _exec_module
del _exec_module
