# What programs give as source: compile(), eval(), exec(), symtable. compile_with_warnings gives code and what to warn of, or what the
# SyntaxError is made from.


def source_text(source, who, filename, what):
    value = payload(source)
    if class_of(value) is bytes or class_of(value) is bytearray or (class_of(value) is memoryview and value.c_contiguous):
        source = source_of_bytes(bytes(value), filename)
    elif class_of(value) is not str:
        raise TypeError(f"{who}() arg 1 must be a {what} object")
    else:
        value.encode()  # surrogates are refused
        if value[:1] == "\ufeff":  # the mark of an order of bytes, which a text has not
            raise SyntaxError("invalid non-printable character U+FEFF", (filename, 1, 1, value.partition("\n")[0], 1, 1))
    if "\0" in source:
        raise ValueError("source code string cannot contain null bytes")
    return source


def compile_text(source, who, filename, mode, what, top_level_await=False):
    source = source_text(source, who, filename, what)
    made = compile_with_warnings(source, filename, mode, top_level_await)
    if class_of(made) is tuple:
        raise made[0](made[1], made[2])
    for message, line, place in made[1]:
        warn_of_source(message, filename, line, place)
    return made[0]


def warn_of_source(message, filename, line, place):
    try:
        import_module("warnings").warn_explicit(message, SyntaxWarning, filename, line)
    except SyntaxWarning:
        # A filter makes errors of warnings.
        raise SyntaxError(message, place) from None


def source_of_bytes(data, filename):
    # UTF-8, unless a comment in one of the first two lines says otherwise.
    encoding = "utf-8"
    if data[:3] == b"\xef\xbb\xbf":
        data = data[3:]
    else:
        for line in data.split(b"\n", 2)[:2]:
            line = line.strip(b" \t\f\r")
            if line and line[:1] != b"#":
                break
            said = line.partition(b"coding")[2]
            if said[:1] == b":" or said[:1] == b"=":
                encoding = str(said[1:].strip(b" \t\"'").split(b" ")[0], "latin-1")
                break
    try:
        return str(data, encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = data.split(b"\n")[line - 1].decode("utf-8", "replace")
        raise SyntaxError(f"(unicode error) {error}", (filename, line, len(text) + 1, text, line, -1)) from None
    except LookupError:
        raise SyntaxError(f"unknown encoding: {encoding}", (filename, 0, -1, None)) from None


def source_filename(filename):
    # As os.fsdecode has it, and other buffers with a warning.
    kind = class_of(filename)
    if kind is bytes:
        return str(filename, "utf-8")
    if kind is bytearray or kind is memoryview:
        import_module("warnings").warn(f"path should be string, bytes, or os.PathLike, not {kind.__name__}", DeprecationWarning)
        return str(filename, "utf-8")
    method = __missing__ if isinstance(filename, str) else bind_special(filename, "__fspath__")
    if method is __missing__:
        if not isinstance(filename, str):
            raise TypeError(f"expected str, bytes or os.PathLike object, not {type_name(filename)}")
        return filename
    made = method()
    if not isinstance(made, (str, bytes)):
        raise TypeError(f"expected {type_name(filename)}.__fspath__() to return str or bytes, not {type_name(made)}")
    return str(made, "utf-8") if isinstance(made, bytes) else made


def builtin_compile(source, filename, mode, flags, dont_inherit, optimize, feature_version):
    filename = source_filename(filename)
    if mode not in ("exec", "eval", "single"):
        raise ValueError("compile() mode must be 'exec', 'eval' or 'single'")
    flags = container_index(flags)
    if flags & 0x1000:  # ast.PyCF_TYPE_COMMENTS
        raise ValueError("type comments are not read here: parse without type_comments")
    if flags & ~0x1FE7610:  # those of __future__ and ast
        raise ValueError("compile(): unrecognised flags")
    if container_index(optimize) not in (-1, 0, 1, 2):
        raise ValueError("compile(): invalid optimize value")
    kind = class_of(payload(source))
    is_text = kind is str or kind is bytes or kind is bytearray or kind is memoryview
    trees = import_module("_ast") if flags & 0x400 or not is_text else None
    if trees is not None and plain_isinstance(source, trees.AST):
        if flags & 0x400:  # ast.PyCF_ONLY_AST
            return source
        check_eval("compile")
        return trees._code_of(source, filename, mode, flags & 0x2000 != 0)
    if flags & 0x400:
        return trees._tree_of(source_text(source, "compile", filename, "string, bytes or AST"), filename, mode)
    check_eval("compile")
    if flags & 0x4000:
        refuse_part(source_text(source, "compile", filename, "string, bytes or AST"), filename, mode, flags & 0x200 != 0)
    return compile_text(source, "compile", filename, mode, "string, bytes or AST", flags & 0x2000 != 0)  # ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def symtable_of(source, filename, startstr):
    filename = source_filename(filename)
    text = source_text(source, "symtable", filename, "string or bytes")
    if not plain_isinstance(startstr, str):
        raise TypeError(f"symtable() argument 3 must be str, not {type_name(startstr)}")
    if startstr not in ("exec", "eval", "single"):
        raise ValueError("symtable() arg 3 must be 'exec' or 'eval' or 'single'")
    return import_module("_symtable")._tables(text, filename, startstr)


def refuse_part(text, filename, mode, needs_end):
    # For compile(…, codeop.PyCF_ALLOW_INCOMPLETE_INPUT): what more lines would complete has a message of its own. `needs_end`: a block of a
    # prompt's ends with a line's end (PyCF_DONT_IMPLY_DEDENT).
    extent = source_extent(text)
    if extent == 2 or (mode == "eval" and not text.strip()) or (extent == 1 and needs_end and mode == "single" and text[-1:] != "\n"):
        lines = text.split("\n")
        raise SyntaxError("incomplete input", (filename, len(lines), len(lines[-1]) + 1, lines[-1]))


def run_text(source, globals, locals, who, closure):
    check_eval(who)
    if globals is None:
        globals = program_globals()
        if locals is None:
            locals = program_locals()
    else:
        if not plain_isinstance(globals, dict):
            if who == "exec":
                raise TypeError(f"exec() globals must be a dict, not {type_name(globals)}")
            raise TypeError(
                "globals must be a real dict; try eval(expr, {}, mapping)" if hasattr(globals, "__getitem__") else "globals must be a dict"
            )
        if locals is None:
            locals = globals
    if not hasattr(locals, "__getitem__"):
        raise TypeError(f"locals must be a mapping or None, not {type_name(locals)}" if who == "exec" else "locals must be a mapping")
    code = source
    if class_of(source).__name__ != "code":
        if closure is not None:
            raise TypeError("closure can only be used when source is a code object")
        text = source_text(source, who, "<string>", "string, bytes or code")
        code = compile_text(str.lstrip(text, " \t") if who == "eval" else text, who, "<string>", who, "string, bytes or code")
    if "__builtins__" not in globals:
        try:
            # (The module in what is the program's own, as in CPython's __main__.)
            globals["__builtins__"] = import_module("builtins") if globals is program_globals() else builtin_names()
        except TypeError:
            pass  # a module of the library's: shared by all
    return run_code(code, globals, locals, who, closure)


def builtin_eval(source, globals, locals):
    return run_text(source, globals, locals, "eval", None)


def builtin_exec(source, globals, locals, closure):
    run_text(source, globals, locals, "exec", closure)
