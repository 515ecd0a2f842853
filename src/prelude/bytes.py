# The slow paths of bytes and bytearray: objects of a program's class as numbers, and iterables that run code.


def contiguous(view):
    # A view of what functions written in C take as bytes.
    if not view.c_contiguous:
        raise BufferError("memoryview: underlying buffer is not C-contiguous")
    return view


def bytes_is_iterable(value):
    cls = class_of(value)
    return type_lookup(cls, "__iter__") is not __missing__ or type_lookup(cls, "__getitem__") is not __missing__


def bytes_collect(iterable, message):
    out = bytearray()
    for item in iterable:
        value = container_index(item)
        if value < 0 or value > 255:
            raise ValueError(message)
        out.append(value)
    return out


def bytes_iterator(source, refused):
    # Over an iterable of ints; `refused` is the TypeError of all else, and when __iter__ raises one.
    if bytes_is_iterable(source):
        try:
            return iterators_over(source)
        except TypeError:
            pass
    raise TypeError(refused)


def bytes_needle(sub):
    if isinstance(sub, (bytes, bytearray, memoryview)):
        return sub
    if type_lookup(class_of(sub), "__index__") is __missing__:
        raise TypeError(f"argument should be integer or bytes-like object, not '{class_of(sub).__name__}'")
    return container_index(sub)


def bytes_decode(self, encoding, errors):
    return text_decode(self, encoding, errors)


def bytes_new(cls, source, encoding, errors):
    if encoding is not __missing__:
        return text_encode(source, encoding, errors)
    source_class = class_of(source)
    method = bind_special(source, "__bytes__")
    if method is not __missing__:
        result = method()
        if not isinstance(result, bytes):
            raise TypeError(f"__bytes__ returned non-bytes (type {class_of(result).__name__})")
        return result
    if isinstance(source, str):
        raise TypeError("string argument without an encoding")
    if isinstance(source, (bytes, bytearray)):
        return bytes(payload(source))
    if type_lookup(source_class, "__buffer__") is not __missing__:
        return bytes(memoryview_buffer(source))
    if type_lookup(source_class, "__index__") is not __missing__:
        try:
            return bytes(container_index(source))
        except TypeError:
            pass  # it may be iterable
    iterator = bytes_iterator(source, f"cannot convert '{source_class.__name__}' object to bytes")
    iterators_length_hint(source, 0)
    return bytes(bytes_collect(iterator, "bytes must be in range(0, 256)"))


def bytearray_new(cls, source, encoding, errors):
    if encoding is not __missing__:
        return bytearray(text_encode(source, encoding, errors))
    source_class = class_of(source)
    if type_lookup(source_class, "__buffer__") is not __missing__:
        return bytearray(memoryview_buffer(source))
    if type_lookup(source_class, "__index__") is not __missing__:
        try:
            return bytearray(container_index(source))
        except TypeError:
            pass
    return bytes_collect(
        bytes_iterator(source, f"cannot convert '{source_class.__name__}' object to bytearray"), "byte must be in range(0, 256)"
    )


def bytearray_init(self, source, encoding, errors):
    payload(self).__init__(bytearray_new(bytearray, source, encoding, errors))


def bytes_fromhex(cls, string):
    return cls(bytes.fromhex(string))


def bytearray_fromhex(cls, string):
    return cls(bytes.fromhex(string))


def bytes_hex(self, sep, bytes_per_sep):
    if sep is __missing__:
        return payload(self).hex()
    if not isinstance(sep, (str, bytes, bytearray)):
        if len(sep) != 1:
            raise ValueError("sep must be length 1.")
        raise TypeError("sep must be str or bytes.")
    return payload(self).hex(sep, container_index(bytes_per_sep))


def bytes_join(self, iterable):
    return payload(self).join(text_collect(iterable))


def bytes_center(self, width, fillchar):
    return payload(self).center(container_index(width), b" " if fillchar is __missing__ else fillchar)


def bytes_ljust(self, width, fillchar):
    return payload(self).ljust(container_index(width), b" " if fillchar is __missing__ else fillchar)


def bytes_rjust(self, width, fillchar):
    return payload(self).rjust(container_index(width), b" " if fillchar is __missing__ else fillchar)


def bytes_zfill(self, width):
    return payload(self).zfill(container_index(width))


def bytes_expandtabs(self, tabsize):
    return payload(self).expandtabs(container_index(tabsize))


def bytes_count(self, sub, start, end):
    start, end = text_range_index(start), text_range_index(end)  # asked first
    return payload(self).count(bytes_needle(sub), start, end)


def bytes_find(self, sub, start, end):
    start, end = text_range_index(start), text_range_index(end)  # asked first
    return payload(self).find(bytes_needle(sub), start, end)


def bytes_rfind(self, sub, start, end):
    start, end = text_range_index(start), text_range_index(end)  # asked first
    return payload(self).rfind(bytes_needle(sub), start, end)


def bytes_index(self, sub, start, end):
    start, end = text_range_index(start), text_range_index(end)  # asked first
    return payload(self).index(bytes_needle(sub), start, end)


def bytes_rindex(self, sub, start, end):
    start, end = text_range_index(start), text_range_index(end)  # asked first
    return payload(self).rindex(bytes_needle(sub), start, end)


def bytes_startswith(self, prefix, start, end):
    return payload(self).startswith(prefix, text_range_index(start), text_range_index(end))


def bytes_endswith(self, suffix, start, end):
    return payload(self).endswith(suffix, text_range_index(start), text_range_index(end))


def bytes_replace(self, old, new, count):
    return payload(self).replace(old, new, container_index(count))


def bytes_split(self, sep, maxsplit):
    return payload(self).split(sep, container_index(maxsplit))


def bytes_rsplit(self, sep, maxsplit):
    return payload(self).rsplit(sep, container_index(maxsplit))


def bytes_splitlines(self, keepends):
    return payload(self).splitlines(container_index(keepends))


def bytes__getitem__(self, key):
    return payload(self)[container_key(key)]


def bytes_byte(item):
    try:
        return container_index(item)
    except BaseException:  # whatever was raised, in CPython, too
        pass
    raise TypeError(f"a bytes-like object is required, not '{class_of(item).__name__}'")


def bytes__contains__(self, item):
    return bytes_byte(item) in payload(self)


def bytes__mul__(self, count):
    return payload(self) * container_index(count)


def bytes__rmul__(self, count):
    return payload(self) * container_index(count)


def bytes__mod__(self, args):
    return text_percent(payload(self), args)


def bytearray__getitem__(self, key):
    return payload(self)[container_key(key)]


def bytearray__contains__(self, item):
    return bytes_byte(item) in payload(self)


def bytearray__mul__(self, count):
    return payload(self) * container_index(count)


def bytearray__rmul__(self, count):
    return payload(self) * container_index(count)


def bytearray__imul__(self, count):
    data = payload(self)
    data *= container_index(count)
    return self


def bytearray__mod__(self, args):
    return text_percent(payload(self), args)


def bytes_is_number(value):
    cls = class_of(value)
    return any([type_lookup(cls, name) is not __missing__ for name in ("__index__", "__int__", "__float__")])


def bytearray__setitem__(self, key, value):
    # All user code first: the array may be another one after it.
    key = container_key(key)
    if class_of(key) is not slice:
        value = container_index(value)
    elif isinstance(value, (bytes, bytearray, memoryview)):
        value = payload(value)
    elif isinstance(value, (int, float, complex, str)) or bytes_is_number(value):
        raise TypeError("can assign only bytes, buffers, or iterables of ints in range(0, 256)")
    else:
        value = bytes_collect(
            bytes_iterator(value, f"cannot convert '{type_name(value)}' object to bytearray"), "byte must be in range(0, 256)"
        )
    payload(self)[key] = value


def bytearray__delitem__(self, key):
    del payload(self)[container_key(key)]


def bytearray_append(self, item):
    payload(self).append(container_index(item))


def bytearray_extend(self, iterable):
    iterator = bytes_iterator(iterable, f"can't extend bytearray with {class_of(iterable).__name__}")
    iterators_length_hint(iterable, 0)
    payload(self).extend(bytes_collect(iterator, "byte must be in range(0, 256)"))


def bytearray_insert(self, index, item):
    index = container_index(index)
    payload(self).insert(index, container_index(item))


def bytearray_pop(self, index):
    return payload(self).pop(container_index(index))


def bytearray_remove(self, value):
    payload(self).remove(container_index(value))


# --- memoryview


def memoryview_buffer(source):
    # What an object's own __buffer__ gives (Python 3.12's protocol).
    view = bind_special(source, "__buffer__")(284)
    if class_of(view) is not memoryview:
        raise TypeError("__buffer__ returned non-memoryview object")
    return view


def memoryview_new(cls, source):
    return memoryview_buffer(source)


def memoryview_key(key):
    if class_of(key) is tuple:
        return tuple([container_index(i) for i in key])
    return container_key(key)


def memoryview__getitem__(self, key):
    return self[memoryview_key(key)]


def memoryview__setitem__(self, key, value):
    # All user code first: the view may be released after it.
    if class_of(key) is not slice or self.ndim != 1:
        code = self.format[-1]
        try:
            if code == "?":
                value = True if value else False
            elif code == "f" or code == "d":
                value = float(value)
            elif code != "c":
                value = container_index(value)
        except TypeError:
            raise TypeError(f"memoryview: invalid type for format '{self.format}'") from None
    elif type_lookup(class_of(value), "__buffer__") is not __missing__:
        value = memoryview_buffer(value)
    self[memoryview_key(key)] = value


def memoryview_hex(self, sep, bytes_per_sep):
    return bytes_hex(bytes(self), sep, bytes_per_sep)


def memoryview__hash__(self):
    hash(self.obj)
    return hash(bytes(self))


def memoryview__eq__(self, other):
    return self == memoryview_buffer(other)


def memoryview__ne__(self, other):
    return self != memoryview_buffer(other)
