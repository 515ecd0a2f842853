# What the searching methods of texts say about wrong numbers of arguments; those of sequences say it otherwise.
for text in ("", b"", bytearray()):
    for name in ("find", "rfind", "index", "rindex", "count", "startswith", "endswith"):
        for args in ((), (1, 2, 3, 4)):
            try:
                getattr(text, name)(*args)
            except TypeError as error:
                print(error)
for f in (lambda: [].index(1, 2, 3, 4), lambda: (1,).index(), lambda: "".replace("a"), lambda: "".center(), lambda: "".find(sub=1)):
    try:
        f()
    except TypeError as error:
        print(error)
