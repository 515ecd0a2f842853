# What a stream says that only derives from the classes of io.
import io
for c in io.IOBase, io.RawIOBase, io.BufferedIOBase, io.TextIOBase:
    o=c()
    for m in "readable","writable","seekable","tell","truncate":
        try: print(c.__name__, m, getattr(o,m)())
        except Exception as e: print(c.__name__, m, type(e), e)
    try: print(o.seek(1))
    except Exception as e: print(c.__name__, "seek", type(e), e)
