# The slow paths of str: what its leaves defer because an object of a program's class takes part.


def text_range_index(value):
    # start or end of find and its like
    if value is None:
        return None
    if type_lookup(class_of(value), "__index__") is __missing__:
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    return container_index(value)


def text_chr(i):
    return chr(container_index(i))


def text_format(value, spec):
    return op_format(value, spec)


def text_collect(iterable):
    # what join takes in before it starts
    try:
        iterator = iter(iterable)
    except TypeError:
        raise TypeError("can only join an iterable") from None
    return list(iterator)


def text_encode(text, encoding, errors):
    # By a codec or with a handler that a program may have made.
    errors = "strict" if errors is __missing__ else payload(errors)
    return import_module("_codecs")._text_encode(payload(text), payload(encoding), errors)


def text_decode(data, encoding, errors):
    encoding = "utf-8" if encoding is __missing__ else payload(encoding)
    errors = "strict" if errors is __missing__ else payload(errors)
    return import_module("_codecs")._text_decode(bytes(payload(data)), encoding, errors)


def str_encode(self, encoding, errors):
    return text_encode(self, encoding, errors)


def str_new(cls, object, encoding, errors):
    if encoding is __missing__ and errors is __missing__:
        return op_str(object)
    return text_decode(object, encoding, errors)


def str_join(self, iterable):
    return payload(self).join(text_collect(iterable))


def str_center(self, width, fillchar):
    return payload(self).center(container_index(width), fillchar)


def str_ljust(self, width, fillchar):
    return payload(self).ljust(container_index(width), fillchar)


def str_rjust(self, width, fillchar):
    return payload(self).rjust(container_index(width), fillchar)


def str_zfill(self, width):
    return payload(self).zfill(container_index(width))


def str_expandtabs(self, tabsize):
    return payload(self).expandtabs(container_index(tabsize))


def str_count(self, sub, start, end):
    return payload(self).count(sub, text_range_index(start), text_range_index(end))


def str_find(self, sub, start, end):
    return payload(self).find(sub, text_range_index(start), text_range_index(end))


def str_rfind(self, sub, start, end):
    return payload(self).rfind(sub, text_range_index(start), text_range_index(end))


def str_index(self, sub, start, end):
    return payload(self).index(sub, text_range_index(start), text_range_index(end))


def str_rindex(self, sub, start, end):
    return payload(self).rindex(sub, text_range_index(start), text_range_index(end))


def str_startswith(self, prefix, start, end):
    return payload(self).startswith(prefix, text_range_index(start), text_range_index(end))


def str_endswith(self, suffix, start, end):
    return payload(self).endswith(suffix, text_range_index(start), text_range_index(end))


def str_replace(self, old, new, count):
    return payload(self).replace(old, new, container_index(count))


def str_split(self, sep, maxsplit):
    return payload(self).split(sep, container_index(maxsplit))


def str_rsplit(self, sep, maxsplit):
    return payload(self).rsplit(sep, container_index(maxsplit))


def str_splitlines(self, keepends):
    return payload(self).splitlines(container_index(keepends))


def str_translate(self, table):
    out = []
    for char in payload(self):
        try:
            to = table[ord(char)]
        except LookupError:
            out.append(char)
            continue
        if to is None:
            continue
        if isinstance(to, str):
            out.append(to)
        elif isinstance(to, int):
            to = payload(to)
            if to < 0 or to > 0x10FFFF:
                raise ValueError("character mapping must be in range(0x110000)")
            out.append(chr(to))
        else:
            raise TypeError("character mapping must return integer, None or str")
    return "".join(out)


def str__getitem__(self, key):
    return payload(self)[container_key(key)]


def str__mul__(self, count):
    return payload(self) * container_index(count)


def str__rmul__(self, count):
    return payload(self) * container_index(count)


def str__mod__(self, args):
    return text_percent(payload(self), args)


# --- str.format


def text_made(asks):
    texts = []
    for value, conversion, spec in asks:
        if conversion is not None:
            value = repr(value) if conversion == "r" else str(value) if conversion == "s" else ascii(value)
        texts.append(value if spec is None else f"{value:{spec}}" if spec else f"{value}")
    return texts


def str_format(self, args, kwargs):
    asks = str_format_asks(self, args, kwargs)
    if asks is not None:
        return str_format_with(self, args, kwargs, text_made(asks))
    return text_format_build(payload(self), args, kwargs, 2, [None, 0])


def str_format_map(self, mapping):
    return text_format_build(payload(self), None, mapping, 2, [None, 0])


def text_format_build(text, args, mapping, depth, numbering):
    if depth == 0:
        raise ValueError("Max string recursion exceeded")
    out = []
    for step in str_format_parse(text):
        if len(step) == 1:
            raise ValueError(step[0])
        literal, name, spec, conversion, nested = step
        out.append(literal)
        if name is None:
            continue
        value = text_format_value(name, args, mapping, numbering)
        if conversion is None:
            pass
        elif conversion == "r":
            value = repr(value)
        elif conversion == "s":
            value = str(value)
        elif conversion == "a":
            value = ascii(value)
        elif 32 < ord(conversion) < 127:
            raise ValueError(f"Unknown conversion specifier {conversion}")
        else:
            raise ValueError(f"Unknown conversion specifier \\x{ord(conversion):x}")
        if nested:
            spec = text_format_build(spec, args, mapping, depth - 1, numbering)
        out.append(format(value, spec))
    return "".join(out)


def text_format_value(name, args, mapping, numbering):
    # `numbering` is [True for automatic, None while unknown; the next number]
    steps = str_format_field(name)
    first = steps[0]
    if class_of(first) is tuple:
        raise ValueError(first[0])
    if first == "" or class_of(first) is int:
        automatic = first == ""
        if numbering[0] is None:
            numbering[0] = automatic
        if automatic and not numbering[0]:
            raise ValueError("cannot switch from manual field specification to automatic field numbering")
        if numbering[0] and not automatic:
            raise ValueError("cannot switch from automatic field numbering to manual field specification")
        if automatic:
            first = numbering[1]
            numbering[1] += 1
        if args is None:
            raise ValueError("Format string contains positional fields")
        if first >= len(args):
            raise IndexError(f"Replacement index {first} out of range for positional args tuple")
        value = args[first]
    else:
        value = mapping[first]
    for i in range(1, len(steps)):
        step = steps[i]
        if len(step) == 1:
            raise ValueError(step[0])
        if step[0]:
            value = getattr(value, str(step[1]))
        else:
            value = value[step[1]]
    return value


# --- % formatting, of str, bytes and bytearray


def text_percent(text, args):
    asks = percent_asks(text, args)
    if asks is None:
        return text_percent_steps(text, args)
    texts = text_made(asks)
    return texts[0] if text == "%s" else percent_with(text, args, texts)  # perhaps of a class below str


def text_percent_steps(text, args):
    binary = class_of(text) is not str
    single = args
    items = payload(args)
    mapping = False
    if class_of(items) is not tuple:
        not_mappings = (str, bytes, bytearray) if binary else str
        mapping = not isinstance(args, not_mappings) and type_lookup(class_of(args), "__getitem__") is not __missing__
        items = None
    count = 1 if items is None else len(items)
    used = 0
    out = []
    for piece in percent_parse(text):
        if class_of(piece) is not tuple:
            out.append(piece)
            continue
        key, width_star, precision_star, spec, kind, message = piece
        if key is not None or kind == "(":
            if not mapping:
                raise TypeError("format requires a mapping")
            if kind == "(":
                raise ValueError(message)
            single = args[key]
            items = None
            count = 1
            used = 0
        values = []
        for star in (width_star, precision_star) if width_star or precision_star else ():
            if not star:
                continue
            if used >= count:
                raise TypeError("not enough arguments for format string")
            value = payload(single if items is None else items[used])
            used += 1
            if class_of(value) is not int and class_of(value) is not bool:
                raise TypeError("* wants int")
            values.append(value)
        if message is not None and kind == "":
            raise ValueError(message)
        if used >= count:
            raise TypeError("not enough arguments for format string")
        value = single if items is None else items[used]
        used += 1
        if message is not None:
            raise ValueError(message)
        value = text_percent_value(value, kind, binary)
        if kind == "r" or kind == "a":
            spec = spec[:-1] + (b"s" if binary else "s")
        if spec == "%s":
            out.append(value)  # perhaps of a class below str
            continue
        values.append(value if binary else payload(value))
        out.append(spec % tuple(values))
    if not mapping and used < count:
        raise TypeError(f"not all arguments converted during {'bytes' if binary else 'string'} formatting")
    if binary:
        return class_of(text)().join(out)
    return out[0] if len(out) == 1 else "".join(out)


def text_percent_value(value, kind, binary):
    # The builtin value that stands for `value` under a conversion.
    cls = class_of(value)
    if kind == "s" or kind == "b":
        if not binary:
            return str(value)
        if cls is bytes or type_lookup(cls, "__bytes__") is __missing__:
            return value
        method = bind_if_any(value, "__bytes__")
        if method is __missing__:
            raise TypeError(f"%b requires a bytes-like object, or an object that implements __bytes__, not '{cls.__name__}'")
        result = method()
        if not isinstance(result, bytes):
            raise TypeError(f"__bytes__ returned non-bytes (type {class_of(result).__name__})")
        return payload(result)
    if kind == "r" and not binary:
        return repr(value)
    if kind == "a" or kind == "r":
        return ascii(value).encode() if binary else ascii(value)
    if kind == "c":
        if isinstance(value, (str, bytes, bytearray)) or type_lookup(cls, "__index__") is __missing__:
            return value
        try:
            return container_index(value)
        except TypeError:
            raise TypeError("%c requires an integer in range(256) or a single byte" if binary else "%c requires int or char") from None
    if kind in "eEfFgG":
        if isinstance(value, float):
            return payload(value)
        if isinstance(value, (str, bytes, bytearray)):
            return value
        if type_lookup(cls, "__float__") is __missing__ and type_lookup(cls, "__index__") is __missing__:
            return value
        if not binary:
            return float(value)
        try:
            return float(value)
        except TypeError:
            raise TypeError(f"float argument required, not {cls.__name__}") from None
    if isinstance(value, int):
        return payload(value)
    if kind in "oxX":
        if type_lookup(cls, "__index__") is __missing__:
            return value
        try:
            return container_index(value)
        except TypeError:
            raise TypeError(f"%{kind} format: an integer is required, not {cls.__name__}") from None
    if (
        isinstance(value, float)
        or type_lookup(cls, "__int__") is not __missing__
        or type_lookup(cls, "__index__") is not __missing__
        or type_lookup(cls, "__trunc__") is not __missing__
    ):
        try:
            return int(value)
        except TypeError:
            raise TypeError(f"%{kind} format: a real number is required, not {cls.__name__}") from None
    return value
