# The twins of exceptions' methods.


def exception_arguments(cls, args, keywords):
    # What objects of the program's may stand for: the details of a SyntaxError, and where a UnicodeError begins and ends.
    if is_subclass(cls, UnicodeError):
        return (*args[:-3], container_index(args[-3]), container_index(args[-2]), args[-1])
    if len(args) == 2 and not keywords:
        return (args[0], tuple(args[1]))
    return args


def BaseException__init__(self, args, keywords):
    BaseException.__init__(self, *exception_arguments(class_of(self), args, keywords), **keywords)
    if isinstance(self, UnicodeError):
        plain_setattr(self, "args", args)


def exception_construct(cls, args, keywords):
    made = cls(*exception_arguments(cls, args, keywords), **keywords)
    if isinstance(made, UnicodeError):
        plain_setattr(made, "args", args)
    return made


def BaseException__repr__(self):
    args = self.args
    if len(args) == 1:
        return f"{type_name(self)}({args[0]!r})"
    return f"{type_name(self)}{args!r}"


def BaseException__str__(self):
    args = self.args
    if isinstance(self, KeyError) and len(args) == 1:
        return repr(args[0])
    if isinstance(self, OSError) and self.filename is not None:
        text = f"[Errno {self.errno}] {self.strerror}: {self.filename!r}"
        return text if self.filename2 is None else f"{text} -> {self.filename2!r}"
    if isinstance(self, OSError) and self.errno is not None and self.strerror is not None:
        return f"[Errno {self.errno}] {self.strerror}"
    if isinstance(self, SyntaxError):
        where = []
        if class_of(payload(self.filename)) is str:
            where.append(self.filename.rsplit("/", 1)[-1])
        if class_of(self.lineno) is int:
            where.append(f"line {self.lineno}")
        return f"{self.msg} ({', '.join(where)})" if where else str(self.msg)
    if len(args) == 0:
        return ""
    if len(args) == 1:
        return str(args[0])
    return repr(args)


# --- groups, and what `except*` does with them (compiler/emit_exceptions.cpp calls except_star_match and except_star_rest)


def BaseExceptionGroup__new__(cls, args, keywords):
    if len(args) != 2:
        raise TypeError(f"BaseExceptionGroup.__new__() takes exactly 2 arguments ({len(args)} given)")
    message, given = args
    if class_of(payload(message)) is not str:
        raise TypeError(f"BaseExceptionGroup.__new__() argument 1 must be str, not {type_name(message)}")
    if type_lookup(class_of(given), "__getitem__") is __missing__ or class_of(payload(given)) is dict:
        raise TypeError("second argument (exceptions) must be a sequence")
    exceptions = tuple(given)
    if not exceptions:
        raise ValueError("second argument (exceptions) must be a non-empty sequence")
    plain = True
    for i, each in enumerate(exceptions):
        if not is_exception(each):
            raise ValueError(f"Item {i} of second argument (exceptions) is not an exception")
        if not plain_isinstance(each, Exception):
            plain = False
    if cls is BaseExceptionGroup:
        if plain:
            cls = ExceptionGroup
    elif not plain:
        if cls is ExceptionGroup:
            raise TypeError("Cannot nest BaseExceptions in an ExceptionGroup")
        if is_subclass(cls, Exception):
            raise TypeError(f"Cannot nest BaseExceptions in '{cls.__name__}'")
    return make_exception_group(cls, args, message, exceptions)


def exception_group_construct(cls, args, keywords):
    group = BaseExceptionGroup__new__(cls, args, keywords)
    if keywords:
        raise TypeError(f"{cls.__name__}() takes no keyword arguments")
    return group


def group_condition(condition):
    if is_exception_class(condition):
        return condition
    if class_of(payload(condition)) is tuple:
        for each in condition:
            if not is_exception_class(each):
                break
        else:
            return condition
    elif callable(condition) and not is_class(condition):
        return condition
    raise TypeError("expected a function, exception type or tuple of exception types")


def exception_is(exc, kinds):
    if is_class(kinds):
        return plain_isinstance(exc, kinds)
    for each in kinds:
        if plain_isinstance(exc, each):
            return True
    return False


def group_split(group, condition, with_rest):
    # What matches and the rest, each a group of the same shape or None.
    by_class = is_class(condition) or class_of(payload(condition)) is tuple
    if exception_is(group, condition) if by_class else condition(group):
        return group, None
    if not plain_isinstance(group, BaseExceptionGroup):
        return None, group
    matching = []
    rest = []
    for each in group.exceptions:
        found, other = group_split(each, condition, with_rest)
        if found is not None:
            matching.append(found)
        if other is not None and with_rest:
            rest.append(other)
    matching = group_subset(group, matching)
    return matching, group_subset(group, rest)


def group_subset(group, exceptions):
    if not exceptions:
        return None
    subset = group.derive(exceptions)
    if not plain_isinstance(subset, BaseExceptionGroup):
        raise TypeError("derive must return an instance of BaseExceptionGroup")
    subset.__traceback__ = group.__traceback__
    subset.__context__ = group.__context__
    copy_cause(subset, group)
    notes = getattr(group, "__notes__", None)
    if notes is not None and type_lookup(class_of(notes), "__getitem__") is not __missing__:
        subset.__notes__ = list(notes)
    return subset


def BaseException_set_args(self, args):
    self.args = tuple(args)


def BaseExceptionGroup_derive(self, exceptions):
    return BaseExceptionGroup(self.message, exceptions)


def BaseExceptionGroup_split(self, condition):
    return group_split(self, group_condition(condition), True)


def BaseExceptionGroup_subgroup(self, condition):
    return group_split(self, group_condition(condition), False)[0]


# --- except*


def except_star_check(kind):
    if not is_exception_class(kind):
        raise TypeError("catching classes that do not inherit from BaseException is not allowed")
    if is_subclass(kind, BaseExceptionGroup):
        raise TypeError("catching ExceptionGroup with except* is not allowed. Use except instead.")


def except_star_match(exc, kinds):
    # What a clause takes of what is left, and what is left then.
    if class_of(payload(kinds)) is tuple:
        for kind in kinds:
            except_star_check(kind)
    else:
        except_star_check(kinds)
    if exc is None:
        return None, None
    if exception_is(exc, kinds):
        if plain_isinstance(exc, BaseExceptionGroup):
            return exc, None
        return BaseExceptionGroup("", (exc,)), None
    if plain_isinstance(exc, BaseExceptionGroup):
        return exc.split(kinds)
    return None, exc


def except_star_rest(caught, raised):
    # What goes on after all clauses: what they raised and what none of them took; None when that is nothing.
    if not plain_isinstance(caught, BaseExceptionGroup):
        return raised[0]
    new = []
    kept = []
    for exc in raised:
        if exc is None:
            continue
        if is_part_of(exc, caught):
            except_star_leaves(exc, kept)
        else:
            new.append(exc)
    again = group_split(caught, lambda each: id(each) in kept, False)[0] if kept else None
    if not new:
        return again
    if again is not None:
        new.append(again)
    return BaseExceptionGroup("", new)


def is_part_of(exc, caught):
    # Split off from it, and not raised again.
    return (
        plain_isinstance(exc, BaseExceptionGroup)
        and exc.__traceback__ is caught.__traceback__
        and exc.__cause__ is caught.__cause__
        and exc.__context__ is caught.__context__
    )


def except_star_leaves(exc, ids):
    if plain_isinstance(exc, BaseExceptionGroup):
        for each in exc.exceptions:
            except_star_leaves(each, ids)
    else:
        ids.append(id(exc))
