# Generators: throw and close, by PEP 380 when the generator is in `yield from`. The machine resumes; here is
# what a throw does on its way in.


generator_absent = object()


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
    return TypeError(f"calling {kind!r} should have returned an instance of BaseException, not {type_name(exc)}")


def generator_throw_method(self, kind, value, traceback):
    inner = generator_delegate(self) if generator_state(self) == 1 else None
    if inner is None:
        return generator_throw(self, generator_exception(kind, value, traceback))
    return generator_throw_delegate(self, inner, kind, value, traceback)


def generator_throw_delegate(self, inner, kind, value, traceback):
    # While the delegate works, this generator counts as running.
    generator_mark_running(self, True)
    if class_of(inner) is async_generator:
        return generator_throw_next(self, inner, generator_exception(kind, value, traceback))
    raised = None
    throw = generator_absent
    closes = plain_isinstance(kind, GeneratorExit) or is_exception_class(kind) and issubclass(kind, GeneratorExit)
    if not closes:
        try:
            throw = getattr(inner, "throw", generator_absent)
        except BaseException:
            generator_mark_running(self, False)
            raise
    try:
        if closes:
            generator_close_delegate(inner)
        elif throw is not generator_absent:
            # As it was given: another's throw() may take what isn't an exception.
            result = (
                throw(kind) if value is __missing__ else throw(kind, value) if traceback is __missing__ else throw(kind, value, traceback)
            )
    except BaseException as error:
        raised = error
    generator_mark_running(self, False)
    if raised is not None:
        if plain_isinstance(raised, StopIteration) and throw is not generator_absent:
            return generator_end_delegate(self, raised.value)
        return generator_throw(self, raised)
    if throw is generator_absent:
        return generator_throw(self, generator_exception(kind, value, traceback))
    return result


def generator_close_delegate(inner):
    try:
        close = getattr(inner, "close", generator_absent)
    except BaseException:
        return  # what looking it up raises counts for nothing
    if close is not generator_absent:
        close()


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
