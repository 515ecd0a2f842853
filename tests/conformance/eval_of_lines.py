# What may surround the expression that eval() reads, and sources as bytes.
for text in ("\n\n1", "  1", "#c\n1", "1 #c", "1\n#c\n", "\n#c\n\n1", "1\n\n", "(\n1\n)", "  #c\n2", "\r\n3", "\t\n4", "\n  5", "", "#", "\n", "1\n2",
             b"# coding: latin-1\n'\xe9'", b"'\xc3\xa9'", b"\xef\xbb\xbf7", bytearray(b"8"), memoryview(b"9"), b"# -*- coding: utf-8 -*-\n'\xc3\xa9'"):
    try:
        print(repr(text) if type(text) is not memoryview else "", eval(text))
    except SyntaxError as error:
        print(repr(text), type(error).__name__, error.msg)
for data in (b"'\xff'", b"\xef\xbba", b"# coding: foo\n1", b"x = 1\ny = '\xff'"):
    try:
        compile(data, "f.py", "exec")
    except SyntaxError as error:
        print(error.lineno, error.offset, error.msg.startswith("(unicode error) 'utf-8' codec can't decode byte") or error.msg)
for flags in (0xff, 0x80):
    try:
        compile("1", "f", "eval", flags)
    except ValueError as error:
        print(error)


class Zero:
    def __index__(self):
        return 0


print(eval(compile("1", "f", "eval", Zero())))
