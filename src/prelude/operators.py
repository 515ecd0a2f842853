# Python's operators and protocols where a class of the program takes part: what the machine calls when an
# instruction defers. Special methods are looked up on the class, never on the instance. `op` numbers are those
# of BinaryOp, CompareOp and UnaryOp in objects/model/operations.h.

operator_names = operator_methods("")
operator_reflected = operator_methods("r")
operator_in_place = operator_methods("i")
operator_end = object()


def bind_if_any(x, name):
    # Where CPython takes a special method whose descriptor fails for one that isn't there.
    try:
        return bind_special(x, name)
    except Exception:
        return __missing__


def operator_backward(op, b):
    # The reflected method that b's class has as a number's.
    backward = type_lookup(class_of(b), operator_reflected[op])
    return __missing__ if (op == 0 or op == 2) and is_sequence(b) and looks_builtin(backward) else backward


def operator_numbers(op, a, b):
    # By the methods of numbers. A builtin sequence's concatenation and repetition aren't among them: they come last.
    left = class_of(a)
    right = class_of(b)
    forward = type_lookup(left, operator_names[op])
    if (op == 0 or op == 2) and is_sequence(a) and looks_builtin(forward):
        forward = __missing__
    backward = __missing__ if left is right else operator_backward(op, b)
    if backward is not __missing__ and is_subclass(right, left) and backward is not type_lookup(left, operator_reflected[op]):
        # The right operand goes first when its class refines the left one's.
        result = bind_special(b, operator_reflected[op])(a)
        if result is not NotImplemented:
            return result
        backward = __missing__
    if forward is not __missing__:
        result = bind_special(a, operator_names[op])(b)
        if result is not NotImplemented:
            return result
    return NotImplemented if backward is __missing__ else bind_special(b, operator_reflected[op])(a)


def operator_sequences(op, a, b, in_place, method):
    # By concatenation and repetition, where an operand is a builtin sequence; `method` is that of the left one. In place the right
    # operand isn't repeated when the left one's class could be a sequence's.
    if op == 0 or op == 2:
        if is_sequence(a) and looks_builtin(method):
            # With a __rmul__ of its own a class has a number's product, which then is the sequence's method.
            return method(b) if op == 0 or has_index(b) or not looks_builtin(type_lookup(class_of(a), "__rmul__")) else NotImplemented
        if (
            op == 2
            and is_sequence(b)
            and not (in_place and is_user_object(a))
            and looks_builtin(type_lookup(class_of(b), "__mul__"))
            and has_index(a)
        ):
            return bind_special(b, "__mul__")(a)
    return NotImplemented


def operator_apply(op, a, b):
    result = operator_numbers(op, a, b)
    return operator_sequences(op, a, b, False, bind_special(a, operator_names[op])) if result is NotImplemented else result


def op_binary(op, a, b):
    result = operator_apply(op, a, b)
    if result is NotImplemented:
        raise_operands(op, False, a, b)
    return result


def op_binary_in_place(op, a, b):
    method = bind_special(a, operator_in_place[op])
    result = NotImplemented
    if method is not __missing__ and not ((op == 0 or op == 2) and is_sequence(a) and looks_builtin(method)):
        result = method(b)
        if result is not NotImplemented:
            # A builtin container inside an instance: what changed is the instance.
            return a if result is payload(a) else result
    result = operator_numbers(op, a, b)
    if result is NotImplemented:
        result = operator_sequences(op, a, b, True, bind_special(a, operator_names[op]) if method is __missing__ else method)
        if result is NotImplemented:
            raise_operands(op, True, a, b)
        return a if method is not __missing__ and result is payload(a) else result
    return result


def op_binary_rest(op, in_place, a, b):
    # What is left when the machine called a's method itself and it gave NotImplemented.
    result = NotImplemented
    if class_of(a) is not class_of(b) and operator_backward(op, b) is not __missing__:
        result = bind_special(b, operator_reflected[op])(a)
    if result is NotImplemented:
        result = operator_sequences(op, a, b, in_place, __missing__)
        if result is NotImplemented:
            raise_operands(op, in_place, a, b)
    return result


compare_names = ("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__")
compare_swapped = ("__gt__", "__ge__", "__lt__", "__le__", "__eq__", "__ne__")
compare_symbols = ("<", "<=", ">", ">=", "==", "!=")


def op_compare(op, a, b):
    left = class_of(a)
    right = class_of(b)
    swapped = False
    if left is not right and is_subclass(right, left):
        swapped = True
        result = compare_with(b, compare_swapped[op], a)
        if result is not NotImplemented:
            return result
    result = compare_with(a, compare_names[op], b)
    if result is not NotImplemented:
        return result
    if swapped:
        return compare_unknown(op, a, b)
    return op_compare_rest(op, a, b)


def compare_with(x, name, other):
    method = bind_if_any(x, name)
    return NotImplemented if method is __missing__ else method(other)


def op_compare_rest(op, a, b):
    result = compare_with(b, compare_swapped[op], a)
    if result is not NotImplemented:
        return result
    return compare_unknown(op, a, b)


def compare_unknown(op, a, b):
    if op == 4:
        return a is b
    if op == 5:
        return a is not b
    raise TypeError(f"'{compare_symbols[op]}' not supported between instances of '{type_name(a)}' and '{type_name(b)}'")


unary_names = ("__neg__", "__pos__", "__invert__", "__abs__")
unary_symbols = ("unary -", "unary +", "unary ~", "abs()")


def op_unary(op, a):
    method = bind_special(a, unary_names[op])
    if method is __missing__:
        raise TypeError(f"bad operand type for {unary_symbols[op]}: '{type_name(a)}'")
    return method()


# --- truth, length, hash


def op_truth(x):
    method = bind_special(x, "__bool__")
    if method is not __missing__:
        result = method()
        if result is True or result is False:
            return result
        raise TypeError(f"__bool__ should return bool, returned {type_name(result)}")
    method = bind_special(x, "__len__")
    if method is not __missing__:
        return operator_length(method()) != 0
    return True


def op_not(x):
    return False if op_truth(x) else True


def operator_length(result):
    n = container_index(result)
    if n < 0:
        raise ValueError("__len__() should return >= 0")
    if n > 9223372036854775807:
        raise OverflowError("cannot fit 'int' into an index-sized integer")
    return n


def op_length(x):
    method = bind_special(x, "__len__")
    if method is __missing__:
        raise TypeError(f"object of type '{type_name(x)}' has no len()")
    return operator_length(method())


def op_hash(x):
    method = bind_if_any(x, "__hash__")
    if method is None or method is __missing__:
        raise TypeError(f"unhashable type: '{type_name(x)}'")
    result = payload(method())
    if class_of(result) is not int and class_of(result) is not bool:
        raise TypeError("__hash__ method should return an integer")
    return fold_hash(+result)


# --- text


def op_repr(x):
    text = repr_unchecked(x)
    if class_of(payload(text)) is not str:
        raise TypeError(f"__repr__ returned non-string (type {type_name(text)})")
    return text


def repr_unchecked(x):
    method = bind_if_any(x, "__repr__")
    return object.__repr__(x) if method is __missing__ else method()


def op_repr_of_subclass(x, content):
    """set.__repr__(x) and its like, for an instance of a subclass that holds `content`: these name their class."""
    text, name = repr(content), class_of(x).__name__
    if text[0] == "{":
        return f"{name}({text})"
    return name + text[text.index("(") :] if "(" in text else text


def op_str(x):
    text = bind_special(x, "__str__")()
    if class_of(payload(text)) is not str:
        raise TypeError(f"__str__ returned non-string (type {type_name(text)})")
    return text


def op_ascii(x):
    text = op_repr(x)
    return text if payload(text).isascii() else payload(text).encode("ascii", "backslashreplace").decode("ascii")


def op_format(x, spec):
    method = bind_special(x, "__format__")
    # Its class's own, not some other object's that was put there.
    own = is_user_object(x) and looks_builtin(method) and method.__self__ is x and class_of(spec) is str
    if own and not spec:
        # A builtin's own formatting without a specification is str(), which may be overridden.
        return op_str(x)
    if own and class_of(payload(x)) is int and spec[-1] in "eEfFgG%" and type_lookup(class_of(x), "__float__") is not int.__float__:
        # int's own makes a float of it, by __float__ where a subclass has one.
        return op_format(float(x), spec)
    text = method(spec)
    if class_of(payload(text)) is not str:
        raise TypeError(f"__format__ must return a str, not {type_name(text)}")
    return text


def op_convert_format(x, spec, conversion):
    if conversion == "s":
        x = op_str(x)
    elif conversion == "r":
        x = op_repr(x)
    elif conversion == "a":
        x = op_ascii(x)
    return op_format(x, spec)


# --- iteration


def op_iter(x):
    method = bind_if_any(x, "__iter__")
    if method is __missing__:
        if not operator_has_items(x):
            raise TypeError(f"'{type_name(x)}' object is not iterable")
        return operator_items_by_index(x, 0)
    if method is None:
        raise TypeError(f"'{type_name(x)}' object is not iterable")
    iterator = method()
    if type_lookup(class_of(iterator), "__next__") is __missing__:
        raise TypeError(f"iter() returned non-iterator of type '{type_name(iterator)}'")
    return iterator


@native_iterator("iterator")
def operator_items_by_index(x, i):
    while True:
        if i >= 9223372036854775807:
            raise OverflowError("iter index too large")
        try:
            item = x[i]
        except (IndexError, StopIteration):
            return
        i += 1
        yield item


def op_next(iterator):
    method = bind_special(iterator, "__next__")
    if method is __missing__:
        raise TypeError(f"'{type_name(iterator)}' object is not an iterator")
    try:
        return method()
    except StopIteration:
        return __exhausted__


def op_yield_from_iter(x):
    return x if class_of(x) is generator else yield_from_iterator(op_iter(x))


@native_once("yield from")
def yield_from_iterator(it):
    # What delegates to an iterator that isn't a generator. StopIteration ends it; what is thrown goes to `it` (generator_throw_delegate).
    if is_leaf_iterable(it):
        for value in it:
            if (yield value) is not None:
                raise AttributeError(f"'{type_name(it)}' object has no attribute 'send'")
        return None
    sent = None
    while True:
        sent = yield next(it) if sent is None else it.send(sent)


def operator_is_iterable(x):
    return type_lookup(class_of(x), "__iter__") is not __missing__ or operator_has_items(x)


def operator_has_items(x):
    # What has items in C but no length, such as re.Match, isn't a sequence.
    cls = class_of(x)
    if type_lookup(cls, "__getitem__") is __missing__:
        return False
    return is_user_object(x) or is_class(x) or type_lookup(cls, "__len__") is not __missing__


def op_contains(x, item):
    method = bind_special(x, "__contains__")
    if method is __missing__:
        try:
            iterator = op_iter(x)
        except TypeError:
            raise TypeError(f"argument of type '{type_name(x)}' is not iterable") from None
        for candidate in iterators_by_next(iterator) if is_user_object(iterator) else iterator:
            if candidate is item or candidate == item:
                return True
        return False
    if method is None:
        raise TypeError(f"'{type_name(x)}' object is not a container")
    return True if method(item) else False


def op_not_contains(x, item):
    return not op_contains(x, item)


def op_unpack(x, count):
    if not operator_is_iterable(x):
        raise TypeError(f"cannot unpack non-iterable {type_name(x)} object")
    iterator = op_iter(x)
    items = []
    while len(items) <= count:
        item = next(iterator, operator_end)
        if item is operator_end:
            break
        items.append(item)
    if len(items) < count:
        raise ValueError(f"not enough values to unpack (expected {count}, got {len(items)})")
    if len(items) > count:
        raise ValueError(f"too many values to unpack (expected {count})")
    return tuple(items)


def op_unpack_star(x, before, after):
    if not operator_is_iterable(x):
        raise TypeError(f"cannot unpack non-iterable {type_name(x)} object")
    iterator = op_iter(x)
    items = []
    while len(items) < before:
        item = next(iterator, operator_end)
        if item is operator_end:
            break
        items.append(item)
    else:
        list_extend(items, iterator)
    least = before + after
    if len(items) < least:
        raise ValueError(f"not enough values to unpack (expected at least {least}, got {len(items)})")
    end = len(items) - after
    return tuple(items[:before] + [items[before:end]] + items[end:])


# --- items


def op_getitem(x, key):
    method = bind_special(x, "__getitem__")
    if method is not __missing__:
        if (
            is_user_object(x)
            and class_of(payload(x)) is dict
            and type_lookup(class_of(x), "__getitem__") is type_lookup(dict, "__getitem__")
        ):
            hook = bind_special(x, "__missing__")
            if hook is not __missing__:
                value = payload(x).get(key, operator_end)
                return hook(key) if value is operator_end else value
        return method(key)
    if is_class(x):
        hook = bind_in_class(x, "__class_getitem__")
        if hook is not __missing__:
            return hook(key)
        if x is type:
            return make_generic_alias(x, key)
        raise TypeError(f"type '{class_text(x)}' is not subscriptable")
    raise TypeError(f"'{type_name(x)}' object is not subscriptable")


def op_setitem(x, key, value):
    method = bind_special(x, "__setitem__")
    if method is __missing__:
        raise TypeError(f"'{type_name(x)}' object does not support item assignment")
    method(key, value)


def op_delitem(x, key):
    method = bind_special(x, "__delitem__")
    if method is __missing__:
        verb = "doesn't" if is_user_object(x) and class_of(key) is int else "does not"
        raise TypeError(f"'{type_name(x)}' object {verb} support item deletion")
    method(key)


# --- attributes


def op_getattr(x, name):
    getter = bind_special(x, "__getattribute__")
    hook = type_lookup(class_of(x), "__getattr__")
    if hook is __missing__:
        return getter(name)
    try:
        return getter(name)
    except AttributeError:
        hook = bind_special(x, "__getattr__")
        if hook is __missing__:
            raise  # taken away meanwhile
    return hook(name)


def op_setattr(x, name, value):
    bind_special(x, "__setattr__")(name, value)


def op_delattr(x, name):
    bind_special(x, "__delattr__")(name)


# --- imports of modules that each session makes for itself, and from what the program put in sys.modules


def op_import(name, dots, top, globals):
    run_modules(name, dots, globals)
    return import_begun(name, dots, top, globals)


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


# --- displays and call arguments


def op_list_extend(items, x, function):
    """`function` is the callable of f(*x), which the message names; __missing__ for [*x]."""
    if not operator_is_iterable(x):
        if function is not __missing__:
            raise TypeError(f"{callable_text(function)} argument after * must be an iterable, not {type_name(x)}")
        raise TypeError(f"Value after * must be an iterable, not {type_name(x)}")
    for item in iterators_hinted(x):
        items.append(item)


def op_set_add(items, x):
    items.add(x)


def op_set_update(items, x):
    set_absorb(items, x)


def op_build_set(values):
    items = set()
    for value in values:
        items.add(value)
    return items


def op_build_dict(values):
    items = {}
    i = 0
    while i < len(values):
        items[values[i]] = values[i + 1]
        i += 2
    return items


def op_dict_update(items, x):
    if not hasattr(x, "keys"):
        raise TypeError(f"'{type_name(x)}' object is not a mapping")
    items.update(x)


def op_dict_merge(items, x, function):
    if not hasattr(x, "keys"):
        raise TypeError(f"{callable_text(function)} argument after ** must be a mapping, not {type_name(x)}")
    source = dict_plain(x)
    if source is __missing__:
        source = x
    for key in source.keys():
        if key in items:
            raise TypeError(f"{callable_text(function)} got multiple values for keyword argument '{key}'")
        items[key] = source[key]


def op_call_spread_args(x):
    items = []
    op_list_extend(items, x)
    return tuple(items)


# --- with, raise


def with_exit(function, self, exc):
    if self is __missing__:
        result = function(class_of(exc), exc, exc.__traceback__)
    else:
        result = function(self, class_of(exc), exc, exc.__traceback__)
    return True if result else False


def op_raise(cls):
    if is_exception(cls):
        return cls
    if not is_exception_class(cls):
        raise TypeError("exceptions must derive from BaseException")
    exc = cls()
    if not is_exception(exc):
        raise TypeError(f"calling {cls!r} should have returned an instance of BaseException, not {class_of(exc)!r}")
    return exc


# `raise exc from cause`, when making the cause runs the program's code. Never returns.
def op_raise_from(exc, cause):
    raise exc from op_raise(cause)


# --- twins of the builtin functions of objects/natives/builtins.cpp


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


# eval, exec, compile. compile_with_warnings gives code and what to warn of, or what the SyntaxError is made from.


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


def builtin_isinstance(obj, classes):
    return isinstance_in(obj, classes, 0)


def isinstance_in(obj, classes, depth):
    kind = type_argument_kind(classes)
    if kind == "class":
        if class_of(obj) is classes:
            return True
        check = bind_special(classes, "__instancecheck__")
        return True if check(obj) or says_its_class(obj, classes) else False
    parts = parts_of_type_argument(classes, kind, depth, "isinstance", "__instancecheck__")
    if parts is not None:
        for part in parts:
            if isinstance_in(obj, part, depth + 1):
                return True
        return False
    check = bind_special(classes, "__instancecheck__")
    if check is not __missing__:
        return True if check(obj) else False
    if abstract_bases(classes) is None:
        raise TypeError("isinstance() arg 2 must be a type, a tuple of types, or a union")
    return is_abstract_subclass(getattr(obj, "__class__", None), classes)


def parts_of_type_argument(classes, kind, depth, function, special):
    """Of what isinstance() or issubclass() was given in place of a class: what is in a union or in a tuple, in which there may be others.
    None: it is neither."""
    if kind == "union":
        return classes.__args__
    if kind != "":
        raise TypeError(f"{function}() argument 2 cannot be a parameterized generic")
    value = payload(classes)
    if class_of(value) is not tuple:
        return None
    if depth > 500:
        raise RecursionError(f"maximum recursion depth exceeded in {special}")
    return value


def says_its_class(obj, cls):
    # Objects may say that they are of another class, with an attribute __class__.
    said = getattr(obj, "__class__", None)
    return is_class(said) and said is not class_of(obj) and class_of(cls) is type and issubclass(said, cls)


# Something that isn't a class may stand in for one, with an attribute __bases__.


def abstract_bases(cls):
    bases = getattr(cls, "__bases__", None)
    return bases if class_of(payload(bases)) is tuple else None


def is_abstract_subclass(derived, cls):
    while derived is not cls:
        bases = abstract_bases(derived)
        if not bases:
            return False
        if len(bases) > 1:
            for base in bases:
                if is_abstract_subclass(base, cls):
                    return True
            return False
        derived = bases[0]
    return True


def builtin_issubclass(cls, classes):
    return issubclass_in(cls, classes, 0)


def issubclass_in(cls, classes, depth):
    kind = type_argument_kind(classes)
    if kind != "class":
        parts = parts_of_type_argument(classes, kind, depth, "issubclass", "__subclasscheck__")
        if parts is not None:
            for part in parts:
                if issubclass_in(cls, part, depth + 1):
                    return True
            return False
    check = bind_special(classes, "__subclasscheck__")
    if kind == "class" and not is_class(cls) and class_of(classes) is type:
        if abstract_bases(cls) is None:
            raise TypeError("issubclass() arg 1 must be a class")
        return is_abstract_subclass(cls, classes)
    if check is not __missing__:
        return True if check(cls) else False
    if abstract_bases(cls) is None:
        raise TypeError("issubclass() arg 1 must be a class")
    if abstract_bases(classes) is None:
        raise TypeError("issubclass() arg 2 must be a class, a tuple of classes, or a union")
    return is_abstract_subclass(cls, classes)


def builtin_help(obj):
    if obj is __missing__:
        print('Type help(object) for help about an object, help("modules") for the names of the modules.')
        return
    if type(obj) is str:
        if obj == "modules":
            print(", ".join(module_names()))
        else:
            print(f"No Python documentation found for {obj!r}.")
        return
    name = getattr(obj, "__qualname__", None)
    if name is None:
        name = type_name(obj) + " object"
    print(f"Help on {name}:")
    print()
    doc = getattr(obj, "__doc__", None)
    print("(no documentation)" if doc is None else doc)
