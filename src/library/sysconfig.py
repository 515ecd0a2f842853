"""CPython's sysconfig, without the variables of a build in C: there was none of the kind that it tells of."""


def _init_posix(vars):
    vars["EXT_SUFFIX"] = vars["SO"] = ".fermata.so"  # no file of that kind can be loaded


def get_platform():
    """The name of this platform, sys.platform."""
    return sys.platform
