# Twins of the builtin functions of objects/natives/builtins.cpp.


def builtin_getattr(obj, name, default):
    if default is __missing__:
        return op_getattr(obj, name)
    try:
        return getattr(obj, name)
    except AttributeError:
        return default


def builtin_vars(obj):
    try:
        return obj.__dict__
    except AttributeError:
        pass
    raise TypeError("vars() argument must have __dict__ attribute")


def builtin_hasattr(obj, name):
    try:
        getattr(obj, name)
    except AttributeError:
        return False
    return True


def builtin_setattr(obj, name, value):
    op_setattr(obj, name, value)


def builtin_delattr(obj, name):
    op_delattr(obj, name)


def builtin_dir(obj):
    if obj is __missing__:
        return sorted(list(program_locals().keys()))
    method = bind_special(obj, "__dir__")
    if (
        is_user_object(obj)
        and class_of(payload(obj)).__name__ == "module"
        and looks_builtin(method)
        and class_of(payload(obj.__dict__)) is not dict
    ):
        raise TypeError("<module>.__dict__ is not a dictionary")
    return sorted(method())


def builtin_print(sep, end, file, flush, args):
    if file is None:
        file = replaced_stdout()
        if file is None:
            return
    sep = " " if sep is None else sep
    end = "\n" if end is None else end
    if file is __missing__:
        first = True
        for arg in args:
            if first:
                first = False
            else:
                write_output(sep)
            write_output(str(arg))
        write_output(end)
        return
    write = file.write
    first = True
    for arg in args:
        if first:
            first = False
        else:
            write(sep)
        write(str(arg))
    write(end)
    if flush:
        file.flush()


def builtin_breakpoint(args, kwargs):
    return import_module("sys").breakpointhook(*args, **kwargs)


# input and open ask the host, when it grants them.


def builtin_input(prompt):
    sys = import_module("sys")
    stdin = builtin_getattr(sys, "stdin", None)
    if stdin is None:
        raise RuntimeError("input(): lost sys.stdin")
    stdout = builtin_getattr(sys, "stdout", None)
    if stdout is None:
        raise RuntimeError("input(): lost sys.stdout")
    if stdin is not sys.__stdin__:
        return line_of(stdin, prompt, stdout)
    if "stdin" in session_state():
        return import_module("sys")._given_line(str(prompt))
    ask = granted_function(
        "input",
        "nobody can type anything here. Take what you need from the program's inputs or the host's functions; "
        "or let the host grant the function 'input'",
    )
    answer = ask(str(prompt))
    if not plain_isinstance(answer, str):
        raise TypeError(f"the host answered input() with {type_name(answer)}, not str")
    return answer


def line_of(stdin, prompt, stdout):
    # input() of a program that has put a stream of its own into sys.stdin.
    stdout.write(str(prompt))
    try:
        stdout.flush()
    except BaseException:
        pass  # as CPython does
    line = stdin.readline()
    if not plain_isinstance(line, str):
        raise TypeError("object.readline() returned non-string")
    if not line:
        raise EOFError("EOF when reading a line")
    return line[:-1] if line[-1] == "\n" else line


def builtin_open(file, mode, buffering, encoding, errors, newline, closefd, opener):
    return import_module("io")._open(file, mode, buffering, encoding, errors, newline, closefd, opener)


# A notebook's builtin.


def builtin_display(raw, objects):
    import_module("fermata_display")._display(objects, raw)


# What the end of a program's text returns when `return` elsewhere gives a result.


def program_without_result():
    pass


def op_show(value):
    sys = import_module("sys")
    if not hasattr(sys, "displayhook"):
        raise RuntimeError("lost sys.displayhook")
    sys.displayhook(value)


def builtin_help(obj):
    if obj is __missing__:
        print('Type help(object) for help about an object, help("modules") for the names of the modules.')
        return
    if type(obj) is str and obj == "modules":
        print(", ".join(module_names()))
        return
    import pydoc

    pydoc.help(obj)
