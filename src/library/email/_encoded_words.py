"""What each session has of its own in CPython's email._encoded_words: a table that grows with what is looked up."""


def __session__():
    table = _QByteMap()
    table.update(_q_byte_map)
    yield "_q_byte_map", table
