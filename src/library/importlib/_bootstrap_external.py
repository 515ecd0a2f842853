"""Packages that the host gives: their text is compiled by the host, or was before, and they are imported where eval and exec are switched
off, too, as their text is the host's."""


def _runs_texts():
    try:
        check_eval("exec")
    except PermissionError:
        return False
    return True


def _get_code(self, fullname):
    # As CPython does with what it has compiled before: the text is neither decoded nor read as a file.
    if class_of(self) is SourceFileLoader and _runs_texts():
        made = package_code(self.get_filename(fullname))
        if class_of(made) is list and not made[1]:
            return made[0]
    return SourceLoader.get_code(self, fullname)


def _exec_module(self, module):
    if _runs_texts():
        return SourceLoader.exec_module(self, module)
    path, names = self.get_filename(module.__name__), module.__dict__
    # The host says what its text is: nothing that the program can reach has a part in it, modules and codecs included.
    made = package_code(path)
    if made is None:
        raise PermissionError(
            f"{path!r} can't be imported: where exec() is switched off, only packages of the host's can, whose text is UTF-8"
        )
    if class_of(made) is tuple:
        raise made[0](made[1], made[2])
    if "__builtins__" not in names:
        names["__builtins__"] = import_module("builtins")
    run_code(made[0], names, names, "exec", None)


SourceFileLoader.get_code = _get_code
SourceFileLoader.exec_module = _exec_module
del _get_code, _exec_module
