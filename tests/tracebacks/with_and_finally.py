class M:
    def __enter__(self): return self
    def __exit__(self, *a): print("exit")


def f():
    with M():
        try:
            "a" + 1
        finally:
            print("finally")


f()
