# Names that a main program finds without having made them.
print(__name__, __package__, __spec__, __doc__)
if __name__ == "__main__" and __package__ is None:
    __package__ = "pack"
print(__package__, globals()["__package__"])
