"""What the machine tells importlib about its own modules: those that are here are its builtin ones, and nothing else can be loaded."""

check_hash_based_pycs = "default"


def is_builtin(name, /):
    """1 when programs find the module here, else 0."""
    return int(is_module_name(name))


def is_frozen(name, /):
    return False


def is_frozen_package(name, /):
    _no_frozen(name)


def find_frozen(name, /, *, withdata=False):
    return None


def init_frozen(name, /):
    return None


def get_frozen_object(name, data=None, /):
    _no_frozen(name)


def _no_frozen(name):
    raise ImportError(f"No such frozen object named {name}", name=name)


def create_builtin(spec, /):
    """The module of that name, imported."""
    return import_module(spec.name)


def exec_builtin(module, /):
    return 0  # importing it ran it


def extension_suffixes():
    return []


def lock_held():
    return False


def acquire_lock():
    pass  # who imports is alone


def release_lock():
    pass


def _fix_co_filename(code, path, /):
    pass


_WORD = (1 << 64) - 1


def source_hash(key, source):
    """SipHash-1-3 of a module's text, as 8 bytes; the hash's own key is `key` and 0."""
    source = bytes(source)
    a, b, c, d = 0x736F6D6570736575 ^ key & _WORD, 0x646F72616E646F6D, 0x6C7967656E657261 ^ key & _WORD, 0x7465646279746573
    whole = len(source) & ~7
    words = [int.from_bytes(source[at : at + 8], "little") for at in range(0, whole, 8)]
    words.append(int.from_bytes(source[whole:], "little") | (len(source) & 0xFF) << 56)
    for word, rounds in [(word, 1) for word in words] + [(0, 3)]:
        if rounds == 1:
            d ^= word
        else:
            c ^= 0xFF
        for _ in range(rounds):
            a, c = a + b & _WORD, c + d & _WORD
            b, d = _rotated(b, 13) ^ a, _rotated(d, 16) ^ c
            c, a = c + b & _WORD, _rotated(a, 32) + d & _WORD
            b, d = _rotated(b, 17) ^ c, _rotated(d, 21) ^ a
            c = _rotated(c, 32)
        a ^= word
    return (a ^ b ^ c ^ d).to_bytes(8, "little")


def _rotated(word, bits):
    return (word << bits | word >> 64 - bits) & _WORD


def create_dynamic(spec, file=None, /):
    raise ImportError(f"{spec.name} is compiled code, which can't run here", name=spec.name, path=spec.origin)
