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
        return truth_result(method())
    method = bind_special(x, "__len__")
    return True if method is __missing__ else nonzero_length_result(method())


def op_not(x):
    return False if op_truth(x) else True


def operator_nonzero_length(result):
    return operator_length(result) != 0


def operator_not_length(result):
    return operator_length(result) == 0


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
    return length_result(method())


def op_hash(x):
    method = bind_if_any(x, "__hash__")
    if method is None or method is __missing__:
        raise TypeError(f"unhashable type: '{type_name(x)}'")
    return hash_result(method())


# --- text


def op_repr(x):
    return repr_result(repr_unchecked(x))


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
    return str_result(bind_special(x, "__str__")())


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
    return iter_result(method())


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
    return unpack_items(iter(x), count)


def operator_unpack(iterator, count):
    items = []
    for item in iterators_by_next(iterator) if is_user_object(iterator) else iterator:
        items.append(item)
        if len(items) > count:
            break
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
