# The match statement where user code may run: lengths, keys and attributes of the subject. The twins of
# objects/natives/patterns.cpp; the tests between them are the compiler's (compiler/emit_match.cpp).


patterns_absent = object()


def op_match_sequence(subject, length, more):
    # It is one: only its length has to be asked for.
    found = len(subject)
    return found >= length if more else found == length


def op_match_mapping(subject, least):
    return len(subject) >= least


def op_match_keys(subject, keys):
    get = subject.get
    seen = set()
    values = []
    for key in keys:
        if key in seen:
            raise ValueError(f"mapping pattern checks duplicate key ({key!r})")
        seen.add(key)
        value = get(key, patterns_absent)
        if value is patterns_absent:
            return None
        values.append(value)
    return tuple(values)


def match_rest(subject, keys):
    rest = {**subject}
    for key in keys:
        del rest[key]
    return rest


def op_match_class(subject, cls, count, names):
    if not is_class(cls):
        raise TypeError("called match pattern must be a type")
    if not isinstance(subject, cls):
        return None
    values = []
    seen = set()
    if count:
        positional = getattr(cls, "__match_args__", patterns_absent)
        itself = False
        if positional is patterns_absent:
            positional = ()
            itself = class_matches_itself(cls)
        elif class_of(positional) is not tuple:
            raise TypeError(f"{class_text(cls)}.__match_args__ must be a tuple (got {type_name(positional)})")
        allowed = 1 if itself else len(positional)
        if allowed < count:
            plural = "" if allowed == 1 else "s"
            raise TypeError(f"{class_text(cls)}() accepts {allowed} positional sub-pattern{plural} ({count} given)")
        if itself:
            values.append(subject)
        else:
            for name in positional[:count]:
                if class_of(name) is not str:
                    raise TypeError(f"__match_args__ elements must be strings (got {type_name(name)})")
                value = match_attribute(subject, cls, name, seen)
                if value is patterns_absent:
                    return None
                values.append(value)
    for name in names:
        value = match_attribute(subject, cls, name, seen)
        if value is patterns_absent:
            return None
        values.append(value)
    return tuple(values)


def match_attribute(subject, cls, name, seen):
    if name in seen:
        raise TypeError(f"{class_text(cls)}() got multiple sub-patterns for attribute {name!r}")
    seen.add(name)
    return getattr(subject, name, patterns_absent)
