# Names in a namespace that isn't a plain dict: a mapping that exec() was given, or what a metaclass's __prepare__ gave.


def op_load_name(namespace, name, free):
    try:
        return namespace[name]
    except KeyError:
        pass
    if free is not __missing__:
        return free
    for names in (program_globals(), import_module("builtins").__dict__):
        if name in names:
            return names[name]
    raise NameError(f"name '{name}' is not defined", name=name)


def op_delete_name(namespace, name):
    try:
        del namespace[name]
    except KeyError:
        raise NameError(f"name '{name}' is not defined", name=name) from None


def op_setup_annotations(namespace):
    try:
        return namespace["__annotations__"]
    except KeyError:
        pass
    namespace["__annotations__"] = {}
    return namespace["__annotations__"]
