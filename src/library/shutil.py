"""What each session has of its own in CPython's shutil: the formats of archives that a program registers."""


def __session__():
    yield "_ARCHIVE_FORMATS", dict(_ARCHIVE_FORMATS)
    yield "_UNPACK_FORMATS", dict(_UNPACK_FORMATS)
