"""What each session has of its own in CPython's email.charset: the character sets that a program adds."""


def __session__():
    yield "CHARSETS", dict(CHARSETS)
    yield "ALIASES", dict(ALIASES)
    yield "CODEC_MAP", dict(CODEC_MAP)
