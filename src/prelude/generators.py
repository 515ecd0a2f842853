# Generators: throw and close, by PEP 380 when the generator is in `yield from`. The machine resumes; here is
# what a throw does on its way in.


def generator_exception(kind, value, traceback):
    if traceback is not __missing__ and traceback is not None and class_of(traceback).__name__ != "traceback":
        raise TypeError("throw() third argument must be a traceback object")
    if value is __missing__:
        value = None
    if is_exception_class(kind):
        if is_exception(value) and plain_isinstance(value, kind):
            exc = value
        else:
            exc = generator_new_exception(kind, () if value is None else value if class_of(value) is tuple else (value,))
    elif is_exception(kind):
        if value is not None:
            raise TypeError("instance exception may not have a separate value")
        exc = kind
    else:
        raise TypeError(f"exceptions must be classes or instances deriving from BaseException, not {type_name(kind)}")
    if traceback is not __missing__ and traceback is not None:
        exc.__traceback__ = traceback
    return exc


def generator_new_exception(kind, args):
    # What goes wrong here is thrown in the place of the exception.
    try:
        exc = kind(*args)
    except BaseException as error:
        return error
    if is_exception(exc):
        return exc
    return TypeError(f"calling {kind!r} should have returned an instance of BaseException, not {class_of(exc)!r}")


def generator_throw_method(self, kind, value, traceback):
    exc = generator_exception(kind, value, traceback)
    if generator_state(self) != 1:
        return generator_throw(self, exc)
    inner = generator_delegate(self)
    if inner is None:
        return generator_throw(self, exc)
    return generator_throw_delegate(self, inner, exc)


def generator_throw_delegate(self, inner, exc):
    # While the delegate works, this generator counts as running.
    generator_mark_running(self, True)
    raised = None
    if class_of(inner) is async_generator:
        return generator_throw_next(self, inner, exc)
    if plain_isinstance(exc, GeneratorExit):
        try:
            close = getattr(inner, "close", None)
            if close is not None:
                close()
        except BaseException as error:
            exc = error
        generator_mark_running(self, False)
        return generator_throw(self, exc)
    try:
        throw = getattr(inner, "throw", operator_end)
        if throw is not operator_end:
            result = throw(exc)
    except BaseException as error:
        raised = error
    generator_mark_running(self, False)
    if raised is not None:
        if plain_isinstance(raised, StopIteration):
            return generator_end_delegate(self, raised.value)
        return generator_throw(self, raised)
    if throw is operator_end:
        return generator_throw(self, exc)
    return result


def generator_throw_next(self, inner, exc):
    # In an `async for`, which awaits the asynchronous generator's next item.
    if not plain_isinstance(exc, GeneratorExit):
        raised = None
        try:
            result = generator_throw_method(inner, exc, __missing__, __missing__)
        except BaseException as error:
            raised = error
        if raised is None:
            generator_mark_running(self, False)
            return generator_end_delegate(self, result) if generator_yielded(inner) else result
        exc = raised
    generator_mark_running(self, False)
    return generator_throw(self, exc)


def generator_close_method(self):
    state = generator_state(self)
    if state == 2:
        raise ValueError("generator already executing")
    if state == 0:
        generator_finish(self)
    if state != 1:
        return
    try:
        generator_throw_method(self, GeneratorExit(), __missing__, __missing__)
    except (GeneratorExit, StopIteration):
        return
    raise RuntimeError(f"{type_name(self)} ignored GeneratorExit")
